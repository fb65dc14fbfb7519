"""What was tapped of a move that is not made yet: kept through a kill, and brought back by undo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.games.avalon.moves import Assassinate, Lady, Loyalty, LoyaltyRow, Move, Propose, Quest, Vote
from companion.games.avalon.state import State
from companion.screens import kept
from companion.screens.avalon.drafts import (
    Draft,
    LoyaltyDraft,
    QuestDraft,
    TargetDraft,
    TeamDraft,
    VoteDraft,
    draft_of,
)

if TYPE_CHECKING:
    from companion.app import CompanionApp
    from companion.screens.avalon.summary import AvalonTable

# The name under which it is remembered.
_NAME = "avalon-draft"


@dataclass(frozen=True, slots=True)
class Entered:
    """Whatever the step asks for.

    `seats` are the team or those who refuse, `seat` is who gets Excalibur, is struck with it or is named,
    `number` the quest or its fails; `right` says whether it was Merlin.
    """

    seats: tuple[int, ...] = ()
    seat: int | None = None
    number: int | None = None
    right: bool | None = None
    cards: tuple[bool, ...] = ()
    moment: str = ""


class Entering:
    """The draft of one table's next move, on disk as it is tapped."""

    def __init__(self, app: CompanionApp, table: AvalonTable) -> None:
        self._table = table
        self._kept = kept.Kept(app, table, Entered, _NAME)

    def now(self) -> Draft | None:
        """What was tapped at this point of the log; a move that was undone comes back as it was entered."""
        entered = self._kept.recall()
        if entered is None and self._table.undone:
            entered = entered_by(self._table.undone[0], self._table.state)
        return draft_of(self._table.state) if entered is None else draft_with(self._table.state, entered)

    def keep(self, draft: Draft) -> None:
        self._kept.keep(replace(entered_in(draft), moment=self._kept.moment))


def forget_draft(app: CompanionApp) -> None:
    """A new table begins with nothing tapped."""
    kept.forget(app, _NAME)


def entered_in(draft: Draft) -> Entered:
    match draft:
        case TeamDraft():
            return Entered(seats=draft.team, seat=draft.excalibur, number=draft.quest)
        case VoteDraft():
            return Entered(seats=tuple(sorted(draft.against)))
        case QuestDraft():
            return Entered(seat=draft.excalibur_on, number=draft.fails)
        case TargetDraft():
            return Entered(seat=draft.target, right=draft.hit)
        case LoyaltyDraft():
            return Entered(cards=draft.switches)


def entered_by(move: Move, state: State) -> Entered | None:
    """What was tapped for a move that was made in this state; None if it came by another way."""
    match move:
        case Propose():
            return Entered(seats=move.team, seat=move.excalibur, number=move.quest or state.quest)
        case Vote(approve=tuple(approving)):
            seats = range(len(state.setup.players))
            return Entered(seats=tuple(seat for seat in seats if seat not in approving))
        case Quest():
            return Entered(seat=move.excalibur_on, number=move.fails)
        case Lady():
            return Entered(seat=move.target)
        case Assassinate():
            return Entered(seat=move.target, right=move.hit)
        case Loyalty():
            return Entered(cards=(move.switch,))
        case LoyaltyRow():
            return Entered(cards=move.switches)
        case _:
            return None


def draft_with(state: State, entered: Entered) -> Draft | None:
    """The draft of the next move with this tapped; what does not fit here is passed over."""
    draft = draft_of(state)
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
    return None


def _team(draft: TeamDraft, entered: Entered) -> TeamDraft:
    if entered.number is not None:
        draft = draft.aim(entered.number)
    for seat in dict.fromkeys(entered.seats):
        if seat in range(len(draft.state.setup.players)):
            draft = draft.tap(seat)
    given = entered.seat in draft.team and entered.seat != draft.state.leader
    return replace(draft, excalibur=entered.seat) if draft.state.setup.excalibur and given else draft
