"""Game definition of Among Cultists."""

from __future__ import annotations

from companion.core.definition import Emblem, GameDefinition

DEFINITION = GameDefinition(
    id="cultists",
    min_players=4,
    max_players=8,
    names=("Among Cultists", "میان فرقه‌گراها"),
    accent="sea",
    emblem=Emblem(
        "#12352B",
        "#62C9A7",
        (
            ("EMBLEM_CULTISTS_TICKS", "#62C9A7"),
            ("EMBLEM_CULTISTS_TENTACLES", "#62C9A7"),
            ("EMBLEM_CULTISTS_EYE_DARK", "#170D06"),
            ("EMBLEM_CULTISTS_EYE", "#62C9A7"),
            ("EMBLEM_CULTISTS_PUPIL", "#62C9A7"),
        ),
    ),
    has_night=True,
)
