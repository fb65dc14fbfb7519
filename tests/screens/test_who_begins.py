"""Who begins, by fingers: whatever hands do on the screen, in every game that has a first player."""

from __future__ import annotations

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.core.random_selection import MAX_FINGERS, WAIT_SECONDS
from companion.games.duet.setup import Side
from companion.games.registry import get_game
from companion.screens.first_player import FingerChooserPage
from companion.screens.setup import BaseSetupPage
from companion.widgets.theme import TOUCH_TARGET
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
# How many sit at the table of each game, and who its set-up says begins.
GAMES = {
    "avalon": (7, lambda setup: setup.leader),
    "cultists": (6, lambda setup: setup.knife),
    "silver": (4, lambda setup: setup.start),
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


def test_everybody_is_asked_for_a_finger(hands):
    assert hands.walker.says("app.begins.everybody")
    hands.lay(0.3, 0.3)
    assert hands.walker.says("app.begins.one_more")
    hands.lay(0.6, 0.6)
    assert hands.walker.says("app.begins.still")
    assert len(hands.page.lights) == 2


def test_one_of_those_that_rest_is_chosen_by_light_buzz_and_signal(hands):
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


def test_the_ring_fills_while_all_wait_and_nobody_is_chosen_before(hands):
    hands.lay_many(2)
    hands.wait(WAIT_SECONDS / 2)
    assert hands.chosen is None
    assert all(0.3 < light.wait_progress < 0.9 for light in hands.page.lights.values())


def test_a_finger_lifted_while_choosing_lets_the_others_wait_anew(hands):
    touches = hands.lay_many(3)
    hands.wait(WAIT_SECONDS * 0.8)
    hands.lift(touches[2])
    hands.wait(WAIT_SECONDS * 0.5)
    assert hands.chosen is None
    hands.wait(WAIT_SECONDS)
    assert hands.chosen == 2


def test_ten_fingers_are_fine_and_an_eleventh_only_watches(hands):
    hands.lay_many(MAX_FINGERS)
    late = hands.lay(0.5, 0.9)
    assert hands.walker.says("app.begins.full", most=MAX_FINGERS)
    assert len(hands.page.lights) == MAX_FINGERS
    hands.lift(late)
    assert not hands.walker.says("app.begins.full", most=MAX_FINGERS)
    hands.wait()
    assert hands.chosen == MAX_FINGERS
    assert hands.beeps == 1


def test_the_choice_stays_when_the_fingers_are_lifted_and_nobody_is_chosen_twice(hands):
    touches = hands.lay_many(4)
    hands.wait()
    hands.lift(*touches[::-1])
    hands.wait()
    assert hands.chosen == 4
    assert len(hands.page.lights) == 1
    assert hands.walker.says("app.begins.whose")
    assert hands.beeps == 1


def test_resting_fingers_that_are_lifted_press_none_of_the_names_below_them(hands):
    touches = [hands.lay(x, y) for x in (0.2, 0.5, 0.8) for y in (0.1, 0.2, 0.9)]
    hands.wait()
    for touch in touches:
        hands.lift(touch)
    assert isinstance(hands.page, FingerChooserPage)


def test_whose_finger_it_was_is_told_by_a_tap_and_set(hands):
    hands.lift(*_chosen(hands))
    hands.walker.tap(hands.walker.button("Dario"))
    assert isinstance(hands.page, BaseSetupPage)
    assert hands.page.setup.leader == 3


def test_another_choice_can_be_made(hands):
    hands.lift(*_chosen(hands))
    hands.walker.tap_on("app.begins.again")
    assert hands.walker.says("app.begins.everybody")
    hands.lift(*_chosen(hands))
    assert hands.beeps == 2


def _chosen(hands):
    touches = hands.lay_many(2)
    hands.wait()
    return touches


def test_going_back_changes_nothing(hands):
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


def test_the_way_back_is_large_enough_and_works_at_once(hands):
    assert min(hands.page.back_button.size) >= TOUCH_TARGET
    hands.walker.tap(hands.page.back_button)
    assert isinstance(hands.page, BaseSetupPage)


def test_a_palm_on_the_way_back_does_not_lead_back(hands):
    at = hands.page.back_button.center
    hands.lay(0.5, 0.5)
    palm = hands.lay(at[0] / Window.width, at[1] / Window.height)
    hands.lift(palm)
    assert isinstance(hands.page, FingerChooserPage)


def test_a_first_finger_on_the_way_back_is_a_finger_once_a_second_comes(hands):
    at = hands.page.back_button.center
    first = hands.lay(at[0] / Window.width, at[1] / Window.height)
    hands.lay(0.5, 0.5)
    assert len(hands.page.lights) == 2
    hands.wait()
    assert hands.chosen is not None
    hands.lift(first)
    assert isinstance(hands.page, FingerChooserPage)


def test_a_call_in_the_middle_of_the_choice_forgets_the_fingers_and_chooses_nobody(hands):
    touches = hands.lay_many(3)
    hands.walker.app.on_pause()
    hands.walker.app.on_resume()
    hands.wait()
    assert hands.chosen is None
    assert not hands.page.lights
    hands.lift(*touches)
    hands.lift(*_chosen(hands))
    assert hands.beeps == 1


def test_a_call_after_the_choice_keeps_it(hands):
    _chosen(hands)
    hands.walker.app.on_pause()
    hands.walker.app.on_resume()
    hands.walker.frames()
    assert hands.chosen == 2
    assert hands.walker.says("app.begins.whose")


def test_a_window_that_is_resized_keeps_fingers_and_choice(hands):
    hands.lay_many(3)
    hands.walker.resize(844, 390)
    hands.wait()
    assert hands.chosen == 3
    for light in hands.page.lights.values():
        assert 0 <= light.center_x <= Window.width
        assert 0 <= light.center_y <= Window.height


def test_a_screen_that_is_turned_keeps_fingers_and_choice(hands):
    hands.lay_many(2)
    hands.walker.app.rotate_screen()
    hands.wait()
    assert hands.chosen == 2


def test_a_page_built_anew_keeps_the_choice_and_tells_the_new_set_up(hands):
    hands.lift(*_chosen(hands))
    hands.walker.app.change_settings(language="it")
    hands.walker.frames(6)
    assert hands.walker.says("app.begins.whose")
    hands.walker.tap(hands.walker.button("Farid"))
    assert hands.page.setup.leader == 5


def test_whoever_leaves_in_mid_choice_hears_no_signal(hands):
    touches = hands.lay_many(2)
    hands.walker.press_back()
    hands.wait()
    hands.lift(*touches)
    assert hands.beeps == 0
    assert isinstance(hands.page, BaseSetupPage)


# By lots, which stand beside the fingers, each game is tried.
@pytest.mark.parametrize("game", sample(["cultists", "avalon", "silver"]))
def test_the_fingers_are_one_tap_from_every_set_up_and_set_its_first_player(walk, game):
    players, first = GAMES[game]
    hands = Hands(walk(), game, players)
    assert isinstance(hands.page, FingerChooserPage)
    hands.lift(*_chosen(hands))
    hands.walker.tap(hands.walker.button("Chloe"))
    assert first(hands.page.setup) == 2


def test_in_duet_the_finger_gives_the_first_clue_to_its_side(walk):
    hands = Hands(walk(), "duet", 4)
    hands.lift(*_chosen(hands))
    hands.walker.tap(hands.walker.button("Chloe"))
    assert hands.page.setup.first == Side.B
    hands.walker.tap(hands.walker.reach(hands.page.first_player_chooser.chips[0]))
    assert hands.page.setup.first == Side.A
