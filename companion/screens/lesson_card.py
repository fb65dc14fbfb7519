"""Card of the coach: what happens now, who acts, and the rule behind it or behind a refused tap. With several
lessons in a phase, a button switches between them."""

from __future__ import annotations

from collections.abc import Callable

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.game import Problem
from companion.i18n.translator import Arg, Translator
from companion.screens.rows import PressableRow, draw_card
from companion.scripts.teaching import Lesson
from companion.widgets.buttons import IconButton, Pressable, shade
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.text import MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import (
    CANDLE,
    RADIUS_CHIP,
    TOUCH_TARGET,
    TWO_PANES_WIDTH,
    Accent,
    sp,
    theme_colour,
)

# Below these heights in sp the card starts folded, so that the board stays visible. The second applies where
# ring or timer are beside the board.
_MIN_OPEN_SP, _MIN_OPEN_TWO_PANES_SP = 700, 560

# Opens the rulebook; gets the problem of the last refused tap, if any.
RuleLookup = Callable[[Problem | None], object]


class BaseLessonCard(Pressable):
    """Base of the games' lesson cards; a tap folds it to its first line.

    `on_lookup` opens the rulebook by a tap on the rule and gets the last refused problem; None if there is no
    rulebook. The card starts folded below a height of `min_open_sp`.
    """

    def __init__(
        self,
        tr: Translator,
        accent: Accent = CANDLE,
        on_lookup: RuleLookup | None = None,
        *,
        min_open_sp: float = _MIN_OPEN_SP,
    ) -> None:
        self._tr = tr
        # The problem whose rule is shown, if a tap was refused in this phase.
        self.refusal: Problem | None = None
        self.is_open = False
        self._lessons: tuple[Lesson, ...] = ()
        self._lesson_index = 0
        super().__init__(
            self._toggle,
            orientation="vertical",
            size_hint_y=None,
            height=dp(TOUCH_TARGET),
            padding=(dp(12), dp(8)),
        )
        self._box = draw_card(self)
        self._now_text = Text("", NUMBER, size_sp=16)
        self._actor_text = Text("")
        self._rule_text = Text("", MUTED)
        self._rule_icon = IconLabel(Icon.BOOK, 22, pos_hint={"top": 1})
        self._arrow = IconLabel(Icon.ARROW_UP, 20, tone="ink_3")
        now_icon = IconLabel(Icon.BOOK_OPEN, 22, tone=accent.line)
        actor_icon = IconLabel(Icon.PERSON, 22, tone="ink_2", pos_hint={"top": 1})
        self._rows = Column(
            Row(now_icon, self._now_text, self._arrow, gap=10), gap=4, pos_hint={"center_y": 0.5}
        )
        self._rule_row = Row(self._rule_icon, self._rule_text, gap=10)
        self.rule_widget: Widget = self._rule_row
        self._rule_icon_tone = "ink_2"
        if on_lookup is not None:
            self.rule_widget = PressableRow(
                lambda: on_lookup(self.refusal), self._rule_row, radius=RADIUS_CHIP
            )
            self._rule_icon_tone = accent.line
        self._folding_rows = (Row(actor_icon, self._actor_text, gap=10), self.rule_widget)
        # Beside the rule, which usually has two lines, so that it takes no extra height.
        self.next_button = IconButton(Icon.FORWARD, self.show_next_lesson, tone="ink_2", mirrored=True)
        self.add_widget(self._rows)
        self._rows.bind(height=self._fit_height)
        has_two_panes = Window.width >= dp(TWO_PANES_WIDTH)
        self._set_open(Window.height >= sp(_MIN_OPEN_TWO_PANES_SP if has_two_panes else min_open_sp))
        self._refresh_style()

    def show_lessons(self, *lessons: Lesson) -> None:
        """Show the lessons of a phase: the first one or, if they are unchanged, the selected one."""
        if lessons != self._lessons:
            self._lessons, self._lesson_index = lessons, 0
        self._show_lesson()
        has_several = len(lessons) > 1
        if has_several and self.next_button.parent is None:
            self._rule_row.add_widget(self.next_button)
        elif not has_several and self.next_button.parent is not None:
            self._rule_row.remove_widget(self.next_button)

    def show_next_lesson(self) -> None:
        """Show the next lesson; the first one after the last."""
        self._lesson_index = (self._lesson_index + 1) % len(self._lessons)
        self._show_lesson()

    def show_warning(self, text: str) -> None:
        """Show a warning in place of the rule, until the next phase or lesson."""
        self._show_rule(text, is_refused=True)
        self._set_open(True)

    def _show_lesson(self) -> None:
        tr, lesson = self._tr, self._lessons[self._lesson_index]
        self._now_text.content = tr(lesson.now_key, **lesson.args)
        self._actor_text.content = tr(lesson.who_key, **lesson.args)
        self._show_rule(tr(lesson.rule_key, **lesson.args), is_refused=False)
        self.refusal = None

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a problem until the next phase; returns False if there is none."""
        raise NotImplementedError

    def show_refusal(self, problem: Problem, rule: str | None, **numbers: Arg) -> bool:
        """Show the rule with this key and numbers until the next phase; returns False if `rule` is None."""
        self.refusal = None if rule is None else problem
        if rule is None:
            return False
        self.show_warning(self._tr(rule, **numbers))
        return True

    def _show_rule(self, text: str, *, is_refused: bool) -> None:
        self._rule_text.content = text
        self._rule_text.set_tone("ink" if is_refused else "ink_2")
        self._rule_icon.show(Icon.WARNING if is_refused else Icon.BOOK)
        self._rule_icon.set_tone("ember" if is_refused else self._rule_icon_tone)

    def _toggle(self) -> None:
        self._set_open(not self.is_open)

    def _set_open(self, is_open: bool) -> None:
        self.is_open = is_open
        self._arrow.show(Icon.ARROW_UP if is_open else Icon.ARROW_DOWN)
        for row in self._folding_rows:
            if is_open and row.parent is None:
                self._rows.add_widget(row)
            elif not is_open and row.parent is not None:
                self._rows.remove_widget(row)

    def _fit_height(self, *_: object) -> None:
        self.height = max(dp(TOUCH_TARGET), self._rows.height + self.padding[1] + self.padding[3])

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("plank")
        self._box.set_style(background=shade(ground, 0.05) if pressed else ground)
