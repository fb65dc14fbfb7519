"""Game definition of Among Cultists."""

from __future__ import annotations

from companion.core.definition import BoardGameGeekInfo, Emblem, GameDefinition

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
    rules_path="companion.games.cultists.rules:GAME",
    parts={
        "DealCards": "companion.screens.cultists.roles:DEAL_CARDS",
        "DraftCodec": "companion.games.cultists.drafts:DRAFT_CODEC",
        "GameScreens": "companion.screens.cultists:SCREENS",
        "GameSpeech": "companion.scripts.cultists.speech:SPEECH",
        "GameText": "companion.games.cultists.text:TEXT",
        "GuideDefinition": "companion.scripts.cultists.guide:GUIDE",
        "Intro": "companion.scripts.cultists.guide_scenes:INTRO",
        "MetricsDefinition": "companion.games.cultists.statistics:METRICS_DEFINITION",
        "NightDefinition": "companion.scripts.cultists.night:NIGHT",
        "NightArguments": "companion.cli.night:CULTISTS_ARGUMENTS",
        "RuleContext": "companion.games.cultists.rule_context:RULE_CONTEXT",
        "Rulebook": "companion.scripts.cultists.rulebook:RULEBOOK",
        "SetupDefaults": "companion.games.cultists.drafts:SETUP_DEFAULTS",
        "StatisticsPages": "companion.games.cultists.statistics:PAGES",
        "WhatIf": "companion.games.cultists.what_if:WHAT_IF",
    },
    has_lessons=True,
    marks=("investigator", "cultist", "seer"),
    bgg_info=BoardGameGeekInfo("Among Cultists", has_teams=True),
)
