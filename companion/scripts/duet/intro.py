"""Intro of Codenames Duet in five minutes: seven chapters, each with its scene."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.core.message import Message
from companion.games.duet.setup import SCORED_TOKENS, Side
from companion.scripts.duet import guide
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, SceneItem, Shape, disc
from companion.scripts.teaching import Intro, IntroChapter

# No players in this scene: each side is a line of text.
_CENTER_AREA: Final = guide.CenterArea(34.0, HEIGHT - 34.0)
_LABELS: Final = (guide.side_label(Side.A, HEIGHT - 16.0), guide.side_label(Side.B, 16.0))
_GRID: Final = (*_LABELS, *guide.word_grid(_CENTER_AREA))
_SIDE_COLUMN_X: Final = 290.0


def _item_on_word(column: int, row_index: int, icon: str, tone: str) -> SceneItem:
    """Return an item on one of the words."""
    x, y = _CENTER_AREA.word_center(column, row_index)
    return SceneItem(Shape.CARD, x, y, 38.0, 30.0, icon=icon, tone=tone, is_overlay=True)


def _token_on_word(column: int, row_index: int) -> SceneItem:
    """Return a token on one of the words, in the darker variant that is visible there."""
    return replace(
        guide.token(True, False, *_CENTER_AREA.word_center(column, row_index)),
        is_overlay=True,
        is_face_up=False,
    )


def _large_disc(y: float, icon: str, tone: str) -> SceneItem:
    return disc(_SIDE_COLUMN_X, y, 60.0, icon, tone)


def _name_label(y: float, key: str) -> SceneItem:
    return SceneItem(Shape.LABEL, _SIDE_COLUMN_X, y, 100.0, 22.0, key=key)


def _draw_team() -> Scene:
    return (*_GRID, *guide.key_card(_CENTER_AREA), *guide.piles(_CENTER_AREA))


def _draw_clue() -> Scene:
    return (*_GRID, _large_disc(165.0, "CLUE", "teal"), guide.clue_arrow(Side.A, 165.0))


def _draw_guessing() -> Scene:
    agent_places = ((1, 1), (3, 0), (4, 3))
    return (
        *_GRID,
        *(_item_on_word(column, row_index, "HAT", "teal") for column, row_index in agent_places),
        replace(disc(*_CENTER_AREA.word_center(2, 2), 28.0, "POINTING_FINGER", "candle"), is_overlay=True),
        *guide.piles(_CENTER_AREA),
    )


def _draw_wrong_guess() -> Scene:
    return (
        *_GRID,
        _token_on_word(1, 3),
        _item_on_word(3, 1, "SKULL", "brick"),
        _large_disc(90.0, "BYSTANDER", "sand"),
        _name_label(134.0, "duet.board.bystander"),
        _large_disc(200.0, "SKULL", "brick"),
        _name_label(244.0, "duet.board.assassin"),
    )


def _draw_time() -> Scene:
    token_count = SCORED_TOKENS - 2
    return (
        *_GRID,
        _token_on_word(2, 2),
        _large_disc(120.0, "HOURGLASS", "ember"),
        replace(guide.token(False, False, _SIDE_COLUMN_X, 190.0), width=40.0, height=40.0),
        *guide.token_bank(_CENTER_AREA, [(True, None)] * token_count),
    )


def _draw_end() -> Scene:
    return (
        *_LABELS,
        disc(100.0, 130.0, 84.0, "TROPHY", "teal"),
        disc(250.0, 130.0, 84.0, "HOURGLASS", "ember"),
        SceneItem(Shape.LABEL, 250.0, 190.0, 150.0, 24.0, key="duet.sudden_death"),
        SceneItem(Shape.LABEL, 100.0, 190.0, 150.0, 24.0, key="duet.summary.won"),
        *guide.token_bank(_CENTER_AREA, []),
    )


def _draw_talk() -> Scene:
    return (
        *_LABELS,
        disc(WIDTH / 2, 165.0, 96.0, "CLUE", "teal"),
        disc(70.0, 165.0, 56.0, "HAND_STOP", "brick"),
        disc(WIDTH - 70.0, 165.0, 56.0, "EYE_CLOSED", "ink_2"),
    )


def _chapter(name: str, scene: Scene, *sentences: str, optional: tuple[str, ...] = ()) -> IntroChapter:
    keys = {sentence: f"duet_guide.intro.{name}.{sentence}" for sentence in sentences}
    return IntroChapter(
        name,
        scene,
        tuple(Message(key) for key in keys.values()),
        tuple(keys[sentence] for sentence in optional),
    )


CHAPTERS: Final = (
    _chapter("team", _draw_team(), "together", "words", "faces", "green", "shared", optional=("shared",)),
    _chapter("clue", _draw_clue(), "say", "legal", "zero", "illegal", optional=("zero", "illegal")),
    _chapter("guess", _draw_guessing(), "touch", "agent", "again", "stop", optional=("again",)),
    _chapter(
        *("wrong", _draw_wrong_guess(), "bystander", "other_side", "covered", "assassin", "beware"),
        optional=("covered", "beware"),
    ),
    _chapter(*("time", _draw_time(), "bank", "check", "spent", "easier", "map"), optional=("easier", "map")),
    _chapter("end", _draw_end(), "win", "done", "sudden", "guesses", "wrong", optional=("done",)),
    _chapter(
        "talk", _draw_talk(), "nothing_more", "anybody", "strict", "begin", optional=("anybody", "strict")
    ),
)

INTRO = Intro(CHAPTERS)
