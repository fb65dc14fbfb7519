"""The parts of a Codenames Duet board: agents, bank of tokens, and the grid of words.

The grid shows the real table, so it is not mirrored in right-to-left languages. Side 2 is above it and side
1 below: the arrows of the tokens point to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.session_controller import SessionController
from companion.games.duet.drafts import TurnDraft
from companion.games.duet.setup import AGENTS, BYSTANDER_CHECKS, COLUMNS, KEY_AGENTS, ROWS, WORDS, Setup, Side
from companion.games.duet.state import Move, State
from companion.games.duet.text import Turn, place_text, side_name
from companion.i18n.translator import Translator
from companion.widgets.buttons import LongPressable, shade
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row, Wrap, start_unsized
from companion.widgets.shapes import TRANSPARENT, Disc, RoundedBox, center_of
from companion.widgets.text import LABEL, MUTED, NUMBER, STRONG, IconLabel, Text
from companion.widgets.theme import RADIUS_CELL, TOUCH_TARGET, look, sp, theme_colour


def older_clues_text(tr: Translator, clues: Sequence[Turn]) -> str:
    """Return the older clues with open words in one line; empty if there are none."""
    texts = tuple(_open_clue_text(tr, turn) for turn in clues)
    return tr("duet.board.open_clues", clues=texts) if texts else ""


def _open_clue_text(tr: Translator, turn: Turn) -> str:
    """Return the clue's word, or its turn if only the number was entered, with the count of open words."""
    word = turn.clue.word if turn.clue is not None else ""
    name = word or tr("duet.summary.turn", turn=turn.number)
    return tr("duet.board.open_clue", word=name, count=turn.open_words or 0)


def side_number(side: Side) -> int:
    """Return the side's number as shown and spoken, from 1."""
    return side.value + 1


def set_children(layout: Widget, widgets: Iterable[Widget | None]) -> None:
    """Set exactly these children in this order, without None; a no-op if nothing changes. Children are
    removed from other parents."""
    parts = [widget for widget in widgets if widget is not None]
    if [*reversed(layout.children)] == parts:
        return
    layout.clear_widgets()
    for part in parts:
        if part.parent is not None:
            part.parent.remove_widget(part)
        layout.add_widget(part)


_GROUP_SIZE = 5
# In dp: on a smaller token the inner line would only blur its icon.
_MIN_LINED_DP = 30


def key_text(tr: Translator, state: State, side: Side) -> str:
    """Return how many agents of this side's key are found, or that all of them are."""
    count = KEY_AGENTS if state.done_side is side else state.key_counts[side]
    key = "duet.board.key_done" if count == KEY_AGENTS else "duet.board.key_count"
    return tr(key, side=side_number(side), count=count, most=KEY_AGENTS)


class AgentsRow(Column):
    """The number of agents found: as a number, as hats in groups of five, and per key."""

    def __init__(self, tr: Translator, setup: Setup) -> None:
        super().__init__(gap=6)
        self._number = Text("", NUMBER, size_sp=40, tone="teal", autosize="both")
        self._words = Text(tr("duet.board.agents", n=AGENTS), MUTED, size_sp=20, pos_hint={"center_y": 0.4})
        self.add_widget(Row(self._number, self._words, gap=12))
        self.hats = [IconLabel(Icon.HAT_LINE, 20, tone="rim") for _ in range(AGENTS)]
        groups = (self.hats[first : first + _GROUP_SIZE] for first in range(0, AGENTS, _GROUP_SIZE))
        # On a small phone the last group wraps as a whole.
        row = Wrap(*(Row(*group, gap=2, hug=True) for group in groups))
        row.spacing = (dp(12), dp(4))
        self.add_widget(row)
        self._tr = tr
        self._keys = [KeyCount(tr, side) for side in Side] if setup.has_key_counts else []
        if self._keys:
            self.add_widget(Row(*self._keys, gap=12))

    def show(self, state: State) -> None:
        self._number.content = self._tr.format_number(state.agents)
        for key in self._keys:
            key.show(state)
        for i, hat in enumerate(self.hats):
            is_found = i < state.agents
            hat.show(Icon.HAT if is_found else Icon.HAT_LINE)
            hat.set_tone("teal" if is_found else "rim")


