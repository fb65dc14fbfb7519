"""One picture of the walk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.tour.walk import Tour


@dataclass(frozen=True, slots=True)
class View:
    """A picture's name and the way there from home."""

    name: str
    open: Callable[[Tour], object]
