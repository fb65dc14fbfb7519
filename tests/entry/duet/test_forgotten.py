"""A whole turn that nobody recorded is put in before one that was."""

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.entry.duet import accounts
from companion.entry.duet.amend import amend, as_left, before_guess, forgotten_before, moves, revised, turn_of
from companion.entry.duet.forgotten import blank
from companion.entry.duet.log import turn_from, turns
from companion.games.duet.clues import Unlimited
from companion.games.duet.key import WORDS, Word
from companion.games.duet.moves import Agent, Assassin, Bystander, Clue, IllegalClue, Stop, WordIs
from companion.games.duet.setup import Keeps, Side
from companion.games.game import IllegalMove
from companion.games.records import encode
from companion.i18n.translator import Translator
from tests.entry.duet.missions_played import table_of, tables

RIVER, GOLD = Clue("river", 3), Clue("gold", 2)


def missing_before(table, number):
    """The turn that was forgotten before the one of this number."""
    return forgotten_before(turns(table)[number - 1])


def guessed(amendment, *kinds):
    for at, kind in enumerate(kinds):
        amendment = amendment.added(on_grid=False).called(at, kind)
    return amendment


def as_kept(amendment):
    return json.loads(json.dumps(encode(amendment)))


# -- what is put in -----------------------------------------------------------------------------------------


def test_nothing_is_known_of_it_but_whose_turn_it_was():
    table = table_of(RIVER, Agent(), Stop(), GOLD, Bystander(), Agent())
    missing = missing_before(table, 2)
    turn = turn_of(table, missing)
    assert turn is not None
    assert (turn.giver, turn.clue, turn.guesses) == (Side.B, None, ())
    assert moves(table, guessed(missing)) == (Stop(),)
    assert not missing.ready
    assert guessed(missing, Word.AGENT).ready


def test_a_forgotten_turn_comes_before_another_and_was_stopped_if_no_guess_ended_it():
    table = table_of(RIVER, Agent(), Stop(), GOLD, Bystander())
    missing = guessed(missing_before(table, 2).spelt("sky").numbered(Unlimited.UNLIMITED), Word.AGENT)
    revision = revised(table, missing.fine(True))
    sky = Clue("sky", Unlimited.UNLIMITED)
    assert revision.kept == (*table.moves[:3], sky, IllegalClue(), Agent(), Stop(), GOLD, Bystander())
    assert revision.dropped == ()


def test_it_may_have_been_the_very_first_and_ended_with_a_bystander():
    table = table_of(Agent(), Stop())
    revision = revised(table, guessed(missing_before(table, 1), Word.AGENT, Word.BYSTANDER))
    assert revision.kept == (Agent(), Bystander(), Agent(), Stop())


def test_every_later_clue_passes_to_the_other_side_and_with_it_the_agents_of_the_keys():
    table = table_of(Agent(), Stop(), Agent(), Agent(), Stop(), keeps=Keeps.KEYS)
    assert table.state.keys == (1, 2)
    table.accept(revised(table, guessed(missing_before(table, 2), Word.BYSTANDER)))
    assert [turn.giver for turn in turns(table)] == [Side.A, Side.B, Side.A]
    assert table.state.keys == (3, 0)


def test_a_later_clue_stays_and_only_who_gave_it_goes_where_the_sides_have_changed():
    by_chloe, by_ada = Clue("gold", 2, 2), Clue("sky", 1, 0)
    table = table_of(RIVER, Agent(), Stop(), by_chloe, Agent(), Stop(), by_ada)
    revision = revised(table, guessed(missing_before(table, 2), Word.BYSTANDER))
    assert revision.kept[3:] == (Bystander(), GOLD, Agent(), Stop(), Clue("sky", 1))
    tr = Translator("en")
    told = [what for what, _ in accounts.losses(tr, table, revision.dropped)]
    assert told == ["Turn 2: Clue from Chloe", "Turn 3: Clue from Ada"]
    table.accept(revision)
    assert table.moves == revision.kept