class KeyCount(Row):
    """The number of agents found on one key; a check icon once all of them are."""

    def __init__(self, tr: Translator, side: Side) -> None:
        self._tr, self._side = tr, side
        self._mark = IconLabel(Icon.KEY_CARD, 20, tone="ink_2")
        self._words = Text("", MUTED, min_size=12, max_lines=1, fallback_lines=2)
        super().__init__(self._mark, self._words, gap=6)

    def show(self, state: State) -> None:
        is_done = state.done_side is self._side
        self._mark.show(Icon.CHECK_TOKEN if is_done else Icon.KEY_CARD)
        tone = "teal" if is_done else "ink_2"
        self._mark.set_tone(tone)
        self._words.set_tone(tone)
        self._words.content = key_text(self._tr, state, self._side)


class TokenDisc(Widget):
    """A timer token: filled while it is in the bank, an empty outline once spent."""

    def __init__(self, icon: Icon, fill: str, on: str, diameter: float = 44) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)))
        self._fill, self._on = fill, on
        self._disc = Disc(self, background=theme_colour(fill), border=theme_colour(fill), line_width=2)
        self._has_inner_line = diameter >= _MIN_LINED_DP
        self._inner = Disc(
            self,
            diameter=dp(diameter - 8),
            border=theme_colour(on) if self._has_inner_line else TRANSPARENT,
            line_width=1,
        )
        self._mark = IconLabel(icon, diameter * 0.6, tone=on)
        self.add_widget(self._mark)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self._mark.center = center_of(self)

    def set_in_bank(self, in_bank: bool) -> None:
        self._disc.set_style(
            background=theme_colour(self._fill) if in_bank else TRANSPARENT,
            border=theme_colour(self._fill if in_bank else "groove"),
        )
        self._inner.set_style(
            border=theme_colour(self._on) if in_bank and self._has_inner_line else TRANSPARENT
        )
        self._mark.set_tone(self._on if in_bank else "groove")


class BankCard(Card):
    """The tokens left: plain ones, and those that also allow a mistake."""

    def __init__(self, tr: Translator, setup: Setup) -> None:
        super().__init__(gap=4)
        self._tr = tr
        self._number = Text("", NUMBER, size_sp=54, autosize="both")
        self._words = Text("", LABEL, size_sp=20)
        text_column = Column(self._words, gap=0)
        self.add_widget(Row(self._number, text_column, gap=14))
        self._checks = [
            TokenDisc(Icon.CHECK, "teal", "on_accent") for _ in range(setup.tokens - setup.bystander_tokens)
        ]
        self._bystanders = [
            TokenDisc(Icon.BYSTANDER, "sand", "on_sand") for _ in range(setup.bystander_tokens)
        ]
        self._check_words = Text("", MUTED)
        self._bystander_words = Text("", MUTED)
        piles = ((self._check_words, self._checks), (self._bystander_words, self._bystanders))
        visible_piles = [(words, tokens) for words, tokens in piles if tokens]
        for words, tokens in visible_piles:
            # With only one kind of token, its explanation is beside the number.
            (self if len(visible_piles) > 1 else text_column).add_widget(words)
            self.add_widget(Wrap(*tokens, gap=6))
        if self._checks:
            self.add_widget(Text(tr("duet.board.none_left", bystander_checks=BYSTANDER_CHECKS), MUTED))

    def show(self, state: State) -> None:
        tr, bank = self._tr, state.bank
        self._number.content = tr.format_number(bank.tokens_left)
        self._words.content = tr("duet.board.left", n=bank.tokens_left)
        self._check_words.content = tr("duet.board.for_stopping", count=bank.checks)
        has_checks = bool(self._checks)
        key = "duet.board.for_bystanders" if has_checks else "duet.board.for_either"
        self._bystander_words.content = tr(key, count=bank.bystanders)
        for tokens, left in ((self._checks, bank.checks), (self._bystanders, bank.bystanders)):
            for i, token in enumerate(tokens):
                token.set_in_bank(i < left)


