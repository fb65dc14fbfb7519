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
    rules_path="companion.games.duet.rules:GAME",
    parts={
        "CampaignDefinition": "companion.games.duet.campaign:CAMPAIGN",
        "DraftCodec": "companion.games.duet.drafts:DRAFT_CODEC",
        "GameScreens": "companion.screens.duet:SCREENS",
        "GameSpeech": "companion.scripts.duet.speech:SPEECH",
        "GameText": "companion.games.duet.text:TEXT",
        "GuideDefinition": "companion.scripts.duet.guide:GUIDE",
        "Intro": "companion.scripts.duet.guide:INTRO",
        "MetricsDefinition": "companion.games.duet.statistics:METRICS_DEFINITION",
        "RuleContext": "companion.games.duet.what_if:RULE_CONTEXT",
        "Rulebook": "companion.scripts.duet.rulebook:RULEBOOK",
        "StatisticsPages": "companion.games.duet.statistics:PAGES",
        "WhatIf": "companion.games.duet.what_if:WHAT_IF",
    },
    has_lessons=True,
    bgg_info=BoardGameGeekInfo("Codenames: Duet", 224037, 2017, has_points=True, is_cooperative=True),
)
