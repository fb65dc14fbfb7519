"""Looking back, from home: every table that was kept, and above them the ways to what they come to."""

from __future__ import annotations

from companion.screens.history import HistoryPage
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.tiles import Way


class LookingBackPage(HistoryPage):
    """The history itself leads nowhere but to its games: pages of numbers lead to it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        tr = shell.tr
        ways = Row(
            Way(tr("evenings.list.title"), Icon.FLAME, self._open_evenings),
            Way(tr("history.way.numbers"), Icon.TROPHY, self._open_numbers),
            Way(tr("history.way.people"), Icon.PEOPLE, self._open_people),
            gap=8,
        )
        self.body.add_widget(ways, index=len(self.body.children))

    def _open_evenings(self) -> None:
        from companion.screens.evenings import EveningsPage

        self._shell.visit(EveningsPage)

    def _open_numbers(self) -> None:
        from companion.screens.statistics.home import StatisticsHome

        self._shell.visit(StatisticsHome)

    def _open_people(self) -> None:
        from companion.screens.people import PeoplePage

        self._shell.visit(PeoplePage)
