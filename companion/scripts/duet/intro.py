"""Codenames Duet told in five minutes: seven chapters, each with its picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.duet.setup import SCORED_TOKENS, Side
from companion.scripts.duet import picture
from companion.scripts.intros import Chapter
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, Shape, Thing, disc
from companion.scripts.sentences import Sentence

# Nobody sits at this table: each side is a line of words.
_MIDDLE: Final = picture.Middle(34.0, HEIGHT - 34.0)
_LABELS: Final = (picture.side_label(Side.A, HEIGHT - 16.0), picture.side_label(Side.B, 16.0))
_GRID: Final = (*_LABELS, *picture.words(_MIDDLE))
_BESIDE: Final = 290.0


def _on_word(across: int, down: int, icon: str, tone: str) -> Thing:
    """Lies on one of the words."""
    x, y = _MIDDLE.word(across, down)
    return Thing(Shape.CARD, x, y, 38.0, 30.0, icon=icon, tone=tone, on=True)


def _token_on(across: int, down: int) -> Thing:
    """A token on one of the words, in the darker look that stands out there."""
    return replace(picture.token(True, False, *_MIDDLE.word(across, down)), on=True, open=False)


def _large(down: float, icon: str, tone: str) -> Thing:
    return disc(_BESIDE, down, 60.0, icon, tone)


def _named(down: float, key: str) -> Thing:
    return Thing(Shape.LABEL, _BESIDE, down, 100.0, 22.0, key=key)


def _team() -> Scene:
    return (*_GRID, *picture.key_card(_MIDDLE), *picture.piles(_MIDDLE))


def _clue() -> Scene:
    return (*_GRID, _large(165.0, "CLUE", "teal"), picture.clue_arrow(Side.A, 165.0))


def _guessing() -> Scene:
    found = ((1, 1), (3, 0), (4, 3))
    return (
        *_GRID,
        *(_on_word(across, down, "HAT", "teal") for across, down in found),
        replace(disc(*_MIDDLE.word(2, 2), 28.0, "POINTING_FINGER", "candle"), on=True),
        *picture.piles(_MIDDLE),
    )


def _wrong() -> Scene:
    return (
        *_GRID,
        _token_on(1, 3),
        _on_word(3, 1, "SKULL", "brick"),
        _large(90.0, "BYSTANDER", "sand"),
        _named(134.0, "duet.board.bystander"),
        _large(200.0, "SKULL", "brick"),
        _named(244.0, "duet.board.assassin"),
    )


def _time() -> Scene:
    laid = SCORED_TOKENS - 2
    return (
        *_GRID,
        _token_on(2, 2),
        _large(120.0, "HOURGLASS", "ember"),
        replace(picture.token(False, False, _BESIDE, 190.0), width=40.0, height=40.0),
        *picture.bank(_MIDDLE, [(True, None)] * laid),
    )


def _end() -> Scene:
    return (
        *_LABELS,
        disc(100.0, 130.0, 84.0, "TROPHY", "teal"),
        disc(250.0, 130.0, 84.0, "HOURGLASS", "ember"),
        Thing(Shape.LABEL, 250.0, 190.0, 150.0, 24.0, key="duet.sudden_death"),
        Thing(Shape.LABEL, 100.0, 190.0, 150.0, 24.0, key="duet.summary.won"),
        *picture.bank(_MIDDLE, []),
    )


def _talk() -> Scene:
    return (
        *_LABELS,
        disc(WIDTH / 2, 165.0, 96.0, "CLUE", "teal"),
        disc(70.0, 165.0, 56.0, "HAND_STOP", "brick"),
        disc(WIDTH - 70.0, 165.0, 56.0, "EYE_CLOSED", "ink_2"),
    )


def _chapter(name: str, scene: Scene, *sentences: str, explaining: tuple[str, ...] = ()) -> Chapter:
    keys = {sentence: f"duet_guide.intro.{name}.{sentence}" for sentence in sentences}
    return Chapter(
        name,
        scene,
        tuple(Sentence(key) for key in keys.values()),
        tuple(keys[sentence] for sentence in explaining),
    )


CHAPTERS: Final = (
    _chapter("team", _team(), "together", "words", "faces", "green", "shared", explaining=("shared",)),
    _chapter("clue", _clue(), "say", "legal", "zero", "illegal", explaining=("zero", "illegal")),
    _chapter("guess", _guessing(), "touch", "agent", "again", "stop", explaining=("again",)),
    _chapter(
        *("wrong", _wrong(), "bystander", "other_side", "covered", "assassin", "beware"),
        explaining=("covered", "beware"),
    ),
    _chapter(*("time", _time(), "bank", "check", "spent", "easier", "map"), explaining=("easier", "map")),
    _chapter("end", _end(), "win", "done", "sudden", "guesses", "wrong", explaining=("done",)),
    _chapter("talk", _talk(), "nothing_more", "anybody", "strict", "begin", explaining=("anybody", "strict")),
)
