"""`companion guide`: how a table is laid out or packed up, or what its box holds, as words or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from companion.commands.command import (
    NAME,
    OK,
    Command,
    WrongArguments,
    as_json,
    complain,
    help_line,
    refused_all,
    say,
)
from companion.commands.night_options import add_own_options, names, one_of, options_by_game, roles_asked_for
from companion.entry.pieces import counted, named
from companion.games.box import Kind, Piece
from companion.games.game import Problem, ProblemError, blocking, error
from companion.games.manifest import Manifest
from companion.games.options import counted_from_one, in_record, options_from_text
from companion.games.records import BadRecord, Json, decode_setup, encode
from companion.games.shelf import game_named, games
from companion.i18n.shaping import plain
from companion.i18n.translator import Translator
from companion.scripts.guides import PACKING, Step, parts_of
from companion.scripts.sentences import Arg

# What is said of a set-up otherwise than by NAME=VALUE.
_TOLD_APART = ("players", "roles", "options")
# The part of a game that knows a first game, and the option of those that ask for one; elsewhere that is one
# without any roles but the usual.
_FIRST = "first_game"
# As in records.
_MOST_DIGITS = 15


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    def add(*names: str, key: str, **options: Any) -> None:
        group.add_argument(*names, help=help_line(tr, f"app.cli.guide.{key}"), **options)

    add("game", key="game", nargs="?", metavar="GAME")
    group.add_argument("--players", help=help_line(tr, "app.cli.night.players"), metavar="N")
    group.add_argument("--roles", help=help_line(tr, "app.cli.night.roles"), metavar="A,B", default="")
    add_own_options(group, tr, besides=("option",))
    add("--option", key="option", metavar="NAME=VALUE", action="append", default=[])
    add("--first", key="first", action="store_true")
    add("--pack", key="pack", action="store_true")
    add("--box", key="box", action="store_true")
    add("--json", key="json", action="store_true")
    add("--text", key="text", action="store_true")


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    game = _game(arguments)
    for one, other in (("json", "text"), ("pack", "box")):
        if getattr(arguments, one) and getattr(arguments, other):
            raise WrongArguments(error("app.cli.guide.either", one=f"--{one}", other=f"--{other}"))
    if arguments.box:
        kinds: tuple[Kind, ...] = game.part("games", "box").BOX
        say(as_json(box_record(game, kinds)) if arguments.json else box_text(game, kinds, tr))
        return OK
    try:
        setup, wrong = _setup(arguments, game)
    except WrongArguments as unreadable:
        return refused_all((unreadable.problem,), tr, json=arguments.json)
    if blocking(wrong):
        return refused_all(wrong, tr, json=arguments.json)
    for problem in wrong:
        complain(tr.problem(problem))
    script = game.part("scripts", "guide")
    steps: tuple[Step, ...] = script.packing(setup) if arguments.pack else script.guide(setup)
    if arguments.json:
        say(as_json(as_record(game, setup, steps, tr)))
    else:
        say(as_text(game, steps, tr))
    return OK


# -- telling ------------------------------------------------------------------------------------------------


def as_record(game: Manifest, setup: Any, steps: Sequence[Step], tr: Translator) -> dict[str, Any]:
    """The steps as data, part by part, each with its sentence and what it needs."""
    parts = [
        {
            "id": part,
            "title": _title(game, part, tr),
            "steps": [_step_record(game, step, tr) for step in steps if step.part == part],
        }
        for part in parts_of(steps)
    ]
    return {"game": game.id, "players": len(setup.players), "parts": parts}


def _step_record(game: Manifest, step: Step, tr: Translator) -> dict[str, Any]:
    return {
        "id": step.id,
        "text": _said(tr, step.key, step.args),
        "args": dict(step.args),
        "pieces": [
            {"id": piece.id, "count": piece.count, "text": text}
            for piece, text in zip(step.pieces, _counted(game, step.pieces, tr), strict=True)
        ],
        "why": None if step.why is None else _said(tr, step.why, step.args),
        "seconds": step.pause,
    }


def as_text(game: Manifest, steps: Sequence[Step], tr: Translator) -> str:
    """To be read: the parts, their steps numbered through, with counts in brackets."""
    rows: list[str] = []
    for part in parts_of(steps):
        rows += ([""] if rows else []) + [_title(game, part, tr)]
        for number, step in enumerate(steps, 1):
            if step.part == part:
                needs = "; ".join(_counted(game, step.pieces, tr))
                said = _said(tr, step.key, step.args)
                rows.append(f"{tr.number(number):>4}. {said}{f' [{needs}]' if needs else ''}")
    return "\n".join(rows)


def box_record(game: Manifest, kinds: Iterable[Kind]) -> dict[str, Any]:
    box = [{"id": kind.id, "count": kind.count, "extra": kind.extra} for kind in kinds]
    return {"game": game.id, "box": box}


def box_text(game: Manifest, kinds: Sequence[Kind], tr: Translator) -> str:
    rows = []
    for kind in sorted(kinds, key=lambda kind: kind.extra):
        words = plain(named(tr, game, kind))
        if kind.count is None:
            words = f"{words} – {tr('guide.box.unknown')}"
        rows.append(f"{words} ({tr('guide.box.extra')})" if kind.extra else words)
    return "\n".join(rows)


def _title(game: Manifest, part: str, tr: Translator) -> str:
    if part == PACKING:
        return plain(tr("guide.pack.title", game=tr(f"app.game.{game.id}")))
    return plain(tr(f"{game.id}_guide.part.{part}"))


def _said(tr: Translator, key: str, args: Any) -> str:
    filled: dict[str, Arg] = dict(args)
    return plain(tr(key, **filled))


def _counted(game: Manifest, pieces: Iterable[Piece], tr: Translator) -> list[str]:
    return [plain(counted(tr, game, piece)) for piece in pieces]


# -- the table ----------------------------------------------------------------------------------------------


def _game(arguments: argparse.Namespace) -> Manifest:
    guided = [game for game in games() if game.find("scripts", "guide") is not None]
    named = game_named(arguments.game or "")
    if named is None or named not in guided:
        known = "|".join(game.id for game in guided)
        raise WrongArguments(error("app.cli.night.needs_game", command=f"{NAME} guide {known}"))
    for game, options in options_by_game().items():
        for option in options.own:
            if option.name != "option" and game != named.id and getattr(arguments, option.name):
                raise WrongArguments(error("app.cli.night.other_game", option=option.flag, game=named.id))
    if not named.night and arguments.roles:
        raise WrongArguments(error("app.cli.night.other_game", option="--roles", game=named.id))
    if arguments.first and named.find("games", _FIRST) is None:
        raise WrongArguments(error("app.cli.night.other_game", option="--first", game=named.id))
    return named


def _setup(arguments: argparse.Namespace, game: Manifest) -> tuple[Any, tuple[Problem, ...]]:
    """The set-up, and what is wrong or unwise about it. NAME=VALUE says a field of it, or of its options."""
    roles = roles_asked_for(arguments, game)
    own, rest = _chosen(arguments, game)
    rules = game.rules
    try:
        if not game.night:
            record: dict[str, Json] = {"players": names(arguments), **own}
            setup = decode_setup(rules, {**record, "options": rest} if rest else record)
            return setup, rules.problems(setup)
        setup, wrong = _dealt(arguments, game, roles)
        if own or rest:
            record = encode(setup)
            agreed = {**record["options"], **{in_record(name): value for name, value in rest.items()}}
            setup = decode_setup(rules, {**record, **own, "options": agreed})
            wrong = rules.problems(setup)
            _check_first(arguments, game, setup, "--option")
        return setup, wrong
    except BadRecord as wrong_record:
        raise _mistyped(wrong_record, arguments.option) from wrong_record
    except ProblemError as unfit:
        raise WrongArguments(unfit.problem) from unfit


def _chosen(arguments: argparse.Namespace, game: Manifest) -> tuple[dict[str, Json], dict[str, Json]]:
    """What was typed as NAME=VALUE: of the set-up itself as it is recorded, and of its options."""
    setup_type = game.rules.setup_type
    known = {field.name for field in fields(setup_type)}.difference(_TOLD_APART)
    given = {name: _typed(value) for name, value in options_from_text(arguments.option).items()}
    own: dict[str, Json] = {in_record(name): given[name] for name in given if in_record(name) in known}
    for name, most in counted_from_one(setup_type, game.seatable(int(arguments.players))).items():
        if type(own.get(name)) is int:
            numbers = [str(number) for number in range(1, most + 1)]
            one_of(f"--option {name}", str(own[name]), str(own[name]), numbers)
            own[name] -= 1
    return own, {name: given[name] for name in given if in_record(name) not in known}


def _dealt(
    arguments: argparse.Namespace, game: Manifest, roles: list[str]
) -> tuple[Any, tuple[Problem, ...]]:
    """The set-up of a game with a night, as `companion night` reads it."""
    ways = options_by_game()[game.id]
    if arguments.first and any(option.name == _FIRST for option in ways.own):
        setattr(arguments, _FIRST, True)
    # What was typed as NAME=VALUE is read afterwards, for every game in the same way.
    typed, arguments.option = arguments.option, []
    setup, wrong = ways.setup(arguments, roles)
    given = (option.flag for option in ways.own if getattr(arguments, option.name))
    _check_first(arguments, game, setup, "--roles" if roles else next(given, "--option"))
    arguments.option = typed
    return setup, wrong


def _check_first(arguments: argparse.Namespace, game: Manifest, setup: Any, other: str) -> None:
    """Where a first game was asked for, it is not silently another because of some other option."""
    if arguments.first and not game.part("games", _FIRST).is_first_game(setup):
        raise WrongArguments(error("app.cli.guide.either", one="--first", other=other))


def _mistyped(wrong: BadRecord, typed: Sequence[str]) -> WrongArguments:
    """Nobody at a shell has written a record: it is told which NAME=VALUE is not understood."""
    place = str(wrong.problem.args.get("place", "")).rpartition(".")[2]
    meant = [item for item in typed if in_record(item.partition("=")[0].strip()) == place]
    option = f"--option {(meant or typed)[-1]}" if typed else "--option"
    return WrongArguments(error("app.cli.option_wrong", option=option, command=f"{NAME} guide --help"))


def _typed(value: Json) -> Json:
    """A number as one; what has more digits than any number here stays a word, and is refused as that."""
    number = isinstance(value, str) and value.isdecimal() and len(value) <= _MOST_DIGITS
    return int(value) if number else value


GUIDE = Command("app.cli.guide", _arguments, _run)
