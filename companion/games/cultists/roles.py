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
    """`loyalty_side` and `loyalty_points` are the loyalty: whom the role helps, whichever side its holder
    plays for.

    Every role but the Cultist sits in an Investigator's seat.
    """

    id: str
    loyalty_side: Side | None = None
    loyalty_points: int = 0
    is_loyalty_printed: bool = True  # False: the loyalty was worked out from the recommended sets
    has_known_ability: bool = False  # whether the app knows what the role does; if not, its token says it
    tokens: int = 1

    @property
    def is_special(self) -> bool:
        return self.id not in (INVESTIGATOR, CULTIST)


# In the order in which lists show them.
ROLES: Final[Mapping[str, Role]] = {
    role.id: role
    for role in (
        Role(CULTIST, has_known_ability=True, tokens=2),
        Role(INVESTIGATOR, has_known_ability=True, tokens=6),
        Role(SEER, is_loyalty_printed=False, has_known_ability=True),
        Role(ENGINEER, Side.INVESTIGATORS, 3),
        Role(FIRESTARTER, Side.CULTISTS, 2),
        Role(ASSASSIN, is_loyalty_printed=False, has_known_ability=True),
        Role(FISH, Side.CULTISTS, 1),
        Role(BEAST, Side.CULTISTS, 1, is_loyalty_printed=False),
        Role(CHICKEN, Side.CULTISTS, 1),
        Role(DOLL, Side.INVESTIGATORS, 1, is_loyalty_printed=False),
        Role(ZOMBIE, Side.INVESTIGATORS, 1, is_loyalty_printed=False),
        Role(SUPERGHOST, Side.INVESTIGATORS, 1, is_loyalty_printed=False),
    )
}
SPECIALS: Final = tuple(role.id for role in ROLES.values() if role.is_special)


def ability_key(role: str) -> str:
    """The catalogue key of what a role does; for most the app can only point at the token."""
    return f"cultists.role.{role}.does" if ROLES[role].has_known_ability else "cultists.role.see_token"


# Ready sets ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecommendedRoles:
    """Special roles that are always in, and three of which one is drawn by chance."""

    always: tuple[str, ...]
    one_of: tuple[str, ...] = ()


_MISFIT_ROLES: Final = (FISH, BEAST, CHICKEN)
_UNDYING_ROLES: Final = (DOLL, ZOMBIE, SUPERGHOST)
# By seats, the Automa's counted.
RECOMMENDED: Final[Mapping[int, RecommendedRoles]] = {
    5: RecommendedRoles((SEER,), _MISFIT_ROLES),
    6: RecommendedRoles((SEER, FIRESTARTER), _UNDYING_ROLES),
    7: RecommendedRoles((FIRESTARTER, ASSASSIN), _MISFIT_ROLES),
    8: RecommendedRoles((SEER, ENGINEER, FIRESTARTER, ASSASSIN)),
}
_FIRST_GAME: Final[Mapping[int, tuple[str, ...]]] = {5: (SEER,), 6: (SEER,), 7: (), 8: (SEER,)}


def recommended_roles(seats: int, pick: int = 0, *, automa: bool = False) -> tuple[str, ...]:
    """The recommended special roles. The caller draws `pick_random`; it counts round the three candidates."""
    ready = RECOMMENDED[seats]
    random_role = (ready.one_of[pick % len(ready.one_of)],) if ready.one_of else ()
    return _in_list_order(_without_idle_seer((*ready.always, *random_role), seats, automa))


def first_game_roles(seats: int, *, automa: bool = False) -> tuple[str, ...]:
    """The special roles of a first game."""
    return _without_idle_seer(_FIRST_GAME[seats], seats, automa)


# So many people play without the Seer.
PLAYERS_WITHOUT_SEER: Final = 7


def is_seer_allowed(seats: int, *, automa: bool) -> bool:
    """Whether the rules have a Seer at this table.

    Seven play without one, and so does the Automa with a single Cultist; with two Cultists and the
    Automa the Seer may be in.
    """
    return automa if seats == PLAYERS_WITHOUT_SEER else not automa


def _without_idle_seer(roles: Iterable[str], seats: int, automa: bool) -> tuple[str, ...]:
    return tuple(role for role in roles if role != SEER or is_seer_allowed(seats, automa=automa))


def _in_list_order(roles: Iterable[str]) -> tuple[str, ...]:
    selected = set(roles)
    return tuple(role for role in ROLES if role in selected)


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


MAX_LOYALTY_PER_SIDE: Final = 5
# The total an expert's set should have, by seats.
TARGET_BALANCE: Final[Mapping[int, int]] = {5: -1, 6: -1, 7: -3, 8: 1}


def compute_balance(roles: Iterable[str]) -> Balance:
    """Names that are no roles weigh nothing."""
    known_roles = [ROLES[name] for name in roles if name in ROLES]
    return Balance(
        sum(role.loyalty_points for role in known_roles if role.loyalty_side is Side.INVESTIGATORS),
        sum(role.loyalty_points for role in known_roles if role.loyalty_side is Side.CULTISTS),
        tuple(role.id for role in known_roles if not role.is_loyalty_printed),
    )
