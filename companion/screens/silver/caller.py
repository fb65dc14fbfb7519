"""While the round is played: who started it, and the question that ends it: who called?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from companion.core.game import Problem
from companion.entry.silver.draft import RoundDraft, validate_caller
from companion.games.silver.manifest import DEFINITION
from companion.games.silver.moves import RoundEnd
from companion.games.silver.setup import Setup
from companion.games.silver.state import State
from companion.i18n.translator import Translator
from companion.screens.silver.seat_shapes import SEAT_TONES, SeatMark
from companion.scripts.silver.said import deal_line_key
from companion.widgets.buttons import Pressable, shade
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, look, sp, theme_colour

_SILVER = ACCENTS[DEFINITION.accent]
_MAX_COLUMNS = 4


class StarterCard(Card):
    """Who starts this round, why, and whether the amulet may guard a card.

    What a later round needs besides, how to deal and the rules of the amulet, was told with the one before.
    """

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=2, padding=(dp(14), dp(10)))
        self._tr = tr

    def show(self, state: State) -> None:
        tr = self._tr
        self.clear_widgets()
        name = Text(
            tr("silver.board.starts", name=state.setup.players[state.starter]),
            weight=700, size_sp=20, min_size=15, max_lines=2, pos_hint={"center_y": 0.5},
        )  # fmt: skip
        head = Row(SeatMark(state.starter, 22), name, gap=10)
        if state.amulet_holder is not None:
            head.add_widget(IconLabel(Icon.AMULET, 26, tone="moon", pos_hint={"center_y": 0.5}))
        self.add_widget(head)
        reason = tr(f"silver.starter.{state.starter_reason.value}")
        self.add_widget(Text(reason, tone="ink_2"))
        if state.amulet_holder is not None:
            self.add_widget(Text(tr("silver.amulet.works" if state.amulet_works else "silver.amulet.marks")))
        if not state.results:
            if state.amulet_works:
                self.add_widget(Text(tr("silver.amulet.guards"), tone="ink_2"))
            self.add_widget(Text(tr(deal_line_key(len(state.setup.players)))))


class CallerQuestion(Column):
    """One tap: the player who called, or what ended the round when nobody did.

    Shows a draft and hands on the answer; whoever cannot have called is refused with the reason.
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
            IconLabel(Icon.CALLER, 26, tone="moon", mirrored=True, pos_hint={"center_y": 0.5}),
            Text(tr("silver.board.who_called"), face="title", size_sp=22, pos_hint={"center_y": 0.5}),
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
        self.add_widget(Text(tr("silver.board.or_nobody"), tone="ink_2"))
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
        problem = validate_caller(self._setup, self._draft, caller)
        if problem is not None:
            self._on_refuse(problem)
        else:
            self._on_answer(self._draft.with_caller(caller, ended))


class SeatTile(Pressable):
    """A player by shape and name, large enough to be hit in passing."""

    def __init__(self, seat: int, name: str, on_tap: Callable[[], object]) -> None:
        self.is_selected = False
        self._tone = SEAT_TONES[seat]
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(48) + sp(18) * 1.5,
            padding=(dp(6), dp(10), dp(6), dp(6)), spacing=dp(2),
        )  # fmt: skip
        self._box = RoundedBox(self, radius=RADIUS_CARD, line_width=2)
        self.add_widget(SeatMark(seat, 30, pos_hint={"center_x": 0.5}))
        self.add_widget(
            Text(name, weight=700, size_sp=18, min_size=11, max_lines=1, autosize="none", align="center")
        )
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
