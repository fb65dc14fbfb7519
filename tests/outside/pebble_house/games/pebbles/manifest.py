"""Pebbles as the shell knows it."""

from __future__ import annotations

from companion.games.manifest import Emblem, Manifest

MANIFEST = Manifest(
    id="pebbles",
    fewest=2,
    most=6,
    names=("Pebbles", "Nim"),
    accent="moon",
    emblem=Emblem("#202020", "#E0E0E0", (("STAR", "#F0D080"),)),
    night=True,
    package="pebble_house",
)
