"""Set-ups and moves as JSON and back, strictly: what does not fit is refused with the place named.

The JSON form of a dataclass is an object of its fields; a default that says nothing is left out: None, or
the only member of an enum, which stands for "not said" where None is an answer.
A move also carries its name under "move". Python's `bool` is an `int`; here it is not. What is of `Any` type
is JSON already, for somebody else to read.
"""

from __future__ import annotations

import types
from collections.abc import Hashable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.games.game import Game, ProblemError, SetupT, error

T = TypeVar("T")
Json = Any
TAG = "move"


class BadRecord(ProblemError):
    """A record that this version cannot read; nothing of it was used."""


def encode(value: Any) -> Json:
    """The JSON form of a set-up, a move, or any plain value inside one."""
    if is_dataclass(value):
        return {
            field.name: encode(item)
            for field in fields(value)
            if (item := getattr(value, field.name)) is not field.default or not _says_nothing(item)
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    return value


def _says_nothing(item: object) -> bool:
    return item is None or (isinstance(item, Enum) and len(type(item)) == 1)


def decode_setup(game: Game[SetupT, Any, Any], data: Json) -> SetupT:
    return decode(game.setup_type, data) if game.read_setup is None else game.read_setup(data)


def encode_move(game: Game[Any, Any, Any], move: Any) -> dict[str, Json]:
    return {TAG: _move_names(game.id, tuple(game.move_types.items()))[type(move)], **encode(move)}


def decode_move(game: Game[Any, Any, Any], data: Json) -> Any:
    if not isinstance(data, dict):
        raise BadRecord(error("app.problem.record_shape", place=TAG))
    if TAG not in data:
        raise BadRecord(error("app.problem.record_missing_field", place=TAG))
    name = data[TAG]
    if not isinstance(name, str) or name not in game.move_types:
        raise BadRecord(error("app.problem.record_unknown_move", name=str(name)))
    body = {key: value for key, value in data.items() if key != TAG}
    return decode(game.move_types[name], body, name)


def decode(kind: type[T], data: Json, place: str = "setup") -> T:
    """Build the dataclass `kind` from JSON; an unknown, missing or wrongly typed field is refused."""
    if not isinstance(data, dict):
        raise BadRecord(error("app.problem.record_shape", place=place))
    # The cast is for mypy alone, which does not see that a `type[T]` can be hashed.
    known = _fields(cast(Hashable, kind))
    for name in data:
        if name not in known:
            raise BadRecord(error("app.problem.record_unknown_field", place=f"{place}.{name}"))
    values: dict[str, Any] = {}
    for name, (field, hint) in known.items():
        if name in data and not (data[name] is None and _stands_for_default(field, hint)):
            values[name] = _value(hint, data[name], f"{place}.{name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise BadRecord(error("app.problem.record_missing_field", place=f"{place}.{name}"))
    return kind(**values)


def _stands_for_default(field: Field[Any], hint: Any) -> bool:
    """Whether null says that the field was left out: it may be, and null is no value of its own."""
    may_be_left_out = field.default is not MISSING or field.default_factory is not MISSING
    return may_be_left_out and type(None) not in get_args(hint)


@cache
def _fields(kind: type) -> dict[str, tuple[Field[Any], Any]]:
    hints = get_type_hints(kind)
    return {field.name: (field, hints[field.name]) for field in fields(kind) if field.init}


@cache
def _move_names(_game: str, moves: tuple[tuple[str, type], ...]) -> dict[type, str]:
    return {kind: name for name, kind in moves}


def _value(hint: Any, data: Json, place: str) -> Any:
    if hint is Any:
        return data
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _union(get_args(hint), data, place)
    if origin is tuple and isinstance(data, list):
        return _items(get_args(hint), data, place)
    if origin is not None and issubclass(origin, Mapping) and isinstance(data, dict):
        item_hint = get_args(hint)[1]
        return {key: _value(item_hint, item, f"{place}.{key}") for key, item in data.items()}
    if isinstance(hint, type):
        if is_dataclass(hint):
            return decode(hint, data, place)
        if issubclass(hint, Enum):
            return _member(hint, data, place)
        if type(data) is hint:
            return data
    raise BadRecord(error("app.problem.record_wrong_type", place=place))


def _items(hints: tuple[Any, ...], data: list[Json], place: str) -> tuple[Any, ...]:
    if len(hints) == 2 and hints[1] is Ellipsis:
        hints = (hints[0],) * len(data)
    if len(hints) != len(data):
        raise BadRecord(error("app.problem.record_wrong_type", place=place))
    return tuple(
        _value(hint, item, f"{place}[{i}]") for i, (hint, item) in enumerate(zip(hints, data, strict=True))
    )


def _union(options: tuple[Any, ...], data: Json, place: str) -> Any:
    if data is None:
        if type(None) in options:
            return None
        raise BadRecord(error("app.problem.record_wrong_type", place=place))
    last: BadRecord | None = None
    for option in options:
        if option is not type(None):
            try:
                return _value(option, data, place)
            except BadRecord as wrong:
                last = wrong
    raise last or BadRecord(error("app.problem.record_wrong_type", place=place))


def _member(kind: type[Enum], data: Json, place: str) -> Enum:
    for member in kind:
        if member.value == data and type(member.value) is type(data):
            return member
    raise BadRecord(error("app.problem.record_wrong_type", place=place))
