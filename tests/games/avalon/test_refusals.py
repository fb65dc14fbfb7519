"""Why a tap at Avalon's board is refused."""

from __future__ import annotations

from companion.games.avalon import drafts
from companion.games.avalon.drafts import make_draft
from companion.games.avalon.rules import apply, start
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import Propose, Quest, Vote
from tests.games.avalon.seats_tapped import tapped

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


def after(*moves, **choices):
    state = start(Setup(NAMES, **choices))
    for move in moves:
        state = apply(state, move)
    return state


QUEST = (Propose((0, 1)), Vote(approved=True), Quest(0))
TWO_QUESTS = (*QUEST, Propose((0, 1, 2)), Vote(approved=True), Quest(0))


def refused_tap(draft, seat):
    return drafts.apply_tap(draft, seat)[1]


def refused_quest(draft, quest):
    return drafts.select_quest(draft, quest)[1]


def code(problem):
    return None if problem is None else problem.code


def test_a_seat_too_many_is_refused_by_the_size_of_the_team():
    assert code(refused_tap(tapped(after(), 0, 1), 2)) == "team_size"
    assert refused_tap(tapped(after(), 0), 1) is None
    assert refused_tap(tapped(after(), 0, 1), 1) is None


def test_excalibur_is_refused_to_somebody_off_the_team():
    assert code(refused_tap(tapped(after(excalibur=True), 0, 1), 4)) == "excalibur_off_team"
    assert refused_tap(tapped(after(excalibur=True), 0, 1), 1) is None


def test_without_a_quest_no_seat_can_be_chosen():
    assert code(refused_tap(tapped(after(targeting=True)), 3)) == "quest_missing"


def test_the_lady_is_refused_to_all_who_held_her():
    assert code(refused_tap(tapped(after(*TWO_QUESTS, lady=True)), 6)) == "lady_self"
    assert refused_tap(tapped(after(*TWO_QUESTS, lady=True)), 3) is None


def test_excalibur_strikes_neither_its_holder_nor_an_outsider():
    state = after(Propose((0, 1), excalibur=1), Vote(approved=True), excalibur=True)
    assert code(refused_tap(tapped(state), 1)) == "excalibur_self"
    assert code(refused_tap(tapped(state), 5)) == "excalibur_on_outsider"
    assert refused_tap(tapped(state), 0) is None


def test_no_rule_stands_against_a_tap_that_means_nothing():
    on_quest = after(Propose((0, 1)), Vote(approved=True))
    assert refused_tap(tapped(on_quest), 0) is None


def test_a_shield_says_why_it_cannot_be_chosen():
    targeting = after(Propose((0, 1), quest=1), Vote(approved=True), Quest(0), targeting=True)
    draft = make_draft(targeting)
    assert code(refused_quest(draft, 1)) == "quest_played"
    assert code(refused_quest(draft, 5)) == "last_quest_successes"
    assert refused_quest(draft, 3) is None
    assert code(refused_quest(make_draft(after()), 2)) == "no_targeting"
    assert refused_quest(make_draft(after()), 1) is None
