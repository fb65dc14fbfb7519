"""For learners at a table of Among Cultists: the step, the rule behind it, and why a tap was refused."""

from __future__ import annotations

from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.rule_numbers import RULE_NUMBERS
from companion.games.cultists.state import State
from companion.games.game import Problem
from companion.i18n.translator import Translator
from companion.screens.lesson_card import FoldingLesson, LookUp
from companion.scripts.cultists.lessons import lessons, rule_behind
from companion.widgets.theme import ACCENTS


class LessonCard(FoldingLesson):
    def __init__(self, tr: Translator, look_up: LookUp | None = None) -> None:
        super().__init__(tr, ACCENTS[MANIFEST.accent], look_up)

    def show(self, state: State) -> None:
        """The step that the table is at."""
        self.tell(*lessons(state))

    def explain(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        return self.refuse(problem, rule_behind(problem), **RULE_NUMBERS)
