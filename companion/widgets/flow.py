"""How the parts of a row share its width, and which of them go to a line of their own. No Kivy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple


class Part(NamedTuple):
    """`least` keeps its words whole; `share` of what is left over, None: it is exactly so wide."""

    least: float
    share: float | None = None
    # It may leave its neighbours: a button with words, but not the mark before a sentence.
    stands_alone: bool = False


def fits(parts: Sequence[Part], room: float, gap: float) -> bool:
    """Whether everybody has enough if the room is shared as asked."""
    left = room - gap * (len(parts) - 1) - sum(part.least for part in parts if part.share is None)
    shares = sum(part.share for part in parts if part.share is not None)
    return all(
        part.least <= max(0.0, left) * part.share / shares + 0.5
        for part in parts
        if part.share is not None and part.least > 0
    )


def widths(parts: Sequence[Part], room: float, gap: float) -> list[float]:
    """Shared as asked, but nobody gets less than enough while another has more."""
    left = room - gap * (len(parts) - 1) - sum(part.least for part in parts if part.share is None)
    sharing = {at: part for at, part in enumerate(parts) if part.share is not None}
    given = {at: part.least for at, part in enumerate(parts) if part.share is None}
    short = left - sum(part.least for part in sharing.values())
    if short < 0:
        # Not enough for all: everybody is as short as the others, by their needs.
        needs = left - short
        given |= {at: max(0.0, left) * part.least / needs for at, part in sharing.items()}
        sharing = {}
    while sharing:
        shares = sum(part.share or 0.0 for part in sharing.values())
        wanting = [at for at, part in sharing.items() if left * (part.share or 0.0) < part.least * shares]
        for at in wanting or list(sharing):
            part = sharing.pop(at)
            given[at] = part.least if wanting else left * (part.share or 0.0) / (shares or 1.0)
        left -= sum(given[at] for at in wanting)
    return [given[at] for at in range(len(parts))]


def units(parts: Sequence[Part]) -> list[range]:
    """What stays together on a line."""
    starts = [
        at for at, part in enumerate(parts) if at == 0 or part.stands_alone or parts[at - 1].stands_alone
    ]
    return [range(start, end) for start, end in pairwise([*starts, len(parts)])]


def least(parts: Sequence[Part], gap: float) -> float:
    """The room that parts on one line need."""
    return sum(part.least for part in parts) + gap * max(0, len(parts) - 1)


def lines(parts: Sequence[Part], room: float, gap: float) -> list[range]:
    """As few lines as give everybody enough, filled from the first on."""
    found: list[range] = []
    for unit in units(parts):
        if found and least(parts[found[-1].start : unit.stop], gap) <= room:
            found[-1] = range(found[-1].start, unit.stop)
        else:
            found.append(unit)
    return found
