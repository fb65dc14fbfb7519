"""The options of a set-up as people write them: in camelCase, or typed as NAME=VALUE on a command line.

People count seats and sides from 1, as the app tells them; records count them from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Final, get_args, get_type_hints

from companion.games.game import error
from companion.games.records import BadRecord, Json
from companion.games.seats import Seat

_BOOLEANS: Final = {"true": True, "false": False}
_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def normalize_options(setup: Json, *, values: bool = False) -> Json:
    """The record of a set-up with the names of its options in snake_case; with `values`, their words too."""
    if not isinstance(setup, dict) or not isinstance(setup.get("options"), dict):
        return setup
    options: dict[str, Json] = {}
    for key, value in setup["options"].items():
        name = to_snake_case(key)
        if name in options:
            raise BadRecord(error("app.problem.record_field_twice", place=f"setup.options.{key}"))
        options[name] = to_snake_case(value) if values and isinstance(value, str) else value
    return {**setup, "options": options}


def parse_options(items: Iterable[str]) -> dict[str, Json]:
    """`NAME=VALUE` in record form; reading the set-up then checks it."""
    pairs = (item.partition("=") for item in items)
    return {name.strip(): _BOOLEANS.get(value.strip().lower(), value.strip()) for name, _, value in pairs}


def to_snake_case(name: str) -> str:
    """camelCase in snake_case."""
    return _CAPITAL.sub("_", name).lower()


def find_one_based_fields(setup_type: type, seats: int) -> dict[str, int]:
    """The fields of a set-up that hold a seat or a side, and how many of those a table of so many has."""
    hints = get_type_hints(setup_type, include_extras=True)
    return {name: count for name, hint in hints.items() if (count := _count_choices(hint, seats))}


def _count_choices(hint: Any, seats: int) -> int:
    """None of what is not counted."""
    if Seat in (hint, *get_args(hint)):
        return seats
    return len(hint) if isinstance(hint, type) and issubclass(hint, IntEnum) else 0
