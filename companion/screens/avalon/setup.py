"""The table before the night: characters, variants, who leads, and what exactly will happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from companion.app_context import AppContext
from companion.core.game import Problem, filter_blocking
from companion.entry.avalon import usual
from companion.games.avalon.manifest import DEFINITION
from companion.games.avalon.roles import NUMBERS, PERCIVAL, Preset, Role, RoleUse, Side, list_presets
from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.games.avalon.setup import Lancelot, Options, PlotCards, Setup, deck, problems
from companion.screens.avalon.balance import BalanceCard
from companion.screens.avalon.options import ExpertDrawer
from companion.screens.avalon.role_cards import SideCards
from companion.screens.avalon.role_sheet import open_role_sheet
from companion.screens.first_player import FirstPlayerChooser, FirstPlayerQuestion
from companion.screens.night.deal import DealPage
from companion.screens.night.options import StyleChoice
from companion.screens.rows import build_info_row, build_labelled_row
from companion.screens.setup import BaseSetupPage, Fix
from companion.scripts.avalon.balance import count_special_roles
from companion.scripts.avalon.lessons import setup_advice
from companion.scripts.coach import choose_style, reset_manual_style
from companion.scripts.script import NightStyle, load_night_definition
from companion.widgets.buttons import PrimaryButton
from companion.widgets.cards import Card, ChoiceChips, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column
from companion.widgets.text import Text


class SetupPage(BaseSetupPage):
    def __init__(self, context: AppContext, players: Sequence[str]) -> None:
        tr = context.tr
        super().__init__(context, DEFINITION, players, tr("avalon.setup.subtitle"))
        self.setup = self.restore_saved(Setup) or self._load_last_setup()
        question = FirstPlayerQuestion(
            DEFINITION, tr.player_names(self.setup.players), "avalon.setup.leader", Icon.CROWN
        )
        self.first_player_chooser = FirstPlayerChooser(context, question, self.set_first_player)
        self._presets = Column(gap=8)
        self.good = SideCards(tr, Side.GOOD, self._toggle_role, self._open_role)
        self.evil = SideCards(tr, Side.EVIL, self._toggle_role, self._open_role)
        self._balance = Column()
        self._lancelot = Column(gap=8)
        self._options_drawer = ExpertDrawer(tr, self._set_options)
        self._problem_list = Column(gap=8)
        self.style = StyleChoice(context, load_night_definition("avalon"), self._show_presets)
        for part in (
            self._presets,
            self.style,
            Text(tr("avalon.setup.leader"), face="title", size_sp=20),
            self.first_player_chooser,
            build_info_row(Icon.INFO, tr("app.setup.hold")),
            self.good,
            self.evil,
            self._balance,
            self._problem_list,
            self._lancelot,
            self._build_extras(),
            self._options_drawer,
        ):
            self.body.add_widget(part)
        self.main = PrimaryButton(
            tr("app.setup.deal"), self._open_deal, forward=True, on_blocked=self._explain_disabled
        )
        self.add_footer_buttons(self.main)
        self._show()

    def enter(self) -> None:
        """Back from the deal, where another style may have been chosen."""
        super().enter()
        self._show_presets()
        self.style.show(self.setup)

    # -- choosing -----------------------------------------------------------------------------------

    def _toggle_role(self, role: Role) -> None:
        """A card was touched: in or out, where that is the table's to choose."""
        if role.use is RoleUse.PAIR:
            self._set_lancelot(None if self.setup.lancelot is not None else Lancelot.V1)
        elif role.use is RoleUse.OPTIONAL:
            selected = self.setup.roles
            roles = (
                tuple(name for name in selected if name != role.id)
                if role.id in selected
                else (*selected, role.id)
            )
            self._set(roles=roles)

    def _open_role(self, role: Role) -> None:
        open_role_sheet(self._app_context, self.setup, role)

    @property
    def selection(self) -> Setup:
        return self.setup

    def build_setup(self) -> Setup:
        return self.setup

    def _set(self, **changes: Any) -> None:
        self.setup = replace(self.setup, **changes)
        self.save_bookmark()
        self._show()

    def _set_lancelot(self, variant: Lancelot | None) -> None:
        self._set(lancelot=variant)

    def _set_options(self, options: Options) -> None:
        self._set(options=options)

    def set_first_player(self, seat: int) -> None:
        self._set(leader=seat)

    def _build_extras(self) -> Card:
        tr = self._app_context.tr
        card = Card(gap=4)
        for name in ("lady", "excalibur", "targeting"):
            switch = ToggleSwitch(getattr(self.setup, name), partial(self._set_extra, name))
            card.add_widget(
                build_labelled_row(
                    tr(f"avalon.extra.{name}.name"), switch, tr(f"avalon.extra.{name}.does", **RULE_NUMBERS)
                )
            )
        self._plot = Column()
        card.add_widget(self._plot)
        return card

    def _set_extra(self, name: str, on: bool) -> None:
        self._set(**{name: on})

    # -- showing --------------------------------------------------------------------------------------

    def _show(self) -> None:
        setup = self.setup
        numbers = NUMBERS[len(setup.players)]
        self.first_player_chooser.show(self._app_context.tr.player_names(setup.players), setup.leader)
        self._show_presets()
        self.style.show(setup)
        self._show_balance()
        self._show_lancelot()
        self._show_plot()
        self._options_drawer.show(setup.options)
        cards = Counter(self._cards_in_play())
        self.good.show(cards, numbers.good)
        self.evil.show(cards, numbers.evil)
        self._show_problems(self._problem_list)
        self.update_footer_buttons(self.main)
        self._remember_setup()

    def _cards_in_play(self) -> tuple[str, ...]:
        """The cards in the deck; where none can be dealt, those that were asked for."""
        if not filter_blocking(problems(self.setup)):
            return deck(self.setup)
        lancelots = ("lancelot_good", "lancelot_evil") if self.setup.lancelot is not None else ()
        return (*self.setup.roles, *lancelots, "merlin", "assassin")

    def _show_presets(self) -> None:
        tr, setup = self._app_context.tr, self.setup
        options = [(preset.roles, tr(_preset_key(preset))) for preset in list_presets(len(setup.players))]
        selected = next((roles for roles, _ in options if set(roles) == set(setup.roles)), None)
        self._presets.clear_widgets()
        self._presets.add_widget(
            ChoiceChips(options, selected, self._apply_preset, min_column_width=110, max_columns=3)
        )
        # Who wants the night explained is told more here as well.
        if self._is_learning() and (key := setup_advice(setup)) is not None:
            self._presets.add_widget(Text(tr(key, first=tr("app.first_game")), tone="ink_2"))

    def _is_learning(self) -> bool:
        return (
            choose_style(self._app_context, DEFINITION, self.setup, self._app_context.settings.style)
            is NightStyle.LEARN
        )

    def _show_balance(self) -> None:
        """Only where somebody was added: the others are there in every game."""
        self._balance.clear_widgets()
        if count_special_roles(self.setup):
            card = BalanceCard(self._app_context.tr, self.setup, advise=not self._is_learning())
            self._balance.add_widget(card)

    def _apply_preset(self, roles: tuple[str, ...] | None) -> None:
        reset_manual_style(self._app_context, DEFINITION)
        self._set(roles=roles or (), lancelot=None)

    def _show_lancelot(self) -> None:
        tr, variant = self._app_context.tr, self.setup.lancelot
        self._lancelot.clear_widgets()
        if variant is None:
            return
        self._lancelot.add_widget(Text(tr("avalon.role.lancelot"), face="title", size_sp=20))
        options: list[tuple[Lancelot | None, str]] = [(None, tr("avalon.setup.lancelot_off"))]
        options += [(option, tr(f"avalon.lancelot.{option.value}.name")) for option in Lancelot]
        self._lancelot.add_widget(
            ChoiceChips(options, variant, self._set_lancelot, min_column_width=110, max_columns=2)
        )
        self._lancelot.add_widget(
            Text(tr(f"avalon.lancelot.{variant.value}.does", **RULE_NUMBERS), tone="ink_2")
        )
        if variant.helped_side is not None:
            helped_text = tr(f"avalon.setup.lancelots_help.{variant.helped_side.value}")
            self._lancelot.add_widget(Text(helped_text, tone="ink_2"))

    def _show_plot(self) -> None:
        """Made anew, since the expert drawer chooses the printing, and so may put it in or out."""
        tr, options = self._app_context.tr, self.setup.options
        switch = ToggleSwitch(options.plot_cards is not PlotCards.OFF, self._set_plot)
        self._plot.clear_widgets()
        self._plot.add_widget(
            build_labelled_row(tr("avalon.extra.plot.name"), switch, tr("avalon.extra.plot.does"))
        )

    def _set_plot(self, on: bool) -> None:
        cards = PlotCards.TWO_OR_THREE if on else PlotCards.OFF
        self._set(options=replace(self.setup.options, plot_cards=cards))

    def find_problems(self) -> tuple[Problem, ...]:
        return problems(self.setup)

    def find_fix(self, problem: Problem) -> Fix | None:
        if problem.key == "avalon.problem.morgana_without_percival":
            words = self._app_context.tr("avalon.setup.add_percival")
            return words, partial(self._set, roles=(*self.setup.roles, PERCIVAL))
        return None

    # -- walking on ---------------------------------------------------------------------------------------

    def _open_deal(self) -> None:
        self._app_context.push(DealPage, self.setup, 1)

    def _load_last_setup(self) -> Setup:
        return usual.recall_setup(self.players, self._app_context, Random().randrange)

    def _remember_setup(self) -> None:
        if not filter_blocking(problems(self.setup)):
            usual.remember_setup(self.setup, self._app_context)


def _preset_key(preset: Preset) -> str:
    """The catalogue key of a set's name; a first game is called so in every game."""
    return "app.first_game" if preset.id == "first_game" else f"avalon.preset.{preset.id}"
