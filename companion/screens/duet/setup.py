"""The set-up page of Codenames Duet: sides, tokens, first clue, clue rules, and what the app tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.app_context import AppContext
from companion.core.game import filter_blocking
from companion.games.duet.definition import DEFINITION
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
from companion.screens.rows import build_labelled_row
from companion.screens.setup import BaseSetupPage, OptionsDrawer
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import Card, Chip, Stepper, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.text import HEADING, MUTED, Text
from companion.widgets.theme import ACCENTS

_DUET = ACCENTS[DEFINITION.accent]


class SetupPage(BaseSetupPage):
    main_key = "duet.setup.start"
    main_icon = Icon.PLAY
    selection: Setup

    def __init__(self, context: AppContext, players: Sequence[str]) -> None:
        tr = context.tr
        super().__init__(context, DEFINITION, players)
        self.selection = self.restore_saved(Setup) or self._load_last_setup()
        self._sides = Grid(gap=8, cols=2)
        chooser = self.create_first_player_chooser(
            "duet.setup.first", Icon.CLUE, on_choose=self._set_first, min_column_width=130, max_columns=2
        )
        self.token_stepper = Stepper(self.selection.tokens, 1, BOX_TOKENS, self._set_tokens)
        self.mistake_stepper = Stepper(
            self.selection.bystander_tokens, 0, self.selection.tokens, self._set_mistakes
        )
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
        self.clue_rules_drawer = OptionsDrawer(
            tr, DEFINITION, self._set_clue_rules, title_keys=("duet.setup.clues", "duet.setup.clues_changed")
        )
        self.grid_switch = ToggleSwitch(self.selection.has_grid, self._set_grid)
        words = Card(
            Text(tr("duet.setup.keeps"), HEADING),
            build_labelled_row(tr("duet.setup.grid"), self.grid_switch, tr("duet.setup.grid_why")),
            self.clue_rules_drawer,
        )
        rules = Card(
            Text(tr("duet.setup.first"), HEADING),
            chooser,
            build_labelled_row(
                tr("duet.setup.loose"),
                ToggleSwitch(self.selection.loose_turns, self._set_loose_turns),
                tr("duet.setup.loose_why", in_a_row=MAX_CLUES_IN_A_ROW),
            ),
            build_labelled_row(
                tr("duet.setup.winning"),
                ToggleSwitch(self.selection.winning_token_counts, self._set_winning_token),
                tr("duet.setup.winning_why"),
            ),
        )
        for part in (sides, self._mission_card, rules, words, self.problem_list):
            self.body.add_widget(part)
        self.refresh()

    def _build_preset(self, tokens: int) -> Chip:
        """Build a chip for a mission in which all tokens are bystander side up."""
        key = "duet.setup.usual" if tokens == SCORED_TOKENS else "duet.setup.easier"
        words = self._app_context.tr(key, tokens=tokens)
        return Chip(words, partial(self._set_preset, tokens), accent=_DUET)

    def _selected_preset(self) -> int | None:
        tokens = self.selection.tokens
        return tokens if tokens in self.presets and self.selection.bystander_tokens == tokens else None

    def _set_preset(self, tokens: int) -> None:
        self._is_custom = False
        self.mistake_stepper.set_range(0, tokens)
        for stepper in (self.token_stepper, self.mistake_stepper):
            stepper.set_value(tokens)
        self.change_setup(tokens=tokens, mistakes=tokens)

    def _set_custom(self) -> None:
        self._is_custom = True
        self.refresh()

    def _set_tokens(self, tokens: int) -> None:
        is_linked = self.selection.mistakes is None or self.selection.mistakes == self.selection.tokens
        mistakes = tokens if is_linked else min(tokens, self.selection.bystander_tokens)
        self.mistake_stepper.set_range(0, tokens)
        self.mistake_stepper.set_value(mistakes)
        self.change_setup(tokens=tokens, mistakes=mistakes)

    def _set_mistakes(self, mistakes: int) -> None:
        self.change_setup(mistakes=mistakes)

    def _set_loose_turns(self, on: bool) -> None:
        self.change_setup(loose_turns=on)

    def _set_winning_token(self, on: bool) -> None:
        self.change_setup(winning_token_counts=on)

    def _set_grid(self, on: bool) -> None:
        self.change_setup(keeps=TrackingMode.GRID if on else TrackingMode.KEYS)

    def _set_clue_rules(self, rules: ClueRules) -> None:
        # Default clue rules are stored as None.
        self.change_setup(clue_rules=None if rules == ClueRules() else rules)

    def _open_map(self) -> None:
        from companion.screens.duet.map import MapPage

        self._app_context.push(MapPage, self.selection)

    def _change_side(self, seat: int) -> None:
        sides = list(self.selection.sides or ())
        sides[seat] = sides[seat].other
        self.change_setup(sides=tuple(sides))

    def _set_first(self, side: int) -> None:
        self.change_setup(first=Side(side))

    def set_first_player(self, seat: int) -> None:
        self._set_first(self.selection.side_of(seat))

    def show_selection(self) -> None:
        tr, setup = self._app_context.tr, self.selection
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

    def _show_custom(self, custom: bool) -> None:
        """Show or hide the steppers above the description of the mission."""
        parts = [part for part in reversed(self._mission_card.children) if part is not self._custom_numbers]
        index = parts.index(self._preset_text)
        set_children(
            self._mission_card, [*parts[:index], *([self._custom_numbers] if custom else []), *parts[index:]]
        )

    def _align_columns(self, *_: object) -> None:
        """Give both columns the same height, so that they are aligned at the top."""
        highest = max(column.minimum_height for column in self._sides.children)
        for column in self._sides.children:
            column.height = highest

    def start_game(self) -> None:
        self._app_context.remember(self.selection, DEFINITION.id)
        super().start_game()

    def _load_last_setup(self) -> Setup:
        """Return the last set-up of these players, or a standard mission; cities are chosen on the map."""
        players, previous = self.players, self._app_context.recall(Setup, DEFINITION.id)
        if previous is not None and previous.players == players and not filter_blocking(problems(previous)):
            return replace(previous, mission=None, keeps=previous.keeps or TrackingMode.KEYS)
        standard = Setup(players, keeps=TrackingMode.KEYS)
        return replace(standard, sides=tuple(standard.side_of(seat) for seat in range(len(players))))
