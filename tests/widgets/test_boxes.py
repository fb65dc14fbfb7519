"""Boxes put every child where Kivy's own would put it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets import kivy_patches

pytestmark = pytest.mark.window

LENGTHS = st.floats(0, 500)
# Not 0: Kivy divides by the parts of those whose hints are bounded.
PARTS = st.sampled_from([None, 0.3, 0.5, 1, 2.5])
HINTS = st.sampled_from(
    [{}, {"center_y": 0.5}, {"top": 1}, {"y": 0.2}, {"x": 0.25}, {"right": 1}, {"center_x": 0.5}]
)
CHILDREN = st.fixed_dictionaries(
    {"width": LENGTHS, "height": LENGTHS, "size_hint_x": PARTS, "size_hint_y": PARTS, "pos_hint": HINTS},
    optional={"size_hint_min_x": st.just(40), "size_hint_max_y": st.just(90)},
)
BOXES = st.fixed_dictionaries(
    {
        "orientation": st.sampled_from(["horizontal", "vertical"]),
        "padding": st.tuples(LENGTHS, LENGTHS, LENGTHS, LENGTHS),
        "spacing": LENGTHS,
        "pos": st.tuples(LENGTHS, LENGTHS),
        "size": st.tuples(LENGTHS, LENGTHS),
    }
)


def places(lay_out: Any, options: dict[str, Any], children: list[dict[str, Any]], grows: bool) -> list[Any]:
    """Of the box and what it holds; one that grows is as large as it needs to be."""
    box = BoxLayout(**options)
    if grows:
        box.bind(minimum_width=box.setter("width"), minimum_height=box.setter("height"))
    for child in children:
        box.add_widget(Widget(**child))
    lay_out(box)
    return [box.minimum_width, box.minimum_height, *((part.pos, part.size) for part in box.walk())]


@settings(max_examples=60)
@given(BOXES, st.lists(CHILDREN, max_size=4), st.booleans())
def test_every_child_is_where_kivy_would_put_it(options, children, grows):
    expected = places(kivy_patches._kivy_do_layout, options, children, grows)
    assert places(BoxLayout.do_layout, options, children, grows) == expected


def test_it_is_ours_that_lays_out():
    assert BoxLayout.do_layout is kivy_patches._do_layout
    assert kivy_patches._kivy_do_layout is not kivy_patches._do_layout
