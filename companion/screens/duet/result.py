"""How the mission ended and what it was worth."""

from __future__ import annotations

from companion.entry.duet.summary import reason
from companion.games.duet.state import Score, State, score
from companion.i18n.translator import Translator
from companion.screens.duet.sitting import DuetSitting
from companion.screens.result_picture import pictured, share_result
from companion.screens.rules.links import rule_links
from companion.scripts.rulebooks import END
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Panes, Row, fill
from companion.widgets.text import Glyph, Text


class ResultColumn(Column):
    def __init__(self, shell: Shell, sitting: DuetSitting) -> None:
        super().__init__(gap=12)
        self._shell = shell
        self._sitting = sitting

    def show(self) -> None:
        tr, table = self._shell.tr, self._sitting.table
        state = table.state
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
            *rule_links(self._shell, "duet", f"{END}:{state.outcome.reason}", table),
            gap=12,
        )
        turns = Text(tr("duet.result.turns", n=state.turn), align="center", tone="ink_2")
        points = score(state)
        told = Column(turns, share_result(self._shell, self._sitting, pictured(ResultColumn)), gap=12)
        if points is not None:
            told.add_widget(_worth(tr, state, points), index=len(told.children))
        fill(self, (Panes(hero, told, gap=12),))


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
