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
from companion.screens.scene_things import Light, Pen
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, Shape, Thing
from companion.widgets.settling import DrawingJob
from companion.widgets.stamps import Drawing, Layers
from companion.widgets.theme import CANDLE, TARGET, Accent, look, paint

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
_TABLE, _THINGS, _BADGES = 0, 10, 1000


@dataclass(frozen=True, slots=True)
class Lit:
    """The numbers of the steps in the picture, which of them are done, and which one is to be done now."""

    numbers: Mapping[str, int]
    done: Collection[str] = ()
    now: str | None = None

    def on(self, thing: Thing) -> Light:
        if thing.step is None or thing.step not in self.numbers:
            return Light.PLAIN
        if thing.step == self.now:
            return Light.NOW
        return Light.DONE if thing.step in self.done else Light.AHEAD


NOTHING_LIT: Final = Lit({})


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
        self._scene, self._lit = scene, NOTHING_LIT
        self._highest = inf
        self._at = (0.0, 0.0)
        self._drawing = Drawing(self)
        # While it opens its width and the height it may have change several times.
        self._schedule_draw = DrawingJob(self._draw)
        self.bind(width=self._fit)
        self._fit()

    @property
    def lit(self) -> Lit:
        return self._lit

    @property
    def scene(self) -> Scene:
        return self._scene

    def show(self, scene: Scene, lit: Lit = NOTHING_LIT) -> None:
        if (scene, lit) != (self._scene, self._lit):
            self._scene, self._lit = scene, lit
            self._schedule_draw()

    def limit(self, highest: float) -> None:
        """So many pixels high it may be."""
        if highest != self._highest:
            self._highest = highest
            self._fit()

    @property
    def _unit(self) -> float:
        return float(min(self.width / WIDTH, self._highest / HEIGHT))

    @property
    def _left(self) -> float:
        return float((self.width - WIDTH * self._unit) / 2)

    def _fit(self, *_: object) -> None:
        self.height = HEIGHT * self._unit
        self._schedule_draw()

    def _draw(self) -> None:
        if self._unit <= 0:
            return
        layers = Layers()
        pen = Pen(layers, self._tr, self._unit, self._left)
        _draw_table(pen)
        for depth, thing in stacked(self._scene):
            pen.draw(thing, self._lit.on(thing), _THINGS + depth)
        for step, x, y in badges(self._scene, self._lit):
            self._draw_badge(pen, step, x, y)
        self._drawing.show(layers)

    def _draw_badge(self, pen: Pen, step: str, x: float, y: float) -> None:
        now = step == self._lit.now
        accent = CANDLE if now else self._accent
        half = _BADGE / 2
        layer, sides = pen.layers.at, (x - half, y - half, x + half, y + half)
        pen.box(layer(_BADGES, 0), sides, half, paint(accent.fill))
        pen.box(layer(_BADGES, 1), sides, half, paint("table"), 2.2)
        if now:
            number = look().digits(self._lit.numbers[step])
            pen.words(
                layer(_BADGES, 2), number, x, y, size=14, room=_BADGE - 5, high=_BADGE, tone=paint(accent.on)
            )
        else:
            pen.mark(layer(_BADGES, 2), "CHECK", 14, paint(accent.on), x, y)

    # -- touching -----------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        # Where no step can be chosen the picture is not a button.
        return self._on_step is not None and bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self._at = touch.pos
        return bool(super().on_touch_up(touch))

    def on_release(self) -> None:
        if self._on_step is None or not self._unit:
            return
        x, y = (self._at[0] - self.x - self._left) / self._unit, HEIGHT - (self._at[1] - self.y) / self._unit
        step = self.step_at(x, y)
        if step is not None:
            self._on_step(step)

    def step_at(self, x: float, y: float) -> str | None:
        """Whose thing lies here, in units; around a small one a finger has room."""
        finger = dp(TARGET) / self._unit
        near = [
            (hypot(thing.x - x, thing.y - y), thing.step)
            for thing in self._scene
            if thing.step in self._lit.numbers
            and abs(thing.x - x) <= max(finger, thing.right - thing.left) / 2
            and abs(thing.y - y) <= max(finger, thing.bottom - thing.top) / 2
        ]
        return min(near, key=lambda found: found[0], default=(inf, None))[1]


def _draw_table(pen: Pen) -> None:
    whole = (0.0, 0.0, WIDTH, HEIGHT)
    pen.box(pen.layers.at(_TABLE, 0), whole, _CORNER, paint("wood"))
    for x, y, to_x, to_y in _JOINTS:
        grown = 0.6
        sides = (
            max(_RIM, x - grown),
            max(_RIM, y - grown),
            min(WIDTH - _RIM, to_x + grown),
            min(HEIGHT - _RIM, to_y + grown),
        )
        pen.box(pen.layers.at(_TABLE, 1), sides, 0.6, paint("wood_line"))
    inner = (_INNER, _INNER, WIDTH - _INNER, HEIGHT - _INNER)
    pen.box(pen.layers.at(_TABLE, 2), inner, _CORNER - 5, paint("wood_rim"), 1)
    pen.box(pen.layers.at(_TABLE, 2), whole, _CORNER, paint("wood_rim"), _RIM)


def stacked(scene: Scene) -> Iterator[tuple[int, Thing]]:
    """Each thing with how many lie below it: side by side they are painted together, which is cheaper."""
    laid: list[tuple[int, Thing]] = []
    for thing in scene:
        depth = max((under + 1 for under, other in laid if _touch(thing, other)), default=0)
        laid.append((depth, thing))
        yield depth, thing


def _touch(one: Thing, other: Thing) -> bool:
    near = 2.0
    return (
        one.left < other.right + near
        and other.left < one.right + near
        and one.top < other.bottom + near
        and other.top < one.bottom + near
    )


def badges(scene: Scene, lit: Lit) -> Iterator[tuple[str, float, float]]:
    """Where the badge of each step stands that is done or to be done now: at a corner of its first thing,
    clear of names and of each other."""
    placed: list[tuple[float, float]] = []
    spoken = [thing for thing in scene if thing.shape in (Shape.PLATE, Shape.LABEL)]
    for step in lit.numbers:
        if step != lit.now and step not in lit.done:
            continue
        own = [thing for thing in scene if thing.step == step and thing.shape is not Shape.ARROW]
        spots = [spot for thing in own for spot in _corners(thing)]
        if spots:
            x, y = min(spots, key=lambda spot: (_covered(spot, placed, spoken), spots.index(spot)))
            placed.append((x, y))
            yield step, x, y


def _corners(thing: Thing) -> Iterator[tuple[float, float]]:
    half = _BADGE / 2 + 1
    for x, y in (
        (thing.left, thing.top),
        (thing.right, thing.top),
        (thing.right, thing.bottom),
        (thing.left, thing.bottom),
    ):
        yield min(max(x, half), WIDTH - half), min(max(y, half), HEIGHT - half)


def _covered(spot: tuple[float, float], placed: list[tuple[float, float]], spoken: list[Thing]) -> int:
    """How much a badge here would hide: another badge, or words."""
    x, y = spot
    half = _BADGE / 2
    over = sum(hypot(x - other_x, y - other_y) < _BADGE + 1 for other_x, other_y in placed)
    words = sum(
        thing.left < x + half and x - half < thing.right and thing.top < y + half and y - half < thing.bottom
        for thing in spoken
    )
    return 2 * over + words
