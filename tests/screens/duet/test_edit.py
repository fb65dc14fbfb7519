"""An earlier turn of a mission is changed: its clue, its guesses, all of it; and a kill loses nothing."""

from __future__ import annotations

import pytest

from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup, TrackingMode, Unlimited, WordKind
from companion.games.duet.state import Agent, Bystander, CardWord, Clue, IllegalClue, Stop
from companion.screens.duet.edit import EditPage
from companion.screens.duet.history import HistoryPage

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario")
PLAYED = (Clue("river", 3, 0), Agent(), Agent(), Stop(), Clue("gold", 2), Bystander(), Agent())
GRID = (CardWord(8, "moon"), Agent(3), Stop(), Agent(4))


@pytest.fixture
def opened(walk):
    def open_turn(moves=PLAYED, number=1, language="en", **options):
        """The log of this mission, and above it the turn of this number."""
        walker = walk(language=language)
        walker.look_back(HistoryPage, DUET, Setup(NAMES, **options), moves)
        card = next(card for card in walker.page.cards if card.turn.number == number)
        walker.tap(walker.reach(card))
        assert isinstance(walker.page, EditPage)
        return walker

    return open_turn


def tap_in(walker, widget):
    walker.tap(walker.reach(widget))


def test_an_unchanged_edit_cannot_be_committed(opened):
    walker = opened()
    assert walker.says("app.edit.nothing")
    assert not walker.page.main.enabled


def test_a_clue_is_edited_and_one_undo_restores_it(opened):
    walker = opened()
    page = walker.page
    walker.type_into(page.clue_part.field, "lake")
    tap_in(walker, page.clue_part.numbers[Unlimited.UNLIMITED])
    tap_in(walker, page.clue_part.seats[1])
    assert walker.says("app.edit.all_fits")
    walker.tap(page.main)
    corrected = Clue("lake", Unlimited.UNLIMITED, 1)
    assert walker.stored_moves(DUET) == (corrected, *PLAYED[1:])
    assert isinstance(walker.page, HistoryPage)
    assert "lake · ∞" in walker.words()
    walker.tap_on("app.undo")
    assert walker.stored_moves(DUET) == PLAYED
    assert "river · 3" in walker.words()


def test_the_kind_of_a_guess_is_edited_and_another_guess_removed(opened):
    walker = opened()
    guesses = walker.page.guesses_part
    tap_in(walker, guesses.rows[0].remove_button)
    assert len(guesses.rows) == 1
    tap_in(walker, guesses.rows[0].kinds[WordKind.BYSTANDER])
    walker.tap(walker.page.main)
    assert walker.stored_moves(DUET) == (PLAYED[0], Bystander(), *PLAYED[4:])


def test_the_preview_lists_dropped_moves(opened):
    walker = opened()
    tap_in(walker, walker.page.guesses_part.rows[0].kinds[WordKind.ASSASSIN])
    assert walker.says("app.edit.drops", n=2)
    assert walker.app.tr("duet.edit.part", turn="Turn 2", what="gold · 2") in walker.words()
    assert walker.page.main.label.content == walker.app.tr("app.edit.keep_and_drop", n=2)


def test_an_illegal_edit_shows_the_reason_and_cannot_be_committed(opened):
    walker = opened()
    for _ in range(2):
        tap_in(walker, walker.page.guesses_part.rows[0].remove_button)
    assert walker.says("duet.problem.guess_first")
    assert not walker.page.main.enabled


def test_the_current_turn_can_be_stopped_and_its_clue_marked_illegal(opened):
    walker = opened(number=3)
    tap_in(walker, walker.page.other_part.stopped_switch)
    tap_in(walker, walker.page.other_part.fined_switch)
    walker.tap(walker.page.main)
    assert walker.stored_moves(DUET) == (*PLAYED[:-1], IllegalClue(), Agent(), Stop())


def test_a_turn_is_removed_and_can_be_put_back_before_the_commit(opened):
    walker = opened(number=2)
    tap_in(walker, walker.page.remove_button)
    assert walker.page.clue_part.disabled
    assert walker.says("app.edit.put_back")
    walker.tap(walker.page.main)
    assert walker.stored_moves(DUET) == (*PLAYED[:4], *PLAYED[6:])


