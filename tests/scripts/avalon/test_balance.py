"""Whom the special characters of a table help."""

import pytest

from companion.games.avalon.setup import Lancelot, Options, Setup, Side
from companion.scripts.avalon.lessons import count_special_roles, list_helpers
from tests.scripts.avalon.tables import NAMES


def weighed(roles=(), **choices):
    setup = Setup(NAMES[:10], roles=roles, **choices)
    return tuple(set(list_helpers(setup, side)) for side in Side)


def test_percival_and_oberon_help_good_morgana_and_mordred_help_evil():
    all_four = ("percival", "morgana", "mordred", "oberon")
    assert weighed(all_four) == ({"percival", "oberon"}, {"morgana", "mordred"})


@pytest.mark.parametrize(
    ("variant", "good", "evil"),
    [
        (Lancelot.V1, set(), {"lancelot_good"}),
        (Lancelot.V2, {"lancelot_good"}, set()),
        (Lancelot.V3, set(), set()),
    ],
)
def test_the_lancelots_help_as_their_variant_does(variant, good, evil):
    assert weighed(lancelot=variant) == (good, evil)


def test_who_has_nobody_to_act_on_helps_nobody():
    assert weighed(("morgana",)) == (set(), set())
    without = weighed(("percival", "morgana", "mordred", "oberon"), options=Options(merlin=False))
    assert without == ({"oberon"}, set())


def test_the_two_lancelots_count_as_one_addition():
    assert count_special_roles(Setup(NAMES[:7])) == 0
    assert count_special_roles(Setup(NAMES[:7], roles=("percival",), lancelot=Lancelot.V2)) == 2
