"""The list of steps: what was said, what is said now, what is to come."""

from __future__ import annotations

from collections.abc import Callable

from companion.i18n.translator import Translator
from companion.scripts.cues import Script
from companion.scripts.nights import load_night_definition
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text


class StepsSheet(Sheet):
    def __init__(self, tr: Translator, script: Script, current: int, on_close: Callable[[], object]) -> None:
        rows = []
        label = load_night_definition(script.game).label_key
        for index, cue in enumerate(script.cues):
            is_done, is_current = index < current, index == current
            mark = Icon.CHECK if is_done else Icon.FORWARD if is_current else Icon.RING
            tone = "candle" if is_current else "ink_2" if is_done else "ink_3"
            words = Text(
                tr("app.night.list", step=index + 1, what=tr(label(cue.kind))),
                weight=700 if is_current else 400,
                size_sp=18,
                tone="ink" if is_current else "ink_2",
                pos_hint={"center_y": 0.5},
            )
            rows.append(
                Row(
                    IconLabel(mark, 22, tone=tone, mirrored=is_current, pos_hint={"center_y": 0.5}),
                    words,
                    gap=12,
                )
            )
        super().__init__(tr("app.night.steps"), *rows, on_close=on_close)
