"""What beats the leader: what each player needs in the round that is, or may be, the last."""

from __future__ import annotations

from kivy.metrics import dp

from companion.entry.silver.accounts import need_told
from companion.entry.silver.summary import SilverTable
from companion.games.silver.manifest import MANIFEST
from companion.games.silver.outlook import Need, needs, to_limit
from companion.games.silver.state import State
from companion.i18n.translator import Translator
from companion.screens.silver.seat_shapes import SeatMark
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CELL, paint, sp

_SILVER = ACCENTS[MANIFEST.accent]
_NUMBER_WIDTH = 76


class OutlookPanel(Column):
    """Empty, and of no height, as long as there is nothing to tell."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.rows: list[OutlookRow] = []

    def show(self, table: SilverTable) -> None:
        self.clear_widgets()
        self.rows = []
        state, tr = table.state, self._tr
        if not told(state):
            return
        title = "points" if state.setup.points else "rounds"
        self.add_widget(
            Row(
                Glyph(Icon.TROPHY, 22, tone=_SILVER.line, pos_hint={"center_y": 0.5}),
                Text(tr(f"silver.outlook.title.{title}"), face="title", size_sp=20),
                gap=10,
            )
        )
        limits = to_limit(state)
        for need in needs(state):
            number, caption = _number(tr, need)
            if limits:
                number = limits[need.seat]
                caption = tr("silver.outlook.number.limit", limit=state.setup.options.limit)
            self.rows.append(OutlookRow(tr, state, need, tr.number(number), caption))
            self.add_widget(self.rows[-1])


class OutlookRow(Row):
    """A player's mark and name, what they need in words, and the number of it, large."""

    def __init__(self, tr: Translator, state: State, need: Need, number: str, caption: str) -> None:
        super().__init__(gap=10, padding=(dp(12), dp(8)))
        leads = need.gap <= 0
        Box(
            self, radius=RADIUS_CELL, ground=paint(_SILVER.deep if leads else "plank"),
            edge=paint(_SILVER.line, 1 if leads else 0), line=1.5,
        )  # fmt: skip
        self.seat = need.seat
        needed = need_told(state, need)
        self.words = Text(tr(needed.key, **needed.args), size_sp=16, tone="ink_2")
        self.number = Text(number, weight=700, size_sp=28, smallest=16, most=1, align="center")
        self.caption = Text(caption, size_sp=14, tone="ink_2", align="center")
        name = Text(tr.player(state.setup.players[need.seat]), weight=700, size_sp=18, smallest=14, most=1)
        self.add_widget(SeatMark(need.seat))
        self.add_widget(Column(name, self.words, gap=0, pos_hint={"center_y": 0.5}))
        self.add_widget(
            Column(
                self.number, self.caption,
                gap=0, size_hint_x=None, width=sp(_NUMBER_WIDTH), pos_hint={"center_y": 0.5},
            )
        )  # fmt: skip


def told(state: State) -> bool:
    """Whether there is something to tell: the last round has come, or any round may be the last."""
    return state.last_round or (state.setup.points and bool(state.results) and state.outcome is None)


def _number(tr: Translator, need: Need) -> tuple[int, str]:
    if need.fewer > 0:
        return need.fewer, tr("silver.outlook.number.fewer")
    return -need.fewer, tr("silver.outlook.number.spare")
