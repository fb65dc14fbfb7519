"""Faces and pages around a night: paused, interrupted by the end of the app, stopped, and dawn.

An interrupted night says nothing by itself: people have probably opened their eyes and read the screen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.resume_state import SetupBookmark, SetupStep, make_prepared_bookmark
from companion.games.registry import get_game
from companion.i18n.translator import Translator
from companion.narrator.planner import PreparedNight
from companion.narrator.player import NightPlayer, PlayerSnapshot
from companion.screens.night.face import (
    NightVoice,
    PressButton,
    ProgressFace,
    create_back_button,
    format_night_title,
)
from companion.screens.rows import SetupFlowPage, build_heading
from companion.scripts.recovery import paused_cue, stopped_cues
from companion.scripts.script import NightSetup, find_night_definition, load_night_definition
from companion.widgets.buttons import NightButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.idle_loop import FrameTick
from companion.widgets.layout import Column, Row, Spacer
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import DISPLAY, LABEL, LEAD, MUTED, IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, look, sp, theme_colour

# Below these heights in sp (portrait and landscape) there is only room for a short text and buttons.
_COMPACT_HEIGHT_SP, _COMPACT_LANDSCAPE_HEIGHT_SP = 660, 420
# Below this height and from this width on, the buttons are in one row.
_LOW_HEIGHT_DP, _MIN_ROW_WIDTH_DP = 480, 380


class _WaitingFace(ProgressFace):
    """Base of the faces that wait for a tap, with a large text, other texts and buttons."""

    def __init__(
        self,
        tr: Translator,
        night: PreparedNight,
        resume: Callable[[], object],
        icon: Icon,
        words: Text,
        *texts: Widget,
        below: Sequence[Widget] = (),
    ) -> None:
        self.words = words
        self.words.color = theme_colour("night_line")
        self._eye = IconLabel(icon, 56, tone="candle_fill", pos_hint={"center_x": 0.5})
        self._texts = Column(words, *texts, gap=10, size_hint_y=1)
        self.resume_button = NightButton(tr("app.go_on"), Icon.PLAY, resume, primary=True)
        self._buttons = Column(gap=12, pos_hint={"center_y": 0.5})
        self._middle = BoxLayout(spacing=dp(12))
        super().__init__(tr, night, Spacer(height=4), self._eye, self._middle, *below, gap=10)

    def _fit_parts(self, side: float, *, is_landscape: bool, is_compact: bool) -> None:
        # In landscape the buttons are beside the text.
        self._middle.orientation = "horizontal" if is_landscape else "vertical"
        self.padding = (side, dp(8 if is_compact else 24), side, dp(8 if is_compact else 20))
        self._eye.size_sp = 0.1 if is_compact else 56
        # Largest button: it has to be found with closed eyes.
        self.resume_button.height = dp(84 if is_compact else 112)
        self.resume_button.size_hint_x = 1.0


class PausedFace(_WaitingFace):
    def __init__(
        self,
        tr: Translator,
        night: PreparedNight,
        player: NightPlayer,
        press: PressButton,
        stop: Callable[[], object],
    ) -> None:
        self._label = load_night_definition(night.script.game).label_key
        line = paused_cue(night.script).line
        text = " ".join(night.rendered_line(language, line).text for language in night.languages)
        words = Text(text, DISPLAY, size_sp=44, min_size=16, autosize="none")
        self._reason = _Reason()
        self.back_button = create_back_button(tr, player, press)
        self.stop_button = NightButton(tr("app.night.hold_to_stop"), Icon.HAND_STOP, on_long_press=stop)
        self._hint = Text(tr("app.night.answers"), align="center", max_lines=2, tone="night_ink")
        resume = partial(press, player.resume)
        super().__init__(tr, night, resume, Icon.EYE_CLOSED, words, self._reason, below=(self._hint,))
        for button in (Row(self.back_button, self.stop_button, gap=12), self.resume_button):
            self._buttons.add_widget(button)
        for part in (self._texts, self._buttons):
            self._middle.add_widget(part)

    def fit(self, width: float, height: float, side: float) -> None:
        is_landscape, is_compact = width > height, height < sp(_COMPACT_HEIGHT_SP)
        self._fit_parts(side, is_landscape=is_landscape, is_compact=is_compact)
        # In a split screen there is little height: the buttons are in one row.
        is_low = not is_landscape and height < dp(_LOW_HEIGHT_DP) and width >= dp(_MIN_ROW_WIDTH_DP)
        self._buttons.orientation = "horizontal" if is_low else "vertical"
        self._hint.content = "" if is_compact else self._tr("app.night.answers")
        self._reason.shorten(is_compact)

    def show(self, snapshot: PlayerSnapshot) -> None:
        tr = self._tr
        self._show_progress(snapshot, snapshot.resume_step, "app.night.goes_on_at")
        rows = []
        if snapshot.resume_step < snapshot.step:
            for step, label_key in (
                (snapshot.resume_step, "app.night.next_heard"),
                (snapshot.step, "app.night.left_here"),
            ):
                kind = self._night.script.cues[step - 1].kind
                rows.append((tr("app.night.list", step=step, what=tr(self._label(kind))), tr(label_key)))
        self._reason.show(tr(snapshot.missed_line) if snapshot.missed_line else "", rows)


class _Reason(Column):
    """Why the night resumes at an earlier step; empty if it does not."""

    def __init__(self) -> None:
        super().__init__(gap=8)
        self._reason: str = ""
        self._rows: list[tuple[str, str]] = []
        self._is_short = False
        self._box = RoundedBox(self, radius=RADIUS_CARD, background=(0, 0, 0, 0))

    def show(self, reason: str, rows: list[tuple[str, str]]) -> None:
        if (reason, rows) != (self._reason, self._rows):
            self._reason, self._rows = reason, rows
            self._build()

    def shorten(self, is_short: bool) -> None:
        """Show only the reason, or the steps as well."""
        if is_short != self._is_short:
            self._is_short = is_short
            self._build()

    def _build(self) -> None:
        reason = self._reason
        rows = [] if self._is_short and reason else self._rows
        self.clear_widgets()
        is_visible = bool(reason or rows)
        self._box.set_style(background=theme_colour("night_raised") if is_visible else (0, 0, 0, 0))
        self.padding = (dp(16), dp(12)) if is_visible else 0
        if reason:
            icon = IconLabel(Icon.UNDO, 26, tone="candle_fill", mirrored=True)
            words = Text(reason, LABEL, min_size=14)
            words.color = theme_colour("night_line")
            self.add_widget(Row(icon, words, gap=12))
        for step_name, status in rows:
            name = Text(step_name, min_size=12, tone="night_ink")
            mark = Text(status, min_size=12, tone="candle_fill", align="end", pos_hint={"y": 0})
            self.add_widget(Row(name, mark, gap=12))


class InterruptedFace(_WaitingFace):
    def __init__(
        self,
        tr: Translator,
        night: PreparedNight,
        restart: Callable[[], object],
        resume: Callable[[], object],
    ) -> None:
        words = Text("", DISPLAY, size_sp=40, min_size=16, autosize="none")
        self._resume_text = Text("", LABEL, min_size=14, align="center")
        self._resume_text.color = theme_colour("night_line")
        self._warning_text = Text("", min_size=12, align="center", tone="night_ink")
        self.restart_button = NightButton(tr("app.left.begin_anew"), Icon.AGAIN, restart)
        self._layout_key: object = None
        super().__init__(tr, night, resume, Icon.EYE, words, self._resume_text, self._warning_text)

    def fit(self, width: float, height: float, side: float) -> None:
        is_landscape = width > height
        is_compact = height < sp(_COMPACT_LANDSCAPE_HEIGHT_SP if is_landscape else _COMPACT_HEIGHT_SP)
        self._fit_parts(side, is_landscape=is_landscape, is_compact=is_compact)
        self._warning_text.content = "" if is_compact else self._tr("app.left.night_seen")
        if self._layout_key != (is_landscape, is_compact):
            self._layout_key = is_landscape, is_compact
            self._arrange(is_landscape=is_landscape, is_compact=is_compact)

    def _arrange(self, *, is_landscape: bool, is_compact: bool) -> None:
        self._middle.clear_widgets()
        parts = (self._texts, self._buttons)
        for part in reversed(parts) if is_landscape and look().rtl else parts:
            self._middle.add_widget(part)
        self._buttons.clear_widgets()
        buttons = (self.restart_button, self.resume_button)
        for button in buttons:
            if button.parent is not None:
                button.parent.remove_widget(button)
        for part in (Row(*buttons, gap=12),) if is_compact and not is_landscape else buttons:
            self._buttons.add_widget(part)

    def show(self, snapshot: PlayerSnapshot) -> None:
        tr = self._tr
        self._show_progress(snapshot, snapshot.resume_step, "app.night.goes_on_at")
        self.words.content = tr("app.left.night_cut_off", step=snapshot.step, steps=snapshot.step_count)
        if snapshot.resume_step == 1:
            self._resume_text.content = tr("app.left.night_anew")
        else:
            script = self._night.script
            kind = script.cues[snapshot.resume_step - 1].kind
            step_name = tr(load_night_definition(script.game).label_key(kind))
            self._resume_text.content = tr("app.left.night_how", step=snapshot.resume_step, what=step_name)


# Below this height in dp the buttons would cover the text.
_DAWN_LOW_HEIGHT_DP = 480


class _LargeMessagePage(Page):
    """A large icon, a short text to be read from afar, and two buttons. On low screens the icon is small and
    the buttons are side by side."""

    def __init__(self, bar: TitleBar, icon: Icon, size: float) -> None:
        super().__init__(bar)
        self._size = size
        self._icon = IconLabel(icon, size, tone="candle", pos_hint={"center_x": 0.5})
        self.body.add_widget(self._icon)
        self.bind(height=self._fit)

    def _fit(self, *_: object) -> None:
        is_low = self.height < dp(_DAWN_LOW_HEIGHT_DP)
        self._icon.size_sp = min(self._size, 40) if is_low else self._size
        self.body.padding[1] = dp(0 if is_low else 28)
        self.footer.orientation = "horizontal" if is_low else "vertical"


class StoppedPage(_LargeMessagePage):
    """Stopped night: everybody may open their eyes once hands and cards are hidden. The same cards can resume
    at the right step. `player` plays the closing lines."""

    def __init__(
        self, context: AppContext, night: PreparedNight, player: NightPlayer, now: Any = time.monotonic
    ) -> None:
        tr = context.tr
        super().__init__(TitleBar(format_night_title(tr, night)), Icon.EYE, 112)
        self._app_context, self._night, self._player, self._now = context, night, player, now
        self._voice = NightVoice(context, night)
        self._frame_tick = FrameTick(self._tick, lambda: self._player.next_event_at - self._now())
        for cue in stopped_cues(night.script):
            self.body.add_widget(Text(tr(cue.line), DISPLAY))
        self.body.add_widget(Text(tr("app.night.stopped_why"), LEAD, align="center", tone="ink_2"))
        self.restart_button = PrimaryButton(tr("app.night.restart"), context.navigator.pop, icon=Icon.AGAIN)
        self.end_button = SecondaryButton(tr("app.night.leave"), self._leave_night, icon=Icon.CLOSE)
        self.add_to_footer(self.end_button, self.restart_button)

    def enter(self) -> None:
        self._frame_tick.start()

    def leave(self) -> None:
        self._frame_tick.stop()

    def suspend(self) -> None:
        self._voice.handle_events(self._player.suspend(self._now()))

    def _tick(self, _: float) -> None:
        self._voice.handle_events(self._player.tick(self._now()))
        if self._player.is_waiting:
            self._app_context.speech.close_device_if_silent()

    def _leave_night(self) -> None:
        """Leave the night; the last line is still spoken, so that nobody keeps their eyes closed."""
        if not self._player.is_waiting or self._player.is_suspended:
            self._app_context.speech.announce(stopped_cues(self._night.script)[-1].line)
        self._app_context.navigator.pop(2)

    def handle_back(self) -> bool:
        self._leave_night()
        return True


class DawnPage(_LargeMessagePage, SetupFlowPage):
    """The night is over, after `duration` seconds if known; next is the game."""

    def __init__(self, context: AppContext, setup: NightSetup, duration: float | None = None) -> None:
        tr, night = context.tr, find_night_definition(setup)
        dawn = night.dawn_text(setup)
        bar = TitleBar(tr(f"app.game.{night.game}"), on_back=context.go_back)
        super().__init__(bar, Icon.SUN, 88 if dawn.card_tasks else 120)
        self._app_context, self._setup, self._duration = context, setup, duration
        self._game = night.game
        self.body.add_widget(Text(tr("app.night.dawn"), DISPLAY, size_sp=48, min_size=30))
        starter = tr(dawn.starter_key, name=dawn.starter_name)
        self.body.add_widget(Text(starter, size_sp=20, align="center"))
        if dawn.card_tasks:
            steps = (Text(tr(key, name=name), LEAD) for key, name in dawn.card_tasks)
            self.body.add_widget(Card(*steps, gap=12))
        if dawn.rules:
            rules = (Text(tr(key), MUTED) for key in dawn.rules)
            self.body.add_widget(Card(build_heading(Icon.INFO, tr(dawn.rules_title)), *rules, gap=10))
        self.replay_button = SecondaryButton(tr("app.night.replay"), self._replay, icon=Icon.AGAIN)
        self.main = PrimaryButton(tr(dawn.next_key), self._start_game, forward=True)
        self.add_to_footer(self.replay_button, self.main)

    def create_bookmark(self) -> SetupBookmark:
        before = self._app_context.resume_state.bookmark
        return make_prepared_bookmark(before, self._game, self._setup, SetupStep.DAWN, keep_selection=True)

    def _start_game(self) -> None:
        self._app_context.start_session(get_game(self._game).rules, self._setup, self._duration)

    def _replay(self) -> None:
        self._app_context.navigator.pop()
        self._app_context.speech.start_night(self._setup)
