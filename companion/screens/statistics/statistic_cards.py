"""Widgets of the statistics cards (`companion.statistics.reports` defines their content). A tap on a figure
opens the games behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.statistics.formatting import format_statistic
from companion.statistics.metrics import Statistic, StatisticKind
from companion.statistics.reports import (
    ColumnHeading,
    PlayerTable,
    PlayerTableRow,
    RatioSummary,
    SideComparison,
    SideWins,
    StatisticLine,
    StatisticList,
    StatisticsCard,
)
from companion.widgets.buttons import Pressable, SecondaryButton, shade
from companion.widgets.cards import Card
from companion.widgets.charts import IconRow, RatioBar, RatioRing
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.palette import Rgba
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import (
    CAPTION,
    HEADING,
    LABEL,
    LEAD,
    MUTED,
    NUMBER,
    STRONG,
    TITLE,
    IconLabel,
    Text,
)
from companion.widgets.theme import RADIUS_CELL, TOUCH_TARGET, look, sp, theme_colour

# Above this number of games a bar replaces the icons.
_MAX_MARKS: Final = 26
_MAX_PEOPLE: Final = 8
# Width of a column of figures, in dp.
_COLUMN_WIDTH_DP: Final = 60

# Opens the games behind a figure; the second argument is its label.
ShowGames = Callable[[Statistic, str], object]
# Opens the page of a person.
ShowPerson = Callable[[str], object]


def build_card_widget(
    tr: Translator, card: StatisticsCard, show_games: ShowGames, show_person: ShowPerson
) -> Widget:
    match card:
        case SideComparison():
            return SidesCard(tr, card, show_games)
        case RatioSummary():
            return RingCard(tr, card, show_games)
        case StatisticList():
            return LinesCard(tr, card, show_games)
        case PlayerTable():
            return PeopleTable(tr, card, show_games, show_person)


class StatisticButton(Pressable):
    """Button of a figure, as high as its text and at least a touch target."""

    def __init__(self, on_tap: Callable[[], object], *, ground: Rgba = TRANSPARENT, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        super().__init__(on_tap, **options)
        self._ground = ground
        self._box = RoundedBox(self, radius=RADIUS_CELL, background=ground)
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TOUCH_TARGET))))

    def update_style(self, *, pressed: bool) -> None:
        if hasattr(self, "_box"):
            self._box.set_style(background=shade(theme_colour("raised"), 0.06) if pressed else self._ground)


def _create_padding(start: float, end: float) -> tuple[float, float, float, float]:
    """Return a padding in dp, mirrored for right-to-left languages."""
    first, last = (end, start) if look().rtl else (start, end)
    return (dp(first), 0, dp(last), 0)


def _create_icon(name: str, size: float, tone: str) -> list[Widget]:
    return [IconLabel(Icon[name], size, tone=tone)] if name else []


class SidesCard(Card):
    """Wins per side, with an icon for each win, and the ways in which the side won."""

    def __init__(self, tr: Translator, card: SideComparison, show_games: ShowGames) -> None:
        super().__init__(gap=6, padding=(dp(8), dp(6)))
        for side in card.sides:
            self._add_side(tr, side, show_games)

    def _add_side(self, tr: Translator, side: SideWins, show_games: ShowGames) -> None:
        line = side.wins
        name, figure = tr.translate(line.label), line.statistic
        button = StatisticButton(
            partial(show_games, figure, name), orientation="vertical", spacing=dp(6), padding=(dp(8), dp(6))
        )
        count = Text(
            tr("statistics.of_games", of=tr.format_number(figure.denominator)), MUTED, autosize="both"
        )
        number = Text(tr.format_number(figure.numerator), NUMBER, size_sp=28, tone=line.tone, autosize="both")
        title = Text(name, TITLE, min_size=15, max_lines=2, tone=line.tone)
        button.add_widget(Row(*_create_icon(line.icon, 24, line.tone), title, number, count, gap=8))
        if figure.denominator > _MAX_MARKS:
            button.add_widget(RatioBar(figure.numerator / figure.denominator, line.tone, 14))
        elif figure.numerator:
            button.add_widget(IconRow(int(figure.numerator), Icon[line.icon], line.tone))
        self.add_widget(button)
        # A single way adds no information.
        if len(side.reasons) > 1:
            outcomes = Wrap(gap=6, padding=(dp(4), 0))
            for outcome in side.reasons:
                outcomes.add_widget(_OutcomeButton(tr, outcome, show_games))
            self.add_widget(outcomes)


class _OutcomeButton(StatisticButton):
    """Button as wide as its text."""

    def __init__(self, tr: Translator, outcome: StatisticLine, show_games: ShowGames) -> None:
        words = tr.translate(outcome.label)
        super().__init__(
            partial(show_games, outcome.statistic, words),
            orientation="vertical",
            size_hint_x=None,
            padding=(dp(4), dp(6)),
        )
        line = Widget(size_hint_y=None, height=dp(3))
        RoundedBox(line, radius=1.5, background=theme_colour(outcome.tone))
        self.add_widget(line)
        label = Text(words, CAPTION, autosize="none", align="center", max_lines=2, min_size=11)
        self.height = max(dp(TOUCH_TARGET), sp(14) * 2.6)
        self.width = min(max(dp(TOUCH_TARGET), label.natural_width() + dp(14)), dp(210))
        self.add_widget(label)


class RingCard(Card):
    """A ratio as a ring, with its description."""

    def __init__(self, tr: Translator, card: RatioSummary, show_games: ShowGames) -> None:
        super().__init__(padding=(dp(4), dp(4)))
        title, figure = tr.translate(card.title), card.statistic
        button = StatisticButton(partial(show_games, figure, title), padding=(dp(10), dp(8)))
        if figure.ratio is None:
            inside = tr(
                "statistics.few",
                times=tr.format_number(figure.numerator),
                of=tr.format_number(figure.denominator),
            )
        else:
            inside = tr("statistics.percent", percent=tr.format_number(round(100 * figure.ratio)))
        words = Column(
            Row(
                *_create_icon(card.icon, 28, card.icon_tone or card.tone),
                Text(title, TITLE, min_size=15, max_lines=2),
                gap=10,
            ),
            Text(tr.translate(card.description), MUTED),
            gap=2,
        )
        ring = RatioRing(figure.ratio, inside, card.tone)
        button.add_widget(Row(ring, words, gap=16))
        self.add_widget(button)


class LinesCard(Card):
    """List of figures; those with a ratio have a bar."""

    def __init__(self, tr: Translator, card: StatisticList, show_games: ShowGames) -> None:
        super().__init__(gap=2, padding=(dp(8), dp(12)))
        self._tr, self._show_games = tr, show_games
        head = Column(gap=2, padding=(dp(8), 0))
        head.add_widget(
            Row(*_create_icon(card.icon, 24, "candle"), Text(tr.translate(card.title), HEADING), gap=10)
        )
        if card.description is not None:
            head.add_widget(Text(tr.translate(card.description), MUTED))
        self.add_widget(head)
        # Do not hide only one or two lines behind a button.
        visible_count = card.initial_count if len(card.lines) > card.initial_count + 2 else len(card.lines)
        self._add_lines(card.lines[:visible_count])
        self._hidden_lines = card.lines[visible_count:]
        if self._hidden_lines:
            words = tr("statistics.more", n=len(self._hidden_lines))
            self.more_button = SecondaryButton(words, self.show_all, icon=Icon.ARROW_DOWN)
            self.add_widget(self.more_button)

    def _add_lines(self, lines: Sequence[StatisticLine]) -> None:
        for line in lines:
            self.add_widget(LineRow(self._tr, line, self._show_games))

    def show_all(self) -> None:
        self.remove_widget(self.more_button)
        self._add_lines(self._hidden_lines)


class LineRow(StatisticButton):
    def __init__(self, tr: Translator, line: StatisticLine, show_games: ShowGames) -> None:
        words, figure = tr.translate(line.label), line.statistic
        has_bar = figure.ratio is not None
        super().__init__(
            partial(show_games, figure, words),
            orientation="vertical" if has_bar else "horizontal",
            spacing=dp(4),
            padding=(dp(8), dp(6)),
        )
        name = Text(words, max_lines=3)
        value = Text(
            format_statistic(tr, figure),
            STRONG,
            align="end",
            tone=line.tone or "ink",
            max_lines=3,
            size_hint_x=0.8,
        )
        marks = _create_icon(line.icon, 20, line.tone or "ink_2")
        self.add_widget(Row(*marks, name, value, gap=8, pos_hint={} if has_bar else {"center_y": 0.5}))
        if figure.ratio is not None:
            self.add_widget(RatioBar(figure.ratio, line.tone or "candle", 6))


class PeopleTable(Column):
    """Table of players; a tap on a name opens the person, one on a figure its games."""

    def __init__(
        self, tr: Translator, card: PlayerTable, show_games: ShowGames, show_person: ShowPerson
    ) -> None:
        super().__init__(gap=4)
        self._tr, self._show_games, self._show_person, self._card = tr, show_games, show_person, card
        # The table of games and wins is self-explanatory; only others get a title.
        if not card.has_crown:
            self.add_widget(Text(tr.translate(card.title), HEADING))
        self._heads = [tr.translate(column.label) for column in card.columns]
        self.add_widget(_create_head(tr, card.columns, self._heads))
        self._rows = Column(gap=4)
        self.add_widget(self._rows)
        self._add_rows(card.rows[:_MAX_PEOPLE])
        if len(card.rows) > _MAX_PEOPLE:
            words = tr("statistics.people.all", n=len(card.rows))
            self.more_button = SecondaryButton(words, self.show_all, icon=Icon.ARROW_DOWN)
            self.add_widget(self.more_button)
        if card.missing is not None:
            lacking = tr.translate(card.missing.label)
            note = StatisticButton(
                partial(show_games, card.missing.statistic, lacking), padding=(dp(8), dp(4))
            )
            note.add_widget(Row(IconLabel(Icon.INFO, 20, tone="ink_3"), Text(lacking, CAPTION), gap=8))
            self.add_widget(note)

    def show_all(self) -> None:
        self.remove_widget(self.more_button)
        self._add_rows(self._card.rows[_MAX_PEOPLE:])

    def _add_rows(self, rows: Sequence[PlayerTableRow]) -> None:
        for row in rows:
            self._rows.add_widget(self._create_row(row, len(self._rows.children)))

    def _create_row(self, row: PlayerTableRow, place: int) -> Row:
        """Return the row of a player; the first one has a crown, unless nobody has won."""
        is_best = self._card.has_crown and place == 0 and bool(row.cells[1] and row.cells[1].numerator)
        name = StatisticButton(
            partial(self._show_person, row.person), padding=_create_padding(12, 4), spacing=dp(6)
        )
        parts: list[Widget] = [
            Text(
                self._tr.player_name(row.name), LABEL, min_size=12, max_lines=1,
                tone="candle" if is_best else "ink",
            )
        ]  # fmt: skip
        if is_best:
            parts.append(IconLabel(Icon.CROWN, 20, tone="candle"))
        name.add_widget(Row(*parts, gap=6, pos_hint={"center_y": 0.5}))
        table_row = Row(name, gap=0)
        for column, head, figure in zip(self._card.columns, self._heads, row.cells, strict=True):
            table_row.add_widget(self._create_cell(row, column, head, figure))
        if not place % 2:
            RoundedBox(table_row, radius=RADIUS_CELL, background=theme_colour("plank"))
        return table_row

    def _create_cell(
        self, row: PlayerTableRow, column: ColumnHeading, head: str, figure: Statistic | None
    ) -> Widget:
        if figure is None:
            empty = BoxLayout(
                size_hint=(None, None),
                size=(dp(_COLUMN_WIDTH_DP), dp(TOUCH_TARGET)),
                padding=_create_padding(2, 6),
                pos_hint={"y": 0},
            )
            empty.add_widget(Text("–", align="end", tone="ink_3", autosize="none"))
            return empty
        about = self._tr("app.named", name=self._tr.player_name(row.name), what=head)
        cell = StatisticButton(
            partial(self._show_games, figure, about),
            size_hint_x=None, width=dp(_COLUMN_WIDTH_DP), padding=_create_padding(2, 6), pos_hint={"y": 0},
        )  # fmt: skip
        wins = not column.tone and figure.kind is StatisticKind.RATE and figure.name == "won"
        tone = column.tone or ("ink" if wins else "ink_2")
        words = Text(
            _format_short(self._tr, figure),
            LEAD,
            weight=700 if wins else 400,
            min_size=10,
            max_lines=1,
            align="end",
            tone=tone,
            autosize="none",
        )
        cell.add_widget(words)
        cell.height = dp(TOUCH_TARGET)
        return cell


def _format_short(tr: Translator, figure: Statistic) -> str:
    match figure.kind:
        case StatisticKind.COUNT:
            return tr.format_number(figure.numerator)
        case StatisticKind.MEAN:
            return tr.format_number(figure.mean, 1)
        case StatisticKind.SECONDS:
            return tr.format_clock(figure.mean)
    if figure.name == "won" and not figure.part:
        return tr.format_number(figure.numerator)
    return tr(
        "statistics.few", times=tr.format_number(figure.numerator), of=tr.format_number(figure.denominator)
    )


def _create_head(tr: Translator, columns: Sequence[ColumnHeading], heads: Sequence[str]) -> Row:
    name = Text(
        tr("statistics.people.player"), CAPTION, min_size=10, max_lines=1, autosize="none", valign="bottom"
    )
    first = BoxLayout(size_hint_y=None, height=dp(20) + sp(18), padding=_create_padding(12, 0))
    first.add_widget(name)
    row = Row(first, gap=0)
    for column, head in zip(columns, heads, strict=True):
        cell = BoxLayout(
            orientation="vertical",
            size_hint=(None, None),
            width=dp(_COLUMN_WIDTH_DP),
            height=dp(20) + sp(18),
            padding=_create_padding(2, 6),
        )
        if column.icon:
            end = {"x": 0} if look().rtl else {"right": 1}
            cell.add_widget(IconLabel(Icon[column.icon], 20, tone=column.tone, pos_hint=end))
        cell.add_widget(
            Text(head, CAPTION, min_size=9, max_lines=1, align="end", autosize="none", valign="bottom")
        )
        row.add_widget(cell)
    return row
