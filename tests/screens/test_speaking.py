"""The voice at the table: the chosen one in the night and in the game, never at the cost of a tap."""

from __future__ import annotations

import threading
import time
import wave

import pytest
from kivy.clock import Clock

from companion import speaking
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.narrator.events import Mode
from companion.narrator.plan import DEFAULT_PAUSES
from companion.narrator.player import Player
from companion.narrator.voices.desktop import DesktopVoice
from companion.narrator.voices.lengths import seconds_of
from companion.screens.home import HomePage
from companion.screens.night.after import StoppedPage
from companion.screens.night.deal import DealPage
from companion.screens.night.page import NightPage
from companion.screens.night.voice import NightVoice
from companion.scripts.avalon.said import every_line
from tests.cases import sample

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("real_engine")]

SETUP = Setup(tuple("ABCDE"), roles=("percival", "morgana"))
ONE, OTHER = ((line,) for line in every_line()[:2])
# Longer than any machine takes.
LONG = 60.0
# By then a loudspeaker that slept is awake.
WOKEN = DEFAULT_PAUSES.lead_in + 0.1


@pytest.fixture
def patient(monkeypatch):
    """However busy the machine, the engine is waited for."""
    monkeypatch.setattr(speaking, "_PATIENCE", 1e6)


@pytest.fixture
def quick_engine(monkeypatch):
    """An engine that needs no process and hums for half a second, for whatever is rendered whole."""

    def start(voice):
        voice._driver, voice._voices = "espeak", {"en": "en"}

    def ask(_voice, question, last):
        with wave.open(question["path"], "wb") as written:
            written.setparams((1, 2, 22050, 0, "NONE", ""))
            written.writeframes(b"\x00\x40\x00\xc0" * 5512)

    monkeypatch.setattr(DesktopVoice, "_start", start)
    monkeypatch.setattr(DesktopVoice, "_ask", ask)


@pytest.fixture
def no_engine(monkeypatch):
    """Whoever asks the engine is found out."""

    def refuse(*_):
        raise AssertionError("the engine was asked")

    for name in ("speaks", "render"):
        monkeypatch.setattr(DesktopVoice, name, refuse)


@pytest.fixture
def hearing(walk, monkeypatch):
    """An app, and the clips that its loudspeaker was given."""

    def start(**settings):
        walker = walk(**settings)
        # Whoever leaves the page from which a night was asked for does not want it any more.
        assert isinstance(walker.page, HomePage)
        walker.heard = []
        sound = walker.app.speaking.sound
        speak = sound.speak

        def listen(clip):
            walker.heard.append(clip)
            speak(clip)

        monkeypatch.setattr(sound, "speak", listen)
        return walker

    return start


def kinds(walker):
    """Rendered by the engine, or shipped."""
    return ["device" if clip.parent == walker.folder / "clips" else "builtin" for clip in walker.heard]


def let_it_learn(walker, engine):
    """Let the engine go on, until it has said the line that was asked for first."""
    lines = walker.app.speaking.narration.lines
    walker.app.speaking.learn(ONE)
    engine.set()
    walker.wait_for(lambda: lines(ONE, walker.app.settings, engine=False)[0].settled, LONG)


# -- the game ---------------------------------------------------------------------------------------------


def test_the_chosen_engine_says_the_lines_of_the_game_and_then_at_once(hearing, patient, slow_engine):
    walker = hearing(voice="device")
    walker.app.speaking.say(ONE)
    walker.let_pass(1.0)
    assert walker.heard == []
    slow_engine.set()
    walker.wait_for(lambda: len(walker.heard) == 1, LONG)
    assert kinds(walker) == ["device"]
    slow_engine.clear()
    walker.app.speaking.say(ONE)
    # On a busy machine the loudspeaker has fallen asleep meanwhile.
    walker.let_pass(WOKEN)
    assert walker.heard[0] == walker.heard[1]


def test_without_an_engine_to_wait_for_lines_are_said_at_once(hearing, no_engine):
    walker = hearing()
    walker.app.speaking.say(ONE)
    walker.let_pass(WOKEN)
    assert kinds(walker) == ["builtin"]


def test_the_first_line_after_a_silence_waits_for_a_loudspeaker_to_wake(hearing, no_engine):
    walker = hearing()
    walker.app.speaking.say(ONE)
    walker.let_pass(DEFAULT_PAUSES.lead_in / 2)
    assert walker.heard == []
    assert not walker.app.speaking.sound.asleep
    # What is said instead meanwhile waits for the rest of it.
    walker.app.speaking.say(ONE)
    walker.let_pass(0.1)
    assert walker.heard == []
    walker.let_pass(DEFAULT_PAUSES.lead_in)
    assert len(walker.heard) == 1
    walker.app.speaking.say(OTHER)
    walker.let_pass(0.1)
    assert len(walker.heard) == 2


def test_a_clip_is_opened_once_the_frame_that_shows_the_tap_is_painted(hearing, no_engine):
    walker = hearing()
    walker.app.speaking.say(ONE)
    walker.let_pass(WOKEN)
    walker.app.speaking.say(OTHER)
    # The tap took so long that the wait is over before its frame is painted.
    Clock.time.skip(1.0)
    walker.frames(1)
    assert len(walker.heard) == 1
    walker.frames(1)
    assert len(walker.heard) == 2


def test_a_line_hushed_while_the_loudspeaker_wakes_is_never_said(hearing, no_engine):
    walker = hearing()
    walker.app.speaking.say(ONE)
    walker.app.speaking.hush()
    walker.let_pass(WOKEN)
    assert walker.heard == []


