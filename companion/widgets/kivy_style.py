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

_KIVYS = Path(kivy_data_dir, "style.kv")

_read: set[str] = set()


def style_loaded_widgets() -> None:
    """Read the rules of all widgets that have been imported by now, unless Kivy did so itself."""
    if str(_KIVYS) in Builder.files:
        return
    loaded = {kind.__name__ for kind in _kinds(Widget)}
    wanted = [rule for names, rule in rules() if names & loaded and rule not in _read]
    _read.update(wanted)
    Builder.load_string("".join(wanted), rulesonly=True)


@lru_cache(maxsize=1)
def rules() -> tuple[tuple[frozenset[str], str], ...]:
    """Kivy's rules in their order: the widgets that each is for, and its text."""
    blocks = re.split(r"^(?=<)", _KIVYS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return tuple((_named(block.partition("\n")[0]), block) for block in blocks)


def _named(head: str) -> frozenset[str]:
    """`<-Button,-ToggleButton>:` or, for a widget made of another, `<ColorPicker_Label@Label>`."""
    return frozenset(re.findall(r"\w+", re.sub(r"@\w+", "", head)))


def _kinds(kind: type[Widget]) -> Iterator[type[Widget]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from _kinds(narrower)
