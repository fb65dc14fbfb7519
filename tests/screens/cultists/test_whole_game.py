"""Whole games by taps, interrupted and resumed."""

from __future__ import annotations

import pytest

from companion.games.cultists import state as cultists_state
from companion.games.cultists.drafts import BallotDraft, voters_in_order
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import Cause, GateStatus, Phase, RoundPhase
from companion.screens.cultists.actions import GateSheet
from companion.screens.cultists.board import BoardPage
from companion.screens.cultists.building import EventSheet
from companion.screens.cultists.people import PeopleSheet, VoteResultPage
from companion.screens.cultists.vote import VotePage

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana")
AUTOMA = 4


class Host:
    """Somebody who holds a game with the phone alone."""

    def __init__(self, walk, setup):
        self._walk = walk
        self.seen = walk()
        self.seen.app.start_session(CULTISTS, setup)
        self.seen.frames()

    @property
    def board(self):
        assert isinstance(self.seen.page, BoardPage)
        return self.seen.page

    @property
    def state(self):
        return self.board.session.state

    def waits_for(self, what):
        return self.state.phase is what

    def resume(self):
        """The phone dies; later the table is taken up again where it was."""
        left = self.state
        self.seen = self._walk()
        self.seen.tap_on("app.go_on")
        assert self.state == left

    def on(self):
        self.seen.tap(self.board.main)

    def events_until_action(self, event):
        """Everyone moves, this token comes out of the bag, and what it says is done."""
        assert self.waits_for(Phase.MOVEMENT)
        self.on()
        self.on()
        self.seen.tap(self.seen.reach(self.seen.one(EventSheet).visible_tiles[event]))
        self.on()
        assert self.state.round_phase is RoundPhase.ACTION

    def end_round(self):
        self.on()
        self.on()

    def books(self, shelf, count):
        board = self.board
        self.seen.tap(self.seen.reach(board.track))
        for _ in range(count):
            self.seen.tap(self.seen.reach(self.seen.page.library.rows[shelf].add_button))
        if self.seen.page is not board:
            self.seen.press_back()

    def found_dead(self, seat):
        """From the ring of seats to the vote that must follow."""
        self.seen.tap(self.seen.reach(self.board.tiles.ghosts))
        self.seen.tap(self.seen.one(PeopleSheet).ring.seats[seat])
        self.seen.tap_on("cultists.board.person.dead")
        self.seen.tap(self.seen.reach(self.seen.app.navigator.sheet.main))

    def starts_vote(self, seat):
        self.seen.tap(self.seen.reach(self.board.tiles.knife))
        self.seen.tap(self.seen.one(PeopleSheet).ring.seats[seat])
        self.seen.tap_on("cultists.board.person.vote")

    def assassinated(self, seat, by):
        self.seen.tap(self.board.record_button)
        self.seen.tap_on("cultists.death.title")
        sheet = self.seen.app.navigator.sheet
        self.seen.tap_on("cultists.death.kind.assassinated")
        self.seen.tap(self.seen.reach(sheet.victim_choice.chips[seat]))
        self.seen.tap(self.seen.reach(sheet.actor_choice.chips[by]))
        self.seen.tap(self.seen.reach(sheet.main))

    def vote(self, *ballots):
        """Tell the vote that is open: each one's target by seat, None for a fist; the Knife lets it stand."""
        page = self.seen.page
        assert isinstance(page, VotePage)
        self.seen.tap_on("cultists.ballot.record")
        for seat in voters_in_order(page.board.session.state):
            target = ballots[seat]
            self.seen.tap(page.ring.center_box if target is None else page.ring.seats[target])
        if isinstance(page.draft, BallotDraft) and page.draft.is_knife_pending:
            self.seen.tap_on("cultists.ballot.stands")
        self.seen.tap(page.main)
        assert isinstance(self.seen.page, VoteResultPage)
        self.seen.tap(self.seen.page.main)


def test_a_first_game_of_five_ends_when_the_cultist_is_voted_out(walk):
    host = Host(walk, Setup(NAMES[:5], knife=4, roles=("seer",), first_game=True))
    host.events_until_action(cultists_state.MORALE_BOOST)
    host.books("orange", 3)
    host.end_round()
    host.resume()
    assert (host.state.round, host.state.knife, host.state.movement_points) == (2, 0, 4)
    host.events_until_action(cultists_state.NO_CONNECTION)
    host.books("orange", 1)
    assert host.state.points == 4
    host.found_dead(1)
    host.vote(None, None, 3, None, None)
    assert host.state.ghosts == (1,)
    host.end_round()
    host.events_until_action(cultists_state.EVIL_EYES)
    host.resume()
    host.starts_vote(0)
    host.vote(3, 3, 3, None, 3)
    assert [death.cause for death in host.state.deaths] == [Cause.FOUND_DEAD, Cause.VOTED_OUT]
    assert host.waits_for(Phase.REVEALED)
    assert not host.board.main.enabled
    host.seen.tap_on("cultists.question.revealed.yes")
    assert host.waits_for(Phase.SEER_GUESS)
    host.resume()
    host.seen.tap(host.seen.reach(host.seen.button("Chloe")))
    host.seen.tap_on("cultists.question.seer.wrong")
    assert host.seen.says("cultists.outcome.investigators")
    assert host.seen.says("cultists.reason.cultists_eliminated")
    assert host.seen.says("cultists.result.voted_out", name="Dario", hour="III")
    host.seen.tap_on("cultists.board.do.again")
    assert not isinstance(host.seen.page, BoardPage)
    assert {"Ada", "Elena"} <= set(host.seen.words())


