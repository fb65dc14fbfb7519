"""Data types for teaching a game: steps of a guided set-up, intro chapters, rulebook entries, lessons.

Each game implements them in `scripts/<id>/`. Numbers in a sentence come from the rules as arguments.
Catalogue keys: `<id>_guide.part.<part>`, `<id>_guide.intro.<chapter>.title`, `<id>_rules.chapter.<chapter>`,
`<id>_rules.entry.<entry>.` with `title`, `text`, `words` (search keywords) and `example`.

Scenes: a table seen from above, as data that a widget draws for any game.

Coordinates are those of a picture of `WIDTH` by `HEIGHT` from its upper left corner; a widget scales them. A
scene shows the real table, so it is never mirrored in right-to-left languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from math import cos, pi, sin
from typing import Any, Final, TypeVar

from companion.core.definition import Component, ComponentCount
from companion.core.message import Message, MessageArg

WIDTH, HEIGHT = 350.0, 330.0
# Maximum width of a name plate beside others, and its height.
PLATE_SIZE: Final = (76.0, 24.0)
# Radii of the ellipse of seats around the middle of the table.
_SEAT_RADIUS_X, _SEAT_RADIUS_Y = 130.0, 148.0


class Shape(Enum):
    PLATE = "plate"  # a player's name plate
    DISC = "disc"  # a round token, or a place for one
    CARD = "card"  # a card, face down unless `is_face_up`
    PILE = "pile"  # a pile of cards
    BOARD = "board"  # a surface for other items
    BOX = "box"  # a box for other items
    LABEL = "label"  # text without a background
    ARROW = "arrow"  # centred, as long as its height, `rotation` clockwise from pointing up


@dataclass(frozen=True, slots=True)
class SceneItem:
    """Item of a scene with its centre at `x` and `y`. `icon` is the name of an icon, `tone` a palette colour.

    It may show a player's `name`, a `number`, or the text of `key` with `args`. `count` is the number of
    pieces, shown if it is more than one. `is_overlay`: it is on top of another item, such as a board, and may
    cover it. `step` is the guide step that it belongs to: both are highlighted together.
    """

    shape: Shape
    x: float
    y: float
    width: float
    height: float
    icon: str | None = None
    tone: str = "ink_2"
    name: str | None = None
    number: int | None = None
    key: str | None = None
    args: Mapping[str, int | str] = field(default_factory=dict, hash=False)
    count: int = 1
    is_face_up: bool = False
    is_overlay: bool = False
    rotation: float = 0.0
    step: str | None = None

    @property
    def left(self) -> float:
        return self.x - self._visible_width / 2

    @property
    def right(self) -> float:
        return self.x + self._visible_width / 2

    @property
    def top(self) -> float:
        return self.y - self._visible_height / 2

    @property
    def bottom(self) -> float:
        return self.y + self._visible_height / 2

    @property
    def _visible_width(self) -> float:
        return self.height if self._is_sideways else self.width

    @property
    def _visible_height(self) -> float:
        return self.width if self._is_sideways else self.height

    @property
    def _is_sideways(self) -> bool:
        """True if a quarter turn swaps width and height; a slight rotation is only decoration."""
        return self.shape is not Shape.ARROW and round(self.rotation / 90) % 2 == 1


Scene = tuple[SceneItem, ...]


def plate(name: str, x: float, y: float, step: str | None = None) -> SceneItem:
    return SceneItem(Shape.PLATE, x, y, *PLATE_SIZE, name=name, step=step)


def disc(x: float, y: float, diameter: float, icon: str, tone: str, step: str | None = None) -> SceneItem:
    return SceneItem(Shape.DISC, x, y, diameter, diameter, icon=icon, tone=tone, step=step)


def seat_positions(
    seat_count: int, radius_x: float = _SEAT_RADIUS_X, radius_y: float = _SEAT_RADIUS_Y
) -> tuple[tuple[float, float], ...]:
    """Return the centres of the seats around the table, the first one at the bottom, then clockwise."""
    angles = (pi / 2 + 2 * pi * seat / seat_count for seat in range(seat_count))
    return tuple((WIDTH / 2 + radius_x * cos(angle), HEIGHT / 2 + radius_y * sin(angle)) for angle in angles)


def row_centers(count: int, center: float, gap: float) -> tuple[float, ...]:
    """Return the centres of `count` items in a row, `gap` apart."""
    return tuple(center + gap * (index - (count - 1) / 2) for index in range(count))


def assign_step(step: str, items: Sequence[SceneItem]) -> Scene:
    return tuple(replace(item, step=step) for item in items)


PACKING: Final = "packing"
# Seconds for doing a step after its sentence, and for each kind of component it needs.
_STEP_SECONDS, _SECONDS_PER_PIECE_KIND = 5.0, 3.0


@dataclass(frozen=True, slots=True)
class GuideStep:
    """Step of a guide. Its sentence, shown and spoken alike, is `key`; `reason_key` explains it and has the
    same arguments.

    Sentences that differ between set-ups are separate keys, never concatenated. `depends_on` lists what else
    of the set-up the step depends on without mentioning it: if that changes, the step has to be done again.
    """

    id: str
    part: str
    key: str
    args: Mapping[str, MessageArg] = field(default_factory=dict, hash=False)
    pieces: tuple[ComponentCount, ...] = ()
    reason_key: str | None = None
    depends_on: tuple[str, ...] = ()

    @property
    def pause_seconds(self) -> float:
        """Return the pause for doing the step if nobody taps."""
        return _STEP_SECONDS + _SECONDS_PER_PIECE_KIND * len(self.pieces)


def list_parts(steps: Sequence[GuideStep]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(step.part for step in steps))


def keep_done_steps(
    old_steps: Sequence[GuideStep], new_steps: Sequence[GuideStep], done: frozenset[str]
) -> frozenset[str]:
    """Return the done steps that are exactly the same for the new set-up."""
    old_by_id = {step.id: step for step in old_steps}
    return frozenset(step.id for step in new_steps if step.id in done and old_by_id.get(step.id) == step)


def find_changed_steps(old_steps: Sequence[GuideStep], new_steps: Sequence[GuideStep]) -> tuple[str, ...]:
    """Return the ids of new steps that did not exist or were different before."""
    old_by_id = {step.id: replace(step, depends_on=()) for step in old_steps}
    return tuple(step.id for step in new_steps if old_by_id.get(step.id) != replace(step, depends_on=()))


@dataclass(frozen=True, slots=True)
class GuideDefinition:
    """Guide of a game: its parts in order, the steps of a set-up and of packing up, the scene of a part, and
    the components of its box. `sample_setups` yields set-ups that together have every sentence with numbers,
    for recording."""

    parts: tuple[str, ...]
    list_steps: Callable[[Any], tuple[GuideStep, ...]]
    list_packing_steps: Callable[[Any], tuple[GuideStep, ...]]
    draw_scene: Callable[[Any, str], Scene]
    components: tuple[Component, ...]
    sample_setups: Callable[[], Iterator[Any]] | None = None

    @property
    def components_by_id(self) -> dict[str, Component]:
        return {component.id: component for component in self.components}


class IntroSpeed(StrEnum):
    CALM = "calm"
    QUICK = "quick"


# Seconds between two sentences.
GAP_SECONDS: Final[Mapping[IntroSpeed, float]] = {IntroSpeed.CALM: 1.4, IntroSpeed.QUICK: 0.5}


@dataclass(frozen=True, slots=True)
class IntroChapter:
    """Chapter of an intro. `optional_keys` are the sentences that the quick version omits."""

    id: str
    scene: Scene
    messages: tuple[Message, ...]
    optional_keys: tuple[str, ...] = ()

    def messages_for(self, speed: IntroSpeed) -> tuple[Message, ...]:
        return tuple(
            message
            for message in self.messages
            if speed is IntroSpeed.CALM or message.key not in self.optional_keys
        )


@dataclass(frozen=True, slots=True)
class Intro:
    """Spoken introduction of a game."""

    chapters: tuple[IntroChapter, ...]


# Kinds of links, the part before the colon; after it follows a problem's key, a role, a card, …
PROBLEM, ROLE, CARD, EVENT, END, ACTION = "problem", "role", "card", "event", "end", "action"
LINK_KINDS: Final = (PROBLEM, ROLE, CARD, EVENT, END, ACTION)


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """Entry of a rulebook. `links` are the links that open it, `see_also` are related entries.

    `numbers` are the numbers of its sentences, taken from the rules, `example` those of its worked example,
    computed by the rules. `is_open_question`: the sources leave it open, so users may write down how they
    play. `icon` is the name of an icon.
    """

    id: str
    chapter: str
    links: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    numbers: Mapping[str, MessageArg] = field(default_factory=dict, hash=False)
    example: Mapping[str, MessageArg] | None = field(default=None, hash=False)
    is_open_question: bool = False
    icon: str = "BOOK"

    @property
    def has_example(self) -> bool:
        return self.example is not None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Rulebook of a game; `chapters` are the ids of its chapters."""

    chapters: tuple[str, ...]
    entries: tuple[RuleEntry, ...]


