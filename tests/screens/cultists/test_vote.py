"""Votes by taps: countdown, ballots and counts, the Knife, and the result."""

from __future__ import annotations

from math import hypot

import pytest
from kivy.graphics import SmoothLine
from kivy.metrics import dp

from companion.games.cultists.drafts import BallotDraft, VoteStage, voters_in_order
from companion.games.cultists.moves import Correct, Dead, Event, Keep, Next, Vote
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Options, Setup, VoteRule
from companion.games.cultists.state import Phase
from companion.games.cultists.voting import KnifeEffect
from companion.screens.cultists.board import BoardPage
from companion.screens.cultists.people import VoteResultPage
from companion.screens.cultists.vote import VotePage
from companion.screens.timer import TimerBar, TimerSheet
from companion.scripts.cultists.speech import count_to_three_lines, vote_call_lines
from companion.scripts.script import NightStyle
from companion.widgets.icons import Icon
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana")
ACTION = (Next(), Event("no_connection"), Next())
A, B = 1, 2
KEEP = Keep.KEEP


@pytest.fixture
def start(walk):
    def open_board(players, *moves, walker=None, automa=False, roles=(), **options):
        walker = walker or walk()
        setup = Setup(NAMES[:players], roles=roles, automa=automa, options=Options(**options))
        walker.play_now(CULTISTS, setup, *moves)
        assert isinstance(walker.board, BoardPage)
        return walker

    return open_board


def to_votes(walker, called_by=None):
    """The vote page, ready to be told."""
    walker.board.open_vote(called_by)
    walker.frames()
    walker.tap_on("cultists.ballot.record")
    assert walker.page.vote_stage is VoteStage.TELL
    return walker.page


def tell(walker, *votes):
    """Tap what everyone voted, by seat, in the order in which the page asks; returns the taps it took."""
    page, taps = walker.page, 0
    for seat in voters_in_order(page.board.session.state):
        walker.tap(page.ring.center_box if votes[seat] is None else page.ring.seats[votes[seat]])
        taps += 1
    return taps


# -- the vectors of the rules ---------------------------------------------------------------------------

# Players, votes by seat (seat 0 has the Knife), what the Knife does, the rule, who is out and why.
LITERAL, STRICT = VoteRule.LITERAL, VoteRule.BEAT_ABSTENTIONS
ROWS = [
    (6, (A, B, A, A, B, None), B, LITERAL, B, "majority"),
    (5, (B, None, A, A, B), None, STRICT, None, "abstentions_not_beaten"),
    (6, (A, None, None, A, A, B), KEEP, LITERAL, A, "majority"),
    (6, (A, None, None, A, A, None), KEEP, LITERAL, None, "abstentions"),
    (5, (B, None, A, A, B), None, LITERAL, A, "majority"),
    (7, (A, None, None, A, B, B, B), KEEP, LITERAL, None, "tie"),
]


@pytest.mark.parametrize(("players", "votes", "knife", "rule", "out", "why"), sample(ROWS, keep=2))
def test_votes_end_as_the_rules_say_and_the_screen_says_why(start, players, votes, knife, rule, out, why):
    walker = start(players, vote_rule=rule)
    page = to_votes(walker)
    tell(walker, *votes)
    if players < 7:
        assert page.draft.is_knife_pending
        if knife is KEEP:
            walker.tap_on("cultists.ballot.stands")
        else:
            walker.tap(page.ring.center_box if knife is None else page.ring.seats[knife])
    walker.tap(page.main)
    result = walker.board.session.state.vote
    assert (result.eliminated, result.reason.value) == (out, why)
    assert isinstance(walker.page, VoteResultPage)
    if out is None:
        assert walker.says("cultists.ballot.nobody")
        assert walker.says(f"cultists.vote.why.{why}")
    else:
        assert walker.says("cultists.ballot.verdict.out", name=NAMES[out])
        assert walker.says("cultists.vote.why.majority", name=NAMES[out])


