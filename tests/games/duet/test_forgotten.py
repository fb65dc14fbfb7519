"""A whole turn that nobody recorded is put in before one that was."""

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.serialization import encode
from companion.games.duet import text
from companion.games.duet.edits import (
    edited_moves,
    find_turn,
    missing_turn,
    preview_edit,
    restore_saved,
    start_edit,
    start_missing_turn,
    state_before_guess,
)
from companion.games.duet.setup import WORDS, Side, TrackingMode, Unlimited, WordKind
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    CardWord,
    Clue,
    IllegalClue,
    Stop,
)
from companion.games.duet.text import find_turn_from, make_turns
from companion.i18n.translator import Translator
from tests.games.duet.missions_played import table_of, tables

RIVER, GOLD = Clue("river", 3), Clue("gold", 2)


def missing_before(session, number):
    """The turn that was forgotten before the one of this number."""
    return start_missing_turn(make_turns(session)[number - 1])


def guessed(amendment, *kinds):
    for at, kind in enumerate(kinds):
        amendment = amendment.with_added_guess(on_grid=False).with_guess_kind(at, kind)
    return amendment


def as_kept(amendment):
    return json.loads(json.dumps(encode(amendment)))


# -- what is put in -----------------------------------------------------------------------------------------


def test_nothing_is_known_of_it_but_whose_turn_it_was():
    session = table_of(RIVER, Agent(), Stop(), GOLD, Bystander(), Agent())
    missing = missing_before(session, 2)
    turn = find_turn(session, missing)
    assert turn is not None
    assert (turn.giver, turn.clue, turn.guesses) == (Side.B, None, ())
    assert edited_moves(session, guessed(missing)) == (Stop(),)
    assert not missing.is_ready
    assert guessed(missing, WordKind.AGENT).is_ready


def test_a_forgotten_turn_comes_before_another_and_was_stopped_if_no_guess_ended_it():
    session = table_of(RIVER, Agent(), Stop(), GOLD, Bystander())
    missing = guessed(
        missing_before(session, 2).with_word("sky").toggle_number(Unlimited.UNLIMITED), WordKind.AGENT
    )
    revision = preview_edit(session, missing.set_fined(True))
    sky = Clue("sky", Unlimited.UNLIMITED)
    assert revision.moves == (*session.moves[:3], sky, IllegalClue(), Agent(), Stop(), GOLD, Bystander())
    assert revision.dropped_moves == ()


def test_it_may_have_been_the_very_first_and_ended_with_a_bystander():
    session = table_of(Agent(), Stop())
    revision = preview_edit(session, guessed(missing_before(session, 1), WordKind.AGENT, WordKind.BYSTANDER))
    assert revision.moves == (Agent(), Bystander(), Agent(), Stop())


def test_every_later_clue_passes_to_the_other_side_and_with_it_the_agents_of_the_keys():
    session = table_of(Agent(), Stop(), Agent(), Agent(), Stop(), keeps=TrackingMode.KEYS)
    assert session.state.key_counts == (1, 2)
    session.commit_edit(preview_edit(session, guessed(missing_before(session, 2), WordKind.BYSTANDER)))
    assert [turn.giver for turn in make_turns(session)] == [Side.A, Side.B, Side.A]
    assert session.state.key_counts == (3, 0)


def test_a_later_clue_stays_and_only_who_gave_it_goes_where_the_sides_have_changed():
    by_chloe, by_ada = Clue("gold", 2, 2), Clue("sky", 1, 0)
    session = table_of(RIVER, Agent(), Stop(), by_chloe, Agent(), Stop(), by_ada)
    revision = preview_edit(session, guessed(missing_before(session, 2), WordKind.BYSTANDER))
    assert revision.moves[3:] == (Bystander(), GOLD, Agent(), Stop(), Clue("sky", 1))
    tr = Translator("en")
    told = [what for what, _ in text.describe_dropped_moves(tr, session, revision.dropped_moves)]
    assert told == ["Turn 2: Clue from Chloe", "Turn 3: Clue from Ada"]
    session.commit_edit(revision)
    assert session.moves == revision.moves


def test_a_turn_that_is_taken_out_leaves_later_clues_as_well():
    by_chloe = Clue("gold", 2, 2)
    session = table_of(RIVER, Agent(), Stop(), by_chloe, Bystander())
    revision = preview_edit(session, start_edit(make_turns(session)[0]).set_removed(True))
    assert revision.moves == (GOLD, Bystander())
    # Of which nothing but the giver was told, nothing is left.
    session = table_of(RIVER, Agent(), Stop(), Clue(by=2), Bystander())
    assert preview_edit(session, start_edit(make_turns(session)[0]).set_removed(True)).moves == (Bystander(),)


