"""Android's own pages that are asked for something, such as which file, and answer when they are closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.device.java import activity, null_to_none

_RESULT_OK = -1  # Android's `Activity.RESULT_OK`
# Numbers of ours in Android's hands; it gives each back with its answer.
_FIRST_REQUEST_CODE = 7001


class ActivityResults:
    """One question after the other. The address that is the answer, or None, is told on Android's thread."""

    def __init__(self) -> None:
        self._next_code = _FIRST_REQUEST_CODE
        self._callbacks: dict[int, Callable[[Any], object]] = {}
        # Kept here: what only Java holds, Python throws away.
        self._listener: Any = None

    def start_for_result(self, intent: Any, callback: Callable[[Any], object]) -> None:
        """Raises what Java raises where no page answers."""
        current_activity = activity()
        if self._listener is None:
            self._listener = _result_listener(self._on_result)
            current_activity.registerActivityResultListener(self._listener)
        request_code, self._next_code = self._next_code, self._next_code + 1
        # Android shows one page at a time: whoever asked before it was answered gets none.
        self._callbacks = {request_code: callback}
        try:
            current_activity.startActivityForResult(intent, request_code)
        except BaseException:
            self._callbacks.clear()
            raise

    def close(self) -> None:
        if self._listener is not None:
            activity().unregisterActivityResultListener(self._listener)
            self._listener = None

    def _on_result(self, request_code: int, result_code: int, intent: Any) -> None:
        callback = self._callbacks.pop(request_code, None)
        if callback is not None:
            callback(intent.getData() if result_code == _RESULT_OK and intent is not None else None)


def _result_listener(callback: Callable[[int, int, Any], object]) -> Any:
    from jnius import PythonJavaClass, java_method

    class Listener(PythonJavaClass):
        __javainterfaces__ = ("org/kivy/android/PythonActivity$ActivityResultListener",)
        __javacontext__ = "app"

        @java_method("(IILandroid/content/Intent;)V")
        def onActivityResult(self, request_code: int, result_code: int, intent: Any) -> None:
            callback(request_code, result_code, null_to_none(intent))

    return Listener()
