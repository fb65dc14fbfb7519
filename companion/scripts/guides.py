"""A guided set-up as data: what is taken from the box, in which order and how many, for one table.

Each game has a `scripts/<id>/guide.py` with the same names in it:

- `PARTS`: the parts in their order, each a page; their titles are `<id>_guide.part.<part>`;
- `guide(setup)`: all steps of this table, part by part, up to its deal or its board;
- `scene(setup, part)`: the table as it looks once this part is done;
- `packing(setup)`: the steps of packing up, all of the part `PACKING`; `scene` draws that too;
- `counted()`, where numbers are put into its sentences: a table of every kind that has other ones.

A number in a sentence is an argument that comes from the rules. Nothing here is worked out by a screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.box import Piece
from companion.scripts.sentences import Arg

PACKING: Final = "packing"
# Seconds for two hands, after a sentence is spoken: for any step, and for each kind of piece it needs.
_HANDS, _HANDS_A_KIND = 5.0, 3.0


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do. Its sentence, shown and spoken alike, is `key`; `why` it matters takes the same args.

    Where two sentences are needed for two kinds of table they are two keys, never glued pieces. `hangs_on` is
    what else of the table it depends on, without a word of that in its sentence: with another, what was done
    is to be done again.
    """

    id: str
    part: str
    key: str
    args: Mapping[str, Arg] = field(default_factory=dict, hash=False)
    pieces: tuple[Piece, ...] = ()
    why: str | None = None
    hangs_on: tuple[str, ...] = ()

    @property
    def pause(self) -> float:
        """So long people have to do it, where nobody taps."""
        return _HANDS + _HANDS_A_KIND * len(self.pieces)


def parts_of(steps: Sequence[Step]) -> tuple[str, ...]:
    """The parts that these steps have, in their order."""
    return tuple(dict.fromkeys(step.part for step in steps))


def still_done(before: Sequence[Step], after: Sequence[Step], done: frozenset[str]) -> frozenset[str]:
    """Of the steps that were done for one table, those that another would do in just the same way."""
    as_it_was = {step.id: step for step in before}
    return frozenset(step.id for step in after if step.id in done and as_it_was.get(step.id) == step)


def changed_since(before: Sequence[Step], after: Sequence[Step]) -> tuple[str, ...]:
    """The steps of the later table that are new, or read otherwise."""
    as_it_was = {step.id: replace(step, hangs_on=()) for step in before}
    return tuple(step.id for step in after if as_it_was.get(step.id) != replace(step, hangs_on=()))
