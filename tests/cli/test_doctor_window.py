"""`companion doctor`: its checks of display and sound, in a subprocess."""

import json
import sys

import pytest

from companion.cli import doctor
from companion.cli.main import main

pytestmark = pytest.mark.window


def test_all_checks_run_off_screen(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", "")
    code = main(["doctor", "--json", "--data", str(tmp_path / "data")])
    report = json.loads(capsys.readouterr().out)
    codes = {item["topic"]: item["code"] for item in report["findings"]}
    # The tests run off-screen and without a sound card: good enough to open, not to see or hear.
    assert (codes["display"], codes["sound"]) == ("display_none", "sound_unheard")
    assert (codes["kivy"], codes["data"]) == ("kivy", "data_new")
    assert (code, report["usable"]) == (0, True)
    assert not (tmp_path / "data").exists()


@pytest.fixture
def without_catalogues(monkeypatch):
    """All texts of all languages are looked at in the whole examination, and need not be each time."""
    monkeypatch.setattr(doctor, "check_catalogues", lambda: iter(()))


@pytest.mark.skipif(sys.platform != "linux", reason="needs a display server that can be missing")
def test_display_that_does_not_answer_is_broken(without_catalogues, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", "")
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("DISPLAY", ":nowhere")
    code = main(["doctor", "--data", str(tmp_path)])
    out = capsys.readouterr().out
    assert code == 1
    assert [line for line in out.splitlines() if line.startswith("✗")] != []


def test_missing_sound_device_is_not_fatal(without_catalogues, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", "")
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    code = main(["doctor", "--json", "--data", str(tmp_path)])
    codes = {item["topic"]: item["code"] for item in json.loads(capsys.readouterr().out)["findings"]}
    assert (code, codes["sound"]) == (0, "sound_none")
