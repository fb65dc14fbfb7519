"""Rows that several screens set the same way.

What a sheet offers: each button closes the sheet before it acts.

Numbers and searches rest on what was counted of each game (see `storage.counting`): whatever is left to be
counted is counted before they are shown.

What the screens that lead up to a table share: where one is among them outlives the app.

What keeps the past of a game shut until its end, for tables that play by memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app_context import AnySession, AppContext
from companion.core.definition import GameDefinition
from companion.core.game import ProblemError
from companion.core.resume import SetupBookmark
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, LabelledControl, Row
from companion.widgets.navigation import Navigator
from companion.widgets.page import Page
from companion.widgets.text import IconLabel, Text


def build_heading(icon: Icon, text: str, tone: str = "candle") -> Row:
    """A card's title with its mark."""
    return Row(
        IconLabel(icon, 24, tone=tone, pos_hint={"center_y": 0.5}),
        Text(text, face="title", size_sp=20, pos_hint={"center_y": 0.5}),
        gap=10,
    )


def build_info_row(icon: Icon, text: str) -> Row:
    """A remark with its mark."""
    return Row(IconLabel(icon, 24, tone="ink_2", pos_hint={"top": 1}), Text(text, tone="ink_2"), gap=12)


def build_labelled_row(text: str, control: Widget, hint: str = "") -> LabelledControl:
    """A control with what it is called and, below, what it is for."""
    name = Text(text, size_sp=18, weight=500)
    label = Column(name, gap=0, pos_hint={"center_y": 0.5})
    if hint:
        label.add_widget(Text(hint, size_sp=16, tone="ink_2"))
    return LabelledControl(label, control, min_label_width=name.natural_width() if not hint else None)


def close_sheet_then(navigator: Navigator, callback: Callable[[], object]) -> Callable[[], None]:
    """So that what opens another sheet or screen does not open it below this one."""

    def close_and_call() -> None:
        navigator.close_sheet()
        callback()

    return close_and_call


def create_sheet_button(
    navigator: Navigator, label: str, icon: Icon, callback: Callable[[], object]
) -> SecondaryButton:
    return SecondaryButton(
        label, close_sheet_then(navigator, callback), icon=icon, mirrored=icon is Icon.BACK
    )


# In seconds: so much is counted between two pictures.
_FRAME_BUDGET_SECONDS: Final = 0.03
# So many games are counted in one step, each in a few thousandths of a second.
_BATCH_SIZE: Final = 5


def run_when_indexed(
    context: AppContext,
    page: Page,
    callback: Callable[[], object],
    on_progress: Callable[[int], object] = lambda left: None,
) -> None:
    """Count what is left, then go on. A few games are counted at once; more of them a little with every
    picture, for as long as this page is the one that is seen, and `on_progress` gets how many are left.
    Where they cannot be counted that is said, and the numbers are those of the others."""
    remaining = _index_for_one_frame(context)
    if not remaining:
        callback()
        return
    on_progress(remaining)

    def index_more(_: float) -> bool:
        if context.navigator.page is not page or page.get_root_window() is None:
            return False
        remaining = _index_for_one_frame(context)
        if remaining:
            on_progress(remaining)
        else:
            callback()
        return bool(remaining)

    Clock.schedule_interval(index_more, 0)


def _index_for_one_frame(context: AppContext) -> int:
    """Returns how many are left."""
    deadline = time.monotonic() + _FRAME_BUDGET_SECONDS
    try:
        remaining = context.statistics.index_batch(_BATCH_SIZE)
        while remaining and time.monotonic() < deadline:
            remaining = context.statistics.index_batch(_BATCH_SIZE)
    except ProblemError as error:
        context.show_problem(error.problem)
        return 0
    return remaining


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
