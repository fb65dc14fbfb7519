"""The night screen: near-black, one huge line, one target. It runs on a clock, never on a sound's end.

Tap anywhere to pause or go on, tap twice to hear the line again, hold to stop and let everybody look up: all
of it can be done with closed eyes, and is answered aloud. The buttons are for those who see.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.whereabouts import Bookmark, in_night
from companion.narrator.events import Event, Mode
from companion.narrator.night import Night
from companion.narrator.player import Player
from companion.screens.night.after import DawnPage, StoppedPage
from companion.screens.night.count import CountFace
from companion.screens.night.cut_off import CutOffFace, CutOffWays
from companion.screens.night.dimming import Dimmer
from companion.screens.night.face import Acts, NightFace
from companion.screens.night.paused import PausedFace, Ways
from companion.screens.night.steps import StepsSheet
from companion.screens.night.voice import NightVoice
from companion.screens.preparing import Preparing
from companion.scripts.nights import Seated
from companion.shell import Shell
from companion.widgets.idle_clock import FrameTick
from companion.widgets.long_press import LongPress
from companion.widgets.theme import by_night, paint

# Each step of the ring paints the whole screen, which is most of what a night costs a battery.
_FRAMES_PER_SECOND = 10
_WAITING_FRAMES_PER_SECOND = 2
# While the light goes, steps would be seen.
_FADING_FRAMES_PER_SECOND = 30
_DOUBLE_TAP_SECONDS = 0.35
LONG_PRESS_SECONDS = 1.0
# A palm that comes down beside the finger on a button touches the page as well, and means nothing by it.
_SAME_TOUCH_SECONDS = 0.15


class NightPage(Preparing):
    widest = 960
    ground = "night"

    def __init__(
        self,
        shell: Shell,
        setup: Seated,
        night: Night,
        player: Player,
        dimmer: Dimmer,
        now: Any = time.monotonic,
    ) -> None:
        """`player` and `dimmer` outlive this screen: built anew in mid-night, for another window size, it
        goes on and is as dark as before."""
        # The bell counts from here: it rings while the screen is being built.
        self._opened_at = now()
        super().__init__()
        self._shell = shell
        self._setup = setup
        self._now = now
        self._shown_at = self._opened_at
        self.night = night
        self.player = player
        self.dimmer = dimmer
        self._voice = NightVoice(shell, night)
        self._touched_at = self._acted_at = -1.0
        self._marked = -1  # the step that was kept last
        self._pressed: Any = None
        self._press = LongPress(LONG_PRESS_SECONDS, self._held)
        self._build()
        self._frame_tick = FrameTick(self._tick, self._seconds_to_tick)

    def _build(self) -> None:
        with self.canvas.before:
            Color(rgba=paint(self.ground))
            self._dark = Rectangle(pos=(-dp(200), -dp(200)))
        with self.canvas.after:
            self._veil = Color(rgba=(0, 0, 0, 0))
            self._over = Rectangle(pos=(-dp(200), -dp(200)))
        self.remove_widget(self.scroll)
        tr, press = self._shell.tr, self._press_button
        self.face = NightFace(
            tr,
            self.night,
            Acts(
                darker=self.dimmer.cover,
                steps=self._open_steps,
                back=partial(press, self.player.back),
                again=partial(press, self.player.again),
                shorten=partial(press, self.player.shorten),
                pause=partial(press, self.player.pause),
            ),
        )
        ways = Ways(
            back=partial(press, self.player.back), stop=self.stop, go_on=partial(press, self.player.resume)
        )
        self.paused = PausedFace(tr, self.night, ways)
        self.count = CountFace(tr)
        self._faces: tuple[Widget, ...] = (self.face, self.paused, self.count)
        # Nothing but the end of the app cuts a night off: hardly any night needs this.
        self.cut_off: CutOffFace | None = None
        if self.player.mode is Mode.CUT_OFF:
            again = CutOffWays(begin_anew=self._leave_cut_off, go_on=self._take_up)
            self.cut_off = CutOffFace(tr, self.night, again)
            self._faces += (self.cut_off,)
        self.bind(size=self._cover)

    def _cover(self, *_: object) -> None:
        side = max(dp(20), (self.width - dp(self.widest)) / 2)
        self._dark.size = self._over.size = (Window.width + dp(400), Window.height + dp(400))
        self.face.fit(self.width, self.height, side)
        self.paused.fit(self.width, self.height, side)
        if self.cut_off is not None:
            self.cut_off.fit(self.width, self.height, side)
        self.count.fit(self.height, side)

    # -- life ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._shell.stay_awake(True)
        if self.player.mode is not Mode.CUT_OFF:
            self._shell.speaking.start_bed()
        self._frame_tick.start()
        self._do(self._go_on())

    def _go_on(self) -> tuple[Event, ...]:
        """What to do first, by how far the night has come."""
        match self.player.mode:
            case Mode.READY:
                self._voice.prepare(0)
                return self.player.begin(self._opened_at, count=True)
            case Mode.STOPPED:  # the same cards again
                return self.player.restart(self._now())
            case Mode.CUT_OFF:  # it never speaks by itself
                return ()
            case _:  # the screen was built anew, and its voice was cut off
                return self.player.rebuilt(self._now())

    def leave(self) -> None:
        self._press.end()
        self._frame_tick.stop()
        self._shell.speaking.sound.silence()
        self._shell.speaking.end_bed()
        self._shell.stay_awake(False)

    def suspend(self) -> None:
        """A call, the lock screen: the line stops, and nothing more is said until somebody asks for it."""
        self._press.end()
        self._do(self.player.suspend(self._now()))

    def go_back(self) -> bool:
        """Nobody leaves a night by mistake with everybody's eyes shut: it waits first."""
        if self.player.mode is Mode.CUT_OFF:
            self._leave_cut_off()
        elif self.player.mode is Mode.PAUSED:
            self.stop()
        else:
            self._act(self.player.pause)
        return True

    # -- commands -------------------------------------------------------------------------------------------

    def _tick(self, _: float) -> None:
        now = self._now()
        events = self.player.tick(now)
        if events or now >= self._next_frame_at(now):
            self._do(events)
        if self.player.waits:
            self._shell.speaking.close_device_if_silent()

    def _next_frame_at(self, now: float) -> float:
        if self.dimmer.is_fading(now):
            frames_per_second = _FADING_FRAMES_PER_SECOND
        elif self.player.waits:
            frames_per_second = _WAITING_FRAMES_PER_SECOND
        else:
            frames_per_second = _FRAMES_PER_SECOND
        return float(self._shown_at) + 1 / frames_per_second

    def _seconds_to_tick(self) -> float:
        """The frame that starts a line may not wait for the next step of the ring."""
        now = self._now()
        return float(min(self.player.wakes_at, self._next_frame_at(now)) - now)

    def _press_button(self, command: Callable[[float], tuple[Event, ...]]) -> None:
        self._acted_at = self._now()
        self._act(command)

    def _act(self, command: Callable[[float], tuple[Event, ...]]) -> None:
        now = self._now()
        self.dimmer.touch(now)
        self._do(command(now))

    def _pause_or_resume(self) -> None:
        if self.player.mode is Mode.CUT_OFF:
            self._take_up()
            return
        playing = self.player.mode in (Mode.PLAYING, Mode.COUNTING)
        self._act(self.player.pause if playing else self.player.resume)

    def stop(self) -> None:
        """Stop, everybody open your eyes."""
        if self.gone or self.player.mode is Mode.CUT_OFF:
            return
        events = self.player.stop(self._now())
        if self.player.mode is not Mode.STOPPED:
            self._do(events)
            return
        self._shell.stage.go(partial(StoppedPage, self._shell, self.night, self.player, self._now))
        self._voice.do(events)

    def _take_up(self) -> None:
        """Somebody asks for the night that was cut off to go on."""
        self._shell.speaking.start_bed()
        self._press_button(self.player.restart)

    def _leave_cut_off(self) -> None:
        """Back to the deal, to begin anew: nobody waits with shut eyes any more."""
        if not self.gone:
            self._shell.stage.leave()

    def _open_steps(self) -> None:
        self._act(self.player.pause)
        if self.player.mode is not Mode.PAUSED:
            return
        stage = self._shell.stage
        with by_night():
            sheet = StepsSheet(self._shell.tr, self.night.script, self.player.cue, stage.close_sheet)
        stage.open_sheet(sheet)

    # -- what happens now -----------------------------------------------------------------------------------

    def _do(self, events: tuple[Event, ...]) -> None:
        if self._voice.do(events):
            self._shell.stage.swap(partial(DawnPage, self._shell, self._setup, self.player.lasted))
        elif self.player.mode is Mode.READY:
            # The count was taken back: the deal waits below.
            self._shell.speaking.sound.end_sign()
            self._shell.stage.leave()
        else:
            self._mark_step()
            self._show()

    def bookmark(self) -> Bookmark:
        before, script = self._shell.whereabouts.mark, self.night.script
        return in_night(before, script.game, self._setup, self.player.reached, script.lines)

    def _mark_step(self) -> None:
        """Once the first word is said: until then the deal is where one is."""
        if self.player.mode is not Mode.COUNTING and self.player.reached != self._marked:
            self._marked = self.player.reached
            self.mark()

    def _show(self) -> None:
        self._shown_at = self._now()
        now = self.player.snapshot(self._shown_at)
        self.face.hear(self._shell.speaking.sound.heard is not False)
        faces = {Mode.PAUSED: self.paused, Mode.COUNTING: self.count, Mode.CUT_OFF: self.cut_off}
        face = faces.get(now.mode) or self.face
        if face.parent is None:
            for other in self._faces:
                self.remove_widget(other)
            self.add_widget(face)
            self._cover()
        face.show(now)
        # What is read stays light.
        veil = 0.0 if now.mode is Mode.CUT_OFF else self.dimmer.veil(self._shown_at)
        if veil != self._veil.a:
            # Kivy paints anew for any value that is set, even the one it has.
            self._veil.a = veil

    # -- the whole screen is one target ------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self.gone:
            return False
        # On the black page nobody can see what a finger would hit.
        if not self.dimmer.covered and self.player.mode is not Mode.COUNTING and super().on_touch_down(touch):
            return True
        self._pressed = touch
        self._press.begin()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch is not self._pressed or self.gone:
            return bool(super().on_touch_up(touch))
        self._pressed = None
        self._press.end()
        now = self._now()
        if now - self._acted_at < _SAME_TOUCH_SECONDS:
            return True
        if now - self._touched_at < _DOUBLE_TAP_SECONDS:
            self._touched_at = -1.0
            self._act(self.player.again)
        else:
            self._touched_at = now
            self._pause_or_resume()
        return True

    def _held(self) -> None:
        self._pressed = None
        self.stop()
