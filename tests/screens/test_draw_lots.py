"""Who begins, by lot: the light runs round the table and stays, in every game that has a first player."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.duet.setup import Side
from companion.games.registry import get_game
from companion.screens.first_player import RandomDrawPage

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
# How many sit at the table of each game, and who its set-up says begins.
GAMES = {
    "avalon": (7, lambda setup: setup.leader),
    "cultists": (6, lambda setup: setup.knife),
    "silver": (4, lambda setup: setup.start),
    "duet": (4, lambda setup: 3 if setup.first is Side.B else 0),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_lot_is_shown_on_the_table_and_set_by_the_main_button(walk, game):
    players, first = GAMES[game]
    walker = walk()
    page = _drawn(walker, game, players, 3)
    assert [seat.look.is_ringed for seat in page.ring.seats] == [at == 3 for at in range(players)]
    walker.tap(page.main)
    assert first(walker.page.setup) == 3


def _drawn(walker, game, players, seat):
    """The page of lots, on which this seat was drawn."""
    walker.app.open_setup(get_game(game), NAMES[:players])
    walker.frames()
    walker.tap(walker.reach(walker.page.first_player_chooser.draw_button))
    assert isinstance(walker.page, RandomDrawPage)
    page: Any = walker.page
    page.pick_random = lambda _count: seat
    walker.tap(page.redraw_button)
    return page


def test_the_seat_that_was_drawn_is_named_and_a_tap_on_another_takes_that_one(walk):
    walker = walk()
    page = _drawn(walker, "avalon", 7, 4)
    assert walker.says("app.begins.takes", name="Elena")
    walker.tap(page.ring.seats[2])
    walker.tap(page.main)
    assert walker.page.setup.leader == 2


def test_going_back_from_the_lots_changes_nothing(walk):
    walker = walk()
    walker.app.open_setup(get_game("avalon"), NAMES)
    walker.frames()
    before = walker.page.setup
    walker.tap(walker.reach(walker.page.first_player_chooser.draw_button))
    walker.press_back()
    assert walker.page.setup == before


def test_the_light_runs_round_the_table_before_it_stays(walk):
    walker = walk(less_motion=False)
    walker.app.open_setup(get_game("avalon"), NAMES)
    walker.let_pass(1)
    walker.app.navigator.page.first_player_chooser.open_random_draw()
    walker.let_pass(1)
    page: Any = walker.page
    page.pick_random = lambda _count: 6
    page.draw_seat()
    lit = set()
    assert not page.main.enabled
    for _ in range(200):
        lit |= {at for at, seat in enumerate(page.ring.seats) if seat.look.is_ringed}
        if page.seat is not None:
            break
        walker.let_pass(0.05)
    assert page.seat == 6
    assert lit == set(range(7))
    assert page.main.enabled


def test_a_light_that_is_interrupted_rests_where_the_lot_fell(walk):
    walker = walk(less_motion=False)
    walker.app.open_setup(get_game("avalon"), NAMES)
    walker.let_pass(1)
    walker.app.navigator.page.first_player_chooser.open_random_draw()
    page: Any = walker.page
    page.pick_random = lambda _count: 3
    page.draw_seat()
    walker.app.on_pause()
    walker.app.on_resume()
    walker.frames()
    assert page.seat == 3
    assert page.main.enabled
