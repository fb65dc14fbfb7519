"""Incoming files: copied up to a limit, and recognised by their content."""

import errno
import io
import os
import zipfile

import pytest

from companion.background import Cancelled
from companion.core.game import ProblemError, error
from companion.files.incoming import FileType, Inbox, copy_file, detect_file_type


def always_wanted():
    return True


class Full(io.BytesIO):
    """A disk without room, as the one who writes meets it."""

    def read(self, size=-1):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_stream_longer_than_announced_is_stopped(tmp_path):
    to = tmp_path / "arrived"
    with pytest.raises(ProblemError) as refused:
        copy_file(io.BytesIO(bytes(1_000_000)).read, to, "big.zip", always_wanted, max_bytes=500_000)
    assert refused.value.problem.key == "app.files.problem.big"
    assert to.stat().st_size <= 500_000


def test_copying_stops_when_cancelled(tmp_path):
    chunks = iter([True, True, False])
    with pytest.raises(Cancelled):
        copy_file(io.BytesIO(bytes(1_000_000)).read, tmp_path / "arrived", "x", lambda: next(chunks))


def test_a_full_disk_is_reported(tmp_path):
    with pytest.raises(ProblemError) as refused:
        copy_file(Full().read, tmp_path / "arrived", "game.json", always_wanted)
    assert refused.value.problem.key == "app.files.problem.full"


def test_a_folder_that_cannot_be_created_is_reported(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ProblemError) as refused:
        Inbox(tmp_path / "file").create_folder()
    assert refused.value.problem == error("app.files.problem.no_place", file=str(tmp_path / "file" / "inbox"))


def zip_files(path, **files):
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            packed.writestr(name.replace("__", "/"), data)


def test_file_types_are_detected_by_content(tmp_path):
    path = tmp_path / "anything.exe"
    path.write_bytes(b'\xef\xbb\xbf \n{"format": 1}')
    assert detect_file_type(path, "x", (".ogg",)) is FileType.RECORD
    path.write_bytes(b'\xef\xbb\xbf \n{"campaign": {}, "format": "table-companion-map"}')
    assert detect_file_type(path, "x", (".ogg",)) is FileType.MAP
    zip_files(path, **{"backup.json": "{}", "voices__en__line.ogg": "x"})
    assert detect_file_type(path, "x", (".ogg",)) is FileType.BACKUP
    zip_files(path, **{"ours__en__line.OGG": "x"})
    assert detect_file_type(path, "x", (".ogg",)) is FileType.RECORDINGS


@pytest.mark.parametrize(
    "data",
    [b"", b"\x89PNG", b"[1]", '{"a": 1}'.encode("utf-16"), b"SQLite format 3\0", bytes(20_000_000)],
    ids=["empty", "picture", "list", "utf-16", "database", "20 MB"],
)
def test_unknown_files_are_rejected(tmp_path, data):
    path = tmp_path / "x"
    path.write_bytes(data)
    with pytest.raises(ProblemError) as refused:
        detect_file_type(path, "x", (".ogg",))
    assert refused.value.problem.key == "app.files.problem.unknown"


@pytest.mark.parametrize(
    "data",
    [
        b'{"format": "table-companion-map"',
        b'{"format": ["table-companion-map"]}',
        b'{"format": 1, "inside": {"format": "table-companion-map"}}',
        b'{"format": "table-companion-map"}' + b" " * 2_000_000,
        b'{"a":' * 50_000,
        b'{"format": "table-companion-map\xff"}',
    ],
    ids=["cut off", "a list", "inside", "2 MB", "deep", "no text"],
)
def test_an_invalid_map_is_read_as_a_record_with_its_problem(tmp_path, data):
    path = tmp_path / "x"
    path.write_bytes(data)
    assert detect_file_type(path, "x", (".ogg",)) is FileType.RECORD


def test_a_truncated_zip_is_damaged_and_a_foreign_one_unknown(tmp_path):
    path = tmp_path / "x.zip"
    zip_files(path, **{"letter.txt": "dear"})
    with pytest.raises(ProblemError) as refused:
        detect_file_type(path, "x.zip", (".ogg",))
    assert refused.value.problem.key == "app.files.problem.unknown"
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(ProblemError) as refused:
        detect_file_type(path, "x.zip", (".ogg",))
    assert refused.value.problem.key == "app.files.problem.damaged"


def test_old_files_are_cleared_except_those_in_use(tmp_path):
    inbox = Inbox(tmp_path)
    first, second = inbox.create_folder(), inbox.create_folder()
    inbox.clear(except_names=[second.name])
    assert not first.exists()
    assert inbox.find_folder(f"../{second.name}") == second
