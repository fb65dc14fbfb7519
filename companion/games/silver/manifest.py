"""Game definition of Silver."""

from __future__ import annotations

from companion.core.definition import Emblem, GameDefinition

DEFINITION = GameDefinition(
    id="silver",
    min_players=2,
    max_players=4,
    names=("Silver Amulet", "سیلور"),
    accent="moon",
    emblem=Emblem(
        "#2B323D",
        "#CDD7E5",
        (
            ("EMBLEM_SILVER_MOON", "#CDD7E5"),
            ("EMBLEM_SILVER_STARS", "#CDD7E5"),
            ("EMBLEM_SILVER_HOUSE", "#CDD7E5"),
            ("EMBLEM_SILVER_DOOR", "#EBB54A"),
        ),
    ),
)
