"""The characters of a table that chooses nothing: those of last time, else the first or the usual ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.entry.last_time import keep_at_size, last_at_size
from companion.entry.memory import Memory
from companion.games.avalon.manifest import MANIFEST
from companion.games.avalon.roles import presets
from companion.games.avalon.setup import Setup, problems
from companion.games.game import blocking


def usual(players: tuple[str, ...], before: Setup | None, draw: Callable[[int], int]) -> Setup:
    """As this many played `before`, if that still stands; the first time ever the box's first game."""
    count = len(players)
    if before is not None and len(before.players) == count:
        setup = replace(before, players=players, leader=min(before.leader, count - 1))
        if not blocking(problems(setup)):
            return setup
    first, common, *_ = presets(count)
    return Setup(players, leader=draw(count), roles=(first if before is None else common).roles)


def remembered(players: tuple[str, ...], memory: Memory, draw: Callable[[int], int]) -> Setup:
    return usual(players, last_at_size(memory, Setup, MANIFEST.id, len(players)), draw)


def remember(setup: Setup, memory: Memory) -> None:
    keep_at_size(memory, setup, MANIFEST.id, len(setup.players))


def prepared(players: tuple[str, ...], memory: Memory, draw: Callable[[int], int]) -> Setup:
    """Ready to be dealt, and remembered. Nobody is asked who leads, so that is drawn every time."""
    setup = replace(remembered(players, memory, draw), leader=draw(len(players)))
    remember(setup, memory)
    return setup
