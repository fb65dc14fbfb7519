"""Charts: a line chart with axes and legend, and ratios as a ring, a bar or a row of icons.

The positions of gridlines, labels and points are computed by pure functions (`ticks`, `visible_labels`,
`spread_equal_points`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row, start_unsized
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing, arc, measure_text
from companion.widgets.text import LABEL, NUMBER, IconLabel, Text
from companion.widgets.theme import look, sp, theme_colour

_MIN_TOP_VALUE = 10
# Tick steps: these times a power of ten, and also 25 times one (but not 2.5).
_STEP_BASES = (1, 2, 5)
_QUARTER_STEP = 25
_MAX_OFFSET = 0.7


def ticks(max_value: int, max_steps: int = 3) -> tuple[int, ...]:
    """Return the values of the gridlines, from 0 to the first at or above `max_value`."""
    goal = max(max_value, _MIN_TOP_VALUE)
    step = next(step for step in _steps() if step * max_steps >= goal)
    return tuple(range(0, goal + step, step) if goal % step else range(0, goal + 1, step))


def visible_labels(count: int, max_labels: int) -> tuple[int, ...]:
    """Return the labels to be shown where `max_labels` have room: round numbers and the last one.

    Labels count from 1.
    """
    max_labels = max(1, max_labels)
    if count <= max_labels:
        return tuple(range(1, count + 1))
    step = next(step for step in _steps() if step * max_labels >= count)
    # Omit labels so near to the last one that they would touch.
    return (*(number for number in range(step, count, step) if count - number >= step), count)


def spread_equal_points(values: Sequence[int]) -> tuple[float, ...]:
    """Return sideways offsets, in marker widths, that keep markers with equal values apart."""
    totals = Counter(values)
    placed_counts: Counter[int] = Counter()
    offsets = []
    for value in values:
        # However many there are, they reach no more than half a width to each side.
        step = min(_MAX_OFFSET, 1 / max(1, totals[value] - 1))
        offsets.append((placed_counts[value] - (totals[value] - 1) / 2) * step)
        placed_counts[value] += 1
    return tuple(offsets)


def _steps() -> Iterator[int]:
    power = 1
    while True:
        for step in _STEP_BASES:
            if step == 5 and power >= 10:
                yield _QUARTER_STEP * power // 10
            yield step * power
        power *= 10


# In dp; an icon's square is larger than the visible marker.
_LINE, _GRID, _GOAL = 2.5, 1.0, 2.0
_MAX_MARKER_DP, _MIN_MARKER_DP = 18.0, 9.0
_MARKER_HALO_DP = 5.0
_LEGEND_MARKER_DP = 18.0
_HEIGHT_DP = 132.0
_AXIS, _LEGEND = 14, 16
# Maximum share of the width for the legend.
_MAX_LEGEND_SHARE = 0.36
# As a share of the height: gridlines nearer to the goal are left out, so that their labels do not overlap.
_MIN_GOAL_DISTANCE = 0.15


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its start value, then one value for each label of the time axis."""

    name: str
    tone: str
    shape: Icon
    values: tuple[int, ...]


class LineChart(Row):
    """Line chart with a legend; time runs in reading direction.

    `format_value` formats values, by default in the digits of the menu language.
    """

    def __init__(self, format_value: Callable[[int], str] | None = None, **options: Any) -> None:
        options.setdefault("height", dp(_HEIGHT_DP) * (1 + look().text_scale) / 2)
        super().__init__(gap=10, **options)
        self.plot = LinePlot(format_value or look().digits)
        self._legend = Column(gap=2, size_hint_x=None, width=0, pos_hint={"top": 1})
        self.add_widget(self.plot)
        self.add_widget(self._legend)
        self._names: list[Text] = []
        self.bind(width=self._update_legend_width)

    def show(self, series: Sequence[Series], labels: Sequence[str], goal: int | None = None) -> None:
        """Show the lines; `labels` are those of the values after the first, `goal` is a marked value."""
        self.plot.show(series, labels, goal)
        ranked = sorted(series, key=lambda line: line.values[-1], reverse=True)
        self._names = [Text(line.name, LABEL, size_sp=_LEGEND, min_size=11, max_lines=1) for line in ranked]
        self._legend.clear_widgets()
        for line, name in zip(ranked, self._names, strict=True):
            marker = IconLabel(line.shape, _LEGEND_MARKER_DP, tone=line.tone)
            self._legend.add_widget(Row(marker, name, gap=6))
        self._update_legend_width()

    @property
    def legend(self) -> tuple[str, ...]:
        """The names in the order of the legend: highest final value first."""
        return tuple(name.content for name in self._names)

    def _update_legend_width(self, *_: object) -> None:
        needed = max((name.natural_width() for name in self._names), default=0) + dp(_LEGEND_MARKER_DP + 8)
        self._legend.width = min(needed, self.width * _MAX_LEGEND_SHARE)


