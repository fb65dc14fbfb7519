"""Everything with which a round is typed: the village, the keys, and the two small choices beside them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.entry.silver.draft import RoundDraft, refused_number
from companion.games.game import Problem
from companion.games.silver.manifest import MANIFEST
from companion.games.silver.setup import Setup
from companion.i18n.translator import Translator
from companion.screens.silver.keypad import CardKeys, DigitKeys, key_height, key_height_within, keys_height
from companion.screens.silver.village import VillagePanel
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.theme import ACCENTS, look

_SILVER = ACCENTS[MANIFEST.accent]
# Larger letters make the two ways wider, until too little is left for who called.
_WIDEST = 1.3


class EntryPanel(Column):
    """Shows a draft and hands on every change; what the box does not hold is refused with the reason."""

    def __init__(
        self,
        tr: Translator,
        setup: Setup,
        on_change: Callable[[RoundDraft], object],
        on_card: Callable[[int], object],
        on_refused: Callable[[Problem], object],
    ) -> None:
        super().__init__(gap=8)
        self._setup = setup
        self._on_change = on_change
        self._on_refused = on_refused
        self.village = VillagePanel(tr, setup, on_card)
        self.card_keys = CardKeys(self.type, self.delete, on_card)
        self.digit_keys = DigitKeys(tr, self.type, self.delete, self._tell_kamikaze)
        self.add_widget(self.village)
        self._draft: RoundDraft | None = None
        self._key_height = key_height()

    @property
    def least_height(self) -> float:
        """With the lowest keys."""
        return float(self.village.height + self.spacing + keys_height(key_height()))

    def fit(self, height: float) -> None:
        """Higher keys where there is room for them."""
        high = key_height_within(height - self.village.height - self.spacing)
        if high != self._key_height:
            self._key_height = high
            self.card_keys.fit(high)
            self.digit_keys.fit(high)

    def show(self, draft: RoundDraft) -> None:
        self._draft = draft
        self.village.show(draft)
        by_sum = draft.village.by_sum
        keys = self.digit_keys if by_sum else self.card_keys
        if keys.parent is None:
            self.remove_widget(self.card_keys)
            self.remove_widget(self.digit_keys)
            self.add_widget(keys)
        self.card_keys.show(draft)
        self.digit_keys.show(draft, kamikaze=self._setup.kamikaze)

    def type(self, number: int) -> None:
        draft = self._draft
        if draft is None:
            return
        problem: Problem | None = refused_number(self._setup, draft, number)
        if problem is not None:
            self._on_refused(problem)
        else:
            self._on_change(draft.typed(number))

    def delete(self) -> None:
        if self._draft is not None:
            self._on_change(self._draft.deleted())

    def _tell_kamikaze(self, told: bool) -> None:
        if self._draft is not None:
            self._on_change(self._draft.tell_kamikaze(told))


class EntryTools(Row):
    """Who called (a tap asks again), and whether villages are typed by cards or by sum."""

    def __init__(
        self,
        tr: Translator,
        setup: Setup,
        on_ask: Callable[[], object],
        on_by_sum: Callable[[bool], object],
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._setup = setup
        self.caller = Chip("", on_ask, icon=Icon.CALLER, accent=_SILVER, outlined=True)
        self.caller.words.align = "start"
        self.by_cards, self.by_sum = (
            Chip(
                tr(f"silver.board.way_{way}"), partial(on_by_sum, by_sum), accent=_SILVER,
                size_hint_x=0.42 * min(look().text_scale, _WIDEST),
            )
            for way, by_sum in (("cards", False), ("sum", True))
        )  # fmt: skip
        for part in (self.caller, self.by_cards, self.by_sum):
            self.add_widget(part)

    def show(self, draft: RoundDraft) -> None:
        self.caller.words.content = caller_words(self._tr, self._setup, draft)
        self.by_cards.choose(not draft.village.by_sum)
        self.by_sum.choose(draft.village.by_sum)


def caller_words(tr: Translator, setup: Setup, draft: RoundDraft) -> str:
    if not draft.asked:
        return tr("silver.board.who_called")
    if draft.caller is None:
        return tr("silver.board.nobody_called")
    return tr("silver.board.called", name=setup.players[draft.caller])
