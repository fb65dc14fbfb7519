"""A phone's Java side, as far as every module here begins with it. To be called on Kivy's own thread: only
there are the classes of the app found; those of Android itself are found on any."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any


def activity() -> Any:
    """The app as Android knows it. Asked anew each time: Android may put another in its place."""
    from jnius import autoclass

    return autoclass("org.kivy.android.PythonActivity").mActivity


def service(name: str, kind: str) -> Any:
    """A service of the system, by its name and the class it is of; raises LookupError where there is none."""
    from jnius import cast

    found = activity().getSystemService(name)
    if found is None:
        # To call a method of nothing would end the process, not raise.
        raise LookupError(name)
    return cast(kind, found)


def api_level() -> int:
    from jnius import autoclass

    return int(autoclass("android.os.Build$VERSION").SDK_INT)


def given(thing: Any) -> Any:
    """What Java gave to a listener of ours, or None: there Java's null comes as an object like any other, and
    to call a method of it would end the process."""
    from jnius import autoclass

    return None if thing is None or autoclass("java.util.Objects").isNull(thing) else thing


def on_ui_thread(act: Callable[[], object]) -> None:
    """Have it done soon on the thread that alone may touch Android's views; what fails there does no harm."""
    task = _task()(act)
    # Java does not keep what Python made for it.
    _waiting.add(task)
    try:
        activity().runOnUiThread(task)
    except Exception:
        _waiting.discard(task)
        raise


_waiting: set[Any] = set()


@cache
def _task() -> Any:
    from jnius import PythonJavaClass, java_method

    class Task(PythonJavaClass):
        __javainterfaces__ = ("java/lang/Runnable",)
        __javacontext__ = "app"

        def __init__(self, act: Callable[[], object]) -> None:
            super().__init__()
            self._act = act

        @java_method("()V")
        def run(self) -> None:
            # An exception would end the app: there it has nobody above it but Android.
            with suppress(Exception):
                self._act()
            _waiting.discard(self)

    return Task
