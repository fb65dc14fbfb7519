"""The notepad: there for those who want one, covered until it is pressed and again when it is left."""

import pytest

from companion.core.annotations import Mark
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import Propose, Vote
from companion.screens.notes_page import NotepadPage
from companion.widgets.seat_ring import SeatRing

pytestmark = pytest.mark.window

PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
MOVES = (Propose((0, 1)), Vote(approve=(0,)))


def test_the_notepad_is_only_offered_if_the_setting_is_on(walk):
    me = walk()
    assert not me.app.settings.notepad
    me.play_now(AVALON, Setup(PEOPLE), *MOVES)
    me.tap(me.board.more)
    assert not me.says("moments.pad.title")


def test_a_mark_is_set_by_taps_and_the_notepad_is_covered_on_return(walk):
    me = walk(notepad=True)
    me.play_now(AVALON, Setup(PEOPLE), *MOVES)
    me.tap(me.board.more)
    me.tap_on("moments.pad.title")
    page = me.page
    assert isinstance(page, NotepadPage)
    assert not page.is_open
    assert not me.all(SeatRing)
    me.tap(page.main)
    me.tap(page.ring.seats[1])
    me.tap_on("moments.mark.merlin")
    assert me.app.marks.list_marks(me.board.session.game_id) == (Mark(1, 2, "merlin"),)
    assert me.app.tr("moments.mark.merlin") in page.ring.seats[1].look.accessible_labels
    # What was thought before is to be seen too, but not to be changed.
    page.show_moment(1)
    assert page.ring.seats[1].look.disc_icon is None
    me.tap(page.ring.seats[1])
    assert not me.says("moments.mark.evil")
    me.press_back()
    me.press_back()
    assert me.page is me.board
    me.tap(me.board.more)
    me.tap_on("moments.pad.title")
    assert not me.says("moments.mark.merlin")
    assert not me.all(SeatRing)


def test_the_notepad_is_covered_when_the_app_is_suspended(walk):
    me = walk(notepad=True)
    me.play_before(AVALON, Setup(PEOPLE), MOVES)
    me.app.store.marks.set_mark(me.number, 0, 1, "evil")
    me.app.push(NotepadPage, me.number)
    me.frames(4)
    page = me.page
    page.uncover()
    page.tap_seat(0)
    me.frames(2)
    assert me.says("moments.mark.evil")
    me.app.on_pause()
    me.frames(2)
    assert not page.is_open
    assert me.app.navigator.sheet is None
    assert not me.says("moments.mark.evil")
