"""The list of steps: what was said, what is said now, what is to come."""

from __future__ import annotations

from collections.abc import Callable

from companion.i18n.translator import Translator
from companion.scripts.cues import Script
from companion.scripts.nights import night_of
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import Glyph, Text


class StepsSheet(Sheet):
    def __init__(self, tr: Translator, script: Script, now: int, on_close: Callable[[], object]) -> None:
        rows = []
        label = night_of(script.game).label
        for number, cue in enumerate(script.cues):
            done, here = number < now, number == now
            mark = Icon.CHECK if done else Icon.FORWARD if here else Icon.RING
            tone = "candle" if here else "ink_2" if done else "ink_3"
            words = Text(
                tr("app.night.list", step=number + 1, what=tr(label(cue.kind))),
                weight=700 if here else 400,
                size_sp=18,
                tone="ink" if here else "ink_2",
                pos_hint={"center_y": 0.5},
            )
            rows.append(
                Row(Glyph(mark, 22, tone=tone, mirrored=here, pos_hint={"center_y": 0.5}), words, gap=12)
            )
        super().__init__(tr("app.night.steps"), *rows, on_close=on_close)
