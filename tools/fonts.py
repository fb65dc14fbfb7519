"""Copy the fonts into assets/fonts and write the table of the characters they contain.

    python tools/fonts.py take FOLDER     copy the faces and their licences from unpacked packages
    python tools/fonts.py table           write companion/widgets/font_coverage.py from the font files

FOLDER holds the packages by name, as published by their authors (all under the SIL Open Font License):

    npm pack @expo-google-fonts/roboto@0.4.3 @expo-google-fonts/noto-emoji@0.4.7 vazirmatn@33.0.3
    apt-get download fonts-vollkorn                                                  (4.105-2)

each unpacked into FOLDER/roboto, FOLDER/noto-emoji, FOLDER/vazirmatn (tar -xzf) and FOLDER/vollkorn (dpkg
-x). Vollkorn is subset, the other fonts are copied unchanged.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from companion import asset
from companion.widgets.text_renderer import FACES

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "companion" / "widgets" / "font_coverage.py"
WIDE = "wide"

COPIES = {
    "Roboto-Regular.ttf": "roboto/package/400Regular/Roboto_400Regular.ttf",
    "Roboto-Medium.ttf": "roboto/package/500Medium/Roboto_500Medium.ttf",
    "Roboto-Bold.ttf": "roboto/package/700Bold/Roboto_700Bold.ttf",
    "Roboto-OFL.txt": "roboto/package/LICENSE_FONT",
    "Vazirmatn-Regular.ttf": "vazirmatn/package/fonts/ttf/Vazirmatn-Regular.ttf",
    "Vazirmatn-Medium.ttf": "vazirmatn/package/fonts/ttf/Vazirmatn-Medium.ttf",
    "Vazirmatn-Bold.ttf": "vazirmatn/package/fonts/ttf/Vazirmatn-Bold.ttf",
    "Vazirmatn-OFL.txt": "vazirmatn/package/OFL.txt",
    "NotoEmoji-Regular.ttf": "noto-emoji/package/400Regular/NotoEmoji_400Regular.ttf",
    "NotoEmoji-OFL.txt": "noto-emoji/package/LICENSE_FONT",
}
VOLLKORN = "vollkorn/usr/share/fonts/truetype/vollkorn/Vollkorn-Bold.ttf"
VOLLKORN_LICENCE = "vollkorn/usr/share/doc/fonts-vollkorn/copyright"

# Latin with diacritics, modern Greek, punctuation and currencies.
VOLLKORN_RANGES = (
    (0x0020, 0x024F),
    (0x02B0, 0x03FF),
    (0x1E00, 0x1EFF),
    (0x2000, 0x206F),
    (0x20A0, 0x20CF),
    (0x2100, 0x22FF),
)
# SDL_ttf applies only features that are on by default, so glyphs of other features (small capitals,
# alternative figures, stylistic sets) could never be shown.
VOLLKORN_FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "calt", "liga", "clig", "rlig")


def take(folder: Path) -> None:
    target = asset("fonts")
    target.mkdir(parents=True, exist_ok=True)
    for name, source in COPIES.items():
        shutil.copyfile(folder / source, target / name)
    cut_vollkorn(folder / VOLLKORN, target / "Vollkorn-Bold.ttf")
    (target / "Vollkorn-OFL.txt").write_text(vollkorn_licence(folder), encoding="utf-8")


def cut_vollkorn(source: Path, target: Path) -> None:
    options = subset.Options(
        layout_features=list(VOLLKORN_FEATURES),
        name_IDs=["*"],
        name_languages=["*"],
        notdef_outline=True,
        glyph_names=False,
    )
    options.drop_tables += ["DSIG"]
    font = subset.load_font(str(source), options)
    # Keep the timestamp, so that the same input gives the same file.
    font.recalcTimestamp = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[code for low, high in VOLLKORN_RANGES for code in range(low, high + 1)])
    cutter.subset(font)
    subset.save_font(font, str(target), options)


def vollkorn_licence(folder: Path) -> str:
    """Return the licence from the font's own metadata and Debian's copyright file."""
    notice = TTFont(folder / VOLLKORN)["name"].getDebugName(0)
    stanza = (folder / VOLLKORN_LICENCE).read_text(encoding="utf-8").split("\nFiles:")[1]
    text = stanza.split("License: SIL-OFL-1.1\n", 1)[1].strip("\n")
    lines = [re.sub(r"^ \.?", "", line) for line in text.splitlines()]
    return "\n".join([notice, "", *lines]) + "\n"


def face_path(face: str) -> Path:
    if face != WIDE:
        return asset("fonts", FACES[face])
    kivy = find_spec("kivy")
    if kivy is None or kivy.origin is None:
        raise SystemExit("The table needs Kivy's own fonts, and Kivy is not installed.")
    return Path(kivy.origin).parent / "data" / "fonts" / FACES[face]


def characters(path: Path) -> set[str]:
    return {chr(code) for code in TTFont(path, lazy=True).getBestCmap()}


def bounds(chars: Iterable[str]) -> str:
    """Encode the character ranges as one string: first, one past the last, first, one past the last, ..."""
    codes = sorted(map(ord, chars))
    runs = (list(run) for _, run in groupby(enumerate(codes), key=lambda pair: pair[1] - pair[0]))
    return "".join(chr(run[0][1]) + chr(run[-1][1] + 1) for run in runs)


def _escaped(text: str) -> Iterator[str]:
    """Yield a string literal split into lines within the linter's limit."""
    line = ""
    for char in text:
        code = ord(char)
        piece = f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
        if len(line) + len(piece) > 96:
            yield f'    "{line}"'
            line = ""
        line += piece
    yield f'    "{line}"'


def table() -> str:
    """Return the source of the table; faces with the same characters share one string."""
    groups: dict[str, list[str]] = {}
    for face in FACES:
        groups.setdefault(bounds(characters(face_path(face))), []).append(face)
    lines = [
        '"""Characters of each face as sorted bounds of ranges. Made by tools/fonts.py: do not edit."""',
        "",
    ]
    for text, faces in groups.items():
        lines += [f"_{faces[0].upper()} = (", *_escaped(text), ")"]
    lines += ["", "BOUNDS = {"]
    lines += [f'    "{face}": _{faces[0].upper()},' for faces in groups.values() for face in faces]
    return "\n".join([*lines, "}"]) + "\n"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The shipped fonts and the table of their characters.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("take", help="copy the faces from packages").add_argument("folder", type=Path)
    commands.add_parser("table", help="write the table of their characters")
    args = parser.parse_args(argv)
    if args.command == "take":
        take(args.folder)
    TABLE.write_text(table(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
