"""The device's own theme, for tables that want theirs to go with it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from kivy.clock import Clock

from companion.device.appearance import is_dark
from companion.device.machine import is_android


class SystemTheme:
    """`on_change` is called when the device turns out to be otherwise than it was taken for."""

    def __init__(self, on_change: Callable[[], object]) -> None:
        self._on_change = on_change
        # Until the device says so: a bright page at a table in poor light is the worse mistake.
        self.is_dark = True

    def query(self) -> None:
        """A phone answers at once. A desktop is asked beside, and nobody waits for what it says."""
        if is_android():
            self._set_dark(is_dark())
        else:
            Thread(target=self._query_in_background, daemon=True).start()

    def _query_in_background(self) -> None:
        dark = is_dark()
        Clock.schedule_once(lambda _: self._set_dark(dark), 0)

    def _set_dark(self, dark: bool | None) -> None:
        was_dark, self.is_dark = self.is_dark, dark is not False
        if self.is_dark != was_dark:
            self._on_change()
