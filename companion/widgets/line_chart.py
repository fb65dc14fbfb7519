"""A chart of a few lines over time, each with a shape and a colour of its own, and a legend beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.chart_scale import apart, shown_labels, ticks
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sizing import no_width_yet
from companion.widgets.stamps import Drawing, Stamps, words_width
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look, paint, sp

# In dp; the picture of a mark is wider than what it shows.
_LINE, _GRID, _GOAL = 2.5, 1.0, 2.0
_LARGEST, _SMALLEST = 18.0, 9.0
_HALO = 5.0
_LEGEND_MARK = 18.0
_HEIGHT = 132.0
_AXIS, _LEGEND = 14, 16
# The part of the width that the legend may take.
_WIDEST_LEGEND = 0.36
# In parts of the height: a gridline nearer to the goal than that would have its number written over.
_NEAR = 0.15


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its value at the start, then one for each label of the time axis."""

    name: str
    tone: str
    shape: Icon
    values: tuple[int, ...]


class LineChart(Row):
    """Time runs along the reading direction. `number` writes the values, by default in the menu's digits."""

    def __init__(self, number: Callable[[int], str] | None = None, **options: Any) -> None:
        options.setdefault("height", dp(_HEIGHT) * (1 + look().text_scale) / 2)
        super().__init__(gap=10, **options)
        self.plot = Plot(number or look().digits)
        self._legend = Column(gap=2, size_hint_x=None, width=0, pos_hint={"top": 1})
        self.add_widget(self.plot)
        self.add_widget(self._legend)
        self._names: list[Text] = []
        self.bind(width=self._share)

    def show(self, series: Sequence[Series], labels: Sequence[str], goal: int | None = None) -> None:
        """Labels are those of the values after the first. `goal` is a value to be marked, such as a limit."""
        self.plot.show(series, labels, goal)
        ranked = sorted(series, key=lambda line: line.values[-1], reverse=True)
        self._names = [Text(line.name, size_sp=_LEGEND, weight=500, smallest=11, most=1) for line in ranked]
        self._legend.clear_widgets()
        for line, name in zip(ranked, self._names, strict=True):
            name.pos_hint = {"center_y": 0.5}
            mark = Glyph(line.shape, _LEGEND_MARK, tone=line.tone, pos_hint={"center_y": 0.5})
            self._legend.add_widget(Row(mark, name, gap=6))
        self._share()

    @property
    def legend(self) -> tuple[str, ...]:
        """The names as they stand in the legend: the highest value at the end comes first."""
        return tuple(name.content for name in self._names)

    def _share(self, *_: object) -> None:
        needed = max((name.natural_width() for name in self._names), default=0) + dp(_LEGEND_MARK + 8)
        self._legend.width = min(needed, self.width * _WIDEST_LEGEND)


