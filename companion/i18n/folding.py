"""Words as they are searched: what different keyboards, habits and alphabets write differently becomes one.

`folded` keeps the letters apart that a reader tells apart: case, accents, marks, both forms of ye and kaf,
alef with or without its hat, the half-space and the digits of other scripts are all that it drops.
`sounded` goes further, to what is heard, so that a name in Latin letters finds the same name in Greek or
Persian ones; it is for words that were found by no other means.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from companion.i18n.clusters import BIDI_MARKS, ZWJ, ZWNJ

# What no decomposition takes apart.
_ALIKE: Final = {
    "ي": "ی", "ى": "ی", "ې": "ی", "ك": "ک", "ة": "ه", "ە": "ه", "ھ": "ه", "ہ": "ه", "ٱ": "ا",
    "ـ": "", "ء": "", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ı": "i", "ς": "σ",
}  # fmt: skip
# Within a word nobody sees or hears them.
_UNHEARD: Final = frozenset({ZWNJ, ZWJ, "\u00ad", "\ufeff", *BIDI_MARKS})
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})
_APOSTROPHES: Final = frozenset("'’‘ʼ`´")

# Letters by their sound, two of them before one. Vowels are left out: alphabets differ most in these.
_PAIRS: Final = {
    "μπ": "b", "ντ": "d", "γκ": "g", "γγ": "g", "τσ": "c", "τζ": "j", "sh": "c", "ch": "c", "kh": "x",
    "gh": "g", "zh": "j", "th": "t", "ph": "f", "ck": "k", "qu": "k", "ου": "", "αυ": "", "ευ": "",
}  # fmt: skip
_SINGLE: Final = {
    **dict.fromkeys("aeiouyvwαεηιουωاویع", ""),
    **{"β": "", "γ": "g", "δ": "d", "ζ": "z", "θ": "t", "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "ks"},
    **{"π": "p", "ρ": "r", "σ": "s", "τ": "t", "φ": "f", "χ": "x", "ψ": "ps", "c": "k", "q": "k", "x": "ks"},
    **{"ب": "b", "پ": "p", "ت": "t", "ط": "t", "ث": "s", "س": "s", "ص": "s", "ج": "j", "چ": "c", "ش": "c"},
    **{"ح": "h", "ه": "h", "خ": "x", "د": "d", "ذ": "z", "ز": "z", "ض": "z", "ظ": "z", "ر": "r", "ژ": "j"},
    **{"غ": "g", "ق": "g", "گ": "g", "ف": "f", "ک": "k", "ل": "l", "م": "m", "ن": "n"},
}
# Before these a Latin c is soft.
_SOFTENS: Final = frozenset("eiy")


class _Folds(dict[int, str]):
    """Of each character, once it was met, what it becomes."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = found = _fold(char)
        return found


def _fold(char: str) -> str:
    if char in _UNHEARD or unicodedata.category(char) in _MARKS:
        return ""
    if char in _APOSTROPHES:
        return " "
    alike = _ALIKE.get(char)
    if alike is not None:
        return alike
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    return char if char.isalpha() else " "


_FOLDS: Final = _Folds()


def folded(text: str) -> str:
    """The words of a text, parted by blanks; nothing is left of what has neither letters nor digits."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    # What case-folding brings forth may have marks again.
    return " ".join(unicodedata.normalize("NFKD", apart).translate(_FOLDS).split())


def searched_words(text: str) -> Iterator[str]:
    """The words that a text is found by: of one with a half-space in it also the parts."""
    yield from folded(text).split()
    if ZWNJ in text:
        for word in text.split():
            if ZWNJ in word:
                yield from folded(word.replace(ZWNJ, " ")).split()


def sounded(word: str) -> str:
    """The consonants that are heard in a folded word, in Latin letters, none of them twice in a row."""
    heard: list[str] = []
    at = 0
    while at < len(word):
        pair = _PAIRS.get(word[at : at + 2])
        if pair is not None:
            sound, at = pair, at + 2
        else:
            char = word[at]
            at += 1
            sound = "s" if char == "c" and word[at : at + 1] in _SOFTENS else _SINGLE.get(char, char)
        if sound and (not heard or heard[-1] != sound):
            heard.append(sound)
    return "".join(heard)
