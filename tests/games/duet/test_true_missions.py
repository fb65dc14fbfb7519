"""Missions played with a real key card: what the table truly sees is never refused, and never miscounted."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.session import GameSession
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import KEY_AGENTS, WORDS_BY_BOTH_FACES, Setup, Side, TrackingMode, WordKind
from companion.games.duet.state import Agent, Assassin, Bystander, SideDone, Stop

GUESS = {WordKind.AGENT: Agent, WordKind.BYSTANDER: Bystander, WordKind.ASSASSIN: Assassin}


def shuffled(chance):
    """A key card: for each place what it is on both faces."""
    card = [faces for faces, count in WORDS_BY_BOTH_FACES.items() for _ in range(count)]
    chance.shuffle(card)
    return card


def touched(state, card, chance):
    """Somebody who guesses now touches a word that nothing lies on for them; mostly one that is right."""
    side = chance.choice(state.phase.guesses)
    places = [place for place in range(len(card)) if state.places[place].is_open_to(side)]
    right = [place for place in places if card[place][side.other] is WordKind.AGENT]
    place = chance.choice(right if right and chance.random() < 0.8 else places)
    return GUESS[card[place][side.other]](place)


def covered(state, card, side):
    """How many green words of this key lie under an agent."""
    return sum(
        faces[side] is WordKind.AGENT and place.found for faces, place in zip(card, state.places, strict=True)
    )


@pytest.mark.parametrize("says_so", [True, False], ids=["sides say so", "nobody says so"])
@given(st.integers(0, 2**32), st.integers(1, 11), st.integers(0, 11), st.booleans())
def test_whatever_a_key_card_brings_about_is_accepted(says_so, seed, tokens, mistakes, loose):
    chance = random.Random(seed)
    card = shuffled(chance)
    setup = Setup(
        ("Ada", "Bruno"),
        tokens=tokens,
        mistakes=min(tokens, mistakes),
        loose_turns=loose,
        keeps=TrackingMode.GRID,
    )
    session = GameSession(DUET, setup)
    while session.outcome is None:
        for side in Side if says_so and session.state.done_side is None else ():
            # A key that is covered by its own clues is known to be.
            assert session.state.key_counts[side] < KEY_AGENTS
            if covered(session.state, card, side) == KEY_AGENTS and session.state.agents < 15:
                session.play(SideDone(side))
                break
        state = session.state
        if state.done_side is not None:
            assert covered(state, card, state.done_side) == KEY_AGENTS
        silent = not state.is_sudden_death and state.done_side is state.giver
        if state.correct_guesses and not state.is_sudden_death and (silent or chance.random() < 0.3):
            session.play(Stop())
        else:
            session.play(touched(state, card, chance))
    for faces, place in zip(card, session.state.places, strict=True):
        assert not place.found or WordKind.AGENT in faces
        assert place.key is None or faces[place.key] is WordKind.AGENT
        if not session.state.is_sudden_death:
            assert all(faces[side.other] is WordKind.BYSTANDER for side in place.stopped)
