"""A guess that nobody has made: what the rules would say to it, wherever it were."""

from __future__ import annotations

from companion.games.duet.state import Agent, Assassin, Bystander, Guess, State


def hypothetical_guess(state: State, kind: type[Agent | Bystander | Assassin]) -> Guess:
    """One that can be made now. On a grid it needs a word, and the one that most may touch tells least."""
    if not state.places:
        return kind()
    return kind(max(range(len(state.places)), key=lambda place: len(state.sides_open_to(place))))
