"""The tables that were kept: found again, opened, written out and read in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.core.game import Problem, ProblemError, error
from companion.core.session import AnySession
from companion.games.registry import get_game
from companion.storage.games import GameListing, GameStore, ImportOutcome, StoredGame, open_session

if TYPE_CHECKING:
    # No start waits for what searches, or for what reads and writes files.
    from companion.files.outgoing import OutgoingFile
    from companion.files.share_link import SharedGame
    from companion.statistics.query import GameFilter, ListedGame
    from companion.storage.campaigns import Campaigns


class ImportedGame(NamedTuple):
    """A game that came: its number here, and whether it is new; if not, one of ours went on with it."""

    game_id: int
    is_new: bool


class GameRepository:
    def __init__(self, games: GameStore, campaigns: Campaigns, folder: Path) -> None:
        self._games = games
        self._campaigns = campaigns
        self._folder = folder

    def open_latest(self) -> AnySession | None:
        """The table to go on with: the last one played that can be opened."""
        with closing(self._games.iterate_unfinished()) as unfinished:
            for stored in unfinished:
                with suppress(ProblemError):
                    return self.open_session(stored)
        return None

    def open_session(self, stored: StoredGame) -> AnySession:
        """Raises `ProblemError` for one that this version cannot read or does not know."""
        try:
            game = get_game(stored.game)
        except KeyError:
            raise ProblemError(error("app.problem.not_kept_yet")) from None
        return open_session(game.rules, stored, self._games)

    def list_recent(self, limit: int, before: StoredGame | None = None) -> GameListing:
        """Games by their start, newest first; the next page is `before` the last one shown."""
        return self._games.list_recent(limit, before)

    def list_games(self, game_filter: GameFilter) -> tuple[ListedGame, ...]:
        """All games of a choice by their start, newest first: how to find them, not what is in them."""
        return self._games.list_games(game_filter)

    def frequent_players(self) -> tuple[str, ...]:
        """Everybody in games that were counted, as they are read; who played most comes first."""
        return self._games.frequent_players()

    def load(self, game_id: int) -> StoredGame:
        """One game as it lies in the file. Raises `ProblemError`."""
        return self._games.load(game_id)

    def load_move_times(self, game_id: int) -> tuple[float, ...]:
        """When each of its moves was made."""
        return self._games.load_move_times(game_id)

    def experienced_players(self, game: str) -> frozenset[str]:
        """Everybody who has played a game of this kind to its end, of late."""
        return self._games.experienced_players(game)

    def games_of_campaign(self, game: str, campaign: str | None) -> Iterator[StoredGame]:
        """The games that were set out for this map; for none, the last that ended of those without one."""
        return self._games.games_of_campaign(game, campaign)

    def count(self) -> int:
        return self._games.count()

    def delete(self, game_id: int) -> None:
        """Out of sight and out of the counts, until it is restored or purged."""
        self._games.delete(game_id)

    def restore(self, game_id: int) -> None:
        self._games.restore(game_id)

    def set_title(self, game_id: int, title: str) -> None:
        """What the table calls it; nothing, and it is called by its game again."""
        self._games.set_title(game_id, title)

    def set_starred(self, game_id: int, starred: bool) -> None:
        self._games.set_starred(game_id, starred)

    def copy(self, game_id: int, title: str) -> int:
        """The same table once more, as far as it has come; returns its number. One that is over stands before
        its end, which can be redone: it is there to go another way, and is won by nobody a second time.
        Raises `ProblemError`, and nothing is copied."""
        is_over = self._games.load(game_id).outcome is not None
        if is_over:
            # One that cannot be opened is not copied either: nobody could take its end back.
            self.open_session(self._games.load(game_id))
        copy_id = self._games.copy(game_id, title)
        if is_over:
            session = self.open_session(self._games.load(copy_id))
            while session.outcome is not None and session.can_undo:
                session.undo()
        return copy_id

    def export_game(self, stored: StoredGame) -> OutgoingFile:
        """A game as a file to be sent or saved."""
        from companion.storage.game_files import export_game

        return export_game(stored, self._games.metadata_of(stored))

    def to_shared_game(self, game_id: int) -> SharedGame:
        """A game as it is handed on to another device: what counts, and no notes. Raises `ProblemError`."""
        from companion.storage.game_files import to_shared_game

        return to_shared_game(self._games.load(game_id))

    def preview_import(self, shared_game: SharedGame) -> ImportOutcome:
        """What would become of a game that somebody hands on to here."""
        return self._games.preview_import(shared_game)

    def import_shared_game(self, shared_game: SharedGame) -> int:
        """Keep it, or go on with ours; the number of the game to open."""
        return self._games.import_shared_game(shared_game)

    @property
    def import_folder(self) -> Path:
        """The folder in which files wait to be read in."""
        from companion.storage.game_files import IMPORT_FOLDER

        return self._folder / IMPORT_FOLDER

    def list_waiting_files(self) -> tuple[Path, ...]:
        """The files of games and maps that could be read in."""
        from companion.storage.game_files import list_waiting_files

        return tuple(path for path in list_waiting_files(self._folder) if not _is_json_export_file(path))

    def list_waiting_bundles(self) -> tuple[tuple[str, Path], ...]:
        """The backups, recordings and files of many games that lie beside them, each with its name as it can
        be shown."""
        from companion.files.safe_zip import display_name
        from companion.storage.game_files import list_waiting_files, list_waiting_zips

        exports = (path for path in list_waiting_files(self._folder) if _is_json_export_file(path))
        return tuple((display_name(path.name), path) for path in (*list_waiting_zips(self._folder), *exports))

    def import_file(self, path: Path, name: str) -> ImportedGame | None:
        """Take a game file into the history; None if it is there already."""
        from companion.storage.game_files import import_file

        count_before = self._games.count()
        game_id = import_file(path, self._games, name)
        return None if game_id is None else ImportedGame(game_id, self._games.count() > count_before)

    def import_waiting_files(
        self, on_extended: Callable[[int], object] = lambda _: None
    ) -> tuple[int, tuple[Problem, ...]]:
        """Take in the files that wait; returns how many brought something, and why others were refused. Told
        is the number of each game of ours that went on."""
        from companion.storage.game_files import mark_as_imported

        import_count, problems = 0, []
        for path in self.list_waiting_files():
            try:
                import_count += self._import_file(path, on_extended)
                mark_as_imported(path)
            except ProblemError as wrong:
                problems.append(wrong.problem)
        return import_count, tuple(problems)

    def _import_file(self, path: Path, on_extended: Callable[[int], object]) -> bool:
        """Whether it brought anything."""
        from companion.storage import campaign_files
        from companion.storage.game_files import read_file_bytes

        data = read_file_bytes(path, path.name)
        if campaign_files.is_map(data):
            return (
                campaign_files.import_map(campaign_files.read_map(data, path.name), self._campaigns)
                is not None
            )
        imported = self.import_file(path, path.name)
        if imported is not None and not imported.is_new:
            on_extended(imported.game_id)
        return imported is not None


def _is_json_export_file(path: Path) -> bool:
    from companion.storage.json_export import is_json_export

    try:
        with path.open("rb") as file:
            return is_json_export(file.read(256))
    except OSError:
        return False
