"""A backup before it is brought back: what it would add, and what stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from companion.i18n.dates import written
from companion.past.coming import About, Line, Preview, added
from companion.screens.sheet_buttons import closed_first
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton
from companion.widgets.text import Glyph, Text

_SIGNS: Final = {
    About.GAMES: Icon.HISTORY,
    About.MAPS: Icon.MAP,
    About.GROUPS: Icon.PEOPLE,
    About.PEOPLE: Icon.PERSON,
    About.RECORDINGS: Icon.MICROPHONE,
    About.SETTINGS: Icon.SETTINGS,
}


def open_restore(
    shell: Shell,
    preview: Preview,
    recordings: int,
    restore: Callable[[], object],
    leave: Callable[[], object],
) -> None:
    """`recordings` is how many lines come with it that nobody has recorded here; `leave` is called where
    somebody has read it and brings nothing back."""
    tr, stage = shell.tr, shell.stage
    after = Column(gap=4)
    if preview.here:
        after.add_widget(Text(tr("app.files.restore_here", n=preview.here), tone="ink_2"))
    if preview.unreadable:
        after.add_widget(Text(tr("app.files.restore_unreadable", n=preview.unreadable), tone="ember"))
    if preview.empty and not recordings:
        nothing = Text(tr("app.files.restore_nothing"), size_sp=18)
        stage.open_sheet(Sheet(tr("app.files.restore"), nothing, after, on_close=closed_first(stage, leave)))
        return
    lines = added(tr, preview, recordings, partial(_day, shell))
    button = MainButton(tr("app.files.restore_do"), closed_first(stage, restore), icon=Icon.CHECK)
    stage.open_sheet(
        Sheet(
            tr("app.files.restore"),
            Text(tr("app.files.restore_stays"), tone="ink_2"),
            Column(*map(_line, lines), gap=8),
            after,
            on_close=closed_first(stage, leave),
            footer=button,
        )
    )


def _line(line: Line) -> Row:
    told = Column(Text(line.words, size_sp=18, weight=500), gap=0, pos_hint={"center_y": 0.5})
    if line.below:
        told.add_widget(Text(line.below, tone="ink_2"))
    return Row(Glyph(_SIGNS[line.about], 26, tone="candle", pos_hint={"center_y": 0.5}), told, gap=12)


def _day(shell: Shell, moment: float) -> str:
    day = datetime.fromtimestamp(moment)
    return written(shell.tr, day.year, day.month, day.day)
