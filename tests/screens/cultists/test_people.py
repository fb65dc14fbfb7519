"""The page that decides whether there is an encounter."""

from __future__ import annotations

import pytest

from companion.games.cultists.moves import Dead, Event, Next, Vote
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.widgets.icons import Icon
from tests.games.cultists.builders import NAMES

pytestmark = pytest.mark.window

BLACKOUT = (Next(), Event("lightning"))


@pytest.fixture
def meet(walk):
    def open_page(players, *moves, **options):
        walker = walk()
        walker.play_now(CULTISTS, Setup(NAMES[:players], **options), *moves)
        walker.page.open_encounter()
        walker.frames()
        return walker

    return open_page


def answer(walker, n, power, found):
    tr = walker.app.tr
    return walker.page.answer.verdict.content == tr(
        "cultists.encounter.answer",
        here=tr("cultists.encounter.here", n=n),
        power=tr(f"cultists.encounter.power_{power}"),
        answer=tr(f"cultists.encounter.{found}"),
    )


def test_in_the_light_exactly_two_meet(meet):
    walker = meet(6)
    assert answer(walker, 2, "on", "yes")
    assert walker.says("cultists.encounter.rule.two")
    assert walker.says("cultists.encounter.does")
    walker.tap(walker.page.chips[3])
    assert answer(walker, 3, "on", "none")
    assert walker.says("cultists.encounter.rule.crowd")
    assert not walker.says("cultists.encounter.does")
    walker.tap(walker.page.chips[1])
    assert answer(walker, 1, "on", "none")


def test_in_the_dark_two_and_more_meet(meet):
    walker = meet(6, *BLACKOUT)
    for number in (2, 3, 4):
        walker.tap(walker.page.chips[number])
        assert answer(walker, number, "off", "yes")
        assert walker.says("cultists.encounter.rule.dark")


def test_people_can_be_tapped_and_ghosts_do_not_count(meet):
    walker = meet(6, Dead(2), Vote((None,) * 6))
    page = walker.page
    for seat in (0, 2, 3):
        walker.tap(walker.reach(page.ring.seats[seat]))
    assert page.present == {0, 3}
    assert answer(walker, 2, "on", "yes")
    assert page.ring.seats[2].look.disc_icon.icon is Icon.GHOST
    assert walker.app.toaster.text == walker.app.tr("cultists.encounter.no.ghost", name="Chloe")
    walker.app.toaster.dismiss()
    walker.tap(walker.reach(page.ring.seats[4]))
    assert answer(walker, 3, "on", "none")
    walker.tap(walker.reach(page.chips[2]))
    assert page.present == frozenset()


def test_automa_instructions_appear_only_if_it_may_be_present(meet):
    walker = meet(4, *BLACKOUT, automa=True)
    page = walker.page
    walker.tap(page.chips[2])
    assert walker.says("cultists.encounter.automa")
    walker.tap(page.chips[3])
    assert walker.says("cultists.encounter.automa_chooses")
    for seat in (0, 1):
        walker.tap(walker.reach(page.ring.seats[seat]))
    assert not walker.says("cultists.encounter.automa")
    walker.tap(walker.reach(page.ring.seats[4]))
    assert walker.says("cultists.encounter.automa_chooses")


def test_encounter_page_plays_no_move(meet):
    walker = meet(5)
    walker.tap(walker.page.chips[3])
    walker.press_back()
    assert walker.page.session.moves == ()
