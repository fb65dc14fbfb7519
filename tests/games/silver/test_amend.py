"""A round of the past that is being changed, found again as it was left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.serialization import encode
from companion.core.session import GameSession
from companion.games.silver.edits import restore_saved, start_edit
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup
from companion.games.silver.state import Round

TABLE = GameSession(SILVER, Setup(("Ada", "Bruno")), (Round(0, ((4,), (8, 3))), Round(1, ((7,), (2,)))))


def test_what_is_being_changed_is_found_again():
    made = start_edit(TABLE, 1, 1)
    made = replace(made, draft=made.draft.set_by_sum(True), removed=True, asking=True)
    assert restore_saved(TABLE, encode(made)) == made


@pytest.mark.parametrize("wrong", [{"number": 2}, {"number": -1}, {"draft": {}}, {"removed": 1}])
def test_a_change_that_cannot_be_is_not_found_again(wrong):
    kept = encode(start_edit(TABLE, 1, 1))
    assert restore_saved(TABLE, {**kept, **wrong}) is None


def test_a_seat_that_nobody_has_is_not_typed_for():
    made = start_edit(TABLE, 1, 1)
    assert restore_saved(TABLE, encode(replace(made, draft=replace(made.draft, caller=2)))) is None
