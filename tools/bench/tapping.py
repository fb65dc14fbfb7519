"""What a tap waits for on each board, in milliseconds and beside a board of plain Kivy widgets.

Each burst of taps is a process of its own, and each of ours has a plain one right after it: whatever else the
machine does meanwhile, it does to both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

from tools.bench import folders
from tools.bench.figures import percentile, ratio
from tools.bench.lab import Lab
from tools.bench.result import Result

BURSTS = 3
TAPS = 200
PLAIN_TAPS = 100
A_FRAME = 1000 / 60
# A board of ours shows ten times as much as the plain one, and knows the rules.
TIMES_PLAIN = 5.0


@dataclass(frozen=True, slots=True)
class Board:
    """A board by the name of its game, how it is told of, and a folder with a table of it to tap on."""

    game: str
    told: str
    folder: Callable[[Path], Path]


DUET = Board("duet", "Duet's board", folders.a_few_games)
# Teams, votes, quests and the Lady at a table of ten, and the way back.
AVALON = Board("avalon", "Avalon's board, ten players", folders.a_full_table)
# Phases, events from the bag, two hours, and the way back, at a table of eight.
CULTISTS = Board("cultists", "the board of Among Cultists, eight players", folders.a_full_house)
# Cards of a village typed and deleted, four players.
SILVER = Board("silver", "Silver's keys, four players", folders.four_villages)


@dataclass(frozen=True, slots=True)
class Burst:
    """Taps one after the other: milliseconds of each, those of the processor, and how many came late."""

    milliseconds: Sequence[float]
    work: Sequence[float]
    late: int

    def within(self, percent: int) -> float:
        return percentile(self.milliseconds, percent)


def _painted(lab: Lab, board: Board) -> Result:
    """Other programs can only add to a tap's time, so the burst that they disturbed least is told."""
    ours, _ = zip(*bursts(lab, board), strict=True)
    best = min(ours, key=lambda burst: burst.within(99))
    return Result(
        f"99 % of taps on {board.told}",
        best.within(99),
        "ms",
        A_FRAME,
        {
            "half within": best.within(50),
            "95 % within": best.within(95),
            "99 % by processor time": percentile(best.work, 99),
            "bursts": ", ".join(f"{worst:.1f}" for worst in sorted(burst.within(99) for burst in ours)),
            "taps in each": f"{len(best.milliseconds)}",
            "shown a frame late": f"{sum(burst.late for burst in ours)}",
        },
    )


def _beside_plain(lab: Lab, board: Board) -> Result:
    """How long half of the taps take ÷ half of those on the plain board; the middle of the bursts' ratios."""
    ours, plain = zip(*bursts(lab, board), strict=True)
    found = ratio([burst.within(50) for burst in ours], [burst.within(50) for burst in plain])
    worked = ratio(*([percentile(burst.work, 50) for burst in each] for each in (ours, plain)))
    return Result(
        "the same, half of them ÷ half on a plain board",
        found.middle,
        "×",
        TIMES_PLAIN,
        {
            "half of the ratios": f"{found.low:.2f}–{found.high:.2f}",
            "ours ms": median(burst.within(50) for burst in ours),
            "plain ms": f"{median(burst.within(50) for burst in plain):.2f}",
            "by processor time": f"{worked.middle:.2f}",
            "plain 99 % within": min(burst.within(99) for burst in plain),
        },
    )


@lru_cache(maxsize=4)
def bursts(lab: Lab, board: Board) -> list[tuple[Burst, Burst]]:
    """Ours and plain ones in turn."""
    folder = board.folder(lab.folder / f"{board.game}_taps")
    plain = lab.folder / "plain.db"
    return [
        (_burst(lab.run("taps", folder, TAPS)), _burst(lab.run("plain", plain, PLAIN_TAPS)))
        for _ in range(BURSTS)
    ]


def _burst(told: dict[str, Any]) -> Burst:
    return Burst(told["milliseconds"], told["work"], told["late"])


def _named(name: str, measure: Callable[[Lab, Board], Result], board: Board) -> Callable[[Lab], Result]:
    def benchmark(lab: Lab) -> Result:
        return measure(lab, board)

    benchmark.__name__ = name
    return benchmark


TAP_BENCHMARKS: tuple[Callable[[Lab], Result], ...] = tuple(
    _named(f"{name}_{board.game}", measure, board)
    for board in (DUET, AVALON, CULTISTS, SILVER)
    for name, measure in (("tap_to_paint", _painted), ("tap_beside_plain", _beside_plain))
)
