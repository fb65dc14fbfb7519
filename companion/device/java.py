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


def system_service(name: str, class_name: str) -> Any:
    """A service of the system, by its name and the class it is of; raises LookupError where there is none."""
    from jnius import cast

    result = activity().getSystemService(name)
    if result is None:
        # To call a method of nothing would end the process, not raise.
        raise LookupError(name)
    return cast(class_name, result)


def api_level() -> int:
    from jnius import autoclass

    return int(autoclass("android.os.Build$VERSION").SDK_INT)


def null_to_none(value: Any) -> Any:
    """What Java gave to a listener of ours, or None: there Java's null comes as an object like any other, and
    to call a method of it would end the process."""
    from jnius import autoclass

    return None if value is None or autoclass("java.util.Objects").isNull(value) else value


def run_on_ui_thread(action: Callable[[], object]) -> None:
    """Have it done soon on the thread that alone may touch Android's views; what fails there does no harm."""
    task = _task_class()(action)
    # Java does not keep what Python made for it.
    _pending_tasks.add(task)
    try:
        activity().runOnUiThread(task)
    except Exception:
        _pending_tasks.discard(task)
        raise


_pending_tasks: set[Any] = set()


@cache
def _task_class() -> Any:
    from jnius import PythonJavaClass, java_method

    class Task(PythonJavaClass):
        __javainterfaces__ = ("java/lang/Runnable",)
        __javacontext__ = "app"

        def __init__(self, action: Callable[[], object]) -> None:
            super().__init__()
            self._act = action

        @java_method("()V")
        def run(self) -> None:
            # An exception would end the app: there it has nobody above it but Android.
            with suppress(Exception):
                self._act()
            _pending_tasks.discard(self)

    return Task
