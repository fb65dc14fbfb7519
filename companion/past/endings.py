"""How a game went, in a few words: how it ended, what was worth remembering, who was who.

Each game says it in its own `past/<game>/ending.py`, and leaves out what it has nothing to say of:
`ending(tr, state, players)` of a game that is over, `moments(tr, states, players, roles=…)` in sentences,
which with `roles` may say who was who, and `was(tr, state)` by seat. Whoever was there is named by `players`,
which need not be their names: where nobody is to be named these are the numbers of their seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.manifest import GameDefinition
from companion.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class EndingText:
    """A short line, and the colour that stands for whoever won."""

    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class PlayerRole:
    """What somebody turned out to be; `is_special` is a character that not every table has several of."""

    role: str
    is_special: bool


def describe_ending(game: GameDefinition, tr: Translator, state: Any, players: Sequence[str]) -> EndingText:
    """As the game itself puts it; one that is not over is told alike in all."""
    module = game.find_part("past", "ending")
    if state.outcome is None or module is None:
        return EndingText(tr("evenings.unfinished" if state.outcome is None else "evenings.over"), "ink_2")
    ending: EndingText = module.describe_ending(tr, state, players)
    return ending


def describe_moments(
    game: GameDefinition, tr: Translator, states: Sequence[Any], players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    describe = getattr(game.find_part("past", "ending"), "describe_moments", None)
    moments: tuple[str, ...] = () if describe is None else describe(tr, states, players, roles=roles)
    return moments


def describe_roles(game: GameDefinition, tr: Translator, state: Any) -> tuple[PlayerRole, ...]:
    describe = getattr(game.find_part("past", "ending"), "describe_roles", None)
    player_roles: tuple[PlayerRole, ...] = () if describe is None else describe(tr, state)
    return player_roles
