"""For learners at the score pad: what the table does with the round, and why a tap was refused."""

from __future__ import annotations

from companion.games.game import Problem
from companion.games.silver.manifest import MANIFEST
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.state import State
from companion.i18n.translator import Translator
from companion.screens.lesson_card import FoldingLesson, LookUp
from companion.screens.silver.board_heights import Stage
from companion.scripts.silver.lessons import Step, lessons, rule_behind
from companion.widgets.theme import ACCENTS

_STEPS = {Stage.PLAYING: Step.PLAY, Stage.TYPING: Step.COUNT, Stage.TOLD: Step.DEAL, Stage.OVER: Step.PLAY}


class LessonCard(FoldingLesson):
    def __init__(self, tr: Translator, look_up: LookUp | None = None) -> None:
        super().__init__(tr, ACCENTS[MANIFEST.accent], look_up)
        self._typing = False
        self._unfolded = self.open

    def show(self, state: State, stage: Stage) -> None:
        """What is done now. Keys need the room while villages are typed: there the card begins folded."""
        typing = stage is Stage.TYPING
        if typing and not self._typing:
            self._unfolded = self.open
            self._set_open(False)
        elif self._typing and not typing:
            self._set_open(self._unfolded)
        self._typing = typing
        self.tell(*lessons(state, _STEPS[stage]))

    def explain(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        return self.refuse(problem, rule_behind(problem), **RULE_NUMBERS)
