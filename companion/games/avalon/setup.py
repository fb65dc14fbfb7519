"""Set-up of Avalon: characters, numbers, options, validation, the deck, and what the night reveals.

Roles are identified by the same id in set-ups, records, cues and catalogue keys. Records list only what was
chosen: Merlin and the Assassin are implied, the Lancelots come with their variant, and Loyal Servants and
Minions fill up. The night is written from the rules alone: the script is verified against it, so neither
may be derived from the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.definition import normalize_options
from companion.core.game import BadSetup, Problem, error, filter_blocking, replace, warning
from companion.core.players import Seat, validate_seats
from companion.core.serialization import Json, decode


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
    OPTIONAL = "chosen"  # in if the players choose it
    PAIR = "pair"  # the two Lancelots, brought in together by their variant
    FILLER = "fills"  # takes the remaining seats


@dataclass(frozen=True, slots=True)
class Role:
    id: str
    side: Side
    use: RoleUse
    card_count: int = 1  # copies in the box
    helped_side: Side | None = None  # the side that benefits; for the Lancelots it depends on the variant


# In display order: Good first, each side by importance.
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
        # Evil, but unknown to Evil, so that it hardly helps its own side.
        Role(OBERON, Side.EVIL, RoleUse.OPTIONAL, helped_side=Side.GOOD),
        Role(LANCELOT_EVIL, Side.EVIL, RoleUse.PAIR),
        Role(MINION, Side.EVIL, RoleUse.FILLER, card_count=3),
    )
}


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers that depend on the player count; quests count from 1."""

    good: int
    evil: int
    teams: tuple[int, int, int, int, int]
    fails: tuple[int, int, int, int, int]

    @property
    def players(self) -> int:
        return self.good + self.evil

    @property
    def approvals_needed(self) -> int:
        """A strict majority: a tie rejects the team."""
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
    # good, evil, team size of each quest, fails needed for it to fail
    5: Numbers(3, 2, (2, 3, 2, 3, 3), (1, 1, 1, 1, 1)),
    6: Numbers(4, 2, (2, 3, 4, 3, 4), (1, 1, 1, 1, 1)),
    7: Numbers(4, 3, (2, 3, 3, 4, 4), (1, 1, 1, 2, 1)),
    8: Numbers(5, 3, (3, 4, 4, 5, 5), (1, 1, 1, 2, 1)),
    9: Numbers(6, 3, (3, 4, 4, 5, 5), (1, 1, 1, 2, 1)),
    10: Numbers(6, 4, (3, 4, 4, 5, 5), (1, 1, 1, 2, 1)),
}


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset of optional characters."""

    id: str
    roles: tuple[str, ...]


def list_presets(players: int) -> tuple[Preset, ...]:
    """Return the presets for a number of players: the first game of the rules, then common ones."""
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


# The Lady works best from this size on. The sheet of Lancelot's third variant says only "large groups", so
# the same limit is used for it.
LARGE_TABLE_PLAYERS: Final = 7
# Number of plot cards per round, and the player counts from which there are more.
MIN_PLOT_CARDS, DEFAULT_PLOT_CARDS, MAX_PLOT_CARDS = 1, 2, 3
DEFAULT_PLOT_CARDS_MIN_PLAYERS, MAX_PLOT_CARDS_MIN_PLAYERS = 7, 9
# Size of the plot deck, and of the one used with fewer players.
PLOT_DECK, PLOT_DECK_SMALL = 15, 10
# Useless without Merlin.
_MERLIN_DEPENDENT_ROLES: Final = (PERCIVAL, MORGANA, MORDRED)


class Lancelot(Enum):
    """The three variants of the Lancelots: hidden switches, switches known to all, no switch."""

    V1 = "v1"
    V2 = "v2"
    V3 = "v3"

    @property
    def helped_side(self) -> Side | None:
        """The side that the variant favours a little; None without switches."""
        return {Lancelot.V1: Side.EVIL, Lancelot.V2: Side.GOOD}.get(self)


class Quest5Needs(Enum):
    TWO_SUCCESSES = "two_successes"
    TWO_PLAYED = "two_played"


class Reveal(Enum):
    """Which cards are revealed before the Assassin names Merlin."""

    NONE = "none"
    ASSASSIN = "assassin"
    ALL_EVIL = "all_evil"


class PlotCards(Enum):
    """How many plot cards are drawn per round; the newer and the older printing differ."""

    OFF = "off"
    TWO_OR_THREE = "two_or_three"
    ONE_TO_THREE = "one_to_three"


@dataclass(frozen=True, slots=True)
class Options:
    """Options for what the sources leave open or disagree on.

    Defaults are the printed rules, otherwise the publisher's answer or common practice.
    """

    oberon_seen_by_merlin: bool = True
    evil_lancelot_seen_by_merlin: bool = True
    oberon_reads_good_to_lady: bool = False
    targeting_quest5_needs: Quest5Needs = Quest5Needs.TWO_SUCCESSES
    reveal_before_shot: Reveal = Reveal.NONE
    plot_cards: PlotCards = PlotCards.OFF
    # Speak Percival's part of the night even if nobody holds his card.
    percival_decoy: bool = False
    # False: there is no Merlin and no assassination at the end; the Assassin is then one more of Evil.
    merlin: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    players: tuple[str, ...]
    leader: Seat = 0
    roles: tuple[str, ...] = ()
    lancelot: Lancelot | None = None
    lady: bool = False
    excalibur: bool = False
    targeting: bool = False
    options: Options = Options()


def read_setup(data: Json) -> Setup:
    """Decode a set-up record; option names may be in snake_case or camelCase.

    If `roles` lists the complete deck, the filler cards are removed from it.
    """
    setup = decode(Setup, normalize_options(data))
    special = replace(setup, roles=tuple(role for role in setup.roles if role not in (SERVANT, MINION)))
    named_whole = len(setup.roles) == len(setup.players) in NUMBERS and not any(_errors(special))
    return special if named_whole and Counter(deck(special)) == Counter(setup.roles) else setup


def problems(setup: Setup) -> tuple[Problem, ...]:
    """Return all errors and warnings of a set-up."""
    return (*validate_seats(setup.players, MIN_PLAYERS, MAX_PLAYERS), *_errors(setup), *_warnings(setup))


def deck(setup: Setup) -> tuple[str, ...]:
    """Return the cards to shuffle, one per player, Good first. Raises `BadSetup` if there is no such deck."""
    if len(setup.players) not in NUMBERS:
        raise BadSetup(filter_blocking(problems(setup))[0])
    for problem in _errors(setup):
        raise BadSetup(problem)
    numbers, named_roles = NUMBERS[len(setup.players)], _named_roles(setup)
    cards: list[str] = []
    for side, filler in ((Side.GOOD, SERVANT), (Side.EVIL, MINION)):
        cards += named_roles[side] + [filler] * (numbers.seats(side) - len(named_roles[side]))
    return tuple(cards)


def plot_cards_per_round(setup: Setup) -> int:
    """Return how many plot cards the round's first leader draws, 0 if they are off."""
    players = len(setup.players)
    if setup.options.plot_cards is PlotCards.OFF:
        return 0
    if players >= MAX_PLOT_CARDS_MIN_PLAYERS:
        return MAX_PLOT_CARDS
    few = setup.options.plot_cards is PlotCards.ONE_TO_THREE and players < DEFAULT_PLOT_CARDS_MIN_PLAYERS
    return MIN_PLOT_CARDS if few else DEFAULT_PLOT_CARDS


