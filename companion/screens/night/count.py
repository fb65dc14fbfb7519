"""The count before the night: one huge number, for whoever puts the phone in the middle of the table."""

from __future__ import annotations

from companion.i18n.translator import Translator
from companion.narrator.events import PlayerSnapshot
from companion.scripts.asides import COUNTDOWN_SECONDS
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Spacer
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import sp, theme_colour

_MOON_SP = 48
# A phone on its side is lower than this.
_MIN_HEIGHT_FOR_MOON_SP = 420


class CountdownFace(Column):
    def __init__(self, tr: Translator) -> None:
        self._tr = tr
        self.number = Text(
            "",
            weight=700,
            size_sp=180,
            min_size=60,
            align="center",
            autosize="none",
            scaled=False,
            max_lines=1,
        )
        self.number.color = theme_colour("night_line")
        self.number.size_hint_y = 2
        self._caption = Text(tr("app.night.count"), face="title", size_sp=28, min_size=16, align="center")
        self._caption.color = theme_colour("night_line")
        hint = Text(tr("app.night.count_back"), size_sp=18, min_size=12, align="center", tone="night_ink")
        self._moon = IconLabel(Icon.MOON, _MOON_SP, tone="candle_fill", pos_hint={"center_x": 0.5})
        super().__init__(
            Spacer(), self._moon, self.number, self._caption, Spacer(), hint, gap=12, size_hint_y=1
        )

    def fit(self, height: float, side: float) -> None:
        self.padding = (side, side, side, side)
        # The number needs what little height there is.
        self._moon.size_sp = 0.1 if height < sp(_MIN_HEIGHT_FOR_MOON_SP) else _MOON_SP

    def show(self, snapshot: PlayerSnapshot) -> None:
        self.number.content = self._tr.format_number(snapshot.countdown or COUNTDOWN_SECONDS)
