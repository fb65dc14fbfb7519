"""Strict JSON serialization of set-ups and moves; errors name the place of the invalid field.

A dataclass becomes an object of its fields. Defaults without meaning are omitted: None, or the only member
of an enum, which stands for "not said" where None is a value. A move also has its name under "move". `bool`
is not accepted as `int`. Fields of type `Any` hold plain JSON.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from itertools import repeat
from operator import attrgetter
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.core.game import Game, Problem, ProblemError, SetupT, error

T = TypeVar("T")
Json = Any
TAG = "move"


class BadRecord(ProblemError):
    """A record that this version cannot decode; nothing of it was used."""


@contextmanager
def reject_damaged_log(problem: Problem) -> Iterator[None]:
    """Raise `BadRecord` with this problem for the other errors of replaying a damaged log.

    The rules trust their types; a damaged record can hold an invalid seat.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as wrong:
        raise BadRecord(problem) from wrong


def replay_or_none(replay_log: Callable[[], T]) -> T | None:
    """Return the result of replaying a log; None if it is damaged or no longer legal."""
    with suppress(ProblemError), reject_damaged_log(error("app.problem.record_wrong_type", place="moves")):
        return replay_log()
    return None


def encode(value: Any) -> Json:
    """Return the JSON form of a set-up, a move, or any plain value inside one."""
    return _cached_writer(type(value))(value)


def _make_writer(kind: type) -> Callable[[Any], Json]:
    """Build the encoder of a type; cached per type, because encoding runs between a tap and its frame."""
    if is_dataclass(kind):
        return _dataclass_writer(kind)
    if issubclass(kind, Enum):
        return attrgetter("value")
    if issubclass(kind, tuple):
        return lambda items: [encode(item) for item in items]
    if issubclass(kind, Mapping):
        return lambda mapping: {key: encode(item) for key, item in mapping.items()}
    return _identity


# Explicit type, because mypy does not know that a type is hashable.
_cached_writer: Callable[[type], Callable[[Any], Json]] = cache(_make_writer)


def _dataclass_writer(kind: type) -> Callable[[Any], Json]:
    # `MISSING` equals no value, so fields without an omitted default are always written.
    defaults = [
        (field.name, field.default if _is_omitted_default(field.default) else MISSING)
        for field in fields(kind)
    ]

    def write(value: Any) -> Json:
        result = {}
        for name, default in defaults:
            item = getattr(value, name)
            if item is not default:
                result[name] = _cached_writer(type(item))(item)
        return result

    return write


def _identity(value: Any) -> Json:
    return value


def _is_omitted_default(item: object) -> bool:
    return item is None or (isinstance(item, Enum) and len(type(item)) == 1)


def decode_setup(game: Game[SetupT, Any, Any], data: Json) -> SetupT:
    return decode(game.setup_type, data) if game.read_setup is None else game.read_setup(data)


def encode_move(game: Game[Any, Any, Any], move: Any) -> dict[str, Json]:
    kind = type(move)
    return {TAG: _move_name(game, kind), **_cached_writer(kind)(move)}


def _move_name(game: Game[Any, Any, Any], move_type: type) -> str:
    for name, kind in game.move_types.items():
        if kind is move_type:
            return name
    raise KeyError(move_type)


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
    """Decode JSON to a dataclass. Raises `BadRecord` for an unknown, missing or wrongly typed field."""
    # The cast is for mypy, which does not know that `type[T]` is hashable.
    value: T = _dataclass_reader(cast(Hashable, kind))(data, (None, place))
    return value


# Path of a value in a record as a linked list (parent, name); only formatted for error messages.
_Path = tuple["_Path | None", str]
# Decodes the JSON of one type hint. Built once per hint, because thousands of games are read.
_Reader = Callable[[Json, _Path], Any]


def _record_error(key: str, path: _Path | None) -> BadRecord:
    parts: list[str] = []
    while path is not None:
        path, name = path
        parts.append(name)
    return BadRecord(error(f"app.problem.record_{key}", place="".join(reversed(parts))))


