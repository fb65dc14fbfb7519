"""The pictures of Avalon's guide, one for each part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.games.avalon.box import KINDS
from companion.games.avalon.roles import Side
from companion.games.avalon.setup import Lancelot, Setup, plot_deck, right_of_leader
from companion.games.avalon.state import QUESTS
from companion.games.box import Piece
from companion.scripts.avalon.drawing import (
    ACROSS,
    DOWN,
    HELD,
    HELD_LARGE,
    Board,
    faced_down,
    label,
    laid,
    reject,
    seated,
    sign,
    token,
)
from companion.scripts.avalon.names import short_name
from companion.scripts.avalon.pieces import changes, dealt, left_out, loyalty_used
from companion.scripts.guides import Step
from companion.scripts.scenes import Scene, Shape, Thing, row

# Of a board with people round it: how wide it is and where its middle lies; and what lies below it.
_SMALL, _SMALL_AT, _BELOW = 144.0, 149.0, 219.0
_CARD: Final = (28.0, 38.0)
_GAP: Final = 36.0


def _people(setup: Setup) -> Scene:
    held = {seat: _votes("vote_tokens", HELD_LARGE) for seat in range(len(setup.players))}
    held[setup.leader].append(token("leader_token", "leader", across=HELD_LARGE))
    return (*seated(setup.players, held, "seats"), label("avalon_guide.clockwise", ACROSS, DOWN, 130, 46))


def _votes(step: str | None = None, across: float = HELD) -> list[Thing]:
    return [token("approve_token", step, across=across), reject(step, across=across)]


def _board(setup: Setup) -> Scene:
    board = Board(len(setup.players), ACROSS, 110, 310)
    below = board.bottom + 56
    if setup.targeting:
        marker = token("round_marker", "round_marker_aside", 40, below, 32)
        scores = _in_a_row("score_marker", ACROSS + 24, below, 38, 48, "score_markers")
    else:
        marker = board.round_marker("round_marker")
        scores = _in_a_row("score_marker", ACROSS, below, 38, 48, "score_markers")
    return (*board.face("board"), marker, board.vote_marker("vote_marker"), *scores)


def _beside(setup: Setup) -> Scene:
    board = Board(len(setup.players), ACROSS, 78, 220)
    waiting = (token("round_marker", None, 92, 164, 20),) if setup.targeting else ()
    return (
        *_marked(board, setup),
        *waiting,
        *_in_a_row("score_marker", ACROSS, 164, 20, 24),
        *_in_a_row("team_token", ACROSS, 206, 34, 44, "team_tokens"),
        _pile("success_card", 128, 280),
        _pile("fail_card", 222, 280),
    )


def _marked(board: Board, setup: Setup) -> Scene:
    """The board with its markers on it."""
    marker = () if setup.targeting else (board.round_marker(),)
    return (*board.face(), *marker, board.vote_marker())


def _in_a_row(
    kind: str, x: float, y: float, across: float, gap: float, step: str | None = None
) -> Iterator[Thing]:
    for place in row(KINDS[kind].count or 0, x, gap):
        yield token(kind, step, place, y, across)


def _pile(kind: str, x: float, y: float) -> Thing:
    return replace(laid(kind, f"{kind}s", (56, 76), KINDS[kind].count or 0), x=x, y=y)


def _round_table(setup: Setup) -> Scene:
    """Everybody with what lies before them, and the board between them."""
    held = {seat: _votes() for seat in range(len(setup.players))}
    held[setup.leader].append(token("leader_token"))
    if setup.lady:
        held[right_of_leader(setup)].append(faced_down(token("lady_token", "lady")))
    if setup.excalibur:
        held[setup.leader].append(faced_down(token("excalibur_card", "excalibur")))
    board = Board(len(setup.players), ACROSS, _SMALL_AT, _SMALL)
    return (*seated(setup.players, held), *_marked(board, setup))


def _extras(setup: Setup) -> Scene:
    return (*_round_table(setup), *_above_board(setup), *_below_board(setup))


def _above_board(setup: Setup) -> Iterator[Thing]:
    """The Lancelots' cards: a row with one for each round, or the deck."""
    if setup.lancelot is Lancelot.V2:
        for x in row(QUESTS, ACROSS, 20):
            yield Thing(Shape.CARD, x, 91, 16, 24, icon="LOYALTY", tone="moon", open=True, step="loyalty_row")
    elif cards := sum(changes(setup).values()):
        yield replace(laid("no_change_card", "loyalty_deck", (28, 36), cards), x=ACROSS, y=85)


