"""What-if page: questions that the rules answer without changing the session.

Each question that makes sense in the current state is a line that expands, one at a time; its numbers can be
changed. Nothing is saved.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnyController, AppContext
from companion.core.definition import GameDefinition
from companion.core.game import Problem
from companion.core.message import Message
from companion.core.what_if import (
    Answer,
    AnyQuestion,
    Question,
    QuestionFamily,
    WhatIf,
    answer_question,
    initial_question,
)
from companion.games.registry import get_game
from companion.screens.learn.rule_links import create_rule_links, find_rule_link
from companion.screens.rows import build_labelled_row
from companion.widgets.buttons import Pressable, shade
from companion.widgets.cards import Card, Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import HEADING, LABEL, LEAD, NUMBER, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, TOUCH_TARGET, Accent, sp, theme_colour

# Stepper widths in sp, for a name and for a number.
_NAME, _NUMBER = 110, 56


class WhatIfPage(Page):
    def __init__(self, context: AppContext, controller: AnyController) -> None:
        tr = context.tr
        super().__init__(
            TitleBar(tr("app.more.what_if"), tr("rules.if.nothing_changes"), on_back=context.go_back)
        )
        self.context, self._session = context, controller.session
        self._game: GameDefinition = get_game(self._session.game.id)
        self._what_if = self._game.get_part(WhatIf)
        accent = ACCENTS[self._game.accent]
        self.cards: list[QuestionCard] = []
        # Grouped by heading, in order of first appearance.
        groups: dict[str | None, list[AnyQuestion[Any]]] = {}
        for prompt in self._what_if.list_questions(self._session.state):
            groups.setdefault(initial_question(prompt).group_key, []).append(prompt)
        for group, prompts in groups.items():
            if group is not None:
                self.body.add_widget(Text(tr(group), HEADING))
            for prompt in prompts:
                card = QuestionCard(self, prompt, accent)
                self.cards.append(card)
                self.body.add_widget(card)
        if self.cards:
            self.cards[0].open()

    def answer(self, question: Question[Any]) -> tuple[tuple[Message, ...], Problem | None]:
        """Return the messages and the problem that answer the question; the session is not changed."""
        state = self._session.state
        result: Answer[Any] = answer_question(self._session.game, state, question)
        if result.problem is not None:
            return question.known_facts, result.problem
        messages = self._what_if.describe_result(state, result.state) if question.moves else ()
        return (*question.known_facts, *messages), None

    def create_rule_links(self, question: Question[Any], problem: Problem | None) -> list[Widget]:
        """Return a link to the rule behind the answer, if the rulebook has it."""
        link = find_rule_link(self._game, problem) if problem is not None else question.rule_link
        return [] if link is None else create_rule_links(self.context, self._game.id, link, self._session)

    def on_card_opened(self, card: QuestionCard) -> None:
        """Close the other cards and scroll this one into view if it fits."""
        for other in self.cards:
            if other is not card:
                other.close()
        # Wait two frames: the new heights are only known after layout.
        Clock.schedule_once(lambda _: Clock.schedule_once(partial(self._scroll_to_card, card), 0), 0)

    def _scroll_to_card(self, card: QuestionCard, _: float) -> None:
        if self.scroll.do_scroll_y and card.parent is not None and self.height > card.height:
            self.scroll.scroll_to(card, padding=dp(12), animate=False)


class QuestionCard(Column):
    """A question that expands to its steppers and the answer."""

    def __init__(self, page: WhatIfPage, prompt: AnyQuestion[Any], accent: Accent) -> None:
        super().__init__(gap=8)
        self._page, self._prompt, self._accent = page, prompt, accent
        self._numbers = list(prompt.initial_values) if isinstance(prompt, QuestionFamily) else []
        self.head = _QuestionHead(self._format_question(), self.toggle)
        self.add_widget(self.head)
        self.steppers: list[Stepper] = []
        self.answer_texts: list[Text] = []
        self._answer = Column(gap=6)
        self._card: Card | None = None

    @property
    def question(self) -> Question[Any]:
        prompt = self._prompt
        return prompt.make_question(*self._numbers) if isinstance(prompt, QuestionFamily) else prompt

    def _format_question(self) -> str:
        question = self.question
        return self._page.context.tr(question.key, **question.args)

    def toggle(self) -> None:
        if self._card is None:
            self.open()
        else:
            self.close()

    def open(self) -> None:
        if self._card is None:
            self._card = Card(*self._create_dials(), self._answer, accent=self._accent)
            self.add_widget(self._card)
            self._show()
        self.head.show(is_open=True)
        self._page.on_card_opened(self)

    def close(self) -> None:
        if self._card is not None:
            self.remove_widget(self._card)
            self._card.remove_widget(self._answer)
            self._card = None
        self.head.show(is_open=False)

    def _create_dials(self) -> list[Widget]:
        tr = self._page.context.tr
        self.steppers = []
        if not isinstance(self._prompt, QuestionFamily):
            return []
        rows: list[Widget] = []
        for index, dial in enumerate(self._prompt.dials):
            names = tr.player_names(dial.names)
            stepper = Stepper(
                self._numbers[index], dial.min_value, dial.max_value, partial(self._set_number, index),
                names.__getitem__ if names else None, width_sp=_NAME if names else _NUMBER,
            )  # fmt: skip
            self.steppers.append(stepper)
            rows.append(build_labelled_row(tr(dial.key), stepper))
        return rows

    def _set_number(self, index: int, number: int) -> None:
        self._numbers[index] = number
        self.head.words.content = self._format_question()
        self._show()

    def _show(self) -> None:
        tr, question = self._page.context.tr, self.question
        messages, problem = self._page.answer(question)
        self._answer.clear_widgets()
        self.answer_texts = [
            Text(tr.translate(message), LEAD, weight=400 if index else 700)
            for index, message in enumerate(messages)
        ]
        if problem is not None:
            self.answer_texts.append(Text(tr.translate_problem(problem), LEAD))
            mark = IconLabel(Icon.WARNING, 24, tone="ember")
            self._answer.add_widget(Row(mark, Text(tr("rules.if.refused"), NUMBER, size_sp=18), gap=10))
        for text in (*self.answer_texts, *self._page.create_rule_links(question, problem)):
            self._answer.add_widget(text)


class _QuestionHead(Pressable):
    """The text of a question, with an arrow that shows whether it is open."""

    def __init__(self, words: str, on_tap: Any) -> None:
        super().__init__(
            on_tap, size_hint_y=None, height=dp(TOUCH_TARGET), padding=(dp(14), dp(10)), spacing=dp(10)
        )
        self._box = RoundedBox(self, radius=RADIUS_CARD, line_width=1)
        self.words = Text(words, LABEL)
        self._arrow = IconLabel(Icon.ARROW_DOWN, 20, tone="ink_3")
        self._row = Row(self.words, self._arrow, gap=10, pos_hint={"center_y": 0.5})
        self.add_widget(self._row)
        self._row.bind(height=self._update_height)
        self._refresh_style()

    def show(self, *, is_open: bool) -> None:
        self._arrow.show(Icon.ARROW_UP if is_open else Icon.ARROW_DOWN)

    def _update_height(self, *_: object) -> None:
        row_height = self._row.height + self.padding[1] + self.padding[3]
        self.height = max(dp(TOUCH_TARGET), sp(18) * 2.4, row_height)

    def update_style(self, *, pressed: bool) -> None:
        ground, border = theme_colour("plank"), theme_colour("groove", 0.6)
        self._box.set_style(background=shade(ground, 0.08) if pressed else ground, border=border)
