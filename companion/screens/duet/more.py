"""The rarely used actions of a Codenames Duet mission, and the coach's lesson card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import IllegalMove, Problem
from companion.entry.duet.accounts import side_name
from companion.entry.duet.draft import untyped_cards
from companion.games.duet.manifest import DEFINITION
from companion.games.duet.play import apply
from companion.games.duet.rule_numbers import RULE_NUMBERS
from companion.games.duet.setup import KEY_AGENTS, Side
from companion.games.duet.state import IllegalClue, Move, NextClue, SideDone, State
from companion.i18n.translator import Translator
from companion.screens.lesson_card import BaseLessonCard, RuleLookup
from companion.screens.rows import create_sheet_button
from companion.scripts.duet.lessons import find_rule, list_lessons
from companion.widgets.icons import Icon
from companion.widgets.theme import ACCENTS


def build_more_buttons(
    context: AppContext, state: State, play: Callable[[Move], object], type_card: Callable[[int], object]
) -> list[Widget]:
    tr, setup = context.tr, state.setup
    offer = partial(create_sheet_button, context.navigator)
    if state.outcome is not None:
        return []
    buttons: list[Widget] = []
    if not state.is_sudden_death:
        buttons.append(offer(tr("duet.more.illegal"), Icon.WARNING, partial(play, IllegalClue())))
    for side in Side:
        # If agents are counted per key, it is known when a side cannot be done.
        if not setup.has_key_counts or _is_allowed(state, SideDone(side)):
            words = tr("duet.more.done", words=KEY_AGENTS, names=setup.members(side))
            buttons.append(offer(words, Icon.CHECK, partial(play, SideDone(side))))
    if setup.loose_turns and not state.is_sudden_death:
        for side in Side:
            if side is not state.giver:
                words = tr("duet.more.next_clue", name=side_name(tr, setup, side))
                buttons.append(offer(words, Icon.CLUE, partial(play, NextClue(side))))
    for place in untyped_cards(state)[:1]:
        buttons.append(offer(tr("duet.words.title"), Icon.PENCIL, partial(type_card, place)))
    return buttons


def _is_allowed(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


# In sp: on higher screens the whole board is visible below the open card.
_MIN_OPEN_SP, _MIN_OPEN_STARTED_SP = 700, 980


class LessonCard(BaseLessonCard):
    def __init__(self, tr: Translator, look_up: RuleLookup | None = None, *, is_started: bool) -> None:
        # Before the first guess the bank below the card matters less.
        super().__init__(
            tr,
            ACCENTS[DEFINITION.accent],
            look_up,
            min_open_sp=_MIN_OPEN_STARTED_SP if is_started else _MIN_OPEN_SP,
        )

    def show(self, state: State) -> None:
        """Show the lesson of the current phase."""
        self.show_lessons(*list_lessons(state))

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; return False if there is none."""
        return self.show_refusal(problem, find_rule(problem), **RULE_NUMBERS)
