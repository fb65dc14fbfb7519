"""What is being prepared and typed, kept as it changes; the memory is a real store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.entry.fingers import Finger
from companion.entry.whereabouts import (
    Above,
    AtTable,
    Bookmark,
    Place,
    Renaming,
    Starter,
    Whereabouts,
    at_seats,
    at_setup,
    in_night,
    with_setup,
)
from companion.games.avalon.setup import Lancelot, Setup
from companion.games.game import ProblemError
from companion.games.records import decode, encode
from companion.storage.store import open_store

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
SEATED = Bookmark("avalon", Place.SEATS, NAMES)


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

    def keep_in_mind(self, value, name):
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
    return lambda: Whereabouts(disk, later.append)


@pytest.mark.parametrize(
    "mark",
    [
        SEATED,
        at_seats(at_setup("avalon", NAMES, Setup(NAMES)), "avalon", NAMES),
        at_setup("avalon", NAMES, Setup(NAMES, roles=("morgana",), lancelot=Lancelot.V2)),
        with_setup(None, "avalon", Setup(NAMES), Place.DEAL, chosen=False),
        replace(SEATED, starter=Starter(lot=3)),
        replace(SEATED, starter=Starter(finger=Finger(7, 2, 0.25, 0.75))),
        in_night(None, "avalon", Setup(NAMES), 4, ("one", "two")),
    ],
)
def test_a_place_is_found_again_as_it_was_put(opened, mark):
    opened().put(mark)
    assert opened().mark == mark


def test_what_is_typed_waits_for_the_next_frame_and_is_written_once(disk, opened, later):
    here = opened()
    here.put(SEATED)
    for text in ("B", "Br", "Bru"):
        here.type("name", text)
    assert disk.written == 1
    (soon,) = later
    soon()
    assert disk.written == 2
    assert opened().typed("avalon", "name") == "Bru"
    assert opened().typed("silver", "name") is None


def test_whoever_goes_out_of_sight_does_not_wait_for_a_frame(opened):
    here = opened()
    here.put(SEATED)
    here.type("name", "Br")
    here.flush()
    assert opened().typed("avalon", "name") == "Br"


def test_a_tap_takes_along_what_was_typed_before_it(opened):
    here = opened()
    here.put(SEATED)
    here.type("name", "Br")
    here.put(at_seats(here.mark, "avalon", (*NAMES, "Farid")))
    assert opened().typed("avalon", "name") == "Br"


def test_the_same_place_is_not_written_twice(disk, opened):
    here = opened()
    for _ in range(3):
        here.put(SEATED)
        here.type("name", None)
    assert disk.written == 1


def test_at_no_table_nothing_typed_is_kept(opened, later):
    opened().type("name", "Br")
    assert not later


def test_walking_home_leaves_what_was_prepared_but_not_what_was_cut_off(opened):
    opened().put(SEATED)
    found = opened()
    found.come_home()
    assert found.mark == SEATED
    found.put(SEATED)
    found.come_home()
    assert found.mark is None
    assert opened().mark is None


def test_a_table_is_sat_at_until_somebody_walks_home_whatever_is_prepared_meanwhile(disk, opened):
    opened().sit(7, Above.EDIT, {"round": 2})
    found = opened()
    found.put(SEATED)
    found.come_home()
    assert found.at_table == AtTable(7, Above.EDIT, {"round": 2})
    found.sit(7)
    assert opened().at_table == AtTable(7)
    found.come_home()
    assert opened().at_table is None


def test_whoever_prepares_the_next_table_has_left_the_one_before(opened):
    here = opened()
    here.sit(7)
    here.put(SEATED)
    assert opened().at_table is None


def test_a_name_half_typed_at_a_table_is_no_part_of_what_is_prepared(opened):
    here = opened()
    here.put(SEATED)
    here.rename(Renaming(7, 2, "Chl"))
    here.flush()
    here.put(None)
    assert opened().renaming == Renaming(7, 2, "Chl")
    here.rename(None)
    here.flush()
    assert opened().renaming is None


def test_what_cannot_be_read_is_as_if_nothing_had_been_kept(disk, opened):
    disk.store.settings.save("whereabouts", {"mark": {"game": "avalon", "place": "moon", "players": []}})
    assert opened().mark is None


def test_a_step_back_keeps_what_was_chosen_for_the_same_people_alone():
    chosen = at_setup("avalon", NAMES, Setup(NAMES))
    assert at_seats(chosen, "avalon", NAMES).chosen == chosen.chosen
    assert at_seats(chosen, "avalon", NAMES[::-1]).chosen is None
    assert at_seats(chosen, "cultists", NAMES).chosen is None


def test_the_deal_knows_whether_the_set_up_lies_behind_it():
    before = at_setup("avalon", NAMES, Setup(NAMES))
    assert with_setup(before, "avalon", Setup(NAMES), Place.DEAL, chosen=True).chosen == before.chosen
    assert with_setup(before, "avalon", Setup(NAMES), Place.DEAL, chosen=False).chosen is None
