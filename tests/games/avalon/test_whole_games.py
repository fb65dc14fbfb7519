"""Whole games as record files, and what holds in any game, however it goes."""

from __future__ import annotations

import json

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.cli.main import main
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

NAMES = ["Ada", "Bruno", "Chloe", "Dara", "Eleni", "Farid", "Gina", "Hugo", "Ines", "Jon"]
NOBODY_WON = None


def propose(*team, **more):
    return {"move": "propose", "team": list(team), **more}


def vote(*approve):
    return {"move": "vote", "approve": list(approve)}


def quest(fails, **more):
    return {"move": "quest", "fails": fails, **more}


def lady(target):
    return {"move": "lady", "target": target}


def loyalty(switch):
    return {"move": "loyalty", "switch": switch}


APPROVED = {"move": "vote", "approved": True}
REJECTED = {"move": "vote", "approved": False}


def won(winner, reason):
    return {"awaits": "over", "open_quests": [], "outcome": {"winner": winner, "reason": reason}}


# Each game: players, what else is set up, and its moves with what must be read afterwards.
GAMES = {
    "five, a plain game: success, fail, success, success, and Merlin is found": (
        5,
        {},
        [
            (propose(0, 1), {"awaits": "vote", "quest": 1, "team": [0, 1], "team_size": 2}),
            (vote(0, 1, 2), {"awaits": "quest", "attempt": 1, "leader": 0}),
            (quest(0), {"awaits": "propose", "quest": 2, "leader": 1, "team_size": 3, "successes": 1}),
            (propose(1, 2, 3), {"awaits": "vote", "leader": 1}),
            (vote(1, 2), {"awaits": "propose", "quest": 2, "attempt": 2, "leader": 2, "team": []}),
            (propose(4, 2, 0), {"team": [0, 2, 4]}),
            (APPROVED, {"awaits": "quest", "attempt": 2}),
            (quest(1), {"quest": 3, "attempt": 1, "leader": 3, "failures": 1, "team_size": 2}),
            (propose(0, 3), {}),
            (vote(0, 1, 2, 3, 4), {}),
            (quest(0), {"quest": 4, "fails_needed": 1, "leader": 4, "successes": 2}),
            (propose(0, 3, 4), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "assassinate", "successes": 3, "outcome": NOBODY_WON, "open_quests": []}),
            (
                {"move": "assassinate", "target": 3, "hit": True},
                {**won("evil", "merlin_assassinated"), "named": 3},
            ),
            (
                {"move": "roles", "roles": ["servant", "minion", "assassin", "merlin", "servant"]},
                {
                    **won("evil", "merlin_assassinated"),
                    "roles": ["servant", "minion", "assassin", "merlin", "servant"],
                },
            ),
        ],
    ),
    "seven with the Lady: used three times, and the fourth quest stands one Fail": (
        7,
        {"leader": 3, "lady": True, "roles": ["percival", "morgana"]},
        [
            (propose(3, 4), {"lady": 2, "lady_targets": []}),
            (vote(0, 1, 2, 3), {"awaits": "quest"}),
            (quest(0), {"awaits": "propose", "lady_targets": []}),
            (propose(4, 5, 6), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "lady", "lady": 2, "lady_targets": [0, 1, 3, 4, 5, 6], "leader": 4}),
            (lady(5), {"awaits": "propose", "lady": 5, "lady_targets": [], "leader": 5, "quest": 3}),
            (propose(0, 5, 6), {}),
            (APPROVED, {}),
            (quest(2), {"awaits": "lady", "lady_targets": [0, 1, 3, 4, 6], "failures": 2}),
            (lady(0), {"quest": 4, "team_size": 4, "fails_needed": 2, "leader": 6}),
            (propose(0, 1, 2, 6), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "lady", "lady_targets": [1, 3, 4, 6], "successes": 2, "failures": 2}),
            (lady(1), {"quest": 5, "fails_needed": 1, "leader": 0, "ladies": [2, 5, 0, 1]}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(1), {**won("evil", "three_fails"), "lady_targets": [], "failures": 3}),
        ],
    ),
    "eight: five teams are rejected": (
        8,
        {"leader": 6},
        [
            (propose(0, 1, 2), {}),
            (vote(0, 1, 2, 3), {"attempt": 2, "leader": 7}),
            (propose(0, 1, 2), {}),
            (REJECTED, {"attempt": 3, "leader": 0}),
            (propose(0, 1, 2), {}),
            (REJECTED, {"attempt": 4, "leader": 1}),
            (propose(0, 1, 2), {}),
            (REJECTED, {"attempt": 5, "leader": 2, "awaits": "propose"}),
            (propose(0, 1, 2), {"awaits": "vote", "attempt": 5}),
            (vote(), won("evil", "five_rejections")),
        ],
    ),
    "ten with four characters, the Lady and Excalibur": (
        10,
        {
            "leader": 9,
            "roles": ["percival", "mordred", "morgana", "oberon"],
            "lady": True,
            "excalibur": True,
        },
        [
            (propose(9, 0, 1, excalibur=0), {"excalibur": 0, "lady": 8, "approvals_needed": 6}),
            (vote(0, 1, 2, 3, 4), {"awaits": "propose", "excalibur": None, "leader": 0}),
            (propose(0, 1, 2, excalibur=2), {"excalibur": 2}),
            (vote(0, 1, 2, 3, 4, 5), {"awaits": "quest"}),
            (
                quest(1, excalibur_on=1),
                {
                    "failures": 1,
                    "results": [
                        {
                            "quest": 1,
                            "leader": 0,
                            "team": [0, 1, 2],
                            "fails": 1,
                            "success": False,
                            "excalibur": 2,
                            "excalibur_on": 1,
                        }
                    ],
                },
            ),
            (propose(1, 2, 3, 4, excalibur=4), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "lady", "lady_targets": [0, 1, 2, 3, 4, 5, 6, 7, 9]}),
            (lady(9), {"quest": 3, "leader": 2}),
            (propose(2, 3, 4, 5, excalibur=5), {}),
            (APPROVED, {}),
            (quest(0, excalibur_on=2), {"awaits": "lady", "lady_targets": [0, 1, 2, 3, 4, 5, 6, 7]}),
            (lady(7), {"quest": 4, "fails_needed": 2}),
            (propose(3, 4, 5, 6, 7, excalibur=7), {}),
            (APPROVED, {}),
            (quest(2), {"awaits": "lady", "failures": 2, "lady_targets": [0, 1, 2, 3, 4, 5, 6]}),
            (lady(0), {"quest": 5, "fails_needed": 1, "team_size": 5, "leader": 4}),
            (propose(0, 1, 2, 3, 4, excalibur=0), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "assassinate", "successes": 3}),
            ({"move": "assassinate", "target": 6, "hit": False}, won("good", "assassin_missed")),
        ],
    ),
    "eight with hidden switches: none in the third round, one in the fourth, one in the fifth": (
        8,
        {"lancelot": "v1"},
        [
            (propose(0, 1, 2), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "propose", "round": 2}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "loyalty", "round": 3, "leader": 2, "quest": 3}),
            (loyalty(False), {"awaits": "propose", "swaps": 0}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "loyalty", "round": 4}),
            (loyalty(True), {"awaits": "propose", "swaps": 1, "loyalty": [False, True]}),
            (propose(0, 1, 2, 3, 4), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "loyalty", "round": 5, "successes": 2}),
            (loyalty(True), {"awaits": "propose", "swaps": 2}),
            (propose(0, 1, 2, 3, 4), {}),
            (APPROVED, {}),
            (quest(3), won("evil", "three_fails")),
        ],
    ),
    "seven with open switches in the first and the third round": (
        7,
        {"lancelot": "v2"},
        [
            (
                {"move": "loyalty_row", "switches": [True, False, True, False, False]},
                {"awaits": "propose", "swaps": 1, "loyalty": [True, False, True, False, False]},
            ),
            (propose(0, 1), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "propose", "swaps": 1}),
            (propose(0, 1, 2), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "propose", "swaps": 2, "round": 3}),
            (propose(0, 1, 2), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "assassinate", "swaps": 2}),
            ({"move": "assassinate", "target": 0, "hit": False}, won("good", "assassin_missed")),
        ],
    ),
    "nine with Lancelots who never switch": (
        9,
        {"lancelot": "v3", "roles": ["percival", "morgana"]},
        [
            (propose(0, 1, 2), {"awaits": "vote"}),
            (APPROVED, {}),
            (quest(1), {}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(2), {"awaits": "propose", "round": 3, "swaps": 0}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(1), won("evil", "three_fails")),
        ],
    ),
    "seven with Targeting: the fourth quest first, the fifth as the third": (
        7,
        {"targeting": True, "lady": True},
        [
            (propose(0, 1, 2, 3, quest=4), {"quest": 4, "team_size": 4, "fails_needed": 2}),
            (REJECTED, {"quest": None, "team_size": None, "fails_needed": None, "open_quests": [1, 2, 3, 4]}),
            (propose(0, 1, 2, 3, quest=4), {"quest": 4}),
            (APPROVED, {"open_quests": [1, 2, 3, 4]}),
            (quest(1), {"successes": 1, "open_quests": [1, 2, 3], "awaits": "propose", "quest": None}),
            (propose(1, 2, 3, quest=2), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "lady", "successes": 2, "quest": 2, "open_quests": [1, 3, 5]}),
            (lady(3), {"awaits": "propose", "quest": None, "round": 3}),
            (propose(0, 1, 2, 3, quest=5), {"team_size": 4, "fails_needed": 1}),
            (APPROVED, {}),
            (quest(1), {"awaits": "lady", "failures": 1, "open_quests": [1, 3]}),
            (lady(0), {}),
            (propose(0, 1, quest=1), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "assassinate"}),
            ({"move": "assassinate", "target": 5, "hit": True}, won("evil", "merlin_assassinated")),
        ],
    ),
}


