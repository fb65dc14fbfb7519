"""The page that edits an earlier turn of Codenames Duet or inserts a missing one, and its parts.

The parts edit the clue, the guesses and the rest of the turn; a preview shows the effects.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.duet import text as duet_text
from companion.games.duet.definition import DEFINITION
from companion.games.duet.drafts import TurnDraft
from companion.games.duet.edits import (
    EntryEdit,
    GuessEdit,
    edit_changes,
    find_turn,
    other_moves,
    preview_edit,
    start_missing_turn,
    state_before_guess,
)
from companion.games.duet.setup import KEY_AGENTS, MAX_CLUE_LENGTH, ClueNumber, Unlimited, WordKind
from companion.games.duet.text import DuetTable, Turn, make_turns
from companion.i18n.translator import Translator
from companion.screens.duet.cards import DuetController, GridCard
from companion.screens.edit import BaseEditPage, EditPart
from companion.screens.rows import build_labelled_row
from companion.widgets.buttons import IconButton, Pressable, SecondaryButton, shade
from companion.widgets.cards import Card, Chip, RoundButton, ToggleSwitch, chip_height
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, LabelledControl, Panes, Row
from companion.widgets.page import TitleBar
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import HEADING, LABEL, MUTED, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CHIP, sp, theme_colour

EditCallback = Callable[[EntryEdit], object]

_DUET = ACCENTS[DEFINITION.accent]
# Icon and colour for each kind of guess.
MARKS: Final[dict[WordKind, tuple[Icon, str]]] = {
    WordKind.AGENT: (Icon.HAT, "teal"),
    WordKind.BYSTANDER: (Icon.BYSTANDER, "ink_2"),
    WordKind.ASSASSIN: (Icon.SKULL, "brick"),
}
_NUMBERS: Final[tuple[ClueNumber, ...]] = (*range(KEY_AGENTS + 1), Unlimited.UNLIMITED)
# Minimum column widths in dp for numbers and names; width of the button for a kind of guess.
_NUMBER_DP, _NAME_DP, _KIND_DP = 48, 110, 48


class CluePart(EditPart, Card):
    """Editor of the clue's word and number and, if several players may have given it, its giver."""

    def __init__(self, tr: Translator, session: DuetTable, turn: Turn, on_change: EditCallback) -> None:
        super().__init__(gap=10)
        self.on_change = on_change
        self.field = TextField(
            tr("duet.clue.word"),
            lambda _: self._end_typing(),
            max_length=MAX_CLUE_LENGTH,
            disabled_foreground_color=theme_colour("ink"),
        )
        self.add_widget(Row(self.field, RoundButton(Icon.CHECK, self._end_typing), gap=8))
        self.add_widget(Text(tr("duet.clue.number"), MUTED))
        self.numbers = {number: self._build_number(tr, number) for number in _NUMBERS}
        *number_chips, unlimited = self.numbers.values()
        self.add_widget(Grid(*number_chips, gap=8, min_column_width=_NUMBER_DP, max_columns=5))
        self.add_widget(unlimited)
        self.seats: dict[int, Chip] = {}
        setup = session.setup
        givers = [seat for seat in range(len(setup.players)) if setup.side_of(seat) is turn.giver]
        if len(givers) > 1:
            toggle_giver = partial(self.apply_edit, EntryEdit.toggle_giver)
            self.seats = {
                seat: Chip(tr.player_name(setup.players[seat]), partial(toggle_giver, seat), accent=_DUET)
                for seat in givers
            }
            self.add_widget(Text(tr("duet.clue.by"), MUTED))
            columns = min(3, len(givers))
            self.add_widget(Grid(*self.seats.values(), gap=8, min_column_width=_NAME_DP, max_columns=columns))
        self.field.bind(text=self._on_text)

    def _build_number(self, tr: Translator, number: ClueNumber) -> Chip:
        # Shows the name instead of the sign, as on the clue sheet.
        words = tr("duet.clue.unlimited") if isinstance(number, Unlimited) else tr.format_number(number)
        return Chip(words, partial(self.apply_edit, EntryEdit.toggle_number, number), accent=_DUET)

    def show(self, entry_edit: EntryEdit) -> None:
        self.entry_edit = entry_edit
        if self.field.text != entry_edit.word:
            self.field.text = entry_edit.word
        for number, chip in self.numbers.items():
            chip.set_selected(number == entry_edit.number)
        for seat, chip in self.seats.items():
            chip.set_selected(seat == entry_edit.by)

    def _on_text(self, _field: TextField, text: str) -> None:
        if self.entry_edit is not None and text != self.entry_edit.word:
            self.apply_edit(EntryEdit.with_word, text)

    def _end_typing(self) -> None:
        """Close the keyboard; the text is saved already."""
        self.field.focus = False


