"""The parts to enter a round of Silver: who started and called, the current village, and the keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import takewhile
from math import ceil
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.game import Problem
from companion.games.silver.definition import DEFINITION
from companion.games.silver.drafts import RoundDraft, validate_caller, validate_number
from companion.games.silver.setup import CARD_COPIES, Setup, remaining_cards
from companion.games.silver.state import RoundEnd, State
from companion.i18n.translator import Translator
from companion.screens.silver.rounds import SEAT_SHAPES, SEAT_TONES, SeatMark, build_number
from companion.scripts.silver.speech import deal_line_key
from companion.widgets.buttons import LongPressable, Pressable, shade
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import MUTED, NUMBER, TITLE, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, RADIUS_CHIP, TOUCH_TARGET, look, sp, theme_colour

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
    """A number key.

    A long press opens the page of its card; dots below the number show the `copies_left` in the box.
    """

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
        self.words = build_number(look().digits(number), size_sp=_NUMBER_SP, min_size=16)
        self.add_widget(self.words)
        if on_hold is not None:
            self._dots = build_number(" ", size_sp=14, tone="ink_3")
            self._dots.scaled = False
            self._dots.size_hint_y, self._dots.height = None, dp(14)
            self.add_widget(self._dots)
        self._refresh_style()

    @property
    def is_spent(self) -> bool:
        return self.copies_left == 0

    def fit(self, height: float) -> None:
        """Set the height and scale the number with it."""
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
    """The keys from 0 to 13 and delete."""

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
    """The keys from 0 to 9, delete, and Kamikaze for a sum of 50; the caller's 50 always is one."""

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
    """Return the minimum height of a key."""
    return float(max(dp(TOUCH_TARGET), sp(_NUMBER_SP) * 1.7))


def keypad_height(key: float) -> float:
    """Return the height of a keypad with three rows of keys of this height."""
    return float(_ROWS * key + (_ROWS - 1) * dp(_GAP_DP))


def fit_key_height(room: float) -> float:
    """Return the key height that fills the room for three rows, within limits."""
    return float(min(dp(_MAX_KEY_DP), max(min_key_height(), (room - (_ROWS - 1) * dp(_GAP_DP)) / _ROWS)))


# In dp: size of a card; and the number of cards in a row before a second row starts.
_CARD_DP = (38, 48)
_CARDS_PER_ROW = 5
# Above this text scale the cards get a line of their own.
_TALL_TEXT_SCALE = 1.2


class VillagePanel(Column):
    """The village being entered: its player, cards and total.

    `on_card` receives the number of a tapped card.
    """

    def __init__(self, tr: Translator, setup: Setup, on_card: Callable[[int], object]) -> None:
        super().__init__(gap=4, padding=(dp(14), dp(5)))
        self._tr = tr
        self._setup = setup
        RoundedBox(self, radius=RADIUS_CARD, background=theme_colour("moon_deep"))
        self._mark = IconLabel(SEAT_SHAPES[0], 18)
        self._caller = IconLabel(Icon.CALLER, 20, tone="moon", mirrored=True)
        self.name = Text("", NUMBER, min_size=13, max_lines=1)
        self.line = Text("", MUTED, max_lines=1, min_size=11)
        self._names = Row(self._mark, self.name, gap=6)
        name_column = Column(self._names, self.line, gap=0)
        self.sum_text = build_number(size_sp=40, min_size=24, align="end")
        self.sum_text.size_hint, self.sum_text.size = (None, None), (sp(64), sp(40) * 1.25)
        self.card_strip = CardStrip(on_card)
        self.card_strip.pos_hint = {"y": 0}
        self._is_tall = look().text_scale > _TALL_TEXT_SCALE
        if self._is_tall:
            self.add_widget(Row(name_column, self.sum_text, gap=8))
        else:
            name_column.size_hint_x, name_column.width = None, dp(98)
            self.add_widget(Row(name_column, self.card_strip, self.sum_text, gap=8))

    def show(self, draft: RoundDraft) -> None:
        tr, village = self._tr, draft.village
        self.name.content = tr.player_name(self._setup.players[draft.seat])
        self._mark.show(SEAT_SHAPES[draft.seat])
        self._mark.set_tone(SEAT_TONES[draft.seat])
        is_caller = draft.caller == draft.seat
        if is_caller != (self._caller.parent is not None):
            if is_caller:
                self._names.add_widget(self._caller)
            else:
                self._names.remove_widget(self._caller)
        self.line.content = (
            tr("silver.board.by_sum") if village.by_sum else tr("app.cards", n=len(village.cards))
        )
        self.sum_text.content = "" if village.total is None else look().digits(village.total)
        self.card_strip.show(() if village.by_sum else village.cards)
        if self._is_tall and village.by_sum == (self.card_strip.parent is not None):
            if village.by_sum:
                self.remove_widget(self.card_strip)
            else:
                self.add_widget(self.card_strip)


