"""What only a widget knows, such as half a name: found again on a screen that is built anew."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget


class Keeps:
    """A part of a screen that is more than what the app knows of it."""

    def keep(self) -> object:
        raise NotImplementedError

    def take_up(self, kept: Any) -> None:
        """`kept` is what the same part of the screen before gave."""
        raise NotImplementedError


def kept_on(screen: Widget) -> tuple[object, ...]:
    return tuple(part.keep() for part in _parts(screen))


def take_up_on(screen: Widget, kept: tuple[object, ...]) -> None:
    """Nothing is taken up where the new screen has other parts: nobody could tell which is which."""
    parts = _parts(screen)
    if len(parts) == len(kept):
        for part, what in zip(parts, kept, strict=True):
            part.take_up(what)


def _parts(screen: Widget) -> list[Keeps]:
    return [part for part in screen.walk(restrict=True) if isinstance(part, Keeps)]
