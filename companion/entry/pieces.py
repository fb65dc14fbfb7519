"""The pieces of a box in words: so many of them, or only what they are called."""

from __future__ import annotations

from companion.games.box import Kind, Piece
from companion.games.manifest import Manifest
from companion.i18n.shaping import plain
from companion.i18n.translator import Translator

# A number that stands in no name.
_MANY = 99


def counted(tr: Translator, game: Manifest, piece: Piece) -> str:
    return tr(f"{game.id}_guide.piece.{piece.id}", n=piece.count)


def named(tr: Translator, game: Manifest, kind: Kind) -> str:
    """With its number, or without one where nobody knows it."""
    if kind.count is not None:
        return counted(tr, game, Piece(kind.id, kind.count))
    words = plain(counted(tr, game, Piece(kind.id, _MANY))).replace(tr.number(_MANY), "").strip()
    return words[:1].upper() + words[1:]