def plot_deck_size(setup: Setup) -> int:
    """Return the size of the plot deck, 0 if it is off."""
    if setup.options.plot_cards is PlotCards.OFF:
        return 0
    return PLOT_DECK if len(setup.players) >= DEFAULT_PLOT_CARDS_MIN_PLAYERS else PLOT_DECK_SMALL


def idle_roles(setup: Setup) -> frozenset[str]:
    """Return the special characters without effect, because the characters they act on are missing."""
    selected = frozenset(setup.roles)
    without = () if setup.options.merlin else _MERLIN_DEPENDENT_ROLES
    return selected & {*without, *(() if PERCIVAL in selected else (MORGANA,))}


def right_of_leader(setup: Setup) -> int:
    """Return the last seat in the order of play; the Lady of the Lake starts there."""
    return (setup.leader - 1) % len(setup.players)


def _named_roles(setup: Setup) -> dict[Side, list[str]]:
    """Return the cards of each side that are not fillers, in the order of `ROLES`.

    Duplicates are kept, so that validation can report them.
    """
    implied = {ASSASSIN}
    if setup.options.merlin:
        implied.add(MERLIN)
    if setup.lancelot is not None:
        implied |= {LANCELOT_GOOD, LANCELOT_EVIL}
    cards: dict[Side, list[str]] = {Side.GOOD: [], Side.EVIL: []}
    for role in ROLES.values():
        if role.use is not RoleUse.FILLER:
            copies = max(setup.roles.count(role.id), role.id in implied)
            cards[role.side] += [role.id] * copies
    return cards


