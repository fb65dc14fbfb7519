"""What a character does, whom it sees and who sees it, without choosing it."""

from __future__ import annotations

from companion.entry.avalon.with_role import with_role
from companion.games.avalon.roles import Role
from companion.games.avalon.setup import Setup
from companion.screens.avalon.briefing import sight_rows
from companion.screens.avalon.role_cards import ROLE_ICONS, side_sign
from companion.screens.labelled_rows import heading
from companion.screens.rules.links import rule_links
from companion.scripts.rulebooks import ROLE
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import Glyph, Text


class RoleSheet(Sheet):
    def __init__(self, shell: Shell, setup: Setup, role: Role) -> None:
        tr, hue = shell.tr, role.side.value
        side = Row(side_sign(role.side), Text(tr(f"avalon.side.{hue}"), tone=hue), gap=8)
        name = Text(tr(f"avalon.role.{role.id}.name"), face="title", size_sp=22)
        mark = Glyph(ROLE_ICONS[role.id], 48, tone=hue, pos_hint={"center_y": 0.5})
        told = Column(Text(tr(f"avalon.role.{role.id}.does"), size_sp=18), gap=2)
        if role.helps is not None:
            told.add_widget(Text(tr(f"avalon.setup.helps.{role.helps.value}"), tone="ink_2"))
        title = Row(mark, Column(name, side, gap=0), gap=16)
        super().__init__(title, told, on_close=shell.stage.close_sheet)
        self.role = role.id
        table = with_role(setup, role.id)
        if table is not None:
            self.content.add_widget(heading(Icon.EYE, tr("app.knowledge")))
            if table is not setup:
                self.content.add_widget(Text(tr("avalon.setup.if_in"), tone="ink_2"))
            for row in sight_rows(tr, table, about=role.id):
                self.content.add_widget(row)
        for link in rule_links(shell, "avalon", f"{ROLE}:{role.id}"):
            self.content.add_widget(link)


def open_role(shell: Shell, setup: Setup, role: Role) -> None:
    shell.stage.open_sheet(RoleSheet(shell, setup, role))
