"""The one importer: each way a game travels, with each way it can relate to the local games."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.core.game import ProblemError, error
from companion.core.serialization import encode
from companion.files.outgoing import Outbox
from companion.games.duet.campaign import new_campaign
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin, Bystander, Stop
from companion.statistics.formatting import compute_played_seconds
from companion.storage import importing
from companion.storage.campaigns import CampaignRow, export_map
from companion.storage.database import StorageError
from companion.storage.games import MatchKind, open_session, start_session
from companion.storage.importing import ImportCounts, ImportFolder, import_game_file
from companion.storage.journal import load_metadata
from companion.storage.json_export import export_game, to_record
from companion.storage.statistics_index import index_all
from companion.storage.store import Store
from tests.storage.exchange import (
    EXISTING,
    EXTENDED,
    NEW,
    WAYS,
    Clock,
    Device,
    create_link,
    dump_tables,
    import_all_as_json,
    import_file,
    import_link,
    preview_link,
    write_record,
)
from tools.random_games import random_game

each_way = pytest.mark.parametrize("way", WAYS)


# -- every way and every relation ---------------------------------------------------------------------------


@each_way
def test_a_new_game_is_stored_as_it_was(way: str, here: Device, there: Device, clock: Clock) -> None:
    game_id = there.start(Agent(), Agent(), Assassin())
    there.store.games.set_title(game_id, "Nina’s birthday")
    there.store.games.set_starred(game_id, True)
    there.add_note(game_id, 1, "what a start")
    there.store.marks.set_mark(game_id, 0, 1, "trusted")
    clock.on(600)
    assert here.receive(way, there, game_id) == NEW
    (stored,), original = here.list_games(), there.store.games.load(game_id)
    if way == "link":
        # A link has no times of moves, and neither stars nor notes.
        assert stored.updated == clock.now
        assert stored.ended == stored.started
        assert here.list_notes(stored.id) == []
        original = original._replace(updated=clock.now, ended=original.started, starred=False)
    else:
        assert here.store.games.load_move_times(stored.id) == there.store.games.load_move_times(game_id)
        assert here.list_notes(stored.id) == ["what a start"]
    assert stored == original._replace(id=stored.id)
    marks = here.store.database.rows("SELECT mark FROM marks")
    assert marks == ([("trusted",)] if way == "backup" else [])


@each_way
def test_an_existing_game_is_left_as_it_is(way: str, here: Device, there: Device) -> None:
    game_id = there.start(Agent(), Agent())
    here.receive(way, there, game_id)
    before = dump_tables(here.store)
    assert here.receive(way, there, game_id) == EXISTING
    assert dump_tables(here.store) == before
    here.play(1, Stop())
    before = dump_tables(here.store)
    assert here.receive(way, there, game_id) == EXISTING
    assert dump_tables(here.store) == before


@each_way
def test_a_longer_game_extends_the_local_one(way: str, here: Device, there: Device, clock: Clock) -> None:
    game_id = there.start(Agent())
    here.receive(way, there, game_id)
    index_all(here.store.database)
    there.play(game_id, Agent(), Assassin())
    clock.on(60)
    assert here.receive(way, there, game_id) == EXTENDED
    (stored,), original = here.list_games(), there.store.games.load(game_id)
    assert (stored.moves, stored.move_count, stored.outcome) == (original.moves, 3, original.outcome)
    assert here.store.database.rows("SELECT counted FROM games") == [(0,)]
    if way != "link":
        assert (stored.updated, stored.ended) == (original.updated, original.ended)
        assert here.store.games.load_move_times(1) == there.store.games.load_move_times(game_id)
    assert here.receive(way, there, game_id) == EXISTING


@each_way
def test_a_diverged_game_becomes_a_second_one_once(way: str, here: Device, there: Device) -> None:
    game_id = there.start(Agent())
    here.receive(way, there, game_id)
    here.play(1, Agent())
    there.play(game_id, Bystander())
    before = here.store.games.load(1)
    for expected in (NEW, EXISTING):
        assert here.receive(way, there, game_id) == expected
        assert here.list_logs() == [["agent", "agent"], ["agent", "bystander"]]
        assert here.store.games.load(1) == before
    # Each of the two goes on by itself.
    there.play(game_id, Agent())
    assert here.receive(way, there, game_id) == EXTENDED
    assert here.list_logs() == [["agent", "agent"], ["agent", "bystander", "agent"]]


def test_a_diverged_game_gets_the_same_uid_by_every_way(
    here: Device, there: Device, create_device: Callable[[str], Device]
) -> None:
    game_id = there.start(Agent())
    here.receive("link", there, game_id)
    here.play(1, Agent())
    there.play(game_id, Bystander())
    uids = []
    for way in WAYS:
        third = create_device(f"third-{way}")
        third.receive("link", here, 1)
        third.receive(way, there, game_id)
        uids.append(third.list_uids())
    assert len(uids[0]) == 2
    assert uids == [uids[0]] * len(WAYS)


@each_way
def test_a_recently_deleted_game_comes_back(way: str, here: Device, there: Device) -> None:
    game_id = there.start(Agent())
    here.receive(way, there, game_id)
    uids = here.list_uids()
    here.store.games.delete(1)
    assert here.receive(way, there, game_id) == (EXISTING if way == "link" else NEW)
    assert here.list_uids() == uids
    if way != "link":
        # That it was deleted can still be undone; it is another game then.
        here.store.games.restore(1)
        assert here.store.games.count() == len(here.list_uids()) == 2


@each_way
def test_renamed_players_make_no_other_game(way: str, here: Device, there: Device) -> None:
    game_id = there.start(Agent())
    here.receive(way, there, game_id)
    there.rename(game_id, "Ada", "سارا")
    assert here.receive(way, there, game_id) == EXISTING
    assert here.store.games.load(1).setup["players"] == ["Ada", "آرش"]
    there.play(game_id, Stop())
    assert here.receive(way, there, game_id) == EXTENDED
    # A game that is handed on takes the names it got meanwhile along.
    expected = "سارا" if way == "link" else "آرش"
    assert here.store.games.load(1).setup["players"] == ["Ada", expected]


@each_way
def test_undone_moves_do_not_stand_in_the_way(way: str, here: Device, there: Device) -> None:
    game_id = there.start(Agent(), Agent())
    here.receive(way, there, game_id)
    here.undo(1)
    before = dump_tables(here.store)
    # What was undone here on purpose stays undone.
    assert here.receive(way, there, game_id) == EXISTING
    assert dump_tables(here.store) == before
    there.play(game_id, Stop())
    assert here.receive(way, there, game_id) == EXTENDED
    stored = here.store.games.load(1)
    assert (stored.move_count, len(stored.moves)) == (3, 3)


@each_way
def test_moves_undone_there_and_played_again_extend_the_local_game(
    way: str, here: Device, there: Device
) -> None:
    game_id = there.start(Agent(), Agent())
    there.undo(game_id)
    here.receive(way, there, game_id)
    there.clock.on(60)
    open_session(DUET, there.store.games.load(game_id), there.store.games).redo()
    assert here.receive(way, there, game_id) == EXTENDED
    assert here.store.games.load(1).move_count == 2


@each_way
def test_an_import_is_complete_or_changes_nothing(
    way: str, here: Device, there: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = there.start(Agent(), Agent())
    before = dump_tables(here.store)

    def fail(*_: object) -> None:
        raise StorageError(error("app.problem.storage_full"))

    monkeypatch.setattr(importing, "_add_moves_and_marks", fail)
    with pytest.raises(StorageError):
        here.receive(way, there, game_id)
    assert dump_tables(here.store) == before


def test_two_devices_have_the_same_two_games_however_often_they_exchange_them(
    here: Device, there: Device
) -> None:
    game_id = here.start(Agent())
    there.receive("link", here, game_id)
    here.play(game_id, Agent())
    there.play(1, Bystander())
    both = [["agent", "agent"], ["agent", "bystander"]]
    there.restore(here)
    assert preview_link(there.store, create_link(here.store, game_id)) is MatchKind.EXISTING
    assert there.receive("json", here, game_id) == EXISTING
    assert there.list_logs() == both
    assert import_all_as_json(there.store, here.store, here.create_folder()) == ImportCounts(2, 1)
    for way in WAYS:
        assert here.receive(way, there, 1) == EXISTING
        assert there.receive(way, here, game_id) == EXISTING
    assert here.list_logs() == there.list_logs() == both
    assert len(here.list_uids() | there.list_uids()) == 3
    here.play(game_id, Agent(), Agent())
    assert there.receive("backup", here, game_id) == EXTENDED
    assert there.store.games.count() == 2


# -- metadata -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["file", "json", "backup"])
def test_notes_title_and_star_are_added_to_an_existing_game_once(
    way: str, here: Device, there: Device
) -> None:
    game_id = there.start(Agent(), Agent())
    here.receive(way, there, game_id)
    here.add_note(1, 0, "ours")
    there.add_note(game_id, 0, "theirs")
    there.add_note(game_id, 1, "theirs too")
    there.store.games.set_title(game_id, "The rematch")
    there.store.games.set_starred(game_id, True)
    index_all(here.store.database)
    assert here.receive(way, there, game_id) == EXTENDED
    stored = here.store.games.load(1)
    assert (stored.title, stored.starred) == ("The rematch", True)
    assert here.list_notes(1) == ["ours", "theirs", "theirs too"]
    assert here.store.database.rows("SELECT counted FROM games") == [(0,)]
    assert here.receive(way, there, game_id) == EXISTING
    # A note after a move that was undone since travels to the last move that counts, and back.
    there.add_note(game_id, 2, "last")
    there.undo(game_id)
    assert here.receive(way, there, game_id) == EXTENDED
    assert here.receive(way, there, game_id) == EXISTING


@each_way
def test_a_local_title_is_never_replaced(way: str, here: Device, there: Device) -> None:
    game_id = there.start(Agent())
    here.receive(way, there, game_id)
    there.store.games.set_title(game_id, "Theirs")
    here.store.games.set_title(1, "Ours")
    assert here.receive(way, there, game_id) == EXISTING
    there.play(game_id, Agent())
    assert here.receive(way, there, game_id) == EXTENDED
    assert here.store.games.load(1).title == "Ours"


def test_a_note_that_was_edited_here_is_not_doubled(here: Device, there: Device) -> None:
    game_id = there.start(Agent())
    there.add_note(game_id, 1, "Ada laughed")
    here.restore(there)
    here.store.notes.change(1, 0, "Ada laughed here")
    assert here.restore(there).is_empty
    assert here.list_notes(1) == ["Ada laughed here"]


# -- links --------------------------------------------------------------------------------------------------


def test_the_preview_of_a_link_tells_how_the_game_relates_to_the_local_ones(
    here: Device, there: Device
) -> None:
    game_id = there.start(Agent())
    shared = create_link(there.store, game_id)
    assert preview_link(here.store, shared) is MatchKind.NEW
    import_link(here.store, shared)
    assert preview_link(here.store, shared) is MatchKind.EXISTING
    longer = replace(shared, moves=(*shared.moves, {"move": "stop"}))
    assert preview_link(here.store, longer) is MatchKind.EXTENDS
    here.play(1, Agent())
    assert preview_link(here.store, longer) is MatchKind.DIVERGED
    # Another set-up under the same uid is another game.
    other = replace(shared, setup={**shared.setup, "tokens": 8})
    assert preview_link(here.store, other) is MatchKind.DIVERGED


def test_a_link_invents_no_times_of_moves(here: Device, there: Device, clock: Clock) -> None:
    game_id = there.start()
    there.play(game_id, *[Agent()] * 14)
    clock.on(7 * 86_400)
    here.receive("link", there, game_id)
    stored = here.store.games.load(1)
    assert compute_played_seconds(stored.started, here.store.games.load_move_times(1)) is None
    # Nor when it extends a game: its moves get the time of the last local one.
    local_id = here.start()
    clock.on(30 - 60)
    here.play(local_id, Agent())
    there.receive("link", here, local_id)
    there.play(2, Agent(), Stop())
    clock.on(86_400)
    here.receive("link", there, 2)
    started = here.store.games.load(local_id).started
    assert compute_played_seconds(started, here.store.games.load_move_times(local_id)) == 30


# -- game files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["avalon", "cultists", "silver", "duet"])
def test_a_game_of_every_kind_is_the_same_on_another_device(
    game: str, here: Device, there: Device, clock: Clock
) -> None:
    played = random_game(Random(1), game, left=0)
    session, game_id = start_session(played.game, played.setup, there.store.games)
    for move in played.moves:
        clock.on(30)
        session.play(move)
    clock.on(1_000_000)
    stored = there.store.games.load(game_id)
    for count, way in enumerate(("file", "json", "backup")):
        assert here.receive(way, there, game_id) == (EXISTING if count else NEW)
    (copy,) = here.list_games()
    assert copy == stored._replace(id=copy.id)
    assert load_metadata(here.store.database, copy) == load_metadata(there.store.database, stored)


def test_a_record_without_metadata_is_imported_once(store: Store, here: Device, tmp_path: Path) -> None:
    game_id = here.start(Agent(), Stop(), Agent(), Assassin())
    here.undo(game_id)
    stored = here.store.games.load(game_id)
    assert [move["move"] for move in to_record(stored)["moves"]] == ["agent", "stop", "agent"]
    path = Outbox(tmp_path).write_file(export_game(stored))
    assert import_file(path, here.store) is None
    copy_id = import_file(path, store)
    assert copy_id is not None
    # It was not played here: what was comes before it when resuming.
    assert store.games.load(copy_id).updated == 0
    assert import_file(path, store) is None
    # One move more or less is another game.
    here.undo(game_id)
    assert import_file(path, here.store) is not None
    assert here.store.games.count() == 2


def test_a_finished_record_is_a_finished_game(store: Store, here: Device, tmp_path: Path) -> None:
    stored = here.store.games.load(here.start(Agent(), Assassin()))
    copy_id = import_file(Outbox(tmp_path).write_file(export_game(stored)), store)
    assert copy_id is not None
    assert store.games.load(copy_id).outcome == stored.outcome


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b'{"format": 2, "game": "duet", "setup": {}, "moves": []}',
        b'{"format": 1, "game": "chess", "setup": {}, "moves": []}',
        b'{"format": 1, "game": "duet", "setup": {"players": ["A", "B"]}, "moves": [{"move": "stop"}]}',
        b'{"format": 1, "game": "duet", "setup": {"players": ["A", "A"]}, "moves": []}',
        b"{" * 5000,
    ],
)
def test_an_invalid_game_file_is_rejected_as_a_whole(content: bytes, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(ProblemError):
        import_file(path, store)
    assert store.games.count() == 0


def test_a_huge_file_is_not_read(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    path.write_bytes(b" " * 2_000_001)
    with pytest.raises(ProblemError) as refusal:
        import_file(path, store)
    assert refusal.value.problem.code == "import_big"


def test_whole_seconds_are_valid_times(store: Store, here: Device, tmp_path: Path) -> None:
    path = write_record(here.store, here.start(Agent()), tmp_path / "game.json")
    record = json.loads(path.read_text(encoding="utf-8"))
    record["kept"]["started"] = int(record["kept"]["started"])
    path.write_text(json.dumps(record), encoding="utf-8")
    assert store.games.load(import_file(path, store) or 0).started == record["kept"]["started"]


# -- the import folder --------------------------------------------------------------------------------------


@pytest.fixture
def folder(store: Store, tmp_path: Path) -> ImportFolder:
    folder = ImportFolder(tmp_path, store)
    folder.path.mkdir()
    return folder


def test_only_files_with_known_suffixes_are_listed(store: Store, tmp_path: Path) -> None:
    folder = ImportFolder(tmp_path, store)
    assert [*folder.list_files(), *folder.list_bundles()] == []
    folder.path.mkdir()
    for name in ("one.json", "notes.txt", "backup.ZIP"):
        (folder.path / name).write_text("anything")
    assert [path.name for path in folder.list_files()] == ["one.json"]
    assert [name for name, _ in folder.list_bundles()] == ["backup.ZIP"]


def test_waiting_files_are_imported_once_and_invalid_ones_stay(folder: ImportFolder, here: Device) -> None:
    write_record(here.store, here.start(Agent()), folder.path / "game.json")
    (folder.path / "broken.json").write_text("{")
    count, problems = folder.import_files()
    assert count == 1
    assert [problem.key for problem in problems] == ["app.problem.record_not_json"]
    assert [path.name for path in folder.list_files()] == ["broken.json"]
    assert folder.import_files()[0] == 0


def test_a_waiting_file_that_extends_a_game_reports_which(
    folder: ImportFolder, store: Store, here: Device, there: Device
) -> None:
    game_id = there.start(Agent())
    imported = import_game_file(
        store, write_record(there.store, game_id, folder.path / "first.json"), "first.json"
    )
    there.play(game_id, Agent())
    write_record(there.store, game_id, folder.path / "second.json")
    extended: list[int] = []
    assert folder.import_files(extended.append) == (1, ())
    assert extended == [imported.game_id]
    assert store.games.count() == 1


def test_a_waiting_map_is_imported_and_an_invalid_one_stays(folder: ImportFolder, store: Store) -> None:
    outgoing = export_map(CampaignRow("a1", "duet", encode(new_campaign("a1", "Ada")), 1.0), 1.0)
    outgoing.write(folder.path / "a map.json")
    (folder.path / "broken.json").write_text('{"format": "table-companion-map", "version": 1}')
    count, problems = folder.import_files()
    assert count == 1
    assert [problem.key for problem in problems] == ["app.files.problem.damaged"]
    assert [campaign.id for campaign in store.campaigns.list_campaigns("duet")] == ["a1"]
    # A second time it brings nothing new, and is renamed all the same.
    outgoing.write(folder.path / "a map.json")
    assert folder.import_files()[0] == 0
    assert [path.name for path in folder.list_files()] == ["broken.json"]


def test_an_imported_game_does_not_replace_the_one_that_is_being_played(
    store: Store, here: Device, tmp_path: Path, clock: Clock
) -> None:
    path = Outbox(tmp_path).write_file(export_game(here.store.games.load(here.start(Agent(), Agent()))))
    session, playing = start_session(DUET, Setup(("Ada", "Bruno")), store.games)
    session.play(Agent())
    imported = import_file(path, store)
    latest = store.games.open_latest()
    assert latest is not None
    assert latest.game_id == playing
    store.games.delete(playing)
    latest = store.games.open_latest()
    assert latest is not None
    assert latest.game_id == imported
