"""Test of a packaged program in a real window of an X server, by pointer and keyboard."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from tools.desktop.commands import clean_environment
from tools.desktop.workshop import NAME
from tools.pictures import Picture, from_xwd, shows_something
from tools.setup import Stop

T = TypeVar("T")

# The X server that draws into a file and the tool that moves its pointer, with their Debian packages.
NEEDS = {"Xvfb": "xvfb", "xdotool": "xdotool"}
_SCREEN = "640x1000x24"
_TIMEOUT_SECONDS, _POLL_SECONDS = 90.0, 0.2
# Position of the first game on home, as shares of the window size.
GAME = (0.2, 0.15)
# Minimum share of different rows on another screen, and maximum on the same one, where the clock may change.
_MIN_DIFFERENCE, _MAX_DIFFERENCE = 0.4, 0.1


def try_window(program: Path, folder: Path) -> str:
    """Test a click on a game and the way back; saves its screenshots in `folder`."""
    with (
        _start_x_server(folder) as (display, read_screen),
        _start_program(program, folder, display) as running,
    ):
        window = _wait_for_window(display, running)
        home = _wait_until_still(read_screen)
        _save(home, folder / "1-home.png")
        _run_xdotool(
            display, "mousemove", "--window", window, *_position(display, window, GAME), "click", "1"
        )
        clicked = _wait_for(lambda: _other_screen(read_screen, home), "a click on a game leads nowhere")
        _save(clicked, folder / "2-clicked.png")
        _run_xdotool(display, "key", "Escape")
        _wait_for(lambda: _same_screen(read_screen, home), "the back key does not lead home")
        if running.poll() is not None:
            raise Stop(f"{program.name} ended unexpectedly ({running.returncode}).")
    return "a window: a click on a game, and back"


@contextmanager
def _start_x_server(folder: Path) -> Iterator[tuple[str, Callable[[], Picture]]]:
    """Start an X server on a free display; yield the display and a function that reads its screen."""
    reading, writing = os.pipe()
    number_to, picture_to = ("-displayfd", str(writing)), ("-fbdir", str(folder))
    server = subprocess.Popen(
        ["Xvfb", *number_to, *picture_to, "-screen", "0", _SCREEN, "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise Stop("Xvfb does not start.")
        yield f":{number}", lambda: from_xwd((folder / "Xvfb_screen0").read_bytes())
    finally:
        server.terminate()
        server.wait()


@contextmanager
def _start_program(program: Path, folder: Path, display: str) -> Iterator[subprocess.Popen[bytes]]:
    running = subprocess.Popen(
        [str(program), "--language", "en"], cwd=folder, env={**clean_environment(folder), "DISPLAY": display}
    )
    try:
        yield running
    finally:
        running.terminate()
        running.wait()


def _wait_for_window(display: str, running: subprocess.Popen[bytes]) -> str:
    def find_window() -> str | None:
        if running.poll() is not None:
            raise Stop(f"The program ended before its window opened ({running.returncode}).")
        done = _xdotool(display, "search", "--onlyvisible", "--class", NAME)
        return done.stdout.split()[0] if done.stdout.split() else None

    return _wait_for(find_window, "no window opens")


def _wait_until_still(read_screen: Callable[[], Picture]) -> Picture:
    """Wait until the screen is not empty and no longer changes; return it."""
    last: list[Picture] = []

    def still_screen() -> Picture | None:
        last.append(read_screen())
        if len(last) > 2 and last[-1] == last[-2] == last[-3] and len(set(last[-1].rows)) > 100:
            return last[-1]
        return None

    return _wait_for(still_screen, "its window remains empty")


def _other_screen(read_screen: Callable[[], Picture], home: Picture) -> Picture | None:
    screen = _wait_until_still(read_screen)
    return screen if screen.differs(home) > _MIN_DIFFERENCE else None


def _same_screen(read_screen: Callable[[], Picture], home: Picture) -> Picture | None:
    screen = read_screen()
    return screen if screen.differs(home) < _MAX_DIFFERENCE else None


def _position(display: str, window: str, place: tuple[float, float]) -> tuple[str, str]:
    geometry = _run_xdotool(display, "getwindowgeometry", "--shell", window)
    size = dict(line.split("=", 1) for line in geometry.splitlines())
    return str(round(place[0] * int(size["WIDTH"]))), str(round(place[1] * int(size["HEIGHT"])))


def _save(picture: Picture, path: Path) -> None:
    path.write_bytes(picture.as_png())
    if not shows_something(path):
        raise Stop(f"{path.name} is empty.")


def _run_xdotool(display: str, *words: str) -> str:
    done = _xdotool(display, *words)
    if done.returncode:
        raise Stop(f"xdotool {words[0]} failed: {done.stderr.strip()}")
    return done.stdout


def _xdotool(display: str, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "DISPLAY": display}
    return subprocess.run(["xdotool", *words], env=env, capture_output=True, text=True, check=False)


def _wait_for(find: Callable[[], T | None], complaint: str) -> T:
    end = time.monotonic() + _TIMEOUT_SECONDS
    while time.monotonic() < end:
        result = find()
        if result is not None:
            return result
        time.sleep(_POLL_SECONDS)
    raise Stop(f"The program runs, but {complaint}.")
