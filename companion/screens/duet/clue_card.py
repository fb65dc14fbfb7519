"""Who clues whom, the clue itself once it is told, and older clues that are still open; in sudden death, who
may still guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.duet.accounts import clue_words, number_words, side_name
from companion.entry.duet.draft import TurnDraft
from companion.entry.duet.log import Turn
from companion.games.duet.clues import Unlimited
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.moves import Clue
from companion.games.duet.setup import Setup, Side
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.screens.duet.words import older_clues, side_number
from companion.widgets.cards import Card, key_height
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row, Wrap
from companion.widgets.shapes import Disc, middle
from companion.widgets.tap import SideButton, Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, TARGET, Accent, paint, sp

_DUET = ACCENTS[MANIFEST.accent]
# Sudden death has colours of its own, and a skull.
_SUDDEN = Accent("brick", "brick", "on_accent", "brick_deep")


class ClueCard(Card):
    """`on_tell` writes the clue down, `on_status` says where the mission stands. `compact`: above a grid,
    which needs the height."""

    def __init__(
        self,
        tr: Translator,
        on_tell: Callable[[], object],
        on_status: Callable[[], object],
        *,
        compact: bool,
    ) -> None:
        padding = (dp(14), dp(10)) if compact else (dp(16), dp(14))
        super().__init__(accent=_DUET, gap=6 if compact else 8, padding=padding)
        self._tr, self._on_tell, self._compact = tr, on_tell, compact
        self._sides = _Sides(tr, compact=compact)
        self.status = _Status(self._sides, on_status)
        self.tell = self._button(tr("duet.clue.tell"), Icon.CLUE)
        self._told = _Told(tr, compact=compact)
        self._last = _Marked(Icon.HOURGLASS, 26, "ember", 18)
        self._last.words.content = tr("duet.board.last_guesses")
        self._open = _Marked(Icon.HISTORY, 20, "ink_2", 16)

    def show(self, state: State, draft: TurnDraft, older: Sequence[Turn]) -> None:
        clue, open_clues = state.clue, older_clues(self._tr, older)
        if clue is None:
            self._show_draft(draft)
        else:
            self._told.show(clue, state.right)
        hold(
            self,
            (
                self.status,
                *((self._last,) if state.last_guesses else ()),
                self.tell if clue is None else self._told,
                *((self._open,) if open_clues else ()),
            ),
        )
        self._sides.show(state, small=clue is not None)
        self._open.words.content = open_clues

    def _show_draft(self, draft: TurnDraft) -> None:
        """What was put away half told is still there."""
        words = clue_words(self._tr, draft.clue) if draft.has_clue else self._tr("duet.clue.tell")
        if words != self.tell.label.content:
            self.tell = self._button(words, Icon.PENCIL if draft.has_clue else Icon.CLUE)

    def _button(self, words: str, icon: Icon) -> SideButton:
        button = SideButton(words, self._on_tell, icon=icon, outlined=True, edge=_DUET.line)
        if self._compact:
            button.height = key_height()
        return button


class _Sides(Row):
    """Clue from … to …: large while nothing else is known of the clue."""

    def __init__(self, tr: Translator, *, compact: bool) -> None:
        self._tr, self._compact = tr, compact
        self._names = {side: Text("", face="title", size_sp=36, smallest=16, most=2) for side in Side}
        self._labels = {side: _label() for side in Side}
        self._columns = {
            side: Column(self._labels[side], self._names[side], gap=2, pos_hint={"top": 1}) for side in Side
        }
        self._arrow = Glyph(Icon.ARROW_RIGHT, 36, tone="teal", mirrored=True, pos_hint={"center_y": 0.5})
        super().__init__(gap=12)

    def show(self, state: State, *, small: bool) -> None:
        tr, clues = self._tr, state.giver
        small = small or self._compact
        hold(self, (self._columns[clues], self._arrow, self._columns[clues.other]))
        self._arrow.size_sp = 24 if small else 36
        for side in Side:
            key = "duet.board.clue_from" if side is clues else "duet.board.guess_by"
            # People are seen, the side is what the voice calls them.
            self._labels[side].content = tr(key, n=side_number(side))
            self._names[side].content = side_name(tr, state.setup, side)
            self._names[side].size_sp = 20 if small else 36


def _label(words: str = "") -> Text:
    """Which side it is, in one line while that can be read: its number never stands alone in a second."""
    return Text(words, tone="ink_2", smallest=12, most=1, more=2)


class _Told(Column):
    """The clue large, its number on a disc, and how many of its words are found."""

    def __init__(self, tr: Translator, *, compact: bool) -> None:
        super().__init__(gap=2 if compact else 4)
        self._tr = tr
        self._clue = Clue()
        self._word = Text(
            "", face="title", size_sp=28 if compact else 36, smallest=18, most=2, pos_hint={"center_y": 0.5}
        )
        self._number = _Number(36 if compact else 46)
        self._row = Row(gap=12)
        self._hats = Wrap(gap=2, size_hint_x=None)
        self._found = Text("", size_sp=16, tone="ink_2", pos_hint={"center_y": 0.5})
        self._progress = Row(gap=10)
        hold(self, (self._row, self._progress))

    def show(self, clue: Clue, found: int) -> None:
        number = clue.number
        counted = number if isinstance(number, int) else 0
        self._word.content = clue.word
        self._number.show("" if number is None else number_words(self._tr, number))
        told = [
            part for part, there in ((self._word, clue.word), (self._number, number is not None)) if there
        ]
        hold(self._row, told)
        self._found.content = self._words(clue, found)
        self._show_hats(counted, found)

    def _words(self, clue: Clue, found: int) -> str:
        tr, number = self._tr, clue.number
        if number == 0 and not found:
            return tr("duet.clue.zero")
        if isinstance(number, int) and number:
            return tr("duet.clue.found", count=found, most=number)
        key = "duet.clue.found_unlimited" if isinstance(number, Unlimited) else "duet.clue.found_so_far"
        return tr(key, count=found)

    def _show_hats(self, counted: int, found: int) -> None:
        """One for each word of the clue, and for each that was found beyond it."""
        hats = max(counted, found) if counted else 0
        while len(self._hats.children) < hats:
            self._hats.add_widget(Glyph(Icon.HAT_LINE, 20, tone="rim"))
        while len(self._hats.children) > hats:
            self._hats.remove_widget(self._hats.children[0])
        for at, hat in enumerate(reversed(self._hats.children)):
            hat.show(Icon.HAT if at < found else Icon.HAT_LINE)
            hat.set_tone("teal" if at < found else "rim")
        self._hats.width = hats * dp(22)
        hold(self._progress, (self._hats, self._found) if hats else (self._found,))


class _Number(Widget):
    """The number of a clue on a disc."""

    def __init__(self, diameter: float) -> None:
        across = max(dp(diameter), sp(diameter))
        super().__init__(size_hint=(None, None), size=(across, across), pos_hint={"center_y": 0.5})
        Disc(self, ground=paint(_DUET.fill))
        self._words = Text("", weight=700, size_sp=diameter * 0.6, tone=_DUET.on, grow="both")
        self.add_widget(self._words)
        for part in (self, self._words):
            part.bind(pos=self._place, size=self._place)

    def show(self, words: str) -> None:
        self._words.content = words

    def _place(self, *_: object) -> None:
        self._words.center = middle(self)


class SuddenCard(Card):
    """No clue any more: who may still guess, in very large type."""

    def __init__(
        self, tr: Translator, setup: Setup, on_status: Callable[[], object], *, compact: bool
    ) -> None:
        super().__init__(accent=_SUDDEN, gap=4 if compact else 10)
        self._tr = tr
        title = Row(
            Glyph(Icon.SKULL, 36 if compact else 64, tone=_SUDDEN.line, pos_hint={"center_y": 0.5}),
            Text(
                tr("duet.sudden_death"), face="title", size_sp=26 if compact else 36, smallest=18,
                tone=_SUDDEN.line, pos_hint={"center_y": 0.5},
            ),
            gap=12,
        )  # fmt: skip
        self.status = _Status(title, on_status)
        # Two names stand in one line where there is room for a line.
        lines = {side: 2 if compact or len(setup.members(side)) > 2 else 1 for side in Side}
        size = 26 if compact else 54
        self._names = {
            side: Text("", face="title", size_sp=size, smallest=20, most=lines[side]) for side in Side
        }
        self._sides = {
            side: Column(
                _label(tr("duet.board.guess_by", n=side_number(side))),
                self._names[side],
                gap=0,
                pos_hint={"top": 1},
            )
            for side in Side
        }
        self._rule = Text(tr("duet.learn.sudden.rule"), weight=500, size_sp=16 if compact else 18)
        # Above a grid both sides stand beside each other, and the rule gives way to the words.
        self._beside = Row(gap=12) if compact else None
        self._open = _Marked(Icon.HISTORY, 20, "ink_2", 16)

    def show(self, state: State, older: Sequence[Turn]) -> None:
        """Older clues may still be guessed at."""
        guesses: list[Widget] = [self._sides[side] for side in state.awaits.guesses]
        for side in state.awaits.guesses:
            self._names[side].content = side_name(self._tr, state.setup, side)
        if self._beside is not None:
            hold(self._beside, guesses)
            guesses = [self._beside]
        self._open.words.content = older_clues(self._tr, older)
        rule = () if self._beside is not None else (self._rule,)
        hold(self, (self.status, *guesses, *rule, *((self._open,) if older else ())))


class _Status(Tap):
    """What stands here, and a touch says the rest aloud."""

    def __init__(self, told: Widget, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET))
        told.pos_hint = {"center_y": 0.5}
        told.bind(height=self._grow)
        self.add_widget(told)

    def _grow(self, _told: Widget, height: float) -> None:
        self.height = max(dp(TARGET), height)


class _Marked(Row):
    """A remark beside its mark."""

    def __init__(self, icon: Icon, size: float, tone: str, letters: float) -> None:
        super().__init__(Glyph(icon, size, tone=tone, pos_hint={"center_y": 0.5}), gap=12)
        self.words = Text("", weight=500, size_sp=letters, pos_hint={"center_y": 0.5})
        self.add_widget(self.words)


def hold(layout: Widget, wanted: Iterable[Widget]) -> None:
    """Exactly these, in this order, wherever they stood before; nothing is moved where all stand already."""
    parts = [*wanted]
    if [*reversed(layout.children)] == parts:
        return
    layout.clear_widgets()
    for part in parts:
        if part.parent is not None:
            part.parent.remove_widget(part)
        layout.add_widget(part)
