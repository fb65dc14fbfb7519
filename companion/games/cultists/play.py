"""Rules of Among Cultists as a `Game`. The app counts; only the players know the roles."""

from __future__ import annotations

from typing import Any, assert_never

from companion.core.game import Game, replace
from companion.core.serialization import encode
from companion.games.cultists.building import (
    KNOWN_SHELVES,
    complete_shelf,
    confront,
    enter_shelves,
    explore_room,
    resolve_hazard,
    return_book,
    scare_fishman,
    store_book,
)
from companion.games.cultists.deaths import assassinate, record_death, resolve_vote
from companion.games.cultists.ends import declare, guess_seer, resolve_kills, reveal
from companion.games.cultists.moves import (
    MOVE_TYPES,
    Assassinate,
    Book,
    BookBack,
    Confronted,
    Correct,
    Dead,
    Declare,
    Entrances,
    Event,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    Kills,
    Move,
    Next,
    PowerRestored,
    Revealed,
    Roles,
    SeerGuess,
    ShelfCompleted,
    Shelves,
    Vote,
)
from companion.games.cultists.rounds import (
    apply_correction,
    close_gate,
    end_phase,
    record_event,
    restore_power,
)
from companion.games.cultists.setup import Setup, numbers, problems, read_setup
from companion.games.cultists.state import Phase, State, illegal_move, phase_error
from companion.games.cultists.who_was_who import record_roles

# Phases that must be answered first, with the move that answers each.
_REQUIRED_MOVES: dict[Phase, type[Move]] = {Phase.KILLS: Kills, Phase.SEER_GUESS: SeerGuess}


def start(setup: Setup) -> State:
    return State(setup, knife=setup.knife, target=numbers(setup).points, library=KNOWN_SHELVES)


def apply(state: State, move: Move) -> State:
    if isinstance(move, Roles):
        return record_roles(state, move)
    if state.phase is Phase.OVER:
        raise illegal_move("app.problem.over")
    if state.phase in _REQUIRED_MOVES and not isinstance(move, _REQUIRED_MOVES[state.phase]):
        raise phase_error(state)
    if state.phase is Phase.REVEALED and not isinstance(move, Revealed):
        # Only the last living Cultist is revealed, which ends the game: any other move means "no".
        state = replace(state, pending_reveal=None)
    match move:
        case Next():
            return end_phase(state, move)
        case Event():
            return record_event(state, move)
        case Entrances():
            return state
        case PowerRestored():
            return restore_power(state, move)
        case GateClosed():
            return close_gate(state, move)
        case Correct():
            return apply_correction(state, move)
        case Explored():
            return explore_room(state, move)
        case Shelves():
            return enter_shelves(state, move)
        case Book():
            return store_book(state, move)
        case BookBack():
            return return_book(state, move)
        case ShelfCompleted():
            return complete_shelf(state, move)
        case Hazard():
            return resolve_hazard(state, move)
        case Confronted():
            return confront(state, move)
        case FishmanScared():
            return scare_fishman(state, move)
        case Dead():
            return record_death(state, move)
        case Vote():
            return resolve_vote(state, move)
        case Assassinate():
            return assassinate(state, move)
        case Revealed():
            return reveal(state, move)
        case Declare():
            return declare(state, move)
        case Kills():
            return resolve_kills(state, move)
        case SeerGuess():
            return guess_seer(state, move)
    assert_never(move)


def public_state(state: State) -> dict[str, Any]:
    return {
        "awaits": state.phase.value,
        "about": state.subject_seat,
        "round": state.round,
        "phase": state.round_phase.value,
        "knife": state.knife,
        "points": state.points,
        "target": state.target,
        "kills_needed": state.numbers.kills,
        "power": state.power,
        "gate": _gate(state),
        "events": [encode(event) for event in state.events],
        "bag": state.bag,
        "entrances": state.has_secret_entrances,
        "movement_points": state.movement_points,
        "explored": list(state.explored),
        "library": [encode(shelf) for shelf in state.library],
        "cultist_tokens": {"left": state.tokens_left, "rooms": list(state.cultist_tokens)},
        "fishman": state.is_fishman_inside,
        "vote_token": state.vote_token,
        "living": list(state.living),
        "ghosts": list(state.ghosts),
        "deaths": [encode(death) for death in state.deaths],
        "counted_dead": list(state.counted_dead),
        "vote": _vote(state),
        "assassin": state.assassin,
        "exposed": state.exposed_cultist,
        "may_declare": state.can_declare,
        "ending": None if state.ending is None else state.ending.value,
        "verdict": encode(state.pending_outcome),
        "named": state.seer_guess_target,
        "outcome": encode(state.outcome),
        # Only present once roles were recorded, so that other public states stay as in older versions.
        **({} if state.roles is None else {"roles": list(state.roles)}),
    }


def _gate(state: State) -> dict[str, Any] | None:
    if state.gate is None:
        return None
    return {
        "opened": state.gate.opened,
        "last_round": state.gate.last_round,
        "status": state.gate.status.value,
        "closes_in": state.closes_in,
    }


def _vote(state: State) -> dict[str, Any] | None:
    if state.vote is None:
        return None
    result = state.vote
    return {
        "eliminated": result.eliminated,
        "tally": {str(seat): votes for seat, votes in result.tally},
        "abstentions": result.abstentions,
        "why": result.reason.value,
        "leaders": list(result.leaders),
        "ballots": encode(result.ballots),
        "knife": encode(result.knife),
        "changed_from": result.changed_from,
        "round": result.round,
        "called_by": result.called_by,
        "murder": result.murder,
    }


GAME: Game[Setup, State, Move] = Game(
    id="cultists",
    setup_type=Setup,
    move_types=MOVE_TYPES,
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public_state=public_state,
    read_setup=read_setup,
)
