"""A night that was cut off when the app was ended. Nothing has been said since: people have most likely
looked up and read this."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import NamedTuple

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.i18n.translator import Translator
from companion.narrator.events import PlayerSnapshot
from companion.narrator.night import PreparedNight
from companion.scripts.nights import load_night_definition
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Spacer
from companion.widgets.night_buttons import NightButton
from companion.widgets.step_bar import StepBar
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import look, sp, theme_colour

# Below this height in dp, at the usual size of letters, there is room for a few words and the buttons alone.
# On its side a screen has the buttons beside the words.
_INTERRUPTED_COMPACT_HEIGHT_SP, _COMPACT_LANDSCAPE_HEIGHT_SP = 660, 420


class InterruptedActions(NamedTuple):
    """What the buttons do."""

    restart: Callable[[], object]
    resume: Callable[[], object]


class InterruptedFace(Column):
    def __init__(self, tr: Translator, night: PreparedNight, actions: InterruptedActions) -> None:
        self._tr = tr
        self._script = night.script
        self._bar = StepBar(len(night.script.cues), past="rim", upcoming="night_groove")
        self._step = Text("", tone="night_ink", max_lines=1, min_size=11)
        self._time_left = Text("", tone="night_ink", align="end", max_lines=1, min_size=11)
        self._eye = IconLabel(Icon.EYE, 56, tone="candle_fill", pos_hint={"center_x": 0.5})
        self.words = Text("", face="title", size_sp=40, min_size=16, align="center", autosize="none")
        self._resume_text = Text("", size_sp=18, min_size=14, weight=500, align="center")
        self._warning_text = Text("", size_sp=16, min_size=12, align="center", tone="night_ink")
        for part in (self.words, self._resume_text):
            part.color = theme_colour("night_line")
        self.restart_button = NightButton(tr("app.left.begin_anew"), Icon.AGAIN, actions.restart)
        self.resume_button = NightButton(tr("app.go_on"), Icon.PLAY, actions.resume, primary=True)
        self._buttons = Column(gap=12, pos_hint={"center_y": 0.5})
        self._texts = Column(self.words, self._resume_text, self._warning_text, gap=10, size_hint_y=1)
        self._middle = BoxLayout(spacing=dp(12))
        self._layout_key: object = None
        super().__init__(
            self._bar,
            Row(self._step, self._time_left, gap=12),
            Spacer(height=4),
            self._eye,
            self._middle,
            gap=10,
            size_hint_y=1,
        )

    def fit(self, width: float, height: float, side: float) -> None:
        is_landscape = width > height
        is_compact = height < sp(_COMPACT_LANDSCAPE_HEIGHT_SP if is_landscape else _INTERRUPTED_COMPACT_HEIGHT_SP)
        self.padding = (side, dp(8 if is_compact else 24), side, dp(8 if is_compact else 20))
        self._eye.size_sp = 0.1 if is_compact else 56
        self._warning_text.content = "" if is_compact else self._tr("app.left.night_seen")
        self.resume_button.height = dp(84 if is_compact else 112)
        self.resume_button.size_hint_x = 1.0
        if self._layout_key != (is_landscape, is_compact):
            self._layout_key = is_landscape, is_compact
            self._arrange(is_landscape=is_landscape, is_compact=is_compact)

    def _arrange(self, *, is_landscape: bool, is_compact: bool) -> None:
        self._middle.orientation = "horizontal" if is_landscape else "vertical"
        self._middle.clear_widgets()
        for part in (
            (self._buttons, self._texts) if is_landscape and look().rtl else (self._texts, self._buttons)
        ):
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
        self._bar.show(snapshot.resume_step)
        self._step.content = tr("app.night.goes_on_at", step=snapshot.resume_step, steps=snapshot.step_count)
        self._time_left.content = tr("app.night.left", n=ceil(snapshot.seconds_left))
        self.words.content = tr("app.left.night_cut_off", step=snapshot.step, steps=snapshot.step_count)
        if snapshot.resume_step == 1:
            self._resume_text.content = tr("app.left.night_anew")
        else:
            kind = self._script.cues[snapshot.resume_step - 1].kind
            step_name = tr(load_night_definition(self._script.game).label_key(kind))
            self._resume_text.content = tr("app.left.night_how", step=snapshot.resume_step, what=step_name)
