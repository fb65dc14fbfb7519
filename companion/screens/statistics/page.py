"""A game in numbers: chips that say which games, cards that show what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from kivy.uix.widget import Widget

from companion.games.shelf import get_game
from companion.past.cards import StatisticsCard
from companion.past.chosen import GameSelection
from companion.past.figures import Statistic
from companion.past.filters import FilterOptionGroup, list_filter_options
from companion.past.pages import build_report
from companion.past.which import GameFilter
from companion.screens.counting_first import run_when_indexed
from companion.screens.history_days import Period, to_time_range
from companion.screens.statistics.behind import open_games
from companion.screens.statistics.choosing import StatisticsFilterSheet, create_filter_chips
from companion.screens.statistics.kinds import build_card_widget
from companion.screens.statistics.picture import share_statistics
from companion.shell import AppContext
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Stateful
from companion.widgets.layout import Column
from companion.widgets.lazy_column import LazyColumn
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton, PrimaryButton
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import ACCENTS

# So many cards fill a phone.
_INITIAL_CARDS: Final = 3


class StatisticsPage(Stateful, Page):
    shows_stored_data = True

    def __init__(self, context: AppContext, game: str, game_filter: GameFilter | None = None) -> None:
        """`game_filter` is what is chosen, without the game itself."""
        self._app_context, self._game = context, get_game(game)
        self._accent = ACCENTS[self._game.accent]
        self.game_filter = game_filter or GameFilter()
        self._kinds: Sequence[FilterOptionGroup] = ()
        self.more_button = IconButton(Icon.MENU_LIST, self.open_filter_sheet, tone="ink_2")
        super().__init__(TitleBar(self._title, " ", on_back=context.go_back, actions=[self.more_button]))
        self._chips = Column(gap=0)
        self.cards = LazyColumn(self.scroll)
        self.body.add_widget(self._chips)
        self.body.add_widget(self.cards)
        # Of the numbers that are shown.
        self._shown_stamp = -1
        # A page that is built anew is scrolled to where it was, so all of it must be there.
        self._initial_count: int | None = _INITIAL_CARDS
        self._share_button = PrimaryButton(
            context.tr("statistics.share_numbers"),
            self._share_statistics,
            icon=Icon.SHARE,
            accent=self._accent,
        )

    @property
    def _title(self) -> str:
        return self._app_context.tr(
            "statistics.title", game=self._app_context.tr(f"app.game.{self._game.id}")
        )

    def enter(self) -> None:
        if self.cards.children and self._is_current():
            # Whoever comes back from the games behind a figure finds the page where it was.
            self.cards.schedule_build()
            return
        run_when_indexed(self._app_context, self, self._show, self._show_progress)

    def _is_current(self) -> bool:
        source, games = self._app_context.statistics, self.page.total
        is_indexed = not source.stale_count and source.version == self._shown_stamp
        return is_indexed and source.count_games(games.game_filter) == games.numerator

    def save_state(self) -> GameSelection:
        return GameSelection(self.game_filter)

    def restore_state(self, state: GameSelection) -> None:
        self.game_filter = state.game_filter
        self._initial_count = None

    def set_filter(self, game_filter: GameFilter) -> None:
        while self._app_context.navigator.sheet is not None:
            self._app_context.navigator.close_sheet()
        self.game_filter = game_filter
        self._show()
        self.scroll.scroll_y = 1

    def _show_progress(self, remaining: int) -> None:
        if self.bar is not None:
            self.bar.show(self._title, self._app_context.tr("statistics.counting", n=remaining))

    def _show(self) -> None:
        tr, source = self._app_context.tr, self._app_context.statistics
        self._shown_stamp = source.version
        groups = {group.name: group.players for group in self._app_context.rosters.list_groups()}
        year, _ = to_time_range(tr, Period.YEAR, date.today())
        kinds = list_filter_options(self._game, source, self.game_filter, groups, year or 0.0)
        page, remaining_cards = build_report(self._game, source, self.game_filter)
        if self.bar is not None:
            self.bar.show(self._title, tr("app.files.restore_games", n=int(page.total.numerator)))
        self._chips.clear_widgets()
        self.cards.clear_widgets()
        self.more_button.enabled = bool(page.total.numerator) or self.game_filter != GameFilter()
        if self.more_button.enabled:
            self._chips.add_widget(create_filter_chips(tr, kinds, self.set_filter, self._accent))
        self._kinds, self.page = kinds, page
        if page.total.numerator:
            self.cards.set_parts(self._build_cards(remaining_cards), self._initial_count)
            self._initial_count = _INITIAL_CARDS
            self.set_footer(self._share_button)
            return
        nothing = Card(
            IconLabel(Icon.TROPHY, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
            Text(tr("statistics.none"), align="center", tone="ink_2", size_sp=18),
            gap=12,
        )
        self.cards.set_parts([nothing])
        self.footer.clear_widgets()
        self._fit_to_keyboard()

    def _build_cards(self, cards: Iterable[StatisticsCard]) -> Iterator[Widget]:
        """Each is asked for and drawn when it is taken: what nobody sees yet costs nothing."""
        for card in cards:
            self.page = replace(self.page, cards=(*self.page.cards, card))
            yield self._build_card(card)

    def _build_card(self, card: StatisticsCard) -> Widget:
        return build_card_widget(self._app_context.tr, card, self._open_games, self._open_person)

    def open_filter_sheet(self) -> None:
        navigator = self._app_context.navigator
        navigator.open_sheet(
            StatisticsFilterSheet(
                self._app_context.tr, self._kinds, self.set_filter, self._accent, navigator.close_sheet
            )
        )

    def _open_games(self, figure: Statistic, about: str) -> None:
        open_games(self._app_context, figure.game_filter, about)

    def _open_person(self, person: str) -> None:
        from companion.screens.statistics.person import PersonStatisticsPage

        self._app_context.push(PersonStatisticsPage, person)

    def _share_statistics(self) -> None:
        tr = self._app_context.tr
        self.cards.build_all()
        line = tr("app.files.restore_games", n=int(self.page.total.numerator))
        cards = [self._build_card(card) for card in self.page.cards]
        share_statistics(self._app_context, self._title, line, cards, self._game)
