"""For learners at a mission: the step, the rule behind it, and why a tap was refused."""

from __future__ import annotations

from companion.games.duet.manifest import MANIFEST
from companion.games.duet.rule_numbers import RULE_NUMBERS
from companion.games.duet.state import State
from companion.games.game import Problem
from companion.i18n.translator import Translator
from companion.screens.lesson_card import FoldingLesson, LookUp
from companion.scripts.duet.lessons import lessons, rule_behind
from companion.widgets.theme import ACCENTS

# In sp: on anything higher the whole board is seen below the card.
_TALL, _TALL_BEGUN = 700, 980


class LessonCard(FoldingLesson):
    def __init__(self, tr: Translator, look_up: LookUp | None = None, *, begun: bool) -> None:
        # Before the first guess there is nothing yet to be counted in the bank below.
        super().__init__(tr, ACCENTS[MANIFEST.accent], look_up, tall=_TALL_BEGUN if begun else _TALL)

    def show(self, state: State) -> None:
        """The step that the mission is at."""
        self.tell(*lessons(state))

    def explain(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        return self.refuse(problem, rule_behind(problem), **RULE_NUMBERS)
