"""Where the rows of a long list lie: reckoned, not measured, so that any of them is found at once. PURE."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RowPlaces:
    """So many rows of one height, above some of which (`headed`, in order) stands a heading. All is counted
    from the top, in pixels; heights hold the gap below."""

    count: int
    headed: tuple[int, ...]
    row: float
    heading: float

    @property
    def height(self) -> float:
        return self.count * self.row + len(self.headed) * self.heading

    def top(self, row: int) -> float:
        """Where a row begins, below its heading if it has one."""
        return row * self.row + bisect_right(self.headed, row) * self.heading

    def is_headed(self, row: int) -> bool:
        at = bisect_left(self.headed, row)
        return at < len(self.headed) and self.headed[at] == row

    def end_of_part(self, row: int) -> int:
        """The row after the last one below the same heading."""
        at = bisect_right(self.headed, row)
        return self.headed[at] if at < len(self.headed) else self.count

    def seen(self, above: float, below: float) -> range:
        """The rows of which anything lies between these two, their headings included."""
        first = bisect_right(range(self.count), above, key=lambda row: self.top(row) + self.row)
        end = bisect_left(range(self.count), below, lo=first, key=lambda row: self._end_of(row - 1))
        return range(first, max(first, end))

    def _end_of(self, row: int) -> float:
        """Where what comes after it begins."""
        return self.top(row) + self.row if row >= 0 else 0.0
