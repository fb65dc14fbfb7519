"""Avalon told in five minutes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.avalon.box import role_component_id
from companion.games.avalon.roles import ASSASSIN, MERLIN, SERVANT, Side
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS, QUESTS_TO_WIN
from companion.scripts.avalon.drawing import (
    CENTER_X,
    card_item,
    label,
    reject_token,
    side_disc,
    to_face_down,
    token,
)
from companion.scripts.avalon.names import short_name_key
from companion.scripts.scenes import Scene, SceneItem, Shape, row_centers, seat_positions
from companion.scripts.teaching import IntroChapter, Message

_CARD_SIZE: Final = (64.0, 86.0)


def _chapter(name: str, scene: Scene, *sentences: str, optional: tuple[str, ...] = ()) -> IntroChapter:
    keys = {sentence: f"avalon_guide.intro.{name}.{sentence}" for sentence in sentences}
    return IntroChapter(
        name,
        scene,
        tuple(map(Message, keys.values())),
        tuple(keys[sentence] for sentence in optional),
    )


def _arrow(x: float, y: float, length: float, rotation: float) -> SceneItem:
    return SceneItem(Shape.ARROW, x, y, 14, length, tone="candle", rotation=rotation)


def _role_card(role: str, x: float, y: float) -> Iterator[SceneItem]:
    """A character's card, with its name below."""
    yield replace(card_item(role_component_id(role), None, _CARD_SIZE), x=x, y=y)
    yield label(short_name_key(role), x, y + 56, 96, 22)


def _draw_goal() -> Iterator[SceneItem]:
    """The quests between the two sides."""
    for x, side in ((88.0, Side.GOOD), (262.0, Side.EVIL)):
        yield side_disc(side, x, 84, 96)
        yield label(f"avalon.side.{side.value}", x, 154, 150, 24)
    for x in row_centers(QUESTS, CENTER_X, 60):
        yield SceneItem(Shape.DISC, x, 246, 50, 50, icon="SHIELD", tone="candle")


def _draw_knowledge() -> Iterator[SceneItem]:
    """A table at night: open eyes of Evil, and Merlin who sees them."""
    seats = seat_positions(7, 120, 118)
    evil = (2, 3, 5)
    for seat, (x, y) in enumerate(seats):
        if seat == 0:
            continue
        yield (
            side_disc(Side.EVIL, x, y, 48)
            if seat in evil
            else SceneItem(Shape.DISC, x, y, 48, 48, icon="EYE_CLOSED", tone="ink_2")
        )
    yield from _role_card(MERLIN, CENTER_X, 250)
    for rotation, x, y in ((-58.0, 112.0, 184.0), (-20.0, 154.0, 132.0), (62.0, 240.0, 184.0)):
        yield _arrow(x, y, 56, rotation)


def _draw_round() -> Iterator[SceneItem]:
    """From above: the leader and the team, the vote, the cards of the quest."""
    yield token("leader_token", None, 76, 58, 56)
    yield _arrow(132, 58, 40, 90)
    for x in row_centers(3, 238, 54):
        yield token("team_token", None, x, 58, 46)
    yield _arrow(CENTER_X, 108, 28, 180)
    for index, x in enumerate(row_centers(5, CENTER_X, 56)):
        yield reject_token(None, x, 158, 44) if index in (1, 4) else token("approve_token", None, x, 158, 44)
    yield _arrow(CENTER_X, 208, 28, 180)
    for kind, x in zip(
        ("success_card", "success_card", "fail_card"), row_centers(3, CENTER_X, 76), strict=True
    ):
        yield replace(card_item(kind, None, (56, 76)), x=x, y=274, is_face_up=True)


def _draw_winning() -> Iterator[SceneItem]:
    """Three ways to an end: Fails, refusals, and successes, which are not quite one."""
    for y, make_item, count in (
        (62.0, _fail_marker, QUESTS_TO_WIN),
        (164.0, reject_token, MAX_ATTEMPTS),
        (266.0, _success_marker, QUESTS_TO_WIN),
    ):
        for x in row_centers(count, 122, 42):
            yield make_item(None, x, y, 36)
    for y in (62.0, 164.0):
        yield _arrow(247, y, 30, 90)
        yield side_disc(Side.EVIL, 304, y, 60)
    yield _arrow(247, 266, 30, 90)
    yield SceneItem(Shape.DISC, 304, 266, 60, 60, icon="ASSASSIN", tone="evil")


def _success_marker(step: str | None, x: float, y: float, diameter: float) -> SceneItem:
    return token("score_marker", step, x, y, diameter)


def _fail_marker(step: str | None, x: float, y: float, diameter: float) -> SceneItem:
    """A score marker with its other side up."""
    return replace(token("score_marker", step, x, y, diameter), icon="DAGGER", tone="evil")


def _draw_assassination() -> Iterator[SceneItem]:
    """Whom does the Assassin name?"""
    yield from _role_card(ASSASSIN, CENTER_X, 66)
    for x in row_centers(4, CENTER_X, 80):
        yield to_face_down(
            replace(
                card_item(role_component_id(SERVANT), None, _CARD_SIZE),
                x=x,
                y=270,
                icon="PERSON",
                tone="good",
            )
        )
    for x, rotation in ((70.0, 215.0), (CENTER_X - 34, 195.0), (CENTER_X + 34, 165.0), (280.0, 145.0)):
        yield _arrow(x, 180, 46, rotation)


def _draw_secrets() -> Iterator[SceneItem]:
    """A card that nobody else sees, and mouths that may say anything."""
    yield replace(
        card_item(role_component_id(SERVANT), None, (96, 130)), x=104, y=120, icon="EYE_CLOSED", tone="candle"
    )
    yield SceneItem(Shape.DISC, 246, 120, 96, 96, icon="CLUE", tone="candle", is_face_up=True)
    for x, icon in zip(row_centers(2, CENTER_X, 142), ("LOCK", "CHECK"), strict=True):
        yield SceneItem(Shape.DISC, x, 246, 56, 56, icon=icon, tone="ink")


CHAPTERS: Final = (
    _chapter("goal", tuple(_draw_goal()), "sides", "quests", "fewer", optional=("fewer",)),
    _chapter(
        *("knowledge", tuple(_draw_knowledge())),
        *("evil", "merlin", "servants", "special"),
        optional=("special",),
    ),
    _chapter(
        *("round", tuple(_draw_round())), *("team", "vote", "next", "cards", "fails"), optional=("next",)
    ),
    _chapter(
        *("winning", tuple(_draw_winning())),
        *("fails", "votes", "successes", "patience"),
        optional=("patience",),
    ),
    _chapter("merlin", tuple(_draw_assassination()), "shot", "missed", "hide", "decoy", optional=("decoy",)),
    _chapter("secrets", tuple(_draw_secrets()), "card", "talk", "pictures", "piles", optional=("piles",)),
)
