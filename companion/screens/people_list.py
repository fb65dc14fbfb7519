"""People in a list, each with the disc they are known by, to choose one of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from kivy.metrics import dp

from companion.i18n.dates import format_date
from companion.i18n.folding import fold_text, search_words
from companion.past.people import Person
from companion.screens.faces import build_avatar
from companion.shell import AppContext
from companion.widgets.cards import RoundButton
from companion.widgets.face import AvatarDisc
from companion.widgets.field import TextField
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.tap import Pressable, SecondaryButton, shade
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, TOUCH_TARGET, theme_colour

# How many are shown at once; the others when somebody asks for them.
_PAGE_SIZE: Final = 30
# Fewer are found by looking.
_MIN_FOR_SEARCH: Final = 8


class PersonListRow(Pressable):
    """Somebody with their disc, their name and a line; `onward` leads to a page about them."""

    def __init__(
        self, person: Person, line: str, on_tap: Callable[[], object], *, onward: bool = False
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, padding=(dp(12), dp(10)), spacing=dp(12))
        self.person = person
        self._box = RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour("plank"),
            border=theme_colour("groove", 0.6),
            line_width=1,
        )
        words = Column(
            Text(person.name, weight=500, size_sp=18, max_lines=2),
            Text(line, tone="ink_2", max_lines=3),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        parts = [AvatarDisc(build_avatar(person.name, person.icon, person.colour)), words]
        if onward:
            parts.append(IconLabel(Icon.FORWARD, 22, tone="ink_3", mirrored=True, pos_hint={"center_y": 0.5}))
        self.add_widget(Row(*parts, gap=12, pos_hint={"center_y": 0.5}))
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TOUCH_TARGET))))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background=shade(theme_colour("plank"), 0.06) if pressed else theme_colour("plank")
        )


class PeopleList(Column):
    """People to choose one of, with a field to find them by where there are many."""

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
            self.rows.add_widget(Text(self._app_context.tr("people.none_found"), tone="ink_2"))
        if len(self._matches) > self._visible_count:
            self.rows.add_widget(self.more_button)


def format_games_played(context: AppContext, person: Person) -> str:
    """How many games, and when the last was."""
    if person.last_started is None:
        return context.tr("people.no_games")
    day = datetime.fromtimestamp(person.last_started)
    when = format_date(context.tr, day.year, day.month, day.day)
    return context.tr("people.games", n=person.game_count, day=when)


def _matches_query(person: Person, query_words: Sequence[str]) -> bool:
    """Each word that was typed is the beginning of a word of one of their names."""
    names = (person.name, *(other.name for other in person.aliases))
    words = [word for name in names for word in search_words(name)]
    return all(any(word.startswith(part) for word in words) for part in query_words)
