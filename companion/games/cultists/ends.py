"""How games end: points, eliminated Cultists, the declaration, round ten, and the guess that beats them all.

Only the table can see pulse decks and roles, so it is asked; the app knows what follows from the answer.
"""

from __future__ import annotations

from typing import Final

from companion.games.cultists.moves import Declare, Kills, Reached, Revealed, SeerGuess
from companion.games.cultists.roles import Side
from companion.games.cultists.state import (
    Awaits,
    Ending,
    State,
    about_seat,
    check_living,
    check_seat,
    not_now,
    refused,
)
from companion.games.game import Outcome, replace

# The Investigators win.
POINTS_REACHED: Final = "points_reached"
CULTISTS_ELIMINATED: Final = "cultists_eliminated"
KILLS_TOO_LATE: Final = "kills_too_late"
DECLARED_WRONGLY: Final = "declared_wrongly"
# The Cultists win.
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
    """They win, unless there is a Seer and the Cultists can still name that one."""
    outcome = Outcome(Side.INVESTIGATORS.value, reason)
    state = replace(state, murder=None, out=None, ending=None)
    return replace(state, verdict=outcome) if guess and state.seer else replace(state, outcome=outcome)


def cultists_win(state: State, reason: str) -> State:
    outcome = Outcome(Side.CULTISTS.value, reason)
    return replace(state, murder=None, out=None, ending=None, verdict=None, outcome=outcome)


def with_points_checked(state: State) -> State:
    """The game ends at once when the finger is reached."""
    if state.points < state.target:
        return state
    if state.numbers.cultists > 1 and not state.setup.options.points_beat_kills:
        return replace(state, murder=None, ending=Ending.POINTS)
    return investigators_win(state, POINTS_REACHED)


def reveal(state: State, move: Revealed) -> State:
    """Answered when asked. Unasked, a table may say that a Ghost was the last Cultist, and only that.

    The rules ask after a vote and an assassination; what a Cultist found dead means they do not tell.
    """
    check_seat(state, move.seat)
    if state.awaits is Awaits.REVEALED:
        if move.seat != state.out:
            raise refused("cultists.problem.awaits_revealed")
        if not move.last_cultist:
            return replace(state, out=None)
    elif not move.last_cultist:
        raise refused("cultists.problem.nothing_to_reveal")
    elif move.seat not in state.ghosts:
        raise about_seat(
            state, move.seat, "cultists.problem.not_a_ghost", "cultists.problem.automa_not_a_ghost"
        )
    elif not state.all_cultists_may_be_out or move.seat == state.assassin:
        raise refused("cultists.problem.cultists_left")
    state = replace(state, exposed=move.seat, out=None, murder=None)
    if state.numbers.cultists > 1:
        return replace(state, ending=Ending.LAST_CULTIST)
    if move.seat == state.setup.automa_seat:
        # The Automa cannot declare, so its dead are counted for it.
        return replace(state, ending=Ending.AUTOMA)
    return investigators_win(state, CULTISTS_ELIMINATED)


def declare(state: State, move: Declare) -> State:
    if state.numbers.cultists > 1:
        raise refused("cultists.problem.declare_lone", cultists=state.numbers.cultists)
    if state.awaits is Awaits.VOTE:
        raise not_now(state)
    if state.awaits is not Awaits.CLEAN_UP:
        raise refused("cultists.problem.declare_phase")
    check_living(state, move.seat)
    if move.seat == state.setup.automa_seat:
        raise refused("cultists.problem.need_player")
    state = replace(state, exposed=move.seat)
    if move.right:
        return cultists_win(state, DECLARED_RIGHTLY)
    return investigators_win(state, DECLARED_WRONGLY, guess=state.guess_saves_declarer)


def count_kills(state: State, move: Kills) -> State:
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
            raise refused("cultists.problem.kills_not_asked")


def guess_seer(state: State, move: SeerGuess) -> State:
    if not state.seer:
        raise refused("cultists.problem.no_seer")
    if state.awaits is not Awaits.SEER_GUESS:
        raise refused("cultists.problem.seer_guess_early")
    check_seat(state, move.target)
    if move.target in (state.exposed, state.assassin):
        raise about_seat(
            state, move.target, "cultists.problem.not_the_seer", "cultists.problem.automa_not_the_seer"
        )
    state = replace(state, named=move.target)
    if move.hit:
        return cultists_win(state, SEER_NAMED)
    return replace(state, outcome=state.verdict, verdict=None)
