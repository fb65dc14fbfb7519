"""Writing down how a table plays what the sources leave open. It is kept as it is typed."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.metrics import dp

from companion.entry.rule_notes import MAX_NOTE_LENGTH, clean_rule_note, load_note, save_note
from companion.shell import AppContext
from companion.widgets.cards import RoundButton
from companion.widgets.field import TextField
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text

# So many characters before the end, it is told how many are left.
_WARN_REMAINING_CHARS = 60
# In dp: what a field leaves free on both sides of its words.
_FIELD_PADDING_DP = 32


class RuleNoteSheet(Sheet):
    """`on_saved` is called when it is put away."""

    def __init__(self, context: AppContext, game: str, entry: str, on_saved: Callable[[], object]) -> None:
        tr = context.tr
        self._app_context, self._game, self._entry, self._on_saved = context, game, entry, on_saved
        self.field = TextField(tr("rules.note.hint"), lambda _: self.close(), max_length=MAX_NOTE_LENGTH)
        self.field.text = load_note(context, game, entry)
        # A line holds but the end of a long note: all of it stands below.
        self.full_text = Text("", size_sp=18)
        self.remaining_text = Text("", size_sp=16, tone="ember")
        self.done_button = RoundButton(Icon.CHECK, self._save_and_close)
        super().__init__(
            tr("rules.note.title"),
            Row(self.field, self.done_button, gap=8),
            self.remaining_text,
            self.full_text,
            Text(tr("rules.note.kept"), size_sp=16, tone="ink_2"),
            on_close=self._save_and_close,
        )
        # With the next frame, of several keys the last: a phone may end the app at any moment.
        self._schedule_save = Clock.create_trigger(self._save_note, 0)
        self.field.bind(text=self._on_text, width=self._show_full_text)
        self._show_remaining()

    def _on_text(self, *_: object) -> None:
        self._show_full_text()
        self._show_remaining()
        self._schedule_save()

    def _show_full_text(self, *_: object) -> None:
        self.full_text.content = clean_rule_note(self.field.text)
        if self.full_text.natural_width() <= self.field.width - dp(_FIELD_PADDING_DP):
            self.full_text.content = ""

    def _show_remaining(self) -> None:
        remaining = MAX_NOTE_LENGTH - len(self.field.text)
        self.remaining_text.content = (
            self._app_context.tr("rules.note.left", n=remaining) if remaining <= _WARN_REMAINING_CHARS else ""
        )

    def _save_note(self, *_: object) -> None:
        save_note(self._app_context, self._game, self._entry, self.field.text)

    def _save_and_close(self) -> None:
        self._schedule_save.cancel()
        self._save_note()
        self._app_context.navigator.close_sheet()
        self._on_saved()
