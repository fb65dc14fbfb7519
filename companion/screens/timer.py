"""Discussion timer of the board: a bar while it runs and a sheet to set it. It only reminds and never ends a
phase."""

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

from companion.app_context import AnyController, AppContext
from companion.core.session_timer import (
    PRESETS,
    Milestone,
    Timer,
    TimerMode,
    TimerPreset,
    TimerRecord,
    milestone_line,
)
from companion.i18n.translator import Translator
from companion.widgets.buttons import IconButton, Pressable, PrimaryButton, SecondaryButton, shade
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Sheet
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import LABEL, LEAD, NUMBER, IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, RADIUS_CHIP, TOUCH_TARGET, look, sp, theme_colour

ADDED_SECONDS = 30
# Settings key of the last used timer.
_SETTING_KEY = "timer"
_TICKS_PER_SECOND = 10
_SHORT_VIBRATION_SECONDS, _LONG_VIBRATION_SECONDS = 0.08, 0.4
# A gap of this many seconds between ticks means that the app was suspended; even a busy device is faster.
_MIN_AWAY_SECONDS = 2.0
# Icon and text of the main button in each mode.
_ACTIONS = {
    TimerMode.READY: (Icon.PLAY, "app.timer.start"),
    TimerMode.RUNNING: (Icon.PAUSE, "app.pause"),
    TimerMode.PAUSED: (Icon.PLAY, "app.go_on"),
    TimerMode.OVER: (Icon.AGAIN, "app.timer.again"),
}