@pytest.mark.thorough
def test_a_game_of_six_with_gate_and_blackout_is_lost_when_time_is_up(walk):
    host = Host(walk, Setup(NAMES[:6], roles=("firestarter", "zombie")))
    host.events_until_action(cultists_state.GATE_OPENS)
    host.end_round()
    host.events_until_action(cultists_state.LIGHTNING)
    assert not host.state.power
    host.resume()
    assert host.seen.says("cultists.board.power.off")
    host.end_round()
    host.events_until_action(cultists_state.NO_CONNECTION)
    assert host.seen.says("cultists.board.gate.last_now")
    host.seen.tap(host.seen.reach(host.board.tiles.gate))
    gate = host.seen.one(GateSheet)
    for seat in (2, 5):
        host.seen.tap(gate.chips[seat])
    host.seen.tap(gate.main)
    assert (host.state.gate.status, host.state.target) == (GateStatus.CLOSED, 11)
    host.seen.tap(host.seen.reach(host.board.tiles.power))
    host.seen.tap_on("cultists.happened.power_restored")
    assert host.state.power
    host.end_round()
    left = [event for event, count in host.state.bag.items() for _ in range(count)]
    for event in left[:7]:
        host.events_until_action(event)
        if host.state.round < 10:
            host.end_round()
    host.resume()
    host.on()
    assert host.seen.says("cultists.awaits.last_clean_up", rounds=10)
    host.seen.tap_on("app.time_up")
    assert host.seen.says("cultists.outcome.cultists")
    assert host.seen.says("cultists.reason.time_up", rounds=10)


@pytest.mark.thorough
def test_a_game_of_four_with_the_automa_is_won_by_a_declaration(walk):
    host = Host(walk, Setup(NAMES[:4], knife=3, automa=True))
    host.events_until_action(cultists_state.NO_CONNECTION)
    host.end_round()
    assert host.state.knife == AUTOMA
    host.events_until_action(cultists_state.MORALE_BOOST)
    host.found_dead(1)
    # The Automa has the Knife, so its fist counts twice.
    host.vote(AUTOMA, None, AUTOMA, None)
    assert (host.state.ghosts, host.state.vote.abstentions) == ((1,), 4)
    host.resume()
    host.starts_vote(0)
    host.vote(AUTOMA, AUTOMA, AUTOMA, AUTOMA)
    assert host.state.ghosts == (1, AUTOMA)
    assert host.seen.says("cultists.question.revealed.automa_lone")
    host.seen.tap_on("cultists.question.revealed.no")
    host.on()
    host.seen.tap_on("cultists.question.declare.title")
    host.seen.tap(host.seen.reach(host.seen.button("Chloe")))
    host.seen.tap_on("cultists.question.declare.right", n=3)
    assert host.seen.says("cultists.outcome.cultists")
    assert host.seen.says("cultists.reason.declared_rightly")


@pytest.mark.thorough
def test_game_of_seven_is_won_by_cultists_with_enough_kills_before(walk):
    host = Host(walk, Setup(NAMES[:7], knife=5, roles=("fish", "firestarter", "assassin")))
    host.events_until_action(cultists_state.LIGHTNING)
    host.assassinated(2, by=6)
    assert host.waits_for(Phase.ACTION)
    host.end_round()
    host.events_until_action(cultists_state.HANDHELD_CAMERA)
    host.found_dead(0)
    # Greta has the Knife, and her vote is worth those of two others.
    host.vote(None, 3, 3, 4, 3, None, 4)
    assert (host.state.ghosts, host.state.vote.why.value) == ((2, 0), "tie")
    host.starts_vote(1)
    host.vote(3, 3, None, None, 3, None, None)
    assert host.state.ghosts == (2, 0)
    host.end_round()
    host.events_until_action(cultists_state.NO_CONNECTION)
    host.starts_vote(1)
    host.vote(3, 3, None, None, 3, 3, None)
    assert host.state.ghosts == (2, 0, 3)
    host.resume()
    host.seen.tap_on("cultists.question.revealed.yes")
    assert host.waits_for(Phase.KILLS)
    host.seen.tap_on("cultists.question.kills.earlier")
    assert host.seen.says("cultists.outcome.cultists")
    assert host.seen.says("cultists.reason.kills_before")


@pytest.mark.thorough
def test_a_game_of_eight_is_won_by_points_and_lost_to_the_name_of_the_seer(walk):
    host = Host(walk, Setup(NAMES, roles=("seer", "engineer", "firestarter", "assassin")))
    host.events_until_action(cultists_state.SECRET_ENTRANCES)
    host.books("orange", 4)
    assert (host.state.points, host.state.target) == (4, 13)
    host.end_round()
    host.resume()
    host.events_until_action(cultists_state.GATE_OPENS)
    host.end_round()
    host.events_until_action(cultists_state.EVIL_EYES)
    host.on()
    assert (host.state.gate.status, host.state.target) == (GateStatus.EXPIRED, 14)
    host.on()
    host.seen.tap(host.board.more)
    host.seen.tap_on("cultists.more.correct")
    sheet = host.seen.app.navigator.sheet
    for _ in range(host.state.target - host.state.points):
        host.seen.tap(sheet.points.plus)
    host.seen.tap_on("cultists.more.set")
    assert host.waits_for(Phase.SEER_GUESS)
    host.resume()
    host.seen.tap(host.seen.reach(host.seen.button("Hana")))
    host.seen.tap_on("cultists.question.seer.right")
    assert host.seen.says("cultists.outcome.cultists")
    assert host.seen.says("cultists.reason.seer_named")
