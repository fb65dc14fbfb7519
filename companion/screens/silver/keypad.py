"""The keys: the fourteen numbers of the box with how many of each are left, or the ten digits for a sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final

from kivy.metrics import dp

from companion.entry.silver.draft import RoundDraft
from companion.games.silver.cards import CARD_COPIES, remaining_cards
from companion.games.silver.manifest import DEFINITION
from companion.i18n.translator import Translator
from companion.widgets.buttons import LongPressable, Pressable, shade
from companion.widgets.cards import Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CHIP, TOUCH_TARGET, look, sp, theme_colour

_COLUMNS: Final = 5
_ROWS: Final = 3
# In dp.
_MAX_KEY_DP: Final = 84
# In sp.
_NUMBER_SP: Final = 24
_MAX_NUMBER_SP: Final = 34
_GAP_DP: Final = 6
_DOT: Final = "•"


class Key(LongPressable):
    """A number. Held, it tells about its card; `copies_left` dots below it are the copies still in the
    box."""

    def __init__(
        self, number: int, on_tap: Callable[[], object], on_hold: Callable[[], object] | None = None
    ) -> None:
        self.number = number
        self.copies_left: int | None = None
        super().__init__(
            on_tap,
            on_hold,
            orientation="vertical",
            size_hint_y=None,
            height=min_key_height(),
            padding=(0, dp(2), 0, dp(2)),
        )
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=1.5)
        self.words = Text(
            look().digits(number),
            weight=700,
            size_sp=_NUMBER_SP,
            min_size=16,
            max_lines=1,
            autosize="none",
            align="center",
        )
        self.add_widget(self.words)
        if on_hold is not None:
            self._dots = Text(
                " ", weight=700, size_sp=14, max_lines=1, tone="ink_3", autosize="none", align="center"
            )
            self._dots.scaled = False
            self._dots.size_hint_y, self._dots.height = None, dp(14)
            self.add_widget(self._dots)
        self._refresh_style()

    @property
    def is_spent(self) -> bool:
        return self.copies_left == 0

    def fit(self, height: float) -> None:
        """A higher key has a larger number."""
        self.height = height
        self.words.size_sp = min(_MAX_NUMBER_SP, _NUMBER_SP * height / min_key_height())

    def show(self, copies_left: int) -> None:
        if copies_left != self.copies_left:
            self.copies_left = copies_left
            self._dots.content = _DOT * copies_left or " "
            self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = TRANSPARENT if self.is_spent else theme_colour("raised")
        self._box.set_style(
            background=shade(ground, 0.1) if pressed and not self.is_spent else ground,
            border=theme_colour("groove") if self.is_spent else TRANSPARENT,
        )
        self.words.set_tone("ink_3" if self.is_spent else "ink")


class DeleteKey(Pressable):
    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None, height=min_key_height())
        self._box = RoundedBox(self, radius=RADIUS_CHIP, border=theme_colour("rim"), line_width=1.5)
        self._mark = IconLabel(Icon.BACKSPACE, 28, mirrored=True)
        self.add_widget(self._mark)
        self.bind(pos=self._centre, size=self._centre)

    def _centre(self, *_: object) -> None:
        self.padding = (max(0.0, (self.width - dp(28)) / 2), max(0.0, (self.height - dp(28)) / 2))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)
        self._mark.set_tone("ink" if self.enabled else "groove")


class CardKeys(Grid):
    """0 to 13 and delete."""

    def __init__(
        self,
        on_type: Callable[[int], object],
        on_delete: Callable[[], object],
        on_hold: Callable[[int], object],
    ) -> None:
        super().__init__(gap=_GAP_DP, cols=_COLUMNS)
        self.keys = [
            Key(number, partial(on_type, number), partial(on_hold, number)) for number in CARD_COPIES
        ]
        self.delete_key = DeleteKey(on_delete)
        for key in (*self.keys, self.delete_key):
            self.add_widget(key)

    def show(self, draft: RoundDraft) -> None:
        copies_left: Counter[int] = remaining_cards(draft.cards)
        for key in self.keys:
            key.show(copies_left[key.number])
        self.delete_key.enabled = bool(draft.village.cards)

    def fit(self, height: float) -> None:
        self.delete_key.height = height
        for key in self.keys:
            key.fit(height)
        self._equalize_rows()


class DigitKeys(Column):
    """0 to 9 and delete; a sum of 50 may be told to be a Kamikaze, and the caller's is one."""

    def __init__(
        self,
        tr: Translator,
        on_type: Callable[[int], object],
        on_delete: Callable[[], object],
        on_kamikaze: Callable[[bool], object],
    ) -> None:
        super().__init__(gap=_GAP_DP)
        self.keys = [Key(digit, partial(on_type, digit)) for digit in (*range(1, 10), 0)]
        self.delete_key = DeleteKey(on_delete)
        self.delete_key.size_hint_x = 0.25
        self.kamikaze_chip = Chip(
            tr("silver.board.kamikaze"),
            self._toggle_kamikaze,
            icon=Icon.LIGHTNING,
            accent=ACCENTS[DEFINITION.accent],
            outlined=True,
            height=min_key_height(),
        )
        self._on_kamikaze = on_kamikaze
        self._grid = Grid(*self.keys, gap=_GAP_DP, cols=_COLUMNS)
        self.add_widget(self._grid)
        self.add_widget(Row(self.kamikaze_chip, self.delete_key, gap=_GAP_DP))

    def show(self, draft: RoundDraft, *, kamikaze: bool) -> None:
        visible, is_caller = kamikaze and draft.can_be_kamikaze, draft.caller == draft.seat
        self.kamikaze_chip.opacity = 1 if visible else 0
        self.kamikaze_chip.enabled = visible and not is_caller
        self.kamikaze_chip.set_selected(is_caller or draft.kamikaze == draft.seat)
        self.delete_key.enabled = draft.village.sum is not None

    def fit(self, height: float) -> None:
        self.delete_key.height = self.kamikaze_chip.height = height
        for key in self.keys:
            key.fit(height)
        self._grid._equalize_rows()

    def _toggle_kamikaze(self) -> None:
        self._on_kamikaze(not self.kamikaze_chip.is_selected)


def min_key_height() -> float:
    """The lowest that a key may be."""
    return float(max(dp(TOUCH_TARGET), sp(_NUMBER_SP) * 1.7))


def keypad_height(key: float) -> float:
    """Three rows of such keys."""
    return float(_ROWS * key + (_ROWS - 1) * dp(_GAP_DP))


def fit_key_height(room: float) -> float:
    """As high as the room for three rows allows, within reason."""
    return float(min(dp(_MAX_KEY_DP), max(min_key_height(), (room - (_ROWS - 1) * dp(_GAP_DP)) / _ROWS)))
