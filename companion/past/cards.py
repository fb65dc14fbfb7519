"""The kinds of cards that pages of statistics consist of, as data: screens draw them, commands write their
figures down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.past.figures import Statistic
from companion.past.words import Message


@dataclass(frozen=True, slots=True)
class StatisticLine:
    """A figure with its words. `icon` is the name of an icon, `tone` that of a colour."""

    label: Message
    statistic: Statistic
    icon: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class StatisticList:
    """Figures below each other, of which so many are shown at first; `description` says what they are."""

    title: Message
    lines: tuple[StatisticLine, ...]
    icon: str = ""
    description: Message | None = None
    initial_count: int = 5


@dataclass(frozen=True, slots=True)
class SideWins:
    """How many games a side won, and by which ways."""

    wins: StatisticLine
    reasons: tuple[StatisticLine, ...] = ()


@dataclass(frozen=True, slots=True)
class SideComparison:
    """Two sides against each other: a shield for each game, as long as there are few."""

    sides: tuple[SideWins, ...]


@dataclass(frozen=True, slots=True)
class RatioSummary:
    """One share that a table likes to know; `description` tells times and of in words."""

    title: Message
    description: Message
    statistic: Statistic
    icon: str = ""
    tone: str = ""
    icon_tone: str = ""


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """Of a column."""

    label: Message
    icon: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class PlayerTableRow:
    """A figure for each column, None where there is nothing to tell."""

    person: str
    name: str
    cells: tuple[Statistic | None, ...]


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """Everybody by columns, best first. `missing` is how many games do not tell what a column needs."""

    title: Message
    columns: tuple[ColumnHeading, ...]
    rows: tuple[PlayerTableRow, ...]
    missing: StatisticLine | None = None
    has_crown: bool = False


StatisticsCard: TypeAlias = StatisticList | SideComparison | RatioSummary | PlayerTable


def iterate_statistics(cards: Sequence[StatisticsCard]) -> Iterator[Statistic]:
    """All that stand on them, in the order in which they are read."""
    for card in cards:
        match card:
            case StatisticList(lines=lines):
                yield from (line.statistic for line in lines)
            case SideComparison(sides=sides):
                for side in sides:
                    yield from (line.statistic for line in (side.wins, *side.reasons))
            case RatioSummary(statistic=statistic):
                yield statistic
            case PlayerTable(rows=rows, missing=missing):
                yield from (statistic for row in rows for statistic in row.cells if statistic is not None)
                if missing is not None:
                    yield missing.statistic
