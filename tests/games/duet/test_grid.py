"""Tables that keep the grid: what lies on each word, who may still touch it, and what the cards read."""

import pytest

from companion.games.duet.clues import LONGEST_CLUE
from companion.games.duet.grid import Place
from companion.games.duet.key import WORDS
from companion.games.duet.moves import Agent, Assassin, Bystander, IllegalClue, Stop, WordIs
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Keeps, Side
from companion.games.duet.state import Bank, What

A, B = Side.A, Side.B
ELSEWHERE = pytest.mark.parametrize("place", [-1, WORDS, 10**30])


@pytest.fixture
def grid(mission):
    def play(*moves, **options):
        table = mission(keeps=Keeps.GRID, **options)
        for move in moves:
            table.play(move)
        return table

    return play


def test_a_table_begins_with_all_words_open_to_both_sides(grid, mission):
    state = grid().state
    assert state.places == (Place(),) * 25
    assert all(place.open_to(side) for place in state.places for side in Side)
    assert {state.open_to(place) for place in range(WORDS)} == {(B,)}
    assert mission(keeps=Keeps.KEYS).state.places == mission().state.places == ()


@pytest.mark.parametrize("kind", [Agent, Bystander, Assassin])
def test_a_guess_says_where_it_is_on_a_grid_and_nowhere_else(grid, mission, refused, kind):
    assert refused(grid(), kind()) == "place_missing"
    assert refused(mission(), kind(0)) == "no_grid"
    assert refused(mission(keeps=Keeps.KEYS), kind(0)) == "no_grid"


@ELSEWHERE
def test_a_place_that_is_not_on_the_grid_is_refused(grid, refused, place):
    assert refused(grid(), Agent(place)) == "no_such_place"
    assert refused(grid(), WordIs(place, "moon")) == "no_such_place"


def test_an_agent_covers_its_word_for_both_sides_and_tells_whose_it_is(grid, refused):
    table = grid(Agent(12))
    assert table.state.places[12] == Place(found=True, key=A)
    assert refused(table, Bystander(12)) == "place_found"
    table.play(Stop())
    assert refused(table, Agent(12)) == "place_found"
    table.play(Agent(13))
    assert table.state.places[13] == Place(found=True, key=B)


def test_a_bystander_closes_its_word_to_those_who_guessed_and_leaves_it_to_the_others(grid, refused):
    table = grid(Bystander(3))
    assert table.state.places[3] == Place(stopped=(B,))
    assert table.state.open_to(3) == (A,)
    table.play(Bystander(4))
    assert refused(table, Agent(3)) == "place_known"
    assert table.state.open_to(4) == (B,)
    table.play(Agent(4))
    assert table.state.places[4] == Place(found=True, key=A, stopped=(A,))


def test_a_word_that_both_sides_missed_is_covered_for_good(grid, refused):
    table = grid(Bystander(3), Bystander(3))
    assert table.state.places[3] == Place(stopped=(B, A))
    assert table.state.places[3].covered
    for _ in Side:
        assert table.state.open_to(3) == ()
        assert refused(table, Agent(3)) == "place_covered"
        table.play(Bystander(10 + table.state.turn))


def test_two_checks_stacked_on_a_word_are_one_marker(grid):
    table = grid(Bystander(0), tokens=3, mistakes=0)
    assert table.state.bank == Bank(bystanders=0, checks=1)
    assert table.state.places[0].stopped == (B,)
    assert table.state.open_to(0) == (A,)


def test_a_bystander_that_no_token_is_left_for_closes_its_word_all_the_same(grid, refused):
    table = grid(IllegalClue(), Bystander(7), tokens=1)
    assert table.state.awaits.what is What.SUDDEN_DEATH
    assert table.state.open_to(7) == (A,)
    unpaid = grid(Bystander(7), tokens=1, mistakes=0)
    assert (unpaid.outcome.reason, unpaid.state.places[7].stopped) == ("not_enough_tokens", (B,))


def test_in_sudden_death_a_word_closed_to_one_side_tells_whose_key_it_is(grid, refused):
    table = grid(Bystander(7), tokens=1)
    assert (table.state.open_to(7), table.state.open_to(8)) == ((A,), (A, B))
    table.play(Agent(7))
    assert table.state.places[7] == Place(found=True, key=B, stopped=(B,))
    table.play(Agent(8))
    assert table.state.places[8] == Place(found=True, key=None)
    assert (table.state.keys, table.state.agents) == ((0, 1), 2)
    table.play(Bystander(9))
    assert table.outcome.reason == "bystander_in_sudden_death"
    assert table.state.places[9] == Place()


def test_the_assassin_is_marked_where_it_was_met(grid, refused):
    table = grid(Agent(0), Assassin(24))
    assert table.state.places[24] == Place(killed=True)
    assert [place for place in range(WORDS) if table.state.places[place].killed] == [24]
    assert refused(table, Agent(1)) == "over"
    assert all(table.state.open_to(place) == () for place in range(WORDS))


# -- what the cards read ------------------------------------------------------------------------------------


def test_a_word_is_read_from_its_card_changed_and_taken_back(grid):
    table = grid()
    assert (table.state.word(4), table.state.words) == ("", ())
    table.play(WordIs(4, "moon"))
    assert (table.state.word(4), table.state.word(5)) == ("moon", "")
    table.play(WordIs(4, "New York"))
    table.play(WordIs(5, "ماه"))
    assert (table.state.word(4), table.state.word(5)) == ("New York", "ماه")
    table.play(WordIs(4, ""))
    table.play(WordIs(5, ""))
    assert table.state == grid().state


def test_words_are_told_at_any_time_before_the_end_and_cost_nothing(grid, refused):
    table = grid(Agent(4), WordIs(4, "moon"), tokens=1)
    assert (table.state.right, table.state.bank.left) == (1, 1)
    table.play(Bystander(0))
    assert table.state.sudden_death
    table.play(WordIs(0, "sun"))
    table.play(Assassin(1))
    assert (table.state.word(4), table.state.word(0)) == ("moon", "sun")
    assert refused(table, WordIs(1, "star")) == "over"


@pytest.mark.parametrize(
    "word", ["two\nlines", " moon", "mo\u202eon", "x" * (LONGEST_CLUE + 1), "y" * 10_000, "\ud800", "\x00"]
)
def test_a_word_that_cannot_be_shown_is_refused(grid, refused, word):
    assert refused(grid(), WordIs(0, word)) == "clue_word"


def test_words_need_a_grid(mission, refused):
    assert refused(mission(), WordIs(0, "moon")) == "no_grid"
    assert refused(mission(keeps=Keeps.KEYS), WordIs(0, "moon")) == "no_grid"


def test_the_public_picture_shows_every_place_alike(grid):
    shown = DUET.public(grid(Agent(0), Bystander(1), WordIs(1, "moon")).state)
    assert shown["keys"] == [1, 0]
    assert shown["grid"][:3] == [
        {"found": True, "key": 0, "stopped": [], "killed": False},
        {"found": False, "key": None, "stopped": [1], "killed": False},
        {"found": False, "key": None, "stopped": [], "killed": False},
    ]
    assert len(shown["grid"]) == len(shown["words"]) == 25
    assert shown["words"][1] == "moon"
    assert "words" not in DUET.public(grid().state)
