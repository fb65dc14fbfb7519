"""A step as a row to be ticked: its number or a check, the sentence, what it needs, and why behind a tap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto

from kivy.metrics import dp

from companion.entry.pieces import counted
from companion.games.box import Kind, Piece
from companion.games.manifest import Manifest
from companion.i18n.translator import Translator
from companion.scripts.guides import Step
from companion.widgets.count_chip import CountChip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.tap import IconButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import CANDLE, RADIUS_CARD, RADIUS_CELL, TARGET, Accent, look, paint

_SLOT = 32


class Stage(Enum):
    AHEAD = auto()
    NOW = auto()
    DONE = auto()


def kinds_of(game: Manifest) -> dict[str, Kind]:
    """What lies in the box of a game, by its id; nothing where nobody has told."""
    box = game.find("games", "box")
    return {} if box is None else {kind.id: kind for kind in box.BOX}


def chips_of(tr: Translator, game: Manifest, pieces: Iterable[Piece]) -> Iterator[CountChip]:
    """Pieces with how many of them, each with its mark."""
    kinds = kinds_of(game)
    for piece in pieces:
        kind = kinds[piece.id]
        yield CountChip(Icon[kind.icon], counted(tr, game, piece), kind.tone, size=16)


class StepRow(Tap):
    """`number` is the one that the step bears in the picture."""

    def __init__(
        self,
        tr: Translator,
        game: Manifest,
        step: Step,
        number: int,
        accent: Accent,
        on_tap: Callable[[], object],
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET))
        self.step, self._accent = step, accent
        self.stage = Stage.AHEAD
        self._number = look().digits(number)
        self._box = Box(self, radius=RADIUS_CARD, line=2)
        self.slot = CheckSlot(self._number, accent)
        self.words = Text(tr(step.key, **step.args), size_sp=18, pos_hint={"center_y": 0.5})
        first = Row(self.slot, self.words, gap=12)
        self.why: IconButton | None = None
        # Built when it is asked for: most reasons are never read.
        self._reason = tr(step.why, **step.args) if step.why is not None else ""
        self._told: Text | None = None
        self._rest = Column(first, gap=8, padding=(dp(12), dp(10), dp(12), dp(10)))
        if step.why is not None:
            self.why = IconButton(Icon.INFO, self.unfold, tone="ink_3", size=22)
            first.add_widget(self.why)
            # The mark is as wide as a finger; its lines stand where the words of other rows end.
            start, end = (dp(2), dp(12)) if look().rtl else (dp(12), dp(2))
            self._rest.padding = (start, dp(6), end, dp(6))
        chips = tuple(chips_of(tr, game, step.pieces))
        if chips:
            self._rest.add_widget(Wrap(*chips, gap=6))
        self._rest.bind(height=self._fit)
        self.add_widget(self._rest)
        self._answer()

    def unfold(self) -> None:
        """Why it matters, or no more of that."""
        if not self._reason:
            return
        if self._told is None:
            self._told = Text(self._reason, size_sp=16, tone="ink_2")
        if self._told.parent is None:
            self._rest.add_widget(self._told)
        else:
            self._rest.remove_widget(self._told)

    def _fit(self, _: Column, height: float) -> None:
        self.height = max(dp(TARGET), height)

    def show(self, stage: Stage) -> None:
        if stage is not self.stage:
            self.stage = stage
            self._answer()

    def dress(self, *, pressed: bool) -> None:
        now = self.stage is Stage.NOW
        ground = paint("plank")
        self._box.paint(
            ground=shaded(ground, 0.06) if pressed else ground,
            edge=paint(CANDLE.line) if now else paint("groove", 0.6),
            line=2 if now else 1,
        )
        self.slot.show(self.stage)
        self.words.set_tone("ink_2" if self.stage is Stage.DONE else "ink")


class CheckSlot(Row):
    """A place for a check, with a number until it is there."""

    def __init__(self, number: str, accent: Accent) -> None:
        self._accent = accent
        size = dp(_SLOT)
        super().__init__(
            size_hint=(None, None), size=(size, size), height=size, gap=0, pos_hint={"center_y": 0.5}
        )
        self._box = Box(self, radius=RADIUS_CELL - 2, line=2)
        self._number: Text | None = None
        if number:
            self._number = Text(
                number, weight=700, size_sp=18, smallest=11, grow="none", align="center", scaled=False, most=1
            )
        # Built when something is done: few are when a page opens.
        self._check: Glyph | None = None
        self.show(Stage.AHEAD)

    def show(self, stage: Stage) -> None:
        now, done = stage is Stage.NOW, stage is Stage.DONE
        self._box.paint(
            ground=paint(self._accent.fill) if done else CLEAR,
            edge=paint(self._accent.line if done else CANDLE.line if now else "rim"),
            line=2 if done or now else 1.5,
        )
        if self._number is not None:
            self._number.set_tone("candle" if now else "ink_2")
        if done and self._check is None:
            self._check = Glyph(Icon.CHECK, 20, tone=self._accent.on, pos_hint={"center_y": 0.5})
            self._check.size_hint_x = 1
        wanted = self._check if done else self._number
        if self.children != [wanted]:
            self.clear_widgets()
            if wanted is not None:
                self.add_widget(wanted)
