"""Avalon told in five minutes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.avalon.box import card
from companion.games.avalon.roles import ASSASSIN, MERLIN, SERVANT, Side
from companion.games.avalon.state import ATTEMPTS, QUESTS, TO_WIN
from companion.scripts.avalon.drawing import ACROSS, faced_down, label, laid, reject, sign, token
from companion.scripts.avalon.names import short_name
from companion.scripts.intros import Chapter
from companion.scripts.scenes import Scene, Shape, Thing, row, spots
from companion.scripts.sentences import Sentence

_CARD: Final = (64.0, 86.0)


def _chapter(name: str, scene: Scene, *said: str, explaining: tuple[str, ...] = ()) -> Chapter:
    keys = {sentence: f"avalon_guide.intro.{name}.{sentence}" for sentence in said}
    return Chapter(
        name,
        scene,
        tuple(map(Sentence, keys.values())),
        tuple(keys[sentence] for sentence in explaining),
    )


def _arrow(x: float, y: float, length: float, turned: float) -> Thing:
    return Thing(Shape.ARROW, x, y, 14, length, tone="candle", turned=turned)


def _role(role: str, x: float, y: float) -> Iterator[Thing]:
    """A character's card, with its name below."""
    yield replace(laid(card(role), None, _CARD), x=x, y=y)
    yield label(short_name(role), x, y + 56, 96, 22)


def _goal() -> Iterator[Thing]:
    """The quests between the two sides."""
    for x, side in ((88.0, Side.GOOD), (262.0, Side.EVIL)):
        yield sign(side, x, 84, 96)
        yield label(f"avalon.side.{side.value}", x, 154, 150, 24)
    for x in row(QUESTS, ACROSS, 60):
        yield Thing(Shape.DISC, x, 246, 50, 50, icon="SHIELD", tone="candle")


def _knowledge() -> Iterator[Thing]:
    """A table at night: open eyes of Evil, and Merlin who sees them."""
    seats = spots(7, 120, 118)
    evil = (2, 3, 5)
    for seat, (x, y) in enumerate(seats):
        if seat == 0:
            continue
        yield (
            sign(Side.EVIL, x, y, 48)
            if seat in evil
            else Thing(Shape.DISC, x, y, 48, 48, icon="EYE_CLOSED", tone="ink_2")
        )
    yield from _role(MERLIN, ACROSS, 250)
    for turned, x, y in ((-58.0, 112.0, 184.0), (-20.0, 154.0, 132.0), (62.0, 240.0, 184.0)):
        yield _arrow(x, y, 56, turned)


def _round() -> Iterator[Thing]:
    """From above: the leader and the team, the vote, the cards of the quest."""
    yield token("leader_token", None, 76, 58, 56)
    yield _arrow(132, 58, 40, 90)
    for x in row(3, 238, 54):
        yield token("team_token", None, x, 58, 46)
    yield _arrow(ACROSS, 108, 28, 180)
    for place, x in enumerate(row(5, ACROSS, 56)):
        yield reject(None, x, 158, 44) if place in (1, 4) else token("approve_token", None, x, 158, 44)
    yield _arrow(ACROSS, 208, 28, 180)
    for kind, x in zip(("success_card", "success_card", "fail_card"), row(3, ACROSS, 76), strict=True):
        yield replace(laid(kind, None, (56, 76)), x=x, y=274, open=True)


def _winning() -> Iterator[Thing]:
    """Three ways to an end: Fails, refusals, and successes, which are not quite one."""
    for y, made, count in ((62.0, _lost, TO_WIN), (164.0, reject, ATTEMPTS), (266.0, _won, TO_WIN)):
        for x in row(count, 122, 42):
            yield made(None, x, y, 36)
    for y in (62.0, 164.0):
        yield _arrow(247, y, 30, 90)
        yield sign(Side.EVIL, 304, y, 60)
    yield _arrow(247, 266, 30, 90)
    yield Thing(Shape.DISC, 304, 266, 60, 60, icon="ASSASSIN", tone="evil")


def _won(step: str | None, x: float, y: float, across: float) -> Thing:
    return token("score_marker", step, x, y, across)


def _lost(step: str | None, x: float, y: float, across: float) -> Thing:
    """A score marker with its other side up."""
    return replace(token("score_marker", step, x, y, across), icon="DAGGER", tone="evil")


def _merlin() -> Iterator[Thing]:
    """Whom does the Assassin name?"""
    yield from _role(ASSASSIN, ACROSS, 66)
    for x in row(4, ACROSS, 80):
        yield faced_down(replace(laid(card(SERVANT), None, _CARD), x=x, y=270, icon="PERSON", tone="good"))
    for x, turned in ((70.0, 215.0), (ACROSS - 34, 195.0), (ACROSS + 34, 165.0), (280.0, 145.0)):
        yield _arrow(x, 180, 46, turned)


def _secrets() -> Iterator[Thing]:
    """A card that nobody else sees, and mouths that may say anything."""
    yield replace(laid(card(SERVANT), None, (96, 130)), x=104, y=120, icon="EYE_CLOSED", tone="candle")
    yield Thing(Shape.DISC, 246, 120, 96, 96, icon="CLUE", tone="candle", open=True)
    for x, icon in zip(row(2, ACROSS, 142), ("LOCK", "CHECK"), strict=True):
        yield Thing(Shape.DISC, x, 246, 56, 56, icon=icon, tone="ink")


CHAPTERS: Final = (
    _chapter("goal", tuple(_goal()), "sides", "quests", "fewer", explaining=("fewer",)),
    _chapter(
        *("knowledge", tuple(_knowledge())),
        *("evil", "merlin", "servants", "special"),
        explaining=("special",),
    ),
    _chapter(*("round", tuple(_round())), *("team", "vote", "next", "cards", "fails"), explaining=("next",)),
    _chapter(
        *("winning", tuple(_winning())),
        *("fails", "votes", "successes", "patience"),
        explaining=("patience",),
    ),
    _chapter("merlin", tuple(_merlin()), "shot", "missed", "hide", "decoy", explaining=("decoy",)),
    _chapter("secrets", tuple(_secrets()), "card", "talk", "pictures", "piles", explaining=("piles",)),
)
