"""Everybody who plays here, in whatever game: who they are at a glance, and the way to each of them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.past.people import Person
from companion.screens.counting_first import run_when_indexed
from companion.screens.people_list import PeopleList
from companion.screens.person import open_person
from companion.shell import AppContext
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import IconLabel, Text


class PeoplePage(Page):
    shows_stored_data = True

    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        super().__init__(TitleBar(context.tr("people.title"), " ", on_back=context.go_back))
        self.list: PeopleList | None = None

    def enter(self) -> None:
        run_when_indexed(self._app_context, self, self._show, self._show_progress)

    def _show_progress(self, remaining: int) -> None:
        if self.bar is not None:
            self.bar.show(
                self._app_context.tr("people.title"), self._app_context.tr("people.counting", n=remaining)
            )

    def _show(self) -> None:
        context = self._app_context
        people = sort_by_last_game(context.people.list_people())
        query = "" if self.list is None else self.list.field.text
        if self.bar is not None:
            self.bar.show(context.tr("people.title"), context.tr("people.count", n=len(people)))
        self.body.clear_widgets()
        if not people:
            self.body.add_widget(
                Card(
                    IconLabel(Icon.PEOPLE, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
                    Text(context.tr("people.none"), align="center", tone="ink_2", size_sp=18),
                    gap=12,
                )
            )
            return
        self.list = PeopleList(context, people, self._open_person, onward=True)
        self.list.field.text = query
        self.body.add_widget(self.list)

    def _open_person(self, person: Person) -> None:
        open_person(self._app_context, person.name_key)


def sort_by_last_game(people: Sequence[Person]) -> list[Person]:
    """Whoever played last is asked for most; those who never did come after them, by name."""
    return sorted(people, key=lambda person: -(person.last_started or 0.0))
