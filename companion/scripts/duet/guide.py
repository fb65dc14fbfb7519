"""How a mission is set up, step by step for one table, and how it goes back into its box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.core.definition import ComponentCount
from companion.games.duet.box import ASSASSINS, BLUE_TOKENS
from companion.games.duet.key import WORDS
from companion.games.duet.setup import AGENTS, BOX_TOKENS, SCORED_TOKENS, Setup, Side
from companion.scripts.duet import picture
from companion.scripts.scenes import HEIGHT, WIDTH, Scene, SceneItem, Shape, disc
from companion.scripts.teaching import PACKING, Arg, GuideStep

PARTS: Final = ("sides", "words", "bank", "clue")
_SEATING_STEPS: Final = {Side.A: "side_one", Side.B: "side_two"}


def list_steps(setup: Setup) -> tuple[GuideStep, ...]:
    """All that is done before the first clue."""
    return (*_side_steps(setup), *_word_steps(), *_bank_steps(setup), *_clue_steps(setup))


def list_packing_steps(setup: Setup) -> tuple[GuideStep, ...]:
    """The tokens are counted all, whatever the mission: those that were not needed lie in the box already."""
    return (
        _packing_step("agents", ComponentCount("agent", AGENTS), ComponentCount("assassin", ASSASSINS)),
        _packing_step(
            "tokens", ComponentCount("token", SCORED_TOKENS), ComponentCount("blue_token", BLUE_TOKENS)
        ),
        _packing_step("words", ComponentCount("word_card", WORDS)),
        _packing_step("key", ComponentCount("key_card", 1), ComponentCount("stand", 1)),
    )


def sample_setups() -> Iterator[Setup]:
    """Every mission that the tokens in the box allow."""
    for tokens in range(1, BOX_TOKENS + 1):
        for mistakes in range(tokens + 1):
            yield Setup(("1", "2"), tokens=tokens, mistakes=mistakes)


def draw_scene(setup: Setup, part: str) -> Scene:
    """The table once this part is done: it is filled from part to part."""
    if part == PACKING:
        return _draw_box()
    people = {side: setup.members(side) for side in Side}
    middle = picture.center_area(people[Side.A], people[Side.B])
    items: list[SceneItem] = []
    for side in Side:
        items += picture.seated_people(people[side], side, _SEATING_STEPS[side])
    if part == "sides":
        items.append(picture.side_label(Side.A, middle.bottom - 20.0))
        items.append(picture.side_label(Side.B, middle.top + 20.0))
        return tuple(items)
    items += picture.word_grid(middle, "words")
    items += picture.key_card(middle, "key", "faces")
    if part == "words":
        return tuple(items)
    items += picture.piles(middle, "agents", "assassin")
    items += picture.token_bank(middle, _token_faces(setup))
    if part == "clue":
        items += picture.first_clue(people[setup.first], setup.first, middle, "first")
        items += picture.turn_marks(middle, "order", "think")
    return tuple(items)


def _side_steps(setup: Setup) -> tuple[GuideStep, ...]:
    steps = []
    for side, step in _SEATING_STEPS.items():
        names = setup.members(side)
        steps.append(_step(step, "sides", reason="side", names=names, n=len(names)))
    return tuple(steps)


def _word_steps() -> tuple[GuideStep, ...]:
    return (
        _step("words", "words", ComponentCount("word_card", WORDS), reason="words"),
        _step("key", "words", ComponentCount("key_card", 1), ComponentCount("stand", 1), reason="key"),
        _step("faces", "words", reason="faces"),
    )


def _bank_steps(setup: Setup) -> tuple[GuideStep, ...]:
    steps = [
        _step("agents", "bank", ComponentCount("agent", AGENTS), reason="agents"),
        _step("assassin", "bank", ComponentCount("assassin", ASSASSINS), reason="assassin"),
    ]
    token_steps = [step for _, step in _token_faces(setup)]
    for step, kind, why in (
        ("bystanders", "token", "bystanders"),
        ("checks", "token", "checks"),
        ("blue_bystanders", "blue_token", "blue"),
        ("blue_checks", "blue_token", "blue"),
    ):
        count = token_steps.count(step)
        if step == "bystanders" and count == setup.tokens == SCORED_TOKENS:
            # The usual mission is told without a number put in, so that a recorded voice can say it.
            steps.append(_step(step, "bank", ComponentCount(kind, count), key="bystanders_usual", reason=why))
        elif count:
            steps.append(_step(step, "bank", ComponentCount(kind, count), reason=why, n=count))
    return tuple(steps)


def _token_faces(setup: Setup) -> tuple[tuple[bool, str], ...]:
    """Each token of the bank as it lies: whether its bystander is up, and the step that lays it."""
    faces = []
    for index in range(setup.tokens):
        bystander = index < setup.bystander_tokens
        step = "bystanders" if bystander else "checks"
        faces.append((bystander, step if index < SCORED_TOKENS else f"blue_{step}"))
    return tuple(faces)


def _clue_steps(setup: Setup) -> tuple[GuideStep, ...]:
    order = "order_loose" if setup.loose_turns else "order"
    return (
        _step("first", "clue", reason="first", names=setup.members(setup.first)),
        _step("order", "clue", key=order, reason=order),
        _step("think", "clue", reason="think"),
    )


def _step(
    step: str,
    part: str,
    *pieces: ComponentCount,
    key: str | None = None,
    reason: str | None = None,
    **args: Arg,
) -> GuideStep:
    return GuideStep(
        step,
        part,
        f"duet_guide.step.{key or step}",
        args,
        pieces,
        None if reason is None else f"duet_guide.why.{reason}",
    )


def _packing_step(step: str, *pieces: ComponentCount) -> GuideStep:
    return GuideStep(step, PACKING, f"duet_guide.pack.{step}", pieces=pieces)


def _draw_box() -> Scene:
    """The open box, with everything in its heap."""
    heaps = (
        (Shape.PILE, 90.0, 110.0, "CARD", "sand", WORDS, "words"),
        (Shape.CARD, 175.0, 110.0, "KEY_CARD", "teal", 1, "key"),
        (Shape.PILE, 90.0, 205.0, "HAT", "teal", AGENTS, "agents"),
        (Shape.CARD, 175.0, 205.0, "SKULL", "brick", ASSASSINS, "agents"),
    )
    tokens = ((120.0, "sand", SCORED_TOKENS), (195.0, "good", BLUE_TOKENS))
    return (
        SceneItem(Shape.BOX, WIDTH / 2, HEIGHT / 2, 290.0, 250.0),
        *(
            SceneItem(shape, x, y, 50.0, 62.0, icon=icon, tone=tone, count=count, is_overlay=True, step=step)
            for shape, x, y, icon, tone, count, step in heaps
        ),
        *(_token_heap(265.0, y, tone, count) for y, tone, count in tokens),
    )


def _token_heap(x: float, y: float, tone: str, count: int) -> SceneItem:
    return replace(
        disc(x, y, 48.0, "BYSTANDER", tone, "tokens"), count=count, is_overlay=True, is_face_up=True
    )
