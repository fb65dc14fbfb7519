"""Text normalisation for search.

`fold_text` removes differences of case, accents, diacritics, forms of Persian ye and kaf, alef with or
without madda, zero-width non-joiners and digits of other scripts. `to_phonetic_key` reduces a word to its
consonants, so that a name in Latin letters finds the same name in Greek or Persian; used when nothing
else matches.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from companion.i18n.bidi import BIDI_MARKS, ZWJ, ZWNJ

# Letters that Unicode decomposition does not change.
_EQUIVALENTS: Final = {
    "ي": "ی", "ى": "ی", "ې": "ی", "ك": "ک", "ة": "ه", "ە": "ه", "ھ": "ه", "ہ": "ه", "ٱ": "ا",
    "ـ": "", "ء": "", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ı": "i", "ς": "σ",
}  # fmt: skip
# Invisible within a word.
_IGNORED: Final = frozenset({ZWNJ, ZWJ, "\u00ad", "\ufeff", *BIDI_MARKS})
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})
_APOSTROPHES: Final = frozenset("'’‘ʼ`´")

# Letters by sound, pairs first. Vowels are dropped: alphabets differ most in them.
_PAIR_SOUNDS: Final = {
    "μπ": "b", "ντ": "d", "γκ": "g", "γγ": "g", "τσ": "c", "τζ": "j", "sh": "c", "ch": "c", "kh": "x",
    "gh": "g", "zh": "j", "th": "t", "ph": "f", "ck": "k", "qu": "k", "ου": "", "αυ": "", "ευ": "",
}  # fmt: skip
_LETTER_SOUNDS: Final = {
    **dict.fromkeys("aeiouyvwαεηιουωاویع", ""),
    **{"β": "", "γ": "g", "δ": "d", "ζ": "z", "θ": "t", "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "ks"},
    **{"π": "p", "ρ": "r", "σ": "s", "τ": "t", "φ": "f", "χ": "x", "ψ": "ps", "c": "k", "q": "k", "x": "ks"},
    **{"ب": "b", "پ": "p", "ت": "t", "ط": "t", "ث": "s", "س": "s", "ص": "s", "ج": "j", "چ": "c", "ش": "c"},
    **{"ح": "h", "ه": "h", "خ": "x", "د": "d", "ذ": "z", "ز": "z", "ض": "z", "ظ": "z", "ر": "r", "ژ": "j"},
    **{"غ": "g", "ق": "g", "گ": "g", "ف": "f", "ک": "k", "ل": "l", "م": "m", "ن": "n"},
}
# A Latin c is soft before these.
_SOFTENING_VOWELS: Final = frozenset("eiy")


class _FoldTable(dict[int, str]):
    """Maps characters to their folded form, computed on first use."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = result = _fold_char(char)
        return result


def _fold_char(char: str) -> str:
    if char in _IGNORED or unicodedata.category(char) in _MARKS:
        return ""
    if char in _APOSTROPHES:
        return " "
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    return _EQUIVALENTS.get(char, char if char.isalpha() else " ")


_FOLD_TABLE: Final = _FoldTable()


def fold_text(text: str) -> str:
    """Return the folded words of a text, separated by blanks; empty if it has no letters or digits."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    # Case folding may produce combining marks again.
    return " ".join(unicodedata.normalize("NFKD", decomposed).translate(_FOLD_TABLE).split())


def search_words(text: str) -> Iterator[str]:
    """Yield the search words of a text; a word with a zero-width non-joiner also yields its parts."""
    yield from fold_text(text).split()
    if ZWNJ in text:
        for word in text.split():
            if ZWNJ in word:
                yield from fold_text(word.replace(ZWNJ, " ")).split()


def to_phonetic_key(word: str) -> str:
    """Return the consonants of a folded word in Latin letters, without repetitions."""
    sounds: list[str] = []
    at = 0
    while at < len(word):
        pair = _PAIR_SOUNDS.get(word[at : at + 2])
        if pair is not None:
            sound, at = pair, at + 2
        else:
            char = word[at]
            at += 1
            is_soft = char == "c" and word[at : at + 1] in _SOFTENING_VOWELS
            sound = "s" if is_soft else _LETTER_SOUNDS.get(char, char)
        if sound and (not sounds or sounds[-1] != sound):
            sounds.append(sound)
    return "".join(sounds)
