"""What the screens that lead up to a table share: where one is among them outlives the app."""

from __future__ import annotations

from companion.entry.whereabouts import Bookmark
from companion.shell import Shell
from companion.widgets.page import Page


class Preparing(Page):
    """A subclass says in `bookmark` what is to be found again, and calls `mark` when that changes."""

    _shell: Shell

    def bookmark(self) -> Bookmark:
        raise NotImplementedError

    def mark(self) -> None:
        self._shell.whereabouts.put(self.bookmark())

    def enter(self) -> None:
        self.mark()