@pytest.mark.parametrize(("rule", "out"), sample([(STRICT, None), (LITERAL, A)]))
def test_the_disputed_example_can_be_counted_and_depends_on_the_rule(start, rule, out):
    # A Ghost has the Knife, so that seven votes are seven.
    walker = start(7, Dead(0), vote_rule=rule)
    page = to_votes(walker)
    walker.tap_on("cultists.ballot.way.counts")
    for _ in range(3):
        walker.tap(walker.reach(page.count_rows.steppers[A].plus))
    walker.tap(walker.reach(page.count_rows.steppers[B].plus))
    assert not page.main.enabled
    assert walker.says("cultists.problem.count_total", total=4, expected=7)
    for _ in range(3):
        walker.tap(walker.reach(page.count_rows.fists.plus))
    assert page.main.enabled
    saves = "nobody" if out is None else "out"
    assert walker.says(f"cultists.ballot.save.{saves}", name="Bruno")
    walker.tap(page.main)
    assert walker.board.session.state.vote.eliminated == out


def test_the_fists_counted_are_never_fewer_than_those_of_the_automa(start):
    walker = start(4, Correct(knife=4), automa=True)
    page = to_votes(walker)
    walker.tap_on("cultists.ballot.way.counts")
    assert (page.count_rows.fists.value, page.count_rows.fists.minus.enabled) == (2, False)


# -- taps -----------------------------------------------------------------------------------------------


def test_an_eight_player_vote_takes_a_tap_each_and_one_and_is_one_undo_away(start):
    walker = start(8, *ACTION)
    page = to_votes(walker, called_by=3)
    taps = tell(walker, A, B, A, A, A, A, A, None)
    walker.tap(page.main)
    assert taps == 8
    assert walker.board.session.moves[-1] == Vote((A, B, A, A, A, A, A, None), called_by=3)
    assert not walker.board.session.state.vote_token
    assert walker.board.session.state.ghosts == (A,)
    walker.tap(walker.page.undo_button)
    assert walker.page is walker.board
    assert walker.board.session.state.ghosts == ()


def test_tallies_stand_at_the_targets_and_a_look_back_at_the_board_loses_nothing(start):
    walker = start(7)
    page = to_votes(walker)
    # Whoever points at the own seat has a vote there, of the double weight of the Knife.
    walker.tap(page.ring.seats[0])
    assert (page.draft.votes[0], page.draft.voter) == (0, 1)
    assert page.ring.seats[0].look.letter == "2"
    # A vote that is not told to its end is not saved.
    walker.tap(page.main)
    assert walker.board.session.moves == ()
    assert walker.app.toaster.text
    walker.app.toaster.dismiss()
    walker.tap(page.step_back_button)
    walker.tap(page.ring.seats[A])
    assert page.ring.seats[A].look.letter == "2"
    assert page.ring.seats[1].look.is_highlighted
    walker.tap(page.ring.center_box)
    assert page.draft.votes[:2] == (A, None)
    assert page.ring.seats[2].look.is_highlighted
    walker.press_back()
    assert walker.page is walker.board
    walker.board.open_vote()
    walker.frames()
    assert walker.page is not page
    assert (walker.page.vote_stage, walker.page.draft.votes[0]) == (VoteStage.TELL, A)
    walker.tap(walker.page.abstain_button)
    walker.tap(walker.page.main)
    assert walker.board.session.moves[-1].ballots == (A, *([None] * 6))


@pytest.mark.parametrize(("width", "height"), sample([(844, 390), (800, 1200), (390, 844)]))
def test_what_points_from_seat_to_seat_goes_with_the_seats_to_another_window(start, width, height):
    walker = start(6, *ACTION)
    to_votes(walker)
    for seat in (3, 4, 5):
        walker.tap(walker.reach(walker.page.ring.seats[seat]))
    walker.resize(width, height)
    ring = walker.page.ring
    starts = [
        tuple(line.points[:2])
        for line in ring._arrows.children
        if isinstance(line, SmoothLine) and len(line.points) == 4
    ]
    assert len(starts) == 3
    seats = [(seat.place.x, seat.place.y) for seat in ring.seats]
    for x, y in starts:
        assert min(hypot(x - at[0], y - at[1]) for at in seats) == pytest.approx(dp(42), abs=1)


