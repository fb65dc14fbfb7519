"""What a game brings to the shell: its set-up screen, its board, and how it sums itself up in a line.

The home and history screens know games only through this; a new game adds a front and nothing else here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.table import Table

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app import CompanionApp
    from companion.i18n.translator import Translator
    from companion.widgets.page import Page


@dataclass(frozen=True, slots=True)
class Summary:
    """A running or ended game in two lines, for cards and lists."""

    title: str
    line: str


@dataclass(frozen=True, slots=True)
class Keeper:
    """The part of a game that keeps its table: the board, and how a table sums itself up."""

    board: Callable[[CompanionApp, Table[Any, Any, Any]], Page]
    summary: Callable[[Translator, Any], Summary]
    progress: Callable[[Any], Widget]


@dataclass(frozen=True, slots=True)
class Front:
    set_up: Callable[[CompanionApp, Sequence[str]], Page]
    keeper: Keeper | None = None


def _avalon() -> Front:
    from companion.screens.avalon import FRONT

    return FRONT


def _cultists() -> Front:
    from companion.screens.cultists import FRONT

    return FRONT


def _duet() -> Front:
    from companion.screens.duet import FRONT

    return FRONT


def _silver() -> Front:
    from companion.screens.silver import FRONT

    return FRONT


# Loaded on first use, so that home does not pay for games that nobody opened.
_FRONTS: dict[str, Callable[[], Front]] = {
    "avalon": _avalon,
    "cultists": _cultists,
    "silver": _silver,
    "duet": _duet,
}


def front_of(game: str) -> Front | None:
    """The game's screens, or None while the app has none for it."""
    loader = _FRONTS.get(game)
    return loader() if loader is not None else None


def keeper_of(game: str) -> Keeper | None:
    """What keeps this game's tables, or None while the app cannot."""
    front = front_of(game)
    return front.keeper if front is not None else None
