"""Game definition of Silver."""

from __future__ import annotations

from companion.core.definition import BoardGameGeekInfo, Emblem, GameDefinition

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
    rules_path="companion.games.silver.play:GAME",
    parts={
        "DraftCodec": "companion.entry.silver.draft_record:DRAFT_CODEC",
        "GameScreens": "companion.screens.silver:SCREENS",
        "GameSpeech": "companion.scripts.silver.said:SPEECH",
        "GameText": "companion.entry.silver.moment:TEXT",
        "GuideDefinition": "companion.scripts.silver.guide:GUIDE",
        "Intro": "companion.scripts.silver.intro:INTRO",
        "MetricsDefinition": "companion.past.silver.facts:METRICS_DEFINITION",
        "RuleContext": "companion.entry.silver.at_table:RULE_CONTEXT",
        "Rulebook": "companion.scripts.silver.rulebook:RULEBOOK",
        "StatisticsPages": "companion.past.silver.pages:PAGES",
        "WhatIf": "companion.entry.silver.what_if:WHAT_IF",
    },
    has_lessons=True,
    marks=("low", "high", "calls"),
    bgg_info=BoardGameGeekInfo("Silver", has_points=True, highest_wins=False),
)
