"""The voice at the table: the chosen one in the night and in the game, never at the cost of a tap."""

from __future__ import annotations

import threading
import time
import wave

import pytest
from kivy.clock import Clock

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.narrator import speech
from companion.narrator.planner import DEFAULT_PAUSES
from companion.narrator.player import NightMode, NightPlayer
from companion.narrator.voices.clip import read_duration
from companion.narrator.voices.desktop import DesktopVoice
from companion.screens.home import HomePage
from companion.screens.night.deal import DealPage
from companion.screens.night.face import NightVoice
from companion.screens.night.night_page import NightPage
from companion.screens.night.paused import StoppedPage
from companion.scripts.avalon.speech import list_lines
from tests.cases import sample

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("real_engine")]

SETUP = Setup(tuple("ABCDE"), roles=("percival", "morgana"))
ONE, OTHER = ((line,) for line in list_lines()[:2])
# Longer than any machine takes.
LONG = 60.0
# By then a loudspeaker that slept is awake.
WOKEN = DEFAULT_PAUSES.lead_in + 0.1


@pytest.fixture
def patient(monkeypatch):
    """However busy the machine, the engine is waited for."""
    monkeypatch.setattr(speech, "_ENGINE_TIMEOUT_SECONDS", 1e6)


@pytest.fixture
def quick_engine(monkeypatch):
    """An engine that needs no process and hums for half a second, for whatever is rendered whole."""

    def start(voice):
        voice._driver, voice._voices = "espeak", {"en": "en"}

    def ask(_voice, request, is_last):
        with wave.open(request["path"], "wb") as written:
            written.setparams((1, 2, 22050, 0, "NONE", ""))
            written.writeframes(b"\x00\x40\x00\xc0" * 5512)

    monkeypatch.setattr(DesktopVoice, "_start_engine", start)
    monkeypatch.setattr(DesktopVoice, "_send_request", ask)


@pytest.fixture
def no_engine(monkeypatch):
    """Whoever asks the engine is found out."""

    def refuse(*_):
        raise AssertionError("the engine was asked")

    for name in ("supports_language", "render"):
        monkeypatch.setattr(DesktopVoice, name, refuse)


@pytest.fixture
def hearing(walk, monkeypatch):
    """An app, and the clips that its loudspeaker was given."""

    def start(**settings):
        walker = walk(**settings)
        # Whoever leaves the page from which a night was asked for does not want it any more.
        assert isinstance(walker.page, HomePage)
        walker.on_played = []
        sound = walker.app.speech.audio
        speak = sound.play_speech

        def listen(clip):
            walker.on_played.append(clip)
            speak(clip)

        monkeypatch.setattr(sound, "play_speech", listen)
        return walker

    return start


def kinds(walker):
    """Rendered by the engine, or shipped."""
    return ["device" if clip.parent == walker.folder / "clips" else "builtin" for clip in walker.on_played]


def let_it_learn(walker, engine):
    """Let the engine go on, until it has said the line that was asked for first."""
    lines = walker.app.speech.narration.render_lines
    walker.app.speech.prepare_lines(ONE)
    engine.set()
    walker.wait_for(lambda: lines(ONE, walker.app.settings, use_engine=False)[0].is_final, LONG)


# -- the game ---------------------------------------------------------------------------------------------


def test_the_chosen_engine_says_the_lines_of_the_game_and_then_at_once(hearing, patient, slow_engine):
    walker = hearing(voice="device")
    walker.app.speech.speak(ONE)
    walker.let_pass(1.0)
    assert walker.on_played == []
    slow_engine.set()
    walker.wait_for(lambda: len(walker.on_played) == 1, LONG)
    assert kinds(walker) == ["device"]
    slow_engine.clear()
    walker.app.speech.speak(ONE)
    # On a busy machine the loudspeaker has fallen asleep meanwhile.
    walker.let_pass(WOKEN)
    assert walker.on_played[0] == walker.on_played[1]


