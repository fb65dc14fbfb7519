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

from companion.games.manifest import Manifest
from companion.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class Ending:
    """A short line, and the colour that stands for whoever won."""

    words: str
    tone: str


@dataclass(frozen=True, slots=True)
class Was:
    """What somebody turned out to be; `special` is a character that not every table has several of."""

    role: str
    special: bool


def ending_of(game: Manifest, tr: Translator, state: Any, players: Sequence[str]) -> Ending:
    """As the game itself puts it; one that is not over is told alike in all."""
    part = game.find("past", "ending")
    if state.outcome is None or part is None:
        return Ending(tr("evenings.unfinished" if state.outcome is None else "evenings.over"), "ink_2")
    told: Ending = part.ending(tr, state, players)
    return told


def moments_of(
    game: Manifest, tr: Translator, states: Sequence[Any], players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    tell = getattr(game.find("past", "ending"), "moments", None)
    told: tuple[str, ...] = () if tell is None else tell(tr, states, players, roles=roles)
    return told


def was_of(game: Manifest, tr: Translator, state: Any) -> tuple[Was, ...]:
    tell = getattr(game.find("past", "ending"), "was", None)
    told: tuple[Was, ...] = () if tell is None else tell(tr, state)
    return told
