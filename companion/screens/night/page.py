"""The night screen: near-black, one huge line, one target. It runs on a clock, never on a sound's end.

Tap anywhere to pause or go on, tap twice to hear the line again, hold to stop and let everybody look up: all
of it can be done with closed eyes. The buttons are for those who see.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.narrator.night import Night
from companion.narrator.player import (
    EndNight,
    Event,
    Mode,
    Player,
    Silence,
    StartHold,
    StartLeadIn,
    StartLine,
)
from companion.screens.night.after import DawnPage, StoppedPage
from companion.screens.night.face import Acts, NightFace
from companion.screens.night.steps import StepsSheet
from companion.scripts.nights import Seated
from companion.shell import Shell
from companion.widgets.long_press import LongPress
from companion.widgets.page import Page
from companion.widgets.theme import by_night, paint

_PICTURES_A_SECOND = 30
_DOUBLE_TAP_SECONDS = 0.35
LONG_PRESS_SECONDS = 0.8
_DAWN_BUZZ = 0.4
_STOP_BUZZ = 0.15


class NightPage(Page):
    widest = 960

    def __init__(
        self, shell: Shell, setup: Seated, night: Night, player: Player, now: Any = time.monotonic
    ) -> None:
        """`player` outlives this screen: built anew in mid-night, for another window size, it goes on."""
        # The lead-in counts from here: the speaker wakes while the screen is being built.
        self._opened_at = now()
        super().__init__()
        self._shell = shell
        self._setup = setup
        self._now = now
        self._shown_at = self._opened_at
        self.night = night
        self.player = player
        self._touched_at = -1.0
        self._pressed: Any = None
        self._press = LongPress(LONG_PRESS_SECONDS, self._held)
        self._build()
        # Every frame: a slower beat would add to the time by which a line comes late.
        self._tick_event = Clock.schedule_interval(self._tick, 0)
        self._tick_event.cancel()

    def _build(self) -> None:
        with self.canvas.before:
            Color(rgba=paint("night"))
            self._dark = Rectangle(pos=(-dp(200), -dp(200)))
        self.remove_widget(self.scroll)
        acts = Acts(self.stop, self._open_steps, self._again, self._pause_or_resume, self._next)
        self.face = NightFace(self._shell.tr, self.night, acts)
        self.add_widget(self.face)
        self.bind(size=self._cover)

    def _cover(self, *_: object) -> None:
        self._dark.size = (Window.width + dp(400), Window.height + dp(400))
        self.face.fit(self.width, self.height, max(dp(20), (self.width - dp(self.widest)) / 2))

    # -- life ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._shell.stay_awake(True)
        self._shell.speaking.start_bed()
        self._tick_event()
        self._do(self._go_on())

    def _go_on(self) -> tuple[Event, ...]:
        """What to do first, by how far the night has come."""
        match self.player.mode:
            case Mode.READY:
                self._prepare(0)
                return self.player.begin(self._opened_at)
            case Mode.STOPPED:  # the same cards again
                return self.player.restart(self._now())
            case Mode.PLAYING:  # the screen was built anew, and its voice was cut off
                return self.player.again(self._now())
            case _:
                return ()

    def leave(self) -> None:
        self._press.end()
        self._tick_event.cancel()
        self._shell.speaking.sound.silence()
        self._shell.speaking.end_bed()
        self._shell.stay_awake(False)

    def suspend(self) -> None:
        """A call, the lock screen: the line stops and will start again from its beginning."""
        self._press.end()
        self._do(self.player.pause(self._now()))

    def go_back(self) -> bool:
        """Back breaks the night off; nobody leaves it by mistake with everybody's eyes shut."""
        if self.player.mode in (Mode.PLAYING, Mode.PAUSED):
            self.stop()
            return True
        return False

    # -- commands -------------------------------------------------------------------------------------------

    def _tick(self, _: float) -> None:
        now = self._now()
        events = self.player.tick(now)
        if events or now - self._shown_at >= 1 / _PICTURES_A_SECOND:
            self._do(events)

    def _pause_or_resume(self) -> None:
        now = self._now()
        playing = self.player.mode is Mode.PLAYING
        self._do(self.player.pause(now) if playing else self.player.resume(now))

    def _again(self) -> None:
        self._do(self.player.again(self._now()))

    def _next(self) -> None:
        self._do(self.player.next(self._now()))

    def stop(self) -> None:
        """Stop, everybody open your eyes."""
        events = self.player.stop(self._now())
        if not events:
            self._shell.back()
            return
        self._do(events)
        self._shell.buzz(_STOP_BUZZ)
        self._shell.stage.go(partial(StoppedPage, self._shell, self.night))

    def _open_steps(self) -> None:
        self.suspend()
        stage = self._shell.stage
        with by_night():
            sheet = StepsSheet(self._shell.tr, self.night.script, self.player.cue, stage.close_sheet)
        stage.open_sheet(sheet)

    # -- what happens now -----------------------------------------------------------------------------------

    def _do(self, events: tuple[Event, ...]) -> None:
        sound = self._shell.speaking.sound
        for event in events:
            match event:
                case StartLine(cue, line, language):
                    sound.speak(self.night.said(language, line).clip)
                    self._prepare(cue + 1)
                case StartHold():
                    sound.hush(speech=False)
                case StartLeadIn() | Silence():
                    sound.silence()
                case EndNight():
                    self._end()
                    return
        self._show()

    def _prepare(self, cue: int) -> None:
        """Have the next line ready, so that it starts on the moment."""
        if cue < len(self.night.script.cues):
            line = self.night.script.cues[cue].line
            self._shell.speaking.sound.prepare(
                self.night.said(language, line).clip for language in self.night.languages
            )

    def _end(self) -> None:
        self._shell.buzz(_DAWN_BUZZ)
        self._shell.speaking.chime()
        self._shell.stage.swap(partial(DawnPage, self._shell, self._setup))

    def _show(self) -> None:
        self._shown_at = self._now()
        self.face.show(self.player.snapshot(self._shown_at))

    # -- the whole screen is one target ------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        self._pressed = touch
        self._press.begin()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch is not self._pressed:
            return bool(super().on_touch_up(touch))
        self._pressed = None
        self._press.end()
        now = self._now()
        if now - self._touched_at < _DOUBLE_TAP_SECONDS:
            self._touched_at = -1.0
            self._again()
        else:
            self._touched_at = now
            self._pause_or_resume()
        return True

    def _held(self) -> None:
        self._pressed = None
        self.stop()
