"""The keys: the fourteen numbers of the box with how many of each are left, or the ten digits for a sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final

from kivy.metrics import dp

from companion.entry.silver.draft import RoundDraft
from companion.games.silver.cards import BOX, left_in_box
from companion.games.silver.manifest import MANIFEST
from companion.i18n.translator import Translator
from companion.widgets.cards import Chip
from companion.widgets.held_tap import HeldTap
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.tap import Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CHIP, TARGET, look, paint, sp

_COLUMNS: Final = 5
_ROWS: Final = 3
# In dp.
_HIGHEST: Final = 84
# In sp.
_NUMBER: Final = 24
_LARGEST: Final = 34
_GAP: Final = 6
_DOT: Final = "•"


class Key(HeldTap):
    """A number. Held, it tells about its card; `left` dots below it are the copies still in the box."""

    def __init__(
        self, number: int, on_tap: Callable[[], object], on_hold: Callable[[], object] | None = None
    ) -> None:
        self.number = number
        self.left: int | None = None
        super().__init__(
            on_tap,
            on_hold,
            orientation="vertical",
            size_hint_y=None,
            height=key_height(),
            padding=(0, dp(2), 0, dp(2)),
        )
        self._box = Box(self, radius=RADIUS_CHIP, line=1.5)
        self.words = Text(
            look().digits(number),
            weight=700,
            size_sp=_NUMBER,
            smallest=16,
            most=1,
            grow="none",
            align="center",
        )
        self.add_widget(self.words)
        if on_hold is not None:
            self._dots = Text(" ", weight=700, size_sp=14, most=1, tone="ink_3", grow="none", align="center")
            self._dots.scaled = False
            self._dots.size_hint_y, self._dots.height = None, dp(14)
            self.add_widget(self._dots)
        self._answer()

    @property
    def spent(self) -> bool:
        return self.left == 0

    def fit(self, height: float) -> None:
        """A higher key has a larger number."""
        self.height = height
        self.words.size_sp = min(_LARGEST, _NUMBER * height / key_height())

    def show(self, left: int) -> None:
        if left != self.left:
            self.left = left
            self._dots.content = _DOT * left or " "
            self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = CLEAR if self.spent else paint("raised")
        self._box.paint(
            ground=shaded(ground, 0.1) if pressed and not self.spent else ground,
            edge=paint("groove") if self.spent else CLEAR,
        )
        self.words.set_tone("ink_3" if self.spent else "ink")


class DeleteKey(Tap):
    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, size_hint_y=None, height=key_height())
        self._box = Box(self, radius=RADIUS_CHIP, edge=paint("rim"), line=1.5)
        self._mark = Glyph(Icon.BACKSPACE, 28, mirrored=True)
        self.add_widget(self._mark)
        self.bind(pos=self._centre, size=self._centre)

    def _centre(self, *_: object) -> None:
        self.padding = (max(0.0, (self.width - dp(28)) / 2), max(0.0, (self.height - dp(28)) / 2))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)
        self._mark.set_tone("ink" if self.enabled else "groove")


class CardKeys(Grid):
    """0 to 13 and delete."""

    def __init__(
        self,
        on_type: Callable[[int], object],
        on_delete: Callable[[], object],
        on_hold: Callable[[int], object],
    ) -> None:
        super().__init__(gap=_GAP, cols=_COLUMNS)
        self.keys = [Key(number, partial(on_type, number), partial(on_hold, number)) for number in BOX]
        self.delete = DeleteKey(on_delete)
        for key in (*self.keys, self.delete):
            self.add_widget(key)

    def show(self, draft: RoundDraft) -> None:
        left: Counter[int] = left_in_box(draft.cards)
        for key in self.keys:
            key.show(left[key.number])
        self.delete.enabled = bool(draft.village.cards)

    def fit(self, height: float) -> None:
        self.delete.height = height
        for key in self.keys:
            key.fit(height)
        self._level()


class DigitKeys(Column):
    """0 to 9 and delete; a sum of 50 may be told to be a Kamikaze, and the caller's is one."""

    def __init__(
        self,
        tr: Translator,
        on_type: Callable[[int], object],
        on_delete: Callable[[], object],
        on_kamikaze: Callable[[bool], object],
    ) -> None:
        super().__init__(gap=_GAP)
        self.keys = [Key(digit, partial(on_type, digit)) for digit in (*range(1, 10), 0)]
        self.delete = DeleteKey(on_delete)
        self.delete.size_hint_x = 0.25
        self.kamikaze = Chip(
            tr("silver.board.kamikaze"), self._tell, icon=Icon.LIGHTNING, accent=ACCENTS[MANIFEST.accent],
            outlined=True, height=key_height(),
        )  # fmt: skip
        self._on_kamikaze = on_kamikaze
        self._grid = Grid(*self.keys, gap=_GAP, cols=_COLUMNS)
        self.add_widget(self._grid)
        self.add_widget(Row(self.kamikaze, self.delete, gap=_GAP))

    def show(self, draft: RoundDraft, *, kamikaze: bool) -> None:
        offered, calls = kamikaze and draft.may_be_kamikaze, draft.caller == draft.seat
        self.kamikaze.opacity = 1 if offered else 0
        self.kamikaze.enabled = offered and not calls
        self.kamikaze.choose(calls or draft.kamikaze == draft.seat)
        self.delete.enabled = draft.village.sum is not None

    def fit(self, height: float) -> None:
        self.delete.height = self.kamikaze.height = height
        for key in self.keys:
            key.fit(height)
        self._grid._level()

    def _tell(self) -> None:
        self._on_kamikaze(not self.kamikaze.chosen)


def key_height() -> float:
    """The lowest that a key may be."""
    return float(max(dp(TARGET), sp(_NUMBER) * 1.7))


def keys_height(key: float) -> float:
    """Three rows of such keys."""
    return float(_ROWS * key + (_ROWS - 1) * dp(_GAP))


def key_height_within(room: float) -> float:
    """As high as the room for three rows allows, within reason."""
    return float(min(dp(_HIGHEST), max(key_height(), (room - (_ROWS - 1) * dp(_GAP)) / _ROWS)))
