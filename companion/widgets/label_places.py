"""Where words beside marks on a picture stand: within it, and as far as can be clear of all else. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

# What it costs that words lie on a mark, on other words, or on something else that stands there, for each
# part of them that does; and to stand at another side than the best.
_ON_MARK, _ON_WORDS, _ON_OTHERS, _WORSE_SIDE = 60.0, 20.0, 6.0, 0.05


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle, from its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    def shared(self, other: Frame) -> float:
        """The part of this one that lies on the other, from 0 to 1."""
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        if wide <= 0:
            return 0.0
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        if high <= 0:
            return 0.0
        return wide * high / (self.width * self.height)

    def meets(self, other: Frame) -> bool:
        """Whether there may be such a part: a map asks of every piece of every route."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def within(self, room: Frame) -> Frame:
        """Moved as little as is needed to be inside; where there is not enough room, from its start."""
        x = max(room.x, min(self.x, room.x + room.width - self.width))
        y = max(room.y, min(self.y, room.y + room.height - self.height))
        return Frame(x, y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Mark:
    """A round mark, and how large the words beside it are; with no size it has none."""

    x: float
    y: float
    radius: float
    words: tuple[float, float] = (0.0, 0.0)

    @property
    def frame(self) -> Frame:
        return Frame(self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)


def placed(
    marks: Sequence[Mark], room: Frame, *, gap: float = 0.0, others: Sequence[Frame] = ()
) -> list[Frame]:
    """The frame of each mark's words, those of the first ones placed first. `others` are better not covered,
    such as a legend, or the pieces of a line."""
    return list(_placed(tuple(marks), room, gap, tuple(others)))


# A map that is drawn anew, because somebody chose a city or came back to it, looks for the same places.
@lru_cache(maxsize=16)
def _placed(marks: tuple[Mark, ...], room: Frame, gap: float, others: tuple[Frame, ...]) -> tuple[Frame, ...]:
    held = [mark.frame for mark in marks]
    words: list[Frame] = []
    for mark in marks:
        sides = [frame.within(room) for frame in _sides(mark, gap)]
        near = _around(sides)
        costly = [
            *((_ON_MARK, frame) for frame in held if near.meets(frame)),
            *((_ON_WORDS, frame) for frame in words if near.meets(frame)),
            *((_ON_OTHERS, frame) for frame in others if near.meets(frame)),
        ]
        costs = [
            sum(cost * frame.shared(other) for cost, other in costly) + _WORSE_SIDE * number
            for number, frame in enumerate(sides)
        ]
        words.append(sides[costs.index(min(costs))])
    return tuple(words)


def covered(frame: Frame, marks: Sequence[Mark], words: Sequence[Frame]) -> bool:
    """Whether these words lie on a mark, or on other words."""
    return any(frame.shared(mark.frame) for mark in marks) or any(
        frame.shared(other) for other in words if other is not frame and other.width
    )


def _around(frames: Sequence[Frame]) -> Frame:
    """All of them together."""
    left, low = min(frame.x for frame in frames), min(frame.y for frame in frames)
    right = max(frame.x + frame.width for frame in frames)
    top = max(frame.y + frame.height for frame in frames)
    return Frame(left, low, max(1.0, right - left), max(1.0, top - low))


_Side = tuple[float, float]
# The best first: at which part of the words' width and height the mark touches them, counted from -1 to 1.
_SIDES: Final[tuple[_Side, ...]] = (
    *((1, 0), (-1, 0), (0, 1), (0, -1)),
    *((1, 1), (-1, 1), (1, -1), (-1, -1)),
)


def _sides(mark: Mark, gap: float) -> list[Frame]:
    """At its left and right, below and above it, then at its corners."""
    wide, high = mark.words
    found = []
    for across, up in _SIDES:
        # Beside a corner of the mark its roundness leaves some room.
        away = (mark.radius + gap) * (0.75 if across and up else 1.0)
        x = mark.x - across * (away + wide / 2) - wide / 2
        y = mark.y - up * (away + high / 2) - high / 2
        found.append(Frame(x, y, wide, high))
    return found
