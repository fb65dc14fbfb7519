"""Screens of Among Cultists."""

from __future__ import annotations

from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    setup_page="companion.screens.cultists.setup:SetupPage",
    board_page="companion.screens.cultists.board:BoardPage",
    progress="companion.screens.cultists.marks:build_progress",
    snapshot="companion.screens.cultists.status:BoardSnapshot",
    result_image="companion.screens.cultists.result:build_result_image",
    hidden_history_key="cultists_seal",
)
