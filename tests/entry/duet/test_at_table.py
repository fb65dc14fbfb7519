"""What a rule of Duet means at a table: reckoned by the rules, at any moment of a mission."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.entry.duet.at_table import at_table
from companion.games.duet.moves import Agent, Assassin, Bystander, IllegalClue, NextClue, SideDone, Stop
from companion.games.duet.play import apply, start
from companion.games.duet.setup import Setup, Side
from companion.games.game import IllegalMove
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.duet.rulebook import ENTRIES

TABLE = ("Ada", "Bruno")
MOVES = (
    *(Agent(), Bystander(), Stop(), IllegalClue(), Assassin()),
    *(SideDone(Side.A), SideDone(Side.B), NextClue(Side.A), NextClue(Side.B)),
)


def told(entry, *moves, **setup):
    table = Setup(TABLE, **setup)
    state = start(table)
    for move in moves:
        state = apply(state, move)
    sentence = at_table(entry, table, state)
    return None if sentence is None else (sentence.key.rpartition(".")[2], dict(sentence.args))


def test_before_the_first_clue_only_the_set_up_is_told():
    table = Setup(TABLE, tokens=7)
    assert at_table("tokens", table, None) is None
    sides = at_table("sides", table, None)
    assert sides is not None
    assert dict(sides.args) == {"first": ("Ada",), "second": ("Bruno",)}


@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        ((), ("bystander_costs", {"n": 1, "left": 2})),
        ((Bystander(),), ("bystander_last", {"n": 2})),
        ((Bystander(), Agent(), Stop()), ("bystander_loses", {})),
    ],
)
def test_a_bystander_is_told_at_the_price_that_it_has_now(moves, wanted):
    assert told("bystander", *moves, tokens=3, mistakes=1) == wanted


def test_in_sudden_death_a_bystander_loses():
    assert told("bystander", Bystander(), tokens=1) == ("bystander_loses", {})


def test_stopping_is_told_by_what_was_guessed():
    assert told("stop") == ("no_stop_yet", {})
    assert told("stop", Agent()) == ("may_stop", {})
    assert told("stop", Bystander(), tokens=1) is None


def test_the_score_to_come_is_that_of_finding_all_the_rest_now():
    assert told("score", *[Agent(), Agent(), Stop()] * 3) == ("score", {"n": 19})
    assert told("score", *[Agent()] * 15) == ("scored", {"n": 25})
    assert told("score", tokens=10) == ("no_score", {"n": 10})
    assert told("score", Assassin()) is None


def test_no_score_is_promised_that_one_key_cannot_bring():
    assert told("score") is None
    assert told("score", *[Agent()] * 5, Stop()) is None
    assert told("score", *[Agent()] * 6, Stop()) == ("score", {"n": 23})


def test_a_fine_is_told_once_a_turn():
    assert told("illegal_clue") == ("fine", {"n": 8})
    assert told("illegal_clue", IllegalClue()) == ("fined", {})


def test_who_gives_the_clue_is_told_until_nobody_does():
    assert told("turns", Bystander()) == ("giver", {"names": ("Bruno",)})
    assert told("turns", Bystander(), tokens=1) is None
    assert told("sudden_death", Bystander(), tokens=1) == ("sudden_death", {"names": ("Ada", "Bruno")})


@given(
    st.lists(st.sampled_from(MOVES), max_size=25),
    st.sampled_from([(9, None), (9, 5), (3, 0), (1, 1)]),
    st.booleans(),
)
def test_at_any_moment_every_rule_is_told_in_full_in_every_language(moves, mission, loose):
    tokens, mistakes = mission
    table = Setup(TABLE, tokens=tokens, mistakes=mistakes, loose_turns=loose)
    state = start(table)
    for move in moves:
        try:
            state = apply(state, move)
        except IllegalMove:
            continue
    sentences = [at_table(entry.id, table, state) for entry in ENTRIES]
    for tr in TRANSLATORS:
        for sentence in sentences:
            if sentence is not None:
                words = tr(sentence.key, **sentence.args)
                assert "{" not in words
                assert not tr.missing


TRANSLATORS = [Translator(language) for language in LANGUAGES]
