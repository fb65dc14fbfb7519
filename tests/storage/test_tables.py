from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from companion.core.game import BadSetup, IllegalMove, Outcome, ProblemError
from companion.core.serialization import BadRecord
from companion.storage.games import open_session, start_session
from companion.storage.store import Store


def test_a_table_comes_back_as_it_was_left(
    store: Store, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for points in (3, 4, 5):
        session.play(counter.Add(points % 3, points, "سلام"))
    session.undo()

    store = reopen()
    again = open_session(counter.COUNTER, store.games.load(number), store.games)
    assert (again.setup, again.state, again.moves, again.undone_moves) == (
        session.setup,
        session.state,
        session.moves,
        session.undone_moves,
    )
    again.redo()
    again.play(counter.Add(0, 1))
    assert store.games.load(number).move_count == 4


def test_the_winning_move_is_stored_with_its_outcome(store: Store, counter: ModuleType) -> None:
    session, number = start_session(counter.COUNTER, counter.Setup(("Anna",), 5), store.games)
    session.play(counter.Add(1, 5))
    assert store.games.load(number).outcome == Outcome("Bahar", "goal")
    session.undo()
    assert store.games.load(number).outcome is None
    assert next(store.games.iterate_unfinished(), None) is not None


def test_a_bad_set_up_is_not_stored(store: Store, counter: ModuleType) -> None:
    with pytest.raises(BadSetup):
        start_session(counter.COUNTER, counter.Setup(("Anna",), 0), store.games)
    assert store.games.count() == 0


def test_a_game_of_another_kind_is_refused(store: Store, counter: ModuleType) -> None:
    stored = store.games.start("chess", {})
    with pytest.raises(BadRecord) as wrong:
        open_session(counter.COUNTER, stored, store.games)
    assert wrong.value.problem.key == "app.problem.game_other"
    assert wrong.value.problem.args == {"id": stored.id, "game": "chess"}


def test_what_cannot_be_opened_says_why(store: Store, counter: ModuleType) -> None:
    _, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    good = store.games.load(number)
    add = {"move": "add", "seat": 0, "points": 1}
    cases: list[tuple[dict[str, Any], type[ProblemError], str]] = [
        ({"setup": {"goal": 5}}, BadRecord, "app.problem.record_missing_field"),
        ({"setup": {"names": [], "goal": 0}}, BadSetup, "counter.problem.goal"),
        ({"moves": ({"move": "steal"},)}, BadRecord, "app.problem.record_unknown_move"),
        ({"moves": ({**add, "points": "1"},)}, BadRecord, "app.problem.record_wrong_type"),
        ({"moves": (add, {**add, "points": 0})}, IllegalMove, "counter.problem.points"),
        ({"moves": ({**add, "seat": 7},)}, BadRecord, "app.problem.game_unreadable"),
        ({"move_count": 4}, BadRecord, "app.problem.game_unreadable"),
    ]
    for change, kind, key in cases:
        with pytest.raises(kind) as wrong:
            open_session(counter.COUNTER, good._replace(**change), store.games)
        assert wrong.value.problem.key == key
    assert open_session(counter.COUNTER, good, store.games).moves == ()
