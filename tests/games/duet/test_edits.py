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


def after(session, entry_edit):
    """The moves of the whole log, were it so."""
    return preview_edit(session, entry_edit).moves


def refusal(session, entry_edit):
    with pytest.raises(IllegalMove) as refused:
        preview_edit(session, entry_edit)
    return refused.value.problem.code


# -- the clue -----------------------------------------------------------------------------------------------


def test_edited_clue_replaces_the_recorded_one():
    table, entry_edit = first_of(RIVER, Agent(), Stop(), Agent())
    told = entry_edit.with_word(" lake ").toggle_number(2)
    assert after(table, told) == (Clue("lake", 2), Agent(), Stop(), Agent())


def test_missing_clue_is_inserted_before_the_first_guess_and_after_card_words():
    read = CardWord(3, "bank")
    table, entry_edit = first_of(read, Agent(3), Stop(), keeps=TrackingMode.GRID)
    assert after(table, entry_edit.with_word("sky").toggle_number(Unlimited.UNLIMITED)) == (
        *(read, Clue("sky", Unlimited.UNLIMITED), Agent(3), Stop()),
    )


def test_emptied_clue_is_removed():
    table, entry_edit = first_of(RIVER, Agent(), Stop())
    assert after(table, entry_edit.with_word("").toggle_number(3)) == (Agent(), Stop())


def test_the_clue_alone_can_be_changed_before_any_guess():
    table, entry_edit = first_of(RIVER)
    assert after(table, entry_edit.toggle_number(1).set_fined(True)) == (Clue("river", 1), IllegalClue())


def test_who_gave_the_clue_must_sit_on_the_side_that_did():
    table, entry_edit = first_of(RIVER, Agent(), Stop())
    assert after(table, entry_edit.toggle_giver(1))[0] == Clue("river", 3, 1)
    assert refusal(table, entry_edit.toggle_giver(2)) == "clue_by_other_side"
    assert entry_edit.toggle_giver(1).toggle_giver(1) == entry_edit


# -- the guesses --------------------------------------------------------------------------------------------


def test_removed_guess_leaves_the_others():
    table, entry_edit = first_of(RIVER, Agent(), Agent(), Stop(), Bystander())
    assert after(table, entry_edit.without_guess(0)) == (RIVER, Agent(), Stop(), Bystander())


def test_bystander_ends_the_turn_and_drops_later_guesses():
    table, entry_edit = first_of(Agent(), Agent(), Agent(), Stop(), Agent())
    changed = entry_edit.with_guess_kind(1, WordKind.BYSTANDER)
    assert after(table, changed) == (Agent(), Bystander(), Agent())
    # The other guesses are still in mind.
    assert changed.with_guess_kind(1, WordKind.AGENT) == entry_edit


def test_a_turn_that_another_followed_was_stopped_if_no_guess_ended_it():
    table, entry_edit = first_of(Bystander(), Agent())
    assert after(table, entry_edit.with_guess_kind(0, WordKind.AGENT)) == (Agent(), Stop(), Agent())


def test_last_turn_is_under_way_unless_it_was_stopped():
    table, entry_edit = first_of(Agent(), Bystander())
    changed = entry_edit.with_guess_kind(1, WordKind.AGENT)
    assert after(table, changed) == (Agent(), Agent())
    assert after(table, changed.set_stopped(True)) == (Agent(), Agent(), Stop())


def test_stop_can_be_removed():
    table, entry_edit = first_of(Agent(), Stop())
    assert after(table, entry_edit.set_stopped(False)) == (Agent(),)


def test_a_turn_in_which_nothing_was_guessed_could_not_be_stopped():
    table, entry_edit = first_of(Agent(), Stop(), Agent())
    assert refusal(table, entry_edit.without_guess(0)) == "guess_first"


def test_missing_agent_is_inserted_before_the_end_of_the_turn():
    table, entry_edit = first_of(RIVER, Agent(), Bystander(), Agent())
    changed = entry_edit.with_added_guess(on_grid=False)
    assert [guess.kind for guess in changed.effective_guesses] == [
        WordKind.AGENT,
        WordKind.AGENT,
        WordKind.BYSTANDER,
    ]
    assert after(table, changed) == (RIVER, Agent(), Agent(), Bystander(), Agent())


def test_missing_guess_on_a_grid_needs_its_word():
    table, entry_edit = first_of(Agent(3), Stop(), keeps=TrackingMode.GRID)
    changed = entry_edit.with_added_guess(on_grid=True)
    assert changed.placing == 1
    assert refusal(table, changed) == "place_missing"
    assert after(table, changed.with_guess_place(1, 8)) == (Agent(3), Agent(8), Stop())
    assert changed.with_guess_place(1, 8).placing is None


def test_a_guess_moved_to_another_word_frees_the_one_it_was_on():
    table, entry_edit = first_of(Agent(3), Stop(), Agent(8), Stop(), keeps=TrackingMode.GRID)
    revision = preview_edit(table, entry_edit.with_guess_place(0, 8))
    assert revision.moves == (Agent(8), Stop())
    # The later guess of the same word is dropped, and with it the stop that needs a right one.
    assert [lost.problem.code for lost in revision.dropped_moves] == ["place_found", "guess_first"]


