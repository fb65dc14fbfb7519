"""How the game ended and why, in large type, and its story round by round."""

from __future__ import annotations

from kivy.metrics import dp

from companion.entry.cultists.accounts import story
from companion.entry.cultists.summary import CultistsTable
from companion.entry.cultists.words import NUMERALS, name_of
from companion.games.cultists.decks import ROUNDS
from companion.games.cultists.roles import Side
from companion.games.cultists.state import State
from companion.i18n.translator import Translator
from companion.screens.after_game import after_game
from companion.screens.ceremony import ceremony_button, everybody
from companion.screens.cultists.marks import CAUSE_ICONS
from companion.screens.cultists.role_marks import SIDE_HUES, SIDE_ICONS, heading
from companion.screens.cultists.sitting import CultistsSitting
from companion.screens.cultists.who_was_who import RolesPage, faces_of
from companion.screens.result_picture import pictured
from companion.screens.rules.links import rule_links
from companion.scripts.rulebooks import END
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Grid, Panes, Row, fill
from companion.widgets.shapes import Box
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CHIP, paint


class ResultColumn(Column):
    def __init__(self, shell: Shell, sitting: CultistsSitting) -> None:
        super().__init__(gap=12)
        self._shell = shell
        self._sitting = sitting

    def show(self) -> None:
        tr, table = self._shell.tr, self._sitting.table
        state = table.state
        if state.outcome is None:
            return
        self.clear_widgets()
        side = Side(state.outcome.winner)
        hue = SIDE_HUES[side]
        title = tr(f"cultists.outcome.{side.value}")
        verdict = Column(
            Gap(height=4),
            Glyph(SIDE_ICONS[side], 92, tone=hue, pos_hint={"center_x": 0.5}),
            Text(title, face="title", size_sp=48, smallest=28, most=2, align="center", tone=hue),
            Text(tr(f"cultists.reason.{state.outcome.reason}", rounds=ROUNDS), size_sp=20, align="center"),
            *rule_links(self._shell, "cultists", f"{END}:{state.outcome.reason}", table),
            _facts(tr, state),
            gap=10,
        )
        told = Column(gap=12)
        faces = faces_of(self._shell, self._sitting)
        if faces:
            told.add_widget(everybody(faces))
        acts = Grid(gap=8, narrowest=150, most_columns=2)
        acts.add_widget(SideButton(tr("roles.title"), self._enter_roles, icon=Icon.PEOPLE))
        if faces:
            acts.add_widget(ceremony_button(self._shell, self._sitting, faces_of))
        fill(acts, after_game(self._shell, self._sitting))
        told.add_widget(acts)
        if state.deaths:
            told.add_widget(_dead(tr, state))
        told.add_widget(_story(tr, table))
        self.add_widget(Panes(verdict, told, gap=16))

    def _enter_roles(self) -> None:
        self._shell.visit(RolesPage, self._sitting)


# What is sent as a picture.
PICTURED = pictured(ResultColumn)


def _facts(tr: Translator, state: State) -> Grid:
    """When it ended, with how many points and Ghosts."""
    facts = (
        (Icon.HOURGLASS, NUMERALS[state.round - 1], tr("cultists.result.round")),
        (
            Icon.STAR,
            tr("cultists.result.of", count=state.points, target=state.target),
            tr("cultists.points"),
        ),
        (Icon.GHOST, tr.number(len(state.ghosts)), tr("cultists.result.ghosts")),
    )
    tiles = Grid(gap=8, narrowest=96, most_columns=3)
    for icon, number, words in facts:
        tile = Column(
            Row(
                Glyph(icon, 22, tone="sea", pos_hint={"center_y": 0.5}),
                Text(number, weight=700, size_sp=22, most=1, smallest=12, pos_hint={"center_y": 0.5}),
                gap=8,
            ),
            Text(words, size_sp=16, tone="ink_2", most=1, more=2, smallest=10),
            gap=2,
            padding=(dp(12), dp(8)),
            size_hint_y=1,
        )
        Box(tile, radius=RADIUS_CHIP, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        tiles.add_widget(tile)
    return tiles


def _dead(tr: Translator, state: State) -> Card:
    card = Card(heading(Icon.GHOST, tr("cultists.result.dead")), gap=8)
    for death in state.deaths:
        words = tr(
            f"cultists.result.{death.cause.value}",
            name=name_of(tr, state.setup, death.seat),
            hour=NUMERALS[death.round - 1],
        )
        mark = Glyph(CAUSE_ICONS[death.cause], 22, tone="ink_2", pos_hint={"center_y": 0.5})
        card.add_widget(Row(mark, Text(words, pos_hint={"center_y": 0.5}), gap=10))
    return card


def _story(tr: Translator, table: CultistsTable) -> Card:
    # The last sentence says why it ended: that stands above in large type.
    sentences = story(tr, table)[:-1]
    card = Card(heading(Icon.BOOK_OPEN, tr("cultists.result.story")), gap=8)
    for sentence in sentences or [tr("cultists.result.nothing")]:
        card.add_widget(Text(sentence))
    return card
