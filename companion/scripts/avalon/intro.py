"""Intro of Avalon in five minutes, Avalon's components as scene items, and short role names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.core.message import Message
from companion.games.avalon.components import COMPONENTS_BY_ID, role_component_id
from companion.games.avalon.setup import ASSASSIN, MERLIN, NUMBERS, SERVANT, Side, short_name_key
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS, QUESTS_TO_WIN
from companion.scripts.teaching import (
    HEIGHT,
    PLATE_SIZE,
    WIDTH,
    Intro,
    IntroChapter,
    Scene,
    SceneItem,
    Shape,
    plate,
    row_centers,
    seat_positions,
)

CENTER_X, CENTER_Y = WIDTH / 2, HEIGHT / 2
_SIDE_ICONS: Final[Mapping[Side, str]] = {Side.GOOD: "SUN", Side.EVIL: "DAGGER"}
# Sizes of tokens in front of a player, in a row towards the middle: four small ones, or three large ones, are
# as wide as the name plate.
TOKEN_SIZE, LARGE_TOKEN_SIZE = 18.0, 24.0
# Largest size of a board; smaller ones are scaled.
BOARD_WIDTH, BOARD_HEIGHT = 310.0, 184.0
# Rows of the upper half: the label of the side, then the quests, then the vote track.
_QUESTS_Y, _FAILS_Y, _VOTES_Y = -14.0, 23.0, 58.0
_QUEST_SIZE, _FAIL_SIZE, _VOTE_SIZE, _MARKER_SIZE = 46.0, 20.0, 34.0, 26.0
_QUEST_GAP, _VOTE_GAP = 58.0, 46.0


def token(
    kind: str, step: str | None = None, x: float = 0.0, y: float = 0.0, diameter: float = TOKEN_SIZE
) -> SceneItem:
    """Return a round component, face up."""
    piece_kind = COMPONENTS_BY_ID[kind]
    return SceneItem(
        Shape.DISC,
        x,
        y,
        diameter,
        diameter,
        icon=piece_kind.icon,
        tone=piece_kind.color,
        is_face_up=True,
        step=step,
    )


def to_face_down(item: SceneItem) -> SceneItem:
    return replace(item, is_face_up=False)


def reject_token(
    step: str | None = None, x: float = 0.0, y: float = 0.0, diameter: float = TOKEN_SIZE
) -> SceneItem:
    """Return the dark one of the two vote tokens, so that they differ by more than their icon."""
    return to_face_down(token("reject_token", step, x, y, diameter))


def card_item(kind: str, step: str | None, size: tuple[float, float], count: int = 1) -> SceneItem:
    """Return a card of the box, or a pile of them, without a position."""
    piece_kind = COMPONENTS_BY_ID[kind]
    shape = Shape.CARD if count == 1 else Shape.PILE
    return SceneItem(shape, 0, 0, *size, icon=piece_kind.icon, tone=piece_kind.color, count=count, step=step)


def label(key: str, x: float, y: float, width: float, height: float, **args: int | str) -> SceneItem:
    return SceneItem(Shape.LABEL, x, y, width, height, key=key, args=args, tone="ink")


def side_disc(side: Side, x: float, y: float, diameter: float, step: str | None = None) -> SceneItem:
    """Return the icon of a side on its colour."""
    return SceneItem(
        Shape.DISC,
        x,
        y,
        diameter,
        diameter,
        icon=_SIDE_ICONS[side],
        tone=side.value,
        is_face_up=True,
        step=step,
    )


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """Board for this number of players, with its centre and width."""

    players: int
    x: float
    y: float
    width: float

    @property
    def height(self) -> float:
        return self._scale(BOARD_HEIGHT)

    @property
    def bottom(self) -> float:
        return self.y + self.height / 2

    def face(self, step: str | None = None) -> Scene:
        """Return everything printed on it: team sizes, the quest that tolerates a Fail, the vote track."""
        counts = NUMBERS[self.players]
        items = [
            SceneItem(
                Shape.BOARD,
                self.x,
                self.y,
                self.width,
                self.height,
                key="avalon_guide.face",
                args={"n": self.players},
                tone="candle",
            )
        ]
        for quest, x in enumerate(self._quest_centers(), 1):
            items.append(self._spot_item(x, _QUESTS_Y, _QUEST_SIZE, number=counts.team_size(quest)))
            if (fails := counts.fails_needed(quest)) > 1:
                for fail_x in row_centers(fails, x, self._scale(_FAIL_SIZE + 2)):
                    items.append(self._spot_item(fail_x, _FAILS_Y, _FAIL_SIZE, icon="DAGGER", tone="evil"))
        for vote, x in enumerate(self._vote_centers(), 1):
            is_last = vote == MAX_ATTEMPTS
            items.append(
                self._spot_item(x, _VOTES_Y, _VOTE_SIZE, icon="DAGGER", tone="evil")
                if is_last
                else self._spot_item(x, _VOTES_Y, _VOTE_SIZE, number=vote)
            )
        return tuple(replace(item, step=step) for item in items)

    def round_marker(self, step: str | None = None) -> SceneItem:
        """Return the round marker on the first quest."""
        return self._marker("round_marker", self._quest_centers()[0], _QUESTS_Y, _QUEST_SIZE, step)

    def vote_marker(self, step: str | None = None) -> SceneItem:
        """Return the vote marker at the start of its track."""
        return self._marker("vote_marker", self._vote_centers()[0], _VOTES_Y, _VOTE_SIZE, step)

    def _quest_centers(self) -> tuple[float, ...]:
        return row_centers(QUESTS, self.x, self._scale(_QUEST_GAP))

    def _vote_centers(self) -> tuple[float, ...]:
        return row_centers(MAX_ATTEMPTS, self.x, self._scale(_VOTE_GAP))

    def _scale(self, measure: float) -> float:
        return measure * self.width / BOARD_WIDTH

    def _spot_item(
        self,
        x: float,
        offset_y: float,
        diameter: float,
        *,
        icon: str | None = None,
        number: int | None = None,
        tone: str = "ink_2",
    ) -> SceneItem:
        size = self._scale(diameter)
        y = self.y + self._scale(offset_y)
        return SceneItem(Shape.DISC, x, y, size, size, icon=icon, number=number, tone=tone, is_overlay=True)

    def _marker(self, kind: str, x: float, offset_y: float, spot_size: float, step: str | None) -> SceneItem:
        """Return a marker at the upper right of its space, so that the number stays visible."""
        offset = self._scale(spot_size * 0.42)
        y = self.y + self._scale(offset_y) - offset
        return replace(token(kind, step, x + offset, y, self._scale(_MARKER_SIZE)), is_overlay=True)


def seated_players(
    players: Sequence[str],
    items_by_seat: Mapping[int, Sequence[SceneItem]] | None = None,
    step: str | None = None,
) -> Scene:
    """Return the players' name plates, each with its components in front of it."""
    items: list[SceneItem] = []
    for seat, (x, y) in enumerate(seat_positions(len(players))):
        items.append(plate(players[seat], x, y, step))
        seat_items = (items_by_seat or {}).get(seat, ())
        max_width = max((item.width for item in seat_items), default=0.0)
        item_y = y + (PLATE_SIZE[1] / 2 + max_width / 2 + 1) * (1 if y < CENTER_Y - 1 else -1)
        for item, item_x in zip(seat_items, row_centers(len(seat_items), x, max_width + 1), strict=True):
            items.append(replace(item, x=item_x, y=item_y))
    return tuple(items)


