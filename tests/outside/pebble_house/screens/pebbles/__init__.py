"""Screens of Pebbles."""

from __future__ import annotations

from companion.core.definition import load_lazily
from companion.core.session import AnySession
from companion.screens.game_screens import GameScreens
from companion.widgets.text import Text
from companion.widgets.theme import look


def build_progress(session: AnySession) -> Text:
    return Text(look().digits(session.state.left), weight=700, size_sp=22)


SCREENS = GameScreens(
    load_lazily("pebble_house.screens.pebbles.setup:SetupPage"),
    load_lazily("pebble_house.screens.pebbles.board:BoardPage"),
    build_progress,
)