def test_without_an_engine_to_wait_for_lines_are_said_at_once(hearing, no_engine):
    walker = hearing()
    walker.app.speech.speak(ONE)
    walker.let_pass(WOKEN)
    assert kinds(walker) == ["builtin"]


def test_the_first_line_after_a_silence_waits_for_a_loudspeaker_to_wake(hearing, no_engine):
    walker = hearing()
    walker.app.speech.speak(ONE)
    walker.let_pass(DEFAULT_PAUSES.lead_in / 2)
    assert walker.on_played == []
    assert not walker.app.speech.audio.is_speaker_asleep
    # What is said instead meanwhile waits for the rest of it.
    walker.app.speech.speak(ONE)
    walker.let_pass(0.1)
    assert walker.on_played == []
    walker.let_pass(DEFAULT_PAUSES.lead_in)
    assert len(walker.on_played) == 1
    walker.app.speech.speak(OTHER)
    walker.let_pass(0.1)
    assert len(walker.on_played) == 2


def test_a_clip_is_opened_once_the_frame_that_shows_the_tap_is_painted(hearing, no_engine):
    walker = hearing()
    walker.app.speech.speak(ONE)
    walker.let_pass(WOKEN)
    walker.app.speech.speak(OTHER)
    # The tap took so long that the wait is over before its frame is painted.
    Clock.time.skip(1.0)
    walker.frames(1)
    assert len(walker.on_played) == 1
    walker.frames(1)
    assert len(walker.on_played) == 2


def test_a_line_hushed_while_the_loudspeaker_wakes_is_never_said(hearing, no_engine):
    walker = hearing()
    walker.app.speech.speak(ONE)
    walker.app.speech.stop_speech()
    walker.let_pass(WOKEN)
    assert walker.on_played == []


@pytest.mark.usefixtures("quick_engine")
def test_an_engine_that_is_too_slow_gives_way_and_does_not_interrupt(hearing, slow_engine):
    walker = hearing(voice="device")
    walker.app.speech.speak(ONE)
    walker.let_pass(speech._ENGINE_TIMEOUT_SECONDS)
    walker.let_pass(WOKEN)
    assert kinds(walker) == ["builtin"]
    let_it_learn(walker, slow_engine)
    walker.let_pass(0.1)
    assert kinds(walker) == ["builtin"]


def test_an_engine_that_fails_gives_way_to_the_next_voice(hearing, patient, monkeypatch):
    monkeypatch.setattr(DesktopVoice, "_find_voice", lambda *_: None)
    walker = hearing(voice="device")
    walker.app.speech.speak(ONE)
    walker.wait_for(lambda: len(walker.on_played) == 1, LONG)
    assert kinds(walker) == ["builtin"]


@pytest.mark.usefixtures("quick_engine")
def test_what_is_said_meanwhile_comes_in_place_of_what_still_waits(hearing, patient, slow_engine):
    walker = hearing(voice="device")
    walker.app.speech.speak(ONE)
    walker.app.speech.speak(OTHER)
    slow_engine.set()
    walker.wait_for(lambda: len(walker.on_played) == 1, LONG)
    (wanted,) = walker.app.speech.narration.render_lines(OTHER, walker.app.settings, use_engine=False)
    assert walker.on_played == [wanted.clip]


@pytest.mark.usefixtures("quick_engine")
def test_what_was_hushed_meanwhile_is_never_said(hearing, slow_engine):
    walker = hearing(voice="device")
    walker.app.speech.speak(ONE)
    walker.app.speech.stop_speech()
    let_it_learn(walker, slow_engine)
    walker.let_pass(speech._ENGINE_TIMEOUT_SECONDS)
    assert walker.on_played == []


# -- the night --------------------------------------------------------------------------------------------


def test_a_night_of_whole_clips_begins_with_the_tap_and_asks_no_engine(hearing, no_engine):
    walker = hearing()
    walker.app.speech.start_night(SETUP)
    assert isinstance(walker.page, NightPage)


