"""Why a tap does nothing, in the words of the rules."""

from __future__ import annotations

from companion.entry.avalon.draft import Draft, QuestDraft, TargetDraft, TeamDraft
from companion.games.avalon.moves import Lady, Move, Propose, Quest
from companion.games.avalon.play import apply
from companion.games.avalon.state import Awaits, State
from companion.games.game import IllegalMove, Problem


def refused_tap(draft: Draft, seat: int) -> Problem | None:
    """Why tapping this seat does nothing, in the words of the rules; None if it does something."""
    if draft.tap(seat) is not draft:
        return None
    move = _meant(draft, seat)
    return None if move is None else _refusal(draft.state, move)


def refused_quest(draft: TeamDraft, quest: int) -> Problem | None:
    """Why this shield cannot be chosen now; None if it can."""
    if quest == draft.quest or (draft.state.setup.targeting and quest in draft.state.open_quests):
        return None
    return _refusal(draft.state, Propose(draft.team, quest))


def _meant(draft: Draft, seat: int) -> Move | None:
    """The move that the tap would have led to."""
    match draft:
        case TeamDraft():
            quest = draft.quest if draft.state.setup.targeting else None
            if draft.wants_bearer:
                return Propose(draft.team, quest, seat)
            return Propose((*draft.team, seat), quest, draft.excalibur)
        case QuestDraft() if draft.state.excalibur is not None:
            return Quest(draft.fails, seat)
        case TargetDraft() if draft.state.awaits is Awaits.LADY:
            return Lady(seat)
        case _:
            return None


def _refusal(state: State, move: Move) -> Problem | None:
    try:
        apply(state, move)
    except IllegalMove as wrong:
        return wrong.problem
    return None