class TimerController:
    """The timer of a session, with its bar and sheet. It runs on while another page is open, and survives a
    rebuild of the board and the end of the app. Milestones that passed meanwhile are shown but not spoken. It
    beeps if speech is switched off or too slow."""

    def __init__(
        self,
        context: AppContext,
        controller: AnyController,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._app_context, self._controller = context, controller
        self._now, self._wall = now, wall
        if controller.timer_owner is None:
            self._restore_timer()
        self.bar = TimerBar(context.tr, self)
        self._sheet: TimerSheet | None = None
        self._depth = 0
        # Both clocks: the monotonic one stops while the device sleeps.
        self._last_tick = now(), wall()
        self._tick_event = Clock.schedule_interval(self.tick, 1 / _TICKS_PER_SECOND)
        self._tick_event.cancel()

    @property
    def timer(self) -> Timer:
        return self._controller.timer

    @property
    def is_ticking(self) -> bool:
        """True if the timer is being updated."""
        return bool(self._tick_event.is_triggered)

    # -- lifecycle of the board -----------------------------------------------------------------------------

    def enter(self) -> None:
        self._controller.timer_owner = self
        self._depth = self._app_context.navigator.depth
        self._last_tick = self._now(), self._wall()
        self._tick_event()
        self._show()

    def leave(self) -> None:
        """Stop ticking if the board was closed; a covered board still reminds."""
        if self._app_context.navigator.depth <= self._depth:
            self._tick_event.cancel()

    # -- commands -------------------------------------------------------------------------------------------

    def open(self) -> None:
        self._sheet = TimerSheet(self._app_context.tr, self, self._app_context.navigator.close_sheet)
        self._app_context.navigator.open_sheet(self._sheet)
        self._show()

    def press(self) -> None:
        """Main action: start, pause, resume or restart."""
        timer = self.timer
        commands = {TimerMode.RUNNING: timer.pause, TimerMode.PAUSED: timer.resume}
        commands.get(timer.mode, timer.start)(self._now())
        self._save_and_show()

    def add(self) -> None:
        self.timer.add_time(ADDED_SECONDS, self._now())
        self._save_and_show()

    def reset(self) -> None:
        if self.timer.mode is not TimerMode.READY:
            self.timer.reset()
            self._save_and_show()

    def select_preset(self, preset: TimerPreset) -> None:
        self._controller.timer = Timer(preset.name, preset.seconds)
        self._save_and_show()

    def _save_and_show(self) -> None:
        """Save the timer, then show it."""
        game_id = self._controller.session.game_id
        if game_id is not None:
            self._app_context.remember(self.timer.to_record(game_id, self._now(), self._wall()), _SETTING_KEY)
        self._show()

    def _restore_timer(self) -> None:
        """Restore this session's timer from before the app was closed."""
        saved = self._app_context.recall(TimerRecord, _SETTING_KEY)
        if saved is not None and saved.table == self._controller.session.game_id:
            with suppress(ValueError):
                self._controller.timer = Timer.from_record(saved, self._now(), self._wall())

    # -- ticks ----------------------------------------------------------------------------------------------

    def tick(self, _: float) -> None:
        if self._controller.timer_owner is not self:
            # The board was rebuilt, or another page of the session owns the timer now.
            self._tick_event.cancel()
            return
        (before, wall_before), self._last_tick = self._last_tick, (self._now(), self._wall())
        now, wall = self._last_tick
        if self.timer.mode is not TimerMode.RUNNING:
            return
        away_seconds = max(now - before, wall - wall_before)
        if away_seconds > _MIN_AWAY_SECONDS:
            record = self.timer.to_record(0, before, wall - away_seconds)
            self._controller.timer = Timer.from_record(record, now, wall)
        milestone = self.timer.tick(now)
        if milestone is not None:
            self._remind(milestone)
        self._show()

    def _remind(self, milestone: Milestone) -> None:
        line = milestone_line(milestone)
        if line is not None and self._app_context.settings.speak_in_game:
            self._controller.speak_line(line)
        else:
            self._app_context.speech.play_beep()
        is_end = milestone is Milestone.END
        self._app_context.vibrate(_LONG_VIBRATION_SECONDS if is_end else _SHORT_VIBRATION_SECONDS)

    def _show(self) -> None:
        now = self._now()
        self.bar.show(self.timer, now)
        if self._sheet is not None and self._sheet.parent is not None:
            self._sheet.show(self.timer, now)


class TimeLeftBar(Widget):
    """Bar of the remaining time; it shrinks towards the start of the reading direction."""

    def __init__(self) -> None:
        super().__init__(size_hint_y=None, height=dp(6))
        self._ratio = 1.0
        with self.canvas:
            Color(rgba=theme_colour("groove"))
            self._groove = SmoothRoundedRectangle(radius=[dp(3)])
            self._tint = Color(rgba=theme_colour("candle"))
            self._fill = SmoothRoundedRectangle(radius=[dp(3)])
        self.bind(pos=self._draw, size=self._draw)

    def show(self, ratio: float) -> None:
        self._ratio = min(1.0, max(0.0, ratio))
        self._draw()

    def _draw(self, *_: object) -> None:
        fill_width = self.width * self._ratio
        # A rounded rectangle without a width would keep its last shape.
        self._tint.a = 1.0 if fill_width >= 1 else 0.0
        self._groove.pos, self._groove.size = self.pos, self.size
        self._fill.pos = (self.x + self.width - fill_width if look().rtl else self.x, self.y)
        self._fill.size = (fill_width, self.height)


class TimerBar(Column):
    """Bar below the title while the timer is in use. A tap opens the sheet; the button pauses, resumes, or
    dismisses a finished timer."""

    def __init__(self, tr: Translator, timer_controller: TimerController) -> None:
        super().__init__(gap=0)
        self._tr = tr
        self._name = Text("", LABEL, min_size=10, max_lines=1)
        self._clock = Text("", NUMBER, size_sp=28, autosize="both")
        self._mark = IconLabel(Icon.TIMER, 24, tone="candle")
        self.open_button = Pressable(timer_controller.open)
        self.open_button.add_widget(Row(self._mark, self._name, self._clock, gap=10, size_hint_y=1))
        self.action = IconButton(Icon.PAUSE, partial(self._on_action, timer_controller))
        row = Row(self.open_button, self.action, gap=4, height=max(dp(TOUCH_TARGET), sp(28) * 1.4))
        self._line = TimeLeftBar()
        self._is_over = False
        plank = Column(row, self._line, gap=2, padding=(dp(14), dp(2), dp(14), dp(8)))
        background, border = theme_colour("candle_deep"), theme_colour("candle", 0.6)
        RoundedBox(plank, radius=RADIUS_CARD, background=background, border=border, line_width=1.5)
        # Padding towards the content below.
        self._padded = Column(plank, padding=(0, 0, 0, dp(4)))

    def show(self, timer: Timer, now: float) -> None:
        tr = self._tr
        if timer.mode is TimerMode.READY:
            self.clear_widgets()
            return
        self._is_over = timer.mode is TimerMode.OVER
        self._mark.show(Icon.BELL if self._is_over else Icon.TIMER)
        self._name.content = tr("app.time_up" if self._is_over else f"app.timer.preset.{timer.name}")
        self._clock.content = "" if self._is_over else tr.format_clock(timer.whole_seconds_left(now))
        self._line.show(timer.seconds_left(now) / timer.total)
        self.action.icon.show(Icon.CLOSE if self._is_over else _ACTIONS[timer.mode][0])
        if self._padded.parent is None:
            self.add_widget(self._padded)

    def _on_action(self, timer_controller: TimerController) -> None:
        if self._is_over:
            timer_controller.reset()
        else:
            timer_controller.press()


class TimerSheet(Sheet):
    """Large clock and all controls of the timer."""

    def __init__(
        self, tr: Translator, timer_controller: TimerController, on_close: Callable[[], object]
    ) -> None:
        self._tr = tr
        self.clock = Text("", NUMBER, size_sp=66, min_size=36, max_lines=1, align="center")
        self._status_text = Text("", LEAD, tone="ink_2", align="center")
        self._line = TimeLeftBar()
        self.presets = [
            PresetTile(tr, preset, partial(timer_controller.select_preset, preset)) for preset in PRESETS
        ]
        self.add_button = SecondaryButton(tr("app.timer.add", seconds=ADDED_SECONDS), timer_controller.add)
        self.reset_button = SecondaryButton(
            tr("app.timer.reset"), timer_controller.reset, icon=Icon.UNDO, mirrored=True
        )
        self.main = PrimaryButton(" ", timer_controller.press, icon=Icon.PLAY)
        # In landscape there is no height for two rows of buttons.
        is_landscape = Window.height < dp(480)
        others = (self.add_button, self.reset_button, *((self.main,) if is_landscape else ()))
        super().__init__(
            tr("app.timer.title"),
            Row(*self.presets, gap=8),
            self.clock,
            self._line,
            self._status_text,
            Row(*others, gap=8),
            on_close=on_close,
            footer=None if is_landscape else self.main,
        )

    def show(self, timer: Timer, now: float) -> None:
        tr, is_over = self._tr, timer.mode is TimerMode.OVER
        self.clock.content = tr.format_clock(timer.whole_seconds_left(now))
        self._line.show(timer.seconds_left(now) / timer.total)
        self._status_text.content = tr("app.time_up" if is_over else "app.timer.advice")
        self._status_text.set_tone("candle" if is_over else "ink_2")
        icon, words = _ACTIONS[timer.mode]
        self.main.show(tr(words), icon)
        self.reset_button.enabled = timer.mode is not TimerMode.READY
        for tile in self.presets:
            tile.is_selected = tile.preset.name == timer.name
            tile.enabled = timer.mode is not TimerMode.RUNNING
            tile.update_style(pressed=False)


class PresetTile(Pressable):
    """Preset duration with its name; disabled while the timer runs, so that an accidental tap does not lose
    the time."""

    def __init__(self, tr: Translator, preset: TimerPreset, on_tap: Callable[[], object]) -> None:
        self.preset = preset
        self.is_selected = False
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(16) + sp(16) * 1.4 + sp(22) * 1.3,
            padding=(dp(4), dp(8)),
        )  # fmt: skip
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        one_line: dict[str, Any] = {"max_lines": 1, "autosize": "none", "align": "center"}
        self._time = Text(tr.format_clock(preset.seconds), NUMBER, size_sp=22, min_size=14, **one_line)
        self._name = Text(tr(f"app.timer.preset.{preset.name}"), min_size=9, **one_line)
        self.add_widget(self._time)
        self.add_widget(self._name)
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("candle_deep" if self.is_selected else "raised")
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour("candle") if self.is_selected else TRANSPARENT,
        )
        is_bright = self.enabled or self.is_selected
        self._time.set_tone("ink" if is_bright else "ink_3")
        self._name.set_tone("ink_2" if is_bright else "ink_3")
