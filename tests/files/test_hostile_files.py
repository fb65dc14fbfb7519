"""Hostile files: each is rejected with a reason, changes nothing, leaves no file and needs little memory."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import stat
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import ProblemError
from companion.files.backup_service import BackupService
from companion.files.incoming import FileType, detect_file_type
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narrator.voices.recorded import FILE_SUFFIXES
from companion.storage.campaigns import import_map, read_map
from companion.storage.importing import import_game_file, import_json, read_file_bytes, run_to_completion
from companion.storage.store import Store, open_store
from tests.storage.exchange import restore
from tools.filled_store import fill
from tools.flip_backup import a_backup

NOW = 1_790_000_000.0
RECORD = {"format": 1, "game": "duet", "setup": {"players": ["Ada", "Bo"]}, "moves": [{"move": "agent"}]}
KEPT = {"id": "0123456789abcdef", "started": 1.0, "updated": 2.0, "times": [1.5]}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path / "data", lambda: NOW)
    fill(store, 2)
    yield store
    store.close()


def import_any(store: Store, folder: Path, path: Path) -> None:
    """As the app takes whatever it is given, without asking."""
    name, kept = path.name, BackupService(store, folder)
    match detect_file_type(path, name, FILE_SUFFIXES):
        case FileType.RECORD:
            import_game_file(store, path, name)
        case FileType.GAMES:
            run_to_completion(import_json(store.database, path, name))
        case FileType.MAP:
            import_map(read_map(read_file_bytes(path, name), name), store.campaigns)
        case FileType.BACKUP:
            place = kept.inbox.create_folder()
            try:
                restore(store.database, kept.read_backup(path, place, name).games)
            finally:
                for left in sorted(place.rglob("*"), reverse=True):
                    left.unlink()
                place.rmdir()
                kept.inbox.remove_if_empty()
        case _:
            raise AssertionError("nothing that is taken here")


def dump_store(store: Store) -> list[str]:
    return list(store.database.connection.iterdump())


def with_wrong_size(tmp_path: Path) -> list[Path]:
    # Beside the test's own folder lie those of all tests before it: only their names are read.
    found = sorted((*tmp_path.parent.iterdir(), *tmp_path.rglob("*")))
    return [path for path in found if "companion.db" not in path.name]


def refusal(store: Store, tmp_path: Path, path: Path) -> str:
    """Why it is refused, after nothing has changed."""
    before, files = dump_store(store), with_wrong_size(tmp_path)
    with pytest.raises(ProblemError) as wrong:
        import_any(store, tmp_path / "data", path)
    assert dump_store(store) == before
    assert not store.database.connection.in_transaction
    assert with_wrong_size(tmp_path) == files
    for language in LANGUAGES:
        assert Translator(language).translate_problem(wrong.value.problem)
    return wrong.value.problem.code


# -- text ---------------------------------------------------------------------------------------------------


def record(**changes: Any) -> str:
    return json.dumps({**RECORD, **changes})


def games(text: str) -> str:
    return (
        '{"format":"table-companion-games","version":1,"people":[],"groups":[],"maps":[],"games":['
        + text
        + "]}"
    )


def build_metadata(**changes: Any) -> str:
    return games(record(kept={**KEPT, **changes}))


TEXTS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "unknown"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(400), "unknown"),
    "a letter": (b"dear all", "unknown"),
    "a list": (b"[]", "unknown"),
    "cut off": (record().encode()[:-3], "record_not_json"),
    "UTF-16": (games("").encode("utf-16"), "unknown"),
    "UTF-16 without its mark": (games("").encode("utf-16-le"), "record_not_json"),
    "Latin-1": (build_metadata(title="Città").replace("\\u00e0", "à").encode("latin-1"), "damaged"),
    "a record in Latin-1": (record().replace("Ada", "Adà").encode("latin-1"), "record_not_json"),
    "half a pair": (build_metadata(title="\ud800").encode(), "record_wrong_type"),
    "deeply nested": (b'{"format":1,"game":' + b"[" * 200_000, "record_not_json"),
    "a deep move": (games(record(moves=[1]).replace("1]", "[" * 50_000)).encode(), "damaged"),
    "a field twice": (b'{"format":1,"format":1}', "record_field_twice"),
    "not a number": (record().replace('"agent"', "NaN").encode(), "record_not_json"),
    "endless": (record().replace('"agent"', "-Infinity").encode(), "record_not_json"),
    "a huge number": (
        record().replace('"format": 1', '"format": 1' + "0" * 400).encode(),
        "record_wrong_type",
    ),
    "a number too long": (record().replace('"agent"', "9" * 9_000).encode(), "record_unknown_move"),
    "a later format": (record(format=2, dreams=[]).encode(), "record_format"),
    "a later file of games": (b'{"format":"table-companion-games","version":2,"dreams":1}', "newer"),
    "a later map": (b'{"format":"table-companion-map","version":2,"game":"duet","campaign":{}}', "newer"),
    "a game of no box": (record(game="chess").encode(), "record_unknown_game"),
    "a name with a bell": (record(setup={"players": ["A\x07da", "Bo"]}).encode(), "name_unclean"),
    "a name turned round": (record(setup={"players": ["A\u202eda", "Bo"]}).encode(), "name_unclean"),
    "a title with a bell": (build_metadata(title="A\x07").encode(), "record_wrong_type"),
    "a title turned round": (build_metadata(title="A\u202eB").encode(), "record_wrong_type"),
    "a note that steers": (
        build_metadata(notes=[{"at": 0, "text": "\x1b[2J"}]).encode(),
        "record_wrong_type",
    ),
    "a note turned round": (
        build_metadata(notes=[{"at": 0, "text": "a\u202e"}]).encode(),
        "record_wrong_type",
    ),
    "a moment never": (build_metadata(started=1e308).encode(), "record_wrong_type"),
    "a time too many": (build_metadata(times=[1.0, 2.0]).encode(), "record_wrong_type"),
    "the same game twice": (games(",".join([record(kept=KEPT)] * 2)).encode(), "twice"),
    "one that is no game": (games(record(kept=KEPT) + "," + record()).encode(), "record_missing_field"),
}


@pytest.mark.parametrize("what", TEXTS)
def test_an_invalid_text_file_is_rejected_with_the_reason(store: Store, tmp_path: Path, what: str) -> None:
    data, code = TEXTS[what]
    path = tmp_path / "came.json"
    path.write_bytes(data)
    assert refusal(store, tmp_path, path) == code


def test_a_byte_order_mark_is_ignored(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "came.json"
    path.write_bytes(b"\xef\xbb\xbf" + build_metadata().encode())
    import_any(store, tmp_path / "data", path)
    assert store.games.count() == 3


# -- zips ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return a_backup(tmp_path_factory.mktemp("there")).read_bytes()


def unzip(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def zip_files(files: dict[str, bytes] | list[tuple[str | zipfile.ZipInfo, bytes]]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items() if isinstance(files, dict) else files:
            packed.writestr(name, data)
    return made.getvalue()


def list_files(files: dict[str, bytes], **changes: Any) -> bytes:
    """A backup whose list is right, whatever is in its files."""
    contents = json.loads(files["backup.json"])
    others = {name: data for name, data in files.items() if name != "backup.json"}
    contents["files"] = [
        {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in others.items()
    ]
    return zip_files({**others, "backup.json": json.dumps({**contents, **changes}).encode()})


def change_manifest(data: bytes, folder: Path, change: Callable[[sqlite3.Connection], object]) -> bytes:
    """A backup whose database says something else, and whose list says that it does."""
    files, path = unzip(data), folder / "altered.sqlite"
    path.write_bytes(files["companion.db"])
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        change(connection)
    files["companion.db"] = path.read_bytes()
    path.unlink()
    return list_files(files)


def with_file(data: bytes, name: str, mode: int = 0) -> bytes:
    info = zipfile.ZipInfo("x")
    info.filename = name
    info.external_attr = mode << 16
    return zip_files([*unzip(data).items(), (info, b"../../outside")])


def bomb(data: bytes, name: str) -> bytes:
    """A few kilobytes that unpack to a thousand times as much."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for other, content in unzip(data).items():
            if other != name:
                packed.writestr(other, content)
        with packed.open(name, "w") as file:
            for _ in range(30):
                file.write(bytes(1_000_000))
    return made.getvalue()


