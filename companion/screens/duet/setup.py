"""The mission before it starts: who sits on which side, how many tokens, who gives the first clue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.entry.duet.accounts import side_name
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import BOX_TOKENS, IN_A_ROW, SCORED_TOKENS, Setup, Side, problems
from companion.games.game import Problem, blocking
from companion.screens.first_player import Question
from companion.screens.labelled_rows import labelled
from companion.screens.setup_page import SettingUp
from companion.screens.who_starts import Starters
from companion.shell import Shell
from companion.widgets.cards import Card, Chip, OnOff, Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.tap import MainButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS

_DUET = ACCENTS[MANIFEST.accent]


class SetUpPage(SettingUp):
    def __init__(self, shell: Shell, players: Sequence[str]) -> None:
        tr = shell.tr
        super().__init__(shell, MANIFEST, players, tr("duet.setup.subtitle"))
        self.setup = self.as_left(Setup) or self._remembered()
        self._sides = Grid(gap=8, cols=2)
        asked = Question(MANIFEST, tr.players(self.setup.players), "duet.setup.first", Icon.CLUE)
        self.starters = Starters(shell, asked, self._set_first, narrowest=130, most_columns=2)
        self._wrong = Column(gap=8)
        self._tokens = Stepper(self.setup.tokens, 1, BOX_TOKENS, self._set_tokens)
        self._mistakes = Stepper(self.setup.bystander_tokens, 0, self.setup.tokens, self._set_mistakes)
        self._meaning = Text("", tone="ink_2")
        sides = Card(
            Text(tr("duet.setup.sides"), face="title", size_sp=20),
            Text(tr("duet.setup.sides_why"), tone="ink_2"),
            self._sides,
        )
        mission = Card(
            Text(tr("duet.setup.mission"), face="title", size_sp=20),
            labelled(tr("duet.setup.tokens"), self._tokens),
            labelled(tr("duet.setup.mistakes"), self._mistakes),
            self._meaning,
        )
        rules = Card(
            Text(tr("duet.setup.first"), face="title", size_sp=20),
            self.starters,
            labelled(
                tr("duet.setup.loose"),
                OnOff(self.setup.loose_turns, self._set_loose),
                tr("duet.setup.loose_why", in_a_row=IN_A_ROW),
            ),
            labelled(
                tr("duet.setup.winning"),
                OnOff(self.setup.winning_token_counts, self._set_winning),
                tr("duet.setup.winning_why"),
            ),
        )
        for part in (sides, mission, rules, self._wrong):
            self.body.add_widget(part)
        self.main = MainButton(tr("duet.setup.start"), self._start, accent=_DUET, icon=Icon.PLAY)
        self.offer(self.main)
        self._show()

    @property
    def chosen(self) -> Setup:
        return self.setup

    def to_guide(self) -> Setup:
        return self.setup

    def _set(self, **changes: Any) -> None:
        self.setup = replace(self.setup, **changes)
        self.mark()
        self._show()

    def _set_tokens(self, tokens: int) -> None:
        followed = self.setup.mistakes is None or self.setup.mistakes == self.setup.tokens
        mistakes = tokens if followed else min(tokens, self.setup.bystander_tokens)
        self._mistakes.limit(0, tokens)
        self._mistakes.set(mistakes)
        self._set(tokens=tokens, mistakes=mistakes)

    def _set_mistakes(self, mistakes: int) -> None:
        self._set(mistakes=mistakes)

    def _set_loose(self, on: bool) -> None:
        self._set(loose_turns=on)

    def _set_winning(self, on: bool) -> None:
        self._set(winning_token_counts=on)

    def _change_side(self, seat: int) -> None:
        sides = list(self.setup.sides or ())
        sides[seat] = sides[seat].other
        self._set(sides=tuple(sides))

    def _set_first(self, side: int) -> None:
        self._set(first=Side(side))

    def begin_with(self, seat: int) -> None:
        self._set_first(self.setup.side_of(seat))

    def _show(self) -> None:
        tr, setup = self._shell.tr, self.setup
        self._sides.clear_widgets()
        for side in Side:
            column = Column(
                Text(tr("duet.setup.side", n=side.value + 1), tone="ink_2"), gap=8, pos_hint={"top": 1}
            )
            for seat, name in enumerate(tr.players(setup.players)):
                if setup.side_of(seat) is side:
                    column.add_widget(Chip(name, partial(self._change_side, seat), accent=_DUET))
            self._sides.add_widget(column)
        for column in self._sides.children:
            column.bind(height=self._level)
        self.starters.show([side_name(tr, setup, side) for side in Side], setup.first)
        scored = setup.tokens == SCORED_TOKENS and setup.bystander_tokens == SCORED_TOKENS
        self._meaning.content = (
            tr("duet.setup.standard", tokens=SCORED_TOKENS)
            if scored
            else tr("duet.setup.custom", tokens=setup.tokens, mistakes=setup.bystander_tokens)
        )
        self._tell_wrong(self._wrong)
        self.allow(self.main)

    def wrong(self) -> tuple[Problem, ...]:
        return problems(self.setup)

    def _level(self, *_: object) -> None:
        """Both sides' columns hang from the same line however many names they hold."""
        highest = max(column.minimum_height for column in self._sides.children)
        for column in self._sides.children:
            column.height = highest

    def _start(self) -> None:
        self.keep_for_next_time(self.setup)
        self._shell.start_table(DUET, self.setup)

    def _remembered(self) -> Setup:
        """As these people played last time, or a standard mission."""
        players, before = self.players, self.last_time(Setup)
        if before is not None and before.players == players and not blocking(problems(before)):
            return before
        plain = Setup(players)
        return replace(plain, sides=tuple(plain.side_of(seat) for seat in range(len(players))))
