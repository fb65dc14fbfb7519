"""Somebody who plays: what they are called and known by, their other names, their groups; or forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import ProblemError
from companion.games.seats import normalize_name
from companion.past.new_names import NameChanges
from companion.past.people import PERSON_COLOURS, PERSON_ICONS, Person, PersonAlias
from companion.screens.counting_first import run_when_indexed
from companion.screens.faces import build_avatar
from companion.screens.labelled_rows import build_heading
from companion.screens.names import NameEntry
from companion.screens.other_names import change_names, update_filters
from companion.screens.people_list import PeopleList, format_games_played
from companion.shell import AppContext
from companion.widgets.cards import Card
from companion.widgets.face import Avatar, AvatarDisc
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, LabelledControl, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import TRANSPARENT, Disc
from companion.widgets.sheet import Sheet
from companion.widgets.tap import Pressable, SecondaryButton
from companion.widgets.text import Text
from companion.widgets.theme import theme_colour

_TILE_DP: Final = 56


@dataclass
class PersonRef:
    """Whose page it is, by any of their names. They may be called otherwise meanwhile, and the page that is
    built anew finds them."""

    reading: str


def open_person(context: AppContext, name: str) -> None:
    """By any of their names."""
    context.push(PersonPage, PersonRef(normalize_name(name)))


class PersonPage(Page):
    shows_stored_data = True

    def __init__(self, context: AppContext, person_ref: PersonRef) -> None:
        self._app_context = context
        self._person_ref = person_ref
        super().__init__(TitleBar(" ", " ", on_back=context.go_back))

    def enter(self) -> None:
        run_when_indexed(self._app_context, self, self._show)

    @property
    def person(self) -> Person | None:
        people = self._app_context.people.list_people()
        return next((person for person in people if self._person_ref.reading in person.name_keys), None)

    # -- showing -----------------------------------------------------------------------------------------

    def _show(self) -> None:
        self.body.clear_widgets()
        person = self.person
        if person is None:
            # A backup was brought back meanwhile, or somebody took a name off a table.
            self.body.add_widget(Text(self._app_context.tr("people.gone"), tone="ink_2"))
            return
        if self.bar is not None:
            self.bar.show(person.name, format_games_played(self._app_context, person))
        for part in (
            self._create_header(person),
            self._create_look_card(person),
            self._create_names_card(person),
            *self._create_group_cards(person),
        ):
            self.body.add_widget(part)
        self.body.add_widget(self._create_privacy_card(person))

    def _create_header(self, person: Person) -> Widget:
        tr = self._app_context.tr
        self.disc = AvatarDisc(build_avatar(person.name, person.icon, person.colour), 72)
        self.rename_button = SecondaryButton(
            tr("people.rename"), self.open_rename, icon=Icon.PENCIL, pos_hint={"center_y": 0.5}
        )
        return Card(Row(self.disc, self.rename_button, gap=16))

    def _create_look_card(self, person: Person) -> Card:
        tr = self._app_context.tr
        mark = tr("people.look_none") if person.icon is None else tr(f"people.mark.{person.icon}")
        colour = tr("people.look_none") if person.colour is None else tr(f"people.colour.{person.colour}")
        letter = build_avatar(person.name, None, None).letter
        self.marks = {
            name: _LookTile(
                build_avatar(person.name, name, person.colour if name == person.icon else None),
                partial(self._set_look, person, name, person.colour),
                is_selected=name == person.icon,
            )
            for name in (None, *PERSON_ICONS)
        }
        self.colours = {
            name: _LookTile(
                Avatar(
                    letter if name is None else "",
                    Icon.CHECK if name and name == person.colour else None,
                    name,
                ),
                partial(self._set_look, person, person.icon, name),
                is_selected=name == person.colour,
            )
            for name in (None, *PERSON_COLOURS)
        }
        return Card(
            _create_label_row(tr("people.mark"), mark),
            Grid(*self.marks.values(), gap=4, min_column_width=_TILE_DP, max_columns=5),
            _create_label_row(tr("people.colour"), colour),
            Grid(*self.colours.values(), gap=4, min_column_width=_TILE_DP, max_columns=5),
            gap=8,
        )

    def _create_names_card(self, person: Person) -> Card:
        tr = self._app_context.tr
        self.merge_button = SecondaryButton(tr("people.same_as"), self.open_merge, icon=Icon.PERSON_ADD)
        others = [
            LabelledControl(
                Text(other.name, size_sp=18, weight=500, pos_hint={"center_y": 0.5}),
                SecondaryButton(
                    tr("people.part"),
                    partial(self._split_name, other),
                    outlined=True,
                    size_hint_x=None,
                    width=dp(150),
                ),
            )
            for other in person.aliases
        ]
        description = tr("people.others_why") if not others else tr("people.others_counted", name=person.name)
        return Card(
            build_heading(Icon.PERSON, tr("people.others")),
            *others,
            Text(description, tone="ink_2"),
            self.merge_button,
        )

    def _create_group_cards(self, person: Person) -> tuple[Card, ...]:
        """Those that they are in, by any of their names."""
        tr = self._app_context.tr
        groups = [
            group
            for group in self._app_context.rosters.list_groups()
            if any(normalize_name(name) in person.name_keys for name in group.players)
        ]
        rows = [
            Column(
                Text(group.name, size_sp=18, weight=500),
                Text(tr.join_items(group.players), tone="ink_2", max_lines=2),
                gap=0,
            )
            for group in groups
        ]
        return (Card(build_heading(Icon.PEOPLE, tr("app.groups.title")), *rows),) if rows else ()

    def _create_privacy_card(self, person: Person) -> Card:
        tr = self._app_context.tr
        self.forget_button = SecondaryButton(
            tr("people.forget", name=person.name), self._forget, icon=Icon.TRASH, tone="evil", outlined=True
        )
        return Card(
            build_heading(Icon.LOCK, tr("people.privacy")),
            Text(tr("people.forget_why"), tone="ink_2"),
            self.forget_button,
        )

    # -- doing -------------------------------------------------------------------------------------------

    def _set_look(self, person: Person, mark: str | None, colour: str | None) -> None:
        if self._app_context.run_or_show_error(
            lambda: self._app_context.people.set_look(person, mark, colour)
        ):
            self._show()

    def open_rename(self) -> None:
        person = self.person
        if person is None:
            return
        context = self._app_context

        def submit(text: str) -> None:
            change = change_names(context, lambda: context.people.rename(person, text))
            name = change.names.new_names[person.name_key] or person.name
            self._person_ref.reading = normalize_name(name)
            context.navigator.rebuild()
            context.toaster.show(
                context.tr("people.renamed", name=person.name, new=name),
                action_text=context.tr("app.undo"),
                on_action=lambda: self._undo(person, change.undo),
            )

        self.entry = NameEntry(context, person.name, submit)
        context.navigator.open_sheet(
            Sheet(
                context.tr("people.rename"),
                Text(context.tr("people.rename_why"), tone="ink_2"),
                self.entry,
                on_close=context.navigator.close_sheet,
            )
        )

    def open_merge(self) -> None:
        """Who is the same person: nobody who ever sat at a table with them."""
        person = self.person
        if person is None:
            return
        context = self._app_context
        co_players = context.people.list_co_players(person)
        people = [
            other
            for other in context.people.list_people()
            if other.name_key not in co_players | {person.name_key}
        ]
        parts: tuple[Widget, ...] = (Text(context.tr("people.merge_why", name=person.name), tone="ink_2"),)
        if people:
            self.merge_list = PeopleList(context, people, partial(self._merge, person))
            parts = (*parts, self.merge_list)
        else:
            parts = (*parts, Text(context.tr("people.merge_nobody", name=person.name)))
        sheet = Sheet(context.tr("people.same_as"), *parts, on_close=context.navigator.close_sheet)
        context.navigator.open_sheet(sheet)

    def _merge(self, person: Person, other: Person) -> None:
        context = self._app_context
        context.navigator.close_sheet()
        if not context.run_or_show_error(lambda: context.people.merge(person, other)):
            return
        undo_filters = update_filters(context, NameChanges({other.name_key: person.name}))
        context.navigator.rebuild()
        merged_name = PersonAlias(other.name_key, other.name)

        def undo() -> None:
            context.people.split(merged_name)
            undo_filters()

        context.toaster.show(
            context.tr("people.merged", name=other.name, of=person.name),
            action_text=context.tr("app.undo"),
            on_action=lambda: self._undo(person, undo),
        )

    def _split_name(self, other: PersonAlias) -> None:
        context, person = self._app_context, self.person
        if person is None or not context.run_or_show_error(lambda: context.people.split(other)):
            return
        context.navigator.rebuild()

        def undo() -> None:
            split_person = context.people.find(other.name)
            if split_person is not None:
                context.people.merge(person, split_person)

        context.toaster.show(
            context.tr("people.parted", name=other.name),
            action_text=context.tr("app.undo"),
            on_action=lambda: self._undo(person, undo),
        )

    def _forget(self) -> None:
        context, person = self._app_context, self.person
        if person is None:
            return
        try:
            change = change_names(context, lambda: context.people.forget(person))
        except ProblemError as error:
            context.show_problem(error.problem)
            return
        context.go_back()
        context.navigator.rebuild()

        def undo() -> None:
            if context.run_or_show_error(change.undo):
                context.navigator.rebuild()

        # Not even the words that say so name them: what is on the screen may be kept by the device.
        context.toaster.show(
            context.tr("people.forgotten"),
            action_text=context.tr("app.undo"),
            on_action=undo,
            on_expired=context.people.secure_delete,
        )

    def _undo(self, person: Person, callback: Callable[[], object]) -> None:
        if self._app_context.run_or_show_error(callback):
            self._person_ref.reading = person.name_key
            self._app_context.navigator.rebuild()


class _LookTile(Pressable):
    """A disc to choose: a ring round the one that is chosen."""

    def __init__(self, face: Avatar, on_tap: Callable[[], object], *, is_selected: bool) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(_TILE_DP), padding=0)
        self._is_selected = is_selected
        self._ring = Disc(self, diameter=dp(52), border=TRANSPARENT, line_width=2.5)
        self.add_widget(Widget())
        self.add_widget(AvatarDisc(face, 42))
        self.add_widget(Widget())
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        self._ring.set_style(
            border=theme_colour("candle")
            if self._is_selected
            else theme_colour("rim")
            if pressed
            else TRANSPARENT
        )


def _create_label_row(words: str, value: str) -> Row:
    return Row(
        Text(words, size_sp=18, weight=500, pos_hint={"center_y": 0.5}),
        Text(value, tone="ink_2", align="end", pos_hint={"center_y": 0.5}),
        gap=12,
    )
