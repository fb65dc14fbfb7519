"""Recording deaths, and the questions that only the players can answer."""

from __future__ import annotations

import pytest

from companion.games.cultists.drafts import DeathKind
from companion.games.cultists.edits import find_missing_moves
from companion.games.cultists.moves import (
    Assassinate,
    Correct,
    Dead,
    Declare,
    Event,
    Kills,
    Next,
    Reached,
    Revealed,
    Vote,
)
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Options, Setup
from companion.games.cultists.state import Cause, Phase
from companion.screens.cultists.deaths import (
    SeerPanel,
    build_question_panel,
    open_death_sheet,
    open_declare_sheet,
)
from companion.screens.cultists.vote import VotePage
from tests.cases import sample
from tests.games.cultists.builders import NAMES

pytestmark = pytest.mark.window

ACTION = (Next(), Event("no_connection"), Next())


@pytest.fixture
def start_board(walk):
    def open_board(players, *moves, walker=None, options=None, **extras):
        walker = walker or walk()
        setup = Setup(NAMES[:players], options=Options(**(options or {})), **extras)
        walker.play_now(CULTISTS, setup, *moves)
        walker.frames()
        return walker

    return open_board


def ask(walker, seat=None):
    open_death_sheet(walker.app, walker.board, seat)
    walker.frames()
    return walker.app.navigator.sheet


def test_found_dead_takes_two_taps_and_the_vote_opens_by_itself(start_board):
    walker = start_board(5)
    sheet = ask(walker)
    walker.tap(walker.reach(sheet.victim_choice.chips[3]))
    walker.tap(walker.reach(sheet.main))
    assert walker.board.session.moves[-1] == Dead(3)
    assert walker.app.navigator.sheet is None
    assert isinstance(walker.page, VotePage)
    assert walker.says("cultists.ballot.cause.murder", name="Dario")


def test_finder_can_be_selected_and_deselected(start_board):
    walker = start_board(5)
    sheet = ask(walker, 3)
    walker.tap(walker.reach(sheet.actor_choice.chips[1]))
    assert sheet.draft.by == 1
    walker.tap(walker.reach(sheet.actor_choice.chips[1]))
    assert sheet.draft.by is None
    walker.tap(walker.reach(sheet.actor_choice.chips[2]))
    walker.tap(walker.reach(sheet.main))
    assert walker.board.session.moves[-1] == Dead(3, by=2)


def test_without_a_victim_the_question_is_repeated(start_board):
    walker = start_board(5)
    sheet = ask(walker)
    walker.tap(walker.reach(sheet.main))
    assert walker.board.session.moves == ()
    assert walker.app.toaster.text == walker.app.tr("cultists.death.who.found")


def test_the_assassin_is_offered_only_where_there_is_one(start_board):
    assert ask(start_board(7)).draft.kinds == (DeathKind.FOUND_DEAD,)
    walker = start_board(7, *ACTION, roles=("assassin",))
    sheet = ask(walker)
    walker.tap_on("cultists.death.kind.assassinated")
    walker.tap(walker.reach(sheet.victim_choice.chips[4]))
    assert not sheet.main.enabled
    walker.tap(walker.reach(sheet.actor_choice.chips[1]))
    walker.tap(walker.reach(sheet.main))
    assert walker.board.session.moves[-1] == Assassinate(4, by=1)
    # No vote follows, so the board is there again.
    assert walker.page is walker.board
    assert walker.board.session.state.deaths[-1].cause is Cause.ASSASSINATED


def test_an_assassination_outside_the_action_phase_says_why_not(start_board):
    walker = start_board(7, roles=("assassin",))
    sheet = ask(walker, 4)
    walker.tap_on("cultists.death.kind.assassinated")
    walker.tap(walker.reach(sheet.actor_choice.chips[1]))
    assert not sheet.main.enabled
    assert walker.says("cultists.problem.action_phase")


