"""A backup before it is brought back: what it would add, and what stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from companion.i18n.dates import format_date
from companion.past.coming import ImportPreview, PreviewLine, PreviewTopic, format_preview
from companion.screens.sheet_buttons import close_sheet_then
from companion.shell import AppContext
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.tap import PrimaryButton
from companion.widgets.text import IconLabel, Text

_ICONS: Final = {
    PreviewTopic.GAMES: Icon.HISTORY,
    PreviewTopic.MAPS: Icon.MAP,
    PreviewTopic.GROUPS: Icon.PEOPLE,
    PreviewTopic.PEOPLE: Icon.PERSON,
    PreviewTopic.RECORDINGS: Icon.MICROPHONE,
    PreviewTopic.SETTINGS: Icon.SETTINGS,
}


def open_restore_sheet(
    context: AppContext,
    preview: ImportPreview,
    recording_count: int,
    on_restore: Callable[[], object],
    on_cancel: Callable[[], object],
) -> None:
    """`recording_count` is how many lines come with it that nobody has recorded here; `on_cancel` is
    called where somebody has read it and brings nothing back."""
    tr, navigator = context.tr, context.navigator
    footnotes = Column(gap=4)
    if preview.existing_games:
        footnotes.add_widget(Text(tr("app.files.restore_here", n=preview.existing_games), tone="ink_2"))
    if preview.unreadable:
        footnotes.add_widget(Text(tr("app.files.restore_unreadable", n=preview.unreadable), tone="ember"))
    if preview.is_empty and not recording_count:
        nothing = Text(tr("app.files.restore_nothing"), size_sp=18)
        navigator.open_sheet(
            Sheet(
                tr("app.files.restore"), nothing, footnotes, on_close=close_sheet_then(navigator, on_cancel)
            )
        )
        return
    lines = format_preview(tr, preview, recording_count, partial(_format_day, context))
    button = PrimaryButton(
        tr("app.files.restore_do"), close_sheet_then(navigator, on_restore), icon=Icon.CHECK
    )
    navigator.open_sheet(
        Sheet(
            tr("app.files.restore"),
            Text(tr("app.files.restore_stays"), tone="ink_2"),
            Column(*map(_create_row, lines), gap=8),
            footnotes,
            on_close=close_sheet_then(navigator, on_cancel),
            footer=button,
        )
    )


def _create_row(line: PreviewLine) -> Row:
    labels = Column(Text(line.text, size_sp=18, weight=500), gap=0, pos_hint={"center_y": 0.5})
    if line.detail:
        labels.add_widget(Text(line.detail, tone="ink_2"))
    return Row(IconLabel(_ICONS[line.topic], 26, tone="candle", pos_hint={"center_y": 0.5}), labels, gap=12)


def _format_day(context: AppContext, timestamp: float) -> str:
    day = datetime.fromtimestamp(timestamp)
    return format_date(context.tr, day.year, day.month, day.day)
