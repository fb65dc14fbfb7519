"""What the night screen shows: one huge line, the ring of the hold, how far the night is, and the buttons."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import NamedTuple

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.i18n.translator import Translator
from companion.narrator.events import PlayerSnapshot
from companion.narrator.night import PreparedNight
from companion.scripts.cues import Hold
from companion.widgets.hold_ring import CountdownRing
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.night_buttons import NightButton
from companion.widgets.step_bar import StepBar
from companion.widgets.tap import IconButton
from companion.widgets.text import Text
from companion.widgets.theme import theme_colour

# Below this height in dp there is no room for the hint; below the other none for one thing above another,
# where the buttons find room in one row.
_COMPACT_HEIGHT_DP, _LOW_HEIGHT_DP, _MIN_ROW_WIDTH_DP = 560, 480, 380


def format_night_title(tr: Translator, night: PreparedNight) -> str:
    return tr("app.night.title", game=tr(f"app.game.{night.script.game}"))


class NightActions(NamedTuple):
    """What the buttons do."""

    darken: Callable[[], object]
    open_steps: Callable[[], object]
    back: Callable[[], object]
    repeat: Callable[[], object]
    shorten: Callable[[], object]
    pause: Callable[[], object]


class NightFace(Column):
    def __init__(self, tr: Translator, night: PreparedNight, actions: NightActions) -> None:
        self._tr = tr
        self._night = night
        self._shown_line = ""
        self.darken_button = IconButton(Icon.MOON, actions.darken, tone="night_ink")
        self.steps_button = IconButton(Icon.MENU_LIST, actions.open_steps, tone="night_ink", mirrored=True)
        title = Text(
            format_night_title(tr, night),
            size_sp=18,
            min_size=12,
            max_lines=1,
            weight=500,
            align="center",
            tone="night_ink",
            pos_hint={"center_y": 0.5},
        )
        self._bar = StepBar(len(night.script.cues), past="rim", upcoming="night_groove")
        self._step = Text("", tone="night_ink", max_lines=1, min_size=11)
        self._time_left = Text("", tone="night_ink", align="end", max_lines=1, min_size=11)
        self.line = Text("", face="title", size_sp=66, min_size=12, align="center", autosize="none")
        self.line.color = theme_colour("night_line")
        self.second = Text("", size_sp=28, min_size=11, align="center", autosize="none", tone="night_ink")
        self.ring = CountdownRing(pos_hint={"center_x": 0.5, "center_y": 0.5})
        self.back_button = NightButton(tr("app.night.back"), Icon.BACK, actions.back, mirrored=True)
        self.repeat_button = NightButton(tr("app.night.again"), Icon.AGAIN, actions.repeat)
        self.shorten_button = NightButton(tr("app.night.shorten"), Icon.SKIP, actions.shorten, mirrored=True)
        self.pause_button = NightButton(tr("app.pause"), Icon.PAUSE, actions.pause, primary=True)
        self._hint = Text("", align="center", max_lines=2)
        self._hint.color = theme_colour("night_ink", 0.75)
        self._buttons = Column(
            Row(self.back_button, self.repeat_button, self.shorten_button, gap=12), self.pause_button, gap=12
        )
        self._is_audible, self._is_compact = True, False
        self._middle = BoxLayout(spacing=dp(10))
        self._middle.add_widget(Column(self.line, self.second, gap=6, size_hint_y=1))
        self._middle.add_widget(self.ring)
        super().__init__(
            Row(self.darken_button, title, self.steps_button, gap=8, padding=(0, dp(4))),
            self._bar,
            Row(self._step, self._time_left, gap=12),
            self._middle,
            self._buttons,
            self._hint,
            gap=8,
            size_hint_y=1,
        )

    def fit(self, width: float, height: float, side: float) -> None:
        """To a screen of this size, with so much room at its sides."""
        # On its side, or as half of a screen, a phone has no height for the ring below the words: it stands
        # beside them, and the buttons in one row.
        is_landscape = width > height or (height < dp(_LOW_HEIGHT_DP) and width >= dp(_MIN_ROW_WIDTH_DP))
        self._middle.orientation = "horizontal" if is_landscape else "vertical"
        across = min(dp(200), height * (0.36 if is_landscape else 0.21))
        self.ring.size = (across, across)
        is_compact = height < dp(_COMPACT_HEIGHT_DP)
        self._is_compact = is_compact
        self._hint.content = self._format_hint()
        self._buttons.orientation = "horizontal" if is_landscape else "vertical"
        self.pause_button.size_hint_x = 0.6 if is_landscape else 1.0
        self.padding = (side, dp(4), side, dp(8 if is_compact else 20))

    def show(self, snapshot: PlayerSnapshot) -> None:
        tr = self._tr
        self._show_line(snapshot)
        self._bar.show(snapshot.step)
        self._step.content = tr("app.night.step", step=snapshot.step, steps=snapshot.step_count)
        self._time_left.content = tr("app.night.left", n=ceil(snapshot.seconds_left))
        self.shorten_button.enabled = snapshot.hold is not Hold.NONE
        if snapshot.hold in (Hold.ACT, Hold.LOOK) and snapshot.hold_seconds:
            label_key = "app.night.to_look" if snapshot.hold is Hold.LOOK else "app.night.to_act"
            left = ceil(snapshot.hold_seconds_left)
            self.ring.show(
                snapshot.hold_seconds_left / snapshot.hold_seconds,
                tr.format_number(left),
                tr(label_key, n=left),
            )
        else:
            self.ring.show(0.0, "", "")

    def set_audible(self, is_audible: bool) -> None:
        """Whether there is a device that lets the voice be heard."""
        self._is_audible = is_audible
        self._hint.content = self._format_hint()

    def _format_hint(self) -> str:
        if not self._is_audible:
            return self._tr("app.night.unheard")
        return "" if self._is_compact else self._tr("app.night.hint")

    def _show_line(self, snapshot: PlayerSnapshot) -> None:
        line = snapshot.line if snapshot.interjection is None else snapshot.interjection.line
        main, *others = (self._night.rendered_line(language, line).text for language in self._night.languages)
        if line != self._shown_line:
            self._shown_line = line
            self.line.content = main
            self.second.content = " ".join(others)
            self.second.size_hint_y = 0.5 if others else 0.001
        is_main_language = snapshot.language in self._night.languages[:1]
        self.second.opacity = 0.6 if is_main_language else 1.0