def _errors(setup: Setup) -> Iterator[Problem]:
    players = len(setup.players)
    if not 0 <= setup.leader < max(players, 1):
        yield error("avalon.problem.no_such_leader")
    for name, times in Counter(setup.roles).items():
        if name not in ROLES:
            yield error("avalon.problem.unknown_role", role=name)
        elif ROLES[name].use is not RoleUse.FILLER and times > 1:
            yield error("avalon.problem.role_twice", role=name)
    if {SERVANT, MINION} & set(setup.roles):
        yield error("avalon.problem.fills_by_itself")
    lancelots = {LANCELOT_GOOD, LANCELOT_EVIL} & set(setup.roles)
    if len(lancelots) == 1:
        yield error("avalon.problem.one_lancelot")
    if len(lancelots) == 2 and setup.lancelot is None:
        yield error("avalon.problem.which_lancelot", ways=len(Lancelot))
    if MERLIN in setup.roles and not setup.options.merlin:
        yield error("avalon.problem.merlin_in_and_out")
    if players in NUMBERS:
        yield from _role_count_errors(setup)


def _role_count_errors(setup: Setup) -> Iterator[Problem]:
    numbers, named_roles = NUMBERS[len(setup.players)], _named_roles(setup)
    for side in Side:
        seats, cards = numbers.seats(side), len(named_roles[side])
        if cards > seats:
            yield error(
                f"avalon.problem.too_many_{side.value}", cards=cards, seats=seats, players=numbers.players
            )
    servants = numbers.good - len(named_roles[Side.GOOD])
    if servants > ROLES[SERVANT].card_count:
        yield error("avalon.problem.too_many_servants", needed=servants, cards=ROLES[SERVANT].card_count)


def _warnings(setup: Setup) -> Iterator[Problem]:
    players, roles = len(setup.players), set(setup.roles)
    if PERCIVAL in roles and players == MIN_PLAYERS and not roles & {MORDRED, MORGANA}:
        yield warning("avalon.problem.percival_at_five", players=MIN_PLAYERS)
    if MORGANA in roles and PERCIVAL not in roles:
        yield warning("avalon.problem.morgana_without_percival")
    if not setup.options.merlin:
        for role in _MERLIN_DEPENDENT_ROLES:
            if role in roles:
                yield warning(f"avalon.problem.{role}_without_merlin")
    if MIN_PLAYERS <= players < LARGE_TABLE_PLAYERS:
        if setup.lady:
            yield warning("avalon.problem.lady_at_small_table", n=LARGE_TABLE_PLAYERS)
        if setup.lancelot is Lancelot.V3:
            yield warning("avalon.problem.lancelot_v3_at_small_table")


class SeenAs(Enum):
    """What a player is recognised as; roles themselves are never revealed."""

    EVIL = "evil"
    MAYBE_MERLIN = "maybe_merlin"  # certain if nobody else shows
    LANCELOT = "lancelot"


@dataclass(frozen=True, slots=True)
class Sight:
    """One player seen: the role of that player, and what the observer takes the player for."""

    role: str
    seen_as: SeenAs


_ALLIES: Final = dict.fromkeys((ASSASSIN, MORGANA, MORDRED, MINION), SeenAs.EVIL)
_BOUND_EVIL: Final = {**_ALLIES, LANCELOT_EVIL: SeenAs.EVIL}

