"""A night as a table of steps: when each is there, who does what, which sentence is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from companion.scripts.cues import Cue, Hold, Script, Style

Roles = tuple[str, ...]
CastT = TypeVar("CastT")


def _always(_cast: Any) -> bool:
    return True


def _nobody(_cast: Any) -> Roles:
    return ()


def _plain(_cast: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Step(Generic[CastT]):
    """A row of the table. `variants` are all sentences this step can need, `variant` tonight's."""

    kind: Enum
    hold: Hold
    when: Callable[[CastT], bool] = _always
    opens: Callable[[CastT], Roles] = _nobody
    closes: Callable[[CastT], Roles] = _nobody
    thumbs_up: Callable[[CastT], Roles] = _nobody
    thumbs_down: Callable[[CastT], Roles] = _nobody
    turns: Callable[[CastT], Roles] = _nobody
    covers: Callable[[CastT], Roles] = _nobody
    rests: bool = False
    decoy: str = ""
    missed: str = ""
    variant: Callable[[CastT], str] = _plain
    variants: tuple[str, ...] = ("",)


@dataclass(frozen=True, slots=True)
class Steps(Generic[CastT]):
    """All steps a game's night can have. `line` gives the catalogue key of a sentence, named by its step
    and variant, in a style."""

    game: str
    line: Callable[[Style, str], str]
    rows: tuple[Step[CastT], ...]

    def script(self, cast: CastT, style: Style) -> Script:
        """What is said to those who take part tonight."""
        cues = tuple(
            Cue(
                step.kind,
                self.line(style, sentence(step.kind, step.variant(cast))),
                step.hold,
                opens=step.opens(cast),
                closes=step.closes(cast),
                thumbs_up=step.thumbs_up(cast),
                thumbs_down=step.thumbs_down(cast),
                turns=step.turns(cast),
                covers=step.covers(cast),
                rests=step.rests,
                decoy=step.decoy,
                missed=step.missed,
            )
            for step in self.rows
            if step.when(cast)
        )
        return Script(self.game, style, cues)

    def every_line(self, style: Style) -> tuple[str, ...]:
        """All lines any night of this style can need: the closed set that can be recorded."""
        return tuple(dict.fromkeys(line for step in self.rows for line in self._lines(style, step)))

    def fullest(self, style: Style, seconds: Callable[[str], float]) -> Script:
        """Every step there is, each with the sentence that takes longest: no real night is longer.

        It is for measuring only. Nobody acts in it, and no table could play it.
        """
        cues = (Cue(step.kind, max(self._lines(style, step), key=seconds), step.hold) for step in self.rows)
        return Script(self.game, style, tuple(cues))

    def _lines(self, style: Style, step: Step[CastT]) -> tuple[str, ...]:
        return tuple(self.line(style, sentence(step.kind, variant)) for variant in step.variants)


def sentence(kind: Enum, variant: str = "") -> str:
    """The end of a sentence's key: its step, and its variant if it has one."""
    return f"{kind.value.lower()}.{variant}" if variant else kind.value.lower()
