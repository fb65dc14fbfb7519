"""A history that stays shut until the game is over, for tables that play by memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text


@dataclass(frozen=True, slots=True)
class Seal:
    """Whether the table plays by memory: then nobody looks before the end."""

    closed: bool


def is_closed(shell: Shell, name: str) -> bool:
    """Whether the seal of this name was closed last; it holds for the games that follow."""
    seal = shell.recall(Seal, name)
    return seal is not None and seal.closed


def keep(shell: Shell, name: str, *, closed: bool) -> None:
    shell.keep_in_mind(Seal(closed), name)


def sealed_card(title: str, why: str, opens: str, on_open: Callable[[], object]) -> Card:
    """What is seen in place of the history. The host can always open it."""
    return Card(
        Glyph(Icon.LOCK, 64, tone="candle", pos_hint={"center_x": 0.5}),
        Text(title, face="title", size_sp=22, align="center"),
        Text(why, align="center", tone="ink_2"),
        SideButton(opens, on_open, icon=Icon.EYE, outlined=True),
        gap=12,
    )
