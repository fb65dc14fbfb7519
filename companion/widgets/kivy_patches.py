"""All monkey patches of Kivy. They fit one version; any other version is used as it is.

`test_kivy_patches` compares pictures and sizes with those of stock Kivy. What each one saves in processor
time, measured on a desktop with Kivy 2.3.1 over the opening of 13 pages (all three layout patches: 29 %) or
over the start up to home:

- the layout queue: 16 % of the opening; `layout_box`: 21 %; fewer bindings: 14 %;
- rules of style.kv that are not read: 8 % of the start;
- asyncio, filetype and zipfile not imported: 3 % of the start; `find_library` would run other programs;
- no frames while nothing happens (`IdleClock`): almost all of the processor and battery of an open page.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, lru_cache, wraps
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, BinaryIO, Final

import kivy
from kivy.utils import platform

PATCHED_VERSION: Final = "2.3.1"
IS_PATCHED: Final = kivy.__version__ == PATCHED_VERSION


# -- before Kivy is imported: loaded by the launcher, so nothing above may import more of Kivy -------------


@contextmanager
def patch_imports() -> Iterator[None]:
    """Context manager for importing Kivy: without modules for unused features, and with an empty style.kv.

    asyncio, with sockets and TLS, is for apps that run as a coroutine. filetype and zipfile are for images,
    and loaded with the first one. ctypes.util runs a program to find the C library; None is this process,
    which has loaded it already.
    """
    if not IS_PATCHED:
        yield
        return
    stubs: dict[str, dict[str, object]] = {
        "asyncio": {"wait_for": None, "Event": lambda: SimpleNamespace(set=bool)},
        "filetype": {"guess_extension": _guess_extension},
        "zipfile": {"ZipFile": _open_zip},
    }
    if platform == "linux":
        stubs["ctypes.util"] = {"find_library": lambda name: None}
    missing = stubs.keys() - sys.modules.keys()
    for name in missing:
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(stubs[name])
    try:
        _skip_kivy_style()
        yield
    finally:
        for name in missing:
            del sys.modules[name]


def _guess_extension(file: str) -> Any:
    from filetype import guess_extension

    return guess_extension(file)


def _open_zip(file: BinaryIO) -> Any:
    from zipfile import ZipFile

    return ZipFile(file)


def _skip_kivy_style() -> None:
    """Let Kivy load the empty file beside this module instead of the rules for all its widgets.

    `load_imported_widget_rules` loads those that are used.
    """
    import kivy.resources  # finds Kivy's own folder, so it comes before the swap

    folder = kivy.kivy_data_dir
    kivy.kivy_data_dir = str(Path(__file__).parent)
    try:
        import kivy.lang.builder
    finally:
        kivy.kivy_data_dir = folder


_KIVY_STYLE_FILE = Path(kivy.kivy_data_dir, "style.kv")

_loaded_rules: set[str] = set()


def load_imported_widget_rules() -> None:
    """Load the Kivy rules of all widget classes imported so far, unless Kivy loaded them itself."""
    from kivy.lang import Builder
    from kivy.uix.widget import Widget

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
    """Return Kivy's rules in order: the class names that each applies to, and its source."""
    blocks = re.split(r"^(?=<)", _KIVY_STYLE_FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return tuple((_parse_widget_names(block.partition("\n")[0]), block) for block in blocks)


def _parse_widget_names(head: str) -> frozenset[str]:
    """Parse a rule header such as `<-Button,-ToggleButton>:` or `<ColorPicker_Label@Label>`."""
    return frozenset(re.findall(r"\w+", re.sub(r"@\w+", "", head)))


def _all_subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from _all_subclasses(narrower)


# -- layouts ----------------------------------------------------------------------------------------------


# Kivy also binds the bounds of size hints. They never change here once a widget has a parent, and each
# binding costs as much as creating a rectangle.
_BOUND_PROPERTIES: Final = ("size", "size_hint")


def patch_layouts() -> None:
    """Lay out through the queue of `layout_jobs`, with fewer bindings and a faster `BoxLayout.do_layout`."""
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.layout import Layout
    from kivy.uix.widget import Widget

    from companion.widgets.layout_jobs import KivyLayoutJob, layout_box

    if not IS_PATCHED:
        return
    # Kivy creates a trigger per layout unless the attribute exists.
    Layout._trigger_layout = cached_property(KivyLayoutJob)
    Layout._trigger_layout.__set_name__(Layout, "_trigger_layout")
    stock_do_layout = BoxLayout.do_layout

    @wraps(stock_do_layout)
    def do_layout(box: Any, *args: Any) -> None:
        if not layout_box(box):
            stock_do_layout(box, *args)

    def add_widget(layout: Any, widget: Any, *args: Any, **options: Any) -> None:
        for name in _BOUND_PROPERTIES:
            widget.fbind(name, layout._trigger_layout)
        Widget.add_widget(layout, widget, *args, **options)

    def remove_widget(layout: Any, widget: Any, *args: Any, **options: Any) -> None:
        for name in _BOUND_PROPERTIES:
            widget.funbind(name, layout._trigger_layout)
        Widget.remove_widget(layout, widget, *args, **options)

    BoxLayout.do_layout = do_layout
    Layout.add_widget, Layout.remove_widget = add_widget, remove_widget


# -- main loop --------------------------------------------------------------------------------------------


def patch_clock(
    clock: Any, idle: Callable[[], float], on_schedule: Callable[[object], None]
) -> Callable[[], float]:
    """Call `idle` before every frame and `on_schedule` for every event; return the clock's own wait."""
    wait_for_frame: Callable[[], float] = clock.idle
    clock.idle, clock.on_schedule = idle, on_schedule
    return wait_for_frame
