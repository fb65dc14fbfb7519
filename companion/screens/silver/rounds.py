"""The parts that show rounds of Silver: score lines, seat marks, round summary, chart, totals in small."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.session_controller import SessionController
from companion.games.silver import text
from companion.games.silver.definition import DEFINITION
from companion.games.silver.drafts import RoundDraft
from companion.games.silver.edits import Cell, RoundLine
from companion.games.silver.rules import total_history
from companion.games.silver.setup import Setup
from companion.games.silver.state import Move, RoundResult, ScoreReason, State
from companion.games.silver.text import SilverTable
from companion.i18n.translator import Translator
from companion.widgets.buttons import Pressable
from companion.widgets.cards import Card
from companion.widgets.charts import LineChart, Series
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox, center_of
from companion.widgets.text import LABEL, MUTED, NUMBER, STRONG, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CELL, TOUCH_TARGET, look, sp, theme_colour

# In dp: width of the column of round numbers, and room for icons on each side of a score.
NUMBER_COLUMN_DP = 48
_SIDE_DP = 22
_MARK_DP = 20
# In sp; and the width of two digits in em.
_SCORE_SP = 26
_TWO_DIGITS_EM = 1.2
# Lines touch, so that cells are large enough to tap; the painted boxes are inset by this much.
_INSET_DP = 2
_LEFT_TO_RIGHT = "\u200e"


def build_number(words: str = "", **options: Any) -> Text:
    """Build a number on one line, centred unless told otherwise; it shrinks to its width."""
    options = {"align": "center", "autosize": "none", "max_lines": 1, **options}
    return Text(words, NUMBER, **options)


class ScoreLineRow(Row):
    """The scores of one round."""

    def __init__(self, players: int, on_tap: Callable[[int], object]) -> None:
        super().__init__(gap=0, height=line_height())
        self.line = RoundLine(0, ())
        self._box = Inset(self, radius=RADIUS_CELL, background=theme_colour("plank"))
        self._number = build_number(tone="ink_2", min_size=12)
        self._number.size_hint, self._number.width = (None, 1), dp(NUMBER_COLUMN_DP)
        self.cells = [ScoreCell(partial(on_tap, seat)) for seat in range(players)]
        for part in (self._number, *self.cells):
            self.add_widget(part)

    def show(self, line: RoundLine) -> None:
        if line == self.line:
            return
        self.line = line
        self._number.content = look().digits(line.round)
        self._number.set_tone("moon" if line.is_current else "ink_2")
        self._box.set_style(background=theme_colour("moon_deep" if line.is_current else "plank"))
        for cell, content in zip(self.cells, line.cells, strict=True):
            cell.show(content)


class ScoreCell(Pressable):
    """A score, with the caller's horn before it and the amulet or a note after it."""

    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap)
        self.cell = Cell("")
        self._box = Inset(self, radius=RADIUS_CELL, line_width=2)
        self.words = build_number(size_sp=_SCORE_SP, min_size=10)
        self._area = Widget()
        self.add_widget(self._area)
        self._area.add_widget(self.words)
        self._before: IconLabel | None = None
        self._after: IconLabel | None = None
        self._note: Text | None = None
        self._area.bind(pos=self._place, size=self._place)

    def show(self, cell: Cell) -> None:
        if cell == self.cell:
            return
        self.cell = cell
        self._area.clear_widgets()
        self._area.add_widget(self.words)
        tone = "ember" if cell.is_missed_call else "moon" if cell.is_caller or cell.has_amulet else "ink"
        self._before = self._after = self._note = None
        if cell.is_caller:
            self._before = IconLabel(
                Icon.CALLER, _MARK_DP, tone="ember" if cell.is_missed_call else "moon", mirrored=True
            )
        elif cell.is_kamikaze:
            self._before = IconLabel(Icon.LIGHTNING, _MARK_DP, tone="moon")
        if cell.has_amulet:
            self._after = IconLabel(Icon.AMULET, _MARK_DP, tone="moon")
        if cell.annotation:
            # In Persian too the sign is to the left of its digits.
            words = _LEFT_TO_RIGHT + cell.annotation if look().rtl else cell.annotation
            self._note = Text(
                words, LABEL, size_sp=14, min_size=9, max_lines=1, tone="ember", autosize="none",
                align="center", scaled=False, size_hint=(None, None), size=(dp(_SIDE_DP), dp(18)),
            )  # fmt: skip
        for part in (self._before, self._after, self._note):
            if part is not None:
                self._area.add_widget(part)
        self.words.content = cell.text
        self.words.set_tone("ink_3" if cell.is_open else tone if tone != "ember" else "ink")
        self._refresh_style()
        self._place()

    def update_style(self, *, pressed: bool) -> None:
        is_typed = self.cell.is_being_typed
        ground = theme_colour("table") if is_typed else theme_colour("raised") if pressed else TRANSPARENT
        self._box.set_style(background=ground, border=theme_colour("moon") if is_typed else TRANSPARENT)

    def _place(self, *_: object) -> None:
        area = self._area
        x, y = center_of(area)
        side = min(dp(_SIDE_DP), area.width * 0.31)
        self.words.size = (max(1.0, area.width - 2 * side), area.height)
        # All scores have the same size: the one that fits two digits.
        self.words.size_sp = min(_SCORE_SP, max(10, self.words.width / (_TWO_DIGITS_EM * sp(1))))
        self.words.pos = (x - self.words.width / 2, area.y)
        # Keep icons close to their score in wide columns.
        reach = min(self.words.natural_width(), self.words.width) / 2 + dp(2)
        direction = -1 if look().rtl else 1
        if self._before is not None:
            self._before.center = (x - direction * (reach + self._before.width / 2), y)
        if self._after is not None:
            self._after.center = (
                x + direction * (reach + self._after.width / 2),
                y - (dp(6) if self._note else 0),
            )
        if self._note is not None:
            self._note.width = side
            self._note.center = (x + direction * (reach + side / 2), y + area.height * 0.2)


