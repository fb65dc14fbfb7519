"""Game definition of Pebbles."""

from __future__ import annotations

from companion.core.definition import Emblem, GameDefinition

DEFINITION = GameDefinition(
    id="pebbles",
    min_players=2,
    max_players=6,
    names=("Pebbles", "Nim"),
    accent="moon",
    emblem=Emblem("#202020", "#E0E0E0", (("STAR", "#F0D080"),)),
    rules_path="pebble_house.games.pebbles.rules:GAME",
    parts={
        "DraftCodec": "pebble_house.games.pebbles.drafts:DRAFT_CODEC",
        "GameScreens": "pebble_house.screens.pebbles:SCREENS",
        "GameSpeech": "pebble_house.scripts.pebbles.speech:SPEECH",
        "GameText": "pebble_house.games.pebbles.text:TEXT",
        "NightArguments": "pebble_house.commands.pebbles:NIGHT_ARGUMENTS",
        "NightDefinition": "pebble_house.scripts.pebbles.night:NIGHT",
        "SetupDefaults": "pebble_house.games.pebbles.drafts:SETUP_DEFAULTS",
    },
    has_night=True,
    package="pebble_house",
)
