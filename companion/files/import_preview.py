"""Preview of a restore: what a backup would add, as numbers and as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from companion.i18n.translator import Translator


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """Numbers of what would be added, and the time range of the games (None if there are none).

    `extended_games` exist here and would get more moves; `notes` belong to games that exist here; `people`
    counts people with more data than a name. `new_maps` do not exist here yet, `updated_maps` do and would
    change.
    """

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
    """Topic of a preview line, which selects its icon."""

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
    """Yield a line for each kind of data that would be added. `recordings` counts the incoming lines that are
    not recorded here, `format_day` formats the day of a timestamp."""
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
