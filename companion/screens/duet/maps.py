"""The maps that are kept, as screens use them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final
from uuid import uuid4

from companion.app_context import AppContext, StoredGame
from companion.core.game import ProblemError
from companion.core.serialization import decode_setup, encode
from companion.entry.duet.campaigns import (
    PlayedGame,
    decode_campaign,
    find_by_team,
    is_up_to_date,
    make_team_name,
    record_games,
)
from companion.entry.duet.summary import DuetTable
from companion.games.duet.campaign import START_CITY, Campaign, find_played_city, is_city_won, new_campaign
from companion.games.duet.manifest import DEFINITION
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import TEAM

# An end is taken back soon or never: so many games are looked through for one.
_MAX_RECENT_GAMES: Final = 50


def new_id() -> str:
    """That no other device gives."""
    return uuid4().hex


def load_maps(context: AppContext) -> tuple[Campaign, ...]:
    """Those that can be read, used last first."""
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
    """`save_map` brings it back."""
    context.campaigns.delete(campaign.id)


def new_map(context: AppContext, setup: Setup) -> Campaign:
    """For the people of this set-up. Nobody keeps it before something is done with it."""
    name = make_team_name(context.tr, setup.players, load_maps(context))
    return new_campaign(new_id(), name, setup.players)


def find_map(context: AppContext, setup: Setup) -> Campaign:
    """The map that its mission is on, else that of its people, also by names that they have since then; else
    a new one for them."""
    campaigns = load_maps(context)
    campaign_id = setup.mission.campaign if setup.mission is not None else None
    result = next((campaign for campaign in campaigns if campaign.id == campaign_id), None)
    result = result or find_by_team(campaigns, setup.players)
    result = result or find_by_team(
        (_with_current_players(context, campaign) for campaign in campaigns), setup.players
    )
    return result or new_map(context, setup)


def update_map(context: AppContext, campaign: Campaign) -> Campaign:
    """The map with all that was played since, and its team as it is called by now; kept first if that is
    anything."""
    updated = _with_current_players(context, campaign)
    map_games = tuple(_games_of_map(context, campaign))
    updated = _merge_results(context, updated, map_games)
    updated = _merge_results(
        context, updated, _find_undone_wins(context, updated, {game.started for game in map_games})
    )
    if not is_city_won(updated, START_CITY):
        # A standard mission, wherever it was begun.
        other_games = context.games.games_of_campaign(DEFINITION.id, None)
        updated = _merge_results(
            context, updated, tuple(game for game in other_games if _is_home_mission(updated, game))
        )
    if updated != campaign:
        context.run_or_show_error(lambda: save_map(context, updated))
    return updated


def record_result(context: AppContext, session: DuetTable) -> Campaign | None:
    """The map of a mission that is over, with its end on it; None for a game that is on no map here."""
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
    """Its team are those who sit down to play."""
    return replace(campaign, players=setup.players)


def _games_of_map(context: AppContext, campaign: Campaign) -> Iterator[StoredGame]:
    """The games of this map, newest first."""
    stored = context.games.games_of_campaign(DEFINITION.id, campaign.id)
    return (game for game in stored if not _is_unplayed_import(game))


def _is_unplayed_import(stored: StoredGame) -> bool:
    """Whether it came as a file and is as it came. It tells no times, and the map that it was played on knows
    it already: that comes by a file of its own."""
    return not stored.updated


def _with_current_players(context: AppContext, campaign: Campaign) -> Campaign:
    """With those who sat down last, by the names that they were given at the table since."""
    with suppress(ProblemError):
        for newest in _games_of_map(context, campaign):
            return with_players(campaign, decode_setup(DUET, newest.setup))
    return campaign


def _find_undone_wins(
    context: AppContext, campaign: Campaign, known_starts: Collection[float]
) -> Iterable[StoredGame]:
    """What has won the first city without being set out for it: the end of such a game may be taken back."""
    unknown_starts = {
        attempt.started for attempt in campaign.attempts if attempt.city == START_CITY
    }.difference(known_starts)
    recent_games = context.games.list_recent(_MAX_RECENT_GAMES).games if unknown_starts else ()
    return [game for game in recent_games if game.game == DEFINITION.id and game.started in unknown_starts]


def _merge_results(context: AppContext, campaign: Campaign, stored: Iterable[StoredGame]) -> Campaign:
    """What the map does not know yet: only that is opened, for over the years it is a lot."""
    games: dict[float, StoredGame] = {}
    for game in stored:
        # A backup may have brought a game once more, with the end that was taken back here.
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
    """Told without opening it: there may be a hundred, nearly all of them of other people."""
    is_won = stored.outcome is not None and stored.outcome.winner == TEAM
    with suppress(ProblemError):
        return find_played_city(campaign, decode_setup(DUET, stored.setup), won=is_won) == START_CITY
    return False
