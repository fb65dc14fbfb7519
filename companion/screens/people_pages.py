"""People pages: the list of everybody who has played, and one person with name, avatar, aliases, groups,
merge and removal. Renames apply to the database and to everything that is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnySession, AppContext
from companion.core.game import ProblemError
from companion.core.players import normalize_name
from companion.i18n.search import fold_text, search_words
from companion.i18n.translator import format_date
from companion.screens.board_page import SessionPage
from companion.screens.names import NameEntry, build_avatar
from companion.screens.rows import (
    IndexedPage,
    PressableCard,
    build_empty_card,
    build_heading,
    show_with_undo,
)
from companion.statistics.person import PERSON_COLOURS, PERSON_ICONS, NameChanges, Person, PersonAlias
from companion.statistics.query import GameSelection
from companion.widgets.buttons import Pressable, SecondaryButton
from companion.widgets.cards import Card, RoundButton
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, LabelledControl, Row
from companion.widgets.page import Sheet, TitleBar
from companion.widgets.seat_marks import Avatar, AvatarDisc
from companion.widgets.shapes import TRANSPARENT, Disc
from companion.widgets.text import LABEL, MUTED, IconLabel, Text
from companion.widgets.theme import theme_colour

if TYPE_CHECKING:
    from companion.app_context import RenameResult


# Number of people shown at once; "more" adds as many.
_PAGE_SIZE: Final = 30
# Shorter lists have no search field.
_MIN_FOR_SEARCH: Final = 8


class PersonListRow(PressableCard):
    """A person with avatar, name and a line of text; `onward` adds an arrow that leads to their page."""

    def __init__(
        self, person: Person, line: str, on_tap: Callable[[], object], *, onward: bool = False
    ) -> None:
        super().__init__(on_tap, padding=(dp(12), dp(10)), spacing=dp(12))
        self.person = person
        words = Column(Text(person.name, LABEL, max_lines=2), Text(line, MUTED, max_lines=3), gap=0)
        parts = [AvatarDisc(build_avatar(person.name, person.icon, person.colour)), words]
        if onward:
            parts.append(IconLabel(Icon.FORWARD, 22, tone="ink_3", mirrored=True))
        self.add_widget(Row(*parts, gap=12, pos_hint={"center_y": 0.5}))


class PeopleList(Column):
    """A list to choose a person from, with a search field if it is long."""

    def __init__(
        self,
        context: AppContext,
        people: Sequence[Person],
        on_choose: Callable[[Person], object],
        *,
        onward: bool = False,
    ) -> None:
        super().__init__(gap=8)
        self._app_context, self._people = context, tuple(people)
        self._on_choose, self._onward = on_choose, onward
        self._visible_count = _PAGE_SIZE
        self.field = TextField(context.tr("people.search"), self.search)
        self.field.bind(text=lambda _, text: self.search(text))
        self.rows = Column(gap=8)
        self.more_button = SecondaryButton(context.tr("people.more"), self._show_more, icon=Icon.ARROW_DOWN)
        if len(self._people) >= _MIN_FOR_SEARCH:
            self.add_widget(Row(self.field, RoundButton(Icon.CLOSE, self._clear), gap=8))
        self.add_widget(self.rows)
        self.search("")

    def search(self, text: str) -> None:
        query_words = fold_text(text).split()
        self._matches = [person for person in self._people if _matches_query(person, query_words)]
        self._visible_count = _PAGE_SIZE
        self._show()

    def _clear(self) -> None:
        self.field.text = ""

    def _show_more(self) -> None:
        self._visible_count += _PAGE_SIZE
        self._show()

    def _show(self) -> None:
        self.rows.clear_widgets()
        for person in self._matches[: self._visible_count]:
            choose = partial(self._on_choose, person)
            self.rows.add_widget(
                PersonListRow(
                    person, format_games_played(self._app_context, person), choose, onward=self._onward
                )
            )
        if not self._matches:
            self.rows.add_widget(Text(self._app_context.tr("people.none_found"), MUTED))
        if len(self._matches) > self._visible_count:
            self.rows.add_widget(self.more_button)


def format_games_played(context: AppContext, person: Person) -> str:
    """Return the number of games and the date of the last one."""
    if person.last_started is None:
        return context.tr("people.no_games")
    day = datetime.fromtimestamp(person.last_started)
    when = format_date(context.tr, day.year, day.month, day.day)
    return context.tr("people.games", n=person.game_count, day=when)


def _matches_query(person: Person, query_words: Sequence[str]) -> bool:
    """True if each word of the query is the beginning of a word in one of the person's names."""
    names = (person.name, *(other.name for other in person.aliases))
    words = [word for name in names for word in search_words(name)]
    return all(any(word.startswith(part) for word in words) for part in query_words)


@dataclass(frozen=True, slots=True)
class NameChange:
    """The changed names, and a callback that undoes the change."""

    names: NameChanges
    undo: Callable[[], None]


def change_names(context: AppContext, change: Callable[[], RenameResult]) -> NameChange:
    """Run `change` and update open sessions, the seats of the set-up, the resume state and saved filters.
    Pages must be rebuilt afterwards. Raises `ProblemError` with nothing changed."""
    # Write pending drafts first: names in the resume state are renamed in the database.
    context.resume_state.flush()
    result = change()
    seated, sessions = context.setup_players, _find_open_sessions(context)
    session_players = [(session, tuple(session.setup.players)) for session in sessions]
    context.setup_players = result.name_changes.rename_seats(seated)
    for session, players in session_players:
        session.rename(result.name_changes.rename_seats(players))
    context.resume_state.reload()
    undo_filters = update_filters(context, result.name_changes)

    def undo() -> None:
        context.resume_state.flush()
        context.people.undo_rename(result)
        context.setup_players = seated
        for session, players in session_players:
            session.rename(players)
        context.resume_state.reload()
        undo_filters()

    return NameChange(result.name_changes, undo)


