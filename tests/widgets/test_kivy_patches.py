"""Kivy draws the same with and without the patches; another version is left alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import kivy.uix
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kivy import kivy_data_dir
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

import companion
import companion.widgets.layout  # applies the patches
from companion.widgets.kivy_patches import read_kivy_rules

pytestmark = pytest.mark.window

ROOT = Path(companion.__file__).parent
STYLED_WIDGETS = {name for names, _ in read_kivy_rules() for name in names}

# Prints the pixels of a window; "stock" pretends that Kivy has another version than the patched one.
RENDER = """
import sys

import kivy

if sys.argv[1] == "stock":
    kivy.__version__ = "99.0.0"
from companion.launch import prepare_kivy

prepare_kivy((300, 400), off_screen=True)
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.layout import Layout

from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip, Notice, Stepper
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.kivy_patches import IS_PATCHED
from companion.widgets.layout import Column, Grid, LabelledControl, Row, Spacer, Wrap
from companion.widgets.page import Page, TitleBar
from companion.widgets.scrolling import Scroller
from companion.widgets.text import HEADING, MUTED, IconLabel, Text
from companion.widgets.text_renderer import register_fonts

register_fonts()
root = FloatLayout()


def build_field():
    field = TextField("Name", print, size_hint_x=0.8, pos_hint={"x": 0.1, "y": 0.4})
    field.cursor_blink = False
    field.use_bubble = field.use_handles = True
    field.text = "Ada"
    scroller = Scroller(Column(Spacer(height=2000)))
    # Its bar would fade.
    scroller.bar_inactive_color = scroller.bar_color
    root.add_widget(scroller)
    root.add_widget(field)
    return field


def show_field_menu(field):
    field.focus = True
    field.select_all()
    field._show_cut_copy_paste((150, 150), Window)
    field._show_handles(0)
    # The bubble fades in.
    while any(child.opacity < 1 for child in Window.children):
        EventLoop.idle()


def build_page():
    page = Page(TitleBar("A page", "With a subtitle that is long enough for two lines", on_back=print))
    words = "As many words as it takes to fill some lines of a phone. " * 2
    chips = [Chip(text, print, hug=True) for text in ("One", "Another", "A third", "The last of all")]
    cells = [Card(Text(text, HEADING), Text(words, MUTED), size_hint_y=1) for text in ("Left", "Right")]
    for part in (
        Notice("Something is missing", fix_text="Add it", on_fix=print),
        Wrap(*chips),
        Row(IconLabel(Icon.STAR), Text(words), IconLabel(Icon.CHECK, 40)),
        Grid(*cells, min_column_width=120),
        LabelledControl(Text("A label"), Chip("A control that is wide", print, hug=True)),
        Row(SecondaryButton("A longer label", print), SecondaryButton("Unbreakable", print)),
    ):
        page.body.add_widget(part)
    page.add_to_footer(PrimaryButton("Go on", print, icon=Icon.CHECK))
    page.scroll.bar_color = page.scroll.bar_inactive_color = (0, 0, 0, 0)
    root.add_widget(page)


content = build_field() if sys.argv[2] == "field" else build_page()
EventLoop.ensure_window()
Window.size = (300, 400)
Window.add_widget(root)
EventLoop.start()
for _ in range(12):
    EventLoop.idle()
if content is not None:
    show_field_menu(content)
EventLoop.idle()
sys.stdout.buffer.write(glReadPixels(0, 0, 300, 400, GL_RGBA, GL_UNSIGNED_BYTE))
is_stock = Layout.add_widget.__module__.startswith("kivy.")
print(len(Builder.rules), IS_PATCHED, is_stock, file=sys.stderr)
"""


def render(version: str, what: str) -> tuple[bytes, int, list[str]]:
    """Return the pixels, the number of loaded rules, and whether Kivy is patched."""
    done = subprocess.run([sys.executable, "-c", RENDER, version, what], capture_output=True, check=True)
    rules, *patched = done.stderr.split()[-3:]
    return done.stdout, int(rules), [word.decode() for word in patched]


@pytest.mark.parametrize("what", ["field", "page"])
def test_patched_kivy_draws_what_stock_kivy_draws(what: str) -> None:
    stock, all_rules, stock_state = render("stock", what)
    patched, some_rules, patched_state = render("patched", what)
    assert (stock_state, patched_state) == (["False", "True"], ["True", "False"])
    assert len({stock[i : i + 4] for i in range(0, len(stock), 4)}) > 8
    assert patched == stock
    assert some_rules < all_rules / 3


# -- rules --------------------------------------------------------------------------------------------


def test_every_rule_of_kivys_style_is_read() -> None:
    style = Path(kivy_data_dir, "style.kv").read_text(encoding="utf-8")
    assert style.endswith("".join(text for _, text in read_kivy_rules()))
    assert {"Label", "Button", "ToggleButton", "ColorPicker_Label"} <= STYLED_WIDGETS


def test_modules_that_import_a_styled_widget_load_its_rules() -> None:
    loads_rules = {}
    for path in ROOT.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        # Parsing every module would take seconds.
        if kivy.uix.__name__ not in source:
            continue
        if any(
            STYLED_WIDGETS & {kind.__name__ for kind in widget.__mro__} for widget in kivy_widgets(source)
        ):
            loads_rules[path.stem] = "\nload_imported_widget_rules()" in source
    assert loads_rules == {"scrolling": True, "field": True}


def kivy_widgets(source: str) -> list[type[Widget]]:
    """Return the widget classes that this module imports from Kivy when it is loaded."""
    names = [
        (node.module, alias.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(kivy.uix.__name__)
        for alias in node.names
    ]
    kinds = [getattr(__import__(module or "", fromlist=[name]), name) for module, name in names]
    return [kind for kind in kinds if issubclass(kind, Widget)]


# -- box layouts --------------------------------------------------------------------------------------

LENGTHS = st.floats(0, 500)
# Not 0: Kivy divides by the shares of those whose hints are bounded.
SHARES = st.sampled_from([None, 0.3, 0.5, 1, 2.5])
POS_HINTS = st.sampled_from(
    [{}, {"center_y": 0.5}, {"top": 1}, {"y": 0.2}, {"x": 0.25}, {"right": 1}, {"center_x": 0.5}]
)
CHILDREN = st.fixed_dictionaries(
    {
        "width": LENGTHS,
        "height": LENGTHS,
        "size_hint_x": SHARES,
        "size_hint_y": SHARES,
        "pos_hint": POS_HINTS,
    },
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


def layout_result(
    do_layout: Any, options: dict[str, Any], children: list[dict[str, Any]], grows: bool
) -> list[Any]:
    """Return positions and sizes of a box and its children; one that grows is as large as it needs to be."""
    box = BoxLayout(**options)
    if grows:
        box.bind(minimum_width=box.setter("width"), minimum_height=box.setter("height"))
    for child in children:
        box.add_widget(Widget(**child))
    do_layout(box)
    return [box.minimum_width, box.minimum_height, *((part.pos, part.size) for part in box.walk())]


@settings(max_examples=60)
@given(BOXES, st.lists(CHILDREN, max_size=4), st.booleans())
def test_children_of_a_box_are_where_stock_kivy_places_them(options, children, grows):
    expected = layout_result(BoxLayout.do_layout.__wrapped__, options, children, grows)
    assert layout_result(BoxLayout.do_layout, options, children, grows) == expected
