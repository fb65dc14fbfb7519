"""What keeps the past of a game shut until its end, for tables that play by memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.manifest import Manifest
from companion.shell import AnyTable, Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text


@dataclass(frozen=True, slots=True)
class Seal:
    """Whether the table plays by memory: then nobody looks before the end."""

    closed: bool


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
    return shut(shell, tr(f"{game.id}.history.sealed"), tr(f"{game.id}.history.sealed_why"), open_it)


def shut(shell: Shell, title: str, why: str, opens: Callable[[], object]) -> Card:
    return Card(
        Glyph(Icon.LOCK, 64, tone="candle", pos_hint={"center_x": 0.5}),
        Text(title, face="title", size_sp=22, align="center"),
        Text(why, align="center", tone="ink_2"),
        SideButton(shell.tr("app.history.unseal"), opens, icon=Icon.EYE, outlined=True),
        gap=12,
    )
