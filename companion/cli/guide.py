"""`companion guide`: set-up, packing up or contents of a box, as text or JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from companion.cli.command import (
    EXIT_OK,
    PROGRAM_NAME,
    Command,
    OptionGroup,
    print_error,
    print_json,
    print_line,
    refusal,
    report_problems,
)
from companion.cli.night import (
    NightArguments,
    add_game_options,
    check_choice,
    check_game_options,
    list_seat_names,
    parse_roles,
)
from companion.core.definition import (
    Component,
    ComponentCount,
    GameDefinition,
    find_one_based_fields,
    parse_options,
    to_snake_case,
)
from companion.core.game import Problem, ProblemError, filter_blocking
from companion.core.message import MessageArg
from companion.core.serialization import BadRecord, Json, decode_setup, encode
from companion.games.game_text import component_count_text, component_name
from companion.games.registry import find_game_by_name, list_games
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import Translator
from companion.scripts.coach import has_first_game, is_first_game
from companion.scripts.teaching import PACKING, GuideDefinition, GuideStep, list_parts

# Set-up fields that have their own options instead of NAME=VALUE.
_SEPARATE_FIELDS = ("players", "roles", "options")
# Name of the option for a first game; games without it have a first game without any special roles.
_FIRST_GAME = "first_game"
# As in game files.
_MAX_DIGITS = 15


def _add_options(options: OptionGroup) -> None:
    def add(*names: str, key: str, **settings: Any) -> None:
        options.add(*names, help_key=f"app.cli.guide.{key}", **settings)

    add("game", key="game", nargs="?", metavar="GAME")
    options.add("--players", help_key="app.cli.night.players", metavar="N")
    options.add("--roles", help_key="app.cli.night.roles", metavar="A,B", default="")
    add_game_options(options, except_names=("option",))
    add("--option", key="option", metavar="NAME=VALUE", action="append", default=[])
    add("--first", key="first", action="store_true")
    add("--pack", key="pack", action="store_true")
    add("--box", key="box", action="store_true")
    add("--json", key="json", action="store_true")
    add("--text", key="text", action="store_true")


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    game = _parse_game(arguments)
    for first, second in (("json", "text"), ("pack", "box")):
        if getattr(arguments, first) and getattr(arguments, second):
            raise refusal("app.cli.guide.either", one=f"--{first}", other=f"--{second}")
    if arguments.box:
        components = game.get_part(GuideDefinition).components
        if arguments.json:
            print_json(box_to_json(game, components))
        else:
            print_line(format_box(game, components, tr))
        return EXIT_OK
    try:
        setup, setup_problems = _parse_setup(arguments, game)
    except ProblemError as wrong:
        return report_problems((wrong.problem,), tr, is_json=arguments.json)
    if filter_blocking(setup_problems):
        return report_problems(setup_problems, tr, is_json=arguments.json)
    for problem in setup_problems:
        print_error(tr.translate_problem(problem))
    guide = game.get_part(GuideDefinition)
    steps = guide.list_packing_steps(setup) if arguments.pack else guide.list_steps(setup)
    if arguments.json:
        print_json(guide_to_json(game, setup, steps, tr))
    else:
        print_line(format_guide(game, steps, tr))
    return EXIT_OK


# -- output -------------------------------------------------------------------------------------------------


def guide_to_json(
    game: GameDefinition, setup: Any, steps: Sequence[GuideStep], tr: Translator
) -> dict[str, Any]:
    """Return the steps as data, by part, each with its sentence and components."""
    parts = [
        {
            "id": part,
            "title": _format_title(game, part, tr),
            "steps": [_step_to_json(game, step, tr) for step in steps if step.part == part],
        }
        for part in list_parts(steps)
    ]
    return {"game": game.id, "players": len(setup.players), "parts": parts}


def _step_to_json(game: GameDefinition, step: GuideStep, tr: Translator) -> dict[str, Any]:
    return {
        "id": step.id,
        "text": _format_text(tr, step.key, step.args),
        "args": dict(step.args),
        "pieces": [
            {"id": piece.id, "count": piece.count, "text": text}
            for piece, text in zip(step.pieces, _format_pieces(game, step.pieces, tr), strict=True)
        ],
        "why": None if step.reason_key is None else _format_text(tr, step.reason_key, step.args),
        "seconds": step.pause_seconds,
    }


def format_guide(game: GameDefinition, steps: Sequence[GuideStep], tr: Translator) -> str:
    """Format the steps as text: by part, numbered, with counts in brackets."""
    lines: list[str] = []
    for part in list_parts(steps):
        lines += ([""] if lines else []) + [_format_title(game, part, tr)]
        for number, step in enumerate(steps, 1):
            if step.part == part:
                needed_pieces = "; ".join(_format_pieces(game, step.pieces, tr))
                step_text = _format_text(tr, step.key, step.args)
                count = f" [{needed_pieces}]" if needed_pieces else ""
                lines.append(f"{tr.format_number(number):>4}. {step_text}{count}")
    return "\n".join(lines)


def box_to_json(game: GameDefinition, components: Iterable[Component]) -> dict[str, Any]:
    box = [
        {"id": component.id, "count": component.count, "extra": component.is_extra}
        for component in components
    ]
    return {"game": game.id, "box": box}


def format_box(game: GameDefinition, components: Sequence[Component], tr: Translator) -> str:
    lines = []
    for component in sorted(components, key=lambda component: component.is_extra):
        component_text = strip_bidi_marks(component_name(tr, game, component))
        if component.count is None:
            component_text = f"{component_text} – {tr('guide.box.unknown')}"
        lines.append(f"{component_text} ({tr('guide.box.extra')})" if component.is_extra else component_text)
    return "\n".join(lines)


def _format_title(game: GameDefinition, part: str, tr: Translator) -> str:
    if part == PACKING:
        return strip_bidi_marks(tr("guide.pack.title", game=tr(f"app.game.{game.id}")))
    return strip_bidi_marks(tr(f"{game.id}_guide.part.{part}"))


def _format_text(tr: Translator, key: str, args: Any) -> str:
    text_args: dict[str, MessageArg] = dict(args)
    return strip_bidi_marks(tr(key, **text_args))


def _format_pieces(game: GameDefinition, pieces: Iterable[ComponentCount], tr: Translator) -> list[str]:
    return [strip_bidi_marks(component_count_text(tr, game, piece)) for piece in pieces]


# -- set-up -------------------------------------------------------------------------------------------------


def _parse_game(arguments: argparse.Namespace) -> GameDefinition:
    games_with_guide = [game for game in list_games() if game.has_part(GuideDefinition)]
    definition = find_game_by_name(arguments.game or "")
    if definition is None or definition not in games_with_guide:
        game_ids = "|".join(game.id for game in games_with_guide)
        raise refusal("app.cli.night.needs_game", command=f"{PROGRAM_NAME} guide {game_ids}")
    check_game_options(arguments, definition, except_names=("option",))
    if not definition.has_night and arguments.roles:
        raise refusal("app.cli.night.other_game", option="--roles", game=definition.id)
    if arguments.first and not has_first_game(definition):
        raise refusal("app.cli.night.other_game", option="--first", game=definition.id)
    return definition


def _parse_setup(arguments: argparse.Namespace, game: GameDefinition) -> tuple[Any, tuple[Problem, ...]]:
    """Return the set-up and its problems. NAME=VALUE sets a field of the set-up or of its options."""
    roles = parse_roles(arguments, game)
    setup_fields, option_fields = _parse_options(arguments, game)
    rules = game.rules
    try:
        if not game.has_night:
            record: dict[str, Json] = {"players": list_seat_names(arguments), **setup_fields}
            setup = decode_setup(rules, {**record, "options": option_fields} if option_fields else record)
            return setup, rules.problems(setup)
        setup, setup_problems = _parse_night_setup(arguments, game, roles)
        if setup_fields or option_fields:
            record = encode(setup)
            merged_options = {
                **record["options"],
                **{to_snake_case(name): value for name, value in option_fields.items()},
            }
            setup = decode_setup(rules, {**record, **setup_fields, "options": merged_options})
            setup_problems = rules.problems(setup)
            _check_first_game(arguments, game, setup, "--option")
        return setup, setup_problems
    except BadRecord as wrong_record:
        raise _to_invalid_option(wrong_record, arguments.option) from wrong_record


def _parse_options(
    arguments: argparse.Namespace, game: GameDefinition
) -> tuple[dict[str, Json], dict[str, Json]]:
    """Parse NAME=VALUE into fields of the set-up, in their stored form, and fields of its options."""
    setup_type = game.rules.setup_type
    field_names = {field.name for field in fields(setup_type)}.difference(_SEPARATE_FIELDS)
    values = {name: _parse_value(value) for name, value in parse_options(arguments.option).items()}
    setup_fields: dict[str, Json] = {
        to_snake_case(name): values[name] for name in values if to_snake_case(name) in field_names
    }
    for name, max_number in find_one_based_fields(
        setup_type, game.clamp_player_count(int(arguments.players))
    ).items():
        if type(setup_fields.get(name)) is int:
            numbers = [str(number) for number in range(1, max_number + 1)]
            check_choice(f"--option {name}", str(setup_fields[name]), str(setup_fields[name]), numbers)
            setup_fields[name] -= 1
    return setup_fields, {name: values[name] for name in values if to_snake_case(name) not in field_names}


def _parse_night_setup(
    arguments: argparse.Namespace, game: GameDefinition, roles: list[str]
) -> tuple[Any, tuple[Problem, ...]]:
    """Return the set-up of a game with a night, parsed as `companion night` does."""
    night_arguments = game.get_part(NightArguments)
    if arguments.first and any(option.name == _FIRST_GAME for option in night_arguments.arguments):
        setattr(arguments, _FIRST_GAME, True)
    # NAME=VALUE is parsed afterwards, in the same way for every game.
    typed_options, arguments.option = arguments.option, []
    setup, setup_problems = night_arguments.parse_setup(arguments, roles)
    flags = (option.flag for option in night_arguments.arguments if getattr(arguments, option.name))
    _check_first_game(arguments, game, setup, "--roles" if roles else next(flags, "--option"))
    arguments.option = typed_options
    return setup, setup_problems


def _check_first_game(
    arguments: argparse.Namespace, game: GameDefinition, setup: Any, other_flag: str
) -> None:
    """Raise `ProblemError` if another option would silently turn a first game into a different one."""
    if arguments.first and not is_first_game(game, setup):
        raise refusal("app.cli.guide.either", one="--first", other=other_flag)


def _to_invalid_option(wrong: BadRecord, typed: Sequence[str]) -> ProblemError:
    """Return an error that names the invalid NAME=VALUE: a user of the shell does not know the stored
    form."""
    place = str(wrong.problem.args.get("place", "")).rpartition(".")[2]
    matches = [item for item in typed if to_snake_case(item.partition("=")[0].strip()) == place]
    option = f"--option {(matches or typed)[-1]}" if typed else "--option"
    return refusal("app.cli.option_wrong", option=option, command=f"{PROGRAM_NAME} guide --help")


def _parse_value(value: Json) -> Json:
    """Return a number as int. A value with more digits than any number here stays a string and is
    rejected."""
    is_number = isinstance(value, str) and value.isdecimal() and len(value) <= _MAX_DIGITS
    return int(value) if is_number else value


GUIDE = Command(_add_options, _run)
