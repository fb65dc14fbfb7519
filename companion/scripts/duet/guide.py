"""Guided set-up and packing of Codenames Duet: the steps, and their scenes from above, with side one at the
bottom and side two at the top.

No key card is drawn as it is printed: it is a symbol, with an eye for each side that looks at one of its
faces.

Intro of Codenames Duet in five minutes: seven chapters, each with its scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.core.definition import ComponentCount
from companion.core.message import Message, MessageArg
from companion.games.duet.setup import (
    AGENTS,
    ASSASSINS,
    BLUE_TOKENS,
    BOX_TOKENS,
    COLUMNS,
    COMPONENTS,
    ROWS,
    SCORED_TOKENS,
    WORDS,
    Setup,
    Side,
)
from companion.scripts.teaching import (
    HEIGHT,
    PACKING,
    WIDTH,
    GuideDefinition,
    GuideStep,
    Intro,
    IntroChapter,
    Scene,
    SceneItem,
    Shape,
    disc,
    plate,
    row_centers,
)

# Name plates per line, and the distance of their centres.
PLATES_PER_LINE: Final = 4
_PLATE_GAP, _PLATE_LINE_HEIGHT = 82.0, 27.0
_MARGIN = 6.0
# The words are on the left, key and agents in a column on the right, the bank below both.
_WORDS_X, _COLUMN_X = 124.0, 290.0
_WORD_GAP, _WORD_WIDTH = 46.0, 41.0
_BANK_HEIGHT, _TOKEN_SIZE, _TOKEN_GAP = 32.0, 24.0, 29.0
_ARROW_X = 246.0


@dataclass(frozen=True, slots=True)
class CenterArea:
    """Area of the table between the players, from `top` to `bottom`."""

    top: float
    bottom: float

    @property
    def bank_y(self) -> float:
        """Return the vertical centre of the bank."""
        return self.bottom - _MARGIN / 2 - _BANK_HEIGHT / 2

    @property
    def words_bottom(self) -> float:
        return self.bank_y - _BANK_HEIGHT / 2 - _MARGIN

    @property
    def word_row_height(self) -> float:
        """Return the distance between two rows of words."""
        return min(40.0, (self.words_bottom - self.top) / ROWS)

    def word_center(self, column: int, row_index: int) -> tuple[float, float]:
        """Return the centre of a word; the first one is at the upper left."""
        between = (self.words_bottom - self.top - ROWS * self.word_row_height) / 2
        return row_centers(COLUMNS, _WORDS_X, _WORD_GAP)[
            column
        ], self.top + between + self.word_row_height * (row_index + 0.5)


def split_into_lines(people: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Split the players of a side into lines of about the same length."""
    line_count = -(-len(people) // PLATES_PER_LINE)
    line_length = -(-len(people) // line_count)
    return tuple(tuple(people[first : first + line_length]) for first in range(0, len(people), line_length))


def center_area(bottom_people: Sequence[str], top_people: Sequence[str]) -> CenterArea:
    return CenterArea(
        _MARGIN + _PLATE_LINE_HEIGHT * len(split_into_lines(top_people)),
        HEIGHT - _MARGIN - _PLATE_LINE_HEIGHT * len(split_into_lines(bottom_people)),
    )


def seated_people(people: Sequence[str], side: Side, step: str | None = None) -> Scene:
    """Return the name plates along this side's edge of the table."""
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
    """Return the grid of word cards, without words."""
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
    """Return the key card in its stand, with an eye for each side."""
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
    """Return the piles of agents and of the assassin."""
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
    """Return the row of timer tokens: for each, whether its bystander is up, and its step. The last ones are
    blue."""
    xs = row_centers(len(faces), WIDTH / 2, _TOKEN_GAP)
    tokens = (
        replace(token(bystander, index >= SCORED_TOKENS, xs[index], area.bank_y, step), is_overlay=True)
        for index, (bystander, step) in enumerate(faces)
    )
    return (SceneItem(Shape.BOARD, WIDTH / 2, area.bank_y, 326.0, _BANK_HEIGHT), *tokens)


def first_clue(people: Sequence[str], side: Side, area: CenterArea, step: str | None = None) -> Scene:
    """Return a symbol at the side that begins, and an arrow to the side that guesses."""
    nearest = seated_people(people, side)[0]
    return (
        replace(disc(nearest.left - 3.0, nearest.y + 3.0, 20.0, "CLUE", "teal", step), is_overlay=True),
        clue_arrow(side, (area.top + area.words_bottom) / 2, step),
    )


def turn_marks(area: CenterArea, order_step: str, think_step: str) -> Scene:
    """Return the symbols for alternating turns, below the arrow, and for thinking of clues, on the key."""
    return (
        replace(
            disc(_ARROW_X, area.words_bottom - 52.0, 20.0, "REPEAT", "teal", order_step), is_overlay=True
        ),
        replace(disc(_COLUMN_X + 25.0, area.top + 32.0, 20.0, "CLUE", "candle", think_step), is_overlay=True),
    )


def clue_arrow(side: Side, y: float, step: str | None = None) -> SceneItem:
    """Return an arrow between words and key, from the side that gives the clue to the other one."""
    rotation = 0.0 if side is Side.A else 180.0
    return SceneItem(Shape.ARROW, _ARROW_X, y, 16.0, 80.0, tone="teal", rotation=rotation, step=step)


PARTS: Final = ("sides", "words", "bank", "clue")
_SEATING_STEPS: Final = {Side.A: "side_one", Side.B: "side_two"}


def list_steps(setup: Setup) -> tuple[GuideStep, ...]:
    """Return all steps before the first clue."""
    return (*_side_steps(setup), *_word_steps(), *_bank_steps(setup), *_clue_steps(setup))


def list_packing_steps(setup: Setup) -> tuple[GuideStep, ...]:
    """Return the packing steps. All tokens are counted, whatever the mission: the unused ones are in the box
    already."""
    return (
        _packing_step("agents", ComponentCount("agent", AGENTS), ComponentCount("assassin", ASSASSINS)),
        _packing_step(
            "tokens", ComponentCount("token", SCORED_TOKENS), ComponentCount("blue_token", BLUE_TOKENS)
        ),
        _packing_step("words", ComponentCount("word_card", WORDS)),
        _packing_step("key", ComponentCount("key_card", 1), ComponentCount("stand", 1)),
    )


def sample_setups() -> Iterator[Setup]:
    """Yield every mission that the tokens in the box allow."""
    for tokens in range(1, BOX_TOKENS + 1):
        for mistakes in range(tokens + 1):
            yield Setup(("1", "2"), tokens=tokens, mistakes=mistakes)


def draw_scene(setup: Setup, part: str) -> Scene:
    """Return the table after this part is done; it fills up from part to part."""
    if part == PACKING:
        return _draw_box()
    people = {side: setup.members(side) for side in Side}
    middle = center_area(people[Side.A], people[Side.B])
    items: list[SceneItem] = []
    for side in Side:
        items += seated_people(people[side], side, _SEATING_STEPS[side])
    if part == "sides":
        items.append(side_label(Side.A, middle.bottom - 20.0))
        items.append(side_label(Side.B, middle.top + 20.0))
        return tuple(items)
    items += word_grid(middle, "words")
    items += key_card(middle, "key", "faces")
    if part == "words":
        return tuple(items)
    items += piles(middle, "agents", "assassin")
    items += token_bank(middle, _token_faces(setup))
    if part == "clue":
        items += first_clue(people[setup.first], setup.first, middle, "first")
        items += turn_marks(middle, "order", "think")
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
            # The usual mission has a sentence without arguments, so that it can be recorded.
            steps.append(_step(step, "bank", ComponentCount(kind, count), key="bystanders_usual", reason=why))
        elif count:
            steps.append(_step(step, "bank", ComponentCount(kind, count), reason=why, n=count))
    return tuple(steps)


def _token_faces(setup: Setup) -> tuple[tuple[bool, str], ...]:
    """Return each token of the bank: whether its bystander is up, and the step that lays it."""
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
    **args: MessageArg,
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
    """Return the open box with all components."""
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


GUIDE = GuideDefinition(PARTS, list_steps, list_packing_steps, draw_scene, COMPONENTS, sample_setups)


# No players in this scene: each side is a line of text.
_CENTER_AREA: Final = CenterArea(34.0, HEIGHT - 34.0)
_LABELS: Final = (side_label(Side.A, HEIGHT - 16.0), side_label(Side.B, 16.0))
_GRID: Final = (*_LABELS, *word_grid(_CENTER_AREA))
_SIDE_COLUMN_X: Final = 290.0


def _item_on_word(column: int, row_index: int, icon: str, tone: str) -> SceneItem:
    """Return an item on one of the words."""
    x, y = _CENTER_AREA.word_center(column, row_index)
    return SceneItem(Shape.CARD, x, y, 38.0, 30.0, icon=icon, tone=tone, is_overlay=True)


def _token_on_word(column: int, row_index: int) -> SceneItem:
    """Return a token on one of the words, in the darker variant that is visible there."""
    return replace(
        token(True, False, *_CENTER_AREA.word_center(column, row_index)), is_overlay=True, is_face_up=False
    )


def _large_disc(y: float, icon: str, tone: str) -> SceneItem:
    return disc(_SIDE_COLUMN_X, y, 60.0, icon, tone)


def _name_label(y: float, key: str) -> SceneItem:
    return SceneItem(Shape.LABEL, _SIDE_COLUMN_X, y, 100.0, 22.0, key=key)


def _draw_team() -> Scene:
    return (*_GRID, *key_card(_CENTER_AREA), *piles(_CENTER_AREA))


def _draw_clue() -> Scene:
    return (*_GRID, _large_disc(165.0, "CLUE", "teal"), clue_arrow(Side.A, 165.0))


def _draw_guessing() -> Scene:
    agent_places = ((1, 1), (3, 0), (4, 3))
    return (
        *_GRID,
        *(_item_on_word(column, row_index, "HAT", "teal") for column, row_index in agent_places),
        replace(disc(*_CENTER_AREA.word_center(2, 2), 28.0, "POINTING_FINGER", "candle"), is_overlay=True),
        *piles(_CENTER_AREA),
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
        replace(token(False, False, _SIDE_COLUMN_X, 190.0), width=40.0, height=40.0),
        *token_bank(_CENTER_AREA, [(True, None)] * token_count),
    )


def _draw_end() -> Scene:
    return (
        *_LABELS,
        disc(100.0, 130.0, 84.0, "TROPHY", "teal"),
        disc(250.0, 130.0, 84.0, "HOURGLASS", "ember"),
        SceneItem(Shape.LABEL, 250.0, 190.0, 150.0, 24.0, key="duet.sudden_death"),
        SceneItem(Shape.LABEL, 100.0, 190.0, 150.0, 24.0, key="duet.summary.won"),
        *token_bank(_CENTER_AREA, []),
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
