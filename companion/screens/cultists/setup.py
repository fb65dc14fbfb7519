"""The table before the night: who starts, which roles, how balanced, and what exactly will happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from random import Random
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.entry.cultists import usual
from companion.entry.cultists.setup_draft import (
    Draft,
    Kind,
    choose,
    fresh,
    redraw,
    seated,
    take,
    toggle,
    with_automa,
)
from companion.entry.learning import leave_to_cards
from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.roles import CULTIST, SEER
from companion.games.cultists.setup import (
    Options,
    Setup,
    options_in_play,
    problems,
    tokens,
    with_automa_seated,
)
from companion.games.game import Problem, blocking
from companion.screens.cultists.balance import BalanceCard
from companion.screens.cultists.briefing import Goals
from companion.screens.cultists.options import ExpertDrawer
from companion.screens.cultists.role_marks import SEA, heading
from companion.screens.cultists.role_sheet import open_role
from companion.screens.cultists.role_tokens import RoleGroups
from companion.screens.cultists.setup_parts import AutomaSeat, Lot
from companion.screens.cultists.ways import Picks
from companion.screens.first_player import Question
from companion.screens.night.choices import StyleChoice
from companion.screens.night.deal import DealPage
from companion.screens.setup_page import Mend, SettingUp
from companion.screens.who_starts import Starters
from companion.scripts.nights import night_of
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes
from companion.widgets.tap import MainButton
from companion.widgets.text import Text

_KINDS: Final = (
    (Kind.FIRST, "app.first_game", "cultists.setup.first_game.does", Icon.STAR),
    (Kind.RECOMMENDED, "cultists.setup.recommended", "cultists.setup.recommended.does", Icon.CROWN),
    (Kind.OWN, "cultists.setup.expert", "cultists.setup.expert.does", Icon.LOYALTY),
)
_NOTHING_YET: Final = object()
_WITHOUT_SEER = ("cultists.problem.seer_at_seven", "cultists.problem.seer_with_automa")


class SetUpPage(SettingUp):
    def __init__(self, shell: Shell, players: Sequence[str]) -> None:
        tr = shell.tr
        super().__init__(shell, MANIFEST, players, tr("cultists.setup.subtitle"))
        # Chance comes in here, and nowhere below.
        self._draw = Random().randrange
        self.draft = self.as_left(Draft) or self._remembered()
        asked = Question(MANIFEST, tr.players(self.setup.players), "app.setup.starter", Icon.KNIFE)
        self.starters = Starters(shell, asked, self.begin_with, most_columns=4)
        self._automa = AutomaSeat(tr, self._set_automa)
        self.kinds = Picks(
            [(kind, tr(name), tr(does), icon) for kind, name, does, icon in _KINDS],
            self.draft.kind,
            self._choose_kind,
        )
        self._lot = Lot(tr, self._take_candidate, self._redraw)
        self._told = Column(gap=8)
        self._goals = Goals(tr)
        self.options = ExpertDrawer(tr, self._set_options)
        self.style = StyleChoice(shell, night_of("cultists"))
        self._chosen = Column(gap=12)
        self._laid_out: list[Widget] = []
        self._shown: dict[Widget, object] = {}
        self._heads = (
            Column(
                heading(Icon.KNIFE, tr("app.setup.starter")),
                Text(tr("cultists.setup.knife"), tone="ink_2"),
                gap=2,
            ),
            heading(Icon.PEOPLE, tr("cultists.setup.roles")),
        )
        told = Column(self._goals, self.options, gap=12)
        self.body.add_widget(Panes(self._chosen, told))
        self.main = MainButton(tr("app.setup.deal"), self._deal, onward=True, accent=SEA, why=self._say_why)
        self.offer(self.main)
        self._show()

    @property
    def setup(self) -> Setup:
        return with_automa_seated(self.draft.setup)

    @cached_property
    def roles(self) -> RoleGroups:
        """Made when somebody first builds a set: most tables never do."""
        return RoleGroups(self._shell.tr, self._toggle, self._explain)

    @cached_property
    def balance(self) -> BalanceCard:
        return BalanceCard(self._shell.tr)

    # -- choosing -----------------------------------------------------------------------------------

    @property
    def chosen(self) -> Draft:
        return self.draft

    def to_guide(self) -> Setup:
        return self.setup

    def _take(self, draft: Draft) -> None:
        self.draft = draft
        self.mark()
        self._show()

    def _set(self, **changes: Any) -> None:
        self._take(replace(self.draft, setup=replace(self.setup, **changes)))

    def _set_options(self, options: Options) -> None:
        self._set(options=options)

    def _choose_kind(self, kind: Kind) -> None:
        leave_to_cards(self._shell, MANIFEST)
        self._take(choose(self.draft, kind, self._draw))

    def _toggle(self, role: str) -> None:
        self._take(toggle(self.draft, role))

    def _explain(self, role: str) -> None:
        open_role(self._shell, self.setup, role)

    def _set_automa(self, on: bool) -> None:
        self._take(with_automa(self.draft, on, self._draw))

    def begin_with(self, seat: int) -> None:
        self._set(knife=seat)

    def _take_candidate(self, role: str) -> None:
        self._take(take(self.draft, role))

    def _redraw(self) -> None:
        self._take(redraw(self.draft, self._draw))

    # -- showing ------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Back from the deal, where another style may have been chosen."""
        super().enter()
        self.style.show(self.setup)

    def _show(self) -> None:
        setup = self.setup
        if self._is_news(self.starters, setup.knife):
            self.starters.show(self._shell.tr.players(setup.players), setup.knife)
        if self._is_news(self._automa, (setup.automa, setup.knife)):
            self._automa.show(setup)
        if self._is_news(self._lot, self.draft.drawn):
            self._lot.show(self.draft)
        self.kinds.choose(self.draft.kind)
        self.style.show(setup)
        self._show_builder()
        self._tell_wrong(self._told)
        self._lay_out()
        if self._is_news(self._goals, setup.seats):
            self._goals.show(setup)
        self.options.show(setup.options, options_in_play(setup))
        self.allow(self.main)
        usual.remember(self.draft, self._shell)

    def _is_news(self, part: Widget, shown: object) -> bool:
        """Whether a part shows something else by now: what stands is not made anew at every tap."""
        news = self._shown.get(part, _NOTHING_YET) != shown
        self._shown[part] = shown
        return news

    def _show_builder(self) -> None:
        if self.draft.kind is Kind.OWN:
            self.roles.show(self._in_play())
            self.balance.show(self.setup)

    def _lay_out(self) -> None:
        """What is not needed leaves no gap."""
        starter, roles = self._heads
        builder = (*self.roles.parts, self.balance) if self.draft.kind is Kind.OWN else ()
        parts = [
            *(roles, self.kinds),
            *((self._lot,) if self._lot.children else ()),
            *(self.style, starter, self.starters),
            *((self._automa,) if self._automa.children else ()),
            *builder,
            *((self._told,) if self._told.children else ()),
        ]
        if parts != self._laid_out:
            self._laid_out = parts
            self._chosen.clear_widgets()
            for part in parts:
                self._chosen.add_widget(part)

    def _in_play(self) -> Counter[str]:
        """The tokens to use; where there is no such set, those that were asked for."""
        if not blocking(problems(self.setup)):
            return Counter(tokens(self.setup))
        return Counter((CULTIST, *self.setup.roles))

    def wrong(self) -> tuple[Problem, ...]:
        return problems(self.setup)

    def mend(self, problem: Problem) -> Mend | None:
        if problem.key in _WITHOUT_SEER:
            return self._shell.tr("cultists.setup.without_seer"), partial(self._toggle, SEER)
        return None

    # -- walking on -----------------------------------------------------------------------------------

    def _deal(self) -> None:
        self._shell.visit(DealPage, self.setup, 1)

    def _remembered(self) -> Draft:
        """As it was left, even in the midst of building: what does not stand yet is told on the screen."""
        players = self.players
        before = usual.last_draft(players, self._shell)
        return fresh(players, self._draw) if before is None else seated(before, players, self._draw)
