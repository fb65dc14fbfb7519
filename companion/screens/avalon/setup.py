"""The set-up page of Avalon: characters, balance, variants, leader, options, and the sheet of a role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.games.avalon import drafts
from companion.games.avalon.components import RULE_NUMBERS
from companion.games.avalon.definition import DEFINITION
from companion.games.avalon.drafts import make_setup_with_role
from companion.games.avalon.setup import (
    NUMBERS,
    PERCIVAL,
    Lancelot,
    Options,
    PlotCards,
    Preset,
    Role,
    RoleUse,
    Setup,
    Side,
    deck,
    list_presets,
    short_name_key,
)
from companion.i18n.translator import Translator
from companion.screens.avalon.roles import ROLE_ICONS, SideCards, build_knowledge_rows, build_side_icon
from companion.screens.learn.rule_links import create_rule_links
from companion.screens.night.options import StyleChoice
from companion.screens.rows import build_heading, build_info_row, build_labelled_row
from companion.screens.setup import BaseSetupPage, Fix, OptionsDrawer
from companion.scripts.avalon.lessons import count_special_roles, list_helpers, setup_advice
from companion.scripts.coach import choose_style, set_manual_style
from companion.scripts.script import NightStyle, load_night_definition
from companion.scripts.teaching import ROLE
from companion.widgets.cards import Card, ChoiceChips, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Sheet
from companion.widgets.text import HEADING, LEAD, MUTED, STRONG, TITLE, IconLabel, Text


class BalanceCard(Card):
    """Which side the special characters help; `advise` adds a hint on how to change the balance."""

    def __init__(self, tr: Translator, setup: Setup, *, advise: bool) -> None:
        super().__init__(gap=8)
        self.add_widget(
            Grid(
                *(_build_side(tr, setup, side) for side in Side), gap=12, min_column_width=130, max_columns=2
            )
        )
        if advise and count_special_roles(setup) > 1:
            self.add_widget(Text(tr("avalon.setup.balance.advice"), MUTED))


def _build_side(tr: Translator, setup: Setup, side: Side) -> Column:
    """Build one side of the balance with a row for each character that helps it."""
    head = Text(tr(f"avalon.setup.balance.{side.value}"), STRONG, tone=side.value)
    scale = Column(Row(build_side_icon(side), head, gap=8), gap=4)
    for role in list_helpers(setup, side):
        mark = IconLabel(ROLE_ICONS[role], 20, tone="ink_2")
        scale.add_widget(Row(mark, Text(tr(short_name_key(role))), gap=10))
    if not list_helpers(setup, side):
        scale.add_widget(Text(tr("app.nobody"), tone="ink_3"))
    return scale


class RoleSheet(Sheet):
    def __init__(self, context: AppContext, setup: Setup, role: Role) -> None:
        tr, hue = context.tr, role.side.value
        side = Row(
            build_side_icon(role.side), Text(tr(f"avalon.side.{hue}"), tone=hue, pos_hint={"y": 0}), gap=8
        )
        name = Text(tr(f"avalon.role.{role.id}.name"), TITLE)
        mark = IconLabel(ROLE_ICONS[role.id], 48, tone=hue)
        description = Column(Text(tr(f"avalon.role.{role.id}.does"), LEAD), gap=2)
        if role.helped_side is not None:
            description.add_widget(Text(tr(f"avalon.setup.helps.{role.helped_side.value}"), MUTED))
        title = Row(mark, Column(name, side, gap=0), gap=16)
        super().__init__(title, description, on_close=context.navigator.close_sheet)
        self.role = role.id
        setup_with_role = make_setup_with_role(setup, role.id)
        if setup_with_role is not None:
            self.content.add_widget(build_heading(Icon.EYE, tr("app.knowledge")))
            if setup_with_role is not setup:
                self.content.add_widget(Text(tr("avalon.setup.if_in"), MUTED))
            for row in build_knowledge_rows(tr, setup_with_role, about=role.id):
                self.content.add_widget(row)
        for link in create_rule_links(context, "avalon", f"{ROLE}:{role.id}"):
            self.content.add_widget(link)


def open_role_sheet(context: AppContext, setup: Setup, role: Role) -> None:
    context.navigator.open_sheet(RoleSheet(context, setup, role))


class SetupPage(BaseSetupPage):
    selection: Setup

    def __init__(self, context: AppContext, players: Sequence[str]) -> None:
        tr = context.tr
        super().__init__(context, DEFINITION, players)
        self.selection = self.restore_saved(Setup) or drafts.recall_setup(
            self.players, context, Random().randrange
        )
        self._presets = Column(gap=8)
        self.good = SideCards(tr, Side.GOOD, self._toggle_role, self._open_role)
        self.evil = SideCards(tr, Side.EVIL, self._toggle_role, self._open_role)
        self._balance = Column()
        self._lancelot = Column(gap=8)
        # Some options are half sentences and need wide columns.
        self.options_drawer = OptionsDrawer(
            tr, DEFINITION, self._set_options, numbers=RULE_NUMBERS, min_column_width=220
        )
        self.style = StyleChoice(context, load_night_definition("avalon"), self._show_presets)
        for part in (
            self._presets,
            self.style,
            Text(tr("avalon.setup.leader"), HEADING),
            self.create_first_player_chooser("avalon.setup.leader", Icon.CROWN),
            build_info_row(Icon.INFO, tr("app.setup.hold")),
            self.good,
            self.evil,
            self._balance,
            self.problem_list,
            self._lancelot,
            self._build_extras(),
            self.options_drawer,
        ):
            self.body.add_widget(part)
        self.refresh()

    def enter(self) -> None:
        """Refresh the advice too, which depends on the style."""
        super().enter()
        self._show_presets()

    # -- choosing -----------------------------------------------------------------------------------

    def _toggle_role(self, role: Role) -> None:
        """Add or remove a role, if it is optional."""
        if role.use is RoleUse.PAIR:
            self._set_lancelot(None if self.selection.lancelot is not None else Lancelot.V1)
        elif role.use is RoleUse.OPTIONAL:
            selected = self.selection.roles
            others = tuple(name for name in selected if name != role.id)
            self.change_setup(roles=others if role.id in selected else (*selected, role.id))

    def _open_role(self, role: Role) -> None:
        open_role_sheet(self._app_context, self.selection, role)

    def _set_lancelot(self, variant: Lancelot | None) -> None:
        self.change_setup(lancelot=variant)

    def _set_options(self, options: Options) -> None:
        self.change_setup(options=options)

    def set_first_player(self, seat: int) -> None:
        self.change_setup(leader=seat)

    def _build_extras(self) -> Card:
        tr = self._app_context.tr
        card = Card(gap=4)
        for name in ("lady", "excalibur", "targeting"):
            switch = ToggleSwitch(getattr(self.selection, name), partial(self._set_extra, name))
            card.add_widget(
                build_labelled_row(
                    tr(f"avalon.extra.{name}.name"), switch, tr(f"avalon.extra.{name}.does", **RULE_NUMBERS)
                )
            )
        self._plot = Column()
        card.add_widget(self._plot)
        return card

    def _set_extra(self, name: str, on: bool) -> None:
        self.change_setup(**{name: on})

    # -- showing --------------------------------------------------------------------------------------

    def show_selection(self) -> None:
        setup = self.selection
        numbers = NUMBERS[len(setup.players)]
        self.show_first_player(setup.leader)
        self._show_presets()
        self._show_balance()
        self._show_lancelot()
        self._show_plot()
        self.options_drawer.show(setup.options)
        cards = Counter(self._cards_in_play())
        self.good.show(cards, numbers.good)
        self.evil.show(cards, numbers.evil)

    def _cards_in_play(self) -> tuple[str, ...]:
        """Return the deck, or the selected cards if no valid deck can be dealt."""
        if self.is_valid:
            return deck(self.selection)
        lancelots = ("lancelot_good", "lancelot_evil") if self.selection.lancelot is not None else ()
        return (*self.selection.roles, *lancelots, "merlin", "assassin")

    def _show_presets(self) -> None:
        tr, setup = self._app_context.tr, self.selection
        options = [(preset.roles, tr(_preset_key(preset))) for preset in list_presets(len(setup.players))]
        selected = next((roles for roles, _ in options if set(roles) == set(setup.roles)), None)
        self._presets.clear_widgets()
        self._presets.add_widget(
            ChoiceChips(options, selected, self._apply_preset, min_column_width=110, max_columns=3)
        )
        # Learners get more advice here too.
        if self._is_learning() and (key := setup_advice(setup)) is not None:
            self._presets.add_widget(Text(tr(key, first=tr("app.first_game")), MUTED))

    def _is_learning(self) -> bool:
        return (
            choose_style(self._app_context, DEFINITION, self.selection, self._app_context.settings.style)
            is NightStyle.LEARN
        )

    def _show_balance(self) -> None:
        """Show the balance only if there are special characters; the others are in every game."""
        self._balance.clear_widgets()
        if count_special_roles(self.selection):
            card = BalanceCard(self._app_context.tr, self.selection, advise=not self._is_learning())
            self._balance.add_widget(card)

    def _apply_preset(self, roles: tuple[str, ...] | None) -> None:
        set_manual_style(self._app_context, DEFINITION, is_manual=False)
        self.change_setup(roles=roles or (), lancelot=None)

    def _show_lancelot(self) -> None:
        tr, variant = self._app_context.tr, self.selection.lancelot
        self._lancelot.clear_widgets()
        if variant is None:
            return
        self._lancelot.add_widget(Text(tr("avalon.role.lancelot"), HEADING))
        options: list[tuple[Lancelot | None, str]] = [(None, tr("avalon.setup.lancelot_off"))]
        options += [(option, tr(f"avalon.lancelot.{option.value}.name")) for option in Lancelot]
        self._lancelot.add_widget(
            ChoiceChips(options, variant, self._set_lancelot, min_column_width=110, max_columns=2)
        )
        self._lancelot.add_widget(Text(tr(f"avalon.lancelot.{variant.value}.does", **RULE_NUMBERS), MUTED))
        if variant.helped_side is not None:
            helped_text = tr(f"avalon.setup.lancelots_help.{variant.helped_side.value}")
            self._lancelot.add_widget(Text(helped_text, MUTED))

    def _show_plot(self) -> None:
        """Rebuild the switch, because the expert options can turn plot cards on or off too."""
        tr, options = self._app_context.tr, self.selection.options
        switch = ToggleSwitch(options.plot_cards is not PlotCards.OFF, self._set_plot)
        self._plot.clear_widgets()
        self._plot.add_widget(
            build_labelled_row(tr("avalon.extra.plot.name"), switch, tr("avalon.extra.plot.does"))
        )

    def _set_plot(self, on: bool) -> None:
        cards = PlotCards.TWO_OR_THREE if on else PlotCards.OFF
        self.change_setup(options=replace(self.selection.options, plot_cards=cards))

    def find_fix(self, problem: Problem) -> Fix | None:
        if problem.key == "avalon.problem.morgana_without_percival":
            words = self._app_context.tr("avalon.setup.add_percival")
            return words, partial(self.change_setup, roles=(*self.selection.roles, PERCIVAL))
        return None

    def remember_selection(self) -> None:
        if self.is_valid:
            drafts.remember_setup(self.selection, self._app_context)


def _preset_key(preset: Preset) -> str:
    """Return the catalogue key of a preset's name; the first game has the same key in all games."""
    return "app.first_game" if preset.id == "first_game" else f"avalon.preset.{preset.id}"
