"""For learners: a card that tells the step and the rule behind it, and why a tap was refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.entry.avalon.draft import Draft, TeamDraft
from companion.games.avalon.moves import Move
from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.games.avalon.state import State
from companion.games.game import Problem
from companion.i18n.translator import Translator
from companion.screens.lesson_card import FoldingLesson, LookUp
from companion.scripts.avalon.hints import refused_before
from companion.scripts.avalon.lessons import handing_over, lessons, rule_behind


class LessonCard(FoldingLesson):
    def __init__(self, tr: Translator, look_up: LookUp | None = None) -> None:
        super().__init__(tr, look_up=look_up)

    def show(self, state: State) -> None:
        """The step that the table is at."""
        self.tell(*lessons(state))

    def follow(self, draft: Draft, moves: Sequence[Move] = ()) -> None:
        """The step, and how far the table has come with it after these moves."""
        if not isinstance(draft, TeamDraft):
            self.show(draft.state)
        elif draft.wants_bearer:
            self.tell(handing_over(draft.state))
        else:
            self.show(_meanwhile(draft))
            if draft.full and refused_before(moves, draft.team):
                self.warn(self._tr("avalon.hint.same_team"))

    def explain(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        return self.refuse(problem, rule_behind(problem), **RULE_NUMBERS)


def _meanwhile(draft: TeamDraft) -> State:
    """The state as if what is being proposed had been said: whoever picks is past drawing plot cards."""
    state = draft.state
    begun = bool(draft.team) or draft.quest != state.quest
    return replace(state, quest=draft.quest, plot_round=state.round if begun else state.plot_round)
