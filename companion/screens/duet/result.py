"""How the mission ended and what it was worth."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.games.duet.play import score
from companion.i18n.translator import Translator
from companion.screens.duet.summary import DuetTable, reason
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Row
from companion.widgets.text import Glyph, Text


class ResultColumn(Column):
    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=12)
        self._tr = tr

    def show(self, table: DuetTable) -> None:
        tr, state = self._tr, table.state
        if state.outcome is None:
            return
        won = state.outcome.winner is not None
        tone = "teal" if won else "brick"
        self.clear_widgets()
        parts: list[Widget] = [
            Gap(height=12),
            Glyph(Icon.TROPHY if won else Icon.SKULL, 96, tone=tone, pos_hint={"center_x": 0.5}),
            Text(
                tr("duet.summary.won" if won else "duet.summary.lost"),
                face="title",
                size_sp=48,
                smallest=30,
                align="center",
                tone=tone,
            ),
            Text(reason(tr, table), size_sp=20, align="center"),
        ]
        points = score(state)
        if points is not None:
            rows = [
                (tr("duet.score.tokens", n=state.bank.left), points.for_tokens_left),
                (tr("duet.score.checks", n=state.earned), points.for_checks),
            ]
            if points.for_sudden_death:
                rows.append((tr("duet.score.sudden_death"), points.for_sudden_death))
            card = Card(gap=6)
            for words, value in rows:
                card.add_widget(_points(words, tr.number(value), 18))
            card.add_widget(_points(tr("duet.score.total"), tr.number(points.total), 28))
            card.add_widget(Text(tr(f"duet.rank.{points.rank}"), tone="ink_2", align="center"))
            parts.append(card)
        parts.append(Text(tr("duet.result.turns", n=state.turn), align="center", tone="ink_2"))
        for part in parts:
            self.add_widget(part)


def _points(words: str, value: str, size: float) -> Row:
    return Row(
        Text(words, size_sp=18, pos_hint={"center_y": 0.5}),
        Text(value, weight=700, size_sp=size, grow="both", pos_hint={"center_y": 0.5}),
        gap=12,
    )
