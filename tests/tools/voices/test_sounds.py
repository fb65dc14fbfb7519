"""From words to symbols: a table that people correct, and the model is told only what it knows."""

import re
from functools import cache
from pathlib import Path

import polib
import pytest

from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import CATALOGUES, Translator
from tools.setup import Stop
from tools.voices import sounds
from tools.voices.recipes import RECIPES
from tools.voices.sounds import Rule

TABLE = {"merlin": "mˈɜɹlɪn", "close": "klˈoʊz", "your": "jʊɹ", "eyes": "ˈaɪz", "your eyes": "jʊɹˈaɪz"}
RULES = (Rule("oʊ", "O"), Rule("aɪ", "I"))


def test_a_line_becomes_the_symbols_of_its_sentences():
    said = sounds.sentences("Merlin, close your eyes. Close!", TABLE, RULES)
    assert said == ("mˈɜɹlɪn, klˈOz jʊɹˈIz.", "klˈOz!")


def test_capitals_make_no_difference_and_the_longest_row_wins():
    assert sounds.sentences("YOUR EYES", TABLE, RULES) == ("jʊɹˈIz",)
    assert sounds.sentences("your", TABLE, RULES) == ("jʊɹ",)


def test_greek_and_persian_marks_are_those_the_model_pauses_at():
    table = {"مرلین": "merlin", "چشم‌ها": "ʧeʃmhɑ"}
    assert sounds.sentences("مرلین، چشم‌ها؟ مرلین؛ چشم‌ها", table, ()) == ("merlin, ʧeʃmhɑ?", "merlin; ʧeʃmhɑ")


def test_a_word_without_sounds_is_named():
    with pytest.raises(Stop, match="“morgana”"):
        sounds.sentences("Morgana, close your eyes.", TABLE, RULES)
    assert sounds.unknown(["Morgana, close.", "Mordred and Morgana"], TABLE) == ["and", "mordred", "morgana"]


def test_a_sound_that_the_model_does_not_know_is_named_with_its_line():
    with pytest.raises(Stop, match=r"“☃” \(U\+2603\).*Merlin\.") as stop:
        sounds.sentences("Merlin.", {"merlin": "mˈɜ☃"}, ())
    assert "\n" not in str(stop.value)


def test_a_sentence_longer_than_the_model_takes_is_refused_not_cut():
    word = {"a": "a" * 100}
    assert len(sounds.sentences("a a a a a", word, ())[0]) == 504
    with pytest.raises(Stop, match="605 symbols and the model takes 508"):
        sounds.sentences("a a a a a a", word, ())
    # Each sentence is said for itself.
    assert len(sounds.sentences("a a a a. a a a a.", word, ())) == 2


@pytest.mark.parametrize("row", ["merlin", "merlin\t", "\tmˈɜɹlɪn", "Merlin\tmˈɜɹlɪn", "a\ta\na\tb"])
def test_a_row_that_is_none_is_told_with_its_number(tmp_path, monkeypatch, row):
    (tmp_path / "lexicon").mkdir()
    (tmp_path / "lexicon" / "xx.tsv").write_text(f"# a note\n{row}\n", encoding="utf-8")
    monkeypatch.setattr(sounds, "HERE", tmp_path)
    with pytest.raises(Stop, match=r"xx\.tsv, line [23]"):
        sounds.lexicon.__wrapped__("xx")


# -- the tables that ship ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", RECIPES)
def test_every_row_can_be_said(language):
    table = sounds.lexicon(language)
    for written in table:
        assert sounds.sentences(written, table, RECIPES[language].rules), written


@pytest.mark.parametrize("language", RECIPES)
def test_every_row_of_more_than_one_syllable_has_its_stress(language):
    """A weaker one where a word leans on its neighbours."""
    table = sounds.lexicon(language)
    long = [written for written, said in table.items() if _syllables(said) > 2]
    without = [written for written in long if not {"ˈ", "ˌ"} & set(table[written])]
    assert without == []


def _syllables(said):
    return sum(letter in "aeiouæɑɔəɛɪʊʌɒ" for letter in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_every_role_has_its_rows(language):
    """Names are what a table listens for: they are in the lexicon, not left to rules."""
    tr = Translator(language)
    table = sounds.lexicon(language)
    names = [key for key in _keys() if re.fullmatch(r"(avalon|cultists)\.role\.\w+\.name", key)]
    assert len(names) > 20
    for key in names:
        assert sounds.unknown([tr(key)], table) == [], key


@cache
def _keys():
    paths = [Path(CATALOGUES, "en", f"{game}.po") for game in ("avalon", "cultists")]
    return [entry.msgid for path in paths for entry in polib.pofile(path)]


def test_close_is_what_eyes_do():
    close = sounds.sentences("Close your eyes.", sounds.lexicon("en"), RECIPES["en"].rules)[0]
    assert close.startswith("klˈOz")
