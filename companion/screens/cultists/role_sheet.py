"""What a role does, whom it sees and whom it helps, without choosing it."""

from __future__ import annotations

from companion.games.cultists.roles import CULTIST, ROLES, does_key
from companion.games.cultists.setup import Setup, problems, tokens
from companion.games.game import blocking
from companion.screens.cultists.briefing import knowledge_rows
from companion.screens.cultists.role_marks import ROLE_ICONS, heading, hue_of, loyalty, role_pips
from companion.screens.rules.links import rule_links
from companion.scripts.rulebooks import ROLE
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import Glyph, Text


class RoleSheet(Sheet):
    def __init__(self, shell: Shell, setup: Setup, role: str) -> None:
        tr, hue = shell.tr, hue_of(role)
        head = Column(Text(tr(f"cultists.role.{role}.name"), face="title", size_sp=22), gap=4)
        if ROLES[role].points:
            head.add_widget(role_pips(role))
        head.pos_hint = {"center_y": 0.5}
        mark = Glyph(ROLE_ICONS[role], 48, tone=hue, pos_hint={"center_y": 0.5})
        told = Column(Text(tr(does_key(role)), size_sp=18), gap=2)
        if ROLES[role].special:
            told.add_widget(Text(loyalty(tr, role), tone=hue))
        super().__init__(Row(mark, head, gap=16), told, on_close=shell.stage.close_sheet)
        self.role = role
        if not blocking(problems(setup)) and role in tokens(setup):
            # Whoever sees anything in the night sees the Cultists.
            rows = knowledge_rows(tr, setup, about=None if role == CULTIST else role)
            for row in (heading(Icon.EYE, tr("app.knowledge")), *rows) if rows else ():
                self.content.add_widget(row)
        for link in rule_links(shell, "cultists", f"{ROLE}:{role}"):
            self.content.add_widget(link)


def open_role(shell: Shell, setup: Setup, role: str) -> None:
    shell.stage.open_sheet(RoleSheet(shell, setup, role))
