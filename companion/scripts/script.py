"""What a script is made of. A cue carries what people do on hearing it beside the key of its line,
so that a script can be acted out before it is spoken.

A night as a table of steps: when each is there, who does what, which sentence is said.

What a night is to the narrator and the screens: one value a game, wherever the game comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Final, Generic, Protocol, TypeVar

from companion.core.game import Problem
from companion.games.registry import get_game, list_games


class CommonCueKind(Enum):
    """The steps that every night has. Each game adds its own, as its rules name them."""

    ALL_CLOSE = "ALL_CLOSE"
    ALL_OPEN = "ALL_OPEN"


class Hold(Enum):
    """What the silence after a line is for."""

    NONE = "none"
    SETTLE = "settle"  # nobody has anything to do
    ACT = "act"  # eyes or hands move
    LOOK = "look"  # somebody takes in what there is to see


class NightStyle(StrEnum):
    """How much is said: what and why, one sentence, the fewest safe words, or the same in verse."""

    LEARN = "learn"
    NORMAL = "normal"
    QUICK = "quick"
    RITUAL = "ritual"


# What every game's night can be spoken in; a game may have more.
STYLES: Final = (NightStyle.LEARN, NightStyle.NORMAL, NightStyle.QUICK)

# Whom a line calls that is for the Automa's deck: nobody sits there, a neighbour holds it.
AUTOMA: Final = "automa"


@dataclass(frozen=True, slots=True)
class Cue:
    """One spoken line and what it makes people do, by role: all who hold that role do it.

    A deck that is turned shows its bottom card to all who look, until it is covered again. `is_rest`:
    everybody shuts their eyes and makes a fist, whatever they were doing. `decoy_action` is what somebody
    is told to do who may not be there ("opens" or "closes"): the line is said all the same. `missed_line`
    is the key of what is said if this look was broken off, before it is made possible once more.
    """

    kind: Enum
    line: str
    hold: Hold
    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    thumbs_up: tuple[str, ...] = ()
    thumbs_down: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    is_rest: bool = False
    decoy_action: str = ""
    missed_line: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """A whole night: `game` is the domain of its keys."""

    game: str
    style: NightStyle
    cues: tuple[Cue, ...]

    @property
    def line_keys(self) -> tuple[str, ...]:
        """The keys of all that is said, in order."""
        return tuple(cue.line for cue in self.cues)


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


class NightSetup(Protocol):
    """A set-up of any game: all that everybody may know of it."""

    @property
    def players(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class DawnText:
    """What the table is told when all eyes are open, by catalogue key: who begins, what is left to do with
    the cards (each with who does it, "" where everybody does), the rules that hold from now on under their
    heading, and the way on."""

    starter_key: str
    starter_name: str  # for `begins`
    next_key: str
    card_tasks: tuple[tuple[str, str], ...] = ()
    rules_title: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NightDefinition:
    """A game's night: its script in each of its styles, the proof, and the words around it.

    `action_fields` are the fields of a cue by which its people act, in the order in which they are told;
    `night_knowledge` is what the rules give away at night, as JSON can hold it.
    """

    game: str
    setup_type: type[NightSetup]
    styles: tuple[NightStyle, ...]
    action_fields: tuple[str, ...]
    build_script: Callable[[Any, NightStyle], Script]
    verify: Callable[[Script, Any], tuple[Problem, ...]]
    list_lines: Callable[[NightStyle], tuple[str, ...]]
    build_full_script: Callable[[NightStyle, Callable[[str], float]], Script]
    label_key: Callable[[Enum], str]
    night_knowledge: Callable[[Any], dict[str, Any]]
    dawn_text: Callable[[Any], DawnText]
    instruction_key: str | None = None  # what to do before eyes are closed

    def supported_style(self, style: NightStyle) -> NightStyle:
        """The wanted style, or the usual one where this game has no such style."""
        return style if style in self.styles else NightStyle.NORMAL


EYE_AND_THUMB_FIELDS: Final = ("opens", "closes", "thumbs_up", "thumbs_down")


def list_night_games() -> tuple[str, ...]:
    return tuple(game.id for game in list_games() if game.has_night)


def load_night_definition(game: str) -> NightDefinition:
    """The night of a game, loaded on first use. Raises KeyError if it begins without one."""
    manifest = get_game(game)
    if not manifest.has_night:
        raise KeyError(game)
    night: NightDefinition = manifest.load_part("scripts", "night").NIGHT
    return night


def find_night_definition(setup: NightSetup) -> NightDefinition:
    """The night of the game that this set-up is for."""
    for game in list_night_games():
        night = load_night_definition(game)
        if isinstance(setup, night.setup_type):
            return night
    raise TypeError(f"no game that begins with a night has a set-up like {type(setup).__name__}")
