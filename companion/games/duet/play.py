"""One mission turn by turn: clues are spoken at the table, the app counts what they led to.

An illegal clue may cost the last token. The guesses it is followed by still take place, and the turn then
ends with nothing to take: a stop earns nothing, and so does a win, for only a token that was taken scores;
a bystander costs nothing any more, also where it would cost two checks. A turn that ends with an empty bank
is followed by sudden death.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from companion.games.duet.moves import (
    MOVE_TYPES,
    Agent,
    Assassin,
    Bystander,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    Stop,
    Token,
)
from companion.games.duet.setup import (
    AGENTS,
    BYSTANDER_CHECKS,
    IN_A_ROW,
    KEY_AGENTS,
    Setup,
    Side,
    problems,
)
from companion.games.duet.state import TEAM, Bank, State, score
from companion.games.game import Game, IllegalMove, Outcome, ProblemArg, error
from companion.games.records import encode


def start(setup: Setup) -> State:
    bystanders = setup.bystander_tokens
    return State(setup, Bank(bystanders, setup.tokens - bystanders), setup.first)


def apply(state: State, move: Move) -> State:
    if state.outcome is not None:
        raise _refused("duet.problem.over")
    match move:
        case Agent():
            return _agent(state)
        case Bystander():
            return _bystander(state)
        case Assassin():
            return _lost(state, "assassin")
        case Stop():
            return _stop(state)
        case IllegalClue(token):
            return _illegal_clue(state, token)
        case SideDone(side):
            return _side_done(state, side)
        case NextClue(side):
            return _next_clue(state, side)
    assert_never(move)


def public(state: State) -> dict[str, Any]:
    result = score(state)
    return {
        "turn": state.turn,
        "giver": state.giver.value,
        "agents": state.agents,
        "right": state.right,
        "bank": {**encode(state.bank), "left": state.bank.left},
        "earned": state.earned,
        "done": None if state.done is None else state.done.value,
        "sudden_death": state.sudden_death,
        "awaits": {"clues": None, **encode(state.awaits)},
        "outcome": None
        if state.outcome is None
        else {"winner": state.outcome.winner, "reason": state.outcome.reason},
        "score": None if result is None else {**encode(result), "total": result.total, "rank": result.rank},
    }


def _agent(state: State) -> State:
    # Only the guessers' stop can follow: the giver's key has no green word left.
    if not state.sudden_death and state.done is state.giver:
        raise _refused("duet.problem.key_covered", words=KEY_AGENTS, names=state.setup.members(state.giver))
    state = replace(state, agents=state.agents + 1, right=state.right + 1)
    if state.agents < AGENTS:
        return state
    if state.bank.left:
        counted = 1 if state.setup.winning_token_counts else 0
        state = replace(state, bank=state.bank.without(Token.CHECK), earned=state.earned + counted)
    return replace(state, outcome=Outcome(TEAM, "all_agents"))


def _bystander(state: State) -> State:
    if state.sudden_death:
        return _lost(state, "bystander_in_sudden_death")
    if not state.bank.left:
        return _turn_over(state)
    if state.bank.bystanders:
        return _turn_over(replace(state, bank=state.bank.without(Token.BYSTANDER)))
    if state.bank.checks < BYSTANDER_CHECKS:
        return _lost(state, "not_enough_tokens")
    left = replace(state.bank, checks=state.bank.checks - BYSTANDER_CHECKS)
    return _turn_over(replace(state, bank=left))


def _stop(state: State) -> State:
    _refuse_in_sudden_death(state)
    if not state.right:
        raise _refused("duet.problem.guess_first")
    if state.bank.left:
        state = replace(state, bank=state.bank.without(Token.CHECK), earned=state.earned + 1)
    return _turn_over(state)


def _illegal_clue(state: State, token: Token | None) -> State:
    _refuse_in_sudden_death(state)
    if state.fined:
        raise _refused("duet.problem.fined_already")
    lying = {Token.CHECK: state.bank.checks, Token.BYSTANDER: state.bank.bystanders}
    if token is not None and not lying[token]:
        raise _refused("duet.problem.no_such_token")
    return _nothing_left(replace(state, fined=True, bank=state.bank.without(token or Token.CHECK)))


def _side_done(state: State, side: Side) -> State:
    if state.agents < KEY_AGENTS:
        raise _refused("duet.problem.done_too_soon", n=state.agents, needed=KEY_AGENTS)
    if state.done is side:
        raise _refused("duet.problem.done_already", names=state.setup.members(side))
    if state.done is not None:
        raise _refused("duet.problem.both_done", n=AGENTS - state.agents)
    state = replace(state, done=side)
    # Said before any guess, the clue passes to the other side at once; said after one, the turn goes on.
    return _nothing_left(state) if state.right else replace(state, giver=side.other)


def _nothing_left(state: State) -> State:
    """The turn ends by itself where it has neither a word to find nor a token to earn."""
    return _turn_over(state) if state.last_guesses and state.done is state.giver else state


def _next_clue(state: State, side: Side) -> State:
    _refuse_in_sudden_death(state)
    if not state.setup.loose_turns:
        raise _refused("duet.problem.turns_alternate")
    if state.right or state.fined:
        raise _refused("duet.problem.turn_under_way")
    if state.done is side:
        raise _refused("duet.problem.key_covered", words=KEY_AGENTS, names=state.setup.members(side))
    if state.done is None and state.last_giver is side and state.streak >= IN_A_ROW:
        raise _refused("duet.problem.two_in_a_row", in_a_row=IN_A_ROW, names=state.setup.members(side))
    return replace(state, giver=side)


def _turn_over(state: State) -> State:
    """Its token is gone, if there was one: sudden death if none is left, or else the next turn."""
    if not state.bank.left:
        return replace(state, sudden_death=True, right=0, fined=False)
    streak = state.streak + 1 if state.last_giver is state.giver else 1
    return replace(
        state,
        turn=state.turn + 1,
        giver=state.giver.other if state.done is None else state.done.other,
        right=0,
        fined=False,
        last_giver=state.giver,
        streak=streak,
    )


def _lost(state: State, reason: str) -> State:
    return replace(state, outcome=Outcome(None, reason))


def _refuse_in_sudden_death(state: State) -> None:
    if state.sudden_death:
        raise _refused("duet.problem.sudden_death")


def _refused(key: str, **args: ProblemArg) -> IllegalMove:
    return IllegalMove(error(key, **args))


GAME: Game[Setup, State, Move] = Game(
    id="duet",
    setup_type=Setup,
    move_types=MOVE_TYPES,
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public=public,
)
