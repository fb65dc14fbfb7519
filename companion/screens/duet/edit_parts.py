"""What an earlier turn holds, each with the control that changes it: its clue, its guesses, and the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.duet import accounts
from companion.entry.duet.amend import EntryEdit, GuessEdit, other_moves, state_before_guess
from companion.entry.duet.draft import TurnDraft
from companion.entry.duet.log import Turn
from companion.entry.duet.summary import DuetTable
from companion.games.duet.clues import MAX_CLUE_LENGTH, ClueNumber, Unlimited
from companion.games.duet.key import WordKind
from companion.games.duet.manifest import DEFINITION
from companion.games.duet.setup import KEY_AGENTS
from companion.i18n.translator import Translator
from companion.screens.duet.grid_card import GridCard
from companion.screens.rows import build_labelled_row
from companion.widgets.buttons import IconButton, Pressable, SecondaryButton, shade
from companion.widgets.cards import Card, Chip, RoundButton, ToggleSwitch, chip_height
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, LabelledControl, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CHIP, sp, theme_colour

EditCallback = Callable[[EntryEdit], object]

_DUET = ACCENTS[DEFINITION.accent]
# What a guess was, by mark and tone.
MARKS: Final[dict[WordKind, tuple[Icon, str]]] = {
    WordKind.AGENT: (Icon.HAT, "teal"),
    WordKind.BYSTANDER: (Icon.BYSTANDER, "ink_2"),
    WordKind.ASSASSIN: (Icon.SKULL, "brick"),
}
_NUMBERS: Final[tuple[ClueNumber, ...]] = (*range(KEY_AGENTS + 1), Unlimited.UNLIMITED)
# Narrowest columns in dp: numbers and names. A kind of guess is so wide.
_NUMBER_DP, _NAME_DP, _KIND_DP = 48, 110, 48


class CluePart(Card):
    """The word that was said, its number and, where several could have, who gave it."""

    def __init__(self, tr: Translator, session: DuetTable, turn: Turn, on_change: EditCallback) -> None:
        super().__init__(gap=10)
        self._on_change = on_change
        self._entry_edit: EntryEdit | None = None
        self.field = TextField(
            tr("duet.clue.word"),
            lambda _: self._end_typing(),
            max_length=MAX_CLUE_LENGTH,
            disabled_foreground_color=theme_colour("ink"),
        )
        self.add_widget(Row(self.field, RoundButton(Icon.CHECK, self._end_typing), gap=8))
        self.add_widget(Text(tr("duet.clue.number"), tone="ink_2"))
        self.numbers = {number: self._build_number(tr, number) for number in _NUMBERS}
        *number_chips, unlimited = self.numbers.values()
        self.add_widget(Grid(*number_chips, gap=8, min_column_width=_NUMBER_DP, max_columns=5))
        self.add_widget(unlimited)
        self.seats: dict[int, Chip] = {}
        setup = session.setup
        givers = [seat for seat in range(len(setup.players)) if setup.side_of(seat) is turn.giver]
        if len(givers) > 1:
            self.seats = {
                seat: Chip(tr.player_name(setup.players[seat]), partial(self._set_giver, seat), accent=_DUET)
                for seat in givers
            }
            self.add_widget(Text(tr("duet.clue.by"), tone="ink_2"))
            columns = min(3, len(givers))
            self.add_widget(Grid(*self.seats.values(), gap=8, min_column_width=_NAME_DP, max_columns=columns))
        self.field.bind(text=self._on_text)

    def _build_number(self, tr: Translator, number: ClueNumber) -> Chip:
        # In place of the sign its name, as where a clue is written down.
        words = tr("duet.clue.unlimited") if isinstance(number, Unlimited) else tr.format_number(number)
        return Chip(words, partial(self._set_number, number), accent=_DUET)

    def show(self, entry_edit: EntryEdit) -> None:
        self._entry_edit = entry_edit
        self.disabled, self.opacity = entry_edit.removed, 0.4 if entry_edit.removed else 1
        if self.field.text != entry_edit.word:
            self.field.text = entry_edit.word
        for number, chip in self.numbers.items():
            chip.set_selected(number == entry_edit.number)
        for seat, chip in self.seats.items():
            chip.set_selected(seat == entry_edit.by)

    def _on_text(self, _field: TextField, text: str) -> None:
        if self._entry_edit is not None and text != self._entry_edit.word:
            self._on_change(self._entry_edit.with_word(text))

    def _end_typing(self) -> None:
        """All of it is kept already: the keyboard may go."""
        self.field.focus = False

    def _set_number(self, number: ClueNumber) -> None:
        if self._entry_edit is not None:
            self._on_change(self._entry_edit.toggle_number(number))

    def _set_giver(self, seat: int) -> None:
        if self._entry_edit is not None:
            self._on_change(self._entry_edit.toggle_giver(seat))


class GuessesPart(Card):
    """The guesses one by one: what each was, on a grid where, and that it was not made at all."""

    def __init__(self, tr: Translator, session: DuetTable, on_change: EditCallback) -> None:
        super().__init__(gap=8)
        self._tr, self._session, self._on_change = tr, session, on_change
        self._title = Text(tr("duet.edit.guesses"), face="title", size_sp=20)
        self.add_button = SecondaryButton(tr("duet.edit.add"), self._add_guess, icon=Icon.PLUS, outlined=True)
        self.rows: list[GuessRow] = []
        # The words on the table, while one of them is looked for.
        self.grid: GridCard | None = None
        self._entry_edit: EntryEdit | None = None

    def show(self, entry_edit: EntryEdit) -> None:
        previous = self._entry_edit
        self._entry_edit = entry_edit
        self.disabled, self.opacity = entry_edit.removed, 0.4 if entry_edit.removed else 1
        # What is typed of the clue leaves all of this as it is.
        if previous is not None and _guess_key(previous) == _guess_key(entry_edit):
            return
        tr = self._tr
        self.clear_widgets()
        self.rows, self.grid = [], None
        self.add_widget(self._title)
        for guess_index, guess in enumerate(entry_edit.effective_guesses):
            row = GuessRow(
                tr, self._session, guess_index, guess, self._set_kind, self._choose_place, self._remove_guess
            )
            self.rows.append(row)
            self.add_widget(row)
            if guess_index == entry_edit.placing:
                on_place = partial(self._set_place, guess_index)
                self.grid = GridCard(tr, on_place, on_place)
                state = state_before_guess(self._session, entry_edit, guess_index)
                self.grid.show(state, TurnDraft(place=guess.place))
                self.add_widget(self.grid)
        self.add_widget(self.add_button)

    def _apply_change(self, change: Callable[[EntryEdit], EntryEdit]) -> None:
        if self._entry_edit is not None:
            self._on_change(change(self._entry_edit))

    def _set_kind(self, guess_index: int, kind: WordKind) -> None:
        self._apply_change(lambda now: now.with_guess_kind(guess_index, kind))

    def _choose_place(self, guess_index: int) -> None:
        self._apply_change(lambda now: now.toggle_placing(guess_index))

    def _set_place(self, guess_index: int, place: int) -> None:
        self._apply_change(lambda now: now.with_guess_place(guess_index, place))

    def _remove_guess(self, guess_index: int) -> None:
        self._apply_change(lambda now: now.without_guess(guess_index))

    def _add_guess(self) -> None:
        self._apply_change(lambda now: now.with_added_guess(on_grid=self._session.setup.has_grid))


def _guess_key(entry_edit: EntryEdit) -> tuple[object, ...]:
    return entry_edit.effective_guesses, entry_edit.placing, entry_edit.left_out


class GuessRow(LabelledControl):
    """A guess: which it was, what it was, and the way to take it back."""

    def __init__(
        self,
        tr: Translator,
        session: DuetTable,
        guess_index: int,
        guess: GuessEdit,
        on_kind: Callable[[int, WordKind], object],
        on_place: Callable[[int], object],
        on_remove: Callable[[int], object],
    ) -> None:
        self.kinds = {
            kind: KindToggle(kind, partial(on_kind, guess_index, kind), selected=kind is guess.kind)
            for kind in MARKS
        }
        self.remove_button = IconButton(Icon.CLOSE, partial(on_remove, guess_index), tone="ink_2")
        self.place: PlaceName | None = None
        kind, place = accounts.guess_kind_text(tr, guess.kind), guess.place
        if session.setup.has_grid:
            words = tr("duet.edit.where") if place is None else accounts.place_text(tr, session.state, place)
            self.place = PlaceName(words, kind, partial(on_place, guess_index))
        name = Text(tr("duet.edit.guess", number=guess_index + 1), size_sp=18, weight=500)
        label = self.place or Column(name, Text(kind, tone="ink_2"), gap=0)
        super().__init__(
            label,
            Row(*self.kinds.values(), self.remove_button, gap=6, hug=True),
            min_label_width=name.natural_width(),
        )


class PlaceName(Pressable):
    """The word of a guess; a tap looks for another on the grid."""

    def __init__(self, words: str, kind: str, on_tap: Callable[[], object]) -> None:
        # Two lines, clear of the edge.
        height = max(chip_height(), sp(18) * 3.2)
        super().__init__(on_tap, size_hint_y=None, height=height, padding=(dp(10), dp(5)))
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=1.5)
        self.words = Text(words, size_sp=18, weight=500, min_size=12, max_lines=2, autosize="none")
        self.kind = Text(kind, tone="ink_2", min_size=11, max_lines=1, autosize="none", size_hint_y=0.7)
        self.add_widget(Column(self.words, self.kind, gap=0, size_hint_y=1))
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("raised")
        self._box.set_style(background=shade(ground, 0.08) if pressed else ground, border=theme_colour("rim"))


class KindToggle(Pressable):
    """A mark for what a guess was; the chosen one is framed and filled."""

    def __init__(self, kind: WordKind, on_tap: Callable[[], object], *, selected: bool) -> None:
        size = (dp(_KIND_DP), chip_height())
        super().__init__(on_tap, size_hint=(None, None), size=size, pos_hint={"center_y": 0.5})
        self.is_selected = selected
        icon, self._tone = MARKS[kind]
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self.add_widget(Widget())
        self.add_widget(
            IconLabel(icon, 28, tone=self._tone if selected else "ink_3", pos_hint={"center_y": 0.5})
        )
        self.add_widget(Widget())
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("table" if self.is_selected else "raised")
        edge = theme_colour(self._tone if self.is_selected else "groove")
        self._box.set_style(background=shade(ground, 0.08) if pressed else ground, border=edge)


class OtherPart(Column):
    """Whether they stopped, whether the clue was illegal, and what else was said in the turn."""

    def __init__(
        self, tr: Translator, session: DuetTable, turn: Turn, on_change: EditCallback, *, is_last: bool
    ) -> None:
        super().__init__(gap=6)
        self._tr, self._session, self._turn, self._on_change = tr, session, turn, on_change
        # A turn that another followed has ended in any case.
        self._is_last = is_last
        self._cache_key: object = None
        self.stopped_switch: ToggleSwitch | None = None
        self.fined_switch: ToggleSwitch | None = None

    def show(self, entry_edit: EntryEdit) -> None:
        tr, turn, session = self._tr, self._turn, self._session
        self.disabled, self.opacity = entry_edit.removed, 0.4 if entry_edit.removed else 1
        asks_stop = turn.giver is not None and self._is_last and entry_edit.is_unfinished
        cache_key = (asks_stop, entry_edit.stopped, entry_edit.fined, entry_edit.left_out)
        self._entry_edit = entry_edit
        if cache_key == self._cache_key:
            return
        self._cache_key = cache_key
        self.clear_widgets()
        if asks_stop:
            self.stopped_switch = ToggleSwitch(entry_edit.stopped, self._set_stopped)
            self.add_widget(build_labelled_row(tr("duet.edit.stopped"), self.stopped_switch))
        if turn.giver is not None:
            self.fined_switch = ToggleSwitch(entry_edit.fined, self._set_fined)
            self.add_widget(build_labelled_row(tr("duet.edit.fined"), self.fined_switch))
        for move_index in other_moves(session, turn):
            words = accounts.move_text(tr, session.states[move_index], session.moves[move_index])
            switch = ToggleSwitch(
                move_index not in entry_edit.left_out, partial(self._set_included, move_index)
            )
            self.add_widget(build_labelled_row(words, switch))

    def _set_stopped(self, stopped: bool) -> None:
        self._on_change(self._entry_edit.set_stopped(stopped))

    def _set_fined(self, fined: bool) -> None:
        self._on_change(self._entry_edit.set_fined(fined))

    def _set_included(self, move_index: int, included: bool) -> None:
        self._on_change(self._entry_edit.set_left_out(move_index, not included))
