"""The one importer: share links, game files, JSON exports and backups.

Every source becomes an `IncomingGame`. `plan_game_import` matches it with the local games, by `uid` or by
start time and set-up; `apply_game_import` inserts it, extends the local game, or adds missing metadata. If
both copies were played on differently they are two games, and either device may end up with both under either
uid.

A JSON export and a backup are imported in one transaction. Local groups, people and recordings never change.
Groups and people match by name, campaigns by id and are merged. Settings of a backup are imported only if
nobody has played in this app yet.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from companion.core.game import Outcome, Problem, ProblemError, error
from companion.core.players import clean_name, is_same_name
from companion.core.serialization import encode
from companion.files.safe_zip import display_name, error_name, read_problem
from companion.files.share_link import SharedGame
from companion.games.game_file import GameMetadata, GameRecord, parse_record
from companion.storage import campaigns as campaign_storage
from companion.storage.campaigns import CampaignRow, find_campaign, merge_maps, to_row, validate_map
from companion.storage.database import Database, Execute, Row, dump_json, load_json
from companion.storage.games import MatchKind, generate_uid
from companion.storage.journal import COLUMNS
from companion.storage.json_export import is_json_export, read_json_export
from companion.storage.rosters import MAX_GROUPS
from companion.storage.store import Store
from companion.storage.validation import (
    ExportedGroup,
    ExportedMap,
    ExportedPerson,
    ValidatedGame,
    find_outcome,
)

T = TypeVar("T")


def run_to_completion(steps: Generator[float, None, T]) -> T:
    """Run a generator to its end and return its result, ignoring progress."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result


# -- one game -----------------------------------------------------------------------------------------------

# Move count, text and time of writing (None if unknown).
NoteRow = tuple[Any, ...]


class GameContents(NamedTuple):
    """The rows of an incoming game: moves with their times (None if unknown), notes and marks."""

    moves: Sequence[tuple[str, float | None]]
    notes: Sequence[NoteRow] = ()
    marks: Sequence[Row] = ()


@dataclass(frozen=True, slots=True)
class IncomingGame:
    """A game to import: the columns of its row, and its other rows, loaded when they are needed. Of its moves
    the first `move_count` count. A record without metadata has no `uid`. A shared game has no times of moves;
    its player names replace the local ones, and it restores a deleted game."""

    load_contents: Callable[[], GameContents]
    game: str
    setup: str
    started: float
    updated: float
    move_count: int
    ended: float | None = None
    outcome: str | None = None
    draft_at: int | None = None
    draft: str | None = None
    uid: str = ""
    title: str = ""
    starred: bool = False
    game_night: float | None = None
    night_seconds: float | None = None
    is_shared: bool = False

    @property
    def counted_moves(self) -> list[str]:
        return [move for move, _ in self.load_contents().moves[: max(0, self.move_count)]]

    @classmethod
    def from_link(cls, shared: SharedGame, now: float) -> IncomingGame:
        contents = GameContents([(dump_json(move), None) for move in shared.moves])
        return cls(
            lambda: contents, shared.game, dump_json(shared.setup), shared.started, now, len(shared.moves),
            outcome=_dump_outcome(shared.outcome), uid=shared.uid, title=shared.title,
            game_night=shared.game_night, is_shared=True,
        )  # fmt: skip

    @classmethod
    def from_record(cls, record: GameRecord, outcome: Outcome | None, now: float) -> IncomingGame:
        """Build it from a record whose moves were replayed. Without metadata it begins now, without a game
        night, and `updated = 0` sorts it after every game that was played here."""
        setup, moves = dump_json(encode(record.setup)), [dump_json(move) for move in record.moves]
        metadata = record.metadata or GameMetadata("", now, 0.0, now, (now,) * len(moves))
        notes = [(note.at, note.text, None) for note in metadata.notes]
        contents = GameContents(list(zip(moves, map(float, metadata.times), strict=True)), notes)
        updated = float(metadata.updated)
        ended = None if outcome is None else _to_float(metadata.ended) or updated
        return cls(
            lambda: contents, record.game.id, setup, float(metadata.started), updated, len(moves), ended,
            _dump_outcome(outcome), uid=metadata.id, title=metadata.title, starred=metadata.starred,
            game_night=_to_float(metadata.evening), night_seconds=_to_float(metadata.night),
        )  # fmt: skip


