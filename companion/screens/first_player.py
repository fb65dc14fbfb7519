"""Who is to begin: what a set-up asks, and how the pages that find it out answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from kivy.clock import Clock

from companion.entry.fingers import FingerSelection
from companion.games.manifest import GameDefinition
from companion.shell import AppContext
from companion.widgets.icon_names import Icon
from companion.widgets.theme import ACCENTS, Accent


@dataclass(frozen=True, slots=True)
class FirstPlayerQuestion:
    """`text_key` is the catalogue key of the question, `icon` stands with whoever begins."""

    game: GameDefinition
    players: tuple[str, ...]
    text_key: str
    icon: Icon

    @property
    def accent(self) -> Accent:
        return ACCENTS[self.game.accent]


@dataclass(slots=True)
class FirstPlayerState:
    """How far the answer is found; it outlives a page that is built anew."""

    fingers: FingerSelection = field(default_factory=FingerSelection)
    seat: int | None = None


@runtime_checkable
class FirstPlayerReceiver(Protocol):
    """The page that asked."""

    def set_first_player(self, seat: int) -> object: ...


def signal_choice(context: AppContext, vibrate_seconds: float) -> None:
    """Somebody was found. The picture first: what beeps may have to be loaded."""
    context.vibrate(vibrate_seconds)
    Clock.schedule_once(lambda _: context.speech.play_beep(), 0)


def return_first_player(context: AppContext, seat: int) -> None:
    """Go back to whoever asked and tell; the page may have been built anew meanwhile."""
    context.go_back()
    page = context.navigator.page
    if isinstance(page, FirstPlayerReceiver):
        page.set_first_player(seat)
