"""One proposal as a column of marks, and the shield that stands over the proposals for one quest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp

from companion.entry.avalon.log import Entry
from companion.games.avalon.state import Awaits, State
from companion.i18n.translator import Translator
from companion.screens.avalon import vote_marks as marks
from companion.widgets.icon_names import Icon
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.stamps import Drawing, Stamps, words_width
from companion.widgets.tap import Tap, shaded
from companion.widgets.theme import RADIUS_CELL, look, paint, sp

# In dp.
_QUEST_SHIELD = 50.0
# A quest of which less can be seen has no shield; what does not fit into what is seen is not said.
_LEAST_SEEN = 38


class Measures:
    """Heights in pixels, from top to bottom; they grow with the text size."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.shield = dp(44)
        self.label = sp(16) * 1.35
        self.fails = sp(14) * 1.35
        self.number = sp(18) * 1.6
        self.row = max(dp(marks.CELL), sp(18) * 1.5)
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


class VoteColumn(Tap):
    """One proposal from its number down to its tally."""

    def __init__(
        self, tr: Translator, measures: Measures, entry: Entry, on_tap: Callable[[], object]
    ) -> None:
        super().__init__(on_tap, size_hint=(None, None), size=(0, measures.column))
        self.entry = entry
        self.chosen = False
        self._tr = tr
        self._measures = measures
        self._box = Box(self, radius=RADIUS_CELL, line=2)
        self._drawing = Drawing(self)
        self.fbind("width", self._draw)

    def choose(self, chosen: bool) -> None:
        if chosen != self.chosen:
            self.chosen = chosen
            self._answer()
            self._draw()

    def dress(self, *, pressed: bool) -> None:
        ground = paint("candle_deep") if self.chosen else paint("raised") if pressed else CLEAR
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground, edge=paint("candle") if self.chosen else CLEAR
        )

    def _draw(self, *_: object) -> None:
        measures, entry, x, room = self._measures, self.entry, self.width / 2, self.width - dp(4)
        stamps = Stamps()
        tone = "candle" if self.chosen else "ink_2"
        number = self._tr.number(entry.attempt)
        stamps.words(number, x, measures.number_y, size=18, room=room, weight=700, tone=tone)
        for seat in entry.team:
            marks.shield(stamps, x, measures.seat_y(seat))
        for seat in range(measures.players):
            marks.seat(stamps, entry, seat, x, measures.seat_y(seat))
        self._draw_tally(stamps, x, measures.tally_y, room)
        self._drawing.show(stamps)

    def _draw_tally(self, stamps: Stamps, x: float, y: float, room: float) -> None:
        entry = self.entry
        weight, tone = (700, "ink") if entry.approved else (400, "ink_3")
        if entry.approving is not None:
            ayes = len(entry.approving)
            words = self._tr("avalon.history.tally", yes=ayes, no=self._measures.players - ayes)
            stamps.words(words, x, y, size=18, room=room, weight=weight, tone=tone)
        elif entry.vote is not None:
            stamps.mark(Icon.CHECK if entry.approved else Icon.CROSS, 22, tone, x, y)


class QuestHead:
    """The proposals for one quest in a row, under their shield."""

    def __init__(self, columns: Sequence[VoteColumn], state: State) -> None:
        self.columns = columns
        self.x = self.width = 0.0
        last = columns[-1].entry
        self.number = last.quest
        self.result = last.result
        self.size = state.numbers.team_size(last.quest)
        going_on = state.awaits is not Awaits.OVER and (last.round, last.quest) == (state.round, state.quest)
        self.now = going_on and self.result is None

    def draw(self, stamps: Stamps, tr: Translator, measures: Measures, left: float, right: float) -> None:
        """The shield and its words over the middle of those proposals that lie between `left` and `right`."""
        first, last = max(self.x, left), min(self.x + self.width, right)
        x, room = (first + last) / 2, last - first
        if room < dp(_LEAST_SEEN):
            return
        y = measures.height - measures.shield / 2
        if self.result is not None:
            side = "good" if self.result.success else "evil"
            marks.shield(stamps, x, y, rim=side, inside=f"{side}_fill", size=_QUEST_SHIELD)
            icon = Icon.SUN if self.result.success else Icon.DAGGER
            stamps.mark(icon, 26, "on_side", x, y + dp(1))
        else:
            inside, on = ("candle_fill", "on_candle") if self.now else ("table", "ink_2")
            rim = "candle" if self.now else "rim"
            marks.shield(stamps, x, y, rim=rim, inside=inside, size=_QUEST_SHIELD)
            size = tr.number(self.size)
            stamps.words(size, x, y + dp(1), size=20 / look().text_scale, room=dp(30), weight=700, tone=on)
        label = tr("avalon.board.quest", quest=self.number)
        if words_width(label, size=16) > room:
            return
        y -= measures.shield / 2 + measures.label / 2
        stamps.words(label, x, y, size=16, room=room, tone="ink_2")
        if self.result is not None:
            y -= measures.label / 2 + measures.fails / 2
            words = tr("avalon.board.fails", n=self.result.fails)
            stamps.words(words, x, y, size=14, room=room, tone=side, weight=500)
