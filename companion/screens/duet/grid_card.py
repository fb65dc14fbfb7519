"""The words on the table, as they lie there: what is on each, and who may still touch it.

It is the real table, so it is not mirrored in any language. Side 2 sits above it and side 1 below: there the
arrows of the tokens point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.duet.accounts import place_words, side_name
from companion.entry.duet.draft import TurnDraft
from companion.games.duet.key import COLUMNS, ROWS, WORDS
from companion.games.duet.setup import Side
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.screens.duet.bank import Token, key_words
from companion.screens.duet.words import side_number
from companion.widgets.held_tap import HeldTap
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box, Disc, middle
from companion.widgets.sizing import no_width_yet
from companion.widgets.tap import shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CELL, TARGET, look, paint, sp

# In dp.
_GAP = 4
_MARKS = 24
_SMALLEST = 10
# How high a card is for its width, and within which heights.
_SHAPE, _HIGHEST = 0.62, 76
_ARROWS = {Side.A: Icon.ARROW_DOWN, Side.B: Icon.ARROW_UP}

OnPlace = Callable[[int], object]


class Lies(Enum):
    """What a place is to those who guess now."""

    OPEN = "open"
    # A token of theirs lies on it; the other side may still touch it.
    CLOSED = "closed"
    FOUND = "found"
    COVERED = "covered"
    KILLED = "killed"


@dataclass(frozen=True, slots=True)
class CellLook:
    """One place as it should look now. `spoken` is all of it in words: what the card reads, and what every
    mark on it stands for."""

    words: str
    typed: bool
    lies: Lies
    spoken: tuple[str, ...]
    key: Side | None = None
    stopped: tuple[Side, ...] = ()
    open_to: tuple[Side, ...] = ()
    chosen: bool = False


def cell_look(tr: Translator, state: State, draft: TurnDraft, place: int) -> CellLook:
    lying, word, chosen = state.places[place], state.word(place), draft.place == place
    open_to = state.open_to(place)
    # Before sudden death only one side guesses, and the closed places tell it.
    shown = open_to if state.sudden_death and state.outcome is None else ()
    if lying.killed:
        lies = Lies.KILLED
    elif lying.found:
        lies = Lies.FOUND
    elif lying.covered:
        lies = Lies.COVERED
    else:
        lies = Lies.OPEN if open_to else Lies.CLOSED
    spoken = (
        place_words(tr, state, place),
        *_lies_on(tr, lies, lying.key),
        *(tr("duet.grid.stopped", side=side_number(side)) for side in lying.stopped),
        *(tr("duet.grid.open_to", side=side_number(side)) for side in shown),
        *((tr("duet.grid.touched"),) if chosen else ()),
    )
    words = word or look().digits(place + 1)
    return CellLook(words, bool(word), lies, spoken, lying.key, lying.stopped, shown, chosen)


def _lies_on(tr: Translator, lies: Lies, key: Side | None) -> Iterator[str]:
    match lies:
        case Lies.FOUND if key is not None:
            yield tr("duet.grid.agent", side=side_number(key))
        case Lies.FOUND:
            yield tr("duet.board.agent")
        case Lies.KILLED:
            yield tr("duet.board.assassin")
        case Lies.COVERED:
            yield tr("duet.grid.covered")
        case _:
            return


class GridCard(Column):
    """`on_tap` is told the place that was touched, `on_hold` the one that a finger rests on."""

    def __init__(self, tr: Translator, on_tap: OnPlace, on_hold: OnPlace) -> None:
        self._tr = tr
        self.cells = [WordCell(partial(on_tap, place), partial(on_hold, place)) for place in range(WORDS)]
        self._sides = {side: _SideLine(tr, side) for side in Side}
        super().__init__(self._sides[Side.B], _Cells(self.cells), self._sides[Side.A], gap=4)

    def show(self, state: State, draft: TurnDraft) -> None:
        for line in self._sides.values():
            line.show(state)
        for place, cell in enumerate(self.cells):
            cell.show(cell_look(self._tr, state, draft, place))


class _Cells(Widget):
    """Five rows of five, from the left in every language."""

    def __init__(self, cells: list[WordCell]) -> None:
        options: dict[str, object] = {"size_hint_y": None}
        no_width_yet(options)
        super().__init__(**options)
        self._cells = cells
        for cell in cells:
            self.add_widget(cell)
        self.fbind("width", self._grow)
        for side in ("pos", "size"):
            self.fbind(side, self._place)
        self._grow()

    def least_width(self) -> float:
        return float(COLUMNS * dp(TARGET) + (COLUMNS - 1) * dp(_GAP))

    def _across(self) -> float:
        return max(float(dp(TARGET)), float(self.width - (COLUMNS - 1) * dp(_GAP)) / COLUMNS)

    def _grow(self, *_: object) -> None:
        # Room for a word and, below it, its marks.
        least = max(dp(TARGET), dp(_MARKS) + sp(14) * 1.7)
        high = max(least, min(dp(_HIGHEST), self._across() * _SHAPE))
        self.height = ROWS * high + (ROWS - 1) * dp(_GAP)

    def _place(self, *_: object) -> None:
        gap, across = dp(_GAP), self._across()
        high = (self.height - (ROWS - 1) * gap) / ROWS
        for place, cell in enumerate(self._cells):
            row, column = divmod(place, COLUMNS)
            cell.size = (across, high)
            cell.pos = (self.x + column * (across + gap), self.y + (ROWS - 1 - row) * (high + gap))


class WordCell(HeldTap):
    """A card on the table: its word or its number, and below it what lies on it."""

    def __init__(self, on_tap: Callable[[], object], on_hold: Callable[[], object]) -> None:
        super().__init__(on_tap, on_hold, size_hint=(None, None), padding=(dp(3), dp(3)))
        self.look: CellLook | None = None
        self._box = Box(self, radius=RADIUS_CELL, line=1.5)
        self._inside = Widget()
        self.add_widget(self._inside)
        self._strike = _Strike()
        # Words stay whole in letters that are as small on every screen, however large others are.
        smallest = _SMALLEST / max(1.0, look().text_scale)
        self.words = Text(weight=500, size_sp=16, smallest=smallest, most=2, grow="none", align="center")
        self._marks = Row(gap=1, hug=True)
        self._inside.bind(pos=self._place, size=self._place)
        self._marks.bind(size=self._place)

    def show(self, shown: CellLook) -> None:
        if shown == self.look:
            return
        self.look = shown
        self._inside.clear_widgets()
        self._marks.clear_widgets()
        for mark in _marks(shown):
            self._marks.add_widget(mark)
        self._inside.add_widget(self.words)
        if self._marks.children:
            self._inside.add_widget(self._marks)
        if shown.lies is Lies.COVERED:
            self._inside.add_widget(self._strike)
        self.words.content = shown.words
        # A number only says where the card lies; on an open place nothing else does.
        bare = not shown.typed and not self._marks.children
        self.words.size_sp = 20 if bare else 16
        self._answer()
        self._place()

    def dress(self, *, pressed: bool) -> None:
        shown = self.look
        if shown is None:
            return
        ground, edge, tone, line = _dress(shown)
        painted = paint(ground)
        self._box.paint(ground=shaded(painted, 0.08) if pressed else painted, edge=paint(edge), line=line)
        self.words.set_tone(tone)

    def _place(self, *_: object) -> None:
        inside = self._inside
        low = dp(_MARKS) if self._marks.children else 0
        self.words.pos = (inside.x, inside.y + low)
        self.words.size = (max(1.0, inside.width), max(1.0, inside.height - low))
        across = middle(inside)[0] - self._marks.width / 2
        self._marks.pos = (across, inside.y + (dp(_MARKS) - self._marks.height) / 2)
        self._strike.pos = (inside.x, self.words.y + self.words.height / 2)
        self._strike.width = inside.width


def _dress(shown: CellLook) -> tuple[str, str, str, float]:
    """Ground, edge and words of a card, and how thick its edge is."""
    if shown.chosen:
        return "candle_deep", "candle", "ink", 3
    match shown.lies:
        case Lies.FOUND:
            return "teal_deep", "teal", "teal", 1.5
        case Lies.KILLED:
            return "brick_deep", "brick", "brick", 2
        case Lies.OPEN:
            return "raised", "rim", "ink" if shown.typed else "ink_2", 1.5
        case Lies.CLOSED | Lies.COVERED:
            return "table", "groove", "ink_3", 1.5


def _marks(shown: CellLook) -> Iterator[Widget]:
    """What lies on the card, small: never by its colour alone."""
    digits = look().digits
    if shown.lies is Lies.FOUND:
        yield Glyph(Icon.HAT, 22, tone="teal", pos_hint={"center_y": 0.5})
        if shown.key is not None:
            yield _digit(digits(side_number(shown.key)), "teal")
    elif shown.lies is Lies.KILLED:
        yield Glyph(Icon.SKULL, 22, tone="brick", pos_hint={"center_y": 0.5})
    if shown.lies is Lies.CLOSED:
        yield Glyph(Icon.LOCK, 12, tone="rim", pos_hint={"center_y": 0.5})
    several = len(shown.stopped) + len(shown.open_to) > 1
    for side in shown.stopped:
        token = Token(Icon.BYSTANDER, "sand", "on_sand", 16 if several else 18)
        token.pos_hint = {"center_y": 0.5}
        yield token
        yield Glyph(_ARROWS[side], 10 if several else 12, tone="ink_2", pos_hint={"center_y": 0.5})
        if not several:
            yield _digit(digits(side_number(side)), "ink_2")
    for side in shown.open_to:
        yield _Ringed(digits(side_number(side)))


def _digit(words: str, tone: str) -> Text:
    return Text(
        words, weight=700, size_sp=14, tone=tone, grow="both", scaled=False, pos_hint={"center_y": 0.5}
    )


class _Strike(Widget):
    """A line through a word that nobody can guess any more."""

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None), height=max(1, round(dp(1.5))))
        with self.canvas:
            Color(rgba=paint("rim"))
            self._line = Rectangle()
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_: object) -> None:
        self._line.pos, self._line.size = (round(self.x), round(self.y)), self.size


class _Ringed(Widget):
    """The number of a side that may touch this word."""

    def __init__(self, words: str) -> None:
        super().__init__(size_hint=(None, None), size=(dp(20), dp(20)), pos_hint={"center_y": 0.5})
        Disc(self, edge=paint("brick"), line=1.5)
        self._words = _digit(words, "ink")
        self.add_widget(self._words)
        for part in (self, self._words):
            part.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_: object) -> None:
        self._words.center = middle(self)


class _SideLine(Row):
    """Who sits at this edge of the grid, and how much of their key is found."""

    def __init__(self, tr: Translator, side: Side) -> None:
        self._tr, self._side = tr, side
        self._arrow = Glyph(_ARROWS[side], 18, tone="ink_2", pos_hint={"center_y": 0.5})
        self._names = Text("", weight=500, size_sp=16, most=1, pos_hint={"center_y": 0.5})
        self._count = Text("", size_sp=16, tone="ink_2", grow="both", pos_hint={"center_y": 0.5})
        super().__init__(self._arrow, self._names, self._count, gap=6)

    def show(self, state: State) -> None:
        guesses = self._side in state.awaits.guesses
        self._names.content = side_name(self._tr, state.setup, self._side)
        self._count.content = key_words(self._tr, state, self._side)
        for part in (self._arrow, self._names):
            part.set_tone("ink" if guesses else "ink_2")
