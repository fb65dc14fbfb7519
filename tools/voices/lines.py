"""Which lines are said aloud, and their texts in a language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

import polib

from companion.scripts.nights import games_with_a_night, night_of

# The guides and introductions that have clips.
VOICED: Final = frozenset({"silver_guide", "duet_guide"})


def spoken_lines(language: str, catalogues: Path) -> dict[str, str]:
    """Every line that is said aloud in a language, by key."""
    return {
        entry.msgid: entry.msgstr
        for path in sorted((catalogues / language).glob("*.po"))
        for entry in polib.pofile(str(path), encoding="utf-8")
        if is_spoken(entry.msgid) and entry.translated() and not _open(entry)
    }


def is_spoken(key: str) -> bool:
    """All that any night can need, `<domain>.say.…`, and what guides and introductions tell: whole sentences.

    Those that take arguments are not a closed set: they are shown, and an engine may say them.
    """
    domain, kind, *rest = key.split(".")
    if domain in VOICED:
        return _is_told(kind, rest)
    return key in night_lines() or (kind == "say" and bool(rest))


def _is_told(kind: str, rest: list[str]) -> bool:
    """A step of setting up or packing up, or a sentence of an introduction's chapter; no title of one."""
    if kind == "intro":
        return len(rest) == 2 and rest[1] != "title"
    return kind in ("step", "pack") and bool(rest)


def _open(entry: polib.POEntry) -> bool:
    """Whether a text has places to be filled in."""
    places = [name for _, name, *_ in Formatter().parse(entry.msgstr) if name is not None]
    return bool(entry.msgid_plural or places)


@cache
def night_lines() -> frozenset[str]:
    nights = map(night_of, games_with_a_night())
    return frozenset(line for night in nights for style in night.styles for line in night.every_line(style))


def style_of(key: str) -> str:
    """`learn`, `normal`, `quick` or `ritual` for a line of a night, `game` for all others."""
    return key.split(".")[2] if key in night_lines() else "game"
