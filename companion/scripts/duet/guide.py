"""How a mission is set up, step by step for one table, and how it goes back into its box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.box import Piece
from companion.games.duet.box import ASSASSINS, BLUE_TOKENS
from companion.games.duet.key import WORDS
from companion.games.duet.setup import AGENTS, BOX_TOKENS, SCORED_TOKENS, Setup, Side
from companion.scripts.duet import picture
from companion.scripts.guides import PACKING, Step
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, Shape, Thing, disc
from companion.scripts.sentences import Arg

PARTS: Final = ("sides", "words", "bank", "clue")
_SITTING: Final = {Side.A: "side_one", Side.B: "side_two"}


def guide(setup: Setup) -> tuple[Step, ...]:
    """All that is done before the first clue."""
    return (*_sides(setup), *_words(), *_bank(setup), *_clue(setup))


def packing(setup: Setup) -> tuple[Step, ...]:
    """The tokens are counted all, whatever the mission: those that were not needed lie in the box already."""
    return (
        _pack("agents", Piece("agent", AGENTS), Piece("assassin", ASSASSINS)),
        _pack("tokens", Piece("token", SCORED_TOKENS), Piece("blue_token", BLUE_TOKENS)),
        _pack("words", Piece("word_card", WORDS)),
        _pack("key", Piece("key_card", 1), Piece("stand", 1)),
    )


def counted() -> Iterator[Setup]:
    """Every mission that the tokens in the box allow."""
    for tokens in range(1, BOX_TOKENS + 1):
        for mistakes in range(tokens + 1):
            yield Setup(("1", "2"), tokens=tokens, mistakes=mistakes)


def scene(setup: Setup, part: str) -> Scene:
    """The table once this part is done: it is filled from part to part."""
    if part == PACKING:
        return _box()
    people = {side: setup.members(side) for side in Side}
    middle = picture.between(people[Side.A], people[Side.B])
    found: list[Thing] = []
    for side in Side:
        found += picture.seated(people[side], side, _SITTING[side])
    if part == "sides":
        found.append(picture.side_label(Side.A, middle.bottom - 20.0))
        found.append(picture.side_label(Side.B, middle.top + 20.0))
        return tuple(found)
    found += picture.words(middle, "words")
    found += picture.key_card(middle, "key", "faces")
    if part == "words":
        return tuple(found)
    found += picture.piles(middle, "agents", "assassin")
    found += picture.bank(middle, _faces(setup))
    if part == "clue":
        found += picture.first_clue(people[setup.first], setup.first, middle, "first")
        found += picture.in_turn(middle, "order", "think")
    return tuple(found)


def _sides(setup: Setup) -> tuple[Step, ...]:
    found = []
    for side, step in _SITTING.items():
        names = setup.members(side)
        found.append(_step(step, "sides", why="side", names=names, n=len(names)))
    return tuple(found)


def _words() -> tuple[Step, ...]:
    return (
        _step("words", "words", Piece("word_card", WORDS), why="words"),
        _step("key", "words", Piece("key_card", 1), Piece("stand", 1), why="key"),
        _step("faces", "words", why="faces"),
    )


def _bank(setup: Setup) -> tuple[Step, ...]:
    found = [
        _step("agents", "bank", Piece("agent", AGENTS), why="agents"),
        _step("assassin", "bank", Piece("assassin", ASSASSINS), why="assassin"),
    ]
    laid = [step for _, step in _faces(setup)]
    for step, kind, why in (
        ("bystanders", "token", "bystanders"),
        ("checks", "token", "checks"),
        ("blue_bystanders", "blue_token", "blue"),
        ("blue_checks", "blue_token", "blue"),
    ):
        count = laid.count(step)
        if step == "bystanders" and count == setup.tokens == SCORED_TOKENS:
            # The usual mission is told without a number put in, so that a recorded voice can say it.
            found.append(_step(step, "bank", Piece(kind, count), key="bystanders_usual", why=why))
        elif count:
            found.append(_step(step, "bank", Piece(kind, count), why=why, n=count))
    return tuple(found)


def _faces(setup: Setup) -> tuple[tuple[bool, str], ...]:
    """Each token of the bank as it lies: whether its bystander is up, and the step that lays it."""
    found = []
    for place in range(setup.tokens):
        bystander = place < setup.bystander_tokens
        step = "bystanders" if bystander else "checks"
        found.append((bystander, step if place < SCORED_TOKENS else f"blue_{step}"))
    return tuple(found)


def _clue(setup: Setup) -> tuple[Step, ...]:
    order = "order_loose" if setup.loose_turns else "order"
    return (
        _step("first", "clue", why="first", names=setup.members(setup.first)),
        _step("order", "clue", key=order, why=order),
        _step("think", "clue", why="think"),
    )


def _step(
    step: str, part: str, *pieces: Piece, key: str | None = None, why: str | None = None, **args: Arg
) -> Step:
    return Step(
        step,
        part,
        f"duet_guide.step.{key or step}",
        args,
        pieces,
        None if why is None else f"duet_guide.why.{why}",
    )


def _pack(step: str, *pieces: Piece) -> Step:
    return Step(step, PACKING, f"duet_guide.pack.{step}", pieces=pieces)


def _box() -> Scene:
    """The open box, with everything in its heap."""
    heaps = (
        (Shape.PILE, 90.0, 110.0, "CARD", "sand", WORDS, "words"),
        (Shape.CARD, 175.0, 110.0, "KEY_CARD", "teal", 1, "key"),
        (Shape.PILE, 90.0, 205.0, "HAT", "teal", AGENTS, "agents"),
        (Shape.CARD, 175.0, 205.0, "SKULL", "brick", ASSASSINS, "agents"),
    )
    tokens = ((120.0, "sand", SCORED_TOKENS), (195.0, "good", BLUE_TOKENS))
    return (
        Thing(Shape.BOX, WIDTH / 2, HEIGHT / 2, 290.0, 250.0),
        *(
            Thing(shape, x, y, 50.0, 62.0, icon=icon, tone=tone, count=count, on=True, step=step)
            for shape, x, y, icon, tone, count, step in heaps
        ),
        *(_heap(265.0, y, tone, count) for y, tone, count in tokens),
    )


def _heap(x: float, y: float, tone: str, count: int) -> Thing:
    return replace(disc(x, y, 48.0, "BYSTANDER", tone, "tokens"), count=count, on=True, open=True)