def _dump_outcome(outcome: Outcome | None) -> str | None:
    return None if outcome is None else dump_json(encode(outcome))


def _to_float(timestamp: float | None) -> float | None:
    return None if timestamp is None else float(timestamp)


@dataclass(frozen=True, slots=True)
class GameImportPlan:
    """What importing a game will do. It is inserted (NEW, DIVERGED), extends the local game `local_id` from
    move `common_moves` on, or only adds metadata. `new_notes` are missing in the local game;
    `is_metadata_changed` is True if it gets a title or a star."""

    kind: MatchKind
    local_id: int = 0
    common_moves: int = 0
    new_notes: tuple[NoteRow, ...] = ()
    is_metadata_changed: bool = False

    @property
    def is_new(self) -> bool:
        return self.kind in (MatchKind.NEW, MatchKind.DIVERGED)

    @property
    def is_changing(self) -> bool:
        return self.kind is not MatchKind.EXISTING or self.note_count > 0

    @property
    def note_count(self) -> int:
        """Count the notes for a local game; a new title or star counts as one."""
        return len(self.new_notes) + (self.is_metadata_changed and self.kind is MatchKind.EXISTING)


class ImportedGame(NamedTuple):
    """Result of an import: the id of the local game, whether it is new, and whether anything changed."""

    game_id: int
    is_new: bool
    is_changed: bool


def import_game(database: Database, incoming: IncomingGame) -> ImportedGame:
    """Import one game in one transaction."""
    with database.transaction() as execute:
        plan = plan_game_import(database, incoming)
        game_id = apply_game_import(database, execute, incoming, plan)
    return ImportedGame(game_id, plan.is_new, plan.is_changing)


# Greater than every game id.
_MAX_ID: Final = 2**63 - 1


def plan_game_import(database: Database, incoming: IncomingGame, max_id: int = _MAX_ID) -> GameImportPlan:
    """Plan the import of one game; local games with an id up to `max_id` can match."""
    plan = _find_match(database, incoming, max_id) if incoming.uid else _find_identical(database, incoming)
    if plan.is_new or incoming.is_shared:
        return plan
    notes = _find_missing_notes(database, plan, incoming.load_contents().notes, incoming.move_count)
    has_new = database.rows(_SELECT_NEW_METADATA, (plan.local_id, incoming.title, incoming.starred))
    return GameImportPlan(plan.kind, plan.local_id, plan.common_moves, notes, bool(has_new))


_CANDIDATES: Final = (
    "SELECT id, position, updated, setup FROM main.games WHERE {known} AND game = ? AND id <= ?"
)
_BY_UID: Final = _CANDIDATES.format(known="uid = ? AND deleted IS NULL")
_BY_START: Final = _CANDIDATES.format(known="started = ? AND uid IS NOT ? AND deleted IS NULL")
_DELETED: Final = _CANDIDATES.format(known="uid = ? AND deleted IS NOT NULL")
_MOVES_BY_INDEX: Final = "SELECT number, move FROM main.moves WHERE game_id = ?"
_UID_EXISTS: Final = "SELECT 1 FROM main.games WHERE uid = ? AND (deleted IS NULL OR ?)"
# A recently deleted game gives up its uid: if restored, it is another game.
_FREE_UID: Final = (
    "UPDATE main.games SET uid = lower(hex(randomblob(8))) WHERE uid = ? AND deleted IS NOT NULL"
)
_SAME_SETUP: Final = (
    "SELECT id FROM main.games WHERE game = ? AND setup = ? AND position = ? AND deleted IS NULL"
)


