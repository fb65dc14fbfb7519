"""Backups that were damaged or made to do harm: refused whole, or nothing of them is different."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from companion.core.game import ProblemError
from companion.storage.backup import stage_backup
from tools.flip_backup import KINDS, OTHER, REFUSED, a_backup, import_outcome, rounds


def problem(path: Path, tmp_path: Path) -> str:
    place = tmp_path / "place"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    with pytest.raises(ProblemError) as refused:
        stage_backup(path, place, "backup.zip")
    assert not (place / "companion.db").exists()
    return refused.value.problem.key.rpartition(".")[2]


def repacked(path: Path, *more: tuple[str, bytes], without: str = "") -> Path:
    with zipfile.ZipFile(path) as packed:
        files = [(name, packed.read(name)) for name in packed.namelist() if name != without]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in (*files, *more):
            packed.writestr(name, data)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_flipped_bytes_are_refused_or_change_nothing(tmp_path: Path, kind: str) -> None:
    found = rounds(tmp_path, kind, 100)
    assert found[OTHER] == 0
    assert found[REFUSED] > 80
    if kind == "a fifth":
        assert found[REFUSED] == 100


def test_a_backup_that_was_cut_anywhere_is_refused(tmp_path: Path) -> None:
    path = a_backup(tmp_path)
    data = path.read_bytes()
    for length in range(0, len(data), max(1, len(data) // 60)):
        path.write_bytes(data[:length])
        assert problem(path, tmp_path) == "damaged"


def test_every_file_is_listed_as_it_was_packed(tmp_path: Path) -> None:
    with zipfile.ZipFile(a_backup(tmp_path)) as packed:
        told = json.loads(packed.read("backup.json"))
        assert told["version"] == 2
        assert [file["name"] for file in told["files"]] == ["companion.db", "voices/en/line.wav"]
        assert [file["bytes"] for file in told["files"]] == [
            len(packed.read(file["name"])) for file in told["files"]
        ]


def test_one_that_was_unpacked_and_packed_again_is_the_same(tmp_path: Path) -> None:
    path = a_backup(tmp_path)
    before = import_outcome(path, tmp_path / "one")
    assert before is not None
    assert import_outcome(repacked(path), tmp_path / "two") == before


def test_a_recording_that_was_changed_refuses_the_whole(tmp_path: Path) -> None:
    path = repacked(a_backup(tmp_path), ("voices/en/line.wav", b"other"), without="voices/en/line.wav")
    assert problem(path, tmp_path) == "damaged"
    of_one_size = ("voices/en/line.wav", b"x" * len(b"RIFF and some more" * 40))
    assert problem(repacked(path, of_one_size, without="voices/en/line.wav"), tmp_path) == "damaged"


def test_a_recording_that_is_missing_refuses_the_whole(tmp_path: Path) -> None:
    assert problem(repacked(a_backup(tmp_path), without="voices/en/line.wav"), tmp_path) == "damaged"


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "voices/en/more.wav"])
def test_a_file_that_nobody_listed_refuses_the_whole_and_is_written_nowhere(
    tmp_path: Path, name: str
) -> None:
    path = repacked(a_backup(tmp_path), (name, b"evil"))
    before = sorted(path.name for path in tmp_path.parent.iterdir())
    assert problem(path, tmp_path) == "damaged"
    assert sorted(path.name for path in tmp_path.parent.iterdir()) == before


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", ["backup.json", "companion.db", "voices/en/line.wav"])
def test_a_file_that_is_in_it_twice_refuses_the_whole(tmp_path: Path, name: str) -> None:
    assert problem(repacked(a_backup(tmp_path), (name, b"{}")), tmp_path) == "damaged"


def test_a_backup_inside_a_zip_is_none(tmp_path: Path) -> None:
    path = a_backup(tmp_path)
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w") as packed:
        packed.writestr("backup.zip", path.read_bytes())
    path.write_bytes(outer.getvalue())
    assert problem(path, tmp_path) == "damaged"


def test_a_gigabyte_of_nothing_is_refused_at_a_glance(tmp_path: Path) -> None:
    path = tmp_path / "backup.zip"
    with path.open("wb") as file:
        file.write(b"PK\x03\x04")
        file.truncate(1_000_000_000)
    assert problem(path, tmp_path) == "damaged"
