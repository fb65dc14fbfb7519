"""A game leafed through by taps: its board as it was, and what was noted at its moments."""

from random import Random

import pytest
from kivy.metrics import dp

from companion.games.avalon.moves import Propose, Quest, Vote
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.screens.leafing import LeafPage
from companion.screens.moment_notes import NoteRow, NoteSheet
from companion.screens.seal import Seal
from companion.table import Table
from companion.widgets.moment_bar import MomentBar
from tests.cases import sample
from tools.random_games import random_game

pytestmark = pytest.mark.window

PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
QUEST = (Propose((0, 1)), Vote(approve=(0, 1, 2)), Quest(0))


def spoken(page):
    """All that the seats of the ring show."""
    return [seat.look for seat in page.picture.ring.seats]


def test_a_note_written_at_the_board_is_found_at_its_move(walk):
    me = walk()
    me.play_now(AVALON, Setup(PEOPLE), *QUEST[:2])
    me.tap(me.board.more)
    me.tap_on("moments.note.title")
    sheet = me.app.stage.sheet
    assert isinstance(sheet, NoteSheet)
    me.type_into(sheet.field, "Ada laughed here")
    me.tap(sheet.done)
    assert me.app.toaster.words == me.app.tr("moments.note.noted")
    assert me.board.play(QUEST[2])
    me.tap(me.board.more)
    me.tap_on("moments.leaf.title")
    page = me.page
    assert isinstance(page, LeafPage)
    assert page.position == 3
    assert not me.all(NoteRow)
    me.tap(page.before)
    assert page.position == 2
    assert me.says("moments.leaf.place", move=2, moves=3)
    assert "Ada laughed here" in me.words()
    # Changed there, and the change taken back.
    me.tap(me.one(NoteRow))
    me.tap(me.reach(me.app.stage.sheet.gone_button))
    assert not me.all(NoteRow)
    me.tap_on("app.undo")
    assert "Ada laughed here" in me.words()
    me.tap(page.first)
    assert page.position == 0
    me.tap(me.reach(page.next_note))
    assert page.position == 2


def test_the_history_of_a_game_leads_to_its_notes(walk):
    me = walk()
    me.play_now(AVALON, Setup(PEOPLE), *QUEST)
    # As long as a record from elsewhere may bring one.
    words = "Ada laughed here. " * 30 + "And then\nshe left."
    me.app.store.notes.add(me.board.table.number, 1, words)
    me.board._open_votes()
    me.frames(4)
    me.tap(me.reach(me.one(NoteRow)))
    assert isinstance(me.page, LeafPage)
    assert me.page.position == 1
    me.tap(me.one(NoteRow))
    me.tap(me.app.stage.sheet.done)
    assert [note.text for note in me.app.notes.of(me.board.table.number)] == [words]


def test_half_a_note_is_found_again_after_the_app_was_ended(walk):
    me = walk()
    me.play_now(AVALON, Setup(PEOPLE), *QUEST[:2])
    me.tap(me.board.more)
    me.tap_on("moments.note.title")
    me.type_into(me.app.stage.sheet.field, "Ada lau")
    number = me.board.table.number
    again = walk()
    again.app.open_table(again.app.archive.open(again.app.archive.kept(number)))
    again.frames(4)
    sheet = again.app.stage.sheet
    assert isinstance(sheet, NoteSheet)
    assert sheet.field.text == "Ada lau"
    again.tap(sheet.done)
    assert [note.text for note in again.app.notes.of(number)] == ["Ada lau"]
    assert again.app.whereabouts.noting is None


def test_the_board_is_shown_as_it_was_and_no_finger_changes_it(walk):
    me = walk()
    table = me.play_before(AVALON, Setup(PEOPLE), QUEST)
    me.app.visit(LeafPage, me.number, 2)
    me.frames(4)
    page = me.page
    faces = [look.face.name for look in spoken(page)]
    yes, no = me.app.tr("avalon.history.yes"), me.app.tr("avalon.history.no")
    assert faces == [yes, yes, yes, no, no]
    before = spoken(page)
    me.tap(page.picture.ring.seats[0])
    me.tap(page.picture.quests.quests[1])
    assert spoken(page) == before
    assert me.stored_moves(AVALON) == table.moves == QUEST


@pytest.mark.parametrize("kind", sample(["cultists", "avalon", "silver", "duet"]))
def test_every_game_is_leafed_through_to_states_that_a_replay_gives(walk, kind):
    me = walk()
    made = random_game(Random(11), kind, left=0)
    me.play_before(made.game, made.setup, made.moves)
    me.app.visit(LeafPage, me.number)
    me.frames(4)
    page, last = me.page, len(made.moves)
    assert page.position == 0
    dice = Random(2)
    for position in (*(dice.randrange(last + 1) for _ in range(4)), last):
        page.go(position)
        assert page._table.state == Table(made.game, made.setup, made.moves[:position]).state
    me.frames(2)
    assert not page.onward.enabled
    assert page.before.enabled
    assert me.page is page


def test_a_finger_on_the_line_jumps(walk):
    me = walk()
    made = random_game(Random(11), "duet", left=0)
    me.play_before(made.game, made.setup, made.moves)
    me.app.visit(LeafPage, me.number)
    me.frames(4)
    line = me.one(MomentBar)
    me.tap_at(line.x + line.width - dp(2), line.y + line.height / 2)
    assert me.page.position == len(made.moves)


def test_a_sealed_past_stays_sealed_until_the_table_opens_it(walk):
    me = walk()
    me.play_before(AVALON, Setup(PEOPLE), QUEST)
    me.app.keep_in_mind(Seal(True), "votes_seal")
    me.app.visit(LeafPage, me.number)
    me.frames(4)
    assert me.says("avalon.history.sealed")
    assert not me.all(MomentBar)
    me.tap_on("app.history.unseal")
    assert me.page.position == 3
    assert me.all(MomentBar)


def test_a_game_that_cannot_be_replayed_says_why_and_shows_its_notes(walk):
    me = walk()
    me.play_before(AVALON, Setup(PEOPLE), QUEST)
    me.app.store.notes.add(me.number, 1, "Ada laughed here")
    with me.app.store.database.step() as execute:
        execute("UPDATE games SET game = 'chess' WHERE id = ?", (me.number,))
    me.app.visit(LeafPage, me.number)
    me.frames(4)
    assert me.says("app.problem.not_kept_yet")
    assert "Ada laughed here" in me.words()