def test_on_a_grid_a_later_guess_of_the_same_word_no_longer_fits():
    session = table_of(
        Agent(3), Stop(), CardWord(8, "moon"), Agent(8), Agent(9), Stop(), keeps=TrackingMode.GRID
    )
    missing = missing_before(session, 2).with_added_guess(on_grid=True)
    assert missing.placing == 0
    # As the table lay then, with the words that were read since.
    before = state_before_guess(session, missing, 0)
    assert [place for place, lying in enumerate(before.places) if lying.found] == [3]
    assert before.word(8) == "moon"
    revision = preview_edit(session, missing.with_guess_place(0, 8))
    assert [(lost.move_index, lost.problem.code) for lost in revision.dropped_moves] == [(3, "place_found")]
    assert revision.moves == (Agent(3), Stop(), Agent(8), Stop(), CardWord(8, "moon"), Agent(9), Stop())


def test_with_the_last_token_gone_sooner_the_rest_was_sudden_death():
    session = table_of(Agent(), Stop(), GOLD, Agent(), Stop(), tokens=2)
    revision = preview_edit(session, guessed(missing_before(session, 2), WordKind.AGENT))
    assert revision.moves == (Agent(), Stop(), Agent(), Stop(), Agent())
    assert [lost.move for lost in revision.dropped_moves] == [GOLD, Stop()]


def test_an_assassin_in_it_drops_all_that_followed():
    session = table_of(Agent(), Stop(), GOLD, Agent(), Stop())
    revision = preview_edit(session, guessed(missing_before(session, 2), WordKind.ASSASSIN))
    assert revision.moves == (Agent(), Stop(), Assassin())
    assert {lost.problem.code for lost in revision.dropped_moves} == {"over"}


def test_no_turn_is_missing_right_before_sudden_death():
    session = table_of(Agent(), Stop(), Agent(), tokens=1)
    sudden = make_turns(session)[-1]
    assert sudden.giver is None
    assert missing_turn(session, sudden) is None
    assert restore_saved(session, encode(start_missing_turn(sudden))) is None


# -- whatever is put in -------------------------------------------------------------------------------------


@st.composite
def with_a_turn_missing(draw):
    """A table and any turn that was forgotten before any of its turns."""
    session = draw(
        tables().filter(lambda session: any(turn.giver is not None for turn in make_turns(session)))
    )
    turn = draw(st.sampled_from([turn for turn in make_turns(session) if turn.giver is not None]))
    missing = start_missing_turn(turn)
    for at, kind in enumerate(draw(st.lists(st.sampled_from(WordKind), min_size=1, max_size=4))):
        missing = missing.with_added_guess(on_grid=session.setup.has_grid).with_guess_kind(at, kind)
        if session.setup.has_grid:
            missing = missing.with_guess_place(at, draw(st.integers(0, WORDS - 1)))
        if kind is not WordKind.AGENT:
            break
    return session, missing.with_word(draw(st.sampled_from(["", "sky"]))).set_fined(draw(st.booleans()))


@settings(max_examples=60, deadline=None)
@given(given=with_a_turn_missing())
def test_a_turn_that_is_put_in_and_taken_out_again_leaves_the_log_from_before(given):
    table, missing = given
    assert restore_saved(table, as_kept(missing)) == missing
    before = table.moves
    try:
        revision = preview_edit(table, missing)
    except IllegalMove:
        return
    assume(not revision.dropped_moves)
    table.commit_edit(revision)
    put_in = find_turn_from(make_turns(table), missing.first)
    assert put_in is not None
    assert (put_in.clue or Clue()) == missing.clue
    assert [guess.kind for guess in put_in.guesses] == [guess.kind for guess in missing.effective_guesses]
    again = preview_edit(table, start_edit(put_in).set_removed(True))
    assert again.moves == before


# -- as it was left -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"new": 1},
        {"first": 1},
        {"removed": True},
        {"guesses": [{"kind": "agent", "number": 0}]},
        {"guesses": [{"kind": "agent", "place": 3}]},
        {"left_out": [0]},
        {"number": 10},
    ],
)
def test_what_a_damaged_file_holds_is_not_put_in(wrong):
    session = table_of(Agent(), Stop(), Agent())
    good = encode(guessed(missing_before(session, 1), WordKind.AGENT))
    assert restore_saved(session, good) is not None
    assert restore_saved(session, {**good, **wrong}) is None
