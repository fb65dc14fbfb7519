from __future__ import annotations

from pathlib import Path

import pytest
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.games.avalon.setup import Setup
from companion.games.cultists.setup import Setup as Cult
from companion.narrator import speech
from companion.narrator.audio import AudioPlayer
from companion.narrator.player import NightMode, NightPlayer
from companion.screens.home import HomePage
from companion.screens.night.face import BRIGHT_SECONDS, FADE_SECONDS, Dimmer, StepsSheet
from companion.screens.night.night_page import LONG_PRESS_SECONDS, NightPage
from companion.screens.night.paused import DawnPage, StoppedPage
from companion.scripts.avalon.night import CueKind
from companion.scripts.script import NightStyle
from companion.widgets.buttons import NIGHT_LONG_PRESS_SECONDS
from companion.widgets.palette import DARK, rgba
from companion.widgets.text import Text
from tests.cases import sample
from tests.widgets.off_screen import frames, picture

pytestmark = pytest.mark.window

SETUP = Setup(
    ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta"), roles=("percival", "morgana", "oberon")
)


# A bell and five seconds come before the first line.
COUNTED = 6.3


class HandClock:
    """A clock that the test moves on."""

    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


@pytest.fixture
def night_at(walk):
    """The night screen of a table, on a clock in the test's hand."""

    def go(setup, *, counted=True, **settings):
        walker = walk(**settings)
        walker.clock = HandClock()
        told = walker.app.speech.render_night_now(setup)
        player, dimmer = NightPlayer(told.timeline), Dimmer(walker.clock())
        walker.app.navigator.push(
            lambda: NightPage(walker.app, setup, told, player, dimmer, now=walker.clock)
        )
        walker.frames()
        if counted:
            wait(walker, COUNTED)
            walker.frames()
        return walker

    return go


@pytest.fixture
def clips_heard(monkeypatch):
    """The clips that the voice began, in order."""
    begun: list[Path] = []
    speak = AudioPlayer.play_speech

    def listen(self, path):
        if path is not None:
            begun.append(path)
        speak(self, path)

    monkeypatch.setattr(AudioPlayer, "play_speech", listen)
    return begun


@pytest.fixture
def brightest():
    """The lightest channel of any pixel on the screen, of 255."""

    def look():
        frames(2)
        seen = picture()
        return max(max(seen[channel::4]) for channel in range(3))

    return look


@pytest.fixture
def night(night_at):
    return night_at(SETUP)


def wait(walker, seconds):
    """Let time pass in steps, as a window would; in longer ones where much of it passes."""
    page = walker.page
    step = 0.1 if seconds < 20 else 0.5
    end = walker.clock.time + seconds
    while walker.clock.time < end and walker.page is page:
        walker.clock.time = min(end, walker.clock.time + step)
        # Each frame asks what time it is.
        Clock.tick()


def mode(page):
    """How the night goes on just now."""
    return page.player.mode


def test_night_shows_every_line_until_dawn_and_its_duration_is_stored(night):
    began, page = night.clock.time - COUNTED, night.page
    seen: list[str] = []
    while night.page is page:
        night.clock.time += 0.4
        Clock.tick()
        if not seen or seen[-1] != page.face.line.content:
            seen.append(page.face.line.content)
    passed, total = night.clock.time - began, page.night.timeline.total
    assert seen == [night.app.tr(cue.line) for cue in page.night.script.cues]
    assert isinstance(night.page, DawnPage)
    night.frames()
    assert night.says("app.night.dawn")
    night.tap(night.page.main)
    (kept,) = night.app.store.games.list_recent(1).games
    assert kept.night_seconds == pytest.approx(passed, abs=0.5)
    assert kept.night_seconds > total


def test_tap_pauses_and_another_resumes_at_the_start_of_the_line(night):
    wait(night, 3)
    night.tap_at(195, 560)
    assert mode(night.page) is NightMode.PAUSED
    assert night.says("app.go_on")
    assert night.says("app.say.night.paused")
    wait(night, 60)
    assert mode(night.page) is NightMode.PAUSED
    step = night.page.player.cue_index
    night.tap_at(195, 560)
    assert mode(night.page) is NightMode.PLAYING
    assert night.page.player.cue_index == step


