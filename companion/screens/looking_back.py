"""History page as opened from home: with links to game nights, statistics and people above the list."""

from __future__ import annotations

from companion.app_context import AppContext
from companion.screens.history.history_page import HistoryListPage
from companion.widgets.buttons import NavigationTile
from companion.widgets.icons import Icon
from companion.widgets.layout import Row


class HistoryHomePage(HistoryListPage):
    """Adds the links only here: the list itself is also opened from statistics pages, which must not link
    back."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        tr = context.tr
        tiles = Row(
            NavigationTile(tr("evenings.list.title"), Icon.FLAME, self._open_game_nights),
            NavigationTile(tr("history.way.numbers"), Icon.TROPHY, self._open_statistics),
            NavigationTile(tr("history.way.people"), Icon.PEOPLE, self._open_people),
            gap=8,
        )
        self.body.add_widget(tiles, index=len(self.body.children))

    def _open_game_nights(self) -> None:
        from companion.screens.history.game_nights import GameNightsPage

        self._app_context.push(GameNightsPage)

    def _open_statistics(self) -> None:
        from companion.screens.statistics.statistics_page import StatisticsHomePage

        self._app_context.push(StatisticsHomePage)

    def _open_people(self) -> None:
        from companion.screens.people_pages import PeoplePage

        self._app_context.push(PeoplePage)
