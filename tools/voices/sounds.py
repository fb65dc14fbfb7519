"""Convert a line to the phoneme symbols of the model.

`lexicon/<language>.tsv` is edited by people who speak the language: a word, its sounds in IPA with ˈ before
the stressed vowel, and optionally a note; case is ignored. A row may hold a phrase: the longest match is
used. The rules of a language's recipe adapt plain IPA to the model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.setup import Stop

HERE = Path(__file__).parent
# Maximum number of symbols in one model run.
MAX_SYMBOLS = 508

_MARKS = {"،": ",", "؛": ";", "؟": "?", "·": ";", "»": "", "«": "", "“": "", "”": "", "–": ",", "—": ","}
# The Greek word for “whatever” contains a comma.
_WORD = r"(?:[Όό],τι\b|[\w'’\u200c\u0301\u064b-\u0652\u0670-]+)"
_STOPS = ".,;:!?…"
_TOKEN = re.compile(rf"{_WORD}|[{_STOPS}]")
_ENDS = ".!?…"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rewrite rule: matches of the regular expression `found` over IPA become `told`."""

    pattern: str
    replacement: str


@cache
def symbol_ids() -> Mapping[str, int]:
    """Return the model's ids of the symbols it knows."""
    return dict(json.loads((HERE / "model_symbols.json").read_text(encoding="utf-8")))


@cache
def lexicon(language: str) -> Mapping[str, str]:
    """Read the lexicon: words and phrases to sounds. Raises Stop for an invalid row."""
    path = HERE / "lexicon" / f"{language}.tsv"
    table: dict[str, str] = {}
    for number, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not row or row.startswith("#"):
            continue
        word, *columns = row.split("\t")
        if not word or not columns or not columns[0].strip() or word != word.lower():
            raise Stop(f"{path.name}, line {number}: expected word, tab and sounds: {row!r}")
        if word in table:
            raise Stop(f"{path.name}, line {number}: {word} occurs twice.")
        table[word] = columns[0].strip()
    return table


def words(text: str) -> list[str]:
    return [token.lower() for token in re.findall(_WORD, text)]


def unknown(texts: Iterable[str], table: Mapping[str, str]) -> list[str]:
    """Return the words of these texts that are missing in the lexicon."""
    return sorted({token for text in texts for token, sounds in _spelled(text, table) if not sounds})


def sentences(text: str, table: Mapping[str, str], rules: Iterable[Rule]) -> tuple[str, ...]:
    """Return the symbols of each sentence.

    Raises Stop for an unknown word or sound, and for a sentence that is too long.
    """
    spoken_sentences: list[str] = []
    sentence = ""
    for token, sounds in _spelled(text, table):
        if not sounds:
            raise Stop(f"“{token}” has no pronunciation: add a row to the lexicon.")
        sentence += sounds if token in _STOPS else f" {sounds}"
        if token in _ENDS:
            spoken_sentences.append(sentence)
            sentence = ""
    if sentence:
        spoken_sentences.append(sentence)
    return tuple(_apply_rules(sentence.strip(), text, tuple(rules)) for sentence in spoken_sentences)


def _apply_rules(sounds: str, text: str, rules: tuple[Rule, ...]) -> str:
    for rule in rules:
        sounds = re.sub(rule.pattern, rule.replacement, sounds)
    strange = [symbol for symbol in sounds if symbol not in symbol_ids()]
    if strange:
        raise Stop(f"The model has no sound “{strange[0]}” (U+{ord(strange[0]):04X}), used in: {text}")
    if len(sounds) > MAX_SYMBOLS:
        raise Stop(f"A sentence has {len(sounds)} symbols, but the model takes {MAX_SYMBOLS}: {text}")
    return sounds


def _spelled(text: str, table: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """Yield each word or phrase with its sounds, and each punctuation mark with itself."""
    for mark, plain in _MARKS.items():
        text = text.replace(mark, plain)
    tokens = [token.lower() for token in _TOKEN.findall(text)]
    most = max((phrase.count(" ") + 1 for phrase in table), default=1)
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token in _STOPS:
            yield token, token
            place += 1
            continue
        for count in range(min(most, len(tokens) - place), 0, -1):
            phrase = " ".join(tokens[place : place + count])
            if phrase in table or count == 1:
                yield phrase, table.get(phrase, "")
                place += count
                break
