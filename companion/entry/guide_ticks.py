"""Which steps of a guide are done: kept on disk with every tap, so that a call or a dead battery loses none.

A table may change while its guide is left. What is still done in the same way stays ticked, and what is not
is remembered as changed until somebody has read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.entry.memory import Memory
from companion.games.game import BadSetup, ProblemError
from companion.games.manifest import Manifest
from companion.games.records import decode_setup, encode
from companion.scripts.guides import Step, changed_since, parts_of, still_done

_HANDS_FREE: Final = "hands_free"


@dataclass(frozen=True, slots=True)
class Ticks:
    """`setup` is the table it is for, as it is recorded, and `part` the one that was shown last. `changed`
    are steps that are new or done otherwise since the table changed, `dropped` whether some are gone.
    `begun`: the game came after it, so the next set-up is a new one."""

    setup: Mapping[str, Any]
    done: tuple[str, ...] = ()
    part: str = ""
    changed: tuple[str, ...] = ()
    dropped: bool = False
    begun: bool = False


def steps_for(game: Manifest, setup: Any) -> tuple[Step, ...]:
    """Raises BadSetup if this table cannot be played."""
    steps: tuple[Step, ...] = game.part("scripts", "guide").guide(setup)
    return steps


def open_ticks(memory: Memory, game: Manifest, setup: Any) -> Ticks:
    """What is done for this table, as it is kept from now on: where the guide was left, unless a game has
    begun since."""
    kept, parts = memory.recall(Ticks, _name(game)), parts_of(steps_for(game, setup))
    ticks = _followed(kept, game, setup)
    if ticks.part not in parts:
        ticks = in_part(ticks, parts[0])
    if ticks != kept:
        keep(memory, game, ticks)
    return ticks


def keep(memory: Memory, game: Manifest, ticks: Ticks) -> None:
    memory.keep_in_mind(ticks, _name(game))


def with_done(ticks: Ticks, steps: Iterable[Step], step: str) -> Ticks:
    done = {*ticks.done, step}
    return replace(ticks, done=tuple(one.id for one in steps if one.id in done))


def in_part(ticks: Ticks, part: str) -> Ticks:
    return replace(ticks, part=part)


def game_begins(memory: Memory, game: Manifest) -> None:
    kept = memory.recall(Ticks, _name(game))
    if kept is not None and not kept.begun:
        keep(memory, game, replace(kept, begun=True))


@dataclass(frozen=True, slots=True)
class _HandsFree:
    by_itself: bool


def goes_by_itself(memory: Memory) -> bool:
    """Whether a guide that is read aloud goes on by itself, as it was wanted last."""
    kept = memory.recall(_HandsFree, _HANDS_FREE)
    return kept is None or kept.by_itself


def let_go_by_itself(memory: Memory, by_itself: bool) -> None:
    memory.keep_in_mind(_HandsFree(by_itself), _HANDS_FREE)


def _followed(kept: Ticks | None, game: Manifest, setup: Any) -> Ticks:
    now = encode(setup)
    if kept is None or kept.begun:
        return Ticks(now)
    if kept.setup == now:
        return kept
    try:
        before = steps_for(game, decode_setup(game.rules, kept.setup))
    except (BadSetup, ProblemError):
        return Ticks(now)
    after = steps_for(game, setup)
    done = still_done(before, after, frozenset(kept.done))
    ids = tuple(step.id for step in after)
    undone = set(kept.done) - done
    told = {*kept.changed, *changed_since(before, after), *undone} if kept.done else set()
    return replace(
        kept,
        setup=now,
        done=tuple(step for step in ids if step in done),
        changed=tuple(step for step in ids if step in told and step not in done),
        dropped=kept.dropped or bool(set(kept.done).difference(ids)),
    )


def _name(game: Manifest) -> str:
    return f"{game.id}.guide"
