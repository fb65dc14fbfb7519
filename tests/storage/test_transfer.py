import pytest

from companion.core.game import ProblemError
from companion.files.outgoing import Outbox
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin, Stop
from companion.storage.games import open_session, start_session
from companion.storage.importing import ImportFolder
from companion.storage.json_export import export_game, to_record
from companion.storage.store import open_store
from tests.storage.exchange import import_file


@pytest.fixture
def store(tmp_path):
    opened = open_store(tmp_path, lambda: 1_800_000_000.0)
    yield opened
    opened.close()


def play(store):
    session, number = start_session(DUET, Setup(("Ada", "آرش")), store.games)
    for move in (Agent(), Stop(), Agent(), Assassin()):
        session.play(move)
    session.undo()
    return session, store.games.load(number)


def test_a_game_written_out_and_read_in_stands_as_it_stood(store, tmp_path):
    session, stored = play(store)
    path = Outbox(tmp_path).write_file(export_game(stored))
    store.games.delete(stored.id)
    again = store.games.load(import_file(path, store))
    assert again.id != stored.id
    assert open_session(DUET, again, store.games).state == session.state


def test_what_was_undone_is_not_written_out(store):
    _, stored = play(store)
    assert [move["move"] for move in to_record(stored)["moves"]] == ["agent", "stop", "agent"]


def test_a_finished_game_is_finished_when_it_is_read_in(store, tmp_path):
    session, _ = play(store)
    session.redo()
    stored = store.games.list_recent(1).games[0]
    path = Outbox(tmp_path).write_file(export_game(stored))
    store.games.delete(stored.id)
    assert store.games.load(import_file(path, store)).outcome.reason == "assassin"


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
        import_file(path, store)
    assert store.games.count() == 0


def test_a_huge_file_is_not_even_read(store, tmp_path):
    path = tmp_path / "huge.json"
    path.write_bytes(b" " * 2_000_001)
    with pytest.raises(ProblemError) as refused:
        import_file(path, store)
    assert refused.value.problem.code == "import_big"


def test_only_files_of_ours_in_the_right_folder_wait_to_be_read(store, tmp_path):
    folder = ImportFolder(tmp_path, store)
    assert [*folder.list_files(), *folder.list_bundles()] == []
    folder.path.mkdir()
    for name in ("one.json", "notes.txt", "backup.ZIP"):
        (folder.path / name).write_text("anything")
    assert [path.name for path in folder.list_files()] == ["one.json"]
    assert [name for name, _ in folder.list_bundles()] == ["backup.ZIP"]


def test_a_game_that_is_in_the_history_is_not_taken_twice(store, tmp_path):
    _, stored = play(store)
    path = Outbox(tmp_path).write_file(export_game(stored))
    assert import_file(path, store) is None
    assert store.games.count() == 1


def test_one_move_more_or_less_is_another_game(store, tmp_path):
    session, stored = play(store)
    path = Outbox(tmp_path).write_file(export_game(stored))
    session.undo()
    assert import_file(path, store) is not None
    assert store.games.count() == 2
