"""Parts shared by several pages: labelled rows, sheet buttons, rows of the history, indexing with progress,
the base of the set-up flow, and the card of a hidden history.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnySession, AppContext, StoredGame
from companion.core.definition import Emblem as Picture
from companion.core.definition import GameDefinition
from companion.core.game import ProblemError
from companion.core.players import clean_name
from companion.core.resume_state import SetupBookmark
from companion.games.game_text import Summary, summarize_game
from companion.games.registry import get_game
from companion.screens.game_screens import GameScreens
from companion.widgets.backdrop import EmblemWidget
from companion.widgets.buttons import IconButton, Pressable, SecondaryButton, shade
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, LabelledControl, Row
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.navigation import Navigator
from companion.widgets.page import Page
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import HEADING, LABEL, LEAD, MUTED, TITLE, FittedTexts, IconLabel, Text
from companion.widgets.text_renderer import line_height
from companion.widgets.theme import RADIUS_CARD, TOUCH_TARGET, sp, theme_colour


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
    """A card of a list that opens something, as high as its content.

    `is_raised`: it lies in a sheet, so it is lighter and has no border.
    """

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


# For games that this version of the app does not know.
_UNKNOWN_EMBLEM = Picture("#2B323D", "#CDD7E5", (("CARD", "#CDD7E5"),))
# Title, status and players: size in sp, weight, number of lines.
_TEXT_STYLES = ((18, 500, 1), (16, 400, 2), (14, 400, 2))
# In dp.
_PADDING_DP, _EMBLEM_DP = 10, 48
_TOP_PADDING_DP = 4
_STAR_DP, _STAR_HOLE_DP = 24, 13


@dataclass(frozen=True, slots=True)
class GameRowContent:
    """Content of a row; `stored` is None if the game cannot be read, then `line` says why."""

    stored: StoredGame | None
    title: str
    line: str
    players: str = ""


def load_row_content(context: AppContext, game_id: int) -> GameRowContent:
    """Load the content of a row. The game is replayed for it, so only load visible rows."""
    tr = context.tr
    try:
        stored = context.games.load(game_id)
    except ProblemError as error:
        return GameRowContent(None, "", tr.translate_problem(error.problem))
    summary = _summarize(context, stored)
    players = stored.setup.get("players")
    names = [name for name in players if isinstance(name, str)] if isinstance(players, list) else []
    title = clean_name(stored.title)
    if not title:
        return GameRowContent(stored, summary.title, summary.line, tr.join_items(names))
    line = tr("history.told", title=summary.title, line=summary.line) if summary.line else summary.title
    return GameRowContent(stored, title, line, tr.join_items(names))


def _summarize(context: AppContext, stored: StoredGame) -> Summary:
    """Return the game in two lines, or the reason why it cannot be read."""
    name = context.tr(f"app.game.{stored.game}")
    try:
        session = context.games.open_session(stored)
        return summarize_game(get_game(stored.game), context.tr, session)
    except ProblemError as error:
        return Summary(name, context.tr.translate_problem(error.problem))


def compute_row_height(sample: str) -> float:
    """Return the height of all rows; `sample` is a text in the script of the app's language."""
    line_heights = (
        line_height(sample, "text", weight, round(sp(size))) * lines for size, weight, lines in _TEXT_STYLES
    )
    return float(
        max(dp(2 * TOUCH_TARGET), sum(line_heights) + dp(2 * len(_TEXT_STYLES))) + dp(2 * _TOP_PADDING_DP)
    )


@dataclass(frozen=True, slots=True)
class GameRowActions:
    """Callbacks of a row."""

    on_open: Callable[[StoredGame], object]
    on_star: Callable[[StoredGame], object]
    on_more: Callable[[GameRowContent], object]


