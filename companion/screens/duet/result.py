"""How the mission ended, what it was worth, and what it means for the team's map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kivy.uix.widget import Widget

from companion.entry.duet.campaigns import opened_by
from companion.entry.duet.cities import city_name
from companion.entry.duet.summary import reason
from companion.games.duet.campaign import Campaign, mission_of, standing, why_not
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Mission
from companion.games.duet.state import CHECK_POINTS, TOKEN_POINTS, Score, State, score
from companion.i18n.translator import Translator
from companion.screens.after_game import after_game
from companion.screens.duet import maps
from companion.screens.duet.sitting import DuetSitting
from companion.screens.labelled_rows import heading
from companion.screens.result_picture import pictured
from companion.screens.rules.links import rule_links
from companion.scripts.rulebooks import END
from companion.shell import Shell
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Grid, Panes, Row, fill
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS


class ResultColumn(Column):
    def __init__(self, shell: Shell, sitting: DuetSitting) -> None:
        super().__init__(gap=12)
        self._shell = shell
        self._sitting = sitting

    def show(self) -> None:
        tr, table = self._shell.tr, self._sitting.table
        state = table.state
        if state.outcome is None:
            return
        # On the map at once, before anybody looks there.
        campaign = maps.write_end(self._shell, table)
        won = state.outcome.winner is not None
        tone = "teal" if won else "brick"
        hero = Column(
            Gap(height=12),
            Glyph(Icon.TROPHY if won else Icon.SKULL, 96, tone=tone, pos_hint={"center_x": 0.5}),
            Text(
                tr("duet.summary.won" if won else "duet.summary.lost"),
                face="title",
                size_sp=48,
                smallest=30,
                align="center",
                tone=tone,
            ),
            Text(reason(tr, table), size_sp=20, align="center"),
            *rule_links(self._shell, "duet", f"{END}:{state.outcome.reason}", table),
            gap=12,
        )
        points = score(state)
        told = Column(
            *self._on_the_map(campaign, won=won),
            *([_worth(tr, state, points)] if points is not None else ()),
            Text(tr("duet.result.turns", n=state.turn), align="center", tone="ink_2"),
            Grid(*after_game(self._shell, self._sitting), gap=8, narrowest=150, most_columns=2),
            gap=12,
        )
        self.clear_widgets()
        fill(self, (Panes(hero, told, gap=12),))

    def _on_the_map(self, campaign: Campaign | None, *, won: bool) -> Iterator[Widget]:
        """What it means for the city it was about; a win elsewhere may begin a map."""
        tr, mission = self._shell.tr, self._sitting.table.setup.mission
        if mission is None:
            if won:
                yield SideButton(tr("duet.map.title"), self._open_map, icon=Icon.MAP)
            return
        yield _city_card(tr, mission, campaign, won=won)
        if campaign is not None and not won and why_not(campaign, mission.city) is None:
            words = tr("duet.map.replay", city=city_name(tr, mission.city, mission.name))
            yield SideButton(words, partial(self._again, mission), icon=Icon.REPEAT)

    def _open_map(self) -> None:
        from companion.screens.duet.map import MapPage

        self._shell.visit(MapPage, self._sitting.table.setup)

    def _again(self, mission: Mission) -> None:
        """The same city once more, as the map has it now: that may have changed since this was shown."""
        shell, setup = self._shell, self._sitting.table.setup
        campaign = maps.kept_map(shell, mission.campaign)
        if campaign is None or why_not(campaign, mission.city) is not None:
            # What is wrong is told there.
            self._open_map()
        else:
            shell.attempt(lambda: shell.start_table(DUET, mission_of(campaign, mission.city, setup)))


# What is sent as a picture.
PICTURED = pictured(ResultColumn)


def _city_card(tr: Translator, mission: Mission, campaign: Campaign | None, *, won: bool) -> Card:
    name = city_name(tr, mission.city, mission.name)
    key = "duet.map.result.won" if won else "duet.map.result.lost"
    card = Card(heading(Icon.MAP, tr(key, city=name), "teal"), accent=ACCENTS[MANIFEST.accent], gap=4)
    if campaign is None:
        return card
    cities = tuple(city_name(tr, city.id, city.name) for city in opened_by(campaign, mission.city))
    if won and cities:
        card.add_widget(Text(tr("duet.map.result.opens", cities=cities), weight=500))
    tried = standing(campaign, mission.city).tried
    if tried:
        card.add_widget(Text(tr("duet.map.tried", n=tried), tone="ink_2"))
    return card


def _worth(tr: Translator, state: State, points: Score) -> Card:
    rows = [
        _points(tr("duet.score.tokens", n=state.bank.left), tr.number(points.for_tokens_left), 18,
                tr("duet.score.each", n=TOKEN_POINTS)),
        _points(tr("duet.score.checks", n=state.earned), tr.number(points.for_checks), 18,
                tr("duet.score.each", n=CHECK_POINTS)),
    ]  # fmt: skip
    if points.for_sudden_death:
        rows.append(_points(tr("duet.sudden_death"), tr.number(points.for_sudden_death), 18))
    # Whoever plays on the map need not be told to try it.
    on_map = state.setup.mission is not None and points.rank == "map"
    rank = "excellent" if on_map else points.rank
    return Card(
        *rows,
        _points(tr("duet.score.total"), tr.number(points.total), 28),
        Text(tr(f"duet.rank.{rank}"), tone="ink_2", align="center"),
        gap=6,
    )


def _points(words: str, value: str, size: float, why: str = "") -> Row:
    told = Column(Text(words, size_sp=18), gap=0, pos_hint={"center_y": 0.5})
    if why:
        told.add_widget(Text(why, size_sp=14, tone="ink_2"))
    return Row(
        told,
        Text(value, weight=700, size_sp=size, grow="both", pos_hint={"center_y": 0.5}),
        gap=12,
    )
