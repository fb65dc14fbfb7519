"""Looking back, from home: every table that was kept, and above them the ways to what they come to."""

from __future__ import annotations

from companion.screens.history import HistoryListPage
from companion.shell import AppContext
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.tiles import NavigationTile


class HistoryHomePage(HistoryListPage):
    """The history itself leads nowhere but to its games: pages of numbers lead to it."""

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
        from companion.screens.evenings import GameNightsPage

        self._app_context.push(GameNightsPage)

    def _open_statistics(self) -> None:
        from companion.screens.statistics.home import StatisticsHomePage

        self._app_context.push(StatisticsHomePage)

    def _open_people(self) -> None:
        from companion.screens.people import PeoplePage

        self._app_context.push(PeoplePage)
