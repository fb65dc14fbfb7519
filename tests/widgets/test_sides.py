from __future__ import annotations

import pytest

from companion.widgets.navigation import Insets, max_insets, rotate_insets

STANDING: Insets = (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("rotation", "sides"),
    # What is at the right of a picture turned to the left by a quarter is at the top of its window.
    [(0, STANDING), (90, (4, 1, 2, 3)), (180, (3, 4, 1, 2)), (270, (2, 3, 4, 1)), (360, STANDING)],
)
def test_a_turned_picture_keeps_clear_of_the_same_edges_of_its_window(rotation: int, sides: Insets) -> None:
    assert rotate_insets(STANDING, rotation) == sides


def test_what_lies_on_the_same_edge_is_not_added_up() -> None:
    assert max_insets((10, 0, 0, 48), (0, 20, 0, 300)) == (10, 20, 0, 300)
