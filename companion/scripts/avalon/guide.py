"""Guided set-up and packing of Avalon: the components that a set-up needs, the steps, and a scene for each
part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.core.definition import ComponentCount
from companion.core.message import MessageArg
from companion.games.avalon.components import COMPONENTS, COMPONENTS_BY_ID, role_component_id
from companion.games.avalon.rules import DECK, SWITCHES
from companion.games.avalon.setup import (
    LANCELOT_EVIL,
    LANCELOT_GOOD,
    NUMBERS,
    ROLES,
    Lancelot,
    RoleUse,
    Setup,
    Side,
    deck,
    plot_deck_size,
    right_of_leader,
    short_name_key,
)
from companion.games.avalon.state import QUESTS
from companion.scripts.avalon.intro import (
    CENTER_X,
    CENTER_Y,
    LARGE_TOKEN_SIZE,
    TOKEN_SIZE,
    BoardDrawing,
    card_item,
    label,
    reject_token,
    seated_players,
    side_disc,
    to_face_down,
    token,
)
from companion.scripts.teaching import (
    PACKING,
    GuideDefinition,
    GuideStep,
    Scene,
    SceneItem,
    Shape,
    row_centers,
)

Counts = Mapping[str, int]

_LANCELOTS: Final = (
    role_component_id(LANCELOT_GOOD),
    role_component_id(LANCELOT_EVIL),
    "no_change_card",
    "switch_card",
)

# Components that are packed together. The last three have boxes of their own.
PACKING_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "characters": tuple(
        role_component_id(role.id) for role in ROLES.values() if role.use is not RoleUse.PAIR
    ),
    "quest_cards": ("success_card", "fail_card"),
    "votes": ("approve_token", "reject_token"),
    "markers": ("team_token", "score_marker", "round_marker", "vote_marker", "leader_token"),
    "boards": ("score_board",),
    "lake": ("lady_token", "loyalty_good", "loyalty_evil"),
    "lancelots": _LANCELOTS,
    "sword": ("excalibur_card",),
    "plots": ("plot_card",),
}


def to_pieces(counts: Counts) -> tuple[ComponentCount, ...]:
    return tuple(ComponentCount(kind, count) for kind, count in counts.items() if count)


def box_counts(*kinds: str) -> dict[str, int]:
    """Return the number of each kind in the box."""
    return {kind: COMPONENTS_BY_ID[kind].count or 0 for kind in kinds}


def piece_kinds_of(setup: Setup) -> tuple[str, ...]:
    """Return the kinds of components that this set-up needs, from the game and its expansions."""
    included = {
        **dict.fromkeys(_LANCELOTS, setup.lancelot is not None),
        "excalibur_card": setup.excalibur,
        "plot_card": plot_deck_size(setup) > 0,
    }
    return tuple(kind.id for kind in COMPONENTS if not kind.is_extra or included[kind.id])


def dealt_cards(setup: Setup, side: Side) -> dict[str, int]:
    """Return the dealt character cards of one side."""
    return {
        role_component_id(role): copies
        for role, copies in Counter(deck(setup)).items()
        if ROLES[role].side is side
    }


def undealt_cards(setup: Setup) -> dict[str, int]:
    """Return the character cards that are not dealt."""
    copies, kinds = Counter(deck(setup)), piece_kinds_of(setup)
    return {
        role_component_id(role.id): role.card_count - copies[role.id]
        for role in ROLES.values()
        if role_component_id(role.id) in kinds
    }


def switch_cards(setup: Setup) -> dict[str, int]:
    """Return the cards that may make the Lancelots change sides; empty in a variant without switches."""
    if setup.lancelot is None or setup.lancelot not in DECK:
        return {}
    return {"no_change_card": DECK[setup.lancelot] - SWITCHES, "switch_card": SWITCHES}


def uses_loyalty_cards(setup: Setup) -> bool:
    """True if the Lady or a plot card may need loyalty cards."""
    return setup.lady or plot_deck_size(setup) > 0


# Width and centre of a board with players around it, and the position below it.
_SMALL_BOARD_WIDTH, _SMALL_BOARD_Y, _BELOW_BOARD_Y = 144.0, 149.0, 219.0
_CARD_SIZE: Final = (28.0, 38.0)
_GAP: Final = 36.0


def _draw_people(setup: Setup) -> Scene:
    items_by_seat = {
        seat: _vote_tokens("vote_tokens", LARGE_TOKEN_SIZE) for seat in range(len(setup.players))
    }
    items_by_seat[setup.leader].append(token("leader_token", "leader", diameter=LARGE_TOKEN_SIZE))
    return (
        *seated_players(setup.players, items_by_seat, "seats"),
        label("avalon_guide.clockwise", CENTER_X, CENTER_Y, 130, 46),
    )


def _vote_tokens(step: str | None = None, diameter: float = TOKEN_SIZE) -> list[SceneItem]:
    return [token("approve_token", step, diameter=diameter), reject_token(step, diameter=diameter)]


def _draw_board(setup: Setup) -> Scene:
    board = BoardDrawing(len(setup.players), CENTER_X, 110, 310)
    below_y = board.bottom + 56
    if setup.targeting:
        marker = token("round_marker", "round_marker_aside", 40, below_y, 32)
        scores = _token_row("score_marker", CENTER_X + 24, below_y, 38, 48, "score_markers")
    else:
        marker = board.round_marker("round_marker")
        scores = _token_row("score_marker", CENTER_X, below_y, 38, 48, "score_markers")
    return (*board.face("board"), marker, board.vote_marker("vote_marker"), *scores)


def _draw_supply(setup: Setup) -> Scene:
    board = BoardDrawing(len(setup.players), CENTER_X, 78, 220)
    unplaced_marker = (token("round_marker", None, 92, 164, 20),) if setup.targeting else ()
    return (
        *_board_with_markers(board, setup),
        *unplaced_marker,
        *_token_row("score_marker", CENTER_X, 164, 20, 24),
        *_token_row("team_token", CENTER_X, 206, 34, 44, "team_tokens"),
        _card_pile("success_card", 128, 280),
        _card_pile("fail_card", 222, 280),
    )


def _board_with_markers(board: BoardDrawing, setup: Setup) -> Scene:
    """Return the board with its markers."""
    marker = () if setup.targeting else (board.round_marker(),)
    return (*board.face(), *marker, board.vote_marker())


def _token_row(
    kind: str, x: float, y: float, diameter: float, gap: float, step: str | None = None
) -> Iterator[SceneItem]:
    for center_x in row_centers(COMPONENTS_BY_ID[kind].count or 0, x, gap):
        yield token(kind, step, center_x, y, diameter)


def _card_pile(kind: str, x: float, y: float) -> SceneItem:
    return replace(card_item(kind, f"{kind}s", (56, 76), COMPONENTS_BY_ID[kind].count or 0), x=x, y=y)


def _table_overview(setup: Setup) -> Scene:
    """Return all players with their components, and the board between them."""
    items_by_seat = {seat: _vote_tokens() for seat in range(len(setup.players))}
    items_by_seat[setup.leader].append(token("leader_token"))
    if setup.lady:
        items_by_seat[right_of_leader(setup)].append(to_face_down(token("lady_token", "lady")))
    if setup.excalibur:
        items_by_seat[setup.leader].append(to_face_down(token("excalibur_card", "excalibur")))
    board = BoardDrawing(len(setup.players), CENTER_X, _SMALL_BOARD_Y, _SMALL_BOARD_WIDTH)
    return (*seated_players(setup.players, items_by_seat), *_board_with_markers(board, setup))


def _draw_extras(setup: Setup) -> Scene:
    return (*_table_overview(setup), *_above_board(setup), *_below_board(setup))


def _above_board(setup: Setup) -> Iterator[SceneItem]:
    """Yield the Lancelots' cards: a row with one per round, or the deck."""
    if setup.lancelot is Lancelot.V2:
        for x in row_centers(QUESTS, CENTER_X, 20):
            yield SceneItem(
                Shape.CARD, x, 91, 16, 24, icon="LOYALTY", tone="moon", is_face_up=True, step="loyalty_row"
            )
    elif cards := sum(switch_cards(setup).values()):
        yield replace(card_item("no_change_card", "loyalty_deck", (28, 36), cards), x=CENTER_X, y=85)