def test_double_tap_repeats_the_line(night):
    wait(night, 8)
    step = night.page.player.cue_index
    night.tap_at(195, 560)
    night.clock.time += 0.2
    night.tap_at(195, 560)
    assert mode(night.page) is NightMode.PLAYING
    assert night.page.player.cue_index == step


def test_long_press_stops_the_night(night):
    wait(night, 8)
    night.hold(night.page.face.line, LONG_PRESS_SECONDS)
    assert isinstance(night.page, StoppedPage)
    assert night.says("app.say.stopped")


def test_stopped_night_restarts_with_the_same_cards_at_the_right_step(night):
    wait(night, 40)
    page = night.page
    page.stop()
    night.frames()
    night.tap_on("app.night.restart")
    assert night.page is page
    assert mode(page) is NightMode.PLAYING
    assert page.player.cue_index == 0
    wait(night, page.player.timeline.total + 3)
    assert isinstance(night.page, DawnPage)


def test_rebuilt_page_continues_the_line(night):
    wait(night, 40)
    page, step = night.page, night.page.player.cue_index
    night.app.rebuild()
    night.frames()
    assert night.page is not page
    assert night.page.player.cue_index == step > 0
    assert mode(night.page) is NightMode.PLAYING
    night.page.stop()
    night.frames()
    night.app.rebuild()
    night.frames()
    night.tap_on("app.night.restart")
    assert isinstance(night.page, NightPage)
    assert mode(night.page) is NightMode.PLAYING


def test_stop_is_announced_in_every_language(night_at, clips_heard):
    walker = night_at(SETUP, second_narration="it", speak_in_game=False)
    clips_heard.clear()
    walker.page.stop()
    walker.frames()
    wait(walker, 30)
    assert [(clip.parent.name, clip.stem) for clip in clips_heard] == [
        (language, line) for line in ("app.say.stopped", "app.say.look_up") for language in ("en", "it")
    ]


def test_sheets_of_the_night_are_dark_in_the_light_theme(night_at):
    walker = night_at(SETUP, theme="light")
    walker.tap(walker.page.face.steps_button)
    title = next(text for text in walker.one(StepsSheet).walk() if isinstance(text, Text))
    assert tuple(title.color) == rgba(DARK.ink, 1.0)


def test_leaving_a_stopped_night_goes_back_to_its_start(night):
    night.page.stop()
    night.frames()
    night.tap_on("app.night.leave")
    assert isinstance(night.page, HomePage)


def test_back_key_pauses_before_it_leaves(night):
    wait(night, 5)
    page = night.page
    night.press_back()
    assert night.page is page
    assert mode(page) is NightMode.PAUSED
    night.press_back()
    assert isinstance(night.page, StoppedPage)


def test_buttons_carry_out_their_commands(night):
    page = night.page
    wait(night, 12)
    step = page.player.cue_index
    assert step > 0
    night.tap(page.face.repeat_button)
    assert page.player.cue_index == step
    night.tap(page.face.back_button)
    assert page.player.cue_index < step
    night.tap(page.face.pause_button)
    assert mode(page) is NightMode.PAUSED
    night.tap(page.paused.back_button)
    assert mode(page) is NightMode.PAUSED
    night.tap(page.paused.resume_button)
    assert mode(page) is NightMode.PLAYING


def test_button_shortens_a_pause_and_is_enabled_only_then(night):
    page = night.page
    assert not page.face.shorten_button.enabled
    while not page.face.shorten_button.enabled:
        wait(night, 0.1)
    left = page.player.snapshot(night.clock.time).hold_seconds_left
    night.tap(page.face.shorten_button)
    assert page.player.snapshot(night.clock.time).hold_seconds_left < left
    assert page.player.cue_index == 0


def test_stop_needs_a_long_press(night):
    wait(night, 8)
    night.tap_at(195, 560)
    night.tap(night.page.paused.stop_button)
    assert isinstance(night.page, NightPage)
    night.hold(night.page.paused.stop_button, NIGHT_LONG_PRESS_SECONDS)
    assert isinstance(night.page, StoppedPage)


