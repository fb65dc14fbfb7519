"""The set-up page of Silver: first player, length of the game, expert options, and how to deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

from kivy.metrics import dp

from companion.app_context import AppContext
from companion.core.game import filter_blocking
from companion.games.silver.definition import DEFINITION
from companion.games.silver.rules import RULE_NUMBERS
from companion.games.silver.setup import MAX_LIMIT_POINTS, MIN_LIMIT_POINTS, Mode, Options, Setup, problems
from companion.i18n.translator import Translator
from companion.screens.rows import build_heading, build_labelled_row
from companion.screens.setup import BaseSetupPage, OptionsDrawer
from companion.screens.silver.rounds import SEAT_SHAPES, SEAT_TONES
from companion.scripts.silver.guide import list_deal_steps
from companion.widgets.buttons import IconButton
from companion.widgets.cards import Card, ChoiceChips, Stepper, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.shapes import Disc
from companion.widgets.text import HEADING, MUTED, IconLabel, Text
from companion.widgets.theme import ACCENTS, look, theme_colour


class DealCard(Card):
    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=8)
        self._tr = tr

    def show(self, players: int, starter: str | None = None) -> None:
        """Show the steps; `starter` is the player who gets the amulet before the first round."""
        tr = self._tr
        self.clear_widgets()
        self.add_widget(build_heading(Icon.SHUFFLE, tr("silver.setup.deal")))
        for number, step in enumerate(list_deal_steps(players, starter), 1):
            weight = 700 if step.is_easily_missed else 400
            text = Text(tr(step.key, **step.args), weight=weight)
            self.add_widget(Row(_StepNumber(number), text, gap=12))


class _StepNumber(Text):
    """The number of a step on a disc."""

    def __init__(self, number: int) -> None:
        super().__init__(
            look().digits(number), weight=700, size_sp=16, autosize="none", align="center", scaled=False,
            size_hint=(None, None), size=(dp(30), dp(30)), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        Disc(self, background=theme_colour("moon_deep"), border=theme_colour("moon"), line_width=1.5)


# The first one only matters with the Kamikaze variant.
_EXPERT_OPTIONS: Final = ("kamikaze_hits_caller", "tied_caller", "failed_call_power")


_SILVER = ACCENTS[DEFINITION.accent]
_LIMIT_STEP = 10


def remember_setup(context: AppContext, setup: Setup) -> None:
    """Remember a valid set-up as the default for next time."""
    if not filter_blocking(problems(setup)):
        context.remember(setup, DEFINITION.id)


class SetupPage(BaseSetupPage):
    main_key = "silver.setup.begin"
    main_icon = Icon.PLAY
    selection: Setup

    def __init__(self, context: AppContext, players: Sequence[str]) -> None:
        tr = context.tr
        super().__init__(context, DEFINITION, players)
        self.selection = self.restore_saved(Setup) or self._load_last_setup()
        chooser = self.create_first_player_chooser(
            "app.setup.starter", Icon.STAR, shapes=tuple(zip(SEAT_SHAPES, SEAT_TONES, strict=True)),
            min_column_width=96, max_columns=3,
        )  # fmt: skip
        self._amulet_row: Row | None = None
        self.modes = ChoiceChips(
            [(mode, tr(f"silver.mode.{mode.value}.name", **RULE_NUMBERS)) for mode in Mode],
            self.selection.mode, self._set_mode, min_column_width=130, max_columns=2, accent=_SILVER,
        )  # fmt: skip
        self._mode_does = Text("", MUTED)
        self._points = Column(gap=4)
        self.options_drawer = OptionsDrawer(
            tr,
            DEFINITION,
            self._set_options,
            title_keys=("silver.setup.expert", "silver.setup.expert_changed"),
            numbers=RULE_NUMBERS,
        )
        self._deal_card = DealCard(tr)
        self._starter_card = Card(Text(tr("app.setup.starter"), HEADING), chooser, gap=10)
        self._length_card = Card(Text(tr("silver.setup.length"), HEADING), self.modes, self._mode_does, gap=8)
        self.body.add_widget(self.problem_list)
        first = Column(self._starter_card, self._length_card, gap=12)
        self.body.add_widget(Panes(first, Column(self._deal_card, self.options_drawer, gap=12), gap=12))
        self._show_points()
        self.refresh()

    # -- choosing -----------------------------------------------------------------------------------------

    def set_first_player(self, seat: int) -> None:
        self.change_setup(start=seat)

    def _clear_amulet(self) -> None:
        self.change_setup(amulet=None, amulet_works=False)

    def _set_mode(self, mode: Mode) -> None:
        self.change_setup(mode=mode)
        self._show_points()

    def _set_options(self, options: Options) -> None:
        self.change_setup(options=options)

    def _set_option(self, name: str, value: Any) -> None:
        self._set_options(replace(self.selection.options, **{name: value}))

    # -- showing --------------------------------------------------------------------------------------------

    def show_selection(self) -> None:
        setup = self.selection
        self.show_first_player(setup.start)
        self._mode_does.content = self._app_context.tr(f"silver.mode.{setup.mode.value}.does", **RULE_NUMBERS)
        self._show_amulet()
        names = _EXPERT_OPTIONS if setup.has_kamikaze else _EXPERT_OPTIONS[1:]
        self.options_drawer.show(setup.options, names)
        self._deal_card.show(len(setup.players), self._amulet_owner())

    def _amulet_owner(self) -> str | None:
        """Return the first player, who gets the amulet, or None if it is carried over from another game."""
        setup = self.selection
        if setup.amulet is not None or not 0 <= setup.start < len(setup.players):
            return None
        return setup.players[setup.start]

    def _show_amulet(self) -> None:
        """Show the amulet that is carried over from the previous game."""
        tr, setup = self._app_context.tr, self.selection
        if self._amulet_row is not None:
            self._starter_card.remove_widget(self._amulet_row)
            self._amulet_row = None
        if setup.amulet is None or setup.amulet >= len(setup.players):
            return
        key = "silver.setup.carried_works" if setup.amulet_works else "silver.setup.carried"
        self._amulet_row = Row(
            IconLabel(Icon.AMULET, 28, tone="moon"),
            Text(tr(key, name=setup.players[setup.amulet])),
            IconButton(Icon.CROSS, self._clear_amulet, tone="ink_2", size=22),
            gap=10,
        )
        self._starter_card.add_widget(self._amulet_row)

    def _show_points(self) -> None:
        """Show the options of the points variant, if it is selected."""
        tr, options = self._app_context.tr, self.selection.options
        self._points.clear_widgets()
        if not self.selection.is_points_game:
            self._length_card.remove_widget(self._points)
            return
        if self._points.parent is None:
            self._length_card.add_widget(self._points)
        self.limit = Stepper(
            options.limit,
            MIN_LIMIT_POINTS,
            MAX_LIMIT_POINTS,
            partial(self._set_option, "limit"),
            step=_LIMIT_STEP,
            width_sp=64,
        )
        self._points.add_widget(
            build_labelled_row(tr("silver.option.limit.name"), self.limit, tr("silver.option.limit.why"))
        )
        self.switches: dict[str, ToggleSwitch] = {}
        for name in ("exact_reset", "kamikaze"):
            switch = ToggleSwitch(getattr(options, name), partial(self._set_option, name))
            self.switches[name] = switch
            self._points.add_widget(
                build_labelled_row(
                    tr(f"silver.option.{name}.name"), switch, tr(f"silver.option.{name}.why", **RULE_NUMBERS)
                )
            )

    # -- remembering ----------------------------------------------------------------------------------------

    def remember_selection(self) -> None:
        remember_setup(self._app_context, self.selection)

    def start_game(self) -> None:
        # Only a rematch carries over the amulet: the default for next time is without it.
        remember_setup(self._app_context, replace(self.selection, amulet=None, amulet_works=False))
        super().start_game()

    def _load_last_setup(self) -> Setup:
        """Return the last set-up of these players; for others keep its options and draw the first player."""
        players, previous = self.players, self._app_context.recall(Setup, DEFINITION.id)
        random_seat = Random().randrange(len(players))
        if previous is None or filter_blocking(
            problems(replace(previous, players=players, start=0, amulet=None))
        ):
            return Setup(players, start=random_seat)
        if previous.players == players:
            return previous if not filter_blocking(problems(previous)) else Setup(players, start=random_seat)
        return replace(previous, players=players, start=random_seat, amulet=None, amulet_works=False)