def test_on_a_grid_a_missing_guess_is_added_by_its_word(opened):
    walker = opened(GRID, keeps=TrackingMode.GRID)
    page = walker.page
    tap_in(walker, page.guesses_part.add_button)
    assert walker.says("duet.problem.place_missing")
    tap_in(walker, page.guesses_part.grid.cells[8])
    assert page.guesses_part.grid is None
    assert page.guesses_part.rows[1].place.words.content == "moon"
    walker.tap(page.main)
    assert walker.stored_moves(DUET) == (GRID[0], Agent(3), Agent(8), Stop(), Agent(4))


def test_a_missing_turn_is_inserted_and_survives_a_restart(walk):
    walker = walk()
    walker.play_now(DUET, Setup(NAMES), *PLAYED)
    walker.app.push(HistoryPage, walker.board.controller)
    walker.frames(4)
    tap_in(walker, walker.page.cards[1])
    turn_2 = walker.page
    tap_in(walker, turn_2.insert_button)
    page = walker.page
    assert page is not turn_2
    assert walker.says("duet.edit.new")
    assert walker.says("duet.history.from", names=NAMES[2:])
    assert walker.says("duet.edit.new_hint")
    assert not page.main.enabled
    walker.type_into(page.clue_part.field, "sky")
    tap_in(walker, page.guesses_part.add_button)
    left = page.entry_edit
    again = walk()
    again.tap_on("app.go_on")
    page = again.page
    assert page.entry_edit == left
    assert again.says("duet.edit.new")
    assert again.says("app.edit.all_fits")
    again.tap(page.main)
    assert again.page.session.moves == (*PLAYED[:4], Clue("sky"), Agent(), Stop(), *PLAYED[4:])
    assert isinstance(again.page, HistoryPage)


def test_no_turn_can_be_inserted_while_another_edit_is_unsaved(opened):
    walker = opened()
    page = walker.page
    walker.type_into(page.clue_part.field, "lake")
    tap_in(walker, page.insert_button)
    assert walker.page is page
    assert walker.says("duet.edit.insert_later")
    walker.type_into(page.clue_part.field, "river")
    assert page.insert_button.enabled


def test_an_unsaved_edit_survives_a_restart(walk):
    walker = walk()
    walker.play_now(DUET, Setup(NAMES), *PLAYED)
    walker.app.push(HistoryPage, walker.board.controller)
    walker.frames(4)
    walker.tap(walker.reach(walker.page.cards[-1]))
    walker.type_into(walker.page.clue_part.field, "lak")
    tap_in(walker, walker.page.guesses_part.rows[1].kinds[WordKind.BYSTANDER])
    left = walker.page.entry_edit
    again = walk()
    again.tap_on("app.go_on")
    page = again.page
    assert isinstance(page, EditPage)
    assert page.entry_edit == left
    assert page.clue_part is not None
    assert page.clue_part.field.text == "lak"
    again.tap(page.main)
    assert again.page.session.moves[:3] == (Clue("lak", 3, 0), Agent(), Bystander())


def test_an_unsaved_edit_survives_a_rebuild_even_of_a_removed_turn(opened):
    walker = opened()
    walker.type_into(walker.page.clue_part.field, "lake")
    tap_in(walker, walker.page.remove_button)
    left = walker.page.entry_edit
    walker.app.rebuild()
    walker.frames(4)
    assert walker.page.entry_edit == left
    assert walker.page.clue_part.field.text == "lake"


def test_in_persian_the_controls_are_mirrored_and_the_grid_is_not(opened):
    walker = opened(GRID, language="fa", keeps=TrackingMode.GRID)
    page = walker.page
    assert page.clue_part.numbers[2].label.content == "۲"
    assert page.clue_part.numbers[0].x > page.clue_part.numbers[1].x
    kinds = page.guesses_part.rows[0].kinds
    assert kinds[WordKind.AGENT].x > kinds[WordKind.ASSASSIN].x
    tap_in(walker, page.guesses_part.rows[0].place)
    cells = page.guesses_part.grid.cells
    assert cells[0].x < cells[1].x
