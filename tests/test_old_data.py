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

from companion.all_kept import AllKept
from companion.entry import box_ticks, guide_ticks, intro_speed, last_time, learning, newcomers, rule_notes
from companion.entry.avalon import amend_record as avalon_edits
from companion.entry.avalon.draft_record import DRAFTS as AVALON_DRAFTS
from companion.entry.avalon.log import entries as avalon_entries
from companion.entry.ceremony import WISH, Wish
from companion.entry.cultists import amend_record as cultists_edits
from companion.entry.cultists import shelves
from companion.entry.cultists.draft_record import DRAFTS as CULTISTS_DRAFTS
from companion.entry.cultists.log import rounds as cultists_rounds
from companion.entry.cultists.setup_draft import Draft as CultistsSetupDraft
from companion.entry.duet import amend as duet_edits
from companion.entry.duet.draft_record import DRAFTS as DUET_DRAFTS
from companion.entry.silver import amend as silver_edits
from companion.entry.silver.draft_record import DRAFTS as SILVER_DRAFTS
from companion.entry.whereabouts import Place, Whereabouts
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.cultists.play import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.records import decode, encode
from companion.games.shelf import game_of, games
from companion.games.silver.setup import Setup as SilverSetup
from companion.narrator.timer import TimerRecord
from companion.narrator.voices.recorded import KINDS
from companion.past.packing import CODE, code_figures, pack, read_link, text_link
from companion.scripts.intros import Speed
from companion.settings import Settings, read_settings
from companion.sitting import Sitting
from companion.storage.all_games import each_game
from companion.storage.bgstats import write_plays
from companion.storage.counting import count_all
from companion.storage.everything import take_everything, write_everything
from companion.storage.games import StoredGame
from companion.storage.inbox import Kind, kind_of
from companion.storage.maps import parcel_of as map_parcel
from companion.storage.maps import read_map, take_in
from companion.storage.sheets import pack_sheets, write_sheets
from companion.storage.stepwise import to_the_end
from companion.storage.store import Store, open_store, store_in_memory
from companion.storage.tables import open_table
from companion.storage.transfer import handed_of, parcel_of, read_in
from companion.table import AnyTable
from companion.zips import Zip

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
    assert (store.problems, store.durable) == ((), True)
    return store


def stored_games(store: Store) -> tuple[StoredGame, ...]:
    listing = store.games.recent(999)
    assert listing.problems == ()
    return listing.games


def table_of(store: Store, stored: StoredGame) -> AnyTable:
    return open_table(game_of(stored.game).rules, stored, store.games)


def told_of(table: AnyTable) -> dict[str, Any]:
    public = [json.dumps(table.game.public(state), sort_keys=True) for state in table.states]
    return {
        "digest": hashlib.sha256("\n".join(public).encode()).hexdigest(),
        "public": json.loads(public[-1]),
        "outcome": None if table.outcome is None else encode(table.outcome),
        "undone": len(table.undone),
    }


def exports(store: Store) -> dict[str, bytes]:
    files = {name: io.BytesIO() for name in ("games.json", "scores.csv", "votes.csv", "plays.bgsplay")}
    write_everything(store.database, files["games.json"])
    write_sheets(store.database, files["scores.csv"], files["votes.csv"])
    write_plays(each_game(store.database), files["plays.bgsplay"])
    return {name: file.getvalue() for name, file in files.items()}


def frozen_exports() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (FROZEN / "exports").iterdir()}


def restore(store: Store, folder: Path) -> AllKept:
    """The frozen backup, with its recordings, as the app brings it back."""
    kept = AllKept(store, folder)
    place = kept.inbox.place()
    came = kept.look_at(FROZEN / "backup.zip", place, "backup.zip")
    assert (came.games.unreadable, came.recordings.refused) == (0, ())
    to_the_end(kept.merging(came))
    kept.add_recordings(came.place)
    kept.added(came.place)
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

    def keep_in_mind(self, value: Any, name: str) -> None:
        pytest.fail(f"{name} is written, but it was only read")


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Store]:
    store = old_store(tmp_path / "old")
    yield store
    store.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Store]:
    store = store_in_memory(clock)
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
        table = table_of(old, stored)
        left = frozen[stored.uid]["draft"]
        assert table.noted == left
        if left is not None:
            sitting = Sitting(table, lambda _: None, drafts=DRAFTS[stored.game])
            drafts[stored.uid] = as_json(DRAFTS[stored.game].written(sitting.draft))
    assert drafts == {uid: told["draft"] for uid, told in frozen.items() if told["draft"] is not None}
    assert len(drafts) == 16


def test_the_exports_are_the_same_to_the_byte(old: Store, tmp_path: Path) -> None:
    frozen = frozen_exports()
    assert exports(old) == frozen
    pack_sheets(old.database, tmp_path / "sheets.zip")
    assert unpacked(tmp_path / "sheets.zip") == {name: frozen[name] for name in ("scores.csv", "votes.csv")}


