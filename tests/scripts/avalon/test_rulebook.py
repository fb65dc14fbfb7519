"""The rules of Avalon to look things up in: whole, with their words, and with numbers of the rules alone."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import polib
import pytest

import companion
from companion.games.avalon.components import RULE_NUMBERS
from companion.games.avalon.rules import DECK, SWITCHES
from companion.games.avalon.setup import NUMBERS, ROLES, Lancelot, Options
from companion.games.avalon.state import Phase
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.avalon.rulebook import CHAPTERS, ENTRIES
from companion.scripts.avalon.speech import list_lines
from companion.scripts.teaching import LINK_KINDS, find_entry, index_links
from companion.widgets.icons import Icon

PACKAGE = Path(companion.__file__).parent
CATALOGUES = PACKAGE / "i18n" / "catalogues"
LINKS = index_links(ENTRIES)
TRANSLATORS = [Translator(code) for code in LANGUAGES]


def keys_of(domain):
    return {entry.msgid for entry in polib.pofile(str(CATALOGUES / "en" / f"{domain}.po"))}


def parts(entry):
    """The sentences of an entry with what is put into them."""
    yield "title", {}
    yield "text", entry.numbers
    yield "words", {}
    if entry.has_example:
        yield "example", entry.example


def test_every_entry_is_unique_and_in_a_named_chapter():
    assert len({entry.id for entry in ENTRIES}) == len(ENTRIES)
    assert {entry.chapter for entry in ENTRIES} == set(CHAPTERS)
    for tr in TRANSLATORS:
        for chapter in CHAPTERS:
            assert tr(f"avalon_rules.chapter.{chapter}")
        assert not tr.missing


def test_every_entry_has_its_words_in_every_language_with_all_places_filled():
    for tr in TRANSLATORS:
        for entry in ENTRIES:
            for part, numbers in parts(entry):
                text = tr(f"avalon_rules.entry.{entry.id}.{part}", **numbers)
                assert "{" not in text, text
        assert not tr.missing


def test_no_words_are_left_over():
    expected = {f"avalon_rules.entry.{entry.id}.{part}" for entry in ENTRIES for part, _ in parts(entry)}
    assert {key for key in keys_of("avalon_rules") if key.startswith("avalon_rules.entry.")} == expected


def test_an_entry_is_given_the_numbers_that_its_sentences_name_and_no_others():
    catalogue = {
        entry.msgid: entry.msgstr for entry in polib.pofile(str(CATALOGUES / "en" / "avalon_rules.po"))
    }
    for entry in ENTRIES:
        for part, numbers in parts(entry):
            named = set(re.findall(r"{(\w+)}", catalogue[f"avalon_rules.entry.{entry.id}.{part}"]))
            assert named == set(numbers), entry.id


def test_every_link_opens_one_entry_and_is_of_a_known_kind():
    every = [link for entry in ENTRIES for link in entry.links]
    assert len(every) == len(set(every))
    assert {link.partition(":")[0] for link in every} <= set(LINK_KINDS)


def test_every_problem_of_avalon_has_a_rule():
    problems = {key for key in keys_of("avalon") if key.startswith("avalon.problem.")}
    problems |= {f"app.problem.{code}" for code in ("over", "no_such_seat", "seats_few", "seats_many")}
    assert {link.removeprefix("problem:") for link in LINKS if link.startswith("problem:")} == problems


def test_every_character_every_step_and_every_end_has_its_rule():
    assert {f"role:{role}" for role in ROLES} <= set(LINKS)
    assert {f"action:{step.value}" for step in Phase if step is not Phase.OVER} <= set(LINKS)
    ends = {line.rpartition(".")[2] for line in list_lines() if line.startswith("avalon.say.over.")}
    assert {link.removeprefix("end:") for link in LINKS if link.startswith("end:")} == ends


def test_related_entries_exist_and_are_other_entries():
    for entry in ENTRIES:
        assert entry.id not in entry.see_also
        assert all(find_entry(ENTRIES, other) is not None for other in entry.see_also)


def test_every_mark_is_drawn():
    assert all(entry.icon in Icon.__members__ for entry in ENTRIES)


def test_only_rules_without_a_source_are_open_questions():
    assert {entry.id for entry in ENTRIES if entry.is_open_question} == {"plot_texts", "lady_lancelot"}


def test_where_sources_disagree_there_is_a_rule_that_says_so():
    # Each option of the table, and the entry that tells both readings of it.
    entry_by_option = {
        "oberon_seen_by_merlin": "oberon_merlin",
        "evil_lancelot_seen_by_merlin": "lancelot_merlin",
        "oberon_reads_good_to_lady": "lady_oberon",
        "targeting_quest5_needs": "last_quest",
        "reveal_before_shot": "reveal",
        "plot_cards": "plot",
        "percival_decoy": "tells",
        "merlin": "no_merlin",
    }
    assert set(entry_by_option) == {field.name for field in fields(Options)}
    english = Translator("en")
    for entry in entry_by_option.values():
        assert "set-up has a switch" in english(f"avalon_rules.entry.{entry}.text")


def example(entry_id):
    entry = find_entry(ENTRIES, entry_id)
    assert entry is not None
    assert entry.example is not None
    return dict(entry.example)


def test_the_worked_examples_are_those_of_the_rules():
    assert example("players") == {"players": 7, "good": 4, "evil": 3}
    assert example("team") == {"players": 7, "sizes": (2, 3, 3, 4, 4)}
    assert example("tie") == {"players": 6, "half": 3, "needed": 4}
    assert example("two_fails") == {"players": 7, "quest": 4, "size": 4, "fails": 2}
    assert example("lady_whom") == {"players": 7, "first": 6, "second": 5, "last": 4}
    assert example("deck") == {"players": 10, "servants": 4, "minions": 2}


def test_after_a_success_and_a_fail_the_last_quest_is_still_closed():
    assert example("targeting") == {"won": 3, "lost": 1, "won_next": 2, "open": (2, 4), "open_then": (4, 5)}


@pytest.mark.parametrize(("variant", "chances"), [("v1", (10, 1, 6, 3)), ("v2", (21, 1, 10, 10))])
def test_the_chances_of_a_switch_are_those_of_the_decks(variant, chances):
    numbers = example(f"lancelot_{variant}")
    assert tuple(numbers[name] for name in ("all", "none", "one", "both")) == chances
    assert numbers["all"] == numbers["none"] + numbers["one"] + numbers["both"]


def test_the_decks_of_the_lancelots_add_up():
    hidden, shown = find_entry(ENTRIES, "lancelot_v1"), find_entry(ENTRIES, "lancelot_v2")
    assert hidden is not None
    assert shown is not None
    assert hidden.numbers["hidden_same"] == DECK[Lancelot.V1] - SWITCHES
    assert shown.numbers["open_same"] == DECK[Lancelot.V2] - SWITCHES
    assert shown.numbers["row"] == RULE_NUMBERS["row"]


def test_the_quest_that_forgives_is_the_same_at_every_setup_that_has_one():
    forgiving = {
        quest for numbers in NUMBERS.values() for quest in range(1, 6) if numbers.fails_needed(quest) > 1
    }
    entry = find_entry(ENTRIES, "two_fails")
    assert entry is not None
    assert forgiving == {entry.numbers["hard_quest"]}


def test_everyday_words_lead_to_a_rule_in_every_language():
    words_searched = {"en": "tie", "it": "pareggio", "el": "ισοψηφία", "fa": "مساوی"}
    for tr in TRANSLATORS:
        words = re.split(r"[,،] ", tr("avalon_rules.entry.tie.words"))
        assert words_searched[tr.code] in words
        assert len(words) > 3