class BankStrip(Row):
    """Agents and tokens in one line, above or below a grid; tokens are hidden in sudden death."""

    def __init__(self, tr: Translator, setup: Setup) -> None:
        super().__init__(gap=10)
        self._tr = tr
        self._agents = Text("", NUMBER, size_sp=24, tone="teal", autosize="both")
        of_all = Text(tr("duet.board.agents", n=AGENTS), MUTED)
        self._checks = _TokenPile(Icon.CHECK, "teal", "on_accent")
        self._bystanders = _TokenPile(Icon.BYSTANDER, "sand", "on_sand")
        checks = self._checks if setup.bystander_tokens < setup.tokens else None
        bystanders = self._bystanders if setup.bystander_tokens else None
        parts = (IconLabel(Icon.HAT, 26, tone="teal"), self._agents, of_all, checks, bystanders)
        set_children(self, parts)

    def show(self, state: State) -> None:
        self._agents.content = self._tr.format_number(state.agents)
        for pile, left in ((self._checks, state.bank.checks), (self._bystanders, state.bank.bystanders)):
            pile.show(self._tr.format_number(left), empty=not left)
            pile.opacity = 0 if state.is_sudden_death else 1


class _TokenPile(Row):
    """The number of tokens with the same face up."""

    def __init__(self, icon: Icon, ground: str, on: str) -> None:
        super().__init__(gap=6, hug=True, pos_hint={"center_y": 0.5})
        self._token = TokenDisc(icon, ground, on, 30)
        self._count = Text("", NUMBER, size_sp=24, autosize="both")
        self.add_widget(self._token)
        self.add_widget(self._count)

    def show(self, count: str, *, empty: bool) -> None:
        self._count.content = count
        self._token.set_in_bank(not empty)


# In dp.
_GAP_DP = 4
_MARKS_DP = 24
_MIN_FONT_SP = 10
# Height of a card as a ratio of its width, and the maximum height in dp.
_CELL_RATIO, _MAX_CELL_DP = 0.62, 76
_ARROWS = {Side.A: Icon.ARROW_DOWN, Side.B: Icon.ARROW_UP}

PlaceCallback = Callable[[int], object]


class CellStatus(Enum):
    """The status of a word for the side that guesses."""

    OPEN = "open"
    # The guessing side's token covers it; the other side may still touch it.
    CLOSED = "closed"
    AGENT = "agent"
    COVERED = "covered"
    KILLED = "killed"


_STATUS_KEYS = {
    CellStatus.AGENT: "duet.board.agent",
    CellStatus.KILLED: "duet.board.assassin",
    CellStatus.COVERED: "duet.grid.covered",
}


@dataclass(frozen=True, slots=True)
class CellLook:
    """How one word of the grid looks. `labels` describes all of it in words: the word and the meaning of
    every token and icon on it."""

    words: str
    is_typed: bool
    status: CellStatus
    labels: tuple[str, ...]
    key: Side | None = None
    stopped: tuple[Side, ...] = ()
    open_to: tuple[Side, ...] = ()
    is_selected: bool = False


def build_cell_look(tr: Translator, state: State, draft: TurnDraft, place: int) -> CellLook:
    word_place, word, is_selected = state.places[place], state.word(place), draft.place == place
    open_to = state.sides_open_to(place)
    # Before sudden death only one side guesses, which the closed words show already.
    open_sides = open_to if state.is_sudden_death and state.outcome is None else ()
    if word_place.killed:
        status = CellStatus.KILLED
    elif word_place.found:
        status = CellStatus.AGENT
    elif word_place.is_covered:
        status = CellStatus.COVERED
    else:
        status = CellStatus.OPEN if open_to else CellStatus.CLOSED
    labels = (
        place_text(tr, state, place),
        *_status_labels(tr, status, word_place.key),
        *(tr("duet.grid.stopped", side=side_number(side)) for side in word_place.stopped),
        *(tr("duet.grid.open_to", side=side_number(side)) for side in open_sides),
        *((tr("duet.grid.touched"),) if is_selected else ()),
    )
    words = word or look().digits(place + 1)
    return CellLook(
        words, bool(word), status, labels, word_place.key, word_place.stopped, open_sides, is_selected
    )


def _status_labels(tr: Translator, status: CellStatus, key: Side | None) -> tuple[str, ...]:
    if status is CellStatus.AGENT and key is not None:
        return (tr("duet.grid.agent", side=side_number(key)),)
    return (tr(_STATUS_KEYS[status]),) if status in _STATUS_KEYS else ()


