"""How the board shares its height: what matters now is seen at once, old rounds are folded. No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Stage(Enum):
    """What stands below the table of rounds."""

    PLAYING = "playing"  # the round is played: who called?
    TYPING = "typing"  # the villages lie open
    TOLD = "told"  # what came of the round
    OVER = "over"

    @property
    def open(self) -> bool:
        """Whether the round played now is a line of the table."""
        return self in (Stage.PLAYING, Stage.TYPING)


# Lines that are seen at the least: what was folded, the last round, this one.
_FEWEST: Final = 3
_FEWEST_TYPING: Final = 2


@dataclass(frozen=True, slots=True)
class Room:
    """All heights in pixels. `panel` is what stands below the table, or `beside` it."""

    whole: float
    beside: bool
    panel: float
    around_lines: float
    line: float
    gap: float
    lowest_chart: float
    highest_chart: float


@dataclass(frozen=True, slots=True)
class Share:
    """`lines` are seen, 0: all of them; the chart is not shown if its height is 0."""

    lines: int
    chart: float
    panel: float


def share(room: Room, stage: Stage, results: int) -> Share:
    over = stage is Stage.OVER
    free = room.whole - room.around_lines - (0.0 if room.beside else room.panel + room.gap)
    count = results + stage.open
    # Side by side with the rest, the chart has its place below the rounds that are seen.
    for_lines = free - room.lowest_chart - room.gap if room.beside else free
    fits = over or count * room.line <= for_lines
    fewest = _FEWEST if room.beside or stage is not Stage.TYPING else _FEWEST_TYPING
    seen = count if fits else max(fewest, int(for_lines // room.line))
    spare = free - seen * room.line - room.gap
    charted = bool(results) and (room.beside or over or spare >= room.lowest_chart)
    chart = min(max(spare, room.lowest_chart), max(room.lowest_chart, room.highest_chart)) if charted else 0.0
    grown = room.panel if charted else room.panel + max(0.0, spare)
    panel = room.whole if room.beside else grown
    return Share(0 if fits else seen, chart, panel)
