"""A mission is looked up turn by turn, and the clues that are still owed are read first."""

from __future__ import annotations

import pytest

from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import KEY_AGENTS, Setup, Side, TrackingMode
from companion.games.duet.state import Agent, Bystander, CardWord, Clue, SideDone, Stop
from companion.screens.duet.edit import EditPage
from companion.screens.duet.history import HistoryPage, OpenCluesCard
from companion.widgets.icons import Icon
from companion.widgets.text import Text

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario")
PLAYED = (Clue("river", 3, 0), Agent(), Agent(), Stop(), Clue("gold", 2), Bystander(), Agent())


@pytest.fixture
def opened(walk):
    def open_history(*moves, language="en", **options):
        walker = walk(language=language)
        walker.look_back(HistoryPage, DUET, Setup(NAMES, **options), moves)
        return walker

    return open_history


def test_an_empty_history_shows_a_message(opened):
    walker = opened()
    assert walker.says("duet.history.none")
    assert walker.all(OpenCluesCard) == []


def test_turns_are_listed_newest_first_with_their_results_and_costs(opened):
    walker = opened(*PLAYED)
    assert [card.turn.number for card in walker.page.cards] == [3, 2, 1]
    assert walker.says("duet.history.brought", n=2)
    assert walker.says("duet.history.stopped")
    assert walker.says("duet.history.cost", n=1)
    assert walker.says("duet.history.under_way")


def test_older_clues_with_open_words_are_on_top_by_side(opened):
    walker = opened(*PLAYED)
    told = [text for text in walker.words() if text in ("river · 3", "gold · 2")]
    # Once on top, the first side first, and once in its turn, the newest first.
    assert told == ["river · 3", "gold · 2", "gold · 2", "river · 3"]
    assert walker.says("duet.history.open", n=2)
    assert walker.says("duet.history.from", names=("Chloe", "Dario"))


def test_undo_on_the_history_page_takes_back_the_last_move(opened):
    walker = opened(*PLAYED)
    walker.tap(walker.page.undo_button)
    walker.tap(walker.page.undo_button)
    assert [card.turn.number for card in walker.page.cards] == [2, 1]
    # The second clue is that of the turn under way again: only the first is an older one.
    assert not walker.says("duet.history.open", n=2)


def test_typed_words_are_shown_beside_their_marks(opened):
    walker = opened(CardWord(3, "bank"), CardWord(8, "moon"), Agent(3), Bystander(8), keeps=TrackingMode.GRID)
    tr = walker.app.tr
    assert walker.says("duet.history.guess_at", what=tr("duet.history.brought", n=1), place="bank")
    assert walker.says("duet.history.guess_at", what=tr("duet.board.bystander"), place="moon")


def test_sudden_death_shows_the_guess_that_lost_the_mission(opened):
    walker = opened(Agent(), Stop(), Agent(), Bystander(), tokens=1)
    card = walker.page.cards[0]
    told = [part.content for part in card.walk(restrict=True) if isinstance(part, Text)]
    assert Icon.SKULL.value in told
    assert walker.app.tr("duet.board.bystander") in told
    assert walker.app.tr("duet.summary.lost") in told


def test_a_completed_side_is_shown_with_its_turn(opened):
    walker = opened(*(Agent(),) * KEY_AGENTS, SideDone(Side.A), Stop())
    assert walker.says("duet.more.done", words=KEY_AGENTS, names=("Ada", "Bruno"))


def test_a_tap_on_a_turn_edits_it_and_back_leads_to_the_history(opened):
    walker = opened(*PLAYED)
    walker.tap(walker.reach(walker.page.cards[-1]))
    assert isinstance(walker.page, EditPage)
    assert walker.page.entry_edit.word == "river"
    walker.press_back()
    assert isinstance(walker.page, HistoryPage)


def test_in_persian_the_history_is_mirrored_with_persian_digits(opened):
    walker = opened(Clue("رود", 3), Agent(), Stop(), Agent(), language="fa")
    assert walker.app.tr("duet.clue.shown", word="رود", number="۳") in walker.words()
    card = walker.page.cards[0]
    pencil = next(part for part in card.walk(restrict=True) if getattr(part, "size_sp", 0) == 18)
    assert pencil.x < card.center_x
