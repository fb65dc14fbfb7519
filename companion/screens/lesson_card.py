"""A card for learners: what happens now, who does what, and the rule behind it or behind a refusal.

Where a moment has several lessons, a tap leafs through them.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import Problem
from companion.i18n.translator import Arg, Translator
from companion.scripts.lessons import Lesson
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.tap import IconButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import CANDLE, RADIUS_CARD, RADIUS_CHIP, TARGET, TWO_PANES, Accent, paint, sp

# With less height in sp the board would be pushed off the screen, so the card begins folded. Where ring or
# clock stand beside it, less is enough.
_TALL, _TALL_BESIDE = 700, 560

# Opens the rules, from what was refused last if anything was.
LookUp = Callable[[Problem | None], object]


class _RuleTap(Tap):
    """A rule that leads to its entry among all of them: no more room than its words, unless a finger asks."""

    def __init__(self, row: Row, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET))
        row.pos_hint = {"center_y": 0.5}
        self._box = Box(self, radius=RADIUS_CHIP)
        self.add_widget(row)
        row.bind(height=self._grow)

    def _grow(self, row: Row, height: float) -> None:
        self.height = max(dp(TARGET), height)

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)


class FoldingLesson(Tap):
    """A tap folds it to its first line. Each game has one that puts its own lessons into words.

    `look_up`, where the game has rules to look things up in, opens them by a tap on the rule, with what was
    refused last. In less height than `tall`, in sp, the card begins folded.
    """

    def __init__(
        self, tr: Translator, accent: Accent = CANDLE, look_up: LookUp | None = None, *, tall: float = _TALL
    ) -> None:
        self._tr = tr
        # What the rule that is shown stands against, if a tap was refused in this step.
        self.refused: Problem | None = None
        self.open = False
        self._lessons: tuple[Lesson, ...] = ()
        self._at = 0
        super().__init__(
            self._fold, orientation="vertical", size_hint_y=None, height=dp(TARGET), padding=(dp(12), dp(8))
        )
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        self._now = Text("", weight=700, size_sp=16, pos_hint={"center_y": 0.5})
        self._who = Text("", size_sp=16, pos_hint={"center_y": 0.5})
        self._rule = Text("", size_sp=16, tone="ink_2", pos_hint={"center_y": 0.5})
        self._mark = Glyph(Icon.BOOK, 22, pos_hint={"top": 1})
        self._arrow = Glyph(Icon.ARROW_UP, 20, tone="ink_3", pos_hint={"center_y": 0.5})
        lamp = Glyph(Icon.BOOK_OPEN, 22, tone=accent.line, pos_hint={"center_y": 0.5})
        person = Glyph(Icon.PERSON, 22, tone="ink_2", pos_hint={"top": 1})
        self._rows = Column(Row(lamp, self._now, self._arrow, gap=10), gap=4, pos_hint={"center_y": 0.5})
        self._behind = Row(self._mark, self._rule, gap=10)
        self.rule: Widget = self._behind
        self._mark_tone = "ink_2"
        if look_up is not None:
            self.rule = _RuleTap(self._behind, lambda: look_up(self.refused))
            self._mark_tone = accent.line
        self._folds = (Row(person, self._who, gap=10), self.rule)
        # Beside the rule, which mostly has two lines: so it takes no height of its own.
        self.leaf = IconButton(Icon.FORWARD, self.leaf_on, tone="ink_2", mirrored=True)
        self.add_widget(self._rows)
        self._rows.bind(height=self._grow)
        beside = Window.width >= dp(TWO_PANES)
        self._set_open(Window.height >= sp(_TALL_BESIDE if beside else tall))
        self._answer()

    def tell(self, *lessons: Lesson) -> None:
        """The lessons of this moment: the first or, if they were told before, the one that was leafed to."""
        if lessons != self._lessons:
            self._lessons, self._at = lessons, 0
        self._show()
        several = len(lessons) > 1
        if several and self.leaf.parent is None:
            self._behind.add_widget(self.leaf)
        elif not several and self.leaf.parent is not None:
            self._behind.remove_widget(self.leaf)

    def leaf_on(self) -> None:
        """The next lesson of this moment; after the last comes the first."""
        self._at = (self._at + 1) % len(self._lessons)
        self._show()

    def warn(self, words: str) -> None:
        """A gentle word in place of the rule, until the next step or the next leaf."""
        self._tell_rule(words, refused=True)
        self._set_open(True)

    def _show(self) -> None:
        tr, lesson = self._tr, self._lessons[self._at]
        self._now.content = tr(lesson.now_key, **lesson.args)
        self._who.content = tr(lesson.who_key, **lesson.args)
        self._tell_rule(tr(lesson.rule_key, **lesson.args), refused=False)
        self.refused = None

    def explain(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; False if there is none."""
        raise NotImplementedError

    def refuse(self, problem: Problem, rule: str | None, **numbers: Arg) -> bool:
        """Show the rule behind a refusal, by its key and numbers, until the next step; False if none is."""
        self.refused = None if rule is None else problem
        if rule is None:
            return False
        self.warn(self._tr(rule, **numbers))
        return True

    def _tell_rule(self, rule: str, *, refused: bool) -> None:
        self._rule.content = rule
        self._rule.set_tone("ink" if refused else "ink_2")
        self._mark.show(Icon.WARNING if refused else Icon.BOOK)
        self._mark.set_tone("ember" if refused else self._mark_tone)

    def _fold(self) -> None:
        self._set_open(not self.open)

    def _set_open(self, opened: bool) -> None:
        self.open = opened
        self._arrow.show(Icon.ARROW_UP if opened else Icon.ARROW_DOWN)
        for row in self._folds:
            if opened and row.parent is None:
                self._rows.add_widget(row)
            elif not opened and row.parent is not None:
                self._rows.remove_widget(row)

    def _grow(self, *_: object) -> None:
        self.height = max(dp(TARGET), self._rows.height + self.padding[1] + self.padding[3])

    def dress(self, *, pressed: bool) -> None:
        ground = paint("plank")
        self._box.paint(ground=shaded(ground, 0.05) if pressed else ground)
