"""Everything with which a round is typed: the village, the keys, and the two small choices beside them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.core.game import Problem
from companion.entry.silver.draft import RoundDraft, validate_number
from companion.games.silver.manifest import DEFINITION
from companion.games.silver.setup import Setup
from companion.i18n.translator import Translator
from companion.screens.silver.keypad import CardKeys, DigitKeys, fit_key_height, keypad_height, min_key_height
from companion.screens.silver.village import VillagePanel
from companion.widgets.cards import Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.theme import ACCENTS, look

_SILVER = ACCENTS[DEFINITION.accent]
# Larger letters make the two ways wider, until too little is left for who called.
_MAX_WIDTH_RATIO = 1.3


class EntryPanel(Column):
    """Shows a draft and hands on every change; what the box does not hold is refused with the reason."""

    def __init__(
        self,
        tr: Translator,
        setup: Setup,
        on_change: Callable[[RoundDraft], object],
        on_card: Callable[[int], object],
        on_refuse: Callable[[Problem], object],
    ) -> None:
        super().__init__(gap=8)
        self._setup = setup
        self._on_change = on_change
        self._on_refuse = on_refuse
        self.village = VillagePanel(tr, setup, on_card)
        self.card_keys = CardKeys(self.type_number, self.delete_last, on_card)
        self.digit_keys = DigitKeys(tr, self.type_number, self.delete_last, self._set_kamikaze)
        self.add_widget(self.village)
        self._draft: RoundDraft | None = None
        self._key_height = min_key_height()

    @property
    def min_height(self) -> float:
        """With the lowest keys."""
        return float(self.village.height + self.spacing + keypad_height(min_key_height()))

    def fit(self, height: float) -> None:
        """Higher keys where there is room for them."""
        key_height = fit_key_height(height - self.village.height - self.spacing)
        if key_height != self._key_height:
            self._key_height = key_height
            self.card_keys.fit(key_height)
            self.digit_keys.fit(key_height)

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
        self.digit_keys.show(draft, kamikaze=self._setup.has_kamikaze)

    def type_number(self, number: int) -> None:
        draft = self._draft
        if draft is None:
            return
        problem: Problem | None = validate_number(self._setup, draft, number)
        if problem is not None:
            self._on_refuse(problem)
        else:
            self._on_change(draft.type_number(number))

    def delete_last(self) -> None:
        if self._draft is not None:
            self._on_change(self._draft.delete_last())

    def _set_kamikaze(self, is_kamikaze: bool) -> None:
        if self._draft is not None:
            self._on_change(self._draft.set_kamikaze(is_kamikaze))


class EntryTools(Row):
    """Who called (a tap asks again), and whether villages are typed by cards or by sum."""

    def __init__(
        self,
        tr: Translator,
        setup: Setup,
        on_caller: Callable[[], object],
        on_by_sum: Callable[[bool], object],
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._setup = setup
        self.caller_chip = Chip("", on_caller, icon=Icon.CALLER, accent=_SILVER, outlined=True)
        self.caller_chip.label.align = "start"
        self.cards_chip, self.sum_chip = (
            Chip(
                tr(f"silver.board.way_{mode}"), partial(on_by_sum, by_sum), accent=_SILVER,
                size_hint_x=0.42 * min(look().text_scale, _MAX_WIDTH_RATIO),
            )
            for mode, by_sum in (("cards", False), ("sum", True))
        )  # fmt: skip
        for part in (self.caller_chip, self.cards_chip, self.sum_chip):
            self.add_widget(part)

    def show(self, draft: RoundDraft) -> None:
        self.caller_chip.label.content = caller_text(self._tr, self._setup, draft)
        self.cards_chip.set_selected(not draft.village.by_sum)
        self.sum_chip.set_selected(draft.village.by_sum)


def caller_text(tr: Translator, setup: Setup, draft: RoundDraft) -> str:
    if not draft.asked:
        return tr("silver.board.who_called")
    if draft.caller is None:
        return tr("silver.board.nobody_called")
    return tr("silver.board.called", name=setup.players[draft.caller])
