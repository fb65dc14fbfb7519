"""The context of rules in a game: correct, in every language, and without secrets."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.players import make_unnamed_seats
from companion.games.cultists.drafts import possible_vote_totals
from companion.games.cultists.moves import Book, Correct, Dead, Event, Explored, Next, Vote
from companion.games.cultists.rule_context import rule_context, votes_to_win
from companion.games.cultists.rules import GAME, start, vote_result
from companion.games.cultists.setup import AutomaGoal, Options, Setup, VoteRule, recommended_roles
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.cultists.rulebook import ENTRIES
from tests.games.cultists.builders import state_after

IDS = [entry.id for entry in ENTRIES]
# Nothing can be said of these beyond the rule itself.
SILENT = {"golden_rules", "setting_right", "check_status", "recording"}


def tables():
    """A table of every size, with and without the Automa."""
    for people, automa in ((4, True), (5, False), (6, False), (6, True), (7, False), (8, False)):
        roles = recommended_roles(people + automa, automa=automa)
        yield Setup(make_unnamed_seats(people), roles=roles, automa=automa)
        yield Setup(make_unnamed_seats(people), automa=automa, first_game=True)


def now(entry, setup, state):
    sentence = rule_context(entry, setup, state)
    assert sentence is not None
    return sentence


def told(setup, state):
    return {entry: sentence for entry in IDS if (sentence := rule_context(entry, setup, state)) is not None}


def test_contexts_exist_for_every_player_count_and_language():
    translators = [Translator(code) for code in LANGUAGES]
    for setup in tables():
        for state in (None, start(setup)):
            for entry, sentence in told(setup, state).items():
                for tr in translators:
                    assert "{" not in tr(sentence.key, **sentence.args), (entry, tr.code)
    assert not any(tr.missing for tr in translators)


def test_contexts_exist_in_every_state_of_a_game(any_game):
    tr = Translator("en")
    state = GAME.start(any_game.setup)
    for move in any_game.moves:
        state = GAME.apply(state, move)
        for entry, sentence in told(any_game.setup, state).items():
            assert "{" not in tr(sentence.key, **sentence.args), entry
    assert not tr.missing


def test_every_entry_but_the_general_ones_has_a_context():
    setup = Setup(make_unnamed_seats(5))
    assert set(IDS) - told(setup, start(setup)).keys() == SILENT | {"over"}


def test_invalid_setup_has_no_context():
    assert told(Setup(make_unnamed_seats(3)), None) == {}


def test_points_rounds_and_explored_rooms_are_counted():
    setup = Setup(make_unnamed_seats(6))
    state = state_after(
        setup,
        *(Next(), Event("lightning"), Next(), Explored("blue_1"), *[Book("orange")] * 4, Next(), Next()),
    )
    points = now("points_reached", setup, state)
    assert points.args == {"points": 4, "goal": 12, "n": 8}
    assert Translator("en")(points.key, **points.args) == "4 of 12 points: 8 are missing."
    assert now("round", setup, state).args == {"round": 2, "rounds": 10, "n": 8}
    assert now("exploring", setup, state).args == {"n": 1, "rooms": 9}
    assert now("power", setup, state).key == "cultists_rules.now.power.off"
    assert now("lightning", setup, state).key == "cultists_rules.now.event.in_force"
    assert now("event_draw", setup, state).args == {"n": 10}
    assert now("routes", setup, state).args == {"round": 2, "row": 2}


def test_the_automa_goes_where_the_table_sends_it():
    for goal in AutomaGoal:
        setup = Setup(make_unnamed_seats(4), automa=True, options=Options(automa_goal=goal))
        assert now("automa_turn", setup, start(setup)).key == f"cultists.automa.move.goal_{goal.value}"


def test_a_gate_whose_first_round_does_not_count_gives_one_more():
    setup = Setup(make_unnamed_seats(5), options=Options(gate_counts_opening_round=False))
    assert now("gate", setup, None).args == {"n": 4}


def test_the_last_round_is_called_so():
    setup = Setup(make_unnamed_seats(6))
    sentence = now("time_up", setup, state_after(setup, Correct(round=10)))
    assert sentence.key == "cultists_rules.now.round.last"


@pytest.mark.parametrize(("people", "left", "last"), [(5, 3, 3), (8, 2, 2)])
def test_an_open_gate_is_counted_down(people, left, last):
    setup = Setup(make_unnamed_seats(people))
    state = state_after(setup, Next(), Event("gate_opens"))
    assert now("gate", setup, state).args == {"n": left, "last": last}
    assert now("gate", setup, start(setup)).args == {"n": left}


def test_who_holds_the_knife_and_what_it_does_here():
    small = Setup(("Ada", "Bruno", "Chloe", "Dario", "Elena"), knife=2)
    large = Setup(("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta"), knife=2)
    alone = Setup(("Ada", "Bruno", "Chloe", "Dario"), automa=True)
    tr = Translator("en")

    def knife(setup, *moves):
        sentence = now("knife", setup, state_after(setup, *moves))
        return tr(sentence.key, **sentence.args)

    assert knife(small) == "Chloe holds the Knife and may change that vote after the count."
    assert knife(large) == "Chloe holds the Knife: that vote counts 2."
    assert knife(alone, Correct(knife=4)) == "The Automa holds the Knife: in a vote its abstention counts 2."
    dead = (Dead(4), Vote((None,) * 4), Correct(knife=4))
    assert knife(alone, *dead) == "The Automa holds the Knife: in a vote its abstention counts 1."
    ghost = (*(Next(), Event("evil_eyes"), Next(), Dead(2)), Vote((None,) * 5))
    assert knife(small, *ghost) == "Chloe holds the Knife, but is a Ghost and does not use it."


@pytest.mark.parametrize("rule", VoteRule)
@pytest.mark.parametrize("people", [4, 5, 6, 7, 8])
def test_votes_to_win_is_the_exact_minimum(people, rule):
    setup = Setup(make_unnamed_seats(people), automa=people == 4, options=Options(vote_rule=rule))
    state = start(setup)
    total, needed = possible_vote_totals(state)[-1], votes_to_win(state)

    def always(votes):
        return all(wins(state, votes, others, total - votes - others) for others in range(total - votes + 1))

    assert always(needed)
    assert not always(needed - 1)


def wins(state, votes, others, abstentions):
    """Whether the first is out; ballots that cannot be cast prove nothing."""
    try:
        counts = {"0": votes, "1": others}
        return vote_result(state, Vote(counts=counts, abstentions=abstentions)).eliminated == 0
    except IllegalMove:
        return True


def test_ghosts_are_named_and_the_automa_has_words_of_its_own():
    setup = Setup(("Ada", "Bruno", "Chloe", "Dario"), automa=True)
    murder = (Dead(4), Vote((None,) * 4))
    assert now("ghosts", setup, start(setup)).key == "cultists_rules.now.ghosts.nobody"
    assert now("ghosts", setup, state_after(setup, *murder)).key == "cultists_rules.now.ghosts.automa"
    both = now("ghosts", setup, state_after(setup, *murder, Dead(1)))
    assert (both.key, both.args) == ("cultists_rules.now.ghosts.and_automa", {"names": ("Bruno",)})


def test_only_where_the_automa_may_be_the_one_cultist_are_its_dead_counted():
    names = {4: "lone_automa", 5: "lone", 6: "lone", 7: "pair"}
    for people, name in names.items():
        setup = Setup(make_unnamed_seats(people), automa=people == 4)
        assert now("last_cultist", setup, None).key == f"cultists_rules.now.last_cultist.{name}"


def test_the_automa_is_looked_after_by_the_player_on_its_left():
    setup = Setup(("Ada", "Bruno", "Chloe", "Dario"), automa=True, knife=1, automa_before=1)
    assert now("automa", setup, None).args == {"name": "Bruno"}


@given(st.integers(5, 8), st.integers(0, 4), st.integers(0, 4))
def test_contexts_reveal_no_role(people, exposed, assassin):
    setup = Setup(make_unnamed_seats(people), roles=("assassin",))
    state = start(setup)
    shown = replace(state, exposed_cultist=exposed, assassin=assassin)
    hidden, seen = told(setup, state), told(setup, shown)
    assert seen.keys() == hidden.keys()
    for entry, sentence in seen.items():
        assert (sentence.key, dict(sentence.args)) == (hidden[entry].key, dict(hidden[entry].args))
