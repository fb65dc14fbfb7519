"""Players by proposals: who led, who was on the team, who voted how. The names stay, the proposals scroll."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.avalon.log import Entry
from companion.games.avalon.state import State
from companion.i18n.translator import Translator
from companion.screens.avalon import vote_marks as marks
from companion.screens.avalon.vote_column import Measures, QuestHead, VoteColumn
from companion.widgets.scroller import Scroller
from companion.widgets.shapes import Box
from companion.widgets.stamps import Drawing, Stamps, words_width
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_CELL, look, paint

# In dp: how far the table reaches beyond the column of content, on both sides.
_BLEED = 12
_GROUP_GAP = 3
_WIDEST_CELL = 64
# The part of the width that names may take.
_NAMES = 0.36


class _Sideways(Scroller):
    """Scrolls along the reading direction only."""

    def __init__(self, content: Widget) -> None:
        super().__init__(content, size_hint=(None, None))
        self.bind(width=self._hold_still)
        content.bind(width=self._hold_still)

    def _hold_still(self, *_: object) -> None:
        self.do_scroll_y = False
        self.do_scroll_x = self._content.width > self.width + 1


class VotesGrid(Widget):
    """`columns` are the proposals in their order; one of them is chosen."""

    def __init__(self, tr: Translator, on_choose: Callable[[int], object]) -> None:
        super().__init__(size_hint_y=None, width=0)
        self._tr = tr
        self._on_choose = on_choose
        self.columns: list[VoteColumn] = []
        self._quests: list[QuestHead] = []
        self._measures = Measures(0)
        # The width that the columns were laid out for, and the one that the names need.
        self._room = self._needed = 0.0
        self._bands: list[Widget] = []
        self.names: list[Text] = []
        self._labels: list[Text] = []
        self._content = Widget(size_hint=(None, None))
        self._heads = Drawing(self._content)
        self.scroll = _Sideways(self._content)
        self.scroll.bind(scroll_x=self._draw_heads)
        self.bind(pos=self._place, size=self._place)

    def show(self, state: State, shown: Sequence[Entry]) -> None:
        tr, players = self._tr, self._tr.players(state.setup.players)
        self.clear_widgets()
        self._content.clear_widgets()
        self._measures = measures = Measures(len(players))
        self._bands = [Widget(size_hint=(None, None)) for _ in players[::2]]
        for band in self._bands:
            Box(band, radius=RADIUS_CELL, ground=paint("plank"))
        self.names = [_label(name, size=18, weight=500, tone="ink") for name in players]
        self._labels = [_label(tr(key)) for key in ("avalon.board.proposal", "avalon.history.votes")]
        self.columns = [
            VoteColumn(tr, measures, entry, partial(self._on_choose, number))
            for number, entry in enumerate(shown)
        ]
        together = itertools.groupby(
            self.columns, key=lambda column: (column.entry.round, column.entry.quest)
        )
        self._quests = [QuestHead(list(columns), state) for _, columns in together]
        for column in self.columns:
            self._content.add_widget(column)
        for part in (*self._bands, *self._labels, *self.names, self.scroll):
            self.add_widget(part)
        self._needed = max(text.natural_width() for text in (*self.names, *self._labels))
        self._room = 0.0
        self.height = measures.height
        self._place()

    def choose(self, number: int) -> None:
        for at, column in enumerate(self.columns):
            column.choose(at == number)
        self._reveal()

    def _reveal(self) -> None:
        """Scroll until the chosen proposal can be seen."""
        seen, hidden = self.scroll.width, self._content.width - self.scroll.width
        chosen = next((column for column in self.columns if column.chosen), None)
        if chosen is None or hidden < 1:
            return
        left = chosen.x - self._content.x
        skipped = max(min(self.scroll.scroll_x * hidden, left), left + chosen.width - seen)
        self.scroll.scroll_x = min(1.0, max(0.0, skipped / hidden))

    # -- where everything is --------------------------------------------------------------------------------

    def _place(self, *_: object) -> None:
        if self.width < 1 or not self.columns:
            return
        measures, bleed = self._measures, dp(_BLEED)
        left, width = self.x - bleed, self.width + 2 * bleed
        beside = self._place_names(left, width)
        room = width - beside
        self.scroll.pos = (left if look().rtl else left + beside, self.y)
        if room != self._room:
            self._room = room
            self.scroll.size = (room, measures.height)
            self._place_columns(room)
            self._reveal()
        for place, band in enumerate(self._bands):
            band.size = (width, measures.row)
            band.pos = (left, self.y + measures.seat_y(2 * place) - measures.row / 2)

    def _place_names(self, left: float, width: float) -> float:
        """The names and row labels; returns the width they take."""
        measures, indent = self._measures, dp(_BLEED)
        texts = (*self.names, *self._labels)
        room = min(self._needed, width * _NAMES)
        x = left + width - indent - room if look().rtl else left + indent
        at = [
            *(measures.seat_y(seat) for seat in range(measures.players)),
            measures.number_y,
            measures.tally_y,
        ]
        for text, y in zip(texts, at, strict=True):
            text.size = (room, measures.number)
            text.pos = (round(x), round(self.y + y - measures.number / 2))
        return float(indent + room + dp(2))

    def _place_columns(self, room: float) -> None:
        measures, gap = self._measures, dp(_GROUP_GAP)
        widths = [self._quest_width(quest) for quest in self._quests]
        gaps = gap * (len(widths) - 1)
        # A short game gets wider cells, up to a limit.
        stretch = max(1.0, min((room - gaps) / sum(widths), _WIDEST_CELL / marks.CELL))
        width = max(room, sum(widths) * stretch + gaps)
        self._content.size = (width, measures.height)
        start = 0.0
        for quest, natural in zip(self._quests, widths, strict=True):
            quest.width = natural * stretch
            quest.x = width - start - quest.width if look().rtl else start
            each = quest.width / len(quest.columns)
            for place, column in enumerate(quest.columns):
                x = quest.x + each * (len(quest.columns) - 1 - place if look().rtl else place)
                column.width = round(each)
                column.pos = (round(self._content.x + x), round(self._content.y))
            start += quest.width + gap
        self._draw_heads()

    def _draw_heads(self, *_: object) -> None:
        """Each shield over the middle of its proposals, or of those that can be seen."""
        seen = self.scroll.width
        left = self.scroll.scroll_x * max(0.0, self._content.width - seen)
        heads = Stamps()
        for quest in self._quests:
            quest.draw(heads, self._tr, self._measures, left, left + seen)
        self._heads.show(heads)

    def _quest_width(self, quest: QuestHead) -> float:
        label = words_width(self._tr("avalon.board.quest", quest=quest.number), size=16)
        widest = self._tr("avalon.history.tally", yes=self._measures.players, no=0)
        cell = max(dp(marks.CELL), words_width(widest, size=18, weight=700) + dp(2))
        return float(max(label + dp(6), cell * len(quest.columns)))


def _label(words: str, *, size: float = 16, weight: int = 400, tone: str = "ink_2") -> Text:
    text = Text(words, size_sp=size, weight=weight, tone=tone, grow="none", most=1, smallest=11)
    text.size_hint = (None, None)
    return text
