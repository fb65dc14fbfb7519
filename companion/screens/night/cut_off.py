"""A night that was cut off when the app was ended. Nothing has been said since: people have most likely
looked up and read this."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import NamedTuple

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.i18n.translator import Translator
from companion.narrator.events import Snapshot
from companion.narrator.night import Night
from companion.scripts.nights import night_of
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Row
from companion.widgets.night_buttons import NightButton
from companion.widgets.step_bar import StepBar
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look, paint, sp

# Below this height in dp, at the usual size of letters, there is room for a few words and the buttons alone.
# On its side a screen has the buttons beside the words.
_CRAMPED, _CRAMPED_LYING = 660, 420


class CutOffWays(NamedTuple):
    """What the buttons do."""

    begin_anew: Callable[[], object]
    go_on: Callable[[], object]


class CutOffFace(Column):
    def __init__(self, tr: Translator, night: Night, ways: CutOffWays) -> None:
        self._tr = tr
        self._script = night.script
        self._bar = StepBar(len(night.script.cues), past="rim", ahead="night_groove")
        self._step = Text("", tone="night_ink", most=1, smallest=11)
        self._left = Text("", tone="night_ink", align="end", most=1, smallest=11)
        self._eye = Glyph(Icon.EYE, 56, tone="candle_fill", pos_hint={"center_x": 0.5})
        self.words = Text("", face="title", size_sp=40, smallest=16, align="center", grow="none")
        self._how = Text("", size_sp=18, smallest=14, weight=500, align="center")
        self._seen = Text("", size_sp=16, smallest=12, align="center", tone="night_ink")
        for part in (self.words, self._how):
            part.color = paint("night_line")
        self.begin_anew = NightButton(tr("app.left.begin_anew"), Icon.AGAIN, ways.begin_anew)
        self.go_on = NightButton(tr("app.go_on"), Icon.PLAY, ways.go_on, main=True)
        self._keys = Column(gap=12, pos_hint={"center_y": 0.5})
        self._told = Column(self.words, self._how, self._seen, gap=10, size_hint_y=1)
        self._middle = BoxLayout(spacing=dp(12))
        self._laid: object = None
        super().__init__(
            self._bar,
            Row(self._step, self._left, gap=12),
            Gap(height=4),
            self._eye,
            self._middle,
            gap=10,
            size_hint_y=1,
        )

    def fit(self, width: float, height: float, side: float) -> None:
        lying = width > height
        cramped = height < sp(_CRAMPED_LYING if lying else _CRAMPED)
        self.padding = (side, dp(8 if cramped else 24), side, dp(8 if cramped else 20))
        self._eye.size_sp = 0.1 if cramped else 56
        self._seen.content = "" if cramped else self._tr("app.left.night_seen")
        self.go_on.height = dp(84 if cramped else 112)
        self.go_on.size_hint_x = 1.0
        if self._laid != (lying, cramped):
            self._laid = lying, cramped
            self._lay_out(lying=lying, cramped=cramped)

    def _lay_out(self, *, lying: bool, cramped: bool) -> None:
        self._middle.orientation = "horizontal" if lying else "vertical"
        self._middle.clear_widgets()
        for part in (self._keys, self._told) if lying and look().rtl else (self._told, self._keys):
            self._middle.add_widget(part)
        self._keys.clear_widgets()
        keys = (self.begin_anew, self.go_on)
        for key in keys:
            if key.parent is not None:
                key.parent.remove_widget(key)
        for part in (Row(*keys, gap=12),) if cramped and not lying else keys:
            self._keys.add_widget(part)

    def show(self, now: Snapshot) -> None:
        tr = self._tr
        self._bar.show(now.goes_on_at)
        self._step.content = tr("app.night.goes_on_at", step=now.goes_on_at, steps=now.steps)
        self._left.content = tr("app.night.left", n=ceil(now.seconds_left))
        self.words.content = tr("app.left.night_cut_off", step=now.step, steps=now.steps)
        if now.goes_on_at == 1:
            self._how.content = tr("app.left.night_anew")
        else:
            kind = self._script.cues[now.goes_on_at - 1].kind
            what = tr(night_of(self._script.game).label(kind))
            self._how.content = tr("app.left.night_how", step=now.goes_on_at, what=what)
