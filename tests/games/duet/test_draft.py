"""A turn while it is told, without a window."""

from __future__ import annotations

from companion.games.duet.drafts import TurnDraft, draft_from_move, open_words, validate_place
from companion.games.duet.rules import apply, start
from companion.games.duet.setup import Setup, TrackingMode, Unlimited
from companion.games.duet.state import Agent, Assassin, Bystander, CardWord, Clue, Stop

GRID = start(Setup(("Ada", "Bruno"), keeps=TrackingMode.GRID))


def test_a_draft_makes_the_clue_that_was_told():
    draft = TurnDraft().set_clue_entry(True).with_word("  River  bank ").toggle_number(3).toggle_giver(0)
    assert draft.clue == Clue("River bank", 3, 0)


def test_a_clue_has_one_part_at_least_and_zero_is_a_number():
    assert not TurnDraft().has_clue
    assert not TurnDraft().with_word("  ").has_clue
    assert TurnDraft().toggle_giver(1).has_clue
    assert TurnDraft().with_word("River").has_clue
    assert TurnDraft().toggle_number(0).has_clue
    assert TurnDraft().toggle_number(Unlimited.UNLIMITED).has_clue


def test_a_second_tap_takes_back_what_the_first_has_told():
    draft = TurnDraft().toggle_number(3).toggle_giver(1).toggle_place(7)
    assert draft.toggle_number(4).number == 4
    assert draft.toggle_number(3).number is None
    assert draft.toggle_giver(1).by is None
    assert draft.toggle_place(8).place == 8
    assert draft.toggle_place(7).place is None


def test_a_clue_that_is_put_away_half_told_is_not_forgotten():
    draft = TurnDraft().set_clue_entry(True).with_word("Riv").toggle_number(2).set_clue_entry(False)
    assert not draft.telling
    assert draft.clue == Clue("Riv", 2)
    assert draft.toggle_place(3).without_clue() == TurnDraft(place=3)


def test_a_card_is_typed_beside_the_clue_and_the_word_that_was_touched():
    draft = TurnDraft(word="Riv", place=3).with_card(12, "Ban")
    assert (draft.card, draft.typed) == (12, "Ban")
    assert draft.with_card(None) == TurnDraft(word="Riv", place=3)


def test_a_move_comes_back_as_it_was_entered():
    assert draft_from_move(Clue("River", 3, 1)) == TurnDraft("River", 3, 1)
    for guess in (Agent(4), Bystander(4), Assassin(4)):
        assert draft_from_move(guess) == TurnDraft(place=4)
    assert draft_from_move(Stop()) == TurnDraft()


def test_a_word_that_nobody_can_touch_is_refused_with_its_reason():
    assert validate_place(GRID, 3) is None
    found = validate_place(apply(GRID, Agent(3)), 3)
    assert found is not None
    assert found.code == "place_found"
    stopped = apply(apply(GRID, Bystander(3)), Bystander(4))
    known = validate_place(stopped, 3)
    assert known is not None
    assert known.code == "place_known"
    assert validate_place(stopped, 4) is None


def test_the_words_that_a_clue_may_not_be_are_those_that_lie_open():
    state = GRID
    for place, word in enumerate(("River", "Moon", "Bank")):
        state = apply(state, CardWord(place, word))
    state = apply(apply(state, Agent(1)), Bystander(2))
    assert open_words(state) == ("River", "Bank")
    assert open_words(apply(state, Bystander(2))) == ("River",)
    assert open_words(GRID) == ()
