"""Draft of a turn: how taps change it, how it is stored, and when it is dropped."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.session import GameSession
from companion.core.session_controller import SessionController
from companion.games.duet.drafts import DRAFT_CODEC, TurnDraft, draft_from_move, open_words, validate_place
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.rules import apply, start
from companion.games.duet.setup import Setup, Side, TrackingMode, Unlimited
from companion.games.duet.state import Agent, Assassin, Bystander, CardWord, Clue, IllegalClue, NextClue, Stop

GRID = start(Setup(("Ada", "Bruno"), keeps=TrackingMode.GRID))


def test_draft_returns_the_entered_clue():
    draft = TurnDraft().set_clue_entry(True).with_word("  River  bank ").toggle_number(3).toggle_giver(0)
    assert draft.clue == Clue("River bank", 3, 0)


def test_a_clue_has_one_part_at_least_and_zero_is_a_number():
    assert not TurnDraft().has_clue
    assert not TurnDraft().with_word("  ").has_clue
    assert TurnDraft().toggle_giver(1).has_clue
    assert TurnDraft().with_word("River").has_clue
    assert TurnDraft().toggle_number(0).has_clue
    assert TurnDraft().toggle_number(Unlimited.UNLIMITED).has_clue


def test_second_tap_clears_number_giver_and_place():
    draft = TurnDraft().toggle_number(3).toggle_giver(1).toggle_place(7)
    assert draft.toggle_number(4).number == 4
    assert draft.toggle_number(3).number is None
    assert draft.toggle_giver(1).by is None
    assert draft.toggle_place(8).place == 8
    assert draft.toggle_place(7).place is None


def test_closing_the_clue_entry_keeps_the_clue():
    draft = TurnDraft().set_clue_entry(True).with_word("Riv").toggle_number(2).set_clue_entry(False)
    assert not draft.telling
    assert draft.clue == Clue("Riv", 2)
    assert draft.toggle_place(3).without_clue() == TurnDraft(place=3)


def test_a_card_is_typed_beside_the_clue_and_the_word_that_was_touched():
    draft = TurnDraft(word="Riv", place=3).with_card(12, "Ban")
    assert (draft.card, draft.typed) == (12, "Ban")
    assert draft.with_card(None) == TurnDraft(word="Riv", place=3)


def test_undone_move_becomes_its_draft():
    assert draft_from_move(Clue("River", 3, 1)) == TurnDraft("River", 3, 1)
    for guess in (Agent(4), Bystander(4), Assassin(4)):
        assert draft_from_move(guess) == TurnDraft(place=4)
    assert draft_from_move(Stop()) == TurnDraft()


def test_place_that_cannot_be_guessed_has_a_problem():
    assert validate_place(GRID, 3) is None
    found = validate_place(apply(GRID, Agent(3)), 3)
    assert found is not None
    assert found.code == "place_found"
    stopped = apply(apply(GRID, Bystander(3)), Bystander(4))
    known = validate_place(stopped, 3)
    assert known is not None
    assert known.code == "place_known"
    assert validate_place(stopped, 4) is None


def test_open_words_are_those_that_are_not_covered():
    state = GRID
    for place, word in enumerate(("River", "Moon", "Bank")):
        state = apply(state, CardWord(place, word))
    state = apply(apply(state, Agent(1)), Bystander(2))
    assert open_words(state) == ("River", "Bank")
    assert open_words(apply(state, Bystander(2))) == ("River",)
    assert open_words(GRID) == ()


FOUR = Setup(("Ada", "Bruno", "Chloe", "Dario"), keeps=TrackingMode.GRID, loose_turns=True)
FULL = TurnDraft("River", Unlimited.UNLIMITED, 1, 7, True, 12, "Ban")


def seated(setup: Setup = FOUR, *moves: Any) -> Any:
    return SessionController(GameSession(DUET, setup, moves), lambda _: None, draft_codec=DRAFT_CODEC)


def test_a_draft_is_read_as_it_was_written():
    table = seated().session
    for draft in (TurnDraft(), FULL, TurnDraft(number=0)):
        assert DRAFT_CODEC.decode(table, DRAFT_CODEC.encode(draft)) == draft


@pytest.mark.parametrize(
    "entry",
    [
        {"word": "w" * 41},
        {"typed": "w" * 41},
        {"number": 10},
        {"number": True},
        {"place": 25},
        {"card": -1},
        {"unknown": 1},
    ],
)
def test_invalid_draft_is_not_decoded(entry):
    assert DRAFT_CODEC.decode(seated().session, entry) is None


def test_giver_of_the_other_side_is_dropped_on_decoding():
    table = seated().session
    assert DRAFT_CODEC.decode(table, {"word": "River", "by": 2}) == TurnDraft("River")
    assert DRAFT_CODEC.decode(table, {"word": "River", "by": 9}) == TurnDraft("River")


def test_closed_place_is_dropped_on_decoding_and_any_without_a_grid():
    assert DRAFT_CODEC.decode(seated(FOUR, Agent(7)).session, {"place": 7}) == TurnDraft()
    bank = seated(Setup(("Ada", "Bruno"))).session
    assert DRAFT_CODEC.decode(bank, {"place": 7, "card": 3, "typed": "Ban"}) == TurnDraft()


def test_playing_the_clue_keeps_the_selected_word():
    sitting = seated()
    sitting.save_draft(FULL)
    sitting.play(FULL.clue, keep_draft=True)
    assert sitting.draft == TurnDraft(place=7, card=12, typed="Ban")
    sitting.undo()
    assert sitting.draft == TurnDraft("River", Unlimited.UNLIMITED, 1)


def test_undone_guess_is_selected_again():
    sitting = seated(FOUR, Agent(7))
    sitting.undo()
    assert sitting.draft == TurnDraft(place=7)


def test_agent_keeps_the_unfinished_clue():
    sitting = seated()
    sitting.save_draft(TurnDraft("Riv", 2, place=7))
    sitting.play(Agent(7), keep_draft=True)
    assert sitting.draft == TurnDraft("Riv", 2)


def test_next_turn_begins_with_an_empty_draft():
    sitting = seated()
    sitting.save_draft(TurnDraft("Riv", 2, place=7))
    sitting.play(Bystander(7))
    assert sitting.draft == TurnDraft()


@pytest.mark.parametrize("move", [IllegalClue(), CardWord(3, "Bank")])
def test_fine_and_card_word_keep_the_draft(move):
    sitting = seated()
    sitting.save_draft(FULL)
    sitting.play(move, keep_draft=True)
    assert sitting.draft == FULL


def test_change_of_side_drops_the_giver_from_the_draft():
    sitting = seated()
    sitting.save_draft(TurnDraft("Riv", 2, by=1))
    sitting.play(NextClue(Side.B), keep_draft=True)
    assert sitting.draft == TurnDraft("Riv", 2)


def test_sudden_death_drops_the_clue_from_the_draft():
    last = Setup(("Ada", "Bruno"), tokens=1, keeps=TrackingMode.GRID)
    sitting = seated(last, Bystander(0))
    sitting.session.save_draft(DRAFT_CODEC.encode(TurnDraft("Riv", 2, place=3)))
    assert sitting.draft == TurnDraft(place=3)


def test_draft_stays_compatible_while_the_phase_is_the_same():
    state = start(FOUR)
    later = apply(apply(apply(state, Agent(1)), Stop()), Bystander(2))
    assert DRAFT_CODEC.is_compatible(state, later)
    assert not DRAFT_CODEC.is_compatible(state, apply(state, Bystander(2)))
    assert not DRAFT_CODEC.is_compatible(state, apply(state, Clue("River")))
    nine = state
    for place in range(9):
        nine = apply(nine, Agent(place))
    assert DRAFT_CODEC.is_compatible(state, nine)
    assert not DRAFT_CODEC.is_compatible(state, apply(nine, Stop()))
