"""A scene drawn on a wooden table, with the current step highlighted and completed steps checked.

It is never mirrored: left in the picture is left at the table, in every language. Sizes are in units of the
picture and scaled with it. Text follows the text size only as far as its item has room. Items of later steps
are mixed with the colour of the wood.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from math import cos, hypot, inf, radians, sin
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.scripts.teaching import HEIGHT, WIDTH, Scene, SceneItem, Shape
from companion.widgets.icons import Icon
from companion.widgets.layout_jobs import DrawingJob
from companion.widgets.mesh_batch import MeshLayers, WidgetDrawing, render_icon
from companion.widgets.palette import Rgba
from companion.widgets.text_renderer import TITLE_FACE, fit_font_size, is_rtl_text, render_text
from companion.widgets.theme import CANDLE, TOUCH_TARGET, Accent, look, theme_colour

Bounds = tuple[float, float, float, float]
Layer = tuple[int, ...]


class Light(Enum):
    """State of an item among the steps: part of no step, or of one that is done, current or still ahead."""

    PLAIN = auto()
    DONE = auto()
    NOW = auto()
    AHEAD = auto()


# Tone -> (fill colour, text colour) of items that are face up.
_FACE_UP_COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "ink": ("solid", "on_solid"),
    "ink_2": ("solid", "on_solid"),
    "ink_3": ("rim", "table"),
    "good": ("good_fill", "on_side"),
    "evil": ("evil_fill", "on_side"),
    "candle": ("candle_fill", "on_candle"),
    "sand": ("sand", "on_sand"),
}
# Tone -> fill colour of items that are face down.
_FACE_DOWN_COLOURS: Final[Mapping[str, str]] = {
    "ink": "hollow",
    "ink_2": "hollow",
    "ink_3": "hollow",
    "sand": "hollow",
}
# Font sizes in units: the defaults, and the minimum before text is truncated with dots.
_NAME_SIZE, _TEXT_SIZE, _MIN_TEXT_SIZE = 14.0, 13.0, 9.0
# Upper limit of the user's text scale within the picture.
_MAX_TEXT_SCALE = 1.2
_AHEAD_MIX = 0.55
# Layers of one item: what is below it, its background, its outline, its content.
_UNDER, _GROUND, _EDGE, _FACE = range(4)
# Number of copies visible below a pile, and their offset in units.
_COPIES, _COPY_OFFSET = 3, 1.7
_PLAIN_EDGE, _CURRENT_EDGE = 1.5, 2.6


def _mix_colours(colour: Rgba, ground: Rgba, part: float) -> Rgba:
    red, green, blue = (
        mine + (other - mine) * part for mine, other in zip(colour[:3], ground[:3], strict=True)
    )
    return (red, green, blue, colour[3])


@dataclass(frozen=True, slots=True)
class ScenePainter:
    """Draws onto layers. `unit` is the size of a unit in pixels, `left` the left edge of the picture, and
    `tr` translates the text."""

    layers: MeshLayers
    tr: Translator
    unit: float
    left: float

    def x(self, x: float) -> float:
        return self.left + x * self.unit

    def y(self, y: float) -> float:
        return (HEIGHT - y) * self.unit

    def draw_box(self, layer: Layer, bounds: Bounds, radius: float, tone: Rgba, line: float = 0) -> None:
        """Draw a rounded box; bounds are left, top, right and bottom, in units."""
        left, top, right, bottom = bounds
        wide, high = (right - left) * self.unit, (bottom - top) * self.unit
        self.layers.get(*layer).add_box(
            self.x(left), self.y(bottom), wide, high,
            radius=radius * self.unit, tone=tone, line_width=max(1, round(line * self.unit)) if line else 0.0,
        )  # fmt: skip

    def draw_icon(self, layer: Layer, icon: str, size: float, tone: Rgba, x: float, y: float) -> None:
        rendered = render_icon(Icon[icon], size * self.unit)
        self.layers.get(*layer).add_rendered(rendered, tone, self.x(x), self.y(y))

    def draw_text(
        self,
        layer: Layer,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        room: tuple[float, float],
        tone: Rgba,
        face: str = "text",
        weight: int = 700,
        max_lines: int = 1,
    ) -> None:
        """Draw text that shrinks to fit `room`; truncated with dots if the smallest size is too large."""
        max_width, max_height = room
        rtl = is_rtl_text(text, look().rtl)
        wide = max(1, int(max_width * self.unit))
        largest = max(
            1, round(min(size * min(look().text_scale, _MAX_TEXT_SCALE), max_height / 1.25) * self.unit)
        )
        pixels = fit_font_size(
            text, face, weight, largest, max(1, min(largest, round(_MIN_TEXT_SIZE * self.unit))),
            width=wide, height=max(1, int(max_height * self.unit)), rtl=rtl, max_lines=max_lines,
        )  # fmt: skip
        rendered = render_text(
            text, face, weight, pixels, width=wide, align="center", rtl=rtl, max_lines=max_lines
        )
        self.layers.get(*layer).add_rendered(rendered, tone, self.x(x), self.y(y))


def _inset(bounds: Bounds, by: float) -> Bounds:
    left, top, right, bottom = bounds
    return (left + by, top + by, right - by, bottom - by)


def _square(x: float, y: float, size: float) -> Bounds:
    """Return the bounds of a square around its centre."""
    half = size / 2
    return (x - half, y - half, x + half, y + half)


class _ItemPainter:
    """Draws one item of a scene on the layers of its depth."""

    def __init__(self, painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
        self._painter, self._item, self._light, self._depth = painter, item, light, depth
        self._is_current = light is Light.NOW
        self._edge_width = _CURRENT_EDGE if self._is_current else _PLAIN_EDGE
        self._bounds = (item.left, item.top, item.right, item.bottom)
        self._wide, self._high = item.right - item.left, item.bottom - item.top
        self._text = ""
        if item.name is not None:
            self._text = painter.tr.player_name(item.name)
        elif item.key is not None:
            self._text = painter.tr(item.key, **item.args)

    def draw(self) -> None:
        match self._item.shape:
            case Shape.PLATE:
                self._draw_plate()
            case Shape.DISC:
                self._draw_disc()
            case Shape.CARD:
                self._draw_card(self._bounds)
            case Shape.PILE:
                self._draw_pile()
            case Shape.BOARD:
                self._draw_board()
            case Shape.BOX:
                self._draw_case()
            case Shape.LABEL:
                self._draw_label()
            case Shape.ARROW:
                self._draw_arrow()

    # -- strokes, colours ---------------------------------------------------------------------------------

    def _draw_box(
        self, layer: int, bounds: Bounds, radius: float, tone: Rgba, line: float = 0, *, above: int = 0
    ) -> None:
        self._painter.draw_box((self._depth, layer, above), bounds, radius, tone, line)

    def _draw_icon(self, size: float, tone: Rgba, x: float, y: float) -> None:
        if self._item.icon is not None:
            self._painter.draw_icon((self._depth, _FACE, 0), self._item.icon, size, tone, x, y)

    def _draw_text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        room: tuple[float, float],
        tone: Rgba,
        **options: Any,
    ) -> None:
        layer = (self._depth, _FACE, options.pop("above", 0))
        self._painter.draw_text(layer, text, x, y, size=size, room=room, tone=tone, **options)

    def _draw_number(self, tone: Rgba, y: float, size: float) -> None:
        item = self._item
        if item.number is not None:
            room = (item.width - 2, item.height)
            self._draw_text(look().digits(item.number), item.x, y, size, room, tone)

    def _get_colour(self, name: str) -> Rgba:
        colour = theme_colour(name)
        is_ahead = self._light is Light.AHEAD
        return _mix_colours(colour, theme_colour("wood"), _AHEAD_MIX) if is_ahead else colour

    def _get_line_colour(self, name: str) -> Rgba:
        """Return the colour of an outline, which highlights the current step."""
        return theme_colour("candle") if self._is_current else self._get_colour(name)

    def _get_colours(self) -> tuple[Rgba, Rgba, Rgba]:
        """Return the colours of background, outline and content."""
        tone = self._item.tone
        if self._item.is_face_up:
            ground, mark = _FACE_UP_COLOURS.get(tone, (tone, "on_accent"))
            edge = tone if ground != tone else mark
        else:
            ground, edge, mark = _FACE_DOWN_COLOURS.get(tone, f"{tone}_deep"), tone, tone
        return self._get_colour(ground), self._get_line_colour(edge), self._get_colour(mark)

    # -- shapes -------------------------------------------------------------------------------------------

    def _draw_plate(self) -> None:
        item, high = self._item, self._high
        ground = _mix_colours(theme_colour("table"), theme_colour("wood"), 0.15)
        self._draw_box(_GROUND, self._bounds, high / 2, ground)
        if self._is_current:
            self._draw_box(_EDGE, self._bounds, high / 2, theme_colour("candle"), _CURRENT_EDGE)
        room, x = item.width - 14, item.x
        if item.icon is not None:
            size = high * 0.72
            self._draw_icon(size, self._get_colour(item.tone), item.left + 5 + size / 2, item.y)
            room, x = room - size, x + size / 2
        self._draw_text(self._text, x, item.y, _NAME_SIZE, (room, high), self._get_colour("ink"))

    def _draw_disc(self) -> None:
        item = self._item
        ground, edge, mark = self._get_colours()
        self._draw_box(_GROUND, self._bounds, item.width / 2, ground)
        self._draw_box(_EDGE, self._bounds, item.width / 2, edge, self._edge_width)
        if item.number is not None:
            self._draw_number(mark, item.y, item.height * 0.62)
        else:
            self._draw_icon(item.width * 0.62, mark, item.x, item.y)
        if item.count > 1:
            self._draw_count()

    def _draw_count(self) -> None:
        """Draw a badge with the number of pieces at the lower right of a disc."""
        item = self._item
        across = min(20.0, max(15.0, item.width * 0.5))
        x, y = item.right - across * 0.3, item.bottom - across * 0.3
        self._draw_box(_FACE, _square(x, y, across), across / 2, theme_colour("table"), above=1)
        count, room = look().digits(item.count), (across - 2, across)
        self._draw_text(count, x, y, 11, room, self._get_colour("ink"), above=2)

    def _draw_pile(self) -> None:
        """Draw the copies above and to the right, within the item's bounds."""
        ground, edge, _ = self._get_colours()
        left, top, right, bottom = self._bounds
        edge = _mix_colours(edge, ground, 0.25)
        out, radius = _COPIES * _COPY_OFFSET, self._corner_radius
        for copy in range(_COPIES, 0, -1):
            shift = copy * _COPY_OFFSET
            sides = (left + shift, top + out - shift, right - out + shift, bottom - shift)
            self._draw_box(_UNDER, sides, radius, ground, above=-2 * copy)
            self._draw_box(_UNDER, sides, radius, edge, 1.2, above=1 - 2 * copy)
        self._draw_card((left, top + out, right - out, bottom))

    @property
    def _corner_radius(self) -> float:
        return min(5.0, min(self._item.width, self._item.height) * 0.16)

    def _draw_card(self, sides: Bounds) -> None:
        item, text, radius = self._item, self._text, self._corner_radius
        ground, edge, mark = self._get_colours()
        left, top, right, bottom = sides
        wide, high = right - left, bottom - top
        small = min(wide, high)
        x, y = (left + right) / 2, (top + bottom) / 2
        self._draw_box(_GROUND, sides, radius, ground)
        self._draw_box(_EDGE, sides, radius, edge, self._edge_width)
        if not item.is_face_up and small >= 22:
            self._draw_box(
                _EDGE, _inset(sides, 3), max(1.0, radius - 2), _mix_colours(edge, ground, 0.6), 0.8
            )
        is_bare = not text and item.icon is None and item.number is None and item.count == 1
        if item.is_face_up and is_bare:
            self._draw_print(sides, _mix_colours(mark, ground, 0.35))
        has_words_below = item.count > 1 or bool(text)
        if item.number is not None:
            self._draw_number(mark, y, high * (0.42 if has_words_below else 0.5))
        else:
            up = high * 0.17 if has_words_below else 0.0
            self._draw_icon(small * (0.46 if has_words_below else 0.56), mark, x, y - up)
        has_icon = item.icon is not None
        if item.count > 1:
            at = y + high * (0.26 if has_icon else 0.0)
            self._draw_text(look().digits(item.count), x, at, 15, (wide - 3, high * 0.46), mark)
        elif text:
            at, text_height = (y + high * 0.27, high * 0.4) if has_icon else (y, high - 4)
            max_lines = max(1, int(text_height / _TEXT_SIZE))
            self._draw_text(text, x, at, _TEXT_SIZE, (wide - 4, text_height), mark, max_lines=max_lines)

    def _draw_print(self, sides: Bounds, tone: Rgba) -> None:
        """Draw a thin and a thick line that stand for the print on a card."""
        left, top, right, bottom = sides
        high, x = bottom - top, (left + right) / 2
        for at, part, thick in ((0.34, 0.44, 1.2), (0.64, 0.56, 3.2)):
            half, y = (right - left) * part / 2, top + high * at
            self._draw_box(_FACE, (x - half, y - thick / 2, x + half, y + thick / 2), thick / 2, tone)

    def _draw_board(self) -> None:
        """Draw a raised plank with its text along the upper edge."""
        item, wide, high = self._item, self._wide, self._high
        raised = 0.1 if self._light is Light.AHEAD else 0.45
        ground = _mix_colours(theme_colour("wood"), theme_colour("wood_rim"), raised)
        line = self._get_line_colour("wood_rim" if item.tone == "ink_2" else item.tone)
        self._draw_box(_GROUND, self._bounds, 7, ground)
        self._draw_box(_EDGE, self._bounds, 7, line, self._edge_width)
        self._draw_box(_EDGE, _inset(self._bounds, 5), 4, _mix_colours(line, ground, 0.55), 0.8)
        if self._text:
            tall, ink = min(22.0, high - 8), self._get_colour("ink")
            y, room = item.top + 6 + tall / 2, (wide - 20, tall)
            self._draw_text(self._text, item.x, y, 15, room, ink, face=TITLE_FACE)
        elif item.number is not None:
            self._draw_number(self._get_colour("ink"), item.y, min(28.0, high * 0.5))
        else:
            size = min(40.0, min(wide, high) * 0.5)
            self._draw_icon(size, self._get_colour(item.tone), item.x, item.y)

    def _draw_case(self) -> None:
        """Draw the open box: a dark inside within a rim, with its text along the lower edge."""
        item, wide, high, text = self._item, self._wide, self._high, self._text
        rim = theme_colour("candle" if self._is_current else "wood_rim")
        ground = _mix_colours(theme_colour("wood_rim"), theme_colour("wood"), 0.3)
        self._draw_box(_GROUND, self._bounds, 8, ground)
        self._draw_box(_EDGE, self._bounds, 8, rim, self._edge_width)
        self._draw_box(_EDGE, _inset(self._bounds, 6), 5, theme_colour("table"), above=1)
        if text:
            tall = min(22.0, high - 12)
            y = item.bottom - 9 - tall / 2 if high > 44 else item.y
            self._draw_text(text, item.x, y, 14, (wide - 20, tall), self._get_colour("ink_2"))
        if not text or high > 64:
            up = 12 if text else 0
            size = min(40.0, min(wide, high) * 0.45)
            self._draw_icon(size, self._get_colour(item.tone), item.x, item.y - up)

    def _draw_label(self) -> None:
        item, high, wide, x = self._item, self._high, self._item.width, self._item.x
        tone = self._get_line_colour(item.tone)
        text = self._text
        if not text and item.number is not None:
            text = look().digits(item.number)
        if item.icon is not None:
            if not text:
                self._draw_icon(min(high, wide), tone, x, item.y)
                return
            size = min(20.0, high)
            self._draw_icon(size, tone, item.left + size / 2, item.y)
            wide, x = wide - size - 3, x + (size + 3) / 2
        max_lines = max(1, int(high / (_TEXT_SIZE * 1.25)))
        room = (wide, high)
        self._draw_text(text, x, item.y, _TEXT_SIZE, room, tone, weight=500, max_lines=max_lines)

    def _draw_arrow(self) -> None:
        """Draw an arrow of dots: discs have smooth edges at any rotation."""
        item, tone = self._item, self._get_line_colour(self._item.tone)
        angle = radians(item.rotation)
        along, across = (sin(angle), -cos(angle)), (cos(angle), sin(angle))
        half, dot = item.height / 2, 2.6
        barb = min(7.0, item.height * 0.4)
        places = [(-half + step * 5.2, 0.0) for step in range(max(1, int((2 * half - barb) / 5.2)))]
        places += [(half - dot / 2 - step * 1.1, side * step * 1.1) for step in range(6) for side in (-1, 1)]
        for forward, sideways in places:
            x = item.x + along[0] * forward + across[0] * sideways
            y = item.y + along[1] * forward + across[1] * sideways
            self._draw_box(_FACE, _square(x, y, dot), dot / 2, tone)


