"""Where the rows of a long list lie: reckoned, not measured, so that any of them is found at once. PURE."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RowLayout:
    """So many rows of one height, above some of which (`heading_rows`, in order) stands a heading. All is
    counted from the top, in pixels; heights hold the gap below."""

    count: int
    heading_rows: tuple[int, ...]
    row_height: float
    heading_height: float

    @property
    def height(self) -> float:
        return self.count * self.row_height + len(self.heading_rows) * self.heading_height

    def row_top(self, row: int) -> float:
        """Where a row begins, below its heading if it has one."""
        return row * self.row_height + bisect_right(self.heading_rows, row) * self.heading_height

    def has_heading(self, row: int) -> bool:
        at = bisect_left(self.heading_rows, row)
        return at < len(self.heading_rows) and self.heading_rows[at] == row

    def section_end(self, row: int) -> int:
        """The row after the last one below the same heading."""
        at = bisect_right(self.heading_rows, row)
        return self.heading_rows[at] if at < len(self.heading_rows) else self.count

    def visible_rows(self, above: float, below: float) -> range:
        """The rows of which anything lies between these two, their headings included."""
        first = bisect_right(range(self.count), above, key=lambda row: self.row_top(row) + self.row_height)
        end = bisect_left(range(self.count), below, lo=first, key=lambda row: self._row_bottom(row - 1))
        return range(first, max(first, end))

    def _row_bottom(self, row: int) -> float:
        """Where what comes after it begins."""
        return self.row_top(row) + self.row_height if row >= 0 else 0.0