def test_a_game_can_be_played_on_taken_back_and_restored(old: Store) -> None:
    killed = table_of(old, old.games.load(KILLED))
    assert killed.position == len(killed.moves) > 0
    killed.undo()
    killed.redo()
    undone = next(table for stored in stored_games(old) if (table := table_of(old, stored)).undone)
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
    count_all(old.database)
    assert counted() == before


def test_people_groups_notes_and_marks_are_there(old: Store) -> None:
    people = {person.name: (person.mark, person.colour) for person in old.people.all()}
    assert (people["Ada"], people["Irene"]) == (("star", "brick"), (None, "sea"))
    assert [other.name for person in old.people.all() for other in person.others] == ["Hugo 2"]
    assert [(group.name, group.players) for group in old.rosters.groups()] == [
        ("شب یلدا", ("آرش", "بهار", "3")),
        ("Tuesdays", TEN[:6]),
    ]
    assert [player.name for player in old.rosters.players()] == ["Kim", *TEN]
    first = old.games.load(1)
    assert (first.title, first.starred, first.night) == ("Ada's birthday", True, 95.5)
    assert [(note.position, note.text) for note in old.notes.of(1)] == [
        (0, "first line\nsecond line"),
        (5, "دو بار شمردیم"),
    ]
    assert [(mark.seat, mark.position, mark.mark) for mark in old.marks.of(1)] == [
        (2, 0, "trusted"),
        (4, 6, "doubted"),
    ]
    assert [evening.games for evening in old.evenings.newest(9)][-1] == ("avalon",) * 4


# -- files --------------------------------------------------------------------------------------------------


def test_each_file_is_told_by_what_it_holds() -> None:
    kinds = {
        "backup.zip": Kind.BACKUP,
        "recordings.zip": Kind.RECORDINGS,
        "map.json": Kind.MAP,
        "exports/games.json": Kind.GAMES,
        "records/avalon.json": Kind.RECORD,
    }
    assert {name: kind_of(FROZEN / name, name, KINDS) for name in kinds} == kinds


def test_a_backup_fills_an_empty_app(old: Store, tmp_path: Path) -> None:
    new = open_store(tmp_path / "new", clock)
    restore(new, tmp_path / "new")
    assert exports(new) == frozen_exports()
    # What names tables by their numbers stays behind.
    left = {"last.learners", "last.timer", "last.whereabouts"}
    kept = {name: value for name, value in old.settings.load().items() if name not in left}
    assert new.settings.load() == kept
    assert recordings_in(tmp_path / "new") == unpacked(FROZEN / "recordings.zip")
    assert len(new.marks.of(1)) == 2
    new.close()


def test_a_backup_brings_back_what_an_app_has_lost(old: Store, tmp_path: Path) -> None:
    with old.database.step() as execute:
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
    AllKept(old, tmp_path / "old").backup(NOW)(tmp_path / "backup.zip")
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
    added = to_the_end(take_everything(empty.database, FROZEN / "exports" / "games.json", "games.json"))
    assert added.games == added.new == len(frozen_json("told.json"))
    assert exports(empty) == frozen_exports()


