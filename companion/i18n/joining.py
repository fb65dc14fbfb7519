"""Persian letters in the forms they take beside their neighbours.

The forms are characters of their own, so that a font drawn sign by sign still joins them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from companion.i18n.clusters import LAM, ZWJ

# Lam with an alef in its last form is drawn as one sign; the one joined to the right comes next in Unicode.
_LAM_FIRST = "\ufedf"
_LAM_ALEF = {"\ufe82": "\ufef5", "\ufe84": "\ufef7", "\ufe88": "\ufef9", "\ufe8e": "\ufefb"}


def join_letters(clusters: Sequence[str]) -> list[str]:
    """For each cluster what is drawn for it; those that are not Arabic script stay as they are."""
    arabic_clusters = [
        _move_joiners_last(cluster) if _is_arabic(cluster[0]) else None for cluster in clusters
    ]
    # One sign that joins to nothing stands for everything else: the reshaper would eat the
    # joiners of an emoji.
    shaped: str = _reshaper().reshape(
        "".join(" " if cluster is None else cluster for cluster in arabic_clusters)
    )
    lengths = [1 if cluster is None else len(cluster.replace(ZWJ, "")) for cluster in arabic_clusters]
    if sum(lengths) != len(shaped):
        return list(clusters)
    result: list[str] = []
    at = 0
    for cluster, form, length in zip(clusters, arabic_clusters, lengths, strict=True):
        piece = shaped[at : at + length]
        if cluster[0] == LAM:
            piece = _join_lam_alef(piece)
        result.append(cluster if form is None else piece)
        at += length
    return result


def _is_arabic(char: str) -> bool:
    return "\u0600" <= char <= "\u06ff" or "\u0750" <= char <= "\u077f" or "\u0870" <= char <= "\u08ff"


def _move_joiners_last(cluster: str) -> str:
    """Joiners moved to the end, where the reshaper reckons with them rightly."""
    if ZWJ not in cluster:
        return cluster
    return cluster.replace(ZWJ, "") + ZWJ


def _join_lam_alef(piece: str) -> str:
    """Lam, its marks and an alef as the one sign, its marks after it."""
    for at, char in enumerate(piece):
        if char in _LAM_ALEF:
            joined_right = piece[0] != _LAM_FIRST
            return chr(ord(_LAM_ALEF[char]) + joined_right) + piece[1:at] + piece[at + 1 :]
    return piece


@cache
def _reshaper() -> Any:
    # Loaded when the first Persian text is drawn: the other languages need not wait for it.
    from arabic_reshaper import ArabicReshaper

    # Ligatures are ours (`_LAM_ALEF`): the reshaper's own miscount after a joiner.
    return ArabicReshaper(
        {
            "language": "Farsi",
            "support_zwj": True,
            "delete_harakat": False,
            "support_ligatures": False,
        }
    )
