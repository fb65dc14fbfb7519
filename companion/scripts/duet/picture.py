"""The table of Codenames Duet from above: side one sits below, side two above, and all else between them.

No key card is drawn as it is printed: it is a mark, with an eye for each side that looks at a face of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.games.duet.box import ASSASSINS
from companion.games.duet.key import COLUMNS, ROWS
from companion.games.duet.setup import AGENTS, SCORED_TOKENS, Side
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, Shape, Thing, disc, plate, row

# Plates that have room beside each other, and how far their middles are apart.
A_LINE: Final = 4
_BESIDE, _BELOW = 82.0, 27.0
_EDGE = 6.0
# The words lie on the left, key and agents in a column on the right, the bank below both.
_WORDS_AT, _COLUMN_AT = 124.0, 290.0
_WORD_GAP, _WORD_WIDTH = 46.0, 41.0
_BANK_HEIGHT, _TOKEN, _TOKEN_GAP = 32.0, 24.0, 29.0
_BETWEEN_AT = 246.0


@dataclass(frozen=True, slots=True)
class Middle:
    """What of the table is left between the people: so far down it begins and ends."""

    top: float
    bottom: float

    @property
    def bank(self) -> float:
        """How far down the middle of the bank lies."""
        return self.bottom - _EDGE / 2 - _BANK_HEIGHT / 2

    @property
    def words_end(self) -> float:
        return self.bank - _BANK_HEIGHT / 2 - _EDGE

    @property
    def line(self) -> float:
        """From one row of words to the next."""
        return min(40.0, (self.words_end - self.top) / ROWS)

    def word(self, across: int, down: int) -> tuple[float, float]:
        """The middle of a word, the first at the upper left."""
        between = (self.words_end - self.top - ROWS * self.line) / 2
        return row(COLUMNS, _WORDS_AT, _WORD_GAP)[across], self.top + between + self.line * (down + 0.5)


def lines(people: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The people of a side as they sit, in lines of about the same length."""
    number = -(-len(people) // A_LINE)
    longest = -(-len(people) // number)
    return tuple(tuple(people[first : first + longest]) for first in range(0, len(people), longest))


def between(below: Sequence[str], above: Sequence[str]) -> Middle:
    return Middle(_EDGE + _BELOW * len(lines(above)), HEIGHT - _EDGE - _BELOW * len(lines(below)))


def seated(people: Sequence[str], side: Side, step: str | None = None) -> Scene:
    """Name plates along the edge of the table that this side has."""
    found: list[Thing] = []
    for line, names in enumerate(lines(people)):
        from_edge = _EDGE + _BELOW * (line + 0.5)
        down = HEIGHT - from_edge if side is Side.A else from_edge
        places = row(len(names), WIDTH / 2, _BESIDE)
        found += [plate(name, across, down, step) for name, across in zip(names, places, strict=True)]
    return tuple(found)


def side_label(side: Side, down: float) -> Thing:
    return Thing(Shape.LABEL, WIDTH / 2, down, 120.0, 24.0, key="duet.setup.side", args={"n": side.value + 1})


def words(middle: Middle, step: str | None = None) -> Scene:
    """The grid of word cards; nothing is written on them here."""
    height = min(34.0, middle.line - 5.0)
    return tuple(
        Thing(Shape.CARD, *middle.word(across, down), _WORD_WIDTH, height, tone="sand", open=True, step=step)
        for down in range(ROWS)
        for across in range(COLUMNS)
    )


def key_card(middle: Middle, step: str | None = None, looked_at: str | None = None) -> Scene:
    """The key in its stand, with an eye for each side."""
    top = middle.top + 4.0
    return (
        disc(_COLUMN_AT, top + 11.0, 22.0, "EYE", "teal", looked_at),
        Thing(
            Shape.CARD, _COLUMN_AT, top + 51.0, 46.0, 50.0, icon="KEY_CARD", tone="teal", open=True, step=step
        ),
        Thing(Shape.BOARD, _COLUMN_AT, top + 84.0, 70.0, 14.0, step=step),
        disc(_COLUMN_AT, top + 105.0, 22.0, "EYE", "teal", looked_at),
    )


def piles(middle: Middle, agents: str | None = None, assassin: str | None = None) -> Scene:
    """The agents that are to be found, and the assassin beside them."""
    down = middle.words_end - 20.0
    left, right = row(2, _COLUMN_AT, 48.0)
    return (
        Thing(Shape.PILE, left, down, 34.0, 40.0, icon="HAT", tone="teal", count=AGENTS, step=agents),
        Thing(
            Shape.CARD, right, down, 34.0, 40.0, icon="SKULL", tone="brick", count=ASSASSINS, step=assassin
        ),
    )


def token(bystander: bool, blue: bool, x: float, y: float, step: str | None = None) -> Thing:
    tone = "good" if blue else "sand" if bystander else "teal"
    return replace(disc(x, y, _TOKEN, "BYSTANDER" if bystander else "CHECK", tone, step), open=True)


def bank(middle: Middle, faces: Sequence[tuple[bool, str | None]]) -> Scene:
    """The row of timer tokens: for each whether its bystander is up, and its step. The last ones are blue."""
    across = row(len(faces), WIDTH / 2, _TOKEN_GAP)
    tokens = (
        replace(token(bystander, place >= SCORED_TOKENS, across[place], middle.bank, step), on=True)
        for place, (bystander, step) in enumerate(faces)
    )
    return (Thing(Shape.BOARD, WIDTH / 2, middle.bank, 326.0, _BANK_HEIGHT), *tokens)


def first_clue(people: Sequence[str], side: Side, middle: Middle, step: str | None = None) -> Scene:
    """A mark at the side that begins, and an arrow from it to those who guess."""
    nearest = seated(people, side)[0]
    return (
        replace(disc(nearest.left - 3.0, nearest.y + 3.0, 20.0, "CLUE", "teal", step), on=True),
        clue_arrow(side, (middle.top + middle.words_end) / 2, step),
    )


def in_turn(middle: Middle, order: str, think: str) -> Scene:
    """That the sides take turns, below the arrow; and on the key what each of them thinks of."""
    return (
        replace(disc(_BETWEEN_AT, middle.words_end - 52.0, 20.0, "REPEAT", "teal", order), on=True),
        replace(disc(_COLUMN_AT + 25.0, middle.top + 32.0, 20.0, "CLUE", "candle", think), on=True),
    )


def clue_arrow(side: Side, down: float, step: str | None = None) -> Thing:
    """Between words and key, from the side that gives the clue to the other."""
    turned = 0.0 if side is Side.A else 180.0
    return Thing(Shape.ARROW, _BETWEEN_AT, down, 16.0, 80.0, tone="teal", turned=turned, step=step)
