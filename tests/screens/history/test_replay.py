"""A game leafed through by taps: its board as it was, and what was noted at its moments."""

from random import Random

import pytest
from kivy.metrics import dp

from companion.core.session import GameSession
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import Propose, Quest, Vote
from companion.screens.history.replay_page import ReplayPage
from companion.screens.notes_page import NoteRow, NoteSheet
from companion.screens.rows import HiddenHistory
from companion.widgets.progress import TimelineBar
from tests.cases import sample
from tools.random_games import random_game

pytestmark = pytest.mark.window

PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
QUEST = (Propose((0, 1)), Vote(approve=(0, 1, 2)), Quest(0))


def spoken(page):
    """All that the seats of the ring show."""
    return [seat.look for seat in page.board_view.ring.seats]


def test_a_note_added_on_the_board_is_shown_at_its_move(walk):
    me = walk()
    me.play_now(AVALON, Setup(PEOPLE), *QUEST[:2])
    me.tap(me.board.more)
    me.tap_on("moments.note.title")
    sheet = me.app.navigator.sheet
    assert isinstance(sheet, NoteSheet)
    me.type_into(sheet.field, "Ada laughed here")
    me.tap(sheet.done_button)
    assert me.app.toaster.text == me.app.tr("moments.note.noted")
    assert me.board.play_move(QUEST[2])
    me.tap(me.board.more)
    me.tap_on("moments.leaf.title")
    page = me.page
    assert isinstance(page, ReplayPage)
    assert page.move_index == 3
    assert not me.all(NoteRow)
    me.tap(page.previous_button)
    assert page.move_index == 2
    assert me.says("moments.leaf.place", move=2, moves=3)
    assert "Ada laughed here" in me.words()
    # Changed there, and the change taken back.
    me.tap(me.one(NoteRow))
    me.tap(me.reach(me.app.navigator.sheet.remove_button))
    assert not me.all(NoteRow)
    me.tap_on("app.undo")
    assert "Ada laughed here" in me.words()
    me.tap(page.first_button)
    assert page.move_index == 0
    me.tap(me.reach(page.next_note_button))
    assert page.move_index == 2


def test_the_history_page_of_a_game_links_to_its_notes(walk):
    me = walk()
    me.play_now(AVALON, Setup(PEOPLE), *QUEST)
    # As long as a record from elsewhere may bring one.
    words = "Ada laughed here. " * 30 + "And then\nshe left."
    me.app.store.notes.add(me.board.session.game_id, 1, words)
    me.board._open_history()
    me.frames(4)
    me.tap(me.reach(me.one(NoteRow)))
    assert isinstance(me.page, ReplayPage)
    assert me.page.move_index == 1
    me.tap(me.one(NoteRow))
    me.tap(me.app.navigator.sheet.done_button)
    assert [note.text for note in me.app.notes.list_notes(me.board.session.game_id)] == [words]


def test_an_unsaved_note_is_restored_after_a_restart(walk):
    me = walk()
    me.play_now(AVALON, Setup(PEOPLE), *QUEST[:2])
    me.tap(me.board.more)
    me.tap_on("moments.note.title")
    me.type_into(me.app.navigator.sheet.field, "Ada lau")
    number = me.board.session.game_id
    again = walk()
    again.app.open_session(again.app.games.open_session(again.app.games.load(number)))
    again.frames(4)
    sheet = again.app.navigator.sheet
    assert isinstance(sheet, NoteSheet)
    assert sheet.field.text == "Ada lau"
    again.tap(sheet.done_button)
    assert [note.text for note in again.app.notes.list_notes(number)] == ["Ada lau"]
    assert again.app.resume_state.pending_note is None


def test_the_board_shows_the_past_state_and_ignores_touches(walk):
    me = walk()
    session = me.play_before(AVALON, Setup(PEOPLE), QUEST)
    me.app.push(ReplayPage, me.number, 2)
    me.frames(4)
    page = me.page
    faces = [look.disc_icon.name for look in spoken(page)]
    yes, no = me.app.tr("avalon.history.yes"), me.app.tr("avalon.history.no")
    assert faces == [yes, yes, yes, no, no]
    before = spoken(page)
    me.tap(page.board_view.ring.seats[0])
    me.tap(page.board_view.quests.quests[1])
    assert spoken(page) == before
    assert me.stored_moves(AVALON) == session.moves == QUEST


@pytest.mark.parametrize("kind", sample(["cultists", "avalon", "silver", "duet"]))
def test_each_game_can_be_replayed_to_every_state(walk, kind):
    me = walk()
    made = random_game(Random(11), kind, left=0)
    me.play_before(made.game, made.setup, made.moves)
    me.app.push(ReplayPage, me.number)
    me.frames(4)
    page, last = me.page, len(made.moves)
    assert page.move_index == 0
    dice = Random(2)
    for position in (*(dice.randrange(last + 1) for _ in range(4)), last):
        page.go_to_move(position)
        assert page._session.state == GameSession(made.game, made.setup, made.moves[:position]).state
    me.frames(2)
    assert not page.next_button.enabled
    assert page.previous_button.enabled
    assert me.page is page


def test_a_touch_on_the_timeline_jumps_to_that_move(walk):
    me = walk()
    made = random_game(Random(11), "duet", left=0)
    me.play_before(made.game, made.setup, made.moves)
    me.app.push(ReplayPage, me.number)
    me.frames(4)
    line = me.one(TimelineBar)
    me.tap_at(line.x + line.width - dp(2), line.y + line.height / 2)
    assert me.page.move_index == len(made.moves)


def test_a_hidden_history_stays_hidden_until_it_is_revealed(walk):
    me = walk()
    me.play_before(AVALON, Setup(PEOPLE), QUEST)
    me.app.remember(HiddenHistory(True), "votes_seal")
    me.app.push(ReplayPage, me.number)
    me.frames(4)
    assert me.says("avalon.history.sealed")
    assert not me.all(TimelineBar)
    me.tap_on("app.history.unseal")
    assert me.page.move_index == 3
    assert me.all(TimelineBar)


def test_a_game_that_cannot_be_replayed_shows_the_reason_and_its_notes(walk):
    me = walk()
    me.play_before(AVALON, Setup(PEOPLE), QUEST)
    me.app.store.notes.add(me.number, 1, "Ada laughed here")
    with me.app.store.database.transaction() as execute:
        execute("UPDATE games SET game = 'chess' WHERE id = ?", (me.number,))
    me.app.push(ReplayPage, me.number)
    me.frames(4)
    assert me.says("app.problem.not_kept_yet")
    assert "Ada laughed here" in me.words()
