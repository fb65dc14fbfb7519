"""The rules of Silver to look up: an entry for everything, with the numbers of the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.games.silver
from companion.games.silver.rules import add_up_totals, apply, find_winners, start
from companion.games.silver.setup import BOX_CARDS, VILLAGERS, Mode, Setup, village_size_after
from companion.games.silver.state import AmuletReason, Round, RoundEnd, ScoreReason, WinReason
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.silver.rulebook import CHAPTERS, ENTRIES, TIED_SCORES, TIED_TOTALS
from companion.scripts.teaching import find_entry, find_entry_by_link, index_links
from companion.widgets.icons import Icon

PLAYERS = ("Ada", "Bruno", "Clara")
LINKS = index_links(ENTRIES)
# The sources leave these open, or contradict each other.
OPEN = {"villagers_after_call", "amulet_tie", "amulet_failed", "kamikaze_caller", "revealer"}


def numbers_of(entry_id: str) -> dict[str, object]:
    entry = find_entry(ENTRIES, entry_id)
    assert entry is not None
    return dict(entry.numbers)


def example_of(entry_id: str) -> dict[str, object]:
    entry = find_entry(ENTRIES, entry_id)
    assert entry is not None
    assert entry.example is not None
    return dict(entry.example)


def problems_in_the_rules() -> set[str]:
    """Every problem that the rules of this game can name."""
    rules = Path(companion.games.silver.__file__).parent.glob("*.py")
    return {key for path in rules for key in re.findall(r"silver\.problem\.\w+", path.read_text("utf-8"))}


def test_every_entry_has_its_own_name_and_a_chapter_and_no_chapter_is_empty() -> None:
    assert len({entry.id for entry in ENTRIES}) == len(ENTRIES)
    assert tuple(dict.fromkeys(entry.chapter for entry in ENTRIES)) == CHAPTERS


def test_a_link_opens_one_entry_and_no_other() -> None:
    assert len(LINKS) == sum(len(entry.links) for entry in ENTRIES)


def test_every_card_has_its_entry_with_its_number_and_copies() -> None:
    for villager in VILLAGERS:
        entry = find_entry_by_link(ENTRIES, f"card:{villager.id}")
        assert entry is not None
        assert entry.chapter == "cards"
        assert entry.numbers == {"number": villager.number, "copies": villager.copies}


def test_every_refusal_has_its_entry() -> None:
    keys = problems_in_the_rules()
    assert len(keys) == 23
    assert {f"problem:{key}" for key in keys} == {link for link in LINKS if link.startswith("problem:")}


def test_every_end_of_a_game_and_of_a_round_has_its_entry() -> None:
    assert {f"end:{reason.value}" for reason in WinReason} == {
        link for link in LINKS if link.startswith("end:")
    }
    assert {f"event:ended.{ended.value}" for ended in RoundEnd} <= LINKS.keys()


def test_every_reason_for_a_score_and_for_the_amulet_has_its_entry() -> None:
    assert {f"event:why.{why.value}" for why in ScoreReason} | {"event:why.reset"} <= LINKS.keys()
    assert {f"event:amulet.{why.value}" for why in AmuletReason} <= LINKS.keys()


def test_entries_lead_to_others_that_there_are_and_never_to_themselves() -> None:
    for entry in ENTRIES:
        assert all(find_entry(ENTRIES, other) is not None for other in entry.see_also), entry.id
        assert entry.id not in entry.see_also


def test_what_the_sources_leave_open_is_marked() -> None:
    assert {entry.id for entry in ENTRIES if entry.is_open_question} == OPEN


def test_icons_are_drawn_marks() -> None:
    assert {entry.icon for entry in ENTRIES} <= set(Icon.__members__)


def test_the_numbers_are_those_of_the_rules() -> None:
    deal = numbers_of("deal")
    assert deal == {"cards": 52, "rows": 4, "row": 5, "deck": 32, "looked_at": 2}
    assert numbers_of("spare_rows") == {
        "most": 4,
        "fewest": 2,
        "fewest_cards": 10,
        "middle": 3,
        "middle_cards": 5,
    }
    box = numbers_of("box_counts")
    assert box == {
        "cards": BOX_CARDS,
        "first": 0,
        "first_copies": 2,
        "second": 1,
        "before_last": 12,
        "copies": 4,
        "last": 13,
        "last_copies": 2,
    }
    assert numbers_of("mismatch") == {"tried": 3}
    assert numbers_of("call") == {"cards": 4}
    assert numbers_of("call_lost") == {"missed_call": 10}
    assert numbers_of("exact_limit") == {"limit": 100, "half": 50}
    assert numbers_of("kamikaze") == {"kamikaze": (12, 12, 13, 13), "own": 0, "others": 50}


@pytest.mark.parametrize(
    ("entry", "sums", "caller", "scores", "why"),
    [
        ("village_sum", (10, 6, 6), None, (10, 6, 6), ScoreReason.SUM),
        ("call_won", (7, 9, 12), 0, (0, 9, 12), ScoreReason.CALLER_LOWEST),
        ("call_tied", (8, 8, 20), 0, (0, 8, 20), ScoreReason.CALLER_TIED),
        ("call_lost", (9, 6, 12), 0, (19, 6, 12), ScoreReason.CALLER_BEATEN),
        ("kamikaze", (50, 6, 9), 0, (0, 50, 50), ScoreReason.KAMIKAZE),
    ],
)
def test_the_example_of_a_round_is_scored_as_the_rules_do(
    entry: str, sums: tuple[int, ...], caller: int | None, scores: tuple[int, ...], why: ScoreReason
) -> None:
    mode = Mode.POINTS if entry == "kamikaze" else Mode.ROUNDS
    ended = RoundEnd.DECK if caller is None else None
    result = apply(start(Setup(PLAYERS, mode)), Round(caller, sums=sums, ended=ended)).results[0]
    assert result.scores == scores
    assert result.why[0] is why
    values = example_of(entry)
    assert tuple(values[letter] for letter in "abc") == sums
    assert tuple(values[f"{letter}_score"] for letter in "abc") == scores


def test_the_example_of_exactly_the_limit_is_halved_once() -> None:
    values = example_of("exact_limit")
    assert values == {"before": 88, "score": 12, "limit": 100, "after": 50, "again": 50, "stays": 100}
    points = Setup(PLAYERS, Mode.POINTS)
    assert add_up_totals(points, (88, 0, 0), (12, 1, 2), ()) == ((50, 1, 2), (0,))
    assert add_up_totals(points, (50, 0, 0), (50, 1, 2), (0,)) == ((100, 1, 2), ())


def test_the_example_beyond_the_limit_ends_the_game() -> None:
    assert example_of("points") == {"before": 95, "score": 10, "after": 105, "limit": 100}


def test_the_example_of_equal_totals_is_won_by_whom_it_names() -> None:
    """Its words say that the second player wins."""
    points = Setup(PLAYERS, Mode.POINTS)
    assert find_winners(points, TIED_TOTALS, TIED_SCORES, 0) == ((1,), WinReason.TIE_LAST_ROUND)
    assert example_of("points_tie") == {"a": 104, "level": 60, "b_score": 4, "c_score": 9}


def test_the_examples_of_several_cards_count_the_village_after_them() -> None:
    assert example_of("several") == {"tried": 3, "before": 5, "after": 3}
    assert example_of("mismatch") == {"tried": 3, "before": 5, "after": 7}
    assert village_size_after(5, 2, matching=False) == 6
    assert village_size_after(4, 4, matching=True) == 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_entry_has_its_words_in_every_language(code: str) -> None:
    tr = Translator(code)
    for chapter in CHAPTERS:
        tr(f"silver_rules.chapter.{chapter}")
    for entry in ENTRIES:
        key = f"silver_rules.entry.{entry.id}"
        texts = [tr(f"{key}.title", **entry.numbers), tr(f"{key}.text", **entry.numbers)]
        texts.append(tr(f"{key}.words"))
        if entry.example is not None:
            texts.append(tr(f"{key}.example", **entry.example))
        assert not any("{" in words for words in texts), entry.id
        assert texts[1].endswith("."), entry.id
        searched = re.split("[,،]", texts[2])
        assert len(searched) >= 2
        assert all(word.strip() for word in searched)
    assert not tr.missing


def test_the_other_reading_of_the_revealer_is_mentioned() -> None:
    text = Translator("en")("silver_rules.entry.revealer.text")
    assert "of an opponent" in text
    assert "any card" in text