def test_state_before_a_guess_has_all_words_typed_since():
    table, entry_edit = first_of(
        Agent(3), Agent(8), Stop(), CardWord(5, "bank"), Agent(9), keeps=TrackingMode.GRID
    )
    before = state_before_guess(table, entry_edit, 1)
    assert [place for place, lying in enumerate(before.places) if lying.found] == [3]
    assert before.word(5) == "bank"
    # One that was put on a word already found is passed over.
    assert (
        state_before_guess(table, entry_edit.with_guess_place(1, 3).with_added_guess(on_grid=True), 2).agents
        == 1
    )


def test_no_two_guesses_of_a_turn_are_on_the_same_word():
    table, entry_edit = first_of(Agent(3), Agent(8), Stop(), keeps=TrackingMode.GRID)
    assert refusal(table, entry_edit.with_guess_place(0, 8)) == "place_found"


def test_the_assassin_of_an_earlier_turn_drops_all_that_followed():
    table, entry_edit = first_of(Agent(), Stop(), Agent(), Stop())
    revision = preview_edit(table, entry_edit.with_guess_kind(0, WordKind.ASSASSIN))
    assert revision.moves == (Assassin(),)
    assert {lost.problem.code for lost in revision.dropped_moves} == {"over"}


def test_no_turn_has_more_guesses_than_there_are_words():
    _, entry_edit = first_of(Agent())
    for _ in range(WORDS + 3):
        entry_edit = entry_edit.with_added_guess(on_grid=False)
    assert len(entry_edit.guesses) == WORDS


# -- the rest of the turn -----------------------------------------------------------------------------------


def test_fine_is_added_and_removed():
    table, entry_edit = first_of(RIVER, Agent(), Stop())
    assert after(table, entry_edit.set_fined(True)) == (RIVER, IllegalClue(), Agent(), Stop())
    table, entry_edit = first_of(RIVER, Agent(), IllegalClue(Token.BYSTANDER), Stop())
    assert after(table, entry_edit.with_guess_kind(0, WordKind.AGENT)) == table.moves
    assert after(table, entry_edit.set_fined(False)) == (RIVER, Agent(), Stop())


def test_other_moves_stay_in_place_unless_left_out():
    table, entry_edit = first_of(NextClue(Side.B), RIVER, Agent(), Stop(), loose_turns=True)
    turn = make_turns(table)[0]
    assert other_moves(table, turn) == (0,)
    assert after(table, entry_edit.toggle_number(1))[:2] == (NextClue(Side.B), Clue("river", 1))
    assert after(table, entry_edit.set_left_out(0, True)) == (RIVER, Agent(), Stop())
    assert entry_edit.set_left_out(0, True).set_left_out(0, False) == entry_edit


def test_a_turn_that_ended_by_itself_needs_no_stop():
    table, entry_edit = first_of(IllegalClue(), *(Agent(),) * 9, SideDone(Side.A), Agent(), tokens=1)
    assert make_turns(table)[0].end is TurnEnd.AUTOMATIC
    assert after(table, entry_edit) == table.moves
    # With a guess fewer the key is not covered, and the turn was stopped.
    assert Stop() in after(table, entry_edit.without_guess(0).set_left_out(10, True))


def test_removing_a_turn_keeps_card_words():
    read = CardWord(3, "bank")
    table, entry_edit = first_of(read, RIVER, Agent(3), Stop(), Bystander(8), keeps=TrackingMode.GRID)
    assert after(table, entry_edit.set_removed(True)) == (read, Bystander(8))


def test_sudden_death_has_guesses_alone():
    session = make_session(Agent(), Stop(), Agent(), Bystander(), tokens=1)
    sudden = start_edit(make_turns(session)[-1])
    assert after(session, sudden.with_guess_kind(1, WordKind.AGENT)) == (Agent(), Stop(), Agent(), Agent())


# -- whatever is changed ------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(session=random_sessions())
def test_a_turn_changed_into_itself_changes_nothing(session):
    for turn in make_turns(session):
        entry_edit = start_edit(turn)
        assert edit_changes(session, entry_edit) == {}
        assert (
            edited_moves(session, entry_edit)
            == session.moves[turn.first_move_index : turn.last_move_index + 1]
        )
        assert restore_saved(session, json.loads(json.dumps(encode(entry_edit)))) == entry_edit


