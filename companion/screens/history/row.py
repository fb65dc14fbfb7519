"""Rows of the history: a game, and the heading of a day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.metrics import dp

from companion.app_context import AppContext, StoredGame
from companion.core.definition import Emblem as Picture
from companion.core.game import ProblemError
from companion.core.players import clean_name
from companion.games.game_text import Summary, summarize_game
from companion.games.registry import get_game
from companion.screens.rows import draw_card
from companion.widgets.backdrop import EmblemWidget
from companion.widgets.buttons import IconButton, Pressable, shade
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import HEADING, FittedTexts, IconLabel, Text
from companion.widgets.text_renderer import line_height
from companion.widgets.theme import RADIUS_CARD, TOUCH_TARGET, sp, theme_colour

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
