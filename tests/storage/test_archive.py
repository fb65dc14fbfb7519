
import pytest

from companion.core.game import ProblemError
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Mission, Setup
from companion.games.duet.state import Agent, Assassin
from companion.storage.games import start_session
from companion.storage.store import open_store


@pytest.fixture
def store(tmp_path):
    now = iter(range(1, 10_000))
    opened = open_store(tmp_path, lambda: float(next(now)))
    yield opened
    opened.close()


@pytest.fixture
def archive(store, tmp_path):
    return store.games


def start(store, moves=()):
    session, number = start_session(DUET, Setup(("Ada", "آرش")), store.games)
    for move in moves:
        session.play(move)
    return number


def test_the_last_played_table_is_the_one_to_go_on_with(store, archive):
    start(store)
    start(store, [Agent()])
    start(store, [Assassin()])
    assert archive.open_latest().state.turn == 1
    assert len(archive.open_latest().moves) == 1


def test_a_table_that_does_not_open_lets_the_one_before_it_be_offered(store, archive):
    start(store, [Agent()])
    store.games.start("chess", {})
    damaged = start(store, [Agent()])
    with store.database.transaction() as execute:
        execute('UPDATE moves SET move = \'{"move":"steal"}\' WHERE game_id = ?', (damaged,))
    assert len(archive.open_latest().moves) == 1


def test_without_an_unfinished_table_there_is_none_to_go_on_with(store, archive):
    start(store, [Assassin()])
    assert archive.open_latest() is None


def test_a_game_that_this_version_does_not_know_is_refused_with_the_reason(store, archive):
    with pytest.raises(ProblemError) as refused:
        archive.open_session(store.games.start("chess", {}))
    assert refused.value.problem.key == "app.problem.not_kept_yet"


def test_of_a_game_whose_end_cannot_be_taken_back_no_copy_is_left(store, archive):
    number = start(store, [Agent(), Assassin()])
    with store.database.transaction() as execute:
        execute("UPDATE games SET game = 'chess' WHERE id = ?", (number,))
    with pytest.raises(ProblemError):
        archive.copy(number, "Once more")
    assert archive.count() == 1


def test_the_games_of_a_map_are_found_by_it(store, archive):
    start(store, [Assassin()])
    _, number = start_session(DUET, Setup(("Ada", "Bruno"), mission=Mission("a1", "prague")), store.games)
    assert [stored.id for stored in archive.games_of_campaign("duet", "a1")] == [number]
    assert [stored.id for stored in archive.games_of_campaign("duet", None)] == [1]


def test_a_copy_of_a_game_that_is_over_stands_before_its_end_and_can_have_it_again(store, archive):
    copied = archive.load(archive.copy(start(store, [Agent(), Assassin()]), "Once more"))
    assert (copied.move_count, len(copied.moves), copied.ended, copied.outcome) == (1, 2, None, None)
    session = archive.open_session(copied)
    session.redo()
    assert session.outcome is not None
