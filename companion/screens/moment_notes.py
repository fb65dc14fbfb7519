"""Notes pinned to a moment of a game: written, changed, taken away again, and listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.whereabouts import PendingNote
from companion.past.moments import Note, clamp_move_count
from companion.screens.labelled_rows import build_heading
from companion.shell import AnySession, AppContext
from companion.widgets.cards import Card, RoundButton
from companion.widgets.field import TextField
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.tap import Pressable, SecondaryButton
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CELL, TOUCH_TARGET, theme_colour

# As much as somebody types with a thumb while the others wait.
MAX_NOTE_LENGTH: Final = 300
# In dp: what a field leaves free on both sides of its words.
_FIELD_PADDING_DP: Final = 32


def _do_nothing() -> None:
    """Nobody shows it."""


class NoteSheet(Sheet):
    """A new note at a moment, or one that is there. What is half typed outlives the app; `on_change` is
    called when anything is different."""

    def __init__(
        self,
        context: AppContext,
        game_id: int,
        move_index: int,
        note: Note | None = None,
        on_change: Callable[[], object] = _do_nothing,
    ) -> None:
        tr = context.tr
        self._app_context, self._game_id, self._move_index = context, game_id, move_index
        self._note, self._on_change = note, on_change
        # One that came from elsewhere may be longer.
        max_length = max(MAX_NOTE_LENGTH, 0 if note is None else len(note.text))
        self.field = TextField(tr("moments.note.hint"), lambda _: self.save(), max_length=max_length)
        self.field.text = self._find_pending_text() or ("" if note is None else note.text)
        # A line holds but the end of a long note: all of it stands below.
        self.full_text = Text("", size_sp=18)
        self.done_button = RoundButton(Icon.CHECK, self.save)
        parts: list[Widget] = [
            Text(format_moment(context, move_index), tone="ink_2"),
            Row(self.field, self.done_button, gap=8),
            self.full_text,
        ]
        if note is not None:
            self.remove_button = SecondaryButton(
                tr("moments.note.remove"), self.remove, icon=Icon.TRASH, outlined=True
            )
            parts.append(self.remove_button)
        title = tr("moments.note.title" if note is None else "moments.note.change")
        super().__init__(title, *parts, on_close=self._close_sheet)
        self.field.bind(text=self._on_text, width=self._show_full_text)
        self._show_full_text()

    def _find_pending_text(self) -> str:
        pending = self._app_context.resume_state.pending_note
        note_id = None if self._note is None else self._note.note_id
        key = (self._game_id, self._move_index, note_id)
        return (
            pending.typed
            if pending is not None and (pending.table, pending.position, pending.note) == key
            else ""
        )

    def _on_text(self, *_: object) -> None:
        self._show_full_text()
        note_id = None if self._note is None else self._note.note_id
        self._app_context.resume_state.set_pending_note(
            PendingNote(self._game_id, self._move_index, note_id, self.field.text)
        )

    def _show_full_text(self, *_: object) -> None:
        self.full_text.content = self.field.text
        if self.full_text.natural_width() <= self.field.width - dp(_FIELD_PADDING_DP):
            self.full_text.content = ""

    def _close_sheet(self) -> None:
        self._app_context.resume_state.set_pending_note(None)
        self._app_context.navigator.close_sheet()

    def save(self) -> None:
        """Kept first, put away second; nothing to say is no note."""
        notes, text = self._app_context.notes, self.field.text
        if self._note is not None:
            self._save_change(text)
            return
        added: list[Note | None] = []
        if self._app_context.run_or_show_error(
            lambda: added.append(notes.add(self._game_id, self._move_index, text))
        ):
            self._close_sheet()
            for note in added:
                if note is not None:
                    revert = partial(notes.remove, self._game_id, note.note_id)
                    self._confirm("moments.note.noted", revert)

    def remove(self) -> None:
        self._save_change("")

    def _save_change(self, text: str) -> None:
        note, notes = self._note, self._app_context.notes
        if note is None:
            return
        previous: list[Note] = []
        if self._app_context.run_or_show_error(
            lambda: previous.append(notes.change(self._game_id, note.note_id, text))
        ):
            self._close_sheet()
            key = "moments.note.changed" if text.strip() else "moments.note.removed"
            self._confirm(key, partial(notes.restore, self._game_id, previous[0]))

    def _confirm(self, key: str, revert: Callable[[], object]) -> None:
        """What was done, and that it can be undone."""
        context, on_change = self._app_context, self._on_change

        def undo() -> None:
            context.run_or_show_error(revert)
            on_change()

        on_change()
        context.toaster.show(context.tr(key), action_text=context.tr("app.undo"), on_action=undo)


def open_new_note(context: AppContext, session: AnySession) -> None:
    """Have the present moment of a table noted."""
    if session.game_id is not None:
        _open_sheet(context, NoteSheet(context, session.game_id, session.move_count))


def open_note(
    context: AppContext, game_id: int, move_index: int, note: Note | None, on_change: Callable[[], object]
) -> None:
    _open_sheet(context, NoteSheet(context, game_id, move_index, note, on_change))


def resume_note(
    context: AppContext, game_id: int | None, on_change: Callable[[], object] = _do_nothing
) -> None:
    """The note that was being typed at this game when the app was ended, if one was."""
    pending = context.resume_state.pending_note
    if pending is None or pending.table != game_id or context.navigator.sheet is not None:
        return
    note = None
    if pending.note is not None:
        note = next(
            (note for note in context.notes.list_notes(game_id) if note.note_id == pending.note), None
        )
    if pending.note is None or note is not None:
        context.navigator.open_sheet(NoteSheet(context, pending.table, pending.position, note, on_change))


def _open_sheet(context: AppContext, sheet: NoteSheet) -> None:
    context.navigator.open_sheet(sheet)
    sheet.field.focus = True


def format_moment(context: AppContext, move_index: int) -> str:
    return context.tr("moments.after", n=move_index) if move_index else context.tr("moments.beginning")


# -- found again --------------------------------------------------------------------------------------------


class NoteRow(Pressable):
    """A note as it stands; a tap opens it, or leads to its moment."""

    def __init__(self, text: str, on_tap: Callable[[], object] | None, caption: str = "") -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET), padding=(dp(8), dp(4)))
        self._box = RoundedBox(self, radius=RADIUS_CELL)
        label = Text(text, pos_hint={"center_y": 0.5})
        row = Row(
            IconLabel(Icon.PENCIL, 20, tone="candle", pos_hint={"center_y": 0.5}),
            label if not caption else _add_caption(caption, label),
            gap=10,
            pos_hint={"center_y": 0.5},
        )
        self.add_widget(row)
        row.bind(height=self._fit_height)

    def _fit_height(self, _row: Row, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height + dp(8))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)


def _add_caption(caption: str, label: Text) -> Widget:
    label.pos_hint = {}
    return Column(Text(caption, tone="ink_2", size_sp=14), label, gap=0, pos_hint={"center_y": 0.5})


def build_notes_card(
    context: AppContext, notes: Iterable[Note], move_count: int, on_note: Callable[[Note], object] | None
) -> Card | None:
    """All notes of a game with their moments; None where there are none."""
    rows = [
        NoteRow(
            note.text,
            None if on_note is None else partial(on_note, note),
            format_moment(context, clamp_move_count(note, move_count)),
        )
        for note in notes
    ]
    return Card(build_heading(Icon.PENCIL, context.tr("moments.notes")), *rows, gap=2) if rows else None