class GridCard(Column):
    """The grid of words; `on_tap` and `on_hold` receive the place that was tapped or long-pressed."""

    def __init__(self, tr: Translator, on_tap: PlaceCallback, on_hold: PlaceCallback) -> None:
        self._tr = tr
        self.cells = [WordCell(partial(on_tap, place), partial(on_hold, place)) for place in range(WORDS)]
        self._sides = {side: _SideLine(tr, side) for side in Side}
        super().__init__(self._sides[Side.B], _CellGrid(self.cells), self._sides[Side.A], gap=4)

    def show(self, state: State, draft: TurnDraft) -> None:
        for line in self._sides.values():
            line.show(state)
        for place, cell in enumerate(self.cells):
            cell.show(build_cell_look(self._tr, state, draft, place))


class _CellGrid(Widget):
    """Five rows of five cells, left to right in every language."""

    def __init__(self, cells: list[WordCell]) -> None:
        options: dict[str, object] = {"size_hint_y": None}
        start_unsized(options)
        super().__init__(**options)
        self._cells = cells
        for cell in cells:
            self.add_widget(cell)
        self.fbind("width", self._grow)
        for side in ("pos", "size"):
            self.fbind(side, self._place)
        self._grow()

    def min_width(self) -> float:
        return float(COLUMNS * dp(TOUCH_TARGET) + (COLUMNS - 1) * dp(_GAP_DP))

    def _cell_width(self) -> float:
        return max(float(dp(TOUCH_TARGET)), float(self.width - (COLUMNS - 1) * dp(_GAP_DP)) / COLUMNS)

    def _grow(self, *_: object) -> None:
        # Room for a word with its tokens and icons below.
        min_height = max(dp(TOUCH_TARGET), dp(_MARKS_DP) + sp(14) * 1.7)
        cell_height = max(min_height, min(dp(_MAX_CELL_DP), self._cell_width() * _CELL_RATIO))
        self.height = ROWS * cell_height + (ROWS - 1) * dp(_GAP_DP)

    def _place(self, *_: object) -> None:
        gap, cell_width = dp(_GAP_DP), self._cell_width()
        cell_height = (self.height - (ROWS - 1) * gap) / ROWS
        for place, cell in enumerate(self._cells):
            row, column = divmod(place, COLUMNS)
            cell.size = (cell_width, cell_height)
            cell.pos = (self.x + column * (cell_width + gap), self.y + (ROWS - 1 - row) * (cell_height + gap))


class WordCell(LongPressable):
    """A card of the grid: its word or number, with tokens and icons below."""

    def __init__(self, on_tap: Callable[[], object], on_hold: Callable[[], object]) -> None:
        super().__init__(on_tap, on_hold, size_hint=(None, None), padding=(dp(3), dp(3)))
        self.cell_look: CellLook | None = None
        self._box = RoundedBox(self, radius=RADIUS_CELL, line_width=1.5)
        self._area = Widget()
        self.add_widget(self._area)
        self._strike = _Strike()
        # The minimum font size does not scale with the user's text size: otherwise words would break on small
        # screens.
        smallest = _MIN_FONT_SP / max(1.0, look().text_scale)
        self.words = Text("", STRONG, min_size=smallest, max_lines=2, autosize="none", align="center")
        self._marks = Row(gap=1, hug=True)
        self._area.bind(pos=self._place, size=self._place)
        self._marks.bind(size=self._place)

    def show(self, cell_look: CellLook) -> None:
        if cell_look == self.cell_look:
            return
        self.cell_look = cell_look
        self._area.clear_widgets()
        self._marks.clear_widgets()
        for mark in _build_marks(cell_look):
            self._marks.add_widget(mark)
        self._area.add_widget(self.words)
        if self._marks.children:
            self._area.add_widget(self._marks)
        if cell_look.status is CellStatus.COVERED:
            self._area.add_widget(self._strike)
        self.words.content = cell_look.words
        # A card without a word shows its number, which is large if there is nothing else on it.
        is_bare = not cell_look.is_typed and not self._marks.children
        self.words.size_sp = 20 if is_bare else 16
        self._refresh_style()
        self._place()

    def update_style(self, *, pressed: bool) -> None:
        cell_look = self.cell_look
        if cell_look is None:
            return
        ground, edge, tone, line = _cell_style(cell_look)
        painted = theme_colour(ground)
        self._box.set_style(
            background=shade(painted, 0.08) if pressed else painted,
            border=theme_colour(edge),
            line_width=line,
        )
        self.words.set_tone(tone)

    def _place(self, *_: object) -> None:
        area = self._area
        marks_height = dp(_MARKS_DP) if self._marks.children else 0
        self.words.pos = (area.x, area.y + marks_height)
        self.words.size = (max(1.0, area.width), max(1.0, area.height - marks_height))
        across = center_of(area)[0] - self._marks.width / 2
        self._marks.pos = (across, area.y + (dp(_MARKS_DP) - self._marks.height) / 2)
        self._strike.pos = (area.x, self.words.y + self.words.height / 2)
        self._strike.width = area.width


