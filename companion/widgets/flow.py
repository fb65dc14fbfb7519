"""How the parts of a row share its width, and which of them go to a line of their own. No Kivy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple


class RowItem(NamedTuple):
    """`min_width` keeps its words whole; `share` of what is left over, None: it is exactly so wide."""

    min_width: float
    share: float | None = None
    # It may leave its neighbours: a button with words, but not the mark before a sentence.
    can_wrap: bool = False


def fits(parts: Sequence[RowItem], room: float, gap: float) -> bool:
    """Whether everybody has enough if the room is shared as asked."""
    left = room - gap * (len(parts) - 1) - sum(part.min_width for part in parts if part.share is None)
    shares = sum(part.share for part in parts if part.share is not None)
    return all(
        part.min_width <= max(0.0, left) * part.share / shares + 0.5
        for part in parts
        if part.share is not None and part.min_width > 0
    )


def share_widths(parts: Sequence[RowItem], room: float, gap: float) -> list[float]:
    """Shared as asked, but nobody gets less than enough while another has more."""
    left = room - gap * (len(parts) - 1) - sum(part.min_width for part in parts if part.share is None)
    sharing = {at: part for at, part in enumerate(parts) if part.share is not None}
    result = {at: part.min_width for at, part in enumerate(parts) if part.share is None}
    missing = left - sum(part.min_width for part in sharing.values())
    if missing < 0:
        # Not enough for all: everybody is as short as the others, by their needs.
        needs = left - missing
        result |= {at: max(0.0, left) * part.min_width / needs for at, part in sharing.items()}
        sharing = {}
    while sharing:
        shares = sum(part.share or 0.0 for part in sharing.values())
        short_items = [
            at for at, part in sharing.items() if left * (part.share or 0.0) < part.min_width * shares
        ]
        for at in short_items or list(sharing):
            part = sharing.pop(at)
            result[at] = part.min_width if short_items else left * (part.share or 0.0) / (shares or 1.0)
        left -= sum(result[at] for at in short_items)
    return [result[at] for at in range(len(parts))]


def wrap_units(parts: Sequence[RowItem]) -> list[range]:
    """What stays together on a line."""
    starts = [at for at, part in enumerate(parts) if at == 0 or part.can_wrap or parts[at - 1].can_wrap]
    return [range(start, end) for start, end in pairwise([*starts, len(parts)])]


def total_min_width(parts: Sequence[RowItem], gap: float) -> float:
    """The room that parts on one line need."""
    return sum(part.min_width for part in parts) + gap * max(0, len(parts) - 1)


def break_lines(parts: Sequence[RowItem], room: float, gap: float) -> list[range]:
    """As few lines as give everybody enough, filled from the first on."""
    result: list[range] = []
    for unit in wrap_units(parts):
        if result and total_min_width(parts[result[-1].start : unit.stop], gap) <= room:
            result[-1] = range(result[-1].start, unit.stop)
        else:
            result.append(unit)
    return result
