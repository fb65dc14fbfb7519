import pytest

from companion.games.duet.moves import Agent, Assassin, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.game import ProblemError
from companion.storage.outbox import Outbox
from companion.storage.store import open_store
from companion.storage.tables import new_table, open_table
from companion.storage.transfer import IN, parcel_of, read_in, record_of, waiting, waiting_zips


@pytest.fixture
def store(tmp_path):
    opened = open_store(tmp_path, lambda: 1_800_000_000.0)
    yield opened
    opened.close()


def play(store):
    table, number = new_table(DUET, Setup(("Ada", "آرش")), store.games)
    for move in (Agent(), Stop(), Agent(), Assassin()):
        table.play(move)
    table.undo()
    return table, store.games.load(number)


def test_a_game_written_out_and_read_in_stands_as_it_stood(store, tmp_path):
    table, stored = play(store)
    path = Outbox(tmp_path).put(parcel_of(stored))
    store.games.delete(stored.id)
    again = store.games.load(read_in(path, store.games))
    assert again.id != stored.id
    assert open_table(DUET, again, store.games).state == table.state


def test_what_was_undone_is_not_written_out(store):
    _, stored = play(store)
    assert [move["move"] for move in record_of(stored)["moves"]] == ["agent", "stop", "agent"]


def test_a_finished_game_is_finished_when_it_is_read_in(store, tmp_path):
    table, _ = play(store)
    table.redo()
    stored = store.games.recent(1).games[0]
    path = Outbox(tmp_path).put(parcel_of(stored))
    store.games.delete(stored.id)
    assert store.games.load(read_in(path, store.games)).outcome.reason == "assassin"


@pytest.mark.parametrize(
    "spoiled",
    [
        b"",
        b"not json",
        b"[1, 2]",
        b'{"format": 99, "game": "duet", "setup": {}, "moves": []}',
        b'{"format": 1, "game": "chess", "setup": {}, "moves": []}',
        b'{"format": 1, "game": "duet", "setup": {"players": ["A", "B"]}, "moves": [{"move": "stop"}]}',
        b'{"format": 1, "game": "duet", "setup": {"players": ["A", "A"]}, "moves": []}',
        b"{" * 5000,
    ],
)
def test_a_file_that_is_no_sound_game_is_refused_whole(store, tmp_path, spoiled):
    path = tmp_path / "spoiled.json"
    path.write_bytes(spoiled)
    with pytest.raises(ProblemError):
        read_in(path, store.games)
    assert store.games.count() == 0


def test_a_huge_file_is_not_even_read(store, tmp_path):
    path = tmp_path / "huge.json"
    path.write_bytes(b" " * 2_000_001)
    with pytest.raises(ProblemError) as refused:
        read_in(path, store.games)
    assert refused.value.problem.code == "import_big"


def test_only_files_of_ours_in_the_right_folder_wait_to_be_read(store, tmp_path):
    assert waiting(tmp_path) == waiting_zips(tmp_path) == ()
    (tmp_path / IN).mkdir()
    for name in ("one.json", "notes.txt", "backup.ZIP"):
        (tmp_path / IN / name).write_text("anything")
    assert [path.name for path in waiting(tmp_path)] == ["one.json"]
    assert [path.name for path in waiting_zips(tmp_path)] == ["backup.ZIP"]


def test_a_game_that_is_in_the_history_is_not_taken_twice(store, tmp_path):
    _, stored = play(store)
    path = Outbox(tmp_path).put(parcel_of(stored))
    assert read_in(path, store.games) is None
    assert store.games.count() == 1


def test_one_move_more_or_less_is_another_game(store, tmp_path):
    table, stored = play(store)
    path = Outbox(tmp_path).put(parcel_of(stored))
    table.undo()
    assert read_in(path, store.games) is not None
    assert store.games.count() == 2