def test_a_ghost_votes_but_a_tap_on_one_says_why_nobody_votes_for_it(start):
    walker = start(6, Dead(2))
    assert walker.board.session.state.phase is Phase.VOTE
    walker.tap(walker.board.main)
    page = walker.page
    assert isinstance(page, VotePage)
    walker.tap_on("cultists.ballot.record")
    face = page.ring.seats[2].look.disc_icon
    assert face is not None
    assert face.icon is Icon.GHOST
    walker.tap(page.ring.seats[2])
    assert walker.app.toaster.text == walker.app.tr("cultists.ballot.no.ghost", name="Chloe")
    assert isinstance(page.draft, BallotDraft)
    assert page.draft.voter == 0
    tell(walker, A, B + 1, A, A, A, A)
    walker.tap(page.main)
    walker.tap(page.main)
    assert walker.board.session.state.vote.murder == 2
    assert walker.board.session.state.ghosts == (2, 1)


def test_steps_can_be_taken_back_somebody_asked_later_and_the_rest_abstain(start):
    walker = start(7)
    page = to_votes(walker)
    walker.tap(page.skip_button)
    assert page.draft.voter == 1
    walker.tap(page.ring.seats[4])
    walker.tap(page.step_back_button)
    assert (page.draft.voter, page.draft.is_complete) == (1, False)
    walker.tap(page.ring.seats[4])
    walker.tap(page.abstain_button)
    assert page.draft.votes == (None, 4, None, None, None, None, None)
    walker.tap(page.ring.seats[0])
    walker.tap(page.ring.seats[4])
    assert page.draft.votes[0] == 4
    assert walker.says("cultists.ballot.nobody")


def test_the_automa_keeps_its_fist_closed_and_twice_with_the_knife(start):
    walker = start(4, Correct(knife=4), automa=True)
    page = to_votes(walker)
    assert page.draft.abstentions == 2
    tell(walker, A, B, A, A)
    walker.tap(page.ring.seats[4])
    assert walker.app.toaster.text == walker.app.tr("cultists.problem.automa_abstains")
    walker.tap(page.main)
    result = walker.board.session.state.vote
    assert (result.abstentions, result.eliminated, result.knife) == (2, A, KnifeEffect.DOUBLED)
    assert walker.says("cultists.vote.knife.automa_doubled")


def test_a_table_that_wants_no_abstention_of_the_knife_says_so(start):
    walker = start(5, knife_may_abstain=False)
    page = to_votes(walker)
    tell(walker, A, B, A, A, B)
    walker.tap(page.ring.center_box)
    assert walker.app.toaster.text == walker.app.tr("cultists.problem.knife_no_abstention")
    assert page.draft.is_knife_pending


def test_a_vote_and_what_came_of_it_outlive_the_app_and_are_one_tap_away(start, walk):
    walker = start(6, *ACTION, Dead(5))
    to_votes(walker)
    for seat in (A, B):
        walker.tap(walker.page.ring.seats[seat])
    again = walk()
    again.tap_on("app.go_on")
    page = again.page
    again.board = page.board
    assert page.vote_stage is VoteStage.TELL
    told = [vote for vote in page.draft.votes if vote in (A, B)]
    assert sorted(told) == [A, B]
    assert len(page.draft.pending_voters) == 4
    again.tap(page.abstain_button)
    again.tap_on("cultists.ballot.stands")
    again.tap(page.main)
    assert again.board.session.state.vote.abstentions == 4
    words = again.words()
    once_more = walk()
    once_more.tap_on("app.go_on")
    assert once_more.words() == words
    # A vote that was saved is not offered again.
    sitting = once_more.page.board.controller
    assert len(sitting.draft.ballots.pending_voters) == 6
    # Taken back it is, as it was told.
    sitting.undo()
    assert sitting.draft.ballots.pending_voters == ()


# -- before and after -----------------------------------------------------------------------------------


def test_who_started_the_vote_can_be_chosen_and_the_token_is_used(start):
    walker = start(7, *ACTION)
    walker.board.open_vote()
    walker.frames()
    assert walker.says("cultists.ballot.who_called")
    assert not walker.says("cultists.learn.vote.rule_literal")
    walker.tap(walker.button("Elena"))
    walker.tap_on("cultists.ballot.record")
    walker.tap(walker.page.abstain_button)
    walker.tap(walker.page.main)
    assert walker.board.session.state.vote.called_by == 4
    assert walker.says("cultists.ballot.follows.token")


