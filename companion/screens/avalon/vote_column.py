"""One proposal as a column of marks, and the shield that stands over the proposals for one quest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp

from companion.entry.avalon.log import HistoryEntry
from companion.games.avalon.state import Phase, State
from companion.i18n.translator import Translator
from companion.screens.avalon import vote_marks as marks
from companion.widgets.buttons import Pressable, shade
from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing, measure_text
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.theme import RADIUS_CELL, look, sp, theme_colour

# In dp.
_QUEST_SHIELD_DP = 50.0
# A quest of which less can be seen has no shield; what does not fit into what is seen is not said.
_MIN_VISIBLE_DP = 38


class Measures:
    """Heights in pixels, from top to bottom; they grow with the text size."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.shield = dp(44)
        self.label = sp(16) * 1.35
        self.fails = sp(14) * 1.35
        self.number = sp(18) * 1.6
        self.row = max(dp(marks.CELL_DP), sp(18) * 1.5)
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
    """One proposal from its number down to its tally."""

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
            marks.draw_shield(stamps, x, measures.seat_y(seat))
        for seat in range(measures.players):
            marks.draw_seat(stamps, entry, seat, x, measures.seat_y(seat))
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
    """The proposals for one quest in a row, under their shield."""

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
        """The shield and its words over the middle of those proposals that lie between `left` and `right`."""
        first, last = max(self.x, left), min(self.x + self.width, right)
        x, room = (first + last) / 2, last - first
        if room < dp(_MIN_VISIBLE_DP):
            return
        y = measures.height - measures.shield / 2
        if self.result is not None:
            side = "good" if self.result.success else "evil"
            marks.draw_shield(stamps, x, y, rim=side, fill=f"{side}_fill", size=_QUEST_SHIELD_DP)
            icon = Icon.SUN if self.result.success else Icon.DAGGER
            stamps.add_icon(icon, 26, "on_side", x, y + dp(1))
        else:
            fill, on = ("candle_fill", "on_candle") if self.is_current else ("table", "ink_2")
            rim = "candle" if self.is_current else "rim"
            marks.draw_shield(stamps, x, y, rim=rim, fill=fill, size=_QUEST_SHIELD_DP)
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
