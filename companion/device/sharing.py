"""What is ours in the hands of another app, by Android's own sheet; no permission is needed for it."""

from __future__ import annotations

from pathlib import Path

from companion.device.java import activity
from companion.games.game import ProblemError, error

# As in the manifest; which folders it may show is in android/res/xml/shared_files.xml.
AUTHORITY = "org.tablecompanion.companion.files"


def share(path: Path, kind: str) -> None:
    """Open the sheet on which somebody chooses the other app. Raises `ProblemError`."""
    from jnius import JavaException, autoclass, cast

    try:
        here = activity()
        intent_class = autoclass("android.content.Intent")
        file = autoclass("java.io.File")(str(path))
        address = autoclass("androidx.core.content.FileProvider").getUriForFile(here, AUTHORITY, file)
        # A Python text is never taken for a CharSequence.
        label = cast("java.lang.CharSequence", autoclass("java.lang.String")(path.name))
        intent = intent_class(intent_class.ACTION_SEND)
        intent.setType(kind)
        intent.putExtra(intent_class.EXTRA_STREAM, cast("android.os.Parcelable", address))
        # Whoever is chosen may read this one file; the sheet itself, too, to show what is shared.
        intent.setClipData(autoclass("android.content.ClipData").newRawUri(label, address))
        intent.addFlags(intent_class.FLAG_GRANT_READ_URI_PERMISSION)
        here.startActivity(intent_class.createChooser(intent, label))
    except JavaException as wrong:
        raise ProblemError(error("app.files.problem.not_shared", file=path.name)) from wrong


def share_words(words: str) -> None:
    """The same for plain text, which needs no file. Raises `ProblemError`."""
    from jnius import JavaException, autoclass

    try:
        intent_class = autoclass("android.content.Intent")
        intent = intent_class(intent_class.ACTION_SEND)
        intent.setType("text/plain")
        intent.putExtra(intent_class.EXTRA_TEXT, words)
        activity().startActivity(intent_class.createChooser(intent, None))
    except JavaException as wrong:
        raise ProblemError(error("evenings.problem.text_not_shared")) from wrong
