"""Screens of Among Cultists."""

from __future__ import annotations

from companion.core.definition import load_lazily
from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    build_setup_page=load_lazily("companion.screens.cultists.setup:SetupPage"),
    build_board_page=load_lazily("companion.screens.cultists.board:BoardPage"),
    build_progress=load_lazily("companion.screens.cultists.marks:build_progress"),
    build_snapshot=load_lazily("companion.screens.cultists.status:BoardSnapshot"),
    build_result_image=load_lazily("companion.screens.cultists.result:build_result_image"),
    hidden_history_key="cultists_seal",
)