def overlap_entries(data: bytes) -> bytes:
    """Two files of the list are one and the same stretch of the zip."""
    lines = data[data.index(b"PK\x01\x02") :]
    first = lines[: 46 + struct.unpack_from("<H", lines, 28)[0]]
    end = lines.rindex(b"PK\x05\x06")
    entries = lines[:end] + first.replace(b"companion.db", b"companion.d2")
    count, size = struct.unpack_from("<H", lines, end + 8)[0] + 1, len(entries)
    tail = lines[end : end + 8] + struct.pack("<HHI", count, count, size) + lines[end + 16 :]
    return data[: data.index(b"PK\x01\x02")] + entries + tail


def misreport_size(data: bytes, size: int) -> bytes:
    """One whose list tells another size of the database than it has."""
    at = data.index(b"PK\x01\x02")
    return data[: at + 24] + struct.pack("<I", size) + data[at + 28 :]


ZIPS: dict[str, tuple[Callable[[bytes, Path], bytes], str]] = {
    "no file of it": (lambda data, _: zip_files({}), "unknown"),
    "a foreign zip": (lambda data, _: zip_files({"letter.txt": b"dear"}), "unknown"),
    "a path upwards": (lambda data, _: with_file(data, "../outside"), "damaged"),
    "an absolute path": (lambda data, _: with_file(data, "/tmp/outside"), "damaged"),
    "a drive": (lambda data, _: with_file(data, "C:\\outside"), "damaged"),
    "a path below the recordings": (lambda data, _: with_file(data, "voices/../../outside"), "damaged"),
    "a later form": (lambda data, _: list_files(unzip(data), version=3), "newer"),
    "no version": (lambda data, _: list_files(unzip(data), version=True), "damaged"),
    "a list in UTF-16": (
        lambda data, _: zip_files({**unzip(data), "backup.json": "{}".encode("utf-16")}),
        "damaged",
    ),
    "a deep list": (lambda data, _: zip_files({**unzip(data), "backup.json": b"[" * 90_000}), "damaged"),
    "not a number": (lambda data, _: zip_files({**unzip(data), "backup.json": b'{"a":NaN}'}), "damaged"),
    "a bomb in the database": (lambda data, _: bomb(data, "companion.db"), "damaged"),
    "a bomb in the list": (lambda data, _: bomb(data, "backup.json"), "big"),
    "overlapping files": (lambda data, _: overlap_entries(data), "damaged"),
    "a size too small": (lambda data, _: misreport_size(data, 10), "damaged"),
    "a size too large": (lambda data, _: misreport_size(data, 200_000_000), "damaged"),
    "a later database": (
        lambda data, folder: change_manifest(
            data, folder, lambda found: found.execute("PRAGMA user_version = 99")
        ),
        "newer",
    ),
    "a table of its own": (
        lambda data, folder: change_manifest(data, folder, lambda found: found.execute("CREATE TABLE x (y)")),
        "damaged",
    ),
    "a note longer than a book": (
        lambda data, folder: change_manifest(
            data, folder, lambda found: found.execute("UPDATE notes SET text = hex(randomblob(1500000))")
        ),
        "damaged",
    ),
}