class Inset(RoundedBox):
    """A box inset at top and bottom."""

    def _update_geometry(self, *_: object) -> None:
        (x, y), (width, height) = self._widget.pos, self._widget.size
        self._fit(x, y + dp(_INSET_DP), width, height - 2 * dp(_INSET_DP), self._radius)


class Hairline(Widget):
    """A thin horizontal line."""

    def __init__(self, tone: str = "groove", alpha: float = 0.6) -> None:
        super().__init__(size_hint_y=None, height=max(1, round(dp(1))))
        with self.canvas:
            Color(rgba=theme_colour(tone, alpha))
            self._line = Rectangle()
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_: object) -> None:
        self._line.pos, self._line.size = (round(self.x), round(self.y)), self.size


def line_height() -> float:
    return float(max(dp(TOUCH_TARGET), sp(_SCORE_SP) * 1.3))


SEAT_TONES: Final = ("candle", "moon", "brick", "sea")
SEAT_SHAPES: Final = (Icon.POINT_CIRCLE, Icon.POINT_SQUARE, Icon.POINT_TRIANGLE, Icon.POINT_DIAMOND)


class SeatMark(IconLabel):
    """A seat's shape in its colour: seats are not distinguished by colour alone."""

    def __init__(self, seat: int, size: float = 18, **options: Any) -> None:
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(SEAT_SHAPES[seat], size, tone=SEAT_TONES[seat], **options)


