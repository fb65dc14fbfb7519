"""Guesses at any table: with the place that they touch where one is kept."""

from __future__ import annotations

from companion.games.duet.state import Agent, Assassin, Bystander, Guess, State


def free(state: State) -> list[int]:
    """The places that somebody may touch now."""
    return [place for place in range(len(state.places)) if state.sides_open_to(place)]


def touching(state: State, kind: type[Agent | Bystander | Assassin]) -> Guess:
    return kind(free(state)[0]) if state.places else kind()
