"""What can happen at the table during a game, each with the name its record carries.

Seats count from 0 clockwise, quests from 1. No move says who is who, but `Roles` after the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.avalon.roles import Side


@dataclass(frozen=True, slots=True)
class Propose:
    """The leader names a team; with Targeting also its quest, with Excalibur also who carries it."""

    team: tuple[int, ...]
    quest: int | None = None
    excalibur: int | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """The seats that approved, or only whether the team was approved: one of the two."""

    approve: tuple[int, ...] | None = None
    approved: bool | None = None


@dataclass(frozen=True, slots=True)
class Quest:
    """The cards are shown. `excalibur_on` is whom the holder of Excalibur made swap, if anybody."""

    fails: int
    excalibur_on: int | None = None


@dataclass(frozen=True, slots=True)
class Lady:
    """The holder of the Lady looks at this player's loyalty, and the token goes there."""

    target: int


@dataclass(frozen=True, slots=True)
class Loyalty:
    """Lancelot's first variant: the card turned over for this round."""

    switch: bool


@dataclass(frozen=True, slots=True)
class LoyaltyRow:
    """Lancelot's second variant: the five cards laid open before the first round, in their order."""

    switches: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """The round's plot cards have been drawn: an answer to a reminder, nothing waits for it."""

    cards: int


@dataclass(frozen=True, slots=True)
class Assassinate:
    """Evil names a player; `hit` if that was Merlin."""

    target: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Cheat:
    """Somebody of this side showed a wrong loyalty card on purpose."""

    side: Side


@dataclass(frozen=True, slots=True)
class Correct:
    """The table sets the leader or the vote track right: a house rule, a plot card, a slip."""

    leader: int | None = None
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class Roles:
    """After the end: the card of each seat."""

    roles: tuple[str, ...]


Move = Propose | Vote | Quest | Lady | Loyalty | LoyaltyRow | Plot | Assassinate | Cheat | Correct | Roles

MOVE_TYPES: Mapping[str, type[Move]] = {
    "propose": Propose,
    "vote": Vote,
    "quest": Quest,
    "lady": Lady,
    "loyalty": Loyalty,
    "loyalty_row": LoyaltyRow,
    "plot": Plot,
    "assassinate": Assassinate,
    "cheat": Cheat,
    "correct": Correct,
    "roles": Roles,
}
