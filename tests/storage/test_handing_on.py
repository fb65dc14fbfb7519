"""Games that are handed on from one device to another and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.duet.moves import Agent, Bystander, Stop
from companion.games.duet.play import GAME
from companion.games.duet.setup import Setup
from companion.past.packing import HandedGame, pack, unpack
from companion.storage.archive import Archive
from companion.storage.database import StorageError
from companion.storage.games import Fate
from companion.storage.store import Store, open_store
from companion.storage.tables import new_table

SETUP = Setup(("Ada", "Bruno"))


@pytest.fixture
def there(tmp_path: Path, clock: Any) -> Any:
    """Another device."""
    store = open_store(tmp_path / "there", clock)
    yield store
    store.close()


def archive(store: Store) -> Archive:
    return Archive(store.games, store.campaigns, Path("nowhere"))


def play(store: Store, number: int, *moves: Any) -> None:
    table = archive(store).open(store.games.load(number))
    for move in moves:
        table.play(move)


def begun(store: Store, *moves: Any) -> int:
    table, number = new_table(GAME, SETUP, store.games)
    for move in moves:
        table.play(move)
    return number


def link(store: Store, number: int) -> HandedGame:
    return unpack(pack(archive(store).handed(number)))


def test_a_game_goes_on_elsewhere_and_comes_back(store: Store, there: Store, clock: Any) -> None:
    here = begun(store, Agent(), Agent())
    came = link(store, here)
    assert archive(there).foresee(came) is Fate.NEW
    clock.on(600)
    number = archive(there).receive(came)
    kept, ours = there.games.load(number), store.games.load(here)
    assert (kept.uid, kept.setup, kept.moves, kept.started, kept.evening) == (
        ours.uid, ours.setup, ours.moves, ours.started, ours.evening,
    )  # fmt: skip
    assert kept.updated == clock.now
    play(there, number, Stop(), Agent())
    back = link(there, number)
    assert archive(store).foresee(back) is Fate.GOES_ON
    assert archive(store).receive(back) == here
    assert store.games.load(here).moves == there.games.load(number).moves
    assert store.games.count() == 1
    assert [game.id for game in there.games.unfinished()] == [number]


def test_ours_stays_where_it_is_as_far(store: Store) -> None:
    here = begun(store, Agent(), Agent())
    came = link(store, here)
    assert archive(store).foresee(came) is Fate.HERE
    play(store, here, Stop())
    assert archive(store).receive(came) == here
    assert len(store.games.load(here).moves) == 3
    assert store.games.count() == 1


def test_what_both_played_on_is_kept_beside_ours_once(store: Store, there: Store) -> None:
    here = begun(store, Agent())
    number = archive(there).receive(link(store, here))
    play(there, number, Bystander())
    play(store, here, Agent())
    came = link(there, number)
    assert archive(store).foresee(came) is Fate.BESIDE
    other = archive(store).receive(came)
    assert other != here
    assert archive(store).receive(came) == other
    assert store.games.count() == 2
    assert [move["move"] for move in store.games.load(other).moves] == ["agent", "bystander"]
    assert [move["move"] for move in store.games.load(here).moves] == ["agent", "agent"]


def test_undone_moves_do_not_travel_and_do_not_stand_in_the_way(store: Store, there: Store) -> None:
    here = begun(store, Agent(), Agent())
    number = archive(there).receive(link(store, here))
    archive(store).open(store.games.load(here)).undo()
    assert len(link(store, here).moves) == 1
    play(there, number, Stop())
    assert archive(store).receive(link(there, number)) == here
    stored = store.games.load(here)
    assert (stored.position, len(stored.moves)) == (3, 3)


def test_names_given_since_come_along_and_make_no_other_game(store: Store, there: Store) -> None:
    here = begun(store, Agent())
    came = replace(link(store, here), setup={**link(store, here).setup, "players": ["Ada", "سارا"]})
    assert archive(store).foresee(came) is Fate.HERE
    longer = replace(came, moves=(*came.moves, {"move": "stop"}))
    assert archive(store).receive(longer) == here
    assert store.games.load(here).setup["players"] == ["Ada", "سارا"]


def test_another_set_up_under_the_same_name_is_another_game(store: Store) -> None:
    here = begun(store)
    came = replace(link(store, here), setup={**link(store, here).setup, "tokens": 8})
    assert archive(store).foresee(came) is Fate.BESIDE


def test_a_game_that_was_deleted_a_moment_ago_comes_back(store: Store) -> None:
    here = begun(store, Agent())
    came = link(store, here)
    store.games.delete(here)
    assert archive(store).receive(came) == here
    assert store.games.load(here).position == 1


def test_notes_and_stars_stay_at_home_and_the_title_goes_along(store: Store, there: Store) -> None:
    here = begun(store, Agent())
    store.games.call(here, "Nina’s birthday")
    store.games.star(here, True)
    kept = there.games.load(archive(there).receive(link(store, here)))
    assert (kept.title, kept.starred) == ("Nina’s birthday", False)


def test_it_is_taken_whole_or_not_at_all(
    store: Store, there: Store, reopen: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    came = link(there, begun(there, Agent(), Agent()))

    def full(*_: object) -> None:
        raise StorageError(_problem())

    monkeypatch.setattr("companion.storage.journal.GameJournal.write", full)
    with pytest.raises(StorageError):
        archive(store).receive(came)
    assert reopen().games.count() == 0


def _problem() -> Any:
    from companion.games.game import error

    return error("app.problem.storage_full")
