"""From logical to visual order: the Unicode bidirectional algorithm over clusters.

python-bidi's stages do most of it. Its `get_display` alone will not do: it tears combining marks and
emoji sequences apart, knows nothing of bracket pairs, stops at a character it does not know, and
resolves a line without the lines before it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

_BRACKETS = {"(": ")", "[": "]", "{": "}"}
# Isolates came into Unicode after this version of python-bidi: read over them.
_CLASS_REPLACEMENTS = {"LRI": "BN", "RLI": "BN", "FSI": "BN", "PDI": "BN", "B": "WS"}
_REMOVED = frozenset({"BN", "LRE", "RLE", "LRO", "RLO", "PDF"})
_STRONG_RIGHT = frozenset({"R", "EN", "AN"})


class BidiLevel(NamedTuple):
    """A cluster's place in the order; `level` is None for what is never drawn."""

    bidi_class: str
    level: int | None


def _bidi_class(cluster: str) -> str:
    """The bidirectional class of a cluster: that of its first character."""
    bidi_class = unicodedata.bidirectional(cluster[0])
    return _CLASS_REPLACEMENTS.get(bidi_class, bidi_class) or "L"


def resolve_levels(clusters: Sequence[str], rtl_base: bool) -> list[BidiLevel]:
    """The embedding level of each cluster of one paragraph."""
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
    """One line of drawn clusters from left to right, brackets turned where the reading turns."""
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
    """Rule N0: both brackets of a pair take one direction, by what is inside and what led up to it."""
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
