"""Rounds of Silver and whole games, written by sums."""

import pytest
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.session import GameSession
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import CARD_COPIES, Mode, Options, Setup, TiedCaller
from companion.games.silver.state import Round, RoundEnd

NAMES = ("Ada", "Bruno", "Chloe", "Dara")


@pytest.fixture(scope="session")
def seat():
    def setup(players=3, mode="rounds", start=0, amulet=None, amulet_works=False, **options):
        chosen = Options(**options)
        return Setup(NAMES[:players], Mode(mode), start, chosen, amulet, amulet_works)

    return setup


@pytest.fixture(scope="session")
def played(seat):
    def play(*rounds, players=None, **choices):
        """The state after these rounds, each a caller and the sums."""
        session = GameSession(SILVER, seat(players or len(rounds[0][1]), **choices))
        for caller, sums in rounds:
            session.play(Round(caller, sums=tuple(sums)))
        return session.state

    return play


@pytest.fixture(scope="session")
def refusal():
    def problem_of(table, move):
        """The problem a move is refused with; the table must be as it was."""
        before = table.state, table.moves, table.undone_moves
        with pytest.raises(IllegalMove) as refused:
            table.play(move)
        assert (table.state, table.moves, table.undone_moves) == before
        return refused.value.problem

    return problem_of


@st.composite
def _setups(draw, mode=None):
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
def _rounds(draw, players):
    """A round that can lie on a table: dealt from one box, some villages told by their sum."""
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
    told = [draw(st.booleans()) for _ in villages]
    return Round(
        caller,
        tuple(village if cards else None for village, cards in zip(villages, told, strict=True)),
        tuple(None if cards else sum(village) for village, cards in zip(villages, told, strict=True)),
        draw(st.none() | st.sampled_from(RoundEnd)),
    )


@pytest.fixture(scope="session")
def setups():
    return _setups


@pytest.fixture(scope="session")
def rounds():
    return _rounds
