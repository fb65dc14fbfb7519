"""Notes pinned to moments of games: kept, changed, removed and put back."""

import pytest

from companion.core.game import ProblemError
from companion.core.notes import Note
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent
from companion.games.game_file import MAX_NOTE_LENGTH, MAX_NOTES, clean_note
from companion.statistics.query import GameFilter
from companion.storage.database import StorageError
from companion.storage.games import start_session


@pytest.fixture
def game(store, clock):
    session, number = start_session(DUET, Setup(("Ada", "Bruno")), store.games)
    for _ in range(3):
        clock.on(60)
        session.play(Agent())
    store.statistics.index_batch()
    return number


def counted(store, number):
    return store.database.rows("SELECT counted FROM games WHERE id = ?", (number,)) == [(1,)]


def test_notes_are_listed_by_their_moments(store, game, clock):
    late, first = store.notes.add(game, 3, "the end"), store.notes.add(game, 0, "a laugh")
    assert late == Note(0, 3, "the end", clock.now)
    assert store.notes.list_notes(game) == (first, late)
    assert store.notes.list_notes(game + 1) == ()


def test_notes_outlive_the_app(reopen, store, game):
    note = store.notes.add(game, 1, "a laugh")
    assert reopen().notes.list_notes(game) == (note,)


def test_nothing_to_say_is_no_note(store, game):
    assert store.notes.add(game, 1, " \n\x00\u202e ") is None
    assert store.notes.list_notes(game) == ()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Ada   laughed ", "Ada laughed"), ("a\u202eb\x07c", "abc"), ("one\r\ntwo", "one\ntwo")],
)
def test_a_note_is_kept_as_any_record_may_hold_it(store, game, typed, kept):
    note = store.notes.add(game, 1, typed)
    assert note.text == kept == clean_note(kept)


def test_a_note_is_no_longer_than_comes_back_from_a_backup(store, game):
    assert len(store.notes.add(game, 1, "a" * 100_000).text) == MAX_NOTE_LENGTH


def test_a_note_can_be_changed_and_the_change_undone(store, game):
    note = store.notes.add(game, 1, "a laugh")
    before = store.notes.change(game, note.note_id, "a sigh")
    assert [found.text for found in store.notes.list_notes(game)] == ["a sigh"]
    store.notes.restore(game, before)
    assert store.notes.list_notes(game) == (note,)


def test_a_note_can_be_removed_and_brought_back(store, game):
    note, other = store.notes.add(game, 1, "a laugh"), store.notes.add(game, 2, "a sigh")
    assert store.notes.remove(game, note.note_id) == note
    assert store.notes.list_notes(game) == (other,)
    store.notes.restore(game, note)
    assert store.notes.list_notes(game) == (note, other)


def test_writing_a_note_has_its_game_counted_anew_and_found_by_its_words(store, game):
    assert counted(store, game)
    note = store.notes.add(game, 1, "Elephants everywhere")
    assert not counted(store, game)
    store.statistics.index_batch()
    assert store.statistics.count_games(GameFilter(text="elephant")) == 1
    for change in (
        lambda: store.notes.change(game, note.note_id, "a sigh"),
        lambda: store.notes.remove(game, note.note_id),
        lambda: store.notes.restore(game, note),
    ):
        store.statistics.index_batch()
        assert counted(store, game)
        change()
        assert not counted(store, game)


def test_a_game_that_is_gone_takes_no_note(store, game):
    store.games.delete(game)
    with pytest.raises(StorageError):
        store.notes.add(game, 1, "a laugh")
    assert store.database.rows("SELECT count(*) FROM notes") == [(0,)]


def test_a_note_that_is_gone_cannot_be_changed(store, game):
    with pytest.raises(StorageError) as refused:
        store.notes.change(game, 4, "a laugh")
    assert refused.value.problem.key == "moments.problem.note_missing"


def test_there_is_an_end_to_notes(store, game):
    rows = [(game, number, 0, "a", 1.0) for number in range(MAX_NOTES)]
    with store.database.transaction():
        store.database.connection.executemany("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", rows)
    with pytest.raises(ProblemError) as refused:
        store.notes.add(game, 1, "one too many")
    assert refused.value.problem.key == "moments.problem.too_many"


def test_a_damaged_row_is_passed_over(store, game):
    note = store.notes.add(game, 1, "a laugh")
    with store.database.transaction() as execute:
        execute("INSERT INTO notes VALUES (?, 7, 'x', 'lost', 1.0), (?, 8, 1, x'ff', 1.0)", (game, game))
    assert store.notes.list_notes(game) == (note,)
