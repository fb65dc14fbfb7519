"""The maps that are kept, as screens use them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final
from uuid import uuid4

from companion.entry.duet.campaigns import Played, is_written, of_team, read, settled, team_name
from companion.entry.duet.summary import DuetTable
from companion.games.duet.campaign import HOME, Campaign, city_played, new_campaign, won
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import TEAM
from companion.games.game import ProblemError
from companion.games.records import decode_setup, encode
from companion.shell import Shell, StoredGame

# An end is taken back soon or never: so many games are looked through for one.
_LATELY: Final = 50


def new_id() -> str:
    """That no other device gives."""
    return uuid4().hex


def kept_maps(shell: Shell) -> tuple[Campaign, ...]:
    """Those that can be read, used last first."""
    found = []
    for kept in shell.campaigns.all(MANIFEST.id):
        with suppress(ProblemError):
            found.append(read(kept.record))
    return tuple(found)


def kept_map(shell: Shell, id: str) -> Campaign | None:
    return next((campaign for campaign in kept_maps(shell) if campaign.id == id), None)


def save(shell: Shell, campaign: Campaign) -> None:
    shell.campaigns.save(MANIFEST.id, campaign.id, encode(campaign))


def delete(shell: Shell, campaign: Campaign) -> None:
    """`save` brings it back."""
    shell.campaigns.delete(campaign.id)


def new_map(shell: Shell, setup: Setup) -> Campaign:
    """For the people of this set-up. Nobody keeps it before something is done with it."""
    name = team_name(shell.tr, setup.players, kept_maps(shell))
    return new_campaign(new_id(), name, setup.players)


def map_of(shell: Shell, setup: Setup) -> Campaign:
    """The map that its mission is on, else that of its people, also by names that they have since then; else
    a new one for them."""
    kept = kept_maps(shell)
    named = setup.mission.campaign if setup.mission is not None else None
    found = next((campaign for campaign in kept if campaign.id == named), None)
    found = found or of_team(kept, setup.players)
    found = found or of_team((_seated(shell, campaign) for campaign in kept), setup.players)
    return found or new_map(shell, setup)


def up_to_date(shell: Shell, campaign: Campaign) -> Campaign:
    """The map with all that was played since, and its team as it is called by now; kept first if that is
    anything."""
    now = _seated(shell, campaign)
    of_map = tuple(_set_out_for(shell, campaign))
    now = _settled(shell, now, of_map)
    now = _settled(shell, now, _undone_perhaps(shell, now, {game.started for game in of_map}))
    if not won(now, HOME):
        # A standard mission, wherever it was begun.
        elsewhere = shell.archive.about(MANIFEST.id, None)
        now = _settled(shell, now, tuple(game for game in elsewhere if _is_about_home(now, game)))
    if now != campaign:
        shell.attempt(lambda: save(shell, now))
    return now


def write_end(shell: Shell, table: DuetTable) -> Campaign | None:
    """The map of a mission that is over, with its end on it; None for a game that is on no map here."""
    mission = table.setup.mission
    campaign = None if mission is None else kept_map(shell, mission.campaign)
    if campaign is None or table.number is None:
        return None
    try:
        stored = shell.archive.kept(table.number)
    except ProblemError:
        return campaign
    if _from_record(stored):
        return campaign
    now = settled(campaign, (Played(stored.started, stored.ended, table.state),))
    if now != campaign:
        shell.attempt(lambda: save(shell, now))
    return now


def begun(campaign: Campaign, setup: Setup) -> Campaign:
    """Its team are those who sit down to play."""
    return replace(campaign, players=setup.players)


def _set_out_for(shell: Shell, campaign: Campaign) -> Iterator[StoredGame]:
    """The games of this map, newest first."""
    stored = shell.archive.about(MANIFEST.id, campaign.id)
    return (game for game in stored if not _from_record(game))


def _from_record(stored: StoredGame) -> bool:
    """Whether it came as a file and is as it came. It tells no times, and the map that it was played on knows
    it already: that comes by a file of its own."""
    return not stored.updated


def _seated(shell: Shell, campaign: Campaign) -> Campaign:
    """With those who sat down last, by the names that they were given at the table since."""
    with suppress(ProblemError):
        for newest in _set_out_for(shell, campaign):
            return begun(campaign, decode_setup(DUET, newest.setup))
    return campaign


def _undone_perhaps(shell: Shell, campaign: Campaign, known: Collection[float]) -> Iterable[StoredGame]:
    """What has won the first city without being set out for it: the end of such a game may be taken back."""
    apart = {attempt.started for attempt in campaign.attempts if attempt.city == HOME}.difference(known)
    lately = shell.archive.recent(_LATELY).games if apart else ()
    return [game for game in lately if game.game == MANIFEST.id and game.started in apart]


def _settled(shell: Shell, campaign: Campaign, stored: Iterable[StoredGame]) -> Campaign:
    """What the map does not know yet: only that is opened, for over the years it is a lot."""
    games: dict[float, StoredGame] = {}
    for game in stored:
        # A backup may have brought a game once more, with the end that was taken back here.
        other = games.get(game.started)
        if other is None or (game.ended or 0) > (other.ended or 0):
            games[game.started] = game
    new = (game for game in games.values() if not is_written(campaign, game.started, game.ended))
    return settled(campaign, _opened(shell, new))


def _opened(shell: Shell, stored: Iterable[StoredGame]) -> Iterator[Played]:
    for game in stored:
        with suppress(ProblemError):
            state = None if game.ended is None else shell.archive.open(game).state
            yield Played(game.started, game.ended, state)


def _is_about_home(campaign: Campaign, stored: StoredGame) -> bool:
    """Told without opening it: there may be a hundred, nearly all of them of other people."""
    victory = stored.outcome is not None and stored.outcome.winner == TEAM
    with suppress(ProblemError):
        return city_played(campaign, decode_setup(DUET, stored.setup), won=victory) == HOME
    return False
