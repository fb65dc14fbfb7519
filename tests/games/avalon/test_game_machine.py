"""What holds in every game of Avalon, however it goes."""

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.core.game import filter_blocking
from companion.core.serialization import decode_move, decode_setup, encode, encode_move
from companion.core.session import GameSession
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import NUMBERS, Lancelot, Options, PlotCards, Quest5Needs, Setup, Side, deck
from companion.games.avalon.state import (
    MOVE_TYPES,
    Assassinate,
    Cheat,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Phase,
    Plot,
    Propose,
    Quest,
    Roles,
    Vote,
)
from companion.i18n.translator import Translator
from tests.games.attempts import attempted

ENGLISH = Translator("en")


@st.composite
def setups(draw):
    players = draw(st.integers(5, 10))
    setup = Setup(
        players=tuple("ABCDEFGHIJ"[:players]),
        leader=draw(st.integers(0, players - 1)),
        # Nine and ten players without Merlin need him: the box has no sixth Servant.
        roles=("percival",),
        lancelot=draw(st.none() | st.sampled_from(Lancelot)),
        lady=draw(st.booleans()),
        excalibur=draw(st.booleans()),
        targeting=draw(st.booleans()),
        options=Options(
            targeting_quest5_needs=draw(st.sampled_from(Quest5Needs)),
            plot_cards=draw(st.sampled_from(PlotCards)),
            merlin=draw(st.sampled_from([True, True, True, False])),
        ),
    )
    assert not filter_blocking(AVALON.problems(setup))
    return setup


def distinct(seats, size=None):
    least = 0 if size is None else size
    return st.lists(seats, unique=True, min_size=least, max_size=size).map(tuple)


# Moves of all kinds without a look at the table: seats that nobody has, teams of any size.
SEATS = st.integers(-1, 10)
FAILS = st.sampled_from([0, 1, 0, 2])
MAYBE_SEAT = st.none() | SEATS
BLIND = st.one_of(
    st.builds(Propose, st.lists(SEATS, max_size=6).map(tuple), st.none() | st.integers(0, 6), MAYBE_SEAT),
    st.builds(Vote, st.none() | st.lists(SEATS, max_size=11).map(tuple), st.none() | st.booleans()),
    st.builds(Quest, st.integers(-1, 6), MAYBE_SEAT),
    st.builds(Lady, SEATS),
    st.builds(Loyalty, st.booleans()),
    st.builds(LoyaltyRow, st.lists(st.booleans(), min_size=4, max_size=6).map(tuple)),
    st.builds(Plot, st.integers(0, 4)),
    st.builds(Assassinate, SEATS, st.booleans()),
    st.builds(Correct, MAYBE_SEAT, st.none() | st.integers(0, 6)),
    st.builds(Roles, st.permutations(["merlin", "servant", "servant", "assassin", "minion"]).map(tuple)),
)