def test_a_turn_that_is_taken_out_leaves_later_clues_as_well():
    by_chloe = Clue("gold", 2, 2)
    table = table_of(RIVER, Agent(), Stop(), by_chloe, Bystander())
    revision = revised(table, amend(turns(table)[0]).remove(True))
    assert revision.kept == (GOLD, Bystander())
    # Of which nothing but the giver was told, nothing is left.
    table = table_of(RIVER, Agent(), Stop(), Clue(by=2), Bystander())
    assert revised(table, amend(turns(table)[0]).remove(True)).kept == (Bystander(),)


def test_on_a_grid_a_later_guess_of_the_same_word_no_longer_fits():
    table = table_of(Agent(3), Stop(), WordIs(8, "moon"), Agent(8), Agent(9), Stop(), keeps=Keeps.GRID)
    missing = missing_before(table, 2).added(on_grid=True)
    assert missing.placing == 0
    # As the table lay then, with the words that were read since.
    before = before_guess(table, missing, 0)
    assert [place for place, lying in enumerate(before.places) if lying.found] == [3]
    assert before.word(8) == "moon"
    revision = revised(table, missing.put(0, 8))
    assert [(lost.number, lost.problem.code) for lost in revision.dropped] == [(3, "place_found")]
    assert revision.kept == (Agent(3), Stop(), Agent(8), Stop(), WordIs(8, "moon"), Agent(9), Stop())


def test_with_the_last_token_gone_sooner_the_rest_was_sudden_death():
    table = table_of(Agent(), Stop(), GOLD, Agent(), Stop(), tokens=2)
    revision = revised(table, guessed(missing_before(table, 2), Word.AGENT))
    assert revision.kept == (Agent(), Stop(), Agent(), Stop(), Agent())
    assert [lost.move for lost in revision.dropped] == [GOLD, Stop()]


def test_an_assassin_in_it_drops_all_that_followed():
    table = table_of(Agent(), Stop(), GOLD, Agent(), Stop())
    revision = revised(table, guessed(missing_before(table, 2), Word.ASSASSIN))
    assert revision.kept == (Agent(), Stop(), Assassin())
    assert {lost.problem.code for lost in revision.dropped} == {"over"}


def test_no_turn_is_missing_right_before_sudden_death():
    table = table_of(Agent(), Stop(), Agent(), tokens=1)
    sudden = turns(table)[-1]
    assert sudden.giver is None
    assert blank(table, sudden) is None
    assert as_left(table, encode(forgotten_before(sudden))) is None


# -- whatever is put in -------------------------------------------------------------------------------------


@st.composite
def with_a_turn_missing(draw):
    """A table and any turn that was forgotten before any of its turns."""
    table = draw(tables().filter(lambda table: any(turn.giver is not None for turn in turns(table))))
    turn = draw(st.sampled_from([turn for turn in turns(table) if turn.giver is not None]))
    missing = forgotten_before(turn)
    for at, kind in enumerate(draw(st.lists(st.sampled_from(Word), min_size=1, max_size=4))):
        missing = missing.added(on_grid=table.setup.has_grid).called(at, kind)
        if table.setup.has_grid:
            missing = missing.put(at, draw(st.integers(0, WORDS - 1)))
        if kind is not Word.AGENT:
            break
    return table, missing.spelt(draw(st.sampled_from(["", "sky"]))).fine(draw(st.booleans()))


@settings(max_examples=60, deadline=None)
@given(given=with_a_turn_missing())
def test_a_turn_that_is_put_in_and_taken_out_again_leaves_the_log_from_before(given):
    table, missing = given
    assert as_left(table, as_kept(missing)) == missing
    before = table.moves
    try:
        revision = revised(table, missing)
    except IllegalMove:
        return
    assume(not revision.dropped)
    table.accept(revision)
    put_in = turn_from(turns(table), missing.first)
    assert put_in is not None
    assert put_in.clue == missing.clue
    assert [guess.kind for guess in put_in.guesses] == [guess.kind for guess in missing.made]
    again = revised(table, amend(put_in).remove(True))
    assert again.kept == before


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
    table = table_of(Agent(), Stop(), Agent())
    good = encode(guessed(missing_before(table, 1), Word.AGENT))
    assert as_left(table, good) is not None
    assert as_left(table, {**good, **wrong}) is None
