"""For learners at the score pad: what the table does with the round, and why a tap was refused."""

from __future__ import annotations

from companion.core.game import Problem
from companion.games.silver.manifest import DEFINITION
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.state import State
from companion.i18n.translator import Translator
from companion.screens.lesson_card import BaseLessonCard, RuleLookup
from companion.screens.silver.board_heights import BoardMode
from companion.scripts.silver.lessons import RoundStep, find_rule, list_lessons
from companion.widgets.theme import ACCENTS

_STEPS = {
    BoardMode.PLAYING: RoundStep.PLAY,
    BoardMode.TYPING: RoundStep.COUNT,
    BoardMode.SCORED: RoundStep.DEAL,
    BoardMode.OVER: RoundStep.PLAY,
}


class LessonCard(BaseLessonCard):
    def __init__(self, tr: Translator, look_up: RuleLookup | None = None) -> None:
        super().__init__(tr, ACCENTS[DEFINITION.accent], look_up)
        self._is_typing = False
        self._was_open = self.is_open

    def show(self, state: State, mode: BoardMode) -> None:
        """What is done now. Keys need the room while villages are typed: there the card begins folded."""
        is_typing = mode is BoardMode.TYPING
        if is_typing and not self._is_typing:
            self._was_open = self.is_open
            self._set_open(False)
        elif self._is_typing and not is_typing:
            self._set_open(self._was_open)
        self._is_typing = is_typing
        self.show_lessons(*list_lessons(state, _STEPS[mode]))

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        return self.show_refusal(problem, find_rule(problem), **RULE_NUMBERS)
