"""What the night screen shows: one huge line, the ring of the hold, how far the night is, and the buttons."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import NamedTuple

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.i18n.translator import Translator
from companion.narrator.events import Snapshot
from companion.narrator.night import Night
from companion.scripts.cues import Hold
from companion.widgets.hold_ring import HoldRing
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.night_buttons import NightButton
from companion.widgets.step_bar import StepBar
from companion.widgets.tap import IconButton
from companion.widgets.text import Text
from companion.widgets.theme import paint

# Below this height in dp there is no room for the hint; below the other none for one thing above another,
# where the buttons find room in one row.
_CRAMPED, _LOW, _ABREAST = 560, 480, 380


def night_title(tr: Translator, night: Night) -> str:
    return tr("app.night.title", game=tr(f"app.game.{night.script.game}"))


class Acts(NamedTuple):
    """What the buttons do."""

    darker: Callable[[], object]
    steps: Callable[[], object]
    back: Callable[[], object]
    again: Callable[[], object]
    shorten: Callable[[], object]
    pause: Callable[[], object]


class NightFace(Column):
    def __init__(self, tr: Translator, night: Night, acts: Acts) -> None:
        self._tr = tr
        self._night = night
        self._shown = ""
        self.darker = IconButton(Icon.MOON, acts.darker, tone="night_ink")
        self.list = IconButton(Icon.MENU_LIST, acts.steps, tone="night_ink", mirrored=True)
        title = Text(
            night_title(tr, night),
            size_sp=18,
            smallest=12,
            most=1,
            weight=500,
            align="center",
            tone="night_ink",
            pos_hint={"center_y": 0.5},
        )
        self._bar = StepBar(len(night.script.cues), past="rim", ahead="night_groove")
        self._step = Text("", tone="night_ink", most=1, smallest=11)
        self._left = Text("", tone="night_ink", align="end", most=1, smallest=11)
        self.line = Text("", face="title", size_sp=66, smallest=12, align="center", grow="none")
        self.line.color = paint("night_line")
        self.second = Text("", size_sp=28, smallest=11, align="center", grow="none", tone="night_ink")
        self.ring = HoldRing(pos_hint={"center_x": 0.5, "center_y": 0.5})
        self.back = NightButton(tr("app.night.back"), Icon.BACK, acts.back, mirrored=True)
        self.again = NightButton(tr("app.night.again"), Icon.AGAIN, acts.again)
        self.shorten = NightButton(tr("app.night.shorten"), Icon.SKIP, acts.shorten, mirrored=True)
        self.pause = NightButton(tr("app.pause"), Icon.PAUSE, acts.pause, main=True)
        self._hint = Text("", align="center", most=2)
        self._hint.color = paint("night_ink", 0.75)
        self._keys = Column(Row(self.back, self.again, self.shorten, gap=12), self.pause, gap=12)
        self._heard, self._cramped = True, False
        self._middle = BoxLayout(spacing=dp(10))
        self._middle.add_widget(Column(self.line, self.second, gap=6, size_hint_y=1))
        self._middle.add_widget(self.ring)
        super().__init__(
            Row(self.darker, title, self.list, gap=8, padding=(0, dp(4))),
            self._bar,
            Row(self._step, self._left, gap=12),
            self._middle,
            self._keys,
            self._hint,
            gap=8,
            size_hint_y=1,
        )

    def fit(self, width: float, height: float, side: float) -> None:
        """To a screen of this size, with so much room at its sides."""
        # On its side, or as half of a screen, a phone has no height for the ring below the words: it stands
        # beside them, and the buttons in one row.
        lying = width > height or (height < dp(_LOW) and width >= dp(_ABREAST))
        self._middle.orientation = "horizontal" if lying else "vertical"
        across = min(dp(200), height * (0.36 if lying else 0.21))
        self.ring.size = (across, across)
        cramped = height < dp(_CRAMPED)
        self._cramped = cramped
        self._hint.content = self._words_below()
        self._keys.orientation = "horizontal" if lying else "vertical"
        self.pause.size_hint_x = 0.6 if lying else 1.0
        self.padding = (side, dp(4), side, dp(8 if cramped else 20))

    def show(self, now: Snapshot) -> None:
        tr = self._tr
        self._show_line(now)
        self._bar.show(now.step)
        self._step.content = tr("app.night.step", step=now.step, steps=now.steps)
        self._left.content = tr("app.night.left", n=ceil(now.seconds_left))
        self.shorten.enabled = now.hold is not Hold.NONE
        if now.hold in (Hold.ACT, Hold.LOOK) and now.hold_seconds:
            words = "app.night.to_look" if now.hold is Hold.LOOK else "app.night.to_act"
            left = ceil(now.hold_left)
            self.ring.show(now.hold_left / now.hold_seconds, tr.number(left), tr(words, n=left))
        else:
            self.ring.show(0.0, "", "")

    def hear(self, heard: bool) -> None:
        """Whether there is a device that lets the voice be heard."""
        self._heard = heard
        self._hint.content = self._words_below()

    def _words_below(self) -> str:
        if not self._heard:
            return self._tr("app.night.unheard")
        return "" if self._cramped else self._tr("app.night.hint")

    def _show_line(self, now: Snapshot) -> None:
        line = now.line if now.aside is None else now.aside.line
        main, *others = (self._night.said(language, line).text for language in self._night.languages)
        if line != self._shown:
            self._shown = line
            self.line.content = main
            self.second.content = " ".join(others)
            self.second.size_hint_y = 0.5 if others else 0.001
        spoken = now.language in self._night.languages[:1]
        self.second.opacity = 0.6 if spoken else 1.0
