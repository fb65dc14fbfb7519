"""Which lines are said aloud, and their texts in a language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import polib

from companion.scripts.nights import games_with_a_night, night_of


def spoken_lines(language: str, catalogues: Path) -> dict[str, str]:
    """Every line that is said aloud in a language, by key."""
    return {
        entry.msgid: entry.msgstr
        for path in sorted((catalogues / language).glob("*.po"))
        for entry in polib.pofile(str(path), encoding="utf-8")
        if is_spoken(entry.msgid) and entry.translated()
    }


def is_spoken(key: str) -> bool:
    """All that any night can need, and `<domain>.say.…`: closed sets of whole sentences without arguments."""
    _, kind, *rest = key.split(".")
    return key in night_lines() or (kind == "say" and bool(rest))


@cache
def night_lines() -> frozenset[str]:
    nights = map(night_of, games_with_a_night())
    return frozenset(line for night in nights for style in night.styles for line in night.every_line(style))


def style_of(key: str) -> str:
    """`learn`, `normal`, `quick` or `ritual` for a line of a night, `game` for all others."""
    return key.split(".")[2] if key in night_lines() else "game"