# In units: the corner radius of the table, the widths of its rims, and the size of a step badge.
_CORNER, _RIM, _INNER, _BADGE = 20.0, 3.0, 7.0, 22.0
# Joints between the boards of the table: (x, y, to x, to y).
_JOINTS: Final = (
    *((0.0, HEIGHT * part, WIDTH, HEIGHT * part) for part in (1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6)),
    (90.0, 0.0, 90.0, HEIGHT / 6),
    (60.0, HEIGHT / 3, 60.0, HEIGHT / 2),
    (300.0, HEIGHT / 2, 300.0, HEIGHT * 2 / 3),
    (130.0, HEIGHT * 2 / 3, 130.0, HEIGHT * 5 / 6),
    (280.0, HEIGHT * 5 / 6, 280.0, HEIGHT),
)
_TABLE, _ITEMS, _BADGES = 0, 10, 1000


@dataclass(frozen=True, slots=True)
class StepHighlights:
    """The numbers of the steps in the picture, the completed steps and the current one."""

    numbers: Mapping[str, int]
    done: Collection[str] = ()
    current: str | None = None

    def get_light(self, item: SceneItem) -> Light:
        if item.step is None or item.step not in self.numbers:
            return Light.PLAIN
        if item.step == self.current:
            return Light.NOW
        return Light.DONE if item.step in self.done else Light.AHEAD


