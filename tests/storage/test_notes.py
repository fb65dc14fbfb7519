"""Notes, notepad marks and game nights."""

from __future__ import annotations

import io
import json
import zipfile
from random import Random

import pytest

from companion.core.annotations import NO_MARK, Mark, Note
from companion.core.game import ProblemError
from companion.core.serialization import encode
from companion.files.share_link import format_link, pack
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import Agent, Assassin, Move
from companion.games.game_file import MAX_NOTE_LENGTH, MAX_NOTES, clean_note
from companion.statistics.game_night import MAX_BREAK_SECONDS, GameNight
from companion.statistics.query import GameFilter
from companion.storage.backup import DATABASE_FILE, write_snapshot
from companion.storage.backup import write_backup as pack_backup
from companion.storage.database import StorageError
from companion.storage.games import open_session, start_session
from companion.storage.journal import load_metadata
from companion.storage.json_export import export_game, export_json, iterate_games, to_record, to_shared_game
from companion.storage.notes import GameNightSummary
from companion.storage.statistics_index import index_all
from companion.storage.store import Store
from companion.storage.table_export import export_csv, export_plays
from tests.storage.exchange import Clock, import_record
from tools.random_games import random_game


@pytest.fixture
def game(store, clock):
    session, number = start_session(DUET, Setup(("Ada", "Bruno")), store.games)
    for _ in range(3):
        clock.on(60)
        session.play(Agent())
    store.statistics.index_batch()
    return number


def is_indexed(store, number):
    return store.database.rows("SELECT counted FROM games WHERE id = ?", (number,)) == [(1,)]


def test_notes_are_listed_by_move_count(store, game, clock):
    late, first = store.notes.add(game, 3, "the end"), store.notes.add(game, 0, "a laugh")
    assert late == Note(0, 3, "the end", clock.now)
    assert store.notes.list_notes(game) == (first, late)
    assert store.notes.list_notes(game + 1) == ()


def test_notes_survive_a_restart(reopen, store, game):
    note = store.notes.add(game, 1, "a laugh")
    assert reopen().notes.list_notes(game) == (note,)


def test_an_empty_note_is_not_added(store, game):
    assert store.notes.add(game, 1, " \n\x00\u202e ") is None
    assert store.notes.list_notes(game) == ()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Ada   laughed ", "Ada laughed"), ("a\u202eb\x07c", "abc"), ("one\r\ntwo", "one\ntwo")],
)
def test_a_note_is_cleaned_as_in_a_record(store, game, typed, kept):
    note = store.notes.add(game, 1, typed)
    assert note.text == kept == clean_note(kept)


def test_a_note_is_truncated_as_in_a_backup(store, game):
    assert len(store.notes.add(game, 1, "a" * 100_000).text) == MAX_NOTE_LENGTH


def test_a_changed_note_can_be_restored(store, game):
    note = store.notes.add(game, 1, "a laugh")
    before = store.notes.change(game, note.note_id, "a sigh")
    assert [found.text for found in store.notes.list_notes(game)] == ["a sigh"]
    store.notes.restore(game, before)
    assert store.notes.list_notes(game) == (note,)


def test_a_removed_note_can_be_restored(store, game):
    note, other = store.notes.add(game, 1, "a laugh"), store.notes.add(game, 2, "a sigh")
    assert store.notes.remove(game, note.note_id) == note
    assert store.notes.list_notes(game) == (other,)
    store.notes.restore(game, note)
    assert store.notes.list_notes(game) == (note, other)


def test_a_note_marks_its_game_stale_and_is_searchable(store, game):
    assert is_indexed(store, game)
    note = store.notes.add(game, 1, "Elephants everywhere")
    assert not is_indexed(store, game)
    store.statistics.index_batch()
    assert store.statistics.count_games(GameFilter(text="elephant")) == 1
    for change in (
        lambda: store.notes.change(game, note.note_id, "a sigh"),
        lambda: store.notes.remove(game, note.note_id),
        lambda: store.notes.restore(game, note),
    ):
        store.statistics.index_batch()
        assert is_indexed(store, game)
        change()
        assert not is_indexed(store, game)


