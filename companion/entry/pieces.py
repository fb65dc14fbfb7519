"""The pieces of a box in words: so many of them, or only what they are called."""

from __future__ import annotations

from companion.games.box import Component, ComponentCount
from companion.games.manifest import GameDefinition
from companion.i18n.shaping import strip_bidi_marks
from companion.i18n.translator import Translator

# A number that stands in no name.
_PLACEHOLDER_COUNT = 99


def component_count_text(tr: Translator, game: GameDefinition, piece: ComponentCount) -> str:
    return tr(f"{game.id}_guide.piece.{piece.id}", n=piece.count)


def component_name(tr: Translator, game: GameDefinition, kind: Component) -> str:
    """With its number, or without one where nobody knows it."""
    if kind.count is not None:
        return component_count_text(tr, game, ComponentCount(kind.id, kind.count))
    words = (
        strip_bidi_marks(component_count_text(tr, game, ComponentCount(kind.id, _PLACEHOLDER_COUNT)))
        .replace(tr.format_number(_PLACEHOLDER_COUNT), "")
        .strip()
    )
    return words[:1].upper() + words[1:]