def test_ghost_can_be_recorded_as_the_last_cultist(start_board):
    walker = start_board(5, Dead(3), Vote((None,) * 5))
    ask(walker)
    walker.tap_on("cultists.death.kind.last_cultist")
    sheet = walker.app.navigator.sheet
    assert sheet.draft.candidates == (3,)
    walker.tap(walker.reach(sheet.victim_choice.chips[3]))
    walker.tap(walker.reach(sheet.main))
    assert walker.board.session.moves[-1] == Revealed(3, True)
    assert walker.board.session.state.phase is Phase.OVER


def test_the_automa_can_be_found_dead_but_finds_nobody(start_board):
    walker = start_board(4, automa=True)
    sheet = ask(walker, 4)
    assert 4 not in sheet.draft.with_seat(0).possible_actors
    walker.tap(walker.reach(sheet.main))
    assert walker.board.session.moves[-1] == Dead(4)
    assert walker.says("cultists.ballot.cause.automa_murder")


CLEAN_UP = (Next(), Event("no_connection"), Next(), Next())


def out(players, seat):
    """A vote by which this seat is out."""
    return Vote((seat,) * players)


def outcome(walker):
    found = walker.page.session.outcome
    return None if found is None else (found.winner, found.reason)


def test_the_lone_cultist_voted_out_ends_the_game(start_board):
    walker = start_board(5)
    # Nothing is asked while the game runs.
    assert build_question_panel(walker.app, walker.page) is None
    walker.page.play_move(out(5, 2))
    walker.frames()
    # A record may go on without the answer, but the table is asked for it.
    assert not walker.page.play_move(Correct(points=3))
    assert walker.app.toaster.text == walker.app.tr("cultists.board.answer_first")
    assert walker.page.session.state.phase is Phase.REVEALED
    assert find_missing_moves(walker.page.session.state) == {}
    walker.app.toaster.dismiss()
    # If it was somebody else play goes on, and one tap takes a slip back.
    walker.tap_on("cultists.question.revealed.no")
    state = walker.page.session.state
    assert state.phase is Phase.MOVEMENT
    walker.tap(walker.app.toaster.button)
    assert walker.page.session.state.phase is Phase.REVEALED
    assert walker.says("cultists.question.revealed.lone", name="Chloe")
    walker.tap_on("cultists.question.revealed.yes")
    assert outcome(walker) == ("investigators", "cultists_eliminated")


@pytest.mark.parametrize(
    ("answer", "found"),
    sample(
        [
            ("earlier", ("cultists", "kills_before")),
            ("this_round", ("investigators", "kills_too_late")),
            ("no", ("investigators", "cultists_eliminated")),
        ]
    ),
)
def test_with_two_cultists_the_pulse_decks_decide_when_the_last_is_out(start_board, answer, found):
    walker = start_board(7, out(7, 2), out(7, 3))
    assert walker.says("cultists.question.revealed.was_it", name="Dario")
    walker.tap_on("cultists.question.revealed.yes")
    assert walker.says("cultists.question.kills.ask", n=4)
    assert walker.says("cultists.question.kills.last_cultist")
    walker.tap_on(f"cultists.question.kills.{answer}", n=4)
    assert walker.page.session.moves[-1] == Kills(Reached(answer))
    assert outcome(walker) == found


@pytest.mark.parametrize("ghosts", sample([True, False]))
def test_the_question_and_the_list_say_the_same_of_who_counts(start_board, ghosts):
    found = (*CLEAN_UP, Dead(4), Vote((None,) * 7))
    options = {"voted_out_count_as_dead": ghosts}
    walker = start_board(
        7, *found, out(7, 2), Revealed(2, False), out(7, 3), Revealed(3, True), options=options
    )
    assert walker.says("cultists.question.kills.check_ghosts" if ghosts else "cultists.question.kills.check")
    names = ("Elena", "Chloe") if ghosts else ("Elena",)
    assert walker.says("cultists.question.kills.known", names=names, n=len(names))


