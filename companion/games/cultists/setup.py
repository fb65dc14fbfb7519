"""Set-up of Among Cultists: roles, cards and numbers, options, validation, and what the night reveals.

Roles are identified by the same id in set-ups, records, cues and catalogue keys. The effects of most
special roles are printed on their tokens only. The numbers depend on the seats, and the Automa's seat
counts: four players with it use the numbers of five, six with it those of seven. The night is written from
the rules alone: the script is verified against it, so neither may be derived from the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final, Protocol

from companion.core.definition import normalize_options
from companion.core.game import BadSetup, Problem, error, replace, warning
from companion.core.players import Seat, validate_seats
from companion.core.serialization import Json, decode

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
    """A role with its token and loyalty.

    `loyalty_side` and `loyalty_points` tell whom it helps, whichever side its holder plays for. Every role
    but the Cultist sits in an Investigator's seat.
    """

    id: str
    loyalty_side: Side | None = None
    loyalty_points: int = 0
    is_loyalty_printed: bool = True  # False: the loyalty was derived from the recommended sets
    has_known_ability: bool = False  # False: the ability is printed on the token only
    tokens: int = 1

    @property
    def is_special(self) -> bool:
        return self.id not in (INVESTIGATOR, CULTIST)


# In display order.
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
    """Return the catalogue key of a role's ability; for most roles it refers to the token."""
    return f"cultists.role.{role}.does" if ROLES[role].has_known_ability else "cultists.role.see_token"


# Recommended sets ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecommendedRoles:
    """Special roles that are always in play, and candidates of which one is drawn at random."""

    always: tuple[str, ...]
    one_of: tuple[str, ...] = ()


_MISFIT_ROLES: Final = (FISH, BEAST, CHICKEN)
_UNDYING_ROLES: Final = (DOLL, ZOMBIE, SUPERGHOST)
# By number of seats, including the Automa's.
RECOMMENDED: Final[Mapping[int, RecommendedRoles]] = {
    5: RecommendedRoles((SEER,), _MISFIT_ROLES),
    6: RecommendedRoles((SEER, FIRESTARTER), _UNDYING_ROLES),
    7: RecommendedRoles((FIRESTARTER, ASSASSIN), _MISFIT_ROLES),
    8: RecommendedRoles((SEER, ENGINEER, FIRESTARTER, ASSASSIN)),
}
_FIRST_GAME: Final[Mapping[int, tuple[str, ...]]] = {5: (SEER,), 6: (SEER,), 7: (), 8: (SEER,)}


def recommended_roles(seats: int, pick: int = 0, *, automa: bool = False) -> tuple[str, ...]:
    """Return the recommended special roles.

    `pick` is a random number; it wraps round the three candidates.
    """
    ready = RECOMMENDED[seats]
    random_role = (ready.one_of[pick % len(ready.one_of)],) if ready.one_of else ()
    return _in_list_order(_without_idle_seer((*ready.always, *random_role), seats, automa))


def first_game_roles(seats: int, *, automa: bool = False) -> tuple[str, ...]:
    """Return the special roles of a first game."""
    return _without_idle_seer(_FIRST_GAME[seats], seats, automa)


# With this many players there is no Seer.
PLAYERS_WITHOUT_SEER: Final = 7


