"""Screens of Silver."""

from __future__ import annotations

from companion.core.definition import load_lazily
from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    build_setup_page=load_lazily("companion.screens.silver.setup:SetupPage"),
    build_board_page=load_lazily("companion.screens.silver.board:BoardPage"),
    build_progress=load_lazily("companion.screens.silver.rounds:build_progress"),
    build_snapshot=load_lazily("companion.screens.silver.history:BoardSnapshot"),
    build_result_image=load_lazily("companion.screens.silver.result:build_result_image"),
)
