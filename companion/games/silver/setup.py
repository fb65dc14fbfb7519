"""Set-up of Silver (players, mode, options) and its cards: the fourteen villagers and exchanges.

The texts of a card are in the catalogues under `silver.card.<id>`: `name`, `when` and `text`. The number of
reference cards in the box is unknown: at least one per player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.definition import Component, normalize_options
from companion.core.game import Problem, error
from companion.core.players import Seat, validate_seats
from companion.core.serialization import Json, decode

MIN_PLAYERS, MAX_PLAYERS = 2, 4
ROUNDS: Final = 4
VILLAGE_SIZE: Final = 5
MIN_LIMIT_POINTS, MAX_LIMIT_POINTS = 20, 500
# Options by the names used in the rules.
_ALIASES: Final[Mapping[str, str]] = {"points_limit": "limit", "exact100": "exact_reset"}


class Mode(Enum):
    """Length of a game: four rounds, or until a player reaches the limit."""

    ROUNDS = "rounds"
    POINTS = "points"


class TiedCaller(Enum):
    """Who takes the amulet when the caller ties with its holder for the lowest village."""

    CALLER = "caller"
    HOLDER = "holder"


@dataclass(frozen=True, slots=True)
class Options:
    """Options that the players agree on; the first three apply to the points variant only.

    `exact_reset` halves a total that is exactly the limit, once for each player: 100 becomes 50.
    """

    limit: int = 100
    exact_reset: bool = True
    kamikaze: bool = True
    # False: another player's Kamikaze leaves the caller with the score of the call.
    kamikaze_hits_caller: bool = True
    tied_caller: TiedCaller = TiedCaller.CALLER
    # True: a player who takes the amulet after a failed call may also use it, not only start with it.
    failed_call_power: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """Set-up of a game.

    `amulet` and `amulet_works` come from an earlier game of the same players: who holds it at the start,
    and whether it was won by a successful call.
    """

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
        """True if the Kamikaze rule applies."""
        return self.is_points_game and self.options.kamikaze


def read_setup(data: Json) -> Setup:
    """Decode a set-up record; option names may be in snake_case or camelCase."""
    data = normalize_options(data)
    if isinstance(data, dict) and isinstance(options := data.get("options"), dict):
        # A duplicate option keeps its alias, so that decoding rejects it as unknown.
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
    """Return how many cards are put back unseen: five for each missing player."""
    return VILLAGE_SIZE * (MAX_PLAYERS - players)


class PowerTiming(Enum):
    """When the power of a villager works."""

    ALWAYS = "always"  # face up in any village, whoever owns it; not a choice
    FACE_UP = "face_up"  # face up in your own village
    DISCARDED = "discarded"  # drawn from the deck and discarded at once
    EXCHANGING = "exchanging"  # while it leaves your village with others


@dataclass(frozen=True, slots=True)
class Villager:
    number: int
    id: str
    copies: int
    timing: PowerTiming


VILLAGERS: Final = (
    Villager(0, "villager", 2, PowerTiming.ALWAYS),
    Villager(1, "squire", 4, PowerTiming.ALWAYS),
    Villager(2, "empath", 4, PowerTiming.FACE_UP),
    Villager(3, "bodyguard", 4, PowerTiming.FACE_UP),
    Villager(4, "rascal", 4, PowerTiming.FACE_UP),
    Villager(5, "exposer", 4, PowerTiming.DISCARDED),
    Villager(6, "revealer", 4, PowerTiming.DISCARDED),
    Villager(7, "beholder", 4, PowerTiming.DISCARDED),
    Villager(8, "apprentice_seer", 4, PowerTiming.DISCARDED),
    Villager(9, "seer", 4, PowerTiming.DISCARDED),
    Villager(10, "master", 4, PowerTiming.DISCARDED),
    Villager(11, "witch", 4, PowerTiming.DISCARDED),
    Villager(12, "robber", 4, PowerTiming.DISCARDED),
    Villager(13, "doppelganger", 2, PowerTiming.EXCHANGING),
)
CARD_COPIES: Final[Mapping[int, int]] = {villager.number: villager.copies for villager in VILLAGERS}
BOX_CARDS: Final = sum(CARD_COPIES.values())
KAMIKAZE: Final = (12, 12, 13, 13)


def remaining_cards(cards: Iterable[int]) -> Counter[int]:
    """Return the cards of the box without these."""
    return Counter(CARD_COPIES) - Counter(cards)


def highest_sum(cards: Counter[int], number: int) -> int:
    """Return the highest sum of `number` of these cards."""
    return sum(sorted(cards.elements(), reverse=True)[:number])


def can_form_villages(cards: Counter[int], targets: Sequence[tuple[int, int]]) -> bool:
    """True if these cards can form villages with all the target sums at once.

    A target is (sum, maximum number of cards).
    """
    if not targets:
        return True
    (total, max_cards), *others = targets
    return any(
        can_form_villages(cards - Counter(village), others) for village in _villages(cards, total, max_cards)
    )


def _villages(
    cards: Counter[int], total: int, max_cards: int, top: int = max(CARD_COPIES)
) -> Iterator[tuple[int, ...]]:
    """Yield all villages of this sum, high cards first.

    Zeros are omitted because they do not change the sum.
    """
    if total <= top and cards[total]:
        yield (total,)
    if max_cards > 1:
        for card in range(min(top, total - 1), 0, -1):
            if cards[card]:
                for remainder in _villages(cards - Counter([card]), total - card, max_cards - 1, card):
                    yield (card, *remainder)


# This many mismatched cards cost a penalty card from the deck.
PENALTY_MIN_CARDS: Final = 3


def village_size_after(cards: int, tried: int, *, matching: bool) -> int:
    """Return the size of a village after exchanging `tried` of its cards for a new one."""
    if matching:
        return cards - tried + 1
    return cards + 1 + (tried >= PENALTY_MIN_CARDS)


CARD, REFERENCE, AMULET, PAD = "card", "reference", "amulet", "pad"

COMPONENTS: Final = (
    Component(CARD, BOX_CARDS, "MOON", "moon"),
    Component(REFERENCE, None, "BOOK_OPEN", "candle"),
    Component(AMULET, 1, "AMULET", "moon"),
    Component(PAD, 1, "PENCIL", "sand"),
)