def test_a_deleted_game_accepts_no_note(store, game):
    store.games.delete(game)
    with pytest.raises(StorageError):
        store.notes.add(game, 1, "a laugh")
    assert store.database.rows("SELECT count(*) FROM notes") == [(0,)]


def test_a_removed_note_cannot_be_changed(store, game):
    with pytest.raises(StorageError) as refused:
        store.notes.change(game, 4, "a laugh")
    assert refused.value.problem.key == "moments.problem.note_missing"


def test_the_number_of_notes_is_limited(store, game):
    rows = [(game, number, 0, "a", 1.0) for number in range(MAX_NOTES)]
    with store.database.transaction():
        store.database.connection.executemany("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", rows)
    with pytest.raises(ProblemError) as refused:
        store.notes.add(game, 1, "one too many")
    assert refused.value.problem.key == "moments.problem.too_many"


def test_a_damaged_note_is_skipped(store, game):
    note = store.notes.add(game, 1, "a laugh")
    with store.database.transaction() as execute:
        execute("INSERT INTO notes VALUES (?, 7, 'x', 'lost', 1.0), (?, 8, 1, x'ff', 1.0)", (game, game))
    assert store.notes.list_notes(game) == (note,)


# A word that stands nowhere else.
SECRET = "xyzzy"


def start_game(store, kind="avalon"):
    made = random_game(Random(5), kind, left=0)
    session, number = start_session(made.game, made.setup, store.games)
    for move in made.moves:
        session.play(move)
    return number


@pytest.fixture
def marked_game(store):
    return start_game(store)


def test_marks_are_listed_by_move_count(reopen, store, marked_game):
    store.marks.set_mark(marked_game, 2, 1, "trusted")
    store.marks.set_mark(marked_game, 2, 4, "doubted")
    store.marks.set_mark(marked_game, 0, 2, "evil")
    kept = (Mark(2, 1, "trusted"), Mark(0, 2, "evil"), Mark(2, 4, "doubted"))
    assert store.marks.list_marks(marked_game) == kept
    assert reopen().marks.list_marks(marked_game) == kept


def test_a_mark_replaces_an_earlier_one_at_the_same_move_count(store, marked_game):
    store.marks.set_mark(marked_game, 2, 1, "trusted")
    store.marks.set_mark(marked_game, 2, 1, "doubted")
    assert store.marks.list_marks(marked_game) == (Mark(2, 1, "doubted"),)


def test_setting_the_same_mark_again_adds_nothing(store, marked_game):
    store.marks.set_mark(marked_game, 2, 1, "trusted")
    store.marks.set_mark(marked_game, 2, 3, "trusted")
    assert store.marks.list_marks(marked_game) == (Mark(2, 1, "trusted"),)


def test_a_removed_mark_is_stored_only_after_an_earlier_one(store, marked_game):
    store.marks.set_mark(marked_game, 2, 1, "trusted")
    store.marks.set_mark(marked_game, 2, 3, NO_MARK)
    assert store.marks.list_marks(marked_game) == (Mark(2, 1, "trusted"), Mark(2, 3, NO_MARK))
    store.marks.set_mark(marked_game, 2, 1, NO_MARK)
    assert store.marks.list_marks(marked_game) == ()


def test_a_mark_after_an_undo_replaces_later_ones(store, marked_game):
    store.marks.set_mark(marked_game, 2, 6, "evil")
    store.marks.set_mark(marked_game, 1, 6, "good")
    store.marks.set_mark(marked_game, 2, 4, "trusted")
    assert store.marks.list_marks(marked_game) == (Mark(2, 4, "trusted"), Mark(1, 6, "good"))


def test_marks_do_not_mark_the_game_stale(store, marked_game):
    store.statistics.index_batch()
    store.marks.set_mark(marked_game, 2, 1, "trusted")
    assert store.statistics.stale_count == 0


