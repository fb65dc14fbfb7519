"""The result of a Codenames Duet mission: outcome, score, and what it means for the team's map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kivy.uix.widget import Widget

from companion.core.game import Outcome
from companion.games.duet.campaign import (
    Campaign,
    cities_opened_by,
    city_name,
    city_standing,
    make_mission_setup,
    mission_problem,
)
from companion.games.duet.definition import DEFINITION
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Mission
from companion.games.duet.state import CHECK_POINTS, TOKEN_POINTS, Score, State, compute_score
from companion.games.duet.text import reason_text
from companion.i18n.translator import Translator
from companion.screens.duet import map_sheet
from companion.screens.files.share import create_renderer
from companion.screens.result import BaseResultColumn, build_title
from companion.screens.rows import build_heading
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import Card
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.text import CAPTION, LEAD, MUTED, NUMBER, STRONG, Text
from companion.widgets.theme import ACCENTS


class ResultColumn(BaseResultColumn):
    def show(self) -> None:
        if self.session.outcome is not None:
            # Update the map at once, before the user opens it.
            self._campaign = map_sheet.record_result(self._app_context, self.session)
        super().show()

    def build_outcome(self, outcome: Outcome) -> Column:
        tr, is_won = self._app_context.tr, outcome.winner is not None
        tone = "teal" if is_won else "brick"
        return self.build_hero(
            Icon.TROPHY if is_won else Icon.SKULL,
            tone,
            build_title(tr("duet.summary.won" if is_won else "duet.summary.lost"), tone, min_size=30),
            reason_text(tr, self.session),
            top_dp=12,
        )

    def build_details(self, outcome: Outcome) -> Iterator[Widget]:
        tr, state = self._app_context.tr, self.session.state
        yield from self._build_map_parts(self._campaign, won=outcome.winner is not None)
        points = compute_score(state)
        if points is not None:
            yield _build_score(tr, state, points)
        yield Text(tr("duet.result.turns", n=state.turn), MUTED, align="center")
        yield self.build_buttons()

    def _build_map_parts(self, campaign: Campaign | None, *, won: bool) -> Iterator[Widget]:
        """Build the parts about the mission's city; a win without a map offers to start one."""
        tr, mission = self._app_context.tr, self.session.setup.mission
        if mission is None:
            if won:
                yield SecondaryButton(tr("duet.map.title"), self._open_map, icon=Icon.MAP)
            return
        yield _build_city_card(tr, mission, campaign, won=won)
        if campaign is not None and not won and mission_problem(campaign, mission.city) is None:
            words = tr("duet.map.replay", city=city_name(tr, mission.city, mission.name))
            yield SecondaryButton(words, partial(self._replay_mission, mission), icon=Icon.REPEAT)

    def _open_map(self) -> None:
        from companion.screens.duet.map import MapPage

        self._app_context.push(MapPage, self.session.setup)

    def _replay_mission(self, mission: Mission) -> None:
        """Start the mission of this city again, with the tokens and mistakes that the map gives it now."""
        context, setup = self._app_context, self.session.setup
        campaign = map_sheet.load_map(context, mission.campaign)
        if campaign is None or mission_problem(campaign, mission.city) is not None:
            # The map shows the problem.
            self._open_map()
        else:
            context.run_or_show_error(
                lambda: context.start_session(DUET, make_mission_setup(campaign, mission.city, setup))
            )


# Renders the result for sharing as an image.
build_result_image = create_renderer(ResultColumn)


def _build_city_card(tr: Translator, mission: Mission, campaign: Campaign | None, *, won: bool) -> Card:
    name = city_name(tr, mission.city, mission.name)
    key = "duet.map.result.won" if won else "duet.map.result.lost"
    card = Card(build_heading(Icon.MAP, tr(key, city=name), "teal"), accent=ACCENTS[DEFINITION.accent], gap=4)
    if campaign is None:
        return card
    cities = tuple(city_name(tr, city.id, city.name) for city in cities_opened_by(campaign, mission.city))
    if won and cities:
        card.add_widget(Text(tr("duet.map.result.opens", cities=cities), STRONG))
    tried = city_standing(campaign, mission.city).attempt_count
    if tried:
        card.add_widget(Text(tr("duet.map.tried", n=tried), MUTED))
    return card


def _build_score(tr: Translator, state: State, points: Score) -> Card:
    rows = [
        _build_score_row(
            tr("duet.score.tokens", n=state.bank.tokens_left),
            tr.format_number(points.for_tokens_left),
            18,
            tr("duet.score.each", n=TOKEN_POINTS),
        ),
        _build_score_row(
            tr("duet.score.checks", n=state.earned_tokens),
            tr.format_number(points.for_checks),
            18,
            tr("duet.score.each", n=CHECK_POINTS),
        ),
    ]
    if points.for_sudden_death:
        rows.append(_build_score_row(tr("duet.sudden_death"), tr.format_number(points.for_sudden_death), 18))
    # The rank "map" suggests playing on the map, which this team does already.
    on_map = state.setup.mission is not None and points.rank == "map"
    rank = "excellent" if on_map else points.rank
    return Card(
        *rows,
        _build_score_row(tr("duet.score.total"), tr.format_number(points.total), 28),
        Text(tr(f"duet.rank.{rank}"), MUTED, align="center"),
        gap=6,
    )


def _build_score_row(words: str, value: str, size: float, why: str = "") -> Row:
    text_column = Column(Text(words, LEAD), gap=0)
    if why:
        text_column.add_widget(Text(why, CAPTION))
    return Row(text_column, Text(value, NUMBER, size_sp=size, autosize="both"), gap=12)