def _below_board(setup: Setup) -> Iterator[SceneItem]:
    items = []
    if uses_loyalty_cards(setup):
        items += [card_item(kind, "loyalty_cards", _CARD_SIZE) for kind in ("loyalty_good", "loyalty_evil")]
    if plots := plot_deck_size(setup):
        items.append(card_item("plot_card", "plot_cards", _CARD_SIZE, plots))
    yield from _arrange_row(items)


def _arrange_row(items: Sequence[SceneItem]) -> Iterator[SceneItem]:
    for item, x in zip(items, row_centers(len(items), CENTER_X, _GAP), strict=True):
        yield replace(item, x=x, y=_BELOW_BOARD_Y)


def _draw_characters(setup: Setup) -> Scene:
    unused = sum(undealt_cards(setup).values())
    return (
        *_side_cards(setup, Side.GOOD, 62),
        *_side_cards(setup, Side.EVIL, 172),
        SceneItem(Shape.BOX, CENTER_X, 278, 190, 88, key="avalon_guide.box", step="put_away"),
        SceneItem(
            Shape.PILE,
            CENTER_X,
            262,
            36,
            44,
            icon="CARD",
            tone="ink_2",
            count=unused,
            is_overlay=True,
            step="put_away",
        ),
    )


def _side_cards(setup: Setup, side: Side, y: float) -> Iterator[SceneItem]:
    """Yield the cards of a side with their names, and their total number."""
    cards = dealt_cards(setup, side)
    yield replace(side_disc(side, 34, y, 42, side.value), count=sum(cards.values()))
    for (kind, copies), x in zip(cards.items(), row_centers(len(cards), 203, 71), strict=True):
        yield replace(card_item(kind, side.value, (52, 70), copies), x=x, y=y - 6)
        yield label(short_name_key(kind.removeprefix("role_")), x, y + 41, 69, 18)


