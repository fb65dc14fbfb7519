"""Outgoing files: written atomically under valid names."""

import errno
import os

import pytest

from companion.core.game import ProblemError
from companion.files.outgoing import EXPORT_FOLDER, Outbox, OutgoingFile, build_file_name


def create_outgoing(name="game.json", pack=lambda path: path.write_text("{}")):
    return OutgoingFile(name, "application/json", pack)


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("avalon", "2026-11-17", "12"), "avalon-2026-11-17-12.json"),
        (("../../etc/passwd", "1"), "etc-passwd-1.json"),
        (("C:\\CON", ""), "c-con.json"),
        (("\u202eexe\x00", "💥"), "exe.json"),
        (("", "آوالون"), "file.json"),
        (("x" * 300,), "x" * 80 + ".json"),
    ],
)
def test_file_names_are_valid_on_every_device(parts, name):
    assert build_file_name("json", *parts) == name


def test_a_file_is_written_atomically(tmp_path):
    def half(path):
        path.write_text("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(ProblemError) as refused:
        Outbox(tmp_path).write_file(create_outgoing(pack=half))
    assert refused.value.problem.key == "app.files.problem.full"
    assert list((tmp_path / EXPORT_FOLDER).iterdir()) == []


def test_an_unwritable_folder_is_reported(tmp_path):
    (tmp_path / EXPORT_FOLDER).write_text("in the way")
    with pytest.raises(ProblemError) as refused:
        Outbox(tmp_path).write_file(create_outgoing())
    assert refused.value.problem.code == "export_failed"


def test_on_a_phone_only_the_newest_files_are_kept(tmp_path):
    outbox = Outbox(tmp_path, max_files=3)
    for number in range(5):
        path = outbox.write_file(create_outgoing(f"{number}.json"))
        os.utime(path, (number, number))
    assert sorted(path.name for path in outbox.folder.iterdir()) == ["2.json", "3.json", "4.json"]


def test_on_a_desktop_all_files_are_kept(tmp_path):
    outbox = Outbox(tmp_path)
    for number in range(12):
        outbox.write_file(create_outgoing(f"{number}.json"))
    assert len(list(outbox.folder.iterdir())) == 12
