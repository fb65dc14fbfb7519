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


def test_line_is_converted_to_symbols_by_sentence():
    symbols = sounds.sentences("Merlin, close your eyes. Close!", TABLE, RULES)
    assert symbols == ("mˈɜɹlɪn, klˈOz jʊɹˈIz.", "klˈOz!")


def test_lookup_ignores_case_and_prefers_the_longest_row():
    assert sounds.sentences("YOUR EYES", TABLE, RULES) == ("jʊɹˈIz",)
    assert sounds.sentences("your", TABLE, RULES) == ("jʊɹ",)


def test_greek_and_persian_punctuation_is_mapped():
    table = {"مرلین": "merlin", "چشم‌ها": "ʧeʃmhɑ"}
    assert sounds.sentences("مرلین، چشم‌ها؟ مرلین؛ چشم‌ها", table, ()) == ("merlin, ʧeʃmhɑ?", "merlin; ʧeʃmhɑ")


def test_unknown_word_is_named():
    with pytest.raises(Stop, match="“morgana”"):
        sounds.sentences("Morgana, close your eyes.", TABLE, RULES)
    assert sounds.unknown(["Morgana, close.", "Mordred and Morgana"], TABLE) == ["and", "mordred", "morgana"]


def test_unknown_sound_is_named_with_its_line():
    with pytest.raises(Stop, match=r"“☃” \(U\+2603\).*Merlin\.") as stop:
        sounds.sentences("Merlin.", {"merlin": "mˈɜ☃"}, ())
    assert "\n" not in str(stop.value)


def test_too_long_sentence_is_rejected():
    table = {"a": "a" * 100}
    assert len(sounds.sentences("a a a a a", table, ())[0]) == 504
    with pytest.raises(Stop, match="605 symbols, but the model takes 508"):
        sounds.sentences("a a a a a a", table, ())
    # Each sentence is said for itself.
    assert len(sounds.sentences("a a a a. a a a a.", table, ())) == 2


@pytest.mark.parametrize("row", ["merlin", "merlin\t", "\tmˈɜɹlɪn", "Merlin\tmˈɜɹlɪn", "a\ta\na\tb"])
def test_invalid_lexicon_row_is_named_by_its_number(tmp_path, monkeypatch, row):
    (tmp_path / "lexicon").mkdir()
    (tmp_path / "lexicon" / "xx.tsv").write_text(f"# a note\n{row}\n", encoding="utf-8")
    monkeypatch.setattr(sounds, "HERE", tmp_path)
    with pytest.raises(Stop, match=r"xx\.tsv, line [23]"):
        sounds.lexicon.__wrapped__("xx")


# -- the tables that ship ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", RECIPES)
def test_every_lexicon_row_is_pronounceable(language):
    table = sounds.lexicon(language)
    for word in table:
        assert sounds.sentences(word, table, RECIPES[language].rules), word


@pytest.mark.parametrize("language", RECIPES)
def test_every_polysyllabic_row_has_stress(language):
    """A weaker one where a word leans on its neighbours."""
    table = sounds.lexicon(language)
    long = [word for word, symbols in table.items() if _syllables(symbols) > 2]
    without = [word for word in long if not {"ˈ", "ˌ"} & set(table[word])]
    assert without == []


def _syllables(symbols):
    return sum(letter in "aeiouæɑɔəɛɪʊʌɒ" for letter in symbols)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_role_name_is_in_the_lexicon(language):
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


def test_close_is_pronounced_as_a_verb():
    close = sounds.sentences("Close your eyes.", sounds.lexicon("en"), RECIPES["en"].rules)[0]
    assert close.startswith("klˈOz")
