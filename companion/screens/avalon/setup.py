"""The table before the night: characters, variants, who leads, and what exactly will happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from companion.entry.avalon import usual
from companion.entry.learning import leave_to_cards, style_of
from companion.games.avalon.manifest import MANIFEST
from companion.games.avalon.roles import NUMBERS, PERCIVAL, Preset, Role, Side, Use, presets
from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.games.avalon.setup import Lancelot, Options, PlotCards, Setup, deck, problems
from companion.games.game import Problem, blocking
from companion.screens.avalon.balance import BalanceCard
from companion.screens.avalon.options import ExpertDrawer
from companion.screens.avalon.role_cards import SideCards
from companion.screens.avalon.role_sheet import open_role
from companion.screens.first_player import Question
from companion.screens.labelled_rows import labelled, note
from companion.screens.night.choices import StyleChoice
from companion.screens.night.deal import DealPage
from companion.screens.setup_page import Mend, SettingUp
from companion.screens.who_starts import Starters
from companion.scripts.avalon.balance import added
from companion.scripts.avalon.lessons import advice
from companion.scripts.cues import Style
from companion.scripts.nights import night_of
from companion.shell import Shell
from companion.widgets.cards import Card, Choice, OnOff
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column
from companion.widgets.tap import MainButton
from companion.widgets.text import Text


class SetUpPage(SettingUp):
    def __init__(self, shell: Shell, players: Sequence[str]) -> None:
        tr = shell.tr
        super().__init__(shell, MANIFEST, players, tr("avalon.setup.subtitle"))
        self.setup = self.as_left(Setup) or self._remembered()
        asked = Question(MANIFEST, tr.players(self.setup.players), "avalon.setup.leader", Icon.CROWN)
        self.starters = Starters(shell, asked, self.begin_with)
        self._presets = Column(gap=8)
        self.good = SideCards(tr, Side.GOOD, self._toggle, self._explain)
        self.evil = SideCards(tr, Side.EVIL, self._toggle, self._explain)
        self._balance = Column()
        self._lancelot = Column(gap=8)
        self._expert = ExpertDrawer(tr, self._set_options)
        self._told = Column(gap=8)
        self.style = StyleChoice(shell, night_of("avalon"), self._show_presets)
        for part in (
            self._presets,
            self.style,
            Text(tr("avalon.setup.leader"), face="title", size_sp=20),
            self.starters,
            note(Icon.INFO, tr("app.setup.hold")),
            self.good,
            self.evil,
            self._balance,
            self._told,
            self._lancelot,
            self._extras(),
            self._expert,
        ):
            self.body.add_widget(part)
        self.main = MainButton(tr("app.setup.deal"), self._deal, onward=True, why=self._say_why)
        self.offer(self.main)
        self._show()

    def enter(self) -> None:
        """Back from the deal, where another style may have been chosen."""
        super().enter()
        self._show_presets()
        self.style.show(self.setup)

    # -- choosing -----------------------------------------------------------------------------------

    def _toggle(self, role: Role) -> None:
        """A card was touched: in or out, where that is the table's to choose."""
        if role.use is Use.PAIR:
            self._set_lancelot(None if self.setup.lancelot is not None else Lancelot.V1)
        elif role.use is Use.CHOSEN:
            chosen = self.setup.roles
            kept = (
                tuple(name for name in chosen if name != role.id) if role.id in chosen else (*chosen, role.id)
            )
            self._set(roles=kept)

    def _explain(self, role: Role) -> None:
        open_role(self._shell, self.setup, role)

    @property
    def chosen(self) -> Setup:
        return self.setup

    def to_guide(self) -> Setup:
        return self.setup

    def _set(self, **changes: Any) -> None:
        self.setup = replace(self.setup, **changes)
        self.mark()
        self._show()

    def _set_lancelot(self, variant: Lancelot | None) -> None:
        self._set(lancelot=variant)

    def _set_options(self, options: Options) -> None:
        self._set(options=options)

    def begin_with(self, seat: int) -> None:
        self._set(leader=seat)

    def _extras(self) -> Card:
        tr = self._shell.tr
        card = Card(gap=4)
        for name in ("lady", "excalibur", "targeting"):
            switch = OnOff(getattr(self.setup, name), partial(self._set_extra, name))
            card.add_widget(
                labelled(
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
        self.starters.show(self._shell.tr.players(setup.players), setup.leader)
        self._show_presets()
        self.style.show(setup)
        self._show_balance()
        self._show_lancelot()
        self._show_plot()
        self._expert.show(setup.options)
        cards = Counter(self._dealt())
        self.good.show(cards, numbers.good)
        self.evil.show(cards, numbers.evil)
        self._tell_wrong(self._told)
        self.allow(self.main)
        self._remember()

    def _dealt(self) -> tuple[str, ...]:
        """The cards in the deck; where none can be dealt, those that were asked for."""
        if not blocking(problems(self.setup)):
            return deck(self.setup)
        lancelots = ("lancelot_good", "lancelot_evil") if self.setup.lancelot is not None else ()
        return (*self.setup.roles, *lancelots, "merlin", "assassin")

    def _show_presets(self) -> None:
        tr, setup = self._shell.tr, self.setup
        offered = [(preset.roles, tr(_preset_name(preset))) for preset in presets(len(setup.players))]
        chosen = next((roles for roles, _ in offered if set(roles) == set(setup.roles)), None)
        self._presets.clear_widgets()
        self._presets.add_widget(Choice(offered, chosen, self._take_preset, narrowest=110, most_columns=3))
        # Who wants the night explained is told more here as well.
        if self._learning() and (key := advice(setup)) is not None:
            self._presets.add_widget(Text(tr(key, first=tr("app.first_game")), tone="ink_2"))

    def _learning(self) -> bool:
        return style_of(self._shell, MANIFEST, self.setup, self._shell.settings.style) is Style.LEARN

    def _show_balance(self) -> None:
        """Only where somebody was added: the others are there in every game."""
        self._balance.clear_widgets()
        if added(self.setup):
            card = BalanceCard(self._shell.tr, self.setup, advise=not self._learning())
            self._balance.add_widget(card)

    def _take_preset(self, roles: tuple[str, ...] | None) -> None:
        leave_to_cards(self._shell, MANIFEST)
        self._set(roles=roles or (), lancelot=None)

    def _show_lancelot(self) -> None:
        tr, variant = self._shell.tr, self.setup.lancelot
        self._lancelot.clear_widgets()
        if variant is None:
            return
        self._lancelot.add_widget(Text(tr("avalon.role.lancelot"), face="title", size_sp=20))
        offered: list[tuple[Lancelot | None, str]] = [(None, tr("avalon.setup.lancelot_off"))]
        offered += [(way, tr(f"avalon.lancelot.{way.value}.name")) for way in Lancelot]
        self._lancelot.add_widget(Choice(offered, variant, self._set_lancelot, narrowest=110, most_columns=2))
        self._lancelot.add_widget(
            Text(tr(f"avalon.lancelot.{variant.value}.does", **RULE_NUMBERS), tone="ink_2")
        )
        if variant.helps is not None:
            helped = tr(f"avalon.setup.lancelots_help.{variant.helps.value}")
            self._lancelot.add_widget(Text(helped, tone="ink_2"))

    def _show_plot(self) -> None:
        """Made anew, since the expert drawer chooses the printing, and so may put it in or out."""
        tr, options = self._shell.tr, self.setup.options
        switch = OnOff(options.plot_cards is not PlotCards.OFF, self._set_plot)
        self._plot.clear_widgets()
        self._plot.add_widget(labelled(tr("avalon.extra.plot.name"), switch, tr("avalon.extra.plot.does")))

    def _set_plot(self, on: bool) -> None:
        cards = PlotCards.TWO_OR_THREE if on else PlotCards.OFF
        self._set(options=replace(self.setup.options, plot_cards=cards))

    def wrong(self) -> tuple[Problem, ...]:
        return problems(self.setup)

    def mend(self, problem: Problem) -> Mend | None:
        if problem.key == "avalon.problem.morgana_without_percival":
            words = self._shell.tr("avalon.setup.add_percival")
            return words, partial(self._set, roles=(*self.setup.roles, PERCIVAL))
        return None

    # -- walking on ---------------------------------------------------------------------------------------

    def _deal(self) -> None:
        self._shell.visit(DealPage, self.setup, 1)

    def _remembered(self) -> Setup:
        return usual.remembered(self.players, self._shell, Random().randrange)

    def _remember(self) -> None:
        if not blocking(problems(self.setup)):
            usual.remember(self.setup, self._shell)


def _preset_name(preset: Preset) -> str:
    """The catalogue key of a set's name; a first game is called so in every game."""
    return "app.first_game" if preset.id == "first_game" else f"avalon.preset.{preset.id}"
