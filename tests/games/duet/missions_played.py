"""Missions to tell and to change: whatever a table could have recorded."""

from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.session import GameSession
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import KEY_AGENTS, WORDS, Setup, Side, TrackingMode, Unlimited
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    CardWord,
    Clue,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    Stop,
    Token,
)

NUMBERS = st.none() | st.integers(0, KEY_AGENTS) | st.just(Unlimited.UNLIMITED)
CLUES = st.builds(Clue, st.sampled_from(["", "river", "gold"]), NUMBERS, st.none() | st.integers(0, 3))


def table_of(*moves, **options):
    """A table of four, the first two facing the others."""
    return GameSession(DUET, Setup(("Ada", "Bruno", "Chloe", "Dario"), **options), moves)


@st.composite
def tables(draw, keeps=(None, *TrackingMode)):
    """Any mission, in which what the rules refused was not recorded."""
    tokens = draw(st.integers(1, 11))
    session = table_of(
        tokens=tokens,
        mistakes=draw(st.none() | st.integers(0, tokens)),
        loose_turns=draw(st.booleans()),
        keeps=draw(st.sampled_from(keeps)),
    )
    place = st.integers(0, WORDS - 1) if session.setup.has_grid else st.none()
    moves: st.SearchStrategy[Move] = st.one_of(
        st.builds(Agent, place),
        st.builds(Agent, place),
        st.builds(Agent, place),
        st.builds(Bystander, place),
        st.just(Stop()),
        CLUES,
        CLUES,
        st.builds(IllegalClue, st.none() | st.sampled_from(Token)),
        st.builds(SideDone, st.sampled_from(Side)),
        st.builds(NextClue, st.sampled_from(Side)),
        st.builds(CardWord, st.integers(0, WORDS - 1), st.sampled_from(["", "bank"])),
        st.builds(Assassin, place),
    )
    for move in draw(st.lists(moves, max_size=60)):
        try:
            session.play(move)
        except IllegalMove:
            continue
    return session
