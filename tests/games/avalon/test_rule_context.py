"""What a rule means in the current game: numbers and names as the rules have them, no secrets."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.avalon.rule_context import rule_context
from companion.games.avalon.rules import DECK, SWITCHES, apply
from companion.games.avalon.setup import (
    NUMBERS,
    ROLES,
    Lancelot,
    Options,
    PlotCards,
    Quest5Needs,
    Setup,
    deck,
    knowledge,
)
from companion.games.avalon.state import Lady, Loyalty, LoyaltyRow, Phase, Propose, Quest, Vote
from companion.scripts.avalon.rulebook import ENTRIES
from tests.games.avalon.builders import (
    NAMES,
    TRANSLATORS,
    assert_translated,
    make_setup,
    play_moves,
    quest_moves,
    random_states,
    setups,
)


def sentence_of(entry, setup, state=None):
    sentence = rule_context(entry, setup, state)
    return None if sentence is None else TRANSLATORS["en"](sentence.key, **sentence.args)


def args(entry, setup, state=None):
    sentence = rule_context(entry, setup, state)
    assert sentence is not None, entry
    return dict(sentence.args)


def test_numbers_match_each_player_count():
    for players, numbers in NUMBERS.items():
        setup = make_setup(players)
        assert args("players", setup) == {"players": players, "good": numbers.good, "evil": numbers.evil}
        assert args("team", setup) == {"sizes": numbers.teams}
        majority = args("majority", setup)
        assert majority["needed"] == numbers.approvals_needed
        # So many refusals, and no fewer, leave too few approvals.
        assert players - majority["against"] < numbers.approvals_needed
        assert players - majority["against"] + 1 == numbers.approvals_needed
        cards = deck(setup)
        assert args("deck", setup)["servants"] == cards.count("servant")
        assert args("deck", setup)["minions"] == cards.count("minion")
        hard = rule_context("two_fails", setup, None)
        assert hard is not None
        assert ("quest" in hard.args) == (max(numbers.fails) > 1)


def test_a_tie_is_only_spoken_of_where_there_can_be_one():
    assert sentence_of("tie", make_setup(6)) == "3 to 3 is a tie and refuses the team; 4 approvals send it."
    assert sentence_of("tie", make_setup(7)) == "There are 7 of you, so a vote cannot tie."


def test_a_team_is_described_by_the_current_quest():
    setup = make_setup(7)
    state = play_moves(setup, *quest_moves(0, 1))
    assert sentence_of("team", setup, state) == "Quest 2 takes exactly 3 of you."
    assert sentence_of("fails", setup, state) == "Quest 2 fails with a single Fail."
    later = play_moves(setup, *quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1), *quest_moves(0, 1, 2))
    assert sentence_of("fails", setup, later) == "Quest 4 fails only with 2 Fails or more."


def test_the_leader_and_a_player_off_the_team_hold_the_piles():
    setup = make_setup(5)
    on_the_team = play_moves(setup, *quest_moves(0, 1)[:2])
    off_the_team = play_moves(setup, *quest_moves(1, 2)[:2])
    assert args("shuffle", setup, on_the_team)["names"] == setup.players[2:]
    assert args("shuffle", setup, off_the_team)["names"] == setup.players[3:]


def test_a_character_without_its_counterpart_helps_no_side():
    alone = rule_context("balance", make_setup(7, "morgana"), None)
    assert alone is not None
    assert alone.key == "avalon_rules.now.balance.none"
    assert args("balance", make_setup(7, "percival", "morgana")) == {"good": 1, "evil": 1}


def test_a_quest_that_was_played_is_not_the_one_at_hand():
    setup = make_setup(7, lady=True, excalibur=True)
    quests = (
        *(Propose((0, 1), excalibur=1), Vote(approved=True), Quest(0)),
        *(Propose((0, 1, 2), excalibur=2), Vote(approved=True), Quest(0)),
    )
    state = play_moves(setup, *quests)
    assert state.phase is Phase.LADY
    assert args("team", setup, state) == {"sizes": NUMBERS[7].teams}
    assert rule_context("excalibur", setup, state) is None
    assert sentence_of("excalibur", setup) == "Ada leads and has to give it to another member."


def test_the_vote_rules_name_the_attempt_and_the_refusals_left():
    setup = make_setup(5)
    refused = (Propose((0, 1)), Vote(approved=False))
    assert sentence_of("vote", setup, play_moves(setup, *refused)) == "This is proposal 2 of 5."
    assert (
        sentence_of("refusals", setup, play_moves(setup, *refused))
        == "This is proposal 2: 4 more refusals and Evil wins."
    )
    last = play_moves(setup, *refused * 4)
    assert (
        sentence_of("refusals", setup, last)
        == "This is proposal 5, the last: one more refusal and Evil wins."
    )


def test_the_lady_is_where_the_rules_have_her():
    setup = make_setup(7, lady=True, leader=3)
    assert (
        sentence_of("lady", setup) == "Chloe holds the Lady. She is used next once 2 quests have been played."
    )
    assert sentence_of("lady_whom", setup) == "Not to be chosen, having held her: Chloe."
    due = play_moves(setup, *quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1))
    assert sentence_of("lady", setup, due) == "Chloe holds the Lady and uses her now."
    assert args("lady_whom", setup, due)["names"] == tuple(NAMES[seat] for seat in due.lady_targets)
    after = apply(due, Lady(5))
    assert args("lady_whom", setup, after)["names"] == ("Chloe", "Farid")
    assert sentence_of("lady", make_setup(7)) == "You play without the Lady of the Lake."


def test_after_her_last_use_the_lady_is_not_awaited_any_more():
    setup = make_setup(7, lady=True)
    state = play_moves(
        setup, *quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1), Lady(0), *quest_moves(0, 1, 2), Lady(1)
    )
    for move in (*quest_moves(0, 1, 2, 3, fails=2), Lady(2)):
        state = apply(state, move)
    assert sentence_of("lady", setup, state) == "Chloe holds the Lady. She is not used any more."


def test_open_quests_depend_on_the_score_and_the_option():
    setup = make_setup(7, targeting=True)
    assert sentence_of("targeting", setup) == "Open now: quests 1, 2, 3 and 4."
    state = play_moves(setup, *quest_moves(0, 1, quest=1), *quest_moves(0, 1, 2, quest=2, fails=1))
    assert sentence_of("targeting", setup, state) == "Open now: quests 3 and 4."
    assert sentence_of("last_quest", setup, state) == "Quest 5 is closed: one more success opens it."
    counted = make_setup(7, targeting=True, options=Options(targeting_quest5_needs=Quest5Needs.TWO_PLAYED))
    state = play_moves(counted, *quest_moves(0, 1, quest=1), *quest_moves(0, 1, 2, quest=2, fails=1))
    assert sentence_of("last_quest", counted, state) == "Quest 5 is open."
    assert sentence_of("last_quest", counted) == "Quest 5 is closed: it opens after 2 more quests."


def test_each_character_is_explained_by_what_it_learns():
    setup = make_setup(7, "percival", "morgana", "oberon")
    sights = knowledge(setup)
    assert args("merlin", setup) == {"n": len(sights["merlin"]), "evil": 3}
    assert sentence_of("percival", setup) == "In play: one of the 2 thumbs he sees is Merlin’s."
    assert (
        sentence_of("percival", make_setup(6, "percival"))
        == "In play: the one thumb he sees is surely Merlin’s."
    )
    assert sentence_of("assassin", setup) == "In play, and finds one other of Evil in the night."
    assert sentence_of("oberon", setup) == "In play: he finds nobody, Merlin sees him."
    assert sentence_of("mordred", setup) == "Not in play."
    alone = make_setup(5, "oberon")
    assert sentence_of("assassin", alone) == "In play, and finds nobody in the night."


def test_options_are_described_as_they_are_set():
    hidden = Options(oberon_seen_by_merlin=False, oberon_reads_good_to_lady=True)
    setup = make_setup(7, "oberon", lady=True, options=hidden)
    assert sentence_of("oberon_merlin", setup) == "Oberon keeps his thumb down: Merlin does not see him."
    assert sentence_of("lady_oberon", setup) == "Oberon gives the card of Good."
    assert sentence_of("oberon_merlin", make_setup(7)) == "Merlin and Oberon are not both in play."
    decoy = make_setup(7, options=Options(percival_decoy=True))
    assert sentence_of("tells", decoy) == "Percival is called although nobody holds his card."
    plots = make_setup(9, options=Options(plot_cards=PlotCards.TWO_OR_THREE))
    assert sentence_of("plot", plots, play_moves(plots)) == "In round 1 there are still 3 to draw."
    assert sentence_of("plot", plots) == "The first leader of each round draws 3 of them."


def test_the_deck_of_the_lancelots_is_counted_down():
    setup = make_setup(7, lancelot=Lancelot.V1)
    state = play_moves(setup, *quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1), Loyalty(True))
    assert args("lancelot_v1", setup, state) == {"cards": DECK[Lancelot.V1] - 1, "switches": SWITCHES - 1}
    assert (
        sentence_of("switch", setup, state) == "Now good Lancelot plays for Evil, and evil Lancelot for Good."
    )
    row = make_setup(7, lancelot=Lancelot.V2)
    laid = play_moves(row, LoyaltyRow((False, True, False, False, True)))
    assert sentence_of("lancelot_v2", row, laid) == "The Lancelots switch in rounds 2 and 5."


def test_excalibur_names_its_bearer_and_the_possible_targets():
    setup = make_setup(7, excalibur=True)
    state = apply(play_moves(setup, Propose((0, 1), excalibur=1)), Vote(approved=True))
    assert sentence_of("excalibur", setup, state) == "Bruno holds Excalibur."
    assert sentence_of("excalibur_used", setup, state) == "Bruno may make one of these swap: Ada."


def test_the_distance_to_the_end_is_counted():
    setup = make_setup(5)
    state = play_moves(setup, *quest_moves(0, 1), *quest_moves(0, 1, 2, fails=1))
    assert args("end", setup, state) == {"good": 2, "evil": 2}
    assert args("after_quest", setup, state) == {"good": 1, "evil": 1}
    assert sentence_of("strike", setup, state) == "It comes after 2 more successes."


def test_an_invalid_set_up_has_no_context():
    for setup in (Setup(NAMES[:3]), Setup(NAMES[:5], roles=("morgana", "mordred", "oberon"))):
        assert all(rule_context(entry.id, setup, None) is None for entry in ENTRIES)


def test_an_unknown_entry_has_no_context():
    assert rule_context("dragons", make_setup(7), None) is None


@settings(max_examples=10)
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_every_context_of_any_game_is_translated_in_every_language(setup, seed):
    for state in (None, *random_states(setup, Random(seed))):
        for entry in ENTRIES:
            sentence = rule_context(entry.id, setup, state)
            if sentence is not None:
                assert sentence.key.startswith("avalon_rules.now.")
                assert_translated(sentence.key, sentence.args)


@settings(max_examples=10)
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_no_context_of_a_character_names_a_seat(setup, seed):
    roles = {entry.id for entry in ENTRIES if entry.chapter in ("characters", "night")}
    assert set(ROLES) - {"lancelot_good", "lancelot_evil"} <= roles
    for state in random_states(setup, Random(seed)):
        for entry in roles:
            sentence = rule_context(entry, setup, state)
            assert sentence is None or not {"name", "names", "target", "bearer"} & set(sentence.args)
        assert state.roles is None or state.phase is Phase.OVER
