"""Pebbles as the shell knows it."""

from __future__ import annotations

from companion.core.definition import Emblem, GameDefinition

MANIFEST = GameDefinition(
    id="pebbles",
    min_players=2,
    max_players=6,
    names=("Pebbles", "Nim"),
    accent="moon",
    emblem=Emblem("#202020", "#E0E0E0", (("STAR", "#F0D080"),)),
    has_night=True,
    package="pebble_house",
)
