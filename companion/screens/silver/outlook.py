"""What beats the leader: what each player needs in the round that is, or may be, the last."""

from __future__ import annotations

from kivy.metrics import dp

from companion.entry.silver.accounts import outlook_message
from companion.entry.silver.summary import SilverTable
from companion.games.silver.manifest import DEFINITION
from companion.games.silver.outlook import SeatOutlook, points_to_limit, seat_outlooks
from companion.games.silver.state import State
from companion.i18n.translator import Translator
from companion.screens.silver.seat_shapes import SeatMark
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CELL, sp, theme_colour

_SILVER = ACCENTS[DEFINITION.accent]
_NUMBER_WIDTH_SP = 76


class OutlookPanel(Column):
    """Empty, and of no height, as long as there is nothing to tell."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.rows: list[OutlookRow] = []

    def show(self, session: SilverTable) -> None:
        self.clear_widgets()
        self.rows = []
        state, tr = session.state, self._tr
        if not has_outlook(state):
            return
        title = "points" if state.setup.is_points_game else "rounds"
        self.add_widget(
            Row(
                IconLabel(Icon.TROPHY, 22, tone=_SILVER.line, pos_hint={"center_y": 0.5}),
                Text(tr(f"silver.outlook.title.{title}"), face="title", size_sp=20),
                gap=10,
            )
        )
        limits = points_to_limit(state)
        for need in seat_outlooks(state):
            number, caption = _need_number(tr, need)
            if limits:
                number = limits[need.seat]
                caption = tr("silver.outlook.number.limit", limit=state.setup.options.limit)
            self.rows.append(OutlookRow(tr, state, need, tr.format_number(number), caption))
            self.add_widget(self.rows[-1])


class OutlookRow(Row):
    """A player's mark and name, what they need in words, and the number of it, large."""

    def __init__(self, tr: Translator, state: State, need: SeatOutlook, number: str, caption: str) -> None:
        super().__init__(gap=10, padding=(dp(12), dp(8)))
        is_leading = need.gap <= 0
        RoundedBox(
            self, radius=RADIUS_CELL, background=theme_colour(_SILVER.deep if is_leading else "plank"),
            border=theme_colour(_SILVER.line, 1 if is_leading else 0), line_width=1.5,
        )  # fmt: skip
        self.seat = need.seat
        message = outlook_message(state, need)
        self.words = Text(tr(message.key, **message.args), size_sp=16, tone="ink_2")
        self.number = Text(number, weight=700, size_sp=28, min_size=16, max_lines=1, align="center")
        self.caption = Text(caption, size_sp=14, tone="ink_2", align="center")
        name = Text(
            tr.player_name(state.setup.players[need.seat]), weight=700, size_sp=18, min_size=14, max_lines=1
        )
        self.add_widget(SeatMark(need.seat))
        self.add_widget(Column(name, self.words, gap=0, pos_hint={"center_y": 0.5}))
        self.add_widget(
            Column(
                self.number, self.caption,
                gap=0, size_hint_x=None, width=sp(_NUMBER_WIDTH_SP), pos_hint={"center_y": 0.5},
            )
        )  # fmt: skip


def has_outlook(state: State) -> bool:
    """Whether there is something to tell: the last round has come, or any round may be the last."""
    return state.is_last_round or (
        state.setup.is_points_game and bool(state.results) and state.outcome is None
    )


def _need_number(tr: Translator, need: SeatOutlook) -> tuple[int, str]:
    if need.points_needed > 0:
        return need.points_needed, tr("silver.outlook.number.fewer")
    return -need.points_needed, tr("silver.outlook.number.spare")
