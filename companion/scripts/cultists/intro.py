"""Among Cultists told in five minutes. Its sentences hold no names and no numbers of one table."""

from __future__ import annotations

from typing import Final

from companion.games.cultists.actions import MEETING
from companion.games.cultists.box import role_piece
from companion.games.cultists.building import CARDS_TO_EXPLORE, KNOWN_SHELVES
from companion.games.cultists.decks import NUMBERS, ROUNDS
from companion.games.cultists.roles import CULTIST, INVESTIGATOR, SEER
from companion.scripts.cultists.drawn import BACK, back, card, mark, place, token
from companion.scripts.intros import Chapter
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, Shape, Thing, row, spots
from companion.scripts.sentences import Sentence

_X, _Y = WIDTH / 2, HEIGHT / 2
_TALL = (56.0, 76.0)
_SIDES: Final = (role_piece(INVESTIGATOR), role_piece(CULTIST))
# A table in the pictures: the fewest seats that the rules have numbers for.
_TABLE: Final = NUMBERS[min(NUMBERS)]


def _chapter(name: str, scene: Scene, *sentences: str, explaining: tuple[str, ...] = ()) -> Chapter:
    keys = {sentence: f"cultists_guide.intro.{name}.{sentence}" for sentence in sentences}
    return Chapter(
        name, scene, tuple(map(Sentence, keys.values())), tuple(keys[sentence] for sentence in explaining)
    )


def _arrow(x: float, y: float, long: float, turned: float = 90.0) -> Thing:
    return Thing(Shape.ARROW, x, y, 10.0, long, tone="candle", turned=turned)


def _big(icon: str, x: float, y: float, tone: str, across: float = 64.0, *, up: bool = False) -> Thing:
    return Thing(Shape.DISC, x, y, across, across, icon, tone, open=up, on=True)


def _sides() -> Scene:
    building = place(None, _X, _Y, (330.0, 310.0))
    people = tuple(token("disc", x, y, 46.0) for x, y in spots(_TABLE.seats, 120.0, 112.0))
    sides = tuple(token(side, x, _Y, 70.0) for side, x in zip(_SIDES, row(2, _X, 84.0), strict=True))
    return (building, *people, *sides)


def _deck() -> Scene:
    things = []
    for side, deck, y in zip(
        _SIDES, (_TABLE.investigator_deck, _TABLE.cultist_deck), (58.0, 150.0), strict=True
    ):
        things.append(token(side, 40.0, y, 52.0, on=False))
        kinds = [kind for kind in deck.counts() if kind != "route"]
        for place_x, kind in zip((98.0, 151.0, 204.0, 257.0, 310.0), kinds, strict=False):
            things.append(card(kind, place_x, y, (46.0, 64.0), on=False))
    things.append(card("character", 92.0, 262.0, (72.0, 96.0), on=False))
    things.append(Thing(Shape.PILE, 178.0, 262.0, *_TALL, tone=BACK))
    things.append(card("dead", 252.0, 262.0, _TALL, on=False))
    return tuple(things)


def _round() -> Scene:
    phases = (("MAP", "sea"), ("BELL", "candle"), ("FIST", "good"))
    top = 58.0
    places = row(len(phases), _X, 116.0)
    things = [_big(icon, x, top, tone) for x, (icon, tone) in zip(places, phases, strict=True)]
    things += [_arrow(x + 58.0, top, 40.0) for x in places[:-1]]
    things.append(place(None, _X, 220.0, (322.0, 190.0)))
    things += [token("disc", x, 220.0, 58.0) for x in row(MEETING, _X, 224.0)]
    for y, kind, turned in ((180.0, "alive", 90.0), (260.0, "dead", 270.0)):
        things.append(card(kind, _X, y, (44.0, 58.0)))
        things.append(
            Thing(
                Shape.ARROW,
                _X + (46 if turned < 180 else -46),
                y,
                10.0,
                34.0,
                tone="candle",
                turned=turned,
                on=True,
            )
        )
    return tuple(things)