def update_filters(context: AppContext, names: NameChanges) -> Callable[[], None]:
    """Update the filters of open pages to the new names; returns a callback that undoes it."""

    def follow(state: object) -> object:
        return state.apply_name_changes(names) if isinstance(state, GameSelection) else state

    return context.navigator.update_saved_states(follow)


def _find_open_sessions(context: AppContext) -> list[AnySession]:
    """Return each open session once, even if several pages use it."""
    sessions = {
        id(page.session): page.session for page in context.navigator.pages if isinstance(page, SessionPage)
    }
    return list(sessions.values())


_TILE_DP: Final = 56


@dataclass
class PersonRef:
    """The person of a page, by the normalised form of any of their names. Updated on rename, so that a
    rebuilt page finds them."""

    reading: str


def open_person(context: AppContext, name: str) -> None:
    """Open the page of a person; `name` is any of their names."""
    context.push(PersonPage, PersonRef(normalize_name(name)))


class PersonPage(IndexedPage):
    def __init__(self, context: AppContext, person_ref: PersonRef) -> None:
        self._app_context = context
        self._person_ref = person_ref
        super().__init__(TitleBar(" ", " ", on_back=context.go_back))

    @property
    def person(self) -> Person | None:
        people = self._app_context.people.list_people()
        return next((person for person in people if self._person_ref.reading in person.name_keys), None)

    # -- content -----------------------------------------------------------------------------------------

    def show_content(self) -> None:
        self.body.clear_widgets()
        person = self.person
        if person is None:
            # The person is gone: a backup was restored, or a name was removed from a game.
            self.body.add_widget(Text(self._app_context.tr("people.gone"), MUTED))
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
        self.rename_button = SecondaryButton(tr("people.rename"), self.open_rename, icon=Icon.PENCIL)
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
                Text(other.name, LABEL),
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
            Text(description, MUTED),
            self.merge_button,
        )

    def _create_group_cards(self, person: Person) -> tuple[Card, ...]:
        """Return a card with the groups that contain any of the person's names, or nothing."""
        tr = self._app_context.tr
        groups = [
            group
            for group in self._app_context.rosters.list_groups()
            if any(normalize_name(name) in person.name_keys for name in group.players)
        ]
        rows = [
            Column(Text(group.name, LABEL), Text(tr.join_items(group.players), MUTED, max_lines=2), gap=0)
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
            Text(tr("people.forget_why"), MUTED),
            self.forget_button,
        )

    # -- actions -----------------------------------------------------------------------------------------

    def _set_look(self, person: Person, mark: str | None, colour: str | None) -> None:
        if self._app_context.run_or_show_error(
            lambda: self._app_context.people.set_look(person, mark, colour)
        ):
            self.show_content()

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
            text = context.tr("people.renamed", name=person.name, new=name)
            show_with_undo(context, text, partial(self._undo, person, change.undo))

        self.entry = NameEntry(context, person.name, submit)
        context.navigator.open_sheet(
            Sheet(
                context.tr("people.rename"),
                Text(context.tr("people.rename_why"), MUTED),
                self.entry,
                on_close=context.navigator.close_sheet,
            )
        )

    def open_merge(self) -> None:
        """Open a list of people to merge with: everybody who never played in the same game."""
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
        parts: tuple[Widget, ...] = (Text(context.tr("people.merge_why", name=person.name), MUTED),)
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

        text = context.tr("people.merged", name=other.name, of=person.name)
        show_with_undo(context, text, partial(self._undo, person, undo))

    def _split_name(self, other: PersonAlias) -> None:
        context, person = self._app_context, self.person
        if person is None or not context.run_or_show_error(lambda: context.people.split(other)):
            return
        context.navigator.rebuild()

        def undo() -> None:
            split_person = context.people.find(other.name)
            if split_person is not None:
                context.people.merge(person, split_person)

        text = context.tr("people.parted", name=other.name)
        show_with_undo(context, text, partial(self._undo, person, undo))

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

        # The message must not contain the name: the device may store what is on the screen.
        text = context.tr("people.forgotten")
        show_with_undo(context, text, undo, on_expired=context.people.secure_delete)

    def _undo(self, person: Person, callback: Callable[[], object]) -> None:
        if self._app_context.run_or_show_error(callback):
            self._person_ref.reading = person.name_key
            self._app_context.navigator.rebuild()


class _LookTile(Pressable):
    """An avatar to choose, with a ring if it is selected."""

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
    return Row(Text(words, LABEL), Text(value, MUTED, align="end"), gap=12)


class PeoplePage(IndexedPage):
    progress_key = "people.counting"

    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        super().__init__(TitleBar(self.page_title, " ", on_back=context.go_back))
        self.list: PeopleList | None = None

    @property
    def page_title(self) -> str:
        return self._app_context.tr("people.title")

    def show_content(self) -> None:
        context = self._app_context
        people = sort_by_last_game(context.people.list_people())
        query = "" if self.list is None else self.list.field.text
        self.show_subtitle(context.tr("people.count", n=len(people)))
        self.body.clear_widgets()
        if not people:
            self.body.add_widget(build_empty_card(Icon.PEOPLE, context.tr("people.none")))
            return
        self.list = PeopleList(context, people, self._open_person, onward=True)
        self.list.field.text = query
        self.body.add_widget(self.list)

    def _open_person(self, person: Person) -> None:
        open_person(self._app_context, person.name_key)


def sort_by_last_game(people: Sequence[Person]) -> list[Person]:
    """Sort by the last game, newest first; people without games follow in their given order."""
    return sorted(people, key=lambda person: -(person.last_started or 0.0))
