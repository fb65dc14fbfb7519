"""People in a list, each with the disc they are known by, to choose one of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from kivy.metrics import dp

from companion.i18n.dates import written
from companion.i18n.folding import folded, searched_words
from companion.past.people import Person
from companion.screens.faces import face_with
from companion.shell import Shell
from companion.widgets.cards import RoundButton
from companion.widgets.face import FaceDisc
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.tap import SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, TARGET, paint

# How many are shown at once; the others when somebody asks for them.
_PAGE: Final = 30
# Fewer are found by looking.
_SEARCHED: Final = 8


class PersonRow(Tap):
    """Somebody with their disc, their name and a line; `onward` leads to a page about them."""

    def __init__(
        self, person: Person, line: str, on_tap: Callable[[], object], *, onward: bool = False
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, padding=(dp(12), dp(10)), spacing=dp(12))
        self.person = person
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        words = Column(
            Text(person.name, weight=500, size_sp=18, most=2),
            Text(line, tone="ink_2", most=3),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        parts = [FaceDisc(face_with(person.name, person.mark, person.colour)), words]
        if onward:
            parts.append(Glyph(Icon.FORWARD, 22, tone="ink_3", mirrored=True, pos_hint={"center_y": 0.5}))
        self.add_widget(Row(*parts, gap=12, pos_hint={"center_y": 0.5}))
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TARGET))))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("plank"), 0.06) if pressed else paint("plank"))


class PeopleList(Column):
    """People to choose one of, with a field to find them by where there are many."""

    def __init__(
        self,
        shell: Shell,
        people: Sequence[Person],
        on_choose: Callable[[Person], object],
        *,
        onward: bool = False,
    ) -> None:
        super().__init__(gap=8)
        self._shell, self._people = shell, tuple(people)
        self._on_choose, self._onward = on_choose, onward
        self._shown = _PAGE
        self.field = Field(shell.tr("people.search"), self.search)
        self.field.bind(text=lambda _, text: self.search(text))
        self.rows = Column(gap=8)
        self.more = SideButton(shell.tr("people.more"), self._show_more, icon=Icon.ARROW_DOWN)
        if len(self._people) >= _SEARCHED:
            self.add_widget(Row(self.field, RoundButton(Icon.CLOSE, self._clear), gap=8))
        self.add_widget(self.rows)
        self.search("")

    def search(self, typed: str) -> None:
        wanted = folded(typed).split()
        self._found = [person for person in self._people if _is_found(person, wanted)]
        self._shown = _PAGE
        self._show()

    def _clear(self) -> None:
        self.field.text = ""

    def _show_more(self) -> None:
        self._shown += _PAGE
        self._show()

    def _show(self) -> None:
        self.rows.clear_widgets()
        for person in self._found[: self._shown]:
            choose = partial(self._on_choose, person)
            self.rows.add_widget(PersonRow(person, played(self._shell, person), choose, onward=self._onward))
        if not self._found:
            self.rows.add_widget(Text(self._shell.tr("people.none_found"), tone="ink_2"))
        if len(self._found) > self._shown:
            self.rows.add_widget(self.more)


def played(shell: Shell, person: Person) -> str:
    """How many games, and when the last was."""
    if person.last is None:
        return shell.tr("people.no_games")
    day = datetime.fromtimestamp(person.last)
    when = written(shell.tr, day.year, day.month, day.day)
    return shell.tr("people.games", n=person.games, day=when)


def _is_found(person: Person, wanted: Sequence[str]) -> bool:
    """Each word that was typed is the beginning of a word of one of their names."""
    names = (person.name, *(other.name for other in person.others))
    words = [word for name in names for word in searched_words(name)]
    return all(any(word.startswith(part) for word in words) for part in wanted)
