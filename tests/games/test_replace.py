"""A state with other values in some of its fields, as `dataclasses.replace` gives it."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from companion.core.game import replace
from tools.random_games import random_game


@dataclasses.dataclass(frozen=True, slots=True)
class One:
    number: int


@dataclasses.dataclass(frozen=True)
class Checked:
    low: int
    high: int = 5

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low above high")


def test_each_field_of_each_state_is_replaced_and_the_others_stay() -> None:
    dice = Random(2)
    for _ in range(8):
        played = random_game(dice)
        state = played.game.start(played.setup)
        for field in dataclasses.fields(state):
            changed = replace(state, **{field.name: "other"})
            assert changed == dataclasses.replace(state, **{field.name: "other"})
            assert type(changed) is type(state)


def test_a_class_with_slots_too() -> None:
    assert replace(One(1), number=2) == One(2)


def test_a_field_that_a_class_does_not_have_is_refused() -> None:
    for value in (One(1), Checked(1)):
        with pytest.raises(TypeError, match="higher"):
            replace(value, **{"higher": 3})  # type: ignore[arg-type]


def test_what_a_class_checks_is_checked() -> None:
    assert replace(Checked(1), low=4, high=4) == Checked(4, 4)
    with pytest.raises(ValueError, match="low above high"):
        replace(Checked(1), low=6)
