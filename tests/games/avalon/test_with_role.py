"""A character can be told about before it is chosen: the table as it would be with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.game import filter_blocking
from companion.games.avalon.drafts import make_setup_with_role
from companion.games.avalon.setup import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    ROLES,
    Lancelot,
    Options,
    Setup,
    deck,
    problems,
    sights,
)

FULL = ("percival", "morgana", "mordred", "oberon")


def table(count, **choices):
    return Setup(tuple(str(seat) for seat in range(count)), **choices)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("count", range(MIN_PLAYERS, MAX_PLAYERS + 1))
@pytest.mark.parametrize("roles", [(), ("percival", "morgana"), FULL])
@pytest.mark.parametrize("lancelot", [None, Lancelot.V3])
def test_every_character_can_be_told_about_at_every_table(role, count, roles, lancelot):
    found = make_setup_with_role(table(count, roles=roles, lancelot=lancelot), role)
    assert found is not None
    assert not filter_blocking(problems(found))
    assert role in deck(found)
    assert role in sights(found)
    assert len(found.players) == count


def test_a_table_that_has_the_character_stays_as_it_is():
    setup = table(7, roles=("percival", "morgana"))
    assert make_setup_with_role(setup, "morgana") == setup
    assert make_setup_with_role(setup, "merlin") == setup


def test_a_character_joins_those_that_were_chosen_where_there_is_room():
    found = make_setup_with_role(table(7, roles=("percival", "morgana")), "oberon")
    assert found is not None
    assert found.roles == ("percival", "morgana", "oberon")


def test_where_there_is_no_room_it_stands_alone():
    found = make_setup_with_role(table(5, roles=("percival", "morgana")), "mordred")
    assert found is not None
    assert found.roles == ("mordred",)


def test_merlin_can_be_told_about_where_he_was_left_out():
    setup = table(7)
    assert make_setup_with_role(replace(setup, options=Options(merlin=False)), "merlin") == setup


def test_a_table_of_no_legal_size_tells_nothing():
    assert make_setup_with_role(table(2), "percival") is None
