"""The English words of the night: people with closed eyes do what they hear, so every word counts."""

import re
from pathlib import Path

import polib
import pytest

import companion
from companion.games.avalon.setup import deck
from companion.scripts.cues import Kind, Style
from companion.scripts.night_avalon import every_line, night

CATALOGUE = Path(companion.__file__).parent / "i18n" / "catalogues" / "en" / "avalon.po"
WORDS = {entry.msgid: entry.msgstr for entry in polib.pofile(str(CATALOGUE))}
NIGHT = {key: text for key, text in WORDS.items() if key.startswith("avalon.night.")}
NAMES = {
    "Merlin": {"merlin"},
    "Percival": {"percival"},
    "Morgana": {"morgana"},
    "Mordred": {"mordred"},
    "Oberon": {"oberon"},
    "Assassin": {"assassin"},
    "Minion": {"minion"},
    "Servant": {"servant"},
    "Lancelot": {"lancelot_good", "lancelot_evil"},
}


def named(text):
    return {name for name in NAMES if name in text}


def variant(key):
    return key.split(".", 3)[3].partition(".")[2]


@pytest.mark.parametrize("style", Style)
def test_the_catalogue_holds_just_the_lines_that_can_be_needed(style):
    assert {key for key in NIGHT if key.split(".")[2] == style.value} == set(every_line(style))


def test_every_line_can_be_read_aloud_as_it_stands():
    for key, text in NIGHT.items():
        assert re.fullmatch(r"[A-Z][A-Za-z ,’.]+\.", text), key
        assert "  " not in text, key


@pytest.mark.parametrize(("style", "most"), [(Style.LEARN, 2), (Style.NORMAL, 1), (Style.QUICK, 2)])
def test_a_line_has_as_many_sentences_as_its_style_allows(style, most):
    for key in every_line(style):
        assert 1 <= NIGHT[key].count(".") <= most, key


def test_learning_takes_more_words_than_normal_and_quick_takes_fewer():
    for learn, normal, quick in zip(*map(every_line, Style), strict=True):
        assert len(NIGHT[learn]) > len(NIGHT[normal]) >= len(NIGHT[quick]), normal


def test_the_words_except_just_whom_the_key_excepts():
    for key, text in NIGHT.items():
        excepted = re.findall(r"except ([^.]*?)(?:, [a-z]|$)", text)
        said = {name.lower() for part in excepted for name in named(part)}
        meant = set()
        if variant(key).startswith("except_"):
            meant = set(variant(key).removesuffix("_thumb_lancelot").split("_")[1:])
        assert said == meant, key


def test_lancelot_is_told_what_his_thumb_does():
    for key, text in NIGHT.items():
        if "lancelot" in variant(key):
            assert "Lancelot" in text, key
        if variant(key).endswith(("thumb_lancelot", "lancelot_keeps", "lancelot_lowers", "lancelot_thumb")):
            assert re.search(r"[Ee]vil Lancelot", text), key
            assert "thumb" in text, key


def test_morgana_is_named_where_percival_sees_two():
    for key, text in NIGHT.items():
        if "merlin_thumbs." in key or "percival_open" in key:
            assert ("Morgana" in text) is (variant(key) == "with_morgana"), key


def test_the_right_people_are_told_to_do_the_right_thing():
    for key, text in NIGHT.items():
        kind = key.split(".")[3]
        if kind.endswith("_open"):
            assert "open your eyes" in text, key
        if kind.endswith("_close"):
            assert re.search(r"close your eyes|eyes closed", text), key
        if kind.endswith("_thumbs_down"):
            assert re.search(r"humbs down", text), key
        if kind in ("check_closed", "all_close"):
            assert re.search(r"eyes closed|close your eyes", text), key
            assert "fist" in text, key
            assert re.search(r"Everyone|All eyes", text), key
        if kind.startswith(("merlin_", "percival_")) and not kind.endswith("_down"):
            caller = kind.split("_")[0].capitalize()
            assert caller in text.split(".")[0], key


def test_nobody_is_named_who_is_not_in_play(every_setup):
    spoken = {style: {key: named(NIGHT[key]) for key in every_line(style)} for style in Style}
    for setup in every_setup:
        in_play = set(deck(setup)) | ({"percival"} if setup.options.percival_decoy else set())
        for style in Style:
            for cue in night(setup, style).cues:
                for name in spoken[style][cue.line]:
                    assert NAMES[name] & in_play, (setup, cue.line)


def test_every_step_has_a_label():
    labels = {key for key in WORDS if key.startswith("avalon.kind.")}
    assert labels == {f"avalon.kind.{kind.value.lower()}" for kind in Kind}
