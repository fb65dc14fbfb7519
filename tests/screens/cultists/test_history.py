"""A game of Among Cultists round by round: read, changed, added to, and told as a story."""

from __future__ import annotations

import pytest
from kivy.metrics import dp

from companion.games.cultists import drafts as kept_shelves
from companion.games.cultists.moves import (
    Book,
    Colour,
    Dead,
    Event,
    Explored,
    GateClosed,
    Hazard,
    HazardCard,
    Next,
    PowerRestored,
    Revealed,
    SeerGuess,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.screens.cultists.history import HistoryPage, HistoryStepRow
from companion.widgets.cards import Chip
from companion.widgets.text import Text
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana")
SIX = Setup(NAMES[:6], knife=2, roles=("seer", "firestarter", "assassin"))
CLEAN_UP = (Next(), Next())
PLAYED = (
    *(Next(), Event("secret_entrances", Colour.BLUE), Next()),
    *(Explored("orange_1"), Hazard(HazardCard.FAILURE, "orange_1"), Book("orange"), *CLEAN_UP),
    *(Next(), Event("gate_opens"), Next(), Dead(4, by=0)),
    *(Vote((1, 5, 1, 1, 5, None), knife_changes_to=5), Revealed(5, False), Book("orange"), *CLEAN_UP),
    *(Next(), Event("lightning"), Next()),
    *(PowerRestored(3), Book("orange"), Book("orange"), Hazard(HazardCard.SABOTAGE), *CLEAN_UP),
    *(Next(), Event("evil_eyes"), Next(), GateClosed((0, 2))),
)
FOUR = Setup(NAMES[:4], automa=True)
OVER = (*(Vote((3, 3, 3, None, 3, None), called_by=1), Revealed(3, True), SeerGuess(1, False)),)


@pytest.fixture
def opened(walk):
    """The page of a table with these moves, its table stored like any other."""

    def open_page(setup=SIX, moves=PLAYED, **options):
        walker = walk(**options)
        walker.look_back(HistoryPage, CULTISTS, setup, moves)
        return walker

    return open_page


def stored(walker):
    return walker.stored_moves(CULTISTS)


def row(walker, kind):
    return walker.one(HistoryStepRow, lambda found: isinstance(found.step.move, kind))


def edit(walker, kind):
    walker.tap(walker.reach(row(walker, kind)))
    return walker.app.navigator.sheet


def test_the_current_round_is_expanded_first_and_a_tap_expands_another(opened):
    walker = opened()
    assert walker.says("cultists.history.gate_closed_by", names=("Ada", "Chloe"))
    assert not walker.says("cultists.history.dead_by", name="Ada", target="Elena")
    walker.tap(walker.reach(walker.button(walker.app.tr("cultists.event.gate_opens.name"))))
    assert walker.says("cultists.history.dead_by", name="Ada", target="Elena")
    assert walker.says("cultists.history.voted_out", name="Farid")
    assert not walker.says("cultists.history.gate_closed_by", names=("Ada", "Chloe"))
    assert walker.says("cultists.history.summary", points=4, target=11, n=2)
    # The round that is open can be folded.
    walker.page.toggle_round(1)
    walker.frames()
    assert walker.all(HistoryStepRow) == []


@pytest.mark.parametrize("number", sample([1, -1]))
def test_a_rebuilt_page_has_the_same_round_expanded(opened, number):
    walker = opened()
    walker.page.open_round(number)
    walker.app.rebuild()
    assert walker.page.selected_index == number


def test_editing_an_event_recomputes_later_moves(opened):
    walker = opened()
    walker.page.toggle_round(1)
    walker.frames()
    sheet = edit(walker, Event)
    assert walker.says("app.edit.nothing")
    walker.tap_on("cultists.event.no_connection.name")
    assert [lost.move for lost in sheet.preview.edit.dropped_moves] == [GateClosed((0, 2))]
    assert walker.says("cultists.problem.need_gate_open")
    assert walker.page.session.moves == PLAYED
    walker.tap_on("app.edit.keep_and_drop", n=1)
    assert walker.app.navigator.sheet is None
    assert walker.page.session.state.gate is None
    assert walker.page.session.state.target == 12
    assert stored(walker) == walker.page.session.moves
    walker.tap(walker.page.undo_button)
    assert walker.page.session.moves == PLAYED == stored(walker)
    walker.tap(walker.page.redo_button)
    assert walker.page.session.state.gate is None


def test_a_ballot_is_edited_in_the_form(opened):
    walker = opened()
    walker.page.toggle_round(1)
    walker.frames()
    edit(walker, Vote)
    tr = walker.app.tr
    walker.tap(walker.reach(walker.button(tr("app.named", name="Elena", what="Farid"))))
    assert walker.says("cultists.edit.voted_for", name="Elena")
    choices = [chip for chip in walker.all(Chip) if chip.label.content == "Chloe"]
    walker.tap(walker.reach(choices[0]))
    assert walker.says("app.named", name="Elena", what="Chloe")
    # Two to two, with Dario's Knife: nobody is out, so nobody can be asked.
    assert walker.says("cultists.vote.why.tie")
    walker.tap_on("app.edit.keep_and_drop", n=1)
    vote = next(move for move in walker.page.session.moves if isinstance(move, Vote))
    assert vote.ballots == (1, 5, 1, 1, 2, None)
    assert walker.page.session.state.ghosts == (4,)


def test_a_vote_by_counts_is_edited_by_its_numbers(opened):
    counted = Vote(counts={"4": 4}, abstentions=1)
    walker = opened(FOUR, (Next(), Event("no_connection"), Next(), counted))
    sheet = edit(walker, Vote)
    assert walker.says("app.edit.nothing")
    sheet.replace_move(0, Vote(counts={"4": 1}, abstentions=4))
    walker.frames()
    assert walker.says("cultists.vote.why.abstentions")
    sheet.replace_move(0, Vote(counts={"4": 1}, abstentions=1))
    walker.frames()
    assert walker.says("cultists.problem.count_total", total=2, expected=5)
    assert not sheet.main.enabled


def test_a_corrected_shelf_is_stored_for_the_next_game(opened):
    read = Shelves((ShelfValue("pink", 2, 4),))
    walker = opened(moves=(*PLAYED, read, Book("pink"), Book("pink")))
    kept_shelves.save_shelves(walker.app, walker.page.session.state)
    edit(walker, Shelves)
    walker.tap(walker.reach(walker.button("3")))
    walker.tap_on("app.edit.keep")
    assert stored(walker)[len(PLAYED)].shelves == (ShelfValue("pink", 2, 3),)
    new = CULTISTS.start(SIX)
    assert ShelfValue("pink", 2, 3) in kept_shelves.recall_shelves(walker.app, new)


def test_an_entry_can_be_removed_and_put_back(opened):
    walker = opened()
    sheet = edit(walker, GateClosed)
    walker.tap_on("app.edit.remove")
    assert sheet.preview.edit.moves == PLAYED[:-1]
    walker.tap_on("app.edit.put_back")
    assert sheet.preview.edit is None
    walker.tap_on("app.edit.remove")
    walker.tap_on("app.edit.keep")
    assert stored(walker) == PLAYED[:-1]
    assert walker.says("app.edit.changed")


def test_a_missing_death_is_inserted_with_its_vote(opened):
    walker = opened()
    walker.page.toggle_round(2)
    walker.frames()
    walker.tap_on("cultists.phase.action")
    walker.tap_on("cultists.happened.dead")
    assert walker.says("cultists.edit.found")
    assert walker.says("cultists.edit.votes")
    # Ada closes the Gate later, so it was somebody else.
    assert walker.says("app.edit.keep_and_drop", n=1)
    names = [chip for chip in walker.all(Chip) if chip.label.content == "Bruno"]
    walker.tap(walker.reach(names[0]))
    walker.tap_on("app.edit.keep")
    table = walker.page.session
    assert table.state.ghosts == (4, 5, 1)
    at = table.moves.index(Dead(1))
    assert isinstance(table.moves[at + 1], Vote)
    assert table.moves[at + 2] == Next()
    assert table.states[at].round == 3
    assert stored(walker) == table.moves


def test_nothing_can_be_inserted_before_the_first_move_or_after_the_end(opened):
    walker = opened(moves=())
    assert walker.says("cultists.history.nothing")
    assert not walker.says("cultists.history.add")
    walker = opened(moves=(*PLAYED, *OVER))
    assert not walker.says("cultists.phase.action")
    assert walker.says("cultists.phase.movement")


# -- sealing ----------------------------------------------------------------------------------------------


def test_a_hidden_history_is_empty_until_it_is_revealed(opened):
    walker = opened()
    walker.tap(walker.reach(walker.page.hide_button))
    assert walker.says("cultists.history.sealed")
    assert not walker.all(HistoryStepRow)
    walker.tap_on("app.history.unseal")
    assert walker.all(HistoryStepRow)


def test_hiding_applies_to_the_next_game_until_it_ends(opened):
    walker = opened()
    walker.tap(walker.reach(walker.page.hide_button))
    assert opened(moves=PLAYED[:3]).page.is_hidden
    over = opened(moves=(*PLAYED, *OVER)).page
    assert not over.is_hidden
    assert over.hide_button.parent is None


@pytest.mark.parametrize(
    ("size", "language", "text_size"),
    sample([((360, 640), "it", 160), ((390, 844), "fa", 100), ((1280, 800), "el", 100)]),
)
def test_every_text_fits_and_every_row_is_a_touch_target(opened, size, language, text_size):
    walker = opened(size=size, language=language, narration=language, text_size=text_size)
    for number in range(4):
        walker.page.open_round(number)
        walker.frames(6)
        for found in walker.all(HistoryStepRow):
            assert found.height >= dp(48)
        for text in walker.all(Text):
            assert text.rendered_size[0] <= text.width + 2, text.content
            assert text.rendered_size[1] <= text.height + 2, text.content
            assert not text.is_truncated, text.content