class CardStrip(Pressable):
    """The cards side by side, or smaller in two rows if there are many."""

    def __init__(self, on_card: Callable[[int], object]) -> None:
        super().__init__(self._open_touched_card, size_hint_y=None, height=dp(_CARD_DP[1]) + dp(4))
        self._on_card = on_card
        self._area = Widget()
        self.add_widget(self._area)
        self.cards: tuple[int, ...] = ()
        self.chips: list[CardChip] = []
        self._area.bind(pos=self._place, size=self._place)

    def show(self, cards: tuple[int, ...]) -> None:
        if cards == self.cards:
            return
        # Reuse the chips of unchanged cards: only the rest is drawn again.
        pairs = zip(self.cards, cards, strict=False)
        unchanged = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        for chip in self.chips[unchanged:]:
            self._area.remove_widget(chip)
        del self.chips[unchanged:]
        for card in cards[unchanged:]:
            chip = CardChip(card)
            self.chips.append(chip)
            self._area.add_widget(chip)
        self.cards = cards
        self._place()

    def _open_touched_card(self) -> None:
        touch = self.last_touch
        for chip in self.chips:
            if touch is not None and chip.collide_point(*touch.pos):
                self._on_card(chip.number)
                return

    def _place(self, *_: object) -> None:
        area, count = self._area, len(self.chips)
        if not count or area.width < 1:
            return
        rows = 1 if count <= _CARDS_PER_ROW else 2
        per_row = ceil(count / rows)
        gap = dp(_GAP_DP) if rows == 1 else dp(4)
        high = min(dp(_CARD_DP[1]), (area.height - gap * (rows - 1)) / rows)
        wide = min(dp(_CARD_DP[0]), (area.width - gap * (per_row - 1)) / per_row)
        top = area.y + (area.height + rows * high + (rows - 1) * gap) / 2
        for number, chip in enumerate(self.chips):
            row, column = divmod(number, per_row)
            x = area.x + column * (wide + gap)
            if look().rtl:
                x = 2 * area.x + area.width - x - wide
            chip.size = (wide, high)
            chip.pos = (x, top - (row + 1) * high - row * gap)


class CardChip(Widget):
    """A card with its number, on a light background."""

    def __init__(self, number: int, **options: Any) -> None:
        super().__init__(size_hint=(None, None), **options)
        self.number = number
        RoundedBox(self, radius=8, background=theme_colour("moon"))
        self._words = build_number(
            look().digits(number), size_sp=24, min_size=10, tone="on_accent", scaled=False
        )
        self.add_widget(self._words)
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_: object) -> None:
        self._words.pos, self._words.size = self.pos, self.size


_SILVER = ACCENTS[DEFINITION.accent]
# Large text widens the two mode chips up to this factor, so that the caller chip keeps enough room.
_MAX_WIDTH_RATIO = 1.3


class EntryPanel(Column):
    """The village and its keys.

    `on_change` receives the changed draft, `on_refuse` why a number is not in the box.
    """

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
        """Return the height with keys of minimum height."""
        return float(self.village.height + self.spacing + keypad_height(min_key_height()))

    def fit(self, height: float) -> None:
        """Make the keys as high as the room allows."""
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
        if problem := validate_number(self._setup, draft, number):
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
    """The caller (a tap opens the question) and the choice between entering cards or sums."""

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
        self.caller_chip.label.content = self._tr.translate(draft.caller_message(self._setup.players))
        self.cards_chip.set_selected(not draft.village.by_sum)
        self.sum_chip.set_selected(draft.village.by_sum)


_MAX_COLUMNS = 4


