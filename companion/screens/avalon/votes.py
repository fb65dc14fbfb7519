"""The votes of a game as a grid of players by proposals, and the icons drawn in it.

The names stay in place while the proposals scroll.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.avalon.state import Phase, State
from companion.games.avalon.text import HistoryEntry
from companion.i18n.translator import Translator
from companion.widgets.buttons import Pressable, shade
from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing, measure_text
from companion.widgets.scrolling import Scroller
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_CELL, look, sp, theme_colour

# In dp; the glyph of an icon is wider than its visible part.
CELL_DP = 48
_VOTE_DP, _LEADER_VOTE_DP = 26.4, 24.0
_SHIELD_DP, _RIM_DP = 56.0, 5.5
_CROWN_DP, _TOKEN_DP = 18.0, 17.0


def draw_shield(
    stamps: MeshBatch,
    x: float,
    y: float,
    *,
    rim: str = "candle",
    fill: str = "raised",
    size: float = _SHIELD_DP,
    width: float = _RIM_DP,
) -> None:
    """Draw a shield with a rim of this width."""
    stamps.add_icon(Icon.SHIELD, size, rim, x, y)
    stamps.add_icon(Icon.SHIELD, size - width, fill, x, y)


def draw_small_shield(stamps: MeshBatch, x: float, y: float) -> None:
    draw_shield(stamps, x, y, size=34, width=6)


def draw_selected_shield(stamps: MeshBatch, x: float, y: float) -> None:
    """Draw the shield of a team member as a button."""
    draw_shield(stamps, x, y, fill="candle_fill", size=40, width=4)
    stamps.add_icon(Icon.CHECK, 18, "on_candle", x, y)


def draw_empty_shield(stamps: MeshBatch, x: float, y: float) -> None:
    draw_shield(stamps, x, y, rim="rim", fill="plank", size=40, width=4)


def draw_yes(stamps: MeshBatch, x: float, y: float, size: float = _VOTE_DP) -> None:
    stamps.add_disc(size * 0.75, "on_solid", x, y)
    stamps.add_icon(Icon.CHECK_TOKEN, size, "solid", x, y)


def draw_no(stamps: MeshBatch, x: float, y: float, size: float = _VOTE_DP) -> None:
    stamps.add_disc(size * 0.75, "hollow", x, y)
    stamps.add_icon(Icon.RING, size, "ink_2", x, y)
    stamps.add_icon(Icon.CROSS, size * 0.62, "ink", x, y)


def draw_unknown(stamps: MeshBatch, x: float, y: float) -> None:
    """Draw the sign of an unknown vote, when only the result was recorded."""
    # Icons do not scale with the user's text size.
    stamps.add_text("?", x, y, size=18 / look().text_scale, max_width=dp(CELL_DP), weight=500, tone="ink_3")


def draw_crown(stamps: MeshBatch, x: float, y: float, size: float = _CROWN_DP) -> None:
    stamps.add_icon(Icon.CROWN, size, "candle", x, y)


def draw_lady(stamps: MeshBatch, x: float, y: float, size: float = _TOKEN_DP) -> None:
    stamps.add_icon(Icon.LADY, size, "good", x, y)


def draw_sword(stamps: MeshBatch, x: float, y: float, size: float = _TOKEN_DP) -> None:
    stamps.add_icon(Icon.SWORD, size, "candle", x, y)


def draw_seat(stamps: MeshBatch, entry: HistoryEntry, seat: int, x: float, y: float) -> None:
    """Draw one seat of a proposal; the shield below it is drawn separately."""
    is_leader = seat == entry.leader
    vote_y = y - dp(6) if is_leader else y
    if is_leader:
        draw_crown(stamps, x, y + dp(12))
    if entry.vote is not None:
        size = _LEADER_VOTE_DP if is_leader else _VOTE_DP
        if entry.approving_seats is None:
            draw_unknown(stamps, x, vote_y)
        elif seat in entry.approving_seats:
            draw_yes(stamps, x, vote_y, size)
        else:
            draw_no(stamps, x, vote_y, size)
    if entry.lady is not None and seat == entry.lady.target:
        draw_lady(stamps, x + dp(15), y - dp(14))
    if seat == entry.excalibur_bearer:
        draw_sword(stamps, x - dp(15), y - dp(14))


class LegendIcon(Widget):
    """One icon of the legend."""

    def __init__(self, draw: Callable[[MeshBatch, float, float], object], size: float = 26) -> None:
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size)), pos_hint={"center_y": 0.5})
        stamps = MeshBatch()
        draw(stamps, self.width / 2, self.height / 2)
        WidgetDrawing(self).show(stamps)


# In dp.
_QUEST_SHIELD_DP = 50.0
# In dp: no shield if less of a quest is visible; text that does not fit is left out.
_MIN_VISIBLE_DP = 38


class Measures:
    """Heights in pixels, from top to bottom; they grow with the user's text size."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.shield = dp(44)
        self.label = sp(16) * 1.35
        self.fails = sp(14) * 1.35
        self.number = sp(18) * 1.6
        self.row = max(dp(CELL_DP), sp(18) * 1.5)
        self.tally = sp(18) * 1.8
        self.head = self.shield + self.label + self.fails
        self.column = self.number + players * self.row + self.tally

    @property
    def height(self) -> float:
        return float(self.head + self.column)

    @property
    def number_y(self) -> float:
        return float(self.column - self.number / 2)

    def seat_y(self, seat: int) -> float:
        return float(self.column - self.number - (seat + 0.5) * self.row)

    @property
    def tally_y(self) -> float:
        return self.tally / 2


