"""Screenshots of every screen into build/screens: language x {phone, tablet} x {dark, light}.

Each device runs in its own process, because an off-screen window keeps its size and density.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


@dataclass(frozen=True, slots=True)
class Device:
    """A screen size in pixels, and pixels per dp."""

    size: tuple[int, int]
    density: float


DEVICES = {"phone": Device((780, 1688), 2), "tablet": Device((1920, 1200), 1.5)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Save every screen as a picture.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screens", metavar="FOLDER")
    parser.add_argument("--device", choices=DEVICES, help="only this one")
    parser.add_argument("--language", action="append", metavar="CODE", help="only these (may be repeated)")
    parser.add_argument("--theme", action="append", metavar="THEME", help="only these (may be repeated)")
    parser.add_argument("--view", action="append", metavar="NAME", help="only these (may be repeated)")
    parser.add_argument("--text-size", type=int, default=100, metavar="PERCENT")
    options = parser.parse_args()
    if options.device is None:
        for device in DEVICES:
            arguments = [sys.executable, str(Path(__file__)), "--device", device, *sys.argv[1:]]
            subprocess.run(arguments, check=True)
        print(f"pictures in {options.out}")
        return 0
    return _shoot(options)


def _shoot(options: argparse.Namespace) -> int:
    device = DEVICES[options.device]
    os.environ["KIVY_METRICS_DENSITY"] = str(device.density)
    from companion.i18n.languages import LANGUAGES
    from companion.launch import prepare_kivy
    from companion.settings import Theme

    prepare_kivy(device.size, off_screen=True)
    from tools.tour.views import take_screenshots
    from tools.tour.walk import Tour

    with Tour(device.size) as tour:
        # The third theme looks like one of these two.
        for theme in (Theme.DARK, Theme.LIGHT):
            if options.theme and theme.value not in options.theme:
                continue
            folder = options.out / f"{options.device}-{theme.value}"
            for language in options.language or LANGUAGES:
                take_screenshots(
                    tour, folder,
                    language=language, only=options.view or (), theme=theme, text_size=options.text_size,
                )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
