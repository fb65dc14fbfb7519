"""Whole missions: the bank, its two faces, sudden death and the score."""

import pytest

from companion.core.game import Outcome
from companion.core.session import GameSession
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import AGENTS, Side, TrackingMode
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bank,
    Bystander,
    IllegalClue,
    PhaseKind,
    Score,
    SideDone,
    Stop,
    Token,
    compute_score,
)

WON = Outcome("team", "all_agents")


def scored(session):
    """The score of a mission that was won."""
    counted = compute_score(session.state)
    assert counted is not None
    return counted


@pytest.mark.parametrize(
    ("turns", "left", "earned", "total", "rank"),
    [("ssssssW", 2, 7, 13, "map"), ("ssssssssW", 0, 9, 9, "excellent"), ("bbbbsW", 3, 2, 11, "map")],
)
def test_a_won_mission_counts_tokens_left_and_checks_earned(mission, turns, left, earned, total, rank):
    session = mission(turns)
    assert session.outcome == WON
    assert (session.state.bank.tokens_left, session.state.earned_tokens) == (left, earned)
    assert (scored(session).total, scored(session).rank) == (total, rank)


@pytest.mark.parametrize("keeps", TrackingMode)
@pytest.mark.parametrize(
    ("turns", "left", "earned", "total"), [("ssssssW", 2, 7, 13), ("ssssssssW", 0, 9, 9)]
)
def test_a_mission_is_worth_the_same_whatever_the_table_keeps(mission, keeps, turns, left, earned, total):
    session = mission(turns, keeps=keeps)
    assert session.outcome == WON
    assert (session.state.bank.tokens_left, session.state.earned_tokens, scored(session).total) == (
        left,
        earned,
        total,
    )


def test_the_winning_turns_token_need_not_count(mission):
    assert scored(mission("ssssssW", winning_token_counts=False)).total == 12


@pytest.mark.parametrize("keeps", [None, *TrackingMode])
@pytest.mark.parametrize(
    ("tokens", "mistakes", "turns", "bank"),
    [
        (9, 5, "bbbbbb", Bank(bystanders=0, checks=2)),
        (9, 5, "sssss", Bank(bystanders=4, checks=0)),
        (11, 2, "bbbs", Bank(bystanders=0, checks=6)),
        (9, 9, "sb", Bank(bystanders=7, checks=0)),
    ],
)
def test_a_missions_bank_pays_by_its_faces(mission, tokens, mistakes, turns, bank, keeps):
    assert mission(turns, tokens, mistakes, keeps=keeps).state.bank == bank


def test_stopping_with_only_bystander_tokens_left_still_earns_a_check(mission):
    assert mission("sssss", 9, 5).state.earned_tokens == 5


@pytest.mark.parametrize("tokens", [6, 8, 9, 11])
def test_only_missions_of_nine_tokens_are_scored(mission, tokens):
    session = mission("W", tokens=tokens)
    assert session.outcome == WON
    assert (compute_score(session.state) is not None) == (tokens == 9)


def test_a_mission_under_way_or_lost_has_no_score(mission):
    session = mission("s")
    assert compute_score(session.state) is None
    session.play(Assassin())
    assert compute_score(session.state) is None


@pytest.mark.parametrize(
    ("points", "rank"),
    [(5, "plain"), (6, "good"), (8, "good"), (9, "excellent"), (10, "excellent"), (11, "map")],
)
def test_the_rank_follows_the_points(points, rank):
    assert Score(for_tokens_left=3, for_checks=points - 2, for_sudden_death=-1).rank == rank


def test_a_turn_passes_the_clue_to_the_other_side(mission):
    session = mission(first=Side.B)
    assert (session.state.phase.what, session.state.phase.clues, session.state.phase.guesses) == (
        PhaseKind.GUESS,
        Side.B,
        (Side.A,),
    )
    session.play(Bystander())
    assert (session.state.turn, session.state.phase.clues) == (2, Side.A)


def test_a_right_guess_lets_the_same_side_go_on(mission):
    session = mission()
    session.play(Agent())
    session.play(Agent())
    assert (session.state.turn, session.state.correct_guesses, session.state.phase.clues) == (1, 2, Side.A)


