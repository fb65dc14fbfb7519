"""Notes pinned to a moment of a game: written, changed, taken away again, and listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.whereabouts import Noting
from companion.past.moments import Note, place_of
from companion.screens.labelled_rows import heading
from companion.shell import AnyTable, Shell
from companion.widgets.cards import Card, RoundButton
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton, Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CELL, TARGET, paint

# As much as somebody types with a thumb while the others wait.
LONGEST: Final = 300
# In dp: what a field leaves free on both sides of its words.
_BESIDE: Final = 32


def _nothing() -> None:
    """Nobody shows it."""


class NoteSheet(Sheet):
    """A new note at a moment, or one that is there. What is half typed outlives the app; `shown` is called
    when anything is different."""

    def __init__(
        self,
        shell: Shell,
        game: int,
        position: int,
        note: Note | None = None,
        shown: Callable[[], object] = _nothing,
    ) -> None:
        tr = shell.tr
        self._shell, self._game, self._position = shell, game, position
        self._note, self._shown = note, shown
        # One that came from elsewhere may be longer.
        longest = max(LONGEST, 0 if note is None else len(note.text))
        self.field = Field(tr("moments.note.hint"), lambda _: self.take(), longest=longest)
        self.field.text = self._left() or ("" if note is None else note.text)
        # A line holds but the end of a long note: all of it stands below.
        self.whole = Text("", size_sp=18)
        self.done = RoundButton(Icon.CHECK, self.take)
        parts: list[Widget] = [
            Text(moment_words(shell, position), tone="ink_2"),
            Row(self.field, self.done, gap=8),
            self.whole,
        ]
        if note is not None:
            self.gone_button = SideButton(
                tr("moments.note.remove"), self.remove, icon=Icon.TRASH, outlined=True
            )
            parts.append(self.gone_button)
        title = tr("moments.note.title" if note is None else "moments.note.change")
        super().__init__(title, *parts, on_close=self._put_away)
        self.field.bind(text=self._typed, width=self._show_whole)
        self._show_whole()

    def _left(self) -> str:
        left = self._shell.whereabouts.noting
        number = None if self._note is None else self._note.number
        here = (self._game, self._position, number)
        return left.typed if left is not None and (left.table, left.position, left.note) == here else ""

    def _typed(self, *_: object) -> None:
        self._show_whole()
        number = None if self._note is None else self._note.number
        self._shell.whereabouts.note(Noting(self._game, self._position, number, self.field.text))

    def _show_whole(self, *_: object) -> None:
        self.whole.content = self.field.text
        if self.whole.natural_width() <= self.field.width - dp(_BESIDE):
            self.whole.content = ""

    def _put_away(self) -> None:
        self._shell.whereabouts.note(None)
        self._shell.stage.close_sheet()

    def take(self) -> None:
        """Kept first, put away second; nothing to say is no note."""
        notes, text = self._shell.notes, self.field.text
        if self._note is not None:
            self._change(text)
            return
        made: list[Note | None] = []
        if self._shell.attempt(lambda: made.append(notes.add(self._game, self._position, text))):
            self._put_away()
            for note in made:
                if note is not None:
                    take_back = partial(notes.remove, self._game, note.number)
                    self._tell("moments.note.noted", take_back)

    def remove(self) -> None:
        self._change("")

    def _change(self, text: str) -> None:
        note, notes = self._note, self._shell.notes
        if note is None:
            return
        before: list[Note] = []
        if self._shell.attempt(lambda: before.append(notes.change(self._game, note.number, text))):
            self._put_away()
            key = "moments.note.changed" if text.strip() else "moments.note.removed"
            self._tell(key, partial(notes.put_back, self._game, before[0]))

    def _tell(self, key: str, take_back: Callable[[], object]) -> None:
        """What was done, and that it can be undone."""
        shell, shown = self._shell, self._shown

        def undo() -> None:
            shell.attempt(take_back)
            shown()

        shown()
        shell.toaster.show(shell.tr(key), action=shell.tr("app.undo"), on_action=undo)


def note_moment(shell: Shell, table: AnyTable) -> None:
    """Have the present moment of a table noted."""
    if table.number is not None:
        _open(shell, NoteSheet(shell, table.number, table.position))


def open_note(shell: Shell, game: int, position: int, note: Note | None, shown: Callable[[], object]) -> None:
    _open(shell, NoteSheet(shell, game, position, note, shown))


def open_half_noted(shell: Shell, game: int | None, shown: Callable[[], object] = _nothing) -> None:
    """The note that was being typed at this game when the app was ended, if one was."""
    left = shell.whereabouts.noting
    if left is None or left.table != game or shell.stage.sheet is not None:
        return
    note = None
    if left.note is not None:
        note = next((note for note in shell.notes.of(game) if note.number == left.note), None)
    if left.note is None or note is not None:
        shell.stage.open_sheet(NoteSheet(shell, left.table, left.position, note, shown))


def _open(shell: Shell, sheet: NoteSheet) -> None:
    shell.stage.open_sheet(sheet)
    sheet.field.focus = True


def moment_words(shell: Shell, position: int) -> str:
    return shell.tr("moments.after", n=position) if position else shell.tr("moments.beginning")


# -- found again --------------------------------------------------------------------------------------------


class NoteRow(Tap):
    """A note as it stands; a tap opens it, or leads to its moment."""

    def __init__(self, text: str, on_tap: Callable[[], object] | None, above: str = "") -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET), padding=(dp(8), dp(4)))
        self._box = Box(self, radius=RADIUS_CELL)
        words = Text(text, pos_hint={"center_y": 0.5})
        row = Row(
            Glyph(Icon.PENCIL, 20, tone="candle", pos_hint={"center_y": 0.5}),
            words if not above else _told(above, words),
            gap=10,
            pos_hint={"center_y": 0.5},
        )
        self.add_widget(row)
        row.bind(height=self._grow)

    def _grow(self, _row: Row, height: float) -> None:
        self.height = max(dp(TARGET), height + dp(8))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)


def _told(above: str, words: Text) -> Widget:
    words.pos_hint = {}
    return Column(Text(above, tone="ink_2", size_sp=14), words, gap=0, pos_hint={"center_y": 0.5})


def notes_card(
    shell: Shell, notes: Iterable[Note], last: int, on_note: Callable[[Note], object] | None
) -> Card | None:
    """All notes of a game with their moments; None where there are none."""
    rows = [
        NoteRow(
            note.text,
            None if on_note is None else partial(on_note, note),
            moment_words(shell, place_of(note, last)),
        )
        for note in notes
    ]
    return Card(heading(Icon.PENCIL, shell.tr("moments.notes")), *rows, gap=2) if rows else None
