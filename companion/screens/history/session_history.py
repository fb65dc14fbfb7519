"""Base of the games' history pages: the entries of a session, which can be edited and, in some games, hidden
until the game is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.app_context import AnyController, AppContext
from companion.core.resume_state import BoardOverlay
from companion.games.game_text import summarize_game
from companion.games.registry import get_game
from companion.screens.board_page import SessionPage
from companion.screens.game_screens import GameScreens
from companion.screens.rows import HiddenHistory, get_hidden_history_card, is_history_hidden, show_with_undo
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.sheet import Sheet
from companion.widgets.theme import ACCENTS


class SessionHistoryPage(SessionPage):
    """Subclasses add the entries in `show_entries`.

    Where the game has a `hidden_history_key`, `hide_button` hides the history during the game and the host
    can always show it. The choice is stored under that key and applies to later games too.
    """

    def __init__(self, context: AppContext, controller: AnyController) -> None:
        self._game = get_game(controller.session.game.id)
        tr = context.tr
        self._title = tr(f"{self._game.id}.history.title")
        super().__init__(context, controller, title=self._title, max_lines=2)
        self.main = PrimaryButton(tr("app.board.back"), context.go_back, accent=ACCENTS[self._game.accent])
        self.add_to_footer(self.main)
        self._setting_key = self._game.get_part(GameScreens).hidden_history_key
        self.hide_button = SecondaryButton(tr("app.history.seal"), self._hide, icon=Icon.LOCK, outlined=True)

    def enter(self) -> None:
        self._app_context.resume_state.set_open_table(self.session.game_id, BoardOverlay.HISTORY)

    def show(self) -> None:
        super().show()
        self.title.show(self._title, self.summarize())
        self.body.clear_widgets()
        hidden_card = get_hidden_history_card(self._app_context, self._game, self.session, self.show)
        if hidden_card is not None:
            self.body.add_widget(hidden_card)
            return
        self.show_entries()
        if self._setting_key is not None and self.session.outcome is None:
            self.body.add_widget(self.hide_button)
        self.show_notes()

    def summarize(self) -> str:
        """Return the state of the game in one line."""
        return summarize_game(self._game, self._app_context.tr, self.session).title

    def show_entries(self) -> None:
        raise NotImplementedError

    @property
    def is_hidden(self) -> bool:
        return is_history_hidden(self._app_context, self._game, self.session)

    def _hide(self) -> None:
        self._app_context.remember(HiddenHistory(True), str(self._setting_key))
        self.show()

    def resume_edit(self, unsaved_state: Mapping[str, Any]) -> None:
        """Reopen an unfinished edit from before the app was closed, if there is one."""
        raise NotImplementedError

    def open_edit_sheet(self, sheet: Sheet) -> None:
        self._app_context.navigator.open_sheet(sheet)

    def on_edited(self) -> None:
        """Show the result of a committed edit and offer to undo it."""
        self.show()
        show_with_undo(self._app_context, self._app_context.tr("app.edit.changed"), self._undo)