def test_a_turn_cannot_stop_before_a_right_guess(mission, refused):
    session = mission("s")
    assert refused(session, Stop()) == "guess_first"


def test_the_assassin_loses_at_once(mission):
    session = mission("sb")
    session.play(Assassin())
    assert session.outcome == Outcome(None, "assassin")
    assert session.state.phase.what is PhaseKind.OVER


def test_nothing_happens_after_the_end(mission, refused):
    session = mission("W")
    for move in (Agent(), Bystander(), Assassin(), Stop(), IllegalClue()):
        assert refused(session, move) == "over"


def test_an_empty_bank_means_sudden_death(mission, refused):
    session = mission("sssssssss")
    assert session.outcome is None
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert (session.state.phase.guesses, session.state.phase.clues) == ((Side.A, Side.B), None)
    assert session.state.correct_guesses == 0
    assert refused(session, Stop()) == "sudden_death"
    assert refused(session, IllegalClue()) == "sudden_death"


def test_sudden_death_is_won_by_the_last_agent_and_costs_a_point(mission):
    session = mission("sssssssssW")
    assert session.outcome == WON
    assert (scored(session).total, scored(session).for_sudden_death) == (8, -1)


@pytest.mark.parametrize(
    ("move", "reason"), [(Bystander(), "bystander_in_sudden_death"), (Assassin(), "assassin")]
)
def test_any_wrong_guess_in_sudden_death_loses(mission, move, reason):
    session = mission("bbbbbbbbb")
    session.play(move)
    assert session.outcome == Outcome(None, reason)


def test_a_bystander_that_takes_the_last_two_checks_leads_to_sudden_death(mission):
    session = mission("bb", tokens=3, mistakes=1)
    assert (session.state.bank.tokens_left, session.state.is_sudden_death) == (0, True)


def test_a_bystander_that_cannot_be_paid_loses_at_once(mission):
    session = mission("bb", tokens=2, mistakes=1)
    assert session.outcome == Outcome(None, "not_enough_tokens")
    assert session.state.bank == Bank(bystanders=0, checks=1)


def test_an_illegal_clue_costs_a_token_and_the_turn_goes_on(mission, refused):
    session = mission("s")
    session.play(IllegalClue())
    assert (session.state.bank.tokens_left, session.state.earned_tokens, session.state.turn) == (7, 1, 2)
    assert refused(session, IllegalClue()) == "fined_already"
    session.play(Agent())
    session.play(Stop())
    session.play(IllegalClue())
    assert session.state.bank.tokens_left == 5


def test_the_table_chooses_which_token_an_illegal_clue_costs(mission, refused):
    session = mission(tokens=9, mistakes=8)
    session.play(IllegalClue(Token.BYSTANDER))
    assert session.state.bank == Bank(bystanders=7, checks=1)
    assert refused(mission(tokens=9, mistakes=0), IllegalClue(Token.BYSTANDER)) == "no_such_token"
    assert refused(mission(), IllegalClue(Token.CHECK)) == "no_such_token"


@pytest.fixture
def last_guesses(mission):
    """A mission whose last token went for an illegal clue, and whose guesses still take place."""

    def fined(turns="b" * 8, tokens=9, mistakes=None, **options):
        session = mission(turns, tokens, mistakes, **options)
        session.play(IllegalClue())
        assert session.state.bank.tokens_left == 0
        return session

    return fined


def test_the_guesses_of_an_illegal_clue_take_place_even_if_it_cost_the_last_token(last_guesses, refused):
    session = last_guesses()
    assert session.state.has_last_guesses
    assert (session.state.phase.what, session.state.phase.clues, session.state.phase.guesses) == (
        PhaseKind.GUESS,
        Side.A,
        (Side.B,),
    )
    assert refused(session, Stop()) == "guess_first"
    assert refused(session, IllegalClue()) == "fined_already"
    session.play(Agent())
    session.play(Agent())
    assert (session.state.agents, session.state.correct_guesses, session.state.turn) == (2, 2, 9)
    assert session.state.has_last_guesses


