"""Who is to begin: what a set-up asks, and how the pages that find it out answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from kivy.clock import Clock

from companion.entry.fingers import Fingers
from companion.games.manifest import Manifest
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.theme import ACCENTS, Accent


@dataclass(frozen=True, slots=True)
class Question:
    """`words` is the catalogue key of the question, `mark` stands with whoever begins."""

    game: Manifest
    players: tuple[str, ...]
    words: str
    mark: Icon

    @property
    def accent(self) -> Accent:
        return ACCENTS[self.game.accent]


@dataclass(slots=True)
class Finding:
    """How far the answer is found; it outlives a page that is built anew."""

    fingers: Fingers = field(default_factory=Fingers)
    seat: int | None = None


@runtime_checkable
class Asker(Protocol):
    """The page that asked."""

    def begin_with(self, seat: int) -> object: ...


def signal(shell: Shell, buzz: float) -> None:
    """Somebody was found. The picture first: what beeps may have to be loaded."""
    shell.buzz(buzz)
    Clock.schedule_once(lambda _: shell.speaking.beep(), 0)


def answer(shell: Shell, seat: int) -> None:
    """Go back to whoever asked and tell; the page may have been built anew meanwhile."""
    shell.back()
    page = shell.stage.page
    if isinstance(page, Asker):
        page.begin_with(seat)