def is_seer_allowed(seats: int, *, automa: bool) -> bool:
    """True if the rules allow a Seer with this number of seats.

    Seven play without one, and so does the Automa with a single Cultist; with two Cultists and the Automa
    the Seer may be in.
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
    """Loyalty points of a set of roles, summed by side."""

    investigators: int
    cultists: int
    derived: tuple[str, ...] = ()  # the roles whose loyalty is not printed

    @property
    def total(self) -> int:
        """Above zero the set favours the Investigators, below zero the Cultists."""
        return self.investigators - self.cultists


MAX_LOYALTY_PER_SIDE: Final = 5
# Recommended total for experts, by number of seats.
TARGET_BALANCE: Final[Mapping[int, int]] = {5: -1, 6: -1, 7: -3, 8: 1}


def compute_balance(roles: Iterable[str]) -> Balance:
    """Sum up the loyalties of these roles; unknown names are ignored."""
    known_roles = [ROLES[name] for name in roles if name in ROLES]
    return Balance(
        sum(role.loyalty_points for role in known_roles if role.loyalty_side is Side.INVESTIGATORS),
        sum(role.loyalty_points for role in known_roles if role.loyalty_side is Side.CULTISTS),
        tuple(role.id for role in known_roles if not role.is_loyalty_printed),
    )


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
        """Return the number of cards of each kind that is present."""
        return {kind: number for kind in CARD_KINDS if (number := getattr(self, kind))}

    def is_subset_of(self, other: Cards) -> bool:
        return all(getattr(self, kind) <= getattr(other, kind) for kind in CARD_KINDS)


CARD_KINDS: Final = tuple(field.name for field in fields(Cards))
# All cards in the box except the brown dividers.
BOX_CARDS: Final = Cards(alive=73, dead=9, success=63, failure=20, sabotage=7, route=10)
HAZARD_DECK: Final = Cards(success=1, failure=1)
ROUNDS: Final = 10


class Knife(Enum):
    """Effect of the Knife in a vote: its holder may change the own vote, or the vote counts double."""

    CHANGE = "change"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class Numbers:
    cultists: int
    investigators: int
    points: int  # victory points with which the Investigators win
    kills: int  # dead Investigators with which the Cultists win
    gate_rounds: int  # rounds within which an open gate must be closed
    knife: Knife
    investigator_deck: Cards  # for each Investigator
    cultist_deck: Cards  # for each Cultist
    pulse_pool: Cards | None  # None: nobody has a card under the deck, and nobody is dead at the start
    room_start: Cards  # one per room; the draw pile has the same cards
    plain_rooms: int  # room tokens without the hazard icon
    hazard_rooms: int  # room tokens with the hazard icon

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
        """Return how many Investigators may be dead before the first round.

        Each Cultist gets an Alive card of the pool. The rest is dealt unseen to the Investigators, and the
        remainder goes back unseen.
        """
        pool = self.pulse_pool
        if pool is None:
            return range(1)
        left_over = pool.total - self.seats
        return range(max(0, pool.dead - left_over), pool.dead + 1)

    def cards(self, *, hazard: bool = True) -> Cards:
        """Return all cards taken from the box; a first game has no hazard deck."""
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
    """The part of a set-up that the numbers need; `Setup` itself is built on them."""

    @property
    def seats(self) -> int: ...


def numbers(setup: HasSeats) -> Numbers:
    """Return the numbers for this set-up. Raises `BadSetup` if there are none for its seats."""
    if setup.seats not in NUMBERS:
        raise BadSetup(error("cultists.problem.no_numbers", seats=setup.seats))
    return NUMBERS[setup.seats]


MIN_PLAYERS, MAX_PLAYERS = 4, 8
# With this many players the Automa takes a seat: always with four, optionally with six.
AUTOMA_REQUIRED_PLAYERS, AUTOMA_OPTIONAL_PLAYERS = 4, 6


# The options that existed before `guess_after_wrong_declaration`.
_OPTIONS_BEFORE_GUESS: Final = {
    *("vote_rule", "ghost_uses_knife", "knife_may_abstain", "knife_doubles_abstention"),
    *("voted_out_count_as_dead", "points_beat_kills"),
}


class VoteRule(Enum):
    """How a vote is won: literally, or only with more votes for one character than abstentions."""

    LITERAL = "literal"
    BEAT_ABSTENTIONS = "beat_abstentions"


class AutomaGoal(Enum):
    """Where the Automa goes in its row: an unexplored room first, or the first that still has books."""

    UNEXPLORED_FIRST = "unexplored_first"
    NOT_COMPLETED = "not_completed"


@dataclass(frozen=True, slots=True)
class Options:
    """Options for what the sources leave open or disagree on."""

    vote_rule: VoteRule = VoteRule.LITERAL
    # A Ghost who holds the Knife may use it in a vote.
    ghost_uses_knife: bool = False
    # The Knife's holder may change the vote to an abstention.
    knife_may_abstain: bool = True
    # A human's abstention counts double with the Knife, as the Automa's does.
    knife_doubles_abstention: bool = True
    # Investigators who were voted out count among the dead; else only those with a Dead card do.
    voted_out_count_as_dead: bool = False
    # With two Cultists: reaching the points beats a kill count that was met before.
    points_beat_kills: bool = True
    # The only Cultist may still name the Seer after a wrong declaration.
    guess_after_wrong_declaration: bool = False
    # The round in which the Gate opens is one of those in which it can be closed.
    gate_counts_opening_round: bool = True
    automa_goal: AutomaGoal = AutomaGoal.UNEXPLORED_FIRST


@dataclass(frozen=True, slots=True)
class Setup:
    """Set-up of a game.

    `roles` lists the special roles in play; Cultists are implied and Investigators fill up. Seats are the
    players' in clockwise order; the Automa's, if there is one, counts as the last, wherever it sits.
    `knife` is the start player's seat, `automa_before` the player on whose right the Automa sits: if
    omitted, the first.
    """

    players: tuple[str, ...]
    knife: Seat = 0
    roles: tuple[str, ...] = ()
    automa: bool = False
    first_game: bool = False
    options: Options = Options()
    automa_before: Seat | None = None

    @property
    def seats(self) -> int:
        return len(self.players) + self.automa

    @property
    def automa_seat(self) -> int | None:
        return len(self.players) if self.automa else None

    @property
    def automa_holder(self) -> int | None:
        """The player who holds the Automa's deck and turns it at night: on its left, next clockwise."""
        return (self.automa_before or 0) if self.automa else None

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All seats in their order round the table."""
        players = tuple(range(len(self.players)))
        if self.automa_seat is None:
            return players
        index = self.automa_holder or len(players)
        return (*players[:index], self.automa_seat, *players[index:])

    def next_seat(self, seat: int) -> int:
        """Return the next seat clockwise."""
        order = self.clockwise
        return order[(order.index(seat) + 1) % len(order)]


def read_setup(data: Json) -> Setup:
    """Decode a set-up record; options and their values may be in snake_case or camelCase.

    Omitted values default to the rules: the Automa with four players, and the roles of a first game.
    """
    record = normalize_options(data, values=True)
    setup = decode(Setup, record)
    if isinstance(options := record.get("options"), dict) and options.keys() >= _OPTIONS_BEFORE_GUESS:
        # The app writes all options it knows, so this game predates the option: the guess was always allowed.
        guess = options.get("guess_after_wrong_declaration", True)
        setup = replace(setup, options=replace(setup.options, guess_after_wrong_declaration=guess))
    if record.get("automa") is None:
        setup = replace(setup, automa=len(setup.players) == AUTOMA_REQUIRED_PLAYERS)
    if record.get("roles") is None and setup.first_game and _is_supported_player_count(setup):
        setup = replace(setup, roles=first_game_roles(setup.seats, automa=setup.automa))
    return setup


def seat_automa(setup: Setup) -> Setup:
    """Seat the Automa as the rules recommend: on the start player's right."""
    return replace(setup, automa_before=setup.knife if setup.automa else None)