@pytest.mark.usefixtures("quick_engine")
def test_the_chosen_engine_says_the_night_the_stop_and_the_game(hearing, patient):
    walker = hearing(voice="device")
    walker.app.speech.start_night(SETUP)
    walker.wait_for(lambda: isinstance(walker.page, NightPage), LONG)
    assert {line.voice for line in walker.page.night.lines.values()} == {"device"}
    walker.on_played.clear()
    page = walker.page
    walker.hurry(lambda: page.player.mode is NightMode.PLAYING)
    walker.on_played.clear()
    page.stop()
    assert kinds(walker) == ["device"]
    walker.on_played.clear()
    walker.play_now(AVALON, SETUP)
    walker.wait_for(lambda: bool(walker.on_played), LONG)
    assert set(kinds(walker)) == {"device"}


def test_a_stop_waits_for_no_engine_whoever_was_chosen(hearing, slow_engine):
    walker = hearing(voice="device")
    night = walker.app.speech.render_night_now(SETUP)
    player = NightPlayer(night.timeline)
    player.start(time.monotonic())
    events = player.stop(time.monotonic())
    walker.app.push(StoppedPage, night, player)
    NightVoice(walker.app, night).handle_events(events)
    assert kinds(walker) == ["builtin"]


@pytest.mark.usefixtures("quick_engine")
@pytest.mark.parametrize("left", sample(["cut off", "gone"]))
def test_a_night_with_a_broken_clip_begins_with_the_next_voice_for_it(clips, hearing, left):
    path = clips / "avalon.night.normal.merlin_open.ogg"
    sound = path.read_bytes()
    path.unlink()
    if left == "cut off":
        path.write_bytes(sound[: len(sound) // 2])
    walker = hearing()
    walker.app.speech.start_night(SETUP)
    walker.wait_for(lambda: isinstance(walker.page, NightPage), LONG)
    lines = {key: line.voice for (_, key), line in walker.page.night.lines.items()}
    assert lines.pop(path.stem) == "device"
    assert set(lines.values()) == {"builtin"}


@pytest.mark.usefixtures("quick_engine")
def test_whoever_walked_away_is_not_pulled_into_the_night(hearing, slow_engine):
    walker = hearing(voice="device")
    walker.tap_on("app.settings.title")
    walker.app.speech.start_night(SETUP)
    walker.press_back()
    slow_engine.set()
    walker.wait_for(lambda: walker.app.speech.render_night_now(SETUP).is_final, LONG)
    walker.frames(4)
    assert isinstance(walker.page, HomePage)


# -- how long it will be ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick_engine")
def test_a_night_that_an_engine_got_ready_while_the_phone_was_locked_does_not_begin_by_itself(
    hearing, slow_engine, monkeypatch
):
    walker = hearing(voice="device")
    walker.app.push(DealPage, SETUP)
    walker.frames(4)
    ready = threading.Event()
    told = walker.app.speech.narration.render_night

    def telling(*args, **options):
        night = told(*args, **options)
        if options.get("engine", True):
            ready.set()
        return night

    monkeypatch.setattr(walker.app.speech.narration, "render_night", telling)
    walker.app.speech.start_night(SETUP)
    walker.app.on_pause()
    slow_engine.set()
    walker.wait_for(ready.is_set, 60)
    walker.app.on_resume()
    walker.frames(10)
    assert isinstance(walker.page, DealPage)


@pytest.mark.usefixtures("quick_engine")
def test_the_length_shown_is_about_right_at_once_and_exact_once_the_engine_has_spoken(walk, slow_engine):
    walker = walk(voice="device")
    walker.app.push(DealPage, SETUP)
    walker.frames()
    at_once = walker.app.speech.render_night_now(SETUP)
    assert walker.says("app.night.about_seconds", n=round(at_once.timeline.total))
    slow_engine.set()
    walker.wait_for(lambda: "≈" not in walker.page.main.value.content, LONG)
    night = walker.app.speech.render_night_now(SETUP)
    assert night.is_final
    for line in night.lines.values():
        assert line.voice == "device"
        assert line.clip is not None
        assert line.seconds == read_duration(line.clip)
    assert walker.says("app.night.seconds", n=round(night.timeline.total))
