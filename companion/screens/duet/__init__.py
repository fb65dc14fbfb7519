"""Screens of Codenames Duet."""

from __future__ import annotations

from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    setup_page="companion.screens.duet.setup:SetupPage",
    board_page="companion.screens.duet.board:BoardPage",
    progress="companion.screens.duet.cards:build_progress",
    snapshot="companion.screens.duet.replay:BoardSnapshot",
    result_image="companion.screens.duet.result:build_result_image",
)
