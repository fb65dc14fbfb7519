"""The list of all benchmarks, and those of start time, memory and saving.

A benchmark is a function that takes the lab and returns one result. Gates are processor time or ratios of it,
so that other programs do not make them fail.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from statistics import median

from companion.core.serialization import encode_move
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Move, Stop
from companion.storage.database import connect, dump_json, make_durable
from companion.storage.games import start_session
from companion.storage.schema import MIGRATIONS, migrate
from companion.storage.store import open_store
from tools.bench import folders
from tools.bench.battery import BATTERY_BENCHMARKS
from tools.bench.lab import Lab, Start
from tools.bench.night import NIGHT_BENCHMARKS
from tools.bench.opening_views import OPENING_BENCHMARKS
from tools.bench.result import Result, ratio, spread
from tools.bench.stored_games import STORED_GAMES_BENCHMARKS
from tools.bench.taps import TAP_BENCHMARKS

# How much slower a phone that is a few years old is than the machine on which the goal was set.
SLOWDOWN = 4
SLOW_ROUNDS = 5
# 1.75 s for the app and 1.46 s for a bare app; absolute times depend on the machine and its load.
MAX_SLOW_RATIO = 1.2


def slow_machine_first_frame(lab: Lab) -> Result:
    """Measure the first usable frame with a quarter of a processor."""
    app, bare = [], []
    for _ in range(SLOW_ROUNDS + 1):
        app.append(lab.run("slowly", SLOWDOWN, "start", lab.few_games, lab.usable_frame))
        bare.append(lab.run("slowly", SLOWDOWN, "bare"))
    # Discard the first run of each: it fills caches.
    seconds = [[float(start["seconds"]) for start in starts[1:]] for starts in (app, bare)]
    costs_ratio = ratio(*seconds)
    work = [median(float(start["work"]) for start in starts[1:]) for starts in (app, bare)]
    return Result(
        "first usable frame ÷ a bare app's, with a quarter of a processor",
        costs_ratio.middle,
        "×",
        MAX_SLOW_RATIO,
        {
            "app s": f"{median(seconds[0]):.2f}",
            "bare s": f"{median(seconds[1]):.2f}",
            "by processor time": f"{work[0] / work[1]:.2f}",
        },
        costs_ratio.noise,
    )


# Seconds of wall-clock time and of processor time.
_Cost = tuple[float, float]


def first_frame(lab: Lab) -> Result:
    app, bare = zip(*lab.starts, strict=True)
    work = ratio([start.work for start in app], [start.work for start in bare])
    elapsed = ratio([start.seconds for start in app], [start.seconds for start in bare])
    return Result(
        "first usable frame ÷ bare app",
        work.middle,
        "×",
        1.20,
        {
            "app ms of processor time": _median_ms([start.work for start in app]),
            "bare ms": _median_ms([start.work for start in bare]),
            "by the clock": f"{elapsed.middle:.2f}",
            "app ms by the clock": _median_ms([start.seconds for start in app]),
            "usable frame": f"no. {lab.usable_frame}",
            **{f"{part} ms": _median_ms([start.parts[part] for start in app]) for part in app[0].parts},
        },
        work.noise,
    )


def memory_at_start(lab: Lab) -> Result:
    app, bare = zip(*lab.starts, strict=True)
    costs_ratio = ratio([start.memory for start in app], [start.memory for start in bare])
    return Result(
        "memory at that frame ÷ bare app",
        costs_ratio.middle,
        "×",
        1.35,
        {"app MB": _median_memory(app), "bare MB": _median_memory(bare)},
        costs_ratio.noise,
    )


def memory_after_walk(lab: Lab) -> Result:
    walk = lab.walk
    _, bare = zip(*lab.starts, strict=True)
    costs_ratio = spread([walk["memory"] / start.memory for start in bare])
    return Result(
        "memory after all screens ÷ bare app",
        costs_ratio.middle,
        "×",
        1.6,
        {"app MB": walk["memory"], "bare MB": _median_memory(bare), "screens": f"{walk['screens']}"},
        costs_ratio.noise,
    )


def durable_move(lab: Lab) -> Result:
    """Compare playing a move (rules, encoding, database) with a hand-written insert on the same disk."""
    setup = Setup(("Ada", "Bruno"))
    store = open_store(lab.folder / "moves", time.time)
    bare = connect(lab.folder / "bare.db")
    migrate(bare, MIGRATIONS)
    make_durable(bare)
    moves: Sequence[Move] = (Agent(), Stop()) * 8
    games: list[tuple[_Cost, _Cost]] = []
    for number in range(lab.effort.games_played):
        session, _ = start_session(DUET, setup, store.games)
        game = bare.execute(
            "INSERT INTO games (game, setup, started, updated) VALUES ('duet', '{}', 0, 0)"
        ).lastrowid
        move_costs: list[_Cost] = []
        row_costs: list[_Cost] = []
        for at, move in enumerate(moves):
            row = (game, at, dump_json(encode_move(DUET, move)), time.time())
            # Alternate the order: the second writer may find the disk still busy with the first.
            if number % 2:
                move_costs.append(_measure(partial(session.play, move)))
            row_costs.append(_measure(partial(_write_row, bare, row)))
            if not number % 2:
                move_costs.append(_measure(partial(session.play, move)))
        games.append((_median_cost(move_costs), _median_cost(row_costs)))
    store.close()
    bare.close()
    (move_seconds, row_seconds), (move_work, row_work) = (
        [[cost[index] for cost in side] for side in zip(*games, strict=True)] for index in range(2)
    )
    costs_ratio = ratio(move_work, row_work)
    return Result(
        "durable move ÷ bare commit of its row",
        costs_ratio.middle,
        "×",
        1.3,
        {
            "move ms of processor time": f"{_median_ms(move_work):.2f}",
            "bare ms": f"{_median_ms(row_work):.2f}",
            "by the clock": f"{ratio(move_seconds, row_seconds).middle:.2f}",
            "move ms by the clock": f"{_median_ms(move_seconds):.2f}",
        },
        costs_ratio.noise,
    )


def many_games(lab: Lab) -> Result:
    empty_folder = folders.empty(lab.folder / "none")
    full_folder = folders.all_over(lab.folder / "over", lab.many_games)
    for folder in (empty_folder, full_folder):
        lab.start(folder)
    pairs = [
        _start_both(lab, full_folder, empty_folder, number) for number in range(lab.effort.many_games_pairs)
    ]
    full, empty = zip(*pairs, strict=True)
    costs_ratio = ratio([start.work for start in full], [start.work for start in empty])
    elapsed = ratio([start.seconds for start in full], [start.seconds for start in empty])
    return Result(
        f"start with {lab.effort.games:,} games ÷ with none",
        costs_ratio.middle,
        "×",
        1.05,
        {
            "many ms of processor time": _median_ms([start.work for start in full]),
            "none ms": _median_ms([start.work for start in empty]),
            "by the clock": f"{elapsed.middle:.2f}",
            "file MB": folders.size(full_folder),
        },
        costs_ratio.noise,
    )


BENCHMARKS: tuple[Callable[[Lab], Result], ...] = (
    first_frame,
    slow_machine_first_frame,
    memory_at_start,
    memory_after_walk,
    durable_move,
    *TAP_BENCHMARKS,
    *OPENING_BENCHMARKS,
    many_games,
    *STORED_GAMES_BENCHMARKS,
    *NIGHT_BENCHMARKS,
    *BATTERY_BENCHMARKS,
)
# `make bench ARGS=quick`
QUICK_BENCHMARKS: tuple[str, ...] = (
    *("first_frame", "memory_at_start", "durable_move", "tap_to_paint_cultists", "tap_vs_plain_cultists"),
    *("statistics_queries", "statistics_growth", "night_planned"),
)


def _start_both(lab: Lab, full_folder: Path, empty_folder: Path, number: int) -> tuple[Start, Start]:
    """Start with many games and with none, in alternating order: the second may find warmer caches."""
    if number % 2:
        full = lab.start(full_folder)
        return full, lab.start(empty_folder)
    empty = lab.start(empty_folder)
    return lab.start(full_folder), empty


def _median_ms(seconds: Sequence[float]) -> float:
    return median(seconds) * 1000


def _median_memory(starts: Sequence[Start]) -> float:
    return median(start.memory for start in starts)


def _measure(step: Callable[[], object]) -> _Cost:
    began, work = time.perf_counter(), time.process_time()
    step()
    return time.perf_counter() - began, time.process_time() - work


def _median_cost(costs: Sequence[_Cost]) -> _Cost:
    seconds, work = zip(*costs, strict=True)
    return median(seconds), median(work)


def _write_row(connection: Connection, row: tuple[object, ...]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO moves (game_id, number, move, at) VALUES (?, ?, ?, ?)", row)
    connection.execute("COMMIT")
