"""Rules of a mission: the bank, whose clue it is, covered keys, the grid, sudden death and the score."""

from __future__ import annotations

import pytest

from companion.core.game import IllegalMove, Outcome
from companion.core.session import GameSession
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import AGENTS, KEY_AGENTS, MAX_CLUE_LENGTH, WORDS, Side, TrackingMode
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bank,
    Bystander,
    CardWord,
    GridPlace,
    IllegalClue,
    NextClue,
    PhaseKind,
    Score,
    SideDone,
    Stop,
    Token,
    compute_score,
    max_findable_agents,
)
from tests.games.duet.builders import find_agents, make_guess, play_turns

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
def test_a_won_mission_counts_tokens_left_and_checks_earned(turns, left, earned, total, rank):
    session = play_turns(turns)
    assert session.outcome == WON
    assert (session.state.bank.tokens_left, session.state.earned_tokens) == (left, earned)
    assert (scored(session).total, scored(session).rank) == (total, rank)


@pytest.mark.parametrize("keeps", TrackingMode)
@pytest.mark.parametrize(
    ("turns", "left", "earned", "total"), [("ssssssW", 2, 7, 13), ("ssssssssW", 0, 9, 9)]
)
def test_score_does_not_depend_on_the_tracking_mode(keeps, turns, left, earned, total):
    session = play_turns(turns, keeps=keeps)
    assert session.outcome == WON
    assert (session.state.bank.tokens_left, session.state.earned_tokens, scored(session).total) == (
        left,
        earned,
        total,
    )


def test_the_winning_turns_token_need_not_count():
    assert scored(play_turns("ssssssW", winning_token_counts=False)).total == 12


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
def test_a_missions_bank_pays_by_its_faces(tokens, mistakes, turns, bank, keeps):
    assert play_turns(turns, tokens, mistakes, keeps=keeps).state.bank == bank


def test_stopping_with_only_bystander_tokens_left_still_earns_a_check():
    assert play_turns("sssss", 9, 5).state.earned_tokens == 5


@pytest.mark.parametrize("tokens", [6, 8, 9, 11])
def test_only_missions_of_nine_tokens_are_scored(tokens):
    session = play_turns("W", tokens=tokens)
    assert session.outcome == WON
    assert (compute_score(session.state) is not None) == (tokens == 9)


def test_a_mission_under_way_or_lost_has_no_score():
    session = play_turns("s")
    assert compute_score(session.state) is None
    session.play(Assassin())
    assert compute_score(session.state) is None


@pytest.mark.parametrize(
    ("points", "rank"),
    [(5, "plain"), (6, "good"), (8, "good"), (9, "excellent"), (10, "excellent"), (11, "map")],
)
def test_the_rank_follows_the_points(points, rank):
    assert Score(for_tokens_left=3, for_checks=points - 2, for_sudden_death=-1).rank == rank


def test_a_turn_passes_the_clue_to_the_other_side():
    session = play_turns(first=Side.B)
    assert (session.state.phase.what, session.state.phase.clues, session.state.phase.guesses) == (
        PhaseKind.GUESS,
        Side.B,
        (Side.A,),
    )
    session.play(Bystander())
    assert (session.state.turn, session.state.phase.clues) == (2, Side.A)


def test_a_right_guess_lets_the_same_side_go_on():
    session = play_turns()
    session.play(Agent())
    session.play(Agent())
    assert (session.state.turn, session.state.correct_guesses, session.state.phase.clues) == (1, 2, Side.A)


def test_a_turn_cannot_stop_before_a_right_guess(refusal_code):
    session = play_turns("s")
    assert refusal_code(session, Stop()) == "guess_first"


def test_the_assassin_loses_at_once():
    session = play_turns("sb")
    session.play(Assassin())
    assert session.outcome == Outcome(None, "assassin")
    assert session.state.phase.what is PhaseKind.OVER


def test_nothing_happens_after_the_end(refusal_code):
    session = play_turns("W")
    for move in (Agent(), Bystander(), Assassin(), Stop(), IllegalClue()):
        assert refusal_code(session, move) == "over"