# Which roles each role recognises, if they are in play.
_SEES: Final[Mapping[str, Mapping[str, SeenAs]]] = {
    MERLIN: dict.fromkeys((ASSASSIN, MORGANA, OBERON, MINION, LANCELOT_EVIL), SeenAs.EVIL),
    PERCIVAL: dict.fromkeys((MERLIN, MORGANA), SeenAs.MAYBE_MERLIN),
    **dict.fromkeys(_ALLIES, _BOUND_EVIL),
}

# In the third variant the Lancelots wake with their side, and know each other.
_LANCELOTS_SEE: Final[Mapping[str, Mapping[str, SeenAs]]] = {
    LANCELOT_EVIL: {**_ALLIES, LANCELOT_GOOD: SeenAs.LANCELOT},
    LANCELOT_GOOD: {LANCELOT_EVIL: SeenAs.LANCELOT},
}


def sights(setup: Setup) -> dict[str, tuple[Sight, ...]]:
    """For each role in play, return the other players it recognises, and as what."""
    in_play = Counter(deck(setup))
    hidden = _hidden_pairs(setup)
    visibility = {**_SEES, **_LANCELOTS_SEE} if setup.lancelot is Lancelot.V3 else _SEES
    return {
        observer: tuple(
            Sight(role, seen_as)
            for role, seen_as in visibility.get(observer, {}).items()
            if (observer, role) not in hidden
            for _ in range(in_play[role] - (role == observer))
        )
        for observer in in_play
    }


def knowledge(setup: Setup) -> dict[str, tuple[str, ...]]:
    """For each role in play, return the roles of all players it recognises; two Minions are two entries."""
    return {observer: tuple(sight.role for sight in observed) for observer, observed in sights(setup).items()}


def night_steps(setup: Setup) -> tuple[str, ...]:
    """Return the steps of the night in the one order the rules allow."""
    merlin, percival = setup.options.merlin, PERCIVAL in setup.roles or setup.options.percival_decoy
    return (
        *("ALL_CLOSE", "EVIL_OPEN", "EVIL_CLOSE", "CHECK_CLOSED"),
        *(_MERLINS_PART if merlin else ()),
        *(_PERCIVALS_PART if merlin and percival else ()),
        *(("LANCELOTS_OPEN", "LANCELOTS_CLOSE") if setup.lancelot is Lancelot.V3 else ()),
        "ALL_OPEN",
    )


_MERLINS_PART: Final = ("EVIL_THUMBS", "MERLIN_OPEN", "EVIL_THUMBS_DOWN", "MERLIN_CLOSE", "CHECK_CLOSED")
_PERCIVALS_PART: Final = (
    *("MERLIN_THUMBS", "PERCIVAL_OPEN", "MERLIN_THUMBS_DOWN", "PERCIVAL_CLOSE", "CHECK_CLOSED"),
)


def _hidden_pairs(setup: Setup) -> set[tuple[str, str]]:
    """Return the pairs (observer, role) that options and variant remove from the default visibility."""
    options = setup.options
    is_lancelot_seen = setup.lancelot is Lancelot.V3 or options.evil_lancelot_seen_by_merlin
    return {
        *(() if options.oberon_seen_by_merlin else [(MERLIN, OBERON)]),
        *(() if is_lancelot_seen else [(MERLIN, LANCELOT_EVIL)]),
        *(() if options.merlin else [(PERCIVAL, MORGANA)]),
    }


def is_first_game(setup: Setup) -> bool:
    return not setup.roles and setup.lancelot is None


# Names too long for a small card or a seat; the other names are used unchanged.
_SHORT_NAME_KEYS: Final[Mapping[str, str]] = {
    "servant": "avalon.role.servant.short",
    "minion": "avalon.role.minion.short",
    "lancelot_good": "avalon.role.lancelot",
    "lancelot_evil": "avalon.role.lancelot",
}


def short_name_key(role: str) -> str:
    """Return the catalogue key of a role's short name."""
    return _SHORT_NAME_KEYS.get(role, f"avalon.role.{role}.name")
