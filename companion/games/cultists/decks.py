"""The cards and numbers of Among Cultists, decided by how many seats there are.

The Automa's seat counts: four players with it have the numbers of five, six with it those of seven.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final, Protocol

from companion.core.game import BadSetup, error


@dataclass(frozen=True, slots=True)
class Cards:
    alive: int = 0
    dead: int = 0
    success: int = 0
    failure: int = 0
    sabotage: int = 0
    route: int = 0

    def __add__(self, other: Cards) -> Cards:
        return Cards(*(getattr(self, kind) + getattr(other, kind) for kind in CARD_KINDS))

    def __mul__(self, times: int) -> Cards:
        return Cards(*(getattr(self, kind) * times for kind in CARD_KINDS))

    @property
    def total(self) -> int:
        return sum(self.counts().values())

    def counts(self) -> dict[str, int]:
        """The kinds of card that are there, each with its number."""
        return {kind: number for kind in CARD_KINDS if (number := getattr(self, kind))}

    def is_subset_of(self, other: Cards) -> bool:
        return all(getattr(self, kind) <= getattr(other, kind) for kind in CARD_KINDS)


CARD_KINDS: Final = tuple(field.name for field in fields(Cards))
# All cards in the box, the brown dividers aside.
BOX_CARDS: Final = Cards(alive=73, dead=9, success=63, failure=20, sabotage=7, route=10)
HAZARD_DECK: Final = Cards(success=1, failure=1)
ROUNDS: Final = 10


class Knife(Enum):
    """What the Knife does in a vote: its holder may change the own vote, or the vote counts double."""

    CHANGE = "change"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class Numbers:
    cultists: int
    investigators: int
    points: int  # the Investigators win with so many victory points
    kills: int  # the Cultists win with so many dead Investigators
    gate_rounds: int  # rounds within which an open gate must be closed
    knife: Knife
    investigator_deck: Cards  # for each Investigator
    cultist_deck: Cards  # for each Cultist
    pulse_pool: Cards | None  # None: nobody has a card under the deck, and nobody starts dead
    room_start: Cards  # one a room; the draw pile is made of the same
    plain_rooms: int  # room tokens without the hazard icon
    hazard_rooms: int  # room tokens with it

    @property
    def seats(self) -> int:
        return self.cultists + self.investigators

    @property
    def rooms(self) -> int:
        return self.plain_rooms + self.hazard_rooms

    @property
    def draw_pile(self) -> Cards:
        return self.room_start

    @property
    def dead_at_start(self) -> range:
        """How many Investigators may be dead before the first round.

        Each Cultist gets an Alive card of the pool. The rest is dealt blindly to the Investigators,
        and what is left over goes back unseen.
        """
        pool = self.pulse_pool
        if pool is None:
            return range(1)
        left_over = pool.total - self.seats
        return range(max(0, pool.dead - left_over), pool.dead + 1)

    def cards(self, *, hazard: bool = True) -> Cards:
        """Everything that leaves the box; a first game has no hazard deck."""
        return (
            self.investigator_deck * self.investigators
            + self.cultist_deck * self.cultists
            + (self.pulse_pool or Cards())
            + self.room_start
            + self.draw_pile
            + (HAZARD_DECK if hazard else Cards())
        )


_SMALL: Final = (
    Cards(alive=7, success=8, route=1),
    Cards(alive=4, dead=3, success=2, failure=4, sabotage=2, route=1),
)
_LARGE: Final = (
    Cards(alive=9, success=8, route=1),
    Cards(alive=6, dead=3, success=2, failure=4, sabotage=2, route=1),
)
NUMBERS: Final[Mapping[int, Numbers]] = {
    5: Numbers(
        *(1, 4, 10, 3, 3, Knife.CHANGE, *_SMALL),
        pulse_pool=Cards(alive=5, dead=1),
        room_start=Cards(success=5, failure=3, sabotage=1),
        plain_rooms=5,
        hazard_rooms=4,
    ),
    6: Numbers(
        *(1, 5, 12, 4, 3, Knife.CHANGE, *_SMALL),
        pulse_pool=Cards(alive=5, dead=2),
        room_start=Cards(success=4, failure=4, sabotage=1),
        plain_rooms=4,
        hazard_rooms=5,
    ),
    7: Numbers(
        *(2, 5, 12, 4, 2, Knife.DOUBLE, *_LARGE),
        pulse_pool=None,
        room_start=Cards(success=5, failure=4, sabotage=1),
        plain_rooms=6,
        hazard_rooms=4,
    ),
    8: Numbers(
        *(2, 6, 13, 5, 2, Knife.DOUBLE, *_LARGE),
        pulse_pool=Cards(alive=7, dead=1),
        room_start=Cards(success=5, failure=5, sabotage=1),
        plain_rooms=5,
        hazard_rooms=6,
    ),
}


class HasSeats(Protocol):
    """A set-up, as far as the numbers go; the set-up itself is built on them."""

    @property
    def seats(self) -> int: ...


def numbers(setup: HasSeats) -> Numbers:
    """The numbers of this table. Raises `BadSetup` if there are none for so many seats."""
    if setup.seats not in NUMBERS:
        raise BadSetup(error("cultists.problem.no_numbers", seats=setup.seats))
    return NUMBERS[setup.seats]
