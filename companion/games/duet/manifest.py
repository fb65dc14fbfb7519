"""Game definition of Codenames Duet."""

from __future__ import annotations

from companion.core.definition import Emblem, GameDefinition

DEFINITION = GameDefinition(
    id="duet",
    min_players=2,
    max_players=12,
    is_open_ended=True,
    names=("Codenames Duet", "Nome in Codice Duetto", "کدنیمز دوئت"),
    accent="teal",
    emblem=Emblem(
        "#10363B",
        "#58C1CC",
        (
            ("EMBLEM_DUET_BUBBLE_DOTS", "#EA8F70"),
            ("EMBLEM_DUET_DOTS", "#10363B"),
            ("EMBLEM_DUET_BUBBLE_CHECK", "#58C1CC"),
            ("EMBLEM_DUET_CHECK", "#10363B"),
        ),
    ),
)
