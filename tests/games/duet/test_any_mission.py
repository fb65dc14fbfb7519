"""What holds in every mission, however it goes."""

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games.duet.moves import (
    Agent,
    Assassin,
    Bystander,
    IllegalClue,
    NextClue,
    SideDone,
    Stop,
    Token,
)
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import AGENTS, Setup, Side
from companion.games.duet.state import What, score
from companion.games.game import IllegalMove
from companion.games.records import decode, decode_move, encode, encode_move
from companion.table import Table

SIDES = st.sampled_from(Side)


@st.composite
def missions(draw):
    tokens = draw(st.integers(1, 11))
    return Setup(
        players=("Ada", "Bruno", "Chloe"),
        sides=draw(st.sampled_from([None, (Side.A, Side.B, Side.A)])),
        tokens=tokens,
        mistakes=draw(st.none() | st.integers(0, tokens)),
        first=draw(SIDES),
        winning_token_counts=draw(st.booleans()),
        loose_turns=draw(st.booleans()),
    )


MOVES = st.one_of(
    st.just(Agent()),
    st.just(Agent()),
    st.just(Stop()),
    st.just(Bystander()),
    st.builds(IllegalClue, st.none() | st.sampled_from(Token)),
    st.builds(SideDone, SIDES),
    st.builds(NextClue, SIDES),
    st.just(Assassin()),
)


class AnyMission(RuleBasedStateMachine):
    @initialize(setup=missions())
    def sit_down(self, setup):
        self.table = Table(DUET, setup)
        self.first = self.table.state

    @rule(move=MOVES)
    def try_a_move(self, move):
        before = self.table.state, self.table.moves, self.table.undone
        refusal = None
        try:
            self.table.play(move)
        except IllegalMove as refused:
            refusal = refused.problem
        if refusal is None:
            assert (self.table.moves, self.table.undone) == ((*before[1], move), ())
        else:
            assert refusal.key.startswith("duet.problem.")
            assert (self.table.state, self.table.moves, self.table.undone) == before

    @rule(agents=st.integers(1, 6))
    def a_turn_that_goes_well(self, agents):
        """Moves picked one by one hardly ever reach the fifteenth agent."""
        for move in (*[Agent()] * agents, Stop()):
            self.try_a_move(move)

    @precondition(lambda self: self.table.can_undo)
    @rule()
    def undo_and_redo(self):
        state = self.table.state
        self.table.undo()
        assert self.table.redo() == state

    @rule(steps=st.integers(1, 3))
    def undo(self, steps):
        for _ in range(steps):
            self.table.undo()

    @rule()
    def undo_everything(self):
        moves, latest = self.table.moves, self.table.state
        while self.table.can_undo:
            self.table.undo()
        assert self.table.state == self.first
        for _ in moves:
            self.table.redo()
        assert (self.table.moves, self.table.state) == (moves, latest)

    @invariant()
    def the_bank_is_never_overdrawn(self):
        bank = self.table.state.bank
        assert bank.bystanders >= 0
        assert bank.checks >= 0

    @invariant()
    def every_turn_uses_one_token(self):
        """Exactly one where all tokens may be mistakes; elsewhere a bystander may cost two."""
        used = fines = turns = 0
        for before, after, move in zip(
            self.table.states, self.table.states[1:], self.table.moves, strict=False
        ):
            cost = before.bank.left - after.bank.left
            used += cost
            if isinstance(move, IllegalClue):
                fines += 1
                assert cost == 1
            elif cost:
                turns += 1
                assert cost == 1 or (cost == 2 and isinstance(move, Bystander) and not before.bank.bystanders)
        setup, state = self.table.setup, self.table.state
        assert state.bank.left == setup.tokens - used
        if setup.bystander_tokens == setup.tokens:
            assert used == turns + fines
            if not state.sudden_death and state.outcome is None:
                assert turns == state.turn - 1

    @invariant()
    def what_is_awaited_fits_the_state(self):
        state = self.table.state
        awaits = state.awaits
        assert (awaits.what is What.OVER) == (state.outcome is not None)
        if awaits.what is What.GUESS:
            assert awaits.clues is not None
            # Only an illegal clue takes the last token of a turn that goes on.
            assert state.bank.left > 0 or state.fined
            assert state.last_guesses == (state.bank.left == 0)
            assert awaits.guesses == (awaits.clues.other,)
            assert state.done is not awaits.clues or state.right
        if awaits.what is What.SUDDEN_DEATH:
            assert state.bank.left == 0
            assert awaits.clues is None
            assert awaits.guesses

    @invariant()
    def the_game_is_won_by_fifteen_agents_and_no_fewer(self):
        state = self.table.state
        won = state.outcome is not None and state.outcome.winner == "team"
        assert won == (state.agents == AGENTS)
        assert (score(state) is not None) == (won and self.table.setup.tokens == 9)

    @invariant()
    def the_log_survives_json_and_folds_to_the_same_state(self):
        setup = decode(Setup, json.loads(json.dumps(encode(self.table.setup))))
        moves = [
            decode_move(DUET, json.loads(json.dumps(encode_move(DUET, move)))) for move in self.table.moves
        ]
        again = Table(DUET, setup, moves)
        assert (again.setup, again.moves, again.state) == (
            self.table.setup,
            self.table.moves,
            self.table.state,
        )
        assert json.loads(json.dumps(DUET.public(again.state))) == DUET.public(self.table.state)


AnyMission.TestCase.settings = settings(max_examples=70, stateful_step_count=30, deadline=None)
TestAnyMission = AnyMission.TestCase
