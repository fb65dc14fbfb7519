"""Screens of Avalon."""

from __future__ import annotations

from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    setup_page="companion.screens.avalon.setup:SetupPage",
    board_page="companion.screens.avalon.board:BoardPage",
    progress="companion.screens.avalon.quests:build_progress",
    snapshot="companion.screens.avalon.board:BoardSnapshot",
    result_image="companion.screens.avalon.result:build_result_image",
    hidden_history_key="votes_seal",
)
