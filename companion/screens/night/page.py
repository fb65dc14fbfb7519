"""The night screen: near-black, one huge line, one target. It runs on a clock, never on a sound's end.

Tap anywhere to pause or go on, tap twice to hear the line again, hold to stop and let everybody look up: all
of it can be done with closed eyes. The buttons are for those who see.
"""

from __future__ import annotations

import time
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.i18n.translator import Translator
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
from companion.screens.night.steps import StepsSheet
from companion.scripts.cues import Hold
from companion.scripts.nights import Seated
from companion.widgets.hold_ring import HoldRing
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.long_press import LongPress
from companion.widgets.night_buttons import NightButton
from companion.widgets.page import Page
from companion.widgets.step_bar import StepBar
from companion.widgets.tap import IconButton
from companion.widgets.text import Text
from companion.widgets.theme import paint

if TYPE_CHECKING:
    from companion.app import CompanionApp

_PICTURES_A_SECOND = 30
_DOUBLE_TAP_SECONDS = 0.35
LONG_PRESS_SECONDS = 0.8
_DAWN_BUZZ = 0.4
_STOP_BUZZ = 0.15


def night_title(tr: Translator, night: Night) -> str:
    return tr("app.night.title", game=tr(f"app.game.{night.script.game}"))


class NightPage(Page):
    widest = 720

    def __init__(self, app: CompanionApp, setup: Seated, night: Night, now: Any = time.monotonic) -> None:
        # The lead-in counts from here: the speaker wakes while the screen is being built.
        self._opened_at = now()
        super().__init__()
        self._app = app
        self._setup = setup
        self._now = now
        self._shown_at = self._opened_at
        self.night = night
        self.player = Player(self.night.timeline)
        self._touched_at = -1.0
        self._pressed: Any = None
        self._press = LongPress(LONG_PRESS_SECONDS, self._held)
        self._shown_line = ""
        self._build()
        # Every frame: a slower beat would add to the time by which a line comes late.
        self._tick_event = Clock.schedule_interval(self._tick, 0)
        self._tick_event.cancel()

    def _build(self) -> None:
        tr = self._app.tr
        with self.canvas.before:
            Color(rgba=paint("night"))
            self._dark = Rectangle(pos=(-dp(200), -dp(200)))
        self.bind(size=self._cover)
        self.remove_widget(self.scroll)
        steps = len(self.night.script.cues)
        self.close = IconButton(Icon.CLOSE, self.stop, tone="night_ink")
        self.list = IconButton(Icon.MENU_LIST, self._open_steps, tone="night_ink", mirrored=True)
        title = Text(
            night_title(tr, self.night),
            size_sp=18,
            smallest=12,
            most=1,
            weight=500,
            align="center",
            tone="night_ink",
            pos_hint={"center_y": 0.5},
        )
        self._bar = StepBar(steps, past="rim", ahead="night_groove")
        self._step = Text("", tone="night_ink", most=1, smallest=11)
        self._left = Text("", tone="night_ink", align="end", most=1, smallest=11)
        self.line = Text("", face="title", size_sp=66, smallest=12, align="center", grow="none")
        self.line.color = paint("night_line")
        self.second = Text("", size_sp=28, smallest=11, align="center", grow="none", tone="night_ink")
        self.ring = HoldRing(pos_hint={"center_x": 0.5, "center_y": 0.5})
        self.again = NightButton(tr("app.night.again"), Icon.AGAIN, self._again)
        self.pause = NightButton(tr("app.night.pause"), Icon.PAUSE, self._pause_or_resume, main=True)
        self.next = NightButton(tr("app.night.next"), Icon.FORWARD, self._next, mirrored=True)
        self._hint = Text(tr("app.night.hint"), align="center", most=2)
        self._hint.color = paint("night_ink", 0.75)
        # On its side a phone has no height for the ring below the words: it stands beside them.
        self._middle = BoxLayout(spacing=dp(10))
        self._middle.add_widget(Column(self.line, self.second, gap=6, size_hint_y=1))
        self._middle.add_widget(self.ring)
        self._column = Column(
            Row(self.close, title, self.list, gap=8, padding=(0, dp(4))),
            self._bar,
            Row(self._step, self._left, gap=12),
            self._middle,
            Row(self.again, self.pause, self.next, gap=12),
            self._hint,
            gap=8,
            size_hint_y=1,
        )
        self.add_widget(self._column)

    def _cover(self, *_: object) -> None:
        self._dark.size = (Window.width + dp(400), Window.height + dp(400))
        side = max(dp(20), (self.width - dp(self.widest)) / 2)
        lying = self.width > self.height
        self._middle.orientation = "horizontal" if lying else "vertical"
        room = self.height * (0.36 if lying else 0.21)
        self.ring.size = (min(dp(200), room), min(dp(200), room))
        cramped = self.height < dp(560)
        self._hint.opacity = 0 if cramped else 1
        self._hint.content = "" if cramped else self._app.tr("app.night.hint")
        self._column.padding = (side, dp(4), side, dp(8 if cramped else 20))

    # -- life ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._app.stay_awake(True)
        self._app.speaking.start_bed()
        self._tick_event()
        if self.player.mode is Mode.READY:
            self._prepare(0)
            self._do(self.player.begin(self._opened_at))

    def leave(self) -> None:
        self._press.end()
        self._tick_event.cancel()
        self._app.speaking.sound.silence()
        self._app.speaking.end_bed()
        self._app.stay_awake(False)

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
            self._app.back()
            return
        self._do(events)
        self._app.buzz(_STOP_BUZZ)
        self._app.stage.go(partial(self._app.routes.stopped, self))

    def restart(self) -> None:
        """We start again with the same cards."""
        self._do(self.player.restart(self._now()))

    def _open_steps(self) -> None:
        self.suspend()
        stage = self._app.stage
        stage.open_sheet(StepsSheet(self._app.tr, self.night.script, self.player.cue, stage.close_sheet))

    # -- what happens now -----------------------------------------------------------------------------------

    def _do(self, events: tuple[Event, ...]) -> None:
        sound = self._app.speaking.sound
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
            self._app.speaking.sound.prepare(
                self.night.said(language, line).clip for language in self.night.languages
            )

    def _end(self) -> None:
        self._app.buzz(_DAWN_BUZZ)
        self._app.speaking.chime()
        self._app.stage.swap(partial(self._app.routes.dawn, self._setup))

    def _show(self) -> None:
        tr = self._app.tr
        self._shown_at = self._now()
        now = self.player.snapshot(self._shown_at)
        main = self.night.languages[0]
        spoken = now.language or main
        line = self.night.said(main, now.line).text
        if line != self._shown_line:
            self._shown_line = line
            self.line.content = line
            others = [self.night.said(language, now.line).text for language in self.night.languages[1:]]
            self.second.content = " ".join(others)
            self.second.size_hint_y = 0.5 if others else 0.001
        self.second.opacity = 1.0 if spoken != main or now.language is None else 0.6
        self._bar.show(now.step)
        self._step.content = tr("app.night.step", step=now.step, steps=now.steps)
        self._left.content = tr("app.night.left", n=ceil(now.seconds_left))
        if now.hold in (Hold.ACT, Hold.LOOK) and now.hold_seconds:
            words = tr(
                "app.night.to_look" if now.hold is Hold.LOOK else "app.night.to_act", n=ceil(now.hold_left)
            )
            self.ring.show(now.hold_left / now.hold_seconds, tr.number(ceil(now.hold_left)), words)
        else:
            self.ring.show(0.0, "", tr("app.night.paused") if now.mode is Mode.PAUSED else "")
        paused = now.mode is Mode.PAUSED
        self.pause.show(
            tr("app.night.resume" if paused else "app.night.pause"), Icon.PLAY if paused else Icon.PAUSE
        )

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