def test_an_empty_bank_means_sudden_death(refusal_code):
    session = play_turns("sssssssss")
    assert session.outcome is None
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert (session.state.phase.guesses, session.state.phase.clues) == ((Side.A, Side.B), None)
    assert session.state.correct_guesses == 0
    assert refusal_code(session, Stop()) == "sudden_death"
    assert refusal_code(session, IllegalClue()) == "sudden_death"


def test_sudden_death_is_won_by_the_last_agent_and_costs_a_point():
    session = play_turns("sssssssssW")
    assert session.outcome == WON
    assert (scored(session).total, scored(session).for_sudden_death) == (8, -1)


@pytest.mark.parametrize(
    ("move", "reason"), [(Bystander(), "bystander_in_sudden_death"), (Assassin(), "assassin")]
)
def test_any_wrong_guess_in_sudden_death_loses(move, reason):
    session = play_turns("bbbbbbbbb")
    session.play(move)
    assert session.outcome == Outcome(None, reason)


def test_a_bystander_that_takes_the_last_two_checks_leads_to_sudden_death():
    session = play_turns("bb", tokens=3, mistakes=1)
    assert (session.state.bank.tokens_left, session.state.is_sudden_death) == (0, True)


def test_a_bystander_that_cannot_be_paid_loses_at_once():
    session = play_turns("bb", tokens=2, mistakes=1)
    assert session.outcome == Outcome(None, "not_enough_tokens")
    assert session.state.bank == Bank(bystanders=0, checks=1)


def test_an_illegal_clue_costs_a_token_and_the_turn_goes_on(refusal_code):
    session = play_turns("s")
    session.play(IllegalClue())
    assert (session.state.bank.tokens_left, session.state.earned_tokens, session.state.turn) == (7, 1, 2)
    assert refusal_code(session, IllegalClue()) == "fined_already"
    session.play(Agent())
    session.play(Stop())
    session.play(IllegalClue())
    assert session.state.bank.tokens_left == 5


def test_players_choose_which_token_an_illegal_clue_costs(refusal_code):
    session = play_turns(tokens=9, mistakes=8)
    session.play(IllegalClue(Token.BYSTANDER))
    assert session.state.bank == Bank(bystanders=7, checks=1)
    assert refusal_code(play_turns(tokens=9, mistakes=0), IllegalClue(Token.BYSTANDER)) == "no_such_token"
    assert refusal_code(play_turns(), IllegalClue(Token.CHECK)) == "no_such_token"


@pytest.fixture
def last_guesses():
    """A mission whose last token went for an illegal clue, and whose guesses still take place."""

    def fined(turns="b" * 8, tokens=9, mistakes=None, **options):
        session = play_turns(turns, tokens, mistakes, **options)
        session.play(IllegalClue())
        assert session.state.bank.tokens_left == 0
        return session

    return fined


def test_the_guesses_of_an_illegal_clue_take_place_even_if_it_cost_the_last_token(last_guesses, refusal_code):
    session = last_guesses()
    assert session.state.has_last_guesses
    assert (session.state.phase.what, session.state.phase.clues, session.state.phase.guesses) == (
        PhaseKind.GUESS,
        Side.A,
        (Side.B,),
    )
    assert refusal_code(session, Stop()) == "guess_first"
    assert refusal_code(session, IllegalClue()) == "fined_already"
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


def test_with_one_check_left_a_bystander_that_costs_two_still_loses():
    session = play_turns("sss", tokens=4, mistakes=0)
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


def test_illegal_clue_after_a_covered_key_leads_to_sudden_death():
    session = play_turns(tokens=1)
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
def test_logs_from_when_the_last_token_meant_sudden_death_at_once_can_still_be_played(then, reason):
    played = GameSession(DUET, play_turns(tokens=1).setup, (IllegalClue(), *then))
    assert (played.outcome and played.outcome.reason) == reason


