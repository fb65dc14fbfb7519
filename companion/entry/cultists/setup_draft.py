"""What is being chosen before the night, and how one choice leads to the next. Chance is handed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from companion.games.cultists.roles import RECOMMENDED, SPECIALS, first_game, recommended
from companion.games.cultists.setup import AUTOMA_MAY, AUTOMA_MUST, Setup

# One of so many, by chance: `Random().randrange` or the like.
Draw = Callable[[int], int]


class Kind(Enum):
    """The ways to come by a set of roles."""

    FIRST = "first"
    RECOMMENDED = "recommended"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Draft:
    """A set-up on its way. `own`: the table builds its set itself, even if it is one of the ready ones."""

    setup: Setup
    own: bool = False

    @property
    def kind(self) -> Kind:
        if self.setup.first_game:
            return Kind.FIRST
        return Kind.OWN if self.own else Kind.RECOMMENDED

    @property
    def candidates(self) -> tuple[str, ...]:
        """The roles of which a recommended set has one by chance."""
        return RECOMMENDED[self.setup.seats].one_of if self.kind is Kind.RECOMMENDED else ()

    @property
    def drawn(self) -> str | None:
        return next((role for role in self.candidates if role in self.setup.roles), None)


def fresh(players: tuple[str, ...], draw: Draw) -> Draft:
    """For people who never played here: a first game."""
    setup = Setup(players, knife=draw(len(players)), automa=len(players) == AUTOMA_MUST)
    return choose(Draft(setup), Kind.FIRST, draw)


def seated(before: Draft, players: tuple[str, ...], draw: Draw) -> Draft:
    """As it was chosen last time, for these people. Another number of them has other ready sets."""
    old, count = before.setup, len(players)
    automa = count == AUTOMA_MUST or (count == AUTOMA_MAY and old.automa)
    known = tuple(role for role in SPECIALS if role in old.roles)
    setup = replace(old, players=players, knife=max(0, min(old.knife, count - 1)), automa=automa, roles=known)
    if len(old.players) == count and old.automa == automa:
        return Draft(setup, before.own)
    return choose(Draft(setup), Kind.FIRST if before.kind is Kind.FIRST else Kind.RECOMMENDED, draw)


def choose(draft: Draft, kind: Kind, draw: Draw) -> Draft:
    """Take the set of this kind; whoever builds an own set starts from the present one."""
    setup = draft.setup
    if kind is Kind.OWN:
        return Draft(replace(setup, first_game=False), own=True)
    if kind is Kind.FIRST:
        roles = first_game(setup.seats, automa=setup.automa)
        return Draft(replace(setup, roles=roles, first_game=True))
    picks = len(RECOMMENDED[setup.seats].one_of)
    roles = recommended(setup.seats, draw(picks) if picks else 0, automa=setup.automa)
    return Draft(replace(setup, roles=roles, first_game=False))


def with_automa(draft: Draft, on: bool, draw: Draw) -> Draft:
    """The Automa takes or leaves its seat; ready sets follow, an own set stays as it is."""
    changed = replace(draft, setup=replace(draft.setup, automa=on))
    return changed if draft.kind is Kind.OWN else choose(changed, draft.kind, draw)


def take(draft: Draft, candidate: str) -> Draft:
    """Have this one of the three in the recommended set."""
    setup = draft.setup
    pick = RECOMMENDED[setup.seats].one_of.index(candidate)
    return replace(draft, setup=replace(setup, roles=recommended(setup.seats, pick, automa=setup.automa)))


def redraw(draft: Draft, draw: Draw) -> Draft:
    """Another one of the three, so that a tap always answers."""
    others = tuple(role for role in draft.candidates if role != draft.drawn)
    return take(draft, others[draw(len(others))])


def toggle(draft: Draft, role: str) -> Draft:
    """A role goes in or out of an own set."""
    chosen = set(draft.setup.roles) ^ {role}
    roles = tuple(special for special in SPECIALS if special in chosen)
    return Draft(replace(draft.setup, roles=roles, first_game=False), own=True)
