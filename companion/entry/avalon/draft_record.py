"""What was tapped of a move that is not made yet: kept through a kill, and brought back by undo."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.entry.avalon.draft import (
    Entering,
    LoyaltyDraft,
    QuestDraft,
    RolesDraft,
    TargetDraft,
    TeamDraft,
    VoteDraft,
    draft_of,
    roles_of,
)
from companion.entry.drafts import Drafts
from companion.games.avalon.moves import Assassinate, Lady, Loyalty, LoyaltyRow, Move, Propose, Quest, Vote
from companion.games.avalon.state import State
from companion.table import AnyTable


@dataclass(frozen=True, slots=True)
class DraftRecord:
    """Whatever the step asks for.

    `seats` are the team or those who refuse, `seat` is who gets Excalibur, is struck with it or is named,
    `number` the quest or its fails; `right` says whether it was Merlin; `roles` are the cards of the seats,
    told after the game.
    """

    seats: tuple[int, ...] = ()
    seat: int | None = None
    number: int | None = None
    right: bool | None = None
    cards: tuple[bool, ...] = ()
    roles: tuple[str | None, ...] = ()


def record_of(draft: Entering) -> DraftRecord:
    match draft:
        case TeamDraft():
            return DraftRecord(seats=draft.team, seat=draft.excalibur, number=draft.quest)
        case VoteDraft():
            return DraftRecord(seats=tuple(sorted(draft.against)))
        case QuestDraft():
            return DraftRecord(seat=draft.excalibur_on, number=draft.fails)
        case TargetDraft():
            return DraftRecord(seat=draft.target, right=draft.hit)
        case LoyaltyDraft():
            return DraftRecord(cards=draft.switches)
        case RolesDraft():
            return DraftRecord(roles=draft.roles)


def record_by(move: Move, state: State) -> DraftRecord | None:
    """What was tapped for a move that was made in this state; None if it came by another way."""
    match move:
        case Propose():
            return DraftRecord(seats=move.team, seat=move.excalibur, number=move.quest or state.quest)
        case Vote(approve=tuple(approving)):
            seats = range(len(state.setup.players))
            return DraftRecord(seats=tuple(seat for seat in seats if seat not in approving))
        case Quest():
            return DraftRecord(seat=move.excalibur_on, number=move.fails)
        case Lady():
            return DraftRecord(seat=move.target)
        case Assassinate():
            return DraftRecord(seat=move.target, right=move.hit)
        case Loyalty():
            return DraftRecord(cards=(move.switch,))
        case LoyaltyRow():
            return DraftRecord(cards=move.switches)
        case _:
            return None


def draft_with(state: State, entered: DraftRecord) -> Entering:
    """The draft of the next move with this tapped; what does not fit here is passed over."""
    draft = _begun(state)
    match draft:
        case TeamDraft():
            return _team(draft, entered)
        case VoteDraft():
            seats = range(len(state.setup.players))
            return replace(draft, against=frozenset(entered.seats) & frozenset(seats))
        case QuestDraft():
            if entered.number in range(len(state.team) + 1):
                draft = draft.count(entered.number or 0)
            return draft if entered.seat is None else draft.tap(entered.seat)
        case TargetDraft():
            named = draft if entered.seat is None else draft.tap(entered.seat)
            return replace(named, hit=entered.right)
        case LoyaltyDraft():
            return draft.lay(entered.cards)
        case RolesDraft():
            return draft.told(entered.roles)


def _team(draft: TeamDraft, entered: DraftRecord) -> TeamDraft:
    if entered.number is not None:
        draft = draft.aim(entered.number)
    for seat in dict.fromkeys(entered.seats):
        if seat in range(len(draft.state.setup.players)):
            draft = draft.tap(seat)
    given = entered.seat in draft.team and entered.seat != draft.state.leader
    return replace(draft, excalibur=entered.seat) if draft.state.setup.excalibur and given else draft


def _begun(state: State) -> Entering:
    """Nothing tapped yet."""
    return draft_of(state) or roles_of(state)


def _fresh(table: AnyTable) -> Entering:
    entered = record_by(table.undone[0], table.state) if table.undone else None
    return _begun(table.state) if entered is None else draft_with(table.state, entered)


def _restored(table: AnyTable, entered: DraftRecord) -> Entering:
    return draft_with(table.state, entered)


def _alike(one: State, other: State) -> bool:
    """Votes are for a team, and fails are of one."""
    return (one.awaits, one.team) == (other.awaits, other.team)


DRAFTS: Drafts[Entering] = Drafts(DraftRecord, _fresh, record_of, _restored, _alike)
