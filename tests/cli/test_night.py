"""`companion night`."""

from __future__ import annotations

import json
import os
import wave
from importlib.util import find_spec

import pytest

from companion.cli.main import main

CULTISTS = ["night", "cultists", "--language", "en"]
AVALON = ["night", "avalon", "--players", "7", "--roles", "percival,morgana,oberon", "--language", "en"]
needs_decoder = pytest.mark.skipif(find_spec("kivy") is None, reason="the decoder comes with Kivy")


@pytest.fixture(autouse=True)
def temporary_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("COMPANION_LANGUAGE", raising=False)


def test_night_as_json_has_all_steps_and_the_knowledge(capsys):
    assert main([*AVALON, "--json"]) == 0
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


@pytest.mark.parametrize("name", ["Avalon", "آوالون", "اولون"])
def test_game_is_found_by_its_names(capsys, name):
    main([*AVALON, "--text"])
    usual = capsys.readouterr().out
    assert main([*("night", name), *AVALON[2:], "--text"]) == 0
    assert capsys.readouterr().out == usual


def test_option_is_accepted_in_camel_and_snake_case(capsys):
    for name in ("oberonSeenByMerlin", "oberon_seen_by_merlin"):
        assert main([*AVALON, "--option", f"{name}=false", "--json"]) == 0
        assert "oberon" not in json.loads(capsys.readouterr().out)["knows"]["merlin"]


@needs_decoder
def test_audio_file_has_the_planned_duration(capsys, tmp_path):
    assert main([*AVALON, "--style", "quick", "--lang", "fa", "--json"]) == 0
    seconds = json.loads(capsys.readouterr().out)["seconds"]
    path = tmp_path / "night.wav"
    assert main([*AVALON, "--style", "quick", "--lang", "fa", "--out", str(path)]) == 0
    with wave.open(str(path)) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(seconds, abs=0.01)


@needs_decoder
def test_unwritable_file_is_reported_and_leaves_no_partial_file(capfd, tmp_path):
    assert main([*AVALON, "--out", str(tmp_path / "nowhere" / "night.wav")]) == 2
    output = capfd.readouterr().err
    assert "nowhere" in output
    assert "Traceback" not in output
    assert list(tmp_path.glob("**/*.part")) == []


@needs_decoder
def test_target_of_a_symbolic_link_is_written(capsys, tmp_path):
    link, file = tmp_path / "link.wav", tmp_path / "night.wav"
    link.symlink_to(file.name)
    file.write_bytes(b"old")
    assert main([*AVALON, "--style", "quick", "--out", str(link)]) == 0
    assert link.is_symlink()
    assert file.read_bytes().startswith(b"RIFF")
    assert str(link) in capsys.readouterr().out


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink(path, path)])
def test_special_file_is_not_overwritten(capsys, tmp_path, make):
    path = tmp_path / "night.wav"
    make(path)
    before = path.lstat()
    assert main([*AVALON, "--out", str(path)]) == 2
    assert os.path.samestat(path.lstat(), before)
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.glob("*.part")) == []


@pytest.mark.parametrize("pace", ["0.7", "0.83", "1.17", "1.3"])
def test_each_step_ends_where_the_next_begins(capsys, pace):
    assert main([*AVALON, "--pace", pace, "--json"]) == 0
    night = json.loads(capsys.readouterr().out)
    ends = [round(1000 * (cue["start"] + cue["speech"] + cue["hold"]), 6) for cue in night["cues"]]
    starts = [round(1000 * cue["start"], 6) for cue in night["cues"]]
    assert ends == [*starts[1:], 1000 * night["seconds"]]


def test_too_many_players_are_rejected(capsys):
    assert main(["night", "avalon", "--players", "5000", "--language", "en", "--json"]) == 2
    output = capsys.readouterr()
    assert "seats_many" in json.loads(output.out)["problems"]
    assert "5000 seated" in output.err
    assert main(["night", "avalon", "--players", "9" * 5000, "--language", "en"]) == 2
    output = capsys.readouterr().err
    assert "--players" in output
    assert "999" not in output


def test_all_problems_of_an_invalid_setup_are_reported(capsys):
    arguments = ["night", "avalon", "--players", "9", "--roles", "oberon,mordred,morgana", "--lancelot", "v1"]
    assert main([*arguments, "--json", "--language", "en"]) == 2
    output = capsys.readouterr()
    assert json.loads(output.out)["problems"] == ["too_many_evil", "morgana_without_percival"]
    assert output.err.count("\n") == 2


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
        ["night", "avalon", "--players", "7", "--style", "ritual"],
        ["night", "avalon", "--players", "7", "--seer"],
        ["night", "avalon", "--players", "7", "--automa"],
        ["night", "avalon", "--players", "7", "--first-game"],
        ["night", "cultists"],
        ["night", "cultists", "--players", "6", "--lancelot", "v1"],
        ["night", "cultists", "--players", "6", "--option", "voteRule=literal"],
        ["night", "cultists", "--players", "6", "--style", "opera"],
    ],
)
def test_invalid_night_arguments_are_rejected_in_one_line(capsys, words):
    assert main(words) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["--lancelot", "v4"], ["--option", "dragons=true"], ["--option", "plotCards=some"]]
)
def test_unknown_value_is_a_problem_in_json_too(capsys, words):
    assert main([*AVALON, *words, "--json"]) == 2
    output = capsys.readouterr()
    assert len(json.loads(output.out)["problems"]) == 1
    assert output.err.count("\n") == 1


