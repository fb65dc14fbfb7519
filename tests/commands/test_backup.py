"""`companion backup` and `companion restore`: all of it into one file, and in again beside what is here."""

from __future__ import annotations

import subprocess
import sys
import wave
import zipfile
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.narrator.narration import sample_line
from companion.storage.json_export import export_json
from companion.storage.settings_table import PENDING_RECORDINGS_KEY
from companion.storage.store import open_store
from tools.filled_store import fill

NOW = 1_790_000_000.0


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data of somebody who has played a little and recorded a line."""
    monkeypatch.setenv("COMPANION_LANGUAGE", "en")
    folder = tmp_path / "data"
    store = open_store(folder, lambda: NOW)
    fill(store, 12)
    store.close()
    line = folder / "voices" / "en" / f"{sample_line()}.wav"
    line.parent.mkdir(parents=True)
    with wave.open(str(line), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8_000)
        sound.writeframes(b"\0\1" * 8_000)
    return folder


def run(folder: Path, *words: object) -> int:
    return main(["--data", str(folder), *map(str, words)])


def listed(folder: Path) -> list[str]:
    """All files below it."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def exported(folder: Path, to: Path) -> bytes:
    store = open_store(folder, lambda: NOW)
    with to.open("wb") as file:
        export_json(store.database, file)
    store.close()
    return to.read_bytes()


def test_all_of_it_goes_into_one_file_and_comes_back_on_another_device(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(data, "backup", tmp_path / "all.zip") == 0
    assert "12 games" in capsys.readouterr().out
    other = tmp_path / "other"
    assert run(other, "restore", tmp_path / "all.zip") == 0
    told = capsys.readouterr().out
    assert "+ 12 games" in told
    assert "+ 1 recorded line" in told
    assert listed(other) == listed(data)
    assert exported(other, tmp_path / "one") == exported(data, tmp_path / "two")
    store = open_store(other, lambda: NOW)
    assert store.settings.find("theme") == "light"
    assert store.settings.find(PENDING_RECORDINGS_KEY) is None
    store.close()
    assert run(other, "restore", tmp_path / "all.zip") == 0
    assert "nothing to add" in capsys.readouterr().out
    assert exported(other, tmp_path / "one") == (tmp_path / "two").read_bytes()


def test_a_look_ahead_tells_the_same_and_makes_nothing(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(data, "backup", tmp_path / "all.zip")
    capsys.readouterr()
    assert run(tmp_path / "other", "restore", "--dry-run", tmp_path / "all.zip") == 0
    assert "+ 12 games" in capsys.readouterr().out
    assert not (tmp_path / "other").exists()
    before = exported(data, tmp_path / "one")
    store = open_store(data, lambda: NOW)
    store.games.delete(1)
    store.games.purge(NOW)
    store.close()
    after = exported(data, tmp_path / "two")
    assert run(data, "restore", "--dry-run", tmp_path / "all.zip") == 0
    assert "+ 1 game " in capsys.readouterr().out
    assert exported(data, tmp_path / "two") == after != before


def test_a_file_of_all_games_is_read_in_too(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = exported(data, tmp_path / "all.json")
    other = tmp_path / "other"
    assert run(other, "restore", "--dry-run", tmp_path / "all.json") == 0
    assert "12 games" in capsys.readouterr().out
    assert not other.exists()
    assert run(other, "restore", tmp_path / "all.json") == 0
    assert "12 games came in" in capsys.readouterr().out
    assert exported(other, tmp_path / "again") == before
    for look in ("--dry-run", "--"):
        assert run(other, "restore", look, tmp_path / "all.json") == 0
        assert "here already" in capsys.readouterr().out


def test_no_file_is_written_over_and_none_is_left_half(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.zip").write_text("mine", encoding="utf-8")
    assert run(data, "backup", tmp_path / "mine.zip") == 2
    assert "mine.zip" in capsys.readouterr().err
    assert (tmp_path / "mine.zip").read_text(encoding="utf-8") == "mine"
    assert run(data, "backup", tmp_path / "nowhere" / "all.zip") == 2
    assert run(tmp_path / "empty", "backup", tmp_path / "all.zip") == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "mine.zip"]
    assert "inbox" not in {path.name for path in data.iterdir()}


@pytest.mark.parametrize("words", [("backup",), ("restore",), ("restore", "no such file")])
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path / "data", *words) == 2
    assert capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_what_is_damaged_or_something_else_changes_nothing(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(data, "backup", tmp_path / "all.zip")
    whole = (tmp_path / "all.zip").read_bytes()
    before, files = exported(data, tmp_path / "one"), listed(data)
    spoiled = {
        "cut.zip": whole[: len(whole) // 2],
        "flipped.zip": whole[:900] + bytes([whole[900] ^ 1]) + whole[901:],
        "letter.txt": b"dear",
        "game.json": b'{"format":1,"game":"duet","setup":{"players":["A","B"]},"moves":[]}',
        "all.json": b'{"format":"table-companion-games","version":99}',
    }
    for name, content in spoiled.items():
        (tmp_path / name).write_bytes(content)
        assert run(data, "restore", tmp_path / name) == 2
        assert name in capsys.readouterr().err
    assert exported(data, tmp_path / "two") == before
    assert listed(data) == files


HOLDER = """
import sys
from pathlib import Path
from companion.storage.store import open_store
store = open_store(Path(sys.argv[1]), lambda: 0.0)
print(store.is_durable, flush=True)
sys.stdin.read()
"""


def test_while_the_app_is_running_that_is_said(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(data, "backup", tmp_path / "all.zip")
    capsys.readouterr()
    command = [sys.executable, "-c", HOLDER, str(data)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as app:
        if app.stdin is None or app.stdout is None:
            raise AssertionError("no pipes")
        assert app.stdout.readline() == "True\n"
        for words in (("backup", "more.zip"), ("restore", "all.zip"), ("export", "--json", "all.json")):
            assert run(data, *words[:-1], tmp_path / words[-1]) == 2
            assert "is running" in capsys.readouterr().err
        app.stdin.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.zip", "data"]


def test_data_of_a_later_app_stay_where_they_are(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(data, lambda: NOW)
    store.database.connection.execute("PRAGMA user_version = 999")
    store.close()
    files = listed(data)
    assert run(data, "backup", tmp_path / "all.zip") == 2
    assert "later version" in capsys.readouterr().err
    assert listed(data) == files


def test_nothing_private_of_the_zip_is_unpacked_elsewhere(data: Path, tmp_path: Path) -> None:
    run(data, "backup", tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip", "a") as packed:
        packed.writestr("../outside.txt", "here")
    assert run(data, "restore", tmp_path / "all.zip") == 2
    assert not (tmp_path / "outside.txt").exists()
    assert not (tmp_path.parent / "outside.txt").exists()
