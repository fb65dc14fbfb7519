"""Rules of actions, encounters, the ends of a game, and the board: rooms, books, shelves and hazards.

What happens on the board can be recorded in any phase, because the effects of most roles and some events are
printed on their tokens only. Only the players can see pulse decks and roles, so the game asks for them and
derives the consequences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.game import Outcome, replace
from companion.games.cultists import moves
from companion.games.cultists.setup import ASSASSIN, Side
from companion.games.cultists.state import (
    Ending,
    Phase,
    RoundPhase,
    Shelf,
    State,
    check_living,
    check_seat,
    illegal_move,
    phase_error,
    seat_error,
)

# Number of living characters in one place that meet; with power on, exactly this many.
MEETING_SIZE: Final = 2


class ActionKind(Enum):
    """Character actions are done anywhere and ignore the Route; room actions need the room and obey it."""

    CHARACTER = "character"
    ROOM = "room"


class Location(Enum):
    """Where the character has to stand, if not in a room of one colour."""

    SAME_PLACE = "same_place"  # as the character it is done to
    CORRIDOR = "corridor"
    ROOM = "room"


class Requirement(Enum):
    """A precondition of an action."""

    LIVING = "living"
    PLAYER = "player"  # the Automa does not do this
    KNIFE = "knife"
    POWER_ON = "power_on"
    POWER_OFF = "power_off"
    GATE_OPEN = "gate_open"
    VOTE_TOKEN = "vote_token"
    EXPLORED_ROOM = "explored_room"
    CULTIST_TOKEN = "cultist_token"
    FISHMAN = "fishman"
    HAZARD_DECK = "hazard_deck"
    ASSASSIN = "assassin"


@dataclass(frozen=True, slots=True)
class Action:
    """An action. `requirements` are those that the app can check; positions are for the players to check."""

    id: str
    kind: ActionKind
    location: Location | moves.Colour
    requirements: tuple[Requirement, ...] = ()
    is_for_ghosts: bool = False
    is_for_automa: bool = False


CHECK_STATUS: Final = "check_status"
SECURE_CORRIDOR: Final = "secure_corridor"
CONFRONT: Final = "confront"
SCARE_FISHMAN: Final = "scare_fishman"
ASSASSINATE: Final = "assassinate"
FILL: Final = "fill"
INSPECT: Final = "inspect"
START_VOTE: Final = "start_vote"
CAMERA: Final = "camera"
RESTORE_POWER: Final = "restore_power"
CLOSE_GATE: Final = "close_gate"

# In display order.
ACTIONS: Final[Mapping[str, Action]] = {
    action.id: action
    for action in (
        Action(CHECK_STATUS, ActionKind.CHARACTER, Location.SAME_PLACE),
        Action(
            SECURE_CORRIDOR,
            ActionKind.CHARACTER,
            Location.CORRIDOR,
            (Requirement.HAZARD_DECK,),
            is_for_automa=True,
        ),
        Action(
            CONFRONT, ActionKind.CHARACTER, Location.ROOM, (Requirement.CULTIST_TOKEN,), is_for_automa=True
        ),
        Action(
            SCARE_FISHMAN, ActionKind.CHARACTER, Location.CORRIDOR, (Requirement.FISHMAN, Requirement.KNIFE)
        ),
        Action(ASSASSINATE, ActionKind.CHARACTER, Location.SAME_PLACE, (Requirement.ASSASSIN,)),
        Action(FILL, ActionKind.ROOM, Location.ROOM, is_for_ghosts=True, is_for_automa=True),
        Action(
            INSPECT,
            ActionKind.ROOM,
            Location.ROOM,
            (Requirement.EXPLORED_ROOM,),
            is_for_ghosts=True,
            is_for_automa=True,
        ),
        Action(START_VOTE, ActionKind.ROOM, moves.Colour.LIGHT_BLUE, (Requirement.VOTE_TOKEN,)),
        Action(CAMERA, ActionKind.ROOM, moves.Colour.RED, (Requirement.POWER_ON,)),
        Action(RESTORE_POWER, ActionKind.ROOM, moves.Colour.RED, (Requirement.POWER_OFF,)),
        Action(CLOSE_GATE, ActionKind.ROOM, moves.Colour.GREEN, (Requirement.GATE_OPEN,)),
    )
}


def unmet_requirements(state: State, action: str, seat: int | None = None) -> tuple[Requirement, ...]:
    """Return the unmet requirements of an action.

    They are those of the character at `seat`; without `seat`, those of any character.
    """
    definition = ACTIONS[action]
    missing = [need for need in definition.requirements if need in _CHECKS and not _CHECKS[need](state)]
    if seat is not None:
        if seat in state.ghosts and not definition.is_for_ghosts:
            missing.append(Requirement.LIVING)
        if seat == state.setup.automa_seat and not definition.is_for_automa:
            missing.append(Requirement.PLAYER)
        if seat != state.knife and Requirement.KNIFE in definition.requirements:
            missing.append(Requirement.KNIFE)
    return tuple(missing)


def check_action(state: State, action: str, *seats: int | None) -> None:
    """Validate an action by these seats; None (an unnamed seat) is not checked.

    Raises `IllegalMove` if the action cannot be done now.
    """
    _check_phase(state, action)
    for seat in seats or (None,):
        if seat is not None:
            check_seat(state, seat)
        for need in unmet_requirements(state, action, seat):
            raise illegal_move(f"cultists.problem.need_{need.value}")


class Encounter(Enum):
    """Whether characters in one place meet, and why."""

    ALONE = "alone"
    TWO = "two"  # in the light, exactly two meet
    CROWD = "crowd"  # in the light, three and more do not
    DARK = "dark"  # without power, two and more do

    @property
    def is_meeting(self) -> bool:
        return self in (Encounter.TWO, Encounter.DARK)


def classify_encounter(living_here: int, power: bool) -> Encounter:
    """Return whether `living_here` characters meet; Ghosts do not count.

    Applies on entering and to some events, never on leaving.
    """
    if living_here < MEETING_SIZE:
        return Encounter.ALONE
    if not power:
        return Encounter.DARK
    return Encounter.TWO if living_here == MEETING_SIZE else Encounter.CROWD


def _check_phase(state: State, action: str) -> None:
    if action == SCARE_FISHMAN:
        # Entering his corridor with the Knife is enough, which may happen in the Movement phase.
        if state.round_phase not in (RoundPhase.MOVEMENT, RoundPhase.ACTION):
            raise illegal_move("cultists.problem.scare_phase")
    elif state.round_phase is not RoundPhase.ACTION:
        raise illegal_move("cultists.problem.action_phase")


# Requirements of the game; all others are requirements of the character.
_CHECKS: Final[Mapping[Requirement, Callable[[State], bool]]] = {
    Requirement.POWER_ON: lambda state: state.power,
    Requirement.POWER_OFF: lambda state: not state.power,
    Requirement.GATE_OPEN: lambda state: state.is_gate_open,
    Requirement.VOTE_TOKEN: lambda state: state.vote_token,
    Requirement.EXPLORED_ROOM: lambda state: bool(state.explored),
    Requirement.CULTIST_TOKEN: lambda state: bool(state.cultist_tokens),
    Requirement.FISHMAN: lambda state: state.is_fishman_inside,
    Requirement.HAZARD_DECK: lambda state: not state.setup.first_game,
    Requirement.ASSASSIN: lambda state: ASSASSIN in state.setup.roles,
}


# Reasons for which the Investigators win.
POINTS_REACHED: Final = "points_reached"
CULTISTS_ELIMINATED: Final = "cultists_eliminated"
KILLS_TOO_LATE: Final = "kills_too_late"
DECLARED_WRONGLY: Final = "declared_wrongly"
# Reasons for which the Cultists win.
DECLARED_RIGHTLY: Final = "declared_rightly"
TIME_UP: Final = "time_up"
KILLS_BEFORE: Final = "kills_before"
KILLS_BEAT_POINTS: Final = "kills_beat_points"
AUTOMA_KILLS: Final = "automa_kills"
SEER_NAMED: Final = "seer_named"

_INVESTIGATORS_WIN: Final = (POINTS_REACHED, CULTISTS_ELIMINATED, KILLS_TOO_LATE, DECLARED_WRONGLY)
_CULTISTS_WIN: Final = (
    *(DECLARED_RIGHTLY, TIME_UP, KILLS_BEFORE),
    *(KILLS_BEAT_POINTS, AUTOMA_KILLS, SEER_NAMED),
)
OUTCOMES: Final = (
    *(Outcome(Side.INVESTIGATORS.value, reason) for reason in _INVESTIGATORS_WIN),
    *(Outcome(Side.CULTISTS.value, reason) for reason in _CULTISTS_WIN),
)


def investigators_win(state: State, reason: str, *, guess: bool = True) -> State:
    """End with a win of the Investigators; if there is a Seer, the Cultists may guess first."""
    outcome = Outcome(Side.INVESTIGATORS.value, reason)
    state = replace(state, pending_murder=None, pending_reveal=None, ending=None)
    return (
        replace(state, pending_outcome=outcome)
        if guess and state.has_seer
        else replace(state, outcome=outcome)
    )


def cultists_win(state: State, reason: str) -> State:
    outcome = Outcome(Side.CULTISTS.value, reason)
    return replace(
        state, pending_murder=None, pending_reveal=None, ending=None, pending_outcome=None, outcome=outcome
    )


def end_if_points_reached(state: State) -> State:
    """End the game at once when the target is reached."""
    if state.points < state.target:
        return state
    if state.numbers.cultists > 1 and not state.setup.options.points_beat_kills:
        return replace(state, pending_murder=None, ending=Ending.POINTS)
    return investigators_win(state, POINTS_REACHED)


def reveal(state: State, move: moves.Revealed) -> State:
    """Apply the answer about the last Cultist. Unasked, only "yes" about a Ghost is accepted.

    The rules ask after a vote and an assassination; they do not say what a Cultist found dead means.
    """
    check_seat(state, move.seat)
    if state.phase is Phase.REVEALED:
        if move.seat != state.pending_reveal:
            raise illegal_move("cultists.problem.awaits_revealed")
        if not move.last_cultist:
            return replace(state, pending_reveal=None)
    elif not move.last_cultist:
        raise illegal_move("cultists.problem.nothing_to_reveal")
    elif move.seat not in state.ghosts:
        raise seat_error(
            state, move.seat, "cultists.problem.not_a_ghost", "cultists.problem.automa_not_a_ghost"
        )
    elif not state.all_cultists_may_be_out or move.seat == state.assassin:
        raise illegal_move("cultists.problem.cultists_left")
    state = replace(state, exposed_cultist=move.seat, pending_reveal=None, pending_murder=None)
    if state.numbers.cultists > 1:
        return replace(state, ending=Ending.LAST_CULTIST)
    if move.seat == state.setup.automa_seat:
        # The Automa cannot declare, so its dead are counted for it.
        return replace(state, ending=Ending.AUTOMA)
    return investigators_win(state, CULTISTS_ELIMINATED)


def declare(state: State, move: moves.Declare) -> State:
    if state.numbers.cultists > 1:
        raise illegal_move("cultists.problem.declare_lone", cultists=state.numbers.cultists)
    if state.phase is Phase.VOTE:
        raise phase_error(state)
    if state.phase is not Phase.CLEAN_UP:
        raise illegal_move("cultists.problem.declare_phase")
    check_living(state, move.seat)
    if move.seat == state.setup.automa_seat:
        raise illegal_move("cultists.problem.need_player")
    state = replace(state, exposed_cultist=move.seat)
    if move.right:
        return cultists_win(state, DECLARED_RIGHTLY)
    return investigators_win(state, DECLARED_WRONGLY, guess=state.can_guess_after_wrong_declaration)


def resolve_kills(state: State, move: moves.Kills) -> State:
    reached = move.reached
    match state.ending:
        case Ending.POINTS if reached is not moves.Reached.NO:
            return cultists_win(state, KILLS_BEAT_POINTS)
        case Ending.POINTS:
            return investigators_win(state, POINTS_REACHED)
        case Ending.AUTOMA if reached is not moves.Reached.NO:
            return cultists_win(state, AUTOMA_KILLS)
        case Ending.LAST_CULTIST if reached is moves.Reached.EARLIER:
            return cultists_win(state, KILLS_BEFORE)
        case Ending.LAST_CULTIST if reached is moves.Reached.THIS_ROUND:
            return investigators_win(state, KILLS_TOO_LATE)
        case Ending.LAST_CULTIST | Ending.AUTOMA:
            return investigators_win(state, CULTISTS_ELIMINATED)
        case None:
            raise illegal_move("cultists.problem.kills_not_asked")


def guess_seer(state: State, move: moves.SeerGuess) -> State:
    if not state.has_seer:
        raise illegal_move("cultists.problem.no_seer")
    if state.phase is not Phase.SEER_GUESS:
        raise illegal_move("cultists.problem.seer_guess_early")
    check_seat(state, move.target)
    if move.target in (state.exposed_cultist, state.assassin):
        raise seat_error(
            state, move.target, "cultists.problem.not_the_seer", "cultists.problem.automa_not_the_seer"
        )
    state = replace(state, seer_guess_target=move.target)
    if move.hit:
        return cultists_win(state, SEER_NAMED)
    return replace(state, outcome=state.pending_outcome, pending_outcome=None)


BOOKS: Final = 25
SHELF_POINTS: Final = range(2, 5)
# Counted by the players: a room is explored at the last of these cards.
CARDS_TO_EXPLORE: Final = 3
# With the largest shelf, the points can exceed the initial target by this much.
POINTS_BEYOND: Final = 5
# The only shelf in the rules; the others are printed on the players' board.
KNOWN_SHELVES: Final = (Shelf("orange", books=4, points=4),)


def explore_room(state: State, move: moves.Explored) -> State:
    _check_room(move.room)
    if move.room in state.explored:
        raise illegal_move("cultists.problem.explored_before")
    rooms = state.numbers.rooms
    if len(state.explored) == rooms:
        raise illegal_move("cultists.problem.all_explored", n=rooms)
    return replace(state, explored=(*state.explored, move.room))


# Shelves ----------------------------------------------------------------------------------------------


def enter_shelves(state: State, move: moves.Shelves) -> State:
    if not move.shelves:
        raise illegal_move("cultists.problem.shelves_none")
    if len({value.shelf for value in move.shelves}) < len(move.shelves):
        raise illegal_move("cultists.problem.shelf_twice")
    for value in move.shelves:
        state = _with_bookshelf(state, _with_printed_values(_find_bookshelf(state, value.shelf), value))
    if sum(shelf.books or shelf.stored for shelf in state.library) > BOOKS:
        raise illegal_move("cultists.problem.too_many_books", books=BOOKS)
    return end_if_points_reached(_complete_full_bookshelves(state))


def known_shelves(state: State) -> moves.Shelves:
    """Return all known shelf values as a move, so that the next game need not ask again."""
    return moves.Shelves(
        tuple(
            moves.ShelfValue(shelf.shelf, shelf.books, shelf.points)
            for shelf in state.library
            if shelf.books is not None and shelf.points is not None
        )
    )


def store_book(state: State, move: moves.Book) -> State:
    shelf = _find_open_bookshelf(state, move.shelf)
    if sum(other.stored for other in state.library) == BOOKS:
        raise illegal_move("cultists.problem.too_many_books", books=BOOKS)
    return end_if_points_reached(
        _complete_full_bookshelves(_with_bookshelf(state, replace(shelf, stored=shelf.stored + 1)))
    )


def return_book(state: State, move: moves.BookBack) -> State:
    shelf = _find_open_bookshelf(state, move.shelf)
    if not shelf.stored:
        raise illegal_move("cultists.problem.shelf_empty")
    return _with_bookshelf(state, replace(shelf, stored=shelf.stored - 1))


def complete_shelf(state: State, move: moves.ShelfCompleted) -> State:
    shelf = _find_open_bookshelf(state, move.shelf)
    points = shelf.points if move.points is None else move.points
    if points is None:
        raise illegal_move("cultists.problem.shelf_points_missing")
    if shelf.points not in (None, points):
        raise illegal_move("cultists.problem.shelf_points_other", points=shelf.points)
    _check_points(points)
    full = replace(shelf, points=points, stored=shelf.books or shelf.stored, complete=True)
    return end_if_points_reached(replace(_with_bookshelf(state, full), points=state.points + points))


def _complete_full_bookshelves(state: State) -> State:
    """Complete the shelves that have just received their last book, and add their points."""
    for shelf in state.library:
        if not shelf.complete and shelf.points is not None and shelf.stored == shelf.books:
            state = _with_bookshelf(state, replace(shelf, complete=True))
            state = replace(state, points=state.points + shelf.points)
    return state


def _with_printed_values(shelf: Shelf, value: moves.ShelfValue) -> Shelf:
    if shelf.complete:
        raise illegal_move("cultists.problem.shelf_complete")
    _check_points(value.points)
    if not 1 <= value.books <= BOOKS:
        raise illegal_move("cultists.problem.shelf_size", books=value.books, most=BOOKS)
    if value.books < shelf.stored:
        raise illegal_move("cultists.problem.shelf_overfull", books=value.books, stored=shelf.stored)
    return replace(shelf, books=value.books, points=value.points)


def _check_points(points: int) -> None:
    if points not in SHELF_POINTS:
        min_points, max_points = SHELF_POINTS[0], SHELF_POINTS[-1]
        raise illegal_move("cultists.problem.shelf_points", points=points, fewest=min_points, most=max_points)


def is_valid_bookshelf_name(name: str, others: Iterable[str]) -> bool:
    """True if a shelf may have this name beside the others.

    A colour has either one shelf for all rooms, or numbered ones.
    """
    colour = moves.colour_of(name)
    if colour is None:
        return False
    same_color = {name, *(other for other in others if moves.colour_of(other) is colour)}
    return same_color == {name} or colour.value not in same_color


def _find_bookshelf(state: State, name: str) -> Shelf:
    if not is_valid_bookshelf_name(name, (shelf.shelf for shelf in state.library)):
        raise illegal_move("cultists.problem.no_such_shelf", shelf=name)
    return next((shelf for shelf in state.library if shelf.shelf == name), Shelf(name))


def _find_open_bookshelf(state: State, name: str) -> Shelf:
    shelf = _find_bookshelf(state, name)
    if shelf.complete:
        raise illegal_move("cultists.problem.shelf_complete")
    return shelf


def _with_bookshelf(state: State, shelf: Shelf) -> State:
    others = [other for other in state.library if other.shelf != shelf.shelf]
    return replace(state, library=tuple(sorted((*others, shelf), key=lambda one: one.shelf)))


# Hazards ----------------------------------------------------------------------------------------------


def resolve_hazard(state: State, move: moves.Hazard) -> State:
    _check_hazards(state)
    if move.room is not None:
        _check_room(move.room)
    if move.card is moves.HazardCard.FAILURE and state.tokens_left:
        if move.room is None:
            raise illegal_move("cultists.problem.hazard_room")
        return replace(state, cultist_tokens=(*state.cultist_tokens, move.room))
    # Sabotage, or a failure with no Cultist token left; no effect once the Fishman is inside.
    return state if move.card is moves.HazardCard.SUCCESS else replace(state, is_fishman_inside=True)


def confront(state: State, move: moves.Confronted) -> State:
    _check_hazards(state)
    _check_room(move.room)
    check_action(state, CONFRONT, move.by)
    if move.room not in state.cultist_tokens:
        raise illegal_move("cultists.problem.no_token_here")
    tokens = list(state.cultist_tokens)
    tokens.remove(move.room)
    return replace(state, cultist_tokens=tuple(tokens), removed_tokens=state.removed_tokens + 1)


def scare_fishman(state: State, move: moves.FishmanScared) -> State:
    _check_hazards(state)
    check_action(state, SCARE_FISHMAN, state.knife)
    return replace(state, is_fishman_inside=False)


def _check_hazards(state: State) -> None:
    if state.setup.first_game:
        raise illegal_move("cultists.problem.need_hazard_deck")


def _check_room(room: str) -> None:
    if moves.colour_of(room) is None:
        raise illegal_move("cultists.problem.no_such_room", room=room)
