"""Rules of Silver as a `Game`: rounds are recorded, scored and added up."""

from __future__ import annotations

from typing import Any

from companion.core.game import Game, Outcome, replace
from companion.core.serialization import encode
from companion.games.silver.round_check import check_round
from companion.games.silver.scoring import (
    add_up_totals,
    decide_amulet,
    find_winners,
    is_amulet_active,
    score_round,
)
from companion.games.silver.setup import ROUNDS, Setup, problems, read_setup
from companion.games.silver.state import MOVE_TYPES, Move, RoundResult, State, illegal_move


def start(setup: Setup) -> State:
    return State(setup)


def apply(state: State, move: Move) -> State:
    if state.outcome is not None:
        if state.setup.is_points_game:
            raise illegal_move("silver.problem.over")
        raise illegal_move("silver.problem.fifth_round", rounds=ROUNDS)
    state = replace(state, results=(*state.results, _make_result(state, move)))
    return _end_game(state) if _is_over(state) else state


def make_rematch(state: State) -> Setup:
    """Return the set-up of the next game of the same players: the amulet's holder keeps it and starts."""
    return replace(
        state.setup, start=state.starter, amulet=state.amulet_holder, amulet_works=state.amulet_works
    )


def public_state(state: State) -> dict[str, Any]:
    return {
        "awaits": state.phase.value,
        "round": state.round,
        "starter": state.starter,
        "scores": list(state.scores),
        "totals": list(state.totals),
        "amulet": state.amulet_holder,
        "amulet_works": state.amulet_works,
        "resets": list(state.reset_seats),
        "rounds": encode(state.results),
        "winners": list(state.winners),
        "outcome": None
        if state.outcome is None
        else {"winner": state.outcome.winner, "reason": state.outcome.reason},
    }


def _make_result(state: State, move: Move) -> RoundResult:
    setup, options = state.setup, state.setup.options
    entry = check_round(setup, move)
    points = score_round(entry, options)
    scores, why = tuple(score for score, _ in points), tuple(reason for _, reason in points)
    totals, resets = add_up_totals(setup, state.totals, scores, state.reset_seats)
    taker, amulet_reason = decide_amulet(entry, scores, options, state.amulet_holder, state.starter)
    return RoundResult(
        starter=state.starter,
        caller=entry.caller,
        ended=move.ended,
        villages=entry.villages,
        sums=entry.sums,
        kamikaze=entry.kamikaze,
        scores=scores,
        why=why,
        totals=totals,
        resets=resets,
        amulet=taker,
        amulet_why=amulet_reason,
        amulet_works=is_amulet_active(taker, entry.caller, why, options),
    )


def _is_over(state: State) -> bool:
    if state.setup.is_points_game:
        return max(state.totals) >= state.setup.options.limit
    return len(state.results) == ROUNDS


def _end_game(state: State) -> State:
    last = state.results[-1]
    winners, reason = find_winners(state.setup, last.totals, last.scores, last.amulet)
    winner = winners[0] if len(winners) == 1 else None
    return replace(state, winners=winners, outcome=Outcome(winner, reason.value))


GAME: Game[Setup, State, Move] = Game(
    id="silver",
    setup_type=Setup,
    move_types=MOVE_TYPES,
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public_state=public_state,
    read_setup=read_setup,
)
