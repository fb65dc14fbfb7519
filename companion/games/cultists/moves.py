"""What can happen at the table during a game, each with the name its record carries.

Seats count from 0 clockwise, the Automa's is the last; rounds count from 1. Rooms and shelves are named by
their colour, with a number where there are several: `orange`, `blue_2`. No move says who is who, but where
the rules show it to everybody, and `Roles` after the end.

The colours of the building and how rooms and shelves are named: `orange`, `blue_2`.

Which rooms a board has is printed on it and known to nobody else, so any colour and number may be named.
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


# More rooms of one colour than any board can have.
_NUMBERS: Final = tuple(str(number) for number in range(1, 10))


def colour_of(place: str) -> Colour | None:
    """The colour of a room or shelf, None if this is no name for one."""
    name, _, number = place.rpartition("_")
    colours = {colour.value: colour for colour in Colour}
    if number in _NUMBERS:
        return colours.get(name)
    return colours.get(place)


class Keep(Enum):
    """The holder of the Knife lets the own vote stand. Null says something else: changed to an abstention."""

    KEEP = "keep"


class HazardCard(Enum):
    """What a hazard card shows."""

    SUCCESS = "success"
    FAILURE = "failure"
    SABOTAGE = "sabotage"


class Reached(Enum):
    """Whether enough Investigators are dead, and since when."""

    NO = "no"
    THIS_ROUND = "this_round"
    EARLIER = "earlier"


# The round --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Next:
    """The phase is over."""


@dataclass(frozen=True, slots=True)
class Event:
    """A token was drawn from the bag. `colour` stands in older records only, as in `Entrances`."""

    event: str
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Entrances:
    """In older records: the one colour that secret entrances were thought to join. It changes nothing,
    for they join the rooms of every colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class PowerRestored:
    by: int | None = None


@dataclass(frozen=True, slots=True)
class GateClosed:
    """Two living characters in the green room close the Gate, with both their actions."""

    by: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """The table sets something right: a house rule, an effect only the table knows, a slip.

    `closes_in` is how many rounds an open Gate still gives, this one included.
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
    """The third card lies at a room for the first time: its token is turned over."""

    room: str


@dataclass(frozen=True, slots=True)
class ShelfValue:
    """How many books a shelf of this table's board takes, and its victory points when full."""

    shelf: str
    books: int
    points: int


@dataclass(frozen=True, slots=True)
class Shelves:
    """Shelves as printed on the board; any number of them, any time."""

    shelves: tuple[ShelfValue, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A book goes to this shelf of the library."""

    shelf: str


@dataclass(frozen=True, slots=True)
class BookBack:
    """Sabotage: a book of this shelf goes back to its room."""

    shelf: str


@dataclass(frozen=True, slots=True)
class ShelfCompleted:
    """A shelf is full, for tables that do not count its books; `points` only if they are not known yet."""

    shelf: str
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Hazard:
    """A card of the hazard deck was resolved; on a failure `room` gets the Cultist token."""

    card: HazardCard
    room: str | None = None


@dataclass(frozen=True, slots=True)
class Confronted:
    """The Cultist token in this room is out of the game."""

    room: str
    by: int | None = None


@dataclass(frozen=True, slots=True)
class FishmanScared:
    """The holder of the Knife drives the Fishman back into the lake."""


# Life and death ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dead:
    """A check showed that this character is dead: a Ghost from now on, and everybody votes."""

    seat: int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """By ballot: the target of each seat, null for an abstention. Or counted: votes by target seat.

    Ballots are the players', or all seats' with the Automa's abstention last. They are those before the
    Knife; counts are those after it, with everything in. `called_by` is who started the vote in the
    Dining Hall.
    """

    ballots: tuple[int | None, ...] | None = None
    knife_changes_to: int | Keep | None = Keep.KEEP
    counts: Mapping[str, int] | None = field(default=None, hash=False)
    abstentions: int | None = None
    called_by: int | None = None


@dataclass(frozen=True, slots=True)
class Assassinate:
    """The Assassin shows the own token and kills somebody in the same place."""

    target: int
    by: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """Whether this Ghost was the last living Cultist: the only role the rules show."""

    seat: int
    last_cultist: bool


# The end ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declare:
    """The lone Cultist claims enough dead; the pulse decks say whether that is right."""

    seat: int
    right: bool


@dataclass(frozen=True, slots=True)
class Kills:
    """The pulse decks were checked: were enough Investigators dead?"""

    reached: Reached


@dataclass(frozen=True, slots=True)
class SeerGuess:
    """The Cultists name the Seer; `hit` if they are right."""

    target: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Roles:
    """After the end: the role token of each seat, the Automa's last."""

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
