"""A sentence by the key of its words in the catalogues, and what is put into them.

A guided set-up as data: what is taken from the box, in which order and how many, for one table.

Each game has a `scripts/<id>/guide.py` with the same names in it:

- `PARTS`: the parts in their order, each a page; their titles are `<id>_guide.part.<part>`;
- `guide_button(setup)`: all steps of this table, part by part, up to its deal or its board;
- `scene(setup, part)`: the table as it looks once this part is done;
- `packing(setup)`: the steps of packing up, all of the part `PACKING`; `scene` draws that too;
- `count_recorded()`, where numbers are put into its sentences: a table of every kind that has other ones.

A number in a sentence is an argument that comes from the rules. Nothing here is worked out by a screen.

A game told in five minutes, as data: chapters, each with a picture and the sentences said beside it.

Each game has a `scripts/<id>/intro.py` with `CHAPTERS`. A chapter's title is
`<id>_guide.intro.<chapter>.title`. The quick telling leaves out the sentences that only explain, and pauses
less.

The rules of a game to look things up in, as data: entries in chapters, and what leads to each.

Each game has a `scripts/<id>/rulebook.py` with `CHAPTERS` (ids in their order) and `ENTRIES`. Of an entry
the catalogue `<id>_rules` holds, under `<id>_rules.entry.<entry>.`: `title`, `text` (which may name numbers,
all of them given by `numbers`), `words` (what people may search by, parted by commas) and, if it
`has_example`, `example`. A chapter's name is `<id>_rules.chapter.<chapter>`. What an entry means at a table,
just now, is told by `entry/<id>/at_table.py`.

What a learner is told at one moment of a game, as catalogue keys.

Of a moment there is mostly more to tell than one lesson holds: a game's `lessons` gives all that fit, the one
that matters most first, and `lesson` that one alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeVar

from companion.core.definition import ComponentCount
from companion.scripts.scenes import Scene

Arg = int | str | tuple[str, ...] | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Message:
    key: str
    args: Mapping[str, Arg] = field(default_factory=dict, hash=False)

    @property
    def is_recordable(self) -> bool:
        """Whether nothing but numbers of the rules is put into it: there are so few like it that each can be
        recorded. Of names there is no end."""
        return all(isinstance(value, int) for value in self.args.values())

    @property
    def clip_name(self) -> str:
        """What a recording of it is called: `key`, or `key(n=5,rooms=9)`."""
        formatted_args = ",".join(f"{name}={value}" for name, value in sorted(self.args.items()))
        return f"{self.key}({formatted_args})" if formatted_args else self.key


def parse_clip_name(clip_name: str) -> Message:
    """The closed sentence that a recording of this name says."""
    key, _, formatted_args = clip_name.removesuffix(")").partition("(")
    args = (arg.partition("=") for arg in formatted_args.split(",") if arg)
    return Message(key, {name: int(value) for name, _, value in args})


PACKING: Final = "packing"
# Seconds for two hands, after a sentence is spoken: for any step, and for each kind of piece it needs.
_STEP_SECONDS, _SECONDS_PER_PIECE_KIND = 5.0, 3.0


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One thing to do. Its sentence, shown and spoken alike, is `key`; `reason_key` it matters takes the
    same args.

    Where two sentences are needed for two kinds of table they are two keys, never glued pieces.
    `depends_on` is what else of the table it depends on, without a word of that in its sentence: with
    another, what was done is to be done again.
    """

    id: str
    part: str
    key: str
    args: Mapping[str, Arg] = field(default_factory=dict, hash=False)
    pieces: tuple[ComponentCount, ...] = ()
    reason_key: str | None = None
    depends_on: tuple[str, ...] = ()

    @property
    def pause_seconds(self) -> float:
        """So long people have to do it, where nobody taps."""
        return _STEP_SECONDS + _SECONDS_PER_PIECE_KIND * len(self.pieces)


def list_parts(steps: Sequence[GuideStep]) -> tuple[str, ...]:
    """The parts that these steps have, in their order."""
    return tuple(dict.fromkeys(step.part for step in steps))


def keep_done_steps(
    old_steps: Sequence[GuideStep], new_steps: Sequence[GuideStep], done: frozenset[str]
) -> frozenset[str]:
    """Of the steps that were done for one table, those that another would do in just the same way."""
    old_by_id = {step.id: step for step in old_steps}
    return frozenset(step.id for step in new_steps if step.id in done and old_by_id.get(step.id) == step)


def find_changed_steps(old_steps: Sequence[GuideStep], new_steps: Sequence[GuideStep]) -> tuple[str, ...]:
    """The steps of the later table that are new, or read otherwise."""
    old_by_id = {step.id: replace(step, depends_on=()) for step in old_steps}
    return tuple(step.id for step in new_steps if old_by_id.get(step.id) != replace(step, depends_on=()))


class IntroSpeed(StrEnum):
    CALM = "calm"
    QUICK = "quick"


# Seconds between two sentences.
GAP_SECONDS: Final[Mapping[IntroSpeed, float]] = {IntroSpeed.CALM: 1.4, IntroSpeed.QUICK: 0.5}


@dataclass(frozen=True, slots=True)
class IntroChapter:
    """`optional_keys` are the keys of the sentences that the quick telling leaves out."""

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


# What an entry can be about, before the colon; after it stands a problem's key, a role, a card, …
PROBLEM, ROLE, CARD, EVENT, END, ACTION = "problem", "role", "card", "event", "end", "action"
LINK_KINDS: Final = (PROBLEM, ROLE, CARD, EVENT, END, ACTION)


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """`links` is what its link opens it for, `see_also` other entries.

    `numbers` are those that its sentences name, taken from the rules. `example` are those of its worked
    example, reckoned by the rules. `is_open_question`: the sources leave it open, so the table may write
    down how it plays. `icon` is the name of a drawn mark.
    """

    id: str
    chapter: str
    links: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    numbers: Mapping[str, Arg] = field(default_factory=dict, hash=False)
    example: Mapping[str, Arg] | None = field(default=None, hash=False)
    is_open_question: bool = False
    icon: str = "BOOK"

    @property
    def has_example(self) -> bool:
        return self.example is not None


def make_links(kind: str, *names: str) -> tuple[str, ...]:
    """The links of a kind: `make_links(ROLE, "merlin")` is `("role:merlin",)`."""
    return tuple(f"{kind}:{name}" for name in names)


def find_entry_by_link(entries: Sequence[RuleEntry], link: str) -> RuleEntry | None:
    """The entry that this link opens, by what it is about."""
    return next((entry for entry in entries if link in entry.links), None)


def find_entry(entries: Sequence[RuleEntry], entry_id: str) -> RuleEntry | None:
    return next((entry for entry in entries if entry.id == entry_id), None)


def index_links(entries: Sequence[RuleEntry]) -> dict[str, str]:
    """All links and the entries that they open, by id."""
    return {link: entry.id for entry in entries for link in entry.links}


# The three sentences of a lesson: what happens now, who does what, the rule behind it.
LessonKeys = tuple[str, str, str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lesson:
    """All three sentences may use all of the arguments."""

    now_key: str
    who_key: str
    rule_key: str
    args: Mapping[str, int | str | tuple[int, ...] | tuple[str, ...]] = field(
        default_factory=dict, hash=False
    )


def rotate(lessons: Sequence[T], offset: int) -> tuple[T, ...]:
    """The same in a circle, begun so many further on: whoever reads only the first ones meets them all."""
    start = offset % len(lessons) if lessons else 0
    return (*lessons[start:], *lessons[:start])
