"""Invariants of random games, with legal and illegal moves."""

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.core.game import filter_blocking
from companion.core.serialization import decode_move, decode_setup, encode, encode_move
from companion.core.session import GameSession
from companion.games.cultists.moves import (
    MOVE_TYPES,
    Assassinate,
    Book,
    BookBack,
    Colour,
    Confronted,
    Correct,
    Dead,
    Declare,
    Entrances,
    Event,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    HazardCard,
    Keep,
    Kills,
    Next,
    PowerRestored,
    Reached,
    Revealed,
    Roles,
    SeerGuess,
    ShelfCompleted,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.rules import HANDLERS, draw_event
from companion.games.cultists.setup import Options, Setup, VoteRule
from companion.games.cultists.state import Phase, RoundPhase, full_bag
from companion.i18n.translator import Translator
from tests.games.attempts import attempted

ENGLISH = Translator("en")
# Players, the Automa, and the roles whose effect the app knows.
TABLES = [
    (4, True, ()),
    (5, False, ("seer",)),
    (6, False, ("seer", "assassin")),
    (6, True, ("seer", "assassin")),
    (7, False, ("assassin",)),
    (8, False, ("seer", "assassin")),
]


@st.composite
def setups(draw):
    players, automa, roles = draw(st.sampled_from(TABLES))
    switches = [name for name, value in encode(Options()).items() if isinstance(value, bool)]
    options = {name: draw(st.booleans()) for name in switches}
    setup = Setup(
        players=tuple("ABCDEFGH"[:players]),
        knife=draw(st.integers(0, players - 1)),
        roles=draw(st.sampled_from([roles, ()])),
        automa=automa,
        first_game=draw(st.booleans()),
        options=Options(vote_rule=draw(st.sampled_from(VoteRule)), **options),
        automa_before=draw(st.none() | st.integers(0, players - 1)) if automa else None,
    )
    assert not filter_blocking(CULTISTS.problems(setup))
    return setup


# Moves of all kinds without a look at the table: seats that nobody has, rooms that no building has.
SEATS = st.integers(-1, 8)
MAYBE_SEAT = st.none() | SEATS
PLACES = st.sampled_from(["orange", "pink", "blue_1", "blue_2", "green", "light_blue", "attic"])
EVENTS = st.sampled_from([*full_bag(Setup(tuple("ABCDEFGH"))), "earthquake"])
SMALL = st.integers(-1, 5)
MAYBE = st.none() | SMALL
COUNTS = st.dictionaries(SEATS.map(str), SMALL, max_size=3)
BLIND = st.one_of(
    st.just(Next()),
    st.builds(Event, EVENTS, st.none() | st.sampled_from(Colour)),
    st.builds(Entrances, st.sampled_from(Colour)),
    st.builds(PowerRestored, MAYBE_SEAT),
    st.builds(GateClosed, st.none() | st.tuples(SEATS, SEATS)),
    st.builds(Correct, MAYBE, st.none() | st.integers(8, 15), MAYBE_SEAT, st.integers(0, 11) | st.none()),
    st.builds(Correct, power=st.none() | st.booleans(), closes_in=MAYBE),
    st.builds(Explored, PLACES),
    st.builds(Shelves, st.lists(st.builds(ShelfValue, PLACES, SMALL, SMALL), max_size=2).map(tuple)),
    st.builds(Book, PLACES),
    st.builds(BookBack, PLACES),
    st.builds(ShelfCompleted, PLACES, MAYBE),
    st.builds(Hazard, st.sampled_from(HazardCard), st.none() | PLACES),
    st.builds(Confronted, PLACES, MAYBE_SEAT),
    st.just(FishmanScared()),
    st.builds(Dead, SEATS, MAYBE_SEAT),
    st.builds(Vote, st.lists(MAYBE_SEAT, min_size=4, max_size=9).map(tuple), called_by=MAYBE_SEAT),
    st.builds(Vote, counts=st.none() | COUNTS, abstentions=st.none() | SEATS, called_by=MAYBE_SEAT),
    st.builds(Assassinate, SEATS, SEATS),
    st.builds(Revealed, SEATS, st.booleans()),
    st.builds(Declare, SEATS, st.booleans()),
    st.builds(Kills, st.sampled_from(Reached)),
    st.builds(SeerGuess, SEATS, st.booleans()),
)


def next_clockwise(setup, seat):
    """By walking round the table: the Automa sits right before the player it is named by, or the first."""
    names = list(setup.players)
    if setup.automa:
        names.insert(setup.automa_before or 0, "the Automa")
    holder = "the Automa" if seat == len(setup.players) else setup.players[seat]
    following = names[(names.index(holder) + 1) % len(names)]
    return len(setup.players) if following == "the Automa" else setup.players.index(following)


class AnyGame(RuleBasedStateMachine):
    @initialize(setup=setups(), rounds=st.integers(0, 9), data=st.data())
    def sit_down(self, setup, rounds, data):
        """Moves picked one by one seldom reach the last rounds, so a game may be under way."""
        self.table = GameSession(CULTISTS, setup)
        self.first = self.table.state
        for _ in range(rounds):
            self.a_whole_round(data)

    @property
    def state(self):
        return self.table.state

    def attempt(self, move):
        return attempted(self.table, move)

    @rule(move=BLIND)
    def try_any_move(self, move):
        self.attempt(move)

    @rule(data=st.data())
    def do_what_is_awaited(self, data):
        """What the state says can be done can be done: no game gets stuck."""
        if self.state.phase is not Phase.OVER:
            move = data.draw(self.awaited_moves())
            assert self.attempt(move), move

    @rule(data=st.data())
    def a_whole_round(self, data):
        round = self.state.round
        while self.state.round == round and self.state.phase is not Phase.OVER:
            if data.draw(st.booleans()):
                self.something_happens(data)
            self.do_what_is_awaited(data)

    @rule(data=st.data())
    def something_happens(self, data):
        """Something that may well happen now, and is therefore allowed."""
        if self.state.phase.value in {phase.value for phase in RoundPhase}:
            move = data.draw(st.one_of(self.likely_moves()))
            assert self.attempt(move), move

    def likely_moves(self):
        state = self.state
        living, people = state.living, state.living_players
        full = {shelf.shelf for shelf in state.library if shelf.complete}
        shelves = [shelf for shelf in ("orange", "pink", "blue_1", "blue_2", "blue_3") if shelf not in full]
        if shelves and sum(shelf.stored for shelf in state.library) < 25:
            yield st.builds(Book, st.sampled_from(shelves))
        if "green" not in full:
            yield st.builds(ShelfCompleted, st.just("green"), st.just(4))
        if "pink" in shelves and not any(shelf.shelf == "pink" for shelf in state.library):
            yield st.just(Shelves((ShelfValue("pink", 3, 3),)))
        if not state.setup.first_game:
            yield st.builds(Hazard, st.sampled_from(HazardCard), PLACES.filter(lambda room: room != "attic"))
        if len(living) > 1:
            yield st.builds(Dead, st.sampled_from(living))
        if state.round_phase is RoundPhase.ACTION:
            yield from self.likely_actions(people)
        if state.can_declare and people:
            yield st.builds(Declare, st.sampled_from(people), st.booleans())
        yield self.ballots()

    def likely_actions(self, people):
        state = self.state
        if not state.power:
            yield st.just(PowerRestored(people[0] if people else None))
        if state.is_gate_open:
            yield st.just(GateClosed(people[:2] if len(people) > 1 else None))
        if state.cultist_tokens:
            yield st.builds(Confronted, st.sampled_from(state.cultist_tokens))
        if state.is_fishman_inside and state.knife in people:
            yield st.just(FishmanScared())
        if people and state.vote_token:
            yield st.sampled_from(people).flatmap(lambda caller: self.ballots(called_by=caller))
        if "assassin" in state.setup.roles and len(state.living) > 1:
            killers = [seat for seat in people if state.assassin in (None, seat)]
            if killers:
                others = [seat for seat in state.living if seat != killers[0]]
                yield st.builds(Assassinate, st.sampled_from(others), st.just(killers[0]))

    def awaited_moves(self):
        state = self.state
        match state.phase:
            case Phase.EVENT:
                return st.randoms(use_true_random=False).map(lambda luck: draw_event(state, luck.randrange))
            case Phase.VOTE:
                return self.ballots()
            case Phase.REVEALED:
                return st.builds(
                    Revealed, st.just(state.pending_reveal), st.sampled_from([False, False, False, True])
                )
            case Phase.KILLS:
                return st.builds(Kills, st.sampled_from(Reached))
            case Phase.SEER_GUESS:
                shown = (state.exposed_cultist, state.assassin)
                seats = [seat for seat in range(state.setup.seats) if seat not in shown]
                return st.builds(SeerGuess, st.sampled_from(seats), st.booleans())
            case _:
                return st.just(Next())

    def ballots(self, called_by=None):
        state = self.state
        targets = st.none() | st.sampled_from(state.living) if state.living else st.none()
        people = len(state.setup.players)
        change: st.SearchStrategy[Keep | int | None] = st.just(Keep.KEEP)
        usable = state.knife not in state.ghosts or state.setup.options.ghost_uses_knife
        if state.setup.seats <= 6 and state.knife != state.setup.automa_seat and usable and state.living:
            change |= st.sampled_from(state.living)
            change |= st.none() if state.setup.options.knife_may_abstain else change
        agreed = targets.map(lambda target: (target,) * people)
        cast = st.lists(targets, min_size=people, max_size=people).map(tuple) | agreed
        return st.builds(Vote, cast, change, called_by=st.just(called_by))

    @rule(steps=st.integers(1, 3))
    def undo(self, steps):
        for _ in range(steps):
            self.table.undo()

    @rule()
    def undo_everything_and_redo_it(self):
        moves, latest = self.table.moves, self.state
        while self.table.can_undo:
            self.table.undo()
        assert self.state == self.first
        for _ in moves:
            self.table.redo()
        assert (self.table.moves, self.state) == (moves, latest)

    @invariant()
    def the_bag_is_never_drawn_beyond_what_it_holds(self):
        full, drawn = full_bag(self.table.setup), [event.event for event in self.state.events]
        assert all(drawn.count(event) <= full[event] for event in drawn)
        assert sum(self.state.bag.values()) + len(drawn) == sum(full.values())
        rounds = [event.round for event in self.state.events]
        assert len(set(rounds)) == len(rounds) <= 10

    @invariant()
    def the_target_stays_within_one_of_the_printed_one(self):
        state = self.state
        assert abs(state.target - state.numbers.points) <= 1
        if state.gate is None and not any(isinstance(move, Correct) for move in self.table.moves):
            assert state.target == state.numbers.points
        if state.is_gate_open:
            over = state.round == 10 and state.round_phase is RoundPhase.CLEAN_UP
            assert (0 if over else 1) <= state.closes_in <= 10
            assert state.gate.opened <= state.round <= state.gate.last_round <= 10

    @invariant()
    def a_vote_is_started_at_most_once_a_round(self):
        started = 0
        for before, move, after in self.steps():
            if before.round_phase is RoundPhase.CLEAN_UP and after.round_phase is RoundPhase.MOVEMENT:
                started = 0
            if isinstance(move, Vote) and move.called_by is not None:
                started += 1
                assert before.round_phase is RoundPhase.ACTION
                assert move.called_by not in before.ghosts
            assert started <= 1
            assert after.vote_token == (started == 0)

    @invariant()
    def the_dead_stay_dead(self):
        for before, _, after in self.steps():
            assert after.deaths[: len(before.deaths)] == before.deaths
        ghosts = self.state.ghosts
        assert len(set(ghosts)) == len(ghosts)
        assert set(ghosts) | set(self.state.living) == set(range(self.table.setup.seats))

    @invariant()
    def the_knife_passes_clockwise_and_the_clock_goes_on_only_after_a_clean_up(self):
        for before, move, after in self.steps():
            if isinstance(move, Next) and before.round_phase is RoundPhase.CLEAN_UP and after.outcome is None:
                assert after.knife == next_clockwise(self.table.setup, before.knife)
                assert after.round == before.round + 1
            elif not isinstance(move, Correct):
                assert (after.knife, after.round) == (before.knife, before.round)

    @invariant()
    def points_at_the_target_end_the_game(self):
        state = self.state
        assert (state.phase is Phase.OVER) == (state.outcome is not None)
        if state.points >= state.target:
            assert state.phase in (Phase.KILLS, Phase.SEER_GUESS, Phase.OVER)
        if state.outcome is not None:
            assert state.outcome.winner in ("investigators", "cultists")
            assert (state.pending_outcome, state.ending, state.pending_reveal, state.pending_murder) == (
                None,
            ) * 4

    @invariant()
    def no_vote_puts_out_more_than_the_strict_leader(self):
        for before, move, after in self.steps():
            if isinstance(move, Vote):
                result = after.vote
                if result.eliminated is None:
                    assert after.ghosts == before.ghosts
                else:
                    assert after.ghosts == (*before.ghosts, result.eliminated)
                    assert result.leaders == (result.eliminated,)
                    assert result.votes_cast > result.abstentions

    def steps(self):
        return zip(self.table.states[:-1], self.table.moves, self.table.states[1:], strict=True)

    def teardown(self):
        """The log survives JSON and folds to the same state."""
        setup = decode_setup(CULTISTS, json.loads(json.dumps(encode(self.table.setup))))
        written = json.loads(json.dumps([encode_move(CULTISTS, move) for move in self.table.moves]))
        again = GameSession(CULTISTS, setup, [decode_move(CULTISTS, move) for move in written])
        assert (again.setup, again.moves, again.state) == (self.table.setup, self.table.moves, self.state)
        shown = CULTISTS.public_state(self.state)
        assert json.loads(json.dumps(shown)) == shown


AnyGame.TestCase.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)
TestAnyGame = AnyGame.TestCase


def test_every_type_of_move_is_applied_by_a_function():
    assert {*HANDLERS, Roles} == set(MOVE_TYPES.values())
