"""While the round is played: who started it, and the question that ends it: who called?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from companion.entry.silver.draft import RoundDraft, refused_caller
from companion.games.game import Problem
from companion.games.silver.manifest import MANIFEST
from companion.games.silver.moves import Ended
from companion.games.silver.setup import Setup
from companion.games.silver.state import State
from companion.i18n.translator import Translator
from companion.screens.silver.seat_shapes import SEAT_TONES, SeatMark
from companion.scripts.silver.said import deal_line
from companion.widgets.cards import Card, Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import Box
from companion.widgets.tap import Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, look, paint, sp

_SILVER = ACCENTS[MANIFEST.accent]
_MOST_COLUMNS = 4


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
            weight=700, size_sp=20, smallest=15, most=2, pos_hint={"center_y": 0.5},
        )  # fmt: skip
        head = Row(SeatMark(state.starter, 22), name, gap=10)
        if state.amulet is not None:
            head.add_widget(Glyph(Icon.AMULET, 26, tone="moon", pos_hint={"center_y": 0.5}))
        self.add_widget(head)
        why = tr(f"silver.starter.{state.starter_why.value}")
        self.add_widget(Text(why, tone="ink_2"))
        if state.amulet is not None:
            self.add_widget(Text(tr("silver.amulet.works" if state.amulet_works else "silver.amulet.marks")))
        if not state.results:
            if state.amulet_works:
                self.add_widget(Text(tr("silver.amulet.guards"), tone="ink_2"))
            self.add_widget(Text(tr(deal_line(len(state.setup.players)))))


class CallerQuestion(Column):
    """One tap: the player who called, or what ended the round when nobody did.

    Shows a draft and hands on the answer; whoever cannot have called is refused with the reason.
    """

    def __init__(
        self,
        tr: Translator,
        setup: Setup,
        on_answer: Callable[[RoundDraft], object],
        on_refused: Callable[[Problem], object],
    ) -> None:
        super().__init__(gap=8)
        self._setup, self._on_answer, self._on_refused = setup, on_answer, on_refused
        self._draft: RoundDraft | None = None
        players = tr.players(setup.players)
        head = Row(
            Glyph(Icon.CALLER, 26, tone="moon", mirrored=True, pos_hint={"center_y": 0.5}),
            Text(tr("silver.board.who_called"), face="title", size_sp=22, pos_hint={"center_y": 0.5}),
            gap=10,
        )
        self.tiles = [
            SeatTile(seat, name, partial(self._choose, seat, None)) for seat, name in enumerate(players)
        ]
        columns = len(players) if len(players) < _MOST_COLUMNS or look().text_scale <= 1.2 else 2
        self.nobody = {
            ended: Chip(
                tr(f"silver.ended.{ended.value}"), partial(self._choose, None, ended), accent=_SILVER,
                outlined=True,
            )
            for ended in Ended
        }  # fmt: skip
        self.add_widget(head)
        self.add_widget(Grid(*self.tiles, gap=8, cols=columns))
        self.add_widget(Text(tr("silver.board.or_nobody"), tone="ink_2"))
        self.add_widget(Grid(*self.nobody.values(), gap=8, narrowest=150 * look().text_scale, most_columns=2))

    def show(self, draft: RoundDraft) -> None:
        self._draft = draft
        for seat, tile in enumerate(self.tiles):
            tile.choose(draft.asked and draft.caller == seat)
        for ended, chip in self.nobody.items():
            chip.choose(draft.asked and draft.caller is None and draft.ended is ended)

    def _choose(self, caller: int | None, ended: Ended | None) -> None:
        if self._draft is None:
            return
        problem = refused_caller(self._setup, self._draft, caller)
        if problem is not None:
            self._on_refused(problem)
        else:
            self._on_answer(self._draft.called(caller, ended))


class SeatTile(Tap):
    """A player by shape and name, large enough to be hit in passing."""

    def __init__(self, seat: int, name: str, on_tap: Callable[[], object]) -> None:
        self.chosen = False
        self._tone = SEAT_TONES[seat]
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(48) + sp(18) * 1.5,
            padding=(dp(6), dp(10), dp(6), dp(6)), spacing=dp(2),
        )  # fmt: skip
        self._box = Box(self, radius=RADIUS_CARD, line=2)
        self.add_widget(SeatMark(seat, 30, pos_hint={"center_x": 0.5}))
        self.add_widget(Text(name, weight=700, size_sp=18, smallest=11, most=1, grow="none", align="center"))
        self._answer()

    def choose(self, chosen: bool) -> None:
        self.chosen = chosen
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint("moon_deep" if self.chosen else "raised")
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground,
            edge=paint("moon" if self.chosen else "raised"),
        )