def _draw_ready(setup: Setup) -> Scene:
    items = (
        SceneItem(Shape.BOX, 0, 0, 34, 40, icon="CARD", step="spare"),
        SceneItem(
            Shape.PILE, 0, 0, 30, 42, icon="PERSON", tone="candle", count=len(setup.players), step="deck"
        ),
        SceneItem(Shape.CARD, 0, 0, 26, 42, icon="SPEAKER", tone="candle", step="phone"),
    )
    # The other items were there before this step.
    table_items = (replace(item, step=None) for item in _table_overview(setup))
    return (*table_items, *_arrange_row(items))


SCENES: Final[Mapping[str, Callable[[Setup], Scene]]] = {
    "people": _draw_people,
    "board": _draw_board,
    "beside": _draw_supply,
    "extras": _draw_extras,
    "characters": _draw_characters,
    "ready": _draw_ready,
}

# -- packing up -------------------------------------------------------------------------------------------

# The compartments of the box, and the boxes of expansions beside it.
_COMPARTMENTS: Final = tuple((x, y) for y in (62.0, 165.0, 268.0) for x in (64.0, 168.0))
_EXTRA_BOXES: Final = ((288.0, 62.0), (288.0, 165.0), (288.0, 268.0))


def draw_packed_box(steps: Iterable[GuideStep]) -> Scene:
    """Return the packed box, group by group."""
    items = [SceneItem(Shape.BOX, 116, CENTER_Y, 216, 314)]
    compartments, extra_boxes = iter(_COMPARTMENTS), iter(_EXTRA_BOXES)
    for step in steps:
        if any(COMPONENTS_BY_ID[piece.id].is_extra for piece in step.pieces):
            x, y = next(extra_boxes)
            items.append(SceneItem(Shape.BOX, x, y, 104, 94, step=step.id))
        else:
            x, y = next(compartments)
        items += _group_items(step, x, y)
    return tuple(items)


def _group_items(step: GuideStep, x: float, y: float) -> Iterator[SceneItem]:
    """Yield the components of a group side by side, in two rows if there are many; the characters as one
    pile."""
    if step.id == "characters":
        count = sum(piece.count for piece in step.pieces)
        yield SceneItem(
            Shape.PILE, x, y, 44, 58, icon="PERSON", tone="candle", count=count, is_overlay=True, step=step.id
        )
        return
    kinds, is_small = step.pieces, len(step.pieces) <= 2
    half = len(kinds) if is_small else (len(kinds) + 1) // 2
    for row_index, part in enumerate((kinds[:half], kinds[half:])):
        for piece, item_x in zip(part, row_centers(len(part), x, 44 if is_small else 31), strict=True):
            yield replace(
                _packed_item(piece, step.id, is_small),
                x=item_x,
                y=y if is_small else y - 20 + 40 * row_index,
                is_overlay=True,
            )


def _packed_item(piece: ComponentCount, step: str, is_large: bool) -> SceneItem:
    if piece.id.endswith(("token", "marker")):
        item = token(piece.id, step, diameter=36 if is_large else 28)
        return replace(item, count=piece.count, is_face_up=piece.id != "reject_token")
    return card_item(piece.id, step, (38, 52) if is_large else (26, 36), piece.count)


