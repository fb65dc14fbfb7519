"""Moves of Among Cultists with their record names, and the names of rooms and shelves.

Seats count from 0 clockwise, the Automa's is the last; rounds count from 1. Rooms and shelves are named by
colour, with a number if there are several: `orange`, `blue_2`. Boards differ, so every colour and number is
accepted. No move reveals a role, except what the rules reveal to everybody, and `Roles` after the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final


class Colour(Enum):
    LIGHT_BLUE = "light_blue"  # the Dining Hall: votes are started here
    RED = "red"  # the Security Room: camera and power
    GREEN = "green"  # where the Gate opens
    BLUE = "blue"
    PINK = "pink"
    ORANGE = "orange"


# More rooms of one colour than any board has.
_NUMBERS: Final = tuple(str(number) for number in range(1, 10))


def colour_of(place: str) -> Colour | None:
    """Return the colour of a room or shelf name, None if the name is invalid."""
    name, _, number = place.rpartition("_")
    colours = {colour.value: colour for colour in Colour}
    if number in _NUMBERS:
        return colours.get(name)
    return colours.get(place)


class Keep(Enum):
    """The holder of the Knife keeps the own vote. Distinct from null: changed to an abstention."""

    KEEP = "keep"


class HazardCard(Enum):
    """Kind of a hazard card."""

    SUCCESS = "success"
    FAILURE = "failure"
    SABOTAGE = "sabotage"


class Reached(Enum):
    """Whether as many Investigators are dead as the Cultists need to win, and since when."""

    NO = "no"
    THIS_ROUND = "this_round"
    EARLIER = "earlier"


# The round --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Next:
    """End the phase."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event token was drawn. `colour` occurs only in older records, as in `Entrances`."""

    event: str
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Entrances:
    """Only in older records: the colour that secret entrances were thought to join.

    No effect, because they join the rooms of every colour.
    """

    colour: Colour


@dataclass(frozen=True, slots=True)
class PowerRestored:
    by: int | None = None


@dataclass(frozen=True, slots=True)
class GateClosed:
    """Two living characters in the green room close the Gate, using both their actions."""

    by: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct the state: a house rule, an effect that only the players know, a mistake.

    `closes_in` is the number of rounds an open Gate still gives, this one included.
    """

    points: int | None = None
    target: int | None = None
    knife: int | None = None
    round: int | None = None
    power: bool | None = None
    closes_in: int | None = None


# The building -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Explored:
    """A room received its third card for the first time: its token is turned over."""

    room: str


@dataclass(frozen=True, slots=True)
class ShelfValue:
    """Capacity of a shelf on this board, and its victory points when full."""

    shelf: str
    books: int
    points: int


@dataclass(frozen=True, slots=True)
class Shelves:
    """Shelves as printed on the board; any number of them, at any time."""

    shelves: tuple[ShelfValue, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """Put a book on this shelf of the library."""

    shelf: str


@dataclass(frozen=True, slots=True)
class BookBack:
    """Sabotage: return a book of this shelf to its room."""

    shelf: str


@dataclass(frozen=True, slots=True)
class ShelfCompleted:
    """A shelf is full, for players who do not count its books; `points` only if not known yet."""

    shelf: str
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Hazard:
    """A hazard card was resolved; on a failure `room` gets the Cultist token."""

    card: HazardCard
    room: str | None = None


@dataclass(frozen=True, slots=True)
class Confronted:
    """Remove the Cultist token in this room from the game."""

    room: str
    by: int | None = None


@dataclass(frozen=True, slots=True)
class FishmanScared:
    """The holder of the Knife drives the Fishman back into the lake."""


# Life and death ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dead:
    """A check showed that this character is dead: it becomes a Ghost, and everybody votes."""

    seat: int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote by ballots (target of each seat, null for an abstention) or by counts (votes by target seat).

    Ballots are the players', or all seats' with the Automa's abstention last, before the effect of the
    Knife. Counts include every effect. `called_by` started the vote in the Dining Hall.
    """

    ballots: tuple[int | None, ...] | None = None
    knife_changes_to: int | Keep | None = Keep.KEEP
    counts: Mapping[str, int] | None = field(default=None, hash=False)
    abstentions: int | None = None
    called_by: int | None = None


@dataclass(frozen=True, slots=True)
class Assassinate:
    """The Assassin shows the own token and kills a character in the same place."""

    target: int
    by: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """Whether this Ghost was the last living Cultist: the only role that the rules reveal."""

    seat: int
    last_cultist: bool


# The end ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declare:
    """The only Cultist claims enough dead; `right` is the result of checking the pulse decks."""

    seat: int
    right: bool


@dataclass(frozen=True, slots=True)
class Kills:
    """Result of checking the pulse decks: were enough Investigators dead?"""

    reached: Reached


@dataclass(frozen=True, slots=True)
class SeerGuess:
    """The Cultists name the Seer; `hit` if they are right."""

    target: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Roles:
    """The role token of each seat after the end, the Automa's last."""

    roles: tuple[str, ...]


Move = (
    Next
    | Event
    | Entrances
    | PowerRestored
    | GateClosed
    | Correct
    | Explored
    | Shelves
    | Book
    | BookBack
    | ShelfCompleted
    | Hazard
    | Confronted
    | FishmanScared
    | Dead
    | Vote
    | Assassinate
    | Revealed
    | Declare
    | Kills
    | SeerGuess
    | Roles
)

MOVE_TYPES: Mapping[str, type[Move]] = {
    "next": Next,
    "event": Event,
    "entrances": Entrances,
    "power_restored": PowerRestored,
    "gate_closed": GateClosed,
    "correct": Correct,
    "explored": Explored,
    "shelves": Shelves,
    "book": Book,
    "book_back": BookBack,
    "shelf_completed": ShelfCompleted,
    "hazard": Hazard,
    "confronted": Confronted,
    "fishman_scared": FishmanScared,
    "dead": Dead,
    "vote": Vote,
    "assassinate": Assassinate,
    "revealed": Revealed,
    "declare": Declare,
    "kills": Kills,
    "seer_guess": SeerGuess,
    "roles": Roles,
}
