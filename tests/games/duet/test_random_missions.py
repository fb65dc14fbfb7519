"""Random missions: what holds in each of them, by an independent model and by real key cards."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.core.game import IllegalMove
from companion.core.serialization import decode, decode_move, encode, encode_move
from companion.core.session import GameSession
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.rules import apply
from companion.games.duet.setup import (
    AGENTS,
    KEY_AGENTS,
    WORDS_BY_BOTH_FACES,
    ClueRules,
    Mission,
    Setup,
    Side,
    TrackingMode,
    Unlimited,
    WordKind,
)
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    CardWord,
    Clue,
    IllegalClue,
    NextClue,
    PhaseKind,
    SideDone,
    Stop,
    Token,
    compute_score,
    max_findable_agents,
)
from tests.games.duet.builders import open_places
from tests.games.duet.reference_model import play_reference

SIDES = st.sampled_from(Side)
# What the state of a table without a grid, counted keys or a told clue consists of, now as ever.
EVER = {
    *("turn", "giver", "agents", "right", "bank", "earned", "done", "sudden_death", "awaits"),
    *("outcome", "score"),
}


@st.composite
def missions(draw):
    tokens = draw(st.integers(1, 11))
    return Setup(
        players=("Ada", "Bruno", "Chloe"),
        sides=draw(st.sampled_from([None, (Side.A, Side.B, Side.A)])),
        tokens=tokens,
        mistakes=draw(st.none() | st.integers(0, tokens)),
        first=draw(SIDES),
        winning_token_counts=draw(st.booleans()),
        loose_turns=draw(st.booleans()),
        keeps=draw(st.sampled_from([None, TrackingMode.KEYS, TrackingMode.GRID, TrackingMode.GRID])),
        clue_rules=draw(st.none() | st.builds(ClueRules, st.booleans())),
        mission=draw(st.sampled_from([None, Mission("map", "cairo")])),
    )


GUESSES = st.sampled_from([Agent, Agent, Agent, Bystander, Assassin])
PLACES = st.none() | st.integers(-1, 25)
MOVES = st.one_of(
    st.builds(lambda kind, place: kind(place), GUESSES, PLACES),
    st.just(Stop()),
    st.builds(IllegalClue, st.none() | st.sampled_from(Token)),
    st.builds(SideDone, SIDES),
    st.builds(NextClue, SIDES),
    st.builds(
        Clue,
        st.sampled_from(["", "sea", "two words", "bad\n"]),
        st.none() | st.integers(-1, 10) | st.just(Unlimited.UNLIMITED),
        st.none() | st.integers(-1, 3),
    ),
    st.builds(CardWord, st.integers(-1, 25), st.sampled_from(["", "moon", "ماه", " "])),
)


def refusal(state, move):
    """The code of the refusal, or None."""
    try:
        apply(state, move)
    except IllegalMove as refused:
        return refused.problem.code
    return None


class AnyMission(RuleBasedStateMachine):
    @initialize(setup=missions())
    def start_session(self, setup):
        self.table = GameSession(DUET, setup)
        self.first = self.table.state

    @rule(move=MOVES)
    def try_move(self, move):
        before = self.table.state, self.table.moves, self.table.undone_moves
        problem = None
        try:
            self.table.play(move)
        except IllegalMove as refused:
            problem = refused.problem
        if problem is None:
            assert (self.table.moves, self.table.undone_moves) == ((*before[1], move), ())
        else:
            assert problem.key.startswith("duet.problem.")
            assert (self.table.state, self.table.moves, self.table.undone_moves) == before

    @rule(kind=GUESSES, at=st.integers(0, 24))
    def touch(self, kind, at):
        """A guess that can be made, wherever the table keeps its words."""
        state = self.table.state
        places = open_places(state)
        self.try_move(kind(places[at % len(places)]) if places else kind())

    @rule(agents=st.integers(1, 6), at=st.integers(0, 24))
    def a_turn_that_goes_well(self, agents, at):
        """Moves picked one by one hardly ever reach the fifteenth agent."""
        for _ in range(agents):
            self.touch(Agent, at)
        self.try_move(Stop())

    @precondition(lambda self: self.table.can_undo)
    @rule()
    def undo_and_redo(self):
        state = self.table.state
        self.table.undo()
        assert self.table.redo() == state

    @rule(steps=st.integers(1, 3))
    def undo(self, steps):
        for _ in range(steps):
            self.table.undo()

    @rule()
    def undo_everything(self):
        moves, latest = self.table.moves, self.table.state
        while self.table.can_undo:
            self.table.undo()
        assert self.table.state == self.first
        for _ in moves:
            self.table.redo()
        assert (self.table.moves, self.table.state) == (moves, latest)

    @invariant()
    def the_bank_is_what_the_rules_make_of_the_moves(self):
        state, ledger = self.table.state, play_reference(self.table.setup, self.table.moves)
        assert (state.bank.bystanders, state.bank.checks) == (ledger.bystanders, ledger.checks)
        assert min(ledger.bystanders, ledger.checks) >= 0
        assert state.bank.tokens_left + sum(ledger.spent.values()) == self.table.setup.tokens
        won = ledger.spent["win"] if self.table.setup.winning_token_counts else 0
        assert state.earned_tokens == ledger.spent["stop"] + won
        assert (state.agents, state.is_sudden_death, state.outcome is not None) == (
            ledger.agents,
            ledger.sudden_death,
            ledger.over,
        )
        assert (state.done_side, state.key_counts) == (ledger.done, tuple(ledger.keys))
        if state.phase.clues is not None:
            assert state.giver is ledger.giver

    @invariant()
    def no_more_agents_are_found_than_there_are(self):
        state = self.table.state
        assert state.agents <= AGENTS
        assert sum(state.key_counts) <= state.agents
        if self.table.setup.has_key_counts:
            assert max(state.key_counts) <= KEY_AGENTS
            # Before sudden death there is always somebody whose key it is.
            assert state.is_sudden_death or sum(state.key_counts) == state.agents
        assert 0 <= max_findable_agents(state) <= AGENTS - state.agents
        if state.outcome is None and not max_findable_agents(state) and self.table.setup.has_grid:
            assert all(refusal(state, Agent(place)) for place in open_places(state))

    @invariant()
    def every_turn_uses_one_token(self):
        """Exactly one where all tokens may be mistakes; elsewhere a bystander may cost two."""
        used = fines = turns = 0
        for before, after, move in zip(
            self.table.states, self.table.states[1:], self.table.moves, strict=False
        ):
            cost = before.bank.tokens_left - after.bank.tokens_left
            used += cost
            if isinstance(move, IllegalClue):
                fines += 1
                assert cost == 1
            elif cost:
                turns += 1
                assert cost == 1 or (cost == 2 and isinstance(move, Bystander) and not before.bank.bystanders)
        setup, state = self.table.setup, self.table.state
        assert state.bank.tokens_left == setup.tokens - used
        if setup.bystander_tokens == setup.tokens:
            assert used == turns + fines
            if not state.is_sudden_death and state.outcome is None:
                assert turns == state.turn - 1

    @invariant()
    def the_sides_give_clues_in_turn_unless_turns_are_loose_or_one_is_done(self):
        givers: dict[int, list[tuple[Side, Side | None]]] = {}
        for state in self.table.states:
            if state.phase.clues is not None:
                givers.setdefault(state.turn, []).append((state.phase.clues, state.done_side))
        if self.table.setup.loose_turns:
            return
        for turn, told in givers.items():
            (last, done), (first, _) = givers.get(turn - 1, told)[-1], told[0]
            if done is None and turn - 1 in givers:
                assert first is last.other
            elif done is not None and turn - 1 in givers:
                assert first is done.other

    @invariant()
    def what_is_awaited_fits_the_state(self):
        state = self.table.state
        awaits = state.phase
        assert (awaits.what is PhaseKind.OVER) == (state.outcome is not None)
        if awaits.what is PhaseKind.GUESS:
            assert awaits.clues is not None
            # Only an illegal clue takes the last token of a turn that goes on.
            assert state.bank.tokens_left > 0 or state.is_fined
            assert state.has_last_guesses == (state.bank.tokens_left == 0)
            assert awaits.guesses == (awaits.clues.other,)
            assert state.done_side is not awaits.clues or state.correct_guesses
        if awaits.what is PhaseKind.SUDDEN_DEATH:
            assert state.bank.tokens_left == 0
            assert awaits.clues is None
            assert awaits.guesses

    @invariant()
    def sudden_death_is_for_guesses_and_the_end_for_nothing(self):
        state = self.table.state
        others = (Clue("sea"), Stop(), IllegalClue(), NextClue(Side.A))
        if state.outcome is not None:
            place = 0 if state.places else None
            every = (Agent(place), Bystander(place), Assassin(place), SideDone(Side.A), CardWord(0, "moon"))
            assert {refusal(state, move) for move in (*others, *every)} == {"over"}
        elif state.is_sudden_death:
            assert {refusal(state, move) for move in others} == {"sudden_death"}
            assert state.clue is None

    @invariant()
    def the_grid_and_the_bank_never_disagree(self):
        state, ledger = self.table.state, play_reference(self.table.setup, self.table.moves)
        if not state.places:
            assert (state.words, self.table.setup.keeps is TrackingMode.GRID) == ((), False)
            return
        assert sum(place.found for place in state.places) == state.agents
        for side in Side:
            assert sum(place.key is side for place in state.places) == state.key_counts[side]
        for number, place in enumerate(state.places):
            assert place.found == (number in ledger.found)
            assert place.key == ledger.found.get(number)
            assert place.stopped == tuple(ledger.marks.get(number, ()))
        marks = sum(len(place.stopped) for place in state.places)
        assert marks - ledger.unpaid + ledger.stacked == ledger.spent["met"]
        assert sum(place.killed for place in state.places) == (
            state.outcome is not None and state.outcome.reason == "assassin"
        )

    @invariant()
    def a_place_is_open_to_those_whose_guess_is_accepted(self):
        state = self.table.state
        # The giver's key is covered: of all guesses only that one cannot be right.
        covered = not state.is_sudden_death and state.done_side is state.giver
        for number, place in enumerate(state.places):
            may = bool(state.sides_open_to(number))
            assert (refusal(state, Bystander(number)) is None) == may
            assert (refusal(state, Assassin(number)) is None) == may
            assert (refusal(state, Agent(number)) is None) == (may and not covered)
            assert place.is_covered == (not any(place.is_open_to(side) for side in Side))
            for side in place.stopped:
                assert not place.is_open_to(side)
                assert place.is_covered or place.is_open_to(side.other)

    @invariant()
    def a_clue_stands_for_as_long_as_its_turn(self):
        state, moves = self.table.state, self.table.moves
        if state.clue is not None:
            at = max(number for number, move in enumerate(moves) if move == state.clue)
            told = self.table.states[at + 1 : len(moves) + 1]
            assert {(then.turn, then.giver, then.clue) for then in told} == {
                (state.turn, state.giver, state.clue)
            }

    @invariant()
    def the_game_is_won_by_fifteen_agents_and_no_fewer(self):
        state = self.table.state
        won = state.outcome is not None and state.outcome.winner == "team"
        assert won == (state.agents == AGENTS)
        assert (compute_score(state) is not None) == (won and self.table.setup.tokens == 9)

    @invariant()
    def the_log_survives_json_and_folds_to_the_same_state(self):
        setup = decode(Setup, json.loads(json.dumps(encode(self.table.setup))))
        moves = [
            decode_move(DUET, json.loads(json.dumps(encode_move(DUET, move)))) for move in self.table.moves
        ]
        again = GameSession(DUET, setup, moves)
        assert (again.setup, again.moves, again.state) == (
            self.table.setup,
            self.table.moves,
            self.table.state,
        )
        assert json.loads(json.dumps(DUET.public_state(again.state))) == DUET.public_state(self.table.state)

    @invariant()
    def a_table_tells_what_it_always_told_and_beside_it_what_it_keeps(self):
        state, setup = self.table.state, self.table.setup
        beside = {
            "keys": setup.keeps is not None,
            "grid": setup.keeps is TrackingMode.GRID,
            "words": any(state.words),
            "clue": state.clue is not None,
        }
        assert set(DUET.public_state(state)) == EVER | {name for name, kept in beside.items() if kept}


AnyMission.TestCase.settings = settings(max_examples=50, stateful_step_count=30, deadline=None)
TestAnyMission = AnyMission.TestCase


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