def test_public_state_has_what_the_players_see():
    assert DUET.public_state(play_turns("sb", 9, 5).state) == {
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
    last = play_turns(tokens=1)
    last.play(IllegalClue())
    shown = DUET.public_state(last.state)
    assert shown["bank"] == {"bystanders": 0, "checks": 0, "left": 0}
    assert (shown["sudden_death"], shown["awaits"]["what"]) == (False, "guess")
    over = DUET.public_state(play_turns("ssssssW").state)
    assert over["awaits"] == {"what": "over", "guesses": [], "clues": None}
    assert over["outcome"] == {"winner": "team", "reason": "all_agents"}
    assert over["score"]["total"] == 13
    assert over["agents"] == AGENTS


def test_only_the_other_side_gives_clues_once_a_key_is_covered():
    session = play_turns()
    find_agents(session, 9)
    session.play(SideDone(Side.B))
    assert session.state.phase.clues is Side.A
    for _ in range(3):
        session.play(Bystander())
        assert (session.state.phase.clues, session.state.phase.guesses) == (Side.A, (Side.B,))


def test_a_clue_giver_who_finds_the_key_covered_passes_the_clue_at_once():
    session = play_turns()
    find_agents(session, 9)
    session.play(Stop())
    assert session.state.phase.clues is Side.B
    session.play(SideDone(Side.B))
    assert (session.state.phase.clues, session.state.turn, session.state.bank.tokens_left) == (Side.A, 2, 8)


def test_no_agent_is_left_to_find_on_a_covered_key(refusal_code):
    session = play_turns()
    find_agents(session, 9)
    session.play(SideDone(Side.A))
    assert refusal_code(session, Agent()) == "key_covered"
    session.play(Stop())
    assert session.state.phase.clues is Side.B
    session.play(Agent())
    session.play(Stop())
    assert session.state.phase.clues is Side.B


def test_a_key_cannot_be_covered_before_nine_agents_are_found(refusal_code):
    session = play_turns()
    find_agents(session, 8)
    assert refusal_code(session, SideDone(Side.A)) == "done_too_soon"


def test_both_keys_cannot_be_covered_while_agents_are_left(refusal_code):
    session = play_turns()
    find_agents(session, 12)
    session.play(SideDone(Side.B))
    assert refusal_code(session, SideDone(Side.B)) == "done_already"
    assert refusal_code(session, SideDone(Side.A)) == "both_done"


def test_in_sudden_death_only_the_covered_side_has_words_to_guess():
    session = play_turns(tokens=1)
    find_agents(session, 9)
    session.play(SideDone(Side.B))
    session.play(Stop())
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert session.state.phase.guesses == (Side.B,)
    find_agents(session, 6)
    assert session.outcome.winner == "team"


def test_sudden_death_goes_on_after_a_turn_that_covered_the_givers_own_key():
    session = play_turns(tokens=1)
    find_agents(session, 9)
    session.play(SideDone(Side.A))
    session.play(Stop())
    assert session.state.phase.guesses == (Side.A,)
    find_agents(session, 6)
    assert session.outcome.winner == "team"


def test_a_key_may_be_reported_covered_in_sudden_death():
    session = play_turns("s", tokens=1)
    find_agents(session, 8)
    session.play(SideDone(Side.A))
    assert session.state.phase.guesses == (Side.A,)


def test_clues_alternate_without_loose_turns(refusal_code):
    assert refusal_code(play_turns("s"), NextClue(Side.A)) == "turns_alternate"


def test_in_loose_turns_a_side_gives_two_clues_in_a_row_and_no_third(refusal_code):
    session = play_turns("s", loose_turns=True)
    assert session.state.phase.clues is Side.B
    assert session.play(NextClue(Side.A)).phase.clues is Side.A
    session.play(Bystander())
    assert session.state.phase.clues is Side.B
    assert refusal_code(session, NextClue(Side.A)) == "two_in_a_row"
    session.play(Bystander())
    session.play(NextClue(Side.B))
    assert session.state.phase.clues is Side.B


def test_loose_turns_change_the_giver_only_before_the_clue_has_led_to_anything(refusal_code):
    session = play_turns(loose_turns=True)
    session.play(NextClue(Side.B))
    session.play(NextClue(Side.A))
    session.play(IllegalClue())
    assert refusal_code(session, NextClue(Side.B)) == "turn_under_way"
    other = play_turns(loose_turns=True)
    find_agents(other, 1)
    assert refusal_code(other, NextClue(Side.B)) == "turn_under_way"


def test_loose_turns_leave_a_covered_side_silent(refusal_code):
    session = play_turns(loose_turns=True)
    find_agents(session, 9)
    session.play(SideDone(Side.B))
    session.play(Stop())
    assert refusal_code(session, NextClue(Side.B)) == "key_covered"
    session.play(NextClue(Side.A))
    session.play(Bystander())
    session.play(Bystander())
    session.play(NextClue(Side.A))
    assert session.state.streak == 3


def test_loose_turns_end_with_sudden_death(refusal_code):
    assert refusal_code(play_turns("s", tokens=1, loose_turns=True), NextClue(Side.A)) == "sudden_death"


COUNTED = pytest.mark.parametrize("keeps", TrackingMode)


@COUNTED
def test_an_agent_is_of_the_key_of_those_who_gave_the_clue(keeps):
    session = play_turns("sb", keeps=keeps)
    find_agents(session, 1)
    assert (session.state.key_counts, session.state.agents) == ((3, 0), 3)
    session.play(Stop())
    find_agents(session, 1)
    assert session.state.key_counts == (3, 1)
    assert DUET.public_state(session.state)["keys"] == [3, 1]


@COUNTED
def test_the_ninth_agent_of_a_key_covers_it_without_anybody_saying_so(refusal_code, keeps):
    session = play_turns(keeps=keeps)
    find_agents(session, KEY_AGENTS - 1)
    assert (session.state.done_side, max_findable_agents(session.state)) == (None, 1)
    find_agents(session, 1)
    assert (session.state.done_side, session.state.key_counts, max_findable_agents(session.state)) == (
        Side.A,
        (9, 0),
        0,
    )
    assert refusal_code(session, make_guess(session.state, Agent)) == "key_covered"
    assert refusal_code(session, SideDone(Side.A)) == "done_already"
    assert refusal_code(session, SideDone(Side.B)) == "both_done"
    for _ in range(3):
        session.play(make_guess(session.state, Bystander))
        assert session.state.phase.clues is Side.B
    assert max_findable_agents(session.state) == 6


def test_uncounted_key_is_only_covered_when_declared():
    session = play_turns()
    find_agents(session, KEY_AGENTS)
    assert session.state.done_side is None
    assert "keys" not in DUET.public_state(session.state)


@COUNTED
def test_the_last_guesses_end_with_the_ninth_agent_of_the_key(keeps):
    session = play_turns(tokens=1, keeps=keeps)
    session.play(IllegalClue())
    find_agents(session, KEY_AGENTS)
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert (session.state.phase.guesses, session.state.correct_guesses) == ((Side.A,), 0)


@COUNTED
@pytest.mark.parametrize(("first", "second"), [(5, 6), (3, 6), (8, 6), (2, 7), (1, 8)])
def test_a_key_may_be_covered_by_its_own_agents_and_those_that_both_keys_share(
    after_agents, keeps, first, second
):
    session = after_agents(first, second, keeps=keeps)
    session.play(SideDone(Side.B))
    assert (session.state.done_side, session.state.phase.clues) == (Side.B, Side.A)
    assert session.state.key_counts == (first, second)


@COUNTED
@pytest.mark.parametrize(("first", "second", "at_most"), [(8, 5, 8), (4, 5, 8), (8, 1, 4)])
def test_a_key_of_which_too_few_can_be_covered_is_not(
    after_agents, refusal_code, keeps, first, second, at_most
):
    """Nine agents are found, but no more than three of the other key's can be of this one."""
    session = after_agents(first, second, keeps=keeps)
    assert refusal_code(session, SideDone(Side.B)) == "done_miscounted"
    with pytest.raises(IllegalMove) as refusal:
        session.play(SideDone(Side.B))
    assert refusal.value.problem.args == {"n": at_most, "needed": KEY_AGENTS}


@COUNTED
def test_agents_of_sudden_death_may_be_of_either_key(after_agents, refusal_code, keeps):
    session = after_agents(4, 4, tokens=2, keeps=keeps)
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert refusal_code(session, SideDone(Side.B)) == "done_too_soon"
    find_agents(session, 1)
    assert session.state.key_counts == (4, 4)
    assert refusal_code(session, SideDone(Side.B)) == "done_miscounted"
    find_agents(session, 1)
    session.play(SideDone(Side.B))
    assert session.state.phase.guesses == (Side.B,)
    find_agents(session, 1)
    assert session.state.key_counts == (5, 4)
    find_agents(session, 4)
    assert session.state.outcome.winner == "team"


@COUNTED
def test_a_covered_side_stays_silent_in_loose_turns(refusal_code, keeps):
    session = play_turns(loose_turns=True, keeps=keeps)
    find_agents(session, KEY_AGENTS)
    session.play(Stop())
    assert refusal_code(session, NextClue(Side.A)) == "key_covered"


A, B = Side.A, Side.B
ELSEWHERE = pytest.mark.parametrize("place", [-1, WORDS, 10**30])


@pytest.fixture
def grid():
    def play(*moves, **options):
        session = play_turns(keeps=TrackingMode.GRID, **options)
        for move in moves:
            session.play(move)
        return session

    return play


def test_mission_begins_with_all_words_open_to_both_sides(grid):
    state = grid().state
    assert state.places == (GridPlace(),) * 25
    assert all(place.is_open_to(side) for place in state.places for side in Side)
    assert {state.sides_open_to(place) for place in range(WORDS)} == {(B,)}
    assert play_turns(keeps=TrackingMode.KEYS).state.places == play_turns().state.places == ()


@pytest.mark.parametrize("kind", [Agent, Bystander, Assassin])
def test_guess_has_a_place_on_a_grid_and_nowhere_else(grid, refusal_code, kind):
    assert refusal_code(grid(), kind()) == "place_missing"
    assert refusal_code(play_turns(), kind(0)) == "no_grid"
    assert refusal_code(play_turns(keeps=TrackingMode.KEYS), kind(0)) == "no_grid"


@ELSEWHERE
def test_a_place_that_is_not_on_the_grid_is_refused(grid, refusal_code, place):
    assert refusal_code(grid(), Agent(place)) == "no_such_place"
    assert refusal_code(grid(), CardWord(place, "moon")) == "no_such_place"


def test_agent_covers_its_word_for_both_sides_and_records_its_key(grid, refusal_code):
    session = grid(Agent(12))
    assert session.state.places[12] == GridPlace(found=True, key=A)
    assert refusal_code(session, Bystander(12)) == "place_found"
    session.play(Stop())
    assert refusal_code(session, Agent(12)) == "place_found"
    session.play(Agent(13))
    assert session.state.places[13] == GridPlace(found=True, key=B)


def test_a_bystander_closes_its_word_to_those_who_guessed_and_leaves_it_to_the_others(grid, refusal_code):
    session = grid(Bystander(3))
    assert session.state.places[3] == GridPlace(stopped=(B,))
    assert session.state.sides_open_to(3) == (A,)
    session.play(Bystander(4))
    assert refusal_code(session, Agent(3)) == "place_known"
    assert session.state.sides_open_to(4) == (B,)
    session.play(Agent(4))
    assert session.state.places[4] == GridPlace(found=True, key=A, stopped=(A,))


def test_a_word_that_both_sides_missed_is_covered_for_good(grid, refusal_code):
    session = grid(Bystander(3), Bystander(3))
    assert session.state.places[3] == GridPlace(stopped=(B, A))
    assert session.state.places[3].is_covered
    for _ in Side:
        assert session.state.sides_open_to(3) == ()
        assert refusal_code(session, Agent(3)) == "place_covered"
        session.play(Bystander(10 + session.state.turn))


def test_two_checks_stacked_on_a_word_are_one_marker(grid):
    session = grid(Bystander(0), tokens=3, mistakes=0)
    assert session.state.bank == Bank(bystanders=0, checks=1)
    assert session.state.places[0].stopped == (B,)
    assert session.state.sides_open_to(0) == (A,)


def test_a_bystander_that_no_token_is_left_for_closes_its_word_all_the_same(grid, refusal_code):
    session = grid(IllegalClue(), Bystander(7), tokens=1)
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert session.state.sides_open_to(7) == (A,)
    unpaid = grid(Bystander(7), tokens=1, mistakes=0)
    assert (unpaid.outcome.reason, unpaid.state.places[7].stopped) == ("not_enough_tokens", (B,))


def test_in_sudden_death_a_word_closed_to_one_side_has_a_known_key(grid, refusal_code):
    session = grid(Bystander(7), tokens=1)
    assert (session.state.sides_open_to(7), session.state.sides_open_to(8)) == ((A,), (A, B))
    session.play(Agent(7))
    assert session.state.places[7] == GridPlace(found=True, key=B, stopped=(B,))
    session.play(Agent(8))
    assert session.state.places[8] == GridPlace(found=True, key=None)
    assert (session.state.key_counts, session.state.agents) == ((0, 1), 2)
    session.play(Bystander(9))
    assert session.outcome.reason == "bystander_in_sudden_death"
    assert session.state.places[9] == GridPlace()


def test_the_assassin_is_marked_where_it_was_met(grid, refusal_code):
    session = grid(Agent(0), Assassin(24))
    assert session.state.places[24] == GridPlace(killed=True)
    assert [place for place in range(WORDS) if session.state.places[place].killed] == [24]
    assert refusal_code(session, Agent(1)) == "over"
    assert all(session.state.sides_open_to(place) == () for place in range(WORDS))


# -- what the cards read ------------------------------------------------------------------------------------


def test_card_word_is_typed_changed_and_deleted(grid):
    session = grid()
    assert (session.state.word(4), session.state.words) == ("", ())
    session.play(CardWord(4, "moon"))
    assert (session.state.word(4), session.state.word(5)) == ("moon", "")
    session.play(CardWord(4, "New York"))
    session.play(CardWord(5, "ماه"))
    assert (session.state.word(4), session.state.word(5)) == ("New York", "ماه")
    session.play(CardWord(4, ""))
    session.play(CardWord(5, ""))
    assert session.state == grid().state


def test_card_words_are_legal_until_the_end_and_cost_nothing(grid, refusal_code):
    session = grid(Agent(4), CardWord(4, "moon"), tokens=1)
    assert (session.state.correct_guesses, session.state.bank.tokens_left) == (1, 1)
    session.play(Bystander(0))
    assert session.state.is_sudden_death
    session.play(CardWord(0, "sun"))
    session.play(Assassin(1))
    assert (session.state.word(4), session.state.word(0)) == ("moon", "sun")
    assert refusal_code(session, CardWord(1, "star")) == "over"


@pytest.mark.parametrize(
    "word", ["two\nlines", " moon", "mo\u202eon", "x" * (MAX_CLUE_LENGTH + 1), "y" * 10_000, "\ud800", "\x00"]
)
def test_a_word_that_cannot_be_shown_is_refused(grid, refusal_code, word):
    assert refusal_code(grid(), CardWord(0, word)) == "clue_word"


def test_words_need_a_grid(refusal_code):
    assert refusal_code(play_turns(), CardWord(0, "moon")) == "no_grid"
    assert refusal_code(play_turns(keeps=TrackingMode.KEYS), CardWord(0, "moon")) == "no_grid"


def test_public_state_has_every_place_in_the_same_form(grid):
    shown = DUET.public_state(grid(Agent(0), Bystander(1), CardWord(1, "moon")).state)
    assert shown["keys"] == [1, 0]
    assert shown["grid"][:3] == [
        {"found": True, "key": 0, "stopped": [], "killed": False},
        {"found": False, "key": None, "stopped": [1], "killed": False},
        {"found": False, "key": None, "stopped": [], "killed": False},
    ]
    assert len(shown["grid"]) == len(shown["words"]) == 25
    assert shown["words"][1] == "moon"
    assert "words" not in DUET.public_state(grid().state)
