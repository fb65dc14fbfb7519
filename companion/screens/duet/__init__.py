"""Screens of Codenames Duet."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.app_context import AnyController, AppContext
from companion.core.session import AnySession
from companion.i18n.translator import Translator
from companion.screens.game_screens import GameScreens
from companion.widgets.page import Page


def _build_setup_page(context: AppContext, players: Sequence[str]) -> Page:
    from companion.screens.duet.setup import SetupPage

    return SetupPage(context, players)


def _build_board_page(context: AppContext, controller: AnyController) -> Page:
    from companion.screens.duet.board import BoardPage

    return BoardPage(context, controller)


def _build_progress(session: AnySession) -> Widget:
    from companion.screens.duet.cards import build_progress

    return build_progress(session)


def _build_snapshot(tr: Translator, session: AnySession) -> Widget:
    from companion.screens.duet.clue_card import BoardSnapshot

    return BoardSnapshot(tr, session)


def _build_result_image(context: AppContext, controller: AnyController) -> Widget:
    from companion.screens.duet.result import build_result_image

    return build_result_image(context, controller)


SCREENS = GameScreens(
    _build_setup_page, _build_board_page, _build_progress, _build_snapshot, _build_result_image
)