NO_HIGHLIGHTS: Final = StepHighlights({})


class ScenePicture(ButtonBehavior, Widget):
    """A picture as wide as its parent allows; the height follows from the width, up to the maximum height.
    `on_step` gets the step of a tapped item."""

    def __init__(
        self,
        tr: Translator,
        scene: Scene = (),
        *,
        accent: Accent = CANDLE,
        on_step: Callable[[str], object] | None = None,
        **options: Any,
    ) -> None:
        options.setdefault("size_hint_y", None)
        super().__init__(**options)
        self._tr = tr
        self._accent = accent
        self._on_step = on_step
        self._scene, self._highlights = scene, NO_HIGHLIGHTS
        self._max_height = inf
        self._touch_pos = (0.0, 0.0)
        self._drawing = WidgetDrawing(self)
        # Width and maximum height change several times while a page opens: draw once.
        self._schedule_draw = DrawingJob(self._draw)
        self.bind(width=self._update_height)
        self._update_height()

    @property
    def highlights(self) -> StepHighlights:
        return self._highlights

    @property
    def scene(self) -> Scene:
        return self._scene

    def show(self, scene: Scene, highlights: StepHighlights = NO_HIGHLIGHTS) -> None:
        if (scene, highlights) != (self._scene, self._highlights):
            self._scene, self._highlights = scene, highlights
            self._schedule_draw()

    def set_max_height(self, max_height: float) -> None:
        """Set the maximum height in pixels."""
        if max_height != self._max_height:
            self._max_height = max_height
            self._update_height()

    @property
    def _unit(self) -> float:
        return float(min(self.width / WIDTH, self._max_height / HEIGHT))

    @property
    def _left(self) -> float:
        return float((self.width - WIDTH * self._unit) / 2)

    def _update_height(self, *_: object) -> None:
        self.height = HEIGHT * self._unit
        self._schedule_draw()

    def _draw(self) -> None:
        if self._unit <= 0:
            return
        layers = MeshLayers()
        painter = ScenePainter(layers, self._tr, self._unit, self._left)
        _draw_table(painter)
        for depth, item in stack_items(self._scene):
            _ItemPainter(painter, item, self._highlights.get_light(item), _ITEMS + depth).draw()
        for step, x, y in find_badge_positions(self._scene, self._highlights):
            self._draw_badge(painter, step, x, y)
        self._drawing.show(layers)

    def _draw_badge(self, painter: ScenePainter, step: str, x: float, y: float) -> None:
        is_current = step == self._highlights.current
        accent = CANDLE if is_current else self._accent
        bounds, on = _square(x, y, _BADGE), theme_colour(accent.on)
        painter.draw_box((_BADGES, 0), bounds, _BADGE / 2, theme_colour(accent.fill))
        painter.draw_box((_BADGES, 1), bounds, _BADGE / 2, theme_colour("table"), 2.2)
        if is_current:
            number, room = look().digits(self._highlights.numbers[step]), (_BADGE - 5, _BADGE)
            painter.draw_text((_BADGES, 2), number, x, y, size=14, room=room, tone=on)
        else:
            painter.draw_icon((_BADGES, 2), "CHECK", 14, on, x, y)

    # -- touch --------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        # Without `on_step` the picture must not take touches.
        return self._on_step is not None and bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self._touch_pos = touch.pos
        return bool(super().on_touch_up(touch))

    def on_release(self) -> None:
        if self._on_step is None or not self._unit:
            return
        touch_x, touch_y = self._touch_pos
        x = (touch_x - self.x - self._left) / self._unit
        y = HEIGHT - (touch_y - self.y) / self._unit
        step = self.find_step_at(x, y)
        if step is not None:
            self._on_step(step)

    def find_step_at(self, x: float, y: float) -> str | None:
        """Return the step of the nearest item at this position in units; small items get a touch target of
        full size."""
        touch_size = dp(TOUCH_TARGET) / self._unit
        candidates = [
            (hypot(item.x - x, item.y - y), item.step)
            for item in self._scene
            if item.step in self._highlights.numbers
            and abs(item.x - x) <= max(touch_size, item.right - item.left) / 2
            and abs(item.y - y) <= max(touch_size, item.bottom - item.top) / 2
        ]
        return min(candidates, key=lambda candidate: candidate[0], default=(inf, None))[1]


