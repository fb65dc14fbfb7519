"""A night as a table of steps: when each is there, who does what, which sentence is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from companion.scripts.cues import Cue, Hold, NightStyle, Script

Roles = tuple[str, ...]
CastT = TypeVar("CastT")


def _is_always_in(_cast: Any) -> bool:
    return True


def _no_roles(_cast: Any) -> Roles:
    return ()


def _no_variant(_cast: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class NightStep(Generic[CastT]):
    """A row of the table. `variants` are all sentences this step can need, `variant` tonight's."""

    kind: Enum
    hold: Hold
    is_included: Callable[[CastT], bool] = _is_always_in
    opens: Callable[[CastT], Roles] = _no_roles
    closes: Callable[[CastT], Roles] = _no_roles
    thumbs_up: Callable[[CastT], Roles] = _no_roles
    thumbs_down: Callable[[CastT], Roles] = _no_roles
    turns: Callable[[CastT], Roles] = _no_roles
    covers: Callable[[CastT], Roles] = _no_roles
    is_rest: bool = False
    decoy_action: str = ""
    missed_line: str = ""
    variant: Callable[[CastT], str] = _no_variant
    variants: tuple[str, ...] = ("",)


@dataclass(frozen=True, slots=True)
class NightSteps(Generic[CastT]):
    """All steps a game's night can have. `line_key` gives the catalogue key of a sentence, named by its step
    and variant, in a style."""

    game: str
    line_key: Callable[[NightStyle, str], str]
    rows: tuple[NightStep[CastT], ...]

    def build_script(self, cast: CastT, style: NightStyle) -> Script:
        """What is said to those who take part tonight."""
        cues = tuple(
            Cue(
                step.kind,
                self.line_key(style, sentence_key(step.kind, step.variant(cast))),
                step.hold,
                opens=step.opens(cast),
                closes=step.closes(cast),
                thumbs_up=step.thumbs_up(cast),
                thumbs_down=step.thumbs_down(cast),
                turns=step.turns(cast),
                covers=step.covers(cast),
                is_rest=step.is_rest,
                decoy_action=step.decoy_action,
                missed_line=step.missed_line,
            )
            for step in self.rows
            if step.is_included(cast)
        )
        return Script(self.game, style, cues)

    def list_lines(self, style: NightStyle) -> tuple[str, ...]:
        """All lines any night of this style can need: the closed set that can be recorded."""
        return tuple(dict.fromkeys(line for step in self.rows for line in self._variant_lines(style, step)))

    def build_full_script(self, style: NightStyle, measure: Callable[[str], float]) -> Script:
        """Every step there is, each with the sentence that takes longest: no real night is longer.

        It is for measuring only. Nobody acts in it, and no table could play it.
        """
        cues = (
            Cue(step.kind, max(self._variant_lines(style, step), key=measure), step.hold)
            for step in self.rows
        )
        return Script(self.game, style, tuple(cues))

    def _variant_lines(self, style: NightStyle, step: NightStep[CastT]) -> tuple[str, ...]:
        return tuple(self.line_key(style, sentence_key(step.kind, variant)) for variant in step.variants)


def sentence_key(kind: Enum, variant: str = "") -> str:
    """The end of a sentence's key: its step, and its variant if it has one."""
    return f"{kind.value.lower()}.{variant}" if variant else kind.value.lower()
