"""Rules of the ends of a game: points, eliminated Cultists, the declaration, round ten, and the Seer guess.

Only the players can see pulse decks and roles, so the game asks for them and derives the consequences.
"""

from __future__ import annotations

from typing import Final

from companion.core.game import Outcome, replace
from companion.games.cultists.moves import Declare, Kills, Reached, Revealed, SeerGuess
from companion.games.cultists.setup import Side
from companion.games.cultists.state import (
    Ending,
    Phase,
    State,
    check_living,
    check_seat,
    illegal_move,
    phase_error,
    seat_error,
)

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


def reveal(state: State, move: Revealed) -> State:
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


def declare(state: State, move: Declare) -> State:
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


def resolve_kills(state: State, move: Kills) -> State:
    reached = move.reached
    match state.ending:
        case Ending.POINTS if reached is not Reached.NO:
            return cultists_win(state, KILLS_BEAT_POINTS)
        case Ending.POINTS:
            return investigators_win(state, POINTS_REACHED)
        case Ending.AUTOMA if reached is not Reached.NO:
            return cultists_win(state, AUTOMA_KILLS)
        case Ending.LAST_CULTIST if reached is Reached.EARLIER:
            return cultists_win(state, KILLS_BEFORE)
        case Ending.LAST_CULTIST if reached is Reached.THIS_ROUND:
            return investigators_win(state, KILLS_TOO_LATE)
        case Ending.LAST_CULTIST | Ending.AUTOMA:
            return investigators_win(state, CULTISTS_ELIMINATED)
        case None:
            raise illegal_move("cultists.problem.kills_not_asked")


def guess_seer(state: State, move: SeerGuess) -> State:
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
