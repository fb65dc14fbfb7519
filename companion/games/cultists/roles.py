"""The roles of Among Cultists as data: tokens, loyalties, ready sets and their balance.

A role is named by its id everywhere: in set-ups, records, cues and catalogue keys. What most special
roles do is printed on their tokens and nowhere we know of, so it is not here either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

INVESTIGATOR: Final = "investigator"
CULTIST: Final = "cultist"
SEER: Final = "seer"
ENGINEER: Final = "engineer"
FIRESTARTER: Final = "firestarter"
ASSASSIN: Final = "assassin"
FISH: Final = "fish"
BEAST: Final = "beast"
CHICKEN: Final = "chicken"
DOLL: Final = "doll"
ZOMBIE: Final = "zombie"
SUPERGHOST: Final = "superghost"


class Side(Enum):
    INVESTIGATORS = "investigators"
    CULTISTS = "cultists"


@dataclass(frozen=True, slots=True)
class Role:
    """`leans` and `points` are the loyalty: whom the role helps, whichever side its holder plays for.

    Every role but the Cultist sits in an Investigator's seat.
    """

    id: str
    leans: Side | None = None
    points: int = 0
    printed: bool = True  # False: the loyalty was worked out from the recommended sets
    known: bool = False  # whether the app knows what the role does; if not, its token says it
    tokens: int = 1

    @property
    def special(self) -> bool:
        return self.id not in (INVESTIGATOR, CULTIST)


# In the order in which lists show them.
ROLES: Final[Mapping[str, Role]] = {
    role.id: role
    for role in (
        Role(CULTIST, known=True, tokens=2),
        Role(INVESTIGATOR, known=True, tokens=6),
        Role(SEER, printed=False, known=True),
        Role(ENGINEER, Side.INVESTIGATORS, 3),
        Role(FIRESTARTER, Side.CULTISTS, 2),
        Role(ASSASSIN, printed=False, known=True),
        Role(FISH, Side.CULTISTS, 1),
        Role(BEAST, Side.CULTISTS, 1, printed=False),
        Role(CHICKEN, Side.CULTISTS, 1),
        Role(DOLL, Side.INVESTIGATORS, 1, printed=False),
        Role(ZOMBIE, Side.INVESTIGATORS, 1, printed=False),
        Role(SUPERGHOST, Side.INVESTIGATORS, 1, printed=False),
    )
}
SPECIALS: Final = tuple(role.id for role in ROLES.values() if role.special)


def does_key(role: str) -> str:
    """The catalogue key of what a role does; for most the app can only point at the token."""
    return f"cultists.role.{role}.does" if ROLES[role].known else "cultists.role.see_token"


# Ready sets ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recommended:
    """Special roles that are always in, and three of which one is drawn by chance."""

    always: tuple[str, ...]
    one_of: tuple[str, ...] = ()


_MISFITS: Final = (FISH, BEAST, CHICKEN)
_UNDYING: Final = (DOLL, ZOMBIE, SUPERGHOST)
# By seats, the Automa's counted.
RECOMMENDED: Final[Mapping[int, Recommended]] = {
    5: Recommended((SEER,), _MISFITS),
    6: Recommended((SEER, FIRESTARTER), _UNDYING),
    7: Recommended((FIRESTARTER, ASSASSIN), _MISFITS),
    8: Recommended((SEER, ENGINEER, FIRESTARTER, ASSASSIN)),
}
_FIRST_GAME: Final[Mapping[int, tuple[str, ...]]] = {5: (SEER,), 6: (SEER,), 7: (), 8: (SEER,)}


def recommended(seats: int, pick: int = 0, *, automa: bool = False) -> tuple[str, ...]:
    """The recommended special roles. The caller draws `pick`; it counts round the three candidates."""
    ready = RECOMMENDED[seats]
    drawn = (ready.one_of[pick % len(ready.one_of)],) if ready.one_of else ()
    return _in_order(_without_idle_seer((*ready.always, *drawn), seats, automa))


def first_game(seats: int, *, automa: bool = False) -> tuple[str, ...]:
    """The special roles of a first game."""
    return _without_idle_seer(_FIRST_GAME[seats], seats, automa)


# So many people play without the Seer.
WITHOUT_SEER: Final = 7


def seer_fits(seats: int, *, automa: bool) -> bool:
    """Whether the rules have a Seer at this table.

    Seven play without one, and so does the Automa with a single Cultist; with two Cultists and the
    Automa the Seer may be in.
    """
    return automa if seats == WITHOUT_SEER else not automa


def _without_idle_seer(roles: Iterable[str], seats: int, automa: bool) -> tuple[str, ...]:
    return tuple(role for role in roles if role != SEER or seer_fits(seats, automa=automa))


def _in_order(roles: Iterable[str]) -> tuple[str, ...]:
    chosen = set(roles)
    return tuple(role for role in ROLES if role in chosen)


# Balance ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Balance:
    """The loyalties of a set, summed for each side."""

    investigators: int
    cultists: int
    derived: tuple[str, ...] = ()  # the roles whose loyalty is not printed

    @property
    def total(self) -> int:
        """Above zero the set leans to the Investigators, below zero to the Cultists."""
        return self.investigators - self.cultists


MOST_A_SIDE: Final = 5
# The total an expert's set should have, by seats.
TARGET: Final[Mapping[int, int]] = {5: -1, 6: -1, 7: -3, 8: 1}


def balance(roles: Iterable[str]) -> Balance:
    """Names that are no roles weigh nothing."""
    known = [ROLES[name] for name in roles if name in ROLES]
    return Balance(
        sum(role.points for role in known if role.leans is Side.INVESTIGATORS),
        sum(role.points for role in known if role.leans is Side.CULTISTS),
        tuple(role.id for role in known if not role.printed),
    )
