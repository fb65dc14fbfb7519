"""Two names of one person, made one and taken apart again."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.statistics.person import Aliases, list_aliases, merge_people, resolve_alias, split_person

NAMES = tuple("abcdef")
PAIRS = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=8)


def after(pairs: list[tuple[str, str]]) -> Aliases:
    aliases: Aliases = {}
    for one, other in pairs:
        aliases = merge_people(aliases, one, other)
    return aliases


def test_the_first_is_shown_for_both() -> None:
    aliases = merge_people({}, "ada", "addie")
    assert resolve_alias(aliases, "addie") == resolve_alias(aliases, "ada") == "ada"
    assert resolve_alias(aliases, "bruno") == "bruno"


def test_the_other_names_of_the_second_come_along() -> None:
    assert merge_people({"addie": "ada"}, "adele", "ada") == {"addie": "adele", "ada": "adele"}


def test_it_does_not_matter_by_which_of_their_names_they_are_given() -> None:
    before = {"addie": "ada", "bru": "bruno"}
    assert merge_people(before, "addie", "bru") == merge_people(before, "ada", "bruno")


def test_one_person_stays_one_person() -> None:
    before = {"addie": "ada"}
    assert merge_people(before, "ada", "addie") == before
    assert merge_people(before, "addie", "ada") == before
    assert merge_people(before, "ada", "ada") == before


def test_one_name_is_taken_apart_and_the_others_stay() -> None:
    assert split_person({"addie": "ada", "a": "ada"}, "addie") == {"a": "ada"}


def test_somebody_who_is_nobody_elses_name_is_not_taken_apart() -> None:
    assert split_person({"addie": "ada"}, "ada") == {"addie": "ada"}


@given(PAIRS, st.sampled_from(NAMES), st.sampled_from(NAMES))
@settings(max_examples=200)
def test_made_one_and_taken_apart_everybody_is_as_before(
    pairs: list[tuple[str, str]], one: str, other: str
) -> None:
    before = after(pairs)
    gone = resolve_alias(before, other)
    together = merge_people(before, one, other)
    if together != before:
        assert split_person(together, gone, companions=list_aliases(before, gone)) == before


@given(PAIRS, st.lists(st.sampled_from(NAMES), max_size=3))
@settings(max_examples=200)
def test_a_name_leads_to_a_person_in_one_step(pairs: list[tuple[str, str]], apart: list[str]) -> None:
    aliases = after(pairs)
    for name in apart:
        aliases = split_person(aliases, name)
    assert not set(aliases.values()) & aliases.keys()
