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
    rules_path="companion.games.avalon.play:GAME",
    parts={
        "DealCards": "companion.screens.avalon.deal:DEAL_CARDS",
        "DraftCodec": "companion.entry.avalon.draft_record:DRAFT_CODEC",
        "GameScreens": "companion.screens.avalon:SCREENS",
        "GameSpeech": "companion.scripts.avalon.said:SPEECH",
        "GameText": "companion.entry.avalon.moment:TEXT",
        "GuideDefinition": "companion.scripts.avalon.guide:GUIDE",
        "Intro": "companion.scripts.avalon.intro:INTRO",
        "MetricsDefinition": "companion.past.avalon.facts:METRICS_DEFINITION",
        "NightDefinition": "companion.scripts.avalon.night:NIGHT",
        "NightArguments": "companion.cli.night:AVALON_ARGUMENTS",
        "RuleContext": "companion.entry.avalon.at_table:RULE_CONTEXT",
        "Rulebook": "companion.scripts.avalon.rulebook:RULEBOOK",
        "SetupDefaults": "companion.entry.avalon.usual:SETUP_DEFAULTS",
        "StatisticsPages": "companion.past.avalon.pages:PAGES",
        "WhatIf": "companion.entry.avalon.what_if:WHAT_IF",
    },
    has_lessons=True,
    marks=("good", "evil", "merlin", "percival", "assassin"),
    bgg_info=BoardGameGeekInfo("The Resistance: Avalon", 128882, 2012, has_teams=True),
)
