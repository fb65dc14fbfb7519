"""Writing down how a table plays what the sources leave open. It is kept as it is typed."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.metrics import dp

from companion.entry.rule_notes import LONGEST_NOTE, clean_note, keep_note, note_on
from companion.shell import Shell
from companion.widgets.cards import RoundButton
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text

# So many characters before the end, it is told how many are left.
_NEAR_THE_END = 60
# In dp: what a field leaves free on both sides of its words.
_BESIDE = 32


class NoteSheet(Sheet):
    """`written` is called when it is put away."""

    def __init__(self, shell: Shell, game: str, entry: str, written: Callable[[], object]) -> None:
        tr = shell.tr
        self._shell, self._game, self._entry, self._written = shell, game, entry, written
        self.field = Field(tr("rules.note.hint"), lambda _: self.close(), longest=LONGEST_NOTE)
        self.field.text = note_on(shell, game, entry)
        # A line holds but the end of a long note: all of it stands below.
        self.whole = Text("", size_sp=18)
        self.left = Text("", size_sp=16, tone="ember")
        self.done = RoundButton(Icon.CHECK, self._done)
        super().__init__(
            tr("rules.note.title"),
            Row(self.field, self.done, gap=8),
            self.left,
            self.whole,
            Text(tr("rules.note.kept"), size_sp=16, tone="ink_2"),
            on_close=self._done,
        )
        # With the next frame, of several keys the last: a phone may end the app at any moment.
        self._keep_soon = Clock.create_trigger(self._keep, 0)
        self.field.bind(text=self._typed, width=self._show_whole)
        self._tell_left()

    def _typed(self, *_: object) -> None:
        self._show_whole()
        self._tell_left()
        self._keep_soon()

    def _show_whole(self, *_: object) -> None:
        self.whole.content = clean_note(self.field.text)
        if self.whole.natural_width() <= self.field.width - dp(_BESIDE):
            self.whole.content = ""

    def _tell_left(self) -> None:
        left = LONGEST_NOTE - len(self.field.text)
        self.left.content = self._shell.tr("rules.note.left", n=left) if left <= _NEAR_THE_END else ""

    def _keep(self, *_: object) -> None:
        keep_note(self._shell, self._game, self._entry, self.field.text)

    def _done(self) -> None:
        self._keep_soon.cancel()
        self._keep()
        self._shell.stage.close_sheet()
        self._written()
