"""The roles of a table that chooses nothing: those of last time, else a first game or a recommended set."""

from __future__ import annotations

from dataclasses import replace

from companion.entry.cultists.setup_draft import Draft, Draw, Kind, choose, fresh, seated
from companion.entry.last_time import keep_at_size, last_at_size
from companion.entry.memory import Memory
from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.setup import Setup, problems, with_automa_seated
from companion.games.game import blocking


def usual(players: tuple[str, ...], before: Draft | None, draw: Draw) -> Draft:
    """As this many played `before`, if that still stands; the first time ever a first game."""
    if before is None:
        return fresh(players, draw)
    draft = seated(before, players, draw)
    stands = not blocking(problems(with_automa_seated(draft.setup)))
    return draft if stands else choose(draft, Kind.RECOMMENDED, draw)


def last_draft(players: tuple[str, ...], memory: Memory) -> Draft | None:
    return last_at_size(memory, Draft, MANIFEST.id, len(players))


def remember(draft: Draft, memory: Memory) -> None:
    keep_at_size(memory, draft, MANIFEST.id, len(draft.setup.players))


def prepared(players: tuple[str, ...], memory: Memory, draw: Draw) -> Setup:
    """Ready to be dealt, and remembered. Nobody is asked who begins, so that is drawn every time."""
    draft = usual(players, last_draft(players, memory), draw)
    draft = replace(draft, setup=replace(draft.setup, knife=draw(len(players))))
    remember(draft, memory)
    return with_automa_seated(draft.setup)