def _find_match(database: Database, incoming: IncomingGame, max_id: int) -> GameImportPlan:
    rows = database.rows(_BY_UID, (incoming.uid, incoming.game, max_id))
    rows += database.rows(_BY_START, (incoming.started, incoming.uid, incoming.game, max_id))
    if incoming.is_shared:
        rows += database.rows(_DELETED, (incoming.uid, incoming.game, max_id))
    extended: GameImportPlan | None = None
    setup = _without_names(incoming.setup)
    candidates = [row for row in rows if _is_valid_row(row) and _without_names(row[3]) == setup]
    incoming_moves = incoming.counted_moves if candidates else ()
    for local_id, move_count, updated, _ in candidates:
        divergence = _find_divergence(dict(database.rows(_MOVES_BY_INDEX, (local_id,))), incoming_moves)
        # Moves undone here after the incoming copy was saved can be redone here; moves undone before were
        # played again there.
        is_newer = not incoming.is_shared and incoming.updated > updated
        if divergence is None and (len(incoming_moves) <= move_count or not is_newer):
            return GameImportPlan(MatchKind.EXISTING, local_id, move_count)
        has_all_moves = divergence is None or divergence >= move_count
        if extended is None and len(incoming_moves) > move_count and has_all_moves:
            extended = GameImportPlan(MatchKind.EXTENDS, local_id, move_count)
    has_diverged = bool(candidates) or bool(database.rows(_UID_EXISTS, (incoming.uid, incoming.is_shared)))
    return extended or GameImportPlan(MatchKind.DIVERGED if has_diverged else MatchKind.NEW)


def _find_identical(database: Database, incoming: IncomingGame) -> GameImportPlan:
    """Match a record without metadata, of which only set-up and moves are known."""
    moves = incoming.counted_moves
    for (game_id,) in database.rows(_SAME_SETUP, (incoming.game, incoming.setup, len(moves))):
        local_moves: dict[int, Any] = dict(database.rows(_MOVES_BY_INDEX, (game_id,)))
        if [local_moves.get(move_index) for move_index in range(len(moves))] == moves:
            return GameImportPlan(MatchKind.EXISTING, game_id, len(moves))
    return GameImportPlan(MatchKind.NEW)


def _is_valid_row(row: Row) -> bool:
    return type(row[1]) is int and type(row[2]) is float


def _without_names(setup: Any) -> Any:
    """Return the set-up without player names, which may change at any time. An unreadable set-up is compared
    as text."""
    try:
        record = load_json(setup)
    except ValueError:
        return setup
    if not isinstance(record, dict):
        return record
    return {name: value for name, value in record.items() if name != "players"}


def _find_divergence(local_moves: dict[int, Any], incoming_moves: Sequence[str]) -> int | None:
    """Return the index of the first incoming move that differs or is missing locally; None without one."""
    for move_index, move in enumerate(incoming_moves):
        if not _is_same_move(local_moves.get(move_index), move):
            return move_index
    return None


def _is_same_move(local_move: Any, incoming_move: str) -> bool:
    """Compare moves as JSON: the order of fields may differ."""
    if local_move == incoming_move:
        return True
    try:
        return bool(load_json(local_move) == load_json(incoming_move))
    except ValueError:
        return False


_LOCAL_NOTES: Final = "SELECT position, text, at FROM main.notes WHERE game_id = ?"


def _find_missing_notes(
    database: Database, plan: GameImportPlan, incoming: Sequence[NoteRow], incoming_total: int
) -> tuple[NoteRow, ...]:
    """Return the incoming notes that the local game lacks. A note that was edited here is recognised by its
    time of writing. A note after undone moves is moved to the last move that counts."""
    if not incoming:
        return ()
    local_notes = database.rows(_LOCAL_NOTES, (plan.local_id,))
    incoming_texts = {text for _, text, _ in incoming}

    def is_existing(move_count: int, text: str, written_at: float | None) -> bool:
        positions = _possible_move_counts(move_count, incoming_total)
        for local_move_count, local_text, local_time in local_notes:
            is_same_time = written_at is not None and local_time == written_at
            is_edited = is_same_time and local_text not in incoming_texts
            local_positions = _possible_move_counts(local_move_count, plan.common_moves)
            if (local_text == text or is_edited) and positions & local_positions:
                return True
        return False

    return tuple(note for note in incoming if not is_existing(*note))


def _possible_move_counts(move_count: Any, total_moves: int) -> set[Any]:
    return {move_count, min(move_count, total_moves)} if type(move_count) is int else {move_count}


