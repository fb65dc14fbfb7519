"""What a role does, whom it sees and whom it helps, without choosing it."""

from __future__ import annotations

from companion.app_context import AppContext
from companion.core.game import filter_blocking
from companion.games.cultists.roles import CULTIST, ROLES, ability_key
from companion.games.cultists.setup import Setup, problems, role_tokens
from companion.screens.cultists.briefing import build_knowledge_rows
from companion.screens.cultists.role_marks import ROLE_ICONS, build_role_pips, heading, loyalty_text, role_hue
from companion.screens.learn.rule_links import create_rule_links
from companion.scripts.teaching import ROLE
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text


class RoleSheet(Sheet):
    def __init__(self, context: AppContext, setup: Setup, role: str) -> None:
        tr, hue = context.tr, role_hue(role)
        head = Column(Text(tr(f"cultists.role.{role}.name"), face="title", size_sp=22), gap=4)
        if ROLES[role].loyalty_points:
            head.add_widget(build_role_pips(role))
        head.pos_hint = {"center_y": 0.5}
        mark = IconLabel(ROLE_ICONS[role], 48, tone=hue, pos_hint={"center_y": 0.5})
        description = Column(Text(tr(ability_key(role)), size_sp=18), gap=2)
        if ROLES[role].is_special:
            description.add_widget(Text(loyalty_text(tr, role), tone=hue))
        super().__init__(Row(mark, head, gap=16), description, on_close=context.navigator.close_sheet)
        self.role = role
        if not filter_blocking(problems(setup)) and role in role_tokens(setup):
            # Whoever sees anything in the night sees the Cultists.
            rows = build_knowledge_rows(tr, setup, about=None if role == CULTIST else role)
            for row in (heading(Icon.EYE, tr("app.knowledge")), *rows) if rows else ():
                self.content.add_widget(row)
        for link in create_rule_links(context, "cultists", f"{ROLE}:{role}"):
            self.content.add_widget(link)


def open_role_sheet(context: AppContext, setup: Setup, role: str) -> None:
    context.navigator.open_sheet(RoleSheet(context, setup, role))
