"""Games that are handed on from one device to another and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.duet.rules import GAME
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Bystander, Stop
from companion.statistics.formatting import compute_played_seconds
from companion.storage.database import StorageError
from companion.storage.games import MatchKind, start_session
from companion.storage.importing import ImportCounts, import_json, run_to_completion
from companion.storage.json_export import export_json
from companion.storage.store import Store, open_store
from tests.storage.exchange import create_link as link
from tests.storage.exchange import import_all_as_json as as_json
from tests.storage.exchange import import_link, preview_link, restore, stage_backup_of

SETUP = Setup(("Ada", "Bruno"))


@pytest.fixture
def there(tmp_path: Path, clock: Any) -> Any:
    """Another device."""
    store = open_store(tmp_path / "there", clock)
    yield store
    store.close()


def play(store: Store, number: int, *moves: Any) -> None:
    session = store.games.open_session(store.games.load(number))
    for move in moves:
        session.play(move)


def begun(store: Store, *moves: Any) -> int:
    session, number = start_session(GAME, SETUP, store.games)
    for move in moves:
        session.play(move)
    return number


def test_a_game_goes_on_elsewhere_and_comes_back(store: Store, there: Store, clock: Any) -> None:
    here = begun(store, Agent(), Agent())
    came = link(store, here)
    assert preview_link(there, came) is MatchKind.NEW
    clock.on(600)
    number = import_link(there, came)
    kept, ours = there.games.load(number), store.games.load(here)
    assert (kept.uid, kept.setup, kept.moves, kept.started, kept.game_night) == (
        ours.uid, ours.setup, ours.moves, ours.started, ours.game_night,
    )  # fmt: skip
    assert kept.updated == clock.now
    play(there, number, Stop(), Agent())
    back = link(there, number)
    assert preview_link(store, back) is MatchKind.EXTENDS
    assert import_link(store, back) == here
    assert store.games.load(here).moves == there.games.load(number).moves
    assert store.games.count() == 1
    assert [game.id for game in there.games.iterate_unfinished()] == [number]


def test_ours_stays_where_it_is_as_far(store: Store) -> None:
    here = begun(store, Agent(), Agent())
    came = link(store, here)
    assert preview_link(store, came) is MatchKind.EXISTING
    play(store, here, Stop())
    assert import_link(store, came) == here
    assert len(store.games.load(here).moves) == 3
    assert store.games.count() == 1


def test_what_both_played_on_is_kept_beside_ours_once(store: Store, there: Store) -> None:
    here = begun(store, Agent())
    number = import_link(there, link(store, here))
    play(there, number, Bystander())
    play(store, here, Agent())
    came = link(there, number)
    assert preview_link(store, came) is MatchKind.DIVERGED
    other = import_link(store, came)
    assert other != here
    assert import_link(store, came) == other
    assert store.games.count() == 2
    assert [move["move"] for move in store.games.load(other).moves] == ["agent", "bystander"]
    assert [move["move"] for move in store.games.load(here).moves] == ["agent", "agent"]


def test_undone_moves_do_not_travel_and_do_not_stand_in_the_way(store: Store, there: Store) -> None:
    here = begun(store, Agent(), Agent())
    number = import_link(there, link(store, here))
    store.games.open_session(store.games.load(here)).undo()
    assert len(link(store, here).moves) == 1
    play(there, number, Stop())
    assert import_link(store, link(there, number)) == here
    stored = store.games.load(here)
    assert (stored.move_count, len(stored.moves)) == (3, 3)


def test_names_given_since_come_along_and_make_no_other_game(store: Store, there: Store) -> None:
    here = begun(store, Agent())
    came = replace(link(store, here), setup={**link(store, here).setup, "players": ["Ada", "سارا"]})
    assert preview_link(store, came) is MatchKind.EXISTING
    longer = replace(came, moves=(*came.moves, {"move": "stop"}))
    assert import_link(store, longer) == here
    assert store.games.load(here).setup["players"] == ["Ada", "سارا"]


def test_another_set_up_under_the_same_name_is_another_game(store: Store) -> None:
    here = begun(store)
    came = replace(link(store, here), setup={**link(store, here).setup, "tokens": 8})
    assert preview_link(store, came) is MatchKind.DIVERGED


def test_a_game_that_was_deleted_a_moment_ago_comes_back(store: Store) -> None:
    here = begun(store, Agent())
    came = link(store, here)
    store.games.delete(here)
    assert import_link(store, came) == here
    assert store.games.load(here).move_count == 1


def test_notes_and_stars_stay_at_home_and_the_title_goes_along(store: Store, there: Store) -> None:
    here = begun(store, Agent())
    store.games.set_title(here, "Nina’s birthday")
    store.games.set_starred(here, True)
    kept = there.games.load(import_link(there, link(store, here)))
    assert (kept.title, kept.starred) == ("Nina’s birthday", False)


def test_it_is_taken_whole_or_not_at_all(
    store: Store, there: Store, reopen: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    came = link(there, begun(there, Agent(), Agent()))

    def full(*_: object) -> None:
        raise StorageError(_problem())

    monkeypatch.setattr("companion.storage.importing._add_moves_and_marks", full)
    with pytest.raises(StorageError):
        import_link(store, came)
    assert reopen().games.count() == 0


def _problem() -> Any:
    from companion.core.game import error

    return error("app.problem.storage_full")


def backed_up(source: Store, goal: Store, folder: Path) -> None:
    restore(goal.database, stage_backup_of(source, folder))


def logs(store: Store) -> list[tuple[str, ...]]:
    games = store.games.list_recent(99).games
    return sorted(tuple(move["move"] for move in game.moves[: game.move_count]) for game in games)


@pytest.fixture
def parted(store: Store, there: Store) -> tuple[int, int]:
    """One game that went another way here and there, by its numbers."""
    here = begun(store, Agent())
    number = import_link(there, link(store, here))
    play(store, here, Agent())
    play(there, number, Bystander())
    return here, number


BOTH = [("agent", "agent"), ("agent", "bystander")]


def test_a_game_that_went_two_ways_is_two_by_whatever_way_they_meet(
    store: Store, there: Store, parted: tuple[int, int], tmp_path: Path
) -> None:
    backed_up(store, there, tmp_path / "one")
    assert preview_link(there, link(store, parted[0])) is MatchKind.EXISTING
    import_link(there, link(store, parted[0]))
    assert as_json(store, there, tmp_path) == ImportCounts(1, 0)
    assert logs(there) == BOTH
    assert as_json(there, store, tmp_path) == ImportCounts(2, 1)
    assert logs(store) == BOTH
    backed_up(there, store, tmp_path / "two")
    assert as_json(there, store, tmp_path) == ImportCounts(2, 0)
    import_link(store, link(there, parted[1]))
    assert logs(store) == BOTH


def test_what_was_kept_beside_ours_goes_on_by_link_and_file(
    store: Store, there: Store, parted: tuple[int, int], tmp_path: Path, clock: Any
) -> None:
    import_link(there, link(store, parted[0]))
    play(store, parted[0], Agent())
    import_link(there, link(store, parted[0]))
    assert logs(there) == [("agent", "agent", "agent"), ("agent", "bystander")]
    clock.on(60)
    play(store, parted[0], Stop())
    assert as_json(store, there, tmp_path) == ImportCounts(1, 1, 1)
    assert logs(there) == [("agent", "agent", "agent", "stop"), ("agent", "bystander")]


def test_one_kept_beside_is_called_the_same_by_link_file_and_backup(
    store: Store, there: Store, parted: tuple[int, int], tmp_path: Path, clock: Any
) -> None:
    names = []
    for at, way in enumerate(("link", "file", "backup")):
        third = open_store(tmp_path / f"third-{at}", clock)
        import_link(third, link(store, parted[0]))
        if way == "link":
            import_link(third, link(there, parted[1]))
        elif way == "file":
            as_json(there, third, tmp_path)
        else:
            backed_up(there, third, tmp_path / "zipped")
        names.append({game.uid for game in third.games.list_recent(9).games})
        third.close()
    assert names[0] == names[1] == names[2]
    assert len(names[0]) == 2


def test_what_was_undone_here_on_purpose_stays_undone(store: Store, tmp_path: Path, clock: Any) -> None:
    here = begun(store, Agent(), Agent())
    path, came = tmp_path / "older.json", link(store, here)
    with path.open("wb") as file:
        export_json(store.database, file)
    clock.on(60)
    store.games.open_session(store.games.load(here)).undo()
    before = store.games.load(here)
    assert run_to_completion(import_json(store.database, path, path.name)) == ImportCounts(1, 0)
    assert preview_link(store, came) is MatchKind.EXISTING
    import_link(store, came)
    assert store.games.load(here) == before


def test_what_is_said_of_a_game_that_is_here_comes_with_a_file(
    store: Store, there: Store, tmp_path: Path
) -> None:
    here = begun(store, Agent(), Agent())
    as_json(store, there, tmp_path)
    store.notes.add(here, 2, "Ada laughed here")
    store.games.set_title(here, "The rematch")
    store.games.set_starred(here, True)
    assert as_json(store, there, tmp_path) == ImportCounts(1, 1, 1)
    (kept,) = there.games.list_recent(9).games
    assert (kept.title, kept.starred) == ("The rematch", True)
    assert [note.text for note in there.notes.list_notes(kept.id)] == ["Ada laughed here"]
    assert as_json(store, there, tmp_path) == ImportCounts(1, 0)
    # A remark on what was undone since travels to the last move that counts, and back.
    store.games.open_session(store.games.load(here)).undo()
    assert as_json(store, store, tmp_path) == ImportCounts(1, 0)
    assert len(store.notes.list_notes(here)) == 1


def test_a_link_tells_no_times_and_none_are_made_up(store: Store, there: Store, clock: Any) -> None:
    here = begun(store, Agent())
    clock.on(30)
    play(store, here, *[Agent()] * 14)
    clock.on(7 * 86_400)
    kept = there.games.load(import_link(there, link(store, here)))
    assert kept.outcome is not None
    assert (kept.ended, kept.updated) == (kept.started, clock.now)
    assert compute_played_seconds(kept.started, there.games.load_move_times(kept.id)) is None


def test_nor_for_the_moves_that_ours_goes_on_with(store: Store, there: Store, clock: Any) -> None:
    here = begun(store)
    clock.on(30)
    play(store, here, Agent())
    number = import_link(there, link(store, here))
    play(there, number, Agent(), Stop())
    clock.on(86_400)
    import_link(store, link(there, number))
    assert compute_played_seconds(store.games.load(here).started, store.games.load_move_times(here)) == 30
