"""Tables that keep the grid: what lies on each word, who may still touch it, and what the cards read."""

import pytest

from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import MAX_CLUE_LENGTH, WORDS, Side, TrackingMode
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bank,
    Bystander,
    CardWord,
    GridPlace,
    IllegalClue,
    PhaseKind,
    Stop,
)

A, B = Side.A, Side.B
ELSEWHERE = pytest.mark.parametrize("place", [-1, WORDS, 10**30])


@pytest.fixture
def grid(mission):
    def play(*moves, **options):
        session = mission(keeps=TrackingMode.GRID, **options)
        for move in moves:
            session.play(move)
        return session

    return play


def test_a_table_begins_with_all_words_open_to_both_sides(grid, mission):
    state = grid().state
    assert state.places == (GridPlace(),) * 25
    assert all(place.is_open_to(side) for place in state.places for side in Side)
    assert {state.sides_open_to(place) for place in range(WORDS)} == {(B,)}
    assert mission(keeps=TrackingMode.KEYS).state.places == mission().state.places == ()


@pytest.mark.parametrize("kind", [Agent, Bystander, Assassin])
def test_a_guess_says_where_it_is_on_a_grid_and_nowhere_else(grid, mission, refused, kind):
    assert refused(grid(), kind()) == "place_missing"
    assert refused(mission(), kind(0)) == "no_grid"
    assert refused(mission(keeps=TrackingMode.KEYS), kind(0)) == "no_grid"


@ELSEWHERE
def test_a_place_that_is_not_on_the_grid_is_refused(grid, refused, place):
    assert refused(grid(), Agent(place)) == "no_such_place"
    assert refused(grid(), CardWord(place, "moon")) == "no_such_place"


def test_an_agent_covers_its_word_for_both_sides_and_tells_whose_it_is(grid, refused):
    session = grid(Agent(12))
    assert session.state.places[12] == GridPlace(found=True, key=A)
    assert refused(session, Bystander(12)) == "place_found"
    session.play(Stop())
    assert refused(session, Agent(12)) == "place_found"
    session.play(Agent(13))
    assert session.state.places[13] == GridPlace(found=True, key=B)


def test_a_bystander_closes_its_word_to_those_who_guessed_and_leaves_it_to_the_others(grid, refused):
    session = grid(Bystander(3))
    assert session.state.places[3] == GridPlace(stopped=(B,))
    assert session.state.sides_open_to(3) == (A,)
    session.play(Bystander(4))
    assert refused(session, Agent(3)) == "place_known"
    assert session.state.sides_open_to(4) == (B,)
    session.play(Agent(4))
    assert session.state.places[4] == GridPlace(found=True, key=A, stopped=(A,))


def test_a_word_that_both_sides_missed_is_covered_for_good(grid, refused):
    session = grid(Bystander(3), Bystander(3))
    assert session.state.places[3] == GridPlace(stopped=(B, A))
    assert session.state.places[3].is_covered
    for _ in Side:
        assert session.state.sides_open_to(3) == ()
        assert refused(session, Agent(3)) == "place_covered"
        session.play(Bystander(10 + session.state.turn))


def test_two_checks_stacked_on_a_word_are_one_marker(grid):
    session = grid(Bystander(0), tokens=3, mistakes=0)
    assert session.state.bank == Bank(bystanders=0, checks=1)
    assert session.state.places[0].stopped == (B,)
    assert session.state.sides_open_to(0) == (A,)


def test_a_bystander_that_no_token_is_left_for_closes_its_word_all_the_same(grid, refused):
    session = grid(IllegalClue(), Bystander(7), tokens=1)
    assert session.state.phase.what is PhaseKind.SUDDEN_DEATH
    assert session.state.sides_open_to(7) == (A,)
    unpaid = grid(Bystander(7), tokens=1, mistakes=0)
    assert (unpaid.outcome.reason, unpaid.state.places[7].stopped) == ("not_enough_tokens", (B,))


def test_in_sudden_death_a_word_closed_to_one_side_tells_whose_key_it_is(grid, refused):
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


def test_the_assassin_is_marked_where_it_was_met(grid, refused):
    session = grid(Agent(0), Assassin(24))
    assert session.state.places[24] == GridPlace(killed=True)
    assert [place for place in range(WORDS) if session.state.places[place].killed] == [24]
    assert refused(session, Agent(1)) == "over"
    assert all(session.state.sides_open_to(place) == () for place in range(WORDS))


# -- what the cards read ------------------------------------------------------------------------------------


def test_a_word_is_read_from_its_card_changed_and_taken_back(grid):
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


def test_words_are_told_at_any_time_before_the_end_and_cost_nothing(grid, refused):
    session = grid(Agent(4), CardWord(4, "moon"), tokens=1)
    assert (session.state.correct_guesses, session.state.bank.tokens_left) == (1, 1)
    session.play(Bystander(0))
    assert session.state.is_sudden_death
    session.play(CardWord(0, "sun"))
    session.play(Assassin(1))
    assert (session.state.word(4), session.state.word(0)) == ("moon", "sun")
    assert refused(session, CardWord(1, "star")) == "over"


@pytest.mark.parametrize(
    "word", ["two\nlines", " moon", "mo\u202eon", "x" * (MAX_CLUE_LENGTH + 1), "y" * 10_000, "\ud800", "\x00"]
)
def test_a_word_that_cannot_be_shown_is_refused(grid, refused, word):
    assert refused(grid(), CardWord(0, word)) == "clue_word"


def test_words_need_a_grid(mission, refused):
    assert refused(mission(), CardWord(0, "moon")) == "no_grid"
    assert refused(mission(keeps=TrackingMode.KEYS), CardWord(0, "moon")) == "no_grid"


def test_the_public_picture_shows_every_place_alike(grid):
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
