"""Buttons below the result of every game: next game, game night, share and replay."""

from __future__ import annotations

from functools import partial

from companion.app_context import AnyController, AppContext
from companion.core.game import ProblemError
from companion.screens.files.share import send_game
from companion.screens.history.game_nights import GameNightPage, open_next_game_sheet
from companion.screens.history.replay import build_replay_button
from companion.widgets.buttons import SecondaryButton
from companion.widgets.icons import Icon


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