def test_points_are_checked_against_the_dead_where_the_table_plays_so(start_board):
    walker = start_board(7, Correct(points=12), options={"points_beat_kills": False})
    assert walker.says("cultists.question.kills.points")
    walker.tap_on("cultists.question.kills.no", n=4)
    assert outcome(walker) == ("investigators", "points_reached")


def test_the_automa_that_is_voted_out_is_turned_over_and_its_dead_are_counted(start_board):
    walker = start_board(4, out(4, 4), automa=True)
    assert walker.says("cultists.question.revealed.automa_lone")
    assert walker.says("cultists.question.revealed.turn_over")
    walker.tap_on("cultists.question.revealed.yes")
    assert walker.says("cultists.question.kills.automa")
    walker.tap_on("cultists.question.kills.earlier")
    assert outcome(walker) == ("cultists", "automa_kills")


@pytest.mark.parametrize(("answer", "winner"), sample([("right", "cultists"), ("wrong", "investigators")]))
def test_the_cultists_name_the_seer_and_the_table_says_whether_that_is_right(start_board, answer, winner):
    walker = start_board(6, out(6, 2), Revealed(2, True), roles=("seer",))
    assert walker.says("cultists.question.seer.ask")
    panel = walker.one(SeerPanel)
    # The Cultist has been shown, so nobody names that one.
    assert sorted(panel.answer_form.chips) == [0, 1, 3, 4, 5]
    walker.tap_on(f"cultists.question.seer.{answer}")
    assert outcome(walker) is None
    assert walker.app.toaster.text == walker.app.tr("cultists.question.seer.ask")
    walker.app.toaster.dismiss()
    walker.tap(walker.reach(panel.answer_form.chips[4]))
    walker.tap_on(f"cultists.question.seer.{answer}")
    assert walker.page.session.state.seer_guess_target == 4
    assert walker.page.session.outcome.winner == winner


@pytest.mark.parametrize("right", sample([True, False]))
def test_the_lone_cultist_declares_in_a_clean_up(start_board, right):
    walker = start_board(5, *CLEAN_UP)
    open_declare_sheet(walker.app, walker.page)
    walker.frames()
    sheet = walker.app.navigator.sheet
    walker.tap(walker.reach(sheet.answer_form.chips[3]))
    walker.tap(walker.reach(sheet.answer_form.answer_buttons[0 if right else 1]))
    assert walker.app.navigator.sheet is None
    assert walker.page.session.moves[-1] == Declare(3, right)
    reason = "declared_rightly" if right else "declared_wrongly"
    assert outcome(walker) == ("cultists" if right else "investigators", reason)


@pytest.mark.parametrize("guess", sample([True, False]))
def test_a_wrong_declaration_ends_the_game_unless_the_table_grants_the_guess(start_board, guess):
    options = {"guess_after_wrong_declaration": guess}
    walker = start_board(5, *CLEAN_UP, roles=("seer",), options=options)
    open_declare_sheet(walker.app, walker.page)
    walker.frames()
    sheet = walker.app.navigator.sheet
    assert walker.says("cultists.question.kills.check")
    advice = "cultists.question.declare.advice_guess" if guess else "cultists.question.declare.advice"
    assert walker.says(advice, n=3)
    walker.tap(walker.reach(sheet.answer_form.chips[3]))
    walker.tap(walker.reach(sheet.answer_form.answer_buttons[1]))
    assert outcome(walker) == (None if guess else ("investigators", "declared_wrongly"))
    assert walker.says("cultists.question.seer.ask") is guess


def test_a_question_in_persian_is_answered_with_persian_words(walk, start_board):
    walker = start_board(7, out(7, 2), out(7, 3), Revealed(3, True), walker=walk(language="fa"))
    assert walker.says("cultists.question.kills.ask", n=4)
    assert any("۴" in words for words in walker.words())
    walker.tap_on("cultists.question.kills.earlier")
    assert outcome(walker) == ("cultists", "kills_before")