def test_stopping_with_an_empty_bank_earns_nothing_and_leads_to_sudden_death(last_guesses):
    session = last_guesses()
    session.play(Agent())
    session.play(Stop())
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert not session.state.has_last_guesses
    assert (session.state.bank.tokens_left, session.state.earned_tokens, session.state.agents) == (0, 0, 1)


@pytest.mark.parametrize(
    ("turns", "mistakes"), [("b" * 8, None), ("bbs", 2), ("bsss", 2), ("sss", 0)], ids=str
)
def test_a_bystander_met_with_an_empty_bank_leads_to_sudden_death(last_guesses, turns, mistakes):
    """Also where it would have cost two checks: there is none left to pay with."""
    session = last_guesses(turns, tokens=len(turns) + 1, mistakes=mistakes)
    session.play(Bystander())
    assert session.outcome is None
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH


def test_with_one_check_left_a_bystander_that_costs_two_still_loses(mission):
    session = mission("sss", tokens=4, mistakes=0)
    session.play(Bystander())
    assert session.outcome == Outcome(None, "not_enough_tokens")


def test_the_assassin_met_with_an_empty_bank_loses(last_guesses):
    session = last_guesses()
    session.play(Assassin())
    assert session.outcome == Outcome(None, "assassin")


def test_a_win_with_an_empty_bank_scores_the_checks_earned_before_and_needed_no_sudden_death(last_guesses):
    session = last_guesses("s" * 8)
    while session.state.agents < AGENTS:
        session.play(Agent())
    assert session.outcome == WON
    assert (session.state.bank.tokens_left, session.state.earned_tokens) == (0, 8)
    assert compute_score(session.state) == Score(for_tokens_left=0, for_checks=8, for_sudden_death=0)


def test_the_last_guesses_end_by_themselves_once_the_givers_key_is_covered(last_guesses):
    session = last_guesses("", tokens=1)
    for _ in range(9):
        session.play(Agent())
    session.play(SideDone(Side.A))
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert session.state.phase.guesses == (Side.A,)


def test_an_illegal_clue_found_out_after_its_key_was_covered_leads_to_sudden_death(mission):
    session = mission(tokens=1)
    for move in (*[Agent()] * 9, SideDone(Side.A), IllegalClue()):
        session.play(move)
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        ([Agent()] * 15, "all_agents"),
        ([*[Agent()] * 9, SideDone(Side.A), *[Agent()] * 6], "all_agents"),
        ([*[Agent()] * 9, SideDone(Side.B), *[Agent()] * 6], "all_agents"),
        ([Agent(), Assassin()], "assassin"),
        ([Agent(), Bystander()], None),
    ],
)
def test_logs_from_when_the_last_token_meant_sudden_death_at_once_can_still_be_played(mission, then, reason):
    played = GameSession(DUET, mission(tokens=1).setup, (IllegalClue(), *then))
    assert (played.outcome and played.outcome.reason) == reason


def test_the_public_picture_holds_what_the_table_sees(mission):
    assert DUET.public_state(mission("sb", 9, 5).state) == {
        "turn": 3,
        "giver": 0,
        "agents": 1,
        "right": 0,
        "bank": {"bystanders": 4, "checks": 3, "left": 7},
        "earned": 1,
        "done": None,
        "sudden_death": False,
        "awaits": {"what": "guess", "guesses": [1], "clues": 0},
        "outcome": None,
        "score": None,
    }
    last = mission(tokens=1)
    last.play(IllegalClue())
    shown = DUET.public_state(last.state)
    assert shown["bank"] == {"bystanders": 0, "checks": 0, "left": 0}
    assert (shown["sudden_death"], shown["awaits"]["what"]) == (False, "guess")
    over = DUET.public_state(mission("ssssssW").state)
    assert over["awaits"] == {"what": "over", "guesses": [], "clues": None}
    assert over["outcome"] == {"winner": "team", "reason": "all_agents"}
    assert over["score"]["total"] == 13
    assert over["agents"] == AGENTS
