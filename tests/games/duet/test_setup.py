"""Set-up of a mission: sides, tokens, and all that can be wrong with them; the components of the box."""

from __future__ import annotations

import pytest

from companion.games.duet.rules import start
from companion.games.duet.setup import (
    AGENTS,
    BOX_TOKENS,
    COLUMNS,
    COMPONENTS,
    KEY_AGENTS,
    ROWS,
    WORDS,
    WORDS_BY_BOTH_FACES,
    WORDS_PER_FACE,
    Setup,
    Side,
    WordKind,
    problems,
)
from companion.games.registry import get_game
from tests.games.duet.builders import PAIR


def codes(setup):
    return [problem.code for problem in problems(setup)]


def test_two_players_need_nothing_more():
    setup = Setup(PAIR)
    assert problems(setup) == ()
    assert (setup.members(Side.A), setup.members(Side.B)) == (("Ada",), ("Bruno",))


def test_first_half_of_the_seats_faces_the_second():
    setup = Setup(("Ada", "Bruno", "Chloe", "Dario", "Elif"))
    assert setup.members(Side.A) == ("Ada", "Bruno", "Chloe")
    assert setup.members(Side.B) == ("Dario", "Elif")


def test_sides_can_be_chosen():
    setup = Setup(("Ada", "Bruno", "Chloe"), sides=(Side.B, Side.A, Side.B))
    assert problems(setup) == ()
    assert setup.members(Side.B) == ("Ada", "Chloe")


def test_a_side_without_players_is_refused():
    (problem,) = problems(Setup(PAIR, sides=(Side.B, Side.B)))
    assert (problem.key, problem.args) == ("duet.problem.side_empty", {"side": 1})


def test_every_seat_needs_a_side():
    assert codes(Setup(PAIR, sides=(Side.A,))) == ["sides_length"]


def test_seats_agree_with_the_shelf():
    shelved = get_game("duet")
    for seated in range(16):
        fits = not codes(Setup(tuple(f"P{i}" for i in range(seated))))
        assert fits == (shelved.min_players <= seated <= shelved.max_players), seated


@pytest.mark.parametrize("tokens", [-1, 0, 12, 10**30])
def test_a_bank_holds_one_to_eleven_tokens(tokens):
    assert codes(Setup(PAIR, tokens=tokens)) == ["tokens_range"]


@pytest.mark.parametrize("mistakes", [-1, 10])
def test_mistakes_are_a_part_of_the_tokens(mistakes):
    assert codes(Setup(PAIR, mistakes=mistakes)) == ["mistakes_range"]


@pytest.mark.parametrize("tokens", range(1, 12))
def test_every_mission_that_fits_the_box_is_allowed(tokens):
    for mistakes in (None, *range(tokens + 1)):
        setup = Setup(PAIR, tokens=tokens, mistakes=mistakes)
        assert problems(setup) == ()
        bank = start(setup).bank
        assert bank.tokens_left == tokens
        assert bank.bystanders == (tokens if mistakes is None else mistakes)


def test_all_problems_are_listed_at_once():
    assert codes(Setup(("",), sides=(), tokens=99)) == [
        "name_empty",
        "seats_few",
        "sides_length",
        "tokens_range",
    ]


COUNTS = {kind.id: kind.count for kind in COMPONENTS}


def test_components_match_the_rules() -> None:
    assert (COUNTS["agent"], COUNTS["assassin"], COUNTS["stand"]) == (15, 1, 1)
    assert (COUNTS["token"], COUNTS["blue_token"]) == (9, 2)
    assert COUNTS["agent"] == AGENTS
    assert BOX_TOKENS == 9 + 2


def test_number_of_word_and_key_cards_is_unknown() -> None:
    assert COUNTS["word_card"] is None
    assert COUNTS["key_card"] is None


def test_a_face_of_the_key_has_nine_agents_three_assassins_and_thirteen_bystanders() -> None:
    assert WORDS_PER_FACE == {WordKind.AGENT: 9, WordKind.ASSASSIN: 3, WordKind.BYSTANDER: 13}
    assert WORDS_PER_FACE[WordKind.AGENT] == KEY_AGENTS
    assert sum(WORDS_BY_BOTH_FACES.values()) == WORDS == ROWS * COLUMNS == 25


def test_both_faces_of_the_key_have_equal_counts_and_fifteen_agents_together() -> None:
    assert all(
        WORDS_BY_BOTH_FACES[other, one] == count for (one, other), count in WORDS_BY_BOTH_FACES.items()
    )
    assert sum(count for faces, count in WORDS_BY_BOTH_FACES.items() if WordKind.AGENT in faces) == AGENTS
