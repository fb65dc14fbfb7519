"""The kinds of cards that pages of statistics consist of, as they are seen (`past.cards` says what they are).

Every figure can be touched: it shows the games behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.past.cards import Card as Told
from companion.past.cards import Heading, Line, Lines, People, PersonRow, Ring, Sides, SideWon
from companion.past.figures import Figure, Form
from companion.past.telling import written
from companion.past.words import told
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.palette import Rgba
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.shares import MarkRow, ShareBar, ShareRing
from companion.widgets.tap import SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CELL, TARGET, look, paint, sp

# Above so many games marks become a bar.
_MARKS: Final = 26
_PEOPLE: Final = 8
# In dp, of a column of figures.
_COLUMN: Final = 60

# Shows the games behind a figure; what it is called stands above them.
Open = Callable[[Figure, str], object]
# Shows a person's page.
Meet = Callable[[str], object]


def drawn(tr: Translator, card: Told, show: Open, meet: Meet) -> Widget:
    match card:
        case Sides():
            return SidesCard(tr, card, show)
        case Ring():
            return RingCard(tr, card, show)
        case Lines():
            return LinesCard(tr, card, show)
        case People():
            return PeopleTable(tr, card, show, meet)


class Touched(Tap):
    """A figure: as high as its words, and no lower than a finger is wide."""

    def __init__(self, on_tap: Callable[[], object], *, ground: Rgba = CLEAR, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        super().__init__(on_tap, **options)
        self._ground = ground
        self._box = Box(self, radius=RADIUS_CELL, ground=ground)
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TARGET))))

    def dress(self, *, pressed: bool) -> None:
        if hasattr(self, "_box"):
            self._box.paint(ground=shaded(paint("raised"), 0.06) if pressed else self._ground)


def _beside(start: float, end: float) -> tuple[float, float, float, float]:
    """A padding in dp, by reading."""
    first, last = (end, start) if look().rtl else (start, end)
    return (dp(first), 0, dp(last), 0)


def _mark(name: str, size: float, tone: str) -> list[Widget]:
    return [Glyph(Icon[name], size, tone=tone, pos_hint={"center_y": 0.5})] if name else []


class SidesCard(Card):
    """Who won how often, a shield for each game; below them, by which ways."""

    def __init__(self, tr: Translator, card: Sides, show: Open) -> None:
        super().__init__(gap=6, padding=(dp(8), dp(6)))
        for side in card.sides:
            self._add(tr, side, show)

    def _add(self, tr: Translator, side: SideWon, show: Open) -> None:
        line = side.won
        name, figure = told(tr, line.label), line.figure
        whole = Touched(
            partial(show, figure, name), orientation="vertical", spacing=dp(6), padding=(dp(8), dp(6))
        )
        count = Text(
            tr("statistics.of_games", of=tr.number(figure.of)), size_sp=16, tone="ink_2", grow="both",
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        number = Text(
            tr.number(figure.times), weight=700, size_sp=28, tone=line.tone, grow="both",
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        title = Text(name, face="title", size_sp=22, smallest=15, most=2, tone=line.tone)
        title.pos_hint = {"center_y": 0.5}
        whole.add_widget(Row(*_mark(line.mark, 24, line.tone), title, number, count, gap=8))
        if figure.of > _MARKS:
            whole.add_widget(ShareBar(figure.times / figure.of, line.tone, 14))
        elif figure.times:
            whole.add_widget(MarkRow(int(figure.times), Icon[line.mark], line.tone))
        self.add_widget(whole)
        # One way alone tells nothing more.
        if len(side.ways) > 1:
            ways = Wrap(gap=6, padding=(dp(4), 0))
            for way in side.ways:
                ways.add_widget(_Way(tr, way, show))
            self.add_widget(ways)


class _Way(Touched):
    """As wide as its words."""

    def __init__(self, tr: Translator, way: Line, show: Open) -> None:
        words = told(tr, way.label)
        super().__init__(
            partial(show, way.figure, words), orientation="vertical", size_hint_x=None, padding=(dp(4), dp(6))
        )
        line = Widget(size_hint_y=None, height=dp(3))
        Box(line, radius=1.5, ground=paint(way.tone))
        self.add_widget(line)
        label = Text(words, size_sp=14, tone="ink_2", grow="none", align="center", most=2, smallest=11)
        self.height = max(dp(TARGET), sp(14) * 2.6)
        self.width = min(max(dp(TARGET), label.natural_width() + dp(14)), dp(210))
        self.add_widget(label)


class RingCard(Card):
    """One share as a ring, and what it is."""

    def __init__(self, tr: Translator, card: Ring, show: Open) -> None:
        super().__init__(padding=(dp(4), dp(4)))
        title, figure = told(tr, card.title), card.figure
        whole = Touched(partial(show, figure, title), padding=(dp(10), dp(8)))
        if figure.share is None:
            inside = tr("statistics.few", times=tr.number(figure.times), of=tr.number(figure.of))
        else:
            inside = tr("statistics.percent", percent=tr.number(round(100 * figure.share)))
        words = Column(
            Row(
                *_mark(card.mark, 28, card.mark_tone or card.tone),
                Text(title, face="title", size_sp=22, smallest=15, most=2, pos_hint={"center_y": 0.5}),
                gap=10,
            ),
            Text(told(tr, card.about), tone="ink_2"),
            gap=2,
            pos_hint={"center_y": 0.5},
        )
        ring = ShareRing(figure.share, inside, card.tone, pos_hint={"center_y": 0.5})
        whole.add_widget(Row(ring, words, gap=16))
        self.add_widget(whole)


class LinesCard(Card):
    """Figures below each other; what has a share has a bar."""

    def __init__(self, tr: Translator, card: Lines, show: Open) -> None:
        super().__init__(gap=2, padding=(dp(8), dp(12)))
        self._tr, self._show = tr, show
        head = Column(gap=2, padding=(dp(8), 0))
        head.add_widget(
            Row(
                *_mark(card.mark, 24, "candle"),
                Text(told(tr, card.title), face="title", size_sp=20, pos_hint={"center_y": 0.5}),
                gap=10,
            )
        )
        if card.about is not None:
            head.add_widget(Text(told(tr, card.about), tone="ink_2"))
        self.add_widget(head)
        # A button that hides a line or two gains nothing.
        shown = card.shown if len(card.lines) > card.shown + 2 else len(card.lines)
        self._add(card.lines[:shown])
        self._rest = card.lines[shown:]
        if self._rest:
            words = tr("statistics.more", n=len(self._rest))
            self.more = SideButton(words, self.show_all, icon=Icon.ARROW_DOWN)
            self.add_widget(self.more)

    def _add(self, lines: Sequence[Line]) -> None:
        for line in lines:
            self.add_widget(LineRow(self._tr, line, self._show))

    def show_all(self) -> None:
        self.remove_widget(self.more)
        self._add(self._rest)


class LineRow(Touched):
    def __init__(self, tr: Translator, line: Line, show: Open) -> None:
        words, figure = told(tr, line.label), line.figure
        barred = figure.share is not None
        super().__init__(
            partial(show, figure, words),
            orientation="vertical" if barred else "horizontal",
            spacing=dp(4),
            padding=(dp(8), dp(6)),
        )
        name = Text(words, size_sp=16, most=3, pos_hint={"center_y": 0.5})
        value = Text(
            written(tr, figure), weight=500, size_sp=16, align="end", tone=line.tone or "ink", most=3,
            size_hint_x=0.8, pos_hint={"center_y": 0.5},
        )  # fmt: skip
        marks = _mark(line.mark, 20, line.tone or "ink_2")
        self.add_widget(Row(*marks, name, value, gap=8, pos_hint={} if barred else {"center_y": 0.5}))
        if figure.share is not None:
            self.add_widget(ShareBar(figure.share, line.tone or "candle", 6))


class PeopleTable(Column):
    """Everybody by columns: a touch on a name leads to the person, on a figure to its games."""

    def __init__(self, tr: Translator, card: People, show: Open, meet: Meet) -> None:
        super().__init__(gap=4)
        self._tr, self._show_games, self._meet, self._card = tr, show, meet, card
        # Who plays and wins is what everybody looks for; anything else says what it is.
        if not card.crowned:
            self.add_widget(Text(told(tr, card.title), face="title", size_sp=20))
        self._heads = [told(tr, column.words) for column in card.columns]
        self.add_widget(_head(tr, card.columns, self._heads))
        self._rows = Column(gap=4)
        self.add_widget(self._rows)
        self._add(card.rows[:_PEOPLE])
        if len(card.rows) > _PEOPLE:
            words = tr("statistics.people.all", n=len(card.rows))
            self.more = SideButton(words, self.show_all, icon=Icon.ARROW_DOWN)
            self.add_widget(self.more)
        if card.lacking is not None:
            lacking = told(tr, card.lacking.label)
            note = Touched(partial(show, card.lacking.figure, lacking), padding=(dp(8), dp(4)))
            note.add_widget(
                Row(
                    Glyph(Icon.INFO, 20, tone="ink_3", pos_hint={"center_y": 0.5}),
                    Text(lacking, tone="ink_2", size_sp=14, pos_hint={"center_y": 0.5}),
                    gap=8,
                )
            )
            self.add_widget(note)

    def show_all(self) -> None:
        self.remove_widget(self.more)
        self._add(self._card.rows[_PEOPLE:])

    def _add(self, rows: Sequence[PersonRow]) -> None:
        for row in rows:
            self._rows.add_widget(self._row(row, len(self._rows.children)))

    def _row(self, row: PersonRow, place: int) -> Row:
        """The best has a crown, unless nobody has won."""
        best = self._card.crowned and place == 0 and bool(row.cells[1] and row.cells[1].times)
        name = Touched(partial(self._meet, row.person), padding=_beside(12, 4), spacing=dp(6))
        parts: list[Widget] = [
            Text(
                self._tr.player(row.name), weight=500, size_sp=18, smallest=12, most=1,
                tone="candle" if best else "ink", pos_hint={"center_y": 0.5},
            )
        ]  # fmt: skip
        if best:
            parts.append(Glyph(Icon.CROWN, 20, tone="candle", pos_hint={"center_y": 0.5}))
        name.add_widget(Row(*parts, gap=6, pos_hint={"center_y": 0.5}))
        found = Row(name, gap=0)
        for column, head, figure in zip(self._card.columns, self._heads, row.cells, strict=True):
            found.add_widget(self._cell(row, column, head, figure))
        if not place % 2:
            Box(found, radius=RADIUS_CELL, ground=paint("plank"))
        return found

    def _cell(self, row: PersonRow, column: Heading, head: str, figure: Figure | None) -> Widget:
        if figure is None:
            empty = BoxLayout(size_hint=(None, None), size=(dp(_COLUMN), dp(TARGET)), padding=_beside(2, 6))
            empty.add_widget(Text("–", align="end", tone="ink_3", grow="none"))
            return empty
        about = self._tr("app.named", name=self._tr.player(row.name), what=head)
        cell = Touched(
            partial(self._show_games, figure, about),
            size_hint_x=None, width=dp(_COLUMN), padding=_beside(2, 6),
        )  # fmt: skip
        wins = not column.tone and figure.form is Form.RATE and figure.name == "won"
        tone = column.tone or ("ink" if wins else "ink_2")
        words = Text(
            _short(self._tr, figure), weight=700 if wins else 400, size_sp=18, smallest=10, most=1,
            align="end", tone=tone, grow="none",
        )  # fmt: skip
        cell.add_widget(words)
        cell.height = dp(TARGET)
        return cell


def _short(tr: Translator, figure: Figure) -> str:
    match figure.form:
        case Form.COUNT:
            return tr.number(figure.times)
        case Form.MEAN:
            return tr.number(figure.mean, 1)
        case Form.SECONDS:
            return tr.clock(figure.mean)
    if figure.name == "won" and not figure.part:
        return tr.number(figure.times)
    return tr("statistics.few", times=tr.number(figure.times), of=tr.number(figure.of))


def _head(tr: Translator, columns: Sequence[Heading], heads: Sequence[str]) -> Row:
    name = Text(
        tr("statistics.people.player"), size_sp=14, tone="ink_2", smallest=10, most=1, grow="none",
        valign="bottom",
    )  # fmt: skip
    first = BoxLayout(size_hint_y=None, height=dp(20) + sp(18), padding=_beside(12, 0))
    first.add_widget(name)
    row = Row(first, gap=0)
    for column, head in zip(columns, heads, strict=True):
        cell = BoxLayout(
            orientation="vertical", size_hint=(None, None), width=dp(_COLUMN), height=dp(20) + sp(18),
            padding=_beside(2, 6),
        )  # fmt: skip
        if column.mark:
            end = {"x": 0} if look().rtl else {"right": 1}
            cell.add_widget(Glyph(Icon[column.mark], 20, tone=column.tone, pos_hint=end))
        cell.add_widget(
            Text(
                head, size_sp=14, smallest=9, most=1, tone="ink_2", align="end", grow="none", valign="bottom"
            )
        )
        row.add_widget(cell)
    return row
