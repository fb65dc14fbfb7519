"""Who plays Silver, in which of its two ways, and what the table agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.definition import normalize_options
from companion.core.game import Problem, error
from companion.core.players import Seat, validate_seats
from companion.core.serialization import Json, decode

MIN_PLAYERS, MAX_PLAYERS = 2, 4
ROUNDS: Final = 4
VILLAGE_SIZE: Final = 5
MIN_LIMIT_POINTS, MAX_LIMIT_POINTS = 20, 500
# Options by the names of the rules they belong to.
_ALIASES: Final[Mapping[str, str]] = {"points_limit": "limit", "exact100": "exact_reset"}


class Mode(Enum):
    """How long a game lasts: four rounds, or until somebody has reached a limit."""

    ROUNDS = "rounds"
    POINTS = "points"


class TiedCaller(Enum):
    """Who takes the amulet when the caller ties for the lowest village with the one who holds it."""

    CALLER = "caller"
    HOLDER = "holder"


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may agree on; the first three count in the points variant only.

    `exact_reset` halves a total that is exactly the limit, once for each player: 100 becomes 50.
    """

    limit: int = 100
    exact_reset: bool = True
    kamikaze: bool = True
    # False: another player's Kamikaze leaves the caller with the score of the call.
    kamikaze_hits_caller: bool = True
    tied_caller: TiedCaller = TiedCaller.CALLER
    # True: whoever takes the amulet after a failed call may also use it, not only start with it.
    failed_call_power: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """`amulet` and `amulet_works` come from an earlier game of the same players: who holds it at the
    start, and whether it was won by a call that succeeded."""

    players: tuple[str, ...]
    mode: Mode = Mode.ROUNDS
    start: Seat = 0
    options: Options = Options()
    amulet: Seat | None = None
    amulet_works: bool = False

    @property
    def is_points_game(self) -> bool:
        return self.mode is Mode.POINTS

    @property
    def has_kamikaze(self) -> bool:
        """Whether this table plays with Kamikaze."""
        return self.is_points_game and self.options.kamikaze


def read_setup(data: Json) -> Setup:
    """A set-up from its record form; options may bear their snake_case or their camelCase names."""
    data = normalize_options(data)
    if isinstance(data, dict) and isinstance(options := data.get("options"), dict):
        # An option told twice keeps its other name, and is refused as unknown.
        renamed = {_ALIASES.get(name, name): value for name, value in options.items()}
        data = {**data, "options": renamed if len(renamed) == len(options) else options}
    return decode(Setup, data)


def problems(setup: Setup) -> tuple[Problem, ...]:
    errors = list(validate_seats(setup.players, MIN_PLAYERS, MAX_PLAYERS))
    seats = range(max(len(setup.players), 1))
    if setup.start not in seats:
        errors.append(error("silver.problem.no_such_start"))
    if setup.amulet is not None and setup.amulet not in seats:
        errors.append(error("silver.problem.no_such_holder"))
    if not MIN_LIMIT_POINTS <= setup.options.limit <= MAX_LIMIT_POINTS:
        errors.append(
            error(
                "silver.problem.limit_range",
                limit=setup.options.limit,
                least=MIN_LIMIT_POINTS,
                most=MAX_LIMIT_POINTS,
            )
        )
    return tuple(errors)


def removed_card_count(players: int) -> int:
    """How many cards go back unseen into the box: the rows of five that nobody sits at."""
    return VILLAGE_SIZE * (MAX_PLAYERS - players)