class GuessesPart(EditPart, Card):
    """Editor of the guesses: the kind of each, its word if there is a grid, and whether it was made."""

    def __init__(self, tr: Translator, session: DuetTable, on_change: EditCallback) -> None:
        super().__init__(gap=8)
        self._tr, self._session, self.on_change = tr, session, on_change
        self._title = Text(tr("duet.edit.guesses"), HEADING)
        with_guess = partial(EntryEdit.with_added_guess, on_grid=session.setup.has_grid)
        add_guess = partial(self.apply_edit, with_guess)
        self.add_button = SecondaryButton(tr("duet.edit.add"), add_guess, icon=Icon.PLUS, outlined=True)
        self.rows: list[GuessRow] = []
        # The grid, shown while the word of a guess is being chosen.
        self.grid: GridCard | None = None

    def show(self, entry_edit: EntryEdit) -> None:
        previous = self.entry_edit
        self.entry_edit = entry_edit
        # Typing the clue does not change the guesses.
        if previous is not None and _guess_key(previous) == _guess_key(entry_edit):
            return
        tr = self._tr
        self.clear_widgets()
        self.rows, self.grid = [], None
        self.add_widget(self._title)
        for guess_index, guess in enumerate(entry_edit.effective_guesses):
            row = GuessRow(tr, self._session, guess_index, guess, self.apply_edit)
            self.rows.append(row)
            self.add_widget(row)
            if guess_index == entry_edit.placing:
                on_place = partial(self.apply_edit, EntryEdit.with_guess_place, guess_index)
                self.grid = GridCard(tr, on_place, on_place)
                state = state_before_guess(self._session, entry_edit, guess_index)
                self.grid.show(state, TurnDraft(place=guess.place))
                self.add_widget(self.grid)
        self.add_widget(self.add_button)


def _guess_key(entry_edit: EntryEdit) -> tuple[object, ...]:
    return entry_edit.effective_guesses, entry_edit.placing, entry_edit.left_out


class GuessRow(LabelledControl):
    """A guess with its word, its kind and a button to remove it."""

    def __init__(
        self,
        tr: Translator,
        session: DuetTable,
        guess_index: int,
        guess: GuessEdit,
        apply_edit: Callable[..., object],
    ) -> None:
        self.kinds = {
            kind: KindToggle(
                kind,
                partial(apply_edit, EntryEdit.with_guess_kind, guess_index, kind),
                selected=kind is guess.kind,
            )
            for kind in MARKS
        }
        remove = partial(apply_edit, EntryEdit.without_guess, guess_index)
        self.remove_button = IconButton(Icon.CLOSE, remove, tone="ink_2")
        self.place: PlaceName | None = None
        kind, place = duet_text.guess_kind_text(tr, guess.kind), guess.place
        if session.setup.has_grid:
            words = tr("duet.edit.where") if place is None else duet_text.place_text(tr, session.state, place)
            self.place = PlaceName(words, kind, partial(apply_edit, EntryEdit.toggle_placing, guess_index))
        name = Text(tr("duet.edit.guess", number=guess_index + 1), LABEL)
        label = self.place or Column(name, Text(kind, MUTED), gap=0)
        super().__init__(
            label,
            Row(*self.kinds.values(), self.remove_button, gap=6, hug=True),
            min_label_width=name.natural_width(),
        )


class PlaceName(Pressable):
    """The word of a guess; a tap opens the grid to choose another."""

    def __init__(self, words: str, kind: str, on_tap: Callable[[], object]) -> None:
        # Room for two lines with padding.
        height = max(chip_height(), sp(18) * 3.2)
        super().__init__(on_tap, size_hint_y=None, height=height, padding=(dp(10), dp(5)))
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=1.5)
        self.words = Text(words, LABEL, min_size=12, max_lines=2, autosize="none")
        self.kind = Text(kind, MUTED, min_size=11, max_lines=1, autosize="none", size_hint_y=0.7)
        self.add_widget(Column(self.words, self.kind, gap=0, size_hint_y=1))
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("raised")
        self._box.set_style(background=shade(ground, 0.08) if pressed else ground, border=theme_colour("rim"))


class KindToggle(Pressable):
    """A button for a kind of guess; the selected one has a border and a background."""

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


