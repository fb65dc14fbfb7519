"""The pictures of Avalon's guide, one for each part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.core.definition import ComponentCount
from companion.games.avalon.box import COMPONENTS_BY_ID
from companion.games.avalon.roles import Side
from companion.games.avalon.setup import Lancelot, Setup, plot_deck_size, right_of_leader
from companion.games.avalon.state import QUESTS
from companion.scripts.avalon.drawing import (
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
from companion.scripts.avalon.names import short_name_key
from companion.scripts.avalon.pieces import dealt_cards, switch_cards, undealt_cards, uses_loyalty_cards
from companion.scripts.scenes import Scene, SceneItem, Shape, row_centers
from companion.scripts.teaching import GuideStep

# Of a board with people round it: how wide it is and where its middle lies; and what lies below it.
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
    """The board with its markers on it."""
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
    """Everybody with what lies before them, and the board between them."""
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
    """The Lancelots' cards: a row with one for each round, or the deck."""
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
    """The cards of a side with their names, and how many there are in all."""
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
    # What was added lay there before.
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

# The compartments of the box, and beside it the boxes of what was added.
_COMPARTMENTS: Final = tuple((x, y) for y in (62.0, 165.0, 268.0) for x in (64.0, 168.0))
_EXTRA_BOXES: Final = ((288.0, 62.0), (288.0, 165.0), (288.0, 268.0))


def draw_packed_box(steps: Iterable[GuideStep]) -> Scene:
    """Everything back where it belongs, group by group."""
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
    """The kinds of a group side by side, in two rows where they are many; the characters as one pile."""
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
