"""Repository of stored games for the app: find, open, copy, export and import them."""

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
    # Imported for type checking only: these modules are needed by search and files, not at start.
    from companion.files.outgoing import OutgoingFile
    from companion.files.share_link import SharedGame
    from companion.statistics.query import GameFilter, ListedGame
    from companion.storage.campaigns import Campaigns


class ImportedGame(NamedTuple):
    """Result of an import: the id of the game, and whether it is new; otherwise it extended a local game."""

    game_id: int
    is_new: bool


class GameRepository:
    def __init__(self, games: GameStore, campaigns: Campaigns, folder: Path) -> None:
        self._games = games
        self._campaigns = campaigns
        self._folder = folder

    def open_latest(self) -> AnySession | None:
        """Open the last played unfinished game that can be opened; None if there is none."""
        with closing(self._games.iterate_unfinished()) as unfinished:
            for stored in unfinished:
                with suppress(ProblemError):
                    return self.open_session(stored)
        return None

    def open_session(self, stored: StoredGame) -> AnySession:
        """Raises `ProblemError` if this version cannot read the game or does not know it."""
        try:
            game = get_game(stored.game)
        except KeyError:
            raise ProblemError(error("app.problem.not_kept_yet")) from None
        return open_session(game.rules, stored, self._games)

    def list_recent(self, limit: int, before: StoredGame | None = None) -> GameListing:
        """List games by start time, newest first; `before` is the last game of the previous page."""
        return self._games.list_recent(limit, before)

    def list_games(self, game_filter: GameFilter) -> tuple[ListedGame, ...]:
        """List all games of a filter by start time, newest first, without loading their moves."""
        return self._games.list_games(game_filter)

    def frequent_players(self) -> tuple[str, ...]:
        """Return the name keys of all people in indexed games, most games first."""
        return self._games.frequent_players()

    def load(self, game_id: int) -> StoredGame:
        """Load a stored game. Raises `ProblemError`."""
        return self._games.load(game_id)

    def load_move_times(self, game_id: int) -> tuple[float, ...]:
        """Return the time of each move."""
        return self._games.load_move_times(game_id)

    def experienced_players(self, game: str) -> frozenset[str]:
        """Return everybody who has recently finished a game of this kind."""
        return self._games.experienced_players(game)

    def games_of_campaign(self, game: str, campaign: str | None) -> Iterator[StoredGame]:
        """Yield the games of a campaign; without one, the latest finished games without a campaign."""
        return self._games.games_of_campaign(game, campaign)

    def count(self) -> int:
        return self._games.count()

    def delete(self, game_id: int) -> None:
        """Hide the game from history and statistics until it is restored or purged."""
        self._games.delete(game_id)

    def restore(self, game_id: int) -> None:
        self._games.restore(game_id)

    def set_title(self, game_id: int, title: str) -> None:
        """Set the title; an empty one falls back to the name of the game."""
        self._games.set_title(game_id, title)

    def set_starred(self, game_id: int, starred: bool) -> None:
        self._games.set_starred(game_id, starred)

    def copy(self, game_id: int, title: str) -> int:
        """Copy a game up to its current position and return the id of the copy. Raises `ProblemError`.

        The copy of a finished game starts before its last move, which can be redone: it is meant to be
        continued differently, and must not count as a second win.
        """
        is_over = self._games.load(game_id).outcome is not None
        if is_over:
            # A game that cannot be opened is not copied: its end could not be undone.
            self.open_session(self._games.load(game_id))
        copy_id = self._games.copy(game_id, title)
        if is_over:
            session = self.open_session(self._games.load(copy_id))
            while session.outcome is not None and session.can_undo:
                session.undo()
        return copy_id

    def export_game(self, stored: StoredGame) -> OutgoingFile:
        """Export a game as a file."""
        from companion.storage.game_files import export_game

        return export_game(stored, self._games.metadata_of(stored))

    def to_shared_game(self, game_id: int) -> SharedGame:
        """Return a game as it is shared with another device, without notes. Raises `ProblemError`."""
        from companion.storage.game_files import to_shared_game

        return to_shared_game(self._games.load(game_id))

    def preview_import(self, shared_game: SharedGame) -> ImportOutcome:
        """Return what importing a shared game would do."""
        return self._games.preview_import(shared_game)

    def import_shared_game(self, shared_game: SharedGame) -> int:
        """Import a shared game and return the id of the game to open."""
        return self._games.import_shared_game(shared_game)

    @property
    def import_folder(self) -> Path:
        """The folder in which the user puts files to be imported."""
        from companion.storage.game_files import IMPORT_FOLDER

        return self._folder / IMPORT_FOLDER

    def list_waiting_files(self) -> tuple[Path, ...]:
        """List the waiting files of games and campaigns."""
        from companion.storage.game_files import list_waiting_files

        return tuple(path for path in list_waiting_files(self._folder) if not _is_json_export_file(path))

    def list_waiting_bundles(self) -> tuple[tuple[str, Path], ...]:
        """List the waiting backups, recordings and JSON exports, each with its display name."""
        from companion.files.safe_zip import display_name
        from companion.storage.game_files import list_waiting_files, list_waiting_zips

        exports = (path for path in list_waiting_files(self._folder) if _is_json_export_file(path))
        return tuple((display_name(path.name), path) for path in (*list_waiting_zips(self._folder), *exports))

    def import_file(self, path: Path, name: str) -> ImportedGame | None:
        """Import a game file; None if nothing is new."""
        from companion.storage.game_files import import_file

        count_before = self._games.count()
        game_id = import_file(path, self._games, name)
        return None if game_id is None else ImportedGame(game_id, self._games.count() > count_before)

    def import_waiting_files(
        self, on_extended: Callable[[int], object] = lambda _: None
    ) -> tuple[int, tuple[Problem, ...]]:
        """Import the waiting files; return how many brought something new, and the problems of the others.

        `on_extended` is called with the id of each local game that was extended.
        """
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
        """Import one file; return whether anything was new."""
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