def test_variants_and_options_are_case_insensitive(capsys):
    arguments = ["night", "avalon", "--players", "7", "--language", "en"]
    for words in (["--lancelot", "V3", "--option", "merlin=True"], ["--lancelot", "v3"]):
        assert main([*arguments, *words]) == 0
    camel_case, lower_case = capsys.readouterr().out.split("0:00")[1:]
    assert camel_case.strip() == lower_case.strip()
    assert main([*arguments, "--lancelot", "off"]) == 0


def test_second_language_follows_each_line(capsys):
    assert main([*AVALON, "--lang", "it", "--second", "el", "--text"]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith(" 0:00")
    assert second.startswith("      ")


def cultists_night(capsys, *words):
    assert main([*CULTISTS, *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_night_of_cultists_includes_decks(capsys):
    night = cultists_night(capsys, "--players", "6", "--seer", "--style", "ritual")
    kinds = [cue["kind"] for cue in night["cues"]]
    assert kinds == [
        *("ALL_CLOSE", "CULTISTS_OPEN", "CULTISTS_CLOSE_COVER", "SEER_OPEN", "SEER_CLOSE", "ALL_OPEN"),
    ]
    first, _, cover, *_ = night["cues"]
    assert first["line"] == "cultists.night.ritual.all_close.decks"
    assert first["turns"] == first["closes"] == cover["covers"] == ["cultist", "seer", "investigator"]
    assert cover["thumbs_up"] == ["cultist"]
    assert night["knows"] == {"cultist": [], "seer": ["cultist"], "investigator": []}
    assert night["sees_dead"] == ["cultist"]


def test_four_players_always_play_with_the_automa(capsys):
    explicit, implicit = (cultists_night(capsys, "--players", "4", *words) for words in (["--automa"], []))
    assert explicit == implicit
    assert "automa" in explicit["cues"][0]["turns"]


def test_six_players_with_the_automa_turn_no_decks(capsys):
    assert cultists_night(capsys, "--players", "6")["cues"][0]["turns"] != []
    night = cultists_night(capsys, "--players", "6", "--automa", "--seer")
    assert [cue["turns"] + cue["covers"] for cue in night["cues"]] == [[]] * 6
    assert night["knows"]["seer"] == ["cultist", "cultist"]
    assert night["sees_dead"] == []


def test_first_game_of_cultists_has_its_roles(capsys):
    assert "seer" in cultists_night(capsys, "--players", "5", "--first-game")["knows"]
    assert "seer" not in cultists_night(capsys, "--players", "7", "--first-game")["knows"]
    assert cultists_night(capsys, "--players", "5", "--first-game") == cultists_night(
        capsys, "--players", "5", "--seer"
    )


def test_balance_is_checked_only_for_given_roles(capsys):
    assert main([*CULTISTS, "--players", "5", "--seer", "--text"]) == 0
    unnamed = capsys.readouterr()
    assert main([*CULTISTS, "--players", "5", "--roles", "seer,engineer", "--text"]) == 0
    named = capsys.readouterr()
    assert named.out == unnamed.out
    assert len(named.err) > len(unnamed.err)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--players", "7", "--seer"], "seer_at_seven"),
        (["--players", "4", "--seer"], "seer_with_automa"),
        (["--players", "5", "--automa"], "automa_unfit"),
        (["--players", "6", "--roles", "merlin"], "unknown_role"),
        (["--players", "6", "--roles", "seer,seer"], "role_twice"),
        (["--players", "9", "--first-game"], "seats_many"),
        (["--players", "3", "--automa", "--first-game"], "seats_few"),
    ],
)
def test_invalid_cultists_setup_is_rejected_with_a_code(capsys, words, code):
    assert main([*CULTISTS, *words, "--json"]) == 2
    output = capsys.readouterr()
    assert code in json.loads(output.out)["problems"]
    assert output.err


@needs_decoder
def test_audio_file_of_cultists_has_the_planned_duration(capsys, tmp_path):
    night = cultists_night(capsys, "--players", "8", "--seer", "--style", "quick")
    path = tmp_path / "night.wav"
    assert main([*CULTISTS, "--players", "8", "--seer", "--style", "quick", "--out", str(path)]) == 0
    with wave.open(str(path)) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(night["seconds"], abs=0.01)
