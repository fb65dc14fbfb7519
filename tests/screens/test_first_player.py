"""Choosing the first player, by fingers on the screen or by a random draw, in every game that has one."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.core.random_selection import MAX_FINGERS, WAIT_SECONDS
from companion.games.duet.setup import Side
from companion.games.registry import get_game
from companion.screens.first_player import FingerChooserPage, RandomDrawPage
from companion.screens.setup import BaseSetupPage
from companion.widgets.theme import TOUCH_TARGET
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
# Number of players of each game, and the first player of its set-up.
GAMES = {
    "avalon": (7, lambda setup: setup.leader),
    "cultists": (6, lambda setup: setup.knife),
    "silver": (4, lambda setup: setup.start),
    "duet": (4, lambda setup: 3 if setup.first is Side.B else 0),
}
LONG = WAIT_SECONDS + 0.1


class Hands:
    """Fingers on the screen of the page that asks who begins."""

    def __init__(self, walker, game="avalon", players=7):
        self.walker = walker
        self.buzzes: list[float] = []
        self.beeps = 0
        walker.app.vibrate = self.buzzes.append
        walker.app.speech.play_beep = self._beep
        walker.app.open_setup(get_game(game), NAMES[:players])
        walker.frames()
        walker.tap(walker.reach(walker.page.first_player_chooser.fingers_button))
        self.page.pick_random = lambda count: count - 1

    @property
    def page(self):
        return self.walker.page

    def _beep(self):
        self.beeps += 1

    def lay(self, x, y):
        """A finger at these parts of the screen."""
        touch = UnitTestTouch(x * Window.width, y * Window.height)
        touch.touch_down()
        self.walker.frames(1)
        return touch

    def lay_many(self, count):
        return [self.lay(0.1 + 0.08 * at, 0.3 + 0.05 * at) for at in range(count)]

    def lift(self, *touches):
        for touch in touches:
            touch.touch_up()
        self.walker.frames(2)

    def wait(self, seconds=LONG):
        # The page looks every thirtieth of a second and decides before the next frame.
        self.walker.let_pass(seconds)
        self.walker.let_pass(0.05)

    @property
    def chosen(self):
        finger = self.page.fingers.selected
        return None if finger is None else finger.number


@pytest.fixture
def hands(walk):
    return Hands(walk())


def test_the_page_asks_for_fingers(hands):
    assert hands.walker.says("app.begins.everybody")
    hands.lay(0.3, 0.3)
    assert hands.walker.says("app.begins.one_more")
    hands.lay(0.6, 0.6)
    assert hands.walker.says("app.begins.still")
    assert len(hands.page.lights) == 2


def test_one_of_the_resting_fingers_is_chosen_with_light_vibration_and_beep(hands):
    hands.lay_many(3)
    hands.wait()
    assert hands.chosen == 3
    assert hands.walker.says("app.begins.chosen")
    lights = [light for _, light in sorted(hands.page.lights.items())]
    assert [light.grown > 1 for light in lights] == [False, False, True]
    assert [light.opacity < 0.5 for light in lights] == [True, True, False]
    assert lights[-1].icon.opacity == 1
    assert len(hands.buzzes) == 1
    assert hands.beeps == 1


def test_the_ring_fills_while_fingers_rest_and_no_finger_is_chosen_before(hands):
    hands.lay_many(2)
    hands.wait(WAIT_SECONDS / 2)
    assert hands.chosen is None
    assert all(0.3 < light.wait_progress < 0.9 for light in hands.page.lights.values())


def test_lifting_a_finger_restarts_the_wait(hands):
    touches = hands.lay_many(3)
    hands.wait(WAIT_SECONDS * 0.8)
    hands.lift(touches[2])
    hands.wait(WAIT_SECONDS * 0.5)
    assert hands.chosen is None
    hands.wait(WAIT_SECONDS)
    assert hands.chosen == 2


def test_ten_fingers_take_part_and_an_eleventh_is_ignored(hands):
    hands.lay_many(MAX_FINGERS)
    late = hands.lay(0.5, 0.9)
    assert hands.walker.says("app.begins.full", most=MAX_FINGERS)
    assert len(hands.page.lights) == MAX_FINGERS
    hands.lift(late)
    assert not hands.walker.says("app.begins.full", most=MAX_FINGERS)
    hands.wait()
    assert hands.chosen == MAX_FINGERS
    assert hands.beeps == 1


def test_the_chosen_finger_stays_chosen_after_all_are_lifted(hands):
    touches = hands.lay_many(4)
    hands.wait()
    hands.lift(*touches[::-1])
    hands.wait()
    assert hands.chosen == 4
    assert len(hands.page.lights) == 1
    assert hands.walker.says("app.begins.whose")
    assert hands.beeps == 1


def test_lifting_fingers_presses_no_name_button(hands):
    touches = [hands.lay(x, y) for x in (0.2, 0.5, 0.8) for y in (0.1, 0.2, 0.9)]
    hands.wait()
    for touch in touches:
        hands.lift(touch)
    assert isinstance(hands.page, FingerChooserPage)


def test_a_tap_on_a_name_sets_the_first_player(hands):
    hands.lift(*_chosen(hands))
    hands.walker.tap(hands.walker.button("Dario"))
    assert isinstance(hands.page, BaseSetupPage)
    assert hands.page.setup.leader == 3


def test_the_choice_can_be_repeated(hands):
    hands.lift(*_chosen(hands))
    hands.walker.tap_on("app.begins.again")
    assert hands.walker.says("app.begins.everybody")
    hands.lift(*_chosen(hands))
    assert hands.beeps == 2


def _chosen(hands):
    touches = hands.lay_many(2)
    hands.wait()
    return touches


def test_going_back_from_the_fingers_changes_nothing(hands):
    before = _set_up_below(hands)
    hands.lift(*_chosen(hands))
    hands.walker.tap(hands.page.back_button)
    assert hands.page.setup == before


def _set_up_below(hands):
    """The set-up that waits below the page."""
    hands.walker.press_back()
    setup = hands.page.setup
    hands.walker.tap(hands.walker.reach(hands.page.first_player_chooser.fingers_button))
    hands.page.pick_random = lambda count: count - 1
    return setup


def test_the_back_button_is_a_full_touch_target_and_works_at_once(hands):
    assert min(hands.page.back_button.size) >= TOUCH_TARGET
    hands.walker.tap(hands.page.back_button)
    assert isinstance(hands.page, BaseSetupPage)


def test_a_palm_on_the_back_button_does_not_go_back(hands):
    at = hands.page.back_button.center
    hands.lay(0.5, 0.5)
    palm = hands.lay(at[0] / Window.width, at[1] / Window.height)
    hands.lift(palm)
    assert isinstance(hands.page, FingerChooserPage)


def test_a_touch_on_the_back_button_counts_as_a_finger_once_a_second_follows(hands):
    at = hands.page.back_button.center
    first = hands.lay(at[0] / Window.width, at[1] / Window.height)
    hands.lay(0.5, 0.5)
    assert len(hands.page.lights) == 2
    hands.wait()
    assert hands.chosen is not None
    hands.lift(first)
    assert isinstance(hands.page, FingerChooserPage)


def test_suspending_before_the_choice_drops_all_fingers(hands):
    touches = hands.lay_many(3)
    hands.walker.app.on_pause()
    hands.walker.app.on_resume()
    hands.wait()
    assert hands.chosen is None
    assert not hands.page.lights
    hands.lift(*touches)
    hands.lift(*_chosen(hands))
    assert hands.beeps == 1


def test_suspending_after_the_choice_keeps_it(hands):
    _chosen(hands)
    hands.walker.app.on_pause()
    hands.walker.app.on_resume()
    hands.walker.frames()
    assert hands.chosen == 2
    assert hands.walker.says("app.begins.whose")


def test_resizing_the_window_keeps_fingers_and_choice(hands):
    hands.lay_many(3)
    hands.walker.resize(844, 390)
    hands.wait()
    assert hands.chosen == 3
    for light in hands.page.lights.values():
        assert 0 <= light.center_x <= Window.width
        assert 0 <= light.center_y <= Window.height


def test_rotating_the_screen_keeps_fingers_and_choice(hands):
    hands.lay_many(2)
    hands.walker.app.rotate_screen()
    hands.wait()
    assert hands.chosen == 2


def test_a_rebuilt_page_keeps_the_choice_and_sets_it_in_the_rebuilt_set_up(hands):
    hands.lift(*_chosen(hands))
    hands.walker.app.change_settings(language="it")
    hands.walker.frames(6)
    assert hands.walker.says("app.begins.whose")
    hands.walker.tap(hands.walker.button("Farid"))
    assert hands.page.setup.leader == 5


def test_leaving_before_the_choice_plays_no_beep(hands):
    touches = hands.lay_many(2)
    hands.walker.press_back()
    hands.wait()
    hands.lift(*touches)
    assert hands.beeps == 0
    assert isinstance(hands.page, BaseSetupPage)


# The random draw is tested with every game.
@pytest.mark.parametrize("game", sample(["cultists", "avalon", "silver"]))
def test_each_set_up_page_links_to_the_fingers_and_takes_their_result(walk, game):
    players, first = GAMES[game]
    hands = Hands(walk(), game, players)
    assert isinstance(hands.page, FingerChooserPage)
    hands.lift(*_chosen(hands))
    hands.walker.tap(hands.walker.button("Chloe"))
    assert first(hands.page.setup) == 2


def test_in_duet_the_finger_sets_the_side_of_the_first_clue(walk):
    hands = Hands(walk(), "duet", 4)
    hands.lift(*_chosen(hands))
    hands.walker.tap(hands.walker.button("Chloe"))
    assert hands.page.setup.first == Side.B
    hands.walker.tap(hands.walker.reach(hands.page.first_player_chooser.chips[0]))
    assert hands.page.setup.first == Side.A


# -- random draw --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_drawn_seat_is_shown_on_the_ring_and_set_by_the_main_button(walk, game):
    players, first = GAMES[game]
    walker = walk()
    page = _open_draw(walker, game, players, 3)
    assert [seat.look.is_ringed for seat in page.ring.seats] == [at == 3 for at in range(players)]
    walker.tap(page.main)
    assert first(walker.page.setup) == 3


def _open_draw(walker, game, players, seat):
    """Return the draw page, on which this seat was drawn."""
    walker.app.open_setup(get_game(game), NAMES[:players])
    walker.frames()
    walker.tap(walker.reach(walker.page.first_player_chooser.draw_button))
    assert isinstance(walker.page, RandomDrawPage)
    page: Any = walker.page
    page.pick_random = lambda _count: seat
    walker.tap(page.redraw_button)
    return page


def test_the_drawn_seat_is_named_and_a_tap_on_another_chooses_that_one(walk):
    walker = walk()
    page = _open_draw(walker, "avalon", 7, 4)
    assert walker.says("app.begins.takes", name="Elena")
    walker.tap(page.ring.seats[2])
    walker.tap(page.main)
    assert walker.page.setup.leader == 2


def test_going_back_from_the_draw_changes_nothing(walk):
    walker = walk()
    walker.app.open_setup(get_game("avalon"), NAMES)
    walker.frames()
    before = walker.page.setup
    walker.tap(walker.reach(walker.page.first_player_chooser.draw_button))
    walker.press_back()
    assert walker.page.setup == before


def test_the_light_runs_round_the_ring_before_it_stops(walk):
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


def test_an_interrupted_animation_shows_the_drawn_seat(walk):
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
