"""Screens of Codenames Duet."""

from __future__ import annotations

from companion.core.definition import load_lazily
from companion.screens.game_screens import GameScreens

SCREENS = GameScreens(
    load_lazily("companion.screens.duet.setup:SetupPage"),
    load_lazily("companion.screens.duet.board:BoardPage"),
    load_lazily("companion.screens.duet.cards:build_progress"),
    load_lazily("companion.screens.duet.replay:BoardSnapshot"),
    load_lazily("companion.screens.duet.result:build_result_image"),
)
