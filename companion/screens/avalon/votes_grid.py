"""Players by proposals: who led, who was on the team, who voted how. The names stay, the proposals scroll."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.avalon.log import HistoryEntry
from companion.games.avalon.state import State
from companion.i18n.translator import Translator
from companion.screens.avalon import vote_marks as marks
from companion.screens.avalon.vote_column import Measures, QuestHeader, VoteColumn
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing, measure_text
from companion.widgets.scrolling import Scroller
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_CELL, look, theme_colour

# In dp: how far the table reaches beyond the column of content, on both sides.
_BLEED_DP = 12
_GROUP_GAP_DP = 3
_MAX_CELL_DP = 64
# The part of the width that names may take.
_MAX_NAMES_RATIO = 0.36


class _HorizontalScroller(Scroller):
    """Scrolls along the reading direction only."""

    def __init__(self, content: Widget) -> None:
        super().__init__(content, size_hint=(None, None))
        self.bind(width=self._update_scroll_axes)
        content.bind(width=self._update_scroll_axes)

    def _update_scroll_axes(self, *_: object) -> None:
        self.do_scroll_y = False
        self.do_scroll_x = self._content.width > self.width + 1


class VotesGrid(Widget):
    """`columns` are the proposals in their order; one of them is chosen."""

    def __init__(self, tr: Translator, on_select: Callable[[int], object]) -> None:
        super().__init__(size_hint_y=None, width=0)
        self._tr = tr
        self._on_select = on_select
        self.columns: list[VoteColumn] = []
        self._quest_headers: list[QuestHeader] = []
        self._measures = Measures(0)
        # The width that the columns were laid out for, and the one that the names need.
        self._columns_width = self._names_width = 0.0
        self._bands: list[Widget] = []
        self.names: list[Text] = []
        self._labels: list[Text] = []
        self._content = Widget(size_hint=(None, None))
        self._heads = WidgetDrawing(self._content)
        self.scroll = _HorizontalScroller(self._content)
        self.scroll.bind(scroll_x=self._draw_headers)
        self.bind(pos=self._place, size=self._place)

    def show(self, state: State, entries: Sequence[HistoryEntry]) -> None:
        tr, players = self._tr, self._tr.player_names(state.setup.players)
        self.clear_widgets()
        self._content.clear_widgets()
        self._measures = measures = Measures(len(players))
        self._bands = [Widget(size_hint=(None, None)) for _ in players[::2]]
        for band in self._bands:
            RoundedBox(band, radius=RADIUS_CELL, background=theme_colour("plank"))
        self.names = [_build_label(name, size=18, weight=500, tone="ink") for name in players]
        self._labels = [_build_label(tr(key)) for key in ("avalon.board.proposal", "avalon.history.votes")]
        self.columns = [
            VoteColumn(tr, measures, entry, partial(self._on_select, number))
            for number, entry in enumerate(entries)
        ]
        groups = itertools.groupby(self.columns, key=lambda column: (column.entry.round, column.entry.quest))
        self._quest_headers = [QuestHeader(list(columns), state) for _, columns in groups]
        for column in self.columns:
            self._content.add_widget(column)
        for part in (*self._bands, *self._labels, *self.names, self.scroll):
            self.add_widget(part)
        self._names_width = max(text.natural_width() for text in (*self.names, *self._labels))
        self._columns_width = 0.0
        self.height = measures.height
        self._place()

    def select_column(self, entry_index: int) -> None:
        for column_index, column in enumerate(self.columns):
            column.set_selected(column_index == entry_index)
        self._scroll_to_selected()

    def _scroll_to_selected(self) -> None:
        """Scroll until the chosen proposal can be seen."""
        visible_width, hidden_width = self.scroll.width, self._content.width - self.scroll.width
        selected = next((column for column in self.columns if column.is_selected), None)
        if selected is None or hidden_width < 1:
            return
        left = selected.x - self._content.x
        offset = max(min(self.scroll.scroll_x * hidden_width, left), left + selected.width - visible_width)
        self.scroll.scroll_x = min(1.0, max(0.0, offset / hidden_width))

    # -- where everything is --------------------------------------------------------------------------------

    def _place(self, *_: object) -> None:
        if self.width < 1 or not self.columns:
            return
        measures, bleed = self._measures, dp(_BLEED_DP)
        left, width = self.x - bleed, self.width + 2 * bleed
        names_width = self._place_names(left, width)
        columns_width = width - names_width
        self.scroll.pos = (left if look().rtl else left + names_width, self.y)
        if columns_width != self._columns_width:
            self._columns_width = columns_width
            self.scroll.size = (columns_width, measures.height)
            self._place_columns(columns_width)
            self._scroll_to_selected()
        for band_index, band in enumerate(self._bands):
            band.size = (width, measures.row)
            band.pos = (left, self.y + measures.seat_y(2 * band_index) - measures.row / 2)

    def _place_names(self, left: float, width: float) -> float:
        """The names and row labels; returns the width they take."""
        measures, indent = self._measures, dp(_BLEED_DP)
        texts = (*self.names, *self._labels)
        names_width = min(self._names_width, width * _MAX_NAMES_RATIO)
        x = left + width - indent - names_width if look().rtl else left + indent
        centers_y = [
            *(measures.seat_y(seat) for seat in range(measures.players)),
            measures.number_y,
            measures.tally_y,
        ]
        for text, y in zip(texts, centers_y, strict=True):
            text.size = (names_width, measures.number)
            text.pos = (round(x), round(self.y + y - measures.number / 2))
        return float(indent + names_width + dp(2))

    def _place_columns(self, room: float) -> None:
        measures, gap = self._measures, dp(_GROUP_GAP_DP)
        widths = [self._quest_width(quest) for quest in self._quest_headers]
        gaps = gap * (len(widths) - 1)
        # A short game gets wider cells, up to a limit.
        stretch = max(1.0, min((room - gaps) / sum(widths), _MAX_CELL_DP / marks.CELL_DP))
        width = max(room, sum(widths) * stretch + gaps)
        self._content.size = (width, measures.height)
        start = 0.0
        for quest, natural in zip(self._quest_headers, widths, strict=True):
            quest.width = natural * stretch
            quest.x = width - start - quest.width if look().rtl else start
            column_width = quest.width / len(quest.columns)
            for column_index, column in enumerate(quest.columns):
                x = quest.x + column_width * (
                    len(quest.columns) - 1 - column_index if look().rtl else column_index
                )
                column.width = round(column_width)
                column.pos = (round(self._content.x + x), round(self._content.y))
            start += quest.width + gap
        self._draw_headers()

    def _draw_headers(self, *_: object) -> None:
        """Each shield over the middle of its proposals, or of those that can be seen."""
        visible_width = self.scroll.width
        left = self.scroll.scroll_x * max(0.0, self._content.width - visible_width)
        heads = MeshBatch()
        for quest in self._quest_headers:
            quest.draw(heads, self._tr, self._measures, left, left + visible_width)
        self._heads.show(heads)

    def _quest_width(self, quest: QuestHeader) -> float:
        label = measure_text(self._tr("avalon.board.quest", quest=quest.number), size=16)
        widest = self._tr("avalon.history.tally", yes=self._measures.players, no=0)
        cell = max(dp(marks.CELL_DP), measure_text(widest, size=18, weight=700) + dp(2))
        return float(max(label + dp(6), cell * len(quest.columns)))


def _build_label(words: str, *, size: float = 16, weight: int = 400, tone: str = "ink_2") -> Text:
    text = Text(words, size_sp=size, weight=weight, tone=tone, autosize="none", max_lines=1, min_size=11)
    text.size_hint = (None, None)
    return text
