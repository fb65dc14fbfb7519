"""The role cards of the set-up page, grouped by side, and the sheet that explains a role."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from kivy.metrics import dp

from companion.app_context import AppContext
from companion.core.game import filter_blocking
from companion.games.cultists.setup import (
    CULTIST,
    INVESTIGATOR,
    ROLES,
    Role,
    Setup,
    Side,
    ability_key,
    problems,
    role_tokens,
)
from companion.i18n.translator import Translator
from companion.screens.cultists.briefing import build_knowledge_rows
from companion.screens.cultists.marks import (
    ROLE_ICONS,
    SIDE_HUES,
    SIDE_ICONS,
    Pip,
    build_role_pips,
    heading,
    loyalty_text,
    role_hue,
)
from companion.screens.learn.rule_links import create_rule_links
from companion.screens.rows import build_info_row
from companion.scripts.teaching import ROLE
from companion.widgets.cards import CardToggle
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import LEAD, MUTED, TITLE, IconLabel, Text
from companion.widgets.theme import look, sp

RoleCallback = Callable[[str], object]
_GROUPS = (None, Side.INVESTIGATORS, Side.CULTISTS)


class RoleCard(CardToggle):
    """A toggle for a role, with its loyalty as pips."""

    def __init__(
        self, tr: Translator, role: Role, on_tap: Callable[[], object], on_hold: Callable[[], object]
    ) -> None:
        super().__init__(
            tr(f"cultists.role.{role.id}.name"),
            ROLE_ICONS[role.id],
            on_tap,
            on_hold,
            hue=role_hue(role.id),
            locked=role.id == CULTIST,
            height=dp(82) + sp(16) * 2.2,
        )
        self.pips = build_role_pips(role.id, pos_hint={"center_x": 0.5})
        if not role.loyalty_points:
            # An invisible pip for the same height, so that the names of a row are aligned.
            self.pips.add_widget(Pip(role_hue(role.id), empty=True))
        self.add_widget(self.pips)


class RoleGroup(Column):
    """The roles of one side, or of neither.

    A tap toggles a role and shows its ability; a long press, or a tap on a role that cannot be chosen,
    explains it.
    """

    def __init__(
        self, tr: Translator, side: Side | None, on_tap: RoleCallback, on_explain: RoleCallback
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._on_tap = on_tap
        name = side.value if side is not None else "none"
        icon = SIDE_ICONS[side] if side is not None else Icon.PEOPLE
        self.add_widget(
            heading(icon, tr(f"cultists.setup.lean.{name}"), SIDE_HUES[side] if side is not None else "sea")
        )
        self.cards: dict[str, RoleCard] = {}
        grid = Grid(gap=8, min_column_width=80 * max(1.0, look().text_scale), max_columns=4)
        for role in ROLES.values():
            if role.loyalty_side is side:
                explain = partial(on_explain, role.id)
                act = partial(self._on_card_tap, role) if role.is_special else explain
                self.cards[role.id] = RoleCard(tr, role, act, explain)
                grid.add_widget(self.cards[role.id])
        self.add_widget(grid)
        self._ability_text = Text("")
        self._loyalty_text = Text("", MUTED)

    def _on_card_tap(self, role: Role) -> None:
        tr = self._tr
        self._ability_text.content = tr(
            "app.named", name=tr(f"cultists.role.{role.id}.name"), what=tr(ability_key(role.id))
        )
        self._loyalty_text.content = loyalty_text(tr, role.id)
        if self._ability_text.parent is None:
            self.add_widget(self._ability_text)
            self.add_widget(self._loyalty_text)
        self._on_tap(role.id)


class RoleGroups:
    """All role groups and the legend of the pips, as parts for a page to lay out."""

    def __init__(self, tr: Translator, on_tap: RoleCallback, on_explain: RoleCallback) -> None:
        self._tr = tr
        groups = [RoleGroup(tr, side, on_tap, on_explain) for side in _GROUPS]
        self.cards = {role: card for group in groups for role, card in group.cards.items()}
        legend = Column(gap=4)
        for printed, words in ((True, "printed"), (False, "derived")):
            line = Text(tr(f"cultists.setup.loyalty.{words}"), MUTED)
            legend.add_widget(Row(Pip("ink_2", printed=printed), line, gap=10))
        self.parts = (build_info_row(Icon.INFO, tr("app.setup.hold")), *groups, legend)

    def show(self, tokens: Mapping[str, int]) -> None:
        """Show how many tokens of each role are in play.

        Cultists and Investigators have a badge with their number.
        """
        for name, card in self.cards.items():
            copies = tokens.get(name, 0)
            if name == INVESTIGATOR or (name == CULTIST and copies > 1):
                card.set_badge(self._tr("app.setup.times", count=copies) if copies else "")
            elif name == CULTIST:
                card.set_badge("")
            card.set_selected(copies > 0)


class RoleSheet(Sheet):
    def __init__(self, context: AppContext, setup: Setup, role: str) -> None:
        tr, hue = context.tr, role_hue(role)
        head = Column(Text(tr(f"cultists.role.{role}.name"), TITLE), gap=4)
        if ROLES[role].loyalty_points:
            head.add_widget(build_role_pips(role))
        mark = IconLabel(ROLE_ICONS[role], 48, tone=hue)
        description = Column(Text(tr(ability_key(role)), LEAD), gap=2)
        if ROLES[role].is_special:
            description.add_widget(Text(loyalty_text(tr, role), tone=hue))
        super().__init__(Row(mark, head, gap=16), description, on_close=context.navigator.close_sheet)
        self.role = role
        if not filter_blocking(problems(setup)) and role in role_tokens(setup):
            # Every role that sees anything in the night sees the Cultists, so their sheet shows all rows.
            rows = build_knowledge_rows(tr, setup, about=None if role == CULTIST else role)
            for row in (heading(Icon.EYE, tr("app.knowledge")), *rows) if rows else ():
                self.content.add_widget(row)
        for link in create_rule_links(context, "cultists", f"{ROLE}:{role}"):
            self.content.add_widget(link)


def open_role_sheet(context: AppContext, setup: Setup, role: str) -> None:
    context.navigator.open_sheet(RoleSheet(context, setup, role))
