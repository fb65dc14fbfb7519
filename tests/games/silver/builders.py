"""Builders for tests of Silver: set-ups, rounds, played games and drafts."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from hypothesis import strategies as st

from companion.core.game import IllegalMove, Problem
from companion.core.session import GameSession
from companion.games.silver.rules import apply, start
from companion.games.silver.setup import CARD_COPIES, Mode, Options, Setup, TiedCaller
from companion.games.silver.state import Round, RoundEnd, State
from companion.i18n.translator import Translator

NAMES = ("Ada", "Bruno", "Chloe", "Dario")
ENGLISH = Translator("en")


def make_setup(
    players: int = 3,
    mode: Mode | str = Mode.ROUNDS,
    start: int = 0,
    amulet: int | None = None,
    amulet_works: bool = False,
    **options: Any,
) -> Setup:
    """Return a set-up with these options."""
    return Setup(NAMES[:players], Mode(mode), start, Options(**options), amulet, amulet_works)


def play_moves(setup: Setup, *moves: Round) -> State:
    return reduce(apply, moves, start(setup))


def play_rounds(
    *entries: tuple[int | None, tuple[int, ...]], players: int | None = None, **choices: Any
) -> State:
    """Return the state after these rounds, each a caller and the sums."""
    setup = make_setup(players or len(entries[0][1]), **choices)
    return play_moves(setup, *(Round(caller, sums=tuple(sums)) for caller, sums in entries))


def find_refusal(session: GameSession[Setup, State, Round], move: Round) -> Problem:
    """Return the problem with an illegal move; assert that the session is unchanged."""
    before = session.state, session.moves, session.undone_moves
    with pytest.raises(IllegalMove) as refused:
        session.play(move)
    assert (session.state, session.moves, session.undone_moves) == before
    return refused.value.problem


def type_villages(draft: Any, **villages: tuple[int, ...]) -> Any:
    """Return the draft with these villages, by seat: `s0=(1, 2)`."""
    for seat, cards in villages.items():
        draft = draft.with_seat(int(seat[1:]))
        for card in cards:
            draft = draft.type_number(card)
    return draft


@st.composite
def setups(draw: st.DrawFn, mode: Mode | None = None) -> Setup:
    players = draw(st.integers(2, 4))
    options = Options(
        limit=draw(st.sampled_from([20, 50, 100, 101])),
        exact_reset=draw(st.booleans()),
        kamikaze=draw(st.booleans()),
        kamikaze_hits_caller=draw(st.booleans()),
        tied_caller=draw(st.sampled_from(TiedCaller)),
        failed_call_power=draw(st.booleans()),
    )
    return Setup(
        NAMES[:players],
        draw(st.sampled_from(Mode)) if mode is None else mode,
        draw(st.integers(0, players - 1)),
        options,
        draw(st.none() | st.integers(0, players - 1)),
        draw(st.booleans()),
    )


@st.composite
def rounds(draw: st.DrawFn, players: int) -> Round:
    """Generate a possible round, dealt from one box, with some villages given by their sum."""
    box = draw(st.permutations([card for card, copies in CARD_COPIES.items() for _ in range(copies)]))
    if draw(st.integers(0, 5)) == 0:
        # Chance alone would never deal one.
        box = [12, 12, 13, 13, *(card for card in box if card < 12)]
        sizes = [4] + [draw(st.integers(1, 4)) for _ in range(players - 1)]
    else:
        sizes = [draw(st.integers(1, 6)) for _ in range(players)]
    villages = []
    for size in sizes:
        villages.append(tuple(box[:size]))
        box = box[size:]
    villages = draw(st.permutations(villages))
    may_call = [seat for seat, village in enumerate(villages) if len(village) <= 4]
    caller = draw(st.none() | st.sampled_from(may_call)) if may_call else None
    by_cards = [draw(st.booleans()) for _ in villages]
    return Round(
        caller,
        tuple(village if cards else None for village, cards in zip(villages, by_cards, strict=True)),
        tuple(None if cards else sum(village) for village, cards in zip(villages, by_cards, strict=True)),
        draw(st.none() | st.sampled_from(RoundEnd)),
    )
