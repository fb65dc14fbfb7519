"""What is ours in the hands of another app, by Android's own sheet; no permission is needed for it."""

from __future__ import annotations

from pathlib import Path

from companion.device.java import activity
from companion.games.game import ProblemError, error

# As in the manifest; which folders it may show is in android/res/xml/shared_files.xml.
FILE_PROVIDER_AUTHORITY = "org.tablecompanion.companion.files"


def share_file(path: Path, mime_type: str) -> None:
    """Open the sheet on which somebody chooses the other app. Raises `ProblemError`."""
    from jnius import JavaException, autoclass, cast

    try:
        current_activity = activity()
        intent_class = autoclass("android.content.Intent")
        file = autoclass("java.io.File")(str(path))
        uri = autoclass("androidx.core.content.FileProvider").getUriForFile(
            current_activity, FILE_PROVIDER_AUTHORITY, file
        )
        # A Python text is never taken for a CharSequence.
        label = cast("java.lang.CharSequence", autoclass("java.lang.String")(path.name))
        intent = intent_class(intent_class.ACTION_SEND)
        intent.setType(mime_type)
        intent.putExtra(intent_class.EXTRA_STREAM, cast("android.os.Parcelable", uri))
        # Whoever is chosen may read this one file; the sheet itself, too, to show what is shared.
        intent.setClipData(autoclass("android.content.ClipData").newRawUri(label, uri))
        intent.addFlags(intent_class.FLAG_GRANT_READ_URI_PERMISSION)
        current_activity.startActivity(intent_class.createChooser(intent, label))
    except JavaException as failure:
        raise ProblemError(error("app.files.problem.not_shared", file=path.name)) from failure


def share_text(text: str) -> None:
    """The same for plain text, which needs no file. Raises `ProblemError`."""
    from jnius import JavaException, autoclass

    try:
        intent_class = autoclass("android.content.Intent")
        intent = intent_class(intent_class.ACTION_SEND)
        intent.setType("text/plain")
        intent.putExtra(intent_class.EXTRA_TEXT, text)
        activity().startActivity(intent_class.createChooser(intent, None))
    except JavaException as failure:
        raise ProblemError(error("evenings.problem.text_not_shared")) from failure
