"""Game definition of Avalon."""

from __future__ import annotations

from companion.core.definition import Emblem, GameDefinition

DEFINITION = GameDefinition(
    id="avalon",
    min_players=5,
    max_players=10,
    names=("The Resistance: Avalon", "آوالون", "اولون"),
    accent="candle",
    emblem=Emblem(
        "#17263C",
        "#EBB54A",
        (
            ("EMBLEM_AVALON_SHIELD", "#2B5DA8"),
            ("EMBLEM_AVALON_RIM", "#EBB54A"),
            ("EMBLEM_AVALON_SWORD_GAP", "#17263C"),
            ("EMBLEM_AVALON_SWORD", "#EBB54A"),
        ),
    ),
    has_night=True,
)
