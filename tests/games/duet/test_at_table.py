"""What a rule of Duet means at a table: reckoned by the rules, at any moment of a mission."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.games.duet.rules import apply, start
from companion.games.duet.setup import ClueRules, Mission, Setup, Side, TrackingMode
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
)
from companion.games.duet.what_if import hypothetical_guess, rule_context
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.duet.rulebook import ENTRIES

TABLE = ("Ada", "Bruno")
MOVES = (
    *(Agent(), Bystander(), Stop(), IllegalClue(), Assassin()),
    *(SideDone(Side.A), SideDone(Side.B), NextClue(Side.A), NextClue(Side.B)),
    *(Clue("sea", 2), CardWord(0, "moon")),
)


def told(entry, *moves, **setup):
    table = Setup(TABLE, **setup)
    state = start(table)
    for move in moves:
        state = apply(state, move)
    sentence = rule_context(entry, table, state)
    return None if sentence is None else (sentence.key.rpartition(".")[2], dict(sentence.args))


def test_before_the_first_clue_only_the_set_up_is_told():
    table = Setup(TABLE, tokens=7)
    assert rule_context("tokens", table, None) is None
    sides = rule_context("sides", table, None)
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


@pytest.mark.parametrize("keeps", TrackingMode)
def test_what_a_bystander_and_the_missing_agents_come_to_is_told_whatever_the_table_keeps(keeps):
    plain = start(Setup(TABLE, tokens=9, mistakes=0))
    kept = start(Setup(TABLE, tokens=9, mistakes=0, keeps=keeps))
    moves = (Agent(), Agent(), Stop(), *(Agent(),) * 3, Bystander(), Agent(), Agent(), Stop())
    for move in moves:
        for entry in ("bystander", "score", "illegal_clue", "sudden_death", "goal"):
            assert rule_context(entry, kept.setup, kept) == rule_context(entry, plain.setup, plain)
        plain = apply(plain, move)
        kept = apply(kept, move if isinstance(move, Stop) else hypothetical_guess(kept, type(move)))


def test_where_keys_are_counted_a_score_that_a_key_cannot_bring_is_not_promised():
    turns = [*[Agent()] * 4, Stop(), Bystander(), *[Agent()] * 2, Stop(), Bystander()]
    # Nine are missing, and of the key of this clue only three.
    assert told("score", *turns)[0] == "score"
    assert told("score", *turns, keeps=TrackingMode.KEYS) is None


def test_the_agents_of_each_key_are_told_where_they_are_counted():
    found = [Agent(), Agent(), Stop(), Agent()]
    counted = {"first": ("Ada",), "second": ("Bruno",), "found": 2, "others": 1, "key_agents": 9}
    for entry in ("key_card", "side_done"):
        assert told(entry, *found) is None
        assert told(entry, *found, keeps=TrackingMode.KEYS) == ("keys", counted)
    assert told("side_done", *[Agent()] * 9, keeps=TrackingMode.KEYS) == ("done", {"names": ("Ada",)})


def test_the_words_that_are_open_are_told_to_those_who_guess():
    assert told("grid", Agent()) == ("no_grid", {})
    moves = (Agent(0), Bystander(1))
    assert told("grid", *moves, keeps=TrackingMode.GRID) == ("open_words", {"n": 24, "names": ("Ada",)})
    assert told("grid", *moves, Bystander(2), keeps=TrackingMode.GRID) == (
        "open_words",
        {"n": 23, "names": ("Bruno",)},
    )
    assert told("grid", *moves, tokens=1, keeps=TrackingMode.GRID) == (
        "open_words",
        {"n": 24, "names": TABLE},
    )


def test_how_strict_the_table_is_is_told_as_it_was_agreed():
    assert told("how_strict") == ("none", {})
    assert told("legal_clue", clue_rules=ClueRules(names=True)) == ("names", {})
    rules = ClueRules(names=True, homophones=True)
    assert told("how_strict", clue_rules=rules) == ("names_homophones", {})


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("abbreviations", [True, False])
@pytest.mark.parametrize("homophones", [True, False])
def test_however_strict_a_table_is_there_are_words_for_it(names, abbreviations, homophones):
    setup = Setup(TABLE, clue_rules=ClueRules(names, abbreviations, homophones))
    sentence = rule_context("how_strict", setup, None)
    assert sentence is not None
    for tr in TRANSLATORS:
        assert tr(sentence.key)
        assert not tr.missing


def test_whether_the_clue_is_written_down_and_the_city_on_the_map_are_told():
    assert told("clue_log") == ("clue_untold", {})
    assert told("clue_log", Clue("sea")) == ("clue_told", {})
    assert told("clue_log", Bystander(), tokens=1) is None
    assert told("mission_map", mission=Mission("map", "cairo")) == ("on_map", {})
    assert told("mission_map") is None


@given(
    st.lists(st.sampled_from(MOVES), max_size=25),
    st.sampled_from([(9, None), (9, 5), (3, 0), (1, 1)]),
    st.booleans(),
    st.sampled_from([None, *TrackingMode]),
)
def test_at_any_moment_every_rule_is_told_in_full_in_every_language(moves, mission, loose, keeps):
    tokens, mistakes = mission
    table = Setup(TABLE, tokens=tokens, mistakes=mistakes, loose_turns=loose, keeps=keeps)
    state = start(table)
    for move in moves:
        if isinstance(move, Agent | Bystander | Assassin) and state.outcome is None:
            move = hypothetical_guess(state, type(move))
        try:
            state = apply(state, move)
        except IllegalMove:
            continue
    sentences = [rule_context(entry.id, table, state) for entry in ENTRIES]
    for tr in TRANSLATORS:
        for sentence in sentences:
            if sentence is not None:
                words = tr(sentence.key, **sentence.args)
                assert "{" not in words
                assert not tr.missing


TRANSLATORS = [Translator(language) for language in LANGUAGES]
