"""Who plays Among Cultists with which roles and options: the set-up, its problems and its tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from companion.core.definition import normalize_options
from companion.core.game import BadSetup, Problem, error, replace, warning
from companion.core.players import Seat, validate_seats
from companion.core.serialization import Json, decode
from companion.games.cultists.decks import NUMBERS, Knife
from companion.games.cultists.roles import (
    CULTIST,
    INVESTIGATOR,
    MAX_LOYALTY_PER_SIDE,
    PLAYERS_WITHOUT_SEER,
    ROLES,
    SPECIALS,
    TARGET_BALANCE,
    compute_balance,
    first_game_roles,
    is_seer_allowed,
)
from companion.games.cultists.roles import SEER as SEER

MIN_PLAYERS, MAX_PLAYERS = 4, 8
# With so many at the table the Automa fills a seat: always at four, by choice at six.
AUTOMA_REQUIRED_PLAYERS, AUTOMA_OPTIONAL_PLAYERS = 4, 6


# The options there were before a wrong declaration ended the game at once.
_OPTIONS_BEFORE_GUESS: Final = {
    *("vote_rule", "ghost_uses_knife", "knife_may_abstain", "knife_doubles_abstention"),
    *("voted_out_count_as_dead", "points_beat_kills"),
}


class VoteRule(Enum):
    """How a vote is won: by the letter, or only with more votes on one head than abstentions."""

    LITERAL = "literal"
    BEAT_ABSTENTIONS = "beat_abstentions"


class AutomaGoal(Enum):
    """Where the Automa goes on its row: an unexplored room first, or the first that still has books."""

    UNEXPLORED_FIRST = "unexplored_first"
    NOT_COMPLETED = "not_completed"


@dataclass(frozen=True, slots=True)
class Options:
    """Where the sources are silent or disagree, the table decides."""

    vote_rule: VoteRule = VoteRule.LITERAL
    # A Ghost who holds the Knife may use it in a vote.
    ghost_uses_knife: bool = False
    # The Knife's holder may change the vote to an abstention.
    knife_may_abstain: bool = True
    # A human's abstention counts double with the Knife, as the Automa's does.
    knife_doubles_abstention: bool = True
    # Investigators who were voted out count among the dead; else only those with a Dead card do.
    voted_out_count_as_dead: bool = False
    # Two Cultists: the points reached beat a kill count that was met before.
    points_beat_kills: bool = True
    # A lone Cultist who has declared wrongly may still name the Seer.
    guess_after_wrong_declaration: bool = False
    # The round in which the Gate opens is one of those in which it can be closed.
    gate_counts_opening_round: bool = True
    automa_goal: AutomaGoal = AutomaGoal.UNEXPLORED_FIRST


@dataclass(frozen=True, slots=True)
class Setup:
    """`roles` lists the special roles in play: Cultists are in by themselves, plain Investigators fill up.

    Seats are the players' in clockwise order; the Automa's, if there is one, counts as the last, wherever
    it sits. `knife` is the start player's seat, `automa_before` the player on whose right the Automa sits:
    left out, the first.
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
        """Who holds the Automa's deck and turns it at night: the player on its left, next clockwise."""
        return (self.automa_before or 0) if self.automa else None

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All seats as they lie round the table."""
        players = tuple(range(len(self.players)))
        if self.automa_seat is None:
            return players
        index = self.automa_holder or len(players)
        return (*players[:index], self.automa_seat, *players[index:])

    def next_seat(self, seat: int) -> int:
        """The next seat clockwise."""
        order = self.clockwise
        return order[(order.index(seat) + 1) % len(order)]


def read_setup(data: Json) -> Setup:
    """A set-up from its record form; options and their values may be named in snake_case or camelCase.

    What is left out is what the rules have: the Automa with four players, in a first game its roles.
    """
    record = normalize_options(data, values=True)
    setup = decode(Setup, record)
    if isinstance(options := record.get("options"), dict) and options.keys() >= _OPTIONS_BEFORE_GUESS:
        # The app writes all options it knows: this game was played when the guess was always granted.
        guess = options.get("guess_after_wrong_declaration", True)
        setup = replace(setup, options=replace(setup.options, guess_after_wrong_declaration=guess))
    if record.get("automa") is None:
        setup = replace(setup, automa=len(setup.players) == AUTOMA_REQUIRED_PLAYERS)
    if record.get("roles") is None and setup.first_game and _is_supported_player_count(setup):
        setup = replace(setup, roles=first_game_roles(setup.seats, automa=setup.automa))
    return setup


def seat_automa(setup: Setup) -> Setup:
    """The Automa in the seat that the rules recommend: on the start player's right."""
    return replace(setup, automa_before=setup.knife if setup.automa else None)


def relevant_options(setup: Setup) -> tuple[str, ...]:
    """The options that can matter at this table; the others are not worth a question."""
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
    """All that is wrong with this set-up (errors) and all that is unwise (warnings)."""
    return (*validate_seats(setup.players, MIN_PLAYERS, MAX_PLAYERS), *_errors(setup), *_warnings(setup))


def role_tokens(setup: Setup) -> tuple[str, ...]:
    """The role tokens to use, one a seat, the Automa's counted: Cultists, special roles, plain Investigators.

    Raises `BadSetup` if there is no such set. What names are typed does not matter here.
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
    """Whether the rules have numbers for this table: 4 and the Automa, 5, 6 with or without it, 7, 8."""
    players = len(setup.players)
    if setup.automa:
        return players in (AUTOMA_REQUIRED_PLAYERS, AUTOMA_OPTIONAL_PLAYERS)
    return players in NUMBERS