def _rooms() -> Scene:
    shelf = KNOWN_SHELVES[0]
    things = [place(None, 92.0, 106.0, (164.0, 180.0))]
    things += [back(x, 76.0, (42.0, 58.0)) for x in row(CARDS_TO_EXPLORE, 92.0, 48.0)]
    things += [token("book", x, 156.0, 36.0) for x in row(CARDS_TO_EXPLORE, 92.0, 46.0)]
    things.append(_arrow(196.0, 106.0, 36.0))
    for y, kind in zip(row(3, 106.0, 64.0), ("success", "failure", "sabotage"), strict=True):
        things.append(card(kind, 240.0, y, (42.0, 58.0), on=False))
    things.append(place(None, _X, 264.0, (326.0, 84.0)))
    things += [token("book", x, 264.0, 44.0) for x in row(shelf.books or 0, 130.0, 50.0)]
    things.append(mark("STAR", 262.0, 264.0, 34.0, "good"))
    things.append(
        Thing(Shape.DISC, 302.0, 264.0, 44.0, 44.0, tone="good", number=shelf.points, open=True, on=True)
    )
    return tuple(things)


def _murder() -> Scene:
    top, low = 72.0, 232.0
    things = [Thing(Shape.PILE, 60.0, top, 70.0, 92.0, "SEARCH", BACK), _arrow(120.0, top, 34.0)]
    things.append(card("dead", 178.0, top, (68.0, 90.0), on=False))
    things += [_arrow(236.0, top, 34.0), _big("GHOST", 296.0, top, "moon", 74.0)]
    things.append(place(None, _X, low, (326.0, 168.0)))
    votes = ("POINTING_FINGER", "POINTING_FINGER", "FIST", "POINTING_FINGER", "FIST")
    things += [
        _big(icon, x, low - 44, "candle", 48.0) for x, icon in zip(row(5, _X, 60.0), votes, strict=True)
    ]
    things.append(token("disc", _X, low + 38, 60.0))
    return tuple(things)


def _winning() -> Scene:
    left, right = row(2, _X, 168.0)
    things = [place(None, x, _Y, (160.0, 310.0), tone=tone) for x, tone in ((left, "sea"), (right, "evil"))]
    things += [token(side, x, 62.0, 72.0) for side, x in zip(_SIDES, (left, right), strict=True)]
    things += [_big("STAR", left - 38, 158.0, "good", up=True), _big("CULTIST", left + 38, 158.0, "evil")]
    things.append(mark("CLOSE", left + 38, 158.0, 54.0, "ink"))
    things.append(mark("HOURGLASS", left - 34, 258.0, 46.0, "candle"))
    things.append(Thing(Shape.DISC, left + 34, 258.0, 60.0, 60.0, tone="candle", number=ROUNDS, on=True))
    things += [
        _big("SKULL", right - 38, 158.0, "evil", up=True),
        _big("SKULL", right + 38, 158.0, "evil", up=True),
    ]
    things.append(mark("POINTING_FINGER", right, 220.0, 44.0, "ink"))
    things.append(token(role_piece(SEER), right, 272.0, 58.0))
    return tuple(things)


def _secrets() -> Scene:
    things = [back(x, 92.0, (58.0, 80.0), on=False) for x in row(4, 132.0, 62.0)]
    things.append(card("route", 296.0, 92.0, (62.0, 84.0), up=False, on=False))
    things.append(mark("LOCK", 132.0, 92.0, 60.0, "ink"))
    things.append(token(role_piece(INVESTIGATOR), 92.0, 236.0, 92.0, up=False, on=False))
    things.append(mark("EYE", 92.0, 302.0, 34.0, "candle"))
    things.append(_big("CLUE", 250.0, 236.0, "candle", 92.0))
    return tuple(things)


CHAPTERS: Final = (
    _chapter(
        *("sides", _sides()),
        *("place", "investigators", "cultists", "night"),
        explaining=("night",),
    ),
    _chapter(
        *("deck", _deck()),
        *("yours", "cards", "pulse", "unknown"),
        explaining=("unknown",),
    ),
    _chapter(
        *("round", _round()),
        *("order", "move", "meet", "card", "event"),
        explaining=("event",),
    ),
    _chapter(
        *("rooms", _rooms()),
        *("fill", "inspect", "shelf", "route"),
        explaining=("route",),
    ),
    _chapter(
        *("murder", _murder()),
        *("check", "found", "vote", "out", "ghosts"),
        explaining=("ghosts",),
    ),
    _chapter(
        *("winning", _winning()),
        *("investigators", "cultists", "numbers", "lone", "seer"),
        explaining=("numbers", "lone"),
    ),
    _chapter(
        *("secrets", _secrets()),
        *("cards", "kills", "talk", "own"),
        explaining=("own",),
    ),
)
