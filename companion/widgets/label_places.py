"""Where words beside marks on a picture stand: within it, and as far as can be clear of all else. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

# What it costs that words lie on a mark, on other words, or on something else that stands there, for each
# part of them that does; and to stand at another side than the best.
_POINT_COST, _LABEL_COST, _OTHER_COST, _SIDE_COST = 60.0, 20.0, 6.0, 0.05


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, from its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    def overlap_share(self, other: Rect) -> float:
        """The part of this one that lies on the other, from 0 to 1."""
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        if wide <= 0:
            return 0.0
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        if high <= 0:
            return 0.0
        return wide * high / (self.width * self.height)

    def overlaps(self, other: Rect) -> bool:
        """Whether there may be such a part: a map asks of every piece of every route."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def clamp_to(self, bounds: Rect) -> Rect:
        """Moved as little as is needed to be inside; where there is not enough room, from its start."""
        x = max(bounds.x, min(self.x, bounds.x + bounds.width - self.width))
        y = max(bounds.y, min(self.y, bounds.y + bounds.height - self.height))
        return Rect(x, y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class LabelPoint:
    """A round mark, and how large the words beside it are; with no size it has none."""

    x: float
    y: float
    radius: float
    label_size: tuple[float, float] = (0.0, 0.0)

    @property
    def rect(self) -> Rect:
        return Rect(self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)


def place_labels(
    points: Sequence[LabelPoint], bounds: Rect, *, gap: float = 0.0, others: Sequence[Rect] = ()
) -> list[Rect]:
    """The frame of each mark's words, those of the first ones placed first. `others` are better not covered,
    such as a legend, or the pieces of a line."""
    return list(_place_labels(tuple(points), bounds, gap, tuple(others)))


# A map that is drawn anew, because somebody chose a city or came back to it, looks for the same places.
@lru_cache(maxsize=16)
def _place_labels(
    points: tuple[LabelPoint, ...], bounds: Rect, gap: float, others: tuple[Rect, ...]
) -> tuple[Rect, ...]:
    point_rects = [point.rect for point in points]
    label_rects: list[Rect] = []
    for point in points:
        sides = [frame.clamp_to(bounds) for frame in _side_rects(point, gap)]
        near = _bounding_rect(sides)
        costly = [
            *((_POINT_COST, frame) for frame in point_rects if near.overlaps(frame)),
            *((_LABEL_COST, frame) for frame in label_rects if near.overlaps(frame)),
            *((_OTHER_COST, frame) for frame in others if near.overlaps(frame)),
        ]
        costs = [
            sum(cost * frame.overlap_share(other) for cost, other in costly) + _SIDE_COST * number
            for number, frame in enumerate(sides)
        ]
        label_rects.append(sides[costs.index(min(costs))])
    return tuple(label_rects)


def is_covered(label: Rect, points: Sequence[LabelPoint], labels: Sequence[Rect]) -> bool:
    """Whether these words lie on a mark, or on other words."""
    return any(label.overlap_share(point.rect) for point in points) or any(
        label.overlap_share(other) for other in labels if other is not label and other.width
    )


def _bounding_rect(frames: Sequence[Rect]) -> Rect:
    """All of them together."""
    left, low = min(frame.x for frame in frames), min(frame.y for frame in frames)
    right = max(frame.x + frame.width for frame in frames)
    top = max(frame.y + frame.height for frame in frames)
    return Rect(left, low, max(1.0, right - left), max(1.0, top - low))


_Side = tuple[float, float]
# The best first: at which part of the words' width and height the mark touches them, counted from -1 to 1.
_LABEL_SIDES: Final[tuple[_Side, ...]] = (
    *((1, 0), (-1, 0), (0, 1), (0, -1)),
    *((1, 1), (-1, 1), (1, -1), (-1, -1)),
)


def _side_rects(point: LabelPoint, gap: float) -> list[Rect]:
    """At its left and right, below and above it, then at its corners."""
    wide, high = point.label_size
    rects = []
    for across, up in _LABEL_SIDES:
        # Beside a corner of the mark its roundness leaves some room.
        distance = (point.radius + gap) * (0.75 if across and up else 1.0)
        x = point.x - across * (distance + wide / 2) - wide / 2
        y = point.y - up * (distance + high / 2) - high / 2
        rects.append(Rect(x, y, wide, high))
    return rects