@pytest.mark.parametrize("what", ZIPS)
def test_an_invalid_zip_is_rejected_with_the_reason(
    store: Store, tmp_path: Path, backup: bytes, what: str
) -> None:
    make, code = ZIPS[what]
    path = tmp_path / "came.zip"
    path.write_bytes(make(backup, tmp_path))
    assert refusal(store, tmp_path, path) == code


@pytest.mark.parametrize(("name", "mode"), [("voices/en", stat.S_IFLNK | 0o777), ("..\\outside", 0)])
def test_links_and_hidden_files_of_a_backup_are_not_written(
    store: Store, tmp_path: Path, backup: bytes, name: str, mode: int
) -> None:
    path = tmp_path / "came.zip"
    path.write_bytes(with_file(backup, name, mode))
    files = with_wrong_size(tmp_path)
    import_any(store, tmp_path / "data", path)
    assert with_wrong_size(tmp_path) == files
    assert not any(file.is_symlink() for file in tmp_path.rglob("*"))


# -- memory -------------------------------------------------------------------------------------------------

# Takes each of these files and tells by how much its memory has grown at the most, in megabytes.
CHILD = """
import resource, sys
from pathlib import Path
from companion.core.game import ProblemError
from companion.storage.store import open_store
from tests.files.test_hostile_files import import_any
folder = Path(sys.argv[1])
store = open_store(folder, lambda: 0.0)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for path in map(Path, sys.argv[2:]):
    try:
        import_any(store, folder, path)
        print(path.name, "taken", store.games.count())
    except ProblemError as wrong:
        print(path.name, wrong.problem.code)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
# What one value and its parts may come to; the worst of the files below would take a thousand.
MOST_MEGABYTES = 80


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such measure there")
def test_no_file_exhausts_memory(tmp_path: Path, backup: bytes) -> None:
    head = games("")[:-2]
    holes = {"hole.json": head.encode(), "hole.zip": b"PK\x03\x04", "record.json": b'{"format":1,'}
    paths = [tmp_path / name for name in holes]
    for path in paths:
        with path.open("wb") as file:
            file.write(holes[path.name])
            file.truncate(1_000_000_000)
    one_game = record(moves=[], kept=KEPT)
    texts = {
        "moves.json": games(one_game.replace('"moves": []', '"moves": [' + "{}," * 1_000_000 + "{}]")),
        "text.json": games('"' + "x" * 30_000_000 + '"'),
        "names.json": games(one_game.replace('["Ada", "Bo"]', '["Ada"' + ', "Ada"' * 150_000 + "]")),
    }
    for name, text in texts.items():
        paths.append(tmp_path / name)
        paths[-1].write_text(text, encoding="utf-8")

    def stretch(found: sqlite3.Connection) -> None:
        found.execute("DELETE FROM moves WHERE game_id = 1")
        found.execute(
            "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 200000)"
            """ INSERT INTO moves SELECT 1, i, '{"move":"agent"}', 0.0 FROM n"""
        )

    paths.append(tmp_path / "moves.zip")
    paths[-1].write_bytes(change_manifest(backup, tmp_path, stretch))
    command = [sys.executable, "-c", CHILD, str(tmp_path / "data"), *map(str, paths)]
    *told, grown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told == [
        *("hole.json big", "hole.zip damaged", "record.json import_big"),
        *("moves.json big", "text.json big", "names.json seats_many"),
        # All but the one of that many moves.
        "moves.zip taken 3",
    ]
    assert int(grown) < MOST_MEGABYTES
