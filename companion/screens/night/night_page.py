"""Night page: near-black, with one large line and the whole screen as one button. It is driven by a clock,
never by the end of a sound.

Tap to pause or resume, double tap to repeat the line, long press to stop: everything works with closed eyes
and is answered aloud. The visible buttons are optional.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.app_context import AppContext
from companion.core.resume_state import SetupBookmark, make_night_bookmark
from companion.narrator.planner import PreparedNight
from companion.narrator.player import Event, NightMode, NightPlayer
from companion.screens.night.face import Command, CountdownFace, Dimmer, NightFace, NightVoice, StepsSheet
from companion.screens.night.paused import DawnPage, InterruptedFace, PausedFace, StoppedPage
from companion.screens.rows import SetupFlowPage
from companion.scripts.script import NightSetup
from companion.widgets.buttons import LongPress
from companion.widgets.idle_loop import FrameTick
from companion.widgets.theme import theme_colour, use_dark_palette

# Each step of the ring repaints the whole screen, which is most of a night's battery use.
_FRAMES_PER_SECOND = 10
_WAITING_FRAMES_PER_SECOND = 2
# A fade with fewer frames would be visibly stepped.
_FADING_FRAMES_PER_SECOND = 30
_DOUBLE_TAP_SECONDS = 0.35
LONG_PRESS_SECONDS = 1.0
# A palm beside the finger on a button touches the page too; taps within this time after a button are ignored.
_SAME_TOUCH_SECONDS = 0.15


class NightPage(SetupFlowPage):
    max_width_dp = 960
    background = "night"

    def __init__(
        self,
        context: AppContext,
        setup: NightSetup,
        night: PreparedNight,
        player: NightPlayer,
        dimmer: Dimmer,
        now: Any = time.monotonic,
    ) -> None:
        """`player` and `dimmer` survive a rebuild of the page, e.g. for another window size: the night goes
        on, equally dark."""
        # The bell counts from here: it rings while the page is being built.
        self._opened_at = now()
        super().__init__()
        self._app_context, self._setup, self._now = context, setup, now
        self._shown_at = self._opened_at
        self.night, self.player, self.dimmer = night, player, dimmer
        self._voice = NightVoice(context, night)
        self._touched_at = self._acted_at = -1.0
        self._saved_step = -1  # last cue that was saved
        self._pressed_touch: Any = None
        self._long_press = LongPress(LONG_PRESS_SECONDS, self._on_long_press)
        self._build()
        self._frame_tick = FrameTick(self._tick, self._seconds_to_tick)

    def _build(self) -> None:
        with self.canvas.before:
            Color(rgba=theme_colour(self.background))
            self._backdrop = Rectangle(pos=(-dp(200), -dp(200)))
        with self.canvas.after:
            self._veil = Color(rgba=(0, 0, 0, 0))
            self._veil_rectangle = Rectangle(pos=(-dp(200), -dp(200)))
        self.remove_widget(self.scroll)
        tr, press = self._app_context.tr, self._press_button
        night, player = self.night, self.player
        self.face = NightFace(tr, night, player, press, self.dimmer.go_black, self._open_steps)
        self.paused = PausedFace(tr, night, player, press, self.stop)
        self.count = CountdownFace(tr)
        self._faces: tuple[NightFace | PausedFace | CountdownFace | InterruptedFace, ...] = (
            self.face, self.paused, self.count
        )  # fmt: skip
        # Built on demand: only the end of the app interrupts a night.
        self.interrupted: InterruptedFace | None = None
        if self.player.mode is NightMode.INTERRUPTED:
            self.interrupted = InterruptedFace(tr, night, self._leave_interrupted, self._resume_night)
            self._faces += (self.interrupted,)
        self.bind(size=self._fit_faces)

    def _fit_faces(self, *_: object) -> None:
        side = max(dp(20), (self.width - dp(self.max_width_dp)) / 2)
        self._backdrop.size = self._veil_rectangle.size = (Window.width + dp(400), Window.height + dp(400))
        for face in self._faces:
            face.fit(self.width, self.height, side)

    # -- lifecycle ----------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._app_context.set_keep_awake(True)
        if self.player.mode is not NightMode.INTERRUPTED:
            self._app_context.speech.start_background()
        self._frame_tick.start()
        self._handle_events(self._begin_or_resume())

    def _begin_or_resume(self) -> tuple[Event, ...]:
        """Return the first events, depending on the state of the night."""
        match self.player.mode:
            case NightMode.READY:
                self._voice.prepare(0)
                return self.player.start(self._opened_at, with_countdown=True)
            case NightMode.STOPPED:  # the same cards again
                return self.player.restart(self._now())
            case NightMode.INTERRUPTED:  # never speaks by itself
                return ()
            case _:  # the page was rebuilt, which stopped the speech
                return self.player.on_rebuild(self._now())

    def leave(self) -> None:
        self._long_press.cancel()
        self._frame_tick.stop()
        self._app_context.speech.audio.stop_speech()
        self._app_context.speech.stop_background()
        self._app_context.set_keep_awake(False)

    def suspend(self) -> None:
        """Pause for a call or the lock screen; only the user resumes."""
        self._long_press.cancel()
        self._handle_events(self.player.suspend(self._now()))

    def handle_back(self) -> bool:
        """Pause on the first back press: nobody should leave a night by accident while eyes are closed."""
        if self.player.mode is NightMode.INTERRUPTED:
            self._leave_interrupted()
        elif self.player.mode is NightMode.PAUSED:
            self.stop()
        else:
            self._run_command(self.player.pause)
        return True

    # -- commands -------------------------------------------------------------------------------------------

    def _tick(self, _: float) -> None:
        now = self._now()
        events = self.player.tick(now)
        if events or now >= self._next_frame_at(now):
            self._handle_events(events)
        if self.player.is_waiting:
            self._app_context.speech.close_device_if_silent()

    def _next_frame_at(self, now: float) -> float:
        if self.dimmer.is_fading(now):
            frames_per_second = _FADING_FRAMES_PER_SECOND
        elif self.player.is_waiting:
            frames_per_second = _WAITING_FRAMES_PER_SECOND
        else:
            frames_per_second = _FRAMES_PER_SECOND
        return float(self._shown_at) + 1 / frames_per_second

    def _seconds_to_tick(self) -> float:
        """Return the seconds to the next frame; the start of a line does not wait for the next step of the
        ring."""
        now = self._now()
        return float(min(self.player.next_event_at, self._next_frame_at(now)) - now)

    def _press_button(self, command: Command) -> None:
        self._acted_at = self._now()
        self._run_command(command)

    def _run_command(self, command: Command) -> None:
        now = self._now()
        self.dimmer.touch(now)
        self._handle_events(command(now))

    def _pause_or_resume(self) -> None:
        if self.player.mode is NightMode.INTERRUPTED:
            self._resume_night()
            return
        playing = self.player.mode in (NightMode.PLAYING, NightMode.COUNTING)
        self._run_command(self.player.pause if playing else self.player.resume)

    def stop(self) -> None:
        """Stop the night: everybody opens their eyes."""
        if self.is_inactive or self.player.mode is NightMode.INTERRUPTED:
            return
        events = self.player.stop(self._now())
        if self.player.mode is not NightMode.STOPPED:
            self._handle_events(events)
            return
        self._app_context.navigator.push(
            partial(StoppedPage, self._app_context, self.night, self.player, self._now)
        )
        self._voice.handle_events(events)

    def _resume_night(self) -> None:
        """Resume the interrupted night."""
        self._app_context.speech.start_background()
        self._press_button(self.player.restart)

    def _leave_interrupted(self) -> None:
        """Go back to the deal, to start the night again."""
        if not self.is_inactive:
            self._app_context.navigator.pop()

    def _open_steps(self) -> None:
        self._run_command(self.player.pause)
        if self.player.mode is not NightMode.PAUSED:
            return
        navigator = self._app_context.navigator
        with use_dark_palette():
            sheet = StepsSheet(
                self._app_context.tr, self.night.script, self.player.cue_index, navigator.close_sheet
            )
        navigator.open_sheet(sheet)

    # -- content --------------------------------------------------------------------------------------------

    def _handle_events(self, events: tuple[Event, ...]) -> None:
        if self._voice.handle_events(events):
            self._app_context.navigator.replace(
                partial(DawnPage, self._app_context, self._setup, self.player.seconds_since_start)
            )
        elif self.player.mode is NightMode.READY:
            # The countdown was cancelled: go back to the deal below.
            self._app_context.speech.audio.stop_effect()
            self._app_context.navigator.pop()
        else:
            self._save_step()
            self._show()

    def create_bookmark(self) -> SetupBookmark:
        before, script = self._app_context.resume_state.bookmark, self.night.script
        return make_night_bookmark(
            before, script.game, self._setup, self.player.reached_cue, script.line_keys
        )

    def _save_step(self) -> None:
        """Save the current step, once the first line is spoken: until then the deal is the place to
        resume."""
        if self.player.mode is not NightMode.COUNTING and self.player.reached_cue != self._saved_step:
            self._saved_step = self.player.reached_cue
            self.save_bookmark()

    def _show(self) -> None:
        self._shown_at = self._now()
        snapshot = self.player.snapshot(self._shown_at)
        self.face.set_audible(self._app_context.speech.audio.has_output is not False)
        faces = {
            NightMode.PAUSED: self.paused,
            NightMode.COUNTING: self.count,
            NightMode.INTERRUPTED: self.interrupted,
        }
        face = faces.get(snapshot.mode) or self.face
        if face.parent is None:
            for other in self._faces:
                self.remove_widget(other)
            self.add_widget(face)
            self._fit_faces()
        face.show(snapshot)
        # An interrupted night has to be read: no dimming.
        opacity = 0.0 if snapshot.mode is NightMode.INTERRUPTED else self.dimmer.get_opacity(self._shown_at)
        if opacity != self._veil.a:
            # Kivy repaints for any assignment, even of an equal value.
            self._veil.a = opacity

    # -- touches anywhere on the page --------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self.is_inactive:
            return False
        # On the black screen the buttons cannot be seen.
        has_buttons = not self.dimmer.is_black and self.player.mode is not NightMode.COUNTING
        if has_buttons and super().on_touch_down(touch):
            return True
        self._pressed_touch = touch
        self._long_press.start()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch is not self._pressed_touch or self.is_inactive:
            return bool(super().on_touch_up(touch))
        self._pressed_touch = None
        self._long_press.cancel()
        now = self._now()
        if now - self._acted_at < _SAME_TOUCH_SECONDS:
            return True
        if now - self._touched_at < _DOUBLE_TAP_SECONDS:
            self._touched_at = -1.0
            self._run_command(self.player.repeat_line)
        else:
            self._touched_at = now
            self._pause_or_resume()
        return True

    def _on_long_press(self) -> None:
        self._pressed_touch = None
        self.stop()
