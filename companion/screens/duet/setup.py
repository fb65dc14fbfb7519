"""The set-up page of Codenames Duet: sides, tokens, first clue, clue rules, and what the app tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.app_context import AppContext
from companion.core.game import Problem, filter_blocking
from companion.games.duet.definition import DEFINITION
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import (
    BOX_TOKENS,
    MAX_CLUES_IN_A_ROW,
    SCORED_TOKENS,
    ClueRules,
    Setup,
    Side,
    TrackingMode,
    problems,
)
from companion.games.duet.text import side_name
from companion.screens.duet.cards import set_children
from companion.screens.first_player import FirstPlayerChooser, FirstPlayerQuestion
from companion.screens.rows import build_labelled_row
from companion.screens.setup import BaseSetupPage, OptionsDrawer
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip, Stepper, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.text import HEADING, MUTED, Text
from companion.widgets.theme import ACCENTS


class ClueRulesDrawer(OptionsDrawer):
    accent = ACCENTS[DEFINITION.accent]

    def format_title(self, changed: int) -> str:
        return self._tr("duet.setup.clues_changed" if changed else "duet.setup.clues", n=changed)

    def format_option(self, option: str) -> str:
        return self._tr(f"duet.option.{option}")


_DUET = ACCENTS[DEFINITION.accent]


class SetupPage(BaseSetupPage):
    def __init__(self, context: AppContext, players: Sequence[str]) -> None:
        tr = context.tr
        super().__init__(context, DEFINITION, players, tr("duet.setup.subtitle"))
        self.setup = self.restore_saved(Setup) or self._load_last_setup()
        self._sides = Grid(gap=8, cols=2)
        question = FirstPlayerQuestion(
            DEFINITION, tr.player_names(self.setup.players), "duet.setup.first", Icon.CLUE
        )
        self.first_player_chooser = FirstPlayerChooser(
            context, question, self._set_first, min_column_width=130, max_columns=2
        )
        self._problem_list = Column(gap=8)
        self.token_stepper = Stepper(self.setup.tokens, 1, BOX_TOKENS, self._set_tokens)
        self.mistake_stepper = Stepper(self.setup.bystander_tokens, 0, self.setup.tokens, self._set_mistakes)
        self._preset_text = Text("", MUTED)
        sides = Card(
            Text(tr("duet.setup.sides"), HEADING), Text(tr("duet.setup.sides_why"), MUTED), self._sides
        )
        self.presets = {tokens: self._build_preset(tokens) for tokens in range(SCORED_TOKENS, BOX_TOKENS + 1)}
        self.custom_chip = Chip(tr("duet.setup.own"), self._set_custom, accent=_DUET)
        # True if the numbers match no preset: the steppers are shown.
        self._is_custom = self._selected_preset() is None
        self._custom_numbers = Column(
            build_labelled_row(tr("duet.setup.tokens"), self.token_stepper),
            build_labelled_row(tr("duet.setup.mistakes"), self.mistake_stepper),
        )
        self._mission_card = Card(
            Text(tr("duet.setup.mission"), HEADING),
            Grid(*self.presets.values(), self.custom_chip, gap=8, min_column_width=130, max_columns=4),
            self._preset_text,
            SecondaryButton(tr("duet.map.title"), self._open_map, icon=Icon.MAP, outlined=True),
        )
        self.clue_rules_drawer = ClueRulesDrawer(tr, self._set_clue_rules)
        self.grid_switch = ToggleSwitch(self.setup.has_grid, self._set_grid)
        words = Card(
            Text(tr("duet.setup.keeps"), HEADING),
            build_labelled_row(tr("duet.setup.grid"), self.grid_switch, tr("duet.setup.grid_why")),
            self.clue_rules_drawer,
        )
        rules = Card(
            Text(tr("duet.setup.first"), HEADING),
            self.first_player_chooser,
            build_labelled_row(
                tr("duet.setup.loose"),
                ToggleSwitch(self.setup.loose_turns, self._set_loose_turns),
                tr("duet.setup.loose_why", in_a_row=MAX_CLUES_IN_A_ROW),
            ),
            build_labelled_row(
                tr("duet.setup.winning"),
                ToggleSwitch(self.setup.winning_token_counts, self._set_winning_token),
                tr("duet.setup.winning_why"),
            ),
        )
        for part in (sides, self._mission_card, rules, words, self._problem_list):
            self.body.add_widget(part)
        self.main = PrimaryButton(tr("duet.setup.start"), self._start, accent=_DUET, icon=Icon.PLAY)
        self.add_footer_buttons(self.main)
        self._show()

    @property
    def selection(self) -> Setup:
        return self.setup

    def build_setup(self) -> Setup:
        return self.setup

    def _set(self, **changes: Any) -> None:
        self.setup = replace(self.setup, **changes)
        self.save_bookmark()
        self._show()

    def _build_preset(self, tokens: int) -> Chip:
        """Build a chip for a mission in which all tokens are bystander side up."""
        key = "duet.setup.usual" if tokens == SCORED_TOKENS else "duet.setup.easier"
        words = self._app_context.tr(key, tokens=tokens)
        return Chip(words, partial(self._set_preset, tokens), accent=_DUET)

    def _selected_preset(self) -> int | None:
        tokens = self.setup.tokens
        return tokens if tokens in self.presets and self.setup.bystander_tokens == tokens else None

    def _set_preset(self, tokens: int) -> None:
        self._is_custom = False
        self.mistake_stepper.set_range(0, tokens)
        for stepper in (self.token_stepper, self.mistake_stepper):
            stepper.set_value(tokens)
        self._set(tokens=tokens, mistakes=tokens)

    def _set_custom(self) -> None:
        self._is_custom = True
        self._show()

    def _set_tokens(self, tokens: int) -> None:
        is_linked = self.setup.mistakes is None or self.setup.mistakes == self.setup.tokens
        mistakes = tokens if is_linked else min(tokens, self.setup.bystander_tokens)
        self.mistake_stepper.set_range(0, tokens)
        self.mistake_stepper.set_value(mistakes)
        self._set(tokens=tokens, mistakes=mistakes)

    def _set_mistakes(self, mistakes: int) -> None:
        self._set(mistakes=mistakes)

    def _set_loose_turns(self, on: bool) -> None:
        self._set(loose_turns=on)

    def _set_winning_token(self, on: bool) -> None:
        self._set(winning_token_counts=on)

    def _set_grid(self, on: bool) -> None:
        self._set(keeps=TrackingMode.GRID if on else TrackingMode.KEYS)

    def _set_clue_rules(self, rules: ClueRules) -> None:
        # Default clue rules are stored as None.
        self._set(clue_rules=None if rules == ClueRules() else rules)

    def _open_map(self) -> None:
        from companion.screens.duet.map import MapPage

        self._app_context.push(MapPage, self.setup)

    def _change_side(self, seat: int) -> None:
        sides = list(self.setup.sides or ())
        sides[seat] = sides[seat].other
        self._set(sides=tuple(sides))

    def _set_first(self, side: int) -> None:
        self._set(first=Side(side))

    def set_first_player(self, seat: int) -> None:
        self._set_first(self.setup.side_of(seat))

    def _show(self) -> None:
        tr, setup = self._app_context.tr, self.setup
        self._sides.clear_widgets()
        for side in Side:
            column = Column(Text(tr("duet.setup.side", n=side.value + 1), MUTED), gap=8, pos_hint={"top": 1})
            for seat, name in enumerate(tr.player_names(setup.players)):
                if setup.side_of(seat) is side:
                    column.add_widget(Chip(name, partial(self._change_side, seat), accent=_DUET))
            self._sides.add_widget(column)
        for column in self._sides.children:
            column.bind(height=self._align_columns)
        self.first_player_chooser.show([side_name(tr, setup, side) for side in Side], setup.first)
        selected = None if self._is_custom else self._selected_preset()
        for tokens, chip in self.presets.items():
            chip.set_selected(tokens == selected)
        self.custom_chip.set_selected(selected is None)
        self._show_custom(selected is None)
        self.clue_rules_drawer.show(setup.effective_clue_rules)
        is_standard = setup.tokens == SCORED_TOKENS and setup.bystander_tokens == SCORED_TOKENS
        self._preset_text.content = (
            tr("duet.setup.standard", tokens=SCORED_TOKENS)
            if is_standard
            else tr("duet.setup.custom", tokens=setup.tokens, mistakes=setup.bystander_tokens)
        )
        self._show_problems(self._problem_list)
        self.update_footer_buttons(self.main)

    def _show_custom(self, custom: bool) -> None:
        """Show or hide the steppers above the description of the mission."""
        parts = [part for part in reversed(self._mission_card.children) if part is not self._custom_numbers]
        index = parts.index(self._preset_text)
        set_children(
            self._mission_card, [*parts[:index], *([self._custom_numbers] if custom else []), *parts[index:]]
        )

    def find_problems(self) -> tuple[Problem, ...]:
        return problems(self.setup)

    def _align_columns(self, *_: object) -> None:
        """Give both columns the same height, so that they are aligned at the top."""
        highest = max(column.minimum_height for column in self._sides.children)
        for column in self._sides.children:
            column.height = highest

    def _start(self) -> None:
        self.remember_selection(self.setup)
        self._app_context.start_session(DUET, self.setup)

    def _load_last_setup(self) -> Setup:
        """Return the last set-up of these players, or a standard mission; cities are chosen on the map."""
        players, previous = self.players, self.recall_selection(Setup)
        if previous is not None and previous.players == players and not filter_blocking(problems(previous)):
            return replace(previous, mission=None, keeps=previous.keeps or TrackingMode.KEYS)
        standard = Setup(players, keeps=TrackingMode.KEYS)
        return replace(standard, sides=tuple(standard.side_of(seat) for seat in range(len(players))))
