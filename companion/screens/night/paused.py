"""A night that waits: what was said of it, where it will go on and why there, and the ways on, found with
shut eyes."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import NamedTuple

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.i18n.translator import Translator
from companion.narrator.events import Snapshot
from companion.narrator.night import Night
from companion.scripts.asides import paused
from companion.scripts.nights import night_of
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Row
from companion.widgets.night_buttons import NightButton
from companion.widgets.shapes import Box
from companion.widgets.step_bar import StepBar
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, paint, sp

# Below this height in dp, at the usual size of letters, there is room for words and buttons alone.
_CRAMPED = 660
# Lower than this the buttons stand in one row, on a screen that is wide enough for it.
_LOW, _ABREAST = 480, 380


class Ways(NamedTuple):
    """What the buttons do."""

    back: Callable[[], object]
    stop: Callable[[], object]
    go_on: Callable[[], object]


class PausedFace(Column):
    def __init__(self, tr: Translator, night: Night, ways: Ways) -> None:
        self._tr = tr
        self._night = night
        self._label = night_of(night.script.game).label
        self._bar = StepBar(len(night.script.cues), past="rim", ahead="night_groove")
        self._step = Text("", tone="night_ink", most=1, smallest=11)
        self._left = Text("", tone="night_ink", align="end", most=1, smallest=11)
        self._eye = Glyph(Icon.EYE_CLOSED, 56, tone="candle_fill", pos_hint={"center_x": 0.5})
        self.words = Text(
            " ".join(night.said(language, paused(night.script).line).text for language in night.languages),
            face="title",
            size_sp=44,
            smallest=16,
            align="center",
            grow="none",
        )
        self.words.color = paint("night_line")
        self._why = _Reason()
        self.back = NightButton(tr("app.night.back"), Icon.BACK, ways.back, mirrored=True)
        self.stop = NightButton(tr("app.night.hold_to_stop"), Icon.HAND_STOP, on_hold=ways.stop)
        self.go_on = NightButton(tr("app.go_on"), Icon.PLAY, ways.go_on, main=True)
        self._hint = Text(tr("app.night.answers"), align="center", most=2, tone="night_ink")
        self._small = Row(self.back, self.stop, gap=12)
        self._keys = Column(self._small, self.go_on, gap=12, pos_hint={"center_y": 0.5})
        self._told = Column(self.words, self._why, gap=10, size_hint_y=1)
        self._middle = BoxLayout(spacing=dp(12))
        for part in (self._told, self._keys):
            self._middle.add_widget(part)
        super().__init__(
            self._bar,
            Row(self._step, self._left, gap=12),
            Gap(height=4),
            self._eye,
            self._middle,
            self._hint,
            gap=10,
            size_hint_y=1,
        )

    def fit(self, width: float, height: float, side: float) -> None:
        # On its side a phone has its height for one thing: the buttons stand beside the words.
        lying = width > height
        self._middle.orientation = "horizontal" if lying else "vertical"
        # As half of a screen it has hardly any: the buttons stand in one row.
        low = not lying and height < dp(_LOW) and width >= dp(_ABREAST)
        self._keys.orientation = "horizontal" if low else "vertical"
        cramped = height < sp(_CRAMPED)
        self.padding = (side, dp(8 if cramped else 24), side, dp(8 if cramped else 20))
        self._hint.content = "" if cramped else self._tr("app.night.answers")
        self._eye.size_sp = 0.1 if cramped else 56
        self._why.shorten(cramped)
        # The one that is sought with shut eyes is the largest.
        self.go_on.height = dp(84 if cramped else 112)
        self.go_on.size_hint_x = 1.0

    def show(self, now: Snapshot) -> None:
        tr = self._tr
        self._bar.show(now.goes_on_at)
        self._step.content = tr("app.night.goes_on_at", step=now.goes_on_at, steps=now.steps)
        self._left.content = tr("app.night.left", n=ceil(now.seconds_left))
        rows = []
        if now.goes_on_at < now.step:
            for step, what in ((now.goes_on_at, "app.night.next_heard"), (now.step, "app.night.left_here")):
                kind = self._night.script.cues[step - 1].kind
                rows.append((tr("app.night.list", step=step, what=tr(self._label(kind))), tr(what)))
        self._why.show(tr(now.missed) if now.missed else "", rows)


class _Reason(Column):
    """Why the night does not go on where it was left; nothing where it does."""

    def __init__(self) -> None:
        super().__init__(gap=8)
        self._reason: str = ""
        self._rows: list[tuple[str, str]] = []
        self._is_short = False
        self._box = Box(self, radius=RADIUS_CARD, ground=(0, 0, 0, 0))

    def show(self, why: str, rows: list[tuple[str, str]]) -> None:
        if (why, rows) != (self._reason, self._rows):
            self._reason, self._rows = why, rows
            self._build()

    def shorten(self, is_short: bool) -> None:
        """Show the reason alone, or the steps as well."""
        if is_short != self._is_short:
            self._is_short = is_short
            self._build()

    def _build(self) -> None:
        why = self._reason
        rows = [] if self._is_short and why else self._rows
        self.clear_widgets()
        shown = bool(why or rows)
        self._box.paint(ground=paint("night_raised") if shown else (0, 0, 0, 0))
        self.padding = (dp(16), dp(12)) if shown else 0
        if why:
            mark = Glyph(Icon.UNDO, 26, tone="candle_fill", mirrored=True, pos_hint={"center_y": 0.5})
            words = Text(why, size_sp=18, smallest=14, weight=500, pos_hint={"center_y": 0.5})
            words.color = paint("night_line")
            self.add_widget(Row(mark, words, gap=12))
        for what, note in rows:
            self.add_widget(
                Row(
                    Text(what, size_sp=16, smallest=12, tone="night_ink"),
                    Text(note, size_sp=16, smallest=12, tone="candle_fill", align="end"),
                    gap=12,
                )
            )
