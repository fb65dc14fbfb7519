"""Names as they are typed: nobody is called by a number, and nothing typed is no name."""

import pytest

from companion.core.game import ProblemError
from companion.core.players import is_same_name, rename_seat, validate_typed_name
from companion.i18n.translator import Translator

SHOWN = Translator("en").player_name


@pytest.mark.parametrize("typed", ["3", " 12 ", "007", "2024", "۳", "３"])
def test_nobody_can_be_called_by_a_number(typed):
    problem = validate_typed_name(typed, ("Ada",), SHOWN)
    assert problem is not None
    assert problem.code == "name_number"


def test_a_seat_gets_a_name_another_one_and_none_again():
    assert rename_seat(("1", "2"), 1, " Ada ", SHOWN) == ("1", "Ada")
    assert rename_seat(("1", "Ada"), 1, "Bob", SHOWN) == ("1", "Bob")
    assert rename_seat(("1", "Ada"), 1, "  ", SHOWN) == ("1", "2")


@pytest.mark.parametrize(
    ("typed", "code"), [("ada", "name_taken"), ("7", "name_number"), ("x" * 41, "name_long")]
)
def test_a_name_that_cannot_sit_there_is_refused(typed, code):
    with pytest.raises(ProblemError) as refused:
        rename_seat(("Ada", "2"), 1, typed, SHOWN)
    assert refused.value.problem.code == code


def test_a_number_from_an_older_table_gives_way_to_the_number_of_its_place():
    assert rename_seat(("2", "Ada"), 1, "", SHOWN) == ("1", "2")


@pytest.mark.parametrize(("code", "typed"), [("en", "seat 3"), ("it", "Posto 3"), ("fa", "صندلی ۳")])
def test_nobody_is_called_as_a_seat_that_has_no_name(code, typed):
    shown = Translator(code).player_name
    assert is_same_name(typed, shown("3"))
    with pytest.raises(ProblemError) as refused:
        rename_seat(("Ada", "2", "3"), 1, typed, shown)
    assert refused.value.problem.code == "name_taken"
    assert rename_seat(("Ada", "2", "Chloe"), 1, typed, shown)[1] == typed