def relevant_options(setup: Setup) -> tuple[str, ...]:
    """Return the options that can matter with this set-up."""
    numbers = NUMBERS.get(setup.seats)
    two = numbers is not None and numbers.cultists > 1
    matters = {
        "knife_may_abstain": numbers is None or numbers.knife is Knife.CHANGE,
        "knife_doubles_abstention": numbers is None or numbers.knife is Knife.DOUBLE,
        "points_beat_kills": two,
        "guess_after_wrong_declaration": not two and SEER in setup.roles,
        "automa_goal": setup.automa,
    }
    return tuple(option.name for option in fields(Options) if matters.get(option.name, True))


def problems(setup: Setup) -> tuple[Problem, ...]:
    """Return all errors and warnings of a set-up."""
    return (*validate_seats(setup.players, MIN_PLAYERS, MAX_PLAYERS), *_errors(setup), *_warnings(setup))


def role_tokens(setup: Setup) -> tuple[str, ...]:
    """Return the role tokens, one per seat: Cultists, special roles, plain Investigators.

    The Automa's seat counts. Raises `BadSetup` if there is no such set. Names are not checked.
    """
    if not MIN_PLAYERS <= len(setup.players) <= MAX_PLAYERS:
        raise BadSetup(validate_seats(setup.players, MIN_PLAYERS, MAX_PLAYERS)[-1])
    for problem in _errors(setup):
        raise BadSetup(problem)
    numbers = NUMBERS[setup.seats]
    specials = tuple(role for role in SPECIALS if role in setup.roles)
    plain = (INVESTIGATOR,) * (numbers.investigators - len(specials))
    return (CULTIST,) * numbers.cultists + specials + plain


