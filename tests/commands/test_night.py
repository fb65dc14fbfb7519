"""`companion night`, as somebody at a shell would use it."""

from __future__ import annotations

import json
import os
import wave
from importlib.util import find_spec

import pytest

from companion.cli.main import main

CULT = ["night", "cultists", "--language", "en"]
USUAL = ["night", "avalon", "--players", "7", "--roles", "percival,morgana,oberon", "--language", "en"]
needs_decoder = pytest.mark.skipif(find_spec("kivy") is None, reason="the decoder comes with Kivy")


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


@pytest.mark.parametrize("name", ["Avalon", "آوالون", "اولون"])
def test_the_game_may_be_called_as_people_do(capsys, name):
    main([*USUAL, "--text"])
    usual = capsys.readouterr().out
    assert main([*("night", name), *USUAL[2:], "--text"]) == 0
    assert capsys.readouterr().out == usual


def test_an_option_changes_what_merlin_sees_by_either_name(capsys):
    for name in ("oberonSeenByMerlin", "oberon_seen_by_merlin"):
        assert main([*USUAL, "--option", f"{name}=false", "--json"]) == 0
        assert "oberon" not in json.loads(capsys.readouterr().out)["knows"]["merlin"]


@needs_decoder
def test_the_sound_file_lasts_as_planned(capsys, tmp_path):
    assert main([*USUAL, "--style", "quick", "--lang", "fa", "--json"]) == 0
    seconds = json.loads(capsys.readouterr().out)["seconds"]
    path = tmp_path / "night.wav"
    assert main([*USUAL, "--style", "quick", "--lang", "fa", "--out", str(path)]) == 0
    with wave.open(str(path)) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(seconds, abs=0.01)


@needs_decoder
def test_a_file_that_cannot_be_written_is_one_sentence_and_leaves_nothing(capfd, tmp_path):
    assert main([*USUAL, "--out", str(tmp_path / "nowhere" / "night.wav")]) == 2
    told = capfd.readouterr().err
    assert "nowhere" in told
    assert "Traceback" not in told
    assert list(tmp_path.glob("**/*.part")) == []


@needs_decoder
def test_a_link_stays_a_link_and_what_it_leads_to_is_written(capsys, tmp_path):
    link, file = tmp_path / "link.wav", tmp_path / "night.wav"
    link.symlink_to(file.name)
    file.write_bytes(b"old")
    assert main([*USUAL, "--style", "quick", "--out", str(link)]) == 0
    assert link.is_symlink()
    assert file.read_bytes().startswith(b"RIFF")
    assert str(link) in capsys.readouterr().out


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink(path, path)])
def test_what_is_no_file_is_not_written_over(capsys, tmp_path, make):
    path = tmp_path / "night.wav"
    make(path)
    before = path.lstat()
    assert main([*USUAL, "--out", str(path)]) == 2
    assert os.path.samestat(path.lstat(), before)
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.glob("*.part")) == []


@pytest.mark.parametrize("pace", ["0.7", "0.83", "1.17", "1.3"])
def test_each_step_ends_to_the_millisecond_where_the_next_begins(capsys, pace):
    assert main([*USUAL, "--pace", pace, "--json"]) == 0
    night = json.loads(capsys.readouterr().out)
    ends = [round(1000 * (cue["start"] + cue["speech"] + cue["hold"]), 6) for cue in night["cues"]]
    starts = [round(1000 * cue["start"], 6) for cue in night["cues"]]
    assert ends == [*starts[1:], 1000 * night["seconds"]]


def test_too_many_players_are_counted_rightly_and_absurdly_many_not_at_all(capsys):
    assert main(["night", "avalon", "--players", "5000", "--language", "en", "--json"]) == 2
    told = capsys.readouterr()
    assert "seats_many" in json.loads(told.out)["problems"]
    assert "5000 seated" in told.err
    assert main(["night", "avalon", "--players", "9" * 5000, "--language", "en"]) == 2
    told = capsys.readouterr().err
    assert "--players" in told
    assert "999" not in told


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
def test_words_that_make_no_sense_are_answered_with_one_line(capsys, words):
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["--lancelot", "v4"], ["--option", "dragons=true"], ["--option", "plotCards=some"]]
)
def test_a_word_that_is_unknown_is_a_problem_in_the_json_too(capsys, words):
    assert main([*USUAL, *words, "--json"]) == 2
    told = capsys.readouterr()
    assert len(json.loads(told.out)["problems"]) == 1
    assert told.err.count("\n") == 1


def test_variants_and_options_may_be_written_in_any_case(capsys):
    asked = ["night", "avalon", "--players", "7", "--language", "en"]
    for words in (["--lancelot", "V3", "--option", "merlin=True"], ["--lancelot", "v3"]):
        assert main([*asked, *words]) == 0
    one, other = capsys.readouterr().out.split("0:00")[1:]
    assert one.strip() == other.strip()
    assert main([*asked, "--lancelot", "off"]) == 0


def test_a_second_language_follows_line_by_line(capsys):
    assert main([*USUAL, "--lang", "it", "--second", "el", "--text"]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith(" 0:00")
    assert second.startswith("      ")


def cult(capsys, *words):
    assert main([*CULT, *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_night_of_cultists_tells_of_decks_too(capsys):
    night = cult(capsys, "--players", "6", "--seer", "--style", "ritual")
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


def test_four_play_with_the_automa_whether_it_is_named_or_not(capsys):
    told, silent = (cult(capsys, "--players", "4", *words) for words in (["--automa"], []))
    assert told == silent
    assert "automa" in told["cues"][0]["turns"]


def test_six_may_play_with_the_automa_and_then_turn_no_decks(capsys):
    assert cult(capsys, "--players", "6")["cues"][0]["turns"] != []
    night = cult(capsys, "--players", "6", "--automa", "--seer")
    assert [cue["turns"] + cue["covers"] for cue in night["cues"]] == [[]] * 6
    assert night["knows"]["seer"] == ["cultist", "cultist"]
    assert night["sees_dead"] == []


def test_a_first_game_brings_its_roles(capsys):
    assert "seer" in cult(capsys, "--players", "5", "--first-game")["knows"]
    assert "seer" not in cult(capsys, "--players", "7", "--first-game")["knows"]
    assert cult(capsys, "--players", "5", "--first-game") == cult(capsys, "--players", "5", "--seer")


def test_a_set_of_roles_is_weighed_once_it_is_named(capsys):
    assert main([*CULT, "--players", "5", "--seer", "--text"]) == 0
    unnamed = capsys.readouterr()
    assert main([*CULT, "--players", "5", "--roles", "seer,engineer", "--text"]) == 0
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
def test_a_table_that_cultists_cannot_have_is_refused_with_the_reason(capsys, words, code):
    assert main([*CULT, *words, "--json"]) == 2
    told = capsys.readouterr()
    assert code in json.loads(told.out)["problems"]
    assert told.err


@needs_decoder
def test_the_sound_file_of_cultists_lasts_as_planned(capsys, tmp_path):
    night = cult(capsys, "--players", "8", "--seer", "--style", "quick")
    path = tmp_path / "night.wav"
    assert main([*CULT, "--players", "8", "--seer", "--style", "quick", "--out", str(path)]) == 0
    with wave.open(str(path)) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(night["seconds"], abs=0.01)
