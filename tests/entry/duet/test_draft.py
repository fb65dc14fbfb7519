"""A turn while it is told, without a window."""

from __future__ import annotations

from companion.entry.duet.draft import TurnDraft, draft_of, open_words, refused_place
from companion.games.duet.clues import Unlimited
from companion.games.duet.moves import Agent, Assassin, Bystander, Clue, Stop, WordIs
from companion.games.duet.play import apply, start
from companion.games.duet.setup import Keeps, Setup

GRID = start(Setup(("Ada", "Bruno"), keeps=Keeps.GRID))


def test_a_draft_makes_the_clue_that_was_told():
    draft = TurnDraft().tell(True).spelt("  River  bank ").numbered(3).given_by(0)
    assert draft.clue == Clue("River bank", 3, 0)


def test_a_clue_has_one_part_at_least_and_zero_is_a_number():
    assert not TurnDraft().has_clue
    assert not TurnDraft().spelt("  ").has_clue
    assert TurnDraft().given_by(1).has_clue
    assert TurnDraft().spelt("River").has_clue
    assert TurnDraft().numbered(0).has_clue
    assert TurnDraft().numbered(Unlimited.UNLIMITED).has_clue


def test_a_second_tap_takes_back_what_the_first_has_told():
    draft = TurnDraft().numbered(3).given_by(1).at(7)
    assert draft.numbered(4).number == 4
    assert draft.numbered(3).number is None
    assert draft.given_by(1).by is None
    assert draft.at(8).place == 8
    assert draft.at(7).place is None


def test_a_clue_that_is_put_away_half_told_is_not_forgotten():
    draft = TurnDraft().tell(True).spelt("Riv").numbered(2).tell(False)
    assert not draft.telling
    assert draft.clue == Clue("Riv", 2)
    assert draft.at(3).without_clue() == TurnDraft(place=3)


def test_a_card_is_typed_beside_the_clue_and_the_word_that_was_touched():
    draft = TurnDraft(word="Riv", place=3).reading(12, "Ban")
    assert (draft.card, draft.typed) == (12, "Ban")
    assert draft.reading(None) == TurnDraft(word="Riv", place=3)


def test_a_move_comes_back_as_it_was_entered():
    assert draft_of(Clue("River", 3, 1)) == TurnDraft("River", 3, 1)
    for guess in (Agent(4), Bystander(4), Assassin(4)):
        assert draft_of(guess) == TurnDraft(place=4)
    assert draft_of(Stop()) == TurnDraft()


def test_a_word_that_nobody_can_touch_is_refused_with_its_reason():
    assert refused_place(GRID, 3) is None
    found = refused_place(apply(GRID, Agent(3)), 3)
    assert found is not None
    assert found.code == "place_found"
    stopped = apply(apply(GRID, Bystander(3)), Bystander(4))
    known = refused_place(stopped, 3)
    assert known is not None
    assert known.code == "place_known"
    assert refused_place(stopped, 4) is None


def test_the_words_that_a_clue_may_not_be_are_those_that_lie_open():
    state = GRID
    for place, word in enumerate(("River", "Moon", "Bank")):
        state = apply(state, WordIs(place, word))
    state = apply(apply(state, Agent(1)), Bystander(2))
    assert open_words(state) == ("River", "Bank")
    assert open_words(apply(state, Bystander(2))) == ("River",)
    assert open_words(GRID) == ()
