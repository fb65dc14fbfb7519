"""The clue of a turn, written down or not."""

from __future__ import annotations

import pytest

from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import ClueRules, Setup, Side, TrackingMode, Unlimited
from companion.games.duet.state import Agent, Bystander, CardWord, Clue, SideDone, Stop
from companion.screens.duet.board import ClueSheet
from companion.screens.home import ContinueCard

pytestmark = pytest.mark.window

FOUR = Setup(("Ada", "Bruno", "Chloe", "Dario"), keeps=TrackingMode.KEYS)


@pytest.fixture
def table(walk):
    walker = walk()
    walker.play_now(DUET, FOUR)
    return walker


def sheet(walker):
    return walker.one(ClueSheet)


def test_a_clue_is_told_by_its_word_its_number_and_its_giver_and_stands_large_on_the_board(table):
    table.tap(table.board.clue.edit_button)
    assert not sheet(table).main.enabled
    table.type_into(sheet(table).field, " river ")
    table.tap(table.reach(sheet(table).numbers[3]))
    assert set(sheet(table).givers) == {0, 1}
    table.tap(table.reach(sheet(table).givers[1]))
    table.tap(table.reach(sheet(table).main))
    assert table.board.session.moves == (Clue("river", 3, 1),)
    assert not table.all(ClueSheet)
    assert "river" in table.words()
    table.tap(table.board.main)
    assert table.says("duet.clue.found", count=1, most=3)


def test_a_number_that_is_tapped_twice_is_taken_back(table):
    table.tap(table.board.clue.edit_button)
    unlimited = sheet(table).numbers[Unlimited.UNLIMITED]
    table.tap(table.reach(unlimited))
    assert unlimited.is_selected
    table.tap(unlimited)
    assert not unlimited.is_selected
    assert not sheet(table).main.enabled


@pytest.mark.parametrize(
    ("number", "key"),
    [(0, "duet.clue.zero"), (Unlimited.UNLIMITED, "duet.clue.found_unlimited")],
)
def test_a_clue_of_zero_and_one_without_limit_say_what_that_means(table, number, key):
    table.board.play_move(Clue("River", number))
    table.frames()
    assert table.says(key, count=0)


def test_doubts_are_told_while_it_is_typed_and_hold_nobody_up(walk):
    walker = walk()
    grid = Setup(("Ada", "Bruno"), keeps=TrackingMode.GRID)
    walker.play_now(DUET, grid, CardWord(3, "Moon"), CardWord(4, "Star"), Agent(4))
    walker.tap(walker.board.clue.edit_button)
    walker.type_into(sheet(walker).field, "Moonlight")
    assert walker.says("duet.clue.doubt.on_the_table", word="Moon")
    walker.type_into(sheet(walker).field, "Starlight")
    assert not walker.says("duet.clue.doubt.on_the_table", word="Star")
    walker.type_into(sheet(walker).field, "New York")
    assert walker.says("duet.clue.doubt.several_words")
    walker.tap(walker.reach(sheet(walker).main))
    assert walker.board.session.state.clue == Clue("New York")


def test_what_the_table_has_agreed_on_is_no_doubt(walk):
    walker = walk()
    walker.play_now(DUET, Setup(("Ada", "Bruno"), keeps=TrackingMode.KEYS, clue_rules=ClueRules(names=True)))
    walker.tap(walker.board.clue.edit_button)
    walker.type_into(sheet(walker).field, "New York")
    assert not walker.says("duet.clue.doubt.several_words")
    assert walker.says("duet.clue.agreed")


def test_half_a_clue_is_there_again_after_a_kill_and_after_it_was_put_away(walk):
    walker = walk()
    walker.play_now(DUET, FOUR, Agent())
    walker.tap(walker.board.clue.edit_button)
    walker.tap(walker.reach(sheet(walker).numbers[2]))
    walker.type_into(sheet(walker).field, "riv")
    again = walk()
    again.tap(again.one(ContinueCard))
    assert sheet(again).field.text == "riv"
    assert sheet(again).numbers[2].is_selected
    again.press_back()
    assert not again.all(ClueSheet)
    # Put away, and a guess later, the button still shows it.
    again.tap(again.page.main)
    assert again.page.clue.edit_button.label.content == again.app.tr(
        "duet.clue.shown", word="riv", number="2"
    )
    third = walk()
    third.tap(third.one(ContinueCard))
    assert not third.all(ClueSheet)
    third.tap(third.page.clue.edit_button)
    assert sheet(third).field.text == "riv"


def test_half_a_clue_goes_with_the_side_that_was_to_give_it(walk):
    walker = walk()
    found = (*(Agent() for _ in range(9)), Stop(), *(Agent() for _ in range(3)), Stop())
    walker.play_now(DUET, Setup(("Ada", "Bruno")), *found)
    walker.tap(walker.board.clue.edit_button)
    walker.type_into(sheet(walker).field, "riv")
    walker.press_back()
    assert "riv" in walker.words()
    # Ada finds that all her words are covered: the clue is Bruno's now.
    walker.board.play_move(SideDone(Side.A))
    walker.frames()
    assert "riv" not in walker.words()
    assert not walker.board.draft.has_clue


def test_undo_brings_a_clue_back_as_it_was_told(table):
    table.board.play_move(Clue("River", 3, 0))
    table.tap(table.board.undo_button)
    table.tap(table.board.clue.edit_button)
    assert sheet(table).field.text == "River"
    assert sheet(table).givers[0].is_selected


def test_older_clues_of_the_side_that_gives_one_now_stay_in_sight_while_words_are_open(table):
    moves = (Clue("River", 3), Agent(), Stop(), Clue("Gold", 2), Bystander())
    for move in moves:
        table.board.play_move(move)
    table.frames()
    assert table.says("duet.board.open_clues", clues=("River (2)",))
    table.board.play_move(Bystander())
    table.frames()
    assert table.says("duet.board.open_clues", clues=("Gold (2)",))
