"""How Kivy's own widgets look, of which we use two.

While it is imported Kivy reads the rules of all its widgets, a fifth of the time to a first frame. The
launcher gives it the empty file beside this one; whoever imports such a widget has its rules read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from kivy import kivy_data_dir
from kivy.lang import Builder
from kivy.uix.widget import Widget

_KIVY_STYLE_FILE = Path(kivy_data_dir, "style.kv")

_loaded_rules: set[str] = set()


def load_imported_widget_rules() -> None:
    """Read the rules of all widgets that have been imported by now, unless Kivy did so itself."""
    if str(_KIVY_STYLE_FILE) in Builder.files:
        return
    imported = {kind.__name__ for kind in _all_subclasses(Widget)}
    missing_rules = [
        rule for names, rule in read_kivy_rules() if names & imported and rule not in _loaded_rules
    ]
    _loaded_rules.update(missing_rules)
    Builder.load_string("".join(missing_rules), rulesonly=True)


@lru_cache(maxsize=1)
def read_kivy_rules() -> tuple[tuple[frozenset[str], str], ...]:
    """Kivy's rules in their order: the widgets that each is for, and its text."""
    blocks = re.split(r"^(?=<)", _KIVY_STYLE_FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return tuple((_parse_widget_names(block.partition("\n")[0]), block) for block in blocks)


def _parse_widget_names(head: str) -> frozenset[str]:
    """`<-Button,-ToggleButton>:` or, for a widget made of another, `<ColorPicker_Label@Label>`."""
    return frozenset(re.findall(r"\w+", re.sub(r"@\w+", "", head)))


def _all_subclasses(kind: type[Widget]) -> Iterator[type[Widget]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from _all_subclasses(narrower)