PARTS: Final = ("people", "board", "beside", "extras", "characters", "ready")


def list_steps(setup: Setup) -> tuple[GuideStep, ...]:
    """Return all steps of this set-up. Raises `BadSetup` if its characters cannot be dealt."""
    steps = tuple(_main_steps(setup))
    used_counts = Counter[str]()
    for step in steps:
        used_counts.update({piece.id: piece.count for piece in step.pieces})
    unused_counts = {
        kind: available - used_counts[kind] for kind, available in box_counts(*piece_kinds_of(setup)).items()
    }
    shuffled = _step("deck", "ready", depends_on=deck(setup))
    return (*steps, _step("spare", "ready", unused_counts), shuffled, _step("phone", "ready"))


def list_packing_steps(setup: Setup) -> tuple[GuideStep, ...]:
    """Return the packing steps for all components, used or not."""
    kinds_present = set(piece_kinds_of(setup))
    return tuple(
        GuideStep(group, PACKING, f"avalon_guide.pack.{group}", pieces=to_pieces(box_counts(*kinds)))
        for group, kinds in PACKING_GROUPS.items()
        if kinds_present.issuperset(kinds)
    )


def draw_scene(setup: Setup, part: str) -> Scene:
    """Return the scene after this part is done."""
    if part == PACKING:
        return draw_packed_box(list_packing_steps(setup))
    return SCENES[part](setup)


def _main_steps(setup: Setup) -> Iterator[GuideStep]:
    players = len(setup.players)
    yield _step("seats", "people", depends_on=setup.players)
    yield _step("leader", "people", box_counts("leader_token"), _name_arg(setup, setup.leader))
    yield _step("vote_tokens", "people", {"approve_token": players, "reject_token": players})
    two_fails = max(NUMBERS[players].fails) > 1
    yield _step(
        *("board", "board", {"score_board": 1}),
        text_key=f"board.{players}",
        reason="board.two_fails" if two_fails else "",
    )
    yield _step(
        "round_marker_aside" if setup.targeting else "round_marker", "board", box_counts("round_marker")
    )
    yield _step("vote_marker", "board", box_counts("vote_marker"))
    yield _step("score_markers", "board", box_counts("score_marker"))
    yield _step("team_tokens", "beside", box_counts("team_token"))
    yield _step("success_cards", "beside", box_counts("success_card"))
    yield _step("fail_cards", "beside", box_counts("fail_card"))
    yield from _extra_steps(setup)
    for side in Side:
        cards = dealt_cards(setup, side)
        yield _step(side.value, "characters", cards, text_key=f"{side.value}.{sum(cards.values())}")
    yield _step("put_away", "characters", undealt_cards(setup))


def _extra_steps(setup: Setup) -> Iterator[GuideStep]:
    if setup.lady:
        yield _step("lady", "extras", box_counts("lady_token"), _name_arg(setup, right_of_leader(setup)))
    if uses_loyalty_cards(setup):
        yield _step("loyalty_cards", "extras", box_counts("loyalty_good", "loyalty_evil"))
    if setup.excalibur:
        yield _step("excalibur", "extras", box_counts("excalibur_card"), _name_arg(setup, setup.leader))
    if cards := switch_cards(setup):
        yield _step("loyalty_row" if setup.lancelot is Lancelot.V2 else "loyalty_deck", "extras", cards)
    if plots := plot_deck_size(setup):
        yield _step("plot_cards", "extras", {"plot_card": plots}, text_key=f"plot_cards.{plots}")


def _name_arg(setup: Setup, seat: int) -> dict[str, MessageArg]:
    return {"name": setup.players[seat]}


def _step(
    step: str,
    part: str,
    counts: Counts | None = None,
    args: Mapping[str, MessageArg] | None = None,
    *,
    text_key: str = "",
    reason: str = "",
    depends_on: tuple[str, ...] = (),
) -> GuideStep:
    """Create a step. `text_key` selects a sentence that differs by numbers, so that each one can be recorded;
    `reason` a reason that differs between set-ups."""
    return GuideStep(
        step,
        part,
        f"avalon_guide.step.{text_key or step}",
        args or {},
        to_pieces(counts or {}),
        f"avalon_guide.why.{reason or step}",
        depends_on,
    )


GUIDE = GuideDefinition(PARTS, list_steps, list_packing_steps, draw_scene, COMPONENTS)
