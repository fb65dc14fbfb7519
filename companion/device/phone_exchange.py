"""Files in and out of a phone: Android's share sheet, its downloads, its file chooser, other apps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.device import downloads, sharing
from companion.device.aside import aside
from companion.device.asking import Asking
from companion.device.content import ContentArrival, name_of, write_to
from companion.device.exchange import Arrival, LinkArrival, Place, Saved, Soon
from companion.device.handed import SCHEME, Handed
from companion.device.java import activity, api_level
from companion.games.game import Problem, ProblemError, error

# What the chooser offers first. Some apps know a game only as text or as bytes.
_KINDS: Final = ["application/json", "application/zip", "application/octet-stream", "text/plain"]


class PhoneExchange:
    shares = True

    def __init__(self, soon: Soon) -> None:
        self._soon = soon
        self._asking = Asking()
        self._handed: Handed | None = None

    def share(self, path: Path, kind: str) -> None:
        sharing.share(path, kind)

    def share_words(self, words: str) -> None:
        sharing.share_words(words)

    def save(self, path: Path, kind: str, told: Callable[[Saved | Problem | None], object]) -> None:
        resolver = activity().getContentResolver()
        not_saved = error("app.files.problem.not_saved", file=path.name)
        if api_level() >= downloads.SINCE:
            save = partial(downloads.save, resolver, path, kind)
            aside(self._soon, lambda: Saved(Place.DOWNLOADS, save()), told, not_saved)
            return

        def write(address: Any) -> Saved:
            write_to(resolver, address, path)
            return Saved(Place.CHOSEN, name_of(resolver, address) or path.name)

        def answered(address: Any) -> None:
            if address is None:
                self._soon(partial(told, None))
            else:
                aside(self._soon, partial(write, address), told, not_saved)

        try:
            self._asking.ask(_page("ACTION_CREATE_DOCUMENT", kind, title=path.name), answered)
        except Exception:  # Java's, of any kind
            told(not_saved)

    def choose(self, told: Callable[[Arrival | Problem | None], object]) -> None:
        resolver = activity().getContentResolver()

        def answered(address: Any) -> None:
            arrival = None if address is None else ContentArrival(resolver, address)
            self._soon(partial(told, arrival))

        try:
            self._asking.ask(_page("ACTION_OPEN_DOCUMENT", "*/*", kinds=_KINDS), answered)
        except Exception as wrong:  # Java's, of any kind
            raise ProblemError(error("app.files.problem.no_chooser")) from wrong

    def watch(self, arrived: Callable[[Arrival | LinkArrival], object]) -> None:
        resolver = activity().getContentResolver()

        def tell(address: Any) -> None:
            if address.getScheme() == SCHEME:
                link = LinkArrival(str(address.toString()))
                self._soon(lambda: arrived(link))
            else:
                self._soon(lambda: arrived(ContentArrival(resolver, address)))

        self._handed = Handed(tell)

    def show_folder(self, folder: Path) -> None:
        """A phone shows nobody the folders of an app."""

    def close(self) -> None:
        self._asking.close()
        if self._handed is not None:
            self._handed.close()
            self._handed = None


def _page(action: str, kind: str, *, title: str = "", kinds: list[str] | None = None) -> Any:
    from jnius import autoclass

    intents = autoclass("android.content.Intent")
    intent = intents(getattr(intents, action))
    intent.addCategory(intents.CATEGORY_OPENABLE)
    intent.setType(kind)
    if title:
        intent.putExtra(intents.EXTRA_TITLE, title)
    if kinds:
        intent.putExtra(intents.EXTRA_MIME_TYPES, kinds)
    return intent
