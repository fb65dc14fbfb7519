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
    rules_path="companion.games.silver.rules:GAME",
    parts={
        "DraftCodec": "companion.games.silver.drafts:DRAFT_CODEC",
        "GameScreens": "companion.screens.silver:SCREENS",
        "GameSpeech": "companion.scripts.silver.speech:SPEECH",
        "GameText": "companion.games.silver.text:TEXT",
        "GuideDefinition": "companion.scripts.silver.guide:GUIDE",
        "Intro": "companion.scripts.silver.guide:INTRO",
        "MetricsDefinition": "companion.games.silver.statistics:METRICS_DEFINITION",
        "RuleContext": "companion.games.silver.what_if:RULE_CONTEXT",
        "Rulebook": "companion.scripts.silver.rulebook:RULEBOOK",
        "StatisticsPages": "companion.games.silver.statistics:PAGES",
        "WhatIf": "companion.games.silver.what_if:WHAT_IF",
    },
    has_lessons=True,
    marks=("low", "high", "calls"),
    bgg_info=BoardGameGeekInfo("Silver", has_points=True, highest_wins=False),
)
