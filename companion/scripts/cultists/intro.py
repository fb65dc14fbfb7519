"""Intro of Among Cultists in five minutes. Its sentences contain no names and no numbers of a particular
set-up."""

from __future__ import annotations

from typing import Final

from companion.core.message import Message
from companion.games.cultists.actions import CARDS_TO_EXPLORE, KNOWN_SHELVES, MEETING_SIZE
from companion.games.cultists.components import role_component_id
from companion.games.cultists.setup import CULTIST, INVESTIGATOR, NUMBERS, ROUNDS, SEER
from companion.scripts.cultists.guide_scenes import (
    CARD_BACK_TONE,
    arrow,
    building_place,
    card_back,
    card_item,
    icon_label,
    token,
)
from companion.scripts.teaching import (
    HEIGHT,
    WIDTH,
    Intro,
    IntroChapter,
    Scene,
    SceneItem,
    Shape,
    row_centers,
    seat_positions,
)

_INTRO_X, _INTRO_Y = WIDTH / 2, HEIGHT / 2
_LARGE_CARD_SIZE = (56.0, 76.0)
_SIDE_PIECES: Final = (role_component_id(INVESTIGATOR), role_component_id(CULTIST))
# Set-up in the pictures: the smallest one for which the rules have numbers.
_SAMPLE_NUMBERS: Final = NUMBERS[min(NUMBERS)]


def _chapter(name: str, scene: Scene, *sentences: str, optional: tuple[str, ...] = ()) -> IntroChapter:
    keys = {sentence: f"cultists_guide.intro.{name}.{sentence}" for sentence in sentences}
    return IntroChapter(
        name, scene, tuple(map(Message, keys.values())), tuple(keys[sentence] for sentence in optional)
    )


def _large_disc(
    icon: str, x: float, y: float, tone: str, diameter: float = 64.0, *, is_face_up: bool = False
) -> SceneItem:
    return SceneItem(Shape.DISC, x, y, diameter, diameter, icon, tone, is_face_up=is_face_up, is_overlay=True)


def _draw_sides() -> Scene:
    building = building_place(None, _INTRO_X, _INTRO_Y, (330.0, 310.0))
    people = tuple(token("disc", x, y, 46.0) for x, y in seat_positions(_SAMPLE_NUMBERS.seats, 120.0, 112.0))
    sides = tuple(
        token(side, x, _INTRO_Y, 70.0)
        for side, x in zip(_SIDE_PIECES, row_centers(2, _INTRO_X, 84.0), strict=True)
    )
    return (building, *people, *sides)


def _draw_deck() -> Scene:
    items = []
    for side, deck, y in zip(
        _SIDE_PIECES,
        (_SAMPLE_NUMBERS.investigator_deck, _SAMPLE_NUMBERS.cultist_deck),
        (58.0, 150.0),
        strict=True,
    ):
        items.append(token(side, 40.0, y, 52.0, is_overlay=False))
        kinds = [kind for kind in deck.counts() if kind != "route"]
        for card_x, kind in zip((98.0, 151.0, 204.0, 257.0, 310.0), kinds, strict=False):
            items.append(card_item(kind, card_x, y, (46.0, 64.0), is_overlay=False))
    items.append(card_item("character", 92.0, 262.0, (72.0, 96.0), is_overlay=False))
    items.append(SceneItem(Shape.PILE, 178.0, 262.0, *_LARGE_CARD_SIZE, tone=CARD_BACK_TONE))
    items.append(card_item("dead", 252.0, 262.0, _LARGE_CARD_SIZE, is_overlay=False))
    return tuple(items)


def _draw_round() -> Scene:
    phases = (("MAP", "sea"), ("BELL", "candle"), ("FIST", "good"))
    top = 58.0
    places = row_centers(len(phases), _INTRO_X, 116.0)
    items = [_large_disc(icon, x, top, tone) for x, (icon, tone) in zip(places, phases, strict=True)]
    items += [arrow(x + 58.0, top, 40.0) for x in places[:-1]]
    items.append(building_place(None, _INTRO_X, 220.0, (322.0, 190.0)))
    items += [token("disc", x, 220.0, 58.0) for x in row_centers(MEETING_SIZE, _INTRO_X, 224.0)]
    for y, kind, rotation in ((180.0, "alive", 90.0), (260.0, "dead", 270.0)):
        items.append(card_item(kind, _INTRO_X, y, (44.0, 58.0)))
        x = _INTRO_X + (46 if rotation < 180 else -46)
        items.append(arrow(x, y, 34.0, rotation=rotation, is_overlay=True))
    return tuple(items)


