"""Old data opens, and gives the same exports byte for byte.

The files in `tests/frozen` were written once, by the version before the restructuring of 2026 (commit
8e8e365c), and are never written again. A test that fails here means that people lose something: names in
the code may change, names and numbers on disk may not.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.core import resume_state
from companion.core.resume_state import PREFERENCE_KEY, ResumeState, RevealPreference, SetupStep
from companion.core.serialization import decode, encode
from companion.core.session import AnySession
from companion.core.session_controller import SessionController
from companion.core.session_timer import TimerRecord
from companion.files.backup_service import BackupService
from companion.files.incoming import FileType, detect_file_type
from companion.files.safe_zip import SafeZip
from companion.files.share_link import QR_PREFIX, format_link, pack, parse_link, to_qr_digits
from companion.games.avalon import edits as avalon_edits
from companion.games.avalon.drafts import DRAFT_CODEC as AVALON_DRAFTS
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.text import make_entries as avalon_entries
from companion.games.cultists import drafts as cultists_drafts
from companion.games.cultists import edits as cultists_edits
from companion.games.cultists.drafts import DRAFT_CODEC as CULTISTS_DRAFTS
from companion.games.cultists.drafts import SetupDraft as CultistsSetupDraft
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.cultists.text import make_rounds as cultists_rounds
from companion.games.duet import edits as duet_edits
from companion.games.duet.drafts import DRAFT_CODEC as DUET_DRAFTS
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.registry import get_game, list_games
from companion.games.silver import edits as silver_edits
from companion.games.silver.drafts import DRAFT_CODEC as SILVER_DRAFTS
from companion.games.silver.setup import Setup as SilverSetup
from companion.narrator.voices.recorded import FILE_SUFFIXES
from companion.scripts import coach, rule_search
from companion.scripts.teaching import IntroSpeed
from companion.settings import Settings, parse_settings
from companion.storage.campaigns import export_map as map_parcel
from companion.storage.campaigns import import_map, read_map
from companion.storage.games import open_session
from companion.storage.importing import import_json, run_to_completion
from companion.storage.journal import StoredGame, load_metadata
from companion.storage.json_export import export_game, export_json, iterate_games, to_shared_game
from companion.storage.statistics_index import index_all
from companion.storage.store import Store, open_memory_store, open_store
from companion.storage.table_export import export_csv, export_csv_zip, export_plays
from tests.storage.exchange import import_file, import_link

FROZEN: Final = Path(__file__).parent / "frozen"
# When the files were written: what was deleted last can still be restored.
NOW: Final = 1_790_000_000.0 + 40 * 86_400
DELETED, KILLED = 42, 43
TEN: Final = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "آرش", "بهار", "Άννα", "Hugo", "Irene")
# Derived from the logs: counted anew it must be the same.
COUNTED: Final = ("tallies", "seats", "facts", "fact_sums", "seat_sums", "streaks")
DRAFTS: Final[dict[str, Any]] = {
    "avalon": AVALON_DRAFTS,
    "cultists": CULTISTS_DRAFTS,
    "silver": SILVER_DRAFTS,
    "duet": DUET_DRAFTS,
}


# -- what the tests ask of the code -------------------------------------------------------------------------


def frozen_json(name: str) -> Any:
    return json.loads((FROZEN / name).read_text(encoding="utf-8"))


def as_json(value: Any) -> Any:
    """As it is read from a disk again: tuples are lists there."""
    return json.loads(json.dumps(value))


def clock() -> float:
    return NOW


def old_store(folder: Path) -> Store:
    folder.mkdir(exist_ok=True)
    shutil.copyfile(FROZEN / "companion.db", folder / "companion.db")
    store = open_store(folder, clock)
    assert (store.problems, store.is_durable) == ((), True)
    return store


def stored_games(store: Store) -> tuple[StoredGame, ...]:
    listing = store.games.list_recent(999)
    assert listing.problems == ()
    return listing.games


def table_of(store: Store, stored: StoredGame) -> AnySession:
    return open_session(get_game(stored.game).rules, stored, store.games)


def told_of(session: AnySession) -> dict[str, Any]:
    public = [json.dumps(session.game.public_state(state), sort_keys=True) for state in session.states]
    return {
        "digest": hashlib.sha256("\n".join(public).encode()).hexdigest(),
        "public": json.loads(public[-1]),
        "outcome": None if session.outcome is None else encode(session.outcome),
        "undone": len(session.undone_moves),
    }


def exports(store: Store) -> dict[str, bytes]:
    files = {name: io.BytesIO() for name in ("games.json", "scores.csv", "votes.csv", "plays.bgsplay")}
    export_json(store.database, files["games.json"])
    export_csv(store.database, files["scores.csv"], files["votes.csv"])
    export_plays(iterate_games(store.database), files["plays.bgsplay"])
    return {name: file.getvalue() for name, file in files.items()}


def frozen_exports() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (FROZEN / "exports").iterdir()}


def restore(store: Store, folder: Path) -> BackupService:
    """The frozen backup, with its recordings, as the app brings it back."""
    kept = BackupService(store, folder)
    place = kept.inbox.create_folder()
    came = kept.read_backup(FROZEN / "backup.zip", place, "backup.zip")
    assert (came.games.unreadable, came.recordings.problems) == (0, ())
    run_to_completion(kept.apply_restore(came))
    kept.add_recordings(came.folder)
    kept.finish_restore(came.folder)
    return kept


def unpacked(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def rows_of(database: bytes, path: Path) -> list[str]:
    path.write_bytes(database)
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def recordings_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder / "voices").as_posix(): path.read_bytes()
        for path in (folder / "voices").rglob("*.*")
    }


class OldMemory:
    """What the app remembers, as it was kept. It notes what each part is when it is written again."""

    def __init__(self, kept: dict[str, Any]) -> None:
        self.kept = kept
        self.again: dict[str, Any] = {}

    def recall(self, kind: type[Any], name: str) -> Any:
        if name not in self.kept:
            return None
        value = decode(kind, self.kept[name])
        self.again[name] = as_json(encode(value))
        return value

    def remember(self, value: Any, name: str) -> None:
        pytest.fail(f"{name} is written, but it was only read")


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Store]:
    store = old_store(tmp_path / "old")
    yield store
    store.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Store]:
    store = open_memory_store(clock)
    yield store
    store.close()


# -- the database -------------------------------------------------------------------------------------------


def test_every_game_opens_and_replays_to_the_same_state(old: Store) -> None:
    frozen = frozen_json("told.json")
    found = {stored.uid: stored for stored in stored_games(old)}
    assert found.keys() == frozen.keys()
    for uid, told in frozen.items():
        stored = found[uid]
        again = {"id": stored.id, "game": stored.game, **told_of(table_of(old, stored))}
        assert again == {name: value for name, value in told.items() if name != "draft"}, uid


def test_half_entered_moves_come_back_as_they_were_left(old: Store) -> None:
    frozen = frozen_json("told.json")
    drafts = {}
    for stored in stored_games(old):
        session = table_of(old, stored)
        left = frozen[stored.uid]["draft"]
        assert session.draft == left
        if left is not None:
            controller = SessionController(session, lambda _: None, draft_codec=DRAFTS[stored.game])
            drafts[stored.uid] = as_json(DRAFTS[stored.game].encode(controller.draft))
    assert drafts == {uid: told["draft"] for uid, told in frozen.items() if told["draft"] is not None}
    assert len(drafts) == 16


def test_the_exports_are_the_same_to_the_byte(old: Store, tmp_path: Path) -> None:
    frozen = frozen_exports()
    assert exports(old) == frozen
    export_csv_zip(old.database, tmp_path / "sheets.zip")
    assert unpacked(tmp_path / "sheets.zip") == {name: frozen[name] for name in ("scores.csv", "votes.csv")}


def test_a_game_can_be_played_on_taken_back_and_restored(old: Store) -> None:
    killed = table_of(old, old.games.load(KILLED))
    assert killed.move_count == len(killed.moves) > 0
    killed.undo()
    killed.redo()
    undone = next(session for stored in stored_games(old) if (session := table_of(old, stored)).undone_moves)
    undone.redo()
    count = old.games.count()
    old.games.restore(DELETED)
    assert old.games.count() == count + 1
    assert told_of(table_of(old, old.games.load(DELETED)))["outcome"] is None


def test_what_was_counted_is_counted_the_same_again(old: Store) -> None:
    def counted() -> list[list[Any]]:
        return [sorted(old.database.rows(f"SELECT * FROM {table}"), key=repr) for table in COUNTED]

    before = counted()
    assert all(before)
    old.database.write("UPDATE games SET counted = 0", ())
    index_all(old.database)
    assert counted() == before


def test_people_groups_notes_and_marks_are_there(old: Store) -> None:
    people = {person.name: (person.icon, person.colour) for person in old.people.list_people()}
    assert (people["Ada"], people["Irene"]) == (("star", "brick"), (None, "sea"))
    assert [other.name for person in old.people.list_people() for other in person.aliases] == ["Hugo 2"]
    assert [(group.name, group.players) for group in old.rosters.list_groups()] == [
        ("شب یلدا", ("آرش", "بهار", "3")),
        ("Tuesdays", TEN[:6]),
    ]
    assert [player.name for player in old.rosters.list_players()] == ["Kim", *TEN]
    first = old.games.load(1)
    assert (first.title, first.starred, first.night_seconds) == ("Ada's birthday", True, 95.5)
    assert [(note.move_count, note.text) for note in old.notes.list_notes(1)] == [
        (0, "first line\nsecond line"),
        (5, "دو بار شمردیم"),
    ]
    assert [(mark.seat, mark.move_count, mark.mark) for mark in old.marks.list_marks(1)] == [
        (2, 0, "trusted"),
        (4, 6, "doubted"),
    ]
    assert [evening.games for evening in old.game_nights.list_newest(9)][-1] == ("avalon",) * 4


# -- files --------------------------------------------------------------------------------------------------


def test_each_file_is_told_by_what_it_holds() -> None:
    kinds = {
        "backup.zip": FileType.BACKUP,
        "recordings.zip": FileType.RECORDINGS,
        "map.json": FileType.MAP,
        "exports/games.json": FileType.GAMES,
        "records/avalon.json": FileType.RECORD,
    }
    assert {name: detect_file_type(FROZEN / name, name, FILE_SUFFIXES) for name in kinds} == kinds


def test_a_backup_fills_an_empty_app(old: Store, tmp_path: Path) -> None:
    new = open_store(tmp_path / "new", clock)
    restore(new, tmp_path / "new")
    assert exports(new) == frozen_exports()
    # What names tables by their numbers stays behind.
    left = {"last.learners", "last.timer", "last.whereabouts"}
    kept = {name: value for name, value in old.settings.load().items() if name not in left}
    assert new.settings.load() == kept
    assert recordings_in(tmp_path / "new") == unpacked(FROZEN / "recordings.zip")
    assert len(new.marks.list_marks(1)) == 2
    new.close()


def test_a_backup_brings_back_what_an_app_has_lost(old: Store, tmp_path: Path) -> None:
    with old.database.transaction() as execute:
        execute("DELETE FROM games WHERE id % 3 = 1", ())
        execute("UPDATE games SET title = '', starred = 0", ())
        for table in ("notes", "people", "groups", "campaigns"):
            execute(f"DELETE FROM {table}", ())
        # One game less far, so that it goes on.
        execute("DELETE FROM moves WHERE game_id = 5 AND number >= 3", ())
        execute("UPDATE games SET position = 3 WHERE id = 5", ())
    assert exports(old) != frozen_exports()
    for _ in range(2):
        restore(old, tmp_path / "old")
        assert exports(old) == frozen_exports()


def test_a_backup_made_today_holds_the_same(old: Store, tmp_path: Path) -> None:
    with zipfile.ZipFile(FROZEN / "recordings.zip") as packed:
        packed.extractall(tmp_path / "old" / "voices")
    # It is not known any more that this one was being played.
    old.database.write("UPDATE games SET position = -1 WHERE id = ?", (KILLED,))
    BackupService(old, tmp_path / "old").prepare_backup(NOW)(tmp_path / "backup.zip")
    was, now = unpacked(FROZEN / "backup.zip"), unpacked(tmp_path / "backup.zip")
    assert list(now) == list(was)
    # The same rows lie in other bytes where SQLite is another one.
    rows = [rows_of(files.pop("companion.db"), tmp_path / "packed.db") for files in (was, now)]
    assert rows[0] == rows[1]
    contents = [json.loads(files.pop("backup.json")) for files in (was, now)]
    for one in contents:
        one["files"] = [file for file in one["files"] if file["name"] != "companion.db"]
    assert contents[0] == contents[1]
    assert now == was


def test_all_games_are_read_from_one_file(empty: Store) -> None:
    added = run_to_completion(import_json(empty.database, FROZEN / "exports" / "games.json", "games.json"))
    assert added.game_count == added.new_count == len(frozen_json("told.json"))
    assert exports(empty) == frozen_exports()


@pytest.mark.parametrize("name", ["avalon", "cultists", "silver", "duet", "without-metadata"])
def test_a_game_is_read_from_its_file_and_written_the_same(empty: Store, tmp_path: Path, name: str) -> None:
    path = FROZEN / "records" / f"{name}.json"
    number = import_file(path, empty)
    assert number is not None
    stored = empty.games.load(number)
    known = name != "without-metadata"
    kept = load_metadata(empty.database, stored) if known else None
    export_game(stored, kept).write(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    frozen = frozen_json("told.json")
    told = frozen[stored.uid] if known else next(one for one in frozen.values() if one["id"] == 2)
    assert told_of(table_of(empty, stored))["digest"] == told["digest"]


def test_a_map_is_read_from_its_file_and_written_the_same(empty: Store, tmp_path: Path) -> None:
    came = read_map((FROZEN / "map.json").read_bytes(), "map.json")
    assert import_map(came, empty.campaigns) is not None
    kept = empty.campaigns.find(came.id)
    assert kept is not None
    map_parcel(kept, NOW).write(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (FROZEN / "map.json").read_bytes()


def test_recordings_are_taken_from_their_zip(empty: Store, tmp_path: Path) -> None:
    recordings = BackupService(empty, tmp_path).recordings
    with SafeZip(FROZEN / "recordings.zip") as packed:
        staged = recordings.stage(packed, tmp_path / "staged")
    assert staged.problems == ()
    recordings.replace(staged)
    assert recordings_in(tmp_path) == unpacked(FROZEN / "recordings.zip")
    assert (recordings.count_lines("en"), recordings.count_lines("fa")) == (2, 1)
    recordings.write_zip(tmp_path / "again.zip")
    assert unpacked(tmp_path / "again.zip") == unpacked(FROZEN / "recordings.zip")


# -- links --------------------------------------------------------------------------------------------------


def test_a_link_opens_the_same_game(old: Store, empty: Store) -> None:
    links, told = frozen_json("links.json"), frozen_json("told.json")
    for stored in stored_games(old):
        for link in links[stored.uid]:
            came = parse_link(link)
            assert replace(came, outcome=None) == to_shared_game(stored)
        received = empty.games.load(import_link(empty, came))
        assert told_of(table_of(empty, received))["digest"] == told[stored.uid]["digest"]


@pytest.mark.skipif("ng" in zlib.ZLIB_RUNTIME_VERSION, reason="zlib-ng squeezes the same into other bytes")
def test_a_game_makes_the_same_link(old: Store) -> None:
    for stored in stored_games(old):
        data = pack(to_shared_game(stored))
        made = [format_link(data), QR_PREFIX + to_qr_digits(data)]
        assert made[: len(frozen_json("links.json")[stored.uid])] == frozen_json("links.json")[stored.uid]


# -- settings, and where one was ----------------------------------------------------------------------------


def test_settings_are_read(old: Store) -> None:
    kept = old.settings.load()
    settings, problems = parse_settings(kept)
    assert problems == ()
    assert as_json(asdict(settings)) == {name: kept[name] for name in asdict(Settings())}
    # None of them is what it would be anyway.
    assert not {*asdict(settings).items()} & {*asdict(Settings()).items()}


def test_what_was_remembered_for_the_next_table_is_read_and_would_be_written_the_same(old: Store) -> None:
    kept = {
        name.removeprefix("last."): value
        for name, value in old.settings.load().items()
        if name.startswith("last.")
    }
    memory = OldMemory(kept)
    avalon, cultists, silver, duet = (get_game(game) for game in ("avalon", "cultists", "silver", "duet"))
    assert [resume_state.recall_seat_count(memory, game) for game in list_games()] == [6, 5, 3, 3]
    assert resume_state.recall_night_game(memory, (avalon, cultists)) is cultists
    assert resume_state.recall_at_size(memory, AvalonSetup, "avalon", 7) == memory.recall(
        AvalonSetup, "avalon"
    )
    assert memory.recall(CultistsSetupDraft, "cultists").own
    assert memory.recall(SilverSetup, "silver").is_points_game
    assert memory.recall(DuetSetup, "duet").has_grid
    assert memory.recall(RevealPreference, PREFERENCE_KEY).wanted
    assert not coach.is_coached(memory, avalon, AvalonSetup(TEN[:5]))
    assert coach.is_coached(memory, cultists, CultistsSetup(TEN[:5], first_game=True))
    assert coach.is_coached_session(memory, 3)
    assert (coach.coach_override(memory, 1), coach.coach_override(memory, 2)) == (True, False)
    assert coach.is_marked_new(memory, avalon, "KIM")
    assert coach.has_new_guest(memory, avalon)
    assert coach.players_to_ask(memory, silver, TEN[:4], ()) == ("Dario",)
    assert rule_search.load_note(memory, "duet", "clues") == "Only nouns here"
    assert len(coach.open_progress(memory, silver, SilverSetup(TEN[:3])).done) == 1
    assert not coach.is_auto_advance(memory)
    assert coach.load_box_check(memory, duet) == {"keys", "tokens"}
    assert coach.load_speed(memory) is IntroSpeed.QUICK
    assert len(cultists_drafts.recall_shelves(memory, CULTISTS.start(CultistsSetup(TEN[:5])))) == 2
    assert memory.recall(TimerRecord, "timer").left == 12.5
    mark = ResumeState(memory, lambda _: None).bookmark
    assert mark is not None
    assert (mark.game, mark.place, mark.step) == ("avalon", SetupStep.NIGHT, 3)
    # These two belong to screens.
    assert kept.keys() - memory.again.keys() == {"map_half_typed", "cultists_seal"}
    assert memory.again == {name: kept[name] for name in memory.again}


def test_every_place_where_one_can_have_been_is_found_again() -> None:
    for kept in frozen_json("resume.json")["whereabouts"]:
        memory = OldMemory({"whereabouts": kept})
        found = ResumeState(memory, lambda _: None)
        assert memory.again == {"whereabouts": kept}
        there = {
            "mark": found.bookmark,
            "renaming": found.pending_rename,
            "at_table": found.open_table,
            "noting": found.pending_note,
        }
        assert {name for name, part in there.items() if part is not None} == kept.keys()


def test_an_entry_of_the_past_half_changed_is_found_again(old: Store) -> None:
    edits = frozen_json("resume.json")["edits"]
    sessions = {game: table_of(old, old.games.load(edit["table"])) for game, edit in edits.items()}

    def avalon(session: AnySession, doing: Any) -> Any:
        found = avalon_edits.restore_saved(avalon_entries(session.states, session.moves), doing)
        return None if found is None else avalon_edits.to_edit_record(*found)

    def cultists(session: AnySession, doing: Any) -> Any:
        log = cultists_rounds(session.states, session.moves)
        found = cultists_edits.restore_saved(log, doing)
        return None if found is None else cultists_edits.to_edit_record(log, found)

    again: dict[str, Callable[[AnySession, Any], Any]] = {
        "avalon": avalon,
        "cultists": cultists,
        "silver": silver_edits.restore_saved,
        "duet": duet_edits.restore_saved,
    }
    for game, edit in edits.items():
        assert as_json(encode(again[game](sessions[game], edit["doing"]))) == edit["doing"]
