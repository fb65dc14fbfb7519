"""Taps on a draft of Avalon, with the problem if the rules do not allow them."""

from __future__ import annotations

from companion.core.game import IllegalMove, Problem
from companion.entry.avalon.draft import Draft, QuestDraft, TargetDraft, TeamDraft
from companion.games.avalon.play import apply
from companion.games.avalon.state import Lady, Move, Phase, Propose, Quest, State


def apply_tap(draft: Draft, seat: int) -> tuple[Draft, Problem | None]:
    """Return the draft after a tap; if it is unchanged, also the problem, if there is one."""
    after = draft.tap(seat)
    if after is not draft:
        return after, None
    move = _intended_move(draft, seat)
    return draft, None if move is None else _find_problem(draft.state, move)


def select_quest(draft: TeamDraft, quest: int) -> tuple[TeamDraft, Problem | None]:
    """Return the draft with this quest selected, or the problem."""
    if quest == draft.quest or (draft.state.setup.targeting and quest in draft.state.open_quests):
        return draft.select_quest(quest), None
    return draft, _find_problem(draft.state, Propose(draft.team, quest))


def _intended_move(draft: Draft, seat: int) -> Move | None:
    """Return the move that the tap would have led to."""
    match draft:
        case TeamDraft():
            quest = draft.quest if draft.state.setup.targeting else None
            if draft.needs_bearer:
                return Propose(draft.team, quest, seat)
            return Propose((*draft.team, seat), quest, draft.excalibur)
        case QuestDraft() if draft.state.excalibur is not None:
            return Quest(draft.fails, seat)
        case TargetDraft() if draft.state.phase is Phase.LADY:
            return Lady(seat)
        case _:
            return None


def _find_problem(state: State, move: Move) -> Problem | None:
    try:
        apply(state, move)
    except IllegalMove as exc:
        return exc.problem
    return None
