"""A night that waits: what was said of it, where it will go on and why there, and the ways on, found with
shut eyes."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import NamedTuple

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.i18n.translator import Translator
from companion.narrator.events import PlayerSnapshot
from companion.narrator.night import PreparedNight
from companion.scripts.asides import paused_cue
from companion.scripts.nights import load_night_definition
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Spacer
from companion.widgets.night_buttons import NightButton
from companion.widgets.shapes import RoundedBox
from companion.widgets.step_bar import StepBar
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, sp, theme_colour

# Below this height in dp, at the usual size of letters, there is room for words and buttons alone.
_COMPACT_HEIGHT_SP = 660
# Lower than this the buttons stand in one row, on a screen that is wide enough for it.
_LOW_HEIGHT_DP, _MIN_ROW_WIDTH_DP = 480, 380


class PausedActions(NamedTuple):
    """What the buttons do."""

    back: Callable[[], object]
    stop: Callable[[], object]
    resume: Callable[[], object]


class PausedFace(Column):
    def __init__(self, tr: Translator, night: PreparedNight, actions: PausedActions) -> None:
        self._tr = tr
        self._night = night
        self._label = load_night_definition(night.script.game).label_key
        self._bar = StepBar(len(night.script.cues), past="rim", upcoming="night_groove")
        self._step = Text("", tone="night_ink", max_lines=1, min_size=11)
        self._time_left = Text("", tone="night_ink", align="end", max_lines=1, min_size=11)
        self._eye = IconLabel(Icon.EYE_CLOSED, 56, tone="candle_fill", pos_hint={"center_x": 0.5})
        self.words = Text(
            " ".join(
                night.rendered_line(language, paused_cue(night.script).line).text
                for language in night.languages
            ),
            face="title",
            size_sp=44,
            min_size=16,
            align="center",
            autosize="none",
        )
        self.words.color = theme_colour("night_line")
        self._reason = _Reason()
        self.back_button = NightButton(tr("app.night.back"), Icon.BACK, actions.back, mirrored=True)
        self.stop_button = NightButton(
            tr("app.night.hold_to_stop"), Icon.HAND_STOP, on_long_press=actions.stop
        )
        self.resume_button = NightButton(tr("app.go_on"), Icon.PLAY, actions.resume, primary=True)
        self._hint = Text(tr("app.night.answers"), align="center", max_lines=2, tone="night_ink")
        self._small_buttons = Row(self.back_button, self.stop_button, gap=12)
        self._buttons = Column(self._small_buttons, self.resume_button, gap=12, pos_hint={"center_y": 0.5})
        self._texts = Column(self.words, self._reason, gap=10, size_hint_y=1)
        self._middle = BoxLayout(spacing=dp(12))
        for part in (self._texts, self._buttons):
            self._middle.add_widget(part)
        super().__init__(
            self._bar,
            Row(self._step, self._time_left, gap=12),
            Spacer(height=4),
            self._eye,
            self._middle,
            self._hint,
            gap=10,
            size_hint_y=1,
        )

    def fit(self, width: float, height: float, side: float) -> None:
        # On its side a phone has its height for one thing: the buttons stand beside the words.
        is_landscape = width > height
        self._middle.orientation = "horizontal" if is_landscape else "vertical"
        # As half of a screen it has hardly any: the buttons stand in one row.
        is_low = not is_landscape and height < dp(_LOW_HEIGHT_DP) and width >= dp(_MIN_ROW_WIDTH_DP)
        self._buttons.orientation = "horizontal" if is_low else "vertical"
        is_compact = height < sp(_COMPACT_HEIGHT_SP)
        self.padding = (side, dp(8 if is_compact else 24), side, dp(8 if is_compact else 20))
        self._hint.content = "" if is_compact else self._tr("app.night.answers")
        self._eye.size_sp = 0.1 if is_compact else 56
        self._reason.shorten(is_compact)
        # The one that is sought with shut eyes is the largest.
        self.resume_button.height = dp(84 if is_compact else 112)
        self.resume_button.size_hint_x = 1.0

    def show(self, snapshot: PlayerSnapshot) -> None:
        tr = self._tr
        self._bar.show(snapshot.resume_step)
        self._step.content = tr("app.night.goes_on_at", step=snapshot.resume_step, steps=snapshot.step_count)
        self._time_left.content = tr("app.night.left", n=ceil(snapshot.seconds_left))
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
    """Why the night does not go on where it was left; nothing where it does."""

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
        """Show the reason alone, or the steps as well."""
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
            mark = IconLabel(Icon.UNDO, 26, tone="candle_fill", mirrored=True, pos_hint={"center_y": 0.5})
            words = Text(reason, size_sp=18, min_size=14, weight=500, pos_hint={"center_y": 0.5})
            words.color = theme_colour("night_line")
            self.add_widget(Row(mark, words, gap=12))
        for step_name, status in rows:
            self.add_widget(
                Row(
                    Text(step_name, size_sp=16, min_size=12, tone="night_ink"),
                    Text(status, size_sp=16, min_size=12, tone="candle_fill", align="end"),
                    gap=12,
                )
            )
