"""Where the rows of a long list lie, and which of them are in sight."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.widgets.virtual_list import RowLayout


@st.composite
def places(draw: st.DrawFn) -> RowLayout:
    count = draw(st.integers(0, 12))
    headed = draw(st.sets(st.integers(0, max(0, count - 1)))) if count else set()
    return RowLayout(count, tuple(sorted(headed)), 10.0, 4.0)


def laid_out(found: RowLayout) -> list[tuple[float, float]]:
    """From where to where each row goes with its heading, one after the other."""
    at, spans = 0.0, []
    for row in range(found.count):
        end = at + 10.0 + (4.0 if row in found.heading_rows else 0.0)
        spans.append((at, end))
        at = end
    return spans


@settings(max_examples=60)
@given(places())
def test_rows_follow_one_another_without_a_gap(found: RowLayout) -> None:
    spans = laid_out(found)
    assert [found.row_top(row) + 10.0 for row in range(found.count)] == [end for _, end in spans]
    assert found.height == (spans[-1][1] if spans else 0.0)
    assert [row for row in range(found.count) if found.has_heading(row)] == list(found.heading_rows)


@settings(max_examples=100)
@given(places(), st.integers(-30, 200), st.integers(1, 60))
def test_those_in_sight_are_those_of_which_anything_is(found: RowLayout, above: int, high: int) -> None:
    below = above + high
    expected = [row for row, (start, end) in enumerate(laid_out(found)) if end > above and start < below]
    assert list(found.visible_rows(above, below)) == expected


def test_what_is_below_one_heading_ends_at_the_next() -> None:
    found = RowLayout(6, (0, 2, 3), 10.0, 4.0)
    assert [found.section_end(row) for row in range(6)] == [2, 2, 3, 6, 6, 6]


def test_of_a_million_rows_a_few_are_looked_at() -> None:
    found = RowLayout(1_000_000, tuple(range(0, 1_000_000, 4)), 100.0, 40.0)
    middle = found.row_top(500_001)
    assert list(found.visible_rows(middle, middle + 250)) == [500_001, 500_002, 500_003]
