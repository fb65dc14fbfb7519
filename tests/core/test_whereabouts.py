"""What is being prepared and typed, kept as it changes; the memory is a real store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.game import ProblemError
from companion.core.random_selection import Finger
from companion.core.resume_state import (
    BoardOverlay,
    OpenTable,
    PendingRename,
    ResumeState,
    SetupBookmark,
    SetupStep,
    StarterPick,
    make_night_bookmark,
    make_prepared_bookmark,
    make_seats_bookmark,
    make_setup_bookmark,
)
from companion.core.serialization import decode, encode
from companion.games.avalon.setup import Lancelot, Setup
from companion.storage.store import open_store

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
SEATED = SetupBookmark("avalon", SetupStep.SEATS, NAMES)


class Disk:
    """The settings' rows, and how often they were written."""

    def __init__(self, folder: Path) -> None:
        self.store = open_store(folder, lambda: 0.0)
        self.written = 0

    def recall(self, kind, name):
        try:
            return decode(kind, self.store.settings.find(name))
        except ProblemError:
            return None

    def remember(self, value, name):
        self.written += 1
        self.store.settings.save(name, encode(value))


@pytest.fixture
def disk(tmp_path):
    disk = Disk(tmp_path)
    yield disk
    disk.store.close()


@pytest.fixture
def later() -> list[Callable[[], None]]:
    """What waits for the next frame."""
    return []


@pytest.fixture
def opened(disk, later):
    """The whereabouts as they are after a start of the app."""
    return lambda: ResumeState(disk, later.append)


@pytest.mark.parametrize(
    "mark",
    [
        SEATED,
        make_seats_bookmark(make_setup_bookmark("avalon", NAMES, Setup(NAMES)), "avalon", NAMES),
        make_setup_bookmark("avalon", NAMES, Setup(NAMES, roles=("morgana",), lancelot=Lancelot.V2)),
        make_prepared_bookmark(None, "avalon", Setup(NAMES), SetupStep.DEAL, keep_selection=False),
        replace(SEATED, starter=StarterPick(lot=3)),
        replace(SEATED, starter=StarterPick(finger=Finger(7, 2, 0.25, 0.75))),
        make_night_bookmark(None, "avalon", Setup(NAMES), 4, ("one", "two")),
    ],
)
def test_a_place_is_found_again_as_it_was_put(opened, mark):
    opened().set_bookmark(mark)
    assert opened().bookmark == mark


def test_what_is_typed_waits_for_the_next_frame_and_is_written_once(disk, opened, later):
    here = opened()
    here.set_bookmark(SEATED)
    for text in ("B", "Br", "Bru"):
        here.set_typed_text("name", text)
    assert disk.written == 1
    (soon,) = later
    soon()
    assert disk.written == 2
    assert opened().get_typed_text("avalon", "name") == "Bru"
    assert opened().get_typed_text("silver", "name") is None


def test_whoever_goes_out_of_sight_does_not_wait_for_a_frame(opened):
    here = opened()
    here.set_bookmark(SEATED)
    here.set_typed_text("name", "Br")
    here.flush()
    assert opened().get_typed_text("avalon", "name") == "Br"


def test_a_tap_takes_along_what_was_typed_before_it(opened):
    here = opened()
    here.set_bookmark(SEATED)
    here.set_typed_text("name", "Br")
    here.set_bookmark(make_seats_bookmark(here.bookmark, "avalon", (*NAMES, "Farid")))
    assert opened().get_typed_text("avalon", "name") == "Br"


def test_the_same_place_is_not_written_twice(disk, opened):
    here = opened()
    for _ in range(3):
        here.set_bookmark(SEATED)
        here.set_typed_text("name", None)
    assert disk.written == 1


def test_at_no_table_nothing_typed_is_kept(opened, later):
    opened().set_typed_text("name", "Br")
    assert not later


def test_walking_home_leaves_what_was_prepared_but_not_what_was_cut_off(opened):
    opened().set_bookmark(SEATED)
    found = opened()
    found.clear()
    assert found.bookmark == SEATED
    found.set_bookmark(SEATED)
    found.clear()
    assert found.bookmark is None
    assert opened().bookmark is None


def test_a_table_is_sat_at_until_somebody_walks_home_whatever_is_prepared_meanwhile(disk, opened):
    opened().set_open_table(7, BoardOverlay.EDIT, {"round": 2})
    found = opened()
    found.set_bookmark(SEATED)
    found.clear()
    assert found.open_table == OpenTable(7, BoardOverlay.EDIT, {"round": 2})
    found.set_open_table(7)
    assert opened().open_table == OpenTable(7)
    found.clear()
    assert opened().open_table is None


def test_whoever_prepares_the_next_table_has_left_the_one_before(opened):
    here = opened()
    here.set_open_table(7)
    here.set_bookmark(SEATED)
    assert opened().open_table is None


def test_a_name_half_typed_at_a_table_is_no_part_of_what_is_prepared(opened):
    here = opened()
    here.set_bookmark(SEATED)
    here.set_pending_rename(PendingRename(7, 2, "Chl"))
    here.flush()
    here.set_bookmark(None)
    assert opened().pending_rename == PendingRename(7, 2, "Chl")
    here.set_pending_rename(None)
    here.flush()
    assert opened().pending_rename is None


def test_what_cannot_be_read_is_as_if_nothing_had_been_kept(disk, opened):
    disk.store.settings.save("whereabouts", {"mark": {"game": "avalon", "place": "moon", "players": []}})
    assert opened().bookmark is None


def test_a_step_back_keeps_what_was_chosen_for_the_same_people_alone():
    chosen = make_setup_bookmark("avalon", NAMES, Setup(NAMES))
    assert make_seats_bookmark(chosen, "avalon", NAMES).chosen == chosen.chosen
    assert make_seats_bookmark(chosen, "avalon", NAMES[::-1]).chosen is None
    assert make_seats_bookmark(chosen, "cultists", NAMES).chosen is None


def test_the_deal_knows_whether_the_set_up_lies_behind_it():
    before = make_setup_bookmark("avalon", NAMES, Setup(NAMES))
    assert (
        make_prepared_bookmark(before, "avalon", Setup(NAMES), SetupStep.DEAL, keep_selection=True).chosen
        == before.chosen
    )
    assert (
        make_prepared_bookmark(before, "avalon", Setup(NAMES), SetupStep.DEAL, keep_selection=False).chosen
        is None
    )
