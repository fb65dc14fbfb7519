"""Names as people type them, and who may sit beside whom."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import players
from companion.core.players import (
    MAX_NAME_LENGTH,
    add_player,
    clean_name,
    is_same_name,
    is_unnamed,
    make_unnamed_seats,
    move_player,
    number_unnamed_seats,
    remove_seat,
    resize_seats,
    swap_players,
    validate_name,
    validate_seats,
)

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


def codes(names, fewest=2, most=4):
    return [problem.code for problem in validate_seats(names, fewest, most)]


def refusal(name, *others):
    """Why nobody may have this name beside the others."""
    problem = validate_name(name, others)
    assert problem is not None
    return problem.code, dict(problem.args)


@pytest.mark.parametrize("typed", ["", "   ", "\n\t", "\u200b", "\u200d\u200c", "\u202e\u2066", "\ud800"])
def test_a_name_with_nothing_to_see_is_empty(typed):
    assert refusal(typed) == ("name_empty", {})


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada  ", "Ada"),
        ("Ada\nLovelace", "Ada Lovelace"),
        ("Ada\u00a0\u2003 L.", "Ada L."),
        ("Re\u0301my", "R\u00e9my"),
        ("e\u200e\u0301", "\u00e9"),
        ("\u202eadA\u202c\u2066x\u2069", "adAx"),
        ("\ufeffAda\u0000\u0007", "Ada"),
        ("مه\u200cدخت", "مه\u200cدخت"),
        ("\u200cعلی\u200c", "علی"),
        (FAMILY, FAMILY),
    ],
)
def test_a_name_is_kept_without_what_cannot_be_seen(typed, kept):
    assert clean_name(typed) == kept


def test_a_book_in_the_place_of_a_name_is_too_long_a_name():
    assert refusal("war and peace " * 100_000)[0] == "name_long"


def test_an_emoji_that_this_python_does_not_know_yet_stays():
    unassigned = "\U0001faff"
    assert unicodedata.category(unassigned) == "Cn"
    assert clean_name(unassigned) == unassigned


@given(st.text())
def test_cleaning_a_clean_name_changes_nothing(typed):
    assert clean_name(clean_name(typed)) == clean_name(typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),
        ("Ada", " ADA "),
        ("R\u00e9my", "Re\u0301my"),
        ("Νίκος", "ΝΊΚΟΣ"),
        ("Straße", "STRASSE"),
        ("علي", "علی"),
        ("موسى", "موسی"),
        ("كاوه", "کاوه"),
        ("مه\u200cدخت", "مهدخت"),
        ("An\u200dna", "Anna"),
        ("Ａda", "Ada"),
        ("ﻋﻠﻲ", "علی"),
    ],
)
def test_names_that_read_alike_are_one_name(one, other):
    assert is_same_name(one, other)
    assert refusal(one, "Zoe", other) == ("name_taken", {"name": other})


def test_names_that_read_differently_may_sit_together():
    assert codes(("Ada", "Ada B", "Άννα", "Αννα")) == []


def test_a_name_has_at_most_forty_characters():
    assert validate_name("x" * MAX_NAME_LENGTH, ()) is None
    assert refusal("x" * 41) == ("name_long", {"limit": 40, "length": 41})


def test_length_is_counted_on_the_name_as_kept():
    assert validate_name("e\u0301" * 40 + "  \u200e", ()) is None


def test_each_seat_is_checked_against_those_before_it():
    assert codes(("Ada", "", "ada", "y" * 41)) == ["name_empty", "name_taken", "name_long"]


@pytest.mark.parametrize("name", ["Ada ", "A\nda", "\u202eAda", "Re\u0301my"])
def test_a_set_up_holds_only_clean_names(name):
    (problem,) = validate_seats((name, "Bruno"), 2, 4)
    assert (problem.code, problem.args) == ("name_unclean", {"name": clean_name(name)})


def test_too_few_and_too_many_seats_say_how_many_there_may_be():
    (few,) = validate_seats(("Ada",), 2, 4)
    assert (few.code, few.args) == ("seats_few", {"n": 2, "seated": 1})
    (many,) = validate_seats(tuple("abcde"), 2, 4)
    assert (many.code, many.args) == ("seats_many", {"n": 4, "seated": 5})


def test_a_table_that_is_too_full_still_hears_all_that_is_wrong():
    assert codes(("Ada", "ada", "", "Bruno", "Chloe")) == ["name_taken", "name_empty", "seats_many"]


def test_a_list_that_no_table_seats_is_refused_before_its_names_are_looked_at(monkeypatch):
    monkeypatch.setattr(players, "clean_name", None)
    (problem,) = validate_seats(("Ada",) * 100_000, 2, 4)
    assert (problem.code, problem.args) == ("seats_many", {"n": 4, "seated": 100_000})


@pytest.mark.parametrize(
    ("seat", "to", "order"), [(0, 2, "bcad"), (3, 0, "dabc"), (1, 1, "abcd"), (0, 3, "bcda")]
)
def test_a_player_moves_to_another_seat_and_the_rest_close_up(seat, to, order):
    assert move_player(tuple("abcd"), seat, to) == tuple(order)


# -- seats without names --

people = st.one_of(st.sampled_from(["Ada", "Bruno", "Χλόη", "نیلوفر", "Zoe 2"]), st.just("1"))
tables = st.lists(people, min_size=1, max_size=10).filter(
    lambda names: len({name for name in names if name != "1"}) == sum(name != "1" for name in names)
).map(number_unnamed_seats)  # fmt: skip


def test_a_table_without_names_can_sit_down():
    assert make_unnamed_seats(4) == ("1", "2", "3", "4")
    assert codes(make_unnamed_seats(4)) == []


@pytest.mark.parametrize("name", ["1", "9", "10", "20"])
def test_a_plain_number_is_a_seat_without_a_name(name):
    assert is_unnamed(name)


@pytest.mark.parametrize("name", ["", "0", "01", "100", "۳", "³", "3rd", "Ada", "-1", "1.5"])
def test_all_else_is_a_name(name):
    assert not is_unnamed(name)


def test_a_name_takes_the_first_seat_that_has_none_and_else_a_new_one():
    assert add_player(("Ada", "2", "3"), "Bob") == ("Ada", "Bob", "3")
    assert add_player(("Ada", "Bob"), "Zoe") == ("Ada", "Bob", "Zoe")


def test_fewer_seats_spare_those_with_names():
    assert resize_seats(("Ada", "2", "Bob", "4", "Zoe"), 4) == ("Ada", "2", "Bob", "Zoe")
    assert resize_seats(("Ada", "Bob", "Zoe"), 2) == ("Ada", "Bob")


def test_more_seats_have_no_names_yet():
    assert resize_seats(("Ada", "2"), 4) == ("Ada", "2", "3", "4")


def test_whoever_moves_seats_without_names_are_numbered_by_place():
    assert move_player(("Ada", "2", "3"), 0, 2) == ("1", "2", "Ada")
    assert swap_players(("Ada", "2", "Bob", "4"), 0, 2) == ("Bob", "2", "Ada", "4")
    assert swap_players(("Ada", "2", "Bob"), 0, 1) == ("1", "Ada", "Bob")
    assert remove_seat(("1", "Ada", "3"), 0) == ("Ada", "2")


@given(tables, st.data())
def test_whatever_is_done_to_seats_no_two_are_called_alike(names, data):
    seat, other = (data.draw(st.integers(0, len(names) - 1)) for _ in range(2))
    count = data.draw(st.integers(1, 12))
    for after in (
        move_player(names, seat, other),
        swap_players(names, seat, other),
        resize_seats(names, count),
        remove_seat(names, seat),
        add_player(names, "Yara"),
    ):
        assert validate_seats(after, 0, 12) == ()
        assert number_unnamed_seats(after) == after
    assert len(resize_seats(names, count)) == count