class StarterCard(Card):
    """Who starts this round, why, and whether the amulet may guard a card.

    Dealing and the rules of the amulet are only shown in the first round: later they follow the previous
    round's summary.
    """

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=2, padding=(dp(14), dp(10)))
        self._tr = tr

    def show(self, state: State) -> None:
        tr = self._tr
        self.clear_widgets()
        name = Text(
            tr("silver.board.starts", name=state.setup.players[state.starter]), NUMBER, min_size=15,
            max_lines=2,
        )  # fmt: skip
        head = Row(SeatMark(state.starter, 22), name, gap=10)
        if state.amulet_holder is not None:
            head.add_widget(IconLabel(Icon.AMULET, 26, tone="moon"))
        self.add_widget(head)
        reason = tr(f"silver.starter.{state.starter_reason.value}")
        self.add_widget(Text(reason, MUTED))
        if state.amulet_holder is not None:
            self.add_widget(Text(tr("silver.amulet.works" if state.amulet_works else "silver.amulet.marks")))
        if not state.results:
            if state.amulet_works:
                self.add_widget(Text(tr("silver.amulet.guards"), MUTED))
            self.add_widget(Text(tr(deal_line_key(len(state.setup.players)))))


class CallerQuestion(Column):
    """The question who called, or what ended the round without a call.

    `on_answer` receives the changed draft, `on_refuse` why a player cannot have called.
    """

    def __init__(
        self,
        tr: Translator,
        setup: Setup,
        on_answer: Callable[[RoundDraft], object],
        on_refuse: Callable[[Problem], object],
    ) -> None:
        super().__init__(gap=8)
        self._setup, self._on_answer, self._on_refuse = setup, on_answer, on_refuse
        self._draft: RoundDraft | None = None
        players = tr.player_names(setup.players)
        head = Row(
            IconLabel(Icon.CALLER, 26, tone="moon", mirrored=True),
            Text(tr("silver.board.who_called"), TITLE),
            gap=10,
        )
        self.tiles = [
            SeatTile(seat, name, partial(self._choose, seat, None)) for seat, name in enumerate(players)
        ]
        columns = len(players) if len(players) < _MAX_COLUMNS or look().text_scale <= 1.2 else 2
        self.end_chips = {
            ended: Chip(
                tr(f"silver.ended.{ended.value}"), partial(self._choose, None, ended), accent=_SILVER,
                outlined=True,
            )
            for ended in RoundEnd
        }  # fmt: skip
        self.add_widget(head)
        self.add_widget(Grid(*self.tiles, gap=8, cols=columns))
        self.add_widget(Text(tr("silver.board.or_nobody"), MUTED))
        self.add_widget(
            Grid(*self.end_chips.values(), gap=8, min_column_width=150 * look().text_scale, max_columns=2)
        )

    def show(self, draft: RoundDraft) -> None:
        self._draft = draft
        for seat, tile in enumerate(self.tiles):
            tile.set_selected(draft.asked and draft.caller == seat)
        for ended, chip in self.end_chips.items():
            chip.set_selected(draft.asked and draft.caller is None and draft.ended is ended)

    def _choose(self, caller: int | None, ended: RoundEnd | None) -> None:
        if self._draft is None:
            return
        if problem := validate_caller(self._setup, self._draft, caller):
            self._on_refuse(problem)
        else:
            self._on_answer(self._draft.with_caller(caller, ended))


class SeatTile(Pressable):
    """A player's shape and name as a large button."""

    def __init__(self, seat: int, name: str, on_tap: Callable[[], object]) -> None:
        self.is_selected = False
        self._tone = SEAT_TONES[seat]
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(48) + sp(18) * 1.5,
            padding=(dp(6), dp(10), dp(6), dp(6)), spacing=dp(2),
        )  # fmt: skip
        self._box = RoundedBox(self, radius=RADIUS_CARD, line_width=2)
        self.add_widget(SeatMark(seat, 30, pos_hint={"center_x": 0.5}))
        self.add_widget(build_number(name, size_sp=18, min_size=11))
        self._refresh_style()

    def set_selected(self, selected: bool) -> None:
        self.is_selected = selected
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("moon_deep" if self.is_selected else "raised")
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour("moon" if self.is_selected else "raised"),
        )
