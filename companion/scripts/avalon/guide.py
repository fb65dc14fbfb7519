"""From the box to the night of Avalon: what to lay out, in which order and how many, for one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.avalon.roles import NUMBERS, Side
from companion.games.avalon.setup import Lancelot, Setup, deck, plot_deck_size, right_of_leader
from companion.scripts.avalon import guide_scenes
from companion.scripts.avalon.pieces import (
    PACKING_GROUPS,
    Counts,
    box_counts,
    dealt_cards,
    piece_kinds_of,
    switch_cards,
    to_pieces,
    undealt_cards,
    uses_loyalty_cards,
)
from companion.scripts.scenes import Scene
from companion.scripts.teaching import PACKING, Arg, GuideStep

PARTS: Final = ("people", "board", "beside", "extras", "characters", "ready")


def list_steps(setup: Setup) -> tuple[GuideStep, ...]:
    """All steps of this table. Raises `BadSetup` if its characters cannot be dealt."""
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
    """What goes back where: all of it, whether it was played with or not."""
    kinds_present = set(piece_kinds_of(setup))
    return tuple(
        GuideStep(group, PACKING, f"avalon_guide.pack.{group}", pieces=to_pieces(box_counts(*kinds)))
        for group, kinds in PACKING_GROUPS.items()
        if kinds_present.issuperset(kinds)
    )


def draw_scene(setup: Setup, part: str) -> Scene:
    """The table as it looks once this part is done."""
    if part == PACKING:
        return guide_scenes.draw_packed_box(list_packing_steps(setup))
    return guide_scenes.SCENES[part](setup)


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


def _name_arg(setup: Setup, seat: int) -> dict[str, Arg]:
    return {"name": setup.players[seat]}


def _step(
    step: str,
    part: str,
    counts: Counts | None = None,
    args: Mapping[str, Arg] | None = None,
    *,
    text_key: str = "",
    reason: str = "",
    depends_on: tuple[str, ...] = (),
) -> GuideStep:
    """`text_key` where numbers make them differ: each has a sentence of its own, which a voice can say; and
    `reason` where the reason is not the same at every table."""
    return GuideStep(
        step,
        part,
        f"avalon_guide.step.{text_key or step}",
        args or {},
        to_pieces(counts or {}),
        f"avalon_guide.why.{reason or step}",
        depends_on,
    )