def _draw_rooms() -> Scene:
    shelf = KNOWN_SHELVES[0]
    items = [building_place(None, 92.0, 106.0, (164.0, 180.0))]
    items += [card_back(x, 76.0, (42.0, 58.0)) for x in row_centers(CARDS_TO_EXPLORE, 92.0, 48.0)]
    items += [token("book", x, 156.0, 36.0) for x in row_centers(CARDS_TO_EXPLORE, 92.0, 46.0)]
    items.append(arrow(196.0, 106.0, 36.0))
    for y, kind in zip(row_centers(3, 106.0, 64.0), ("success", "failure", "sabotage"), strict=True):
        items.append(card_item(kind, 240.0, y, (42.0, 58.0), is_overlay=False))
    items.append(building_place(None, _INTRO_X, 264.0, (326.0, 84.0)))
    items += [token("book", x, 264.0, 44.0) for x in row_centers(shelf.books or 0, 130.0, 50.0)]
    items.append(icon_label("STAR", 262.0, 264.0, 34.0, "good"))
    items.append(
        SceneItem(
            Shape.DISC,
            302.0,
            264.0,
            44.0,
            44.0,
            tone="good",
            number=shelf.points,
            is_face_up=True,
            is_overlay=True,
        )
    )
    return tuple(items)


def _draw_murder() -> Scene:
    top, low = 72.0, 232.0
    items = [SceneItem(Shape.PILE, 60.0, top, 70.0, 92.0, "SEARCH", CARD_BACK_TONE), arrow(120.0, top, 34.0)]
    items.append(card_item("dead", 178.0, top, (68.0, 90.0), is_overlay=False))
    items += [arrow(236.0, top, 34.0), _large_disc("GHOST", 296.0, top, "moon", 74.0)]
    items.append(building_place(None, _INTRO_X, low, (326.0, 168.0)))
    votes = ("POINTING_FINGER", "POINTING_FINGER", "FIST", "POINTING_FINGER", "FIST")
    items += [
        _large_disc(icon, x, low - 44, "candle", 48.0)
        for x, icon in zip(row_centers(5, _INTRO_X, 60.0), votes, strict=True)
    ]
    items.append(token("disc", _INTRO_X, low + 38, 60.0))
    return tuple(items)


def _draw_winning() -> Scene:
    left, right = row_centers(2, _INTRO_X, 168.0)
    items = [
        building_place(None, x, _INTRO_Y, (160.0, 310.0), tone=tone)
        for x, tone in ((left, "sea"), (right, "evil"))
    ]
    items += [token(side, x, 62.0, 72.0) for side, x in zip(_SIDE_PIECES, (left, right), strict=True)]
    items += [
        _large_disc("STAR", left - 38, 158.0, "good", is_face_up=True),
        _large_disc("CULTIST", left + 38, 158.0, "evil"),
    ]
    items.append(icon_label("CLOSE", left + 38, 158.0, 54.0, "ink"))
    items.append(icon_label("HOURGLASS", left - 34, 258.0, 46.0, "candle"))
    items.append(
        SceneItem(Shape.DISC, left + 34, 258.0, 60.0, 60.0, tone="candle", number=ROUNDS, is_overlay=True)
    )
    items += [
        _large_disc("SKULL", right - 38, 158.0, "evil", is_face_up=True),
        _large_disc("SKULL", right + 38, 158.0, "evil", is_face_up=True),
    ]
    items.append(icon_label("POINTING_FINGER", right, 220.0, 44.0, "ink"))
    items.append(token(role_component_id(SEER), right, 272.0, 58.0))
    return tuple(items)


def _draw_secrets() -> Scene:
    items = [card_back(x, 92.0, (58.0, 80.0), is_overlay=False) for x in row_centers(4, 132.0, 62.0)]
    items.append(card_item("route", 296.0, 92.0, (62.0, 84.0), is_face_up=False, is_overlay=False))
    items.append(icon_label("LOCK", 132.0, 92.0, 60.0, "ink"))
    items.append(
        token(role_component_id(INVESTIGATOR), 92.0, 236.0, 92.0, is_face_up=False, is_overlay=False)
    )
    items.append(icon_label("EYE", 92.0, 302.0, 34.0, "candle"))
    items.append(_large_disc("CLUE", 250.0, 236.0, "candle", 92.0))
    return tuple(items)


CHAPTERS: Final = (
    _chapter(
        *("sides", _draw_sides()), *("place", "investigators", "cultists", "night"), optional=("night",)
    ),
    _chapter(*("deck", _draw_deck()), *("yours", "cards", "pulse", "unknown"), optional=("unknown",)),
    _chapter(*("round", _draw_round()), *("order", "move", "meet", "card", "event"), optional=("event",)),
    _chapter(*("rooms", _draw_rooms()), *("fill", "inspect", "shelf", "route"), optional=("route",)),
    _chapter(*("murder", _draw_murder()), *("check", "found", "vote", "out", "ghosts"), optional=("ghosts",)),
    _chapter(
        *("winning", _draw_winning()),
        *("investigators", "cultists", "numbers", "lone", "seer"),
        optional=("numbers", "lone"),
    ),
    _chapter(*("secrets", _draw_secrets()), *("cards", "kills", "talk", "own"), optional=("own",)),
)

INTRO = Intro(CHAPTERS)
