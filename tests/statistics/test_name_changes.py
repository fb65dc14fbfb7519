"""Names put in the place of names, wherever names stand, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.players import clean_name, normalize_name
from companion.statistics.person import NameChanges, replace_name

RENAMED = NameChanges({"ada": "Adele"})
FORGOTTEN = NameChanges({"ada": None, "addie": None})


def test_a_seat_is_called_otherwise() -> None:
    assert RENAMED.rename_seats(("Bruno", "ADA", "3")) == ("Bruno", "Adele", "3")


def test_whoever_is_forgotten_leaves_the_number_of_their_seat() -> None:
    assert FORGOTTEN.rename_seats(("Bruno", "Ada", "Chloe")) == ("Bruno", "2", "Chloe")


def test_players_are_found_however_deep_they_lie_in_a_record() -> None:
    record = {"mark": {"players": ["Ada", "Bruno"], "setup": {"players": ["Bruno", "Ada"]}}, "n": [1, None]}
    assert FORGOTTEN.rename_in_record(record) == {
        "mark": {"players": ["1", "Bruno"], "setup": {"players": ["Bruno", "2"]}},
        "n": [1, None],
    }


def test_the_same_letters_elsewhere_mean_something_else() -> None:
    record = {"players": ["Merlin"], "roles": ["merlin"], "winner": "merlin"}
    assert NameChanges({"merlin": None}).rename_in_record(record) == {
        "players": ["1"],
        "roles": ["merlin"],
        "winner": "merlin",
    }


def test_what_was_typed_loses_a_name_that_is_forgotten_and_keeps_one_that_is_changed() -> None:
    kept = {"typed": {"name": "Ada"}, "renaming": {"seat": 1, "typed": "Ada B"}, "by_entry": {"x": "Ada may"}}
    assert FORGOTTEN.rename_in_record(kept) == {
        "typed": {"name": "…"},
        "renaming": {"seat": 1, "typed": "… B"},
        "by_entry": {"x": "… may"},
    }
    assert RENAMED.rename_in_record(kept) == kept


def test_of_readings_each_stands_there_once() -> None:
    assert RENAMED.rename_keys(["bruno", "ada", "adele"]) == ["bruno", "adele"]
    assert FORGOTTEN.rename_keys(["addie", "bruno", "ada"]) == ["bruno"]


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("Ada laughed here", "Ada", "… laughed here"),
        ("ADA! ada, Ada's", "Ada", "…! …, …'s"),
        ("Adams and Canada", "Ada", "Adams and Canada"),
        ("the Ada  B. of old", "Ada B.", "the … of old"),
        ("Ζωή, ΖΩΉ και Ζωήτσα", "Ζωή", "…, … και Ζωήτσα"),
        ("علي خندید، على‌جان، علیرضا", "علی", "… خندید، …جان، علیرضا"),
        ("👩‍👩‍👧‍👦 Rossi!", "👩‍👩‍👧‍👦 Rossi", "…!"),
        ("[b]Bob[/b] and Bob", "[b]Bob[/b]", "… and Bob"),
        ("", "Ada", ""),
    ],
)
def test_a_name_is_found_as_a_whole_word_however_it_is_written(text: str, name: str, left: str) -> None:
    assert replace_name(text, normalize_name(name), "…") == left


@given(st.text(max_size=12), st.text(max_size=12), st.text(min_size=1, max_size=8))
def test_between_two_blanks_every_name_is_found(before: str, behind: str, typed: str) -> None:
    name = clean_name(typed)
    if name and normalize_name(name):
        text = f"{before}\n {name} \n{behind}"
        assert f" {name} " not in replace_name(text, normalize_name(name), "…").replace("…", "")