@pytest.fixture
def replayed(tmp_path, capsys):
    def run(players, extras, moves, *words):
        path = tmp_path / "game.json"
        setup = {"players": NAMES[:players], **extras}
        record = {"format": 1, "game": "avalon", "setup": setup, "moves": moves}
        path.write_text(json.dumps(record), encoding="utf-8")
        code = main(["replay", *words, str(path)])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_the_rules_say(replayed, name):
    players, extras, script = GAMES[name]
    moves = [move for move, _ in script]
    code, states = replayed(players, extras, moves, "--trace")
    assert (code, len(states)) == (0, len(script))
    for number, (state, (move, expected)) in enumerate(zip(states, script, strict=True), start=1):
        assert {field: state[field] for field in expected} == expected, (number, move)
    assert replayed(players, extras, moves) == (0, states[-1:])


def test_a_state_has_all_that_is_promised(replayed):
    code, [state] = replayed(7, {"leader": 3, "lady": True}, [])
    assert code == 0
    assert state == {
        "awaits": "propose",
        "round": 1,
        "quest": 1,
        "attempt": 1,
        "leader": 3,
        "team_size": 2,
        "fails_needed": 1,
        "approvals_needed": 4,
        "open_quests": [1],
        "team": [],
        "excalibur": None,
        "lady": 2,
        "ladies": [2],
        "lady_targets": [],
        "loyalty": [],
        "swaps": 0,
        "plot_due": 0,
        "successes": 0,
        "failures": 0,
        "results": [],
        "named": None,
        "roles": None,
        "outcome": None,
    }


