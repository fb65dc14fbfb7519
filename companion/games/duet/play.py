"""One mission turn by turn: clues are spoken at the table, the app counts what they led to.

An illegal clue may cost the last token. The guesses it is followed by still take place, and the turn then
ends with nothing to take: a stop earns nothing, and so does a win, for only a token that was taken scores;
a bystander costs nothing any more, also where it would cost two checks. A turn that ends with an empty bank
is followed by sudden death.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
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
    SCORED_TOKENS,
    Setup,
    Side,
    problems,
)
from companion.games.game import Game, IllegalMove, Outcome, ProblemArg, error
from companion.games.records import encode

TEAM = "team"


@dataclass(frozen=True, slots=True)
class Bank:
    """The tokens not yet used, by the face that lies up."""

    bystanders: int
    checks: int

    @property
    def left(self) -> int:
        return self.bystanders + self.checks

    def without(self, token: Token) -> Bank:
        """One token fewer, of this face or, if there is none, of the other."""
        from_checks = self.bystanders == 0 if token is Token.BYSTANDER else self.checks > 0
        if from_checks:
            return replace(self, checks=self.checks - 1)
        return replace(self, bystanders=self.bystanders - 1)


class What(Enum):
    """What the table does next."""

    GUESS = "guess"
    SUDDEN_DEATH = "sudden_death"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Awaits:
    """What is due, which sides guess, and which one gives the clue (nobody in sudden death)."""

    what: What
    guesses: tuple[Side, ...] = ()
    clues: Side | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a won nine-token mission, item by item."""

    for_tokens_left: int
    for_checks: int
    for_sudden_death: int

    @property
    def total(self) -> int:
        return self.for_tokens_left + self.for_checks + self.for_sudden_death

    @property
    def rank(self) -> str:
        """How good that is: plain, good, excellent, or so good that the mission map is next."""
        for rank, least in (("map", 11), ("excellent", 9), ("good", 6)):
            if self.total >= least:
                return rank
        return "plain"


@dataclass(frozen=True, slots=True)
class State:
    """`right` and `fined` belong to the turn under way; `done` is the side whose key is all covered.

    At most one side can be done before the end: both keys covered are all fifteen agents.
    `streak` is how many turns in a row `last_giver` has given the clue.
    """

    setup: Setup
    bank: Bank
    giver: Side
    turn: int = 1
    agents: int = 0
    right: int = 0
    fined: bool = False
    earned: int = 0
    done: Side | None = None
    last_giver: Side | None = None
    streak: int = 0
    sudden_death: bool = False
    outcome: Outcome | None = None

    @property
    def last_guesses(self) -> bool:
        """Whether an illegal clue has cost the last token and its turn is still under way."""
        return not self.bank.left and not self.sudden_death and self.outcome is None

    @property
    def awaits(self) -> Awaits:
        if self.outcome is not None:
            return Awaits(What.OVER)
        if not self.sudden_death:
            return Awaits(What.GUESS, (self.giver.other,), self.giver)
        # Only a key with words left can be guessed at, and its owners are not the ones who guess.
        return Awaits(What.SUDDEN_DEATH, tuple(Side) if self.done is None else (self.done,))


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


def score(state: State) -> Score | None:
    """The points, if this was a won mission of nine tokens; the rules score no other."""
    if state.outcome is None or state.outcome.winner != TEAM or state.setup.tokens != SCORED_TOKENS:
        return None
    return Score(3 * state.bank.left, state.earned, -1 if state.sudden_death else 0)


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
