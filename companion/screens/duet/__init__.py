"""Screens of Codenames Duet."""

from __future__ import annotations

from companion.core.definition import load_lazily
from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    build_setup_page=load_lazily("companion.screens.duet.setup:SetupPage"),
    build_board_page=load_lazily("companion.screens.duet.board:BoardPage"),
    build_progress=load_lazily("companion.screens.duet.cards:build_progress"),
    build_snapshot=load_lazily("companion.screens.duet.clue_card:BoardSnapshot"),
    build_result_image=load_lazily("companion.screens.duet.result:build_result_image"),
)
