"""What a backup would add to what is here, before it is brought back: the numbers, and the lines that tell
them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from companion.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What would be added, and from when to when its games are (None where there are none).
    `extended_games` are games that are here and would go on, `notes` are for games that are here. `people`
    are those of whom more is known than a name. `new_maps` are not here yet, `updated_maps` are, and would
    learn something."""

    new_games: int
    first_start: float | None
    last_start: float | None
    existing_games: int
    groups: int
    players: int
    has_settings: bool
    unreadable: int
    new_maps: int = 0
    updated_maps: int = 0
    extended_games: int = 0
    notes: int = 0
    people: int = 0

    @property
    def is_empty(self) -> bool:
        games = (self.new_games, self.extended_games, self.notes)
        return not any(
            (
                *games,
                self.groups,
                self.players,
                self.people,
                self.has_settings,
                self.new_maps,
                self.updated_maps,
            )
        )


class PreviewTopic(Enum):
    """What a line is about, for whoever puts a sign before it."""

    GAMES = "games"
    MAPS = "maps"
    GROUPS = "groups"
    PEOPLE = "people"
    RECORDINGS = "recordings"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class PreviewLine:
    topic: PreviewTopic
    text: str
    detail: str = ""


def format_preview(
    tr: Translator, preview: ImportPreview, recordings: int, format_day: Callable[[float], str]
) -> Iterator[PreviewLine]:
    """A line for each kind of thing that would be added. `recordings` is how many lines come with it that
    nobody has recorded here, `format_day` says a moment's day."""
    if preview.new_games:
        yield PreviewLine(
            PreviewTopic.GAMES,
            tr("app.files.restore_games", n=preview.new_games),
            _format_date_range(tr, preview, format_day),
        )
    if preview.extended_games:
        yield PreviewLine(PreviewTopic.GAMES, tr("backup.goes_on", n=preview.extended_games))
    if preview.notes:
        yield PreviewLine(PreviewTopic.GAMES, tr("backup.notes", n=preview.notes))
    if preview.new_maps:
        yield PreviewLine(PreviewTopic.MAPS, tr("app.files.restore_maps", n=preview.new_maps))
    if preview.updated_maps:
        yield PreviewLine(PreviewTopic.MAPS, tr("app.files.restore_maps_more", n=preview.updated_maps))
    if preview.groups:
        yield PreviewLine(PreviewTopic.GROUPS, tr("app.files.restore_groups", n=preview.groups))
    if preview.players:
        yield PreviewLine(PreviewTopic.PEOPLE, tr("app.files.restore_players", n=preview.players))
    if preview.people:
        yield PreviewLine(PreviewTopic.PEOPLE, tr("backup.people", n=preview.people))
    if recordings:
        yield PreviewLine(PreviewTopic.RECORDINGS, tr("app.files.restore_recordings", n=recordings))
    if preview.has_settings:
        yield PreviewLine(PreviewTopic.SETTINGS, tr("app.files.restore_settings"))


def _format_date_range(tr: Translator, preview: ImportPreview, format_day: Callable[[float], str]) -> str:
    if preview.first_start is None or preview.last_start is None:
        return ""
    first, last = format_day(preview.first_start), format_day(preview.last_start)
    if first == last:
        return tr("app.files.restore_day", day=first)
    return tr("app.files.restore_days", first=first, last=last)
