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
from companion.past.evening import GameNight
from companion.past.evening_words import DEFAULT_SHARE_OPTIONS, ShareOptions, format_game_night
from companion.screens.evening_told import build_card_content, format_subtitle, to_local_day
from companion.screens.send_sheet import send_file
from companion.shell import AppContext, OutgoingFile
from companion.widgets.cards import Card, ChoiceChips, ToggleSwitch
from companion.widgets.evening_card import WIDTH, CardFormat, GameNightCard, build_export_card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, LabelledControl, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.png import encode_png
from companion.widgets.tap import PrimaryButton
from companion.widgets.text import IconLabel, Text

# Of the column it stands in, and of the height of the window.
_MAX_WIDTH_RATIO: Final = 0.87
_MAX_HEIGHT_RATIO: Final = 0.452


class ShareFormat(Enum):
    TALL = "tall"
    SQUARE = "square"
    TEXT = "text"


_CARD_FORMS: Final = {ShareFormat.TALL: CardFormat.TALL, ShareFormat.SQUARE: CardFormat.SQUARE}


@dataclass(slots=True)
class SharePageState:
    """What is chosen here: a screen that is built anew finds it again."""

    share_format: ShareFormat = ShareFormat.TALL
    options: ShareOptions = DEFAULT_SHARE_OPTIONS


class ShareGameNightPage(Page):
    max_width_dp = 1040

    def __init__(self, context: AppContext, started: float, state: SharePageState) -> None:
        self._app_context = context
        self._state = state
        tr = context.tr
        try:
            self.game_night = context.game_nights.load(started)
        except ProblemError as error:
            self.game_night = GameNight(started, ())
            context.show_problem(error.problem)
        super().__init__(
            TitleBar(tr("evenings.this"), format_subtitle(tr, self.game_night), on_back=context.go_back)
        )
        self.card: GameNightCard | None = None
        self._preview = AnchorLayout(size_hint_y=None)
        self._preview.bind(width=self._show)
        formats = ChoiceChips(
            [
                (ShareFormat.TALL, tr("evenings.share.tall", wide=4, high=5)),
                (ShareFormat.SQUARE, tr("evenings.share.square")),
                (ShareFormat.TEXT, tr("evenings.share.text")),
            ],
            state.share_format,
            self._set_format,
            max_columns=3,
        )
        options = state.options
        why_names, why_roles = tr("evenings.share.names_why"), tr("evenings.share.roles_why")
        switches = Column(
            self._create_switch(
                Icon.PERSON, tr("evenings.share.names"), why_names, "show_names", options.show_names
            ),
            self._create_switch(
                Icon.EYE, tr("evenings.share.roles"), why_roles, "show_roles", options.show_roles
            ),
            self._create_switch(Icon.HISTORY, tr("evenings.share.day"), "", "show_date", options.show_date),
            gap=8,
        )
        self._panes = Panes(self._preview, Column(formats, switches, gap=12), gap=14)
        self.body.add_widget(self._panes)
        self.scroll.bind(height=self._show)
        self.main = PrimaryButton(" ", self._send, icon=Icon.SHARE, enabled=bool(self.game_night.games))
        self.add_to_footer(self.main)
        self._show()

    @property
    def text(self) -> str:
        game_night = self.game_night
        return format_game_night(
            self._app_context.tr, game_night, to_local_day(game_night.started), self._state.options
        )

    def _create_switch(self, icon: Icon, title: str, description: str, option: str, is_on: bool) -> Card:
        name = Text(title, size_sp=18, weight=500)
        label = Column(name, gap=0, pos_hint={"center_y": 0.5})
        if description:
            label.add_widget(Text(description, tone="ink_2"))
        mark = IconLabel(icon, 24, tone="ink_2", pos_hint={"center_y": 0.5})
        control = ToggleSwitch(is_on, partial(self._set_option, option))
        return Card(LabelledControl(Row(mark, label, gap=14), control), padding=(dp(16), dp(2)), gap=0)

    def _set_format(self, share_format: ShareFormat) -> None:
        self._state.share_format = share_format
        self._show()

    def _set_option(self, option: str, is_on: bool) -> None:
        self._state.options = replace(self._state.options, **{option: is_on})
        self._show()

    def _show(self, *_: object) -> None:
        """What would be sent now."""
        tr, form = self._app_context.tr, _CARD_FORMS.get(self._state.share_format)
        label_key = "evenings.share.send_text" if form is None else "evenings.share.send_picture"
        self.main.show(tr(label_key))
        if self._preview.width < 1:
            return
        self._preview.clear_widgets()
        preview: Widget
        if form is None:
            self.card = None
            preview = Card(Text(self.text))
            preview.bind(height=self._preview.setter("height"))
        else:
            # Beside the switches it may be as high as the page.
            is_side_by_side = self._panes.orientation == "horizontal"
            max_height = self.scroll.height - dp(24) if is_side_by_side else Window.height * _MAX_HEIGHT_RATIO
            unit = max(
                0.1, min(self._preview.width * _MAX_WIDTH_RATIO / WIDTH, max_height / CardFormat.TALL.value)
            )
            preview = self.card = GameNightCard(
                build_card_content(tr, self.game_night, self._state.options), form, unit, rounded=True
            )
        self._preview.height = preview.height
        self._preview.add_widget(preview)

    def _send(self) -> None:
        form = _CARD_FORMS.get(self._state.share_format)
        if form is None:
            self._app_context.files.share_text(self.text)
        else:
            send_image(self._app_context, self.game_night, self._state.options, form)


def send_image(context: AppContext, game_night: GameNight, options: ShareOptions, form: CardFormat) -> None:
    pixels = build_export_card(build_card_content(context.tr, game_night, options), form).export_pixels()
    year, month, day = to_local_day(game_night.started)
    name = f"evening-{year}-{month:02}-{day:02}.png"
    outgoing = OutgoingFile(name, "image/png", lambda path: path.write_bytes(encode_png(*pixels)))
    send_file(context, lambda: outgoing)