def test_interrupted_look_is_explained_while_paused(night):
    page = night.page
    while page.player.snapshot(night.clock.time).kind is not CueKind.MERLIN_OPEN:
        wait(night, 0.5)
    night.tap_at(195, 560)
    assert night.says("avalon.say.night.merlin_missed")
    step, steps = page.player.cue_index, len(page.night.script.cues)
    assert night.says("app.night.goes_on_at", step=step, steps=steps)
    assert night.says("app.night.left_here")


def test_touch_beside_a_button_is_ignored(night):
    wait(night, 3)
    night.tap(night.page.face.pause_button)
    night.tap_at(195, 700)
    assert mode(night.page) is NightMode.PAUSED


def test_call_pauses_the_night_silently_until_it_is_resumed(night, clips_heard):
    wait(night, 5)
    clips_heard.clear()
    night.app.on_pause()
    assert mode(night.page) is NightMode.PAUSED
    wait(night, 90)
    assert clips_heard == []
    night.app.on_resume()
    wait(night, 90)
    assert clips_heard == []
    assert mode(night.page) is NightMode.PAUSED
    night.tap(night.page.paused.resume_button)
    wait(night, 3)
    assert clips_heard[0].stem == "app.say.night.go_on"
    assert mode(night.page) is NightMode.PLAYING


# -- the count --------------------------------------------------------------------------------------------


def test_countdown_of_five_seconds_precedes_the_first_line(night_at, clips_heard):
    walker = night_at(SETUP, counted=False)
    assert mode(walker.page) is NightMode.COUNTING
    wait(walker, COUNTED)
    assert [clip.stem for clip in clips_heard] == [
        *(f"app.say.night.count.{left}" for left in (5, 4, 3, 2, 1)),
        "avalon.night.normal.all_close",
    ]


@pytest.mark.parametrize(
    ("how", "after"),
    sample(
        [
            *(("tap", 0.0), ("back", 0.7), ("call", 3.1), ("stop", 6.1)),
            *(("tap", 0.7), ("back", 0.0), ("call", 0.0), ("stop", 0.0)),
            *(("tap", 3.1), ("back", 3.1), ("call", 0.7), ("stop", 0.7)),
            *(("tap", 6.1), ("back", 6.1), ("call", 6.1), ("stop", 3.1)),
        ],
        keep=4,
    ),
)
def test_any_touch_cancels_the_countdown(night_at, clips_heard, after, how):
    walker = night_at(SETUP, counted=False)
    wait(walker, after)
    clips_heard.clear()
    match how:
        case "tap":
            walker.tap_at(195, 80)
        case "back":
            walker.press_back()
        case "call":
            walker.app.on_pause()
        case "stop":
            walker.hold(walker.page.count.number, LONG_PRESS_SECONDS)
    assert isinstance(walker.page, HomePage)
    walker.clock.time += 20
    walker.frames()
    assert clips_heard == []


def test_two_touches_in_one_frame_cancel_the_countdown_once(night_at):
    walker = night_at(SETUP, counted=False)
    fingers = UnitTestTouch(100, 100), UnitTestTouch(300, 700)
    for finger in fingers:
        finger.touch_down()
    for finger in fingers:
        finger.touch_up()
    walker.frames()
    assert isinstance(walker.page, HomePage)


# -- the dark ---------------------------------------------------------------------------------------------


def test_page_dims_and_a_touch_restores_the_brightness(night, brightest):
    night.page.dimmer.touch(night.clock.time)
    wait(night, 0.2)
    light = brightest()
    wait(night, BRIGHT_SECONDS + FADE_SECONDS)
    dim = brightest()
    assert light > 200
    assert 60 < dim < 110
    night.tap(night.page.face.repeat_button)
    assert brightest() > 200


def test_black_page_shows_nothing_and_accepts_a_tap(night, brightest):
    wait(night, 3)
    night.tap(night.page.face.darken_button)
    wait(night, 0.2)
    assert brightest() == 0
    night.tap_at(*night.page.face.back_button.center)
    assert mode(night.page) is NightMode.PAUSED
    assert brightest() > 200


def test_missing_audio_device_is_shown(night):
    wait(night, 1)
    night.app.speech.audio.has_output = False
    wait(night, 0.2)
    assert night.says("app.night.unheard")


def test_list_of_steps_can_be_opened_at_any_time(night):
    wait(night, 20)
    night.tap(night.page.face.steps_button)
    night.one(StepsSheet)
    count = len(night.page.night.script.cues)
    assert night.says("app.night.list", step=count, what=night.app.tr("app.kind.all_open"))


