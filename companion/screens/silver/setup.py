"""The table before the first deal: who starts, how long the game is, and what to lay out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from companion.games.game import Problem, blocking
from companion.games.silver.manifest import MANIFEST
from companion.games.silver.play import GAME as SILVER
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.setup import LEAST_LIMIT, MOST_LIMIT, Mode, Options, Setup, problems
from companion.screens.first_player import Question
from companion.screens.labelled_rows import labelled
from companion.screens.setup_page import SettingUp
from companion.screens.silver.deal_card import DealCard
from companion.screens.silver.options import ExpertDrawer
from companion.screens.silver.seat_shapes import SEAT_SHAPES, SEAT_TONES
from companion.screens.who_starts import Starters
from companion.shell import Shell
from companion.widgets.cards import Card, Choice, OnOff, Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.tap import IconButton, MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS

_SILVER = ACCENTS[MANIFEST.accent]
_LIMIT_STEP = 10


def remember(shell: Shell, setup: Setup) -> None:
    """What the next set-up of these people begins with."""
    if not blocking(problems(setup)):
        shell.keep_in_mind(setup, MANIFEST.id)


class SetUpPage(SettingUp):
    def __init__(self, shell: Shell, players: Sequence[str]) -> None:
        tr = shell.tr
        super().__init__(shell, MANIFEST, players, tr("silver.setup.subtitle"))
        self.setup = self.as_left(Setup) or self._remembered()
        asked = Question(MANIFEST, tr.players(self.setup.players), "app.setup.starter", Icon.STAR)
        self.starters = Starters(
            shell, asked, self.begin_with, shapes=tuple(zip(SEAT_SHAPES, SEAT_TONES, strict=True)),
            narrowest=96, most_columns=3,
        )  # fmt: skip
        self._carried: Row | None = None
        self.modes = Choice(
            [(mode, tr(f"silver.mode.{mode.value}.name", **RULE_NUMBERS)) for mode in Mode],
            self.setup.mode, self._set_mode, narrowest=130, most_columns=2, accent=_SILVER,
        )  # fmt: skip
        self._mode_does = Text("", tone="ink_2")
        self._points = Column(gap=4)
        self._expert = ExpertDrawer(tr, self._set_options)
        self._deal = DealCard(tr)
        self._told = Column(gap=8)
        self._starts = Card(
            Text(tr("app.setup.starter"), face="title", size_sp=20),
            self.starters,
            gap=10,
        )
        self._length = Card(
            Text(tr("silver.setup.length"), face="title", size_sp=20),
            self.modes,
            self._mode_does,
            gap=8,
        )
        self.body.add_widget(self._told)
        first = Column(self._starts, self._length, gap=12)
        self.body.add_widget(Panes(first, Column(self._deal, self._expert, gap=12), gap=12))
        self.main = MainButton(
            tr("silver.setup.begin"), self._begin, accent=_SILVER, icon=Icon.PLAY, why=self._say_why
        )
        self.offer(self.main)
        self._show_points()
        self._show()

    # -- choosing -----------------------------------------------------------------------------------------

    @property
    def chosen(self) -> Setup:
        return self.setup

    def to_guide(self) -> Setup:
        return self.setup

    def _set(self, **changes: Any) -> None:
        self.setup = replace(self.setup, **changes)
        self.mark()
        self._show()

    def begin_with(self, seat: int) -> None:
        self._set(start=seat)

    def _leave_amulet(self) -> None:
        self._set(amulet=None, amulet_works=False)

    def _set_mode(self, mode: Mode) -> None:
        self._set(mode=mode)
        self._show_points()

    def _set_options(self, options: Options) -> None:
        self._set(options=options)

    def _set_option(self, name: str, value: Any) -> None:
        self._set(options=replace(self.setup.options, **{name: value}))

    # -- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr, setup = self._shell.tr, self.setup
        self.starters.show(self._shell.tr.players(setup.players), setup.start)
        self._mode_does.content = tr(f"silver.mode.{setup.mode.value}.does", **RULE_NUMBERS)
        self._show_carried()
        self._expert.show_for(setup)
        self._deal.show(len(setup.players), self._gets_amulet())
        self._tell_wrong(self._told)
        self.allow(self.main)
        remember(self._shell, setup)

    def _gets_amulet(self) -> str | None:
        """On whose side the amulet is laid: the start player's, unless somebody brings it along."""
        setup = self.setup
        if setup.amulet is not None or not 0 <= setup.start < len(setup.players):
            return None
        return setup.players[setup.start]

    def _show_carried(self) -> None:
        """The amulet that comes along from the game before."""
        tr, setup = self._shell.tr, self.setup
        if self._carried is not None:
            self._starts.remove_widget(self._carried)
            self._carried = None
        if setup.amulet is None or setup.amulet >= len(setup.players):
            return
        key = "silver.setup.carried_works" if setup.amulet_works else "silver.setup.carried"
        self._carried = Row(
            Glyph(Icon.AMULET, 28, tone="moon", pos_hint={"center_y": 0.5}),
            Text(tr(key, name=setup.players[setup.amulet]), pos_hint={"center_y": 0.5}),
            IconButton(Icon.CROSS, self._leave_amulet, tone="ink_2", size=22),
            gap=10,
        )
        self._starts.add_widget(self._carried)

    def _show_points(self) -> None:
        """The choices of the points variant, where it is played."""
        tr, options = self._shell.tr, self.setup.options
        self._points.clear_widgets()
        if not self.setup.points:
            self._length.remove_widget(self._points)
            return
        if self._points.parent is None:
            self._length.add_widget(self._points)
        self.limit = Stepper(
            options.limit, LEAST_LIMIT, MOST_LIMIT, partial(self._set_option, "limit"), step=_LIMIT_STEP,
            width_sp=64,
        )  # fmt: skip
        self._points.add_widget(
            labelled(tr("silver.option.limit.name"), self.limit, tr("silver.option.limit.why"))
        )
        self.switches: dict[str, OnOff] = {}
        for name in ("exact_reset", "kamikaze"):
            switch = OnOff(getattr(options, name), partial(self._set_option, name))
            self.switches[name] = switch
            self._points.add_widget(
                labelled(
                    tr(f"silver.option.{name}.name"), switch, tr(f"silver.option.{name}.why", **RULE_NUMBERS)
                )
            )

    def wrong(self) -> tuple[Problem, ...]:
        return problems(self.setup)

    # -- walking on -----------------------------------------------------------------------------------------

    def _begin(self) -> None:
        # Only a rematch takes the amulet along: the next evening begins anew.
        remember(self._shell, replace(self.setup, amulet=None, amulet_works=False))
        self._shell.start_table(SILVER, self.setup)

    def _remembered(self) -> Setup:
        """As these people played last time; others take over how it was played, and draw who starts."""
        players, before = self.players, self.last_time(Setup)
        anyone = Random().randrange(len(players))
        if before is None or blocking(problems(replace(before, players=players, start=0, amulet=None))):
            return Setup(players, start=anyone)
        if before.players == players:
            return before if not blocking(problems(before)) else Setup(players, start=anyone)
        return replace(before, players=players, start=anyone, amulet=None, amulet_works=False)
