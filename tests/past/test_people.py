"""Two names of one person, made one and taken apart again."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.past.people import Aliases, merged, names_of, parted, person_of

NAMES = tuple("abcdef")
PAIRS = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=8)


def after(pairs: list[tuple[str, str]]) -> Aliases:
    aliases: Aliases = {}
    for one, other in pairs:
        aliases = merged(aliases, one, other)
    return aliases


def test_the_first_is_shown_for_both() -> None:
    aliases = merged({}, "ada", "addie")
    assert person_of(aliases, "addie") == person_of(aliases, "ada") == "ada"
    assert person_of(aliases, "bruno") == "bruno"


def test_the_other_names_of_the_second_come_along() -> None:
    assert merged({"addie": "ada"}, "adele", "ada") == {"addie": "adele", "ada": "adele"}


def test_it_does_not_matter_by_which_of_their_names_they_are_given() -> None:
    before = {"addie": "ada", "bru": "bruno"}
    assert merged(before, "addie", "bru") == merged(before, "ada", "bruno")


def test_one_person_stays_one_person() -> None:
    before = {"addie": "ada"}
    assert merged(before, "ada", "addie") == before
    assert merged(before, "addie", "ada") == before
    assert merged(before, "ada", "ada") == before


def test_one_name_is_taken_apart_and_the_others_stay() -> None:
    assert parted({"addie": "ada", "a": "ada"}, "addie") == {"a": "ada"}


def test_somebody_who_is_nobody_elses_name_is_not_taken_apart() -> None:
    assert parted({"addie": "ada"}, "ada") == {"addie": "ada"}


@given(PAIRS, st.sampled_from(NAMES), st.sampled_from(NAMES))
@settings(max_examples=200)
def test_made_one_and_taken_apart_everybody_is_as_before(
    pairs: list[tuple[str, str]], one: str, other: str
) -> None:
    before = after(pairs)
    gone = person_of(before, other)
    together = merged(before, one, other)
    if together != before:
        assert parted(together, gone, along=names_of(before, gone)) == before


@given(PAIRS, st.lists(st.sampled_from(NAMES), max_size=3))
@settings(max_examples=200)
def test_a_name_leads_to_a_person_in_one_step(pairs: list[tuple[str, str]], apart: list[str]) -> None:
    aliases = after(pairs)
    for name in apart:
        aliases = parted(aliases, name)
    assert not set(aliases.values()) & aliases.keys()