def _draw_table(painter: ScenePainter) -> None:
    bounds = (0.0, 0.0, WIDTH, HEIGHT)
    painter.draw_box((_TABLE, 0), bounds, _CORNER, theme_colour("wood"))
    half_width = 0.6
    for x, y, to_x, to_y in _JOINTS:
        left, top = max(_RIM, x - half_width), max(_RIM, y - half_width)
        right, bottom = min(WIDTH - _RIM, to_x + half_width), min(HEIGHT - _RIM, to_y + half_width)
        painter.draw_box((_TABLE, 1), (left, top, right, bottom), 0.6, theme_colour("wood_line"))
    painter.draw_box((_TABLE, 2), _inset(bounds, _INNER), _CORNER - 5, theme_colour("wood_rim"), 1)
    painter.draw_box((_TABLE, 2), bounds, _CORNER, theme_colour("wood_rim"), _RIM)


def stack_items(scene: Scene) -> Iterator[tuple[int, SceneItem]]:
    """Yield each item with its stacking depth: items of one depth share meshes, which is cheaper to draw."""
    levels: list[tuple[int, SceneItem]] = []
    for item in scene:
        depth = max((under + 1 for under, other in levels if _are_touching(item, other)), default=0)
        levels.append((depth, item))
        yield depth, item


