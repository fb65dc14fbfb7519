"""Silver in five minutes: the village, a turn, calling, and how it is counted.

All sentences are closed, so that each can be a clip; a number in them is one of the rules, which a test holds
them to.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.silver.setup import VILLAGE
from companion.scripts.intros import Chapter
from companion.scripts.scenes import WIDTH, Scene, Shape, Thing, disc, plate, row
from companion.scripts.sentences import Sentence

_CARD: Final = (46.0, 62.0)
_BELOW, _ABOVE = 258.0, 66.0


def _chapter(name: str, scene: Scene, *said: str, explaining: tuple[str, ...] = ()) -> Chapter:
    keys = {sentence: f"silver_guide.intro.{name}.{sentence}" for sentence in said}
    return Chapter(name, scene, tuple(map(Sentence, keys.values())), tuple(keys[one] for one in explaining))


def _back(x: float, y: float) -> Thing:
    return Thing(Shape.CARD, x, y, *_CARD, "MOON", "moon")


def _face(x: float, y: float, number: int) -> Thing:
    return Thing(Shape.CARD, x, y, *_CARD, tone="moon", number=number, open=True)


def _village(y: float, *open_numbers: int | None) -> Scene:
    """A row of cards; a number for each that lies open."""
    places = row(len(open_numbers), WIDTH / 2, 54)
    return tuple(
        _back(x, y) if number is None else _face(x, y, number)
        for x, number in zip(places, open_numbers, strict=True)
    )


_HIDDEN: Final = (None,) * VILLAGE
_DECK: Final = Thing(Shape.PILE, 140, 158, 50, 68, "MOON", "moon")
_DISCARD: Final = Thing(Shape.CARD, 208, 161, *_CARD, tone="moon", number=7, open=True)
_YOU: Final = plate("1", 175, 308)
_OTHER: Final = plate("2", 175, 20)


def _arrow(x: float, y: float, turned: float, long: float = 34) -> Thing:
    return Thing(Shape.ARROW, x, y, 14, long, tone="candle", turned=turned, on=True)


CHAPTERS: Final = (
    _chapter(
        "goal",
        (*_village(_ABOVE, 9, 12, 6, 11), *_village(_BELOW, 2, 0, 4), _YOU, _OTHER,
         disc(175, 162, 56, "TROPHY", "moon"), _arrow(175, 208, 180)),
        *("village", "low"),
    ),
    _chapter(
        "village",
        (*(replace(card, icon="EYE") for card in _village(_BELOW, *_HIDDEN)[:2]),
         *_village(_BELOW, *_HIDDEN)[2:], *_village(_ABOVE, *_HIDDEN), _YOU, _OTHER),
        *("five", "peek", "change"),
    ),
    _chapter(
        "turn",
        (_DECK, _DISCARD, *_village(_BELOW, *_HIDDEN), *_village(_ABOVE, None, None, 3, None, None), _YOU,
         _OTHER, _arrow(140, 210, 180), _arrow(208, 210, 180)),
        *("three", "draw", "power", "take", "or_call"), explaining=("power",),
    ),
    _chapter(
        "several",
        (_DECK, _DISCARD, *_village(_BELOW, 5, 5, None, None, None), _YOU, _arrow(121, 212, 45, 40),
         *_village(_ABOVE, None, None, None, None), _OTHER),
        *("match", "joker", "wrong"), explaining=("joker", "wrong"),
    ),
    _chapter(
        "call",
        (*_village(_BELOW, None, None, None), *_village(_ABOVE, *_HIDDEN), _YOU, _OTHER,
         disc(175, 162, 60, "CALLER", "candle")),
        *("may", "last", "ends"), explaining=("ends",),
    ),
    _chapter(
        "score",
        (*_village(_BELOW, 1, 0, 3), *_village(_ABOVE, 4, 8, 2, 5), _YOU, _OTHER,
         disc(110, 162, 48, "CALLER", "candle"), disc(240, 162, 48, "PENCIL", "sand")),
        *("sum", "caller", "missed"),
    ),
    _chapter(
        "win",
        (disc(175, 90, 70, "TROPHY", "moon"), disc(175, 210, 70, "AMULET", "moon"), _YOU, _OTHER,
         Thing(Shape.CARD, 265, 210, *_CARD, "MOON", "moon"), _arrow(222, 210, 90)),
        *("rounds", "amulet", "guards"), explaining=("guards",),
    ),
    _chapter(
        "secret",
        (*_village(_BELOW, *_HIDDEN), *_village(_ABOVE, *_HIDDEN), _YOU, _OTHER,
         disc(175, 162, 64, "EYE_CLOSED", "evil")),
        *("down", "quiet"), explaining=("quiet",),
    ),
)  # fmt: skip
