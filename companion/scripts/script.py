"""Script of a night: cues with their lines and the players' actions, so that a night can be simulated before
it is spoken; the table of steps from which scripts are built; and `NightDefinition`, the interface of a
game's night."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Final, Generic, Protocol, TypeVar

from companion.core.game import Problem
from companion.games.registry import get_game, list_games


class CommonCueKind(Enum):
    """Steps of every night. Each game adds its own, named by its rules."""

    ALL_CLOSE = "ALL_CLOSE"
    ALL_OPEN = "ALL_OPEN"


class Hold(Enum):
    """Purpose of the silence after a line."""

    NONE = "none"
    SETTLE = "settle"  # nobody has to do anything
    ACT = "act"  # eyes or hands move
    LOOK = "look"  # somebody looks at something


class NightStyle(StrEnum):
    """How much is said: with reasons, one sentence, the fewest safe words, or the same in verse."""

    LEARN = "learn"
    NORMAL = "normal"
    QUICK = "quick"
    RITUAL = "ritual"


# The styles of every game; a game may have more.
STYLES: Final = (NightStyle.LEARN, NightStyle.NORMAL, NightStyle.QUICK)

# Role name for the Automa's deck in a line: a neighbour holds it.
AUTOMA: Final = "automa"


@dataclass(frozen=True, slots=True)
class Cue:
    """Spoken line and its effect on players, by role: all holders of a role act alike.

    A turned deck shows its bottom card to all who look, until it is covered again. `is_rest`: everybody shuts
    their eyes and makes a fist. `decoy_action` is the action ("opens" or "closes") of a player who may not
    exist: the line is said all the same. `missed_line` is the key of the line that announces a repeat of this
    look after an interruption.
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


# The fields of a cue that contain actions, in the order in which they are described.
EYE_AND_THUMB_FIELDS: Final = ("opens", "closes", "thumbs_up", "thumbs_down")
ACTION_FIELDS: Final = (*EYE_AND_THUMB_FIELDS, "turns", "covers")


@dataclass(frozen=True, slots=True)
class Script:
    """Script of a whole night; `game` is the domain of its keys."""

    game: str
    style: NightStyle
    cues: tuple[Cue, ...]

    @property
    def line_keys(self) -> tuple[str, ...]:
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
    """Row of the table of steps. `variant` returns one of `variants`, the sentences of the step."""

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
    """Table of all steps of a game's night."""

    game: str
    rows: tuple[NightStep[CastT], ...]

    def build_script(self, cast: CastT, style: NightStyle) -> Script:
        cues = tuple(
            Cue(
                step.kind,
                self.line_key(style, sentence_key(step.kind, step.variant(cast))),
                step.hold,
                **{action: getattr(step, action)(cast) for action in ACTION_FIELDS},
                is_rest=step.is_rest,
                decoy_action=step.decoy_action,
                missed_line=step.missed_line,
            )
            for step in self.rows
            if step.is_included(cast)
        )
        return Script(self.game, style, cues)

    def line_key(self, style: NightStyle, sentence: str) -> str:
        """Return the catalogue key of a sentence in a style."""
        return f"{self.game}.night.{style.value}.{sentence}"

    def list_lines(self, style: NightStyle) -> tuple[str, ...]:
        """Return all lines of any night in this style: the closed set that can be recorded."""
        return tuple(dict.fromkeys(line for step in self.rows for line in self._variant_lines(style, step)))

    def build_full_script(self, style: NightStyle, measure: Callable[[str], float]) -> Script:
        """Return a script of all steps, each with its longest sentence: no real night is longer. For
        measuring only: its cues have no actions, and no set-up has all these steps."""
        cues = (
            Cue(step.kind, max(self._variant_lines(style, step), key=measure), step.hold)
            for step in self.rows
        )
        return Script(self.game, style, tuple(cues))

    def _variant_lines(self, style: NightStyle, step: NightStep[CastT]) -> tuple[str, ...]:
        return tuple(self.line_key(style, sentence_key(step.kind, variant)) for variant in step.variants)


def sentence_key(kind: Enum, variant: str = "") -> str:
    """Return the end of a sentence's key: its step, and its variant, if any."""
    return f"{kind.value.lower()}.{variant}" if variant else kind.value.lower()


class NightSetup(Protocol):
    """Set-up of any game, as far as it is public."""

    @property
    def players(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class DawnText:
    """Texts of the page at dawn, as catalogue keys: who begins, what remains to be done with the cards (each
    with the player who does it, or "" for everybody), the permanent rules under their heading, and the
    button."""

    starter_key: str
    starter_name: str  # argument of `begins`
    next_key: str
    card_tasks: tuple[tuple[str, str], ...] = ()
    rules_title: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NightDefinition:
    """Night of a game: its scripts, their verification, and the texts around it. `action_fields` are the
    fields of a cue that contain actions, in the order in which they are described; `night_knowledge` returns
    as JSON data what the rules reveal at night."""

    game: str
    setup_type: type[NightSetup]
    styles: tuple[NightStyle, ...]
    action_fields: tuple[str, ...]
    build_script: Callable[[Any, NightStyle], Script]
    verify: Callable[[Script, Any], tuple[Problem, ...]]
    steps: NightSteps[Any]
    night_knowledge: Callable[[Any], dict[str, Any]]
    dawn_text: Callable[[Any], DawnText]
    instruction_key: str | None = None  # what to do before eyes are closed

    def list_lines(self, style: NightStyle) -> tuple[str, ...]:
        return self.steps.list_lines(style)

    def build_full_script(self, style: NightStyle, measure: Callable[[str], float]) -> Script:
        return self.steps.build_full_script(style, measure)

    def label_key(self, kind: Enum) -> str:
        """Return the catalogue key of a step's name, for lists of steps."""
        name = kind.value.lower()
        return f"app.kind.{name}" if isinstance(kind, CommonCueKind) else f"{self.game}.kind.{name}"

    def supported_style(self, style: NightStyle) -> NightStyle:
        """Return the style, or NORMAL if the game does not support it."""
        return style if style in self.styles else NightStyle.NORMAL


def list_night_games() -> tuple[str, ...]:
    return tuple(game.id for game in list_games() if game.has_night)


def load_night_definition(game: str) -> NightDefinition:
    """Return the night of a game, loaded on first use. Raises KeyError for a game without one."""
    return get_game(game).get_part(NightDefinition)


def find_night_definition(setup: NightSetup) -> NightDefinition:
    """Return the night of the game to which this set-up belongs."""
    for night in map(load_night_definition, list_night_games()):
        if isinstance(setup, night.setup_type):
            return night
    raise TypeError(f"no game that begins with a night has a set-up like {type(setup).__name__}")
