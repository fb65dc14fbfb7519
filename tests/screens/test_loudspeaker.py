"""A loudspeaker that is lent: other apps are turned down, and whoever takes it away silences the narrator."""

import pytest
from kivy.clock import Clock

from companion.games.avalon.setup import Setup
from companion.narrator.audio_focus import GRACE_SECONDS, FocusChange
from companion.narrator.player import NightMode
from companion.narrator.speech import AppSpeechService
from companion.screens.home import HomePage
from companion.screens.night.paused import StoppedPage
from companion.settings import BackgroundSound
from tests.cases import sample
from tests.narrator.fake_loudspeaker import Lender

pytestmark = pytest.mark.window

SETUP = Setup(("Ada", "Bruno", "Chloe", "Dario", "Elena"))
LINES = ("app.say.timer.half", "app.say.timer.ten")


@pytest.fixture
def lender():
    return Lender()


@pytest.fixture
def table(walk, tmp_path, lender):
    """The app on a device that lends its loudspeaker, with what it says in the game."""
    walker = walk(bed=BackgroundSound.RAIN, speak_in_game=True)
    walker.app.speech = AppSpeechService(walker.app, tmp_path, lender)
    return walker


@pytest.fixture
def night(table):
    """In its third step."""
    table.app.open_night(SETUP, table.app.speech.render_night_now(SETUP))
    table.hurry(lambda: table.page.player.cue_index == 2 and table.app.speech.audio.is_speaking)
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
    night.tap(night.page.face.pause_button)
    seconds_pass(night, 60)
    assert lender.log == ["ask"]
    night.press_back()
    assert isinstance(night.page, StoppedPage)
    night.tap_on("app.night.leave")
    for _ in range(20):
        night.let_pass(1.0)
    assert lender.log == ["ask", "give back"]


@pytest.mark.parametrize("change", sample([FocusChange.LOSS_TRANSIENT, FocusChange.LOSS]))
def test_whoever_takes_it_pauses_the_night_which_says_no_more_until_somebody_taps(night, lender, change):
    sound = night.app.speech.audio
    told(night, lender, change)
    assert mode(night) is NightMode.PAUSED
    seconds_pass(night, 20)
    assert not sound.is_speaking
    told(night, lender, FocusChange.GAIN)
    seconds_pass(night, 20)
    assert not sound.is_speaking
    assert mode(night) is NightMode.PAUSED
    night.tap_at(195, 700)
    assert mode(night) is NightMode.PLAYING
    night.hurry(lambda: sound.is_speaking)


def test_what_comes_back_brings_the_bed_and_nothing_else(night, lender):
    # The first tick opens the bed, the second lets it rise.
    night.let_pass(1.0)
    night.let_pass(1.0)
    assert night.app.speech.audio._background.is_audible
    told(night, lender, FocusChange.LOSS_TRANSIENT)
    night.let_pass(1.0)
    assert not night.app.speech.audio._background.is_audible
    told(night, lender, FocusChange.GAIN)
    night.let_pass(1.0)
    night.let_pass(1.0)
    assert night.app.speech.audio._background.is_audible
    assert lender.log == ["ask"]


def test_during_a_call_a_tap_is_told_why_the_night_waits_and_after_it_the_night_goes_on(night, lender):
    told(night, lender, FocusChange.LOSS_TRANSIENT)
    lender.lends = False
    for _ in range(2):
        night.app.toaster.dismiss()
        night.tap_at(195, 700)
        assert mode(night) is NightMode.PAUSED
        assert night.says("app.problem.sound_taken")
        assert not night.app.speech.audio.is_speaking
        night.let_pass(1.0)
    lender.lends = True
    night.tap_at(195, 700)
    night.hurry(lambda: night.app.speech.audio.is_speaking)
    assert mode(night) is NightMode.PLAYING


def test_during_a_call_no_night_begins(table, lender):
    lender.lends = False
    table.app.open_night(SETUP, table.app.speech.render_night_now(SETUP))
    table.frames(4)
    assert isinstance(table.page, HomePage)
    assert table.says("app.problem.sound_taken")


def test_somebody_who_speaks_over_the_night_lets_it_go_on(night, lender):
    night.let_pass(1.0)
    told(night, lender, FocusChange.DUCK)
    assert mode(night) is NightMode.PLAYING
    assert night.app.speech.audio.is_speaking
    assert night.app.speech._levels().background < 0.5
    told(night, lender, FocusChange.GAIN)
    assert night.app.speech._levels().background == 1.0


def test_out_of_sight_it_is_given_back_and_asked_for_again(night, lender):
    night.app.on_pause()
    assert lender.log == ["ask", "give back"]
    lender.lends = False
    night.app.on_resume()
    night.frames(2)
    night.tap(night.page.paused.resume_button)
    assert not night.app.speech.audio.is_speaking
    assert night.says("app.problem.sound_taken")
    assert mode(night) is NightMode.PAUSED
    lender.lends = True
    night.tap(night.page.paused.resume_button)
    assert night.app.speech.audio.is_speaking
    assert mode(night) is NightMode.PLAYING


def test_a_night_that_was_stopped_into_a_call_tells_everybody_to_look_up_on_leaving(night, lender):
    night.press_back()
    night.press_back()
    assert isinstance(night.page, StoppedPage)
    told(night, lender, FocusChange.LOSS_TRANSIENT)
    assert not night.app.speech.audio.is_speaking
    night.tap_on("app.night.leave")
    night.let_pass(3.0)
    assert night.app.speech.audio.is_speaking


def test_a_line_of_the_game_turns_the_others_down_for_as_long_as_it_lasts(table, lender):
    speaking = table.app.speech
    speaking.speak(LINES)
    table.let_pass(3.0)
    assert speaking.audio.is_speaking
    table.let_pass(speaking.audio.audible_until - Clock.time())
    # The breath between two lines, and well within the grace.
    table.let_pass(0.3)
    assert lender.log == ["ask"]
    table.let_pass(speaking.audio.audible_until - Clock.time())
    table.let_pass(GRACE_SECONDS)
    table.let_pass(GRACE_SECONDS)
    assert lender.log == ["ask", "give back"]
    told(table, lender, FocusChange.LOSS)
    assert lender.log == ["ask", "give back"]


def test_whoever_takes_it_cuts_the_talk_of_the_game_off(table, lender):
    speaking = table.app.speech
    speaking.speak(LINES)
    table.let_pass(3.0)
    told(table, lender, FocusChange.LOSS_TRANSIENT)
    assert not speaking.audio.is_speaking
    assert speaking.pending_lines == []
    assert lender.log == ["ask", "give back"]
    lender.lends = False
    speaking.play_beep()
    table.frames(2)
    assert table.says("app.problem.sound_taken")
    # A table that plays on is told it once.
    table.app.toaster.dismiss()
    speaking.speak(LINES)
    table.let_pass(2.0)
    assert lender.log == ["ask", "give back", "ask", "ask"]
    assert not speaking.audio.is_speaking
    assert not table.says("app.problem.sound_taken")
