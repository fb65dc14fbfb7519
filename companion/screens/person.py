"""Somebody who plays: what they are called and known by, their other names, their groups; or forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import ProblemError
from companion.games.seats import read_name
from companion.past.new_names import NewNames
from companion.past.people import COLOURS, MARKS, OtherName, Person
from companion.screens.counting_first import count_first
from companion.screens.faces import face_with
from companion.screens.labelled_rows import heading
from companion.screens.names import NameEntry
from companion.screens.other_names import changing_names, looking_at
from companion.screens.people_list import PeopleList, played
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.face import Face, FaceDisc
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Labelled, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import CLEAR, Disc
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton, Tap
from companion.widgets.text import Text
from companion.widgets.theme import paint

_TILE: Final = 56


@dataclass
class Whom:
    """Whose page it is, by any of their names. They may be called otherwise meanwhile, and the page that is
    built anew finds them."""

    reading: str


def open_person(shell: Shell, name: str) -> None:
    """By any of their names."""
    shell.visit(PersonPage, Whom(read_name(name)))


class PersonPage(Page):
    shows_kept = True

    def __init__(self, shell: Shell, whom: Whom) -> None:
        self._shell = shell
        self._whom = whom
        super().__init__(TitleBar(" ", " ", on_back=shell.back))

    def enter(self) -> None:
        count_first(self._shell, self, self._show)

    @property
    def person(self) -> Person | None:
        people = self._shell.people.all()
        return next((person for person in people if self._whom.reading in person.readings), None)

    # -- showing -----------------------------------------------------------------------------------------

    def _show(self) -> None:
        self.body.clear_widgets()
        person = self.person
        if person is None:
            # A backup was brought back meanwhile, or somebody took a name off a table.
            self.body.add_widget(Text(self._shell.tr("people.gone"), tone="ink_2"))
            return
        if self.bar is not None:
            self.bar.show(person.name, played(self._shell, person))
        for part in (self._who(person), self._looks(person), self._names(person), *self._groups(person)):
            self.body.add_widget(part)
        self.body.add_widget(self._forgetting(person))

    def _who(self, person: Person) -> Widget:
        tr = self._shell.tr
        self.disc = FaceDisc(face_with(person.name, person.mark, person.colour), 72)
        self.rename = SideButton(
            tr("people.rename"), self.open_rename, icon=Icon.PENCIL, pos_hint={"center_y": 0.5}
        )
        return Card(Row(self.disc, self.rename, gap=16))

    def _looks(self, person: Person) -> Card:
        tr = self._shell.tr
        mark = tr("people.look_none") if person.mark is None else tr(f"people.mark.{person.mark}")
        colour = tr("people.look_none") if person.colour is None else tr(f"people.colour.{person.colour}")
        letter = face_with(person.name, None, None).letter
        self.marks = {
            name: _Tile(
                face_with(person.name, name, person.colour if name == person.mark else None),
                partial(self._show_as, person, name, person.colour),
                chosen=name == person.mark,
            )
            for name in (None, *MARKS)
        }
        self.colours = {
            name: _Tile(
                Face(
                    letter if name is None else "",
                    Icon.CHECK if name and name == person.colour else None,
                    name,
                ),
                partial(self._show_as, person, person.mark, name),
                chosen=name == person.colour,
            )
            for name in (None, *COLOURS)
        }
        return Card(
            _chosen(tr("people.mark"), mark),
            Grid(*self.marks.values(), gap=4, narrowest=_TILE, most_columns=5),
            _chosen(tr("people.colour"), colour),
            Grid(*self.colours.values(), gap=4, narrowest=_TILE, most_columns=5),
            gap=8,
        )

    def _names(self, person: Person) -> Card:
        tr = self._shell.tr
        self.merge = SideButton(tr("people.same_as"), self.open_merge, icon=Icon.PERSON_ADD)
        others = [
            Labelled(
                Text(other.name, size_sp=18, weight=500, pos_hint={"center_y": 0.5}),
                SideButton(
                    tr("people.part"),
                    partial(self._part, other),
                    outlined=True,
                    size_hint_x=None,
                    width=dp(150),
                ),
            )
            for other in person.others
        ]
        why = tr("people.others_why") if not others else tr("people.others_counted", name=person.name)
        return Card(heading(Icon.PERSON, tr("people.others")), *others, Text(why, tone="ink_2"), self.merge)

    def _groups(self, person: Person) -> tuple[Card, ...]:
        """Those that they are in, by any of their names."""
        tr = self._shell.tr
        groups = [
            group
            for group in self._shell.rosters.groups()
            if any(read_name(name) in person.readings for name in group.players)
        ]
        rows = [
            Column(
                Text(group.name, size_sp=18, weight=500),
                Text(tr.join(group.players), tone="ink_2", most=2),
                gap=0,
            )
            for group in groups
        ]
        return (Card(heading(Icon.PEOPLE, tr("app.groups.title")), *rows),) if rows else ()

    def _forgetting(self, person: Person) -> Card:
        tr = self._shell.tr
        self.forget = SideButton(
            tr("people.forget", name=person.name), self._forget, icon=Icon.TRASH, tone="evil", outlined=True
        )
        return Card(
            heading(Icon.LOCK, tr("people.privacy")), Text(tr("people.forget_why"), tone="ink_2"), self.forget
        )

    # -- doing -------------------------------------------------------------------------------------------

    def _show_as(self, person: Person, mark: str | None, colour: str | None) -> None:
        if self._shell.attempt(lambda: self._shell.people.show_as(person, mark, colour)):
            self._show()

    def open_rename(self) -> None:
        person = self.person
        if person is None:
            return
        shell = self._shell

        def take(typed: str) -> None:
            renamed = changing_names(shell, lambda: shell.people.rename(person, typed))
            name = renamed.names.of[person.reading] or person.name
            self._whom.reading = read_name(name)
            shell.stage.rebuild()
            shell.toaster.show(
                shell.tr("people.renamed", name=person.name, new=name),
                action=shell.tr("app.undo"),
                on_action=lambda: self._take_back(person, renamed.take_back),
            )

        self.entry = NameEntry(shell, person.name, take)
        shell.stage.open_sheet(
            Sheet(
                shell.tr("people.rename"),
                Text(shell.tr("people.rename_why"), tone="ink_2"),
                self.entry,
                on_close=shell.stage.close_sheet,
            )
        )

    def open_merge(self) -> None:
        """Who is the same person: nobody who ever sat at a table with them."""
        person = self.person
        if person is None:
            return
        shell = self._shell
        met = shell.people.met(person)
        people = [other for other in shell.people.all() if other.reading not in met | {person.reading}]
        parts: tuple[Widget, ...] = (Text(shell.tr("people.merge_why", name=person.name), tone="ink_2"),)
        if people:
            self.choice = PeopleList(shell, people, partial(self._merge, person))
            parts = (*parts, self.choice)
        else:
            parts = (*parts, Text(shell.tr("people.merge_nobody", name=person.name)))
        sheet = Sheet(shell.tr("people.same_as"), *parts, on_close=shell.stage.close_sheet)
        shell.stage.open_sheet(sheet)

    def _merge(self, person: Person, other: Person) -> None:
        shell = self._shell
        shell.stage.close_sheet()
        if not shell.attempt(lambda: shell.people.merge(person, other)):
            return
        look_as_before = looking_at(shell, NewNames({other.reading: person.name}))
        shell.stage.rebuild()
        gone = OtherName(other.reading, other.name)

        def part() -> None:
            shell.people.part(gone)
            look_as_before()

        shell.toaster.show(
            shell.tr("people.merged", name=other.name, of=person.name),
            action=shell.tr("app.undo"),
            on_action=lambda: self._take_back(person, part),
        )

    def _part(self, other: OtherName) -> None:
        shell, person = self._shell, self.person
        if person is None or not shell.attempt(lambda: shell.people.part(other)):
            return
        shell.stage.rebuild()

        def again() -> None:
            apart = shell.people.find(other.name)
            if apart is not None:
                shell.people.merge(person, apart)

        shell.toaster.show(
            shell.tr("people.parted", name=other.name),
            action=shell.tr("app.undo"),
            on_action=lambda: self._take_back(person, again),
        )

    def _forget(self) -> None:
        shell, person = self._shell, self.person
        if person is None:
            return
        try:
            renamed = changing_names(shell, lambda: shell.people.forget(person))
        except ProblemError as wrong:
            shell.say(wrong.problem)
            return
        shell.back()
        shell.stage.rebuild()

        def take_back() -> None:
            if shell.attempt(renamed.take_back):
                shell.stage.rebuild()

        # Not even the words that say so name them: what is on the screen may be kept by the device.
        shell.toaster.show(
            shell.tr("people.forgotten"),
            action=shell.tr("app.undo"),
            on_action=take_back,
            on_gone=shell.people.sweep,
        )

    def _take_back(self, person: Person, act: Callable[[], object]) -> None:
        if self._shell.attempt(act):
            self._whom.reading = person.reading
            self._shell.stage.rebuild()


class _Tile(Tap):
    """A disc to choose: a ring round the one that is chosen."""

    def __init__(self, face: Face, on_tap: Callable[[], object], *, chosen: bool) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(_TILE), padding=0)
        self._chosen = chosen
        self._ring = Disc(self, diameter=dp(52), edge=CLEAR, line=2.5)
        self.add_widget(Widget())
        self.add_widget(FaceDisc(face, 42))
        self.add_widget(Widget())
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        self._ring.paint(edge=paint("candle") if self._chosen else paint("rim") if pressed else CLEAR)


def _chosen(words: str, value: str) -> Row:
    return Row(
        Text(words, size_sp=18, weight=500, pos_hint={"center_y": 0.5}),
        Text(value, tone="ink_2", align="end", pos_hint={"center_y": 0.5}),
        gap=12,
    )
