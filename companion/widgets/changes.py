"""Where a tree of drawing instructions paints, and where that changed since it was last looked at.

Kivy flags an instruction that was changed, and every group above it, until they are drawn. So a look goes
down only where something is flagged, and asks each instruction there what it covers now and did before.
Colours and shifts are flagged always; they are told by their values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kivy.graphics import (
    BindTexture,
    BorderImage,
    Canvas,
    CanvasBase,
    Color,
    Ellipse,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    RoundedRectangle,
    SmoothEllipse,
    SmoothRectangle,
    SmoothRoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
    Translate,
)

from companion.widgets.region import EVERYWHERE, NOWHERE, Rect, around, is_empty, within

# Pixels beyond a shape's own sides: rounding, and the soft edge of a smooth shape.
_EDGE = 1
_SOFT_EDGE = 3
# Of the numbers of a corner the first two are its place.
_CORNER = 4


class Pen(NamedTuple):
    """How what comes next is drawn: shifted so far, inside of this; below it what comes back later."""

    x: float = 0.0
    y: float = 0.0
    clip: Rect = EVERYWHERE
    shifts: tuple[tuple[float, float], ...] = ()
    clips: tuple[Rect, ...] = ()
    # What has been drawn of a mask so far; None while no mask is drawn.
    mask: Rect | None = None


def _push_shift(pen: Pen) -> Pen:
    return pen._replace(shifts=(*pen.shifts, (pen.x, pen.y)))


def _pop_shift(pen: Pen) -> Pen:
    x, y = pen.shifts[-1]
    return pen._replace(x=x, y=y, shifts=pen.shifts[:-1])


def _begin_mask(pen: Pen) -> Pen:
    return pen._replace(mask=NOWHERE, clips=(*pen.clips, pen.clip))


def _use_mask(pen: Pen) -> Pen:
    return pen._replace(mask=None, clip=within(pen.clip, pen.mask or NOWHERE))


def _end_use(pen: Pen) -> Pen:
    # The mask is drawn once more, to take it away.
    return pen._replace(mask=NOWHERE)


def _pop_mask(pen: Pen) -> Pen:
    return pen._replace(mask=None, clip=pen.clips[-1], clips=pen.clips[:-1])


def _plain(shape: Any) -> Rect:
    (x, y), (width, height) = shape.pos, shape.size
    return (x - _EDGE, y - _EDGE, x + width + _EDGE, y + height + _EDGE)


def _soft(shape: Any) -> Rect:
    (x, y), (width, height) = shape.pos, shape.size
    return (x - _SOFT_EDGE, y - _SOFT_EDGE, x + width + _SOFT_EDGE, y + height + _SOFT_EDGE)


def _mesh(shape: Any) -> Rect:
    corners = shape.vertices
    if not corners or not shape.indices:
        return NOWHERE
    across, up = corners[::_CORNER], corners[1::_CORNER]
    return (min(across) - _EDGE, min(up) - _EDGE, max(across) + _EDGE, max(up) + _EDGE)


def _anywhere(_: Any) -> Rect:
    return EVERYWHERE


_GROUPS = frozenset({Canvas, CanvasBase, InstructionGroup})
_SHAPES: dict[type, Callable[[Any], Rect]] = {
    **dict.fromkeys((Rectangle, RoundedRectangle, BorderImage, Ellipse), _plain),
    **dict.fromkeys((SmoothRectangle, SmoothRoundedRectangle, SmoothEllipse), _soft),
    Mesh: _mesh,
}
_PENS: dict[type, Callable[[Pen], Pen]] = {
    PushMatrix: _push_shift,
    PopMatrix: _pop_shift,
    StencilPush: _begin_mask,
    StencilUse: _use_mask,
    StencilUnUse: _end_use,
    StencilPop: _pop_mask,
}
# Draws the soft edge of a smooth shape, which is flagged itself; Kivy has no public name for it.
_SOFT_LINE = "AntiAliasingLine"


class Seen:
    """What a group drew when it was last looked at. `parts` are, item by item: what was seen of its groups,
    where its shapes were, and the values of all else."""

    __slots__ = ("after", "bare", "before", "extent", "group", "items", "opacity", "parts", "tint")

    def __init__(self, group: Any, pen: Pen) -> None:
        self.group = group
        self.before = self.after = pen
        self.opacity: float = getattr(group, "opacity", 1.0)
        self.items: list[Any] = list(group.children)
        self.parts: list[Any] = []
        self.extent = NOWHERE
        # Whether anything is drawn in whatever colour was left before, and which colour is left after.
        self.bare = False
        self.tint: tuple[float, ...] | None = None

    def cover(self, rect: Rect, *, bare: bool = True) -> None:
        if not is_empty(rect):
            self.extent = around(self.extent, rect)
            self.bare = self.bare or (bare and self.tint is None)


def look(group: Any) -> Seen:
    """A first look: nothing is known yet."""
    return _look(group, Pen(), None, [])


def look_again(seen: Seen) -> tuple[Seen, list[Rect]]:
    """How it is now, and where that differs from what was seen."""
    changed: list[Rect] = []
    return _look(seen.group, seen.before, seen, changed), changed


def _look(group: Any, pen: Pen, old: Seen | None, changed: list[Rect]) -> Seen:
    if old is not None and not group.needs_redraw and pen == old.before:
        return old
    now = Seen(group, pen)
    # Whether all that the group draws may differ.
    whole = old is None or pen != old.before or now.opacity != old.opacity
    parts = [None] * len(now.items)
    if old is not None and not whole:
        if now.items == old.items:
            parts = old.parts
        else:
            parts, whole = _rearranged(old, now.items, changed)
    # Whether the colour in force is another than when this was seen.
    restless = False
    for item, part in zip(now.items, parts, strict=True):
        kind = type(item)
        if kind in _GROUPS:
            inner = _look(item, pen, part, changed)
            if part is None or (restless and inner.bare):
                changed.append(inner.extent)
            if inner.tint is not None:
                restless = part is not None and inner.tint != part.tint
            now.cover(inner.extent, bare=inner.bare)
            now.tint = inner.tint or now.tint
            pen = inner.after
            now.parts.append(inner)
        elif kind is Color:
            now.tint = tuple(item.rgba)
            restless = now.tint != part
            now.parts.append(now.tint)
        elif kind is Translate:
            shift = (item.x, item.y)
            whole = whole or shift != part
            pen = pen._replace(x=pen.x + item.x, y=pen.y + item.y)
            now.parts.append(shift)
        elif kind in _PENS:
            pen = _PENS[kind](pen)
            now.parts.append(None)
        elif kind is BindTexture or kind.__name__ == _SOFT_LINE:
            now.parts.append(NOWHERE)
        else:
            covered = _covered(item, pen)
            if pen.mask is not None:
                whole = whole or covered != part
                pen = pen._replace(mask=around(pen.mask, covered))
            else:
                if part is None or restless or item.needs_redraw:
                    changed += (covered, part or NOWHERE)
                now.cover(covered)
            now.parts.append(covered)
    now.after = pen
    if whole and old is not None:
        changed += (old.extent, now.extent)
    return now


def _rearranged(old: Seen, items: list[Any], changed: list[Rect]) -> tuple[list[Any], bool]:
    """What is known of each of these items, and whether more differs than what came and went."""
    known = {id(item): place for place, item in enumerate(old.items)}
    places = [known.pop(id(item), None) for item in items]
    kept = [place for place in places if place is not None]
    moved = kept != sorted(kept)
    for place in known.values():
        kind, part = type(old.items[place]), old.parts[place]
        if kind in _GROUPS:
            changed.append(part.extent)
        elif kind in _SHAPES:
            changed.append(part)
        else:
            moved = True
    came = [item for item, place in zip(items, places, strict=True) if place is None]
    moved = moved or any(
        type(item) is Color or type(item) is Translate or type(item) in _PENS for item in came
    )
    return [None if place is None else old.parts[place] for place in places], moved


def _covered(item: Any, pen: Pen) -> Rect:
    left, low, right, top = _SHAPES.get(type(item), _anywhere)(item)
    return within((left + pen.x, low + pen.y, right + pen.x, top + pen.y), pen.clip)