class Plot(Widget):
    """The lines themselves, with their axes."""

    def __init__(self, number: Callable[[int], str]) -> None:
        options: dict[str, Any] = {}
        no_width_yet(options)
        super().__init__(**options)
        self._number = number
        self.series: tuple[Series, ...] = ()
        self._labels: tuple[str, ...] = ()
        self.goal: int | None = None
        self._drawing = Drawing(self)
        self.bind(size=self._draw)

    def show(self, series: Sequence[Series], labels: Sequence[str], goal: int | None = None) -> None:
        self.series, self._labels, self.goal = tuple(series), tuple(labels), goal
        self._draw()

    @property
    def ticks(self) -> tuple[int, ...]:
        """The values at which there is a gridline."""
        lines = self._scale()
        if self.goal is None:
            return lines
        near = lines[-1] * _NEAR
        return tuple(sorted({*(line for line in lines if abs(line - self.goal) > near), self.goal}))

    def _scale(self) -> tuple[int, ...]:
        highest = max((max(line.values) for line in self.series), default=0)
        return ticks(max(highest, self.goal or 0))

    def point(self, number: int, value: int) -> tuple[float, float]:
        """Where the value after so many steps of time lies, counted from the lower left corner."""
        start, end, low, top = self._frame()
        x = start + (end - start) * number / max(1, len(self._labels))
        return (self.width - x if look().rtl else x, low + (top - low) * value / self._scale()[-1])

    @property
    def mark_size(self) -> float:
        """In dp: marks shrink before they touch the next ones."""
        start, end, *_ = self._frame()
        step = (end - start) / max(1, len(self._labels))
        return float(max(_SMALLEST, min(_LARGEST, step / dp(1) * 0.7)))

    def _frame(self) -> tuple[float, float, float, float]:
        """Start and end along the reading direction, bottom and top of the lines, without the numbers."""
        start = max(words_width(self._number(tick), size=_AXIS, weight=700) for tick in self.ticks) + dp(8)
        half = sp(_AXIS) * 0.7
        # Marks at the bottom line stand clear of the labels below it.
        low = 2 * half + dp(_LARGEST) / 3
        return start, max(start + 1, self.width - dp(_LARGEST)), low, max(low + 1, self.height - half)

    def _draw(self, *_: object) -> None:
        drawn = _Drawn()
        if self.width >= 1:
            self._draw_grid(drawn)
            self._draw_labels(drawn)
            self._draw_lines(drawn)
        self._drawing.show(drawn)

    def _draw_grid(self, drawn: _Drawn) -> None:
        start, end, *_ = self._frame()
        for tick in self.ticks:
            marked = tick == self.goal
            y = self.point(0, tick)[1]
            left, right = (self.width - end, self.width - start) if look().rtl else (start, end)
            drawn.level(left, right, y, _GOAL if marked else _GRID, "ember" if marked else "groove")
            words, weight = self._number(tick), 700 if marked else 400
            room = words_width(words, size=_AXIS, weight=weight)
            x = start - dp(8) - room / 2
            drawn.words(
                words, self.width - x if look().rtl else x, y, size=_AXIS, room=room + dp(4), weight=weight,
                tone="ember" if marked else "ink_3",
            )  # fmt: skip

    def _draw_labels(self, drawn: _Drawn) -> None:
        if not self._labels:
            return
        start, end, *_ = self._frame()
        room = max(words_width(label, size=_AXIS) for label in self._labels) + dp(8)
        for number in shown_labels(len(self._labels), int((end - start) // room)):
            x, _ = self.point(number, 0)
            drawn.words(self._labels[number - 1], x, sp(_AXIS) * 0.6, size=_AXIS, room=room, tone="ink_3")

    def _draw_lines(self, drawn: _Drawn) -> None:
        for line in self.series:
            drawn.line([self.point(number, value) for number, value in enumerate(line.values)], line.tone)
        size, way = self.mark_size, -1 if look().rtl else 1
        aside = [apart(column) for column in zip(*(line.values for line in self.series), strict=True)]
        for which, line in enumerate(self.series):
            # All lines leave from the same place: marks there would only hide one another.
            for number, value in enumerate(line.values[1:], 1):
                x, y = self.point(number, value)
                x += way * aside[number][which] * dp(size)
                drawn.mark(line.shape, size + _HALO, "table", x, y)
                drawn.mark(line.shape, size, line.tone, x, y)


class _Drawn(Stamps):
    """Stamps with lines below them."""

    def __init__(self) -> None:
        super().__init__()
        self._levels: list[tuple[float, float, float, float, str]] = []
        self._lines: list[tuple[list[float], str]] = []

    def level(self, left: float, right: float, y: float, thick: float, tone: str) -> None:
        self._levels.append((left, right, y, thick, tone))

    def line(self, points: Sequence[tuple[float, float]], tone: str) -> None:
        if len(points) > 1:
            self._lines.append(([part for point in points for part in point], tone))

    def draw(self, group: InstructionGroup) -> None:
        for left, right, y, thick, tone in self._levels:
            high = max(1, round(dp(thick)))
            group.add(Color(rgba=paint(tone)))
            group.add(Rectangle(pos=(round(left), round(y - high / 2)), size=(right - left, high)))
        for points, tone in self._lines:
            group.add(Color(rgba=paint(tone)))
            group.add(SmoothLine(points=points, width=dp(_LINE) / 2, cap="round", joint="round"))
        super().draw(group)
