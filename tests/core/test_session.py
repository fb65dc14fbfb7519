"""`GameSession`: log, undo and redo, and editing the past."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.core.game import BadSetup, Game, IllegalMove, Outcome
from companion.core.serialization import decode_move, encode_move
from companion.core.session import DroppedMove, GameSession, Journal
from companion.games.avalon import state as avalon
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.state import Phase
from companion.games.duet import state as duet
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup, Side
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import Agent, Assassin, Bystander, IllegalClue, Stop

SETUP = Setup(("Ada", "Bruno"))
MOVES = (Agent(), Agent(), Stop(), Bystander(), IllegalClue(), Agent(), Stop())


class CallJournal(Journal):
    """A journal kept in a list, which can be told to fail."""

    def __init__(self):
        self.calls = []
        self.full = False

    def append(self, position, move, outcome, entry=None):
        self._write("append", position, move, outcome)

    def move_to(self, position, outcome):
        self._write("move_to", position, outcome)

    def _write(self, *call):
        if self.full:
            raise OSError("disk full")
        self.calls.append(call)


@pytest.fixture
def call_journal():
    return CallJournal()


@pytest.fixture
def session(call_journal):
    return GameSession(DUET, SETUP, journal=call_journal)


def everything(session):
    return (
        session.state,
        session.moves,
        session.undone_moves,
        session.states,
        session.can_undo,
        session.can_redo,
    )


def test_the_state_is_the_replay_of_the_moves(session):
    for move in MOVES:
        session.play(move)
    again = GameSession(DUET, SETUP, MOVES)
    assert everything(again) == everything(session)
    assert again.moves == MOVES
    assert len(again.states) == len(MOVES) + 1


def test_every_move_can_be_undone_and_redone(session):
    pictures = [session.state]
    for move in MOVES:
        pictures.append(session.play(move))
    for picture in reversed(pictures[:-1]):
        assert session.undo() == picture
    assert (session.moves, session.undone_moves, session.can_undo) == ((), MOVES, False)
    for picture in pictures[1:]:
        assert session.redo() == picture
    assert (session.moves, session.undone_moves, session.can_redo) == (MOVES, (), False)


def test_undo_and_redo_at_the_ends_do_nothing(session, call_journal):
    assert session.undo() == session.redo() == DUET.start(SETUP)
    assert call_journal.calls == []


def test_a_new_move_discards_undone_moves(session):
    for move in MOVES:
        session.play(move)
    for _ in range(5):
        session.undo()
    session.play(Bystander())
    assert (session.moves, session.undone_moves) == ((Agent(), Agent(), Bystander()), ())
    assert len(session.states) == 4


def test_an_illegal_move_changes_nothing_and_is_not_written(session, call_journal):
    session.play(Agent())
    session.play(Stop())
    session.undo()
    before, written = everything(session), list(call_journal.calls)
    session.undo()
    with pytest.raises(IllegalMove) as refused:
        session.play(Stop())
    assert refused.value.problem.code == "guess_first"
    session.redo()
    assert everything(session) == before
    assert [call[0] for call in call_journal.calls[len(written) :]] == ["move_to", "move_to"]


def test_the_journal_gets_each_step_with_index_and_outcome(session, call_journal):
    session.play(Agent())
    session.play(Assassin())
    session.undo()
    session.redo()
    lost = Outcome(None, "assassin")
    assert call_journal.calls == [
        ("append", 0, Agent(), None),
        ("append", 1, Assassin(), lost),
        ("move_to", 1, None),
        ("move_to", 2, lost),
    ]


def test_the_journal_is_written_before_the_state_changes():
    seen = []

    class Watching(CallJournal):
        def _write(self, *call):
            seen.append((call[0], len(watched.moves)))

    watched = GameSession(DUET, SETUP, journal=Watching())
    watched.play(Agent())
    watched.play(Agent())
    watched.undo()
    watched.redo()
    assert seen == [("append", 0), ("append", 1), ("move_to", 2), ("move_to", 1)]


@pytest.mark.parametrize("step", ["play", "undo", "redo"])
def test_a_journal_that_fails_leaves_the_session_unchanged(session, call_journal, step):
    for move in MOVES:
        session.play(move)
    session.undo()
    before = everything(session)
    call_journal.full = True
    with pytest.raises(OSError, match="disk full"):
        session.play(Bystander()) if step == "play" else getattr(session, step)()
    assert everything(session) == before
    call_journal.full = False
    session.redo()
    assert session.moves == MOVES


def test_a_session_reopens_at_its_move_count():
    session = GameSession(DUET, SETUP, MOVES, move_count=3)
    assert (session.moves, session.undone_moves) == (MOVES[:3], MOVES[3:])
    assert session.state == GameSession(DUET, SETUP, MOVES[:3]).state
    assert session.redo() == GameSession(DUET, SETUP, MOVES[:4]).state


@pytest.mark.parametrize("position", [-1, len(MOVES) + 1])
def test_a_move_count_outside_the_log_is_an_error(position):
    with pytest.raises(ValueError, match="position"):
        GameSession(DUET, SETUP, MOVES, move_count=position)


def test_an_illegal_log_is_rejected():
    with pytest.raises(IllegalMove):
        GameSession(DUET, SETUP, (Stop(),))


def test_an_invalid_setup_is_rejected():
    with pytest.raises(BadSetup) as refused:
        GameSession(DUET, Setup(("Ada",)))
    assert refused.value.problem.code == "seats_few"


def test_the_outcome_follows_undo_and_redo(session):
    session.play(Assassin())
    assert session.outcome == Outcome(None, "assassin")
    session.undo()
    assert session.outcome is None


MISSION = DuetSetup(("Ada", "Bruno"))
QUESTS = AvalonSetup(tuple("ABCDEFG"), lady=True)

Propose, Vote, Quest, Lady = avalon.Propose, avalon.Vote, avalon.Quest, avalon.Lady


class LogJournal(Journal):
    """A log kept as a journal keeps it, which can be told to fail."""

    def __init__(self):
        self.log, self.position, self.outcome = [], 0, None
        self.full = False

    def append(self, position, move, outcome, entry=None):
        self.replace(position, [move], position + 1, outcome)

    def move_to(self, position, outcome):
        self.replace(len(self.log), [], position, outcome)

    def replace(self, first, moves, position, outcome, entry=None):
        if self.full:
            raise OSError("disk full")
        assert first <= len(self.log)
        self.log[first:] = moves
        self.position, self.outcome = position, outcome
        assert position <= len(self.log)


@pytest.fixture
def log_journal():
    return LogJournal()


@pytest.fixture
def mission(log_journal):
    return GameSession(DUET, MISSION, journal=log_journal)


@pytest.fixture
def quests(log_journal):
    return GameSession(AVALON, QUESTS, journal=log_journal)


def play(session, *moves):
    for move in moves:
        session.play(move)


def test_a_replaced_move_changes_all_later_states(mission):
    play(mission, Agent(), Agent(), Stop(), Agent())
    revision = mission.preview_edit({1: (Bystander(),)})
    assert revision.moves == (Agent(), Bystander(), Agent())
    (dropped,) = revision.dropped_moves
    assert (dropped.move_index, dropped.move, dropped.problem.code) == (2, Stop(), "guess_first")
    mission.commit_edit(revision)
    assert everything(mission)[:4] == everything(GameSession(DUET, MISSION, revision.moves))[:4]


def test_a_move_can_be_removed_or_a_missing_one_inserted(mission):
    play(mission, Agent(), Agent(), Stop(), Agent())
    assert mission.preview_edit({0: ()}).moves == (Agent(), Stop(), Agent())
    assert mission.preview_edit({1: (Agent(), Agent())}).moves == (Agent(), Agent(), Agent(), Stop(), Agent())
    assert mission.preview_edit({0: (), 1: ()}).moves == (Agent(),)


def test_dropped_moves_are_listed_with_their_problem(quests):
    play(quests, Propose((0, 1)), Vote(approved=True), Quest(0))
    play(quests, Propose((0, 1, 2)), Vote(approved=True), Quest(1), Lady(0))
    revision = quests.preview_edit({1: (Vote(approved=False),)})
    assert [
        (dropped.move_index, dropped.move, dropped.problem.code) for dropped in revision.dropped_moves
    ] == [
        (2, Quest(0), "awaits_propose"),
        (3, Propose((0, 1, 2)), "team_size"),
        (4, Vote(approved=True), "awaits_propose"),
        (5, Quest(1), "awaits_propose"),
        (6, Lady(0), "awaits_propose"),
    ]
    assert revision.moves == (Propose((0, 1)), Vote(approved=False))


def test_several_changes_are_one_edit(quests):
    play(quests, Propose((0, 1)), Vote(approved=False), Propose((1, 2)), Vote(approved=True), Quest(0))
    forgotten = quests.preview_edit(
        {0: (Propose((0, 3)),), 1: (Vote(approved=True), Quest(1)), 2: (), 3: (), 4: ()}
    )
    assert forgotten.moves == (Propose((0, 3)), Vote(approved=True), Quest(1))
    assert forgotten.dropped_moves == ()


def test_a_preview_changes_nothing(quests, log_journal):
    play(quests, Propose((0, 1)), Vote(approved=True), Quest(0))
    before, written = everything(quests), list(log_journal.log)
    assert quests.preview_edit({0: (Propose((2, 3)),)}).has_changes
    assert (everything(quests), log_journal.log) == (before, written)


def test_an_illegal_edit_is_rejected_and_changes_nothing(quests, log_journal):
    play(quests, Propose((0, 1)), Vote(approved=True), Quest(0))
    before = everything(quests)
    with pytest.raises(IllegalMove) as refused:
        quests.preview_edit({0: (Propose((0, 1, 2)),)})
    assert refused.value.problem.code == "team_size"
    assert everything(quests) == before
    assert log_journal.log == list(quests.moves)


@pytest.mark.parametrize("number", [-1, 2, 3])
def test_missing_and_undone_moves_cannot_be_edited(mission, number):
    play(mission, Agent(), Agent(), Stop())
    mission.undo()
    with pytest.raises(ValueError, match="no move"):
        mission.preview_edit({number: (Agent(),)})


def test_an_edit_can_be_undone_and_redone_as_a_whole(mission, log_journal):
    play(mission, Agent(), Agent(), Stop(), Agent())
    before = everything(mission)
    mission.commit_edit(mission.preview_edit({1: (Bystander(),)}))
    edited = everything(mission)
    assert edited[1] == (Agent(), Bystander(), Agent())
    mission.undo()
    assert everything(mission)[:5] == before[:5]
    assert mission.can_redo
    assert log_journal.log == list(before[1])
    mission.redo()
    assert everything(mission) == edited
    assert log_journal.log == list(edited[1])


def test_undo_reverts_moves_edits_and_the_moves_before_them(mission):
    play(mission, Agent(), Agent())
    mission.commit_edit(mission.preview_edit({1: (Bystander(),)}))
    play(mission, Agent())
    mission.commit_edit(mission.preview_edit({0: ()}))
    play(mission, Stop())
    walked = []
    while mission.can_undo:
        walked.append(mission.moves)
        mission.undo()
    assert walked == [
        (Bystander(), Agent(), Stop()),
        (Bystander(), Agent()),
        (Agent(), Bystander(), Agent()),
        (Agent(), Bystander()),
        (Agent(), Agent()),
        (Agent(),),
    ]
    assert mission.moves == ()
    for moves in reversed(walked):
        mission.redo()
        assert mission.moves == moves
    assert not mission.can_redo


def test_a_move_after_an_undone_edit_discards_the_edit(mission):
    play(mission, Agent(), Agent())
    mission.commit_edit(mission.preview_edit({1: (Bystander(),)}))
    mission.undo()
    play(mission, Stop())
    assert not mission.can_redo
    assert mission.moves == (Agent(), Agent(), Stop())


def test_an_edit_discards_undone_moves(mission, log_journal):
    play(mission, Agent(), Agent(), Stop())
    mission.undo()
    mission.commit_edit(mission.preview_edit({0: (Bystander(),)}))
    assert (mission.undone_moves, mission.can_redo) == ((), False)
    mission.undo()
    assert (mission.moves, mission.undone_moves) == ((Agent(), Agent()), ())
    assert log_journal.log == [Agent(), Agent()]


def test_an_edit_without_changes_writes_and_discards_nothing(mission, log_journal):
    play(mission, Agent(), Agent(), Stop())
    mission.undo()
    before, log_journal.full = everything(mission), True
    mission.commit_edit(mission.preview_edit({0: (Agent(),)}))
    assert everything(mission) == before


def test_an_outdated_edit_cannot_be_committed(mission):
    play(mission, Agent(), Agent())
    late = mission.preview_edit({0: (Bystander(),)})
    play(mission, Stop())
    with pytest.raises(ValueError, match="moved on"):
        mission.commit_edit(late)


def test_the_journal_gets_the_outcome_of_an_edit_that_ends_the_game(mission, log_journal):
    play(mission, Agent(), Agent(), Stop())
    mission.commit_edit(mission.preview_edit({1: (Assassin(),)}))
    assert mission.outcome == log_journal.outcome
    assert log_journal.outcome.reason == "assassin"
    mission.undo()
    assert log_journal.outcome is None


@pytest.mark.parametrize("step", ["accept", "undo", "redo"])
def test_a_journal_that_fails_during_an_edit_leaves_the_session_unchanged(mission, log_journal, step):
    play(mission, Agent(), Agent(), Stop())
    if step != "accept":
        mission.commit_edit(mission.preview_edit({1: (Bystander(),)}))
    if step == "redo":
        mission.undo()
    before = everything(mission)
    log_journal.full = True
    with pytest.raises(OSError, match="disk full"):
        mission.commit_edit(mission.preview_edit({0: ()})) if step == "accept" else getattr(mission, step)()
    assert everything(mission) == before
    log_journal.full = False
    play(mission, Agent())
    assert log_journal.log == list(mission.moves)


# -- any game, any edit ---------------------------------------------------------------------------------

Moves = st.SearchStrategy[Any]
SEATS = st.integers(0, 6)
AVALON_MOVES = st.one_of(
    st.builds(Propose, st.lists(SEATS, min_size=2, max_size=4, unique=True).map(tuple)),
    st.builds(Vote, st.lists(SEATS, unique=True).map(tuple)),
    st.builds(Vote, approved=st.booleans()),
    st.builds(Quest, st.integers(0, 2)),
    st.builds(Lady, SEATS),
    st.builds(avalon.Correct, SEATS),
    st.builds(avalon.Assassinate, SEATS, st.booleans()),
)
DUET_MOVES = st.one_of(
    *(st.just(move) for move in (Agent(), Agent(), Agent(), Stop(), Bystander(), duet.IllegalClue())),
    st.builds(duet.SideDone, st.sampled_from(Side)),
)


def next_avalon_moves(state):
    """Moves that fit, so that a game gets somewhere."""
    match state.phase:
        case Phase.PROPOSE:
            size = state.team_size
            return st.builds(Propose, st.lists(SEATS, min_size=size, max_size=size, unique=True).map(tuple))
        case Phase.VOTE:
            return st.builds(Vote, approved=st.sampled_from([True, True, False]))
        case Phase.QUEST:
            return st.builds(Quest, st.sampled_from([0, 0, 1]))
        case Phase.LADY:
            return st.builds(Lady, st.sampled_from(state.lady_targets))
        case _:
            return AVALON_MOVES


# The rules of a game, a set-up, any moves, and those that fit a state.
GAMES: dict[str, tuple[Game[Any, Any, Any], Any, Moves, Callable[[Any], Moves]]] = {
    "duet": (DUET, MISSION, DUET_MOVES, lambda _: DUET_MOVES),
    "avalon": (AVALON, QUESTS, AVALON_MOVES, next_avalon_moves),
}


class AnyPast(RuleBasedStateMachine):
    """A table with a journal, against a list of all the logs it has had."""

    @initialize(game=st.sampled_from(sorted(GAMES)))
    def sit_down(self, game):
        self.game, self.setup, self.some, self.likely = GAMES[game]
        self.log_journal = LogJournal()
        self.table = GameSession(self.game, self.setup, journal=self.log_journal)
        self.past, self.at = [()], 0

    def show(self, moves):
        """What a step is to every table: a picture after the one it was made on."""
        self.past[self.at + 1 :] = [moves]
        self.at += 1

    @rule(data=st.data(), count=st.integers(1, 8))
    def go_on(self, data, count):
        for _ in range(count):
            move = data.draw(self.likely(self.table.state))
            try:
                self.table.play(move)
            except IllegalMove:
                return
            self.show((*self.past[self.at], move))

    @precondition(lambda self: self.table.moves)
    @rule(data=st.data(), accept=st.booleans())
    def edit(self, data, accept):
        before, moves = everything(self.table), self.table.moves
        numbers = st.integers(0, len(moves) - 1)
        instead = st.lists(self.some, max_size=2).map(tuple)
        changes = data.draw(st.dictionaries(numbers, instead, min_size=1, max_size=2))
        try:
            revision = self.table.preview_edit(changes)
        except IllegalMove:
            assert everything(self.table) == before
            return
        assert everything(self.table) == before
        self.check(revision, changes, moves)
        if accept:
            self.table.commit_edit(revision)
            if revision.has_changes:
                self.show(revision.moves)
                fresh = GameSession(self.game, self.setup, revision.moves)
                assert (self.table.moves, self.table.states) == (fresh.moves, fresh.states)
            else:
                assert everything(self.table) == before

    def check(self, revision, changes, moves):
        """Folded again from its parts: what is kept plays, and what was dropped is refused in its place."""
        gone = {dropped.move_index: dropped for dropped in revision.dropped_moves}
        assert not gone.keys() & changes.keys()
        again = GameSession(self.game, self.setup)
        for number, move in enumerate(moves):
            if number in gone:
                with pytest.raises(IllegalMove) as refused:
                    again.play(move)
                assert gone[number] == DroppedMove(number, move, refused.value.problem)
            else:
                play(again, *changes.get(number, (move,)))
        assert again.moves == revision.moves

    @precondition(lambda self: self.table.moves)
    @rule(data=st.data())
    def edit_in_vain(self, data):
        number = data.draw(st.integers(0, len(self.table.moves) - 1))
        revision = self.table.preview_edit({number: (self.table.moves[number],)})
        assert (revision.moves, revision.dropped_moves) == (self.table.moves, ())
        before = everything(self.table)
        self.table.commit_edit(revision)
        assert everything(self.table) == before

    @rule(steps=st.integers(1, 4))
    def undo(self, steps):
        for _ in range(steps):
            self.table.undo()
        self.at = max(0, self.at - steps)

    @rule(steps=st.integers(1, 4))
    def redo(self, steps):
        for _ in range(steps):
            self.table.redo()
        self.at = min(len(self.past) - 1, self.at + steps)

    @invariant()
    def the_table_shows_the_log_that_counts(self):
        assert self.table.moves == self.past[self.at]
        assert self.table.can_undo == (self.at > 0)
        assert self.table.can_redo == (self.at < len(self.past) - 1)

    @invariant()
    def the_journal_holds_the_same(self):
        assert tuple(self.log_journal.log[: self.log_journal.position]) == self.table.moves
        assert tuple(self.log_journal.log[self.log_journal.position :]) == self.table.undone_moves
        assert self.log_journal.outcome == self.table.outcome

    def teardown(self):
        written = json.loads(json.dumps([encode_move(self.game, move) for move in self.log_journal.log]))
        moves = [decode_move(self.game, move) for move in written]
        again = GameSession(self.game, self.setup, moves, move_count=self.log_journal.position)
        assert (again.state, again.moves) == (self.table.state, self.table.moves)


AnyPast.TestCase.settings = settings(max_examples=20, stateful_step_count=30, deadline=None)
TestAnyPast = AnyPast.TestCase


@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_a_whole_game_can_be_edited_at_any_move(data):
    session = GameSession(AVALON, QUESTS)
    while session.outcome is None and len(session.moves) < 60:
        session.play(
            data.draw(next_avalon_moves(session.state))
            if session.state.phase is not Phase.ASSASSINATE
            else avalon.Assassinate(3, False)
        )
    for number, move in enumerate(session.moves):
        same = session.preview_edit({number: (move,)})
        assert (same.moves, same.dropped_moves, same.has_changes) == (session.moves, (), False)
        without = session.preview_edit({number: ()})
        assert GameSession(AVALON, QUESTS, without.moves).moves == without.moves
        assert len(without.moves) + len(without.dropped_moves) == len(session.moves) - 1
