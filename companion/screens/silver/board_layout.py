"""The body of the board: the table of rounds and its chart, and below or beside them what is done now."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.screens.silver.board_heights import Room, Stage, share
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.outlook import OutlookPanel
from companion.screens.silver.totals_chart import TotalsChart
from companion.screens.silver.typing import EntryPanel
from companion.widgets.layout import Column, Panes
from companion.widgets.scroller import Scroller
from companion.widgets.theme import look, sp

# In dp: the chart is shown where there is at least so much room for it, and takes no more than that.
_LOWEST_CHART, _HIGHEST_CHART = 84, 240
_GAP = 8
# In sp.
_TITLE = 30
# Above and below everything.
PADDING = 12


class Spread(Panes):
    def __init__(
        self,
        scroll: Scroller,
        rounds: RoundsTable,
        chart: TotalsChart,
        entry: EntryPanel,
        outlook: OutlookPanel,
        players: int,
    ) -> None:
        self._scores = Column(rounds, gap=_GAP)
        self._panel = Column(gap=_GAP)
        super().__init__(self._scores, self._panel, gap=_GAP)
        self._scroll, self._rounds, self._chart = scroll, rounds, chart
        self._entry, self._outlook = entry, outlook
        self._players = players
        self._stage = Stage.PLAYING
        self._results = 0
        self._doing: tuple[Widget, ...] = ()
        self._last: tuple[Widget, ...] = ()
        for part in (scroll, self._panel, rounds):
            part.bind(height=self.fit)
        self.bind(width=self.fit)

    @property
    def beside(self) -> bool:
        return bool(self.orientation == "horizontal")

    def show(self, stage: Stage, results: int, parts: Sequence[Widget], last: Sequence[Widget] = ()) -> None:
        """`parts` are what is done now; `last` comes after everything else."""
        self._stage, self._results = stage, results
        self._doing, self._last = tuple(parts), tuple(last)
        # At the end the winner is what matters, before all figures.
        order = [self._scores, self._panel]
        fill(self, order[::-1] if stage is Stage.OVER else order)
        if not last:
            fill(self._panel, self._doing)
        self.fit()
        # Heights are known a frame later, and where the scroll view may go another one.
        Clock.schedule_once(lambda _: Clock.schedule_once(self._reveal, 0), 0)

    def fit(self, *_: object) -> None:
        """What matters now can be seen at once: old rounds are folded, the chart takes what is left."""
        # Beside the keys there is only a folded lesson, and only for learners.
        others = sum(part.height + dp(_GAP) for part in self._doing if part is not self._entry)
        panel = self._entry.least_height + others if self._stage is Stage.TYPING else self._panel.height
        # What beats the leader may lie below what can be seen, if its title tells that it is there.
        if self._outlook.parent is not None:
            panel -= max(0.0, self._outlook.height - sp(_TITLE))
        # The chart is at least as high as its legend.
        name = sp(16) * (1.45 if look().rtl else 1.3) + dp(2)
        room = Room(
            whole=self._scroll.height - dp(PADDING),
            beside=self.beside,
            panel=panel,
            around_lines=self._rounds.beside_lines,
            line=self._rounds.pitch,
            gap=dp(_GAP),
            lowest_chart=max(dp(_LOWEST_CHART), self._players * name),
            highest_chart=dp(_HIGHEST_CHART),
        )
        shared = share(room, self._stage, self._results)
        self._rounds.fold_to(shared.lines)
        self._entry.fit(shared.panel - others)
        if shared.chart:
            self._chart.height = shared.chart
        scores: list[Widget] = [self._rounds, *([self._chart] if shared.chart else [])]
        if self._last:
            fill(self._panel, [*self._doing, *self._last] if self.beside else self._doing)
        fill(self._scores, scores if self.beside else [*scores, *self._last])

    def _reveal(self, _: float) -> None:
        """Where not all can be seen at once, the village and its keys must be."""
        typing = self._stage is Stage.TYPING and not self.beside and self._scroll.do_scroll_y
        self._scroll.scroll_y = 0 if typing else 1


def fill(holder: Widget, parts: Sequence[Widget]) -> None:
    """Exactly these parts, in this order."""
    if [*reversed(holder.children)] == [*parts]:
        return
    holder.clear_widgets()
    for part in parts:
        if part.parent is not None:
            part.parent.remove_widget(part)
        holder.add_widget(part)
