"""Base of the results of the games: the outcome, details and buttons, of which next game, game night, share
and replay are the same for every game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.app_context import AnyController, AppContext
from companion.core.game import Outcome, ProblemError
from companion.screens.files.share import send_game
from companion.screens.history.game_nights import GameNightPage, open_next_game_sheet
from companion.screens.history.replay_page import build_replay_button
from companion.screens.learn.rule_links import create_rule_links
from companion.screens.role_reveal import BaseRolesPage, RevealCardSource, build_role_reveal_button
from companion.scripts.teaching import END
from companion.widgets.buttons import SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Spacer
from companion.widgets.text import DISPLAY, IconLabel, Text


def build_title(text: str, tone: str, **options: Any) -> Text:
    return Text(text, DISPLAY, size_sp=48, tone=tone, **options)


class BaseResultColumn(Column):
    """The result of a game that is over. Subclasses build the outcome and the details below or beside it."""

    panes_gap = 12

    def __init__(self, context: AppContext, controller: AnyController) -> None:
        super().__init__(gap=12)
        self._app_context = context
        self._controller = controller
        self.session = controller.session

    def show(self) -> None:
        outcome = self.session.outcome
        if outcome is None:
            return
        hero, details = self.build_outcome(outcome), Column(*self.build_details(outcome), gap=12)
        self.clear_widgets()
        self.add_widget(Panes(hero, details, gap=self.panes_gap))

    def build_outcome(self, outcome: Outcome) -> Column:
        raise NotImplementedError

    def build_details(self, outcome: Outcome) -> Iterator[Widget]:
        raise NotImplementedError

    def build_hero(
        self,
        icon: Icon,
        tone: str,
        title: Text,
        reason: str,
        *parts: Widget,
        icon_dp: float = 96,
        top_dp: float = 8,
        gap: float = 12,
    ) -> Column:
        """Return who won and why, with a link to the rule; `parts` follow below."""
        session = self.session
        link = f"{END}:{session.state.outcome.reason}"
        return Column(
            Spacer(height=top_dp),
            IconLabel(icon, icon_dp, tone=tone, pos_hint={"center_x": 0.5}),
            title,
            Text(reason, size_sp=20, align="center"),
            *create_rule_links(self._app_context, session.game.id, link, session),
            *parts,
            gap=gap,
        )

    def build_buttons(
        self, roles_page: type[BaseRolesPage] | None = None, card_source: RevealCardSource | None = None
    ) -> Grid:
        """Return the buttons. A game with roles has a page to enter them, and a reveal of the known ones."""
        context, controller = self._app_context, self._controller
        buttons = []
        if roles_page is not None:
            open_roles = partial(context.push, roles_page, controller)
            buttons.append(SecondaryButton(context.tr("roles.title"), open_roles, icon=Icon.PEOPLE))
        if card_source is not None and card_source(context, controller):
            buttons.append(build_role_reveal_button(context, controller, card_source))
        buttons += build_game_over_buttons(context, controller)
        return Grid(*buttons, gap=8, min_column_width=150, max_columns=2)


def build_game_over_buttons(context: AppContext, controller: AnyController) -> tuple[SecondaryButton, ...]:
    """Return the buttons for the end of a game."""
    tr, game_id = context.tr, controller.session.game_id
    open_next = partial(open_next_game_sheet, context, controller.session.setup.players)
    buttons = [SecondaryButton(tr("evenings.next"), open_next, icon=Icon.PLAY)]
    if game_id is None:
        return tuple(buttons)
    started = _find_game_night(context, game_id)
    if started is not None:
        open_night = partial(_open_game_night, context, started)
        buttons.append(SecondaryButton(tr("evenings.this"), open_night, icon=Icon.FLAME))
    share = partial(_share_result, context, game_id)
    buttons.append(SecondaryButton(tr("app.files.share_result"), share, icon=Icon.SHARE))
    return (*buttons, build_replay_button(context, controller))


def _find_game_night(context: AppContext, game_id: int) -> float | None:
    """Return the start of the game's night, or None if unknown, as for an imported game."""
    try:
        return context.game_nights.find_game_night_of(game_id)
    except ProblemError:
        return None


def _open_game_night(context: AppContext, started: float) -> None:
    context.push(GameNightPage, started)


def _share_result(context: AppContext, game_id: int) -> None:
    context.run_or_show_error(lambda: send_game(context, context.games.load(game_id)))
