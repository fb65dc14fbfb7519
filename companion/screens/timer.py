"""The discussion timer at the board: a bar while it runs, a sheet to set it. It reminds and ends nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.narrator.timer import PRESETS, Milestone, Mode, Preset, Timer, TimerRecord, spoken
from companion.shell import AnySitting, Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.sheet import Sheet
from companion.widgets.tap import IconButton, MainButton, SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, RADIUS_CHIP, TARGET, look, paint, sp

ADDED = 30
# Under this name the timer that was last touched is remembered.
_KEPT = "timer"
_TICKS_A_SECOND = 10
_SHORT_BUZZ, _LONG_BUZZ = 0.08, 0.4
# No tick for so many seconds means that the app was out of sight, however busy the device is.
_AWAY = 2.0
# The main action in each mode.
_ACTIONS = {
    Mode.READY: (Icon.PLAY, "app.timer.start"),
    Mode.RUNNING: (Icon.PAUSE, "app.pause"),
    Mode.PAUSED: (Icon.PLAY, "app.go_on"),
    Mode.OVER: (Icon.AGAIN, "app.timer.again"),
}


class TimerDesk:
    """The one timer of a table, with its bar and its sheet. It outlasts a look elsewhere, and a board that is
    built anew in another language or theme goes on with it; so does the app when it was ended meanwhile, or
    out of sight: what came to pass then is shown and not said.

    A beep sounds where words would be too slow or are switched off.
    """

    def __init__(
        self,
        shell: Shell,
        sitting: AnySitting,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._shell = shell
        self._sitting = sitting
        self._now = now
        self._wall = wall
        if sitting.timekeeper is None:
            self._find()
        self.bar = TimerBar(shell.tr, self)
        self._sheet: TimerSheet | None = None
        self._depth = 0
        # By both clocks: a phone that sleeps stops the first one.
        self._ticked = now(), wall()
        self._ticks = Clock.schedule_interval(self.tick, 1 / _TICKS_A_SECOND)
        self._ticks.cancel()

    @property
    def timer(self) -> Timer:
        return self._sitting.timer

    @property
    def ticking(self) -> bool:
        """Whether it minds the time."""
        return bool(self._ticks.is_triggered)

    # -- life of the board ----------------------------------------------------------------------------------

    def enter(self) -> None:
        self._sitting.timekeeper = self
        self._depth = self._shell.stage.depth
        self._ticked = self._now(), self._wall()
        self._ticks()
        self._show()

    def leave(self) -> None:
        """A board that is only covered goes on reminding, one that was left for good falls silent."""
        if self._shell.stage.depth <= self._depth:
            self._ticks.cancel()

    # -- commands -------------------------------------------------------------------------------------------

    def open(self) -> None:
        self._sheet = TimerSheet(self._shell.tr, self, self._shell.stage.close_sheet)
        self._shell.stage.open_sheet(self._sheet)
        self._show()

    def press(self) -> None:
        """The one main action: start, pause, go on, start again."""
        timer, now = self.timer, self._now()
        act = {Mode.RUNNING: timer.pause, Mode.PAUSED: timer.resume}.get(timer.mode, timer.start)
        act(now)
        self._changed()

    def add(self) -> None:
        self.timer.add(ADDED, self._now())
        self._changed()

    def reset(self) -> None:
        if self.timer.mode is not Mode.READY:
            self.timer.reset()
            self._changed()

    def choose(self, preset: Preset) -> None:
        self._sitting.timer = Timer(preset.name, preset.seconds)
        self._changed()

    def _changed(self) -> None:
        """Kept first, shown second."""
        table = self._sitting.table.number
        if table is not None:
            self._shell.keep_in_mind(self.timer.record(table, self._now(), self._wall()), _KEPT)
        self._show()

    def _find(self) -> None:
        """The timer that stood at this table when the app was ended."""
        kept = self._shell.recall(TimerRecord, _KEPT)
        if kept is not None and kept.table == self._sitting.table.number:
            with suppress(ValueError):
                self._sitting.timer = Timer.found(kept, self._now(), self._wall())

    # -- time -----------------------------------------------------------------------------------------------

    def tick(self, _: float) -> None:
        if self._sitting.timekeeper is not self:
            # The board of this desk was built anew, or another page of the table has the time in its hands.
            self._ticks.cancel()
            return
        (before, seen), self._ticked = self._ticked, (self._now(), self._wall())
        now, wall = self._ticked
        if self.timer.mode is not Mode.RUNNING:
            return
        away = max(now - before, wall - seen)
        if away > _AWAY:
            self._sitting.timer = Timer.found(self.timer.record(0, before, wall - away), now, wall)
        milestone = self.timer.tick(now)
        if milestone is not None:
            self._remind(milestone)
        self._show()

    def _remind(self, milestone: Milestone) -> None:
        line = spoken(milestone)
        if line is not None and self._shell.settings.speak_in_game:
            self._sitting.say(line)
        else:
            self._shell.speaking.beep()
        self._shell.buzz(_LONG_BUZZ if milestone is Milestone.END else _SHORT_BUZZ)

    def _show(self) -> None:
        now = self._now()
        self.bar.show(self.timer, now)
        if self._sheet is not None and self._sheet.parent is not None:
            self._sheet.show(self.timer, now)


class DrainLine(Widget):
    """The part of the time that is left, draining towards the reading start."""

    def __init__(self) -> None:
        super().__init__(size_hint_y=None, height=dp(6))
        self._left = 1.0
        with self.canvas:
            Color(rgba=paint("groove"))
            self._groove = SmoothRoundedRectangle(radius=[dp(3)])
            self._tint = Color(rgba=paint("candle"))
            self._fill = SmoothRoundedRectangle(radius=[dp(3)])
        self.bind(pos=self._draw, size=self._draw)

    def show(self, left: float) -> None:
        self._left = min(1.0, max(0.0, left))
        self._draw()

    def _draw(self, *_: object) -> None:
        wide = self.width * self._left
        # A rounded shape without a width would keep its last one.
        self._tint.a = 1.0 if wide >= 1 else 0.0
        self._groove.pos, self._groove.size = self.pos, self.size
        self._fill.pos = (self.x + self.width - wide if look().rtl else self.x, self.y)
        self._fill.size = (wide, self.height)


class TimerBar(Column):
    """Under the title while there is a time to watch. A tap opens the sheet; the button pauses, goes on, or
    puts away what is over."""

    def __init__(self, tr: Translator, desk: TimerDesk) -> None:
        super().__init__(gap=0)
        self._tr = tr
        self._name = Text("", size_sp=18, weight=500, smallest=10, most=1, pos_hint={"center_y": 0.5})
        self._clock = Text("", size_sp=28, weight=700, grow="both", pos_hint={"center_y": 0.5})
        self._mark = Glyph(Icon.TIMER, 24, tone="candle", pos_hint={"center_y": 0.5})
        self.words = Tap(desk.open)
        self.words.add_widget(Row(self._mark, self._name, self._clock, gap=10, size_hint_y=1))
        self.action = IconButton(Icon.PAUSE, partial(self._act, desk))
        row = Row(self.words, self.action, gap=4, height=max(dp(TARGET), sp(28) * 1.4))
        self._line = DrainLine()
        self._over = False
        self._plank = Column(row, self._line, gap=2, padding=(dp(14), dp(2), dp(14), dp(8)))
        Box(self._plank, radius=RADIUS_CARD, ground=paint("candle_deep"), edge=paint("candle", 0.6), line=1.5)
        # What stands below it keeps a little distance.
        self._spaced = Column(self._plank, padding=(0, 0, 0, dp(4)))

    def show(self, timer: Timer, now: float) -> None:
        tr = self._tr
        if timer.mode is Mode.READY:
            self.clear_widgets()
            return
        self._over = timer.mode is Mode.OVER
        self._mark.show(Icon.BELL if self._over else Icon.TIMER)
        self._name.content = tr("app.time_up" if self._over else f"app.timer.preset.{timer.name}")
        self._clock.content = "" if self._over else tr.clock(timer.shown(now))
        self._line.show(timer.left(now) / timer.total)
        self.action.glyph.show(Icon.CLOSE if self._over else _ACTIONS[timer.mode][0])
        if self._spaced.parent is None:
            self.add_widget(self._spaced)

    def _act(self, desk: TimerDesk) -> None:
        if self._over:
            desk.reset()
        else:
            desk.press()


class TimerSheet(Sheet):
    """Large minutes and seconds, and everything that can be done with them."""

    def __init__(self, tr: Translator, desk: TimerDesk, on_close: Callable[[], object]) -> None:
        self._tr = tr
        self.clock = Text("", weight=700, size_sp=66, smallest=36, most=1, align="center")
        self._told = Text("", size_sp=18, tone="ink_2", align="center")
        self._line = DrainLine()
        self.presets = [PresetTile(tr, preset, partial(desk.choose, preset)) for preset in PRESETS]
        level = {"center_y": 0.5}
        self.more = SideButton(tr("app.timer.add", seconds=ADDED), desk.add, pos_hint=level)
        self.clear = SideButton(
            tr("app.timer.reset"), desk.reset, icon=Icon.UNDO, mirrored=True, pos_hint=level
        )
        self.main = MainButton(" ", desk.press, icon=Icon.PLAY)
        # On its side a phone has no height for two rows of buttons.
        flat = Window.height < dp(480)
        others = (self.more, self.clear, self.main) if flat else (self.more, self.clear)
        super().__init__(
            tr("app.timer.title"),
            Row(*self.presets, gap=8),
            self.clock,
            self._line,
            self._told,
            Row(*others, gap=8),
            on_close=on_close,
            footer=None if flat else self.main,
        )

    def show(self, timer: Timer, now: float) -> None:
        tr, over = self._tr, timer.mode is Mode.OVER
        self.clock.content = tr.clock(timer.shown(now))
        self._line.show(timer.left(now) / timer.total)
        self._told.content = tr("app.time_up" if over else "app.timer.advice")
        self._told.set_tone("candle" if over else "ink_2")
        icon, words = _ACTIONS[timer.mode]
        self.main.show(tr(words), icon)
        self.clear.enabled = timer.mode is not Mode.READY
        for tile in self.presets:
            tile.chosen = tile.preset.name == timer.name
            tile.enabled = timer.mode is not Mode.RUNNING
            tile.dress(pressed=False)


class PresetTile(Tap):
    """A usual length with its name; off while the timer runs, so that a slip does not lose the time."""

    def __init__(self, tr: Translator, preset: Preset, on_tap: Callable[[], object], **options: Any) -> None:
        self.preset = preset
        self.chosen = False
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(16) + sp(16) * 1.4 + sp(22) * 1.3,
            padding=(dp(4), dp(8)), **options,
        )  # fmt: skip
        self._box = Box(self, radius=RADIUS_CHIP, line=2)
        self._time = Text(
            tr.clock(preset.seconds), weight=700, size_sp=22, smallest=14, most=1, grow="none", align="center"
        )
        self._name = Text(
            tr(f"app.timer.preset.{preset.name}"), size_sp=16, smallest=9, most=1, grow="none",
            align="center",
        )  # fmt: skip
        self.add_widget(self._time)
        self.add_widget(self._name)
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint("candle_deep" if self.chosen else "raised")
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground,
            edge=paint("candle") if self.chosen else CLEAR,
        )
        tone = "ink" if self.enabled or self.chosen else "ink_3"
        self._time.set_tone(tone)
        self._name.set_tone("ink_2" if self.enabled or self.chosen else "ink_3")