class GameRow(Row):
    """Recycled row of the virtual list; `show` binds it to a game."""

    def __init__(self, actions: GameRowActions) -> None:
        super().__init__(gap=0, height=1)
        self._actions = actions
        self.content = GameRowContent(None, "", "")
        draw_card(self)
        self.open_button = _OpenButton(self._open_game)
        self.star_button = StarButton(self._toggle_star)
        self.more_button = IconButton(Icon.MORE, self._show_more, tone="ink_2")
        # Stacked: the text beside them is higher than both buttons and needs the width.
        self._tools = Column(self.star_button, self.more_button, gap=0)
        self._tools.size_hint_x, self._tools.width = None, dp(TOUCH_TARGET)
        self.add_widget(self.open_button)

    @property
    def stored(self) -> StoredGame:
        if self.content.stored is None:
            raise LookupError("this game cannot be read")
        return self.content.stored

    def show(self, content: GameRowContent) -> None:
        self.content = content
        self.open_button.show(content)
        if content.stored is not None:
            self.star_button.show(content.stored.starred)
        if (content.stored is not None) == (self._tools.parent is None):
            (self.remove_widget if self._tools.parent else self.add_widget)(self._tools)

    def _open_game(self) -> None:
        self._actions.on_open(self.stored)

    def _toggle_star(self) -> None:
        self._actions.on_star(self.stored)

    def _show_more(self) -> None:
        self._actions.on_more(self.content)


class _OpenButton(Pressable):
    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, padding=(dp(_PADDING_DP), dp(_TOP_PADDING_DP)))
        self._box = RoundedBox(self, radius=RADIUS_CARD)
        self._emblem = EmblemWidget(_UNKNOWN_EMBLEM, _EMBLEM_DP)
        parts = (
            Text(tone=tone, size_sp=size, weight=weight)
            for tone, (size, weight, _) in zip(("ink", "ink_2", "ink_3"), _TEXT_STYLES, strict=True)
        )
        self._lines = FittedTexts(*parts)
        self.add_widget(Row(self._emblem, self._lines, gap=12, size_hint_y=1))

    def show(self, content: GameRowContent) -> None:
        self.enabled = content.stored is not None
        self._emblem.show(_find_emblem("" if content.stored is None else content.stored.game))
        self._lines.show(content.title, content.line, content.players)

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background=shade(theme_colour("plank"), 0.06) if pressed else theme_colour("plank", 0.0)
        )


class StarButton(Pressable):
    """Star button, filled or outlined."""

    def __init__(self, on_tap: Callable[[], object]) -> None:
        self.is_starred = False
        super().__init__(on_tap, size_hint=(None, None), size=(dp(TOUCH_TARGET), dp(TOUCH_TARGET)))
        self._box = RoundedBox(self, radius=14)
        self._drawing = WidgetDrawing(self)
        self._refresh_style()

    def show(self, is_starred: bool) -> None:
        self.is_starred = is_starred
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)
        middle, batch = dp(TOUCH_TARGET) / 2, MeshBatch()
        batch.add_icon(Icon.STAR, _STAR_DP, "candle" if self.is_starred else "ink_3", middle, middle)
        if not self.is_starred:
            batch.add_icon(Icon.STAR, _STAR_HOLE_DP, "raised" if pressed else "plank", middle, middle)
        self._drawing.show(batch)


class DayHeading(Pressable):
    """Heading of a day; a tap opens its game night, if it is known."""

    def __init__(self, on_open: Callable[[float], object]) -> None:
        super().__init__(self._open)
        self._on_open = on_open
        self.game_night_start: float | None = None
        self._label = Text("", HEADING, size_sp=18, tone="ink_2", autosize="none", min_size=13, max_lines=1)
        self._label.valign = "bottom"
        self._arrow = IconLabel(Icon.FORWARD, 20, tone="ink_3", mirrored=True)
        self._arrow.valign = "bottom"
        self.add_widget(Row(self._label, self._arrow, gap=6, size_hint_y=1))

    def show(self, text: str, game_night_start: float | None) -> None:
        self._label.content, self.game_night_start = text, game_night_start
        self.enabled = game_night_start is not None
        self._arrow.opacity = 1 if self.enabled else 0

    def _open(self) -> None:
        if self.game_night_start is not None:
            self._on_open(self.game_night_start)


def compute_heading_height() -> float:
    return float(max(dp(TOUCH_TARGET), sp(18) * 2 + dp(4)))


def _find_emblem(game: str) -> Picture:
    try:
        return get_game(game).emblem
    except KeyError:
        return _UNKNOWN_EMBLEM