_INSERT_GAME: Final = (
    f"INSERT INTO main.games ({COLUMNS}) VALUES ({', '.join('?' * len(COLUMNS.split(',')))})"
)
# Names, game night and night duration stay as they are here. The local draft depended on moves that are no
# longer the last ones.
_EXTEND: Final = (
    "UPDATE main.games SET position = ?, updated = max(updated, ?), ended = ?, outcome = ?, entry_at = ?,"
    " entry = ?, counted = 0 WHERE id = ?"
)
_RENAME: Final = "UPDATE main.games SET setup = ?, counted = 0 WHERE id = ?"
_RESTORE: Final = "UPDATE main.games SET deleted = NULL WHERE id = ? AND deleted IS NOT NULL"
_MOVE_TIME: Final = "SELECT at FROM main.moves WHERE game_id = ? AND number = ?"
_DELETE_MOVES: Final = "DELETE FROM main.moves WHERE game_id = ? AND number >= ?"
_ADD_MOVE: Final = "INSERT INTO main.moves (game_id, number, move, at) VALUES (?, ?, ?, ?)"
_ADD_MARK: Final = "INSERT OR IGNORE INTO main.marks (game_id, seat, position, mark) VALUES (?, ?, ?, ?)"
_ADD_NOTE: Final = (
    "INSERT INTO main.notes (game_id, number, position, text, at)"
    " SELECT ?, ifnull(max(number), -1) + 1, ?, ?, ? FROM main.notes WHERE game_id = ?"
)
_MARK_STALE: Final = "UPDATE main.games SET counted = 0 WHERE id = ?"
# A local title is never replaced.
_HAS_NEW_METADATA: Final = "id = ?1 AND ((title = '' AND ?2 <> '') OR starred < ?3)"
_SELECT_NEW_METADATA: Final = f"SELECT 1 FROM main.games WHERE {_HAS_NEW_METADATA}"
_MERGE_METADATA: Final = (
    "UPDATE main.games SET title = CASE title WHEN '' THEN ?2 ELSE title END, starred = max(starred, ?3),"
    f" counted = 0 WHERE {_HAS_NEW_METADATA}"
)


def apply_game_import(
    database: Database, execute: Execute, incoming: IncomingGame, plan: GameImportPlan
) -> int:
    """Carry the plan out, inside a running transaction; return the id of the local game."""
    local_id, notes = plan.local_id, plan.new_notes
    if plan.is_new:
        local_id, notes = _insert_game(database, execute, incoming), tuple(incoming.load_contents().notes)
    elif plan.kind is MatchKind.EXTENDS:
        _extend_game(database, execute, incoming, plan)
    elif incoming.is_shared:
        execute(_RESTORE, (local_id,))
    for move_count, text, written_at in notes:
        time = incoming.updated if written_at is None else written_at
        execute(_ADD_NOTE, (local_id, move_count, text, time, local_id))
    if notes:
        execute(_MARK_STALE, (local_id,))
    if plan.is_metadata_changed:
        execute(_MERGE_METADATA, (local_id, incoming.title, incoming.starred))
    return local_id


def _insert_game(database: Database, execute: Execute, incoming: IncomingGame) -> int:
    uid = _allocate_uid(database, execute, incoming.uid or generate_uid(), incoming.counted_moves)
    row = (
        incoming.game, incoming.setup, incoming.started, incoming.updated, incoming.move_count,
        _end_time(incoming, incoming.started), incoming.outcome, incoming.draft_at, incoming.draft,
        uid, incoming.title, incoming.starred, incoming.game_night, incoming.night_seconds,
    )  # fmt: skip
    local_id = execute(_INSERT_GAME, row).lastrowid or 0
    _add_moves_and_marks(database, local_id, incoming, 0, incoming.started)
    return local_id


def _extend_game(database: Database, execute: Execute, incoming: IncomingGame, plan: GameImportPlan) -> None:
    local_id, first_index, made_at = plan.local_id, plan.common_moves, incoming.started
    for (time,) in database.rows(_MOVE_TIME, (local_id, first_index - 1)):
        made_at = time if type(time) is float else made_at
    end = (_end_time(incoming, made_at), incoming.outcome)
    draft = (incoming.draft_at, incoming.draft)
    execute(_EXTEND, (incoming.move_count, incoming.updated, *end, *draft, local_id))
    if incoming.is_shared:
        execute(_RENAME, (incoming.setup, local_id))
        execute(_RESTORE, (local_id,))
    execute(_DELETE_MOVES, (local_id, first_index))
    _add_moves_and_marks(database, local_id, incoming, first_index, made_at)


def _end_time(incoming: IncomingGame, made_at: float) -> float | None:
    is_unknown = incoming.is_shared and incoming.outcome is not None
    return made_at if is_unknown else incoming.ended


