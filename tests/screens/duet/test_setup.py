"""A mission before it starts."""

from __future__ import annotations

import pytest

from companion.games.duet.setup import ClueRules, Mission, Setup, TrackingMode
from companion.games.registry import get_game
from companion.screens.duet.map import MapPage
from companion.widgets.cards import ToggleSwitch

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario")


@pytest.fixture
def page(walk):
    walker = walk()

    def open_page(remembered=None):
        if remembered is not None:
            walker.app.remember(remembered, "duet")
        walker.app.open_setup(get_game("duet"), NAMES)
        walker.frames(4)
        return walker

    return open_page


def test_agents_are_counted_by_key_unless_the_grid_is_on(page):
    walker = page()
    assert walker.page.setup.keeps is TrackingMode.KEYS
    walker.tap(walker.reach(walker.page.grid_switch))
    walker.tap_on("duet.setup.start")
    assert walker.page.session.setup.keeps is TrackingMode.GRID
    assert len(walker.page.grid.cells) == 25


def test_preset_missions_take_one_tap_and_custom_ones_two(page):
    walker = page()
    walker.tap(walker.reach(walker.page.presets[10]))
    assert (walker.page.setup.tokens, walker.page.setup.bystander_tokens) == (10, 10)
    assert not walker.says("duet.setup.mistakes")
    walker.tap(walker.reach(walker.page.custom_chip))
    walker.tap(walker.reach(walker.page.mistake_stepper.minus))
    assert (walker.page.setup.tokens, walker.page.setup.bystander_tokens) == (10, 9)
    walker.tap(walker.reach(walker.page.presets[9]))
    assert (walker.page.setup.tokens, walker.page.setup.bystander_tokens) == (9, 9)
    assert not walker.says("duet.setup.mistakes")


def test_the_clue_rules_are_part_of_the_set_up(page):
    walker = page()
    walker.tap_on("duet.setup.clues")
    *_, homophones = (
        part for part in walker.page.clue_rules_drawer.walk(restrict=True) if isinstance(part, ToggleSwitch)
    )
    walker.tap(walker.reach(homophones))
    assert walker.says("duet.setup.clues_changed", n=1)
    assert walker.page.setup.effective_clue_rules == ClueRules(homophones=True)


def test_the_selection_is_remembered_without_its_city(page):
    before = Setup(NAMES, tokens=8, mistakes=8, mission=Mission("ours", "moscow"))
    walker = page(before)
    setup = walker.page.setup
    assert (setup.tokens, setup.mission, setup.keeps) == (8, None, TrackingMode.KEYS)
    assert walker.says("duet.setup.mistakes")


def test_the_page_links_to_the_map(page):
    walker = page()
    walker.tap_on("duet.map.title")
    assert isinstance(walker.page, MapPage)
