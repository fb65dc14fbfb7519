"""Same players, next game: which one, and everybody keeps their seat where it takes as many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp

from companion.games.manifest import GameDefinition
from companion.games.seats import resize_seats
from companion.games.shelf import list_games
from companion.screens.sheet_buttons import close_sheet_then
from companion.shell import AppContext
from companion.widgets.emblem import EmblemWidget
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.tap import Pressable, shade
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_CARD, TOUCH_TARGET, theme_colour


def open_next_game_sheet(context: AppContext, players: Sequence[str]) -> None:
    """Ask which game these people play next."""
    tr, navigator = context.tr, context.navigator
    options = (_GameOption(context, game, tuple(players)) for game in list_games())
    navigator.open_sheet(Sheet(tr("evenings.which"), *options, on_close=navigator.close_sheet))


def open_setup_or_seats(context: AppContext, game: GameDefinition, players: Sequence[str]) -> None:
    """To the set-up of this game; to its seats first, where it takes fewer or more people."""
    if game.min_players <= len(players) <= game.max_players:
        context.open_setup(game, players)
        return
    from companion.screens.seats import SeatsPage

    # As many of them as it takes; the others are among the names that are offered there.
    context.setup_players = resize_seats(players, game.clamp_player_count(len(players)))
    context.push(SeatsPage, game)


class _GameOption(Pressable):
    def __init__(self, context: AppContext, game: GameDefinition, players: tuple[str, ...]) -> None:
        callback = close_sheet_then(context.navigator, partial(open_setup_or_seats, context, game, players))
        super().__init__(callback, size_hint_y=None, padding=(dp(10), dp(8)))
        self._box = RoundedBox(self, radius=RADIUS_CARD, background=theme_colour("raised"))
        tr = context.tr
        if game.min_players <= len(players) <= game.max_players:
            hint = tr("evenings.fits")
        else:
            hint = tr("evenings.choose", fewest=game.min_players, most=game.max_players)
        labels = Column(
            Text(tr(f"app.game.{game.id}"), face="title", size_sp=18),
            Text(hint, tone="ink_2"),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        self.add_widget(
            Row(EmblemWidget(game.emblem, TOUCH_TARGET, pos_hint={"center_y": 0.5}), labels, gap=12)
        )
        self.bind(minimum_height=self.setter("height"))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background=shade(theme_colour("raised"), 0.08) if pressed else theme_colour("raised")
        )
