"""State of a game of Among Cultists, with the values derived from it, and the event tokens.

The app never learns the roles: it knows the board, the Ghosts, and what the rules made the players reveal.
Event tokens are usually drawn by hand and recorded; if the app draws, randomness is passed in as `pick(n)`,
which returns a number from 0 to n - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.game import IllegalMove, Outcome, error
from companion.core.message import MessageArg
from companion.games.cultists.moves import colour_of
from companion.games.cultists.setup import FIRESTARTER, ROUNDS, SEER, Numbers, Setup, numbers
from companion.games.cultists.voting import VoteResult


class Cause(Enum):
    """Why a character became a Ghost."""

    FOUND_DEAD = "found_dead"
    VOTED_OUT = "voted_out"
    ASSASSINATED = "assassinated"


class GateStatus(Enum):
    OPEN = "open"
    CLOSED = "closed"  # in time: one point fewer to reach
    EXPIRED = "expired"  # too late: it stays, and there is one point more to reach


@dataclass(frozen=True, slots=True)
class DrawnEvent:
    """A drawn event and its effect on what the app tracks (`see_token`: unknown)."""

    round: int
    event: str
    effect: str


@dataclass(frozen=True, slots=True)
class Gate:
    """The opened Gate.

    `until` is the last round in whose Action phase it can be closed, regardless of the end of the game.
    """

    opened: int
    until: int
    status: GateStatus = GateStatus.OPEN

    @property
    def last_round(self) -> int:
        return min(self.until, ROUNDS)

    @property
    def outlasts_game(self) -> bool:
        """True if the game ends before the Gate's time is up, so that it never expires."""
        return self.until > ROUNDS


@dataclass(frozen=True, slots=True)
class Death:
    seat: int
    cause: Cause
    round: int


@dataclass(frozen=True, slots=True)
class Shelf:
    """A shelf; `books` and `points` are None until the players have entered them from their board."""

    shelf: str
    books: int | None = None
    points: int | None = None
    stored: int = 0
    complete: bool = False


Pick = Callable[[int], int]

LIGHTNING: Final = "lightning"
SECRET_ENTRANCES: Final = "secret_entrances"
NO_CONNECTION: Final = "no_connection"
EVIL_EYES: Final = "evil_eyes"
MORALE_BOOST: Final = "morale_boost"
# The list of the bag names one event twice in place of a ninth, whose effect is only on its token.
UNLISTED: Final = "unlisted"
GATE_OPENS: Final = "gate_opens"
BROKEN_GLASS: Final = "broken_glass"
HANDHELD_CAMERA: Final = "handheld_camera"


@dataclass(frozen=True, slots=True)
class EventToken:
    """A kind of event token.

    `has_known_effect` is True if the rules describe the effect; otherwise only the token does.
    """

    id: str
    copies: int = 1
    has_known_effect: bool = False
    min_seats: int = 0
    is_in_first_game: bool = True


# In display order.
EVENTS: Final[Mapping[str, EventToken]] = {
    token.id: token
    for token in (
        EventToken(LIGHTNING, 2, has_known_effect=True),
        EventToken(SECRET_ENTRANCES, 2, has_known_effect=True),
        EventToken(NO_CONNECTION, 2),
        EventToken(EVIL_EYES),
        EventToken(MORALE_BOOST, has_known_effect=True),
        EventToken(UNLISTED),
        EventToken(GATE_OPENS, has_known_effect=True),
        EventToken(BROKEN_GLASS, is_in_first_game=False),
        EventToken(HANDHELD_CAMERA, min_seats=7),
    )
}


def full_bag(setup: Setup) -> dict[str, int]:
    """Return the number of tokens of each kind in a full bag."""
    return {
        token.id: token.copies
        for token in EVENTS.values()
        if setup.seats >= token.min_seats and (token.is_in_first_game or not setup.first_game)
    }


def remaining_tokens(setup: Setup, drawn_events: Iterable[str]) -> dict[str, int]:
    """Return the tokens left in the bag after these events; kinds that are used up are omitted."""
    left = full_bag(setup)
    for event in drawn_events:
        left[event] -= 1
    return {event: number for event, number in left.items() if number > 0}


def draw_token(left: Mapping[str, int], pick: Pick) -> str:
    """Draw one token of a non-empty bag with uniform probability."""
    tokens = [event for event, number in left.items() for _ in range(number)]
    return tokens[pick(len(tokens))]


MOVEMENT_POINTS: Final = 3
MORALE_POINTS: Final = 1
CULTIST_TOKENS: Final = 3
# Number of rows of a Route: one for rounds 1, 5 and 9, the next for 2, 6 and 10, and so on.
ROUTE_ROWS: Final = 4
# Rounds at which the clock has the Firestarter's mark.
FIRESTARTER_ROUNDS: Final = (5, 6)


