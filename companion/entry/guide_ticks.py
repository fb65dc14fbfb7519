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
from companion.games.manifest import GameDefinition
from companion.games.records import decode_setup, encode
from companion.scripts.guides import GuideStep, find_changed_steps, keep_done_steps, list_parts

_HANDS_FREE: Final = "hands_free"


@dataclass(frozen=True, slots=True)
class GuideProgress:
    """`setup` is the table it is for, as it is recorded, and `part` the one that was shown last. `changed`
    are steps that are new or done otherwise since the table changed, `dropped` whether some are gone.
    `begun`: the game came after it, so the next set-up is a new one."""

    setup: Mapping[str, Any]
    done: tuple[str, ...] = ()
    part: str = ""
    changed: tuple[str, ...] = ()
    dropped: bool = False
    begun: bool = False


def make_guide_steps(game: GameDefinition, setup: Any) -> tuple[GuideStep, ...]:
    """Raises BadSetup if this table cannot be played."""
    steps: tuple[GuideStep, ...] = game.load_part("scripts", "guide").list_steps(setup)
    return steps


def open_progress(memory: Memory, game: GameDefinition, setup: Any) -> GuideProgress:
    """What is done for this table, as it is kept from now on: where the guide was left, unless a game has
    begun since."""
    saved, parts = memory.recall(GuideProgress, _guide_ticks_key(game)), list_parts(make_guide_steps(game, setup))
    progress = _migrate_progress(saved, game, setup)
    if progress.part not in parts:
        progress = set_part(progress, parts[0])
    if progress != saved:
        save_progress(memory, game, progress)
    return progress


def save_progress(memory: Memory, game: GameDefinition, progress: GuideProgress) -> None:
    memory.remember(progress, _guide_ticks_key(game))


def mark_done(progress: GuideProgress, steps: Iterable[GuideStep], step: str) -> GuideProgress:
    done = {*progress.done, step}
    return replace(progress, done=tuple(one.id for one in steps if one.id in done))


def set_part(progress: GuideProgress, part: str) -> GuideProgress:
    return replace(progress, part=part)


def mark_game_started(memory: Memory, game: GameDefinition) -> None:
    saved = memory.recall(GuideProgress, _guide_ticks_key(game))
    if saved is not None and not saved.begun:
        save_progress(memory, game, replace(saved, begun=True))


@dataclass(frozen=True, slots=True)
class _HandsFree:
    by_itself: bool


def is_auto_advance(memory: Memory) -> bool:
    """Whether a guide that is read aloud goes on by itself, as it was wanted last."""
    saved = memory.recall(_HandsFree, _HANDS_FREE)
    return saved is None or saved.by_itself


def set_auto_advance(memory: Memory, by_itself: bool) -> None:
    memory.remember(_HandsFree(by_itself), _HANDS_FREE)


def _migrate_progress(saved: GuideProgress | None, game: GameDefinition, setup: Any) -> GuideProgress:
    setup_json = encode(setup)
    if saved is None or saved.begun:
        return GuideProgress(setup_json)
    if saved.setup == setup_json:
        return saved
    try:
        before = make_guide_steps(game, decode_setup(game.rules, saved.setup))
    except (BadSetup, ProblemError):
        return GuideProgress(setup_json)
    after = make_guide_steps(game, setup)
    done = keep_done_steps(before, after, frozenset(saved.done))
    ids = tuple(step.id for step in after)
    undone = set(saved.done) - done
    changed_ids = {*saved.changed, *find_changed_steps(before, after), *undone} if saved.done else set()
    return replace(
        saved,
        setup=setup_json,
        done=tuple(step for step in ids if step in done),
        changed=tuple(step for step in ids if step in changed_ids and step not in done),
        dropped=saved.dropped or bool(set(saved.done).difference(ids)),
    )


def _guide_ticks_key(game: GameDefinition) -> str:
    return f"{game.id}.guide"
