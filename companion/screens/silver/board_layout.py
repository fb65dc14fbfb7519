"""The body of the board: the table of rounds and its chart, and below or beside them what is done now."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.screens.silver.board_heights import BoardMode, BoardSpace, plan_heights
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.outlook import OutlookPanel
from companion.screens.silver.totals_chart import TotalsChart
from companion.screens.silver.typing import EntryPanel
from companion.widgets.layout import Column, Panes
from companion.widgets.scrolling import Scroller
from companion.widgets.theme import look, sp

# In dp: the chart is shown where there is at least so much room for it, and takes no more than that.
_MIN_CHART_DP, _MAX_CHART_DP = 84, 240
_GAP_DP = 8
# In sp.
_TITLE_SP = 30
# Above and below everything.
PADDING_DP = 12


class BoardLayout(Panes):
    def __init__(
        self,
        scroll: Scroller,
        rounds: RoundsTable,
        chart: TotalsChart,
        entry: EntryPanel,
        outlook: OutlookPanel,
        players: int,
    ) -> None:
        self._scores = Column(rounds, gap=_GAP_DP)
        self._panel = Column(gap=_GAP_DP)
        super().__init__(self._scores, self._panel, gap=_GAP_DP)
        self._scroll, self._rounds, self._chart = scroll, rounds, chart
        self._entry, self._outlook = entry, outlook
        self._players = players
        self._mode = BoardMode.PLAYING
        self._results = 0
        self._current_parts: tuple[Widget, ...] = ()
        self._trailing_parts: tuple[Widget, ...] = ()
        for part in (scroll, self._panel, rounds):
            part.bind(height=self.fit)
        self.bind(width=self.fit)

    @property
    def is_wide(self) -> bool:
        return bool(self.orientation == "horizontal")

    def show(
        self, mode: BoardMode, results: int, parts: Sequence[Widget], trailing_parts: Sequence[Widget] = ()
    ) -> None:
        """`parts` are what is done now; `trailing_parts` comes after everything else."""
        self._mode, self._results = mode, results
        self._current_parts, self._trailing_parts = tuple(parts), tuple(trailing_parts)
        # At the end the winner is what matters, before all figures.
        order = [self._scores, self._panel]
        set_children(self, order[::-1] if mode is BoardMode.OVER else order)
        if not trailing_parts:
            set_children(self._panel, self._current_parts)
        self.fit()
        # Heights are known a frame later, and where the scroll view may go another one.
        Clock.schedule_once(lambda _: Clock.schedule_once(self._scroll_to_panel, 0), 0)

    def fit(self, *_: object) -> None:
        """What matters now can be seen at once: old rounds are folded, the chart takes what is left."""
        # Beside the keys there is only a folded lesson, and only for learners.
        others = sum(part.height + dp(_GAP_DP) for part in self._current_parts if part is not self._entry)
        panel = self._entry.min_height + others if self._mode is BoardMode.TYPING else self._panel.height
        # What beats the leader may lie below what can be seen, if its title tells that it is there.
        if self._outlook.parent is not None:
            panel -= max(0.0, self._outlook.height - sp(_TITLE_SP))
        # The chart is at least as high as its legend.
        name_height = sp(16) * (1.45 if look().rtl else 1.3) + dp(2)
        space = BoardSpace(
            total=self._scroll.height - dp(PADDING_DP),
            is_wide=self.is_wide,
            panel=panel,
            fixed=self._rounds.fixed_height,
            line=self._rounds.row_height,
            gap=dp(_GAP_DP),
            min_chart=max(dp(_MIN_CHART_DP), self._players * name_height),
            max_chart=dp(_MAX_CHART_DP),
        )
        plan = plan_heights(space, self._mode, self._results)
        self._rounds.fold_to(plan.lines)
        self._entry.fit(plan.panel - others)
        if plan.chart:
            self._chart.height = plan.chart
        scores: list[Widget] = [self._rounds, *([self._chart] if plan.chart else [])]
        if self._trailing_parts:
            set_children(
                self._panel,
                [*self._current_parts, *self._trailing_parts] if self.is_wide else self._current_parts,
            )
        set_children(self._scores, scores if self.is_wide else [*scores, *self._trailing_parts])

    def _scroll_to_panel(self, _: float) -> None:
        """Where not all can be seen at once, the village and its keys must be."""
        is_typing = self._mode is BoardMode.TYPING and not self.is_wide and self._scroll.do_scroll_y
        self._scroll.scroll_y = 0 if is_typing else 1


def set_children(holder: Widget, parts: Sequence[Widget]) -> None:
    """Exactly these parts, in this order."""
    if [*reversed(holder.children)] == [*parts]:
        return
    holder.clear_widgets()
    for part in parts:
        if part.parent is not None:
            part.parent.remove_widget(part)
        holder.add_widget(part)