@st.composite
def edited_sessions(draw):
    """A table and any change of any of its turns."""
    session = draw(random_sessions().filter(lambda session: session.moves))
    told = make_turns(session)
    turn = draw(st.sampled_from(told))
    entry_edit = start_edit(turn)
    for _ in range(draw(st.integers(1, 5))):
        at = st.integers(0, max(0, len(entry_edit.guesses) - 1))
        offered = [entry_edit.with_added_guess(on_grid=False), entry_edit.set_removed(not entry_edit.removed)]
        if turn.giver is not None:
            offered += [
                entry_edit.with_word(draw(st.sampled_from(["", "sky"]))),
                entry_edit.toggle_number(draw(st.integers(0, KEY_AGENTS))),
                entry_edit.toggle_giver(draw(st.integers(0, 3))),
                entry_edit.set_stopped(draw(st.booleans())),
                entry_edit.set_fined(draw(st.booleans())),
            ]
        if entry_edit.guesses:
            offered += [
                entry_edit.with_guess_kind(draw(at), draw(st.sampled_from(WordKind))),
                entry_edit.without_guess(draw(at)),
            ]
            if session.setup.has_grid:
                offered.append(entry_edit.with_guess_place(draw(at), draw(st.integers(0, WORDS - 1))))
        entry_edit = draw(st.sampled_from(offered))
    return session, entry_edit


@settings(max_examples=70, deadline=None)
@given(given=edited_sessions())
def test_any_edit_gives_a_legal_log_with_the_edited_turn(given):
    table, entry_edit = given
    assert restore_saved(table, json.loads(json.dumps(encode(entry_edit)))) == entry_edit
    try:
        revision = preview_edit(table, entry_edit)
    except IllegalMove:
        return
    table.commit_edit(revision)
    assert table.moves == revision.moves
    if entry_edit.removed:
        return
    told = next((turn for turn in make_turns(table) if turn.first_move_index == entry_edit.first), None)
    if told is None:
        assert not entry_edit.guesses
        assert not entry_edit.has_clue
        return
    made = [(guess.kind, guess.place) for guess in entry_edit.effective_guesses]
    assert [(guess.kind, guess.place) for guess in told.guesses][: len(made)] == made
    assert (told.clue or Clue()) == entry_edit.clue


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
def test_invalid_saved_edit_is_not_restored(wrong):
    session = make_session(Agent(3), Stop(), keeps=TrackingMode.GRID)
    assert restore_saved(session, GOOD) is not None
    assert restore_saved(session, {**GOOD, **wrong}) is None


def test_without_a_grid_no_guess_has_a_place():
    assert restore_saved(make_session(Agent(), Stop()), GOOD) is None


def test_saved_edit_of_sudden_death_has_no_clue():
    session = make_session(Agent(), Stop(), Agent(), tokens=1)
    kept = encode(start_edit(make_turns(session)[-1]))
    assert restore_saved(session, kept) is not None
    assert restore_saved(session, {**kept, "word": "sky"}) is None
    assert restore_saved(session, {**kept, "fined": True}) is None


def missing_before(session, number):
    """The turn that was forgotten before the one of this number."""
    return start_missing_turn(make_turns(session)[number - 1])


def guessed(entry_edit, *kinds):
    for at, kind in enumerate(kinds):
        entry_edit = entry_edit.with_added_guess(on_grid=False).with_guess_kind(at, kind)
    return entry_edit


def to_json(entry_edit):
    return json.loads(json.dumps(encode(entry_edit)))


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


def test_missing_turn_is_inserted_and_stopped_if_no_guess_ends_it():
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


def test_inserted_turn_keeps_later_clues_without_their_givers():
    by_chloe, by_ada = Clue("gold", 2, 2), Clue("sky", 1, 0)
    session = make_session(RIVER, Agent(), Stop(), by_chloe, Agent(), Stop(), by_ada)
    revision = preview_edit(session, guessed(missing_before(session, 2), WordKind.BYSTANDER))
    assert revision.moves[3:] == (Bystander(), GOLD, Agent(), Stop(), Clue("sky", 1))
    tr = Translator("en")
    told = [what for what, _ in text.describe_dropped_moves(tr, session, revision.dropped_moves)]
    assert told == ["Turn 2: Clue from Chloe", "Turn 3: Clue from Ada"]
    session.commit_edit(revision)
    assert session.moves == revision.moves


def test_removed_turn_keeps_later_clues():
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


def test_inserted_turn_can_lead_to_an_earlier_sudden_death():
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
def sessions_with_a_missing_turn(draw):
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
@given(given=sessions_with_a_missing_turn())
def test_inserting_and_removing_a_turn_restores_the_log(given):
    table, missing = given
    assert restore_saved(table, to_json(missing)) == missing
    before = table.moves
    try:
        revision = preview_edit(table, missing)
    except IllegalMove:
        return
    assume(not revision.dropped_moves)
    table.commit_edit(revision)
    inserted = find_turn_from(make_turns(table), missing.first)
    assert inserted is not None
    assert (inserted.clue or Clue()) == missing.clue
    assert [guess.kind for guess in inserted.guesses] == [guess.kind for guess in missing.effective_guesses]
    again = preview_edit(table, start_edit(inserted).set_removed(True))
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
def test_invalid_missing_turn_is_not_restored(wrong):
    session = make_session(Agent(), Stop(), Agent())
    good = encode(guessed(missing_before(session, 1), WordKind.AGENT))
    assert restore_saved(session, good) is not None
    assert restore_saved(session, {**good, **wrong}) is None
