"""A scene drawn on a wooden table: what is to be done now is lit and numbered, what is done bears a check.

It is never mirrored: left in the picture is left at the table, in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from math import hypot, inf
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.screens.scene_things import Light, ScenePainter
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, SceneItem, Shape
from companion.widgets.settling import DrawingJob
from companion.widgets.stamps import MeshLayers, WidgetDrawing
from companion.widgets.theme import CANDLE, TOUCH_TARGET, Accent, look, theme_colour

# In units: the table's corners, its rims, and the badge of a step.
_CORNER, _RIM, _INNER, _BADGE = 20.0, 3.0, 7.0, 22.0
# Joints of its boards, as in the look: (x, y, to x, to y).
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
    """The numbers of the steps in the picture, which of them are done, and which one is to be done now."""

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
    """As wide as it may be, and as high as its width asks for or `highest` allows. A tap on a thing of a
    step tells which step it is."""

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
        # While it opens its width and the height it may have change several times.
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
        """So many pixels high it may be."""
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

    # -- touching -----------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        # Where no step can be chosen the picture is not a button.
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
        """Whose thing lies here, in units; around a small one a finger has room."""
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
    """Each thing with how many lie below it: side by side they are painted together, which is cheaper."""
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
    """Where the badge of each step stands that is done or to be done now: at a corner of its first thing,
    clear of names and of each other."""
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
    """How much a badge here would hide: another badge, or words."""
    x, y = spot
    half = _BADGE / 2
    badge_overlaps = sum(hypot(x - other_x, y - other_y) < _BADGE + 1 for other_x, other_y in used_spots)
    label_overlaps = sum(
        item.left < x + half and x - half < item.right and item.top < y + half and y - half < item.bottom
        for item in labels
    )
    return 2 * badge_overlaps + label_overlaps