class ScoresCard(Card):
    """A line for each player with the score and the reason for it."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=0, padding=(dp(14), dp(6)))
        self._tr = tr

    def show(self, setup: Setup, result: RoundResult) -> None:
        self.clear_widgets()
        if result.ended is not None:
            self.add_widget(Text(self._tr(f"silver.ended.{result.ended.value}"), MUTED))
        for seat in range(len(setup.players)):
            if seat:
                self.add_widget(Hairline())
            self.add_widget(self._build_line(setup, result, seat))

    def _build_line(self, setup: Setup, result: RoundResult, seat: int) -> Row:
        tr, why = self._tr, result.why[seat]
        is_special = why is not ScoreReason.SUM
        words = Column(
            Text(tr.player_name(setup.players[seat]), NUMBER, size_sp=18, min_size=13, max_lines=1),
            Text(text.score_reason_text(tr, result, seat), tone="ink" if is_special else "ink_2"),
            gap=0,
        )
        halved = text.reset_text(tr, setup, result, seat)
        if halved:
            words.add_widget(Text(halved, STRONG, tone="ember"))
        row = Row(SeatMark(seat, 22), words, gap=10, padding=(0, dp(5)))
        if result.caller == seat:
            is_missed = why is ScoreReason.CALLER_BEATEN
            row.add_widget(IconLabel(Icon.CALLER, 24, tone="ember" if is_missed else "moon", mirrored=True))
        elif why is ScoreReason.KAMIKAZE:
            row.add_widget(IconLabel(Icon.LIGHTNING, 24, tone="moon"))
        tone = "moon" if why.call_succeeded else "ink"
        score = build_number(
            look().digits(result.scores[seat]), size_sp=32, min_size=20, align="end", tone=tone
        )
        score.size_hint, score.size = (None, None), (sp(52), sp(32) * 1.25)
        row.add_widget(score)
        return row


class AmuletCard(Card):
    """Who gets the amulet and why, and what it does in the next round."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(accent=ACCENTS[DEFINITION.accent], gap=2, padding=(dp(14), dp(10)))
        self._tr = tr

    def show(self, before: State, after: State) -> None:
        self.clear_widgets()
        result = after.last_result
        if result is None:
            return
        tr = self._tr
        words = text.amulet_text(tr, before, after, result)
        reason = Text(tr(f"silver.amulet.{result.amulet_why.value}"), MUTED)
        parts: list[Widget] = [Text(words, NUMBER, size_sp=18), reason]
        if after.outcome is None:
            parts.append(Text(tr("silver.amulet.works" if result.amulet_works else "silver.amulet.marks")))
            if result.amulet_works:
                parts.append(Text(tr("silver.amulet.guards"), MUTED))
        text_column = Column(*parts, gap=2)
        self.add_widget(
            Row(IconLabel(Icon.AMULET, 36, tone="moon"), text_column, SeatMark(result.amulet, 26), gap=12)
        )


class RoundSummary(Column):
    """Scores and amulet, shown after a round was scored."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=8)
        self.scores = ScoresCard(tr)
        self.amulet = AmuletCard(tr)
        self.add_widget(self.scores)
        self.add_widget(self.amulet)

    def show(self, before: State, after: State) -> None:
        if after.last_result is not None:
            self.scores.show(after.setup, after.last_result)
            self.amulet.show(before, after)


class TotalsChart(LineChart):
    """The totals after each round, and the limit in the points variant."""

    def __init__(self, tr: Translator, **options: Any) -> None:
        super().__init__(tr.format_number, **options)
        self._tr = tr

    def show_state(self, state: State) -> None:
        setup, names = state.setup, self._tr.player_names(state.setup.players)
        lines = [
            Series(name, SEAT_TONES[seat], SEAT_SHAPES[seat], totals)
            for seat, (name, totals) in enumerate(zip(names, total_history(state), strict=True))
        ]
        rounds = [self._tr.format_number(number) for number in range(1, len(state.results) + 1)]
        self.show(lines, rounds, setup.options.limit if setup.is_points_game else None)


SilverController = SessionController[Setup, State, Move, RoundDraft]


def build_progress(session: SilverTable) -> Widget:
    """Build every total beside its seat's shape."""
    marks = [
        Row(SeatMark(seat, 18), Text(look().digits(total), NUMBER, max_lines=1, min_size=12), gap=4)
        for seat, total in enumerate(session.state.totals)
    ]
    rows = [Row(*marks[first : first + 2], gap=4) for first in range(0, len(marks), 2)]
    return Column(*rows, gap=6, pos_hint={"center_y": 0.5})
