"""Files and links that other apps hand us: "open with" and "share", while the app runs or to start it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.device.java import activity, null_to_none

# Of the links that lead to this app, as in the manifest.
SCHEME: Final = "tablecompanion"


class IntentListener:
    """Tells of each address once, on whichever thread it comes."""

    def __init__(self, callback: Callable[[Any], object]) -> None:
        self._callback = callback
        # Kept here: what only Java holds, Python throws away.
        self._listener = _new_intent_listener(self._handle_intent)
        current_activity = activity()
        current_activity.registerNewIntentListener(self._listener)
        self._handle_intent(current_activity.getIntent())
        # Whoever asks again, as after the screen was turned, finds nothing to take.
        from jnius import autoclass

        intent = autoclass("android.content.Intent")
        current_activity.setIntent(intent(intent.ACTION_MAIN))

    def close(self) -> None:
        activity().unregisterNewIntentListener(self._listener)

    def _handle_intent(self, intent: Any) -> None:
        from jnius import JavaException

        try:
            uri = None if intent is None else uri_of_intent(intent)
        except JavaException:
            # What another app has put in may be of a class that only it knows.
            return
        if uri is not None:
            self._callback(uri)


def uri_of_intent(intent: Any) -> Any:
    """Where the file is that an intent brings, or the link that is all of it; None if it brings
    none that is to be taken."""
    from jnius import autoclass, cast, find_javaclass

    intent_class = autoclass("android.content.Intent")
    if intent.getFlags() & intent_class.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY:
        # The list of recent apps starts us with the intent of long ago once more.
        return None
    action = intent.getAction()
    uri = None
    if action == intent_class.ACTION_VIEW:
        uri = intent.getData()
        if uri is not None and uri.getScheme() == SCHEME:
            return uri
    elif action == intent_class.ACTION_SEND:
        stream = intent.getParcelableExtra(intent_class.EXTRA_STREAM)
        # Another app may have put anything there, and whoever asks of it what it is not ends the process.
        is_uri = stream is not None and find_javaclass("android.net.Uri").isInstance(stream)
        uri = cast("android.net.Uri", stream) if is_uri else None
    # Anything else than a `content:` address would be read with our own rights, so even our own database.
    return uri if uri is not None and uri.getScheme() == "content" else None


def _new_intent_listener(callback: Callable[[Any], object]) -> Any:
    from jnius import PythonJavaClass, java_method

    class Listener(PythonJavaClass):
        __javainterfaces__ = ("org/kivy/android/PythonActivity$NewIntentListener",)
        __javacontext__ = "app"

        @java_method("(Landroid/content/Intent;)V")
        def onNewIntent(self, intent: Any) -> None:
            callback(null_to_none(intent))

    return Listener()
