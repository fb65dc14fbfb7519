"""Where a game of Among Cultists stands, and what anyone at the table may read from that.

The app never learns who is who: it knows what lies on the board, who is a Ghost, and what the table was
made to show.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.cultists.decks import ROUNDS, Numbers, numbers
from companion.games.cultists.events import MORALE_BOOST, SECRET_ENTRANCES, left_in_bag
from companion.games.cultists.pieces import Cause, Death, Drawn, Gate, GateStatus, Shelf
from companion.games.cultists.places import colour_of
from companion.games.cultists.roles import FIRESTARTER, SEER
from companion.games.cultists.setup import Setup
from companion.games.cultists.vote import Result
from companion.games.game import IllegalMove, Outcome, ProblemArg, error

MOVEMENT_POINTS: Final = 3
MORALE_POINTS: Final = 1
CULTIST_TOKENS: Final = 3
# A Route has so many rows: one for rounds 1, 5 and 9, the next for 2, 6 and 10, and so on.
ROUTE_ROWS: Final = 4
# The rounds at which the clock bears the Firestarter's mark.
FIRESTARTER_ROUNDS: Final = (5, 6)


class Phase(Enum):
    """The four phases of a round, in their order."""

    MOVEMENT = "movement"
    EVENT = "event"
    ACTION = "action"
    CLEAN_UP = "clean_up"


class Awaits(Enum):
    """What the table does next. In the phases that is playing them and then ending them."""

    MOVEMENT = "movement"
    EVENT = "event"  # a token has to be drawn
    RESOLVE = "resolve"  # it is drawn: follow it, then end the phase
    ACTION = "action"
    CLEAN_UP = "clean_up"
    VOTE = "vote"  # a murder was revealed
    REVEALED = "revealed"  # was the one who is out the last living Cultist?
    KILLS = "kills"  # the pulse decks are checked
    SEER_GUESS = "seer_guess"
    OVER = "over"


# Looked up with every move of every game that is read.
_OF_PHASE = {phase: Awaits(phase.value) for phase in Phase}


class Ending(Enum):
    """Why the pulse decks are checked before anybody has won."""

    POINTS = "points"
    LAST_CULTIST = "last_cultist"
    AUTOMA = "automa"


# No slots: `replace` copies such a class several times faster.
@dataclass(frozen=True)
class State:
    """`murder` is the character whose death must be voted on; `out` the one of whom the table has to say
    whether the last Cultist is gone. `ending` waits for the pulse decks, `verdict` for the Seer guess.
    `exposed` is the Cultist, and `assassin` the Assassin, whom the rules made show themselves.
    `removed` counts the Cultist tokens that are out of the game. `roles` is who was who, once that was told.
    """

    setup: Setup
    knife: int
    target: int
    library: tuple[Shelf, ...]
    round: int = 1
    phase: Phase = Phase.MOVEMENT
    points: int = 0
    power: bool = True
    vote_token: bool = True
    gate: Gate | None = None
    events: tuple[Drawn, ...] = ()
    explored: tuple[str, ...] = ()
    cultist_tokens: tuple[str, ...] = ()
    removed: int = 0
    fishman: bool = False
    deaths: tuple[Death, ...] = ()
    vote: Result | None = None
    murder: int | None = None
    out: int | None = None
    exposed: int | None = None
    assassin: int | None = None
    ending: Ending | None = None
    verdict: Outcome | None = None
    named: int | None = None
    outcome: Outcome | None = None
    roles: tuple[str, ...] | None = None

    @property
    def awaits(self) -> Awaits:
        if self.outcome is not None:
            return Awaits.OVER
        if self.verdict is not None:
            return Awaits.SEER_GUESS
        if self.ending is not None:
            return Awaits.KILLS
        if self.out is not None:
            return Awaits.REVEALED
        if self.murder is not None:
            return Awaits.VOTE
        if self.phase is Phase.EVENT and self.event_drawn:
            return Awaits.RESOLVE
        return _OF_PHASE[self.phase]

    @property
    def about(self) -> int | None:
        """The seat that what is awaited is about: who begins a phase, who was found dead, who is out."""
        match self.awaits:
            case Awaits.OVER | Awaits.SEER_GUESS | Awaits.KILLS:
                return None
            case Awaits.REVEALED:
                return self.out
            case Awaits.VOTE:
                return self.murder
            case _:
                return self.knife

    # -- numbers of this table --------------------------------------------------------------------------

    @property
    def numbers(self) -> Numbers:
        return numbers(self.setup)

    @property
    def last_round(self) -> bool:
        return self.round == ROUNDS

    @property
    def route_row(self) -> int:
        """The row of every Route that counts in this round."""
        return (self.round - 1) % ROUTE_ROWS + 1

    @property
    def seer(self) -> bool:
        return SEER in self.setup.roles

    @property
    def guess_saves_declarer(self) -> bool:
        """Whether a Cultist who declares wrongly may still name the Seer."""
        return self.seer and self.setup.options.guess_after_wrong_declaration

    @property
    def automa_is_turned_over(self) -> bool:
        """Whether the role of an Automa that is out is looked at: only where it may be the one Cultist."""
        return self.setup.automa and self.numbers.cultists == 1

    @property
    def reminds_firestarter(self) -> bool:
        """Whether the clock reminds that role now; what it does then is on its token only."""
        return FIRESTARTER in self.setup.roles and self.round in FIRESTARTER_ROUNDS

    # -- the living and the dead ------------------------------------------------------------------------

    @property
    def ghosts(self) -> tuple[int, ...]:
        return tuple(death.seat for death in self.deaths)

    @property
    def living(self) -> tuple[int, ...]:
        """Everyone who can still be voted out, the Automa counted."""
        return tuple(seat for seat in range(self.setup.seats) if seat not in self.ghosts)

    @property
    def living_players(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.living if seat != self.setup.automa_seat)

    @property
    def counted_dead(self) -> tuple[int, ...]:
        """The Ghosts who are known to count as dead Investigators, as far as they are no Cultists.

        The pulse decks are what counts: whoever was found dead had a Dead card in theirs. Those voted out
        or assassinated may have none. More may be dead without anybody having said so.
        """
        all_ghosts = self.setup.options.voted_out_count_as_dead
        return tuple(
            death.seat
            for death in self.deaths
            if death.seat != self.exposed and (all_ghosts or death.cause is Cause.FOUND_DEAD)
        )

    @property
    def all_cultists_may_be_out(self) -> bool:
        """Whether so many are Ghosts that the last Cultist could be among them. The Assassin is none."""
        suspects = [seat for seat in self.ghosts if seat != self.assassin]
        return len(suspects) >= self.numbers.cultists

    # -- events -----------------------------------------------------------------------------------------

    @property
    def event_drawn(self) -> bool:
        """Whether the clock has its event for this round."""
        return any(drawn.round == self.round for drawn in self.events)

    @property
    def bag(self) -> dict[str, int]:
        """The tokens still in the bag, each kind with its number."""
        return left_in_bag(self.setup, (drawn.event for drawn in self.events))

    @property
    def event(self) -> Drawn | None:
        """The event in force: the last one drawn, until the next."""
        return self.events[-1] if self.events else None

    @property
    def entrances(self) -> bool:
        """Whether every room is joined now with all others of its colour."""
        return self.event is not None and self.event.event == SECRET_ENTRANCES

    @property
    def movement_points(self) -> int:
        """What the living have in a Movement phase; Ghosts go wherever they like."""
        boosted = self.event is not None and self.event.event == MORALE_BOOST
        return MOVEMENT_POINTS + (MORALE_POINTS if boosted else 0)

    @property
    def gate_chances(self) -> int:
        """In how many Action phases a Gate can be closed, that of the round it opens in counted."""
        return self.numbers.gate_rounds + (not self.setup.options.gate_counts_opening_round)

    @property
    def gate_open(self) -> bool:
        return self.gate is not None and self.gate.status is GateStatus.OPEN

    @property
    def closes_in(self) -> int | None:
        """How many Action phases are left in which the Gate can be closed, one under way or to come counted.

        There is none left in the clean-up of the last round, whether or not the Gate's time is up.
        """
        if self.gate is None or not self.gate_open:
            return None
        return self.gate.last_round - self.round + (self.phase is not Phase.CLEAN_UP)

    # -- the building -----------------------------------------------------------------------------------

    @property
    def completed(self) -> tuple[str, ...]:
        """The explored rooms whose shelf is full, so that no book is left in them.

        Where a shelf collects from several rooms, only the table sees which of them is empty earlier.
        """
        full = {shelf.shelf for shelf in self.library if shelf.complete}
        return tuple(room for room in self.explored if not full.isdisjoint(_shelves_of(room)))

    # -- what may be done -------------------------------------------------------------------------------

    @property
    def may_declare(self) -> bool:
        """Whether a lone Cultist may now reveal and claim enough dead."""
        return self.awaits is Awaits.CLEAN_UP and self.numbers.cultists == 1

    @property
    def may_start_vote(self) -> bool:
        return self.awaits is Awaits.ACTION and self.vote_token

    @property
    def tokens_left(self) -> int:
        """Cultist tokens that still lie face down."""
        return 0 if self.setup.first_game else CULTIST_TOKENS - len(self.cultist_tokens) - self.removed


def _shelves_of(room: str) -> tuple[str, ...]:
    """How the shelf of a room may be called: like the room itself, or by its colour alone."""
    colour = colour_of(room)
    return (room,) if colour is None else (room, colour.value)


def refused(key: str, **args: ProblemArg) -> IllegalMove:
    return IllegalMove(error(key, **args))


def not_now(state: State) -> IllegalMove:
    """The refusal of a move when the table has to do something else first."""
    return refused(f"cultists.problem.awaits_{state.awaits.value}")


def about_seat(state: State, seat: int, key: str, automa_key: str) -> IllegalMove:
    """A refusal that names somebody; the Automa has no name, so it has sentences of its own."""
    if seat == state.setup.automa_seat:
        return refused(automa_key)
    return refused(key, seat=seat, name=state.setup.players[seat])


def check_seat(state: State, seat: int) -> None:
    if not 0 <= seat < state.setup.seats:
        raise refused("app.problem.no_such_seat", seat=seat, last=state.setup.seats - 1)


def check_living(state: State, seat: int) -> None:
    check_seat(state, seat)
    if seat in state.ghosts:
        raise about_seat(state, seat, "cultists.problem.is_ghost", "cultists.problem.automa_is_ghost")
