"""What the voice says during the game."""

from __future__ import annotations

from pebble_house.games.pebbles.state import State


def opening(_state: State) -> tuple[str, ...]:
    return ("pebbles.say.begin",)


def said(before: State, after: State) -> tuple[str, ...]:
    won = after.outcome is not None and before.outcome is None
    return ("pebbles.say.won",) if won else ("pebbles.say.taken",)


def status(state: State) -> tuple[str, ...]:
    return ("pebbles.say.won",) if state.outcome is not None else ("pebbles.say.go_on",)
