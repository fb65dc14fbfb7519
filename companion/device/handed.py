"""Files and links that other apps hand us: "open with" and "share", while the app runs or to start it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.device.java import activity, given

# Of the links that lead to this app, as in the manifest.
SCHEME: Final = "tablecompanion"


class Handed:
    """Tells of each address once, on whichever thread it comes."""

    def __init__(self, told: Callable[[Any], object]) -> None:
        self._told = told
        # Kept here: what only Java holds, Python throws away.
        self._listener = _listener(self._take)
        here = activity()
        here.registerNewIntentListener(self._listener)
        self._take(here.getIntent())
        # Whoever asks again, as after the screen was turned, finds nothing to take.
        from jnius import autoclass

        intent = autoclass("android.content.Intent")
        here.setIntent(intent(intent.ACTION_MAIN))

    def close(self) -> None:
        activity().unregisterNewIntentListener(self._listener)

    def _take(self, intent: Any) -> None:
        from jnius import JavaException

        try:
            address = None if intent is None else address_in(intent)
        except JavaException:
            # What another app has put in may be of a class that only it knows.
            return
        if address is not None:
            self._told(address)


def address_in(intent: Any) -> Any:
    """Where the file is that an intent brings, or the link that is all of it; None if it brings
    none that is to be taken."""
    from jnius import autoclass, cast, find_javaclass

    kinds = autoclass("android.content.Intent")
    if intent.getFlags() & kinds.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY:
        # The list of recent apps starts us with the intent of long ago once more.
        return None
    action = intent.getAction()
    address = None
    if action == kinds.ACTION_VIEW:
        address = intent.getData()
        if address is not None and address.getScheme() == SCHEME:
            return address
    elif action == kinds.ACTION_SEND:
        brought = intent.getParcelableExtra(kinds.EXTRA_STREAM)
        # Another app may have put anything there, and whoever asks of it what it is not ends the process.
        is_one = brought is not None and find_javaclass("android.net.Uri").isInstance(brought)
        address = cast("android.net.Uri", brought) if is_one else None
    # Anything else than a `content:` address would be read with our own rights, so even our own database.
    return address if address is not None and address.getScheme() == "content" else None


def _listener(take: Callable[[Any], object]) -> Any:
    from jnius import PythonJavaClass, java_method

    class Listener(PythonJavaClass):
        __javainterfaces__ = ("org/kivy/android/PythonActivity$NewIntentListener",)
        __javacontext__ = "app"

        @java_method("(Landroid/content/Intent;)V")
        def onNewIntent(self, intent: Any) -> None:
            take(given(intent))

    return Listener()
