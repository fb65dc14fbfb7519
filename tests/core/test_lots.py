"""The light runs round the table and ends where the lot fell."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.core.random_selection import light_sequence

TABLES = [(seats, drawn) for seats in range(2, 13) for drawn in range(seats)]


@pytest.mark.parametrize(("seats", "drawn"), TABLES)
def test_everybody_is_lit_and_the_one_drawn_is_next(seats, drawn):
    steps = light_sequence(seats, drawn)
    assert {step.seat for step in steps} == set(range(seats))
    assert (steps[-1].seat + 1) % seats == drawn


@pytest.mark.parametrize(("seats", "drawn"), TABLES)
def test_the_light_goes_from_neighbour_to_neighbour_ever_slower_and_not_for_long(seats, drawn):
    steps = light_sequence(seats, drawn)
    for one, other in pairwise(steps):
        assert other.seat == (one.seat + 1) % seats
        assert other.seconds >= one.seconds
    assert sum(step.seconds for step in steps) < 3.5
