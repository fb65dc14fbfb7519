"""The rulebook: complete, in all languages, with the numbers of the rules."""

import re
from pathlib import Path

import pytest

import companion
from companion.core.players import make_unnamed_seats
from companion.games.cultists.actions import ACTIONS, MEETING_SIZE, OUTCOMES, Requirement, classify_encounter
from companion.games.cultists.rules import start
from companion.games.cultists.setup import (
    NUMBERS,
    RECOMMENDED,
    ROLES,
    ROUNDS,
    TARGET_BALANCE,
    Setup,
    VoteRule,
    compute_balance,
)
from companion.games.cultists.state import EVENTS, Phase, full_bag
from companion.games.cultists.voting import VoteReason
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.cultists.rulebook import (
    AUTOMA_KNIFE_VOTE,
    CHANGED_VOTE,
    CHAPTERS,
    CLEAR_VOTE,
    DISPUTED_VOTES,
    DOUBLED_VOTE,
    ENTRIES,
    EXPERT_ROLES,
    TIED_VOTE,
    UNCHANGED_VOTE,
)
from companion.scripts.teaching import find_entry, find_entry_by_link, index_links
from companion.widgets.icons import Icon

PACKAGE = Path(companion.__file__).parent
PLACE = re.compile(r"\{(\w+)\}")
BY_ID = {entry.id: entry for entry in ENTRIES}
# What comes before anything else, and so refuses other moves.
FIRST = (Phase.EVENT, Phase.VOTE, Phase.REVEALED, Phase.KILLS, Phase.SEER_GUESS)
SEATING = (
    *("seats_few", "seats_many", "no_such_seat", "over"),
    *("name_empty", "name_long", "name_taken", "name_unclean"),
)
# Numbers that several entries are given together, whether or not each names them all.
SHARED = {"lone_most", "pair_from", "cultists", "crowd"}


def refusals():
    """Every problem that a table of this game can be told of."""
    folders = ("games/cultists", "entry/cultists", "screens/cultists")
    sources = "".join(
        path.read_text(encoding="utf-8") for folder in folders for path in (PACKAGE / folder).glob("*.py")
    )
    return {
        *re.findall(r'"(cultists\.problem\.[a-z_]+)"', sources),
        *(f"cultists.problem.need_{need.value}" for need in Requirement),
        *(f"cultists.problem.awaits_{awaits.value}" for awaits in FIRST),
        *(f"cultists.problem.balance_to_{side}" for side in ("cultists", "investigators")),
        *(f"cultists.problem.first_game_{kind}" for kind in ("with_seer", "without_seer")),
        *(f"app.problem.{name}" for name in SEATING),
    }


def test_every_refusal_leads_to_its_rule():
    found = refusals()
    assert len(found) > 80
    assert found == {
        link.removeprefix("problem:") for link in index_links(ENTRIES) if link.startswith("problem:")
    }


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("role", set(ROLES)),
        ("event", set(EVENTS)),
        ("action", set(ACTIONS)),
        ("end", {outcome.reason for outcome in OUTCOMES}),
    ],
)
def test_every_role_event_action_and_end_leads_to_its_rule(kind, names):
    assert {link.partition(":")[2] for link in index_links(ENTRIES) if link.startswith(f"{kind}:")} == names


def test_no_two_entries_share_an_id_or_a_link():
    assert len(BY_ID) == len(ENTRIES)
    every = [link for entry in ENTRIES for link in entry.links]
    assert len(every) == len(set(every))


def test_entries_stand_in_their_chapters_and_see_other_entries():
    assert tuple(dict.fromkeys(entry.chapter for entry in ENTRIES)) == CHAPTERS
    for entry in ENTRIES:
        assert entry.id not in entry.see_also
        assert all(find_entry(ENTRIES, other) for other in entry.see_also), entry.id
        assert entry.icon in Icon.__members__, entry.id


def test_rules_that_only_tokens_and_board_explain_are_open_questions():
    unknown = {
        *(role.id for role in ROLES.values() if not role.has_known_ability),
        *(event.id for event in EVENTS.values() if not event.has_known_effect),
        *("rooms", "shelves", "cultist_tokens"),
    }
    assert {entry.id for entry in ENTRIES if entry.is_open_question} == unknown


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_entry_has_its_words_and_each_number_is_named(code):
    tr = Translator(code)
    words = tr.entries(tr.language, "cultists_rules")
    wanted = {f"cultists_rules.chapter.{chapter}" for chapter in CHAPTERS}
    for entry in ENTRIES:
        key = f"cultists_rules.entry.{entry.id}"
        wanted |= {f"{key}.title", f"{key}.text", f"{key}.words"}
        assert set(PLACE.findall(str(words[f"{key}.text"]))) <= entry.numbers.keys(), entry.id
        assert "{" not in tr(f"{key}.text", **entry.numbers), entry.id
        if entry.example is not None:
            wanted.add(f"{key}.example")
            assert "{" not in tr(f"{key}.example", **entry.example), entry.id
    assert {
        key for key in words if key.startswith(("cultists_rules.chapter.", "cultists_rules.entry."))
    } == wanted
    assert not tr.missing


