"""Screens of Silver."""

from __future__ import annotations

from companion.core.definition import load_lazily
from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    load_lazily("companion.screens.silver.setup:SetupPage"),
    load_lazily("companion.screens.silver.board:BoardPage"),
    load_lazily("companion.screens.silver.rounds:build_progress"),
    load_lazily("companion.screens.silver.history:BoardSnapshot"),
    load_lazily("companion.screens.silver.result:build_result_image"),
)
