"""Everybody who plays here, in whatever game: who they are at a glance, and the way to each of them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.past.people import Person
from companion.screens.counting_first import count_first
from companion.screens.people_list import PeopleList
from companion.screens.person import open_person
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import Glyph, Text


class PeoplePage(Page):
    shows_kept = True

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        super().__init__(TitleBar(shell.tr("people.title"), " ", on_back=shell.back))
        self.list: PeopleList | None = None

    def enter(self) -> None:
        count_first(self._shell, self, self._show, self._tell)

    def _tell(self, left: int) -> None:
        if self.bar is not None:
            self.bar.show(self._shell.tr("people.title"), self._shell.tr("people.counting", n=left))

    def _show(self) -> None:
        shell = self._shell
        people = latest_first(shell.people.all())
        typed = "" if self.list is None else self.list.field.text
        if self.bar is not None:
            self.bar.show(shell.tr("people.title"), shell.tr("people.count", n=len(people)))
        self.body.clear_widgets()
        if not people:
            self.body.add_widget(
                Card(
                    Glyph(Icon.PEOPLE, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
                    Text(shell.tr("people.none"), align="center", tone="ink_2", size_sp=18),
                    gap=12,
                )
            )
            return
        self.list = PeopleList(shell, people, self._open, onward=True)
        self.list.field.text = typed
        self.body.add_widget(self.list)

    def _open(self, person: Person) -> None:
        open_person(self._shell, person.reading)


def latest_first(people: Sequence[Person]) -> list[Person]:
    """Whoever played last is asked for most; those who never did come after them, by name."""
    return sorted(people, key=lambda person: -(person.last or 0.0))
