"""A guided set-up as data: what is taken from the box, in which order and how many, for one table.

Each game has a `scripts/<id>/guide.py` with the same names in it:

- `PARTS`: the parts in their order, each a page; their titles are `<id>_guide.part.<part>`;
- `guide_button(setup)`: all steps of this table, part by part, up to its deal or its board;
- `scene(setup, part)`: the table as it looks once this part is done;
- `packing(setup)`: the steps of packing up, all of the part `PACKING`; `scene` draws that too;
- `count_recorded()`, where numbers are put into its sentences: a table of every kind that has other ones.

A number in a sentence is an argument that comes from the rules. Nothing here is worked out by a screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.box import ComponentCount
from companion.scripts.sentences import Arg

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
