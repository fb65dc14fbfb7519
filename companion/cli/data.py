"""Commands about stored data and files: `backup`, `restore`, `export`, `stats` and `replay`.

`companion FILE` without a display is here too.
"""

from __future__ import annotations

import argparse
import errno
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.cli.command import (
    EXIT_BROKEN,
    EXIT_OK,
    EXIT_REFUSED,
    PROGRAM_NAME,
    Command,
    OptionGroup,
    escape_control_characters,
    list_game_ids,
    parse_game,
    print_error,
    print_json,
    print_line,
    refusal,
)
from companion.core.game import ProblemError
from companion.files.backup_service import BackupService
from companion.files.incoming import MAX_FILE_BYTES, FileType, detect_file_type
from companion.files.outgoing import EXPORT_FORMATS, write_atomically
from companion.files.safe_zip import SafeZip, read_problem
from companion.games.game_file import ReplayError, parse_record, replay
from companion.i18n.translator import Translator, format_date
from companion.narrator.voices.recorded import FILE_SUFFIXES
from companion.statistics.formatting import format_statistic
from companion.statistics.metrics import Statistic
from companion.statistics.query import GameFilter
from companion.statistics.reports import (
    PlayerTable,
    RatioSummary,
    SideComparison,
    StatisticList,
    StatisticsCard,
    StatisticsReport,
    build_complete_report,
    build_person_report,
    iterate_statistics,
)
from companion.storage import database
from companion.storage.backup import stage_backup
from companion.storage.campaigns import read_map
from companion.storage.importing import (
    import_json,
    preview_json_import,
    read_file_bytes,
    run_to_completion,
)
from companion.storage.json_export import export_json, iterate_games, read_json_export
from companion.storage.statistics_index import index_all
from companion.storage.store import Store, open_memory_store, open_store_or_raise
from companion.storage.table_export import export_csv, export_plays
from companion.storage.validation import ValidatedGame

# Version of the JSON format of statistics (docs/statistics.md).
_STATISTICS_VERSION: Final = 1


def _find_folder() -> Path:
    return database.find_data_folder(os.environ, sys.platform)


def _open_stored_data() -> closing[Store]:
    """Open the store. Raises `ProblemError` if there is none, or if the app has locked it."""
    file = _find_folder() / database.DATABASE_FILE
    if not file.exists():
        raise refusal("app.files.problem.missing", file=str(file))
    return closing(open_store_or_raise(_find_folder(), time.time))


def _open_or_create_store(*, is_dry_run: bool) -> closing[Store]:
    """Open the store, creating it if there is none; for a dry run then in memory only."""
    folder = _find_folder()
    if is_dry_run and not (folder / database.DATABASE_FILE).exists():
        return closing(open_memory_store(time.time))
    return closing(open_store_or_raise(folder, time.time))


def _refuse_to_overwrite(*targets: Path) -> None:
    for target in targets:
        if os.path.lexists(target):
            raise refusal("share.problem.exists", file=str(target))


# -- backup and restore -------------------------------------------------------------------------------------


def _add_backup_options(options: OptionGroup) -> None:
    options.add("file", help_key="backup.cli.to", nargs="?", metavar="FILE")


def _run_backup(arguments: argparse.Namespace, tr: Translator) -> int:
    if not arguments.file:
        raise refusal("backup.problem.which", command=f"{PROGRAM_NAME} backup FILE")
    path = Path(arguments.file)
    _refuse_to_overwrite(path)
    with _open_stored_data() as store, write_atomically([path]) as (file,):
        service = BackupService(store, _find_folder())
        manifest = service.prepare_backup(time.time())(file)
        service.inbox.remove_if_empty()
    print_line(escape_control_characters(tr("backup.cli.written", n=manifest.games, file=str(path))))
    return EXIT_OK


def _add_restore_options(options: OptionGroup) -> None:
    options.add("--dry-run", help_key="backup.cli.dry_run", action="store_true")
    options.add("file", help_key="backup.cli.from", nargs="?", metavar="FILE")


def _run_restore(arguments: argparse.Namespace, tr: Translator) -> int:
    """Import a backup or a JSON export of all games, or preview that; an error changes nothing."""
    if not arguments.file:
        raise refusal("backup.problem.which", command=f"{PROGRAM_NAME} restore FILE")
    path = Path(arguments.file)
    import_file = _restore_backup if _is_backup(path) else _import_json
    with _open_or_create_store(is_dry_run=arguments.dry_run) as store:
        import_file(store, path, tr, is_dry_run=arguments.dry_run)
    return EXIT_OK


