"""Build and test all three packages: `python -m tools.desktop`; see `docs/desktop.md`.

A test that cannot run here is reported in one line with what it needs; a failing test ends the run.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from pathlib import Path

from tools.desktop import commands, deb, program, window, workshop
from tools.desktop.workshop import BUILD, NAME
from tools.setup import ROOT, Stop, run, say
from tools.system import why_missing


def main() -> int:
    started = time.monotonic()
    try:
        build()
    except Stop as stop:
        say(str(stop))
        return 1
    except KeyboardInterrupt:
        say("Interrupted: the next make desktop starts again.")
        return 130
    say(f"Finished in {time.monotonic() - started:.0f} s.")
    return 0


def build() -> None:
    if sys.platform != "linux" or find_spec("kivy") is None:
        raise Stop("This needs Linux, and a Python that Kivy has a wheel for: 3.11 to 3.13.")
    wheel = workshop.wheel()
    workshop.prepare(wheel)
    _report(wheel, [commands.try_installed_wheel(wheel, commands.empty_folder(BUILD / "tried" / "wheel"))])
    folder = program.build()
    _report(folder, _try_program(folder / NAME, "folder"))
    reason = why_missing(deb.NEEDS)
    if reason:
        say(f"No Debian package: {reason}")
        return
    package = deb.build(folder)
    unpacked = commands.empty_folder(BUILD / "unpacked")
    run(["dpkg-deb", "-x", str(package), str(unpacked)], "The package cannot be unpacked.")
    _report(package, _try_program(unpacked / "usr" / "bin" / NAME, "deb"))


def _try_program(packed: Path, name: str) -> list[str]:
    """Run the tests of a package; return their reports. Their folder is left for inspection."""
    folder = commands.empty_folder(BUILD / "tried" / name)
    reason = why_missing(window.NEEDS)
    return [
        commands.try_commands(packed, folder),
        commands.try_engine(packed, folder),
        f"no window: {reason}" if reason else window.try_window(packed, folder),
    ]


def _report(package: Path, results: list[str]) -> None:
    size = f"{program.megabytes(package):.0f} MB"
    say(f"{package.relative_to(ROOT)} ({size}): {'; '.join(results)}")


if __name__ == "__main__":
    sys.exit(main())
