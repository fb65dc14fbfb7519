"""A history that stays shut until the game is over, for tables that play by memory; what is being changed in
it outlives the app."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.entry.whereabouts import BoardOverlay
from companion.screens.seal import HiddenHistory, create_hidden_card
from companion.screens.table_page import SessionPage
from companion.shell import AnyController, AppContext
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SecondaryButton


class HideableHistoryPage(SessionPage):
    """A history that can be sealed; `hide_button` is the button that does so. The host can always open it.

    `setting_key` is the name under which the seal is kept: it holds for the games that follow.
    """

    def __init__(
        self, context: AppContext, controller: AnyController, setting_key: str, *, title: str
    ) -> None:
        super().__init__(context, controller, title=title, max_lines=2)
        self._setting_key = setting_key
        saved = context.recall(HiddenHistory, setting_key)
        self._is_hide_enabled = saved is not None and saved.closed
        hide = partial(self._set_hidden, True)
        self.hide_button = SecondaryButton(
            context.tr("app.history.seal"), hide, icon=Icon.LOCK, outlined=True
        )

    def enter(self) -> None:
        self._app_context.resume_state.set_open_table(self.session.game_id, BoardOverlay.HISTORY)

    def resume_edit(self, unsaved_state: Mapping[str, Any]) -> None:
        """Open the change of the past that was in the making when the app was ended, if one was."""
        raise NotImplementedError

    @property
    def is_hidden(self) -> bool:
        """Nothing is hidden any more once the game is over."""
        return self._is_hide_enabled and self.session.outcome is None

    def _set_hidden(self, hidden: bool) -> None:
        self._is_hide_enabled = hidden
        self._app_context.remember(HiddenHistory(hidden), self._setting_key)
        self.show()

    def _create_hidden_card(self, title: str, why: str) -> Card:
        """What is seen in place of the history."""
        return create_hidden_card(self._app_context, title, why, partial(self._set_hidden, False))
