"""Default set-up of Avalon: the recent one, else the first game or a common preset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.game import filter_blocking
from companion.core.resume_state import Memory, SetupDefaults, recall_at_size, remember_at_size
from companion.games.avalon.first_game import is_first_game
from companion.games.avalon.manifest import DEFINITION
from companion.games.avalon.setup import Setup, list_presets, problems


def default_setup(players: tuple[str, ...], before: Setup | None, draw: Callable[[int], int]) -> Setup:
    """Return the recent set-up if valid, else a common preset; without a recent one, the first game."""
    count = len(players)
    if before is not None and len(before.players) == count:
        setup = replace(before, players=players, leader=min(before.leader, count - 1))
        if not filter_blocking(problems(setup)):
            return setup
    first, common, *_ = list_presets(count)
    return Setup(players, leader=draw(count), roles=(first if before is None else common).roles)


def recall_setup(players: tuple[str, ...], memory: Memory, draw: Callable[[int], int]) -> Setup:
    return default_setup(players, recall_at_size(memory, Setup, DEFINITION.id, len(players)), draw)


def remember_setup(setup: Setup, memory: Memory) -> None:
    remember_at_size(memory, setup, DEFINITION.id, len(setup.players))


def prepare_setup(players: tuple[str, ...], memory: Memory, draw: Callable[[int], int]) -> Setup:
    """Return and remember the set-up for an immediate start. The leader is drawn at random every time."""
    setup = replace(recall_setup(players, memory, draw), leader=draw(len(players)))
    remember_setup(setup, memory)
    return setup


SETUP_DEFAULTS = SetupDefaults(prepare_setup, is_first_game)
