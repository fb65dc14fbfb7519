"""Parts of game definitions: each path leads to an object of the type that its name promises."""

import pytest

from companion.cli.night import NightArguments
from companion.core.definition import CampaignDefinition
from companion.core.drafts import DraftCodec
from companion.core.resume_state import SetupDefaults
from companion.core.session_controller import GameSpeech
from companion.core.what_if import WhatIf
from companion.games.game_text import GameText
from companion.games.registry import list_games
from companion.screens.game_screens import DealCards, GameScreens
from companion.scripts.script import NightDefinition
from companion.scripts.teaching import GuideDefinition, Intro, Rulebook, RuleContext
from companion.statistics.metrics import MetricsDefinition
from companion.statistics.reports import StatisticsPages

pytestmark = pytest.mark.window

# Types of the parts, by the name under which a definition lists them.
PART_TYPES = {
    part_type.__name__: part_type
    for part_type in (
        CampaignDefinition, DealCards, DraftCodec, GameScreens, GameSpeech, GameText, GuideDefinition, Intro,
        MetricsDefinition, NightArguments, NightDefinition, RuleContext, Rulebook, SetupDefaults,
        StatisticsPages, WhatIf,
    )
}  # fmt: skip


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.id)
def test_every_part_of_a_definition_exists_and_has_its_type(game):
    for name in game.parts:
        assert isinstance(game.get_part(PART_TYPES[name]), PART_TYPES[name]), name
