"""What the cards on the table read, if somebody likes to type it: one card after the other."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

from companion.entry.duet.draft import TurnDraft, unread_cards
from companion.games.duet.clues import LONGEST_CLUE, clean_clue
from companion.games.duet.moves import WordIs
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.screens.duet.grid_card import cell_look
from companion.widgets.cards import RoundButton
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text


class CardSheet(Sheet):
    """The card that the draft names. `change` keeps what is half typed; `done` gets the word as a move, or
    None where it reads as before."""

    def __init__(
        self,
        tr: Translator,
        change: Callable[[TurnDraft], object],
        done: Callable[[WordIs | None], object],
        put_away: Callable[[], object],
    ) -> None:
        self._tr, self._change, self._done = tr, change, done
        self._draft, self._before = TurnDraft(), ""
        self.field = Field(tr("duet.words.hint"), lambda _: self.finish(), longest=LONGEST_CLUE)
        self.done = RoundButton(Icon.CHECK, self.finish)
        self._place = Text("", face="title", size_sp=22, pos_hint={"center_y": 0.5})
        self._lies = Text("", tone="ink_2")
        self._left = Text("", tone="ink_2")
        typed = Row(self.field, self.done, gap=8)
        super().__init__(self._place, typed, self._lies, self._left, on_close=put_away)
        # Several keys may come within one frame.
        self._soon = Clock.create_trigger(lambda _: self.keep(), 0)
        self.field.bind(text=self._soon)

    def show(self, state: State, draft: TurnDraft) -> None:
        tr, place = self._tr, draft.card or 0
        self._draft, self._before = draft, state.word(place)
        self.field.text = draft.typed
        self._place.content, *lies = cell_look(tr, state, draft, place).spoken
        self._lies.content = tr.join(lies)
        left = len(unread_cards(state))
        self._left.content = tr("duet.words.left", n=left) if left else ""

    def goes_on(self, state: State) -> bool:
        """Whether another card follows: whoever mends one that was read does only that."""
        return not self._before and bool(unread_cards(state, self._draft.card or 0))

    def keep(self) -> None:
        """What stands in the field by now."""
        self._soon.cancel()
        if self.field.text != self._draft.typed:
            self._draft = self._draft.reading(self._draft.card, self.field.text)
            self._change(self._draft)

    def finish(self) -> None:
        self._soon.cancel()
        word = clean_clue(self.field.text)
        self._done(WordIs(self._draft.card or 0, word) if word != self._before else None)
