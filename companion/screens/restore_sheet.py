"""A backup before it is brought back: what it would add, and what stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from companion.i18n.dates import written
from companion.screens.sheet_buttons import closed_first
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton
from companion.widgets.text import Glyph, Text

if TYPE_CHECKING:
    from companion.shell import Preview


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
    added = Column(*_added(shell, preview, recordings), gap=8)
    button = MainButton(tr("app.files.restore_do"), closed_first(stage, restore), icon=Icon.CHECK)
    stage.open_sheet(
        Sheet(
            tr("app.files.restore"),
            Text(tr("app.files.restore_stays"), tone="ink_2"),
            added,
            after,
            on_close=closed_first(stage, leave),
            footer=button,
        )
    )


def _added(shell: Shell, preview: Preview, recordings: int) -> Iterator[Row]:
    tr = shell.tr
    if preview.games:
        yield _line(Icon.HISTORY, tr("app.files.restore_games", n=preview.games), _days(shell, preview))
    if preview.goes_on:
        yield _line(Icon.HISTORY, tr("backup.goes_on", n=preview.goes_on))
    if preview.notes:
        yield _line(Icon.HISTORY, tr("backup.notes", n=preview.notes))
    if preview.maps:
        yield _line(Icon.MAP, tr("app.files.restore_maps", n=preview.maps))
    if preview.maps_more:
        yield _line(Icon.MAP, tr("app.files.restore_maps_more", n=preview.maps_more))
    if preview.groups:
        yield _line(Icon.PEOPLE, tr("app.files.restore_groups", n=preview.groups))
    if preview.players:
        yield _line(Icon.PERSON, tr("app.files.restore_players", n=preview.players))
    if preview.people:
        yield _line(Icon.PERSON, tr("backup.people", n=preview.people))
    if recordings:
        yield _line(Icon.MICROPHONE, tr("app.files.restore_recordings", n=recordings))
    if preview.settings:
        yield _line(Icon.SETTINGS, tr("app.files.restore_settings"))


def _line(icon: Icon, words: str, below: str = "") -> Row:
    told = Column(Text(words, size_sp=18, weight=500), gap=0, pos_hint={"center_y": 0.5})
    if below:
        told.add_widget(Text(below, tone="ink_2"))
    return Row(Glyph(icon, 26, tone="candle", pos_hint={"center_y": 0.5}), told, gap=12)


def _days(shell: Shell, preview: Preview) -> str:
    if preview.first is None or preview.last is None:
        return ""
    first, last = (_day(shell, moment) for moment in (preview.first, preview.last))
    if first == last:
        return shell.tr("app.files.restore_day", day=first)
    return shell.tr("app.files.restore_days", first=first, last=last)


def _day(shell: Shell, moment: float) -> str:
    day = datetime.fromtimestamp(moment)
    return written(shell.tr, day.year, day.month, day.day)