def test_second_language_is_shown_below_the_first(night_at):
    walker = night_at(SETUP, second_narration="it")
    wait(walker, 2)
    line = walker.page.night.script.cues[0].line
    assert walker.page.face.second.content == walker.page.night.rendered_line("it", line).text


def test_screen_stays_awake_only_during_the_night(night):
    assert not Window.allow_screensaver
    night.page.stop()
    night.frames()
    assert Window.allow_screensaver


# -- the battery ------------------------------------------------------------------------------------------


def test_nothing_is_painted_while_nothing_changes(night):
    page = night.page
    while page.player.snapshot(night.clock.time).language is None:
        wait(night, 0.1)
    for mode in ("dimmed", "black", "waiting"):
        if mode == "black":
            page.dimmer.go_black()
        elif mode == "waiting":
            night.press_back()
        wait(night, BRIGHT_SECONDS + FADE_SECONDS + 0.2)
        frames(2)
        # What the page shows counts seconds: it is asked within one.
        page._show()
        frames(2)
        page._show()
        assert not Window.canvas.needs_redraw, mode


def test_main_loop_sleeps_until_the_next_step_or_line(night):
    page = night.page
    wait(night, 0.1)
    page._show()
    assert page._seconds_to_tick() == pytest.approx(min(0.1, page.player.next_event_at - night.clock.time))
    night.clock.time = page.player.next_event_at - 0.04
    page._show()
    assert page._seconds_to_tick() == pytest.approx(0.04)
    page.dimmer.touch(night.clock.time - BRIGHT_SECONDS)
    assert page._seconds_to_tick() < 0.04


def test_waiting_night_closes_the_silent_audio_device(night, monkeypatch):
    opened = []
    monkeypatch.setattr(speech, "close_mixer", lambda: opened.append(False))
    monkeypatch.setattr(speech, "open_mixer", lambda: opened.append(True))
    page, sound = night.page, night.app.speech.audio
    wait(night, 1)
    night.press_back()
    wait(night, 0.5)
    assert opened == []
    # The line that says so is over, and a loudspeaker asleep.
    night.clock.time += 5
    Clock.time.skip(15)
    wait(night, 0.5)
    assert opened == [False]
    night.tap(page.paused.resume_button)
    assert opened == [False, True]
    assert sound.has_output


# -- Among Cultists -------------------------------------------------------------------------------------

FIVE = Cult(("Ada", "Bruno", "Chloe", "Dario", "Elena"), knife=2, roles=("seer",))
FOUR = Cult(("Ada", "Bruno", "Chloe", "Dario"), knife=3, automa=True, automa_before=3)


@pytest.mark.parametrize("setup", [FIVE, FOUR], ids=["five", "four"])
def test_night_of_cultists_ends_with_its_own_dawn(night_at, setup):
    walker = night_at(setup, style=NightStyle.RITUAL)
    assert walker.says("app.night.title", game=walker.app.tr("app.game.cultists"))
    assert walker.page.night.script.style is NightStyle.RITUAL
    wait(walker, walker.page.night.timeline.total + 3)
    assert isinstance(walker.page, DawnPage)
    assert walker.says("cultists.night.dawn.begins", name=setup.players[setup.knife])
    assert walker.says("cultists.guide.pulse_deck")
    # Who starts sits on the Automa's left, and does for it what it cannot do itself.
    assert walker.says("cultists.guide.automa_pulse", name=setup.players[setup.knife]) is setup.automa


def test_stop_mentions_decks_only_if_some_are_open(night_at):
    for setup, words in (
        (FIVE, "stopped_decks"),
        (FOUR, "stopped_decks_automa"),
        (Cult(tuple("ABCDEFG")), "stopped"),
        (SETUP, "stopped"),
    ):
        walker = night_at(setup)
        walker.page.stop()
        walker.frames()
        assert isinstance(walker.page, StoppedPage)
        assert walker.says(f"app.say.{words}")


def test_list_of_steps_names_the_steps_of_the_game(night_at):
    walker = night_at(FIVE)
    walker.tap(walker.page.face.steps_button)
    assert walker.says("app.night.list", step=4, what=walker.app.tr("cultists.kind.seer_open"))