def _add_moves_and_marks(
    database: Database, local_id: int, incoming: IncomingGame, first_index: int, made_at: float
) -> None:
    """Add the moves from `first_index` on; `made_at` is the time of moves without one."""
    moves, _, marks = incoming.load_contents()
    move_rows = (
        (local_id, move_index, move, made_at if time is None else time)
        for move_index, (move, time) in enumerate(moves[first_index:], first_index)
    )
    database.connection.executemany(_ADD_MOVE, move_rows)
    database.connection.executemany(_ADD_MARK, ((local_id, *mark) for mark in marks))


def _allocate_uid(database: Database, execute: Execute, uid: str, moves: Sequence[str]) -> str:
    """Return the uid of an imported game: its own, if no local game has it.

    If one does, the two games have diverged, and a new uid is derived from the incoming moves, so that every
    device that imports the game computes the same one.
    """
    execute(_FREE_UID, (uid,))
    if not database.rows(_UID_EXISTS, (uid, True)):
        return uid
    derived_uid = hashlib.sha256("\n".join((uid, *moves)).encode()).hexdigest()[:16]
    return _allocate_uid(database, execute, derived_uid, moves)


def max_local_id(database: Database) -> int:
    """Return the highest local game id before the import. It limits matching to local games: games of one
    file are never duplicates of each other."""
    ((max_id,),) = database.rows("SELECT ifnull(max(id), 0) FROM main.games")
    return int(max_id)


# -- game files ---------------------------------------------------------------------------------------------

# Folder below the data folder for files to be imported.
IMPORT_FOLDER: Final = "imports"
# No game or campaign is nearly this big; a bigger file is not ours.
MAX_RECORD_BYTES: Final = 2_000_000


def import_game_file(store: Store, path: Path, name: str) -> ImportedGame:
    """Import a game file. `name` is the file name shown to the user. All moves are replayed first: one
    illegal move rejects the file. Raises `ProblemError`."""
    record = parse_record(read_file_bytes(path, name))
    outcome = find_outcome(record, "moves")
    return import_game(store.database, IncomingGame.from_record(record, outcome, store.clock()))


def read_file_bytes(path: Path, name: str) -> bytes:
    """Read a game or campaign file, up to the size limit. Raises `ProblemError`."""
    try:
        if path.stat().st_size > MAX_RECORD_BYTES:
            raise ProblemError(error("app.problem.import_big", file=name))
        return path.read_bytes()
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong


class ImportFolder:
    """Folder below the data folder in which the user puts files to be imported."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.path = folder / IMPORT_FOLDER
        self._store = store

    def list_files(self) -> tuple[Path, ...]:
        """List the waiting files of games and campaigns."""
        return tuple(path for path in self._list_by_suffix(".json") if not _is_json_export_file(path))

    def list_bundles(self) -> tuple[tuple[str, Path], ...]:
        """List the waiting backups, recordings and JSON exports, each with its display name."""
        exports = filter(_is_json_export_file, self._list_by_suffix(".json"))
        return tuple((display_name(path.name), path) for path in (*self._list_by_suffix(".zip"), *exports))

    def _list_by_suffix(self, suffix: str) -> list[Path]:
        try:
            return sorted(path for path in self.path.iterdir() if path.suffix.lower() == suffix)
        except OSError:
            return []

    def import_files(
        self, on_extended: Callable[[int], object] = lambda _: None
    ) -> tuple[int, tuple[Problem, ...]]:
        """Import the waiting files; return how many brought something new, and the problems of the others.
        `on_extended` is called with the id of each local game that was extended."""
        import_count, problems = 0, []
        for path in self.list_files():
            try:
                import_count += self._import_file(path, on_extended)
                _mark_as_imported(path)
            except ProblemError as wrong:
                problems.append(wrong.problem)
        return import_count, tuple(problems)

    def _import_file(self, path: Path, on_extended: Callable[[int], object]) -> bool:
        """Import one file; return whether anything was new."""
        data = read_file_bytes(path, path.name)
        if campaign_storage.is_map(data):
            map_file = campaign_storage.read_map(data, path.name)
            return campaign_storage.import_map(map_file, self._store.campaigns) is not None
        imported = import_game_file(self._store, path, path.name)
        if imported.is_changed and not imported.is_new:
            on_extended(imported.game_id)
        return imported.is_changed


def _is_json_export_file(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return is_json_export(file.read(256))
    except OSError:
        return False


def _mark_as_imported(path: Path) -> None:
    """Rename an imported file, so that it is not imported again. Raises `ProblemError`."""
    try:
        path.replace(path.with_suffix(".read"))
    except OSError as wrong:
        problem = error("app.problem.import_stays", file=path.name, reason=error_name(wrong))
        raise ProblemError(problem) from wrong


# -- JSON export of all games -------------------------------------------------------------------------------

_ADD_PERSON: Final = (
    "INSERT OR IGNORE INTO people (reading, name, mark, colour, same_as) VALUES (?, ?, ?, ?, ?)"
)
# An alias points directly to its person: no chains, no cycles.
_FLATTEN_ALIASES: Final = (
    "UPDATE people SET same_as = NULL WHERE same_as IS NOT NULL AND"
    " (same_as = reading OR same_as IN (SELECT reading FROM people WHERE same_as IS NOT NULL))"
)
_MARK_ALL_STALE: Final = "UPDATE games SET counted = 0 WHERE counted = 1"


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Number of games in the file, of new or changed ones, and of local games that were changed."""

    game_count: int
    new_count: int
    extended_count: int = 0