def _cell_style(cell_look: CellLook) -> tuple[str, str, str, float]:
    """Return background, border and text colour of a card, and the width of its border."""
    if cell_look.is_selected:
        return "candle_deep", "candle", "ink", 3
    match cell_look.status:
        case CellStatus.AGENT:
            return "teal_deep", "teal", "teal", 1.5
        case CellStatus.KILLED:
            return "brick_deep", "brick", "brick", 2
        case CellStatus.OPEN:
            return "raised", "rim", "ink" if cell_look.is_typed else "ink_2", 1.5
        case CellStatus.CLOSED | CellStatus.COVERED:
            return "table", "groove", "ink_3", 1.5


def _build_marks(cell_look: CellLook) -> Iterator[Widget]:
    """Build the small tokens and icons of a card; none is distinguished by colour alone."""
    digits = look().digits
    if cell_look.status is CellStatus.AGENT:
        yield IconLabel(Icon.HAT, 22, tone="teal")
        if cell_look.key is not None:
            yield _build_digit(digits(side_number(cell_look.key)), "teal")
    elif cell_look.status is CellStatus.KILLED:
        yield IconLabel(Icon.SKULL, 22, tone="brick")
    if cell_look.status is CellStatus.CLOSED:
        yield IconLabel(Icon.LOCK, 12, tone="rim")
    is_crowded = len(cell_look.stopped) + len(cell_look.open_to) > 1
    for side in cell_look.stopped:
        yield TokenDisc(Icon.BYSTANDER, "sand", "on_sand", 16 if is_crowded else 18)
        yield IconLabel(_ARROWS[side], 10 if is_crowded else 12, tone="ink_2")
        if not is_crowded:
            yield _build_digit(digits(side_number(side)), "ink_2")
    for side in cell_look.open_to:
        # The number of a side that may touch this word.
        number = _build_digit(digits(side_number(side)), "ink")
        yield LabelledDisc(number, dp(20), border=theme_colour("brick"), line_width=1.5)


def _build_digit(words: str, tone: str) -> Text:
    return Text(
        words, NUMBER, size_sp=14, tone=tone, autosize="both", scaled=False, pos_hint={"center_y": 0.5}
    )


class _Strike(Widget):
    """A line through a word that can no longer be guessed."""

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None), height=max(1, round(dp(1.5))))
        with self.canvas:
            Color(rgba=theme_colour("rim"))
            self._line = Rectangle()
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_: object) -> None:
        self._line.pos, self._line.size = (round(self.x), round(self.y)), self.size


class LabelledDisc(Widget):
    """A text in the middle of a disc; `style` is that of the disc."""

    def __init__(self, label: Text, diameter: float, **style: Any) -> None:
        super().__init__(size_hint=(None, None), size=(diameter, diameter), pos_hint={"center_y": 0.5})
        Disc(self, **style)
        self.label = label
        self.add_widget(label)
        for part in (self, label):
            part.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self.label.center = center_of(self)


class _SideLine(Row):
    """The names of the side at this edge of the grid, and how much of its key is found."""

    def __init__(self, tr: Translator, side: Side) -> None:
        self._tr, self._side = tr, side
        self._arrow = IconLabel(_ARROWS[side], 18, tone="ink_2")
        self._names = Text("", STRONG, max_lines=1)
        self._count = Text("", MUTED, autosize="both")
        super().__init__(self._arrow, self._names, self._count, gap=6)

    def show(self, state: State) -> None:
        is_guessing = self._side in state.phase.guesses
        self._names.content = side_name(self._tr, state.setup, self._side)
        self._count.content = key_text(self._tr, state, self._side)
        for part in (self._arrow, self._names):
            part.set_tone("ink" if is_guessing else "ink_2")


DuetController = SessionController[Setup, State, Move, TurnDraft]
