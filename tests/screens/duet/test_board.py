"""The board of a mission, with its sheets for the clue and the words."""

from __future__ import annotations

import pytest

from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import ClueRules, Mission, Setup, Side, TrackingMode, Unlimited
from companion.games.duet.state import Agent, Bystander, CardWord, Clue, SideDone, Stop
from companion.games.registry import get_game
from companion.screens.duet.board import BoardPage, ClueSheet
from companion.screens.duet.cards import AgentsRow
from companion.screens.duet.history import HistoryPage
from companion.screens.home import ContinueCard, HomePage

pytestmark = pytest.mark.window


@pytest.fixture
def board(walk):
    """A standard mission of Ada and Bob."""
    walker = walk()
    walker.play_now(DUET, Setup(("Ada", "Bob"), keeps=TrackingMode.KEYS))
    return walker


def test_a_mission_is_won_by_taps_from_home_and_scored(walk):
    board = walk()
    board.open_game("duet")
    for name in ("Ada", "Bob"):
        board.type_into(board.page.field, name)
        board.tap(board.page.add_button)
    board.tap(board.page.main)
    board.tap_on("duet.setup.start")
    page = board.page
    setup = page.session.setup
    assert (setup.players, setup.tokens, setup.keeps) == (("Ada", "Bob"), 9, TrackingMode.KEYS)
    for _ in range(5):
        board.tap(page.main)
        board.tap(page.main)
        board.tap(page.stop_tile)
    for _ in range(5):
        board.tap(page.main)
    assert page.session.outcome.reason == "all_agents"
    assert board.says("duet.summary.won")
    assert board.says("duet.rank.map")
    assert page.title.subtitle.content == board.app.tr("app.board.over")


def test_undo_and_redo_walk_through_the_moves(board):
    page = board.page
    # Stopping before a guess does nothing.
    board.tap(page.stop_tile)
    assert page.session.moves == ()
    board.app.toaster.dismiss()
    board.tap(page.main)
    board.tap(page.bystander_tile)
    assert page.session.state.turn == 2
    board.tap(page.undo_button)
    board.tap(page.undo_button)
    assert page.session.state.agents == 0
    assert not page.undo_button.enabled
    board.tap(page.redo_button)
    assert page.session.state.agents == 1
    # A lost mission is one undo away.
    board.tap(page.assassin_tile)
    assert board.says("duet.summary.lost")
    board.tap_on("app.undo")
    assert page.session.outcome is None
    assert board.says("duet.board.clue_from", n=1)


def test_back_from_a_mission_leads_home_where_it_can_be_continued(board):
    board.tap(board.page.main)
    board.press_back()
    assert isinstance(board.page, HomePage)
    board.tap_on("app.go_on")
    assert isinstance(board.page, BoardPage)
    assert board.page.session.state.agents == 1


def test_playing_again_starts_a_session_with_the_same_players(board):
    board.tap(board.page.assassin_tile)
    board.tap(board.page.main)
    board.tap_on("duet.setup.start")
    assert board.page.session.moves == ()
    assert board.page.session.setup.players == ("Ada", "Bob")
    assert board.app.store.games.count() == 2


def test_rare_moves_are_in_the_menu_and_covered_keys_only_if_possible(board):
    page = board.page
    page.open_more()
    board.frames()
    assert not board.says("duet.more.done", words=9, names=("Ada",))
    board.tap_on("duet.more.illegal")
    assert page.session.state.bank.tokens_left == 8
    for _ in range(7):
        page.play_move(Agent())
    page.play_move(Stop())
    for _ in range(3):
        page.play_move(Agent())
    page.open_more()
    board.frames()
    assert not board.says("duet.more.done", words=9, names=("Bob",))
    board.tap_on("duet.more.done", words=9, names=("Ada",))
    assert page.session.state.done_side is Side.A
    assert board.says("duet.board.key_done", side=1, most=9)


def test_old_session_with_only_a_bank_shows_why_a_side_cannot_be_done(walk):
    walker = walk()
    walker.play_now(DUET, Setup(("Ada", "Bob")))
    walker.board.open_more()
    walker.frames()
    walker.tap_on("duet.more.done", words=9, names=("Ada",))
    assert walker.says("duet.problem.done_too_soon", n=0, needed=9)


