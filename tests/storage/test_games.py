from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.game import Outcome
from companion.core.serialization import BadRecord
from companion.storage.database import StorageError
from companion.storage.journal import StoredGame
from companion.storage.store import RESTORABLE_SECONDS, Store

SETUP = {"names": ["Anna", "سارا"], "goal": 9}


def move(n: int) -> dict[str, Any]:
    return {"move": "add", "points": n}


def ids(games: tuple[StoredGame, ...]) -> list[int]:
    return [game.id for game in games]


def damage(store: Store, sql: str) -> None:
    with store.database.transaction() as execute:
        execute(sql, ())


def test_a_started_game_reads_back_the_same(store: Store, reopen: Callable[[], Store], clock: Any) -> None:
    started = store.games.start("counter", SETUP)
    now = clock.now
    assert started == StoredGame(
        1, "counter", SETUP, (), 0, now, now, None, None, uid=started.uid, game_night=now
    )
    assert len(started.uid) == 16
    assert reopen().games.load(started.id) == started


def test_moves_come_back_in_order_with_the_time_of_the_last(
    store: Store, reopen: Callable[[], Store], clock: Any
) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    for n in range(12):
        clock.on()
        journal.append(n, move(n), None)
    stored = reopen().games.load(game.id)
    assert stored.moves == tuple(move(n) for n in range(12))
    assert stored.move_count == 12
    assert stored.started == clock.now - 12
    assert stored.updated == clock.now


def test_undone_moves_wait_in_the_file(store: Store, reopen: Callable[[], Store]) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    for n in range(3):
        journal.append(n, move(n), None)
    journal.move_to(1, None)
    store = reopen()
    assert store.games.load(game.id).moves == (move(0), move(1), move(2))
    assert store.games.load(game.id).move_count == 1
    store.games.open_journal(game.id, dict).move_to(2, None)
    assert store.games.load(game.id).move_count == 2


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_move_after_undo_replaces_the_undone_ones(kept: int, store: Store) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    for n in range(3):
        journal.append(n, move(n), None)
    journal.move_to(kept, None)
    journal.append(kept, move(99), None)
    stored = store.games.load(game.id)
    assert stored.moves == (*(move(n) for n in range(kept)), move(99))
    assert stored.move_count == kept + 1
    journal.append(kept + 1, move(100), None)
    assert store.games.load(game.id).moves[-2:] == (move(99), move(100))


@pytest.mark.parametrize("winner", ["Anna", 0, None])
def test_an_outcome_ends_the_game_and_undo_opens_it_again(
    winner: str | int | None, store: Store, clock: Any
) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    ended = clock.on()
    journal.append(0, move(9), Outcome(winner, "goal"))
    stored = store.games.load(game.id)
    assert (stored.ended, stored.outcome) == (ended, Outcome(winner, "goal"))
    assert next(store.games.iterate_unfinished(), None) is None

    clock.on()
    journal.move_to(0, None)
    stored = store.games.load(game.id)
    assert (stored.ended, stored.outcome) == (None, None)
    assert next(store.games.iterate_unfinished(), None) == stored

    clock.on()
    journal.move_to(1, Outcome(winner, "goal"))
    assert store.games.load(game.id).ended == clock.now


def test_a_journal_leaves_no_gap(store: Store) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    with pytest.raises(ValueError, match="gap"):
        journal.append(1, move(0), None)
    with pytest.raises(ValueError, match="outside"):
        journal.move_to(1, None)
    assert store.games.load(game.id) == game


def test_a_second_table_on_the_same_game_writes_nothing_over(store: Store) -> None:
    game = store.games.start("counter", SETUP)
    one, other = store.games.open_journal(game.id, dict), store.games.open_journal(game.id, dict)
    one.append(0, move(1), None)
    before = store.games.load(game.id)
    with pytest.raises(StorageError):
        other.append(0, move(2), None)
    assert store.games.load(game.id) == before


def test_the_last_played_unfinished_game_comes_first(store: Store, clock: Any) -> None:
    first, second, third = (store.games.start("counter", SETUP) for _ in range(3))
    clock.on()
    store.games.open_journal(first.id, dict).append(0, move(1), None)
    clock.on()
    store.games.open_journal(third.id, dict).append(0, move(1), Outcome("Anna", "goal"))
    assert ids(tuple(store.games.iterate_unfinished())) == [first.id, second.id]


def test_recent_games_come_newest_first_page_by_page(store: Store) -> None:
    for _ in range(7):
        store.games.start("counter", SETUP)
    first = store.games.list_recent(3).games
    second = store.games.list_recent(3, before=first[-1]).games
    third = store.games.list_recent(3, before=second[-1]).games
    assert [ids(page) for page in (first, second, third)] == [[7, 6, 5], [4, 3, 2], [1]]
    assert store.games.list_recent(3, before=third[-1]).games == ()


def test_games_stand_in_the_order_of_their_beginnings_whatever_their_numbers_are(store: Store) -> None:
    for _ in range(3):
        store.games.start("counter", SETUP)
    with store.database.transaction() as execute:
        execute("UPDATE games SET started = 7.0 WHERE id = 3", ())
    assert ids(store.games.list_recent(9).games) == [2, 1, 3]


def test_games_are_counted_by_kind(store: Store, reopen: Callable[[], Store]) -> None:
    assert store.games.count() == 0
    for game in ("counter", "counter", "duet"):
        store.games.start(game, SETUP)
    store = reopen()
    assert (store.games.count(), store.games.count("counter"), store.games.count("silver")) == (3, 2, 0)


