"""The count before the night: one huge number, for whoever puts the phone in the middle of the table."""

from __future__ import annotations

from companion.i18n.translator import Translator
from companion.narrator.events import Snapshot
from companion.scripts.asides import COUNT_FROM
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import paint, sp

_MOON_SP = 48
# A phone on its side is lower than this.
_MIN_HEIGHT_FOR_MOON_SP = 420


class CountFace(Column):
    def __init__(self, tr: Translator) -> None:
        self._tr = tr
        self.number = Text(
            "", weight=700, size_sp=180, smallest=60, align="center", grow="none", scaled=False, most=1
        )
        self.number.color = paint("night_line")
        self.number.size_hint_y = 2
        self._what = Text(tr("app.night.count"), face="title", size_sp=28, smallest=16, align="center")
        self._what.color = paint("night_line")
        hint = Text(tr("app.night.count_back"), size_sp=18, smallest=12, align="center", tone="night_ink")
        self._moon = Glyph(Icon.MOON, _MOON_SP, tone="candle_fill", pos_hint={"center_x": 0.5})
        super().__init__(Gap(), self._moon, self.number, self._what, Gap(), hint, gap=12, size_hint_y=1)

    def fit(self, height: float, side: float) -> None:
        self.padding = (side, side, side, side)
        # The number needs what little height there is.
        self._moon.size_sp = 0.1 if height < sp(_MIN_HEIGHT_FOR_MOON_SP) else _MOON_SP

    def show(self, now: Snapshot) -> None:
        self.number.content = self._tr.number(now.count or COUNT_FROM)
