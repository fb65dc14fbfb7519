"""From the box to the night of Avalon: what to lay out, in which order and how many, for one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.avalon.roles import NUMBERS, Side
from companion.games.avalon.setup import Lancelot, Setup, deck, plot_deck, right_of_leader
from companion.scripts.avalon import guide_scenes
from companion.scripts.avalon.pieces import (
    PACKED,
    Counts,
    all_of,
    changes,
    dealt,
    left_out,
    loyalty_used,
    opened,
    pieces,
)
from companion.scripts.guides import PACKING, Step
from companion.scripts.scenes import Scene
from companion.scripts.sentences import Arg

PARTS: Final = ("people", "board", "beside", "extras", "characters", "ready")


def guide(setup: Setup) -> tuple[Step, ...]:
    """All steps of this table. Raises `BadSetup` if its characters cannot be dealt."""
    steps = tuple(_laid_out(setup))
    taken = Counter[str]()
    for step in steps:
        taken.update({piece.id: piece.count for piece in step.pieces})
    spare = {kind: there - taken[kind] for kind, there in all_of(*opened(setup)).items()}
    shuffled = _step("deck", "ready", hangs_on=deck(setup))
    return (*steps, _step("spare", "ready", spare), shuffled, _step("phone", "ready"))


def packing(setup: Setup) -> tuple[Step, ...]:
    """What goes back where: all of it, whether it was played with or not."""
    there = set(opened(setup))
    return tuple(
        Step(group, PACKING, f"avalon_guide.pack.{group}", pieces=pieces(all_of(*kinds)))
        for group, kinds in PACKED.items()
        if there.issuperset(kinds)
    )


def scene(setup: Setup, part: str) -> Scene:
    """The table as it looks once this part is done."""
    if part == PACKING:
        return guide_scenes.packed(packing(setup))
    return guide_scenes.SCENES[part](setup)


def _laid_out(setup: Setup) -> Iterator[Step]:
    players = len(setup.players)
    yield _step("seats", "people", hangs_on=setup.players)
    yield _step("leader", "people", all_of("leader_token"), _at(setup, setup.leader))
    yield _step("vote_tokens", "people", {"approve_token": players, "reject_token": players})
    two_fails = max(NUMBERS[players].fails) > 1
    yield _step(
        *("board", "board", {"score_board": 1}),
        words=f"board.{players}",
        why="board.two_fails" if two_fails else "",
    )
    yield _step("round_marker_aside" if setup.targeting else "round_marker", "board", all_of("round_marker"))
    yield _step("vote_marker", "board", all_of("vote_marker"))
    yield _step("score_markers", "board", all_of("score_marker"))
    yield _step("team_tokens", "beside", all_of("team_token"))
    yield _step("success_cards", "beside", all_of("success_card"))
    yield _step("fail_cards", "beside", all_of("fail_card"))
    yield from _extras(setup)
    for side in Side:
        cards = dealt(setup, side)
        yield _step(side.value, "characters", cards, words=f"{side.value}.{sum(cards.values())}")
    yield _step("put_away", "characters", left_out(setup))


def _extras(setup: Setup) -> Iterator[Step]:
    if setup.lady:
        yield _step("lady", "extras", all_of("lady_token"), _at(setup, right_of_leader(setup)))
    if loyalty_used(setup):
        yield _step("loyalty_cards", "extras", all_of("loyalty_good", "loyalty_evil"))
    if setup.excalibur:
        yield _step("excalibur", "extras", all_of("excalibur_card"), _at(setup, setup.leader))
    if cards := changes(setup):
        yield _step("loyalty_row" if setup.lancelot is Lancelot.V2 else "loyalty_deck", "extras", cards)
    if plots := plot_deck(setup):
        yield _step("plot_cards", "extras", {"plot_card": plots}, words=f"plot_cards.{plots}")


def _at(setup: Setup, seat: int) -> dict[str, Arg]:
    return {"name": setup.players[seat]}


def _step(
    step: str,
    part: str,
    counts: Counts | None = None,
    args: Mapping[str, Arg] | None = None,
    *,
    words: str = "",
    why: str = "",
    hangs_on: tuple[str, ...] = (),
) -> Step:
    """`words` where numbers make them differ: each has a sentence of its own, which a voice can say; and
    `why` where the reason is not the same at every table."""
    return Step(
        step,
        part,
        f"avalon_guide.step.{words or step}",
        args or {},
        pieces(counts or {}),
        f"avalon_guide.why.{why or step}",
        hangs_on,
    )
