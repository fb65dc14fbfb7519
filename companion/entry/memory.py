"""What is remembered from table to table: the set-up of last time, and what was once read from the board."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Memory(Protocol):
    def recall(self, kind: type[T], name: str) -> T | None:
        """What was kept last under this name, if it can still be read."""

    def remember(self, value: Any, name: str) -> None:
        """Keep it for the next time."""
