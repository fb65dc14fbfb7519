"""Parts shared by several pages: labelled rows, sheet buttons, indexing with progress, the base of the set-up
flow, and the card of a hidden history."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnySession, AppContext
from companion.core.definition import GameDefinition
from companion.core.game import ProblemError
from companion.core.resume_state import SetupBookmark
from companion.screens.game_screens import GameScreens
from companion.widgets.buttons import Pressable, SecondaryButton, shade
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, LabelledControl, Row
from companion.widgets.navigation import Navigator
from companion.widgets.page import Page
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import HEADING, LABEL, LEAD, MUTED, TITLE, IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, TOUCH_TARGET, theme_colour


def build_heading(icon: Icon, text: str, tone: str = "candle") -> Row:
    """Return the title row of a card, with an icon."""
    return Row(IconLabel(icon, 24, tone=tone), Text(text, HEADING), gap=10)


def build_info_row(icon: Icon, text: str) -> Row:
    """Return a remark with an icon."""
    return Row(
        IconLabel(icon, 24, tone="ink_2", pos_hint={"top": 1}), Text(text, MUTED, pos_hint={"y": 0}), gap=12
    )


def draw_card(widget: Widget, radius: float = RADIUS_CARD) -> RoundedBox:
    """Draw the background and border of a card behind the widget."""
    border = theme_colour("groove", 0.6)
    return RoundedBox(widget, radius=radius, background=theme_colour("plank"), border=border, line_width=1)


class PressableCard(Pressable):
    """A card of a list that opens something, as high as its content; `is_raised` in a
    sheet, without a border."""

    def __init__(
        self,
        on_tap: Callable[[], object],
        *,
        is_raised: bool = False,
        radius: float = RADIUS_CARD,
        **options: Any,
    ) -> None:
        options.setdefault("size_hint_y", None)
        super().__init__(on_tap, **options)
        self._is_raised = is_raised
        self._box = (
            RoundedBox(self, radius=radius, background=theme_colour("raised"))
            if is_raised
            else draw_card(self, radius)
        )
        if self.size_hint_y is None:
            self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TOUCH_TARGET))))

    def update_style(self, *, pressed: bool) -> None:
        # Called by the base class before the box exists.
        if hasattr(self, "_box"):
            ground = theme_colour("raised" if self._is_raised else "plank")
            shading = 0.08 if self._is_raised else 0.06
            self._box.set_style(background=shade(ground, shading) if pressed else ground)


class PressableRow(Pressable):
    """A row without a background, as high as its content; `margin_dp` is above and below it together."""

    def __init__(
        self,
        on_tap: Callable[[], object] | None,
        row: Row,
        *,
        radius: float,
        margin_dp: float = 0,
        **options: Any,
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET), **options)
        self._box = RoundedBox(self, radius=radius)
        self._margin = dp(margin_dp)
        row.pos_hint = {"center_y": 0.5}
        self.add_widget(row)
        row.bind(height=self._fit_height)

    def _fit_height(self, _row: Row, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height + self._margin)

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)


def build_labelled_row(text: str, control: Widget, hint: str = "") -> LabelledControl:
    """Return a control with its label and an optional hint."""
    name = Text(text, LABEL)
    label = Column(name, gap=0)
    if hint:
        label.add_widget(Text(hint, MUTED))
    return LabelledControl(label, control, min_label_width=name.natural_width() if not hint else None)


def close_sheet_then(navigator: Navigator, callback: Callable[[], object]) -> Callable[[], None]:
    """Return a callback that closes the sheet first: otherwise a new sheet would open below it."""

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


# Time budget per frame for indexing, in seconds.
_FRAME_BUDGET_SECONDS: Final = 0.03
# Games per batch; each takes a few milliseconds.
_BATCH_SIZE: Final = 5


def run_when_indexed(
    context: AppContext,
    page: Page,
    callback: Callable[[], object],
    on_progress: Callable[[int], object] = lambda left: None,
) -> None:
    """Index new and changed games, then call `callback`. A few are indexed at once; more of them over several
    frames while the page is visible, with `on_progress` getting the number that remain. An error is shown,
    and `callback` is called without the games that failed."""
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
    """Index games for the time of one frame; returns the number that remain."""
    deadline = time.monotonic() + _FRAME_BUDGET_SECONDS
    try:
        remaining = context.statistics.index_batch(_BATCH_SIZE)
        while remaining and time.monotonic() < deadline:
            remaining = context.statistics.index_batch(_BATCH_SIZE)
    except ProblemError as error:
        context.show_problem(error.problem)
        return 0
    return remaining


class IndexedPage(Page):
    """Base of the pages about stored games: `show_content` is called once all games are indexed.
    `progress_key` is the text for the number of games that remain, if the page shows it."""

    shows_stored_data = True
    progress_key = ""
    _app_context: AppContext

    def enter(self) -> None:
        run_when_indexed(self._app_context, self, self.show_content, self._show_progress)

    @property
    def page_title(self) -> str:
        raise NotImplementedError

    def show_content(self) -> None:
        raise NotImplementedError

    def show_subtitle(self, text: str) -> None:
        if self.bar is not None:
            self.bar.show(self.page_title, text)

    def _show_progress(self, remaining: int) -> None:
        if self.progress_key:
            self.show_subtitle(self._app_context.tr(self.progress_key, n=remaining))


class SetupFlowPage(Page):
    """Base of the pages before a game. Subclasses implement `create_bookmark` and call `save_bookmark` when
    it changes, so that the set-up can be resumed after the app was closed."""

    _app_context: AppContext

    def create_bookmark(self) -> SetupBookmark:
        raise NotImplementedError

    def save_bookmark(self) -> None:
        self._app_context.resume_state.set_bookmark(self.create_bookmark())

    def enter(self) -> None:
        self.save_bookmark()


@dataclass(frozen=True, slots=True)
class HiddenHistory:
    """Setting: the history is hidden until the game is over, for groups that play by memory."""

    closed: bool


def is_history_hidden(context: AppContext, game: GameDefinition, session: AnySession) -> bool:
    """True if the history is hidden; never once the game is over."""
    setting_key = game.get_part(GameScreens).hidden_history_key
    saved = None if setting_key is None else context.recall(HiddenHistory, setting_key)
    return saved is not None and saved.closed and session.outcome is None


def get_hidden_history_card(
    context: AppContext, game: GameDefinition, session: AnySession, on_reveal: Callable[[], object]
) -> Card | None:
    """Return the card in place of a hidden history; None if it is visible."""
    if not is_history_hidden(context, game, session):
        return None

    def reveal() -> None:
        context.remember(HiddenHistory(False), str(game.get_part(GameScreens).hidden_history_key))
        on_reveal()

    tr = context.tr
    return Card(
        IconLabel(Icon.LOCK, 64, tone="candle", pos_hint={"center_x": 0.5}),
        Text(tr(f"{game.id}.history.sealed"), TITLE, align="center"),
        Text(tr(f"{game.id}.history.sealed_why"), MUTED, align="center"),
        SecondaryButton(tr("app.history.unseal"), reveal, icon=Icon.EYE, outlined=True),
        gap=12,
    )


def build_empty_card(icon: Icon, text: str) -> Card:
    """Return what is shown in place of an empty list."""
    return Card(
        IconLabel(icon, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
        Text(text, LEAD, align="center", tone="ink_2"),
        gap=12,
    )


def show_with_undo(context: AppContext, text: str, undo: Callable[[], object], **options: Any) -> None:
    """Show what has been done, and offer to undo it."""
    context.toaster.show(text, action_text=context.tr("app.undo"), on_action=undo, **options)
