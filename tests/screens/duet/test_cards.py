"""The grid of words on the board."""

from __future__ import annotations

import pytest

from companion.games.duet.drafts import TurnDraft
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.rules import apply, start
from companion.games.duet.setup import Setup, Side, TrackingMode
from companion.games.duet.state import Agent, Bystander, CardWord
from companion.i18n.translator import Translator
from companion.screens.duet.board import CardSheet
from companion.screens.duet.cards import CellStatus, build_cell_look
from companion.screens.home import ContinueCard

pytestmark = pytest.mark.window

GRID = Setup(("Ada", "Bob"), keeps=TrackingMode.GRID)


def after(*moves, setup=GRID):
    state = start(setup)
    for move in moves:
        state = apply(state, move)
    return state


def looks(state, place, touched=None):
    return build_cell_look(Translator("en"), state, TurnDraft(place=touched), place)


def test_cell_shows_its_tokens_and_describes_them_in_words():
    state = after(CardWord(0, "River"), Agent(0), Bystander(1))
    found = looks(state, 0)
    assert (found.words, found.status, found.key) == ("River", CellStatus.AGENT, Side.A)
    assert found.labels == ("River", "Agent of the key of side 1")
    met = looks(state, 1)
    # The side that gives the clue now met nobody there: it is those who guess that count.
    assert (met.words, met.status, met.stopped) == ("2", CellStatus.OPEN, (Side.B,))
    assert met.labels == ("Row 1, card 2", "Bystander for side 2")
    assert looks(after(Bystander(1), Bystander(2)), 1).status is CellStatus.CLOSED
    covered = looks(after(Bystander(1), Bystander(1)), 1)
    assert (covered.status, covered.stopped) == (CellStatus.COVERED, (Side.B, Side.A))
    assert "Covered for good" in covered.labels
    assert looks(state, 7, touched=7).labels == ("Row 2, card 3", "Touched just now")


def test_in_sudden_death_every_open_cell_shows_who_may_guess_it():
    last = Setup(("Ada", "Bob"), keeps=TrackingMode.GRID, tokens=1)
    state = after(Agent(0), Bystander(1), setup=last)
    assert looks(state, 5).open_to == (Side.A, Side.B)
    assert looks(state, 1).open_to == (Side.A,)
    assert looks(state, 1).labels == ("Row 1, card 2", "Bystander for side 2", "Open to side 1")
    assert looks(state, 0).open_to == ()


def test_a_mission_is_won_on_the_grid_by_taps(walk):
    walker = walk()
    walker.play_now(DUET, GRID)
    board = walker.board
    cells = board.grid.cells
    walker.tap(board.main)
    assert walker.says("duet.problem.place_missing")
    walker.tap(cells[24])
    walker.tap(board.bystander_tile)
    for place in range(7):
        walker.tap(cells[place])
        walker.tap(board.main)
    walker.tap(board.stop_tile)
    walker.tap(cells[24])
    assert walker.says("duet.problem.place_known", names=("Bob",))
    for place in range(7, 15):
        walker.tap(cells[place])
        walker.tap(board.main)
    assert board.session.outcome.reason == "all_agents"
    assert board.session.state.key_counts == (8, 7)
    # A token for the bystander, a check for the stop, one for the winning turn.
    assert board.session.state.bank.tokens_left == 6
    assert walker.says("duet.summary.won")


def test_selected_word_is_restored_after_a_restart(walk):
    walker = walk()
    walker.play_now(DUET, GRID, Agent(3))
    walker.tap(walker.board.grid.cells[12])
    again = walk()
    again.tap(again.one(ContinueCard))
    board = again.page
    assert board.grid.cells[12].cell_look.is_selected
    again.tap(board.bystander_tile)
    assert board.session.moves[-1] == Bystander(12)
    assert not board.grid.cells[12].cell_look.is_selected
    again.tap(board.undo_button)
    assert board.grid.cells[12].cell_look.is_selected


def test_card_words_are_typed_in_a_row_and_survive_a_restart(walk):
    walker = walk()
    walker.play_now(DUET, GRID, Agent(0))
    walker.board.open_more()
    walker.frames()
    walker.tap_on("duet.words.title")
    sheet = walker.one(CardSheet)
    assert walker.says("duet.grid.place", row=1, column=2)
    walker.type_into(sheet.field, "Moon")
    walker.tap(sheet.done_button)
    assert walker.says("duet.grid.place", row=1, column=3)
    assert sheet.field.text == ""
    walker.type_into(sheet.field, "Ba")
    again = walk()
    again.tap(again.one(ContinueCard))
    assert again.one(CardSheet).field.text == "Ba"
    again.press_back()
    assert again.page.session.state.words[:3] == ("", "Moon", "")
    assert again.page.grid.cells[1].cell_look.words == "Moon"


def test_long_press_corrects_a_card_word(walk):
    walker = walk()
    walker.play_now(DUET, GRID, CardWord(6, "Mon"))
    walker.hold(walker.board.grid.cells[6], 0.6)
    sheet = walker.one(CardSheet)
    assert sheet.field.text == "Mon"
    walker.type_into(sheet.field, "Moon")
    walker.tap(sheet.done_button)
    assert not walker.all(CardSheet)
    assert walker.board.session.state.word(6) == "Moon"


def test_grid_is_not_mirrored_in_any_language(walk):
    walker = walk(language="fa")
    walker.play_now(DUET, GRID)
    first, second = walker.board.grid.cells[:2]
    assert first.x < second.x
