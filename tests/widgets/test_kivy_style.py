"""Kivy's widgets look the same whether it read the rules of all of them or we had those read that we use."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import kivy.uix
import pytest
from kivy import kivy_data_dir
from kivy.uix.widget import Widget

import companion
from companion.widgets.kivy_patches import read_kivy_rules

pytestmark = pytest.mark.window

ROOT = Path(companion.__file__).parent
STYLED = {name for names, _ in read_kivy_rules() for name in names}

# A field with all that a long touch shows, as a picture; "part" hides Kivy's rules as the launcher does.
SHOW_FIELD = """
import sys

import kivy
import kivy.resources

folder = kivy.kivy_data_dir
if sys.argv[1] == "part":
    kivy.kivy_data_dir = sys.argv[2]
import kivy.lang.builder

kivy.kivy_data_dir = folder
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout

from companion.widgets.field import TextField
from companion.widgets.scrolling import Scroller
from companion.widgets.layout import Column, Spacer
from companion.widgets.text_renderer import register_fonts

register_fonts()
field = TextField("Name", print, size_hint_x=0.8, pos_hint={"x": 0.1, "y": 0.4})
field.cursor_blink = False
field.use_bubble = field.use_handles = True
field.text = "Ada"
root = FloatLayout()
scroller = Scroller(Column(Spacer(height=2000)))
# Its bar would fade.
scroller.bar_inactive_color = scroller.bar_color
root.add_widget(scroller)
root.add_widget(field)
EventLoop.ensure_window()
Window.size = (300, 400)
Window.add_widget(root)
EventLoop.start()
for _ in range(4):
    EventLoop.idle()
field.focus = True
field.select_all()
field._show_cut_copy_paste((150, 150), Window)
field._show_handles(0)
# The bubble fades in.
while any(child.opacity < 1 for child in Window.children):
    EventLoop.idle()
EventLoop.idle()
sys.stdout.buffer.write(glReadPixels(0, 0, 300, 400, GL_RGBA, GL_UNSIGNED_BYTE))
print(len(Builder.rules), file=sys.stderr)
"""


def shown(how: str) -> tuple[bytes, int]:
    command = [sys.executable, "-c", SHOW_FIELD, how, str(ROOT / "widgets")]
    done = subprocess.run(command, capture_output=True, check=True)
    return done.stdout, int(done.stderr.split()[-1])


def test_no_rule_of_kivys_file_is_lost() -> None:
    whole = Path(kivy_data_dir, "style.kv").read_text(encoding="utf-8")
    assert whole.endswith("".join(text for _, text in read_kivy_rules()))
    assert {"Label", "Button", "ToggleButton", "ColorPicker_Label"} <= STYLED


def test_a_field_and_its_bubble_look_the_same_with_the_rules_we_use_as_with_all() -> None:
    whole, all_rules = shown("whole")
    part, some_rules = shown("part")
    assert len({whole[i : i + 4] for i in range(0, len(whole), 4)}) > 8
    assert part == whole
    assert some_rules < all_rules / 3


def test_whoever_imports_a_widget_with_rules_has_them_read() -> None:
    found = {}
    for path in ROOT.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        # To read the syntax of every module takes seconds.
        if kivy.uix.__name__ not in source:
            continue
        if any(STYLED & {kind.__name__ for kind in widget.__mro__} for widget in kivy_widgets(source)):
            found[path.stem] = "\nload_imported_widget_rules()" in source
    assert found == {"scrolling": True, "field": True}


def kivy_widgets(source: str) -> list[type[Widget]]:
    """The classes of widgets that this module imports from Kivy."""
    names = [
        (node.module, alias.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(kivy.uix.__name__)
        for alias in node.names
    ]
    kinds = [getattr(__import__(module or "", fromlist=[name]), name) for module, name in names]
    return [kind for kind in kinds if issubclass(kind, Widget)]
