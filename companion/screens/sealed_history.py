"""A history that stays shut until the game is over, for tables that play by memory; what is being changed in
it outlives the app."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.entry.whereabouts import Above
from companion.screens.seal import Seal, shut
from companion.screens.table_page import LogPage
from companion.shell import AnySitting, Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SideButton


class SealedPage(LogPage):
    """A history that can be sealed; `seal` is the button that does so. The host can always open it.

    `remembered` is the name under which the seal is kept: it holds for the games that follow.
    """

    def __init__(self, shell: Shell, sitting: AnySitting, remembered: str, *, title: str) -> None:
        super().__init__(shell, sitting, title=title, most=2)
        self._remembered = remembered
        kept = shell.recall(Seal, remembered)
        self._closed = kept is not None and kept.closed
        close = partial(self._keep_closed, True)
        self.seal = SideButton(shell.tr("app.history.seal"), close, icon=Icon.LOCK, outlined=True)

    def enter(self) -> None:
        self._shell.whereabouts.sit(self.table.number, Above.HISTORY)

    def edit_again(self, doing: Mapping[str, Any]) -> None:
        """Open the change of the past that was in the making when the app was ended, if one was."""
        raise NotImplementedError

    @property
    def sealed(self) -> bool:
        """Nothing is hidden any more once the game is over."""
        return self._closed and self.table.outcome is None

    def _keep_closed(self, closed: bool) -> None:
        self._closed = closed
        self._shell.keep_in_mind(Seal(closed), self._remembered)
        self.show()

    def _shut(self, title: str, why: str) -> Card:
        """What is seen in place of the history."""
        return shut(self._shell, title, why, partial(self._keep_closed, False))
