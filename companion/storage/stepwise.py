"""Work that is done step by step, so that whoever watches can be told how far it is, and can stop it."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")


def run_to_completion(steps: Generator[float, None, T]) -> T:
    """Without anybody who watches."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result
