"""`companion night`, as somebody at a shell would use it."""

from __future__ import annotations

import json
import wave

import pytest

from companion.cli import main

USUAL = ["night", "avalon", "--players", "7", "--roles", "percival,morgana,oberon", "--language", "en"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("COMPANION_LANGUAGE", raising=False)


def test_the_night_as_json_tells_every_step_and_who_sees_whom(capsys):
    assert main([*USUAL, "--json"]) == 0
    night = json.loads(capsys.readouterr().out)
    assert [cue["kind"] for cue in night["cues"]][:3] == ["ALL_CLOSE", "EVIL_OPEN", "EVIL_CLOSE"]
    assert len(night["cues"]) == 15
    first = night["cues"][0]
    assert set(first) == {
        *("kind", "line", "text", "opens", "closes", "thumbs_up", "thumbs_down", "start", "speech", "hold"),
    }
    for cue, following in zip(night["cues"], night["cues"][1:], strict=False):
        assert cue["start"] + cue["speech"] + cue["hold"] == pytest.approx(following["start"], abs=0.01)
    assert set(night["knows"]["merlin"]) == {"assassin", "morgana", "oberon"}
    assert set(night["knows"]["percival"]) == {"merlin", "morgana"}
    assert night["knows"]["oberon"] == []


def test_an_option_changes_what_merlin_sees_by_either_name(capsys):
    for name in ("oberonSeenByMerlin", "oberon_seen_by_merlin"):
        assert main([*USUAL, "--option", f"{name}=false", "--json"]) == 0
        assert "oberon" not in json.loads(capsys.readouterr().out)["knows"]["merlin"]


def test_the_sound_file_lasts_as_planned(capsys, tmp_path):
    assert main([*USUAL, "--style", "quick", "--lang", "fa", "--json"]) == 0
    seconds = json.loads(capsys.readouterr().out)["seconds"]
    path = tmp_path / "night.wav"
    assert main([*USUAL, "--style", "quick", "--lang", "fa", "--out", str(path)]) == 0
    with wave.open(str(path)) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(seconds, abs=0.01)


def test_a_file_that_cannot_be_written_is_one_sentence_and_leaves_nothing(capfd, tmp_path):
    assert main([*USUAL, "--out", str(tmp_path / "nowhere" / "night.wav")]) == 2
    told = capfd.readouterr().err
    assert "nowhere" in told
    assert "Traceback" not in told
    assert list(tmp_path.glob("**/*.part")) == []


def test_a_set_up_that_is_not_legal_tells_all_its_problems(capsys):
    asked = ["night", "avalon", "--players", "9", "--roles", "oberon,mordred,morgana", "--lancelot", "v1"]
    assert main([*asked, "--json", "--language", "en"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out)["problems"] == ["too_many_evil", "morgana_without_percival"]
    assert told.err.count("\n") == 2


@pytest.mark.parametrize(
    "words",
    [
        ["night"],
        ["night", "chess", "--players", "7"],
        ["night", "avalon"],
        ["night", "avalon", "--players", "many"],
        ["night", "avalon", "--players", "7", "--pace", "9"],
        ["night", "avalon", "--players", "7", "--style", "opera"],
        ["night", "avalon", "--players", "7", "--lang", "de"],
        ["night", "avalon", "--players", "7", "--option", "dragons=true"],
        ["night", "avalon", "--players", "7", "--lancelot", "v9"],
        ["night", "avalon", "--players", "7", "--json", "--text"],
    ],
)
def test_words_that_make_no_sense_are_answered_with_one_line(capsys, words):
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_a_second_language_follows_line_by_line(capsys):
    assert main([*USUAL, "--lang", "it", "--second", "el", "--text"]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith(" 0:00")
    assert second.startswith("      ")