def _errors(setup: Setup) -> Iterator[Problem]:
    players = len(setup.players)
    if not 0 <= setup.knife < max(players, 1):
        yield error("cultists.problem.no_such_knife")
    if setup.automa_before is not None and not 0 <= setup.automa_before < max(players, 1):
        yield error("cultists.problem.no_such_neighbour")
    if players == AUTOMA_REQUIRED_PLAYERS and not setup.automa:
        yield error("cultists.problem.automa_needed", players=AUTOMA_REQUIRED_PLAYERS)
    if (
        setup.automa
        and MIN_PLAYERS <= players <= MAX_PLAYERS
        and players not in (AUTOMA_REQUIRED_PLAYERS, AUTOMA_OPTIONAL_PLAYERS)
    ):
        yield error(
            "cultists.problem.automa_unfit",
            players=players,
            must=AUTOMA_REQUIRED_PLAYERS,
            may=AUTOMA_OPTIONAL_PLAYERS,
        )
    for name, times in Counter(setup.roles).items():
        if name not in ROLES:
            yield error("cultists.problem.unknown_role", role=name)
        elif ROLES[name].is_special and times > 1:
            yield error("cultists.problem.role_twice", role=name)
    if {CULTIST, INVESTIGATOR} & set(setup.roles):
        yield error("cultists.problem.comes_by_itself")
    if _is_supported_player_count(setup):
        yield from _role_count_errors(setup)


def _role_count_errors(setup: Setup) -> Iterator[Problem]:
    specials = sum(role in SPECIALS for role in setup.roles)
    room = NUMBERS[setup.seats].investigators
    if specials > room:
        yield error("cultists.problem.too_many_roles", roles=specials, seats=room)
    if SEER in setup.roles and not is_seer_allowed(setup.seats, automa=setup.automa):
        if setup.automa:
            yield error("cultists.problem.seer_with_automa")
        else:
            yield error("cultists.problem.seer_at_seven", players=PLAYERS_WITHOUT_SEER)


def _warnings(setup: Setup) -> Iterator[Problem]:
    if not _is_supported_player_count(setup):
        return
    if setup.automa and any(role in SPECIALS and role != SEER for role in setup.roles):
        yield warning("cultists.problem.automa_has_no_role")
    if setup.first_game:
        ready = first_game_roles(setup.seats, automa=setup.automa)
        if set(setup.roles) != set(ready):
            kind = "with_seer" if ready else "without_seer"
            yield warning(f"cultists.problem.first_game_{kind}")
        return
    yield from _balance_warnings(setup)


