"""Where a chart's gridlines, labels and points go. Pure numbers: nothing here is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

_LEAST = 10
# Steps that people count in, times any power of ten; 25 but not 2.5.
_ROUND = (1, 2, 5)
_QUARTERS = 25
_NEAREST = 0.7


def ticks(highest: int, most: int = 3) -> tuple[int, ...]:
    """Where gridlines go, from 0 to the first one at or above `highest`; `most` steps at the most."""
    goal = max(highest, _LEAST)
    step = next(step for step in _steps() if step * most >= goal)
    return tuple(range(0, goal + step, step) if goal % step else range(0, goal + 1, step))


def shown_labels(count: int, most: int) -> tuple[int, ...]:
    """Which of so many labels are written where `most` have room: round numbers and the last one.

    Labels count from 1.
    """
    most = max(1, most)
    if count <= most:
        return tuple(range(1, count + 1))
    step = next(step for step in _steps() if step * most >= count)
    # None so near to the last that they would touch.
    return (*(number for number in range(step, count, step) if count - number >= step), count)


def apart(values: Sequence[int]) -> tuple[float, ...]:
    """How far each of these points moves sideways, in its own width, so that equal ones are all seen."""
    same = Counter(values)
    met: Counter[int] = Counter()
    moved = []
    for value in values:
        # However many there are, together they reach no further than half a width to each side.
        step = min(_NEAREST, 1 / max(1, same[value] - 1))
        moved.append((met[value] - (same[value] - 1) / 2) * step)
        met[value] += 1
    return tuple(moved)


def _steps() -> Iterator[int]:
    power = 1
    while True:
        for step in _ROUND:
            if step == 5 and power >= 10:
                yield _QUARTERS * power // 10
            yield step * power
        power *= 10
