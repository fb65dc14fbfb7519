"""Game definition of Codenames Duet."""

from __future__ import annotations

from companion.core.definition import BoardGameGeekInfo, Emblem, GameDefinition

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
    rules_path="companion.games.duet.play:GAME",
    parts={
        "CampaignDefinition": "companion.games.duet.campaign:CAMPAIGN",
        "DraftCodec": "companion.entry.duet.draft_record:DRAFT_CODEC",
        "GameScreens": "companion.screens.duet:SCREENS",
        "GameSpeech": "companion.scripts.duet.said:SPEECH",
        "GameText": "companion.entry.duet.moment:TEXT",
        "GuideDefinition": "companion.scripts.duet.guide:GUIDE",
        "Intro": "companion.scripts.duet.intro:INTRO",
        "MetricsDefinition": "companion.past.duet.facts:METRICS_DEFINITION",
        "RuleContext": "companion.entry.duet.at_table:RULE_CONTEXT",
        "Rulebook": "companion.scripts.duet.rulebook:RULEBOOK",
        "StatisticsPages": "companion.past.duet.pages:PAGES",
        "WhatIf": "companion.entry.duet.what_if:WHAT_IF",
    },
    has_lessons=True,
    bgg_info=BoardGameGeekInfo("Codenames: Duet", 224037, 2017, has_points=True, is_cooperative=True),
)
