"""Missions for tests: sessions, guesses at a free place, and random sessions."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.session import GameSession
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import AGENTS, KEY_AGENTS, WORDS, Setup, Side, TrackingMode, Unlimited
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    CardWord,
    Clue,
    Guess,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    State,
    Stop,
    Token,
)

PAIR = ("Ada", "Bruno")
FOUR_PLAYERS = ("Ada", "Bruno", "Chloe", "Dario")
RIVER, GOLD = Clue("river", 3), Clue("gold", 2)
CLUE_NUMBERS = st.none() | st.integers(0, KEY_AGENTS) | st.just(Unlimited.UNLIMITED)
CLUES = st.builds(Clue, st.sampled_from(["", "river", "gold"]), CLUE_NUMBERS, st.none() | st.integers(0, 3))


def open_places(state: State) -> list[int]:
    """The places that somebody may guess now."""
    return [place for place in range(len(state.places)) if state.sides_open_to(place)]


def make_guess(state: State, kind: type[Agent | Bystander | Assassin]) -> Guess:
    """A legal guess, with a place if a grid is tracked."""
    return kind(open_places(state)[0]) if state.places else kind()


def find_agents(session, count):
    for _ in range(count):
        session.play(make_guess(session.state, Agent))


def make_session(*moves, **options):
    """A session of four players, the first two facing the others."""
    return GameSession(DUET, Setup(FOUR_PLAYERS, **options), moves)


def play_turns(turns="", tokens=9, mistakes=None, **options):
    """A session after these turns: `s` stop after one agent, `b` bystander, `W` win. Where the agents of each
    key are counted, a stop follows two agents while possible, because no key has enough to win by itself."""
    session = GameSession(DUET, Setup(PAIR, tokens=tokens, mistakes=mistakes, **options))
    for turn in turns:
        if turn == "b":
            session.play(make_guess(session.state, Bystander))
        elif turn == "s":
            has_two = session.setup.has_key_counts and session.state.agents < AGENTS - 3
            find_agents(session, 2 if has_two else 1)
            session.play(Stop())
        else:
            find_agents(session, AGENTS - session.state.agents)
    return session


@st.composite
def random_sessions(draw, keeps=(None, *TrackingMode)):
    """Any session; moves that the rules refuse are left out."""
    tokens = draw(st.integers(1, 11))
    session = make_session(
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