@cache
def _dataclass_reader(kind: type) -> _Reader:
    readers = {
        name: (f".{name}", _make_reader(hint), _null_means_default(field, hint))
        for name, (field, hint) in _fields(kind).items()
    }
    required = tuple(name for name, (field, _) in _fields(kind).items() if not _is_optional(field))

    def read(data: Json, path: _Path) -> Any:
        if not isinstance(data, dict):
            raise _record_error("shape", path)
        values: dict[str, Any] = {}
        for name in data:
            if name not in readers:
                raise _record_error("unknown_field", (path, f".{name}"))
        for name, (place, read_value, null_is_default) in readers.items():
            if name in data:
                item = data[name]
                if item is not None or not null_is_default:
                    values[name] = read_value(item, (path, place))
        for name in required:
            if name not in values:
                raise _record_error("missing_field", (path, f".{name}"))
        return kind(**values)

    return read


def _is_optional(field: Field[Any]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def _null_means_default(field: Field[Any], hint: Any) -> bool:
    """True if null means "omitted": the field has a default and None is not one of its values."""
    return _is_optional(field) and type(None) not in get_args(hint)


@cache
def _fields(kind: type) -> dict[str, tuple[Field[Any], Any]]:
    hints = get_type_hints(kind)
    return {field.name: (field, hints[field.name]) for field in fields(kind) if field.init}


def _make_reader(hint: Any) -> _Reader:
    if hint is Any:
        return lambda data, _: data
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _union_reader(get_args(hint))
    if origin is tuple:
        return _tuple_reader(get_args(hint))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_reader(_make_reader(get_args(hint)[1]))
    if isinstance(hint, type) and is_dataclass(hint):
        # Resolved lazily: a dataclass may contain its own type.
        return lambda data, path: _dataclass_reader(hint)(data, path)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_reader(hint)
    return _scalar_reader(hint)


def _scalar_reader(hint: Any) -> _Reader:
    def read(data: Json, path: _Path) -> Any:
        if type(data) is not hint:
            raise _record_error("wrong_type", path)
        return data

    return read


def _mapping_reader(item: _Reader) -> _Reader:
    def read(data: Json, path: _Path) -> Any:
        if not isinstance(data, dict):
            raise _record_error("wrong_type", path)
        return {key: item(value, (path, f".{key}")) for key, value in data.items()}

    return read


def _tuple_reader(hints: tuple[Any, ...]) -> _Reader:
    item_reader = _make_reader(hints[0]) if len(hints) == 2 and hints[1] is Ellipsis else None
    item_readers = () if item_reader is not None else tuple(map(_make_reader, hints))

    def read(data: Json, path: _Path) -> Any:
        if not isinstance(data, list) or (item_reader is None and len(data) != len(item_readers)):
            raise _record_error("wrong_type", path)
        readers = item_readers if item_reader is None else repeat(item_reader)
        return tuple(
            reader(item, (path, f"[{index}]"))
            for index, (reader, item) in enumerate(zip(readers, data, strict=False))
        )

    return read


def _union_reader(options: tuple[Any, ...]) -> _Reader:
    readers = tuple(_make_reader(option) for option in options if option is not type(None))
    may_be_null = len(readers) < len(options)

    def read(data: Json, path: _Path) -> Any:
        if data is None:
            if may_be_null:
                return None
            raise _record_error("wrong_type", path)
        last = _record_error("wrong_type", path) if not readers else None
        for reader in readers:
            try:
                return reader(data, path)
            except BadRecord as exc:
                last = exc
        raise last or _record_error("wrong_type", path)

    return read


def _enum_reader(kind: type[Enum]) -> _Reader:
    # Keyed by type too, because in Python `True == 1`.
    members = {(type(member.value), member.value): member for member in kind}

    def read(data: Json, path: _Path) -> Any:
        try:
            return members[type(data), data]
        except (KeyError, TypeError):
            raise _record_error("wrong_type", path) from None

    return read
