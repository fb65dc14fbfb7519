"""How the board shares its height: what matters now is seen at once, old rounds are folded. No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class BoardMode(Enum):
    """What stands below the table of rounds."""

    PLAYING = "playing"  # the round is played: who called?
    TYPING = "typing"  # the villages lie open
    SCORED = "told"  # what came of the round
    OVER = "over"

    @property
    def has_open_round(self) -> bool:
        """Whether the round played now is a line of the table."""
        return self in (BoardMode.PLAYING, BoardMode.TYPING)


# Lines that are seen at the least: what was folded, the last round, this one.
_MIN_LINES: Final = 3
_MIN_LINES_TYPING: Final = 2


@dataclass(frozen=True, slots=True)
class BoardSpace:
    """All heights in pixels. `panel` is what stands below the table, or `is_wide` it."""

    total: float
    is_wide: bool
    panel: float
    fixed: float
    line: float
    gap: float
    min_chart: float
    max_chart: float


@dataclass(frozen=True, slots=True)
class HeightPlan:
    """`lines` are seen, 0: all of them; the chart is not shown if its height is 0."""

    lines: int
    chart: float
    panel: float


def plan_heights(space: BoardSpace, mode: BoardMode, results: int) -> HeightPlan:
    is_over = mode is BoardMode.OVER
    free = space.total - space.fixed - (0.0 if space.is_wide else space.panel + space.gap)
    count = results + mode.has_open_round
    # Side by side with the rest, the chart has its place below the rounds that are seen.
    for_lines = free - space.min_chart - space.gap if space.is_wide else free
    fits = is_over or count * space.line <= for_lines
    min_lines = _MIN_LINES if space.is_wide or mode is not BoardMode.TYPING else _MIN_LINES_TYPING
    visible_lines = count if fits else max(min_lines, int(for_lines // space.line))
    spare = free - visible_lines * space.line - space.gap
    has_chart = bool(results) and (space.is_wide or is_over or spare >= space.min_chart)
    chart = min(max(spare, space.min_chart), max(space.min_chart, space.max_chart)) if has_chart else 0.0
    tall_panel = space.panel if has_chart else space.panel + max(0.0, spare)
    panel = space.total if space.is_wide else tall_panel
    return HeightPlan(0 if fits else visible_lines, chart, panel)
