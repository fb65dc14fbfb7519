"""The mission before it starts: who sits on which side, how many tokens, who gives the first clue, what the
app keeps beside the bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.entry.duet.accounts import side_name
from companion.games.duet.clues import ClueRules
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import BOX_TOKENS, IN_A_ROW, SCORED_TOKENS, Keeps, Setup, Side, problems
from companion.games.game import Problem, blocking
from companion.screens.duet.clue_card import hold
from companion.screens.duet.options import CluesDrawer
from companion.screens.first_player import Question
from companion.screens.labelled_rows import labelled
from companion.screens.setup_page import SettingUp
from companion.screens.who_starts import Starters
from companion.shell import Shell
from companion.widgets.cards import Card, Chip, OnOff, Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.tap import MainButton, SideButton
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
        self.tokens = Stepper(self.setup.tokens, 1, BOX_TOKENS, self._set_tokens)
        self.mistakes = Stepper(self.setup.bystander_tokens, 0, self.setup.tokens, self._set_mistakes)
        self._meaning = Text("", tone="ink_2")
        sides = Card(
            Text(tr("duet.setup.sides"), face="title", size_sp=20),
            Text(tr("duet.setup.sides_why"), tone="ink_2"),
            self._sides,
        )
        self.presets = {tokens: self._preset(tokens) for tokens in range(SCORED_TOKENS, BOX_TOKENS + 1)}
        self.own = Chip(tr("duet.setup.own"), self._set_own, accent=_DUET)
        # Whoever wants other numbers than the usual ones finds them here.
        self._owning = self._preset_chosen() is None
        self._own_numbers = Column(
            labelled(tr("duet.setup.tokens"), self.tokens),
            labelled(tr("duet.setup.mistakes"), self.mistakes),
        )
        self._mission = Card(
            Text(tr("duet.setup.mission"), face="title", size_sp=20),
            Grid(*self.presets.values(), self.own, gap=8, narrowest=130, most_columns=4),
            self._meaning,
            SideButton(tr("duet.map.title"), self._open_map, icon=Icon.MAP, outlined=True),
        )
        self.clues = CluesDrawer(tr, self._set_clue_rules)
        self.grid = OnOff(self.setup.has_grid, self._set_grid)
        words = Card(
            Text(tr("duet.setup.keeps"), face="title", size_sp=20),
            labelled(tr("duet.setup.grid"), self.grid, tr("duet.setup.grid_why")),
            self.clues,
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
        for part in (sides, self._mission, rules, words, self._wrong):
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

    def _preset(self, tokens: int) -> Chip:
        """A mission in which all tokens lie bystander side up."""
        key = "duet.setup.usual" if tokens == SCORED_TOKENS else "duet.setup.easier"
        words = self._shell.tr(key, tokens=tokens)
        return Chip(words, partial(self._set_preset, tokens), accent=_DUET)

    def _preset_chosen(self) -> int | None:
        tokens = self.setup.tokens
        return tokens if tokens in self.presets and self.setup.bystander_tokens == tokens else None

    def _set_preset(self, tokens: int) -> None:
        self._owning = False
        self.mistakes.limit(0, tokens)
        for stepper in (self.tokens, self.mistakes):
            stepper.set(tokens)
        self._set(tokens=tokens, mistakes=tokens)

    def _set_own(self) -> None:
        self._owning = True
        self._show()

    def _set_tokens(self, tokens: int) -> None:
        followed = self.setup.mistakes is None or self.setup.mistakes == self.setup.tokens
        mistakes = tokens if followed else min(tokens, self.setup.bystander_tokens)
        self.mistakes.limit(0, tokens)
        self.mistakes.set(mistakes)
        self._set(tokens=tokens, mistakes=mistakes)

    def _set_mistakes(self, mistakes: int) -> None:
        self._set(mistakes=mistakes)

    def _set_loose(self, on: bool) -> None:
        self._set(loose_turns=on)

    def _set_winning(self, on: bool) -> None:
        self._set(winning_token_counts=on)

    def _set_grid(self, on: bool) -> None:
        self._set(keeps=Keeps.GRID if on else Keeps.KEYS)

    def _set_clue_rules(self, rules: ClueRules) -> None:
        # What is as usual is not written.
        self._set(clue_rules=None if rules == ClueRules() else rules)

    def _open_map(self) -> None:
        from companion.screens.duet.map import MapPage

        self._shell.visit(MapPage, self.setup)

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
        chosen = None if self._owning else self._preset_chosen()
        for tokens, chip in self.presets.items():
            chip.choose(tokens == chosen)
        self.own.choose(chosen is None)
        self._show_own(chosen is None)
        self.clues.show(setup.strictness)
        scored = setup.tokens == SCORED_TOKENS and setup.bystander_tokens == SCORED_TOKENS
        self._meaning.content = (
            tr("duet.setup.standard", tokens=SCORED_TOKENS)
            if scored
            else tr("duet.setup.custom", tokens=setup.tokens, mistakes=setup.bystander_tokens)
        )
        self._tell_wrong(self._wrong)
        self.allow(self.main)

    def _show_own(self, own: bool) -> None:
        """Both numbers, before what they mean."""
        parts = [part for part in reversed(self._mission.children) if part is not self._own_numbers]
        at = parts.index(self._meaning)
        hold(self._mission, [*parts[:at], *([self._own_numbers] if own else []), *parts[at:]])

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
        """As these people played last time, or a standard mission; a city of the map is chosen there."""
        players, before = self.players, self.last_time(Setup)
        if before is not None and before.players == players and not blocking(problems(before)):
            return replace(before, mission=None, keeps=before.keeps or Keeps.KEYS)
        plain = Setup(players, keeps=Keeps.KEYS)
        return replace(plain, sides=tuple(plain.side_of(seat) for seat in range(len(players))))
