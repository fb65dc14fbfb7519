"""An evening for others: as a picture, tall or square, or as text. What it tells is chosen, and seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Final

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.games.game import ProblemError
from companion.past.evening import Evening
from companion.past.evening_words import USUAL, Shown, evening_text
from companion.screens.evening_told import day_of, subtitle, told
from companion.screens.send_sheet import send
from companion.shell import Parcel, Shell
from companion.widgets.cards import Card, Choice, OnOff
from companion.widgets.evening_card import WIDE, EveningCard, Form, card_to_send
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Labelled, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.png import png
from companion.widgets.tap import MainButton
from companion.widgets.text import Glyph, Text

# Of the column it stands in, and of the height of the window.
_WIDEST: Final = 0.87
_TALLEST: Final = 0.452


class As(Enum):
    TALL = "tall"
    SQUARE = "square"
    TEXT = "text"


_FORMS: Final = {As.TALL: Form.TALL, As.SQUARE: Form.SQUARE}


@dataclass(slots=True)
class Choices:
    """What is chosen here: a screen that is built anew finds it again."""

    form: As = As.TALL
    shown: Shown = USUAL


class ShareEveningPage(Page):
    widest = 1040

    def __init__(self, shell: Shell, started: float, choices: Choices) -> None:
        self._shell = shell
        self._choices = choices
        tr = shell.tr
        try:
            self.evening = shell.evenings.evening(started)
        except ProblemError as wrong:
            self.evening = Evening(started, ())
            shell.say(wrong.problem)
        super().__init__(TitleBar(tr("evenings.this"), subtitle(tr, self.evening), on_back=shell.back))
        self.card: EveningCard | None = None
        self._preview = AnchorLayout(size_hint_y=None)
        self._preview.bind(width=self._show)
        forms = Choice(
            [
                (As.TALL, tr("evenings.share.tall", wide=4, high=5)),
                (As.SQUARE, tr("evenings.share.square")),
                (As.TEXT, tr("evenings.share.text")),
            ],
            choices.form,
            self._choose,
            most_columns=3,
        )
        shown = choices.shown
        why_names, why_roles = tr("evenings.share.names_why"), tr("evenings.share.roles_why")
        switches = Column(
            self._switch(Icon.PERSON, tr("evenings.share.names"), why_names, "names", shown.names),
            self._switch(Icon.EYE, tr("evenings.share.roles"), why_roles, "roles", shown.roles),
            self._switch(Icon.HISTORY, tr("evenings.share.day"), "", "day", shown.day),
            gap=8,
        )
        self._panes = Panes(self._preview, Column(forms, switches, gap=12), gap=14)
        self.body.add_widget(self._panes)
        self.scroll.bind(height=self._show)
        self.main = MainButton(" ", self._send, icon=Icon.SHARE, enabled=bool(self.evening.games))
        self.with_footer(self.main)
        self._show()

    @property
    def text(self) -> str:
        evening = self.evening
        return evening_text(self._shell.tr, evening, day_of(evening.started), self._choices.shown)

    def _switch(self, icon: Icon, words: str, why: str, what: str, on: bool) -> Card:
        name = Text(words, size_sp=18, weight=500)
        label = Column(name, gap=0, pos_hint={"center_y": 0.5})
        if why:
            label.add_widget(Text(why, tone="ink_2"))
        mark = Glyph(icon, 24, tone="ink_2", pos_hint={"center_y": 0.5})
        control = OnOff(on, partial(self._turn, what))
        return Card(Labelled(Row(mark, label, gap=14), control), padding=(dp(16), dp(2)), gap=0)

    def _choose(self, form: As) -> None:
        self._choices.form = form
        self._show()

    def _turn(self, what: str, on: bool) -> None:
        self._choices.shown = replace(self._choices.shown, **{what: on})
        self._show()

    def _show(self, *_: object) -> None:
        """What would be sent now."""
        tr, form = self._shell.tr, _FORMS.get(self._choices.form)
        words = "evenings.share.send_text" if form is None else "evenings.share.send_picture"
        self.main.show(tr(words))
        if self._preview.width < 1:
            return
        self._preview.clear_widgets()
        shown: Widget
        if form is None:
            self.card = None
            shown = Card(Text(self.text))
            shown.bind(height=self._preview.setter("height"))
        else:
            # Beside the switches it may be as high as the page.
            beside = self._panes.orientation == "horizontal"
            tallest = self.scroll.height - dp(24) if beside else Window.height * _TALLEST
            unit = max(0.1, min(self._preview.width * _WIDEST / WIDE, tallest / Form.TALL.value))
            shown = self.card = EveningCard(
                told(tr, self.evening, self._choices.shown), form, unit, bent=True
            )
        self._preview.height = shown.height
        self._preview.add_widget(shown)

    def _send(self) -> None:
        form = _FORMS.get(self._choices.form)
        if form is None:
            self._shell.files.tell(self.text)
        else:
            send_picture(self._shell, self.evening, self._choices.shown, form)


def send_picture(shell: Shell, evening: Evening, shown: Shown, form: Form) -> None:
    pixels = card_to_send(told(shell.tr, evening, shown), form).pixels()
    year, month, day = day_of(evening.started)
    name = f"evening-{year}-{month:02}-{day:02}.png"
    parcel = Parcel(name, "image/png", lambda path: path.write_bytes(png(*pixels)))
    send(shell, lambda: parcel)
