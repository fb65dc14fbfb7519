"""Kivy's box, which puts every child where Kivy would, and asks each for less.

A pair like `size` or `size_hint` is made anew for whoever asks, which takes twenty times as long as to ask
for its two parts. Kivy asks every child for five of them whenever a box is laid out: an eighth of all that
opening a screen took.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from companion.widgets.settling import is_sizing_only

_kivy_do_layout = BoxLayout.do_layout


def _is_bounded(child: Any) -> bool:
    return (
        child.size_hint_min_x is not None
        or child.size_hint_min_y is not None
        or child.size_hint_max_x is not None
        or child.size_hint_max_y is not None
    )


def _do_layout(box: Any, *args: Any) -> None:
    children = box.children
    # Nobody here bounds what is shared out; Kivy knows how.
    if not children or any(map(_is_bounded, children)):
        _kivy_do_layout(box, *args)
    elif box.orientation == "horizontal":
        _layout_horizontal(box, children)
    else:
        _layout_vertical(box, children)


def _layout_horizontal(box: Any, children: list[Any]) -> None:
    left, top, right, bottom = box.padding
    spacing = box.spacing
    used, shares, highest = left + right + spacing * (len(children) - 1), 0.0, 0
    sizes = []
    for child in children:
        width, height, share, part = child.width, child.height, child.size_hint_x, child.size_hint_y
        sizes.append((child, width, height, share, part, child.pos_hint))
        if share is None:
            used += width
        else:
            shares += share
        if part is None:
            highest = max(highest, height)
    box.minimum_size = used, highest + (top + bottom)
    # Not before: it may have got another size by that.
    x, y = left + box.x, box.y + bottom
    spare = max(0.0, box.width - used)
    room = box.height - (top + bottom)
    for child, width, height, share, part, hints in reversed(sizes):
        if share:
            width = max(0.0, spare * share / shares)
        if part:
            height = max(0, part * room)
        at = y
        for side, hint in hints.items():
            if side == "y":
                at += hint * room
            elif side == "top":
                at += hint * room - height
            elif side == "center_y":
                at += hint * room - height / 2.0
        _place_child(child, x, at, width if share is not None else None, height if part is not None else None)
        x += width + spacing


def _layout_vertical(box: Any, children: list[Any]) -> None:
    left, top, right, bottom = box.padding
    spacing = box.spacing
    used, shares, widest = top + bottom + spacing * (len(children) - 1), 0.0, 0
    sizes = []
    for child in children:
        width, height, part, share = child.width, child.height, child.size_hint_x, child.size_hint_y
        sizes.append((child, width, height, part, share, child.pos_hint))
        if share is None:
            used += height
        else:
            shares += share
        if part is None:
            widest = max(widest, width)
    box.minimum_size = widest + (left + right), used
    # Not before: it may have got another size by that.
    x, y = box.x + left, bottom + box.y
    spare = max(0.0, box.height - used)
    room = box.width - (left + right)
    for child, width, height, part, share, hints in sizes:
        if share:
            height = max(0.0, spare * share / shares)
        if part:
            width = max(0, part * room)
        at = x
        for side, hint in hints.items():
            if side == "x":
                at += hint * room
            elif side == "right":
                at += hint * room - width
            elif side == "center_x":
                at += hint * room - width / 2.0
        _place_child(child, at, y, width if part is not None else None, height if share is not None else None)
        y += height + spacing


def _place_child(child: Any, x: float, y: float, width: float | None, height: float | None) -> None:
    """Where it belongs, and of the size that the box decides."""
    if not is_sizing_only():
        child.pos = x, y
    if width is None:
        if height is not None:
            child.height = height
    elif height is None:
        child.width = width
    else:
        child.size = (width, height)


BoxLayout.do_layout = _do_layout


# Kivy's layouts also follow the bounds of size hints. Nothing here changes those once a widget is held, and
# each of these bindings takes as long as to build a rectangle.
_BOUND_PROPERTIES = ("size", "size_hint")


def _add_widget(layout: Any, widget: Any, *args: Any, **options: Any) -> None:
    for name in _BOUND_PROPERTIES:
        widget.fbind(name, layout._trigger_layout)
    Widget.add_widget(layout, widget, *args, **options)


def _remove_widget(layout: Any, widget: Any, *args: Any, **options: Any) -> None:
    for name in _BOUND_PROPERTIES:
        widget.funbind(name, layout._trigger_layout)
    Widget.remove_widget(layout, widget, *args, **options)


Layout.add_widget = _add_widget
Layout.remove_widget = _remove_widget
