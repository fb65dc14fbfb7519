"""Spoken lines during a game of Pebbles."""

from __future__ import annotations

from companion.core.session_controller import GameSpeech
from pebble_house.games.pebbles.rules import State


def opening_lines(_state: State) -> tuple[str, ...]:
    return ("pebbles.say.begin",)


def move_lines(before: State, after: State) -> tuple[str, ...]:
    won = after.outcome is not None and before.outcome is None
    return ("pebbles.say.won",) if won else ("pebbles.say.taken",)


def status_lines(state: State) -> tuple[str, ...]:
    return ("pebbles.say.won",) if state.outcome is not None else ("pebbles.say.go_on",)


SPEECH = GameSpeech(opening_lines, move_lines, status_lines)
