"""Among Cultists from the first step to the verdict: the app counts, the table knows who is who."""

from __future__ import annotations

from typing import Any, assert_never

from companion.games.cultists.building import (
    KNOWN_SHELVES,
    complete_shelf,
    confront,
    enter_shelves,
    explore,
    meet_hazard,
    scare_fishman,
    shelve,
    take_back,
)
from companion.games.cultists.deaths import assassinate, find_dead, hold_vote
from companion.games.cultists.decks import numbers
from companion.games.cultists.ends import count_kills, declare, guess_seer, reveal
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
    close_gate,
    correct,
    end_phase,
    restore_power,
    show_event,
)
from companion.games.cultists.setup import Setup, problems, read_setup
from companion.games.cultists.state import Awaits, State, not_now, refused
from companion.games.cultists.who_was_who import tell_roles
from companion.games.game import Game, replace
from companion.games.records import encode

# Questions that come before anything else, and the move that answers each.
_ANSWERS: dict[Awaits, type[Move]] = {Awaits.KILLS: Kills, Awaits.SEER_GUESS: SeerGuess}


def start(setup: Setup) -> State:
    return State(setup, knife=setup.knife, target=numbers(setup).points, library=KNOWN_SHELVES)


def apply(state: State, move: Move) -> State:
    if isinstance(move, Roles):
        return tell_roles(state, move)
    if state.awaits is Awaits.OVER:
        raise refused("app.problem.over")
    if state.awaits in _ANSWERS and not isinstance(move, _ANSWERS[state.awaits]):
        raise not_now(state)
    if state.awaits is Awaits.REVEALED and not isinstance(move, Revealed):
        # Only the last living Cultist is shown, and that ends the game: who plays on has answered.
        state = replace(state, out=None)
    match move:
        case Next():
            return end_phase(state, move)
        case Event():
            return show_event(state, move)
        case Entrances():
            return state
        case PowerRestored():
            return restore_power(state, move)
        case GateClosed():
            return close_gate(state, move)
        case Correct():
            return correct(state, move)
        case Explored():
            return explore(state, move)
        case Shelves():
            return enter_shelves(state, move)
        case Book():
            return shelve(state, move)
        case BookBack():
            return take_back(state, move)
        case ShelfCompleted():
            return complete_shelf(state, move)
        case Hazard():
            return meet_hazard(state, move)
        case Confronted():
            return confront(state, move)
        case FishmanScared():
            return scare_fishman(state, move)
        case Dead():
            return find_dead(state, move)
        case Vote():
            return hold_vote(state, move)
        case Assassinate():
            return assassinate(state, move)
        case Revealed():
            return reveal(state, move)
        case Declare():
            return declare(state, move)
        case Kills():
            return count_kills(state, move)
        case SeerGuess():
            return guess_seer(state, move)
    assert_never(move)


def public(state: State) -> dict[str, Any]:
    return {
        "awaits": state.awaits.value,
        "about": state.about,
        "round": state.round,
        "phase": state.phase.value,
        "knife": state.knife,
        "points": state.points,
        "target": state.target,
        "kills_needed": state.numbers.kills,
        "power": state.power,
        "gate": _gate(state),
        "events": [encode(drawn) for drawn in state.events],
        "bag": state.bag,
        "entrances": state.entrances,
        "movement_points": state.movement_points,
        "explored": list(state.explored),
        "library": [encode(shelf) for shelf in state.library],
        "cultist_tokens": {"left": state.tokens_left, "rooms": list(state.cultist_tokens)},
        "fishman": state.fishman,
        "vote_token": state.vote_token,
        "living": list(state.living),
        "ghosts": list(state.ghosts),
        "deaths": [encode(death) for death in state.deaths],
        "counted_dead": list(state.counted_dead),
        "vote": _vote(state),
        "assassin": state.assassin,
        "exposed": state.exposed,
        "may_declare": state.may_declare,
        "ending": None if state.ending is None else state.ending.value,
        "verdict": encode(state.verdict),
        "named": state.named,
        "outcome": encode(state.outcome),
        # What only a table has that told it: without it the state is what it always was.
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
        "why": result.why.value,
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
    public=public,
    read_setup=read_setup,
)
