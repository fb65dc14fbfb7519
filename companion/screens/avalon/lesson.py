"""For learners: a card that tells the step and the rule behind it, and why a tap was refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.game import Problem
from companion.entry.avalon.draft import Draft, TeamDraft
from companion.games.avalon.moves import Move
from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.games.avalon.state import State
from companion.i18n.translator import Translator
from companion.screens.lesson_card import BaseLessonCard, RuleLookup
from companion.scripts.avalon.hints import was_refused_before
from companion.scripts.avalon.lessons import excalibur_lesson, find_rule, list_lessons


class LessonCard(BaseLessonCard):
    def __init__(self, tr: Translator, look_up: RuleLookup | None = None) -> None:
        super().__init__(tr, on_lookup=look_up)

    def show(self, state: State) -> None:
        """The step that the table is at."""
        self.show_lessons(*list_lessons(state))

    def show_draft(self, draft: Draft, moves: Sequence[Move] = ()) -> None:
        """The step, and how far the table has come with it after these moves."""
        if not isinstance(draft, TeamDraft):
            self.show(draft.state)
        elif draft.needs_bearer:
            self.show_lessons(excalibur_lesson(draft.state))
        else:
            self.show(_state_with_draft(draft))
            if draft.is_full and was_refused_before(moves, draft.team):
                self.show_warning(self._tr("avalon.hint.same_team"))

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        return self.show_refusal(problem, find_rule(problem), **RULE_NUMBERS)


def _state_with_draft(draft: TeamDraft) -> State:
    """The state as if what is being proposed had been said: whoever picks is past drawing plot cards."""
    state = draft.state
    is_started = bool(draft.team) or draft.quest != state.quest
    return replace(state, quest=draft.quest, plot_round=state.round if is_started else state.plot_round)
