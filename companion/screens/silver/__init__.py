"""Screens of Silver."""

from __future__ import annotations

from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    setup_page="companion.screens.silver.setup:SetupPage",
    board_page="companion.screens.silver.board:BoardPage",
    progress="companion.screens.silver.rounds:build_progress",
    snapshot="companion.screens.silver.history:BoardSnapshot",
    result_image="companion.screens.silver.result:build_result_image",
)
