"""Where a chart's gridlines, labels and points go. Pure numbers: nothing here is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

_MIN_TOP_VALUE = 10
# Steps that people count in, times any power of ten; 25 but not 2.5.
_STEP_BASES = (1, 2, 5)
_QUARTER_STEP = 25
_MAX_OFFSET = 0.7


def ticks(max_value: int, max_steps: int = 3) -> tuple[int, ...]:
    """Where gridlines go, from 0 to the first one at or above `max_value`; `max_steps` steps at the most."""
    goal = max(max_value, _MIN_TOP_VALUE)
    step = next(step for step in _steps() if step * max_steps >= goal)
    return tuple(range(0, goal + step, step) if goal % step else range(0, goal + 1, step))


def visible_labels(count: int, max_labels: int) -> tuple[int, ...]:
    """Which of so many labels are written where `max_labels` have room: round numbers and the last one.

    Labels count from 1.
    """
    max_labels = max(1, max_labels)
    if count <= max_labels:
        return tuple(range(1, count + 1))
    step = next(step for step in _steps() if step * max_labels >= count)
    # None so near to the last that they would touch.
    return (*(number for number in range(step, count, step) if count - number >= step), count)


def spread_equal_points(values: Sequence[int]) -> tuple[float, ...]:
    """How far each of these points moves sideways, in its own width, so that equal ones are all seen."""
    totals = Counter(values)
    placed_counts: Counter[int] = Counter()
    offsets = []
    for value in values:
        # However many there are, together they reach no further than half a width to each side.
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
