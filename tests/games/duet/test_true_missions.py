"""Missions played with a real key card: what the table truly sees is never refused, and never miscounted."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.duet.key import BOTH_FACES, Word
from companion.games.duet.moves import Agent, Assassin, Bystander, SideDone, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import KEY_AGENTS, Keeps, Setup, Side
from companion.table import Table

GUESS = {Word.AGENT: Agent, Word.BYSTANDER: Bystander, Word.ASSASSIN: Assassin}


def shuffled(chance):
    """A key card: for each place what it is on both faces."""
    card = [faces for faces, count in BOTH_FACES.items() for _ in range(count)]
    chance.shuffle(card)
    return card


def touched(state, card, chance):
    """Somebody who guesses now touches a word that nothing lies on for them; mostly one that is right."""
    side = chance.choice(state.awaits.guesses)
    places = [place for place in range(len(card)) if state.places[place].open_to(side)]
    right = [place for place in places if card[place][side.other] is Word.AGENT]
    place = chance.choice(right if right and chance.random() < 0.8 else places)
    return GUESS[card[place][side.other]](place)


def covered(state, card, side):
    """How many green words of this key lie under an agent."""
    return sum(
        faces[side] is Word.AGENT and place.found for faces, place in zip(card, state.places, strict=True)
    )


@pytest.mark.parametrize("says_so", [True, False], ids=["sides say so", "nobody says so"])
@given(st.integers(0, 2**32), st.integers(1, 11), st.integers(0, 11), st.booleans())
def test_whatever_a_key_card_brings_about_is_accepted(says_so, seed, tokens, mistakes, loose):
    chance = random.Random(seed)
    card = shuffled(chance)
    setup = Setup(
        ("Ada", "Bruno"), tokens=tokens, mistakes=min(tokens, mistakes), loose_turns=loose, keeps=Keeps.GRID
    )
    table = Table(DUET, setup)
    while table.outcome is None:
        for side in Side if says_so and table.state.done is None else ():
            # A key that is covered by its own clues is known to be.
            assert table.state.keys[side] < KEY_AGENTS
            if covered(table.state, card, side) == KEY_AGENTS and table.state.agents < 15:
                table.play(SideDone(side))
                break
        state = table.state
        if state.done is not None:
            assert covered(state, card, state.done) == KEY_AGENTS
        silent = not state.sudden_death and state.done is state.giver
        if state.right and not state.sudden_death and (silent or chance.random() < 0.3):
            table.play(Stop())
        else:
            table.play(touched(state, card, chance))
    for faces, place in zip(card, table.state.places, strict=True):
        assert not place.found or Word.AGENT in faces
        assert place.key is None or faces[place.key] is Word.AGENT
        if not table.state.sudden_death:
            assert all(faces[side.other] is Word.BYSTANDER for side in place.stopped)