class RoundPhase(Enum):
    """The four phases of a round, in their order."""

    MOVEMENT = "movement"
    EVENT = "event"
    ACTION = "action"
    CLEAN_UP = "clean_up"


class Phase(Enum):
    """What the players must do next. A phase of the round is played and then ended."""

    MOVEMENT = "movement"
    EVENT = "event"  # a token must be drawn
    RESOLVE = "resolve"  # a token was drawn: follow it, then end the phase
    ACTION = "action"
    CLEAN_UP = "clean_up"
    VOTE = "vote"  # a murder was revealed
    REVEALED = "revealed"  # was the eliminated character the last living Cultist?
    KILLS = "kills"  # the pulse decks must be checked
    SEER_GUESS = "seer_guess"
    OVER = "over"


# Cached, because it is needed for every move of every game that is read.
_PHASE_BY_ROUND_PHASE = {phase: Phase(phase.value) for phase in RoundPhase}


class Ending(Enum):
    """Why the pulse decks are checked before anybody has won."""

    POINTS = "points"
    LAST_CULTIST = "last_cultist"
    AUTOMA = "automa"


# No slots: `replace` copies such a class several times faster.
@dataclass(frozen=True)
class State:
    """State of a game.

    `pending_murder` is the character whose death must be voted on, and `pending_reveal` the one who may be
    the last Cultist. `ending` waits for the check of the pulse decks, `pending_outcome` for the Seer guess.
    `exposed_cultist` and `assassin` were revealed by the rules. `removed_tokens` counts the Cultist tokens
    out of the game. `roles` is set once the roles were recorded.
    """

    setup: Setup
    knife: int
    target: int
    library: tuple[Shelf, ...]
    round: int = 1
    round_phase: RoundPhase = RoundPhase.MOVEMENT
    points: int = 0
    power: bool = True
    vote_token: bool = True
    gate: Gate | None = None
    events: tuple[DrawnEvent, ...] = ()
    explored: tuple[str, ...] = ()
    cultist_tokens: tuple[str, ...] = ()
    removed_tokens: int = 0
    is_fishman_inside: bool = False
    deaths: tuple[Death, ...] = ()
    vote: VoteResult | None = None
    pending_murder: int | None = None
    pending_reveal: int | None = None
    exposed_cultist: int | None = None
    assassin: int | None = None
    ending: Ending | None = None
    pending_outcome: Outcome | None = None
    seer_guess_target: int | None = None
    outcome: Outcome | None = None
    roles: tuple[str, ...] | None = None

    @property
    def phase(self) -> Phase:
        if self.outcome is not None:
            return Phase.OVER
        if self.pending_outcome is not None:
            return Phase.SEER_GUESS
        if self.ending is not None:
            return Phase.KILLS
        if self.pending_reveal is not None:
            return Phase.REVEALED
        if self.pending_murder is not None:
            return Phase.VOTE
        if self.round_phase is RoundPhase.EVENT and self.is_event_drawn:
            return Phase.RESOLVE
        return _PHASE_BY_ROUND_PHASE[self.round_phase]

    @property
    def subject_seat(self) -> int | None:
        """The seat that the current phase is about: who begins it, was found dead, or is eliminated."""
        match self.phase:
            case Phase.OVER | Phase.SEER_GUESS | Phase.KILLS:
                return None
            case Phase.REVEALED:
                return self.pending_reveal
            case Phase.VOTE:
                return self.pending_murder
            case _:
                return self.knife

    # -- numbers of this game ---------------------------------------------------------------------------

    @property
    def numbers(self) -> Numbers:
        return numbers(self.setup)

    @property
    def is_last_round(self) -> bool:
        return self.round == ROUNDS

    @property
    def route_row(self) -> int:
        """The row of every Route that counts in this round."""
        return (self.round - 1) % ROUTE_ROWS + 1

    @property
    def has_seer(self) -> bool:
        return SEER in self.setup.roles

    @property
    def can_guess_after_wrong_declaration(self) -> bool:
        """True if a Cultist who declares wrongly may still name the Seer."""
        return self.has_seer and self.setup.options.guess_after_wrong_declaration

    @property
    def automa_is_turned_over(self) -> bool:
        """True if the role of an eliminated Automa is looked at: only if it may be the one Cultist."""
        return self.setup.automa and self.numbers.cultists == 1

    @property
    def has_firestarter_reminder(self) -> bool:
        """True if the clock reminds of that role now; its effect is on its token only."""
        return FIRESTARTER in self.setup.roles and self.round in FIRESTARTER_ROUNDS

    # -- the living and the dead ------------------------------------------------------------------------

    @property
    def ghosts(self) -> tuple[int, ...]:
        return tuple(death.seat for death in self.deaths)

    @property
    def living(self) -> tuple[int, ...]:
        """All characters that can still be voted out, including the Automa."""
        return tuple(seat for seat in range(self.setup.seats) if seat not in self.ghosts)

    @property
    def living_players(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.living if seat != self.setup.automa_seat)

    @property
    def counted_dead(self) -> tuple[int, ...]:
        """The Ghosts who are known to count as dead Investigators, unless they are Cultists.

        The pulse decks decide: a character found dead has a Dead card in the deck; one voted out or
        assassinated may have none. There may be more dead that nobody has found.
        """
        all_ghosts = self.setup.options.voted_out_count_as_dead
        return tuple(
            death.seat
            for death in self.deaths
            if death.seat != self.exposed_cultist and (all_ghosts or death.cause is Cause.FOUND_DEAD)
        )

    @property
    def all_cultists_may_be_out(self) -> bool:
        """True if enough characters are Ghosts to include the last Cultist. The Assassin is none."""
        suspects = [seat for seat in self.ghosts if seat != self.assassin]
        return len(suspects) >= self.numbers.cultists

    # -- events -----------------------------------------------------------------------------------------

    @property
    def is_event_drawn(self) -> bool:
        """True if the event of this round was drawn."""
        return any(event.round == self.round for event in self.events)

    @property
    def bag(self) -> dict[str, int]:
        """The number of tokens of each kind still in the bag."""
        return remaining_tokens(self.setup, (event.event for event in self.events))

    @property
    def event(self) -> DrawnEvent | None:
        """The event in force: the last one drawn."""
        return self.events[-1] if self.events else None

    @property
    def has_secret_entrances(self) -> bool:
        """True if every room is joined with all others of its colour."""
        return self.event is not None and self.event.event == SECRET_ENTRANCES

    @property
    def movement_points(self) -> int:
        """Movement points of the living; Ghosts move freely."""
        boosted = self.event is not None and self.event.event == MORALE_BOOST
        return MOVEMENT_POINTS + (MORALE_POINTS if boosted else 0)

    @property
    def gate_chances(self) -> int:
        """Number of Action phases in which a Gate can be closed, including that of the round it opens in."""
        return self.numbers.gate_rounds + (not self.setup.options.gate_counts_opening_round)

    @property
    def is_gate_open(self) -> bool:
        return self.gate is not None and self.gate.status is GateStatus.OPEN

    @property
    def closes_in(self) -> int | None:
        """Number of Action phases left in which the Gate can be closed; None if it is not open.

        A current phase counts. In the clean-up of the last round there is none left, whether or not the
        Gate's time is up.
        """
        if self.gate is None or not self.is_gate_open:
            return None
        return self.gate.last_round - self.round + (self.round_phase is not RoundPhase.CLEAN_UP)

    # -- the building -----------------------------------------------------------------------------------

    @property
    def completed_rooms(self) -> tuple[str, ...]:
        """The explored rooms whose shelf is full, so that they have no books left.

        If a shelf collects from several rooms, only the players see which of them is empty earlier.
        """
        full = {shelf.shelf for shelf in self.library if shelf.complete}
        return tuple(room for room in self.explored if not full.isdisjoint(_bookshelf_names_of(room)))

    # -- legal actions ----------------------------------------------------------------------------------

    @property
    def can_declare(self) -> bool:
        """True if the only Cultist may now reveal and claim enough dead."""
        return self.phase is Phase.CLEAN_UP and self.numbers.cultists == 1

    @property
    def can_start_vote(self) -> bool:
        return self.phase is Phase.ACTION and self.vote_token

    @property
    def tokens_left(self) -> int:
        """Cultist tokens that are still face down."""
        return 0 if self.setup.first_game else CULTIST_TOKENS - len(self.cultist_tokens) - self.removed_tokens


def _bookshelf_names_of(room: str) -> tuple[str, ...]:
    """Return the possible names of a room's shelf: the room's own name, or its colour alone."""
    colour = colour_of(room)
    return (room,) if colour is None else (room, colour.value)


def illegal_move(key: str, **args: MessageArg) -> IllegalMove:
    return IllegalMove(error(key, **args))


def phase_error(state: State) -> IllegalMove:
    """Return the error for a move that does not fit the current phase."""
    return illegal_move(f"cultists.problem.awaits_{state.phase.value}")


def seat_error(state: State, seat: int, key: str, automa_key: str) -> IllegalMove:
    """Return an error that names a player; the Automa has no name and uses messages of its own."""
    if seat == state.setup.automa_seat:
        return illegal_move(automa_key)
    return illegal_move(key, seat=seat, name=state.setup.players[seat])


def check_seat(state: State, seat: int) -> None:
    if not 0 <= seat < state.setup.seats:
        raise illegal_move("app.problem.no_such_seat", seat=seat, last=state.setup.seats - 1)


def check_living(state: State, seat: int) -> None:
    check_seat(state, seat)
    if seat in state.ghosts:
        raise seat_error(state, seat, "cultists.problem.is_ghost", "cultists.problem.automa_is_ghost")
