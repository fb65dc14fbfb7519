"""A table is a log: undo and redo without limit, and nothing shown that was not written."""

import pytest

from companion.core.game import BadSetup, IllegalMove, Outcome
from companion.core.session import GameSession, Journal
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin, Bystander, IllegalClue, Stop

SETUP = Setup(("Ada", "Bruno"))
MOVES = (Agent(), Agent(), Stop(), Bystander(), IllegalClue(), Agent(), Stop())


class Pages(Journal):
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
def pages():
    return Pages()


@pytest.fixture
def session(pages):
    return GameSession(DUET, SETUP, journal=pages)


def everything(session):
    return (
        session.state,
        session.moves,
        session.undone_moves,
        session.states,
        session.can_undo,
        session.can_redo,
    )


def test_a_table_is_the_fold_of_its_moves(session):
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


def test_undo_and_redo_at_the_ends_do_nothing(session, pages):
    assert session.undo() == session.redo() == DUET.start(SETUP)
    assert pages.calls == []


def test_a_new_move_forgets_the_undone_ones(session):
    for move in MOVES:
        session.play(move)
    for _ in range(5):
        session.undo()
    session.play(Bystander())
    assert (session.moves, session.undone_moves) == ((Agent(), Agent(), Bystander()), ())
    assert len(session.states) == 4


def test_a_refused_move_changes_nothing_and_is_not_written(session, pages):
    session.play(Agent())
    session.play(Stop())
    session.undo()
    before, written = everything(session), list(pages.calls)
    session.undo()
    with pytest.raises(IllegalMove) as refused:
        session.play(Stop())
    assert refused.value.problem.code == "guess_first"
    session.redo()
    assert everything(session) == before
    assert [call[0] for call in pages.calls[len(written) :]] == ["move_to", "move_to"]


def test_the_journal_gets_each_step_with_its_place_and_the_outcome(session, pages):
    session.play(Agent())
    session.play(Assassin())
    session.undo()
    session.redo()
    lost = Outcome(None, "assassin")
    assert pages.calls == [
        ("append", 0, Agent(), None),
        ("append", 1, Assassin(), lost),
        ("move_to", 1, None),
        ("move_to", 2, lost),
    ]


def test_the_journal_is_written_before_the_table_moves_on():
    seen = []

    class Watching(Pages):
        def _write(self, *call):
            seen.append((call[0], len(watched.moves)))

    watched = GameSession(DUET, SETUP, journal=Watching())
    watched.play(Agent())
    watched.play(Agent())
    watched.undo()
    watched.redo()
    assert seen == [("append", 0), ("append", 1), ("move_to", 2), ("move_to", 1)]


@pytest.mark.parametrize("step", ["play", "undo", "redo"])
def test_a_journal_that_fails_leaves_the_table_as_it_was(session, pages, step):
    for move in MOVES:
        session.play(move)
    session.undo()
    before = everything(session)
    pages.full = True
    with pytest.raises(OSError, match="disk full"):
        session.play(Bystander()) if step == "play" else getattr(session, step)()
    assert everything(session) == before
    pages.full = False
    session.redo()
    assert session.moves == MOVES


def test_a_table_comes_back_at_its_place_in_the_log():
    session = GameSession(DUET, SETUP, MOVES, move_count=3)
    assert (session.moves, session.undone_moves) == (MOVES[:3], MOVES[3:])
    assert session.state == GameSession(DUET, SETUP, MOVES[:3]).state
    assert session.redo() == GameSession(DUET, SETUP, MOVES[:4]).state


@pytest.mark.parametrize("position", [-1, len(MOVES) + 1])
def test_a_place_outside_the_log_is_an_error(position):
    with pytest.raises(ValueError, match="position"):
        GameSession(DUET, SETUP, MOVES, move_count=position)


def test_a_log_against_the_rules_does_not_make_a_table():
    with pytest.raises(IllegalMove):
        GameSession(DUET, SETUP, (Stop(),))


def test_a_table_cannot_start_with_a_broken_set_up():
    with pytest.raises(BadSetup) as refused:
        GameSession(DUET, Setup(("Ada",)))
    assert refused.value.problem.code == "seats_few"


def test_the_outcome_comes_and_goes_with_undo(session):
    session.play(Assassin())
    assert session.outcome == Outcome(None, "assassin")
    session.undo()
    assert session.outcome is None