def _is_backup(path: Path) -> bool:
    """Return False for a JSON export. Raises `ProblemError` for any other file."""
    name = str(path)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise refusal("app.files.problem.big", file=name)
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong
    file_type = detect_file_type(path, name, FILE_SUFFIXES)
    if file_type not in (FileType.BACKUP, FileType.GAMES):
        raise refusal("backup.problem.not_this", file=name)
    return file_type is FileType.BACKUP


def _restore_backup(store: Store, path: Path, tr: Translator, *, is_dry_run: bool) -> None:
    service = BackupService(store, _find_folder())
    pending = None if is_dry_run else service.find_unfinished_restore()
    if pending is not None:
        # Finish an earlier restore first: its entry in the settings is about to be replaced.
        _add_recordings(service, pending)
    with _work_folder(service, is_dry_run=is_dry_run) as folder:
        contents = service.read_backup(path, folder, str(path))
        preview = run_to_completion(service.plan_restore(contents))
        missing_recordings = service.count_missing_recordings(contents)
        if preview.is_empty and not missing_recordings:
            print_line(tr("app.files.restore_nothing"))
        else:
            for line in preview.format_lines(tr, missing_recordings, partial(_format_day, tr)):
                detail = f" ({line.detail})" if line.detail else ""
                print_line(escape_control_characters(f"+ {line.text}{detail}"))
        if preview.existing_games:
            print_line(tr("app.files.restore_here", n=preview.existing_games))
        if preview.unreadable:
            print_line(tr("app.files.restore_unreadable", n=preview.unreadable))
        for problem in contents.recordings.problems:
            print_error(tr.translate_problem(problem))
        if is_dry_run:
            print_line(tr("backup.cli.dry"))
            return
        run_to_completion(service.apply_restore(contents))
        if missing_recordings:
            _add_recordings(service, folder)
    if not preview.is_empty or missing_recordings:
        print_line(tr("app.files.restored"))


def _add_recordings(service: BackupService, folder: Path) -> None:
    try:
        service.add_recordings(folder)
    except OSError as wrong:
        raise ProblemError(read_problem(str(folder), wrong)) from wrong
    service.finish_restore(folder)


def _import_json(store: Store, path: Path, tr: Translator, *, is_dry_run: bool) -> None:
    """Import a JSON export of all games."""
    name = str(path)
    if is_dry_run:
        counts, key = preview_json_import(store.database, path, name), "app.files.restore_games"
    else:
        counts, key = run_to_completion(import_json(store.database, path, name)), "share.taken"
    print_line(tr(key, n=counts.new_count) if counts.new_count else tr("backup.games_here"))
    if is_dry_run:
        print_line(tr("backup.cli.dry"))


@contextmanager
def _work_folder(service: BackupService, *, is_dry_run: bool) -> Iterator[Path]:
    """Context manager for the staging folder: recordings that cannot be added yet stay there for the next
    start."""
    if is_dry_run:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
        return
    work_folder = service.inbox.create_folder()
    try:
        yield work_folder
    finally:
        if service.find_unfinished_restore() != work_folder:
            shutil.rmtree(work_folder, ignore_errors=True)
        service.inbox.remove_if_empty()


def _format_day(tr: Translator, moment: float) -> str:
    day = datetime.fromtimestamp(moment)
    return format_date(tr, day.year, day.month, day.day)


# -- export -------------------------------------------------------------------------------------------------


def _add_export_options(options: OptionGroup) -> None:
    for file_format in EXPORT_FORMATS:
        options.add(f"--{file_format}", help_key=f"share.cli.{file_format}", metavar="FILE")
    options.add("--game", help_key="share.cli.game", help_args={"games": list_game_ids()}, metavar="GAME")


def _run_export(arguments: argparse.Namespace, tr: Translator) -> int:
    """Write all games to files for another device, a spreadsheet or another app."""
    formats = [file_format for file_format in EXPORT_FORMATS if getattr(arguments, file_format)]
    if not formats:
        raise refusal("share.problem.which", command=f"{PROGRAM_NAME} export --json FILE")
    game = None if arguments.game is None else parse_game(arguments.game).id
    for file_format in formats:
        path = Path(getattr(arguments, file_format))
        print_line(tr("share.cli.written", n=_export_file(file_format, path, game), file=str(path)))
    return EXIT_OK