class VoteColumn(Pressable):
    """One proposal, from its number down to its tally."""

    def __init__(
        self, tr: Translator, measures: Measures, entry: HistoryEntry, on_tap: Callable[[], object]
    ) -> None:
        super().__init__(on_tap, size_hint=(None, None), size=(0, measures.column))
        self.entry = entry
        self.is_selected = False
        self._tr = tr
        self._measures = measures
        self._box = RoundedBox(self, radius=RADIUS_CELL, line_width=2)
        self._drawing = WidgetDrawing(self)
        self.fbind("width", self._draw)

    def set_selected(self, selected: bool) -> None:
        if selected != self.is_selected:
            self.is_selected = selected
            self._refresh_style()
            self._draw()

    def update_style(self, *, pressed: bool) -> None:
        ground = (
            theme_colour("candle_deep")
            if self.is_selected
            else theme_colour("raised")
            if pressed
            else TRANSPARENT
        )
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour("candle") if self.is_selected else TRANSPARENT,
        )

    def _draw(self, *_: object) -> None:
        measures, entry, x, room = self._measures, self.entry, self.width / 2, self.width - dp(4)
        stamps = MeshBatch()
        tone = "candle" if self.is_selected else "ink_2"
        number = self._tr.format_number(entry.attempt)
        stamps.add_text(number, x, measures.number_y, size=18, max_width=room, weight=700, tone=tone)
        for seat in entry.team:
            draw_shield(stamps, x, measures.seat_y(seat))
        for seat in range(measures.players):
            draw_seat(stamps, entry, seat, x, measures.seat_y(seat))
        self._draw_tally(stamps, x, measures.tally_y, room)
        self._drawing.show(stamps)

    def _draw_tally(self, stamps: MeshBatch, x: float, y: float, room: float) -> None:
        entry = self.entry
        weight, tone = (700, "ink") if entry.is_approved else (400, "ink_3")
        if entry.approving_seats is not None:
            ayes = len(entry.approving_seats)
            words = self._tr("avalon.history.tally", yes=ayes, no=self._measures.players - ayes)
            stamps.add_text(words, x, y, size=18, max_width=room, weight=weight, tone=tone)
        elif entry.vote is not None:
            stamps.add_icon(Icon.CHECK if entry.is_approved else Icon.CROSS, 22, tone, x, y)


