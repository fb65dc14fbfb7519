"""A round told: who got what and why, where the amulet went and why, who starts next."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.silver import accounts
from companion.games.silver.manifest import DEFINITION
from companion.games.silver.setup import Setup
from companion.games.silver.state import RoundResult, ScoreReason, State
from companion.i18n.translator import Translator
from companion.screens.silver.score_cells import Hairline
from companion.screens.silver.seat_shapes import SeatMark
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import ACCENTS, look, sp


class ScoresCard(Card):
    """A line for each player: the score in large figures, and in words how it came about."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=0, padding=(dp(14), dp(6)))
        self._tr = tr

    def show(self, setup: Setup, result: RoundResult) -> None:
        self.clear_widgets()
        if result.ended is not None:
            self.add_widget(Text(self._tr(f"silver.ended.{result.ended.value}"), tone="ink_2"))
        for seat in range(len(setup.players)):
            if seat:
                self.add_widget(Hairline())
            self.add_widget(self._build_line(setup, result, seat))

    def _build_line(self, setup: Setup, result: RoundResult, seat: int) -> Row:
        tr, why = self._tr, result.why[seat]
        is_special = why is not ScoreReason.SUM
        words = Column(
            Text(tr.player_name(setup.players[seat]), weight=700, size_sp=18, min_size=13, max_lines=1),
            Text(accounts.score_reason_text(tr, result, seat), tone="ink" if is_special else "ink_2"),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        halved = accounts.reset_text(tr, setup, result, seat)
        if halved:
            words.add_widget(Text(halved, tone="ember", weight=500))
        row = Row(SeatMark(seat, 22), words, gap=10, padding=(0, dp(5)))
        if result.caller == seat:
            is_missed = why is ScoreReason.CALLER_BEATEN
            row.add_widget(
                IconLabel(
                    Icon.CALLER, 24, tone="ember" if is_missed else "moon", mirrored=True,
                    pos_hint={"center_y": 0.5},
                )
            )  # fmt: skip
        elif why is ScoreReason.KAMIKAZE:
            row.add_widget(IconLabel(Icon.LIGHTNING, 24, tone="moon", pos_hint={"center_y": 0.5}))
        score = Text(
            look().digits(result.scores[seat]),
            weight=700,
            size_sp=32,
            min_size=20,
            max_lines=1,
            autosize="none",
            align="end",
            tone="moon" if why.call_succeeded else "ink",
            pos_hint={"center_y": 0.5},
        )
        score.size_hint, score.size = (None, None), (sp(52), sp(32) * 1.25)
        row.add_widget(score)
        return row


class AmuletCard(Card):
    """Who takes the amulet and by which rule, and what it is good for in the next round."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(accent=ACCENTS[DEFINITION.accent], gap=2, padding=(dp(14), dp(10)))
        self._tr = tr

    def show(self, before: State, after: State) -> None:
        self.clear_widgets()
        result = after.last_result
        if result is None:
            return
        tr = self._tr
        words = accounts.amulet_text(tr, before, after, result)
        parts: list[Widget] = [Text(words, weight=700, size_sp=18)]
        parts.append(Text(tr(f"silver.amulet.{result.amulet_why.value}"), tone="ink_2"))
        if after.outcome is None:
            parts.append(Text(tr("silver.amulet.works" if result.amulet_works else "silver.amulet.marks")))
            if result.amulet_works:
                parts.append(Text(tr("silver.amulet.guards"), tone="ink_2"))
        text_column = Column(*parts, gap=2, pos_hint={"center_y": 0.5})
        self.add_widget(
            Row(
                IconLabel(Icon.AMULET, 36, tone="moon", pos_hint={"center_y": 0.5}),
                text_column,
                SeatMark(result.amulet, 26),
                gap=12,
            )
        )


class RoundSummary(Column):
    """Both, for the moment after a round was scored."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=8)
        self.scores = ScoresCard(tr)
        self.amulet = AmuletCard(tr)
        self.add_widget(self.scores)
        self.add_widget(self.amulet)

    def show(self, before: State, after: State) -> None:
        if after.last_result is not None:
            self.scores.show(after.setup, after.last_result)
            self.amulet.show(before, after)
