"""Deaths by taps: found, assassinated, and a Ghost who was the last Cultist."""

from __future__ import annotations

import pytest

from companion.core.session import GameSession
from companion.games.cultists.drafts import DeathDraft, DeathKind
from companion.games.cultists.moves import Assassinate, Dead, Event, Next, Revealed, Vote
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Options, Setup
from companion.games.cultists.state import Cause, Phase
from companion.screens.cultists.deaths import open_death_sheet
from companion.screens.cultists.vote import VotePage
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


def test_who_checked_may_be_told_and_taken_back(start_board):
    walker = start_board(5)
    sheet = ask(walker, 3)
    walker.tap(walker.reach(sheet.actor_choice.chips[1]))
    assert sheet.draft.by == 1
    walker.tap(walker.reach(sheet.actor_choice.chips[1]))
    assert sheet.draft.by is None
    walker.tap(walker.reach(sheet.actor_choice.chips[2]))
    walker.tap(walker.reach(sheet.main))
    assert walker.board.session.moves[-1] == Dead(3, by=2)


def test_nobody_chosen_means_nothing_happens_and_the_question_is_asked_again(start_board):
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


def test_the_assassin_who_was_shown_is_the_only_one_offered():
    setup = Setup(NAMES[:7], roles=("assassin",))
    session = GameSession(CULTISTS, setup, (*ACTION, Assassinate(4, by=1)))
    draft = DeathDraft(session.state).with_kind(DeathKind.ASSASSINATED)
    assert (draft.possible_actors, draft.by) == ((1,), 1)
    assert draft.with_seat(2).move == Assassinate(2, by=1)


def test_a_ghost_can_be_told_to_have_been_the_last_cultist(start_board):
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
