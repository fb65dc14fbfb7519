"""The history in words: entries, moves, and the story of a game."""

from __future__ import annotations

import pytest

from companion.core.session import GameSession
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Setup, Side
from companion.games.avalon.state import Lady, LoyaltyRow, Propose, Quest, Vote
from companion.games.avalon.text import story
from companion.i18n.translator import Translator

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


@pytest.fixture
def tr():
    return Translator("en")


def tell_story(tr, *moves, **options):
    return story(tr, GameSession(AVALON, Setup(NAMES, **options), moves))


def test_a_chapter_counts_the_teams_refused_before_it(tr):
    refused = (Propose((0, 1)), Vote(approved=False), Propose((0, 2)), Vote(approved=False))
    first, second = tell_story(
        tr,
        *refused,
        *(Propose((0, 1)), Vote(approved=True), Quest(0)),
        *(Propose((0, 1, 2)), Vote(approved=True), Quest(1)),
    )
    assert first.side is Side.GOOD
    assert first.text == tr("avalon.story.won", names=("Ada", "Bruno"), n=0)
    assert first.side_events == (tr("avalon.story.refused", n=2),)
    assert second.side is Side.EVIL
    assert second.side_events == ()


def test_a_chapter_lists_the_lady_the_lancelots_and_a_used_excalibur(tr):
    first, second = tell_story(
        tr,
        LoyaltyRow((False, True, False, False, False)),
        *(Propose((0, 1), excalibur=1), Vote(approved=True), Quest(0)),
        *(Propose((1, 2, 3), excalibur=2), Vote(approved=True), Quest(1, 3), Lady(4)),
        lady=True,
        excalibur=True,
        lancelot=Lancelot.V2,
    )
    assert first.side_events == (tr("avalon.history.row", rounds=(2,)),)
    assert second.side_events == (
        tr("avalon.history.struck", name="Chloe", target="Dario"),
        tr("avalon.history.lady", name="Greta", target="Elena"),
    )


def test_a_team_without_a_quest_is_no_chapter(tr):
    assert tell_story(tr, Propose((0, 1)), Vote(approved=False), Propose((1, 2))) == ()
