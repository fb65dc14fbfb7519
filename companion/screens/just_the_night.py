"""Just the night: how many of you, and which game. No name is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from kivy.metrics import dp

from companion.entry.last_time import (
    recall_night_game,
    recall_seat_count,
    remember_night_game,
    remember_seat_count,
)
from companion.games.manifest import GameDefinition
from companion.games.seats import make_unnamed_seats
from companion.widgets.emblem import EmblemWidget
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.seat_count import SeatCounter
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.tap import Pressable, PrimaryButton, shade
from companion.widgets.text import Text
from companion.widgets.theme import (
    ACCENTS,
    RADIUS_CHIP,
    RADIUS_PRIMARY,
    TOUCH_TARGET,
    Accent,
    look,
    sp,
    theme_colour,
)

if TYPE_CHECKING:
    from companion.shell import AppContext

# In dp, the same wherever a game is offered: each mark of a picture is drawn once.
EMBLEM_DP: Final = 38


class QuickNightCard(Column):
    """`games` are those that begin with a night. What is chosen here is there again next time."""

    def __init__(self, context: AppContext, games: Sequence[GameDefinition]) -> None:
        super().__init__(gap=8, padding=(dp(16), dp(12), dp(16), dp(14)))
        self._app_context, self._games = context, tuple(games)
        self._box = RoundedBox(self, radius=RADIUS_PRIMARY, background=theme_colour("plank"), line_width=2)
        self.game = recall_night_game(context, self._games)
        self.counter: SeatCounter
        self.main: PrimaryButton
        self._show()

    def _show(self) -> None:
        tr, game, accent = self._app_context.tr, self.game, ACCENTS[self.game.accent]
        self._box.set_style(border=theme_colour(accent.line))
        self.clear_widgets()
        title = Text(
            tr("app.home.night.title"), face="title", size_sp=22, max_lines=2, pos_hint={"center_y": 0.5}
        )
        no_names_text = Text(
            tr("app.home.night.no_names"), tone="ink_2", align="end", max_lines=2, pos_hint={"center_y": 0.5}
        )  # fmt: skip
        self.chips = [
            _GameChip(tr(f"app.game.{each.id}"), each, partial(self._select_game, each))
            for each in self._games
        ]
        for chip in self.chips:
            chip.set_selected(chip.game is game)
        self.counter = SeatCounter(
            recall_seat_count(self._app_context, game),
            game.min_players,
            game.max_players,
            self._set_count,
            lambda n: tr("app.seats.seated", n=n),
        )
        self.main = PrimaryButton("", self._open_deal, icon=Icon.CARD, accent=accent)
        self._update_button()
        chips = Grid(
            *self.chips,
            gap=8,
            min_column_width=130 * max(1.0, look().text_scale),
            max_columns=len(self.chips),
        )
        for part in (Row(title, no_names_text, gap=8), chips, self.counter, self.main):
            self.add_widget(part)

    def refresh(self) -> None:
        """Another number may have been chosen at the seats meanwhile."""
        if recall_seat_count(self._app_context, self.game) != self.counter.count:
            self._show()

    def _select_game(self, game: GameDefinition) -> None:
        if game is not self.game:
            self.game = game
            remember_night_game(self._app_context, game)
            self._show()

    def _set_count(self, count: int) -> None:
        remember_seat_count(self._app_context, self.game, count)
        self._update_button()

    def _update_button(self) -> None:
        self.main.show(self._app_context.tr("app.home.night.deal", n=self.counter.count))

    def _open_deal(self) -> None:
        """Rules, roles and whatever speaks are loaded here: home is on the screen before them."""
        context, game = self._app_context, self.game
        players = context.setup_players = make_unnamed_seats(self.counter.count)
        remember_night_game(context, game)
        remember_seat_count(context, game, len(players))
        setup_module = game.find_part("entry", "usual")
        if setup_module is None:
            # A game that does not say what is usual asks.
            context.open_setup(game, players)
            return
        from companion.screens.night.deal import DealPage

        context.push(DealPage, setup_module.prepare_setup(players, context, Random().randrange))


class _GameChip(Pressable):
    """A game by its picture and its name."""

    def __init__(self, name: str, game: GameDefinition, on_tap: Callable[[], object]) -> None:
        self.game = game
        self._accent: Accent = ACCENTS[game.accent]
        self._is_selected = False
        super().__init__(
            on_tap,
            size_hint_y=None,
            height=max(dp(TOUCH_TARGET), sp(18) * 2.6),
            padding=(dp(8), dp(4)),
            spacing=dp(8),
        )
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self.label = Text(name, weight=500, size_sp=18, min_size=12, max_lines=2, autosize="none")
        parts = [EmblemWidget(game.emblem, EMBLEM_DP, pos_hint={"center_y": 0.5}), self.label]
        for part in reversed(parts) if look().rtl else parts:
            self.add_widget(part)
        self._refresh_style()

    def set_selected(self, is_selected: bool) -> None:
        self._is_selected = is_selected
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour(self._accent.deep if self._is_selected else "raised")
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour(self._accent.line) if self._is_selected else TRANSPARENT,
        )
