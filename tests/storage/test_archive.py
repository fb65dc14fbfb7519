import pytest

from companion.games.duet.moves import Agent, Assassin
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.game import ProblemError
from companion.storage.archive import Archive
from companion.storage.store import open_store
from companion.storage.tables import new_table
from companion.storage.transfer import IN


@pytest.fixture
def store(tmp_path):
    now = iter(range(1, 10_000))
    opened = open_store(tmp_path, lambda: float(next(now)))
    yield opened
    opened.close()


@pytest.fixture
def archive(store, tmp_path):
    return Archive(store.games, tmp_path)


def start(store, moves=()):
    table, number = new_table(DUET, Setup(("Ada", "آرش")), store.games)
    for move in moves:
        table.play(move)
    return number


def test_the_last_played_table_is_the_one_to_go_on_with(store, archive):
    start(store)
    start(store, [Agent()])
    start(store, [Assassin()])
    assert archive.latest().state.turn == 1
    assert len(archive.latest().moves) == 1


def test_a_table_that_does_not_open_lets_the_one_before_it_be_offered(store, archive):
    start(store, [Agent()])
    store.games.start("chess", {})
    damaged = start(store, [Agent()])
    with store.database.step() as execute:
        execute('UPDATE moves SET move = \'{"move":"steal"}\' WHERE game_id = ?', (damaged,))
    assert len(archive.latest().moves) == 1


def test_without_an_unfinished_table_there_is_none_to_go_on_with(store, archive):
    start(store, [Assassin()])
    assert archive.latest() is None


def test_a_table_from_a_file_does_not_take_the_place_of_the_one_that_is_being_played(
    store, archive, tmp_path
):
    number = start(store, [Agent(), Agent()])
    parcel = archive.parcel(store.games.load(number))
    parcel.pack(tmp_path / parcel.name)
    archive.delete(number)
    playing = start(store, [Agent()])
    came = archive.take_in(tmp_path / parcel.name, parcel.name)
    assert archive.latest().number == playing
    assert archive.recent(1).games[0].id == came
    archive.delete(playing)
    assert archive.latest().number == came
    archive.latest().play(Agent())
    start(store, [Assassin()])
    assert archive.latest().number == came


def test_a_game_that_this_version_does_not_know_is_refused_with_the_reason(store, archive):
    with pytest.raises(ProblemError) as refused:
        archive.open(store.games.start("chess", {}))
    assert refused.value.problem.key == "app.problem.not_kept_yet"


def test_files_are_read_in_once_and_what_is_refused_says_why(store, archive, tmp_path):
    number = start(store, [Agent()])
    parcel = archive.parcel(store.games.load(number))
    archive.delete(number)
    (tmp_path / IN).mkdir()
    parcel.pack(tmp_path / IN / parcel.name)
    (tmp_path / IN / "broken.json").write_text("{")
    count, refused = archive.read_in()
    assert count == 1
    assert [problem.key for problem in refused] == ["app.problem.record_not_json"]
    assert [path.name for path in archive.waiting()] == ["broken.json"]
    assert archive.read_in()[0] == 0
