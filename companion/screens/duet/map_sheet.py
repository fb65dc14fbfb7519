"""The panel of the selected city on a mission map, and loading, saving and updating maps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext, StoredGame
from companion.core.game import Problem, ProblemError
from companion.core.serialization import decode_setup, encode
from companion.games.duet.campaign import (
    PRESET_CITY_IDS,
    START_CITY,
    Campaign,
    City,
    PlayedGame,
    Status,
    city_name,
    city_standing,
    decode_campaign,
    find_by_team,
    find_played_city,
    is_city_won,
    is_up_to_date,
    make_team_name,
    new_campaign,
    numbers_text,
    record_games,
    standing_text,
    with_numbers,
)
from companion.games.duet.definition import DEFINITION
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import BOX_TOKENS, SCORED_TOKENS, Setup
from companion.games.duet.state import TEAM
from companion.games.duet.text import DuetTable
from companion.i18n.translator import Translator, format_date
from companion.screens.duet.cards import set_children
from companion.screens.duet.map_cities import CityKind, draw_disc
from companion.widgets.buttons import IconButton, PrimaryButton
from companion.widgets.cards import Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer, Wrap, start_unsized
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import HEADING, MUTED, STRONG, IconLabel, Text
from companion.widgets.theme import ACCENTS, MARGIN, RADIUS_CARD, look, theme_colour

_ACCENT: Final = ACCENTS[DEFINITION.accent]
# In dp: diameter of a token, its minimum, and the minimum gap.
_TOKEN_DP, _MIN_TOKEN_DP, _TOKEN_GAP_DP = 28, 8, 4
_ICONS: Final = {
    Status.WON: (Icon.CHECK, "teal"),
    Status.OPEN: (Icon.MAP, "teal"),
    Status.LOCKED: (Icon.LOCK, "ink_2"),
}


class CityPanel(Column):
    """The panel of a city: its status and its numbers.

    `on_change` receives the city with changed numbers. Cities added by the user can be renamed and removed.
    """

    def __init__(
        self,
        tr: Translator,
        on_change: Callable[[City], object],
        on_rename: Callable[[], object],
        on_remove: Callable[[], object],
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._on_change = on_change
        self._city: City | None = None
        self.name = Text("", HEADING, size_sp=28, min_size=18, max_lines=2)
        self.rename_button = IconButton(Icon.PENCIL, on_rename, tone="ink_2")
        self.remove_button = IconButton(Icon.TRASH, on_remove, tone="ink_2")
        self._head = Row(self.name, gap=4)
        self._mark = IconLabel(Icon.MAP, 22, tone="teal")
        self.status = Text("", STRONG)
        unknown = tr("duet.map.unknown")
        self.token_stepper = NumberStepper(SCORED_TOKENS, 1, BOX_TOKENS, self._set_tokens, unknown)
        self.mistake_stepper = NumberStepper(SCORED_TOKENS, 0, SCORED_TOKENS, self._set_mistakes, unknown)
        self._token_row = TokenRow()
        self._reason = Text("", tone="ember")
        # Replaces the row of tokens: without both numbers they cannot be shown.
        warning = IconLabel(Icon.WARNING, 24, tone="ember")
        self._reason_row = Row(warning, self._reason, gap=8)
        self.add_widget(Column(self._head, Row(self._mark, self.status, gap=8), gap=2))
        self.add_widget(
            Grid(
                _build_tile(tr("duet.setup.tokens"), self.token_stepper),
                _build_tile(tr("duet.setup.mistakes"), self.mistake_stepper),
                gap=8,
                min_column_width=148,
                max_columns=2,
            )
        )
        self.add_widget(self._token_row)

    def show(self, campaign: Campaign, city: City, problem: Problem | None) -> None:
        """Show the city; `problem` is why its mission cannot start, if it cannot."""
        tr = self._tr
        self._city = city
        status = city_standing(campaign, city.id).status
        self.name.content = city_name(tr, city.id, city.name)
        self._show_edit_buttons(city.id not in PRESET_CITY_IDS)
        icon, tone = _ICONS[status]
        self._mark.show(icon)
        self._mark.set_tone(tone)
        self.status.content = standing_text(tr, campaign, city, _win_date(tr, campaign, city))
        self.status.set_tone(tone)
        self.token_stepper.show(city.tokens, BOX_TOKENS)
        self.mistake_stepper.show(city.mistakes, city.tokens or BOX_TOKENS)
        # The status of a locked city says why already.
        self._reason.content = (
            "" if problem is None or status is Status.LOCKED else tr.translate_problem(problem)
        )
        visible, hidden = self._token_row, self._reason_row
        if self._reason.content:
            visible, hidden = hidden, visible
        if visible.parent is None:
            self.remove_widget(hidden)
            self.add_widget(visible)
        self._token_row.show(city.tokens or 0, city.mistakes)

    def _show_edit_buttons(self, visible: bool) -> None:
        buttons = (self.rename_button, self.remove_button) if visible else ()
        set_children(self._head, (self.name, *buttons))

    def _set_tokens(self, tokens: int) -> None:
        if self._city is not None:
            self._on_change(with_numbers(self._city, tokens, self._city.mistakes))

    def _set_mistakes(self, mistakes: int) -> None:
        if self._city is not None:
            self._on_change(with_numbers(self._city, self._city.tokens, mistakes))


class PlayFooter(Column):
    """The button that starts the mission of the selected city."""

    def __init__(
        self, tr: Translator, on_play: Callable[[], object], on_disabled: Callable[[], object]
    ) -> None:
        super().__init__(padding=(dp(MARGIN), dp(8), dp(MARGIN), dp(20)))
        self._tr = tr
        # An initial value reserves the label: a button built without one cannot show it later.
        self.main = PrimaryButton(
            " ", on_play, icon=Icon.PLAY, value=" ", accent=_ACCENT, on_blocked=on_disabled
        )
        self.add_widget(self.main)

    def show(self, campaign: Campaign, city: City, problem: Problem | None) -> None:
        tr = self._tr
        is_replay = city_standing(campaign, city.id).status is Status.WON
        name = city_name(tr, city.id, city.name)
        self.main.show(tr("duet.map.replay" if is_replay else "duet.map.play", city=name))
        if self.main.value is not None:
            self.main.value.content = numbers_text(tr, city)
        self.main.enabled = problem is None


class NumberStepper(Stepper):
    """A stepper whose value may be unknown: the first tap on either button sets it to its start value."""

    def __init__(
        self, start: int, lowest: int, highest: int, on_change: Callable[[int], object], unknown: str
    ) -> None:
        self._start, self._unknown = start, unknown
        self.is_known = True
        super().__init__(start, lowest, highest, on_change, self._format_value, width_sp=40)
        # Two steppers must fit side by side on a narrow phone.
        self.spacing = dp(2)

    def _format_value(self, value: int) -> str:
        return look().digits(value) if self.is_known else self._unknown

    def show(self, value: int | None, highest: int) -> None:
        self.is_known = value is not None
        self._max_value = highest
        self.set_value(min(highest, self._start) if value is None else value)

    def set_value(self, value: int) -> None:
        super().set_value(value)
        if not self.is_known:
            self.minus.enabled = self.plus.enabled = True

    def _change_by(self, direction: int) -> None:
        if self.is_known:
            super()._change_by(direction)
            return
        self.is_known = True
        self.set_value(self.value)
        self._on_change(self.value)


class TokenRow(Widget):
    """The tokens of a mission as in the bank; outlines only while the number of mistakes is unknown."""

    def __init__(self) -> None:
        options: dict[str, Any] = {"size_hint_y": None, "height": dp(_TOKEN_DP)}
        start_unsized(options)
        super().__init__(**options)
        self._tokens, self._mistakes = 0, None
        self._drawing = WidgetDrawing(self)
        self.bind(width=self._draw)

    _mistakes: int | None

    def show(self, tokens: int, mistakes: int | None) -> None:
        if (tokens, mistakes) != (self._tokens, self._mistakes):
            self._tokens, self._mistakes = tokens, mistakes
            self._draw()

    def _draw(self, *_: object) -> None:
        stamps = MeshBatch()
        count = max(1, self._tokens)
        gap = dp(_TOKEN_GAP_DP)
        diameter = min(dp(_TOKEN_DP), max(dp(_MIN_TOKEN_DP), (self.width + gap) / count - gap))
        # Keep the spacing of a full bank, so that tokens do not move when their number changes.
        step = max(diameter + gap, min(dp(40), (self.width - diameter) / max(1, BOX_TOKENS - 1)))
        for number in range(self._tokens):
            x = diameter / 2 + number * step
            if look().rtl:
                x = self.width - x
            self._draw_token(stamps, x, diameter, number)
        self._drawing.show(stamps)

    def _draw_token(self, stamps: MeshBatch, x: float, diameter: float, token_index: int) -> None:
        y = dp(_TOKEN_DP) / 2
        if self._mistakes is None:
            stamps.add_circle(x, y, diameter, "rim", line_width=dp(1.5))
            return
        bystander = token_index < self._mistakes
        ground, ink = ("sand", "on_sand") if bystander else ("teal", "on_accent")
        stamps.add_circle(x, y, diameter, ground)
        stamps.add_circle(x, y, diameter - dp(5), ink, line_width=dp(1))
        stamps.add_icon(Icon.BYSTANDER if bystander else Icon.CHECK, diameter * 0.58 / dp(1), ink, x, y)


class Legend(Wrap):
    """The legend of the map; `upright` stacks its rows on a background."""

    def __init__(self, tr: Translator, *, upright: bool) -> None:
        rows = [_build_legend_row(kind, tr(f"duet.map.{kind.value}")) for kind in CityKind]
        super().__init__(gap=4 if upright else 14)
        if upright:
            self.size_hint_x = None
            self.padding = (dp(10), dp(8))
            self.width = max(row.width for row in rows) + dp(20)
            RoundedBox(self, radius=12, background=theme_colour("table", 0.82))
        for row in rows:
            if upright:
                row.width = self.width - dp(20)
            self.add_widget(row)


def _build_legend_row(kind: CityKind, words: str) -> Row:
    mark = Widget(size_hint=(None, None), size=(dp(20), dp(20)))
    discs, marks = MeshBatch(), MeshBatch()
    draw_disc(discs, marks, kind, dp(10), dp(10), dp(16), dp(1) * 0.7)
    for part in (discs, marks):
        WidgetDrawing(mark).show(part)
    label = Text(words, size_sp=14, autosize="both")
    # The row follows the reading direction and is only as wide as its content.
    row = Row(mark, label, gap=8, size_hint=(None, None), height=max(dp(22), label.height))
    row.width = mark.width + dp(8) + label.width
    return row


def _build_tile(words: str, stepper: Stepper) -> Column:
    stepper.pos_hint = {"center_x": 0.5}
    tile = Column(
        Text(words, MUTED, align="center", max_lines=2, min_size=12),
        # Align the steppers at the bottom, however many lines the labels take.
        Spacer(),
        stepper,
        gap=1,
        padding=(dp(4), dp(8)),
        size_hint_y=1,
    )
    RoundedBox(tile, radius=RADIUS_CARD, background=theme_colour("table"))
    return tile


def _win_date(tr: Translator, campaign: Campaign, city: City) -> str:
    won_at = city_standing(campaign, city.id).won_at
    if won_at is None:
        return ""
    day = datetime.fromtimestamp(won_at)
    return format_date(tr, day.year, day.month, day.day)


# Limit of recent games that are searched for an undone win: a win is undone soon or never.
_MAX_RECENT_GAMES: Final = 50


def new_id() -> str:
    """Return a globally unique id."""
    return uuid4().hex


def load_maps(context: AppContext) -> tuple[Campaign, ...]:
    """Return the readable maps, most recently used first."""
    campaigns = []
    for row in context.campaigns.list_campaigns(DEFINITION.id):
        with suppress(ProblemError):
            campaigns.append(decode_campaign(row.record))
    return tuple(campaigns)


def load_map(context: AppContext, id: str) -> Campaign | None:
    return next((campaign for campaign in load_maps(context) if campaign.id == id), None)


def save_map(context: AppContext, campaign: Campaign) -> None:
    context.campaigns.save(DEFINITION.id, campaign.id, encode(campaign))


def delete_map(context: AppContext, campaign: Campaign) -> None:
    """Delete a map; `save_map` restores it."""
    context.campaigns.delete(campaign.id)


def new_map(context: AppContext, setup: Setup) -> Campaign:
    """Return a new map for the players of this set-up. It is not stored before the first change."""
    name = make_team_name(context.tr, setup.players, load_maps(context))
    return new_campaign(new_id(), name, setup.players)


def find_map(context: AppContext, setup: Setup) -> Campaign:
    """Return the map for a set-up.

    In this order: the map of its mission, the map of its players, the map of its players under their current
    names, a new map.
    """
    campaigns = load_maps(context)
    campaign_id = setup.mission.campaign if setup.mission is not None else None
    result = next((campaign for campaign in campaigns if campaign.id == campaign_id), None)
    result = result or find_by_team(campaigns, setup.players)
    result = result or find_by_team(
        (_with_current_players(context, campaign) for campaign in campaigns), setup.players
    )
    return result or new_map(context, setup)


def update_map(context: AppContext, campaign: Campaign) -> Campaign:
    """Return the map with the results of all games played since and the current names of its team.

    It is saved first if anything changed.
    """
    updated = _with_current_players(context, campaign)
    map_games = tuple(_games_of_map(context, campaign))
    updated = _merge_results(context, updated, map_games)
    updated = _merge_results(
        context, updated, _find_undone_wins(context, updated, {game.started for game in map_games})
    )
    if not is_city_won(updated, START_CITY):
        # The first city can also be won by a standard mission that was not started from the map.
        other_games = context.games.games_of_campaign(DEFINITION.id, None)
        updated = _merge_results(
            context, updated, tuple(game for game in other_games if _is_home_mission(updated, game))
        )
    if updated != campaign:
        context.run_or_show_error(lambda: save_map(context, updated))
    return updated


def record_result(context: AppContext, session: DuetTable) -> Campaign | None:
    """Save the result of a finished mission on its map and return the map.

    Returns None if the game belongs to no stored map.
    """
    mission = session.setup.mission
    campaign = None if mission is None else load_map(context, mission.campaign)
    if campaign is None or session.game_id is None:
        return None
    try:
        stored = context.games.load(session.game_id)
    except ProblemError:
        return campaign
    if _is_unplayed_import(stored):
        return campaign
    updated = record_games(campaign, (PlayedGame(stored.started, stored.ended, session.state),))
    if updated != campaign:
        context.run_or_show_error(lambda: save_map(context, updated))
    return updated


def with_players(campaign: Campaign, setup: Setup) -> Campaign:
    """Return the map with the players of this set-up as its team."""
    return replace(campaign, players=setup.players)


def _games_of_map(context: AppContext, campaign: Campaign) -> Iterator[StoredGame]:
    """Yield the stored games of this map, newest first."""
    stored = context.games.games_of_campaign(DEFINITION.id, campaign.id)
    return (game for game in stored if not _is_unplayed_import(game))


def _is_unplayed_import(stored: StoredGame) -> bool:
    """True if the game was imported and not changed since.

    It has no times, and the map it was played on, which is imported separately, includes its result already.
    """
    return not stored.updated


def _with_current_players(context: AppContext, campaign: Campaign) -> Campaign:
    """Return the map with the players of its newest game, under their current names."""
    with suppress(ProblemError):
        for newest in _games_of_map(context, campaign):
            return with_players(campaign, decode_setup(DUET, newest.setup))
    return campaign


def _find_undone_wins(
    context: AppContext, campaign: Campaign, known_starts: Collection[float]
) -> Iterable[StoredGame]:
    """Return games that won the first city without being started from the map.

    Such a win may have been undone.
    """
    unknown_starts = {
        attempt.started for attempt in campaign.attempts if attempt.city == START_CITY
    }.difference(known_starts)
    recent_games = context.games.list_recent(_MAX_RECENT_GAMES).games if unknown_starts else ()
    return [game for game in recent_games if game.game == DEFINITION.id and game.started in unknown_starts]


def _merge_results(context: AppContext, campaign: Campaign, stored: Iterable[StoredGame]) -> Campaign:
    """Return the map with the results that it does not include yet.

    Only those games are opened: over the years there are many.
    """
    games: dict[float, StoredGame] = {}
    for game in stored:
        # A backup may have restored a duplicate of a game, with the end that was undone here.
        other = games.get(game.started)
        if other is None or (game.ended or 0) > (other.ended or 0):
            games[game.started] = game
    new_games = (game for game in games.values() if not is_up_to_date(campaign, game.started, game.ended))
    return record_games(campaign, _load_results(context, new_games))


def _load_results(context: AppContext, stored: Iterable[StoredGame]) -> Iterator[PlayedGame]:
    for game in stored:
        with suppress(ProblemError):
            state = None if game.ended is None else context.games.open_session(game).state
            yield PlayedGame(game.started, game.ended, state)


def _is_home_mission(campaign: Campaign, stored: StoredGame) -> bool:
    """True if this game won the first city.

    Decided without opening it: there may be a hundred such games, most by other players.
    """
    is_won = stored.outcome is not None and stored.outcome.winner == TEAM
    with suppress(ProblemError):
        return find_played_city(campaign, decode_setup(DUET, stored.setup), won=is_won) == START_CITY
    return False