class OtherPart(EditPart, Column):
    """Editor of whether the side stopped, whether the clue was illegal, and the turn's other moves."""

    def __init__(
        self, tr: Translator, session: DuetTable, turn: Turn, on_change: EditCallback, *, is_last: bool
    ) -> None:
        super().__init__(gap=6)
        self._tr, self._session, self._turn, self.on_change = tr, session, turn, on_change
        # A turn that is followed by another one has ended in any case.
        self._is_last = is_last
        self._cache_key: object = None
        self.stopped_switch: ToggleSwitch | None = None
        self.fined_switch: ToggleSwitch | None = None

    def show(self, entry_edit: EntryEdit) -> None:
        tr, turn, session = self._tr, self._turn, self._session
        asks_stop = turn.giver is not None and self._is_last and entry_edit.is_unfinished
        cache_key = (asks_stop, entry_edit.stopped, entry_edit.fined, entry_edit.left_out)
        self.entry_edit = entry_edit
        if cache_key == self._cache_key:
            return
        self._cache_key = cache_key
        self.clear_widgets()
        if asks_stop:
            set_stopped = partial(self.apply_edit, EntryEdit.set_stopped)
            self.stopped_switch = ToggleSwitch(entry_edit.stopped, set_stopped)
            self.add_widget(build_labelled_row(tr("duet.edit.stopped"), self.stopped_switch))
        if turn.giver is not None:
            set_fined = partial(self.apply_edit, EntryEdit.set_fined)
            self.fined_switch = ToggleSwitch(entry_edit.fined, set_fined)
            self.add_widget(build_labelled_row(tr("duet.edit.fined"), self.fined_switch))
        for move_index in other_moves(session, turn):
            words = duet_text.move_text(tr, session.states[move_index], session.moves[move_index])
            set_included = partial(self._set_included, move_index)
            switch = ToggleSwitch(move_index not in entry_edit.left_out, set_included)
            self.add_widget(build_labelled_row(words, switch))

    def _set_included(self, move_index: int, included: bool) -> None:
        self.apply_edit(EntryEdit.set_left_out, move_index, not included)


class EditPage(BaseEditPage):
    entry_edit: EntryEdit

    def __init__(self, context: AppContext, controller: DuetController, entry_edit: EntryEdit) -> None:
        """Build the page for a turn of this session.

        `entry_edit` must be from `start_edit`, `start_missing_turn` or `restore_saved`.
        """
        tr, session = context.tr, controller.session
        self.begin_edit(context, controller, entry_edit, tr("duet.edit.put_in") if entry_edit.new else "")
        all_turns = make_turns(session)
        self._turn = turn = find_turn(session, entry_edit) or all_turns[-1]
        title = tr("duet.edit.new") if entry_edit.new else duet_text.turn_title(tr, turn)
        super().__init__(
            TitleBar(title, duet_text.giver_text(tr, session.setup, turn), on_back=context.go_back)
        )
        self.insert_button = SecondaryButton(
            tr("duet.edit.insert"),
            self._insert,
            icon=Icon.PLUS,
            outlined=True,
            on_blocked=self._explain_insert_disabled,
        )
        self.clue_part = None if turn.giver is None else CluePart(tr, session, turn, self.update_edit)
        self.guesses_part = GuessesPart(tr, session, self.update_edit)
        self.other_part = OtherPart(tr, session, turn, self.update_edit, is_last=turn == all_turns[-1])
        first = [part for part in (self.clue_part, self.guesses_part) if part is not None]
        seldom = [] if entry_edit.new else [self.remove_button]
        # No turn can be missing right before sudden death.
        seldom += [] if entry_edit.new or turn.giver is None else [self.insert_button]
        self.body.add_widget(
            Panes(Column(*first, gap=12), Column(self.other_part, self.preview, *seldom, gap=12), gap=16)
        )
        self.add_to_footer(self.main)
        self.show_edit()

    def toggle_removed(self) -> None:
        self.update_edit(self.entry_edit.set_removed(not self.entry_edit.removed))

    def _insert(self) -> None:
        """Replace this page by one that inserts a missing turn: back leads to the history from either."""
        missing = start_missing_turn(self._turn)
        self._app_context.navigator.replace(partial(EditPage, self._app_context, self.controller, missing))

    def show_edit(self) -> None:
        tr, session, entry_edit = self._app_context.tr, self.session, self.entry_edit
        for part in (self.clue_part, self.guesses_part, self.other_part):
            if part is not None:
                part.disabled, part.opacity = entry_edit.removed, 0.4 if entry_edit.removed else 1
                part.show(entry_edit)
        self.show_removed(entry_edit.removed)
        # Inserting a turn would discard the changes made here.
        self.insert_button.enabled = entry_edit.new or not edit_changes(session, entry_edit)
        if not entry_edit.is_ready:
            self.preview.show_incomplete(tr("duet.edit.new_hint"))
            return
        self.preview.show_preview(
            partial(preview_edit, session, entry_edit), partial(duet_text.describe_dropped_moves, tr, session)
        )

    def _explain_insert_disabled(self) -> None:
        self._app_context.toaster.show(self._app_context.tr("duet.edit.insert_later"))
