"""Returning to where the user was when the app was closed, including the pages below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.app_context import AnySession, AppContext
from companion.core.game import ProblemError, warning
from companion.core.resume_state import SetupBookmark, SetupStep
from companion.core.serialization import decode_setup
from companion.games.registry import get_game
from companion.screens.board_page import BaseBoardPage
from companion.screens.game_screens import GameScreens
from companion.screens.learn.guide_page import GuidePage
from companion.screens.night.deal import DealPage
from companion.screens.night.paused import DawnPage
from companion.screens.seats import SeatsPage
from companion.screens.setup import BaseSetupPage
from companion.scripts.script import NightSetup
from companion.widgets.page import Page


def resume_bookmark(context: AppContext, bookmark: SetupBookmark) -> None:
    """Reopen the page of the bookmark; an interrupted night waits there if its script is unchanged."""
    setup = _decode_dealt_setup(context, bookmark)
    _open_pages(context, bookmark, setup)
    page = context.navigator.page
    if bookmark.starter is not None and isinstance(page, BaseSetupPage):
        page.first_player_chooser.restore_result(bookmark.starter)
    if setup is not None and bookmark.place is SetupStep.NIGHT:
        context.run_or_show_error(partial(_resume_night, context, setup, bookmark))


def restart_night(context: AppContext, bookmark: SetupBookmark) -> None:
    """Restart an interrupted night from its deal page."""
    _open_pages(context, bookmark, _decode_dealt_setup(context, bookmark))


def reopen_session(context: AppContext, session: AnySession) -> None:
    """Open the board of a stored session, and restore the overlay that was open when the app was closed."""
    open_table = context.resume_state.open_table
    if not context.open_session(session):
        return
    board = context.navigator.page
    if open_table is not None and open_table.table == session.game_id and isinstance(board, BaseBoardPage):
        board.restore_overlay(open_table.page, open_table.doing)


def _open_pages(context: AppContext, bookmark: SetupBookmark, setup: NightSetup | None) -> None:
    game = get_game(bookmark.game)
    context.setup_players = bookmark.players
    page_builders: list[Callable[[], Page]] = []
    if setup is None or bookmark.chosen is not None:
        page_builders.append(partial(SeatsPage, context, game))
    if bookmark.chosen is not None and bookmark.place is not SetupStep.SEATS:
        page_builders.append(lambda: game.get_part(GameScreens).build_setup_page(context, bookmark.players))
    if setup is not None and bookmark.place is SetupStep.GUIDE:
        page_builders.append(partial(GuidePage, context, setup))
    elif setup is not None:
        page_builders.append(partial(DealPage, context, setup, 1 if page_builders else 0))
        if bookmark.place is SetupStep.DAWN:
            context.coach_like_night(setup)
            page_builders.append(partial(DawnPage, context, setup))
    context.navigator.reset_to(*page_builders)


def _decode_dealt_setup(context: AppContext, bookmark: SetupBookmark) -> NightSetup | None:
    """Return the dealt set-up, or None if there is none or it cannot be read."""
    if bookmark.setup is None:
        return None
    try:
        setup: NightSetup = decode_setup(get_game(bookmark.game).rules, bookmark.setup)
    except ProblemError as error:
        context.show_problem(error.problem)
        return None
    return setup


def _resume_night(context: AppContext, setup: NightSetup, bookmark: SetupBookmark) -> None:
    if not context.speech.resume_night(setup, bookmark.step, bookmark.lines):
        context.show_problem(warning("app.left.other_night"))
