"""Pieces of Avalon as they lie in a picture of the table: on the board, beside it, before people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.games.avalon.box import KINDS
from companion.games.avalon.roles import NUMBERS, Side
from companion.games.avalon.state import ATTEMPTS, QUESTS
from companion.scripts.scenes import HEIGHT, PLATE, WIDTH, Scene, Shape, Thing, plate, row, spots

ACROSS, DOWN = WIDTH / 2, HEIGHT / 2
_SIGNS: Final[Mapping[Side, str]] = {Side.GOOD: "SUN", Side.EVIL: "DAGGER"}
# What lies before somebody: discs in a row on that side of the name which looks to the middle. Four of the
# small ones, or three of the large, are no wider than the name.
HELD, HELD_LARGE = 18.0, 24.0
# A board as wide as it can be; smaller ones are this one scaled.
BOARD_WIDE, BOARD_HIGH = 310.0, 184.0
# On its upper side the label of the face, then the quests, then the votes.
_QUESTS_AT, _FAILS_AT, _VOTES_AT = -14.0, 23.0, 58.0
_QUEST, _FAIL, _VOTE, _MARKER = 46.0, 20.0, 34.0, 26.0
_QUEST_GAP, _VOTE_GAP = 58.0, 46.0


def token(kind: str, step: str | None = None, x: float = 0.0, y: float = 0.0, across: float = HELD) -> Thing:
    """A round piece of the box, its face up."""
    made = KINDS[kind]
    return Thing(Shape.DISC, x, y, across, across, icon=made.icon, tone=made.tone, open=True, step=step)


def faced_down(thing: Thing) -> Thing:
    return replace(thing, open=False)


def reject(step: str | None = None, x: float = 0.0, y: float = 0.0, across: float = HELD) -> Thing:
    """The dark one of two vote tokens, so that they differ by more than their mark."""
    return faced_down(token("reject_token", step, x, y, across))


def laid(kind: str, step: str | None, size: tuple[float, float], count: int = 1) -> Thing:
    """A card of the box, or a pile of them, to be put somewhere."""
    made = KINDS[kind]
    shape = Shape.CARD if count == 1 else Shape.PILE
    return Thing(shape, 0, 0, *size, icon=made.icon, tone=made.tone, count=count, step=step)


def label(key: str, x: float, y: float, width: float, height: float, **args: int | str) -> Thing:
    return Thing(Shape.LABEL, x, y, width, height, key=key, args=args, tone="ink")


def sign(side: Side, x: float, y: float, across: float, step: str | None = None) -> Thing:
    """The mark of a side, on its colour."""
    return Thing(Shape.DISC, x, y, across, across, icon=_SIGNS[side], tone=side.value, open=True, step=step)


@dataclass(frozen=True, slots=True)
class Board:
    """The board of so many players, with its middle here and this wide."""

    players: int
    x: float
    y: float
    width: float

    @property
    def height(self) -> float:
        return self._scaled(BOARD_HIGH)

    @property
    def bottom(self) -> float:
        return self.y + self.height / 2

    def face(self, step: str | None = None) -> Scene:
        """All that is printed on it: how many go on each quest, which stands a Fail, the vote track."""
        numbers = NUMBERS[self.players]
        things = [
            Thing(
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
        for quest, x in enumerate(self._quests(), 1):
            things.append(self._place(x, _QUESTS_AT, _QUEST, number=numbers.team_size(quest)))
            if (fails := numbers.fails_needed(quest)) > 1:
                for at in row(fails, x, self._scaled(_FAIL + 2)):
                    things.append(self._place(at, _FAILS_AT, _FAIL, icon="DAGGER", tone="evil"))
        for vote, x in enumerate(self._votes(), 1):
            last = vote == ATTEMPTS
            things.append(
                self._place(x, _VOTES_AT, _VOTE, icon="DAGGER", tone="evil")
                if last
                else self._place(x, _VOTES_AT, _VOTE, number=vote)
            )
        return tuple(replace(thing, step=step) for thing in things)

    def round_marker(self, step: str | None = None) -> Thing:
        """Where the first quest is played."""
        return self._marker("round_marker", self._quests()[0], _QUESTS_AT, _QUEST, step)

    def vote_marker(self, step: str | None = None) -> Thing:
        """At the start of its track."""
        return self._marker("vote_marker", self._votes()[0], _VOTES_AT, _VOTE, step)

    def _quests(self) -> tuple[float, ...]:
        return row(QUESTS, self.x, self._scaled(_QUEST_GAP))

    def _votes(self) -> tuple[float, ...]:
        return row(ATTEMPTS, self.x, self._scaled(_VOTE_GAP))

    def _scaled(self, measure: float) -> float:
        return measure * self.width / BOARD_WIDE

    def _place(
        self,
        x: float,
        down: float,
        across: float,
        *,
        icon: str | None = None,
        number: int | None = None,
        tone: str = "ink_2",
    ) -> Thing:
        size = self._scaled(across)
        y = self.y + self._scaled(down)
        return Thing(Shape.DISC, x, y, size, size, icon=icon, number=number, tone=tone, on=True)

    def _marker(self, kind: str, x: float, down: float, place: float, step: str | None) -> Thing:
        """At the upper right of its place, of which the number stays in sight."""
        aside = self._scaled(place * 0.42)
        y = self.y + self._scaled(down) - aside
        return replace(token(kind, step, x + aside, y, self._scaled(_MARKER)), on=True)


def seated(
    players: Sequence[str], held: Mapping[int, Sequence[Thing]] | None = None, step: str | None = None
) -> Scene:
    """The people of a table by name, and before each of them what they hold, put there."""
    things: list[Thing] = []
    for seat, (x, y) in enumerate(spots(len(players))):
        things.append(plate(players[seat], x, y, step))
        before = (held or {}).get(seat, ())
        across = max((thing.width for thing in before), default=0.0)
        at = y + (PLATE[1] / 2 + across / 2 + 1) * (1 if y < DOWN - 1 else -1)
        for thing, place in zip(before, row(len(before), x, across + 1), strict=True):
            things.append(replace(thing, x=place, y=at))
    return tuple(things)
