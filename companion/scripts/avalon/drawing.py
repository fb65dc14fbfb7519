"""Pieces of Avalon as they lie in a picture of the table: on the board, beside it, before people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.games.avalon.box import COMPONENTS_BY_ID
from companion.games.avalon.roles import NUMBERS, Side
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS
from companion.scripts.scenes import (
    HEIGHT,
    PLATE_SIZE,
    WIDTH,
    Scene,
    SceneItem,
    Shape,
    plate,
    row_centers,
    seat_positions,
)

CENTER_X, CENTER_Y = WIDTH / 2, HEIGHT / 2
_SIDE_ICONS: Final[Mapping[Side, str]] = {Side.GOOD: "SUN", Side.EVIL: "DAGGER"}
# What lies before somebody: discs in a row on that side of the name which looks to the middle. Four of the
# small ones, or three of the large, are no wider than the name.
TOKEN_SIZE, LARGE_TOKEN_SIZE = 18.0, 24.0
# A board as wide as it can be; smaller ones are this one scaled.
BOARD_WIDTH, BOARD_HEIGHT = 310.0, 184.0
# On its upper side the label of the face, then the quests, then the votes.
_QUESTS_Y, _FAILS_Y, _VOTES_Y = -14.0, 23.0, 58.0
_QUEST_SIZE, _FAIL_SIZE, _VOTE_SIZE, _MARKER_SIZE = 46.0, 20.0, 34.0, 26.0
_QUEST_GAP, _VOTE_GAP = 58.0, 46.0


def token(
    kind: str, step: str | None = None, x: float = 0.0, y: float = 0.0, diameter: float = TOKEN_SIZE
) -> SceneItem:
    """A round piece of the box, its face up."""
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
    """The dark one of two vote tokens, so that they differ by more than their mark."""
    return to_face_down(token("reject_token", step, x, y, diameter))


def card_item(kind: str, step: str | None, size: tuple[float, float], count: int = 1) -> SceneItem:
    """A card of the box, or a pile of them, to be put somewhere."""
    piece_kind = COMPONENTS_BY_ID[kind]
    shape = Shape.CARD if count == 1 else Shape.PILE
    return SceneItem(shape, 0, 0, *size, icon=piece_kind.icon, tone=piece_kind.color, count=count, step=step)


def label(key: str, x: float, y: float, width: float, height: float, **args: int | str) -> SceneItem:
    return SceneItem(Shape.LABEL, x, y, width, height, key=key, args=args, tone="ink")


def side_disc(side: Side, x: float, y: float, diameter: float, step: str | None = None) -> SceneItem:
    """The mark of a side, on its colour."""
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
    """The board of so many players, with its middle here and this wide."""

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
        """All that is printed on it: how many go on each quest, which stands a Fail, the vote track."""
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
        """Where the first quest is played."""
        return self._marker("round_marker", self._quest_centers()[0], _QUESTS_Y, _QUEST_SIZE, step)

    def vote_marker(self, step: str | None = None) -> SceneItem:
        """At the start of its track."""
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
        """At the upper right of its place, of which the number stays in sight."""
        offset = self._scale(spot_size * 0.42)
        y = self.y + self._scale(offset_y) - offset
        return replace(token(kind, step, x + offset, y, self._scale(_MARKER_SIZE)), is_overlay=True)


def seated_players(
    players: Sequence[str],
    items_by_seat: Mapping[int, Sequence[SceneItem]] | None = None,
    step: str | None = None,
) -> Scene:
    """The people of a table by name, and before each of them what they hold, put there."""
    items: list[SceneItem] = []
    for seat, (x, y) in enumerate(seat_positions(len(players))):
        items.append(plate(players[seat], x, y, step))
        seat_items = (items_by_seat or {}).get(seat, ())
        max_width = max((item.width for item in seat_items), default=0.0)
        item_y = y + (PLATE_SIZE[1] / 2 + max_width / 2 + 1) * (1 if y < CENTER_Y - 1 else -1)
        for item, item_x in zip(seat_items, row_centers(len(seat_items), x, max_width + 1), strict=True):
            items.append(replace(item, x=item_x, y=item_y))
    return tuple(items)
