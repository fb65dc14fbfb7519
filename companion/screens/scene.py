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
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, SceneItem, Shape
from companion.widgets.icons import Icon
from companion.widgets.layout_jobs import DrawingJob
from companion.widgets.mesh_batch import MeshBatch, MeshLayers, WidgetDrawing, render_icon
from companion.widgets.palette import Rgba
from companion.widgets.text_renderer import TITLE_FACE, fit_font_size, is_rtl_text, render_text
from companion.widgets.theme import CANDLE, TOUCH_TARGET, Accent, look, theme_colour

Bounds = tuple[float, float, float, float]


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


@dataclass(frozen=True, slots=True)
class ScenePainter:
    """Draws items onto layers. `unit` is the size of a unit in pixels, `left` the left edge of the picture,
    and `tr` translates the text."""

    layers: MeshLayers
    tr: Translator
    unit: float
    left: float

    def x(self, x: float) -> float:
        return self.left + x * self.unit

    def y(self, y: float) -> float:
        return (HEIGHT - y) * self.unit

    # -- one item -----------------------------------------------------------------------------------------

    def draw_item(self, item: SceneItem, light: Light, depth: int) -> None:
        _DRAWERS[item.shape](self, item, light, depth)

    def draw_box(
        self,
        layer: MeshBatch,
        bounds: Bounds,
        radius: float,
        tone: Rgba,
        line: float = 0,
    ) -> None:
        """Draw a rounded box; bounds are left, top, right and bottom, in units."""
        left, top, right, bottom = bounds
        wide, high = (right - left) * self.unit, (bottom - top) * self.unit
        layer.add_box(
            self.x(left), self.y(bottom), wide, high,
            radius=radius * self.unit, tone=tone, line_width=max(1, round(line * self.unit)) if line else 0.0,
        )  # fmt: skip

    def draw_icon(self, layer: MeshBatch, icon: str, size: float, tone: Rgba, x: float, y: float) -> None:
        layer.add_rendered(render_icon(Icon[icon], size * self.unit), tone, self.x(x), self.y(y))

    def draw_text(
        self,
        layer: MeshBatch,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        max_width: float,
        max_height: float,
        tone: Rgba,
        face: str = "text",
        weight: int = 700,
        max_lines: int = 1,
    ) -> None:
        """Draw text that shrinks to fit; truncated with dots if the smallest size is too large."""
        rtl = is_rtl_text(text, look().rtl)
        wide = max(1, int(max_width * self.unit))
        largest = max(
            1, round(min(size * min(look().text_scale, _MAX_TEXT_SCALE), max_height / 1.25) * self.unit)
        )
        pixels = fit_font_size(
            text, face, weight, largest, max(1, min(largest, round(_MIN_TEXT_SIZE * self.unit))),
            width=wide, height=max(1, int(max_height * self.unit)), rtl=rtl, max_lines=max_lines,
        )  # fmt: skip
        block = render_text(
            text, face, weight, pixels, width=wide, align="center", rtl=rtl, max_lines=max_lines
        )
        layer.add_rendered(block, tone, self.x(x), self.y(y))

    def format_text(self, item: SceneItem) -> str:
        """Return the text on the item, or an empty string."""
        if item.name is not None:
            return self.tr.player_name(item.name)
        if item.key is not None:
            return self.tr(item.key, **item.args)
        return ""


def _mix_colours(colour: Rgba, ground: Rgba, part: float) -> Rgba:
    red, green, blue = (
        mine + (other - mine) * part for mine, other in zip(colour[:3], ground[:3], strict=True)
    )
    return (red, green, blue, colour[3])


def _get_colour(name: str, light: Light) -> Rgba:
    colour = theme_colour(name)
    return _mix_colours(colour, theme_colour("wood"), _AHEAD_MIX) if light is Light.AHEAD else colour


def _get_colours(item: SceneItem, light: Light) -> tuple[Rgba, Rgba, Rgba]:
    """Return the colours of background, outline and content."""
    if item.is_face_up:
        fill, on = _FACE_UP_COLOURS.get(item.tone, (item.tone, "on_accent"))
        line = item.tone if fill != item.tone else on
        ground, edge, mark = fill, line, on
    else:
        ground, edge, mark = _FACE_DOWN_COLOURS.get(item.tone, f"{item.tone}_deep"), item.tone, item.tone
    outline = theme_colour("candle") if light is Light.NOW else _get_colour(edge, light)
    return _get_colour(ground, light), outline, _get_colour(mark, light)


def _get_bounds(item: SceneItem, inset: float = 0.0) -> Bounds:
    return (item.left + inset, item.top + inset, item.right - inset, item.bottom - inset)


def _get_edge_width(light: Light) -> float:
    return _CURRENT_EDGE if light is Light.NOW else _PLAIN_EDGE


