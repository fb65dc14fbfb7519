"""Names of those who sit at a table, changed at any time: a list of the seats, and one of them typed anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.entry.naming import renamed
from companion.games.game import ProblemError
from companion.games.seats import unnamed
from companion.shell import AnySitting, AnyTable, Shell
from companion.widgets.cards import RoundButton
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton
from companion.widgets.text import Text

Names = tuple[str, ...]


class NameEntry(Column):
    """A field with a name in it. `take` gets what is typed and may raise a `ProblemError`, which is told."""

    def __init__(self, shell: Shell, name: str, take: Callable[[str], object]) -> None:
        self._tr = shell.tr
        self._take = take
        self.field = Field(self._tr("app.seats.name_hint"), self._try)
        self.field.text = "" if unnamed(name) else name
        self.done = RoundButton(Icon.CHECK, lambda: self._try(self.field.text))
        self._trouble = Text("", tone="evil", size_sp=16)
        super().__init__(Row(self.field, self.done, gap=8), self._trouble, gap=10)

    def _try(self, typed: str) -> None:
        try:
            self._take(typed)
        except ProblemError as wrong:
            self._trouble.content = self._tr.problem(wrong.problem)


class NamesSheet(Sheet):
    """Everybody at the table; a tap gives a seat another name, and then the others are at hand again.

    `rename` keeps the names of all seats, `shown` shows them wherever they stand.
    """

    def __init__(
        self, shell: Shell, names: Names, rename: Callable[[Names], object], shown: Callable[[], object]
    ) -> None:
        tr = shell.tr
        self._shell, self._names = shell, names
        self._rename, self._shown = rename, shown
        self.seats = [
            SideButton(tr.player(name), partial(self._type, seat), icon=Icon.PENCIL)
            for seat, name in enumerate(names)
        ]
        super().__init__(
            tr("app.names.title"),
            Text(tr("app.names.hint"), tone="ink_2"),
            Grid(*self.seats, gap=8, narrowest=140, most_columns=2),
            on_close=shell.stage.close_sheet,
        )

    def _type(self, seat: int) -> None:
        stage, name = self._shell.stage, self._names[seat]
        stage.close_sheet()
        entry = NameEntry(self._shell, name, partial(self._take, seat))
        stage.open_sheet(Sheet(self._shell.tr.player(name), entry, on_close=stage.close_sheet))

    def _take(self, seat: int, typed: str) -> None:
        shell = self._shell
        names = renamed(self._names, seat, typed, shell.tr.player)
        self._rename(names)
        if shell.seated == self._names:
            shell.seated = names
        shell.attempt(lambda: shell.rosters.remember(names[seat : seat + 1]))
        shell.stage.close_sheet()
        self._shown()
        shell.stage.open_sheet(NamesSheet(shell, names, self._rename, self._shown))


def open_names(shell: Shell, sitting: AnySitting) -> None:
    """Of a table on the screen: every page about it is built anew with the new names."""
    names = sitting.table.setup.players
    shell.stage.open_sheet(NamesSheet(shell, names, sitting.rename, shell.stage.rebuild))


def open_names_of(shell: Shell, table: AnyTable, shown: Callable[[], object]) -> None:
    """Of a table that nobody sits at just now."""
    shell.stage.open_sheet(NamesSheet(shell, table.setup.players, table.rename, shown))
