"""Drafts of Avalon's moves. No Kivy here.

Each phase has its draft. `tap(seat)` returns the next draft, `move` the move once `is_ready`; the rules
stay in the game, and a draft only offers what they allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.entry.roles_told import RoleAssignment
from companion.games.avalon.lancelot import SWITCHES
from companion.games.avalon.setup import deck
from companion.games.avalon.state import (
    QUESTS,
    Assassinate,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Phase,
    Propose,
    Quest,
    Roles,
    State,
    Vote,
)


@dataclass(frozen=True, slots=True)
class TeamDraft:
    """Draft of a proposal: quest (with Targeting), team, and bearer of Excalibur."""

    state: State
    quest: int | None
    team: tuple[int, ...] = ()
    excalibur: int | None = None

    @property
    def team_size(self) -> int:
        return 0 if self.quest is None else self.state.numbers.team_size(self.quest)

    @property
    def is_full(self) -> bool:
        return self.quest is not None and len(self.team) == self.team_size

    @property
    def needs_bearer(self) -> bool:
        """True if the team is complete and the bearer of Excalibur must still be chosen."""
        return self.is_full and self.state.setup.excalibur and self.excalibur is None

    def select_quest(self, quest: int) -> TeamDraft:
        if quest == self.quest or quest not in self.state.open_quests:
            return self
        size = self.state.numbers.team_size(quest)
        return replace(self, quest=quest, team=self.team[:size], excalibur=None)

    def tap(self, seat: int) -> TeamDraft:
        if self.needs_bearer and seat in self.team and seat != self.state.leader:
            return replace(self, excalibur=seat)
        if seat in self.team:
            bearer = None if seat == self.excalibur else self.excalibur
            return replace(self, team=tuple(other for other in self.team if other != seat), excalibur=bearer)
        return self if self.is_full or self.quest is None else replace(self, team=(*self.team, seat))

    @property
    def is_ready(self) -> bool:
        return self.is_full and not self.needs_bearer

    @property
    def move(self) -> Move:
        quest = self.quest if self.state.setup.targeting else None
        return Propose(tuple(sorted(self.team)), quest, self.excalibur)


@dataclass(frozen=True, slots=True)
class VoteDraft:
    """Draft of a vote. All seats approve by default, because most groups name those who reject."""

    state: State
    refusing: frozenset[int] = frozenset()
    is_ready: bool = True

    def tap(self, seat: int) -> VoteDraft:
        return replace(self, refusing=self.refusing ^ {seat})

    @property
    def approving_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.state.setup.players)) if seat not in self.refusing)

    @property
    def is_approved(self) -> bool:
        return self.state.is_approved_by(len(self.approving_seats))

    @property
    def move(self) -> Move:
        return Vote(approve=self.approving_seats)


@dataclass(frozen=True, slots=True)
class QuestDraft:
    """Draft of a quest's result: number of fails, and whom Excalibur was used on."""

    state: State
    fails: int = 0
    excalibur_on: int | None = None
    is_ready: bool = True

    def tap(self, seat: int) -> QuestDraft:
        bearer = self.state.excalibur
        if bearer is None or seat == bearer or seat not in self.state.team:
            return self
        return replace(self, excalibur_on=None if seat == self.excalibur_on else seat)

    def set_fails(self, fails: int) -> QuestDraft:
        return replace(self, fails=fails)

    @property
    def is_failed(self) -> bool:
        return self.fails >= (self.state.fails_needed or 1)

    @property
    def move(self) -> Move:
        return Quest(self.fails, self.excalibur_on)


@dataclass(frozen=True, slots=True)
class TargetDraft:
    """Draft of naming one player: by the Lady of the Lake, or by the Assassin."""

    state: State
    target: int | None = None
    hit: bool | None = None

    @property
    def candidates(self) -> tuple[int, ...]:
        if self.state.phase is Phase.LADY:
            return self.state.lady_targets
        return tuple(range(len(self.state.setup.players)))

    def tap(self, seat: int) -> TargetDraft:
        return replace(self, target=seat) if seat in self.candidates else self

    def set_hit(self, hit: bool) -> TargetDraft:
        return replace(self, hit=hit)

    @property
    def is_ready(self) -> bool:
        return self.target is not None and (self.state.phase is Phase.LADY or self.hit is not None)

    @property
    def move(self) -> Move:
        target = self.target if self.target is not None else -1
        if self.state.phase is Phase.LADY:
            return Lady(target)
        return Assassinate(target, bool(self.hit))


@dataclass(frozen=True, slots=True)
class LoyaltyDraft:
    """Draft of Lancelot's loyalty cards: one card (none if not chosen yet), or a row."""

    state: State
    switches: tuple[bool, ...]

    @property
    def is_ready(self) -> bool:
        return bool(self.switches)

    def tap(self, _seat: int) -> LoyaltyDraft:
        return self

    def flip_card(self, place: int) -> LoyaltyDraft:
        return self.set_cards(tuple(not card if i == place else card for i, card in enumerate(self.switches)))

    def set_cards(self, cards: tuple[bool, ...]) -> LoyaltyDraft:
        """Set the visible cards if they are possible, else return the draft unchanged."""
        is_single = self.state.phase is Phase.LOYALTY
        fits = len(cards) == (1 if is_single else QUESTS) and sum(cards) <= SWITCHES
        return replace(self, switches=cards) if fits else self

    @property
    def move(self) -> Move:
        if self.state.phase is Phase.LOYALTY:
            return Loyalty(self.switches == (True,))
        return LoyaltyRow(self.switches)


@dataclass(frozen=True, slots=True)
class RolesDraft(RoleAssignment):
    """Draft of the role card of each seat."""

    state: State

    @property
    def role_counts(self) -> Counter[str]:
        return Counter(deck(self.state.setup))

    @property
    def move(self) -> Move:
        return Roles(self.assigned_roles)


def make_roles_draft(state: State) -> RolesDraft:
    """Return a draft with the recorded roles, or an empty one."""
    return RolesDraft(state.roles or (None,) * len(state.setup.players), state)


# Drafts of a phase; `AnyDraft` includes the draft after the game.
Draft = TeamDraft | VoteDraft | QuestDraft | TargetDraft | LoyaltyDraft
AnyDraft = Draft | RolesDraft

_DRAFT_FACTORIES: Final[Mapping[Phase, Callable[[State], Draft]]] = {
    Phase.PROPOSE: lambda state: TeamDraft(state, state.quest),
    Phase.VOTE: VoteDraft,
    Phase.QUEST: QuestDraft,
    Phase.LADY: TargetDraft,
    Phase.ASSASSINATE: TargetDraft,
    Phase.LOYALTY: lambda state: LoyaltyDraft(state, ()),
    Phase.LOYALTY_ROW: lambda state: LoyaltyDraft(state, (False,) * QUESTS),
}


def make_draft(state: State) -> Draft | None:
    """Return an empty draft for the current phase; None once the game is over."""
    make = _DRAFT_FACTORIES.get(state.phase)
    return make(state) if make is not None else None
