"""Processor time of a tap on each board until it is painted, and its ratio to a board of plain Kivy widgets.

Each burst of taps runs in its own process, followed by a burst on the plain board, so that other load on the
machine affects both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

from tools.bench import folders
from tools.bench.lab import Lab
from tools.bench.result import Result, percentile, ratio, spread

FRAME_MS = 1000 / 60
# A board shows ten times as much as the plain one, and applies the rules.
MAX_PLAIN_RATIO = 5.0


@dataclass(frozen=True, slots=True)
class Board:
    """A game's board: its title in the report, and a function that creates a folder with a game to tap on."""

    game: str
    title: str
    make_folder: Callable[[Path], Path]


BOARDS = (
    Board("duet", "Duet's board", folders.a_few_games),
    # Teams, votes, quests and the Lady with ten players, and undo.
    Board("avalon", "Avalon's board, ten players", folders.a_full_table),
    # Phases, events from the bag, two hours, and undo, with eight players.
    Board("cultists", "Among Cultists, eight players", folders.a_full_house),
    # Cards of a village typed and deleted, four players.
    Board("silver", "Silver's keys, four players", folders.four_villages),
)


@dataclass(frozen=True, slots=True)
class Burst:
    """Consecutive taps: milliseconds of wall-clock and processor time of each, and the number of late ones.

    A tap is late if it was shown in a later frame than the earliest possible one.
    """

    milliseconds: Sequence[float]
    work: Sequence[float]
    late: int


def _measure_paint(lab: Lab, board: Board) -> Result:
    on_board, _ = zip(*bursts(lab, board), strict=True)
    work = least_disturbed([burst.work for burst in on_board])
    elapsed = least_disturbed([burst.milliseconds for burst in on_board])
    worst = [percentile(burst.work, 99) for burst in on_board]
    return Result(
        f"99 % of taps on {board.title}",
        percentile(work, 99),
        "ms",
        FRAME_MS,
        {
            "half within ms": percentile(work, 50),
            "each burst alone": ", ".join(f"{figure:.1f}" for figure in sorted(worst)),
            "by the clock": percentile(elapsed, 99),
            "half within by the clock": percentile(elapsed, 50),
            "taps in each": f"{len(work)}",
            "shown a frame late": f"{sum(burst.late for burst in on_board)}",
        },
        spread(worst).noise,
    )


def least_disturbed(repeats: Sequence[Sequence[float]]) -> list[float]:
    """Return the smallest cost of each tap over all bursts.

    Every burst plays the same taps, so an index means the same work in each; other programs can only add to
    it by evicting caches and sharing the core.
    """
    return [min(costs) for costs in zip(*repeats, strict=True)]


def _measure_plain_ratio(lab: Lab, board: Board) -> Result:
    """Compare the median tap with the median tap on the plain board, in processor time."""
    on_board, plain = zip(*bursts(lab, board), strict=True)
    work_ratio = ratio(*([percentile(burst.work, 50) for burst in each] for each in (on_board, plain)))
    elapsed = ratio(*([percentile(burst.milliseconds, 50) for burst in each] for each in (on_board, plain)))
    return Result(
        "half of these taps ÷ plain board",
        work_ratio.middle,
        "×",
        MAX_PLAIN_RATIO,
        {
            "ours ms of processor time": median(percentile(burst.work, 50) for burst in on_board),
            "plain ms": f"{median(percentile(burst.work, 50) for burst in plain):.2f}",
            "by the clock": f"{elapsed.middle:.2f}",
        },
        work_ratio.noise,
    )


@lru_cache(maxsize=len(BOARDS))
def bursts(lab: Lab, board: Board) -> list[tuple[Burst, Burst]]:
    """Measure bursts on the game's board and on the plain one, alternately."""
    folder = board.make_folder(lab.folder / f"{board.game}_taps")
    plain = lab.folder / "plain_board.db"
    return [
        (
            _to_burst(lab.run("taps", folder, lab.effort.taps)),
            _to_burst(lab.run("plain_board", plain, lab.effort.plain_taps)),
        )
        for _ in range(lab.effort.bursts)
    ]


def _to_burst(report: dict[str, Any]) -> Burst:
    return Burst(report["milliseconds"], report["work"], report["late"])


def _make_benchmark(
    name: str, measure: Callable[[Lab, Board], Result], board: Board
) -> Callable[[Lab], Result]:
    def benchmark(lab: Lab) -> Result:
        return measure(lab, board)

    benchmark.__name__ = name
    return benchmark


TAP_BENCHMARKS: tuple[Callable[[Lab], Result], ...] = tuple(
    _make_benchmark(f"{name}_{board.game}", measure, board)
    for board in BOARDS
    for name, measure in (("tap_to_paint", _measure_paint), ("tap_vs_plain", _measure_plain_ratio))
)
