"""Screens of Avalon."""

from __future__ import annotations

from companion.core.definition import load_lazily
from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    load_lazily("companion.screens.avalon.setup:SetupPage"),
    load_lazily("companion.screens.avalon.board:BoardPage"),
    load_lazily("companion.screens.avalon.quests:build_progress"),
    load_lazily("companion.screens.avalon.board:BoardSnapshot"),
    load_lazily("companion.screens.avalon.result:build_result_image"),
    hidden_history_key="votes_seal",
)
