"""The cost of thousands of stored games: lists, search, statistics, export and import of random games."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

from companion.storage.backup import write_backup, write_snapshot
from companion.storage.database import DATABASE_FILE
from companion.storage.json_export import export_json, iterate_games
from companion.storage.store import Store, open_store
from companion.storage.table_export import export_csv, export_plays
from tools.bench import folders
from tools.bench.lab import Lab
from tools.bench.result import Result, Spread, ratio, spread

# Maximum cost ratio for ten times as many games; 10 would be linear.
MAX_GROWTH = 9.0


def home_ready(lab: Lab) -> Result:
    return _measure_page(lab, "home")


def history_ready(lab: Lab) -> Result:
    return _measure_page(lab, "history")


def _measure_page(lab: Lab, page: str) -> Result:
    full, few = (_walk_pages(lab, folder) for folder in (lab.many_games, lab.few_games))
    work = spread(full[page]["work"])
    return Result(
        f"{page} with {lab.effort.games:,} games",
        work.middle,
        "ms",
        200,
        {
            "at first": full[page]["work"][0],
            "with a few games": median(few[page]["work"]),
            "by the clock": median(full[page]["milliseconds"]),
        },
        work.noise,
    )


@lru_cache(maxsize=2)
def _walk_pages(lab: Lab, folder: Path) -> dict[str, Any]:
    return lab.run("pages", folder, lab.effort.page_walks)


def statistics_queries(lab: Lab) -> Result:
    """Measure all statistics queries of a game, more than one page needs; the slowest game counts."""
    costs = _median_costs(lab, "pages")
    slowest = max(costs, key=lambda game: costs[game].middle)
    return Result(
        f"statistics of a game out of {lab.effort.games:,}",
        costs[slowest].middle,
        "ms",
        lab.effort.max_statistics_ms,
        {game: cost.middle for game, cost in costs.items()},
        costs[slowest].noise,
    )


def statistics_growth(lab: Lab) -> Result:
    """Measure how statistics grow with ten times as many games; the steepest game counts."""
    pairs = _query_both(lab)
    growths: dict[str, Spread] = {
        game: ratio(
            [median(full["pages"][game]) for full, _ in pairs],
            [median(fewer["pages"][game]) for _, fewer in pairs],
        )
        for game in pairs[0][0]["pages"]
    }
    steepest = max(growths, key=lambda game: growths[game].middle)
    return Result(
        f"statistics out of {lab.effort.games:,} games ÷ {lab.effort.fewer_games:,}",
        growths[steepest].middle,
        "×",
        MAX_GROWTH,
        {game: f"{growth.middle:.2f}" for game, growth in growths.items()},
        growths[steepest].noise,
    )


def search(lab: Lab) -> Result:
    costs = _median_costs(lab, "searches")
    slowest = max(costs, key=lambda text: costs[text].middle)
    return Result(
        f"search in {lab.effort.games:,} games",
        costs[slowest].middle,
        "ms",
        50,
        {text: cost.middle for text, cost in costs.items()},
        costs[slowest].noise,
    )


def json_import(lab: Lab) -> Result:
    file = lab.folder / "all.json"
    _with_store(lab.many_games, lambda store: _write_json(store, file))
    return _measure_import(lab, file, f"{lab.effort.games:,} games read in from JSON")


def backup_restore(lab: Lab) -> Result:
    return _measure_import(lab, _backup(lab), f"{lab.effort.games:,} games brought back from a backup")


def same_exports(lab: Lab) -> Result:
    """Count the exports that differ after a backup was restored into a new folder.

    Uses a tenth of the games: writing all exports of all games takes minutes.
    """
    backup = lab.folder / "fewer.zip"
    _pack_backup(lab.fewer_games, backup)
    _import(lab, backup, lab.effort.fewer_games)
    before, after = (
        _with_store(data_folder, _export) for data_folder in (lab.fewer_games, _import_folder(lab, backup))
    )
    different = [name for name in before if before[name] != after[name]]
    sizes = {f"{name} MB": len(data) / 1e6 for name, data in before.items()}
    return Result("exports that differ after a backup", len(different), "files", 0, sizes)


def bytes_per_game(lab: Lab) -> Result:
    """Measure the database size per game, including the statistics index; information only."""
    games = lab.effort.games
    database_bytes = (lab.many_games / DATABASE_FILE).stat().st_size
    backup = _backup(lab).stat().st_size
    plain = _snapshot_of(_backup(lab)).stat().st_size
    return Result(
        "database, bytes a game",
        database_bytes / games,
        "bytes",
        None,
        {"without what is counted": plain / games, "in a backup": backup / games},
    )


def old_database_migration(lab: Lab) -> Result:
    """Measure the migration of a database of version 5; information only."""
    old = folders.of_version_5(lab.folder / "old", lab.fewer_games)
    report = lab.run("open_store", old)
    if report["games"] != lab.effort.fewer_games or report["problems"]:
        raise RuntimeError(f"the old file was not migrated: {report}")
    return Result(
        f"{lab.effort.fewer_games:,} games brought to this version",
        report["work"],
        "s",
        None,
        {"by the clock s": report["seconds"]},
    )


STORED_GAMES_BENCHMARKS: tuple[Callable[[Lab], Result], ...] = (
    *(home_ready, history_ready, statistics_queries, statistics_growth, search),
    *(json_import, backup_restore, same_exports, bytes_per_game, old_database_migration),
)


@lru_cache(maxsize=1)
def _query_both(lab: Lab) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Query many games and a tenth of them, alternately."""
    return [
        (lab.run("queries", lab.many_games), lab.run("queries", lab.fewer_games))
        for _ in range(lab.effort.query_pairs)
    ]


