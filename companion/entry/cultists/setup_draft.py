"""Draft of the set-up of Among Cultists, and the functions that change it. Randomness is passed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from companion.games.cultists.setup import (
    AUTOMA_OPTIONAL_PLAYERS,
    AUTOMA_REQUIRED_PLAYERS,
    RECOMMENDED,
    SPECIALS,
    Setup,
    first_game_roles,
    recommended_roles,
)

# Returns a random number from 0 to n - 1: `Random().randrange` or the like.
Draw = Callable[[int], int]


class RoleSetKind(Enum):
    """How the set of roles is chosen."""

    FIRST_GAME = "first"
    RECOMMENDED = "recommended"
    CUSTOM = "own"


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """Draft of a set-up. `own`: the players choose the roles, even if the result equals a recommended set."""

    setup: Setup
    own: bool = False

    @property
    def kind(self) -> RoleSetKind:
        if self.setup.first_game:
            return RoleSetKind.FIRST_GAME
        return RoleSetKind.CUSTOM if self.own else RoleSetKind.RECOMMENDED

    @property
    def candidates(self) -> tuple[str, ...]:
        """The roles of which a recommended set has one at random."""
        return RECOMMENDED[self.setup.seats].one_of if self.kind is RoleSetKind.RECOMMENDED else ()

    @property
    def random_role(self) -> str | None:
        return next((role for role in self.candidates if role in self.setup.roles), None)


def new_draft(players: tuple[str, ...], draw: Draw) -> SetupDraft:
    """Return the draft for new players: a first game."""
    setup = Setup(players, knife=draw(len(players)), automa=len(players) == AUTOMA_REQUIRED_PLAYERS)
    return select_role_set(SetupDraft(setup), RoleSetKind.FIRST_GAME, draw)


def reseat_draft(before: SetupDraft, players: tuple[str, ...], draw: Draw) -> SetupDraft:
    """Adapt a recent draft to these players. Another player count uses other recommended sets."""
    old, count = before.setup, len(players)
    automa = count == AUTOMA_REQUIRED_PLAYERS or (count == AUTOMA_OPTIONAL_PLAYERS and old.automa)
    valid_roles = tuple(role for role in SPECIALS if role in old.roles)
    setup = replace(
        old, players=players, knife=max(0, min(old.knife, count - 1)), automa=automa, roles=valid_roles
    )
    if len(old.players) == count and old.automa == automa:
        return SetupDraft(setup, before.own)
    return select_role_set(
        SetupDraft(setup),
        RoleSetKind.FIRST_GAME if before.kind is RoleSetKind.FIRST_GAME else RoleSetKind.RECOMMENDED,
        draw,
    )


def select_role_set(draft: SetupDraft, kind: RoleSetKind, draw: Draw) -> SetupDraft:
    """Select a kind of role set; a custom set starts with the current roles."""
    setup = draft.setup
    if kind is RoleSetKind.CUSTOM:
        return SetupDraft(replace(setup, first_game=False), own=True)
    if kind is RoleSetKind.FIRST_GAME:
        roles = first_game_roles(setup.seats, automa=setup.automa)
        return SetupDraft(replace(setup, roles=roles, first_game=True))
    picks = len(RECOMMENDED[setup.seats].one_of)
    roles = recommended_roles(setup.seats, draw(picks) if picks else 0, automa=setup.automa)
    return SetupDraft(replace(setup, roles=roles, first_game=False))


def set_automa(draft: SetupDraft, on: bool, draw: Draw) -> SetupDraft:
    """Add or remove the Automa; a recommended set adapts, a custom one is unchanged."""
    changed = replace(draft, setup=replace(draft.setup, automa=on))
    return changed if draft.kind is RoleSetKind.CUSTOM else select_role_set(changed, draft.kind, draw)


def select_candidate(draft: SetupDraft, candidate: str) -> SetupDraft:
    """Select this one of the three candidates for the recommended set."""
    setup = draft.setup
    pick = RECOMMENDED[setup.seats].one_of.index(candidate)
    return replace(
        draft, setup=replace(setup, roles=recommended_roles(setup.seats, pick, automa=setup.automa))
    )


def redraw_candidate(draft: SetupDraft, draw: Draw) -> SetupDraft:
    """Draw another candidate, never the current one, so that every tap has an effect."""
    others = tuple(role for role in draft.candidates if role != draft.random_role)
    return select_candidate(draft, others[draw(len(others))])


def toggle_role(draft: SetupDraft, role: str) -> SetupDraft:
    """Add or remove a role, which makes the set custom."""
    selected = set(draft.setup.roles) ^ {role}
    roles = tuple(special for special in SPECIALS if special in selected)
    return SetupDraft(replace(draft.setup, roles=roles, first_game=False), own=True)
