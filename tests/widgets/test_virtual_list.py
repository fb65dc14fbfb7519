"""Positions of the rows of a long list, and which are visible."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.widgets.virtual_list import RowLayout


@st.composite
def row_layouts(draw: st.DrawFn) -> RowLayout:
    count = draw(st.integers(0, 12))
    headed = draw(st.sets(st.integers(0, max(0, count - 1)))) if count else set()
    return RowLayout(count, tuple(sorted(headed)), 10.0, 4.0)


def row_spans(layout: RowLayout) -> list[tuple[float, float]]:
    """Return start and end of each row with its heading."""
    at, spans = 0.0, []
    for row in range(layout.count):
        end = at + 10.0 + (4.0 if row in layout.heading_rows else 0.0)
        spans.append((at, end))
        at = end
    return spans


@settings(max_examples=60)
@given(row_layouts())
def test_rows_follow_each_other_without_gaps(layout: RowLayout) -> None:
    spans = row_spans(layout)
    assert [layout.row_top(row) + 10.0 for row in range(layout.count)] == [end for _, end in spans]
    assert layout.height == (spans[-1][1] if spans else 0.0)
    assert [row for row in range(layout.count) if layout.has_heading(row)] == list(layout.heading_rows)


@settings(max_examples=100)
@given(row_layouts(), st.integers(-30, 200), st.integers(1, 60))
def test_visible_rows_are_those_that_overlap_the_viewport(layout: RowLayout, above: int, high: int) -> None:
    below = above + high
    expected = [row for row, (start, end) in enumerate(row_spans(layout)) if end > above and start < below]
    assert list(layout.visible_rows(above, below)) == expected


def test_a_section_ends_at_the_next_heading() -> None:
    layout = RowLayout(6, (0, 2, 3), 10.0, 4.0)
    assert [layout.section_end(row) for row in range(6)] == [2, 2, 3, 6, 6, 6]


def test_a_million_rows_need_no_full_scan() -> None:
    layout = RowLayout(1_000_000, tuple(range(0, 1_000_000, 4)), 100.0, 40.0)
    middle = layout.row_top(500_001)
    assert list(layout.visible_rows(middle, middle + 250)) == [500_001, 500_002, 500_003]