@dataclass(frozen=True, slots=True)
class RuleContext:
    """Part of a game that says what a rule means for a set-up and, in a running game, its state.

    `find_message` gets the id of the rulebook entry; it returns None if there is nothing to add.
    """

    find_message: Callable[[str, Any, Any], Message | None]


def make_links(kind: str, *names: str) -> tuple[str, ...]:
    """Return links of a kind: `make_links(ROLE, "merlin")` is `("role:merlin",)`."""
    return tuple(f"{kind}:{name}" for name in names)


def find_entry_by_link(entries: Sequence[RuleEntry], link: str) -> RuleEntry | None:
    return next((entry for entry in entries if link in entry.links), None)


def find_entry(entries: Sequence[RuleEntry], entry_id: str) -> RuleEntry | None:
    return next((entry for entry in entries if entry.id == entry_id), None)


def index_links(entries: Sequence[RuleEntry]) -> dict[str, str]:
    return {link: entry.id for entry in entries for link in entry.links}


# The three sentences of a lesson: what happens now, who does what, the rule behind it.
LessonKeys = tuple[str, str, str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lesson:
    """Lesson; all three sentences may use all of the arguments."""

    now_key: str
    who_key: str
    rule_key: str
    args: Mapping[str, MessageArg] = field(default_factory=dict, hash=False)


def rotate(lessons: Sequence[T], offset: int) -> tuple[T, ...]:
    """Return the lessons rotated, so that players who read only the first ones see all in time."""
    start = offset % len(lessons) if lessons else 0
    return (*lessons[start:], *lessons[:start])
