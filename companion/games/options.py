"""The options of a set-up as people write them: in camelCase, or typed as NAME=VALUE on a command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from companion.games.game import error
from companion.games.records import BadRecord, Json

_TYPED: Final = {"true": True, "false": False}
_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def spelled(setup: Json, *, values: bool = False) -> Json:
    """The record of a set-up with the names of its options in snake_case; with `values`, their words too."""
    if not isinstance(setup, dict) or not isinstance(setup.get("options"), dict):
        return setup
    options: dict[str, Json] = {}
    for given, value in setup["options"].items():
        name = in_record(given)
        if name in options:
            raise BadRecord(error("app.problem.record_field_twice", place=f"setup.options.{given}"))
        options[name] = in_record(value) if values and isinstance(value, str) else value
    return {**setup, "options": options}


def options_from_text(items: Iterable[str]) -> dict[str, Json]:
    """`NAME=VALUE` in record form; reading the set-up then checks it."""
    pairs = (item.partition("=") for item in items)
    return {name.strip(): _TYPED.get(value.strip().lower(), value.strip()) for name, _, value in pairs}


def in_record(name: str) -> str:
    """camelCase in snake_case."""
    return _CAPITAL.sub("_", name).lower()