def _are_touching(one: SceneItem, other: SceneItem) -> bool:
    tolerance = 2.0
    return (
        one.left < other.right + tolerance
        and other.left < one.right + tolerance
        and one.top < other.bottom + tolerance
        and other.top < one.bottom + tolerance
    )


def find_badge_positions(scene: Scene, highlights: StepHighlights) -> Iterator[tuple[str, float, float]]:
    """Yield (step, x, y) for the badge of each completed or current step: at a corner of its first item, with
    as few overlaps with names and other badges as possible."""
    used_spots: list[tuple[float, float]] = []
    labels = [item for item in scene if item.shape in (Shape.PLATE, Shape.LABEL)]
    for step in highlights.numbers:
        if step != highlights.current and step not in highlights.done:
            continue
        step_items = [item for item in scene if item.step == step and item.shape is not Shape.ARROW]
        spots = [spot for item in step_items for spot in _find_corners(item)]
        if spots:
            x, y = min(spots, key=lambda spot: (_count_overlaps(spot, used_spots, labels), spots.index(spot)))
            used_spots.append((x, y))
            yield step, x, y


def _find_corners(item: SceneItem) -> Iterator[tuple[float, float]]:
    half = _BADGE / 2 + 1
    left, top, right, bottom = item.left, item.top, item.right, item.bottom
    for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
        yield min(max(x, half), WIDTH - half), min(max(y, half), HEIGHT - half)


def _count_overlaps(
    spot: tuple[float, float], used_spots: list[tuple[float, float]], labels: list[SceneItem]
) -> int:
    """Return a penalty for what a badge here would hide: 2 for another badge, 1 for a label."""
    x, y = spot
    half = _BADGE / 2
    badge_overlaps = sum(hypot(x - other_x, y - other_y) < _BADGE + 1 for other_x, other_y in used_spots)
    label_overlaps = sum(
        item.left < x + half and x - half < item.right and item.top < y + half and y - half < item.bottom
        for item in labels
    )
    return 2 * badge_overlaps + label_overlaps
