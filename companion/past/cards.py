"""The kinds of cards that pages of statistics consist of, as data: screens draw them, commands write their
figures down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.past.figures import Figure
from companion.past.words import Words


@dataclass(frozen=True, slots=True)
class Line:
    """A figure with its words. `mark` is the name of an icon, `tone` that of a colour."""

    label: Words
    figure: Figure
    mark: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Figures below each other, of which so many are shown at first; `about` says what they are."""

    title: Words
    lines: tuple[Line, ...]
    mark: str = ""
    about: Words | None = None
    shown: int = 5


@dataclass(frozen=True, slots=True)
class SideWon:
    """How many games a side won, and by which ways."""

    won: Line
    ways: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Sides:
    """Two sides against each other: a shield for each game, as long as there are few."""

    sides: tuple[SideWon, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """One share that a table likes to know; `about` tells times and of in words."""

    title: Words
    about: Words
    figure: Figure
    mark: str = ""
    tone: str = ""
    mark_tone: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """Of a column."""

    words: Words
    mark: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A figure for each column, None where there is nothing to tell."""

    person: str
    name: str
    cells: tuple[Figure | None, ...]


@dataclass(frozen=True, slots=True)
class People:
    """Everybody by columns, best first. `lacking` is how many games do not tell what a column needs."""

    title: Words
    columns: tuple[Heading, ...]
    rows: tuple[PersonRow, ...]
    lacking: Line | None = None
    crowned: bool = False


Card: TypeAlias = Lines | Sides | Ring | People


def figures(cards: Sequence[Card]) -> Iterator[Figure]:
    """All that stand on them, in the order in which they are read."""
    for card in cards:
        match card:
            case Lines(lines=lines):
                yield from (line.figure for line in lines)
            case Sides(sides=sides):
                for side in sides:
                    yield from (line.figure for line in (side.won, *side.ways))
            case Ring(figure=figure):
                yield figure
            case People(rows=rows, lacking=lacking):
                yield from (figure for row in rows for figure in row.cells if figure is not None)
                if lacking is not None:
                    yield lacking.figure
