"""How far something is: it fills from where people begin to read, and never goes back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.widgets.progress import CompletionBar
from companion.widgets.theme import Look, look, set_look

pytestmark = pytest.mark.window


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    before = look()
    yield
    set_look(before)


@pytest.mark.parametrize(("rtl", "left"), [(False, 100), (True, 250)])
def test_it_fills_along_the_reading_direction(rtl: bool, left: float) -> None:
    set_look(Look(rtl=rtl))
    bar = CompletionBar(0.25)
    bar.pos, bar.size = (100, 0), (200, 10)
    assert (bar._fill.pos[0], bar._fill.size[0]) == (left, 50)


def test_it_never_goes_back_nor_beyond_its_end() -> None:
    bar = CompletionBar()
    bar.pos, bar.size = (0, 0), (200, 10)
    assert bar._fill.size[0] == 0
    for told, shown in ((0.01, 10), (0.5, 100), (0.2, 100), (7.0, 200)):
        bar.show(told)
        assert bar._fill.size[0] == shown
