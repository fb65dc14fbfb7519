"""Two small sheets of the seats screen: one seat, and the groups that are remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from kivy.metrics import dp

from companion.games.game import ProblemError
from companion.games.seats import unnamed
from companion.screens.faces import Faces
from companion.screens.names import NameEntry, typed_name
from companion.shell import Group, Shell
from companion.widgets.cards import RoundButton
from companion.widgets.face import FaceDisc
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import Box
from companion.widgets.sheet import Sheet
from companion.widgets.tap import IconButton, SideButton, Tap, shaded
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_CELL, TARGET, paint


class Typing(NamedTuple):
    """What was left half typed in the field of a sheet, if anything, and what becomes of it: `keep` it with
    every key, or `give_up`, where somebody puts the sheet away."""

    typed: str | None
    keep: Callable[[str], object]
    give_up: Callable[[], object]


class SeatSheet(Sheet):
    """One player: another name, another seat, or away."""

    def __init__(
        self,
        shell: Shell,
        name: str,
        rename: Callable[[str], object],
        move: Callable[[int], object],
        remove: Callable[[], object],
        typing: Typing,
        about: Callable[[], object] | None,
    ) -> None:
        """`about` leads to all that is known of them; None for a seat without a name."""
        tr = shell.tr
        typed = typed_name(name) if typing.typed is None else typing.typed
        entry = NameEntry(shell, typed, rename, typing.keep)
        self.field = entry.field
        known = () if about is None else (SideButton(tr("people.about", name=name), about, icon=Icon.PERSON),)
        super().__init__(
            tr.player(name),
            entry,
            Row(
                SideButton(tr("app.seats.earlier"), lambda: move(-1), icon=Icon.ARROW_UP),
                SideButton(tr("app.seats.later"), lambda: move(1), icon=Icon.ARROW_DOWN),
                gap=8,
            ),
            *known,
            SideButton(tr("app.seats.remove"), remove, icon=Icon.TRASH, tone="evil"),
            on_close=typing.give_up,
        )


class GroupsSheet(Sheet):
    """Whole tables by name: seat one, keep this one, let one go."""

    def __init__(
        self,
        shell: Shell,
        players: Sequence[str],
        seat: Callable[[Sequence[str]], object],
        typing: Typing,
    ) -> None:
        self._shell = shell
        self._players = tuple(players)
        self._seat = seat
        tr = shell.tr
        self._list = Column(gap=8)
        self.field = Field(tr("app.groups.name_hint"), self.save)
        self.field.text = typing.typed or ""
        self.field.bind(text=lambda _, text: typing.keep(text))
        self._trouble = Text("", tone="evil", size_sp=16)
        keep = Column(
            Text(tr("app.groups.keep", names=self._players), tone="ink_2"),
            Row(self.field, RoundButton(Icon.GROUP_SAVE, lambda: self.save(self.field.text)), gap=8),
            self._trouble,
            gap=8,
        )
        # A group is known by its people: seats alone are none.
        parts = [self._list] + ([] if all(map(unnamed, self._players)) else [keep])
        self._give_up = typing.give_up
        everybody = SideButton(tr("people.title"), self._open_people, icon=Icon.PEOPLE, outlined=True)
        super().__init__(tr("app.groups.title"), *parts, everybody, on_close=typing.give_up)
        self._show()

    def save(self, typed: str) -> None:
        try:
            self._shell.rosters.save_group(typed, self._players)
        except ProblemError as wrong:
            self._trouble.content = self._shell.tr.problem(wrong.problem)
            return
        self.field.text = ""
        self._trouble.content = ""
        self._show()

    def _show(self) -> None:
        self._list.clear_widgets()
        groups, faces = self._shell.rosters.groups(), Faces(self._shell)
        if not groups:
            self._list.add_widget(Text(self._shell.tr("app.groups.none"), tone="ink_2"))
        for group in groups:
            discs = [FaceDisc(faces.of(name), 30) for name in group.players]
            members = self._shell.tr.join(group.players)
            row = _GroupRow(group.name, members, discs, partial(self._take, group))
            away = IconButton(Icon.TRASH, partial(self._delete, group), tone="ink_2", size=22)
            self._list.add_widget(Row(row, away, gap=4))

    def _delete(self, group: Group) -> None:
        rosters, tr = self._shell.rosters, self._shell.tr
        if not self._shell.attempt(lambda: rosters.delete_group(group.id)):
            return
        self._show()

        def restore() -> None:
            self._shell.attempt(lambda: rosters.restore_group(group))
            self._show()

        self._shell.toaster.show(
            tr("app.groups.deleted", group=group.name), action=tr("app.undo"), on_action=restore
        )

    def _open_people(self) -> None:
        from companion.screens.people import PeoplePage

        self._give_up()
        self._shell.visit(PeoplePage)

    def _take(self, group: Group) -> None:
        self._shell.attempt(lambda: self._shell.rosters.use_group(group.id))
        self._seat(group.players)


class _GroupRow(Tap):
    def __init__(
        self, name: str, members: str, discs: Sequence[FaceDisc], on_tap: Callable[[], object]
    ) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, padding=(dp(14), dp(10)), spacing=dp(2),
        )  # fmt: skip
        self._box = Box(self, radius=RADIUS_CELL, ground=paint("raised"))
        self.add_widget(Text(name, weight=500, size_sp=18, most=2))
        self.add_widget(Wrap(*discs, gap=4))
        self.add_widget(Text(members, tone="ink_2", most=2))
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TARGET))))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("raised"), 0.08) if pressed else paint("raised"))
