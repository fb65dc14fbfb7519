"""How the mission ended and what it was worth."""

from __future__ import annotations

from companion.entry.duet.summary import DuetTable, reason
from companion.games.duet.state import Score, State, score
from companion.i18n.translator import Translator
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Panes, Row, fill
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
        hero = Column(
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
            gap=12,
        )
        turns = Text(tr("duet.result.turns", n=state.turn), align="center", tone="ink_2")
        points = score(state)
        self.clear_widgets()
        if points is None:
            fill(self, (hero, turns))
        else:
            worth = _worth(tr, state, points)
            self.add_widget(Panes(hero, Column(worth, turns, gap=12), gap=12))


def _worth(tr: Translator, state: State, points: Score) -> Card:
    rows = [
        (tr("duet.score.tokens", n=state.bank.left), points.for_tokens_left),
        (tr("duet.score.checks", n=state.earned), points.for_checks),
    ]
    if points.for_sudden_death:
        rows.append((tr("duet.sudden_death"), points.for_sudden_death))
    return Card(
        *(_points(words, tr.number(value), 18) for words, value in rows),
        _points(tr("duet.score.total"), tr.number(points.total), 28),
        Text(tr(f"duet.rank.{points.rank}"), tone="ink_2", align="center"),
        gap=6,
    )


def _points(words: str, value: str, size: float) -> Row:
    return Row(
        Text(words, size_sp=18, pos_hint={"center_y": 0.5}),
        Text(value, weight=700, size_sp=size, grow="both", pos_hint={"center_y": 0.5}),
        gap=12,
    )
