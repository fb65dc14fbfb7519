"""A view of the tour: one screenshot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.tour.walk import Tour


@dataclass(frozen=True, slots=True)
class View:
    """Name of a screenshot, and the function that opens its page from the home page."""

    name: str
    open: Callable[[Tour], object]
