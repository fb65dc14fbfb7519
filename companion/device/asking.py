"""Android's own pages that are asked for something, such as which file, and answer when they are closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.device.java import activity, given

_DONE = -1  # Android's `Activity.RESULT_OK`
# Numbers of ours in Android's hands; it gives each back with its answer.
_FIRST = 7001


class Asking:
    """One question after the other. The address that is the answer, or None, is told on Android's thread."""

    def __init__(self) -> None:
        self._next = _FIRST
        self._waiting: dict[int, Callable[[Any], object]] = {}
        # Kept here: what only Java holds, Python throws away.
        self._listener: Any = None

    def ask(self, intent: Any, told: Callable[[Any], object]) -> None:
        """Raises what Java raises where no page answers."""
        here = activity()
        if self._listener is None:
            self._listener = _listener(self._answered)
            here.registerActivityResultListener(self._listener)
        number, self._next = self._next, self._next + 1
        # Android shows one page at a time: whoever asked before it was answered gets none.
        self._waiting = {number: told}
        try:
            here.startActivityForResult(intent, number)
        except BaseException:
            self._waiting.clear()
            raise

    def close(self) -> None:
        if self._listener is not None:
            activity().unregisterActivityResultListener(self._listener)
            self._listener = None

    def _answered(self, number: int, result: int, intent: Any) -> None:
        told = self._waiting.pop(number, None)
        if told is not None:
            told(intent.getData() if result == _DONE and intent is not None else None)


def _listener(answered: Callable[[int, int, Any], object]) -> Any:
    from jnius import PythonJavaClass, java_method

    class Listener(PythonJavaClass):
        __javainterfaces__ = ("org/kivy/android/PythonActivity$ActivityResultListener",)
        __javacontext__ = "app"

        @java_method("(IILandroid/content/Intent;)V")
        def onActivityResult(self, number: int, result: int, intent: Any) -> None:
            answered(number, result, given(intent))

    return Listener()