class QuestHeader:
    """The shield above the proposals for one quest."""

    def __init__(self, columns: Sequence[VoteColumn], state: State) -> None:
        self.columns = columns
        self.x = self.width = 0.0
        last = columns[-1].entry
        self.number = last.quest
        self.result = last.result
        self.size = state.numbers.team_size(last.quest)
        is_running = state.phase is not Phase.OVER and (last.round, last.quest) == (state.round, state.quest)
        self.is_current = is_running and self.result is None

    def draw(self, stamps: MeshBatch, tr: Translator, measures: Measures, left: float, right: float) -> None:
        """Draw the shield and its texts, centred above the proposals visible between `left` and `right`."""
        first, last = max(self.x, left), min(self.x + self.width, right)
        x, room = (first + last) / 2, last - first
        if room < dp(_MIN_VISIBLE_DP):
            return
        y = measures.height - measures.shield / 2
        if self.result is not None:
            side = "good" if self.result.success else "evil"
            draw_shield(stamps, x, y, rim=side, fill=f"{side}_fill", size=_QUEST_SHIELD_DP)
            icon = Icon.SUN if self.result.success else Icon.DAGGER
            stamps.add_icon(icon, 26, "on_side", x, y + dp(1))
        else:
            fill, on = ("candle_fill", "on_candle") if self.is_current else ("table", "ink_2")
            rim = "candle" if self.is_current else "rim"
            draw_shield(stamps, x, y, rim=rim, fill=fill, size=_QUEST_SHIELD_DP)
            size = tr.format_number(self.size)
            stamps.add_text(
                size, x, y + dp(1), size=20 / look().text_scale, max_width=dp(30), weight=700, tone=on
            )
        label = tr("avalon.board.quest", quest=self.number)
        if measure_text(label, size=16) > room:
            return
        y -= measures.shield / 2 + measures.label / 2
        stamps.add_text(label, x, y, size=16, max_width=room, tone="ink_2")
        if self.result is not None:
            y -= measures.label / 2 + measures.fails / 2
            words = tr("avalon.board.fails", n=self.result.fails)
            stamps.add_text(words, x, y, size=14, max_width=room, tone=side, weight=500)


# In dp: how far the grid extends beyond the content column on both sides.
_BLEED_DP = 12
_GROUP_GAP_DP = 3
_MAX_CELL_DP = 64
# Limit of the names' width as a ratio of the total width.
_MAX_NAMES_RATIO = 0.36


class _HorizontalScroller(Scroller):
    """A scroller that only scrolls horizontally."""

    def __init__(self, content: Widget) -> None:
        super().__init__(content, size_hint=(None, None))
        self.bind(width=self._update_scroll_axes)
        content.bind(width=self._update_scroll_axes)

    def _update_scroll_axes(self, *_: object) -> None:
        self.do_scroll_y = False
        self.do_scroll_x = self._content.width > self.width + 1


class VotesGrid(Widget):
    """The grid of votes; `columns` are the proposals in order, of which one is selected."""

    def __init__(self, tr: Translator, on_select: Callable[[int], object]) -> None:
        super().__init__(size_hint_y=None, width=0)
        self._tr = tr
        self._on_select = on_select
        self.columns: list[VoteColumn] = []
        self._quest_headers: list[QuestHeader] = []
        self._measures = Measures(0)
        # Width for which the columns were laid out, and width needed by the names.
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
        """Scroll until the selected proposal is visible."""
        visible_width, hidden_width = self.scroll.width, self._content.width - self.scroll.width
        selected = next((column for column in self.columns if column.is_selected), None)
        if selected is None or hidden_width < 1:
            return
        left = selected.x - self._content.x
        offset = max(min(self.scroll.scroll_x * hidden_width, left), left + selected.width - visible_width)
        self.scroll.scroll_x = min(1.0, max(0.0, offset / hidden_width))

    # -- layout ---------------------------------------------------------------------------------------------

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
        """Place the names and row labels; return the width they take."""
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
        stretch = max(1.0, min((room - gaps) / sum(widths), _MAX_CELL_DP / CELL_DP))
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
        """Draw each shield centred above its visible proposals."""
        visible_width = self.scroll.width
        left = self.scroll.scroll_x * max(0.0, self._content.width - visible_width)
        heads = MeshBatch()
        for quest in self._quest_headers:
            quest.draw(heads, self._tr, self._measures, left, left + visible_width)
        self._heads.show(heads)

    def _quest_width(self, quest: QuestHeader) -> float:
        label = measure_text(self._tr("avalon.board.quest", quest=quest.number), size=16)
        widest = self._tr("avalon.history.tally", yes=self._measures.players, no=0)
        cell = max(dp(CELL_DP), measure_text(widest, size=18, weight=700) + dp(2))
        return float(max(label + dp(6), cell * len(quest.columns)))


def _build_label(words: str, *, size: float = 16, weight: int = 400, tone: str = "ink_2") -> Text:
    text = Text(words, size_sp=size, weight=weight, tone=tone, autosize="none", max_lines=1, min_size=11)
    text.size_hint = (None, None)
    return text