@pytest.mark.parametrize("name", ["avalon", "cultists", "silver", "duet", "without-metadata"])
def test_a_game_is_read_from_its_file_and_written_the_same(empty: Store, tmp_path: Path, name: str) -> None:
    path = FROZEN / "records" / f"{name}.json"
    number = read_in(path, empty.games)
    assert number is not None
    stored = empty.games.load(number)
    known = name != "without-metadata"
    kept = empty.games.what_is_kept(stored) if known else None
    parcel_of(stored, kept).pack(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    frozen = frozen_json("told.json")
    told = frozen[stored.uid] if known else next(one for one in frozen.values() if one["id"] == 2)
    assert told_of(table_of(empty, stored))["digest"] == told["digest"]


def test_a_map_is_read_from_its_file_and_written_the_same(empty: Store, tmp_path: Path) -> None:
    came = read_map((FROZEN / "map.json").read_bytes(), "map.json")
    assert take_in(came, empty.campaigns) is not None
    kept = empty.campaigns.find(came.id)
    assert kept is not None
    map_parcel(kept, NOW).pack(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (FROZEN / "map.json").read_bytes()


def test_recordings_are_taken_from_their_zip(empty: Store, tmp_path: Path) -> None:
    recordings = AllKept(empty, tmp_path).recordings
    with Zip(FROZEN / "recordings.zip") as packed:
        staged = recordings.stage(packed, tmp_path / "staged")
    assert staged.refused == ()
    recordings.replace(staged)
    assert recordings_in(tmp_path) == unpacked(FROZEN / "recordings.zip")
    assert (recordings.count("en"), recordings.count("fa")) == (2, 1)
    recordings.pack(tmp_path / "again.zip")
    assert unpacked(tmp_path / "again.zip") == unpacked(FROZEN / "recordings.zip")


# -- links --------------------------------------------------------------------------------------------------


def test_a_link_opens_the_same_game(old: Store, empty: Store) -> None:
    links, told = frozen_json("links.json"), frozen_json("told.json")
    for stored in stored_games(old):
        for link in links[stored.uid]:
            came = read_link(link)
            assert replace(came, outcome=None) == handed_of(stored)
        received = empty.games.load(empty.games.receive(came))
        assert told_of(table_of(empty, received))["digest"] == told[stored.uid]["digest"]


@pytest.mark.skipif("ng" in zlib.ZLIB_RUNTIME_VERSION, reason="zlib-ng squeezes the same into other bytes")
def test_a_game_makes_the_same_link(old: Store) -> None:
    for stored in stored_games(old):
        data = pack(handed_of(stored))
        made = [text_link(data), CODE + code_figures(data)]
        assert made[: len(frozen_json("links.json")[stored.uid])] == frozen_json("links.json")[stored.uid]


# -- settings, and where one was ----------------------------------------------------------------------------


def test_settings_are_read(old: Store) -> None:
    kept = old.settings.load()
    settings, problems = read_settings(kept)
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
    avalon, cultists, silver, duet = (game_of(game) for game in ("avalon", "cultists", "silver", "duet"))
    assert [last_time.last_count(memory, game) for game in games()] == [6, 5, 3, 3]
    assert last_time.last_night(memory, (avalon, cultists)) is cultists
    assert last_time.last_at_size(memory, AvalonSetup, "avalon", 7) == memory.recall(AvalonSetup, "avalon")
    assert memory.recall(CultistsSetupDraft, "cultists").own
    assert memory.recall(SilverSetup, "silver").points
    assert memory.recall(DuetSetup, "duet").has_grid
    assert memory.recall(Wish, WISH).wanted
    assert not learning.learns(memory, avalon, AvalonSetup(TEN[:5]))
    assert learning.learns(memory, cultists, CultistsSetup(TEN[:5], first_game=True))
    assert learning.is_learning(memory, 3)
    assert (learning.coach_chosen(memory, 1), learning.coach_chosen(memory, 2)) == (True, False)
    assert newcomers.is_new(memory, avalon, "KIM")
    assert newcomers.has_new_guest(memory, avalon)
    assert newcomers.asked_about(memory, silver, TEN[:4], ()) == ("Dario",)
    assert rule_notes.note_on(memory, "duet", "clues") == "Only nouns here"
    assert len(guide_ticks.open_ticks(memory, silver, SilverSetup(TEN[:3])).done) == 1
    assert not guide_ticks.goes_by_itself(memory)
    assert box_ticks.counted(memory, duet) == {"keys", "tokens"}
    assert intro_speed.speed_of(memory) is Speed.QUICK
    assert len(shelves.remembered(memory, CULTISTS.start(CultistsSetup(TEN[:5])))) == 2
    assert memory.recall(TimerRecord, "timer").left == 12.5
    mark = Whereabouts(memory, lambda _: None).mark
    assert mark is not None
    assert (mark.game, mark.place, mark.step) == ("avalon", Place.NIGHT, 3)
    # These two belong to screens.
    assert kept.keys() - memory.again.keys() == {"map_half_typed", "cultists_seal"}
    assert memory.again == {name: kept[name] for name in memory.again}


def test_every_place_where_one_can_have_been_is_found_again() -> None:
    for kept in frozen_json("resume.json")["whereabouts"]:
        memory = OldMemory({"whereabouts": kept})
        found = Whereabouts(memory, lambda _: None)
        assert memory.again == {"whereabouts": kept}
        there = {
            "mark": found.mark, "renaming": found.renaming, "at_table": found.at_table, "noting": found.noting
        }  # fmt: skip
        assert {name for name, part in there.items() if part is not None} == kept.keys()


def test_an_entry_of_the_past_half_changed_is_found_again(old: Store) -> None:
    edits = frozen_json("resume.json")["edits"]
    tables = {game: table_of(old, old.games.load(edit["table"])) for game, edit in edits.items()}

    def avalon(table: AnyTable, doing: Any) -> Any:
        found = avalon_edits.as_left(avalon_entries(table.states, table.moves), doing)
        return None if found is None else avalon_edits.record_of(*found)

    def cultists(table: AnyTable, doing: Any) -> Any:
        log = cultists_rounds(table.states, table.moves)
        found = cultists_edits.as_left(log, doing)
        return None if found is None else cultists_edits.record_of(log, found)

    again: dict[str, Callable[[AnyTable, Any], Any]] = {
        "avalon": avalon,
        "cultists": cultists,
        "silver": silver_edits.as_left,
        "duet": duet_edits.as_left,
    }
    for game, edit in edits.items():
        assert as_json(encode(again[game](tables[game], edit["doing"]))) == edit["doing"]
