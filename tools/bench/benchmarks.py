"""What is measured: each benchmark is a function of the lab that returns one result, listed at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from sqlite3 import Connection
from statistics import median

from companion.games.duet.moves import Agent, Move, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.records import encode_move
from companion.storage.database import connect, make_durable, to_text
from companion.storage.schema import MIGRATIONS, migrate
from companion.storage.store import open_store
from companion.storage.tables import new_table
from tools.bench import folders
from tools.bench.evenings import EVENING_BENCHMARKS
from tools.bench.figures import Spread, ratio
from tools.bench.lab import FINE_ROUNDS, MANY_GAMES, Lab, Start
from tools.bench.night import NIGHT_BENCHMARKS
from tools.bench.result import Result
from tools.bench.starting import slow_machine_first_frame
from tools.bench.tapping import TAP_BENCHMARKS

MOVES = 600

# Seconds, and seconds of the processor.
Taken = tuple[float, float]


def first_frame(lab: Lab) -> Result:
    app, bare, plain = zip(*lab.rounds, strict=True)
    found = ratio([start.seconds for start in app], [start.seconds for start in bare])
    beside_plain = ratio([start.seconds for start in app], [start.seconds for start in plain])
    return Result(
        "first usable frame ÷ a bare Kivy app's",
        found.middle,
        "×",
        1.25,
        {
            **_half(found),
            "app ms": _middle_ms([start.seconds for start in app]),
            "bare ms": _middle_ms([start.seconds for start in bare]),
            "by processor time": f"{_work(app) / _work(bare):.2f}",
            "÷ a bare app in a window as plain as ours": f"{beside_plain.middle:.2f}",
            "by processor time there": f"{_work(app) / _work(plain):.2f}",
            "usable frame": f"no. {lab.usable_frame}",
            **{f"{part} ms": _middle_ms([start.parts[part] for start in app]) for part in app[0].parts},
        },
    )


def memory_at_start(lab: Lab) -> Result:
    app, bare, _ = zip(*lab.rounds, strict=True)
    found = ratio([start.memory for start in app], [start.memory for start in bare])
    return Result(
        "memory at that frame ÷ the bare app's",
        found.middle,
        "×",
        1.35,
        {
            **_half(found),
            "app MB": median(start.memory for start in app),
            "bare MB": median(start.memory for start in bare),
        },
    )


def memory_after_walk(lab: Lab) -> Result:
    walks = [lab.run("walk") for _ in range(3)]
    bare = median(each.bare.memory for each in lab.rounds)
    after = median(walk["memory"] for walk in walks)
    screens = f"{walks[0]['screens']}"
    return Result(
        "memory after all screens ÷ the bare app's",
        after / bare,
        "×",
        1.6,
        {"app MB": after, "screens": screens},
    )


def durable_move(lab: Lab) -> Result:
    """Rules, encoding and journal, against one row written by hand; both synced to the same disk."""
    setup = Setup(("Ada", "Bruno"))
    store = open_store(lab.folder / "moves", time.time)
    bare = connect(lab.folder / "bare.db")
    migrate(bare, MIGRATIONS)
    make_durable(bare)
    moves: Sequence[Move] = (Agent(), Stop()) * 8
    kept: list[Taken] = []
    written: list[Taken] = []
    for number in range(MOVES // len(moves)):
        table, _ = new_table(DUET, setup, store.games)
        game = bare.execute(
            "INSERT INTO games (game, setup, started, updated) VALUES ('duet', '{}', 0, 0)"
        ).lastrowid
        for at, move in enumerate(moves):
            row = (game, at, to_text(encode_move(DUET, move)), time.time())
            # Whoever goes second may find the disk still busy with the first.
            if number % 2:
                kept.append(_timed(partial(table.play, move)))
            written.append(_timed(partial(_write, bare, row)))
            if not number % 2:
                kept.append(_timed(partial(table.play, move)))
    store.close()
    bare.close()
    (moved, move_work), (wrote, row_work) = zip(*kept, strict=True), zip(*written, strict=True)
    found = ratio(moved, wrote)
    return Result(
        "durable move ÷ a bare commit of its row",
        found.middle,
        "×",
        1.5,
        {
            **_half(found),
            "move ms": f"{_middle_ms(moved):.2f}",
            "bare ms": f"{_middle_ms(wrote):.2f}",
            # What the disk hides.
            "by processor time": f"{median(move_work) / median(row_work):.2f}",
        },
    )


def many_games(lab: Lab) -> Result:
    none = folders.empty(lab.folder / "none")
    many = folders.all_over(lab.folder / "over", lab.many_games)
    for folder in (none, many):
        lab.start(folder)
    app = [(lab.start(many), lab.start(none)) for _ in range(FINE_ROUNDS)]
    full, empty = zip(*app, strict=True)
    found = ratio([start.seconds for start in full], [start.seconds for start in empty])
    return Result(
        f"start with {MANY_GAMES:,} games ÷ with none",
        found.middle,
        "×",
        1.05,
        {
            **_half(found),
            "many ms": _middle_ms([start.seconds for start in full]),
            "none ms": _middle_ms([start.seconds for start in empty]),
            "by processor time": f"{_work(full) / _work(empty):.2f}",
            "file MB": folders.size(many),
        },
    )


BENCHMARKS: tuple[Callable[[Lab], Result], ...] = (
    first_frame,
    slow_machine_first_frame,
    memory_at_start,
    memory_after_walk,
    durable_move,
    *TAP_BENCHMARKS,
    many_games,
    *EVENING_BENCHMARKS,
    *NIGHT_BENCHMARKS,
)


def _half(found: Spread) -> dict[str, str]:
    return {"half of the ratios": f"{found.low:.2f}–{found.high:.2f}"}


def _middle_ms(seconds: Sequence[float]) -> float:
    return median(seconds) * 1000


def _work(starts: Sequence[Start]) -> float:
    return median(start.work for start in starts)


def _timed(step: Callable[[], object]) -> Taken:
    began, work = time.perf_counter(), time.process_time()
    step()
    return time.perf_counter() - began, time.process_time() - work


def _write(connection: Connection, row: tuple[object, ...]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO moves (game_id, number, move, at) VALUES (?, ?, ?, ?)", row)
    connection.execute("COMMIT")
