"""Hypothetical guesses, to find out what the rules would make of them."""

from __future__ import annotations

from companion.games.duet.state import Agent, Assassin, Bystander, Guess, State


def hypothetical_guess(state: State, kind: type[Agent | Bystander | Assassin]) -> Guess:
    """Return a guess that is legal now. On a grid it needs a place: one that most sides may guess."""
    if not state.places:
        return kind()
    return kind(max(range(len(state.places)), key=lambda place: len(state.sides_open_to(place))))
