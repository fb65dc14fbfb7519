"""The doctor on display and sound: a process of its own opens them and says what came of it."""

import json
import sys

import pytest

from companion.cli import doctor
from companion.cli.main import main

pytestmark = pytest.mark.window


def test_the_whole_examination_fits_the_place_it_is_made_in(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", "")
    code = main(["doctor", "--json", "--data", str(tmp_path / "data")])
    report = json.loads(capsys.readouterr().out)
    found = {one["topic"]: one["code"] for one in report["findings"]}
    # The tests run off-screen and without a sound card: good enough to open, not to see or hear.
    assert (found["display"], found["sound"]) == ("display_none", "sound_unheard")
    assert (found["kivy"], found["data"]) == ("kivy", "data_new")
    assert (code, report["usable"]) == (0, True)
    assert not (tmp_path / "data").exists()


@pytest.fixture
def no_texts(monkeypatch):
    """All texts of all languages are looked at in the whole examination, and need not be each time."""
    monkeypatch.setattr(doctor, "check_catalogues", lambda: iter(()))


@pytest.mark.skipif(sys.platform != "linux", reason="needs a display server that can be missing")
def test_a_display_that_does_not_answer_is_broken(no_texts, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", "")
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("DISPLAY", ":nowhere")
    code = main(["doctor", "--data", str(tmp_path)])
    out = capsys.readouterr().out
    assert code == 1
    assert [line for line in out.splitlines() if line.startswith("✗")] != []


def test_a_sound_device_that_cannot_be_opened_is_no_reason_to_stop(no_texts, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", "")
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    code = main(["doctor", "--json", "--data", str(tmp_path)])
    found = {one["topic"]: one["code"] for one in json.loads(capsys.readouterr().out)["findings"]}
    assert (code, found["sound"]) == (0, "sound_none")