def _median_costs(lab: Lab, kind: str) -> dict[str, Spread]:
    """Return the milliseconds of processor time with many games, for each page or search."""
    reports = [full[kind] for full, _ in _query_both(lab)]
    return {name: spread([cost for report in reports for cost in report[name]]) for name in reports[0]}


def _measure_import(lab: Lab, file: Path, title: str) -> Result:
    report = _import(lab, file, lab.effort.games)
    parts = {f"{part} s": seconds for part, seconds in report["parts"].items()}
    clock = {"by the clock s": report["seconds"], "memory grew by MB": report["megabytes"]}
    return Result(title, report["work"], "s", 20, {**parts, **clock})


def _import(lab: Lab, file: Path, games: int) -> dict[str, Any]:
    report = lab.run("import_file", file, _import_folder(lab, file))
    if report["games"] != games:
        raise RuntimeError(f"{report['games']} of {games} games were imported")
    return report


def _import_folder(lab: Lab, file: Path) -> Path:
    return lab.folder / f"imported-{file.name}"


def _backup(lab: Lab) -> Path:
    path = lab.folder / "all.zip"
    if not path.exists():
        _pack_backup(lab.many_games, path)
    return path


def _pack_backup(folder: Path, to: Path) -> None:
    _with_store(folder, lambda store: write_snapshot(store.database, _snapshot_of(to)))
    write_backup(_snapshot_of(to), (), time.time(), to)


def _snapshot_of(backup: Path) -> Path:
    return backup.with_suffix(".db")


def _with_store(folder: Path, act: Callable[[Store], Any]) -> Any:
    store = open_store(folder, time.time)
    try:
        return act(store)
    finally:
        store.close()


def _write_json(store: Store, to: Path) -> None:
    with to.open("wb") as file:
        export_json(store.database, file)


def _export(store: Store) -> dict[str, bytes]:
    files = {name: io.BytesIO() for name in ("json", "scores", "votes", "bgstats")}
    export_json(store.database, files["json"])
    export_csv(store.database, files["scores"], files["votes"])
    export_plays(iterate_games(store.database), files["bgstats"])
    return {name: file.getvalue() for name, file in files.items()}
