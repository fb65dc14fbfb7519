"""A loudspeaker that is lent: other apps are turned down, and whoever takes it away silences the narrator."""

import pytest
from kivy.clock import Clock

from companion.games.avalon.setup import Setup
from companion.narrator.events import Mode
from companion.narrator.focus import GRACE, Change
from companion.screens.home import HomePage
from companion.screens.night.after import StoppedPage
from companion.settings import Bed
from companion.speaking import Speaking
from tests.cases import sample
from tests.narrator.lender import Lender

pytestmark = pytest.mark.window

SETUP = Setup(("Ada", "Bruno", "Chloe", "Dario", "Elena"))
LINES = ("app.say.timer.half", "app.say.timer.ten")


@pytest.fixture
def lender():
    return Lender()


@pytest.fixture
def table(walk, tmp_path, lender):
    """The app on a device that lends its loudspeaker, with what it says in the game."""
    walker = walk(bed=Bed.RAIN, speak_in_game=True)
    walker.app.speaking = Speaking(walker.app, tmp_path, lender)
    return walker


@pytest.fixture
def night(table):
    """In its third step."""
    table.app.open_night(SETUP, table.app.speaking.night_at_once(SETUP))
    table.hurry(lambda: table.page.player.cue == 2 and table.app.speaking.sound.speaking)
    return table


def told(walker, lender, change):
    lender.tell(change)
    walker.frames(2)


def mode(walker):
    """How the night goes on just now."""
    return walker.page.player.mode


def seconds_pass(walker, seconds):
    """On the clock of the night and on Kivy's."""
    page = walker.page
    end = page._now() + seconds
    walker.hurry(lambda: page._now() > end)
    walker.let_pass(seconds)


def test_a_night_asks_once_and_keeps_it_to_its_end(night, lender):
    assert lender.log == ["ask"]
    night.tap(night.page.face.pause)
    seconds_pass(night, 60)
    assert lender.log == ["ask"]
    night.press_back()
    assert isinstance(night.page, StoppedPage)
    night.tap_on("app.night.leave")
    for _ in range(20):
        night.let_pass(1.0)
    assert lender.log == ["ask", "give back"]


@pytest.mark.parametrize("change", sample([Change.LOST_FOR_NOW, Change.LOST]))
def test_whoever_takes_it_pauses_the_night_which_says_no_more_until_somebody_taps(night, lender, change):
    sound = night.app.speaking.sound
    told(night, lender, change)
    assert mode(night) is Mode.PAUSED
    seconds_pass(night, 20)
    assert not sound.speaking
    told(night, lender, Change.BACK)
    seconds_pass(night, 20)
    assert not sound.speaking
    assert mode(night) is Mode.PAUSED
    night.tap_at(195, 700)
    assert mode(night) is Mode.PLAYING
    night.hurry(lambda: sound.speaking)


def test_what_comes_back_brings_the_bed_and_nothing_else(night, lender):
    # The first tick opens the bed, the second lets it rise.
    night.let_pass(1.0)
    night.let_pass(1.0)
    assert night.app.speaking.sound._bed.sounds
    told(night, lender, Change.LOST_FOR_NOW)
    night.let_pass(1.0)
    assert not night.app.speaking.sound._bed.sounds
    told(night, lender, Change.BACK)
    night.let_pass(1.0)
    night.let_pass(1.0)
    assert night.app.speaking.sound._bed.sounds
    assert lender.log == ["ask"]


def test_during_a_call_a_tap_is_told_why_the_night_waits_and_after_it_the_night_goes_on(night, lender):
    told(night, lender, Change.LOST_FOR_NOW)
    lender.lends = False
    for _ in range(2):
        night.app.toaster.dismiss()
        night.tap_at(195, 700)
        assert mode(night) is Mode.PAUSED
        assert night.says("app.problem.sound_taken")
        assert not night.app.speaking.sound.speaking
        night.let_pass(1.0)
    lender.lends = True
    night.tap_at(195, 700)
    night.hurry(lambda: night.app.speaking.sound.speaking)
    assert mode(night) is Mode.PLAYING


def test_during_a_call_no_night_begins(table, lender):
    lender.lends = False
    table.app.open_night(SETUP, table.app.speaking.night_at_once(SETUP))
    table.frames(4)
    assert isinstance(table.page, HomePage)
    assert table.says("app.problem.sound_taken")


def test_somebody_who_speaks_over_the_night_lets_it_go_on(night, lender):
    night.let_pass(1.0)
    told(night, lender, Change.LOWERED)
    assert mode(night) is Mode.PLAYING
    assert night.app.speaking.sound.speaking
    assert night.app.speaking._levels().bed < 0.5
    told(night, lender, Change.BACK)
    assert night.app.speaking._levels().bed == 1.0


def test_out_of_sight_it_is_given_back_and_asked_for_again(night, lender):
    night.app.on_pause()
    assert lender.log == ["ask", "give back"]
    lender.lends = False
    night.app.on_resume()
    night.frames(2)
    night.tap(night.page.paused.go_on)
    assert not night.app.speaking.sound.speaking
    assert night.says("app.problem.sound_taken")
    assert mode(night) is Mode.PAUSED
    lender.lends = True
    night.tap(night.page.paused.go_on)
    assert night.app.speaking.sound.speaking
    assert mode(night) is Mode.PLAYING


def test_a_night_that_was_stopped_into_a_call_tells_everybody_to_look_up_on_leaving(night, lender):
    night.press_back()
    night.press_back()
    assert isinstance(night.page, StoppedPage)
    told(night, lender, Change.LOST_FOR_NOW)
    assert not night.app.speaking.sound.speaking
    night.tap_on("app.night.leave")
    night.let_pass(3.0)
    assert night.app.speaking.sound.speaking


def test_a_line_of_the_game_turns_the_others_down_for_as_long_as_it_lasts(table, lender):
    speaking = table.app.speaking
    speaking.say(LINES)
    table.let_pass(3.0)
    assert speaking.sound.speaking
    table.let_pass(speaking.sound.sounds_until - Clock.time())
    # The breath between two lines, and well within the grace.
    table.let_pass(0.3)
    assert lender.log == ["ask"]
    table.let_pass(speaking.sound.sounds_until - Clock.time())
    table.let_pass(GRACE)
    table.let_pass(GRACE)
    assert lender.log == ["ask", "give back"]
    told(table, lender, Change.LOST)
    assert lender.log == ["ask", "give back"]


def test_whoever_takes_it_cuts_the_talk_of_the_game_off(table, lender):
    speaking = table.app.speaking
    speaking.say(LINES)
    table.let_pass(3.0)
    told(table, lender, Change.LOST_FOR_NOW)
    assert not speaking.sound.speaking
    assert speaking.waiting == []
    assert lender.log == ["ask", "give back"]
    lender.lends = False
    speaking.beep()
    table.frames(2)
    assert table.says("app.problem.sound_taken")
    # A table that plays on is told it once.
    table.app.toaster.dismiss()
    speaking.say(LINES)
    table.let_pass(2.0)
    assert lender.log == ["ask", "give back", "ask", "ask"]
    assert not speaking.sound.speaking
    assert not table.says("app.problem.sound_taken")
