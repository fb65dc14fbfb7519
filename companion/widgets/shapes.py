"""Grounds and outlines that follow a widget, antialiased: rounded boxes and discs."""

from __future__ import annotations

from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.palette import Rgba

CLEAR: Rgba = (0.0, 0.0, 0.0, 0.0)


def middle(widget: Widget) -> tuple[float, float]:
    """The widget's centre now; `center` may lag behind while Kivy tells of a move by `x` or `y`."""
    return (widget.x + widget.width / 2, widget.y + widget.height / 2)


class Box:
    """A filled and outlined rounded rectangle behind a widget."""

    def __init__(
        self, widget: Widget, *, radius: float, ground: Rgba = CLEAR, edge: Rgba = CLEAR, line: float = 1.0
    ) -> None:
        self._widget = widget
        self._radius = dp(radius)
        self._ground = Color(rgba=ground)
        self._body = SmoothRoundedRectangle(radius=[self._radius])
        self._edge = Color(rgba=edge)
        self._outline = SmoothLine(width=dp(line) / 2, close=True)
        drawn = InstructionGroup()
        for part in (self._ground, self._body, self._edge, self._outline):
            drawn.add(part)
        # Below whatever the widget draws itself, so that its last colour stays its own.
        widget.canvas.before.insert(0, drawn)
        # A strong binding: the shape lives exactly as long as its widget.
        widget.fbind("pos", self._follow)
        widget.fbind("size", self._follow)
        self._follow()

    def paint(
        self, *, ground: Rgba | None = None, edge: Rgba | None = None, line: float | None = None
    ) -> None:
        if ground is not None:
            self._ground.rgba = ground
        if edge is not None:
            self._edge.rgba = edge
        if line is not None:
            self._outline.width = dp(line) / 2
        self._follow()

    def _follow(self, *_: object) -> None:
        x, y = self._widget.pos
        width, height = self._widget.size
        self._body.pos, self._body.size = (x, y), (width, height)
        inset = self._outline.width
        if not self._edge.a:
            self._outline.points = ()
        elif width > 2 * inset and height > 2 * inset:
            radius = max(0.0, min(self._radius, width / 2, height / 2) - inset)
            self._outline.rounded_rectangle = (
                x + inset, y + inset, width - 2 * inset, height - 2 * inset, radius, 64,
            )  # fmt: skip


class Disc:
    """A filled and outlined circle in the middle of a widget, `diameter` pixels wide (0: what fits)."""

    def __init__(
        self,
        widget: Widget,
        *,
        diameter: float = 0,
        ground: Rgba = CLEAR,
        edge: Rgba = CLEAR,
        line: float = 2.0,
    ) -> None:
        self._widget = widget
        self._diameter = diameter
        with widget.canvas.before:
            self._ground = Color(rgba=ground)
            self._body = SmoothEllipse()
            self._edge = Color(rgba=edge)
            self._outline = SmoothLine(width=dp(line) / 2, close=True)
        # A strong binding: the shape lives exactly as long as its widget.
        widget.fbind("pos", self._follow)
        widget.fbind("size", self._follow)
        self._follow()

    def paint(
        self, *, ground: Rgba | None = None, edge: Rgba | None = None, line: float | None = None
    ) -> None:
        if ground is not None:
            self._ground.rgba = ground
        if edge is not None:
            self._edge.rgba = edge
        if line is not None:
            self._outline.width = dp(line) / 2
        self._follow()

    def _follow(self, *_: object) -> None:
        across = self._diameter or min(self._widget.size)
        x, y = middle(self._widget)
        self._body.pos, self._body.size = (x - across / 2, y - across / 2), (across, across)
        if not self._edge.a:
            self._outline.points = ()
        elif across > 2:
            self._outline.circle = (x, y, across / 2 - self._outline.width)
