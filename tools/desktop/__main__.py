"""Build and test all three packages: `python -m tools.desktop`; see `docs/desktop.md`.

A test that cannot run here is reported in one line with what it needs; a failing test ends the run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from tools.desktop import commands, deb, installed, program, window, workshop
from tools.desktop.workshop import BUILD, NAME
from tools.setup import ROOT, Stop, run, say
from tools.system import lacks


def main() -> int:
    begun = time.monotonic()
    try:
        build()
    except Stop as stop:
        say(str(stop))
        return 1
    except KeyboardInterrupt:
        say("Interrupted: the next make desktop begins again.")
        return 130
    say(f"All of it in {time.monotonic() - begun:.0f} s.")
    return 0


def build() -> None:
    if sys.platform != "linux" or find_spec("kivy") is None:
        raise Stop("This needs Linux, and a Python that Kivy has a wheel for: 3.11 to 3.13.")
    wheel = workshop.wheel()
    workshop.prepare(wheel)
    _tell(wheel, [installed.try_commands(wheel, commands.fresh(BUILD / "tried" / "wheel"))])
    folder = program.build()
    _tell(folder, _tried(folder / NAME, "folder", commands.try_pictures))
    reason = lacks(deb.NEEDS)
    if reason:
        say(f"No package for Debian: {reason}")
        return
    package = deb.build(folder)
    unpacked = commands.fresh(BUILD / "unpacked")
    run(["dpkg-deb", "-x", str(package), str(unpacked)], "The package cannot be unpacked.")
    _tell(package, _tried(unpacked / "usr" / "bin" / NAME, "deb"))


def _tried(packed: Path, name: str, *more: Callable[[Path, Path], str]) -> list[str]:
    """Run the tests of a package; return their reports. Their folder is left for inspection."""
    folder = commands.fresh(BUILD / "tried" / name)
    tried = [trial(packed, folder) for trial in (commands.try_commands, commands.try_engine, *more)]
    reason = lacks(window.NEEDS)
    return [*tried, f"no window: {reason}" if reason else window.try_window(packed, folder)]


def _tell(made: Path, tried: list[str]) -> None:
    size = f"{program.megabytes(made):.0f} MB"
    say(f"{made.relative_to(ROOT)} ({size}): {'; '.join(tried)}")


if __name__ == "__main__":
    sys.exit(main())