@pytest.mark.usefixtures("quick_engine")
def test_an_engine_that_is_too_slow_gives_way_and_does_not_interrupt(hearing, slow_engine):
    walker = hearing(voice="device")
    walker.app.speaking.say(ONE)
    walker.let_pass(speaking._PATIENCE)
    walker.let_pass(WOKEN)
    assert kinds(walker) == ["builtin"]
    let_it_learn(walker, slow_engine)
    walker.let_pass(0.1)
    assert kinds(walker) == ["builtin"]


def test_an_engine_that_fails_gives_way_to_the_next_voice(hearing, patient, monkeypatch):
    monkeypatch.setattr(DesktopVoice, "_voice", lambda *_: None)
    walker = hearing(voice="device")
    walker.app.speaking.say(ONE)
    walker.wait_for(lambda: len(walker.heard) == 1, LONG)
    assert kinds(walker) == ["builtin"]


@pytest.mark.usefixtures("quick_engine")
def test_what_is_said_meanwhile_comes_in_place_of_what_still_waits(hearing, patient, slow_engine):
    walker = hearing(voice="device")
    walker.app.speaking.say(ONE)
    walker.app.speaking.say(OTHER)
    slow_engine.set()
    walker.wait_for(lambda: len(walker.heard) == 1, LONG)
    (wanted,) = walker.app.speaking.narration.lines(OTHER, walker.app.settings, engine=False)
    assert walker.heard == [wanted.clip]


@pytest.mark.usefixtures("quick_engine")
def test_what_was_hushed_meanwhile_is_never_said(hearing, slow_engine):
    walker = hearing(voice="device")
    walker.app.speaking.say(ONE)
    walker.app.speaking.hush()
    let_it_learn(walker, slow_engine)
    walker.let_pass(speaking._PATIENCE)
    assert walker.heard == []


# -- the night --------------------------------------------------------------------------------------------


def test_a_night_of_whole_clips_begins_with_the_tap_and_asks_no_engine(hearing, no_engine):
    walker = hearing()
    walker.app.speaking.begin(SETUP)
    assert isinstance(walker.page, NightPage)


@pytest.mark.usefixtures("quick_engine")
def test_the_chosen_engine_says_the_night_the_stop_and_the_game(hearing, patient):
    walker = hearing(voice="device")
    walker.app.speaking.begin(SETUP)
    walker.wait_for(lambda: isinstance(walker.page, NightPage), LONG)
    assert {line.voice for line in walker.page.night.lines.values()} == {"device"}
    walker.heard.clear()
    page = walker.page
    walker.hurry(lambda: page.player.mode is Mode.PLAYING)
    walker.heard.clear()
    page.stop()
    assert kinds(walker) == ["device"]
    walker.heard.clear()
    walker.play_now(AVALON, SETUP)
    walker.wait_for(lambda: bool(walker.heard), LONG)
    assert set(kinds(walker)) == {"device"}


def test_a_stop_waits_for_no_engine_whoever_was_chosen(hearing, slow_engine):
    walker = hearing(voice="device")
    night = walker.app.speaking.night_at_once(SETUP)
    player = Player(night.timeline)
    player.begin(time.monotonic())
    events = player.stop(time.monotonic())
    walker.app.visit(StoppedPage, night, player)
    NightVoice(walker.app, night).do(events)
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
    walker.app.speaking.begin(SETUP)
    walker.wait_for(lambda: isinstance(walker.page, NightPage), LONG)
    lines = {key: line.voice for (_, key), line in walker.page.night.lines.items()}
    assert lines.pop(path.stem) == "device"
    assert set(lines.values()) == {"builtin"}


@pytest.mark.usefixtures("quick_engine")
def test_whoever_walked_away_is_not_pulled_into_the_night(hearing, slow_engine):
    walker = hearing(voice="device")
    walker.tap_on("app.settings.title")
    walker.app.speaking.begin(SETUP)
    walker.press_back()
    slow_engine.set()
    walker.wait_for(lambda: walker.app.speaking.night_at_once(SETUP).settled, LONG)
    walker.frames(4)
    assert isinstance(walker.page, HomePage)


# -- how long it will be ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick_engine")
def test_a_night_that_an_engine_got_ready_while_the_phone_was_locked_does_not_begin_by_itself(
    hearing, slow_engine, monkeypatch
):
    walker = hearing(voice="device")
    walker.app.visit(DealPage, SETUP)
    walker.frames(4)
    ready = threading.Event()
    told = walker.app.speaking.narration.night

    def telling(*args, **options):
        night = told(*args, **options)
        if options.get("engine", True):
            ready.set()
        return night

    monkeypatch.setattr(walker.app.speaking.narration, "night", telling)
    walker.app.speaking.begin(SETUP)
    walker.app.on_pause()
    slow_engine.set()
    walker.wait_for(ready.is_set, 60)
    walker.app.on_resume()
    walker.frames(10)
    assert isinstance(walker.page, DealPage)


@pytest.mark.usefixtures("quick_engine")
def test_the_length_shown_is_about_right_at_once_and_exact_once_the_engine_has_spoken(walk, slow_engine):
    walker = walk(voice="device")
    walker.app.visit(DealPage, SETUP)
    walker.frames()
    at_once = walker.app.speaking.night_at_once(SETUP)
    assert walker.says("app.night.about_seconds", n=round(at_once.timeline.total))
    slow_engine.set()
    walker.wait_for(lambda: "≈" not in walker.page.main.value.content, LONG)
    night = walker.app.speaking.night_at_once(SETUP)
    assert night.settled
    for line in night.lines.values():
        assert line.voice == "device"
        assert line.clip is not None
        assert line.seconds == seconds_of(line.clip)
    assert walker.says("app.night.seconds", n=round(night.timeline.total))
