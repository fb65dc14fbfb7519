"""Zips that lie are rejected or read no further than allowed; errors are worded in every language."""

from __future__ import annotations

import errno
import io
import os
import stat
import struct
import zipfile

import pytest

from companion.files.safe_zip import DamagedZip, SafeZip, ZipTooBig, read_problem, write_problem
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator


def write_zip(path, entries, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as packed:
        for info, data in entries:
            packed.writestr(info, data)
    return path


def test_a_file_is_read_unchanged(tmp_path):
    with SafeZip(write_zip(tmp_path / "a.zip", [("en/line.ogg", b"sound")])) as packed:
        (file,) = packed.entries
        assert file.path == ("en", "line.ogg")
        assert packed.read(file, 100) == b"sound"
        packed.unpack(file, tmp_path / "out", 100)
    assert (tmp_path / "out").read_bytes() == b"sound"


def test_a_zip_bomb_is_rejected_unread(tmp_path):
    with (
        SafeZip(write_zip(tmp_path / "a.zip", [("bomb", bytes(20_000_000))])) as packed,
        pytest.raises(ZipTooBig),
    ):
        packed.read(packed.entries[0], 10**9)


def test_more_bytes_than_allowed_are_rejected(tmp_path):
    with SafeZip(write_zip(tmp_path / "a.zip", [("a", b"x" * 101)])) as packed, pytest.raises(ZipTooBig):
        packed.read(packed.entries[0], 100)


def test_an_entry_without_a_name_is_skipped(tmp_path):
    path = write_zip(tmp_path / "a.zip", [("x", b"")])
    data = path.read_bytes()
    listed = data.find(b"PK\x01\x02")
    # Its name is as long as nothing, and the letter belongs to the remark after it.
    lengths = data[listed + 28 : listed + 34]
    path.write_bytes(data[: listed + 28] + lengths[4:6] * 2 + lengths[:2] + data[listed + 34 :])
    with SafeZip(path) as packed:
        assert packed.entries == ()


def test_folders_links_and_hidden_files_are_skipped(tmp_path):
    link = zipfile.ZipInfo("en/link.ogg")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    entries = [("en/", b""), (link, b"/etc/passwd"), ("__MACOSX/x.ogg", b""), (".DS_Store", b""), ("a", b"")]
    with SafeZip(write_zip(tmp_path / "a.zip", entries)) as packed:
        assert [file.name for file in packed.entries] == ["a"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_duplicate_name_is_reported(tmp_path):
    with SafeZip(write_zip(tmp_path / "a.zip", [("a", b"1"), ("a", b"2"), ("b", b"3")])) as packed:
        assert packed.duplicate_paths == {("a",)}
        # Found once, however many files ask.
        assert packed.duplicate_paths is packed.duplicate_paths


def test_a_zip_inside_a_zip_is_a_plain_file(tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as packed:
        packed.writestr("backup.json", "{}")
    with SafeZip(write_zip(tmp_path / "a.zip", [("inner.zip", inner.getvalue())])) as packed:
        assert [file.name for file in packed.entries] == ["inner.zip"]


@pytest.mark.parametrize("spoil", ["cut", "empty", "long list", "64", "sum", "locked", "other packing"])
def test_an_inconsistent_zip_is_damaged(tmp_path, spoil):
    kind = zipfile.ZIP_BZIP2 if spoil == "other packing" else zipfile.ZIP_STORED
    path = write_zip(tmp_path / "a.zip", [("a", b"words")], kind)
    data = bytearray(path.read_bytes())
    end = data.rfind(b"PK\x05\x06")
    if spoil == "cut":
        del data[end + 10 :]
    elif spoil == "empty":
        data.clear()
    elif spoil == "long list":
        data[end + 12 : end + 16] = struct.pack("<I", 2**31)
    elif spoil == "64":
        data[end:end] = b"PK\x06\x07" + bytes(16)
    elif spoil == "sum":
        data[data.find(b"words")] ^= 1
    elif spoil == "locked":
        data[6] |= 1
        data[data.find(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(DamagedZip), SafeZip(path) as packed:
        packed.read(packed.entries[0], 100)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EISDIR, errno.ENOENT, errno.EIO])
def test_reasons_do_not_depend_on_the_system_language(number: int) -> None:
    wrong = OSError(number, os.strerror(number))
    for code in LANGUAGES:
        tr = Translator(code)
        for problem in (read_problem("game.json", wrong), write_problem("game.json", wrong)):
            words = tr.translate_problem(problem)
            assert "game.json" in words
            assert os.strerror(number) not in words
            assert tr.missing == set()


def test_an_unknown_error_is_reported_by_its_name() -> None:
    assert read_problem("game.json", OSError(errno.EIO, "")).args["reason"] == "EIO"
    assert read_problem("game.json", OSError("no number")).args["reason"] == "OSError"
