"""Unicode bidirectional algorithm, grapheme clusters and Arabic shaping.

python-bidi's stages do most of the reordering. Its `get_display` cannot be used: it splits combining
marks and emoji sequences, ignores bracket pairs, fails on unknown characters, and resolves a line without
the lines before it. Clusters are simpler than Unicode's rules and enough for names and sentences:
combining marks, emoji sequences, flags, the zero-width non-joiner with the letter before it, and lam with
alef, a ligature. Persian letters become presentation forms, so that fonts drawn glyph by glyph still join
them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

_BRACKETS = {"(": ")", "[": "]", "{": "}"}
# Isolates are newer than this version of python-bidi: ignore them.
_CLASS_REPLACEMENTS = {"LRI": "BN", "RLI": "BN", "FSI": "BN", "PDI": "BN", "B": "WS"}
_REMOVED = frozenset({"BN", "LRE", "RLE", "LRO", "RLO", "PDF"})
_STRONG_RIGHT = frozenset({"R", "EN", "AN"})


class BidiLevel(NamedTuple):
    """Bidi class and level of a cluster; `level` is None if it is never drawn."""

    bidi_class: str
    level: int | None


def _bidi_class(cluster: str) -> str:
    bidi_class = unicodedata.bidirectional(cluster[0])
    return _CLASS_REPLACEMENTS.get(bidi_class, bidi_class) or "L"


def resolve_levels(clusters: Sequence[str], rtl_base: bool) -> list[BidiLevel]:
    """Return the embedding level of each cluster of one paragraph."""
    from bidi.algorithm import (
        explicit_embed_and_overrides,
        get_empty_storage,
        resolve_implicit_levels,
        resolve_neutral_types,
        resolve_weak_types,
    )

    base = int(rtl_base)
    kinds = [_bidi_class(cluster) for cluster in clusters]
    storage = get_empty_storage()
    storage["base_level"] = base
    storage["base_dir"] = "R" if rtl_base else "L"
    storage["chars"] = [{"ch": i, "level": base, "type": kind, "orig": kind} for i, kind in enumerate(kinds)]
    explicit_embed_and_overrides(storage)
    resolve_weak_types(storage)
    for run in storage["runs"]:
        chars = storage["chars"][run["start"] : run["start"] + run["length"]]
        _resolve_brackets(chars, clusters, run["sor"])
    resolve_neutral_types(storage, False)
    resolve_implicit_levels(storage, False)
    levels: list[int | None] = [None] * len(clusters)
    for char in storage["chars"]:
        levels[char["ch"]] = char["level"]
    return [
        BidiLevel(kind, None if kind in _REMOVED else level)
        for kind, level in zip(kinds, levels, strict=True)
    ]


def reorder_line(pieces: Iterable[tuple[str, BidiLevel]], rtl_base: bool) -> str:
    """Reorder a line of clusters for drawing from left to right; mirror brackets in right-to-left runs."""
    from bidi.algorithm import reorder_resolved_levels
    from bidi.mirror import MIRRORED

    storage: dict[str, Any] = {
        "base_level": int(rtl_base),
        "chars": [
            {"ch": sign, "level": place.level, "orig": place.bidi_class, "type": place.bidi_class}
            for sign, place in pieces
            if place.level is not None
        ],
    }
    reorder_resolved_levels(storage, False)
    return "".join(
        MIRRORED.get(char["ch"][:1], char["ch"][:1]) + char["ch"][1:] if char["level"] % 2 else char["ch"]
        for char in storage["chars"]
    )


def _resolve_brackets(chars: list[dict[str, Any]], clusters: Sequence[str], before: str) -> None:
    """Rule N0: both brackets of a pair take one direction, from the text inside and before them."""
    if not chars:
        return
    embedding = "R" if chars[0]["level"] % 2 else "L"
    for opening, closing in _bracket_pairs(
        [clusters[char["ch"]][0] if char["type"] == "ON" else "" for char in chars]
    ):
        inside = {_strong_direction(char) for char in chars[opening + 1 : closing]} - {""}
        if not inside:
            continue
        direction = embedding
        if embedding not in inside:
            led = next(
                (side for char in reversed(chars[:opening]) if (side := _strong_direction(char))), before
            )
            if led in inside:
                direction = led
        chars[opening]["type"] = chars[closing]["type"] = direction


def _bracket_pairs(signs: Sequence[str]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    open_: list[tuple[str, int]] = []
    for i, sign in enumerate(signs):
        if sign in _BRACKETS:
            open_.append((_BRACKETS[sign], i))
        elif any(sign == awaited for awaited, _ in open_):
            while True:
                awaited, at = open_.pop()
                if awaited == sign:
                    pairs.append((at, i))
                    break
    return sorted(pairs)


def _strong_direction(char: dict[str, Any]) -> str:
    if char["type"] == "L":
        return "L"
    return "R" if char["type"] in _STRONG_RIGHT else ""


ZWNJ = "\u200c"
ZWJ = "\u200d"
# Invisible bidi controls: they have no width and need no glyph.
BIDI_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
LAM = "\u0644"
ALEFS = frozenset("\u0622\u0623\u0625\u0627")
_COMBINING = frozenset({"Mn", "Me", "Mc"})
# Fast path: Latin, Greek and punctuation have no combining marks, joiners or emoji, so each character is a
# cluster. Most words are of this kind, and layout measures words thousands of times a page.
_SINGLE = re.compile("[\0-\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u205e]*")


def split_clusters(text: str) -> list[str]:
    """Split text into clusters in logical order. Each bidi mark is a cluster, and does not separate a letter
    from its combining marks."""
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


# The final form of alef after lam maps to the ligature; the ligature joined to the right is the next code
# point.
_LAM_FIRST = "\ufedf"
_LAM_ALEF = {"\ufe82": "\ufef5", "\ufe84": "\ufef7", "\ufe88": "\ufef9", "\ufe8e": "\ufefb"}


def join_letters(clusters: Sequence[str]) -> list[str]:
    """Return the presentation form of each cluster; clusters that are not Arabic script are unchanged."""
    # Everything else is replaced by a non-joining character: the reshaper would remove the joiners of an
    # emoji.
    sources = [_move_joiners_last(cluster) if _is_arabic(cluster[0]) else " " for cluster in clusters]
    shaped: str = _reshaper().reshape("".join(sources))
    ends = list(accumulate(len(source.replace(ZWJ, "")) for source in sources))
    if ends and ends[-1] != len(shaped):
        return list(clusters)
    result: list[str] = []
    for cluster, start, end in zip(clusters, (0, *ends), ends, strict=False):
        piece = shaped[start:end] if _is_arabic(cluster[0]) else cluster
        result.append(_join_lam_alef(piece) if cluster[0] == LAM else piece)
    return result


def _is_arabic(char: str) -> bool:
    return "\u0600" <= char <= "\u06ff" or "\u0750" <= char <= "\u077f" or "\u0870" <= char <= "\u08ff"


def _move_joiners_last(cluster: str) -> str:
    """Move joiners to the end of the cluster, where the reshaper handles them correctly."""
    return cluster.replace(ZWJ, "") + ZWJ if ZWJ in cluster else cluster


def _join_lam_alef(piece: str) -> str:
    """Replace lam and alef by their ligature, followed by the lam's marks."""
    for at, char in enumerate(piece):
        if char in _LAM_ALEF:
            joined_right = piece[0] != _LAM_FIRST
            return chr(ord(_LAM_ALEF[char]) + joined_right) + piece[1:at] + piece[at + 1 :]
    return piece


@cache
def _reshaper() -> Any:
    # Imported on first use: only Persian text needs it.
    from arabic_reshaper import ArabicReshaper

    # Ligatures are done by `_LAM_ALEF`: the reshaper miscounts them after a joiner.
    options = {"support_zwj": True, "delete_harakat": False, "support_ligatures": False}
    return ArabicReshaper({"language": "Farsi", **options})
