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
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, SceneItem, Shape, disc, plate, row_centers

# Plates that have room beside each other, and how far their middles are apart.
PLATES_PER_LINE: Final = 4
_PLATE_GAP, _PLATE_LINE_HEIGHT = 82.0, 27.0
_MARGIN = 6.0
# The words lie on the left, key and agents in a column on the right, the bank below both.
_WORDS_X, _COLUMN_X = 124.0, 290.0
_WORD_GAP, _WORD_WIDTH = 46.0, 41.0
_BANK_HEIGHT, _TOKEN_SIZE, _TOKEN_GAP = 32.0, 24.0, 29.0
_ARROW_X = 246.0


@dataclass(frozen=True, slots=True)
class CenterArea:
    """What of the table is left between the people: so far down it begins and ends."""

    top: float
    bottom: float

    @property
    def bank_y(self) -> float:
        """How far down the middle of the bank lies."""
        return self.bottom - _MARGIN / 2 - _BANK_HEIGHT / 2

    @property
    def words_bottom(self) -> float:
        return self.bank_y - _BANK_HEIGHT / 2 - _MARGIN

    @property
    def word_row_height(self) -> float:
        """From one row of words to the next."""
        return min(40.0, (self.words_bottom - self.top) / ROWS)

    def word_center(self, column: int, row_index: int) -> tuple[float, float]:
        """The middle of a word, the first at the upper left."""
        between = (self.words_bottom - self.top - ROWS * self.word_row_height) / 2
        return row_centers(COLUMNS, _WORDS_X, _WORD_GAP)[
            column
        ], self.top + between + self.word_row_height * (row_index + 0.5)


def split_into_lines(people: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The people of a side as they sit, in lines of about the same length."""
    line_count = -(-len(people) // PLATES_PER_LINE)
    line_length = -(-len(people) // line_count)
    return tuple(tuple(people[first : first + line_length]) for first in range(0, len(people), line_length))


def center_area(bottom_people: Sequence[str], top_people: Sequence[str]) -> CenterArea:
    return CenterArea(
        _MARGIN + _PLATE_LINE_HEIGHT * len(split_into_lines(top_people)),
        HEIGHT - _MARGIN - _PLATE_LINE_HEIGHT * len(split_into_lines(bottom_people)),
    )


def seated_people(people: Sequence[str], side: Side, step: str | None = None) -> Scene:
    """Name plates along the edge of the table that this side has."""
    items: list[SceneItem] = []
    for line_index, names in enumerate(split_into_lines(people)):
        from_edge = _MARGIN + _PLATE_LINE_HEIGHT * (line_index + 0.5)
        y = HEIGHT - from_edge if side is Side.A else from_edge
        places = row_centers(len(names), WIDTH / 2, _PLATE_GAP)
        items += [plate(name, x, y, step) for name, x in zip(names, places, strict=True)]
    return tuple(items)


def side_label(side: Side, y: float) -> SceneItem:
    return SceneItem(
        Shape.LABEL, WIDTH / 2, y, 120.0, 24.0, key="duet.setup.side", args={"n": side.value + 1}
    )


def word_grid(area: CenterArea, step: str | None = None) -> Scene:
    """The grid of word cards; nothing is written on them here."""
    height = min(34.0, area.word_row_height - 5.0)
    return tuple(
        SceneItem(
            Shape.CARD,
            *area.word_center(column, row_index),
            _WORD_WIDTH,
            height,
            tone="sand",
            is_face_up=True,
            step=step,
        )
        for row_index in range(ROWS)
        for column in range(COLUMNS)
    )


def key_card(area: CenterArea, step: str | None = None, eye_step: str | None = None) -> Scene:
    """The key in its stand, with an eye for each side."""
    top = area.top + 4.0
    return (
        disc(_COLUMN_X, top + 11.0, 22.0, "EYE", "teal", eye_step),
        SceneItem(
            Shape.CARD,
            _COLUMN_X,
            top + 51.0,
            46.0,
            50.0,
            icon="KEY_CARD",
            tone="teal",
            is_face_up=True,
            step=step,
        ),
        SceneItem(Shape.BOARD, _COLUMN_X, top + 84.0, 70.0, 14.0, step=step),
        disc(_COLUMN_X, top + 105.0, 22.0, "EYE", "teal", eye_step),
    )


def piles(area: CenterArea, agents_step: str | None = None, assassin_step: str | None = None) -> Scene:
    """The agents that are to be found, and the assassin beside them."""
    y = area.words_bottom - 20.0
    left, right = row_centers(2, _COLUMN_X, 48.0)
    return (
        SceneItem(Shape.PILE, left, y, 34.0, 40.0, icon="HAT", tone="teal", count=AGENTS, step=agents_step),
        SceneItem(
            Shape.CARD, right, y, 34.0, 40.0, icon="SKULL", tone="brick", count=ASSASSINS, step=assassin_step
        ),
    )


def token(is_bystander: bool, is_blue: bool, x: float, y: float, step: str | None = None) -> SceneItem:
    tone = "good" if is_blue else "sand" if is_bystander else "teal"
    return replace(
        disc(x, y, _TOKEN_SIZE, "BYSTANDER" if is_bystander else "CHECK", tone, step), is_face_up=True
    )


def token_bank(area: CenterArea, faces: Sequence[tuple[bool, str | None]]) -> Scene:
    """The row of timer tokens: for each whether its bystander is up, and its step. The last ones are blue."""
    xs = row_centers(len(faces), WIDTH / 2, _TOKEN_GAP)
    tokens = (
        replace(token(bystander, index >= SCORED_TOKENS, xs[index], area.bank_y, step), is_overlay=True)
        for index, (bystander, step) in enumerate(faces)
    )
    return (SceneItem(Shape.BOARD, WIDTH / 2, area.bank_y, 326.0, _BANK_HEIGHT), *tokens)


def first_clue(people: Sequence[str], side: Side, area: CenterArea, step: str | None = None) -> Scene:
    """A mark at the side that begins, and an arrow from it to those who guess."""
    nearest = seated_people(people, side)[0]
    return (
        replace(disc(nearest.left - 3.0, nearest.y + 3.0, 20.0, "CLUE", "teal", step), is_overlay=True),
        clue_arrow(side, (area.top + area.words_bottom) / 2, step),
    )


def turn_marks(area: CenterArea, order_step: str, think_step: str) -> Scene:
    """That the sides take turns, below the arrow; and on the key what each of them thinks of."""
    return (
        replace(
            disc(_ARROW_X, area.words_bottom - 52.0, 20.0, "REPEAT", "teal", order_step), is_overlay=True
        ),
        replace(disc(_COLUMN_X + 25.0, area.top + 32.0, 20.0, "CLUE", "candle", think_step), is_overlay=True),
    )


def clue_arrow(side: Side, y: float, step: str | None = None) -> SceneItem:
    """Between words and key, from the side that gives the clue to the other."""
    rotation = 0.0 if side is Side.A else 180.0
    return SceneItem(Shape.ARROW, _ARROW_X, y, 16.0, 80.0, tone="teal", rotation=rotation, step=step)
