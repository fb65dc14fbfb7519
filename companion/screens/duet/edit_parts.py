"""What an earlier turn holds, each with the control that changes it: its clue, its guesses, and the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.duet import accounts
from companion.entry.duet.amend import Amendment, Guessed, before_guess, others
from companion.entry.duet.draft import TurnDraft
from companion.entry.duet.log import Turn
from companion.entry.duet.summary import DuetTable
from companion.games.duet.clues import LONGEST_CLUE, Number, Unlimited
from companion.games.duet.key import Word
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.setup import KEY_AGENTS
from companion.i18n.translator import Translator
from companion.screens.duet.grid_card import GridCard
from companion.screens.labelled_rows import labelled
from companion.widgets.cards import Card, Chip, OnOff, RoundButton, key_height
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Labelled, Row
from companion.widgets.shapes import Box
from companion.widgets.tap import IconButton, SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CHIP, paint, sp

Change = Callable[[Amendment], object]

_DUET = ACCENTS[MANIFEST.accent]
# What a guess was, by mark and tone.
MARKS: Final[dict[Word, tuple[Icon, str]]] = {
    Word.AGENT: (Icon.HAT, "teal"),
    Word.BYSTANDER: (Icon.BYSTANDER, "ink_2"),
    Word.ASSASSIN: (Icon.SKULL, "brick"),
}
_NUMBERS: Final[tuple[Number, ...]] = (*range(KEY_AGENTS + 1), Unlimited.UNLIMITED)
# Narrowest columns in dp: numbers and names. A kind of guess is so wide.
_NUMBER, _NAME, _KIND = 48, 110, 48


class CluePart(Card):
    """The word that was said, its number and, where several could have, who gave it."""

    def __init__(self, tr: Translator, table: DuetTable, turn: Turn, change: Change) -> None:
        super().__init__(gap=10)
        self._change = change
        self._amendment: Amendment | None = None
        self.field = Field(
            tr("duet.clue.word"),
            lambda _: self._end_typing(),
            longest=LONGEST_CLUE,
            disabled_foreground_color=paint("ink"),
        )
        self.add_widget(Row(self.field, RoundButton(Icon.CHECK, self._end_typing), gap=8))
        self.add_widget(Text(tr("duet.clue.number"), tone="ink_2"))
        self.numbers = {number: self._number(tr, number) for number in _NUMBERS}
        *counted, unlimited = self.numbers.values()
        self.add_widget(Grid(*counted, gap=8, narrowest=_NUMBER, most_columns=5))
        self.add_widget(unlimited)
        self.seats: dict[int, Chip] = {}
        setup = table.setup
        givers = [seat for seat in range(len(setup.players)) if setup.side_of(seat) is turn.giver]
        if len(givers) > 1:
            self.seats = {
                seat: Chip(tr.player(setup.players[seat]), partial(self._given, seat), accent=_DUET)
                for seat in givers
            }
            self.add_widget(Text(tr("duet.clue.by"), tone="ink_2"))
            columns = min(3, len(givers))
            self.add_widget(Grid(*self.seats.values(), gap=8, narrowest=_NAME, most_columns=columns))
        self.field.bind(text=self._typed)

    def _number(self, tr: Translator, number: Number) -> Chip:
        # In place of the sign its name, as where a clue is written down.
        words = tr("duet.clue.unlimited") if isinstance(number, Unlimited) else tr.number(number)
        return Chip(words, partial(self._numbered, number), accent=_DUET)

    def show(self, amendment: Amendment) -> None:
        self._amendment = amendment
        self.disabled, self.opacity = amendment.removed, 0.4 if amendment.removed else 1
        if self.field.text != amendment.word:
            self.field.text = amendment.word
        for number, chip in self.numbers.items():
            chip.choose(number == amendment.number)
        for seat, chip in self.seats.items():
            chip.choose(seat == amendment.by)

    def _typed(self, _field: Field, text: str) -> None:
        if self._amendment is not None and text != self._amendment.word:
            self._change(self._amendment.spelt(text))

    def _end_typing(self) -> None:
        """All of it is kept already: the keyboard may go."""
        self.field.focus = False

    def _numbered(self, number: Number) -> None:
        if self._amendment is not None:
            self._change(self._amendment.numbered(number))

    def _given(self, seat: int) -> None:
        if self._amendment is not None:
            self._change(self._amendment.given_by(seat))


class GuessesPart(Card):
    """The guesses one by one: what each was, on a grid where, and that it was not made at all."""

    def __init__(self, tr: Translator, table: DuetTable, change: Change) -> None:
        super().__init__(gap=8)
        self._tr, self._table, self._change = tr, table, change
        self._title = Text(tr("duet.edit.guesses"), face="title", size_sp=20)
        self.add = SideButton(tr("duet.edit.add"), self._added, icon=Icon.PLUS, outlined=True)
        self.rows: list[GuessRow] = []
        # The words on the table, while one of them is looked for.
        self.grid: GridCard | None = None
        self._amendment: Amendment | None = None

    def show(self, amendment: Amendment) -> None:
        shown = self._amendment
        self._amendment = amendment
        self.disabled, self.opacity = amendment.removed, 0.4 if amendment.removed else 1
        # What is typed of the clue leaves all of this as it is.
        if shown is not None and _guessed(shown) == _guessed(amendment):
            return
        tr = self._tr
        self.clear_widgets()
        self.rows, self.grid = [], None
        self.add_widget(self._title)
        for at, guess in enumerate(amendment.made):
            row = GuessRow(tr, self._table, at, guess, self._call, self._point, self._take_back)
            self.rows.append(row)
            self.add_widget(row)
            if at == amendment.placing:
                put = partial(self._put, at)
                self.grid = GridCard(tr, put, put)
                before = before_guess(self._table, amendment, at)
                self.grid.show(before, TurnDraft(place=guess.place))
                self.add_widget(self.grid)
        self.add_widget(self.add)

    def _put_in(self, changed: Callable[[Amendment], Amendment]) -> None:
        if self._amendment is not None:
            self._change(changed(self._amendment))

    def _call(self, at: int, kind: Word) -> None:
        self._put_in(lambda now: now.called(at, kind))

    def _point(self, at: int) -> None:
        self._put_in(lambda now: now.point(at))

    def _put(self, at: int, place: int) -> None:
        self._put_in(lambda now: now.put(at, place))

    def _take_back(self, at: int) -> None:
        self._put_in(lambda now: now.without(at))

    def _added(self) -> None:
        self._put_in(lambda now: now.added(on_grid=self._table.setup.has_grid))


def _guessed(amendment: Amendment) -> tuple[object, ...]:
    return amendment.made, amendment.placing, amendment.left_out


class GuessRow(Labelled):
    """A guess: which it was, what it was, and the way to take it back."""

    def __init__(
        self,
        tr: Translator,
        table: DuetTable,
        at: int,
        guess: Guessed,
        call: Callable[[int, Word], object],
        point: Callable[[int], object],
        take_back: Callable[[int], object],
    ) -> None:
        self.kinds = {
            kind: KindTap(kind, partial(call, at, kind), chosen=kind is guess.kind) for kind in MARKS
        }
        self.remove = IconButton(Icon.CLOSE, partial(take_back, at), tone="ink_2")
        self.place: PlaceName | None = None
        kind, where = accounts.kind_words(tr, guess.kind), guess.place
        if table.setup.has_grid:
            words = tr("duet.edit.where") if where is None else accounts.place_words(tr, table.state, where)
            self.place = PlaceName(words, kind, partial(point, at))
        name = Text(tr("duet.edit.guess", number=at + 1), size_sp=18, weight=500)
        named = self.place or Column(name, Text(kind, tone="ink_2"), gap=0)
        super().__init__(
            named, Row(*self.kinds.values(), self.remove, gap=6, hug=True), needs=name.natural_width()
        )


class PlaceName(Tap):
    """The word of a guess; a tap looks for another on the grid."""

    def __init__(self, words: str, kind: str, on_tap: Callable[[], object]) -> None:
        # Two lines, clear of the edge.
        height = max(key_height(), sp(18) * 3.2)
        super().__init__(on_tap, size_hint_y=None, height=height, padding=(dp(10), dp(5)))
        self._box = Box(self, radius=RADIUS_CHIP, line=1.5)
        self.words = Text(words, size_sp=18, weight=500, smallest=12, most=2, grow="none")
        self.kind = Text(kind, tone="ink_2", smallest=11, most=1, grow="none", size_hint_y=0.7)
        self.add_widget(Column(self.words, self.kind, gap=0, size_hint_y=1))
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint("raised")
        self._box.paint(ground=shaded(ground, 0.08) if pressed else ground, edge=paint("rim"))


class KindTap(Tap):
    """A mark for what a guess was; the chosen one is framed and filled."""

    def __init__(self, kind: Word, on_tap: Callable[[], object], *, chosen: bool) -> None:
        size = (dp(_KIND), key_height())
        super().__init__(on_tap, size_hint=(None, None), size=size, pos_hint={"center_y": 0.5})
        self.chosen = chosen
        icon, self._tone = MARKS[kind]
        self._box = Box(self, radius=RADIUS_CHIP, line=2)
        self.add_widget(Widget())
        self.add_widget(Glyph(icon, 28, tone=self._tone if chosen else "ink_3", pos_hint={"center_y": 0.5}))
        self.add_widget(Widget())
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint("table" if self.chosen else "raised")
        edge = paint(self._tone if self.chosen else "groove")
        self._box.paint(ground=shaded(ground, 0.08) if pressed else ground, edge=edge)


class RestPart(Column):
    """Whether they stopped, whether the clue was illegal, and what else was said in the turn."""

    def __init__(self, tr: Translator, table: DuetTable, turn: Turn, change: Change, *, last: bool) -> None:
        super().__init__(gap=6)
        self._tr, self._table, self._turn, self._change = tr, table, turn, change
        # A turn that another followed has ended in any case.
        self._last = last
        self._shown: object = None
        self.stopped: OnOff | None = None
        self.fined: OnOff | None = None

    def show(self, amendment: Amendment) -> None:
        tr, turn, table = self._tr, self._turn, self._table
        self.disabled, self.opacity = amendment.removed, 0.4 if amendment.removed else 1
        asks_stop = turn.giver is not None and self._last and amendment.goes_on
        shown = (asks_stop, amendment.stopped, amendment.fined, amendment.left_out)
        self._amendment = amendment
        if shown == self._shown:
            return
        self._shown = shown
        self.clear_widgets()
        if asks_stop:
            self.stopped = OnOff(amendment.stopped, self._stop)
            self.add_widget(labelled(tr("duet.edit.stopped"), self.stopped))
        if turn.giver is not None:
            self.fined = OnOff(amendment.fined, self._fine)
            self.add_widget(labelled(tr("duet.edit.fined"), self.fined))
        for number in others(table, turn):
            words = accounts.step_words(tr, table.states[number], table.moves[number])
            kept = OnOff(number not in amendment.left_out, partial(self._keep, number))
            self.add_widget(labelled(words, kept))

    def _stop(self, stopped: bool) -> None:
        self._change(self._amendment.stop(stopped))

    def _fine(self, fined: bool) -> None:
        self._change(self._amendment.fine(fined))

    def _keep(self, number: int, kept: bool) -> None:
        self._change(self._amendment.leave_out(number, not kept))
