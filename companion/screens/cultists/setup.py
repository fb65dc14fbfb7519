"""The table before the night: who starts, which roles, how balanced, and what exactly will happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from random import Random
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Problem, filter_blocking
from companion.entry.cultists import usual
from companion.entry.cultists.setup_draft import (
    RoleSetKind,
    SetupDraft,
    new_draft,
    redraw_candidate,
    reseat_draft,
    select_candidate,
    select_role_set,
    set_automa,
    toggle_role,
)
from companion.games.cultists.manifest import DEFINITION
from companion.games.cultists.roles import CULTIST, SEER
from companion.games.cultists.setup import (
    Options,
    Setup,
    problems,
    relevant_options,
    role_tokens,
    seat_automa,
)
from companion.screens.cultists.balance import BalanceCard
from companion.screens.cultists.briefing import GoalsPanel
from companion.screens.cultists.options import ExpertDrawer
from companion.screens.cultists.role_marks import SEA, heading
from companion.screens.cultists.role_sheet import open_role_sheet
from companion.screens.cultists.role_tokens import RoleGroups
from companion.screens.cultists.setup_parts import AutomaSeat, RandomRoleCard
from companion.screens.cultists.ways import OptionList
from companion.screens.first_player import FirstPlayerChooser, FirstPlayerQuestion
from companion.screens.night.deal import DealPage
from companion.screens.night.options import StyleChoice
from companion.screens.setup import BaseSetupPage, Fix
from companion.scripts.coach import reset_manual_style
from companion.scripts.script import load_night_definition
from companion.widgets.buttons import PrimaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes
from companion.widgets.text import Text

_KINDS: Final = (
    (RoleSetKind.FIRST_GAME, "app.first_game", "cultists.setup.first_game.does", Icon.STAR),
    (RoleSetKind.RECOMMENDED, "cultists.setup.recommended", "cultists.setup.recommended.does", Icon.CROWN),
    (RoleSetKind.CUSTOM, "cultists.setup.expert", "cultists.setup.expert.does", Icon.LOYALTY),
)
_NO_KEY: Final = object()
_WITHOUT_SEER = ("cultists.problem.seer_at_seven", "cultists.problem.seer_with_automa")


class SetupPage(BaseSetupPage):
    def __init__(self, context: AppContext, players: Sequence[str]) -> None:
        tr = context.tr
        super().__init__(context, DEFINITION, players, tr("cultists.setup.subtitle"))
        # Chance comes in here, and nowhere below.
        self._pick_random = Random().randrange
        self.draft = self.restore_saved(SetupDraft) or self._load_last_setup()
        question = FirstPlayerQuestion(
            DEFINITION, tr.player_names(self.setup.players), "app.setup.starter", Icon.KNIFE
        )
        self.first_player_chooser = FirstPlayerChooser(
            context, question, self.set_first_player, max_columns=4
        )
        self._automa = AutomaSeat(tr, self._set_automa)
        self.kinds = OptionList(
            [(kind, tr(name), tr(does), icon) for kind, name, does, icon in _KINDS],
            self.draft.kind,
            self._choose_kind,
        )
        self._random_role_card = RandomRoleCard(tr, self._choose_random_role, self._redraw)
        self._problem_list = Column(gap=8)
        self._goals = GoalsPanel(tr)
        self.options_drawer = ExpertDrawer(tr, self._set_options)
        self.style = StyleChoice(context, load_night_definition("cultists"))
        self._choices = Column(gap=12)
        self._visible_parts: list[Widget] = []
        self._cache_keys: dict[Widget, object] = {}
        self._headings = (
            Column(
                heading(Icon.KNIFE, tr("app.setup.starter")),
                Text(tr("cultists.setup.knife"), tone="ink_2"),
                gap=2,
            ),
            heading(Icon.PEOPLE, tr("cultists.setup.roles")),
        )
        side_column = Column(self._goals, self.options_drawer, gap=12)
        self.body.add_widget(Panes(self._choices, side_column))
        self.main = PrimaryButton(
            tr("app.setup.deal"), self._open_deal, forward=True, accent=SEA, on_blocked=self._explain_disabled
        )
        self.add_footer_buttons(self.main)
        self._show()

    @property
    def setup(self) -> Setup:
        return seat_automa(self.draft.setup)

    @cached_property
    def role_groups(self) -> RoleGroups:
        """Made when somebody first builds a set: most tables never do."""
        return RoleGroups(self._app_context.tr, self._toggle_role, self._open_role)

    @cached_property
    def balance_card(self) -> BalanceCard:
        return BalanceCard(self._app_context.tr)

    # -- choosing -----------------------------------------------------------------------------------

    @property
    def selection(self) -> SetupDraft:
        return self.draft

    def build_setup(self) -> Setup:
        return self.setup

    def _update_draft(self, draft: SetupDraft) -> None:
        self.draft = draft
        self.save_bookmark()
        self._show()

    def _set(self, **changes: Any) -> None:
        self._update_draft(replace(self.draft, setup=replace(self.setup, **changes)))

    def _set_options(self, options: Options) -> None:
        self._set(options=options)

    def _choose_kind(self, kind: RoleSetKind) -> None:
        reset_manual_style(self._app_context, DEFINITION)
        self._update_draft(select_role_set(self.draft, kind, self._pick_random))

    def _toggle_role(self, role: str) -> None:
        self._update_draft(toggle_role(self.draft, role))

    def _open_role(self, role: str) -> None:
        open_role_sheet(self._app_context, self.setup, role)

    def _set_automa(self, on: bool) -> None:
        self._update_draft(set_automa(self.draft, on, self._pick_random))

    def set_first_player(self, seat: int) -> None:
        self._set(knife=seat)

    def _choose_random_role(self, role: str) -> None:
        self._update_draft(select_candidate(self.draft, role))

    def _redraw(self) -> None:
        self._update_draft(redraw_candidate(self.draft, self._pick_random))

    # -- showing ------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Back from the deal, where another style may have been chosen."""
        super().enter()
        self.style.show(self.setup)

    def _show(self) -> None:
        setup = self.setup
        if self._has_changed(self.first_player_chooser, setup.knife):
            self.first_player_chooser.show(self._app_context.tr.player_names(setup.players), setup.knife)
        if self._has_changed(self._automa, (setup.automa, setup.knife)):
            self._automa.show(setup)
        if self._has_changed(self._random_role_card, self.draft.random_role):
            self._random_role_card.show(self.draft)
        self.kinds.select(self.draft.kind)
        self.style.show(setup)
        self._show_builder()
        self._show_problems(self._problem_list)
        self._arrange_parts()
        if self._has_changed(self._goals, setup.seats):
            self._goals.show(setup)
        self.options_drawer.show(setup.options, relevant_options(setup))
        self.update_footer_buttons(self.main)
        usual.remember_draft(self.draft, self._app_context)

    def _has_changed(self, part: Widget, cache_key: object) -> bool:
        """Whether a part shows something else by now: what stands is not made anew at every tap."""
        is_changed = self._cache_keys.get(part, _NO_KEY) != cache_key
        self._cache_keys[part] = cache_key
        return is_changed

    def _show_builder(self) -> None:
        if self.draft.kind is RoleSetKind.CUSTOM:
            self.role_groups.show(self._tokens_in_play())
            self.balance_card.show(self.setup)

    def _arrange_parts(self) -> None:
        """What is not needed leaves no gap."""
        starter, roles = self._headings
        builder = (
            (*self.role_groups.parts, self.balance_card) if self.draft.kind is RoleSetKind.CUSTOM else ()
        )
        parts = [
            *(roles, self.kinds),
            *((self._random_role_card,) if self._random_role_card.children else ()),
            *(self.style, starter, self.first_player_chooser),
            *((self._automa,) if self._automa.children else ()),
            *builder,
            *((self._problem_list,) if self._problem_list.children else ()),
        ]
        if parts != self._visible_parts:
            self._visible_parts = parts
            self._choices.clear_widgets()
            for part in parts:
                self._choices.add_widget(part)

    def _tokens_in_play(self) -> Counter[str]:
        """The tokens to use; where there is no such set, those that were asked for."""
        if not filter_blocking(problems(self.setup)):
            return Counter(role_tokens(self.setup))
        return Counter((CULTIST, *self.setup.roles))

    def find_problems(self) -> tuple[Problem, ...]:
        return problems(self.setup)

    def find_fix(self, problem: Problem) -> Fix | None:
        if problem.key in _WITHOUT_SEER:
            return self._app_context.tr("cultists.setup.without_seer"), partial(self._toggle_role, SEER)
        return None

    # -- walking on -----------------------------------------------------------------------------------

    def _open_deal(self) -> None:
        self._app_context.push(DealPage, self.setup, 1)

    def _load_last_setup(self) -> SetupDraft:
        """As it was left, even in the midst of building: what does not stand yet is told on the screen."""
        players = self.players
        previous = usual.recall_draft(players, self._app_context)
        return (
            new_draft(players, self._pick_random)
            if previous is None
            else reseat_draft(previous, players, self._pick_random)
        )
