"""A table where nobody has a name: every screen says "Seat 3" in its language, nowhere just "3"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from kivy.base import EventLoop

from companion.widgets.seat_ring import Seat
from companion.widgets.text import Text
from tests.cases import sample
from tools.tour.views import all_views, prepare_tour
from tools.tour.walk import Tour

pytestmark = pytest.mark.window

# Seats of a table so large that screens show none of these numbers for other reasons.
NUMBERS = (79, 81, 84, 86, 87, 91, 93, 94)


def shown(root: Any) -> Iterator[str]:
    """Every word on the screen, and what is read aloud of every seat."""
    if not root.opacity:
        return
    if isinstance(root, Text):
        yield root.content
    if isinstance(root, Seat):
        yield from root.look.accessible_labels
    for child in root.children:
        yield from shown(child)


ALL, SOME = slice(None), slice(5, None, 16)


@pytest.mark.parametrize(("language", "some"), sample([("fa", SOME), ("fa", ALL), ("en", ALL)]))
def test_no_screen_shows_a_bare_number_in_place_of_a_name(language, some):
    EventLoop.ensure_window()
    with Tour((390, 844)) as tour:
        prepare_tour(tour, language=language, names=[str(number) for number in NUMBERS])
        tr = tour.app.tr
        named = {tr("app.seats.unnamed", number=number) for number in NUMBERS}
        bare = re.compile(
            "|".join(rf"(?<!\d){form}(?!\d)" for n in NUMBERS for form in {str(n), tr.format_number(n)})
        )
        found, told = [], set()
        for view in all_views()[some]:
            tour.open_view(view.open)
            for words in shown(tour.app.navigator):
                # A folder that is made anew each time may have any number in its name.
                rest = words.replace(str(tour.app.data_folder), "")
                for name in named:
                    if name in rest:
                        told.add(view.name)
                        rest = rest.replace(name, "")
                if bare.search(rest):
                    found.append((view.name, words))
        assert found == []
        # Otherwise the walk would have met nobody.
        assert len(told) > len(all_views()[some]) // 8