def test_a_deleted_game_accepts_no_mark_and_is_purged_with_its_marks(store, marked_game, clock):
    store.marks.set_mark(marked_game, 2, 1, "trusted")
    store.games.delete(marked_game)
    with pytest.raises(StorageError):
        store.marks.set_mark(marked_game, 2, 2, "evil")
    store.games.purge(clock.now)
    assert store.database.rows("SELECT count(*) FROM marks") == [(0,)]


def test_damaged_marks_are_skipped(store, marked_game):
    with store.database.transaction() as execute:
        execute(
            "INSERT INTO marks VALUES (?, -1, 0, 'a'), (?, 1, 'x', 'a'), (?, 1, 2, 3)", (marked_game,) * 3
        )
    assert [mark.mark for mark in store.marks.list_marks(marked_game)] == ["3"]


@pytest.mark.parametrize("kind", ["avalon", "cultists", "silver", "duet"])
def test_no_export_contains_marks(store, tmp_path, kind):
    number = start_game(store, kind)
    store.marks.set_mark(number, 0, 1, SECRET)
    store.notes.add(number, 1, "a laugh")
    store.statistics.index_batch()
    stored = store.games.load(number)
    kept = load_metadata(store.database, stored)
    everything, plays, scores, votes = (io.BytesIO() for _ in range(4))
    assert export_json(store.database, everything)
    assert export_plays(iterate_games(store.database), plays)
    assert export_csv(store.database, scores, votes)
    export_game(stored, kept).write(tmp_path / "parcel")
    handed = to_shared_game(stored)
    told = [
        *(file.getvalue() for file in (everything, plays, scores, votes)),
        *(json.dumps(to_record(stored, kept)).encode(), (tmp_path / "parcel").read_bytes()),
        *(repr(handed).encode(), format_link(pack(handed)).encode()),
    ]
    assert "a laugh" in told[0].decode()
    assert not any(SECRET.encode() in data for data in told)
    # Nor is a marked_game found by one.
    assert SECRET not in repr(store.database.rows("SELECT * FROM tallies"))


def test_a_backup_contains_marks(store, marked_game, tmp_path):
    store.marks.set_mark(marked_game, 0, 1, SECRET)
    write_snapshot(store.database, tmp_path / "copy.db")
    pack_backup(tmp_path / "copy.db", (), 1.0, tmp_path / "backup.zip")
    with zipfile.ZipFile(tmp_path / "backup.zip") as packed:
        assert SECRET.encode() in packed.read(DATABASE_FILE)


PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Άννα")


def play_mission(store: Store, clock: Clock, *names: str, won: bool = False) -> int:
    """Won only if need be: it takes fifteen agents."""
    session, number = start_session(DUET, DuetSetup(names), store.games)
    moves: list[Move] = [Agent()] * 15 if won else [Agent(), Assassin()]
    for move in moves:
        clock.on(60)
        session.play(move)
    return number


def list_nights(store: Store, clock: Clock, count: int) -> list[float]:
    """So many evenings of two games each; when they began."""
    began = []
    for _ in range(count):
        began.append(clock.on(2 * MAX_BREAK_SECONDS))
        play_mission(store, clock, "Ada", "Bruno")
        play_mission(store, clock, "Bruno", "Ada")
    return began


def test_a_game_starts_a_game_night_and_the_next_one_joins_it(store: Store, clock: Clock) -> None:
    first = play_mission(store, clock, "Ada", "Bruno")
    evenings = store.game_nights
    started = evenings.find_game_night_of(first)
    assert started is not None
    assert evenings.count_games(started) == 1
    second = play_mission(store, clock, "Ada", "Chloe")
    assert evenings.find_game_night_of(second) == started
    assert [game.game_id for game in evenings.load(started).games] == [first, second]
    assert evenings.count() == 1


