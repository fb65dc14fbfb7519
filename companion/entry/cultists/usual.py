"""Default set-up of Among Cultists: the recent one, else a first game or a recommended set."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import filter_blocking
from companion.core.resume_state import Memory, SetupDefaults, recall_at_size, remember_at_size
from companion.entry.cultists.setup_draft import (
    Draw,
    RoleSetKind,
    SetupDraft,
    new_draft,
    reseat_draft,
    select_role_set,
)
from companion.games.cultists.first_game import is_first_game
from companion.games.cultists.manifest import DEFINITION
from companion.games.cultists.setup import Setup, problems, seat_automa


def default_draft(players: tuple[str, ...], before: SetupDraft | None, draw: Draw) -> SetupDraft:
    """Return the recent draft for these players if it is valid, else a recommended set.

    Without a recent one, return a first game.
    """
    if before is None:
        return new_draft(players, draw)
    draft = reseat_draft(before, players, draw)
    is_valid = not filter_blocking(problems(seat_automa(draft.setup)))
    return draft if is_valid else select_role_set(draft, RoleSetKind.RECOMMENDED, draw)


def recall_draft(players: tuple[str, ...], memory: Memory) -> SetupDraft | None:
    return recall_at_size(memory, SetupDraft, DEFINITION.id, len(players))


def remember_draft(draft: SetupDraft, memory: Memory) -> None:
    remember_at_size(memory, draft, DEFINITION.id, len(draft.setup.players))


def prepare_setup(players: tuple[str, ...], memory: Memory, draw: Draw) -> Setup:
    """Return and remember the set-up for an immediate start.

    The start player is drawn at random every time.
    """
    draft = default_draft(players, recall_draft(players, memory), draw)
    draft = replace(draft, setup=replace(draft.setup, knife=draw(len(players))))
    remember_draft(draft, memory)
    return seat_automa(draft.setup)


SETUP_DEFAULTS = SetupDefaults(prepare_setup, is_first_game)
