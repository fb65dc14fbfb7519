"""Rules at hand: searched, read and annotated in the app, and reached from what was refused."""

from __future__ import annotations

import pytest

from companion.core.game import error
from companion.games.duet.definition import DEFINITION as DUET
from companion.games.duet.rules import GAME
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent
from companion.screens.board_page import MoreSheet
from companion.screens.duet.board import BoardPage
from companion.screens.learn.rule_links import has_rules, open_rules
from companion.screens.learn.rules import FoldedEntry, OpenedEntry, RulesPage
from companion.scripts.rule_search import MAX_NOTE_LENGTH, MAX_QUERY_LENGTH, load_note
from companion.widgets.text import Text

pytestmark = pytest.mark.window

TABLE = Setup(("Ada", "Bruno"))


@pytest.fixture
def reader(walk):
    """Somebody who reads the rules at a mission with one agent found."""
    walker = walk()
    walker.play_now(GAME, TABLE, Agent())
    open_rules(walker.app, DUET, None, walker.board.session)
    walker.frames(4)
    return walker


def titles(walker):
    return [folded.title for folded in walker.all(FoldedEntry)]


def title(walker, entry):
    return walker.app.tr(f"duet_rules.entry.{entry}.title")


def opened(walker):
    """The title of what is read, if anything is."""
    cards = walker.all(OpenedEntry)
    return (
        None
        if not cards
        else next(t.content for t in cards[0].head.walk() if isinstance(t, Text) and t.face == "title")
    )


def test_a_refused_tap_leads_to_its_rule_and_back_to_the_same_state(walk):
    walker = walk()
    walker.play_now(GAME, TABLE)
    board = walker.page
    walker.tap(board.stop_tile)
    assert walker.says("duet.problem.guess_first")
    walker.tap_on("app.rules.why")
    assert isinstance(walker.page, RulesPage)
    assert opened(walker) == title(walker, "stop")
    assert walker.says("duet.problem.guess_first")
    assert walker.says("duet_rules.now.no_stop_yet")
    walker.tap_on("app.board.back")
    assert walker.page is board
    assert board.session.moves == ()


def test_open_sheet_is_restored_after_the_rules(walk):
    walker = walk()
    walker.play_now(GAME, TABLE)
    board = walker.page
    board.open_more()
    walker.frames()
    sheet = walker.app.navigator.sheet
    walker.app.show_problem(error("duet.problem.guess_first"))
    walker.frames()
    walker.tap_on("app.rules.why")
    assert walker.app.navigator.sheet is None
    assert walker.press_back()
    assert walker.page is board
    assert walker.app.navigator.sheet is sheet
    walker.tap_on("app.rules.title")
    assert isinstance(walker.page, RulesPage)
    walker.press_back()
    assert walker.app.navigator.sheet is None


def test_problem_without_a_rule_offers_no_link(walk):
    walker = walk()
    walker.play_now(GAME, TABLE)
    walker.app.show_problem(error("app.problem.storage_full"))
    walker.frames()
    assert not walker.says("app.rules.why")


def test_words_are_searched_as_they_are_typed(reader):
    reader.type_into(reader.page.field, "asassin")
    assert titles(reader)[0] == title(reader, "assassin")
    reader.tap(reader.all(FoldedEntry)[0])
    assert opened(reader) == title(reader, "assassin")
    reader.tap(reader.page.search_button)
    assert reader.page.field.text == ""
    assert reader.says("duet_rules.chapter.clues")


def test_search_without_a_match_shows_the_nearest_entries(reader):
    reader.type_into(reader.page.field, "👻\u202e" * 5000)
    assert len(reader.page.field.text) == MAX_QUERY_LENGTH
    assert reader.says("rules.nearest")
    assert len(titles(reader)) == 3


def test_links_between_entries_lead_there_and_back(reader):
    reader.tap_on("duet_rules.chapter.end")
    reader.tap_on("duet_rules.entry.score.title", **{})
    assert opened(reader) == title(reader, "score")
    assert not reader.says("rules.at_table")
    reader.tap_on("duet_rules.entry.check_tokens.title")
    assert opened(reader) == title(reader, "check_tokens")
    assert reader.says("rules.at_table")
    assert reader.page.chapter == "tokens"
    reader.press_back()
    assert opened(reader) == title(reader, "score")
    reader.press_back()
    assert isinstance(reader.page, BoardPage)


def test_note_is_saved_while_typed_and_shown_in_the_next_game(reader, walk):
    open_rules(reader.app, DUET, "how_strict")
    reader.frames(4)
    assert reader.says("rules.unknown")
    reader.tap_on("rules.note.write")
    note = "بدون قافیه 👻\x07"
    reader.type_into(reader.app.navigator.sheet.field, note)
    # The phone ends the app: nobody has said that it is done.
    again = walk()
    assert load_note(again.app, "duet", "how_strict") == "بدون قافیه 👻"
    open_rules(again.app, DUET, "how_strict")
    again.frames(4)
    assert "بدون قافیه 👻" in again.words()
    again.tap_on("rules.note.change")
    again.type_into(again.app.navigator.sheet.field, "x" * 10_000)
    assert again.says("rules.note.left", n=0)
    again.tap(again.app.navigator.sheet.done_button)
    assert "x" * MAX_NOTE_LENGTH in again.words()


def test_open_entry_is_restored_after_a_rebuild(reader):
    open_rules(reader.app, DUET, "score")
    reader.frames(4)
    reader.app.change_settings(text_size=160)
    reader.frames(4)
    assert opened(reader) == title(reader, "score")
    reader.type_into(reader.page.field, "zero")
    reader.app.change_settings(text_size=100)
    reader.frames(4)
    assert reader.page.field.text == "zero"
    assert titles(reader) == [title(reader, "zero_clue")]


def test_wide_screen_shows_the_entry_beside_the_list(reader):
    reader.resize(1280, 800)
    card, folded = reader.one(OpenedEntry), reader.all(FoldedEntry)
    assert opened(reader) == title(reader, "goal")
    assert len(folded) == 4
    assert folded[0].right < card.x


def test_a_game_without_rules_offers_none(walk, pebbles):
    from pebble_house.games.pebbles.rules import Setup as Pebbles

    assert not has_rules(pebbles)
    walker = walk()
    walker.play_now(pebbles.rules, Pebbles(("Ada", "Bruno")))
    walker.page.open_more()
    walker.frames()
    assert isinstance(walker.app.navigator.sheet, MoreSheet)
    assert not walker.says("app.rules.title")
    walker.app.navigator.close_sheet()
    walker.app.show_problem(error("pebbles.problem.any"))
    assert not walker.says("app.rules.why")
