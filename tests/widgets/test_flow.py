"""Widths in letters, as if each were one dp."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.widgets.layout import (
    RowItem,
    break_lines,
    fits,
    share_widths,
    total_min_width,
    wrap_units,
)


def button(needs: float, share: float = 1.0) -> RowItem:
    return RowItem(needs, share, can_wrap=True)


def words(needs: float) -> RowItem:
    return RowItem(needs, 1.0)


MARK = RowItem(20)


def shown(parts: list[RowItem], room: float, gap: float = 0) -> list[list[int]]:
    return [list(line) for line in break_lines(parts, room, gap)]


def test_a_row_that_has_room_is_shared_as_asked() -> None:
    row = [button(30, 2.0), button(30)]
    assert fits(row, 90, 0)
    assert share_widths(row, 90, 0) == [60, 30]


def test_who_needs_more_than_its_share_gets_it_from_the_others() -> None:
    row = [button(60), button(10), button(10)]
    assert not fits(row, 100, 0)
    assert share_widths(row, 100, 0) == [60, 20, 20]
    assert shown(row, 100) == [[0, 1, 2]]


def test_where_nothing_helps_everybody_is_equally_short() -> None:
    assert share_widths([words(60), words(40)], 50, 0) == [30, 20]
    assert share_widths([MARK, words(40)], 10, 0) == [20, 0]


def test_buttons_that_do_not_fit_beside_each_other_stand_below_each_other() -> None:
    assert shown([button(60), button(60)], 100) == [[0], [1]]
    assert shown([button(40), button(40), button(60)], 100) == [[0, 1], [2]]


def test_the_gaps_count() -> None:
    pair = [button(50), button(50)]
    assert shown(pair, 100) == [[0, 1]]
    assert shown(pair, 100, gap=1) == [[0], [1]]


def test_a_button_leaves_the_sentence_but_the_sentence_keeps_its_mark() -> None:
    row = [MARK, words(60), button(60)]
    assert shown(row, 100) == [[0, 1], [2]]
    assert shown([MARK, words(200)], 100) == [[0, 1]]


def test_a_row_of_nothing_fits() -> None:
    assert fits([], 10, 8)
    assert wrap_units([]) == []


_PARTS = st.lists(
    st.one_of(
        # All of them given: Hypothesis would make up those with a default.
        st.builds(RowItem, st.integers(0, 60).map(float), st.none(), st.just(False)),
        st.builds(RowItem, st.integers(0, 60).map(float), st.sampled_from((0.5, 1.0, 2.0)), st.booleans()),
    ),
    min_size=1,
    max_size=6,
)


@given(_PARTS, st.integers(1, 200), st.integers(0, 8))
def test_every_part_stands_on_one_line_in_its_order(parts: list[RowItem], room: int, gap: int) -> None:
    assert [at for line in break_lines(parts, room, gap) for at in line] == list(range(len(parts)))


@given(_PARTS, st.integers(1, 200), st.integers(0, 8))
def test_a_line_gives_enough_to_all_if_it_can_and_never_more_than_there_is(
    parts: list[RowItem], room: int, gap: int
) -> None:
    given = share_widths(parts, room, gap)
    fixed = sum(part.min_width for part in parts if part.share is None) + gap * (len(parts) - 1)
    assert sum(given) + gap * (len(parts) - 1) <= max(room, fixed) + 1e-6
    if total_min_width(parts, gap) <= room:
        assert all(width >= part.min_width - 1e-6 for width, part in zip(given, parts, strict=True))