def test_no_number_is_given_that_no_sentence_names():
    words = Translator("en").entries(LANGUAGES["en"], "cultists_rules")
    for entry in ENTRIES:
        named = set(PLACE.findall(str(words[f"cultists_rules.entry.{entry.id}.text"])))
        assert entry.numbers.keys() - SHARED <= named, entry.id


@pytest.mark.parametrize(
    ("code", "words"), [("en", "tie"), ("it", "pareggio"), ("el", "ισοπαλία"), ("fa", "تساوی")]
)
def test_a_tie_is_found_by_the_word_people_say(code, words):
    written = Translator(code)("cultists_rules.entry.vote_tie.words")
    assert words in re.split("[,،] ?", written)


def test_the_goals_are_those_of_each_table():
    told = BY_ID["winning"].numbers
    for seats in NUMBERS:
        setup = Setup(make_unnamed_seats(seats))
        assert told[f"points_{seats}"] == start(setup).target
        assert told[f"kills_{seats}"] == NUMBERS[seats].kills
        assert told[f"seats_{seats}"] == seats


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_recommended_sets_are_named_for_each_table(code):
    tr = Translator(code)
    names = {role: tr(f"cultists.role.{role}.name") for role in ROLES}
    text = str(tr.entries(tr.language, "cultists_rules")["cultists_rules.entry.recommended.text"])
    for seats, ready in RECOMMENDED.items():
        told = text.partition(f"{{seats_{seats}}}")[2].partition(".")[0]
        assert {role for role in ROLES if names[role] in told} == {*ready.always, *ready.one_of}


def test_the_rounds_of_each_row_are_those_in_which_it_counts():
    rows = BY_ID["routes"].numbers
    assert rows == {"row_1": (1, 5, 9), "row_2": (2, 6, 10), "row_3": (3, 7), "row_4": (4, 8)}
    assert sum(len(rounds) for rounds in rows.values() if isinstance(rounds, tuple)) == ROUNDS


def test_the_bag_holds_as_many_as_is_said():
    told = BY_ID["event_draw"].numbers
    for seats in NUMBERS:
        full = sum(full_bag(Setup(make_unnamed_seats(seats))).values())
        first = sum(full_bag(Setup(make_unnamed_seats(seats), first_game=True)).values())
        assert full == told["tokens" if seats <= 6 else "tokens_more"]
        assert full - first == told["fewer"]


def test_decks_are_equally_thick_as_is_said():
    told = BY_ID["decks"].numbers
    for seats, numbers in NUMBERS.items():
        more = "_more" if seats >= 7 else ""
        assert numbers.investigator_deck.alive == told[f"plain_alive{more}"]
        assert numbers.cultist_deck.alive == told[f"alive{more}"]
        assert numbers.investigator_deck.total == numbers.cultist_deck.total


# The worked examples say what the rules make of them ------------------------------------------------------


def test_the_clear_vote_is_clear_by_either_rule():
    assert (CLEAR_VOTE.eliminated, CLEAR_VOTE.reason) == (0, VoteReason.MAJORITY)
    assert BY_ID["vote_result"].example == {"most": 3, "next": 1, "cast": 4, "abstained": 2}


def test_the_tie_is_one_although_enough_was_cast():
    assert TIED_VOTE.reason is VoteReason.TIE
    assert TIED_VOTE.votes_cast > TIED_VOTE.abstentions


def test_the_disputed_vote_is_decided_by_the_rule_of_the_table():
    assert DISPUTED_VOTES[VoteRule.LITERAL].eliminated == 0
    assert DISPUTED_VOTES[VoteRule.BEAT_ABSTENTIONS].reason is VoteReason.ABSTENTIONS_NOT_BEATEN


def test_the_knife_turns_one_vote_round_and_ties_the_other():
    assert (UNCHANGED_VOTE.eliminated, CHANGED_VOTE.eliminated) == (1, 2)
    assert DOUBLED_VOTE.reason is VoteReason.TIE
    example = BY_ID["knife_doubles"].example
    assert example is not None
    assert int(str(example["hands"])) < int(str(example["next"]))


def test_the_automa_with_the_knife_keeps_everybody_in():
    assert AUTOMA_KNIFE_VOTE.reason is VoteReason.ABSTENTIONS
    assert AUTOMA_KNIFE_VOTE.abstentions == 3


def test_the_set_of_the_experts_is_balanced():
    assert compute_balance(EXPERT_ROLES).total == TARGET_BALANCE[5]


def test_a_crowd_meets_only_in_the_dark():
    crowd = BY_ID["encounters"].numbers["crowd"]
    assert isinstance(crowd, int)
    assert not classify_encounter(crowd, power=True).is_meeting
    assert classify_encounter(crowd, power=False).is_meeting
    assert classify_encounter(MEETING_SIZE, power=True).is_meeting


def test_a_link_opens_what_it_is_about():
    found = find_entry_by_link(ENTRIES, "problem:cultists.problem.knife_doubles")
    assert found is not None
    assert found.id == "knife_doubles"
