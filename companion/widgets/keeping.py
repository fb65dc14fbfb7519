"""What only a widget knows, such as half a name: found again on a screen that is built anew."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget


class Stateful:
    """A part of a screen that is more than what the app knows of it."""

    def save_state(self) -> object:
        raise NotImplementedError

    def restore_state(self, state: Any) -> None:
        """`state` is what the same part of the screen before gave."""
        raise NotImplementedError


def save_states(page: Widget) -> tuple[object, ...]:
    return tuple(part.save_state() for part in _stateful_parts(page))


def restore_states(page: Widget, states: tuple[object, ...]) -> None:
    """Nothing is taken up where the new screen has other parts: nobody could tell which is which."""
    parts = _stateful_parts(page)
    if len(parts) == len(states):
        for part, state in zip(parts, states, strict=True):
            part.restore_state(state)


def _stateful_parts(page: Widget) -> list[Stateful]:
    return [part for part in page.walk(restrict=True) if isinstance(part, Stateful)]
