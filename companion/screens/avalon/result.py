"""How the game ended, and its story quest by quest."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout

from companion.entry.avalon.accounts import story
from companion.entry.avalon.summary import AvalonTable, reason
from companion.games.avalon.lancelot import allegiances
from companion.games.avalon.roles import Side
from companion.i18n.translator import Translator
from companion.screens.after_game import after_game
from companion.screens.avalon.progress import progress
from companion.screens.avalon.role_cards import SIDE_ICONS, side_sign
from companion.screens.avalon.sitting import AvalonSitting
from companion.screens.avalon.who_was_who import RolesPage, faces_of
from companion.screens.ceremony import ceremony_button
from companion.screens.result_picture import pictured
from companion.screens.rules.links import rule_links
from companion.scripts.avalon.names import short_name
from companion.scripts.rulebooks import END
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Grid, Panes, Row, fill
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import Accent


class ResultColumn(Column):
    def __init__(self, shell: Shell, sitting: AvalonSitting) -> None:
        super().__init__(gap=12)
        self._shell = shell
        self._sitting = sitting

    def show(self) -> None:
        tr, table = self._shell.tr, self._sitting.table
        state = table.state
        if state.outcome is None:
            return
        side = Side(state.outcome.winner)
        self.clear_widgets()
        shields = AnchorLayout(size_hint_y=None, height=dp(40))
        row = progress(table)
        row.size_hint_x = None
        row.bind(minimum_width=row.setter("width"))
        shields.add_widget(row)
        hero = Column(
            Gap(height=8),
            Glyph(SIDE_ICONS[side], 96, tone=side.value, pos_hint={"center_x": 0.5}),
            Text(
                tr(f"avalon.board.wins.{side.value}"),
                face="title",
                size_sp=48,
                smallest=28,
                align="center",
                tone=side.value,
            ),
            Text(reason(tr, table), size_sp=20, align="center"),
            *rule_links(self._shell, "avalon", f"{END}:{state.outcome.reason}", table),
            shields,
            gap=12,
        )
        past = Column(gap=12)
        if state.roles is not None:
            past.add_widget(_sides(tr, table))
        acts = Grid(gap=8, narrowest=150, most_columns=2)
        acts.add_widget(SideButton(tr("roles.title"), self._enter_roles, icon=Icon.PEOPLE))
        if state.roles is not None:
            acts.add_widget(ceremony_button(self._shell, self._sitting, faces_of))
        fill(acts, after_game(self._shell, self._sitting))
        past.add_widget(acts)
        if state.results:
            past.add_widget(_told(tr, table))
        self.add_widget(Panes(hero, past, gap=12))

    def _enter_roles(self) -> None:
        self._shell.visit(RolesPage, self._sitting)


# What is sent as a picture.
PICTURED = pictured(ResultColumn)


def _sides(tr: Translator, table: AvalonTable) -> Grid:
    """Who was on which side at the end, by card: a Lancelot may have changed his."""
    grid = Grid(gap=8, narrowest=150, most_columns=2)
    for side in Side:
        card = Card(
            accent=Accent(side.value, side.value, side.value, f"{side.value}_deep"), gap=4, size_hint_y=1
        )
        title = Text(tr(f"avalon.side.{side.value}"), face="title", size_sp=20, tone=side.value)
        card.add_widget(Row(side_sign(side), title, gap=8))
        for name, role, ends_on in zip(
            tr.players(table.setup.players),
            table.state.roles or (),
            allegiances(table.state) or (),
            strict=False,
        ):
            if ends_on is side:
                card.add_widget(
                    Row(
                        Text(name, weight=500, most=1, smallest=12),
                        Text(tr(short_name(role)), tone="ink_2", align="end", most=1, smallest=12),
                        gap=6,
                    )
                )
        # The side with fewer people begins at the top as well.
        card.add_widget(Gap())
        grid.add_widget(card)
    return grid


def _told(tr: Translator, table: AvalonTable) -> Card:
    """The game quest by quest."""
    card = Card(gap=10)
    for chapter in story(tr, table):
        words = Column(
            Text(tr("avalon.board.quest", quest=chapter.quest), tone="ink_2"),
            Text(chapter.told),
            *(Text(aside, tone="ink_2") for aside in chapter.asides),
            gap=0,
        )
        card.add_widget(Row(side_sign(chapter.side), words, gap=10))
    return card
