"""Screens of Avalon."""

from __future__ import annotations

from companion.core.definition import load_lazily
from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    build_setup_page=load_lazily("companion.screens.avalon.setup:SetupPage"),
    build_board_page=load_lazily("companion.screens.avalon.board:BoardPage"),
    build_progress=load_lazily("companion.screens.avalon.quests:build_progress"),
    build_snapshot=load_lazily("companion.screens.avalon.board:BoardSnapshot"),
    build_result_image=load_lazily("companion.screens.avalon.result:build_result_image"),
    hidden_history_key="votes_seal",
)
