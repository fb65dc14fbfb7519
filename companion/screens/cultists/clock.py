"""The clock of the board: its ten hours with the events drawn so far, and the one in force in a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.words import NUMERALS, event_name, event_text
from companion.games.cultists.decks import ROUNDS
from companion.games.cultists.state import State
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import event_icon
from companion.screens.cultists.role_marks import SEA
from companion.widgets.cards import CornerButtonLayout
from companion.widgets.layout import Column, Row
from companion.widgets.progress import ClockFace
from companion.widgets.text import Text


class HourClock(Column):
    """`face.height` is the board's to choose. The hub and the hours that are over can be tapped;
    `corner_button` stands in a corner."""

    def __init__(
        self,
        tr: Translator,
        on_hub: Callable[[], object],
        on_hour: Callable[[int], object],
        corner_button: Widget,
    ) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.face = ClockFace(
            NUMERALS, accent=SEA, on_hub=on_hub, on_hour=on_hour, size_hint_y=None, height=dp(300)
        )
        around = CornerButtonLayout(self.face, corner_button, size_hint_y=None, height=self.face.height)
        self.face.bind(height=around.setter("height"))
        self.line = EventLine()
        self.add_widget(around)
        self.add_widget(self.line)

    def show(self, state: State) -> None:
        tr = self._tr
        icons_by_hour = {event.round: event_icon(event) for event in state.events}
        marks = [icons_by_hour.get(hour) for hour in range(1, ROUNDS + 1)]
        total_text = tr("cultists.board.of_hours", hour=NUMERALS[ROUNDS - 1])
        self.face.show(state.round, marks, NUMERALS[state.round - 1], total_text)
        if state.event is None:
            numbers = state.numbers
            self.line.show("", tr("cultists.board.aims", points=numbers.points, kills=numbers.kills))
        else:
            name = tr("cultists.board.event.named", event=event_name(tr, state.event.event))
            self.line.show(name, event_text(tr, state, state.event))


class EventLine(Column):
    """A name and what it means: in one line where there is room, else one below the other."""

    def __init__(self, **options: Any) -> None:
        super().__init__(gap=0, **options)
        self._name = Text("", size_sp=16, weight=500, tone="sea")
        self._words = Text("", size_sp=16, tone="ink_2")
        self._is_one_line: bool | None = None
        self.bind(width=self._arrange)

    def show(self, name: str, words: str) -> None:
        if (name, words) != (self._name.content, self._words.content):
            self._name.content, self._words.content = name, words
            self._arrange()

    def _arrange(self, *_: object) -> None:
        if self.width < 1:
            return
        needed = self._name.natural_width() + self._words.natural_width() + dp(8)
        is_one_line = bool(self._name.content) and needed <= self.width
        if is_one_line == self._is_one_line:
            return
        self._is_one_line = is_one_line
        for part in (self._name, self._words):
            if part.parent is not None:
                part.parent.remove_widget(part)
            part.autosize = "both" if is_one_line else "height"
            part.size_hint_x = None if is_one_line else 1
            part.align = "start" if is_one_line else "center"
            if not is_one_line:
                # Before the layout says so: in an old width it would be higher for a moment.
                part.width = self.width
        self.clear_widgets()
        if is_one_line:
            self.add_widget(Row(Widget(), self._name, self._words, Widget(), gap=6))
        else:
            self.add_widget(self._name)
            self.add_widget(self._words)
