"""What of a guide is done: kept as it is, followed when the table changes, begun anew after a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.serialization import decode, encode
from companion.games.avalon.setup import Setup as Avalon
from companion.games.cultists.setup import Setup as Cultists
from companion.games.registry import game_for_setup
from companion.games.silver.definition import DEFINITION as SILVER
from companion.games.silver.setup import Setup
from companion.scripts import coach
from companion.scripts.coach import GuideProgress, make_guide_steps, mark_done, open_progress

SIX = ("Al", "Bea", "Cy", "Di", "Ed", "Flo")
AVALON_SIX = Avalon(SIX, leader=2, roles=("percival", "morgana"))
CULTISTS_SIX = Cultists(SIX, roles=("seer", "doll"))
THREE, FOUR = Setup(("Ada", "Bruno", "Chloe")), Setup(("Ada", "Bruno", "Chloe", "Dario"))


class Disk:
    """What is kept goes through its written form, as in the app."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}

    def recall(self, kind: Any, name: str) -> Any:
        return decode(kind, self.kept[name]) if name in self.kept else None

    def remember(self, value: Any, name: str) -> None:
        self.kept[name] = encode(value)


@pytest.fixture
def disk():
    return Disk()


def do(disk: Disk, setup: Setup, *steps: str) -> GuideProgress:
    ticks = open_progress(disk, SILVER, setup)
    for step in steps:
        ticks = mark_done(ticks, make_guide_steps(SILVER, setup), step)
    coach.save_progress(disk, SILVER, ticks)
    return ticks


def test_a_new_table_begins_with_its_first_part_and_nothing_done(disk):
    ticks = open_progress(disk, SILVER, FOUR)
    assert (ticks.part, ticks.done, ticks.changed) == ("villages", (), ())


def test_what_was_done_is_found_again_in_the_order_of_the_steps(disk):
    do(disk, FOUR, "deck", "shuffle")
    assert open_progress(disk, SILVER, FOUR).done == ("shuffle", "deck")


@pytest.mark.parametrize(
    ("before", "after", "again"),
    [
        (AVALON_SIX, replace(AVALON_SIX, players=("Bea", "Al", "Cy", "Di", "Ed", "Flo")), {"seats"}),
        (AVALON_SIX, replace(AVALON_SIX, roles=("percival", "mordred")), {"deck"}),
        (CULTISTS_SIX, replace(CULTISTS_SIX, roles=("seer", "zombie")), {"envelopes", "deal", "look"}),
        (THREE, FOUR, {"peek"}),
    ],
)
def test_what_a_change_undoes_is_to_be_done_again_though_its_words_are_the_same(disk, before, after, again):
    game = game_for_setup(before)
    every = tuple(step.id for step in make_guide_steps(game, before))
    coach.save_progress(disk, game, GuideProgress(encode(before), done=every))
    ticks = open_progress(disk, game, after)
    assert again <= set(ticks.changed)
    assert not again & set(ticks.done)


def test_when_a_player_joins_what_is_done_otherwise_is_to_be_done_again(disk):
    do(disk, THREE, "shuffle", "rows", "put_away", "deck")
    ticks = open_progress(disk, SILVER, FOUR)
    assert ticks.done == ("shuffle", "deck")
    assert ticks.changed == ("rows", "reference")
    assert ticks.dropped


def test_what_changed_is_told_until_it_was_read_even_if_the_table_changes_once_more(disk):
    do(disk, FOUR, "shuffle", "rows")
    open_progress(disk, SILVER, THREE)
    assert open_progress(disk, SILVER, THREE).changed == ("rows", "put_away", "reference")
    renamed = Setup(("Eva", "Bruno", "Chloe"))
    assert set(open_progress(disk, SILVER, renamed).changed) == {"rows", "put_away", "reference", "amulet"}


def test_nobody_is_told_of_changes_before_anything_was_done(disk):
    open_progress(disk, SILVER, THREE)
    assert open_progress(disk, SILVER, FOUR).changed == ()


def test_after_a_game_the_guide_begins_anew(disk):
    do(disk, FOUR, "shuffle")
    coach.mark_game_started(disk, SILVER)
    assert open_progress(disk, SILVER, FOUR).done == ()


def test_a_table_that_can_no_longer_be_read_begins_anew(disk):
    do(disk, FOUR, "shuffle")
    disk.kept[f"{SILVER.id}.guide"]["setup"] = {"players": 7}
    assert open_progress(disk, SILVER, FOUR).done == ()


def test_a_part_that_is_no_more_gives_way_to_the_first(disk):
    coach.save_progress(disk, SILVER, GuideProgress(encode(FOUR), part="cellar"))
    assert open_progress(disk, SILVER, FOUR).part == "villages"


def test_it_goes_on_by_itself_unless_somebody_wanted_otherwise(disk):
    assert coach.is_auto_advance(disk)
    coach.set_auto_advance(disk, False)
    assert not coach.is_auto_advance(disk)