def test_the_agents_of_each_key_are_counted_until_one_has_none_left(board):
    page = board.page
    for _ in range(8):
        board.tap(page.main)
    assert board.says("duet.board.key_count", side=1, count=8, most=9)
    assert board.says("duet.board.key_count", side=2, count=0, most=9)
    board.tap(page.main)
    assert board.says("duet.board.key_done", side=1, most=9)
    board.tap(page.main)
    assert board.says("duet.problem.key_covered", words=9, names=("Ada",))
    board.tap(page.stop_tile)
    assert board.says("duet.board.clue_from", n=2)


def test_an_easier_mission_is_won_by_taps_and_has_no_score(walk):
    walker = walk()
    walker.app.open_setup(get_game("duet"), ("Ada", "Bob"))
    walker.frames(4)
    walker.tap_on("duet.setup.easier", tokens=11)
    walker.tap_on("duet.setup.start")
    page = walker.page
    assert walker.says("duet.board.left", n=11)
    for _ in range(3):
        walker.tap(page.bystander_tile)
        walker.tap(page.main)
        walker.tap(page.main)
        walker.tap(page.stop_tile)
    for _ in range(9):
        walker.tap(page.main)
    assert page.session.outcome.reason == "all_agents"
    assert page.session.state.bank.tokens_left == 4
    assert walker.says("duet.summary.won")
    assert not walker.says("duet.score.total")


def test_sudden_death_has_a_look_of_its_own_and_only_those_who_may_guess(walk):
    walker = walk()
    setup = Setup(("Ada", "Bob"), tokens=2, keeps=TrackingMode.KEYS)
    nine = [*(Agent(),) * 9, Stop()]
    walker.play_now(DUET, setup, *nine, Bystander())
    board = walker.board
    assert board.session.state.is_sudden_death
    assert not board.stop_tile.parent
    assert not walker.says("duet.board.left", n=0)
    assert walker.says("duet.board.guess_by", n=1)
    assert not walker.says("duet.board.guess_by", n=2)
    assert walker.says("duet.learn.sudden.rule")
    walker.tap(board.undo_button)
    assert board.stop_tile.parent
    assert walker.says("duet.board.left", n=1)
    walker.tap(board.redo_button)
    for _ in range(6):
        walker.tap(board.main)
    assert walker.says("duet.summary.won")


def test_a_city_of_the_map_is_named_and_its_end_leads_back_to_the_map(walk):
    walker = walk()
    walker.play_now(DUET, Setup(("Ada", "Bob"), keeps=TrackingMode.KEYS, mission=Mission("ours", "cairo")))
    assert walker.says("duet.board.city_turn", city=walker.app.tr("duet.city.cairo"), turn=1)
    walker.tap(walker.board.assassin_tile)
    assert walker.board.main.label.content == walker.app.tr("duet.map.title")


def test_history_opens_with_one_tap_and_again_after_a_restart(walk):
    walker = walk()
    walker.play_now(DUET, Setup(("Ada", "Bob"), keeps=TrackingMode.KEYS), Clue("River", 3), Agent(), Stop())
    walker.tap(walker.board.history_button)
    assert isinstance(walker.page, HistoryPage)
    again = walk()
    again.tap(again.one(ContinueCard))
    assert isinstance(again.page, HistoryPage)
    again.press_back()
    assert isinstance(again.page, BoardPage)


def test_illegal_clue_that_costs_the_last_token_shows_the_last_guesses(board):
    page = board.page
    for _ in range(8):
        board.tap(page.bystander_tile)
    page.open_more()
    board.frames()
    board.tap_on("duet.more.illegal")
    assert board.says("duet.board.last_guesses")
    assert board.says("duet.board.clue_from", n=1)
    assert board.says("duet.board.left", n=0)
    board.tap(page.main)
    assert board.says("duet.board.last_guesses")
    board.tap(page.stop_tile)
    assert not board.says("duet.board.last_guesses")
    assert board.says("duet.board.guess_by", n=2)
    assert board.says("duet.learn.sudden.rule")
    board.tap(page.undo_button)
    assert board.says("duet.board.last_guesses")
    assert board.says("duet.board.clue_from", n=1)


