"""Fingers that come down together, and taps that come too soon: one way is walked, once."""

from __future__ import annotations

import pytest
from kivy.tests.common import UnitTestTouch

from companion.games.avalon.setup import Setup
from companion.screens.history.history_page import HistoryListPage
from companion.screens.home import HomePage
from companion.screens.night.deal import DealPage
from companion.screens.night.paused import DawnPage
from companion.screens.settings_page import SettingsPage

pytestmark = pytest.mark.window

FIVE = Setup(tuple("ABCDE"), roles=("percival", "morgana"))


def touches(*widgets):
    return [UnitTestTouch(*widget.to_window(*widget.center)) for widget in widgets]


def together(walker, *widgets):
    """A finger on each of these; lifted in their order, within a frame."""
    fingers = touches(*widgets)
    for finger in fingers:
        finger.touch_down()
    for finger in fingers:
        finger.touch_up()
    walker.frames()


def test_two_fingers_on_two_ways_walk_the_first_that_is_lifted(walk):
    walker = walk()
    home = walker.page
    together(
        walker,
        walker.button(walker.app.tr("app.settings.title")),
        walker.button(walker.app.tr("app.home.history", n=0)),
    )
    assert isinstance(walker.page, SettingsPage)
    walker.press_back()
    assert walker.page is home
    walker.tap_on("app.home.history", n=0)
    assert isinstance(walker.page, HistoryListPage)


def test_two_fingers_at_dawn_begin_one_table(walk):
    walker = walk()
    walker.app.push(DawnPage, FIVE)
    walker.frames()
    main = walker.page.main
    together(walker, main, main)
    assert walker.app.games.count() == 1


def test_the_second_of_two_quick_taps_is_not_for_the_screen_that_the_first_one_opened(walk):
    walker = walk()
    walker.app.push(DealPage, FIVE)
    walker.frames()
    deal = walker.page
    walker.tap(deal.main)
    night = walker.page
    assert night is not deal
    (second,) = touches(night)
    second.is_double_tap = True
    second.touch_down()
    second.touch_up()
    walker.frames()
    assert walker.page is night
    # A tap that stands for itself takes the count back.
    walker.tap_at(*night.center)
    assert walker.page is deal


def test_a_screen_that_is_sliding_out_takes_no_finger(walk):
    walker = walk(less_motion=False)
    walker.app.push(DealPage, FIVE)
    walker.let_pass(1.0)
    walker.tap(walker.page.main)
    walker.let_pass(1.0)
    for _ in range(3):
        walker.tap_at(195, 100)
    assert isinstance(walker.page, DealPage)
    walker.press_back()
    walker.let_pass(1.0)
    assert isinstance(walker.page, HomePage)
