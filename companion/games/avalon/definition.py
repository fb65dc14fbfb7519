"""Game definition of Avalon."""

from __future__ import annotations

from companion.core.definition import BoardGameGeekInfo, Emblem, GameDefinition

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
    rules_path="companion.games.avalon.rules:GAME",
    parts={
        "DealCards": "companion.screens.avalon.roles:DEAL_CARDS",
        "DraftCodec": "companion.games.avalon.drafts:DRAFT_CODEC",
        "GameScreens": "companion.screens.avalon:SCREENS",
        "GameSpeech": "companion.scripts.avalon.speech:SPEECH",
        "GameText": "companion.games.avalon.text:TEXT",
        "GuideDefinition": "companion.scripts.avalon.guide:GUIDE",
        "Intro": "companion.scripts.avalon.intro:INTRO",
        "MetricsDefinition": "companion.games.avalon.statistics:METRICS_DEFINITION",
        "NightDefinition": "companion.scripts.avalon.night:NIGHT",
        "NightArguments": "companion.cli.night:AVALON_ARGUMENTS",
        "RuleContext": "companion.games.avalon.rule_context:RULE_CONTEXT",
        "Rulebook": "companion.scripts.avalon.rulebook:RULEBOOK",
        "SetupDefaults": "companion.games.avalon.drafts:SETUP_DEFAULTS",
        "StatisticsPages": "companion.games.avalon.statistics:PAGES",
        "WhatIf": "companion.games.avalon.what_if:WHAT_IF",
    },
    has_lessons=True,
    marks=("good", "evil", "merlin", "percival", "assassin"),
    bgg_info=BoardGameGeekInfo("The Resistance: Avalon", 128882, 2012, has_teams=True),
)
