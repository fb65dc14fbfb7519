"""Speech service of the app: connects settings, voices, audio player and audio focus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import TypeVar

from kivy.clock import Clock, ClockEvent

from companion.app_context import AppContext
from companion.background import run_in_background
from companion.core.game import Problem, warning
from companion.core.message import Message
from companion.games.registry import get_game
from companion.narrator.audio import DUCKED_LEVEL, AudioPlayer, LoadSound, Playable, VolumeLevels
from companion.narrator.audio_focus import (
    GRACE_SECONDS,
    AudioFocus,
    FocusChange,
    FocusReaction,
    OpenLoudspeaker,
    UnsharedLoudspeaker,
)
from companion.narrator.narration import Narration, SoundCheck, background_path, effect_path, night_options
from companion.narrator.planner import DEFAULT_PAUSES, PreparedNight, RenderedLine
from companion.narrator.voices.clip import VoiceError
from companion.narrator.voices.mixer import close_mixer, open_mixer
from companion.scripts.coach import choose_style
from companion.scripts.script import NightSetup, find_night_definition
from companion.settings import Settings
from companion.widgets.theme import use_dark_palette

T = TypeVar("T")

# Nobody reads more than this when a night begins; the sound check shows all problems.
_MAX_SHOWN_PROBLEMS = 2
_BACKGROUND_TICKS_PER_SECOND = 20
# Pause between two lines of the game.
_LINE_GAP_SECONDS = 0.25
# How long a line of the game waits for the speech engine before the next voice takes over.
_ENGINE_TIMEOUT_SECONDS = 2.0
# Opening a clip takes as long as painting a frame, so the frame of the tap is painted first.
_FRAME_SECONDS = 0.02


def _schedule(action: Callable[[], object]) -> None:
    Clock.schedule_once(lambda _: action(), 0)


class AppSpeechService:
    """Implementation of `SpeechService`. `open_loudspeaker` returns the audio focus of this device."""

    def __init__(
        self, context: AppContext, folder: Path, open_loudspeaker: OpenLoudspeaker = UnsharedLoudspeaker
    ) -> None:
        self._app_context = context
        open_mixer()
        # Importing it opens the mixer unless it is open already.
        from kivy.core.audio import SoundLoader

        self._load_file: LoadSound = SoundLoader.load
        self._is_device_closed = False
        self.narration = Narration(folder)
        self.narration.start_engine()
        self.audio_focus = AudioFocus(open_loudspeaker(self._on_focus_change))
        self.audio = AudioPlayer(self._load, _now, self._levels, self._request_focus)
        # A refusal of the audio focus is shown once per call, not for every line.
        self._is_refusal_shown = False
        self.pending_lines: list[RenderedLine] = []
        # Frame count of Kivy's clock at the latest request for lines.
        self._frames_at_request = 0
        self._fallback_event: ClockEvent | None = None
        # The latest task of each name that may still be running in another thread; older ones are ignored.
        self._latest_tasks: dict[str, object] = {}

    def close(self) -> None:
        self.stop_speech()
        self._latest_tasks.clear()
        for callback in (self._tick, self._release_focus, self._on_focus_refused):
            Clock.unschedule(callback)
        self.audio.close()
        self.audio_focus.abandon()
        self.narration.close()

    # -- the night ----------------------------------------------------------------------------------------

    def render_night_now(self, setup: NightSetup) -> PreparedNight:
        """Render the night without waiting for the speech engine; for most set-ups this is final."""
        return self._night_renderer(setup)(use_engine=False)

    def preview_night(self, setup: NightSetup, callback: Callable[[PreparedNight], object]) -> None:
        render_night = self._night_renderer(setup)
        night = render_night(use_engine=False)
        callback(night)
        if not night.is_final:
            self._run_in_background("foreseen", render_night, callback)

    def start_night(self, setup: NightSetup) -> None:
        render_night = self._night_renderer(setup)
        self._start_night(setup, render_night(use_engine=False), render_night)

    def resume_night(self, setup: NightSetup, step: int, lines: Sequence[str]) -> bool:
        render_night = self._night_renderer(setup)
        night = render_night(use_engine=False)
        if night.script.line_keys != tuple(lines) or not 0 <= step < len(lines):
            return False
        self._start_night(setup, night, render_night, step)
        return True

    def _start_night(
        self,
        setup: NightSetup,
        night: PreparedNight,
        render_night: Callable[[], PreparedNight],
        interrupted_step: int | None = None,
    ) -> None:
        context = self._app_context
        if night.is_final:
            self.open_night(setup, night, interrupted_step)
            return
        start_page = context.navigator.page

        def on_ready(night: PreparedNight) -> None:
            # Do not pull back a user who has left the page meanwhile.
            if context.navigator.page is start_page:
                self.open_night(setup, night, interrupted_step)

        context.toaster.show(context.tr("app.night.preparing"))
        self._run_in_background("night", render_night, on_ready)

    def _night_renderer(self, setup: NightSetup) -> partial[PreparedNight]:
        """Return a function that renders the night with the current settings."""
        settings = self._tuned_settings()
        game = get_game(find_night_definition(setup).game)
        style = choose_style(self._app_context, game, setup, settings.style)
        options = replace(night_options(settings), style=style)
        return partial(self.narration.render_night, setup, options, settings.voice)

    def open_night(
        self, setup: NightSetup, night: PreparedNight, interrupted_step: int | None = None
    ) -> None:
        context = self._app_context
        # Otherwise a voice being tried could be heard between the bell and the first line.
        self.stop_speech()
        self._latest_tasks.pop("check", None)
        context.open_night(setup, night, interrupted_step)
        if night.problems:
            texts = map(context.tr.translate_problem, night.problems[:_MAX_SHOWN_PROBLEMS])
            with use_dark_palette():
                context.toaster.show(" ".join(texts), is_problem=True)

    def announce(self, line: str) -> None:
        """Use only clips that are ready: all eyes are shut and nobody can wait for the engine."""
        settings = self._tuned_settings()
        self._play_lines(
            rendered
            for language in night_options(settings).languages
            for rendered in self.narration.render_lines((line,), settings, language, use_engine=False)
        )

    # -- the sound check ------------------------------------------------------------------------------------

    def preview_voices(self, callback: Callable[[SoundCheck], object]) -> None:
        check_voices = partial(self.narration.check_voices, self._tuned_settings())
        sound_check = check_voices(use_engine=False)
        callback(sound_check)
        if not sound_check.is_final:
            self._run_in_background("check", check_voices, callback)

    def run_sound_check(self, callback: Callable[[SoundCheck], object]) -> None:
        def test_playback(sound_check: SoundCheck) -> None:
            callback(self.narration.test_playback(sound_check, self._play_clip))

        check_voices = partial(self.narration.check_voices, self._tuned_settings())
        sound_check = check_voices(use_engine=False)
        if sound_check.is_final:
            test_playback(sound_check)
        else:
            self._run_in_background("check", check_voices, test_playback)

    def try_voice(self, voice: str, language: str, callback: Callable[[Problem | None], object]) -> None:
        def on_rendered(rendered: RenderedLine) -> None:
            self._play_lines((rendered,))
            callback(None)

        render_sample = partial(self.narration.try_voice, voice, language, self._tuned_settings())
        try:
            rendered = render_sample(use_engine=False)
        except VoiceError as failure:
            callback(failure.problem)
            return
        if rendered.is_final:
            on_rendered(rendered)
        else:
            self._cancel_lines()
            self._run_in_background("voice", render_sample, on_rendered, callback)

    def _tuned_settings(self) -> Settings:
        """Return the current settings, after passing the pitch to the engine."""
        settings = self._app_context.settings
        self.narration.set_pitch(settings.pitch)
        return settings

    def _run_in_background(
        self,
        name: str,
        work: Callable[[], T],
        callback: Callable[[T], object],
        on_problem: Callable[[Problem], object] | None = None,
    ) -> None:
        """Of several tasks with one name only the latest counts: older ones end without a callback."""
        task = self._latest_tasks[name] = object()

        def is_wanted() -> bool:
            return self._latest_tasks.get(name) is task

        def on_done(result: T | Problem | None) -> None:
            if isinstance(result, Problem) and is_wanted():
                (on_problem or self._app_context.show_problem)(result)
            elif result is not None and not isinstance(result, Problem) and is_wanted():
                callback(result)

        run_in_background(_schedule, lambda: work() if is_wanted() else None, on_done)

    def _play_clip(self, clip: Path | None) -> bool | None:
        self.audio.preload((clip,))
        self._play_lines((RenderedLine("", 0.0, clip),))
        return self.audio.has_output

    @property
    def has_audio_device(self) -> bool:
        """True if there is an audio device; preloads a sound to find out if that is not known yet."""
        if self.audio.has_output is None:
            self.audio.preload((effect_path("beep"),))
        return self.audio.has_output is not False

    def start_background(self) -> None:
        """Start the background sound. If the user wants none, this only holds the audio focus."""
        self._apply_focus(self.audio_focus.hold())
        self.audio.set_background(background_path(self._app_context.settings.bed))
        Clock.unschedule(self._tick)
        Clock.schedule_interval(self._tick, 1 / _BACKGROUND_TICKS_PER_SECOND)

    def stop_background(self) -> None:
        """Fade the background sound out; its ticks go on until it is silent."""
        self.audio.set_background(None)
        self.audio_focus.release_hold()
        self._schedule_focus_release(GRACE_SECONDS)

    def close_device_if_silent(self) -> None:
        if self.audio.is_idle and not self._is_device_closed:
            self.audio.close()
            close_mixer()
            self._is_device_closed = True

    def _load(self, path: str) -> Playable | None:
        if self._is_device_closed:
            open_mixer()
            self._is_device_closed = False
        return self._load_file(path)

    def _tick(self, _: float) -> bool:
        return self.audio.tick()

    def pause(self) -> None:
        """Stop all audio and rendering for a call or the lock screen; nothing starts again by itself."""
        self._silence_all()
        for name in ("night", "check"):
            self._latest_tasks.pop(name, None)
        self.audio_focus.abandon()

    def resume(self) -> None:
        """Bring back the background sound if the audio focus is granted; speech waits for the user."""
        if self.audio_focus.is_held:
            self._apply_focus(self.audio_focus.hold())

    # -- audio focus ----------------------------------------------------------------------------------------

    def _request_focus(self) -> bool:
        """Request the audio focus. A refusal is only shown, not raised."""
        is_granted = self.audio_focus.request()
        self._apply_focus(is_granted)
        return is_granted

    def _apply_focus(self, is_granted: bool) -> None:
        if is_granted:
            self._is_refusal_shown = False
            self.audio.resume()
            self._schedule_focus_release(GRACE_SECONDS)
        else:
            # Deferred: the page may be in the middle of a change.
            Clock.unschedule(self._on_focus_refused)
            Clock.schedule_once(self._on_focus_refused, 0)

    def _on_focus_refused(self, _: float) -> None:
        """Suspend the audio and show why; during a night every later request warns again."""
        was_held = self.audio_focus.is_held
        self._suspend_audio()
        if was_held or not self._is_refusal_shown:
            self._is_refusal_shown = True
            # Suspending may close the night page: then the message has the light palette.
            with use_dark_palette() if self.audio_focus.is_held else nullcontext():
                self._app_context.show_problem(warning("app.problem.sound_taken"))

    def _suspend_audio(self) -> None:
        """Suspend page and audio because another app has the audio focus."""
        self._app_context.navigator.page.suspend()
        self._silence_all()

    def _silence_all(self) -> None:
        self.stop_speech()
        self.audio.pause()

    def _on_focus_change(self, change: FocusChange) -> None:
        """Handle the system's callback, which runs on a system thread."""
        request_count = self.audio_focus.request_count
        Clock.schedule_once(lambda _: self._handle_focus_change(change, request_count), 0)

    def _handle_focus_change(self, change: FocusChange, request_count: int) -> None:
        match self.audio_focus.handle_change(change, request_count):
            case FocusReaction.SILENCE:
                self._suspend_audio()
                self._schedule_focus_release(0)
            case FocusReaction.RESUME_BACKGROUND:
                self.audio.resume()

    def _schedule_focus_release(self, seconds: float) -> None:
        Clock.unschedule(self._release_focus)
        if seconds < inf:
            Clock.schedule_once(self._release_focus, seconds)

    def _release_focus(self, _: float) -> None:
        """Release the audio focus if nothing is audible any more, otherwise schedule the next check."""
        self._schedule_focus_release(self.audio_focus.abandon_if_idle(_now(), self.audio.audible_until))

    def _levels(self) -> VolumeLevels:
        """Return the volume levels of the settings; the background is ducked while another app speaks."""
        levels = levels_of(self._app_context.settings)
        factor = DUCKED_LEVEL if self.audio_focus.is_ducked else 1.0
        return replace(levels, background=levels.background * factor)

    # -- lines of the game ----------------------------------------------------------------------------------

    def speak(self, lines: Sequence[str]) -> None:
        """The engine has `_ENGINE_TIMEOUT_SECONDS` to answer; another request or a stop cancels this one."""
        settings = self._tuned_settings()
        if not lines or not settings.speak_in_game:
            return
        render_lines = partial(self.narration.render_lines, lines, settings)
        fallback = render_lines(use_engine=False)
        if _are_final(fallback):
            self._play_lines(fallback)
            return
        self._cancel_lines()
        self._run_in_background("voice", render_lines, self._play_lines)
        self._fallback_event = Clock.schedule_once(
            lambda _: self._play_lines(fallback), _ENGINE_TIMEOUT_SECONDS
        )

    @property
    def lead_in_seconds(self) -> float:
        return self.audio.wake_delay(DEFAULT_PAUSES.lead_in)

    def prepare_lines(self, lines: Sequence[str]) -> None:
        settings = self._tuned_settings()
        render_lines = partial(self.narration.render_lines, lines, settings)
        if settings.speak_in_game and not _are_final(render_lines(use_engine=False)):
            self._run_in_background("learnt", render_lines, _are_final)

    def read_aloud(
        self, message: Message, callback: Callable[[RenderedLine], object], *, is_brisk: bool = False
    ) -> RenderedLine:
        render_message = partial(
            self.narration.render_message, message, self._tuned_settings(), is_brisk=is_brisk
        )
        fallback = render_message(use_engine=False)

        def on_rendered(rendered: RenderedLine) -> None:
            self._play_lines((rendered,))
            callback(rendered)

        if fallback.is_final:
            self._play_lines((fallback,))
        else:
            self._cancel_lines()
            self._run_in_background("voice", render_message, on_rendered)
            if fallback.clip is not None:
                self._fallback_event = Clock.schedule_once(
                    lambda _: on_rendered(fallback), _ENGINE_TIMEOUT_SECONDS
                )
        return fallback

    def prepare_messages(self, messages: Sequence[Message], *, is_brisk: bool = False) -> None:
        render = partial(self.narration.render_message, settings=self._tuned_settings(), is_brisk=is_brisk)
        renderers = [partial(render, message) for message in messages]
        pending = [renderer for renderer in renderers if not renderer(use_engine=False).is_final]
        if pending:
            self._run_in_background("read", lambda: [renderer() for renderer in pending], _are_final)

    def _play_lines(self, lines: Iterable[RenderedLine]) -> None:
        self._cancel_lines()
        self.pending_lines = list(lines)
        self._frames_at_request = Clock.frames_displayed
        lead_in = self.lead_in_seconds
        if self.pending_lines and self.audio.is_speaker_asleep:
            Clock.schedule_once(self._on_wake, _FRAME_SECONDS)
        Clock.schedule_once(self._play_next_line, max(_FRAME_SECONDS, lead_in))

    def _cancel_lines(self) -> None:
        Clock.unschedule(self._play_next_line)
        Clock.unschedule(self._on_wake)
        self.pending_lines = []
        self._latest_tasks.pop("voice", None)
        if self._fallback_event is not None:
            self._fallback_event.cancel()

    def wake_speaker(self) -> None:
        """Request the audio focus, and wake a sleeping speaker, which would swallow the first word."""
        if self._request_focus() and self.audio.is_speaker_asleep:
            self._on_wake(0.0)

    def _on_wake(self, _: float) -> None:
        path = effect_path("beep")
        if path is not None:
            self.audio.wake_speaker(path)

    def _play_next_line(self, _: float) -> None:
        # The frame that shows the result of the tap is painted first.
        if Clock.frames_displayed == self._frames_at_request:
            Clock.schedule_once(self._play_next_line, 0)
        elif self.pending_lines:
            line = self.pending_lines.pop(0)
            self.audio.play_speech(line.clip)
            Clock.schedule_once(self._play_next_line, line.seconds + _LINE_GAP_SECONDS)

    def play_beep(self) -> None:
        self._play_effect("beep")

    def play_bell(self) -> None:
        self._play_effect("bell")

    def play_chime(self) -> None:
        self._play_effect("dawn")

    def _play_effect(self, name: str) -> None:
        path = effect_path(name)
        if path is not None:
            self.audio.play_effect(path)

    def stop_speech(self) -> None:
        self._cancel_lines()
        self.audio.stop_speech()
        self._schedule_focus_release(GRACE_SECONDS)


def _now() -> float:
    return float(Clock.time())


def levels_of(settings: Settings) -> VolumeLevels:
    return VolumeLevels(settings.voice_level / 100, settings.bed_level / 100, settings.sign_level / 100)


def _are_final(lines: Sequence[RenderedLine]) -> bool:
    return all(line.is_final for line in lines)
