"""What the cards on the table read, if somebody likes to type it: one card after the other."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

from companion.entry.duet.draft import TurnDraft, untyped_cards
from companion.games.duet.clues import MAX_CLUE_LENGTH, clean_clue
from companion.games.duet.moves import CardWord
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.screens.duet.grid_card import build_cell_look
from companion.widgets.cards import RoundButton
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text


class CardSheet(Sheet):
    """The card that the draft names. `on_change` keeps what is half typed; `done_button` gets the word as
    a move, or None where it reads as before."""

    def __init__(
        self,
        tr: Translator,
        on_change: Callable[[TurnDraft], object],
        on_done: Callable[[CardWord | None], object],
        on_close: Callable[[], object],
    ) -> None:
        self._tr, self._on_change, self._on_done = tr, on_change, on_done
        self._draft, self._previous_word = TurnDraft(), ""
        self.field = TextField(tr("duet.words.hint"), lambda _: self.finish(), max_length=MAX_CLUE_LENGTH)
        self.done_button = RoundButton(Icon.CHECK, self.finish)
        self._place = Text("", face="title", size_sp=22, pos_hint={"center_y": 0.5})
        self._status = Text("", tone="ink_2")
        self._remaining = Text("", tone="ink_2")
        entry_row = Row(self.field, self.done_button, gap=8)
        super().__init__(self._place, entry_row, self._status, self._remaining, on_close=on_close)
        # Several keys may come within one frame.
        self._schedule_save = Clock.create_trigger(lambda _: self.save_text(), 0)
        self.field.bind(text=self._schedule_save)

    def show(self, state: State, draft: TurnDraft) -> None:
        tr, place = self._tr, draft.card or 0
        self._draft, self._previous_word = draft, state.word(place)
        self.field.text = draft.typed
        self._place.content, *status = build_cell_look(tr, state, draft, place).labels
        self._status.content = tr.join_items(status)
        unread_count = len(untyped_cards(state))
        self._remaining.content = tr("duet.words.left", n=unread_count) if unread_count else ""

    def has_next_card(self, state: State) -> bool:
        """Whether another card follows: whoever mends one that was read does only that."""
        return not self._previous_word and bool(untyped_cards(state, self._draft.card or 0))

    def save_text(self) -> None:
        """What stands in the field by now."""
        self._schedule_save.cancel()
        if self.field.text != self._draft.typed:
            self._draft = self._draft.with_card(self._draft.card, self.field.text)
            self._on_change(self._draft)

    def finish(self) -> None:
        self._schedule_save.cancel()
        word = clean_clue(self.field.text)
        self._on_done(CardWord(self._draft.card or 0, word) if word != self._previous_word else None)
