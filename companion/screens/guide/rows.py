"""A step as a row to be ticked: its number or a check, the sentence, what it needs, and why behind a tap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto

from kivy.metrics import dp

from companion.entry.pieces import component_count_text
from companion.games.box import Component, ComponentCount
from companion.games.manifest import GameDefinition
from companion.i18n.translator import Translator
from companion.scripts.guides import GuideStep
from companion.widgets.count_chip import CountChip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.tap import IconButton, Pressable, shade
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import CANDLE, RADIUS_CARD, RADIUS_CELL, TOUCH_TARGET, Accent, look, theme_colour

_SLOT_DP = 32


class StepStatus(Enum):
    AHEAD = auto()
    NOW = auto()
    DONE = auto()


def find_kinds(game: GameDefinition) -> dict[str, Component]:
    """What lies in the box of a game, by its id; nothing where nobody has told."""
    box = game.find_part("games", "box")
    return {} if box is None else {kind.id: kind for kind in box.COMPONENTS}


def create_count_chips(
    tr: Translator, game: GameDefinition, pieces: Iterable[ComponentCount]
) -> Iterator[CountChip]:
    """Pieces with how many of them, each with its mark."""
    kinds = find_kinds(game)
    for piece in pieces:
        kind = kinds[piece.id]
        yield CountChip(Icon[kind.icon], component_count_text(tr, game, piece), kind.color, size=16)


class StepRow(Pressable):
    """`number` is the one that the step bears in the picture."""

    def __init__(
        self,
        tr: Translator,
        game: GameDefinition,
        step: GuideStep,
        number: int,
        accent: Accent,
        on_tap: Callable[[], object],
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET))
        self.step, self._accent = step, accent
        self.status = StepStatus.AHEAD
        self._number = look().digits(number)
        self._box = RoundedBox(self, radius=RADIUS_CARD, line_width=2)
        self.slot = CheckSlot(self._number, accent)
        self.words = Text(tr(step.key, **step.args), size_sp=18, pos_hint={"center_y": 0.5})
        first = Row(self.slot, self.words, gap=12)
        self.reason_button: IconButton | None = None
        # Built when it is asked for: most reasons are never read.
        self._reason = tr(step.reason_key, **step.args) if step.reason_key is not None else ""
        self._reason_text: Text | None = None
        self._content = Column(first, gap=8, padding=(dp(12), dp(10), dp(12), dp(10)))
        if step.reason_key is not None:
            self.reason_button = IconButton(Icon.INFO, self.toggle_reason, tone="ink_3", size=22)
            first.add_widget(self.reason_button)
            # The mark is as wide as a finger; its lines stand where the words of other rows end.
            start, end = (dp(2), dp(12)) if look().rtl else (dp(12), dp(2))
            self._content.padding = (start, dp(6), end, dp(6))
        chips = tuple(create_count_chips(tr, game, step.pieces))
        if chips:
            self._content.add_widget(Wrap(*chips, gap=6))
        self._content.bind(height=self._fit)
        self.add_widget(self._content)
        self._refresh_style()

    def toggle_reason(self) -> None:
        """Why it matters, or no more of that."""
        if not self._reason:
            return
        if self._reason_text is None:
            self._reason_text = Text(self._reason, size_sp=16, tone="ink_2")
        if self._reason_text.parent is None:
            self._content.add_widget(self._reason_text)
        else:
            self._content.remove_widget(self._reason_text)

    def _fit(self, _: Column, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height)

    def show(self, status: StepStatus) -> None:
        if status is not self.status:
            self.status = status
            self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        is_current = self.status is StepStatus.NOW
        ground = theme_colour("plank")
        self._box.set_style(
            background=shade(ground, 0.06) if pressed else ground,
            border=theme_colour(CANDLE.line) if is_current else theme_colour("groove", 0.6),
            line_width=2 if is_current else 1,
        )
        self.slot.show(self.status)
        self.words.set_tone("ink_2" if self.status is StepStatus.DONE else "ink")


class CheckSlot(Row):
    """A place for a check, with a number until it is there."""

    def __init__(self, number: str, accent: Accent) -> None:
        self._accent = accent
        size = dp(_SLOT_DP)
        super().__init__(
            size_hint=(None, None), size=(size, size), height=size, gap=0, pos_hint={"center_y": 0.5}
        )
        self._box = RoundedBox(self, radius=RADIUS_CELL - 2, line_width=2)
        self._number: Text | None = None
        if number:
            self._number = Text(
                number,
                weight=700,
                size_sp=18,
                min_size=11,
                autosize="none",
                align="center",
                scaled=False,
                max_lines=1,
            )
        # Built when something is done: few are when a page opens.
        self._check: IconLabel | None = None
        self.show(StepStatus.AHEAD)

    def show(self, status: StepStatus) -> None:
        is_current, is_done = status is StepStatus.NOW, status is StepStatus.DONE
        self._box.set_style(
            background=theme_colour(self._accent.fill) if is_done else TRANSPARENT,
            border=theme_colour(self._accent.line if is_done else CANDLE.line if is_current else "rim"),
            line_width=2 if is_done or is_current else 1.5,
        )
        if self._number is not None:
            self._number.set_tone("candle" if is_current else "ink_2")
        if is_done and self._check is None:
            self._check = IconLabel(Icon.CHECK, 20, tone=self._accent.on, pos_hint={"center_y": 0.5})
            self._check.size_hint_x = 1
        child = self._check if is_done else self._number
        if self.children != [child]:
            self.clear_widgets()
            if child is not None:
                self.add_widget(child)
