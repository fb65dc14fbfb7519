"""The device's own theme, for tables that want theirs to go with it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from kivy.clock import Clock

from companion.device.appearance import is_dark
from companion.device.machine import is_android


class SystemTheme:
    """`told` is called when the device turns out to be otherwise than it was taken for."""

    def __init__(self, told: Callable[[], object]) -> None:
        self._told = told
        # Until the device says so: a bright page at a table in poor light is the worse mistake.
        self.dark = True

    def ask(self) -> None:
        """A phone answers at once. A desktop is asked beside, and nobody waits for what it says."""
        if is_android():
            self._take(is_dark())
        else:
            Thread(target=self._ask_beside, daemon=True).start()

    def _ask_beside(self) -> None:
        dark = is_dark()
        Clock.schedule_once(lambda _: self._take(dark), 0)

    def _take(self, dark: bool | None) -> None:
        before, self.dark = self.dark, dark is not False
        if self.dark != before:
            self._told()
