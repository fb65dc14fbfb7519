"""For learners: a card that tells the step and the rule behind it, and why a tap was refused."""

from __future__ import annotations

from dataclasses import replace

from companion.games.avalon.moves import Lady, Move, Propose, Quest
from companion.games.avalon.play import apply
from companion.games.avalon.state import Awaits, State
from companion.games.avalon.told import TOLD
from companion.games.game import IllegalMove, Problem
from companion.screens.avalon.drafts import Draft, QuestDraft, TargetDraft, TeamDraft
from companion.screens.lesson_card import FoldingLesson
from companion.scripts.learn_avalon import handing_over, lesson, rule_behind


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


class LessonCard(FoldingLesson):
    def show(self, state: State) -> None:
        """The step that the table is at."""
        self.tell(lesson(state))

    def follow(self, draft: Draft) -> None:
        """The step, and how far the table has come with it."""
        if not isinstance(draft, TeamDraft):
            self.show(draft.state)
        elif draft.wants_bearer:
            self.tell(handing_over(draft.state))
        else:
            self.show(_meanwhile(draft))

    def explain(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        return self.refuse(rule_behind(problem), **TOLD)


def _meanwhile(draft: TeamDraft) -> State:
    """The state as if what is being proposed had been said: whoever picks is past drawing plot cards."""
    state = draft.state
    begun = bool(draft.team) or draft.quest != state.quest
    return replace(state, quest=draft.quest, plot_round=state.round if begun else state.plot_round)
