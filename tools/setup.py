"""Set up the development environment: system libraries, .venv, pinned packages, the project itself.

Called by make when .venv/.ready is missing or older than the pins. Standard library only, and no syntax newer
than Python 3.8, so that an old Python can at least report what is needed.
"""

from __future__ import annotations

import ctypes
import glob
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, Tuple

Version = Tuple[int, ...]

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
READY = VENV / ".ready"
LOCK = ROOT / "requirements.lock"

OLDEST = (3, 11)
FIRST_WITHOUT_KIVY = (3, 14)

# Libraries that an off-screen Kivy window loads, with their Debian packages.
LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
    "libmtdev.so.1": "libmtdev1",
}
DRIVER_PACKAGE = "libgl1-mesa-dri"
DRIVER_FILES = (
    "/usr/lib/*/dri/swrast_dri.so",
    "/usr/lib*/dri/swrast_dri.so",
    "/usr/lib/*/libgallium-*.so",
    "/usr/lib*/libgallium-*.so",
)

# Timeout for another program's package lock, and the delay between attempts.
PATIENCE_MINUTES = 10
PAUSE_SECONDS = 2.0
# Messages of apt and dpkg while another process holds the lock of the lists, archives or packages. If a lock
# cannot be created at all the message is another one, and waiting would not help.
LOCK_HELD = re.compile(
    r"Could not get lock \S+(?: It is held by (?P<holder>process [^)]*\)))?|locked by another process"
)


class Stop(Exception):
    """Aborts the set-up; the message says everything the user needs to know."""


def say(text: str) -> None:
    print(text, flush=True)


def check_python(version: Version) -> None:
    if version < OLDEST:
        raise Stop(
            "Table Companion needs Python {}.{}+, this is {}.{}.".format(*OLDEST, *version[:2])
            + " Install a newer one, or name one: make PYTHON=/path/to/python3 run"
        )


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_drivers() -> bool:
    drivers_path = os.environ.get("LIBGL_DRIVERS_PATH")
    places = DRIVER_FILES + ((drivers_path + "/*_dri.so",) if drivers_path else ())
    return any(glob.glob(place) for place in places)


def has_venv() -> bool:
    # Debian packages ensurepip, without which a venv has no pip, separately.
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def missing_packages(
    version: Version,
    has_venv: Callable[[], bool] = has_venv,
    loads: Callable[[str], bool] = loads,
    has_drivers: Callable[[], bool] = has_drivers,
) -> list[str]:
    """Return the Debian packages that this machine lacks."""
    packages = [] if has_venv() else ["python{0}.{1}-venv".format(*version)]
    if version < FIRST_WITHOUT_KIVY:
        packages += [package for library, package in LIBRARIES.items() if not loads(library)]
        packages += [] if has_drivers() else [DRIVER_PACKAGE]
    return packages


def system_commands(packages: list[str], root: bool, apt: bool) -> list[list[str]]:
    """Return the commands that install the packages.

    Raises Stop with instructions without apt or root.
    """
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if not apt:
        raise Stop("Please install what these Debian packages hold, then try again: " + " ".join(packages))
    if not root:
        raise Stop("System packages are missing, run: sudo apt-get update && sudo " + " ".join(install))
    return [["apt-get", "update"], install]


def prepare_system(version: Version) -> None:
    packages = missing_packages(version)
    if not packages:
        return
    update, install = system_commands(packages, root=os.geteuid() == 0, apt=bool(shutil.which("apt-get")))
    say("Installing system packages: " + " ".join(packages))
    # The C locale, so that the messages about locks can be recognised.
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
    # Ignore a failed update: an unrelated package source may be down, and the install will show if it
    # matters.
    run_when_unlocked(update, quiet)
    stop_if_failed(*run_when_unlocked(install, quiet), "The system packages could not be installed.")
    left = missing_packages(version)
    if left:
        raise Stop("Still missing after the installation: " + " ".join(left))


def attempt(command: list[str], env: dict[str, str] | None = None) -> tuple[int, str]:
    """Run a command without output; return its exit code and captured output."""
    try:
        done = subprocess.run(
            command,
            cwd=str(ROOT),
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            universal_newlines=True,
            errors="replace",
        )
    except OSError as error:
        return error.errno or 1, str(error)
    return done.returncode, done.stdout


def run_when_unlocked(
    command: list[str],
    env: dict[str, str],
    now: Callable[[], float] = time.monotonic,
    wait: Callable[[float], object] = time.sleep,
) -> tuple[int, str]:
    """Run a command without output, and retry while another program holds one of apt's locks.

    apt-get itself waits only for dpkg's lock, and only if asked to. Raises Stop after the timeout.
    """
    end = None
    while True:
        code, output = attempt(command, env)
        lock = LOCK_HELD.search(output) if code else None
        if lock is None:
            return code, output
        holder = "Another program" + (" ({})".format(lock["holder"]) if lock["holder"] else "")
        if end is None:
            end = now() + 60 * PATIENCE_MINUTES
            say(
                holder
                + " is installing packages: waiting for it, {} minutes at most.".format(PATIENCE_MINUTES)
            )
        elif now() >= end:
            raise Stop(
                holder
                + " has been installing packages for {} minutes.".format(PATIENCE_MINUTES)
                + " Let it finish, then try again."
            )
        wait(PAUSE_SECONDS)


def run(command: list[str], sentence: str, env: dict[str, str] | None = None) -> None:
    stop_if_failed(*attempt(command, env), sentence)


def stop_if_failed(code: int, output: str, sentence: str) -> None:
    if code:
        raise Stop("\n".join([*output.rstrip().splitlines()[-20:], "", sentence]))


def venv_python() -> Path:
    return VENV / ("Scripts" if os.name == "nt" else "bin") / "python"


def same_python(version: Version) -> bool:
    """Return True if a complete .venv of the same Python version exists."""
    if not READY.is_file():
        return False
    code, output = attempt([str(venv_python()), "-c", "import sys; print(*sys.version_info[:2])"])
    return code == 0 and output.split() == [str(part) for part in version[:2]]


def prepare_venv(version: Version) -> None:
    is_same_python = same_python(version)
    # Removed until the end, so that an interrupted set-up starts from scratch.
    if READY.exists():
        READY.unlink()
    if not is_same_python:
        say("Creating .venv with Python " + ".".join(map(str, version)))
        run([sys.executable, "-m", "venv", "--clear", str(VENV)], "The folder .venv could not be created.")
    env = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1", PIP_USER="0")
    pip = [str(venv_python()), "-m", "pip", "install", "--quiet", "--no-deps"]
    say("Installing the pinned packages" + ("" if is_same_python else " (a minute or two the first time)"))
    run(
        [*pip, "--require-hashes", "-r", str(LOCK)],
        "The pinned packages could not be installed. Is the package index within reach?",
        env,
    )
    run([*pip, "--no-build-isolation", "-e", "."], "The project itself could not be installed.", env)
    READY.touch()


def main() -> int:
    version = tuple(sys.version_info[:3])
    try:
        check_python(version)
        if sys.platform == "linux":
            prepare_system(version)
        if version >= FIRST_WITHOUT_KIVY:
            say("No Kivy for this Python: rules and command line work, windows need Python 3.13 or older.")
        prepare_venv(version)
    except Stop as stop:
        say(str(stop))
        return 1
    except KeyboardInterrupt:
        say("Interrupted: the next make restarts the set-up.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
