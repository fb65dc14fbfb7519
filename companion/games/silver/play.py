"""A game round by round: the villages are counted, scored and added up."""

from __future__ import annotations

from typing import Any

from companion.games.game import Game, Outcome, replace
from companion.games.records import encode
from companion.games.silver.moves import MOVE_TYPES, Move
from companion.games.silver.round_check import checked
from companion.games.silver.scoring import added_up, amulet_goes_to, amulet_works, scored, won_by
from companion.games.silver.setup import ROUNDS, Setup, problems, read_setup
from companion.games.silver.state import Result, State, refused


def start(setup: Setup) -> State:
    return State(setup)


def apply(state: State, move: Move) -> State:
    if state.outcome is not None:
        if state.setup.points:
            raise refused("silver.problem.over")
        raise refused("silver.problem.fifth_round", rounds=ROUNDS)
    state = replace(state, results=(*state.results, _played(state, move)))
    return _ended(state) if _is_over(state) else state


def rematch(state: State) -> Setup:
    """The next game of the same players: the amulet stays where it is, and its holder starts."""
    return replace(state.setup, start=state.starter, amulet=state.amulet, amulet_works=state.amulet_works)


def public(state: State) -> dict[str, Any]:
    return {
        "awaits": state.awaits.value,
        "round": state.round,
        "starter": state.starter,
        "scores": list(state.scores),
        "totals": list(state.totals),
        "amulet": state.amulet,
        "amulet_works": state.amulet_works,
        "resets": list(state.resets),
        "rounds": encode(state.results),
        "winners": list(state.winners),
        "outcome": None
        if state.outcome is None
        else {"winner": state.outcome.winner, "reason": state.outcome.reason},
    }


def _played(state: State, move: Move) -> Result:
    setup, options = state.setup, state.setup.options
    entry = checked(setup, move)
    points = scored(entry, options)
    scores, why = tuple(score for score, _ in points), tuple(reason for _, reason in points)
    totals, resets = added_up(setup, state.totals, scores, state.resets)
    taker, taken = amulet_goes_to(entry, scores, options, state.amulet, state.starter)
    return Result(
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
        amulet_why=taken,
        amulet_works=amulet_works(taker, entry.caller, why, options),
    )


def _is_over(state: State) -> bool:
    if state.setup.points:
        return max(state.totals) >= state.setup.options.limit
    return len(state.results) == ROUNDS


def _ended(state: State) -> State:
    last = state.results[-1]
    winners, reason = won_by(state.setup, last.totals, last.scores, last.amulet)
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
    public=public,
    read_setup=read_setup,
)
