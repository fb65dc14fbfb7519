"""The lesson beside Avalon's board."""

from __future__ import annotations

import pytest

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Options, PlotCards, Setup
from companion.scripts.script import NightStyle
from companion.settings import update_settings

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


def test_the_lesson_follows_what_is_being_entered(walk):
    walker = walk()
    walker.app.settings = update_settings(walker.app.settings, style=NightStyle.LEARN)
    plot = Options(plot_cards=PlotCards.TWO_OR_THREE)
    walker.app.start_session(AVALON, Setup(NAMES, targeting=True, excalibur=True, options=plot))
    walker.frames()
    assert walker.says("avalon.learn.plot.now", round=1)
    walker.tap(walker.page.quest_row.quests[2])
    assert walker.says("avalon.learn.propose.now", quest=3)
    for seat in (0, 4, 2):
        walker.tap(walker.reach(walker.page.ring.seats[seat]))
    assert walker.says("avalon.learn.excalibur.now")
    assert walker.says("avalon.board.hint.excalibur", name="Ada")