def test_the_first_refused_move_is_named(replayed):
    moves = [propose(0, 1), vote(0, 1, 2), propose(2, 3), {"move": "hop"}]
    assert replayed(5, {}, moves) == (2, [{"refused": 3, "problem": "awaits_quest"}])


@pytest.mark.parametrize(
    ("extras", "code"),
    [
        ({"roles": ["percival", "morgana", "mordred"]}, "too_many_evil"),
        ({"leader": 5}, "no_such_leader"),
        ({"lancelot": "v4"}, "record_wrong_type"),
        ({"options": {"oberonSeenByMerlin": 1}}, "record_wrong_type"),
        ({"options": {"noSuchOption": True}}, "record_unknown_field"),
    ],
)
def test_a_set_up_that_cannot_be_played_says_why(replayed, extras, code):
    assert replayed(5, extras, []) == (2, [{"refused": None, "problem": code}])


def test_options_of_a_record_may_be_written_in_camel_case(replayed):
    moves = [propose(0, 1, quest=1), APPROVED, quest(1), propose(0, 1, quest=3), APPROVED, quest(1)]
    extras = {"targeting": True, "options": {"targetingQuest5Needs": "two_played"}}
    code, [state] = replayed(5, extras, moves)
    assert (code, state["open_quests"]) == (0, [2, 4, 5])


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
