"""Evenings: all that the table has played together, newest first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.games.shelf import get_game
from companion.i18n.dates import format_date
from companion.past.evening import find_winners
from companion.screens.counting_first import run_when_indexed
from companion.screens.evening import GameNightPage
from companion.screens.evening_told import to_local_day
from companion.shell import AppContext
from companion.widgets.cards import Card
from companion.widgets.emblem import EmblemWidget
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import RoundedBox
from companion.widgets.tap import Pressable, SecondaryButton, shade
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, theme_colour

if TYPE_CHECKING:
    from companion.shell import GameNightSummary

_PAGE_SIZE = 20
# So many emblems stand in a row.
_MAX_EMBLEMS = 6


class GameNightsPage(Page):
    shows_stored_data = True

    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        self._last_started: float | None = None
        super().__init__(TitleBar(context.tr("evenings.list.title"), " ", on_back=context.go_back))
        self._list = Column(gap=8)
        self._more_button = SecondaryButton(
            context.tr("evenings.list.more"), self._load_more, icon=Icon.ARROW_DOWN
        )
        self.body.add_widget(self._list)

    def enter(self) -> None:
        # Who won is known of games that were counted.
        run_when_indexed(self._app_context, self, self._show)

    def _show(self) -> None:
        tr = self._app_context.tr
        self._last_started = None
        self._list.clear_widgets()
        count = self._app_context.game_nights.count()
        if self.bar is not None:
            self.bar.show(tr("evenings.list.title"), tr("evenings.list.count", n=count))
        if count:
            self._load_more()
            return
        self._list.add_widget(
            Card(
                IconLabel(Icon.FLAME, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
                Text(tr("evenings.list.none"), align="center", tone="ink_2", size_sp=18),
                gap=12,
            )
        )

    def _load_more(self) -> None:
        game_nights = self._app_context.game_nights.list_newest(_PAGE_SIZE, self._last_started)
        if self._more_button.parent is not None:
            self.body.remove_widget(self._more_button)
        for game_night in game_nights:
            self._list.add_widget(GameNightRow(self._app_context, game_night))
            self._last_started = game_night.started
        if len(game_nights) == _PAGE_SIZE:
            self.body.add_widget(self._more_button)


class GameNightRow(Pressable):
    """When it was, what was played, who was there, and who won the most."""

    def __init__(self, context: AppContext, game_night: GameNightSummary) -> None:
        super().__init__(
            partial(context.push, GameNightPage, game_night.started),
            size_hint_y=None,
            padding=(dp(14), dp(12)),
        )
        self._box = RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour("plank"),
            border=theme_colour("groove", 0.6),
            line_width=1,
        )
        tr = context.tr
        text_column = Column(
            Row(
                Text(
                    format_date(tr, *to_local_day(game_night.started)), face="title", size_sp=18, max_lines=2
                ),
                _build_emblems(game_night.games),
                gap=10,
            ),
            gap=4,
        )
        names = tuple(person.name for person in game_night.players)
        if names:
            text_column.add_widget(Text(tr.join_items(names), tone="ink_2", max_lines=2, fallback_lines=3))
        winners = find_winners(game_night.players)
        if winners:
            winners_text = tr(
                "evenings.list.best", names=tuple(winner.name for winner in winners), n=winners[0].wins
            )
            crown = IconLabel(Icon.CROWN, 20, tone="candle", pos_hint={"center_y": 0.5})
            text_column.add_widget(
                Row(
                    crown, Text(winners_text, weight=500, tone="candle", max_lines=2, fallback_lines=3), gap=8
                )
            )
        self.add_widget(text_column)
        self.bind(minimum_height=self.setter("height"))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background=shade(theme_colour("plank"), 0.06) if pressed else theme_colour("plank")
        )


def _build_emblems(game_ids: tuple[str, ...]) -> Row:
    """Of the games in their order; those of a game that this version does not know are left out."""
    row = Row(gap=4, hug=True, pos_hint={"center_y": 0.5})
    for game in game_ids[:_MAX_EMBLEMS]:
        try:
            row.add_widget(EmblemWidget(get_game(game).emblem, 30))
        except KeyError:
            continue
    return row