class _DryRun(Exception):
    """Rolls back the transaction of a dry run."""


def import_json(database: Database, path: Path, name: str) -> Generator[float, None, ImportCounts]:
    """Import a JSON export in one transaction, yielding the progress from 0 to 1. Closing the generator
    early, or an error, rolls everything back. `name` is the file name shown to the user. Duplicate games are
    skipped, local people and groups are left alone, and maps are merged. Raises `ProblemError`."""
    with database.transaction() as execute:
        return (yield from _import_elements(database, execute, path, name))


def preview_json_import(database: Database, path: Path, name: str) -> ImportCounts:
    """Dry run of `import_json`: run it in a transaction and roll back. Raises `ProblemError`."""
    counts = ImportCounts(0, 0)
    with suppress(_DryRun), database.transaction() as execute:
        counts = run_to_completion(_import_elements(database, execute, path, name))
        raise _DryRun
    return counts


def _import_elements(
    database: Database, execute: Execute, path: Path, name: str
) -> Generator[float, None, ImportCounts]:
    has_new_aliases = False
    game_count = new_count = extended_count = 0
    max_id = max_local_id(database)
    groups = [group for (group,) in database.rows("SELECT name FROM groups")]
    for progress, element in read_json_export(path, name):
        match element:
            case ValidatedGame():
                incoming = IncomingGame.from_record(element.record, element.outcome, 0.0)
                plan = plan_game_import(database, incoming, max_id)
                apply_game_import(database, execute, incoming, plan)
                game_count += 1
                new_count += plan.is_changing
                extended_count += plan.is_changing and not plan.is_new
            case ExportedPerson():
                added = execute(_ADD_PERSON, element.to_row()).rowcount
                has_new_aliases = has_new_aliases or (added > 0 and element.same_as is not None)
            case ExportedGroup():
                if len(groups) < MAX_GROUPS and not any(is_same_name(element.name, name) for name in groups):
                    players = tuple(map(clean_name, element.players))
                    insert_group(execute, element.name, float(element.last_used), players)
                    groups.append(element.name)
            case ExportedMap():
                incoming_map = validate_map(element.game, element.campaign)
                record = merge_maps(find_campaign(database, incoming_map.id), incoming_map)
                if record is not None:
                    row = CampaignRow(incoming_map.id, element.game, record, float(element.updated))
                    execute(campaign_storage.UPSERT, to_row(row))
        yield progress
    if has_new_aliases:
        execute(_FLATTEN_ALIASES, ())
        execute(_MARK_ALL_STALE, ())
    return ImportCounts(game_count, new_count, extended_count)


def insert_group(execute: Execute, name: str, last_used: float, players: Sequence[str]) -> None:
    group_id = execute("INSERT INTO main.groups (name, last_used) VALUES (?, ?)", (name, last_used)).lastrowid
    insert_player = "INSERT INTO main.group_players (group_id, seat, name) VALUES (?, ?, ?)"
    for seat, player in enumerate(players):
        execute(insert_player, (group_id, seat, player))