def test_those_are_known_who_have_played_a_game_of_this_kind_to_its_end(store: Store) -> None:
    for kind, people in (("counter", ["Anna", "سارا"]), ("other", ["Bob"]), ("counter", ["Carl"])):
        number = store.games.start(kind, {"players": people}).id
        if people != ["Carl"]:
            store.games.open_journal(number, dict).append(0, move(9), Outcome("Anna", "goal"))
    store.games.open_journal(store.games.start("counter", SETUP).id, dict).append(
        0, move(9), Outcome("Anna", "goal")
    )
    assert store.games.experienced_players("counter") == {"Anna", "سارا"}
    store.games.delete(1)
    assert store.games.experienced_players("counter") == set()


def test_a_deleted_game_is_out_of_sight_until_it_is_restored(
    store: Store, reopen: Callable[[], Store]
) -> None:
    game = store.games.start("counter", SETUP)
    store.games.open_journal(game.id, dict).append(0, move(1), None)
    before = store.games.load(game.id)

    store.games.delete(game.id)
    assert store.games.count() == 0
    assert store.games.list_recent(9).games == tuple(store.games.iterate_unfinished()) == ()
    with pytest.raises(StorageError) as missing:
        store.games.load(game.id)
    assert missing.value.problem.key == "app.problem.game_missing"

    store = reopen()
    store.games.restore(game.id)
    assert store.games.load(game.id) == before
    assert store.games.count() == 1


def test_a_deleted_game_can_be_restored_while_the_toast_is_up_and_goes_later(
    store: Store, clock: Any
) -> None:
    kept, gone = store.games.start("counter", SETUP), store.games.start("counter", SETUP)
    store.games.open_journal(gone.id, dict).append(0, move(1), None)
    store.games.delete(gone.id)
    clock.on(RESTORABLE_SECONDS - 1)
    store.checkpoint()
    store.games.restore(gone.id)

    store.games.delete(gone.id)
    clock.on(RESTORABLE_SECONDS)
    store.checkpoint()
    with pytest.raises(StorageError):
        store.games.restore(gone.id)
    assert store.database.rows("SELECT * FROM moves") == []
    assert ids(store.games.list_recent(9).games) == [kept.id]
    assert store.games.count() == 1


def test_the_number_of_a_purged_game_is_not_given_again(store: Store, clock: Any) -> None:
    game = store.games.start("counter", SETUP)
    journal = store.games.open_journal(game.id, dict)
    store.games.delete(game.id)
    store.games.purge(clock.now)
    assert store.games.start("counter", SETUP).id != game.id
    for step in (lambda: journal.append(0, move(1), None), lambda: journal.move_to(0, None)):
        with pytest.raises(StorageError) as missing:
            step()
        assert missing.value.problem.key == "app.problem.game_missing"


@pytest.mark.parametrize("act", ["delete", "restore", "load"])
def test_a_game_that_never_was_is_missing(act: str, store: Store) -> None:
    with pytest.raises(StorageError) as missing:
        getattr(store.games, act)(5)
    assert missing.value.problem.key == "app.problem.game_missing"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games SET setup = '{\"names\":' WHERE id = 2",
        "UPDATE games SET setup = '[]' WHERE id = 2",
        "UPDATE games SET setup = x'ff00' WHERE id = 2",
        "UPDATE games SET game = x'ff00' WHERE id = 2",
        "UPDATE games SET outcome = '7' WHERE id = 2",
        "UPDATE games SET position = 9 WHERE id = 2",
        "UPDATE games SET position = -2 WHERE id = 2",
        "UPDATE games SET position = 'x' WHERE id = 2",
        "UPDATE games SET started = 'long ago' WHERE id = 2",
        "UPDATE moves SET move = 'null' WHERE game_id = 2 AND number = 1",
        "UPDATE moves SET move = '' WHERE game_id = 2 AND number = 0",
        "UPDATE moves SET move = x'fffe' WHERE game_id = 2 AND number = 0",
        "DELETE FROM moves WHERE game_id = 2 AND number = 0",
        "UPDATE moves SET number = 7 WHERE game_id = 2 AND number = 1",
    ],
)
def test_one_unreadable_game_does_not_hide_the_others_and_stays_in_the_file(sql: str, store: Store) -> None:
    for _ in range(3):
        game = store.games.start("counter", SETUP)
        journal = store.games.open_journal(game.id, dict)
        journal.append(0, move(1), None)
        journal.append(1, move(2), None)
    damage(store, sql)
    rows = store.database.rows("SELECT * FROM games, moves WHERE id = game_id")

    listing = store.games.list_recent(2)
    assert ids(listing.games) == ids(tuple(store.games.iterate_unfinished())) == [3, 1]
    assert [(problem.key, problem.args) for problem in listing.problems] == [
        ("app.problem.game_unreadable", {"id": 2})
    ]
    with pytest.raises(BadRecord) as unreadable:
        store.games.load(2)
    assert unreadable.value.problem.key == "app.problem.game_unreadable"
    assert store.database.rows("SELECT * FROM games, moves WHERE id = game_id") == rows


def test_the_latest_readable_game_is_offered(store: Store, clock: Any) -> None:
    for _ in range(4):
        clock.on()
        store.games.start("counter", SETUP)
    damage(store, "UPDATE games SET setup = 'x' WHERE id > 1")
    latest = next(store.games.iterate_unfinished(), None)
    assert latest is not None
    assert latest.id == 1


def test_a_byte_that_is_not_text_does_not_stop_a_listing(store: Store) -> None:
    for _ in range(2):
        store.games.start("counter", SETUP)
    damage(store, "UPDATE games SET game = CAST(x'63ff' AS TEXT) WHERE id = 2")
    assert ids(store.games.list_recent(5).games)[-1] == 1
