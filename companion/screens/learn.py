"""Learning a game: told in five minutes, set up step by step, its rules, its box, and packing up."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from kivy.metrics import dp

from companion.games.game import ProblemError
from companion.games.manifest import GameDefinition
from companion.games.seats import make_unnamed_seats
from companion.games.shelf import list_games
from companion.screens.rules.links import has_rules, open_rules
from companion.shell import AppContext
from companion.widgets.cards import Card
from companion.widgets.emblem import EmblemWidget
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import SecondaryButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, look, sp

_EMBLEM_DP = 44
# Among so many tables, the latest, the last one of a game is looked for.
_MAX_RECENT_GAMES = 40


class LearnPage(Page):
    """Only what a game has is offered for it."""

    max_width_dp = 1040

    def __init__(self, context: AppContext) -> None:
        super().__init__(TitleBar(context.tr("guide.learn.title"), on_back=context.go_back))
        self._app_context = context
        self.buttons: dict[tuple[str, str], SecondaryButton] = {}
        cards = Grid(gap=12, min_column_width=340 * max(1.0, look().text_scale * 0.8), max_columns=2)
        for game in list_games():
            buttons = tuple(self._build_buttons(game))
            if buttons:
                cards.add_widget(self._build_card(game, buttons))
        self.body.add_widget(cards)

    def _build_card(self, game: GameDefinition, buttons: tuple[SecondaryButton, ...]) -> Card:
        tr = self._app_context.tr
        middle = {"center_y": 0.5}
        first, *others = buttons
        heading = Row(
            EmblemWidget(game.emblem, _EMBLEM_DP, pos_hint=middle),
            Text(
                tr(f"app.game.{game.id}"), face="title", size_sp=22, max_lines=2, min_size=16, pos_hint=middle
            ),
            gap=12,
        )
        grid = Grid(*others, gap=8, min_column_width=140 * max(1.0, look().text_scale * 0.9), max_columns=2)
        return Card(heading, first, grid, gap=10, padding=(dp(14), dp(12)), size_hint_y=None)

    def _build_buttons(self, game: GameDefinition) -> list[SecondaryButton]:
        tr, line = self._app_context.tr, ACCENTS[game.accent].line
        buttons: list[SecondaryButton] = []

        def add_button(
            name: str, text: str, icon: Icon, action: Callable[[], object], **options: Any
        ) -> None:
            height = max(dp(52), sp(17) * 2.9)
            button = SecondaryButton(text, action, icon=icon, height=height, **options)
            self.buttons[game.id, name] = button
            buttons.append(button)

        if game.find_part("scripts", "intro") is not None:
            add_button(
                "intro", tr("guide.learn.intro"), Icon.SPEAKER, partial(self._open_intro, game),
                mirrored=True, outlined=True, border=line,
            )  # fmt: skip
        has_guide = game.find_part("scripts", "guide") is not None
        if has_guide:
            open_setup = partial(self._open_seats, game)
            add_button("set_up", tr("guide.learn.set_up"), Icon.MENU_LIST, open_setup, mirrored=True)
        if has_rules(game):
            add_button(
                "rules", tr("app.rules.title"), Icon.BOOK_OPEN, partial(open_rules, self._app_context, game)
            )
        if game.find_part("games", "box") is not None:
            add_button("box", tr("guide.box.title"), Icon.SEARCH, partial(self._open_box, game))
        if has_guide:
            add_button("pack", tr("guide.learn.pack"), Icon.BROOM, partial(self._open_packing, game))
        return buttons

    # What is behind each button is loaded when somebody walks there.

    def _open_intro(self, game: GameDefinition) -> None:
        from companion.screens.intro import IntroPage

        self._app_context.push(IntroPage, game)

    def _open_seats(self, game: GameDefinition) -> None:
        from companion.screens.seats import SeatsPage

        self._app_context.push(SeatsPage, game)

    def _open_box(self, game: GameDefinition) -> None:
        from companion.screens.guide.box import BoxPage

        self._app_context.push(BoxPage, game)

    def _open_packing(self, game: GameDefinition) -> None:
        """As after the table that was played last, or a usual one."""
        from companion.screens.guide.packing import PackingPage

        self._app_context.push(PackingPage, _last_or_default_setup(self._app_context, game))


class _ReadOnlyMemory:
    """The memory as it is: what is worked out here is not to be remembered."""

    def __init__(self, context: AppContext) -> None:
        self.recall = context.recall

    def remember(self, value: Any, name: str) -> None:
        pass


def _last_or_default_setup(context: AppContext, game: GameDefinition) -> Any:
    for stored in context.games.list_recent(_MAX_RECENT_GAMES).games:
        if stored.game == game.id:
            with suppress(ProblemError):
                return context.games.open_session(stored).setup
    players = make_unnamed_seats(game.default_players)
    setup_module = game.find_part("entry", "usual")
    if setup_module is None:
        return game.rules.setup_type(players)
    return setup_module.prepare_setup(players, _ReadOnlyMemory(context), lambda _: 0)