# -- shapes -------------------------------------------------------------------------------------------------


def _draw_plate(painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
    sides, high = _get_bounds(item), item.bottom - item.top
    painter.draw_box(
        painter.layers.get(depth, _GROUND),
        sides,
        high / 2,
        _mix_colours(theme_colour("table"), theme_colour("wood"), 0.15),
    )
    if light is Light.NOW:
        painter.draw_box(
            painter.layers.get(depth, _EDGE), sides, high / 2, theme_colour("candle"), _CURRENT_EDGE
        )
    room, x = item.width - 14, item.x
    ink, face = _get_colour("ink", light), painter.layers.get(depth, _FACE)
    if item.icon is not None:
        size = high * 0.72
        painter.draw_icon(
            face, item.icon, size, _get_colour(item.tone, light), item.left + 5 + size / 2, item.y
        )
        room, x = room - size, x + size / 2
    painter.draw_text(
        face, painter.format_text(item), x, item.y, size=_NAME_SIZE, max_width=room, max_height=high, tone=ink
    )


def _draw_disc(painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
    ground, edge, mark = _get_colours(item, light)
    painter.draw_box(painter.layers.get(depth, _GROUND), _get_bounds(item), item.width / 2, ground)
    painter.draw_box(
        painter.layers.get(depth, _EDGE), _get_bounds(item), item.width / 2, edge, _get_edge_width(light)
    )
    face = painter.layers.get(depth, _FACE)
    if item.number is not None:
        _draw_number(painter, face, item, mark, item.y, item.height * 0.62)
    elif item.icon is not None:
        painter.draw_icon(face, item.icon, item.width * 0.62, mark, item.x, item.y)
    if item.count > 1:
        _draw_count(painter, item, light, depth)


def _draw_card(painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
    _draw_card_at(painter, item, light, depth, _get_bounds(item))


def _draw_pile(painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
    """Draw the copies above and to the right, within the item's bounds."""
    ground, edge, _ = _get_colours(item, light)
    left, top, right, bottom = _get_bounds(item)
    edge = _mix_colours(edge, ground, 0.25)
    out = _COPIES * _COPY_OFFSET
    radius = _get_corner_radius(item)
    for copy in range(_COPIES, 0, -1):
        shift = copy * _COPY_OFFSET
        sides = (left + shift, top + out - shift, right - out + shift, bottom - shift)
        painter.draw_box(painter.layers.get(depth, _UNDER, -2 * copy), sides, radius, ground)
        painter.draw_box(painter.layers.get(depth, _UNDER, 1 - 2 * copy), sides, radius, edge, 1.2)
    _draw_card_at(painter, item, light, depth, (left, top + out, right - out, bottom))


def _get_corner_radius(item: SceneItem) -> float:
    return min(5.0, min(item.width, item.height) * 0.16)


def _draw_card_at(painter: ScenePainter, item: SceneItem, light: Light, depth: int, sides: Bounds) -> None:
    ground, edge, mark = _get_colours(item, light)
    left, top, right, bottom = sides
    wide, high = right - left, bottom - top
    x, y = (left + right) / 2, (top + bottom) / 2
    radius = _get_corner_radius(item)
    painter.draw_box(painter.layers.get(depth, _GROUND), sides, radius, ground)
    painter.draw_box(painter.layers.get(depth, _EDGE), sides, radius, edge, _get_edge_width(light))
    if not item.is_face_up and min(wide, high) >= 22:
        inner = (left + 3, top + 3, right - 3, bottom - 3)
        painter.draw_box(
            painter.layers.get(depth, _EDGE),
            inner,
            max(1.0, radius - 2),
            _mix_colours(edge, ground, 0.6),
            0.8,
        )
    face, text = painter.layers.get(depth, _FACE), painter.format_text(item)
    if item.is_face_up and not text and item.icon is None and item.number is None and item.count == 1:
        _draw_print(painter, face, sides, _mix_colours(mark, ground, 0.35))
    small = min(wide, high)
    below = item.count > 1 or bool(text)
    if item.number is not None:
        _draw_number(painter, face, item, mark, y, high * (0.42 if below else 0.5))
    elif item.icon is not None:
        up = high * 0.17 if below else 0.0
        painter.draw_icon(face, item.icon, small * (0.46 if below else 0.56), mark, x, y - up)
    if item.count > 1:
        at = y + high * (0.26 if item.icon is not None else 0.0)
        count = look().digits(item.count)
        painter.draw_text(face, count, x, at, size=15, max_width=wide - 3, max_height=high * 0.46, tone=mark)
    elif text:
        at, room = (y + high * 0.27, high * 0.4) if item.icon is not None else (y, high - 4)
        max_lines = max(1, int(room / _TEXT_SIZE))
        painter.draw_text(
            face,
            text,
            x,
            at,
            size=_TEXT_SIZE,
            max_width=wide - 4,
            max_height=room,
            tone=mark,
            max_lines=max_lines,
        )


def _draw_print(painter: ScenePainter, layer: MeshBatch, sides: Bounds, tone: Rgba) -> None:
    """Draw a thin and a thick line that stand for the print on a card."""
    left, top, right, bottom = sides
    high, x = bottom - top, (left + right) / 2
    for at, part, thick in ((0.34, 0.44, 1.2), (0.64, 0.56, 3.2)):
        half, y = (right - left) * part / 2, top + high * at
        painter.draw_box(layer, (x - half, y - thick / 2, x + half, y + thick / 2), thick / 2, tone)


def _draw_number(
    painter: ScenePainter, layer: MeshBatch, item: SceneItem, tone: Rgba, y: float, size: float
) -> None:
    if item.number is not None:
        painter.draw_text(
            layer, look().digits(item.number), item.x, y,
            size=size, max_width=item.width - 2, max_height=item.height, tone=tone,
        )  # fmt: skip


def _draw_count(painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
    """Draw a badge with the number of pieces at the lower right of a disc."""
    across = min(20.0, max(15.0, item.width * 0.5))
    x, y = item.right - across * 0.3, item.bottom - across * 0.3
    sides = (x - across / 2, y - across / 2, x + across / 2, y + across / 2)
    painter.draw_box(painter.layers.get(depth, _FACE, 1), sides, across / 2, theme_colour("table"))
    count = look().digits(item.count)
    tone = _get_colour("ink", light)
    painter.draw_text(
        painter.layers.get(depth, _FACE, 2),
        count,
        x,
        y,
        size=11,
        max_width=across - 2,
        max_height=across,
        tone=tone,
    )


def _draw_board(painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
    """Draw a raised plank with its text along the upper edge."""
    is_current = light is Light.NOW
    ground = _mix_colours(
        theme_colour("wood"), theme_colour("wood_rim"), 0.1 if light is Light.AHEAD else 0.45
    )
    line = (
        theme_colour("candle")
        if is_current
        else _get_colour("wood_rim" if item.tone == "ink_2" else item.tone, light)
    )
    painter.draw_box(painter.layers.get(depth, _GROUND), _get_bounds(item), 7, ground)
    painter.draw_box(painter.layers.get(depth, _EDGE), _get_bounds(item), 7, line, _get_edge_width(light))
    painter.draw_box(
        painter.layers.get(depth, _EDGE), _get_bounds(item, 5), 4, _mix_colours(line, ground, 0.55), 0.8
    )
    face, text = painter.layers.get(depth, _FACE), painter.format_text(item)
    wide, high = item.right - item.left, item.bottom - item.top
    if text:
        tall = min(22.0, high - 8)
        painter.draw_text(
            face, text, item.x, item.top + 6 + tall / 2, size=15, max_width=wide - 20, max_height=tall,
            tone=_get_colour("ink", light), face=TITLE_FACE,
        )  # fmt: skip
    elif item.number is not None:
        _draw_number(painter, face, item, _get_colour("ink", light), item.y, min(28.0, high * 0.5))
    elif item.icon is not None:
        size = min(40.0, min(wide, high) * 0.5)
        painter.draw_icon(face, item.icon, size, _get_colour(item.tone, light), item.x, item.y)


def _draw_case(painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
    """Draw the open box: a dark inside within a rim, with its text along the lower edge."""
    is_current = light is Light.NOW
    rim = theme_colour("candle") if is_current else theme_colour("wood_rim")
    painter.draw_box(
        painter.layers.get(depth, _GROUND),
        _get_bounds(item),
        8,
        _mix_colours(theme_colour("wood_rim"), theme_colour("wood"), 0.3),
    )
    painter.draw_box(painter.layers.get(depth, _EDGE), _get_bounds(item), 8, rim, _get_edge_width(light))
    painter.draw_box(painter.layers.get(depth, _EDGE, 1), _get_bounds(item, 6), 5, theme_colour("table"))
    face, text = painter.layers.get(depth, _FACE), painter.format_text(item)
    wide, high = item.right - item.left, item.bottom - item.top
    tone = _get_colour(item.tone, light)
    if text:
        tall = min(22.0, high - 12)
        at = item.bottom - 9 - tall / 2 if high > 44 else item.y
        painter.draw_text(
            face,
            text,
            item.x,
            at,
            size=14,
            max_width=wide - 20,
            max_height=tall,
            tone=_get_colour("ink_2", light),
        )
    if item.icon is not None and (not text or high > 64):
        up = 12 if text else 0
        size = min(40.0, min(wide, high) * 0.45)
        painter.draw_icon(face, item.icon, size, tone, item.x, item.y - up)


def _draw_label(painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
    face, high = painter.layers.get(depth, _FACE), item.bottom - item.top
    wide, x = item.width, item.x
    tone = theme_colour("candle") if light is Light.NOW else _get_colour(item.tone, light)
    text = painter.format_text(item)
    if not text and item.number is not None:
        text = look().digits(item.number)
    if item.icon is not None:
        size = min(high, wide)
        if not text:
            painter.draw_icon(face, item.icon, size, tone, x, item.y)
            return
        size = min(20.0, high)
        painter.draw_icon(face, item.icon, size, tone, item.left + size / 2, item.y)
        wide, x = wide - size - 3, x + (size + 3) / 2
    max_lines = max(1, int(high / (_TEXT_SIZE * 1.25)))
    painter.draw_text(
        face,
        text,
        x,
        item.y,
        size=_TEXT_SIZE,
        max_width=wide,
        max_height=high,
        tone=tone,
        weight=500,
        max_lines=max_lines,
    )


def _draw_arrow(painter: ScenePainter, item: SceneItem, light: Light, depth: int) -> None:
    """Draw an arrow of dots: discs have smooth edges at any rotation."""
    tone = theme_colour("candle") if light is Light.NOW else _get_colour(item.tone, light)
    layer, angle = painter.layers.get(depth, _FACE), radians(item.rotation)
    along, across = (sin(angle), -cos(angle)), (cos(angle), sin(angle))
    half, dot = item.height / 2, 2.6
    barb = min(7.0, item.height * 0.4)
    places = [(-half + step * 5.2, 0.0) for step in range(max(1, int((2 * half - barb) / 5.2)))]
    places += [(half - dot / 2 - step * 1.1, side * step * 1.1) for step in range(6) for side in (-1, 1)]
    for forward, sideways in places:
        x = item.x + along[0] * forward + across[0] * sideways
        y = item.y + along[1] * forward + across[1] * sideways
        painter.draw_box(layer, (x - dot / 2, y - dot / 2, x + dot / 2, y + dot / 2), dot / 2, tone)


_DRAWERS: Final[Mapping[Shape, Callable[[ScenePainter, SceneItem, Light, int], None]]] = {
    Shape.PLATE: _draw_plate,
    Shape.DISC: _draw_disc,
    Shape.CARD: _draw_card,
    Shape.PILE: _draw_pile,
    Shape.BOARD: _draw_board,
    Shape.BOX: _draw_case,
    Shape.LABEL: _draw_label,
    Shape.ARROW: _draw_arrow,
}


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
            painter.draw_item(item, self._highlights.get_light(item), _ITEMS + depth)
        for step, x, y in find_badge_positions(self._scene, self._highlights):
            self._draw_badge(painter, step, x, y)
        self._drawing.show(layers)

    def _draw_badge(self, painter: ScenePainter, step: str, x: float, y: float) -> None:
        is_current = step == self._highlights.current
        accent = CANDLE if is_current else self._accent
        half = _BADGE / 2
        layer, sides = painter.layers.get, (x - half, y - half, x + half, y + half)
        painter.draw_box(layer(_BADGES, 0), sides, half, theme_colour(accent.fill))
        painter.draw_box(layer(_BADGES, 1), sides, half, theme_colour("table"), 2.2)
        if is_current:
            number = look().digits(self._highlights.numbers[step])
            painter.draw_text(
                layer(_BADGES, 2),
                number,
                x,
                y,
                size=14,
                max_width=_BADGE - 5,
                max_height=_BADGE,
                tone=theme_colour(accent.on),
            )
        else:
            painter.draw_icon(layer(_BADGES, 2), "CHECK", 14, theme_colour(accent.on), x, y)

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
        x, y = (
            (self._touch_pos[0] - self.x - self._left) / self._unit,
            HEIGHT - (self._touch_pos[1] - self.y) / self._unit,
        )
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
    painter.draw_box(painter.layers.get(_TABLE, 0), bounds, _CORNER, theme_colour("wood"))
    for x, y, to_x, to_y in _JOINTS:
        half_width = 0.6
        sides = (
            max(_RIM, x - half_width),
            max(_RIM, y - half_width),
            min(WIDTH - _RIM, to_x + half_width),
            min(HEIGHT - _RIM, to_y + half_width),
        )
        painter.draw_box(painter.layers.get(_TABLE, 1), sides, 0.6, theme_colour("wood_line"))
    inner = (_INNER, _INNER, WIDTH - _INNER, HEIGHT - _INNER)
    painter.draw_box(painter.layers.get(_TABLE, 2), inner, _CORNER - 5, theme_colour("wood_rim"), 1)
    painter.draw_box(painter.layers.get(_TABLE, 2), bounds, _CORNER, theme_colour("wood_rim"), _RIM)


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
    for x, y in (
        (item.left, item.top),
        (item.right, item.top),
        (item.right, item.bottom),
        (item.left, item.bottom),
    ):
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
