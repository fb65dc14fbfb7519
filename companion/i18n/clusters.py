"""Text as the units a reader takes for one sign: what may never be torn apart.

Simpler than Unicode's full rules, and enough for names and sentences: marks on a letter, emoji
sequences, flags, the Persian half-space with the letter before it, and lam with alef, which are
drawn as one.
"""

from __future__ import annotations

import re
import unicodedata

ZWNJ = "\u200c"
ZWJ = "\u200d"
# Invisible marks that only say which way to read; they take no room and have no meaning in a font.
BIDI_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
LAM = "\u0644"
ALEFS = frozenset("\u0622\u0623\u0625\u0627")
_COMBINING = frozenset({"Mn", "Me", "Mc"})
# Latin, Greek and punctuation: no marks, no joiners and no emoji, so each character is a cluster. Most words
# are of this kind, and layout measures words thousands of times a page.
_SINGLE = re.compile("[\0-\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u205e]*")


def split_clusters(text: str) -> list[str]:
    """The clusters in logical order. Each bidi mark is one of its own, and parts no letter from its signs."""
    if _SINGLE.fullmatch(text):
        return list(text)
    result: list[str] = []
    last = -1
    for char in text:
        if last >= 0 and _extends(result[last], char) and (last == len(result) - 1 or is_extender(char)):
            result[last] += char
            continue
        if char not in BIDI_MARKS:
            last = len(result)
        result.append(char)
    return result


def _extends(cluster: str, char: str) -> bool:
    if char.isascii() or char in BIDI_MARKS:
        return False
    if char in ALEFS:
        return cluster[0] == LAM and all("\u064b" <= mark <= "\u065f" for mark in cluster[1:])
    if is_extender(char):
        return True
    if cluster[-1] == ZWJ:
        return unicodedata.category(char) == "So" == unicodedata.category(cluster[0])
    return len(cluster) == 1 and _is_regional(cluster) and _is_regional(char)


def is_extender(char: str) -> bool:
    return (
        unicodedata.category(char) in _COMBINING
        or char in (ZWJ, ZWNJ)
        or "\U0001f3fb" <= char <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= char <= "\U000e007f"  # tags inside flags of regions
    )


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
