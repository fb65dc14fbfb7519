"""What keeps the past of a game shut until its end, for tables that play by memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.manifest import GameDefinition
from companion.shell import AnySession, AppContext
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.tap import SecondaryButton
from companion.widgets.text import IconLabel, Text


@dataclass(frozen=True, slots=True)
class HiddenHistory:
    """Whether the table plays by memory: then nobody looks before the end."""

    closed: bool


def get_hidden_history_card(
    context: AppContext, game: GameDefinition, session: AnySession, on_reveal: Callable[[], object]
) -> Card | None:
    """What is seen in place of a game's past wherever else it would be; None where it is not sealed."""
    setting_key = getattr(game.find_part("screens", "history"), "HIDDEN_HISTORY_KEY", None)
    saved = None if setting_key is None else context.recall(HiddenHistory, setting_key)
    if saved is None or not saved.closed or session.outcome is not None:
        return None

    def reveal() -> None:
        context.remember(HiddenHistory(False), str(setting_key))
        on_reveal()

    tr = context.tr
    return create_hidden_card(
        context, tr(f"{game.id}.history.sealed"), tr(f"{game.id}.history.sealed_why"), reveal
    )


def create_hidden_card(context: AppContext, title: str, why: str, on_reveal: Callable[[], object]) -> Card:
    return Card(
        IconLabel(Icon.LOCK, 64, tone="candle", pos_hint={"center_x": 0.5}),
        Text(title, face="title", size_sp=22, align="center"),
        Text(why, align="center", tone="ink_2"),
        SecondaryButton(context.tr("app.history.unseal"), on_reveal, icon=Icon.EYE, outlined=True),
        gap=12,
    )