def _export_file(file_format: str, path: Path, game: str | None) -> int:
    """Export the games and return their number."""
    targets = [path, path.with_name(f"{path.stem}-votes{path.suffix}")] if file_format == "csv" else [path]
    _refuse_to_overwrite(*targets)
    with _open_stored_data() as store, write_atomically(targets) as (first, *others):
        if file_format == "json":
            return export_json(store.database, first, game)
        if file_format == "bgstats":
            return export_plays(iterate_games(store.database, game), first)
        return export_csv(store.database, first, others[0], game)


# -- statistics ---------------------------------------------------------------------------------------------


def _add_stats_options(options: OptionGroup) -> None:
    games = {"games": list_game_ids()}
    options.add("game", help_key="statistics.cli.game", help_args=games, metavar="GAME", nargs="?")
    options.add("--json", help_key="statistics.cli.as_json", action="store_true")
    options.add("--players", help_key="statistics.cli.players", metavar="N")
    options.add("--person", help_key="statistics.cli.person", metavar="NAME")
    options.add("--since", help_key="statistics.cli.since", metavar="YYYY-MM-DD")
    options.add("--until", help_key="statistics.cli.until", metavar="YYYY-MM-DD")


def _run_stats(arguments: argparse.Namespace, tr: Translator) -> int:
    if arguments.game is None:
        command = f"{PROGRAM_NAME} stats GAME"
        raise refusal("statistics.problem.game", command=command, games=list_game_ids())
    game = parse_game(arguments.game)
    game_filter = GameFilter(
        players=_parse_players(arguments.players),
        since=_parse_day(arguments.since),
        until=_parse_day(arguments.until, days_after=1),
    )
    with _open_stored_data() as store:
        # Index what is stale; nothing else is written.
        index_all(store.database)
        source, name = store.statistics, arguments.person
        if name is None:
            report = build_complete_report(game, source, game_filter)
        else:
            report = build_person_report(game, source, game_filter, source.resolve_person(name))
            if not report.total.numerator:
                raise refusal("statistics.problem.person", name=name)
        names = source.load_names()
    if arguments.json:
        print_json(_report_to_json(report, names, arguments.since, arguments.until))
    else:
        for line in _format_report(tr, report, names):
            print_line(escape_control_characters(line))
    return EXIT_OK


def _parse_players(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) < 100:
        raise refusal("statistics.problem.players", given=text)
    return int(text)


def _parse_day(text: str | None, days_after: int = 0) -> float | None:
    """Return the timestamp at which this day, or the day `days_after` days later, begins."""
    if text is None:
        return None
    try:
        day = date.fromisoformat(text) + timedelta(days=days_after)
        return datetime(day.year, day.month, day.day).timestamp()
    except (ValueError, OverflowError, OSError) as wrong:
        raise refusal("statistics.problem.day", given=text) from wrong


def _report_to_json(
    report: StatisticsReport, names: Mapping[str, str], since: str | None, until: str | None
) -> dict[str, Any]:
    """Return the report as JSON data. `since` and `until` are the days of the query."""
    statistics = list(iterate_statistics(report.cards))
    people = {statistic.person for statistic in statistics if statistic.person}
    return {
        "statistics": _STATISTICS_VERSION,
        "game": report.game,
        "games": int(report.total.numerator),
        "person": report.person or None,
        "players": report.game_filter.players,
        "since": since,
        "until": until,
        "names": {person: names.get(person, person) for person in sorted(people)},
        "figures": [_statistic_to_json(statistic) for statistic in statistics],
    }


def _statistic_to_json(statistic: Statistic) -> dict[str, Any]:
    return {
        "name": statistic.name,
        "part": statistic.part,
        "person": statistic.person,
        "form": statistic.kind.value,
        "times": statistic.numerator,
        "of": statistic.denominator,
        "games": statistic.games,
    }


def _format_report(tr: Translator, report: StatisticsReport, names: Mapping[str, str]) -> Iterator[str]:
    title = tr("statistics.title", game=tr(f"app.game.{report.game}"))
    about = tr("app.files.restore_games", n=int(report.total.numerator))
    if report.person:
        about = f"{names.get(report.person, report.person)} · {about}"
    yield f"{title} · {about}"
    for card in report.cards:
        yield ""
        yield from _format_card(tr, card)