def test_learners_see_the_voting_rule_and_the_count_without_a_voice(walk, start):
    walker = start(5, walker=walk(style=NightStyle.LEARN, speak_in_game=False))
    walker.board.open_vote()
    walker.frames()
    assert walker.says("cultists.learn.vote.rule_literal")
    page = walker.page
    walker.tap_on("cultists.ballot.count")
    page.countdown.step()
    assert page.countdown.number.content == "1"
    walker.tap(page.countdown)
    assert page.vote_stage is VoteStage.TELL


def test_the_count_says_and_shows_every_number_also_after_a_call_broke_it_off(start, monkeypatch):
    walker = start(6, Dead(2))
    heard: list[str] = []
    monkeypatch.setattr(walker.app.speech, "speak", heard.extend)
    walker.board.open_vote()
    walker.frames()
    assert not walker.says("cultists.ballot.who_called")
    page = walker.page
    walker.tap_on("cultists.ballot.count")
    page.countdown.step()
    heard.clear()
    walker.app.on_pause()
    walker.app.on_resume()
    walker.let_pass(30)
    assert heard == []
    assert walker.page.vote_stage is VoteStage.CALL
    page = walker.page
    walker.tap_on("cultists.ballot.count")
    assert tuple(heard) == vote_call_lines()
    assert page.countdown.number.content == walker.app.tr("cultists.say.vote.shut")
    shown = []
    for _ in range(4):
        page.countdown.step()
        shown.append(page.countdown.number.content)
    assert shown == ["1", "2", "3", walker.app.tr("cultists.ballot.eyes_open")]
    page.countdown.step()
    assert page.vote_stage is VoteStage.TELL
    assert tuple(heard) == (*vote_call_lines(), *count_to_three_lines())


@pytest.mark.usefixtures("real_engine")
def test_a_count_by_this_devices_voice_keeps_its_beat(walk, start):
    """Call and numbers are rendered while people still talk."""
    walker = start(6, Dead(2), walker=walk(voice="device"))
    walker.board.open_vote()
    narration, settings = walker.app.speech.narration, walker.app.settings
    lines = (*vote_call_lines(), *count_to_three_lines())
    walker.wait_for(
        lambda: (
            {line.voice for line in narration.render_lines(lines, settings, use_engine=False)} == {"device"}
        ),
        60,
    )


def test_the_time_is_seen_where_people_talk_and_at_the_board(start):
    walker = start(5, Dead(2))
    timer = walker.board.timer
    timer.press()
    walker.frames()
    assert timer.bar in walker.all(TimerBar)
    walker.board.open_vote()
    walker.frames()
    assert timer.bar in walker.all(TimerBar)
    walker.tap_on("app.timer.title")
    assert isinstance(walker.app.navigator.sheet, TimerSheet)
    walker.press_back()
    walker.press_back()
    assert walker.page is walker.board
    assert timer.bar in walker.all(TimerBar)
    timer.reset()
    walker.frames()
    assert timer.bar.height == 0


def test_after_a_vote_the_result_leads_on_to_the_question_at_the_board(start):
    walker = start(5)
    page = to_votes(walker)
    tell(walker, A, B, A, A, A)
    walker.tap(page.main)
    walker.tap(page.main)
    assert walker.says("cultists.ballot.follows.reveal")
    walker.tap(walker.page.main)
    assert walker.page is walker.board
    assert walker.says("cultists.question.revealed.lone", name="Bruno")


def test_a_vote_in_persian_has_persian_figures_and_the_table_is_not_mirrored(walk, start):
    walker = start(7, walker=walk(language="fa"))
    page = to_votes(walker)
    assert page.ring.seats[1].center_x < page.ring.seats[6].center_x
    tell(walker, A, B, A, A, A, A, A)
    assert page.ring.seats[A].look.letter == "۷"
    assert walker.says("cultists.ballot.verdict.out", name="Bruno")
    walker.tap(page.main)
    assert walker.board.session.state.vote.eliminated == A
    assert walker.says("cultists.vote.why.majority", name="Bruno")
