"""Which lines are spoken, and their texts in a language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

import polib

from companion.core.message import Message
from companion.games.registry import list_games
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import Translator
from companion.scripts.script import list_night_games, load_night_definition
from companion.scripts.teaching import GuideDefinition

# Suffix of the catalogues with the texts of guides and introductions.
_TEACHING_SUFFIX: Final = "_guide"
_TEACHING_KINDS: Final = ("step", "pack", "intro")


def spoken_lines(language: str, catalogues: Path) -> dict[str, str]:
    """Return every spoken line of a language by its clip name."""
    complete_lines = {
        entry.msgid: entry.msgstr
        for path in sorted((catalogues / language).glob("*.po"))
        for entry in polib.pofile(str(path), encoding="utf-8")
        if is_spoken(entry.msgid) and entry.translated() and not _has_placeholders(entry)
    }
    return complete_lines | _render_numbered_lines(language)


def is_spoken(key: str) -> bool:
    """Return True for keys that are spoken: all lines of nights, `<domain>.say.…`, guides and introductions.

    Lines with names of people have no clip because they are not a closed set: they are shown, and a speech
    engine may speak them.
    """
    domain, kind, *parts = key.split(".")
    if domain.endswith(_TEACHING_SUFFIX) and kind in _TEACHING_KINDS:
        return _is_teaching_line(kind, parts)
    return key in night_lines() or (kind == "say" and bool(parts))


def _is_teaching_line(kind: str, parts: list[str]) -> bool:
    """Return True for a step of setting up or packing up, or a sentence of an introduction, not its title."""
    if kind == "intro":
        return len(parts) == 2 and parts[1] != "title"
    return bool(parts)


def _has_placeholders(entry: polib.POEntry) -> bool:
    """Return True if a text has placeholders."""
    places = [name for _, name, *_ in Formatter().parse(entry.msgstr) if name is not None]
    return bool(entry.msgid_plural or places)


def _render_numbered_lines(language: str) -> dict[str, str]:
    tr = Translator(language)
    return {
        line: strip_bidi_marks(tr(message.key, **message.args)) for line, message in counted_lines().items()
    }


@cache
def counted_lines() -> Mapping[str, Message]:
    """Return the guides' lines with numbers from the rules, once for each possible number."""
    return {message.clip_name: message for message in _find_numbered_lines() if message.is_recordable}


def _find_numbered_lines() -> Iterator[Message]:
    for game in list_games():
        guide = game.find_part(GuideDefinition)
        if guide is not None and guide.sample_setups is not None:
            for setup in guide.sample_setups():
                for step in guide.list_steps(setup):
                    yield Message(step.key, step.args)


@cache
def night_lines() -> frozenset[str]:
    nights = map(load_night_definition, list_night_games())
    return frozenset(line for night in nights for style in night.styles for line in night.list_lines(style))


def style_of(key: str) -> str:
    """Return `learn`, `normal`, `quick` or `ritual` for a line of a night, `game` for all others."""
    return key.split(".")[2] if key in night_lines() else "game"