class LinePlot(Widget):
    """The plot area with its axes."""

    def __init__(self, format_value: Callable[[int], str]) -> None:
        options: dict[str, Any] = {}
        start_unsized(options)
        super().__init__(**options)
        self._format_value = format_value
        self.series: tuple[Series, ...] = ()
        self._labels: tuple[str, ...] = ()
        self.goal: int | None = None
        self._drawing = WidgetDrawing(self)
        self.bind(size=self._draw)

    def show(self, series: Sequence[Series], labels: Sequence[str], goal: int | None = None) -> None:
        self.series, self._labels, self.goal = tuple(series), tuple(labels), goal
        self._draw()

    @property
    def ticks(self) -> tuple[int, ...]:
        """The values that have a gridline."""
        lines = self._scale()
        if self.goal is None:
            return lines
        near = lines[-1] * _MIN_GOAL_DISTANCE
        return tuple(sorted({*(line for line in lines if abs(line - self.goal) > near), self.goal}))

    def _scale(self) -> tuple[int, ...]:
        highest = max((max(line.values) for line in self.series), default=0)
        return ticks(max(highest, self.goal or 0))

    def point_at(self, step: int, value: int) -> tuple[float, float]:
        """Return the position of a value at a time step, from the lower left corner."""
        start, end, low, top = self._plot_area()
        x = start + (end - start) * step / max(1, len(self._labels))
        return (self.width - x if look().rtl else x, low + (top - low) * value / self._scale()[-1])

    @property
    def marker_size(self) -> float:
        """Marker size in dp: markers shrink before they touch each other."""
        start, end, *_ = self._plot_area()
        step = (end - start) / max(1, len(self._labels))
        return float(max(_MIN_MARKER_DP, min(_MAX_MARKER_DP, step / dp(1) * 0.7)))

    def _plot_area(self) -> tuple[float, float, float, float]:
        """Return start and end in reading direction, and bottom and top of the lines, without the labels."""
        start = max(
            measure_text(self._format_value(tick), size=_AXIS, weight=700) for tick in self.ticks
        ) + dp(8)
        half = sp(_AXIS) * 0.7
        # Keep markers on the bottom line clear of the labels below it.
        low = 2 * half + dp(_MAX_MARKER_DP) / 3
        return start, max(start + 1, self.width - dp(_MAX_MARKER_DP)), low, max(low + 1, self.height - half)

    def _draw(self, *_: object) -> None:
        layers = _ChartLayers()
        if self.width >= 1:
            self._draw_grid(layers)
            self._draw_labels(layers.marks)
            self._draw_lines(layers)
        self._drawing.show(layers)

    def _draw_grid(self, layers: _ChartLayers) -> None:
        start, end, *_ = self._plot_area()
        for tick in self.ticks:
            is_goal = tick == self.goal
            y = self.point_at(0, tick)[1]
            left, right = (self.width - end, self.width - start) if look().rtl else (start, end)
            height = max(1, round(dp(_GOAL if is_goal else _GRID)))
            layers.grid.add_bar(
                round(left), y - height / 2, right - left, height, "ember" if is_goal else "groove"
            )
            text, weight = self._format_value(tick), 700 if is_goal else 400
            room = measure_text(text, size=_AXIS, weight=weight)
            x = start - dp(8) - room / 2
            layers.marks.add_text(
                text,
                self.width - x if look().rtl else x,
                y,
                size=_AXIS,
                max_width=room + dp(4),
                weight=weight,
                tone="ember" if is_goal else "ink_3",
            )

    def _draw_labels(self, batch: MeshBatch) -> None:
        if not self._labels:
            return
        start, end, *_ = self._plot_area()
        room = max(measure_text(label, size=_AXIS) for label in self._labels) + dp(8)
        for number in visible_labels(len(self._labels), int((end - start) // room)):
            x, _ = self.point_at(number, 0)
            batch.add_text(
                self._labels[number - 1], x, sp(_AXIS) * 0.6, size=_AXIS, max_width=room, tone="ink_3"
            )

    def _draw_lines(self, layers: _ChartLayers) -> None:
        for line in self.series:
            if len(line.values) > 1:
                points = [at for step, value in enumerate(line.values) for at in self.point_at(step, value)]
                layers.lines.append((points, line.tone))
        size, direction = self.marker_size, -1 if look().rtl else 1
        offsets = [
            spread_equal_points(column) for column in zip(*(line.values for line in self.series), strict=True)
        ]
        for index, line in enumerate(self.series):
            # No markers at the start: all lines begin at the same point.
            for number, value in enumerate(line.values[1:], 1):
                x, y = self.point_at(number, value)
                x += direction * offsets[number][index] * dp(size)
                layers.marks.add_icon(line.shape, size + _MARKER_HALO_DP, "table", x, y)
                layers.marks.add_icon(line.shape, size, line.tone, x, y)


class _ChartLayers:
    """Gridlines, smooth lines above them, and labels and markers on top."""

    def __init__(self) -> None:
        self.grid, self.marks = MeshBatch(), MeshBatch()
        self.lines: list[tuple[list[float], str]] = []

    def draw(self, group: InstructionGroup) -> None:
        self.grid.draw(group)
        for points, tone in self.lines:
            group.add(Color(rgba=theme_colour(tone)))
            group.add(SmoothLine(points=points, width=dp(_LINE) / 2, cap="round", joint="round"))
        self.marks.draw(group)


_RING_DP: Final = 77
_STROKE_DP: Final = 9
_SHIELD_SCALE: Final = 1.3
# Segments of a full ring: enough for a smooth curve.
_RING_STEPS: Final = 72


class RatioRing(Widget):
    """Ring filled clockwise from the top by a ratio (in every language), with text inside.

    A ratio of None leaves it empty.
    """

    def __init__(self, ratio: float | None, text: str, tone: str, **options: Any) -> None:
        diameter = dp(_RING_DP)
        super().__init__(size_hint=(None, None), size=(diameter, diameter), **options)
        batch, radius, center = MeshBatch(), diameter / 2 - dp(_STROKE_DP) / 2, (diameter / 2, diameter / 2)
        batch.add_line(arc(center, radius, 0, 1, _RING_STEPS), dp(_STROKE_DP), "groove")
        if ratio:
            steps = max(2, ceil(_RING_STEPS * ratio))
            batch.add_line(arc(center, radius, 0.25, 0.25 - ratio, steps), dp(_STROKE_DP), tone)
        WidgetDrawing(self).show(batch)
        self._label_size = room = diameter - dp(2 * _STROKE_DP + 6)
        self.label = Text(
            text,
            NUMBER,
            min_size=9,
            max_lines=1,
            autosize="none",
            align="center",
            scaled=False,
            size_hint=(None, None),
            size=(room, room),
        )
        self.add_widget(self.label)
        self.fbind("pos", self._update_layout)
        self._update_layout()

    def _update_layout(self, *_: object) -> None:
        inset = (self.width - self._label_size) / 2
        self.label.pos = (self.x + inset, self.y + inset)


class RatioBar(Widget):
    """Bar filled by a ratio in reading direction."""

    def __init__(self, ratio: float, tone: str, height: float = 8, **options: Any) -> None:
        start_unsized(options)
        super().__init__(size_hint_y=None, height=dp(height), **options)
        self._ratio = min(1.0, max(0.0, ratio))
        self._tone = tone
        self._drawing = WidgetDrawing(self)
        self.fbind("width", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        if self.width < self.height:
            return
        batch, radius = MeshBatch(), self.height / 2
        batch.add_box(0, 0, self.width, self.height, radius=radius, tone="groove")
        filled = max(self.height, self.width * self._ratio) if self._ratio else 0.0
        if filled:
            start = self.width - filled if look().rtl else 0.0
            batch.add_box(start, 0, filled, self.height, radius=radius, tone=self._tone)
        self._drawing.show(batch)


class IconRow(Widget):
    """`count` icons side by side, wrapped to as many lines as needed."""

    def __init__(self, count: int, icon: Icon, tone: str, size: float = 22, **options: Any) -> None:
        start_unsized(options)
        super().__init__(size_hint_y=None, height=dp(size), **options)
        self._count, self._icon, self._tone = count, icon, tone
        self._icon_pixels = dp(size)
        self._size = size
        self._drawing = WidgetDrawing(self)
        self.fbind("width", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        if self.width < self._icon_pixels or not self._count:
            return
        step = self._icon_pixels * 1.1
        per_line = max(1, int((self.width + step - self._icon_pixels) // step))
        lines = ceil(self._count / per_line)
        self.height = lines * step
        batch = MeshBatch()
        for number in range(self._count):
            line, place = divmod(number, per_line)
            x = self._icon_pixels / 2 + place * step
            y = self.height - self._icon_pixels / 2 - line * step
            self._draw_icon(batch, self.width - x if look().rtl else x, y)
        self._drawing.show(batch)

    def _draw_icon(self, batch: MeshBatch, x: float, y: float) -> None:
        fill = f"{self._tone}_fill"
        if not hasattr(look().palette, fill):
            batch.add_icon(self._icon, self._size, self._tone, x, y)
            return
        # Larger, because the shield does not fill its square.
        shield_size = self._size * _SHIELD_SCALE
        batch.add_icon(Icon.SHIELD, shield_size, fill, x, y)
        batch.add_icon(Icon.SHIELD_LINE, shield_size, self._tone, x, y)
        batch.add_icon(self._icon, shield_size * 0.5, "on_side", x, y)
