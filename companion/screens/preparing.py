"""What the screens that lead up to a table share: where one is among them outlives the app."""

from __future__ import annotations

from companion.entry.whereabouts import SetupBookmark
from companion.shell import AppContext
from companion.widgets.page import Page


class SetupFlowPage(Page):
    """A subclass says in `create_bookmark` what is to be found again, and calls `save_bookmark` when that
    changes."""

    _app_context: AppContext

    def create_bookmark(self) -> SetupBookmark:
        raise NotImplementedError

    def save_bookmark(self) -> None:
        self._app_context.resume_state.set_bookmark(self.create_bookmark())

    def enter(self) -> None:
        self.save_bookmark()
