"""For learners at a mission: the step, the rule behind it, and why a tap was refused."""

from __future__ import annotations

from companion.core.game import Problem
from companion.games.duet.manifest import DEFINITION
from companion.games.duet.rule_numbers import RULE_NUMBERS
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.screens.lesson_card import BaseLessonCard, RuleLookup
from companion.scripts.duet.lessons import find_rule, list_lessons
from companion.widgets.theme import ACCENTS

# In sp: on anything higher the whole board is seen below the card.
_MIN_OPEN_SP, _MIN_OPEN_STARTED_SP = 700, 980


class LessonCard(BaseLessonCard):
    def __init__(self, tr: Translator, look_up: RuleLookup | None = None, *, is_started: bool) -> None:
        # Before the first guess there is nothing yet to be counted in the bank below.
        super().__init__(
            tr,
            ACCENTS[DEFINITION.accent],
            look_up,
            min_open_sp=_MIN_OPEN_STARTED_SP if is_started else _MIN_OPEN_SP,
        )

    def show(self, state: State) -> None:
        """The step that the mission is at."""
        self.show_lessons(*list_lessons(state))

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        return self.show_refusal(problem, find_rule(problem), **RULE_NUMBERS)
