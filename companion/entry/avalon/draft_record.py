"""Draft codec of Avalon: drafts survive closing the app and are restored by undo."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.drafts import DraftCodec
from companion.core.session import AnySession
from companion.entry.avalon.draft import (
    AnyDraft,
    LoyaltyDraft,
    QuestDraft,
    RolesDraft,
    TargetDraft,
    TeamDraft,
    VoteDraft,
    make_draft,
    make_roles_draft,
)
from companion.games.avalon.state import (
    Assassinate,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Propose,
    Quest,
    State,
    Vote,
)


@dataclass(frozen=True, slots=True)
class DraftRecord:
    """A draft of any phase in stored form.

    `seats` are the team or those who reject; `seat` is the bearer of Excalibur, its target, or the player
    named; `number` is the quest or the number of fails; `right` is whether it was Merlin; `roles` are the
    cards of the seats, recorded after the game.
    """

    seats: tuple[int, ...] = ()
    seat: int | None = None
    number: int | None = None
    right: bool | None = None
    cards: tuple[bool, ...] = ()
    roles: tuple[str | None, ...] = ()


def to_record(draft: AnyDraft) -> DraftRecord:
    match draft:
        case TeamDraft():
            return DraftRecord(seats=draft.team, seat=draft.excalibur, number=draft.quest)
        case VoteDraft():
            return DraftRecord(seats=tuple(sorted(draft.refusing)))
        case QuestDraft():
            return DraftRecord(seat=draft.excalibur_on, number=draft.fails)
        case TargetDraft():
            return DraftRecord(seat=draft.target, right=draft.hit)
        case LoyaltyDraft():
            return DraftRecord(cards=draft.switches)
        case RolesDraft():
            return DraftRecord(roles=draft.roles)


def record_of_move(move: Move, state: State) -> DraftRecord | None:
    """Return the draft from which this move was made; None if it was not entered by a draft."""
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


def draft_from_record(state: State, record: DraftRecord) -> AnyDraft:
    """Return the draft for this state with the stored values; values that do not fit are ignored."""
    draft = _start_draft(state)
    match draft:
        case TeamDraft():
            return _team_from_record(draft, record)
        case VoteDraft():
            seats = range(len(state.setup.players))
            return replace(draft, refusing=frozenset(record.seats) & frozenset(seats))
        case QuestDraft():
            if record.number in range(len(state.team) + 1):
                draft = draft.set_fails(record.number or 0)
            return draft if record.seat is None else draft.tap(record.seat)
        case TargetDraft():
            target_draft = draft if record.seat is None else draft.tap(record.seat)
            return replace(target_draft, hit=record.right)
        case LoyaltyDraft():
            return draft.set_cards(record.cards)
        case RolesDraft():
            return draft.with_roles(record.roles)


def _team_from_record(draft: TeamDraft, record: DraftRecord) -> TeamDraft:
    if record.number is not None:
        draft = draft.select_quest(record.number)
    for seat in dict.fromkeys(record.seats):
        if seat in range(len(draft.state.setup.players)):
            draft = draft.tap(seat)
    has_bearer = record.seat in draft.team and record.seat != draft.state.leader
    return replace(draft, excalibur=record.seat) if draft.state.setup.excalibur and has_bearer else draft


def _start_draft(state: State) -> AnyDraft:
    """Return an empty draft for this state."""
    return make_draft(state) or make_roles_draft(state)


def _empty_draft(session: AnySession) -> AnyDraft:
    record = record_of_move(session.undone_moves[0], session.state) if session.undone_moves else None
    return _start_draft(session.state) if record is None else draft_from_record(session.state, record)


def _from_record(session: AnySession, record: DraftRecord) -> AnyDraft:
    return draft_from_record(session.state, record)


def _is_compatible(one: State, other: State) -> bool:
    """True if phase and team are equal: votes and fails belong to a team."""
    return (one.phase, one.team) == (other.phase, other.team)


DRAFT_CODEC: DraftCodec[AnyDraft] = DraftCodec(
    DraftRecord, _empty_draft, _from_record, _is_compatible, to_record=to_record
)
