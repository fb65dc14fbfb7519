"""A first game is told with its reasons, at that table only, unless somebody asked for something else."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from companion.core.serialization import decode, encode
from companion.games.avalon.setup import Lancelot
from companion.games.avalon.setup import Setup as Avalon
from companion.games.cultists.setup import Setup as Cultists
from companion.games.registry import get_game
from companion.scripts.coach import (
    choose_style,
    is_coached,
    is_coached_session,
    is_first_game,
    record_coached_session,
    set_manual_style,
)
from companion.scripts.script import NightStyle

T = TypeVar("T")
FIVE = tuple("ABCDE")
FIRST: dict[str, Any] = {"avalon": Avalon(FIVE), "cultists": Cultists(FIVE, roles=("seer",), first_game=True)}
LATER: dict[str, Any] = {
    "avalon": Avalon(FIVE, roles=("percival", "morgana")),
    "cultists": Cultists(FIVE, roles=("seer", "engineer")),
}


class Notebook:
    """A memory that keeps what can be written down, as the app's does."""

    def __init__(self) -> None:
        self.pages: dict[str, Any] = {}

    def recall(self, kind: type[T], name: str) -> T | None:
        return decode(kind, self.pages[name]) if name in self.pages else None

    def remember(self, value: Any, name: str) -> None:
        self.pages[name] = encode(value)


@pytest.fixture
def memory() -> Notebook:
    return Notebook()


@pytest.mark.parametrize("name", ["avalon", "cultists"])
@pytest.mark.parametrize("usual", [NightStyle.NORMAL, NightStyle.QUICK])
def test_a_first_game_is_told_with_reasons_and_any_other_as_usual(
    memory: Notebook, name: str, usual: NightStyle
) -> None:
    game = get_game(name)
    assert choose_style(memory, game, FIRST[name], usual) is NightStyle.LEARN
    assert choose_style(memory, game, LATER[name], usual) is usual


def test_with_the_lancelots_it_is_no_first_game() -> None:
    setup = Avalon(FIVE, lancelot=Lancelot.V1)
    assert not is_first_game(get_game("avalon"), setup)


def test_a_game_that_knows_no_first_game_has_none() -> None:
    assert not is_first_game(get_game("silver"), FIRST["avalon"])


def test_what_was_chosen_by_hand_holds_until_a_ready_set_is_taken(memory: Notebook) -> None:
    avalon, cultists = get_game("avalon"), get_game("cultists")
    set_manual_style(memory, avalon, is_manual=True)
    assert choose_style(memory, avalon, FIRST["avalon"], NightStyle.QUICK) is NightStyle.QUICK
    assert not is_coached(memory, avalon, FIRST["avalon"])
    assert is_coached(memory, cultists, FIRST["cultists"])
    set_manual_style(memory, avalon, is_manual=False)
    assert choose_style(memory, avalon, FIRST["avalon"], NightStyle.QUICK) is NightStyle.LEARN


def test_the_table_that_began_so_goes_on_so_and_no_other(memory: Notebook) -> None:
    record_coached_session(memory, 7)
    assert is_coached_session(memory, 7)
    assert not is_coached_session(memory, 8)
    assert not is_coached_session(memory, None)


def test_of_very_many_tables_the_latest_are_known(memory: Notebook) -> None:
    for number in range(100):
        record_coached_session(memory, number)
    assert is_coached_session(memory, 99)
    assert not is_coached_session(memory, 0)
    assert len(memory.pages["learners"]["tables"]) == 40