@pytest.fixture
def heard(board):
    """The lines that are said from now on."""
    lines: list[str] = []
    board.app.speech.speak = lines.extend
    return lines


def test_every_guess_is_spoken(board, heard):
    board.tap(board.page.main)
    board.tap(board.page.bystander_tile)
    assert heard == ["duet.say.found", "duet.say.bystander", "duet.say.tokens.8", "duet.say.clue.2"]
    assert board.says("duet.board.clue_from", n=2)
    heard.clear()
    board.tap(board.page.undo_button)
    assert heard == []


def test_a_new_mission_is_welcomed_once_and_one_under_way_is_not(walk):
    walker = walk()
    lines: list[str] = []
    walker.app.speech.speak = lines.extend
    walker.play_now(DUET, Setup(("Ada", "Bob")))
    assert lines == ["duet.say.begins", "duet.say.tokens.9", "duet.say.clue.1"]
    walker.board.play_move(Agent())
    lines.clear()
    walker.press_back()
    walker.tap_on("app.go_on")
    assert lines == []


def test_menu_speaks_the_status_and_has_the_speech_switch(board, heard):
    board.tap(board.page.more)
    assert board.says("app.settings.speak_in_game")
    board.tap_on("app.more.status")
    assert heard == ["duet.say.agents.15", "duet.say.tokens.9", "duet.say.clue.1"]


def test_tapping_the_sides_speaks_the_status_even_in_sudden_death(walk):
    walker = walk(size=(360, 640))
    lines: list[str] = []
    walker.app.speech.speak = lines.extend
    walker.play_now(DUET, Setup(("Ada", "Bob"), tokens=2), Agent(), Stop())
    lines.clear()
    walker.tap(walker.board.clue.status)
    assert lines == ["duet.say.agents.14", "duet.say.tokens.1", "duet.say.clue.2"]
    assert walker.app.toaster.text == " ".join(map(walker.app.tr, lines))
    lines.clear()
    walker.board.play_move(Bystander())
    walker.frames()
    assert lines.count("duet.say.sudden_death") == 1
    lines.clear()
    walker.tap(walker.button(walker.app.tr("duet.sudden_death")))
    assert lines == ["duet.say.agents.14", "duet.say.sudden_death", "duet.say.guess.both"]


def test_groups_of_hats_wrap_as_a_whole_on_a_small_phone(walk):
    walker = walk(size=(360, 640))
    walker.play_now(DUET, Setup(("Ada", "Bob")))
    hats = walker.one(AgentsRow).hats
    lines = [{hat.to_window(hat.x, hat.y)[1] for hat in hats[first : first + 5]} for first in (0, 5, 10)]
    assert [len(line) for line in lines] == [1, 1, 1]


FOUR = Setup(("Ada", "Bruno", "Chloe", "Dario"), keeps=TrackingMode.KEYS)


@pytest.fixture
def table(walk):
    walker = walk()
    walker.play_now(DUET, FOUR)
    return walker


def sheet(walker):
    return walker.one(ClueSheet)


def test_entered_clue_is_shown_on_the_board(table):
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


def test_second_tap_clears_the_number(table):
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
def test_zero_and_unlimited_clues_are_explained(table, number, key):
    table.board.play_move(Clue("River", number))
    table.frames()
    assert table.says(key, count=0)


def test_warnings_appear_while_typing_and_block_nothing(walk):
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


def test_agreed_kinds_of_clue_have_no_warning(walk):
    walker = walk()
    walker.play_now(DUET, Setup(("Ada", "Bruno"), keeps=TrackingMode.KEYS, clue_rules=ClueRules(names=True)))
    walker.tap(walker.board.clue.edit_button)
    walker.type_into(sheet(walker).field, "New York")
    assert not walker.says("duet.clue.doubt.several_words")
    assert walker.says("duet.clue.agreed")


def test_unfinished_clue_is_restored_after_a_restart_and_after_closing(walk):
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


def test_unfinished_clue_is_dropped_with_its_side(walk):
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


def test_undone_clue_is_entered_again(table):
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
