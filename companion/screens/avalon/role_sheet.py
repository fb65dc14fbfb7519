"""What a character does, whom it sees and who sees it, without choosing it."""

from __future__ import annotations

from companion.app_context import AppContext
from companion.entry.avalon.with_role import make_setup_with_role
from companion.games.avalon.roles import Role
from companion.games.avalon.setup import Setup
from companion.screens.avalon.briefing import build_knowledge_rows
from companion.screens.avalon.role_cards import ROLE_ICONS, build_side_icon
from companion.screens.learn.rule_links import create_rule_links
from companion.screens.rows import build_heading
from companion.scripts.teaching import ROLE
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text


class RoleSheet(Sheet):
    def __init__(self, context: AppContext, setup: Setup, role: Role) -> None:
        tr, hue = context.tr, role.side.value
        side = Row(build_side_icon(role.side), Text(tr(f"avalon.side.{hue}"), tone=hue), gap=8)
        name = Text(tr(f"avalon.role.{role.id}.name"), face="title", size_sp=22)
        mark = IconLabel(ROLE_ICONS[role.id], 48, tone=hue, pos_hint={"center_y": 0.5})
        description = Column(Text(tr(f"avalon.role.{role.id}.does"), size_sp=18), gap=2)
        if role.helped_side is not None:
            description.add_widget(Text(tr(f"avalon.setup.helps.{role.helped_side.value}"), tone="ink_2"))
        title = Row(mark, Column(name, side, gap=0), gap=16)
        super().__init__(title, description, on_close=context.navigator.close_sheet)
        self.role = role.id
        setup_with_role = make_setup_with_role(setup, role.id)
        if setup_with_role is not None:
            self.content.add_widget(build_heading(Icon.EYE, tr("app.knowledge")))
            if setup_with_role is not setup:
                self.content.add_widget(Text(tr("avalon.setup.if_in"), tone="ink_2"))
            for row in build_knowledge_rows(tr, setup_with_role, about=role.id):
                self.content.add_widget(row)
        for link in create_rule_links(context, "avalon", f"{ROLE}:{role.id}"):
            self.content.add_widget(link)


def open_role_sheet(context: AppContext, setup: Setup, role: Role) -> None:
    context.navigator.open_sheet(RoleSheet(context, setup, role))