def test_game_nights_are_listed_newest_first_page_by_page(store: Store, clock: Clock) -> None:
    began = list_nights(store, clock, 7)
    index_all(store.database)
    assert store.game_nights.count() == 7
    listed: list[GameNightSummary] = []
    before = None
    while page := store.game_nights.list_newest(3, before):
        assert len(page) <= 3
        before = page[-1].started
        listed += page
    assert [one.started for one in listed] == began[::-1]
    assert all(one.games == ("duet", "duet") for one in listed)
    assert [person.name for person in listed[0].players] == ["Bruno", "Ada"]


def test_a_game_night_without_games_is_not_listed(store: Store, clock: Clock) -> None:
    first, second = (play_mission(store, clock, "Ada", "Bruno") for _ in range(2))
    started = store.game_nights.find_game_night_of(first)
    assert started is not None
    store.games.delete(first)
    assert [game.game_id for game in store.game_nights.load(started).games] == [second]
    store.games.delete(second)
    assert store.game_nights.load(started) == GameNight(started, ())
    assert store.game_nights.count() == 0
    assert store.game_nights.list_newest(5) == ()
    assert store.game_nights.find_game_night_of(first) is None


def test_a_game_without_a_game_night_is_in_none(store: Store, clock: Clock) -> None:
    setup = encode(DuetSetup(("Ada", "Bruno")))
    number = import_record(store, "duet", setup, [], None)
    assert store.game_nights.find_game_night_of(number) is None
    assert store.game_nights.count() == 0


def test_a_game_that_cannot_be_replayed_is_left_out(store: Store, clock: Clock) -> None:
    good, bad = (play_mission(store, clock, "Ada", "Bruno") for _ in range(2))
    with store.database.transaction() as execute:
        execute("UPDATE moves SET move = '{}' WHERE game_id = ?", (bad,))
    started = store.game_nights.find_game_night_of(good)
    assert started is not None
    assert [game.game_id for game in store.game_nights.load(started).games] == [good]
    assert store.game_nights.load_game(bad) is None


def test_aliases_are_counted_as_one_player_of_a_game_night(store: Store, clock: Clock) -> None:
    play_mission(store, clock, "Ada", "Bruno", won=True)
    number = play_mission(store, clock, "Adi", "Bruno", won=True)
    with store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'Ada L.', NULL, NULL, NULL)", ())
        execute("INSERT INTO people VALUES ('adi', 'Adi', NULL, NULL, 'ada')", ())
        execute("UPDATE games SET counted = 0", ())
    index_all(store.database)
    started = store.game_nights.find_game_night_of(number)
    assert started is not None
    (listed,) = store.game_nights.list_newest(1)
    for people in (store.game_nights.load(started).players, listed.players):
        assert [(person.name, person.wins) for person in people] == [("Ada L.", 2), ("Bruno", 2)]


def test_the_list_and_the_page_agree_on_random_game_nights(store: Store, clock: Clock) -> None:
    dice = Random(5)
    for _ in range(4):
        clock.on(2 * MAX_BREAK_SECONDS)
        for _ in range(3):
            played = random_game(dice, people=PEOPLE)
            stored = store.games.start(played.game.id, encode(played.setup))
            session = open_session(played.game, stored, store.games)
            for move in played.moves:
                clock.on(20)
                session.play(move)
    index_all(store.database)
    listed = store.game_nights.list_newest(100)
    assert len(listed) >= 4
    for one in listed:
        evening = store.game_nights.load(one.started)
        assert one.players == evening.players
        assert one.games == tuple(game.game for game in evening.games)


def test_a_game_of_a_game_night_has_notes_and_times(store: Store, clock: Clock) -> None:
    number = play_mission(store, clock, "Ada", "Bruno")
    with store.database.transaction() as execute:
        execute("INSERT INTO notes VALUES (?, 0, 1, 'Ada laughed here', 0.0)", (number,))
    game = store.game_nights.load_game(number)
    assert game is not None
    assert [note.text for note in game.notes] == ["Ada laughed here"]
    assert game.duration_seconds == 120