def _balance_warnings(setup: Setup) -> Iterator[Problem]:
    weight, target = compute_balance(setup.roles), TARGET_BALANCE[setup.seats]
    sums = {"investigators": weight.investigators, "cultists": weight.cultists}
    side = "cultists" if target < 0 else "investigators"
    warnings = []
    if weight.total != target:
        warnings.append(warning(f"cultists.problem.balance_to_{side}", **sums, lead=abs(target)))
    if max(weight.investigators, weight.cultists) > MAX_LOYALTY_PER_SIDE:
        warnings.append(warning("cultists.problem.loyalty_over", **sums, most=MAX_LOYALTY_PER_SIDE))
    yield from warnings
    if warnings and weight.derived:
        yield warning("cultists.problem.loyalty_derived")


def _is_supported_player_count(setup: Setup) -> bool:
    """True if the rules have numbers for this set-up: 4 with the Automa, 5, 6 with or without it, 7, 8."""
    players = len(setup.players)
    if setup.automa:
        return players in (AUTOMA_REQUIRED_PLAYERS, AUTOMA_OPTIONAL_PLAYERS)
    return players in NUMBERS


class SeenAs(Enum):
    """What a player is recognised as; in this game only as a Cultist."""

    CULTIST = "cultist"


@dataclass(frozen=True, slots=True)
class Sight:
    """One player seen: the role of that player, and what the observer takes the player for."""

    role: str
    seen_as: SeenAs


_SEE_CULTISTS: Final = (CULTIST, SEER)


def sights(setup: Setup, automa: str | None = None) -> dict[str, tuple[Sight, ...]]:
    """For each role held by a person, return the other players it recognises, and as what.

    `automa` is the role of the Automa's token: it can neither see nor be seen. If None, all tokens are
    taken to be held by people.
    """
    people = Counter(role_tokens(setup))
    if automa is not None:
        people[automa] -= 1
    return {
        observer: (Sight(CULTIST, SeenAs.CULTIST),) * (people[CULTIST] - (observer == CULTIST))
        if observer in _SEE_CULTISTS
        else ()
        for observer in +people
    }


def knowledge(setup: Setup, automa: str | None = None) -> dict[str, tuple[str, ...]]:
    """For each role held by a person, return the roles of all players it recognises."""
    return {observer: tuple(s.role for s in observed) for observer, observed in sights(setup, automa).items()}


def automa_roles(setup: Setup) -> tuple[str, ...]:
    """Return the roles the Automa may have; empty without the Automa."""
    return tuple(dict.fromkeys(role_tokens(setup))) if setup.automa else ()


def roles_seeing_automa(setup: Setup) -> tuple[str, ...]:
    """Return the roles that learn whether the Automa is a Cultist: of two, they see one too few.

    With a single Cultist nobody can tell, because nobody wakes at all.
    """
    if not setup.automa or numbers(setup).cultists < 2:
        return ()
    return tuple(role for role in _SEE_CULTISTS if role in role_tokens(setup))


def decks_turned(setup: Setup) -> bool:
    """True if all decks show their bottom cards at night, the Automa's held by its left neighbour."""
    return numbers(setup).pulse_pool is not None


def roles_seeing_dead(setup: Setup, automa: str | None = None) -> tuple[str, ...]:
    """Return the roles that see at night who is dead from the start.

    Decks are covered before the Seer looks.
    """
    return (CULTIST,) if decks_turned(setup) and CULTIST in sights(setup, automa) else ()


def night_steps(setup: Setup) -> tuple[str, ...]:
    """Return the steps of the night in the one order the rules allow.

    The Seer's part is also spoken when the Automa may have that token: nobody can know. At the call to open
    all eyes nobody is awake.
    """
    seer = SEER in role_tokens(setup)
    return (
        *("ALL_CLOSE", "CULTISTS_OPEN"),
        *(("CULTISTS_CLOSE_COVER", "SEER_OPEN", "SEER_CLOSE") if seer else ("CULTISTS_CLOSE",)),
        "ALL_OPEN",
    )


def is_first_game(setup: Setup) -> bool:
    return setup.first_game
