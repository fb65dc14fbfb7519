"""One person in numbers, across all games."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.manifest import GameDefinition
from companion.games.shelf import list_games
from companion.past.chosen import GameSelection
from companion.past.figures import Statistic
from companion.past.pages import StatisticsReport, build_person_report
from companion.past.which import CompletionFilter, GameFilter
from companion.screens.counting_first import run_when_indexed
from companion.screens.statistics.behind import open_games
from companion.screens.statistics.kinds import StatisticButton, build_card_widget
from companion.shell import AppContext
from companion.widgets.emblem import EmblemWidget
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Stateful
from companion.widgets.layout import Column, Row
from companion.widgets.lazy_column import LazyColumn
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton
from companion.widgets.text import Text


class PersonStatisticsPage(Stateful, Page):
    """`person` is named as they are read."""

    shows_stored_data = True

    def __init__(self, context: AppContext, person: str) -> None:
        self._app_context, self.person = context, person
        self._game_count = 0
        # Of the numbers that are shown.
        self._shown_stamp = -1
        # A page that is built anew is scrolled to where it was, so all of it must be there.
        self._initial_count: int | None = 1
        look = IconButton(Icon.PERSON, self._open_profile, tone="ink_2")
        super().__init__(TitleBar(" ", " ", on_back=context.go_back, actions=[look]))
        self.games = LazyColumn(self.scroll)
        self.body.add_widget(self.games)

    @property
    def _game_filter(self) -> GameFilter:
        return GameFilter(people=(self.person,), completion=CompletionFilter.FINISHED)

    def save_state(self) -> GameSelection:
        return GameSelection(self._game_filter, is_person_only=True)

    def restore_state(self, state: GameSelection) -> None:
        (self.person,) = state.game_filter.people
        self._initial_count = None

    def enter(self) -> None:
        source = self._app_context.statistics
        is_indexed = not source.stale_count and source.version == self._shown_stamp
        if self._game_count and is_indexed and source.count_games(self._game_filter) == self._game_count:
            # Whoever comes back from the games behind a figure finds the page where it was.
            self.games.schedule_build()
            return
        run_when_indexed(self._app_context, self, self._show, self._show_progress)

    def _open_profile(self) -> None:
        """What else is known of them: their mark, their other names."""
        from companion.screens.person import open_person

        open_person(self._app_context, self.person)

    def _show_progress(self, remaining: int) -> None:
        if self.bar is not None:
            self.bar.show(self.person, self._app_context.tr("statistics.counting", n=remaining))

    def _show(self) -> None:
        tr, source = self._app_context.tr, self._app_context.statistics
        # They may have become another name of somebody's.
        self.person = source.resolve_person(self.person)
        self._shown_stamp = source.version
        self._game_count = source.count_games(self._game_filter)
        if self.bar is not None:
            name = source.load_names().get(self.person, self.person)
            self.bar.show(tr.player_name(name), tr("app.files.restore_games", n=self._game_count))
        self.games.set_parts(self._build_parts(), self._initial_count)
        self._initial_count = 1

    def _build_parts(self) -> Iterator[Column]:
        """One part for each game that this person played."""
        for game in list_games():
            page = build_person_report(game, self._app_context.statistics, GameFilter(), self.person)
            if page.total.numerator:
                yield self._build_game_part(game, page)

    def _build_game_part(self, game: GameDefinition, page: StatisticsReport) -> Column:
        tr = self._app_context.tr
        labels = Column(
            Text(tr(f"app.game.{game.id}"), face="title", size_sp=22),
            Text(tr("app.files.restore_games", n=int(page.total.numerator)), tone="ink_2"),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        header = StatisticButton(lambda: self._open_games(page.total, tr(f"app.game.{game.id}")))
        header.add_widget(Row(EmblemWidget(game.emblem, 52, pos_hint={"center_y": 0.5}), labels, gap=12))
        cards = (build_card_widget(tr, card, self._open_games, lambda _: None) for card in page.cards)
        return Column(header, *cards, gap=8)

    def _open_games(self, figure: Statistic, about: str) -> None:
        open_games(self._app_context, figure.game_filter, about)
