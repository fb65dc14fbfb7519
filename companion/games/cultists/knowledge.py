"""What the rules say of the night: who learns what about whom, and in which order it happens.

This is written from the rules alone. The script is written elsewhere, acted out, and held against
this; neither may be derived from the other, or the comparison would prove nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.cultists.decks import numbers
from companion.games.cultists.roles import CULTIST, SEER
from companion.games.cultists.setup import Setup, role_tokens


class SeenAs(Enum):
    """What a player is recognised as; there is only one thing to be known in this night."""

    CULTIST = "cultist"


@dataclass(frozen=True, slots=True)
class Sight:
    """One player seen: the role that player holds, and what the observer takes the player for."""

    role: str
    seen_as: SeenAs


_SEE_CULTISTS: Final = (CULTIST, SEER)


def sights(setup: Setup, automa: str | None = None) -> dict[str, tuple[Sight, ...]]:
    """For each role that a person holds, every other player that it recognises and as what.

    `automa` is the role of the token that the Automa was dealt: it has neither eyes nor thumbs, so it
    sees nobody and nobody sees it. Without it all tokens are taken to be with people.
    """
    people = Counter(role_tokens(setup))
    if automa is not None:
        people[automa] -= 1
    return {
        observer: (Sight(CULTIST, SeenAs.CULTIST),) * (people[CULTIST] - (observer == CULTIST))
        if observer in _SEE_CULTISTS
        else ()
        for observer in +people
    }


def knowledge(setup: Setup, automa: str | None = None) -> dict[str, tuple[str, ...]]:
    """For each role that a person holds, the roles of all players it recognises."""
    return {observer: tuple(s.role for s in observed) for observer, observed in sights(setup, automa).items()}


def automa_roles(setup: Setup) -> tuple[str, ...]:
    """Every token the Automa may have been dealt; none where it does not play."""
    return tuple(dict.fromkeys(role_tokens(setup))) if setup.automa else ()


def roles_seeing_automa(setup: Setup) -> tuple[str, ...]:
    """The roles that learn whether the Automa is a Cultist: of two, they see one too few.

    With a single Cultist nobody can tell, for then nobody wakes at all.
    """
    if not setup.automa or numbers(setup).cultists < 2:
        return ()
    return tuple(role for role in _SEE_CULTISTS if role in role_tokens(setup))


def decks_turned(setup: Setup) -> bool:
    """Whether all decks show their bottom cards at night, the Automa's in the hands of its left neighbour."""
    return numbers(setup).pulse_pool is not None


def roles_seeing_dead(setup: Setup, automa: str | None = None) -> tuple[str, ...]:
    """The roles that see in the night who is dead from the start. Decks are covered before the Seer looks."""
    return (CULTIST,) if decks_turned(setup) and CULTIST in sights(setup, automa) else ()


def night_steps(setup: Setup) -> tuple[str, ...]:
    """The steps of this table's night in the one order the rules allow.

    The Seer's part is also held when it may be the Automa's token: nobody can know. Nobody is awake when
    all are told to open their eyes.
    """
    seer = SEER in role_tokens(setup)
    return (
        *("ALL_CLOSE", "CULTISTS_OPEN"),
        *(("CULTISTS_CLOSE_COVER", "SEER_OPEN", "SEER_CLOSE") if seer else ("CULTISTS_CLOSE",)),
        "ALL_OPEN",
    )
