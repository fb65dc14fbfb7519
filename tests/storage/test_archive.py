import json

import pytest

from companion.core.game import ProblemError
from companion.core.serialization import encode
from companion.games.duet.campaign import new_campaign
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Mission, Setup
from companion.games.duet.state import Agent, Assassin
from companion.storage.campaigns import CampaignRow, export_map
from companion.storage.games import start_session
from companion.storage.importing import IMPORT_FOLDER, ImportFolder, import_game_file
from companion.storage.store import open_store


@pytest.fixture
def store(tmp_path):
    now = iter(range(1, 10_000))
    opened = open_store(tmp_path, lambda: float(next(now)))
    yield opened
    opened.close()


@pytest.fixture
def folder(store, tmp_path):
    return ImportFolder(tmp_path, store)


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


def test_a_table_from_a_file_does_not_take_the_place_of_the_one_that_is_being_played(
    store, archive, tmp_path
):
    number = start(store, [Agent(), Agent()])
    parcel = archive.export_game(store.games.load(number))
    parcel.write(tmp_path / parcel.name)
    archive.delete(number)
    playing = start(store, [Agent()])
    came, new, _ = import_game_file(store, tmp_path / parcel.name, parcel.name)
    assert new
    assert archive.open_latest().game_id == playing
    # It stands where it was played.
    assert [game.id for game in archive.list_recent(2).games] == [playing, came]
    archive.delete(playing)
    assert archive.open_latest().game_id == came
    archive.open_latest().play(Agent())
    start(store, [Assassin()])
    assert archive.open_latest().game_id == came


def test_a_game_that_this_version_does_not_know_is_refused_with_the_reason(store, archive):
    with pytest.raises(ProblemError) as refused:
        archive.open_session(store.games.start("chess", {}))
    assert refused.value.problem.key == "app.problem.not_kept_yet"


def test_files_are_read_in_once_and_what_is_refused_says_why(store, archive, folder, tmp_path):
    number = start(store, [Agent()])
    parcel = archive.export_game(store.games.load(number))
    archive.delete(number)
    (tmp_path / IMPORT_FOLDER).mkdir()
    parcel.write(tmp_path / IMPORT_FOLDER / parcel.name)
    (tmp_path / IMPORT_FOLDER / "broken.json").write_text("{")
    count, refused = folder.import_files()
    assert count == 1
    assert [problem.key for problem in refused] == ["app.problem.record_not_json"]
    assert [path.name for path in folder.list_files()] == ["broken.json"]
    assert folder.import_files()[0] == 0


def test_a_file_that_goes_on_with_a_game_of_ours_is_none_that_is_new(store, archive, folder, tmp_path):
    number = start(store, [Agent()])
    (tmp_path / IMPORT_FOLDER).mkdir()
    path = tmp_path / IMPORT_FOLDER / "further.json"
    archive.export_game(store.games.load(number)).write(path)
    record = json.loads(path.read_text(encoding="utf-8"))
    record["moves"].append({"move": "agent"})
    record["kept"]["updated"] += 60
    record["kept"]["times"].append(record["kept"]["updated"])
    path.write_text(json.dumps(record), encoding="utf-8")
    went_on: list[int] = []
    assert folder.import_files(went_on.append) == (1, ())
    assert went_on == [number]
    assert archive.count() == 1


def test_of_a_game_whose_end_cannot_be_taken_back_no_copy_is_left(store, archive):
    number = start(store, [Agent(), Assassin()])
    with store.database.transaction() as execute:
        execute("UPDATE games SET game = 'chess' WHERE id = ?", (number,))
    with pytest.raises(ProblemError):
        archive.copy(number, "Once more")
    assert archive.count() == 1


def test_a_map_that_waits_is_taken_like_a_game_and_a_spoiled_one_stays(store, archive, folder, tmp_path):
    (tmp_path / IMPORT_FOLDER).mkdir()
    parcel = export_map(CampaignRow("a1", "duet", encode(new_campaign("a1", "Ada")), 1.0), 1.0)
    parcel.write(tmp_path / IMPORT_FOLDER / "a map.json")
    (tmp_path / IMPORT_FOLDER / "spoiled.json").write_text('{"format": "table-companion-map", "version": 1}')
    count, refused = folder.import_files()
    assert count == 1
    assert [problem.key for problem in refused] == ["app.files.problem.damaged"]
    assert [kept.id for kept in store.campaigns.list_campaigns("duet")] == ["a1"]
    assert [path.name for path in folder.list_files()] == ["spoiled.json"]
    # Once more, it brings nothing, and is put away all the same.
    parcel.write(tmp_path / IMPORT_FOLDER / "a map.json")
    assert folder.import_files()[0] == 0
    assert [path.name for path in folder.list_files()] == ["spoiled.json"]


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
