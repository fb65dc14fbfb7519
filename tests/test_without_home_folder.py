"""App and commands work without a home folder and report what cannot be saved."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import doctor
from companion.cli.main import main
from companion.i18n.translator import Translator
from companion.storage.database import APP_FOLDER
from tests.cases import sample

# A user who is on no list, so that nobody knows a home of theirs. They may read everything, as the Python of
# the tests may lie in root's own home, and write almost nowhere.
_STRANGER = 54321
_AS_STRANGER = [
    *("setpriv", f"--reuid={_STRANGER}", f"--regid={_STRANGER}", "--clear-groups"),
    *("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"),
]
_OPEN = """
from companion.launch import prepare_kivy
prepare_kivy(off_screen=True)
import os, sys
from kivy.clock import Clock
from companion.app import open_app
from companion.storage.database import find_data_folder
app = open_app(find_data_folder(os.environ, sys.platform))
Clock.schedule_once(lambda _: app.stop())
app.run()
for problem in app.startup_problems:
    print(app.tr.translate_problem(problem))
"""
# What the doctor says of the folder, in the same process.
_LOOK = """
from companion.cli.doctor import check_data_folder
for found in check_data_folder(find_data_folder(os.environ, sys.platform)):
    print(app.tr(found.key, **found.args))
"""
# Several commands, one after another, as each of them would be called from a shell.
_COMMANDS = """
import json, sys
from companion.cli.main import main
for words in json.loads(sys.argv[1]):
    if main(words):
        sys.exit(f"{words} failed")
"""


def _missing(folder: Path) -> str:
    # Below a file: not even root can make it.
    return str(Path(_file(folder), "home"))


def _file(folder: Path) -> str:
    file = folder / "home"
    file.write_text("no folder")
    return str(file)


def _locked(_folder: Path) -> str:
    # Rights do not keep root out; the system's own tables do.
    return "/proc"


HOMES = {"missing": _missing, "a file": _file, "locked": _locked}


@pytest.fixture
def run(tmp_path):
    """Runs Python with another home, or with none if it is None."""

    def start(home: str | None, *args: str, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        env = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "XDG_"))}
        env["LANG"] = "it_IT.UTF-8"
        for name in ("HOME", "COMPANION_DATA", "DISPLAY", "WAYLAND_DISPLAY", "LC_ALL", "LC_MESSAGES"):
            env.pop(name, None)
        # Else every one of these processes would compile the whole package for itself.
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        if home is not None:
            env["HOME"] = home
        command = [*before, sys.executable, *args]
        # A folder in which nothing is made by mistake, and in which a stranger may stand.
        empty = tmp_path / "empty"
        empty.mkdir(exist_ok=True)
        done = subprocess.run(command, env=env, cwd=empty, capture_output=True, text=True, timeout=120)
        assert "Traceback" not in done.stderr
        assert list(empty.iterdir()) == []
        return done

    return start


@pytest.fixture
def stranger():
    """What lets a command be run by somebody without a home."""
    if shutil.which("setpriv") is None or os.geteuid() != 0:
        pytest.skip("only root can become somebody else, with setpriv")
    tried = subprocess.run([*_AS_STRANGER, sys.executable, "-c", ""], check=False, capture_output=True)
    if tried.returncode:
        pytest.skip("here nobody else can run this Python")
    return tuple(_AS_STRANGER)


@pytest.mark.window
@pytest.mark.parametrize("home", sample(HOMES))
def test_the_app_opens_and_says_in_the_users_language_that_nothing_is_kept(run, tmp_path, home):
    where = HOMES[home](tmp_path)
    done = run(where, "-c", _OPEN)
    told = Translator("it")(
        "app.problem.storage_unwritable", folder=str(Path(where, ".local", "share", APP_FOLDER))
    )
    assert (done.returncode, done.stdout.strip()) == (0, told)


@pytest.mark.window
def test_the_app_and_the_doctor_see_a_user_whose_home_nobody_knows(run, stranger):
    done = run(None, "-c", _OPEN + _LOOK, before=stranger)
    told, folder = Translator("it"), str(Path(os.devnull, ".local", "share", APP_FOLDER))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        told("app.problem.storage_unwritable", folder=folder),
        told("app.doctor.data_locked", folder=folder),
    ]


@pytest.mark.window
def test_the_app_opens_for_a_user_who_must_not_write_at_home(run, stranger, tmp_path):
    home = tmp_path / "home"
    (home / ".kivy" / "mods").mkdir(parents=True)
    done = run(str(home), "-c", _OPEN, before=stranger)
    assert done.returncode == 0
    assert str(home) in done.stdout
    assert done.stderr == ""
    assert [path.name for path in home.rglob("*")] == [".kivy", "mods"]


@pytest.mark.window
def test_a_home_that_can_be_used_keeps_games_and_kivys_settings(run, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    done = run(str(home), "-c", _OPEN)
    assert (done.returncode, done.stdout) == (0, "")
    assert (home / ".kivy" / "config.ini").is_file()
    assert (home / ".local" / "share" / APP_FOLDER / "companion.db").is_file()


@pytest.mark.parametrize("home", HOMES)
def test_the_doctor_names_the_folder_that_cannot_be_made(capsys, monkeypatch, tmp_path, home):
    where = HOMES[home](tmp_path)
    monkeypatch.setenv("HOME", where)
    for name in ("COMPANION_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    # Neither has to do with a home; the whole examination is made below and in cli/test_doctor_window.
    monkeypatch.setattr(doctor, "check_window_and_sound", lambda: iter(()))
    monkeypatch.setattr(doctor, "check_catalogues", lambda: iter(()))
    assert main(["doctor", "--language", "it"]) == 1
    folder = str(Path(where, ".local", "share", APP_FOLDER))
    assert Translator("it")("app.doctor.data_locked", folder=folder) in capsys.readouterr().out


@pytest.mark.thorough
@pytest.mark.parametrize("home", HOMES)
def test_the_whole_examination_is_made_without_a_home(run, tmp_path, home):
    where = HOMES[home](tmp_path)
    done = run(where, "-m", "companion", "doctor")
    folder = str(Path(where, ".local", "share", APP_FOLDER))
    assert Translator("it")("app.doctor.data_locked", folder=folder) in done.stdout


@pytest.mark.thorough
def test_the_whole_examination_is_made_for_a_user_whose_home_nobody_knows(run, stranger):
    done = run(None, "-m", "companion", "doctor", before=stranger)
    told = Translator("it")(
        "app.doctor.data_locked", folder=str(Path(os.devnull, ".local", "share", APP_FOLDER))
    )
    assert told in done.stdout


def test_the_commands_that_keep_nothing_work_without_one(run, tmp_path):
    record, sound = tmp_path / "game.json", tmp_path / "night.wav"
    record.write_text('{"format": 1, "game": "duet", "setup": {"players": ["Ada", "Bruno"]}, "moves": []}')
    night = ["night", "avalon", "--players", "5", "--style", "quick"]
    words = [[*night, "--text"], [*night, "--out", str(sound)], ["replay", str(record)]]
    done = run(_missing(tmp_path), "-c", _COMMANDS, json.dumps(words))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["agents"] == 0
    assert sound.stat().st_size > 100_000