def _format_card(tr: Translator, card: StatisticsCard) -> Iterator[str]:
    match card:
        case SideComparison(sides=sides):
            for side in sides:
                yield f"{tr.translate(side.wins.label)}: {format_statistic(tr, side.wins.statistic)}"
                for reason in side.reasons:
                    yield f"  {tr.translate(reason.label)}"
        case RatioSummary():
            yield f"{tr.translate(card.title)}: {format_statistic(tr, card.statistic)}"
        case StatisticList():
            yield tr.translate(card.title)
            for line in card.lines:
                yield f"  {tr.translate(line.label)}: {format_statistic(tr, line.statistic)}"
        case PlayerTable():
            yield tr.translate(card.title)
            for row in card.rows:
                cells = (
                    f"{tr.translate(column.label)} {format_statistic(tr, statistic)}"
                    for column, statistic in zip(card.columns, row.cells, strict=True)
                    if statistic is not None
                )
                yield f"  {row.name}: {', '.join(cells)}"
            if card.missing is not None:
                yield f"  {tr.translate(card.missing.label)}"


# -- files --------------------------------------------------------------------------------------------------


def _add_replay_options(options: OptionGroup) -> None:
    options.add("--trace", help_key="app.cli.replay_trace", action="store_true")
    options.add("file", help_key="app.cli.replay_file", nargs="?", metavar="FILE")


def _run_replay(arguments: argparse.Namespace, tr: Translator) -> int:
    """Replay a game file and print its state."""
    if not arguments.file:
        raise refusal("app.cli.replay_needs_file", command=f"{PROGRAM_NAME} replay FILE")
    try:
        data = _read_input(arguments.file)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise refusal("app.cli.cannot_read", file=arguments.file, reason=reason) from wrong
    try:
        _print_states(data, trace=arguments.trace)
    except ReplayError as wrong_move:
        print_json({"refused": wrong_move.move_number, "problem": wrong_move.problem.code})
        sentence = tr.translate_problem(wrong_move.problem)
        print_error(tr("app.cli.move_refused", number=wrong_move.move_number, reason=sentence))
        return EXIT_REFUSED
    except ProblemError as wrong:
        print_json({"refused": None, "problem": wrong.problem.code})
        raise
    return EXIT_OK


def _read_input(file: str) -> bytes:
    if file != "-":
        return Path(file).read_bytes()
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read()


def _print_states(data: bytes, *, trace: bool) -> None:
    record = parse_record(data)
    states = replay(record)
    state = next(states)
    for state in states:
        if trace:
            print_json(record.game.public_state(state))
    if not trace or not record.moves:
        print_json(record.game.public_state(state))


def describe_file(path: Path, tr: Translator) -> int:
    """Describe a file without importing it: a backup should be previewed before it is restored."""
    try:
        print_line(escape_control_characters(_describe(path, tr)))
    except ProblemError as wrong:
        print_error(tr.translate_problem(wrong.problem))
        return EXIT_BROKEN
    return EXIT_OK


def _describe(path: Path, tr: Translator) -> str:
    name = path.name
    match detect_file_type(path, name, FILE_SUFFIXES):
        case FileType.RECORD:
            record = parse_record(read_file_bytes(path, name))
            for _ in replay(record):
                pass  # invalid moves raise
            return tr("app.cli.file_game", file=name, game=tr(f"app.game.{record.game.id}"))
        case FileType.MAP:
            campaign_map = read_map(read_file_bytes(path, name), name)
            game = tr(f"app.game.{campaign_map.game}")
            return tr("app.cli.file_map", file=name, team=campaign_map.team, game=game)
        case FileType.GAMES:
            games = sum(isinstance(element, ValidatedGame) for _, element in read_json_export(path, name))
            return tr("share.file_games", file=name, n=games)
        case FileType.BACKUP:
            with tempfile.TemporaryDirectory() as folder:
                return tr("app.cli.file_backup", file=name, n=stage_backup(path, Path(folder), name).games)
        case FileType.RECORDINGS:
            with SafeZip(path) as archive:
                recordings = sum(file.path[-1].lower().endswith(FILE_SUFFIXES) for file in archive.entries)
            return tr("app.cli.file_recordings", file=name, n=recordings)


DATA_COMMANDS: Final[Mapping[str, Command]] = {
    "replay": Command(_add_replay_options, _run_replay),
    "export": Command(_add_export_options, _run_export),
    "backup": Command(_add_backup_options, _run_backup),
    "restore": Command(_add_restore_options, _run_restore),
    "stats": Command(_add_stats_options, _run_stats),
}
