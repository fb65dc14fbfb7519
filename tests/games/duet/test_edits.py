"""Edits of the past: a turn changed, removed or inserted, and a saved edit restored."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.serialization import encode
from companion.games.duet import text
from companion.games.duet.edits import (
    EntryEdit,
    GuessEdit,
    edit_changes,
    edited_moves,
    find_turn,
    missing_turn,
    other_moves,
    preview_edit,
    restore_saved,
    start_edit,
    start_missing_turn,
    state_before_guess,
)
from companion.games.duet.setup import KEY_AGENTS, WORDS, Side, TrackingMode, Unlimited, WordKind
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    CardWord,
    Clue,
    IllegalClue,
    NextClue,
    SideDone,
    Stop,
    Token,
)
from companion.games.duet.text import TurnEnd, find_turn_from, make_turns
from companion.i18n.translator import Translator
from tests.games.duet.builders import GOLD, RIVER, make_session, random_sessions


def first_of(*moves, **options):
    session = make_session(*moves, **options)
    return session, start_edit(make_turns(session)[0])


def after(session, amendment):
    """The moves of the whole log, were it so."""
    return preview_edit(session, amendment).moves


def refusal(session, amendment):
    with pytest.raises(IllegalMove) as refused:
        preview_edit(session, amendment)
    return refused.value.problem.code


# -- the clue -----------------------------------------------------------------------------------------------


def test_a_clue_is_told_otherwise_in_its_place():
    table, amendment = first_of(RIVER, Agent(), Stop(), Agent())
    told = amendment.with_word(" lake ").toggle_number(2)
    assert after(table, told) == (Clue("lake", 2), Agent(), Stop(), Agent())


def test_a_clue_that_nobody_told_comes_before_the_first_guess_and_after_the_cards_that_were_read():
    read = CardWord(3, "bank")
    table, amendment = first_of(read, Agent(3), Stop(), keeps=TrackingMode.GRID)
    assert after(table, amendment.with_word("sky").toggle_number(Unlimited.UNLIMITED)) == (
        *(read, Clue("sky", Unlimited.UNLIMITED), Agent(3), Stop()),
    )


def test_a_clue_of_which_nothing_is_left_is_taken_out():
    table, amendment = first_of(RIVER, Agent(), Stop())
    assert after(table, amendment.with_word("").toggle_number(3)) == (Agent(), Stop())


def test_the_clue_alone_can_be_changed_before_any_guess():
    table, amendment = first_of(RIVER)
    assert after(table, amendment.toggle_number(1).set_fined(True)) == (Clue("river", 1), IllegalClue())


def test_who_gave_the_clue_must_sit_on_the_side_that_did():
    table, amendment = first_of(RIVER, Agent(), Stop())
    assert after(table, amendment.toggle_giver(1))[0] == Clue("river", 3, 1)
    assert refusal(table, amendment.toggle_giver(2)) == "clue_by_other_side"
    assert amendment.toggle_giver(1).toggle_giver(1) == amendment


# -- the guesses --------------------------------------------------------------------------------------------


def test_one_guess_is_taken_back_and_the_rest_stays():
    table, amendment = first_of(RIVER, Agent(), Agent(), Stop(), Bystander())
    assert after(table, amendment.without_guess(0)) == (RIVER, Agent(), Stop(), Bystander())


def test_a_bystander_ends_the_turn_and_what_came_after_it_in_the_turn_was_not():
    table, amendment = first_of(Agent(), Agent(), Agent(), Stop(), Agent())
    changed = amendment.with_guess_kind(1, WordKind.BYSTANDER)
    assert after(table, changed) == (Agent(), Bystander(), Agent())
    # The other guesses are still in mind.
    assert changed.with_guess_kind(1, WordKind.AGENT) == amendment


def test_a_turn_that_another_followed_was_stopped_if_no_guess_ended_it():
    table, amendment = first_of(Bystander(), Agent())
    assert after(table, amendment.with_guess_kind(0, WordKind.AGENT)) == (Agent(), Stop(), Agent())


def test_the_last_turn_goes_on_unless_it_is_said_that_it_was_stopped():
    table, amendment = first_of(Agent(), Bystander())
    changed = amendment.with_guess_kind(1, WordKind.AGENT)
    assert after(table, changed) == (Agent(), Agent())
    assert after(table, changed.set_stopped(True)) == (Agent(), Agent(), Stop())


def test_a_stop_can_be_taken_back():
    table, amendment = first_of(Agent(), Stop())
    assert after(table, amendment.set_stopped(False)) == (Agent(),)


def test_a_turn_in_which_nothing_was_guessed_could_not_be_stopped():
    table, amendment = first_of(Agent(), Stop(), Agent())
    assert refusal(table, amendment.without_guess(0)) == "guess_first"


def test_a_forgotten_agent_comes_before_what_ended_the_turn():
    table, amendment = first_of(RIVER, Agent(), Bystander(), Agent())
    changed = amendment.with_added_guess(on_grid=False)
    assert [guess.kind for guess in changed.effective_guesses] == [
        WordKind.AGENT,
        WordKind.AGENT,
        WordKind.BYSTANDER,
    ]
    assert after(table, changed) == (RIVER, Agent(), Agent(), Bystander(), Agent())


def test_on_a_grid_a_forgotten_guess_wants_its_word():
    table, amendment = first_of(Agent(3), Stop(), keeps=TrackingMode.GRID)
    changed = amendment.with_added_guess(on_grid=True)
    assert changed.placing == 1
    assert refusal(table, changed) == "place_missing"
    assert after(table, changed.with_guess_place(1, 8)) == (Agent(3), Agent(8), Stop())
    assert changed.with_guess_place(1, 8).placing is None


def test_a_guess_moved_to_another_word_frees_the_one_it_was_on():
    table, amendment = first_of(Agent(3), Stop(), Agent(8), Stop(), keeps=TrackingMode.GRID)
    revision = preview_edit(table, amendment.with_guess_place(0, 8))
    assert revision.moves == (Agent(8), Stop())
    # The later guess of the same word is dropped, and with it the stop that needs a right one.
    assert [lost.problem.code for lost in revision.dropped_moves] == ["place_found", "guess_first"]


def test_a_word_is_looked_for_as_the_table_lay_before_the_guess_with_all_that_was_read_since():
    table, amendment = first_of(
        Agent(3), Agent(8), Stop(), CardWord(5, "bank"), Agent(9), keeps=TrackingMode.GRID
    )
    before = state_before_guess(table, amendment, 1)
    assert [place for place, lying in enumerate(before.places) if lying.found] == [3]
    assert before.word(5) == "bank"
    # One that was put on a word already found is passed over.
    assert (
        state_before_guess(table, amendment.with_guess_place(1, 3).with_added_guess(on_grid=True), 2).agents
        == 1
    )


def test_no_two_guesses_of_a_turn_are_on_the_same_word():
    table, amendment = first_of(Agent(3), Agent(8), Stop(), keeps=TrackingMode.GRID)
    assert refusal(table, amendment.with_guess_place(0, 8)) == "place_found"


def test_the_assassin_of_an_earlier_turn_drops_all_that_followed():
    table, amendment = first_of(Agent(), Stop(), Agent(), Stop())
    revision = preview_edit(table, amendment.with_guess_kind(0, WordKind.ASSASSIN))
    assert revision.moves == (Assassin(),)
    assert {lost.problem.code for lost in revision.dropped_moves} == {"over"}


def test_no_turn_has_more_guesses_than_there_are_words():
    _, amendment = first_of(Agent())
    for _ in range(WORDS + 3):
        amendment = amendment.with_added_guess(on_grid=False)
    assert len(amendment.guesses) == WORDS


# -- the rest of the turn -----------------------------------------------------------------------------------


def test_a_fine_is_put_in_and_taken_out():
    table, amendment = first_of(RIVER, Agent(), Stop())
    assert after(table, amendment.set_fined(True)) == (RIVER, IllegalClue(), Agent(), Stop())
    table, amendment = first_of(RIVER, Agent(), IllegalClue(Token.BYSTANDER), Stop())
    assert after(table, amendment.with_guess_kind(0, WordKind.AGENT)) == table.moves
    assert after(table, amendment.set_fined(False)) == (RIVER, Agent(), Stop())


def test_what_else_was_said_in_a_turn_keeps_its_place_unless_it_is_left_out():
    table, amendment = first_of(NextClue(Side.B), RIVER, Agent(), Stop(), loose_turns=True)
    turn = make_turns(table)[0]
    assert other_moves(table, turn) == (0,)
    assert after(table, amendment.toggle_number(1))[:2] == (NextClue(Side.B), Clue("river", 1))
    assert after(table, amendment.set_left_out(0, True)) == (RIVER, Agent(), Stop())
    assert amendment.set_left_out(0, True).set_left_out(0, False) == amendment


def test_a_turn_that_ended_by_itself_needs_no_stop():
    table, amendment = first_of(IllegalClue(), *(Agent(),) * 9, SideDone(Side.A), Agent(), tokens=1)
    assert make_turns(table)[0].end is TurnEnd.AUTOMATIC
    assert after(table, amendment) == table.moves
    # With a guess fewer the key is not covered, and the turn was stopped.
    assert Stop() in after(table, amendment.without_guess(0).set_left_out(10, True))


def test_a_removed_turn_leaves_what_the_cards_read():
    read = CardWord(3, "bank")
    table, amendment = first_of(read, RIVER, Agent(3), Stop(), Bystander(8), keeps=TrackingMode.GRID)
    assert after(table, amendment.set_removed(True)) == (read, Bystander(8))


def test_sudden_death_has_guesses_alone():
    session = make_session(Agent(), Stop(), Agent(), Bystander(), tokens=1)
    sudden = start_edit(make_turns(session)[-1])
    assert after(session, sudden.with_guess_kind(1, WordKind.AGENT)) == (Agent(), Stop(), Agent(), Agent())


# -- whatever is changed ------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(session=random_sessions())
def test_a_turn_changed_into_itself_changes_nothing(session):
    for turn in make_turns(session):
        amendment = start_edit(turn)
        assert edit_changes(session, amendment) == {}
        assert (
            edited_moves(session, amendment)
            == session.moves[turn.first_move_index : turn.last_move_index + 1]
        )
        assert restore_saved(session, json.loads(json.dumps(encode(amendment)))) == amendment


@st.composite
def amended(draw):
    """A table and any change of any of its turns."""
    session = draw(random_sessions().filter(lambda session: session.moves))
    told = make_turns(session)
    turn = draw(st.sampled_from(told))
    amendment = start_edit(turn)
    for _ in range(draw(st.integers(1, 5))):
        at = st.integers(0, max(0, len(amendment.guesses) - 1))
        offered = [amendment.with_added_guess(on_grid=False), amendment.set_removed(not amendment.removed)]
        if turn.giver is not None:
            offered += [
                amendment.with_word(draw(st.sampled_from(["", "sky"]))),
                amendment.toggle_number(draw(st.integers(0, KEY_AGENTS))),
                amendment.toggle_giver(draw(st.integers(0, 3))),
                amendment.set_stopped(draw(st.booleans())),
                amendment.set_fined(draw(st.booleans())),
            ]
        if amendment.guesses:
            offered += [
                amendment.with_guess_kind(draw(at), draw(st.sampled_from(WordKind))),
                amendment.without_guess(draw(at)),
            ]
            if session.setup.has_grid:
                offered.append(amendment.with_guess_place(draw(at), draw(st.integers(0, WORDS - 1))))
        amendment = draw(st.sampled_from(offered))
    return session, amendment


@settings(max_examples=70, deadline=None)
@given(given=amended())
def test_whatever_is_changed_the_log_is_lawful_and_says_it(given):
    table, amendment = given
    assert restore_saved(table, json.loads(json.dumps(encode(amendment)))) == amendment
    try:
        revision = preview_edit(table, amendment)
    except IllegalMove:
        return
    table.commit_edit(revision)
    assert table.moves == revision.moves
    if amendment.removed:
        return
    told = next((turn for turn in make_turns(table) if turn.first_move_index == amendment.first), None)
    if told is None:
        assert not amendment.guesses
        assert not amendment.has_clue
        return
    made = [(guess.kind, guess.place) for guess in amendment.effective_guesses]
    assert [(guess.kind, guess.place) for guess in told.guesses][: len(made)] == made
    assert (told.clue or Clue()) == amendment.clue


# -- as it was left -----------------------------------------------------------------------------------------

GOOD = encode(EntryEdit("sky", 2, 1, (GuessEdit(WordKind.AGENT, 3, 0),), placing=0, first=0))


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": 1},
        {"first": "0"},
        {"first": None},
        {"word": "x" * 41},
        {"number": 10},
        {"number": -1},
        {"number": True},
        {"by": 4},
        {"by": -1},
        {"guesses": [{"kind": "agent", "place": 25, "number": 0}]},
        {"guesses": [{"kind": "agent", "place": 3, "number": 1}]},
        {"guesses": [{"kind": "agent", "place": 3, "number": 0}] * 2},
        {"guesses": [{"kind": "spy"}]},
        {"guesses": [{"kind": "agent"}] * 26},
        {"left_out": [1]},
        {"placing": 1},
        {"more": 1},
    ],
)
def test_what_a_damaged_file_holds_is_not_taken_up(wrong):
    session = make_session(Agent(3), Stop(), keeps=TrackingMode.GRID)
    assert restore_saved(session, GOOD) is not None
    assert restore_saved(session, {**GOOD, **wrong}) is None


def test_without_a_grid_no_guess_has_a_place():
    assert restore_saved(make_session(Agent(), Stop()), GOOD) is None


def test_sudden_death_has_no_clue_to_be_taken_up():
    session = make_session(Agent(), Stop(), Agent(), tokens=1)
    kept = encode(start_edit(make_turns(session)[-1]))
    assert restore_saved(session, kept) is not None
    assert restore_saved(session, {**kept, "word": "sky"}) is None
    assert restore_saved(session, {**kept, "fined": True}) is None


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
    session = make_session(RIVER, Agent(), Stop(), GOLD, Bystander(), Agent())
    missing = missing_before(session, 2)
    turn = find_turn(session, missing)
    assert turn is not None
    assert (turn.giver, turn.clue, turn.guesses) == (Side.B, None, ())
    assert edited_moves(session, guessed(missing)) == (Stop(),)
    assert not missing.is_ready
    assert guessed(missing, WordKind.AGENT).is_ready


def test_a_forgotten_turn_comes_before_another_and_was_stopped_if_no_guess_ended_it():
    session = make_session(RIVER, Agent(), Stop(), GOLD, Bystander())
    missing = guessed(
        missing_before(session, 2).with_word("sky").toggle_number(Unlimited.UNLIMITED), WordKind.AGENT
    )
    revision = preview_edit(session, missing.set_fined(True))
    sky = Clue("sky", Unlimited.UNLIMITED)
    assert revision.moves == (*session.moves[:3], sky, IllegalClue(), Agent(), Stop(), GOLD, Bystander())
    assert revision.dropped_moves == ()


def test_it_may_have_been_the_very_first_and_ended_with_a_bystander():
    session = make_session(Agent(), Stop())
    revision = preview_edit(session, guessed(missing_before(session, 1), WordKind.AGENT, WordKind.BYSTANDER))
    assert revision.moves == (Agent(), Bystander(), Agent(), Stop())


def test_every_later_clue_passes_to_the_other_side_and_with_it_the_agents_of_the_keys():
    session = make_session(Agent(), Stop(), Agent(), Agent(), Stop(), keeps=TrackingMode.KEYS)
    assert session.state.key_counts == (1, 2)
    session.commit_edit(preview_edit(session, guessed(missing_before(session, 2), WordKind.BYSTANDER)))
    assert [turn.giver for turn in make_turns(session)] == [Side.A, Side.B, Side.A]
    assert session.state.key_counts == (3, 0)


def test_a_later_clue_stays_and_only_who_gave_it_goes_where_the_sides_have_changed():
    by_chloe, by_ada = Clue("gold", 2, 2), Clue("sky", 1, 0)
    session = make_session(RIVER, Agent(), Stop(), by_chloe, Agent(), Stop(), by_ada)
    revision = preview_edit(session, guessed(missing_before(session, 2), WordKind.BYSTANDER))
    assert revision.moves[3:] == (Bystander(), GOLD, Agent(), Stop(), Clue("sky", 1))
    tr = Translator("en")
    told = [what for what, _ in text.describe_dropped_moves(tr, session, revision.dropped_moves)]
    assert told == ["Turn 2: Clue from Chloe", "Turn 3: Clue from Ada"]
    session.commit_edit(revision)
    assert session.moves == revision.moves


def test_a_turn_that_is_taken_out_leaves_later_clues_as_well():
    by_chloe = Clue("gold", 2, 2)
    session = make_session(RIVER, Agent(), Stop(), by_chloe, Bystander())
    revision = preview_edit(session, start_edit(make_turns(session)[0]).set_removed(True))
    assert revision.moves == (GOLD, Bystander())
    # Of which nothing but the giver was told, nothing is left.
    session = make_session(RIVER, Agent(), Stop(), Clue(by=2), Bystander())
    assert preview_edit(session, start_edit(make_turns(session)[0]).set_removed(True)).moves == (Bystander(),)


def test_on_a_grid_a_later_guess_of_the_same_word_no_longer_fits():
    session = make_session(
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
    session = make_session(Agent(), Stop(), GOLD, Agent(), Stop(), tokens=2)
    revision = preview_edit(session, guessed(missing_before(session, 2), WordKind.AGENT))
    assert revision.moves == (Agent(), Stop(), Agent(), Stop(), Agent())
    assert [lost.move for lost in revision.dropped_moves] == [GOLD, Stop()]


def test_an_assassin_in_it_drops_all_that_followed():
    session = make_session(Agent(), Stop(), GOLD, Agent(), Stop())
    revision = preview_edit(session, guessed(missing_before(session, 2), WordKind.ASSASSIN))
    assert revision.moves == (Agent(), Stop(), Assassin())
    assert {lost.problem.code for lost in revision.dropped_moves} == {"over"}


def test_no_turn_is_missing_right_before_sudden_death():
    session = make_session(Agent(), Stop(), Agent(), tokens=1)
    sudden = make_turns(session)[-1]
    assert sudden.giver is None
    assert missing_turn(session, sudden) is None
    assert restore_saved(session, encode(start_missing_turn(sudden))) is None


# -- whatever is put in -------------------------------------------------------------------------------------


@st.composite
def with_a_turn_missing(draw):
    """A table and any turn that was forgotten before any of its turns."""
    session = draw(
        random_sessions().filter(lambda session: any(turn.giver is not None for turn in make_turns(session)))
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
    session = make_session(Agent(), Stop(), Agent())
    good = encode(guessed(missing_before(session, 1), WordKind.AGENT))
    assert restore_saved(session, good) is not None
    assert restore_saved(session, {**good, **wrong}) is None
