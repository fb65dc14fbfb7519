"""Intro of Silver in five minutes: the village, a turn, calling, and scoring.

All sentences are without arguments, so that each can be a clip; a test compares their numbers with the rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.core.message import Message
from companion.games.silver.setup import VILLAGE_SIZE
from companion.scripts.scenes import WIDTH, Scene, SceneItem, Shape, disc, plate, row_centers
from companion.scripts.teaching import Intro, IntroChapter

_LARGE_CARD_SIZE: Final = (46.0, 62.0)
_BOTTOM_Y, _TOP_Y = 258.0, 66.0


def _chapter(name: str, scene: Scene, *sentences: str, optional: tuple[str, ...] = ()) -> IntroChapter:
    keys = {sentence: f"silver_guide.intro.{name}.{sentence}" for sentence in sentences}
    return IntroChapter(name, scene, tuple(map(Message, keys.values())), tuple(keys[one] for one in optional))


def _card_back(x: float, y: float) -> SceneItem:
    return SceneItem(Shape.CARD, x, y, *_LARGE_CARD_SIZE, "MOON", "moon")


def _open_card(x: float, y: float, number: int) -> SceneItem:
    return SceneItem(Shape.CARD, x, y, *_LARGE_CARD_SIZE, tone="moon", number=number, is_face_up=True)


def _village(y: float, *open_numbers: int | None) -> Scene:
    """Return a row of cards, face up where there is a number."""
    places = row_centers(len(open_numbers), WIDTH / 2, 54)
    return tuple(
        _card_back(x, y) if number is None else _open_card(x, y, number)
        for x, number in zip(places, open_numbers, strict=True)
    )


_HIDDEN: Final = (None,) * VILLAGE_SIZE
_DECK: Final = SceneItem(Shape.PILE, 140, 158, 50, 68, "MOON", "moon")
_DISCARD: Final = SceneItem(Shape.CARD, 208, 161, *_LARGE_CARD_SIZE, tone="moon", number=7, is_face_up=True)
_YOU: Final = plate("1", 175, 308)
_OTHER: Final = plate("2", 175, 20)


def _arrow(x: float, y: float, rotation: float, length: float = 34) -> SceneItem:
    return SceneItem(Shape.ARROW, x, y, 14, length, tone="candle", rotation=rotation, is_overlay=True)


CHAPTERS: Final = (
    _chapter(
        "goal",
        (*_village(_TOP_Y, 9, 12, 6, 11), *_village(_BOTTOM_Y, 2, 0, 4), _YOU, _OTHER,
         disc(175, 162, 56, "TROPHY", "moon"), _arrow(175, 208, 180)),
        *("village", "low"),
    ),
    _chapter(
        "village",
        (*(replace(card, icon="EYE") for card in _village(_BOTTOM_Y, *_HIDDEN)[:2]),
         *_village(_BOTTOM_Y, *_HIDDEN)[2:], *_village(_TOP_Y, *_HIDDEN), _YOU, _OTHER),
        *("five", "peek", "change"),
    ),
    _chapter(
        "turn",
        (_DECK, _DISCARD, *_village(_BOTTOM_Y, *_HIDDEN), *_village(_TOP_Y, None, None, 3, None, None), _YOU,
         _OTHER, _arrow(140, 210, 180), _arrow(208, 210, 180)),
        *("three", "draw", "power", "take", "or_call"), optional=("power",),
    ),
    _chapter(
        "several",
        (_DECK, _DISCARD, *_village(_BOTTOM_Y, 5, 5, None, None, None), _YOU, _arrow(121, 212, 45, 40),
         *_village(_TOP_Y, None, None, None, None), _OTHER),
        *("match", "joker", "wrong"), optional=("joker", "wrong"),
    ),
    _chapter(
        "call",
        (*_village(_BOTTOM_Y, None, None, None), *_village(_TOP_Y, *_HIDDEN), _YOU, _OTHER,
         disc(175, 162, 60, "CALLER", "candle")),
        *("may", "last", "ends"), optional=("ends",),
    ),
    _chapter(
        "score",
        (*_village(_BOTTOM_Y, 1, 0, 3), *_village(_TOP_Y, 4, 8, 2, 5), _YOU, _OTHER,
         disc(110, 162, 48, "CALLER", "candle"), disc(240, 162, 48, "PENCIL", "sand")),
        *("sum", "caller", "missed"),
    ),
    _chapter(
        "win",
        (disc(175, 90, 70, "TROPHY", "moon"), disc(175, 210, 70, "AMULET", "moon"), _YOU, _OTHER,
         SceneItem(Shape.CARD, 265, 210, *_LARGE_CARD_SIZE, "MOON", "moon"), _arrow(222, 210, 90)),
        *("rounds", "amulet", "guards"), optional=("guards",),
    ),
    _chapter(
        "secret",
        (*_village(_BOTTOM_Y, *_HIDDEN), *_village(_TOP_Y, *_HIDDEN), _YOU, _OTHER,
         disc(175, 162, 64, "EYE_CLOSED", "evil")),
        *("down", "quiet"), optional=("quiet",),
    ),
)  # fmt: skip

INTRO = Intro(CHAPTERS)
