"""For learners at a table of Among Cultists: the step, the rule behind it, and why a tap was refused."""

from __future__ import annotations

from companion.core.game import Problem
from companion.games.cultists.manifest import DEFINITION
from companion.games.cultists.rule_numbers import RULE_NUMBERS
from companion.games.cultists.state import State
from companion.i18n.translator import Translator
from companion.screens.lesson_card import BaseLessonCard, RuleLookup
from companion.scripts.cultists.lessons import find_rule, list_lessons
from companion.widgets.theme import ACCENTS


class LessonCard(BaseLessonCard):
    def __init__(self, tr: Translator, look_up: RuleLookup | None = None) -> None:
        super().__init__(tr, ACCENTS[DEFINITION.accent], look_up)

    def show(self, state: State) -> None:
        """The step that the table is at."""
        self.show_lessons(*list_lessons(state))

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        return self.show_refusal(problem, find_rule(problem), **RULE_NUMBERS)
