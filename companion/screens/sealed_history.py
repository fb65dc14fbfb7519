"""A history that stays shut until the game is over, for tables that play by memory; what is being changed in
it outlives the app."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.entry.whereabouts import Above
from companion.games.manifest import Manifest
from companion.screens.table_page import LogPage
from companion.shell import AnySitting, AnyTable, Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text


@dataclass(frozen=True, slots=True)
class Seal:
    """Whether the table plays by memory: then nobody looks before the end."""

    closed: bool


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
        return _shut(self._shell, title, why, partial(self._keep_closed, False))


def shut_card(shell: Shell, game: Manifest, table: AnyTable, opened: Callable[[], object]) -> Card | None:
    """What is seen in place of a game's past wherever else it would be; None where it is not sealed."""
    remembered = getattr(game.find("screens", "history"), "SEAL", None)
    kept = None if remembered is None else shell.recall(Seal, remembered)
    if kept is None or not kept.closed or table.outcome is not None:
        return None

    def open_it() -> None:
        shell.keep_in_mind(Seal(False), str(remembered))
        opened()

    tr = shell.tr
    return _shut(shell, tr(f"{game.id}.history.sealed"), tr(f"{game.id}.history.sealed_why"), open_it)


def _shut(shell: Shell, title: str, why: str, opens: Callable[[], object]) -> Card:
    return Card(
        Glyph(Icon.LOCK, 64, tone="candle", pos_hint={"center_x": 0.5}),
        Text(title, face="title", size_sp=22, align="center"),
        Text(why, align="center", tone="ink_2"),
        SideButton(shell.tr("app.history.unseal"), opens, icon=Icon.EYE, outlined=True),
        gap=12,
    )