def _below_board(setup: Setup) -> Iterator[Thing]:
    things = []
    if loyalty_used(setup):
        things += [laid(kind, "loyalty_cards", _CARD) for kind in ("loyalty_good", "loyalty_evil")]
    if plots := plot_deck(setup):
        things.append(laid("plot_card", "plot_cards", _CARD, plots))
    yield from _side_by_side(things)


def _side_by_side(things: Sequence[Thing]) -> Iterator[Thing]:
    for thing, x in zip(things, row(len(things), ACROSS, _GAP), strict=True):
        yield replace(thing, x=x, y=_BELOW)


def _characters(setup: Setup) -> Scene:
    unused = sum(left_out(setup).values())
    return (
        *_side(setup, Side.GOOD, 62),
        *_side(setup, Side.EVIL, 172),
        Thing(Shape.BOX, ACROSS, 278, 190, 88, key="avalon_guide.box", step="put_away"),
        Thing(
            Shape.PILE, ACROSS, 262, 36, 44, icon="CARD", tone="ink_2", count=unused, on=True, step="put_away"
        ),
    )


def _side(setup: Setup, side: Side, y: float) -> Iterator[Thing]:
    """The cards of a side with their names, and how many there are in all."""
    cards = dealt(setup, side)
    yield replace(sign(side, 34, y, 42, side.value), count=sum(cards.values()))
    for (kind, copies), x in zip(cards.items(), row(len(cards), 203, 71), strict=True):
        yield replace(laid(kind, side.value, (52, 70), copies), x=x, y=y - 6)
        yield label(short_name(kind.removeprefix("role_")), x, y + 41, 69, 18)


def _ready(setup: Setup) -> Scene:
    things = (
        Thing(Shape.BOX, 0, 0, 34, 40, icon="CARD", step="spare"),
        Thing(Shape.PILE, 0, 0, 30, 42, icon="PERSON", tone="candle", count=len(setup.players), step="deck"),
        Thing(Shape.CARD, 0, 0, 26, 42, icon="SPEAKER", tone="candle", step="phone"),
    )
    # What was added lay there before.
    table = (replace(thing, step=None) for thing in _round_table(setup))
    return (*table, *_side_by_side(things))


SCENES: Final[Mapping[str, Callable[[Setup], Scene]]] = {
    "people": _people,
    "board": _board,
    "beside": _beside,
    "extras": _extras,
    "characters": _characters,
    "ready": _ready,
}

# -- packing up -------------------------------------------------------------------------------------------

# The compartments of the box, and beside it the boxes of what was added.
_INSIDE: Final = tuple((x, y) for y in (62.0, 165.0, 268.0) for x in (64.0, 168.0))
_APART: Final = ((288.0, 62.0), (288.0, 165.0), (288.0, 268.0))


def packed(steps: Iterable[Step]) -> Scene:
    """Everything back where it belongs, group by group."""
    things = [Thing(Shape.BOX, 116, DOWN, 216, 314)]
    inside, apart = iter(_INSIDE), iter(_APART)
    for step in steps:
        if any(KINDS[piece.id].extra for piece in step.pieces):
            x, y = next(apart)
            things.append(Thing(Shape.BOX, x, y, 104, 94, step=step.id))
        else:
            x, y = next(inside)
        things += _group(step, x, y)
    return tuple(things)


def _group(step: Step, x: float, y: float) -> Iterator[Thing]:
    """The kinds of a group side by side, in two rows where they are many; the characters as one pile."""
    if step.id == "characters":
        count = sum(piece.count for piece in step.pieces)
        yield Thing(
            Shape.PILE, x, y, 44, 58, icon="PERSON", tone="candle", count=count, on=True, step=step.id
        )
        return
    kinds, few = step.pieces, len(step.pieces) <= 2
    half = len(kinds) if few else (len(kinds) + 1) // 2
    for line, part in enumerate((kinds[:half], kinds[half:])):
        for piece, at in zip(part, row(len(part), x, 44 if few else 31), strict=True):
            yield replace(_put_back(piece, step.id, few), x=at, y=y if few else y - 20 + 40 * line, on=True)


def _put_back(piece: Piece, step: str, large: bool) -> Thing:
    if piece.id.endswith(("token", "marker")):
        made = token(piece.id, step, across=36 if large else 28)
        return replace(made, count=piece.count, open=piece.id != "reject_token")
    return laid(piece.id, step, (38, 52) if large else (26, 36), piece.count)
