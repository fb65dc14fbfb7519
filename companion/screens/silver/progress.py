"""The totals of a game in small, for the home card and the history."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.entry.silver.summary import SilverTable
from companion.screens.silver.rounds import SeatMark
from companion.widgets.layout import Column, Row
from companion.widgets.text import NUMBER, Text
from companion.widgets.theme import look


def build_progress(session: SilverTable) -> Widget:
    """Build every total beside its seat's shape."""
    digits, totals = look().digits, session.state.totals
    marks = []
    for seat, total in enumerate(totals):
        words = Text(digits(total), NUMBER, max_lines=1, min_size=12)
        marks.append(Row(SeatMark(seat, 18), words, gap=4))
    rows = [Row(*marks[first : first + 2], gap=4) for first in range(0, len(marks), 2)]
    return Column(*rows, gap=6, pos_hint={"center_y": 0.5})
