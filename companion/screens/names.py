"""Names of those who sit at a table, changed at any time: a list of the seats, and one of them typed anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.entry.naming import renamed
from companion.entry.whereabouts import Renaming
from companion.games.game import ProblemError
from companion.games.seats import unnamed
from companion.screens.faces import Faces
from companion.shell import AnySitting, AnyTable, Shell
from companion.widgets.cards import RoundButton
from companion.widgets.face import Face, FaceDisc
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton
from companion.widgets.text import Text

Names = tuple[str, ...]


class NameEntry(Column):
    """A field with a name in it, be it whole or half typed. `take` gets what is typed and may raise a
    `ProblemError`, which is told; `keep` gets it with every key."""

    def __init__(
        self,
        shell: Shell,
        name: str,
        take: Callable[[str], object],
        keep: Callable[[str], object] = lambda _: None,
        *,
        hint: str = "app.seats.name_hint",
        longest: int | None = None,
    ) -> None:
        self._tr = shell.tr
        self._take = take
        self.field = Field(self._tr(hint), self._try, longest=longest)
        self.field.text = name
        self.field.bind(text=lambda _, text: keep(text))
        self.done = RoundButton(Icon.CHECK, lambda: self._try(self.field.text))
        self._trouble = Text("", tone="evil", size_sp=16)
        super().__init__(Row(self.field, self.done, gap=8), self._trouble, gap=10)

    def _try(self, typed: str) -> None:
        try:
            self._take(typed)
        except ProblemError as wrong:
            self._trouble.content = self._tr.problem(wrong.problem)


def open_naming(
    shell: Shell,
    title: str,
    entry: NameEntry,
    *,
    keep: Callable[[str], object] = lambda _: None,
    typing: bool = True,
) -> None:
    """Have a name typed, at once unless it was found half typed. Put away, nothing is kept of it."""

    def close() -> None:
        keep("")
        shell.stage.close_sheet()

    shell.stage.open_sheet(Sheet(title, entry, on_close=close))
    entry.field.focus = typing


def typed_name(name: str) -> str:
    """What stands in the field of a seat: nothing where it has no name."""
    return "" if unnamed(name) else name


class NamesSheet(Sheet):
    """Everybody at the table; a tap gives a seat another name, and then the others are at hand again.

    `rename` keeps the names of all seats, `shown` shows them wherever they stand. `table` is the number the
    table is kept under, if it is: a name that is half typed when the app is ended is found again by it.
    """

    def __init__(
        self,
        shell: Shell,
        table: int | None,
        names: Names,
        rename: Callable[[Names], object],
        shown: Callable[[], object],
    ) -> None:
        tr = shell.tr
        self._shell, self._table, self._names = shell, table, names
        self._rename, self._shown = rename, shown
        faces = Faces(shell)
        self.seats = [
            _seat_button(tr.player(name), faces.chosen(name), partial(self.type, seat))
            for seat, name in enumerate(names)
        ]
        super().__init__(
            tr("app.names.title"),
            Text(tr("app.names.hint"), tone="ink_2"),
            Grid(*self.seats, gap=8, narrowest=140, most_columns=2),
            on_close=shell.stage.close_sheet,
        )

    def type(self, seat: int) -> None:
        """Have this seat's name typed, in the place of this sheet if it is open."""
        stage, name = self._shell.stage, self._names[seat]
        if stage.sheet is self:
            stage.close_sheet()
        left = self._shell.whereabouts.renaming
        half = left is not None and (left.table, left.seat) == (self._table, seat)
        typed = left.typed if left is not None and half else typed_name(name)
        entry = NameEntry(self._shell, typed, partial(self._take, seat), partial(self._keep, seat))
        stage.open_sheet(Sheet(self._shell.tr.player(name), entry, on_close=self._give_up))

    def _keep(self, seat: int, typed: str) -> None:
        if self._table is not None:
            self._shell.whereabouts.rename(Renaming(self._table, seat, typed))

    def _give_up(self) -> None:
        self._shell.whereabouts.rename(None)
        self._shell.stage.close_sheet()

    def _take(self, seat: int, typed: str) -> None:
        shell = self._shell
        names = renamed(self._names, seat, typed, shell.tr.player)
        self._rename(names)
        shell.whereabouts.rename(None)
        if shell.seated == self._names:
            shell.seated = names
        shell.attempt(lambda: shell.rosters.remember(names[seat : seat + 1]))
        shell.stage.close_sheet()
        self._shown()
        shell.stage.open_sheet(NamesSheet(shell, self._table, names, self._rename, self._shown))


def _seat_button(name: str, face: Face | None, on_tap: Callable[[], object]) -> SideButton:
    if face is None:
        return SideButton(name, on_tap, icon=Icon.PENCIL)
    return SideButton(name, on_tap, lead=FaceDisc(face, 32))


def open_names(shell: Shell, sitting: AnySitting) -> None:
    """Of a table on the screen: every page about it is built anew with the new names."""
    shell.stage.open_sheet(_names(shell, sitting))


def open_half_typed(shell: Shell, sitting: AnySitting) -> None:
    """The name that was being typed at this table when the app was ended, if one was."""
    left = shell.whereabouts.renaming
    if left is not None and left.table == sitting.table.number and left.seat in range(len(_people(sitting))):
        _names(shell, sitting).type(left.seat)


def _names(shell: Shell, sitting: AnySitting) -> NamesSheet:
    return NamesSheet(shell, sitting.table.number, _people(sitting), sitting.rename, shell.stage.rebuild)


def _people(sitting: AnySitting) -> Names:
    people: Names = sitting.table.setup.players
    return people


def open_names_of(shell: Shell, table: AnyTable, shown: Callable[[], object]) -> None:
    """Of a table that nobody sits at just now."""
    shell.stage.open_sheet(NamesSheet(shell, table.number, table.setup.players, table.rename, shown))
