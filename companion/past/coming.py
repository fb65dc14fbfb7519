"""What a backup would add to what is here, before it is brought back: the numbers, and the lines that tell
them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from companion.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be added, and from when to when its games are (None where there are none). `goes_on` are
    games that are here and would go on, `notes` are for games that are here. `people` are those of whom more
    is known than a name. `maps` are not here yet, `maps_more` are, and would learn something."""

    games: int
    first: float | None
    last: float | None
    here: int
    groups: int
    players: int
    settings: bool
    unreadable: int
    maps: int = 0
    maps_more: int = 0
    goes_on: int = 0
    notes: int = 0
    people: int = 0

    @property
    def empty(self) -> bool:
        games = (self.games, self.goes_on, self.notes)
        return not any(
            (*games, self.groups, self.players, self.people, self.settings, self.maps, self.maps_more)
        )


class About(Enum):
    """What a line is about, for whoever puts a sign before it."""

    GAMES = "games"
    MAPS = "maps"
    GROUPS = "groups"
    PEOPLE = "people"
    RECORDINGS = "recordings"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Line:
    about: About
    words: str
    below: str = ""


def added(tr: Translator, preview: Preview, recordings: int, day: Callable[[float], str]) -> Iterator[Line]:
    """A line for each kind of thing that would be added. `recordings` is how many lines come with it that
    nobody has recorded here, `day` says a moment's day."""
    if preview.games:
        yield Line(About.GAMES, tr("app.files.restore_games", n=preview.games), _days(tr, preview, day))
    if preview.goes_on:
        yield Line(About.GAMES, tr("backup.goes_on", n=preview.goes_on))
    if preview.notes:
        yield Line(About.GAMES, tr("backup.notes", n=preview.notes))
    if preview.maps:
        yield Line(About.MAPS, tr("app.files.restore_maps", n=preview.maps))
    if preview.maps_more:
        yield Line(About.MAPS, tr("app.files.restore_maps_more", n=preview.maps_more))
    if preview.groups:
        yield Line(About.GROUPS, tr("app.files.restore_groups", n=preview.groups))
    if preview.players:
        yield Line(About.PEOPLE, tr("app.files.restore_players", n=preview.players))
    if preview.people:
        yield Line(About.PEOPLE, tr("backup.people", n=preview.people))
    if recordings:
        yield Line(About.RECORDINGS, tr("app.files.restore_recordings", n=recordings))
    if preview.settings:
        yield Line(About.SETTINGS, tr("app.files.restore_settings"))


def _days(tr: Translator, preview: Preview, day: Callable[[float], str]) -> str:
    if preview.first is None or preview.last is None:
        return ""
    first, last = day(preview.first), day(preview.last)
    if first == last:
        return tr("app.files.restore_day", day=first)
    return tr("app.files.restore_days", first=first, last=last)
