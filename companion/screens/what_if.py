"""What if …? The rules answer, and the table stays as it is.

Every question that makes sense now is a line; a tap opens it and closes the one before, and where it holds a
number the table turns it. Nothing of it is kept.
"""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.what_if import Answer, Asked, Asking, Question, answered, at_first
from companion.games.game import Problem
from companion.games.manifest import Manifest
from companion.games.shelf import game_of
from companion.screens.labelled_rows import labelled
from companion.screens.rules.links import link_behind, rule_links
from companion.scripts.sentences import Sentence
from companion.shell import AnySitting, Shell
from companion.widgets.cards import Card, Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.tap import Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, TARGET, Accent, paint, sp

# In sp: wide enough for a name, and for a number.
_NAME, _NUMBER = 110, 56


class WhatIfPage(Page):
    def __init__(self, shell: Shell, sitting: AnySitting) -> None:
        tr = shell.tr
        super().__init__(TitleBar(tr("app.more.what_if"), tr("rules.if.nothing_changes"), on_back=shell.back))
        self._shell, self._table = shell, sitting.table
        self._game: Manifest = game_of(self._table.game.id)
        self._part = self._game.part("entry", "what_if")
        accent = ACCENTS[self._game.accent]
        self.lines: list[QuestionCard] = []
        askings: tuple[Asking[Any], ...] = self._part.questions(self._table.state)
        # Those of one heading stand together, the headings in the order in which they first come.
        order = list(dict.fromkeys(at_first(asking).group for asking in askings))
        askings = tuple(sorted(askings, key=lambda asking: order.index(at_first(asking).group)))
        for group, asked in groupby(askings, key=lambda asking: at_first(asking).group):
            if group is not None:
                self.body.add_widget(Text(tr(group), face="title", size_sp=20))
            for asking in asked:
                line = QuestionCard(self, asking, accent)
                self.lines.append(line)
                self.body.add_widget(line)
        if self.lines:
            self.lines[0].open()

    @property
    def shell(self) -> Shell:
        return self._shell

    def answer(self, question: Question[Any]) -> tuple[tuple[Sentence, ...], Problem | None]:
        """What the rules say to it; the table is not touched."""
        state = self._table.state
        found: Answer[Any] = answered(self._table.game, state, question)
        if found.problem is not None:
            return question.said, found.problem
        told = self._part.told(state, found.state) if question.moves else ()
        return (*question.said, *told), None

    def rule_links(self, question: Question[Any], problem: Problem | None) -> list[Widget]:
        """The way to the rule behind an answer, where this game has rules to look things up in."""
        link = link_behind(self._game, problem) if problem is not None else question.about
        return [] if link is None else rule_links(self._shell, self._game.id, link, self._table)

    def opened(self, card: QuestionCard) -> None:
        """Only one is open, and it is seen as a whole where it fits."""
        for line in self.lines:
            if line is not card:
                line.close()
        # Heights are known a frame later.
        Clock.schedule_once(lambda _: Clock.schedule_once(partial(self._reveal, card), 0), 0)

    def _reveal(self, card: QuestionCard, _: float) -> None:
        if self.scroll.do_scroll_y and card.parent is not None and self.height > card.height:
            self.scroll.scroll_to(card, padding=dp(12), animate=False)


class QuestionCard(Column):
    """A question: one line that a tap opens, and below it dials and the answer."""

    def __init__(self, page: WhatIfPage, asking: Asking[Any], accent: Accent) -> None:
        super().__init__(gap=8)
        self._page, self._asking, self._accent = page, asking, accent
        self._numbers = list(asking.start) if isinstance(asking, Asked) else []
        self.head = _Head(self._words(), self.toggle)
        self.add_widget(self.head)
        self.steppers: list[Stepper] = []
        self.told: list[Text] = []
        self._answer = Column(gap=6)
        self._card: Card | None = None

    @property
    def question(self) -> Question[Any]:
        asking = self._asking
        return asking.make(*self._numbers) if isinstance(asking, Asked) else asking

    def _words(self) -> str:
        question = self.question
        return self._page.shell.tr(question.key, **question.args)

    def toggle(self) -> None:
        if self._card is None:
            self.open()
        else:
            self.close()

    def open(self) -> None:
        if self._card is None:
            self._card = Card(*self._dials(), self._answer, accent=self._accent)
            self.add_widget(self._card)
            self._show()
        self.head.show(opened=True)
        self._page.opened(self)

    def close(self) -> None:
        if self._card is not None:
            self.remove_widget(self._card)
            self._card.remove_widget(self._answer)
            self._card = None
        self.head.show(opened=False)

    def _dials(self) -> list[Widget]:
        tr = self._page.shell.tr
        self.steppers = []
        if not isinstance(self._asking, Asked):
            return []
        rows: list[Widget] = []
        for place, dial in enumerate(self._asking.dials):
            names = tr.players(dial.names)
            stepper = Stepper(
                self._numbers[place], dial.least, dial.most, partial(self._turn, place),
                names.__getitem__ if names else None, width_sp=_NAME if names else _NUMBER,
            )  # fmt: skip
            self.steppers.append(stepper)
            rows.append(labelled(tr(dial.key), stepper))
        return rows

    def _turn(self, place: int, number: int) -> None:
        self._numbers[place] = number
        self.head.words.content = self._words()
        self._show()

    def _show(self) -> None:
        tr, question = self._page.shell.tr, self.question
        sentences, problem = self._page.answer(question)
        self._answer.clear_widgets()
        self.told = [
            Text(tr(told.key, **told.args), size_sp=18, weight=400 if at else 700)
            for at, told in enumerate(sentences)
        ]
        if problem is not None:
            self.told.append(Text(tr.problem(problem), size_sp=18))
            refused = Text(tr("rules.if.refused"), size_sp=18, weight=700, pos_hint={"center_y": 0.5})
            mark = Glyph(Icon.WARNING, 24, tone="ember", pos_hint={"center_y": 0.5})
            self._answer.add_widget(Row(mark, refused, gap=10))
        for text in (*self.told, *self._page.rule_links(question, problem)):
            self._answer.add_widget(text)


class _Head(Tap):
    """The question itself, and whether its answer is shown."""

    def __init__(self, words: str, on_tap: Any) -> None:
        super().__init__(
            on_tap, size_hint_y=None, height=dp(TARGET), padding=(dp(14), dp(10)), spacing=dp(10)
        )
        self._box = Box(self, radius=RADIUS_CARD, line=1)
        self.words = Text(words, weight=500, size_sp=18, pos_hint={"center_y": 0.5})
        self._arrow = Glyph(Icon.ARROW_DOWN, 20, tone="ink_3", pos_hint={"center_y": 0.5})
        self._row = Row(self.words, self._arrow, gap=10, pos_hint={"center_y": 0.5})
        self.add_widget(self._row)
        self._row.bind(height=self._grow)
        self._answer()

    def show(self, *, opened: bool) -> None:
        self._arrow.show(Icon.ARROW_UP if opened else Icon.ARROW_DOWN)

    def _grow(self, *_: object) -> None:
        self.height = max(dp(TARGET), sp(18) * 2.4, self._row.height + self.padding[1] + self.padding[3])

    def dress(self, *, pressed: bool) -> None:
        ground = paint("plank")
        self._box.paint(ground=shaded(ground, 0.08) if pressed else ground, edge=paint("groove", 0.6))
