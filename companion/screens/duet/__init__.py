"""Screens of Codenames Duet."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.core.definition import load_lazily
from companion.core.session import AnySession
from companion.screens.game_screens import GameScreens
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.text import NUMBER, IconLabel, Text
from companion.widgets.theme import look


def build_progress(session: AnySession) -> Widget:
    """Build the numbers of agents and tokens; here, so that the home page loads no board for it."""
    state = session.state
    digits = look().digits
    return Row(
        IconLabel(Icon.HAT, 30, tone="teal"),
        Text(digits(state.agents), NUMBER, size_sp=22, autosize="both"),
        IconLabel(Icon.HOURGLASS, 26, tone="ink_2"),
        Text(digits(state.bank.tokens_left), NUMBER, size_sp=22, autosize="both"),
        gap=8,
    )


SCREENS = GameScreens(
    build_setup_page=load_lazily("companion.screens.duet.setup:SetupPage"),
    build_board_page=load_lazily("companion.screens.duet.board:BoardPage"),
    build_progress=build_progress,
    build_snapshot=load_lazily("companion.screens.duet.clue_card:BoardSnapshot"),
    build_result_image=load_lazily("companion.screens.duet.result:build_result_image"),
)