_CARD_SIZE: Final = (64.0, 86.0)


def _chapter(name: str, scene: Scene, *sentences: str, optional: tuple[str, ...] = ()) -> IntroChapter:
    keys = {sentence: f"avalon_guide.intro.{name}.{sentence}" for sentence in sentences}
    return IntroChapter(
        name, scene, tuple(map(Message, keys.values())), tuple(keys[sentence] for sentence in optional)
    )


def _arrow(x: float, y: float, length: float, rotation: float) -> SceneItem:
    return SceneItem(Shape.ARROW, x, y, 14, length, tone="candle", rotation=rotation)


def _role_card(role: str, x: float, y: float) -> Iterator[SceneItem]:
    """Yield a character card with its name below."""
    yield replace(card_item(role_component_id(role), None, _CARD_SIZE), x=x, y=y)
    yield label(short_name_key(role), x, y + 56, 96, 22)


def _draw_goal() -> Iterator[SceneItem]:
    """Yield the quests between the two sides."""
    for x, side in ((88.0, Side.GOOD), (262.0, Side.EVIL)):
        yield side_disc(side, x, 84, 96)
        yield label(f"avalon.side.{side.value}", x, 154, 150, 24)
    for x in row_centers(QUESTS, CENTER_X, 60):
        yield SceneItem(Shape.DISC, x, 246, 50, 50, icon="SHIELD", tone="candle")


def _draw_knowledge() -> Iterator[SceneItem]:
    """Yield a night scene: open eyes of Evil, and Merlin who sees them."""
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
    """Yield from top to bottom: leader and team, the vote, the cards of the quest."""
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
    """Yield the three ways to the end: Fails, rejected teams, and successes, which are not yet a victory."""
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
    """Return a score marker with its other side up."""
    return replace(token("score_marker", step, x, y, diameter), icon="DAGGER", tone="evil")


def _draw_assassination() -> Iterator[SceneItem]:
    """Yield the choice of the Assassin."""
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
    """Yield a card that nobody else sees, and a speech bubble: players may say anything."""
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

INTRO = Intro(CHAPTERS)
