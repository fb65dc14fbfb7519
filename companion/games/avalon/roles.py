"""The characters and the numbers of Avalon, as data.

A role is named by its id everywhere: in set-ups, records, cues and catalogue keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Side(Enum):
    GOOD = "good"
    EVIL = "evil"


MERLIN: Final = "merlin"
PERCIVAL: Final = "percival"
SERVANT: Final = "servant"
ASSASSIN: Final = "assassin"
MORGANA: Final = "morgana"
MORDRED: Final = "mordred"
OBERON: Final = "oberon"
MINION: Final = "minion"
LANCELOT_GOOD: Final = "lancelot_good"
LANCELOT_EVIL: Final = "lancelot_evil"


class RoleUse(Enum):
    """How a character comes into the game."""

    REQUIRED = "locked"  # in every game (Merlin may be left out by an option)
    OPTIONAL = "chosen"  # in if the table wants it
    PAIR = "pair"  # the two Lancelots, brought in together by their variant
    FILLER = "fills"  # takes the seats that are left


@dataclass(frozen=True, slots=True)
class Role:
    id: str
    side: Side
    use: RoleUse
    card_count: int = 1  # copies in the box
    helped_side: Side | None = (
        None  # the side that is better off with it; of the Lancelots the variant decides
    )


# In the order in which lists show them: Good first, each side from its captain down.
ROLES: Final[Mapping[str, Role]] = {
    role.id: role
    for role in (
        Role(MERLIN, Side.GOOD, RoleUse.REQUIRED),
        Role(PERCIVAL, Side.GOOD, RoleUse.OPTIONAL, helped_side=Side.GOOD),
        Role(LANCELOT_GOOD, Side.GOOD, RoleUse.PAIR),
        Role(SERVANT, Side.GOOD, RoleUse.FILLER, card_count=5),
        Role(ASSASSIN, Side.EVIL, RoleUse.REQUIRED),
        Role(MORGANA, Side.EVIL, RoleUse.OPTIONAL, helped_side=Side.EVIL),
        Role(MORDRED, Side.EVIL, RoleUse.OPTIONAL, helped_side=Side.EVIL),
        # Evil, but unknown to Evil: a seat that does little for its own side.
        Role(OBERON, Side.EVIL, RoleUse.OPTIONAL, helped_side=Side.GOOD),
        Role(LANCELOT_EVIL, Side.EVIL, RoleUse.PAIR),
        Role(MINION, Side.EVIL, RoleUse.FILLER, card_count=3),
    )
}


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the player count decides; quests count from 1."""

    good: int
    evil: int
    teams: tuple[int, int, int, int, int]
    fails: tuple[int, int, int, int, int]

    @property
    def players(self) -> int:
        return self.good + self.evil

    @property
    def approvals_needed(self) -> int:
        """A strict majority: a tie refuses the team."""
        return self.players // 2 + 1

    def seats(self, side: Side) -> int:
        return self.good if side is Side.GOOD else self.evil

    def team_size(self, quest: int) -> int:
        return self.teams[quest - 1]

    def fails_needed(self, quest: int) -> int:
        return self.fails[quest - 1]


MIN_PLAYERS: Final = 5
MAX_PLAYERS: Final = 10
NUMBERS: Final[Mapping[int, Numbers]] = {
    #          good evil  team of each quest  fails that sink it
    5: Numbers(3, 2, (2, 3, 2, 3, 3), (1, 1, 1, 1, 1)),
    6: Numbers(4, 2, (2, 3, 4, 3, 4), (1, 1, 1, 1, 1)),
    7: Numbers(4, 3, (2, 3, 3, 4, 4), (1, 1, 1, 2, 1)),
    8: Numbers(5, 3, (3, 4, 4, 5, 5), (1, 1, 1, 2, 1)),
    9: Numbers(6, 3, (3, 4, 4, 5, 5), (1, 1, 1, 2, 1)),
    10: Numbers(6, 4, (3, 4, 4, 5, 5), (1, 1, 1, 2, 1)),
}


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready set of characters."""

    id: str
    roles: tuple[str, ...]


def list_presets(players: int) -> tuple[Preset, ...]:
    """Sets in common use at this table size: the box's own first game, then what groups settle on."""
    common, *others = _COMMON[players]
    return (
        Preset("first_game", ()),
        Preset("usual", common),
        *(Preset("alternative", roles) for roles in others),
    )


_COMMON: Final[Mapping[int, tuple[tuple[str, ...], ...]]] = {
    5: ((PERCIVAL, MORGANA), (PERCIVAL, MORDRED)),
    6: ((PERCIVAL, MORGANA),),
    7: ((PERCIVAL, MORGANA, OBERON), (PERCIVAL, MORGANA)),
    8: ((PERCIVAL, MORGANA), (PERCIVAL, MORGANA, MORDRED)),
    9: ((PERCIVAL, MORGANA, MORDRED),),
    10: ((PERCIVAL, MORGANA, MORDRED, OBERON),),
}
