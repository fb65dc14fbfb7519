"""What the rules say of the night: who learns what about whom, and in which order it happens.

This is written from the rules alone. The script is written elsewhere, acted out, and held against
this; neither may be derived from the other, or the comparison would prove nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.avalon.roles import (
    ASSASSIN,
    LANCELOT_EVIL,
    LANCELOT_GOOD,
    MERLIN,
    MINION,
    MORDRED,
    MORGANA,
    OBERON,
    PERCIVAL,
)
from companion.games.avalon.setup import Lancelot, Setup, deck


class SeenAs(Enum):
    """What a player is recognised as; a role itself is never told."""

    EVIL = "evil"
    MAYBE_MERLIN = "maybe_merlin"  # for certain when nobody else shows
    LANCELOT = "lancelot"


@dataclass(frozen=True, slots=True)
class Sight:
    """One player seen: the role that player holds, and what the observer takes the player for."""

    role: str
    seen_as: SeenAs


_ALLIES: Final = dict.fromkeys((ASSASSIN, MORGANA, MORDRED, MINION), SeenAs.EVIL)
_BOUND_EVIL: Final = {**_ALLIES, LANCELOT_EVIL: SeenAs.EVIL}

# observer -> whom this role recognises, when that character is in play
_SEES: Final[Mapping[str, Mapping[str, SeenAs]]] = {
    MERLIN: {
        ASSASSIN: SeenAs.EVIL,
        MORGANA: SeenAs.EVIL,
        OBERON: SeenAs.EVIL,
        MINION: SeenAs.EVIL,
        LANCELOT_EVIL: SeenAs.EVIL,
    },
    PERCIVAL: {MERLIN: SeenAs.MAYBE_MERLIN, MORGANA: SeenAs.MAYBE_MERLIN},
    ASSASSIN: _BOUND_EVIL,
    MORGANA: _BOUND_EVIL,
    MORDRED: _BOUND_EVIL,
    MINION: _BOUND_EVIL,
}

# In the third variant the Lancelots wake with their side, and know each other.
_LANCELOTS_SEE: Final[Mapping[str, Mapping[str, SeenAs]]] = {
    LANCELOT_EVIL: {**_ALLIES, LANCELOT_GOOD: SeenAs.LANCELOT},
    LANCELOT_GOOD: {LANCELOT_EVIL: SeenAs.LANCELOT},
}


def sights(setup: Setup) -> dict[str, tuple[Sight, ...]]:
    """For each role in play, every other player that it recognises and as what."""
    in_play = Counter(deck(setup))
    hidden = _hidden_pairs(setup)
    visibility = {**_SEES, **_LANCELOTS_SEE} if setup.lancelot is Lancelot.V3 else _SEES
    return {
        observer: tuple(
            Sight(role, seen_as)
            for role, seen_as in visibility.get(observer, {}).items()
            if (observer, role) not in hidden
            for _ in range(in_play[role] - (role == observer))
        )
        for observer in in_play
    }


def knowledge(setup: Setup) -> dict[str, tuple[str, ...]]:
    """For each role in play, the roles of all players it recognises; two Minions are two entries."""
    return {observer: tuple(sight.role for sight in observed) for observer, observed in sights(setup).items()}


def night_steps(setup: Setup) -> tuple[str, ...]:
    """The steps of this table's night in the one order the rules allow."""
    merlin, percival = setup.options.merlin, PERCIVAL in setup.roles or setup.options.percival_decoy
    return (
        *("ALL_CLOSE", "EVIL_OPEN", "EVIL_CLOSE", "CHECK_CLOSED"),
        *(_MERLINS_PART if merlin else ()),
        *(_PERCIVALS_PART if merlin and percival else ()),
        *(("LANCELOTS_OPEN", "LANCELOTS_CLOSE") if setup.lancelot is Lancelot.V3 else ()),
        "ALL_OPEN",
    )


_MERLINS_PART: Final = ("EVIL_THUMBS", "MERLIN_OPEN", "EVIL_THUMBS_DOWN", "MERLIN_CLOSE", "CHECK_CLOSED")
_PERCIVALS_PART: Final = (
    *("MERLIN_THUMBS", "PERCIVAL_OPEN", "MERLIN_THUMBS_DOWN", "PERCIVAL_CLOSE", "CHECK_CLOSED"),
)


def _hidden_pairs(setup: Setup) -> set[tuple[str, str]]:
    """Pairs (observer, role) that this table's options and variant take out of the rules' table."""
    hidden = set()
    if not setup.options.oberon_seen_by_merlin:
        hidden.add((MERLIN, OBERON))
    if setup.lancelot is not Lancelot.V3 and not setup.options.evil_lancelot_seen_by_merlin:
        hidden.add((MERLIN, LANCELOT_EVIL))
    if not setup.options.merlin:
        hidden.add((PERCIVAL, MORGANA))
    return hidden