class AnyGame(RuleBasedStateMachine):
    @initialize(setup=setups(), quests=st.lists(FAILS, max_size=5), data=st.data())
    def sit_down(self, setup, quests, data):
        """Moves picked one by one seldom reach the last quest, so a game may be under way."""
        self.table = GameSession(AVALON, setup)
        self.first = self.table.state
        for fails in quests:
            self.a_whole_quest(data, fails)

    @property
    def state(self):
        return self.table.state

    def attempt(self, move):
        return attempted(self.table, move)

    @rule(move=BLIND)
    def try_any_move(self, move):
        self.attempt(move)

    @rule(data=st.data())
    def do_what_is_awaited(self, data):
        """What the state says can be done can be done: no game gets stuck."""
        move = data.draw(self.awaited_moves())
        assert self.attempt(move), move

    @rule(data=st.data(), fails=FAILS)
    def a_whole_quest(self, data, fails):
        played = len(self.state.results)
        while self.state.phase not in (Phase.ASSASSINATE, Phase.OVER):
            if self.state.phase is Phase.VOTE:
                assert self.attempt(Vote(approved=True))
            elif self.state.phase is Phase.QUEST:
                assert self.attempt(Quest(fails))
            elif len(self.state.results) == played:
                self.do_what_is_awaited(data)
            else:
                break

    @rule(data=st.data(), times=st.integers(1, 5))
    def teams_are_rejected(self, data, times):
        for _ in range(times):
            if self.state.phase is Phase.PROPOSE:
                self.do_what_is_awaited(data)
                assert self.attempt(Vote(()))

    def awaited_moves(self):
        state = self.state
        seats = st.integers(0, len(state.setup.players) - 1)
        match state.phase:
            case Phase.PROPOSE:
                return self.good_proposals()
            case Phase.VOTE:
                return st.builds(Vote, distinct(seats)) | st.builds(Vote, approved=st.booleans())
            case Phase.QUEST:
                others = [seat for seat in state.team if seat != state.excalibur]
                target = st.none() if state.excalibur is None else st.none() | st.sampled_from(others)
                return st.builds(Quest, st.integers(0, len(state.team)), target)
            case Phase.LADY:
                return st.builds(Lady, st.sampled_from(state.lady_targets))
            case Phase.LOYALTY:
                return st.builds(Loyalty, st.booleans() if sum(state.loyalty) < 2 else st.just(False))
            case Phase.LOYALTY_ROW:
                at = st.sets(st.integers(0, 4), max_size=2)
                return at.map(lambda switches: LoyaltyRow(tuple(round in switches for round in range(5))))
            case Phase.ASSASSINATE:
                return st.builds(Assassinate, seats, st.booleans())
            case Phase.OVER:
                return st.just(Roles(self.roles_that_fit()))

    def roles_that_fit(self):
        cards, state = list(deck(self.table.setup)), self.state
        if state.assassin_target is not None:
            role = "merlin" if state.outcome.winner == "evil" else "assassin"
            cards.remove(role)
            cards.insert(state.assassin_target, role)
        return tuple(cards)

    def good_proposals(self):
        state = self.state

        @st.composite
        def proposals(draw):
            quest = draw(st.sampled_from(state.open_quests))
            seats = st.integers(0, len(state.setup.players) - 1)
            team = draw(distinct(seats, state.numbers.team_size(quest)))
            others = [seat for seat in team if seat != state.leader]
            bearer = draw(st.sampled_from(others)) if state.setup.excalibur else None
            return Propose(team, quest if state.setup.targeting else None, bearer)

        return proposals()

    @rule(side=st.sampled_from(Side), luck=st.integers(0, 9))
    def cheat(self, side, luck):
        before = self.state
        if luck == 9 and self.attempt(Cheat(side)):
            assert before.outcome is None
            assert self.state.outcome.winner == {"good": "evil", "evil": "good"}[side.value]

    @rule(steps=st.integers(1, 3))
    def undo(self, steps):
        for _ in range(steps):
            self.table.undo()

    @rule()
    def undo_everything_and_redo_it(self):
        moves, latest = self.table.moves, self.state
        while self.table.can_undo:
            self.table.undo()
        assert self.state == self.first
        for _ in moves:
            self.table.redo()
        assert (self.table.moves, self.state) == (moves, latest)

    @invariant()
    def three_results_decide_the_quests(self):
        state = self.state
        assert max(state.successes, state.failures) <= 3
        assert len(state.results) <= 5
        assert len({result.quest for result in state.results}) == len(state.results)
        if state.failures == 3:
            assert state.outcome.winner == "evil" or state.outcome.reason == "loyalty_cheat"
        if state.successes == 3:
            assert state.phase in (Phase.ASSASSINATE, Phase.OVER)
        assert (state.phase is Phase.OVER) == (state.outcome is not None)

    @invariant()
    def the_leader_passes_clockwise_after_each_proposal(self):
        """Counted from the log alone: rejections, and rounds that have ended."""
        leader, players = self.table.setup.leader, len(self.table.setup.players)
        for before, move, after in self.steps():
            if isinstance(move, Correct) and move.leader is not None:
                leader = move.leader
            rejected = isinstance(move, Vote) and after.phase is Phase.PROPOSE
            if rejected or after.round > before.round:
                leader = (leader + 1) % players
            assert after.leader == leader

    @invariant()
    def a_round_has_at_most_five_proposals(self):
        proposals = 0
        for before, move, after in self.steps():
            if isinstance(move, Correct) and move.attempt is not None:
                proposals = move.attempt - 1
            if after.round > before.round:
                proposals = 0
            proposals += isinstance(move, Propose)
            assert proposals <= 5
            if after.phase is Phase.PROPOSE:
                assert after.attempt == proposals + 1
            if after.phase in (Phase.VOTE, Phase.QUEST):
                assert after.attempt == proposals

    @invariant()
    def the_lady_never_comes_back(self):
        ladies = self.state.lady_holders
        assert len(set(ladies)) == len(ladies) <= 4
        assert bool(ladies) == self.table.setup.lady
        used = sum(isinstance(move, Lady) for move in self.table.moves)
        assert len(ladies) == used + self.table.setup.lady

    @invariant()
    def the_lancelots_switch_at_most_twice(self):
        state = self.state
        assert 0 <= state.switch_count <= 2
        if state.setup.lancelot not in (Lancelot.V1, Lancelot.V2):
            assert state.loyalty == ()

    @invariant()
    def the_numbers_are_those_of_the_table(self):
        state, numbers = self.state, NUMBERS[len(self.table.setup.players)]
        for result in state.results:
            assert len(result.team) == numbers.teams[result.quest - 1]
            assert result.success == (result.fails < numbers.fails[result.quest - 1])
        if state.phase in (Phase.VOTE, Phase.QUEST):
            assert len(state.team) == state.team_size
            assert state.quest in state.open_quests
            assert (state.excalibur in state.team) == state.setup.excalibur
        else:
            assert (state.team, state.excalibur) == ((), None)

    def steps(self):
        return zip(self.table.states[:-1], self.table.moves, self.table.states[1:], strict=True)

    def teardown(self):
        """The log survives JSON and folds to the same state."""
        setup = decode_setup(AVALON, json.loads(json.dumps(encode(self.table.setup))))
        written = json.loads(json.dumps([encode_move(AVALON, move) for move in self.table.moves]))
        again = GameSession(AVALON, setup, [decode_move(AVALON, move) for move in written])
        assert (again.setup, again.moves, again.state) == (self.table.setup, self.table.moves, self.state)
        shown = AVALON.public_state(self.state)
        assert json.loads(json.dumps(shown)) == shown
        assert {move["move"] for move in written} <= set(MOVE_TYPES)


AnyGame.TestCase.settings = settings(max_examples=70, stateful_step_count=40, deadline=None)
TestAnyGame = AnyGame.TestCase
