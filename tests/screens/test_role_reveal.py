"""Who was who at the end of both games, told in a few taps, and the cards turned one by one."""

from __future__ import annotations

import pytest

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.state import Propose, Quest, Vote
from companion.games.cultists.moves import Correct, Roles, SeerGuess
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.screens.avalon.result import build_reveal_cards as avalon_faces
from companion.screens.cultists.history import HistoryPage
from companion.screens.cultists.result import RolesPage
from companion.screens.role_reveal import RoleRevealPage

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
OVER = (Correct(points=10), SeerGuess(0, hit=False))
FIVE = ("investigator", "seer", "investigator", "cultist", "investigator")


@pytest.fixture
def over(walk):
    """A table of five Cultists players at the end, the Seer not found in Ada."""
    walker = walk()
    walker.play_now(CULTISTS, Setup(NAMES, roles=("seer",)), *OVER)
    walker.frames()
    return walker


@pytest.fixture
def said(monkeypatch):
    """The sentences that were to be read aloud."""
    lines = []
    read = "companion.narrator.speech.AppSpeechService.read_aloud"
    monkeypatch.setattr(read, lambda _self, sentence, _tell, is_brisk=False: lines.append(sentence))
    return lines


def give(walker, seat, role):
    walker.tap(walker.page.ring.seats[seat])
    walker.tap_on(f"cultists.role.{role}.name")


def tell(walker):
    walker.tap_on("roles.title")
    give(walker, 3, "cultist")
    give(walker, 1, "seer")


def test_two_roles_are_entered_the_rest_is_filled_in_and_no_reveal_follows_by_default(over):
    tell(over)
    assert over.says("roles.tokens.complete")
    over.tap_on("roles.keep")
    assert over.board.session.state.roles == FIVE
    assert over.page is over.board
    assert over.says("roles.side.cultists")


def test_partly_entered_roles_are_restored_after_a_restart(over, walk):
    over.tap_on("roles.title")
    give(over, 3, "cultist")
    number = over.board.session.game_id
    again = walk()
    again.app.open_session(again.app.games.open_session(again.app.store.games.load(number)))
    again.frames()
    again.tap_on("roles.title")
    assert again.page.draft.roles[3] == "cultist"
    assert not again.page.main.enabled


def test_a_role_entered_by_mistake_can_be_cleared(over):
    over.tap_on("roles.title")
    give(over, 3, "cultist")
    over.tap(over.page.ring.seats[3])
    over.tap_on("roles.tokens.clear")
    assert over.page.draft.missing_count == 5


def test_roles_that_contradict_the_game_are_refused_with_the_reason(over):
    over.tap_on("roles.title")
    give(over, 3, "cultist")
    give(over, 0, "seer")
    over.tap_on("roles.keep")
    assert isinstance(over.page, RolesPage)
    assert over.app.toaster.text == over.app.tr("cultists.problem.roles_seer_missed", name="Ada")


def test_undo_removes_the_roles_and_the_game_stays_over(over):
    over.board.play_move(Roles(FIVE))
    over.tap(over.board.undo_button)
    assert over.board.session.state.roles is None
    assert over.board.session.outcome is not None


def test_the_history_shows_the_roles(over):
    over.board.play_move(Roles(FIVE))
    over.app.push(HistoryPage, over.board.controller)
    over.frames(4)
    assert over.says("roles.told")
    assert over.says("roles.one", name="Dario", role=over.app.tr("cultists.role.cultist.name"))


def test_cards_are_revealed_one_by_one_and_read_aloud(over, said):
    tell(over)
    over.tap(over.reach(over.page.ceremony_switch))
    over.tap_on("roles.keep")
    page = over.page
    assert isinstance(page, RoleRevealPage)
    seer = over.app.tr("cultists.role.seer.name")
    for seen in range(5):
        assert len(said) == seen
        over.tap_on("roles.ceremony.turn")
        if seen < 4:
            over.tap_on("roles.ceremony.next")
    assert [sentence.args["name"] for sentence in said] == ["Ada", "Chloe", "Elena", "Bruno", "Dario"]
    assert said[-1].key == "roles.said.cultists.cultist"
    assert seer not in over.words()
    over.tap_on("roles.ceremony.everyone")
    assert seer in over.words()
    over.tap_on("app.left.result")
    assert over.page is over.board


def test_the_reveal_preference_is_remembered(over):
    over.tap_on("roles.title")
    over.tap(over.reach(over.page.ceremony_switch))
    over.press_back()
    over.tap_on("roles.title")
    assert over.page.ceremony_switch.is_on


def test_cards_can_be_revealed_automatically(over, said):
    over.board.play_move(Roles(FIVE))
    over.frames()
    over.tap_on("roles.ceremony.title")
    page = over.page
    over.tap(over.reach(page.auto_toggle))
    for _ in range(5):
        over.let_pass(4)
    assert page.progress.is_over
    assert len(said) == 5


def test_suspending_stops_the_automatic_reveal_and_switches_it_off(over, said):
    over.board.play_move(Roles(FIVE))
    over.frames()
    over.tap_on("roles.ceremony.title")
    page = over.page
    over.tap(over.reach(page.auto_toggle))
    page.suspend()
    over.let_pass(20)
    assert not page.auto_toggle.is_on
    assert page.progress.index == 0


def test_without_speech_the_cards_are_only_shown(over, said):
    over.app.change_settings(speak_in_game=False)
    over.board.play_move(Roles(FIVE))
    over.frames()
    over.tap_on("roles.ceremony.title")
    over.tap_on("roles.ceremony.turn")
    assert said == []


def test_avalon_reveals_merlin_last(walk, said):
    walker = walk()
    quests = (Propose((0, 1)), Vote(approved=True), Quest(1))
    three = (Propose((0, 1, 2)), Vote(approved=True), Quest(1))
    walker.play_now(AVALON, AvalonSetup(NAMES), *quests, *three, *quests)
    walker.tap_on("roles.title")
    page = walker.page
    for seat, role in enumerate(("merlin", "assassin", "minion")):
        page.assign_role(seat, role)
    walker.tap(walker.reach(page.ceremony_switch))
    walker.tap_on("roles.keep")
    faces = avalon_faces(walker.app, walker.board.controller)
    assert [face.name for face in faces] == ["Dario", "Elena", "Chloe", "Bruno", "Ada"]
    walker.tap_on("roles.ceremony.turn")
    assert said[0].key == "roles.said.avalon.servant"
