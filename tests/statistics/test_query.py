"""What somebody looks at, when people in it are called otherwise or are forgotten."""

from __future__ import annotations

from companion.statistics.person import NameChanges
from companion.statistics.query import GameFilter, GameSelection, MetricFilter, SeatFilter, rename_in_filter

ASKED = GameFilter(
    text="ada spring",
    people=("ada", "bob"),
    group=("Ada", "Bob", "Cy"),
    seats=(SeatFilter("ada", side="good"), SeatFilter("bob")),
    metrics=(MetricFilter("trust", person="bob", other_person="ada"), MetricFilter("five")),
)


def test_whoever_is_called_otherwise_is_asked_for_by_the_new_name():
    asked = rename_in_filter(ASKED, NameChanges({"ada": "Zoe"}))
    assert asked.people == ("zoe", "bob")
    assert asked.group == ("Zoe", "Bob", "Cy")
    assert asked.seats == (SeatFilter("zoe", side="good"), SeatFilter("bob"))
    assert asked.metrics == (MetricFilter("trust", person="bob", other_person="zoe"), MetricFilter("five"))
    # What was typed is nobody's to change.
    assert asked.text == "ada spring"


def test_whoever_is_forgotten_is_not_asked_for_any_more():
    asked = rename_in_filter(ASKED, NameChanges({"ada": None, "cy": None}))
    assert asked.people == ("bob",)
    assert asked.group == ()
    assert asked.seats == (SeatFilter("bob"),)
    assert asked.metrics == (MetricFilter("five"),)
    assert asked.text == "spring"


def test_what_is_of_one_person_ends_with_them_and_words_follow():
    page = GameSelection(GameFilter(people=("ada",)), description="Ada won", is_person_only=True)
    assert page.apply_name_changes(NameChanges({"ada": None})) is None
    renamed = page.apply_name_changes(NameChanges({"ada": "Zoe"}))
    assert renamed is not None
    assert (renamed.game_filter.people, renamed.description) == (("zoe",), "Zoe won")
    assert GameSelection(ASKED).apply_name_changes(NameChanges({"di": "Eve"})) == GameSelection(ASKED)
