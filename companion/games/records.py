"""Set-ups and moves as JSON and back, strictly: what does not fit is refused with the place named.

The JSON form of a dataclass is an object of its fields; a default that says nothing is left out: None, or
the only member of an enum, which stands for "not said" where None is an answer.
A move also carries its name under "move". Python's `bool` is an `int`; here it is not. What is of `Any` type
is JSON already, for somebody else to read.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from itertools import repeat
from operator import attrgetter
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion.games.game import Game, ProblemError, SetupT, error

T = TypeVar("T")
Json = Any
TAG = "move"


class BadRecord(ProblemError):
    """A record that this version cannot read; nothing of it was used."""


def encode(value: Any) -> Json:
    """The JSON form of a set-up, a move, or any plain value inside one."""
    return _writer(type(value))(value)


def _make_writer(kind: type) -> Callable[[Any], Json]:
    """Each type is looked at once, not once a move: this runs between a tap and its frame."""
    if is_dataclass(kind):
        return _dataclass_writer(kind)
    if issubclass(kind, Enum):
        return attrgetter("value")
    if issubclass(kind, tuple):
        return lambda items: [encode(item) for item in items]
    if issubclass(kind, Mapping):
        return lambda mapping: {key: encode(item) for key, item in mapping.items()}
    return _as_it_is


# Typed by hand, because mypy does not see that a type can be hashed.
_writer: Callable[[type], Callable[[Any], Json]] = cache(_make_writer)


def _dataclass_writer(kind: type) -> Callable[[Any], Json]:
    # A field that is always written has a default that no value is: `MISSING`.
    defaults = [
        (field.name, field.default if _says_nothing(field.default) else MISSING) for field in fields(kind)
    ]

    def write(value: Any) -> Json:
        written = {}
        for name, default in defaults:
            item = getattr(value, name)
            if item is not default:
                written[name] = _writer(type(item))(item)
        return written

    return write


def _as_it_is(value: Any) -> Json:
    return value


def _says_nothing(item: object) -> bool:
    return item is None or (isinstance(item, Enum) and len(type(item)) == 1)


def decode_setup(game: Game[SetupT, Any, Any], data: Json) -> SetupT:
    return decode(game.setup_type, data) if game.read_setup is None else game.read_setup(data)


def encode_move(game: Game[Any, Any, Any], move: Any) -> dict[str, Json]:
    kind = type(move)
    return {TAG: _move_name(game, kind), **_writer(kind)(move)}


def _move_name(game: Game[Any, Any, Any], wanted: type) -> str:
    for name, kind in game.move_types.items():
        if kind is wanted:
            return name
    raise KeyError(wanted)


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
    # The cast is for mypy alone, which does not see that a `type[T]` can be hashed.
    built: T = _dataclass(cast(Hashable, kind))(data, (None, place))
    return built


# Where in a record something stands: what it is in, and what that calls it. It is written out only for a
# record that is refused.
_Where = tuple["_Where | None", str]
# Reads what a hint says from JSON. Each hint is looked at once, not once a record: games are read by the
# thousand.
_Reader = Callable[[Json, _Where], Any]


def _refused(key: str, where: _Where | None) -> BadRecord:
    parts: list[str] = []
    while where is not None:
        where, name = where
        parts.append(name)
    return BadRecord(error(f"app.problem.record_{key}", place="".join(reversed(parts))))


@cache
def _dataclass(kind: type) -> _Reader:
    known = {
        name: (f".{name}", _reader(hint), _stands_for_default(field, hint))
        for name, (field, hint) in _fields(kind).items()
    }
    needed = tuple(name for name, (field, _) in _fields(kind).items() if not _may_be_left_out(field))

    def read(data: Json, where: _Where) -> Any:
        if not isinstance(data, dict):
            raise _refused("shape", where)
        values: dict[str, Any] = {}
        for name in data:
            if name not in known:
                raise _refused("unknown_field", (where, f".{name}"))
        for name, (place, value, null_is_default) in known.items():
            if name in data:
                given = data[name]
                if given is not None or not null_is_default:
                    values[name] = value(given, (where, place))
        for name in needed:
            if name not in values:
                raise _refused("missing_field", (where, f".{name}"))
        return kind(**values)

    return read


def _may_be_left_out(field: Field[Any]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def _stands_for_default(field: Field[Any], hint: Any) -> bool:
    """Whether null says that the field was left out: it may be, and null is no value of its own."""
    return _may_be_left_out(field) and type(None) not in get_args(hint)


@cache
def _fields(kind: type) -> dict[str, tuple[Field[Any], Any]]:
    hints = get_type_hints(kind)
    return {field.name: (field, hints[field.name]) for field in fields(kind) if field.init}


def _reader(hint: Any) -> _Reader:
    if hint is Any:
        return lambda data, _: data
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _union(get_args(hint))
    if origin is tuple:
        return _items(get_args(hint))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(_reader(get_args(hint)[1]))
    if isinstance(hint, type) and is_dataclass(hint):
        # A dataclass may hold another of its own kind.
        return lambda data, where: _dataclass(hint)(data, where)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint)
    return _plain(hint)


def _plain(hint: Any) -> _Reader:
    def read(data: Json, where: _Where) -> Any:
        if type(data) is not hint:
            raise _refused("wrong_type", where)
        return data

    return read


def _mapping(item: _Reader) -> _Reader:
    def read(data: Json, where: _Where) -> Any:
        if not isinstance(data, dict):
            raise _refused("wrong_type", where)
        return {key: item(value, (where, f".{key}")) for key, value in data.items()}

    return read


def _items(hints: tuple[Any, ...]) -> _Reader:
    alike = _reader(hints[0]) if len(hints) == 2 and hints[1] is Ellipsis else None
    each = () if alike is not None else tuple(map(_reader, hints))

    def read(data: Json, where: _Where) -> Any:
        if not isinstance(data, list) or (alike is None and len(data) != len(each)):
            raise _refused("wrong_type", where)
        readers = each if alike is None else repeat(alike)
        return tuple(
            reader(item, (where, f"[{at}]"))
            for at, (reader, item) in enumerate(zip(readers, data, strict=False))
        )

    return read


def _union(options: tuple[Any, ...]) -> _Reader:
    readers = tuple(_reader(option) for option in options if option is not type(None))
    may_be_null = len(readers) < len(options)

    def read(data: Json, where: _Where) -> Any:
        if data is None:
            if may_be_null:
                return None
            raise _refused("wrong_type", where)
        last = _refused("wrong_type", where) if not readers else None
        for reader in readers:
            try:
                return reader(data, where)
            except BadRecord as wrong:
                last = wrong
        raise last or _refused("wrong_type", where)

    return read


def _member(kind: type[Enum]) -> _Reader:
    # By type as well: to Python, true is 1.
    members = {(type(member.value), member.value): member for member in kind}

    def read(data: Json, where: _Where) -> Any:
        try:
            return members[type(data), data]
        except (KeyError, TypeError):
            raise _refused("wrong_type", where) from None

    return read
