"""How wide a widget is before a layout has said so."""

from __future__ import annotations

from typing import Any


def start_unsized(options: dict[str, Any]) -> None:
    """Begin without a width where a layout will give one.

    Kivy's own guess is 100 pixels: everything inside would be laid out, fitted and set in type for it
    first, and then again.
    """
    is_flexible = options.get("size_hint_x", options.get("size_hint", (1, 1))[0]) is not None
    if is_flexible and "size" not in options:
        options.setdefault("width", 0)
