"""What holds in every game, however it goes."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.serialization import decode, decode_move, encode, encode_move
from companion.core.session import GameSession
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.rules import ranks, seat_outlooks, total_history
from companion.games.silver.setup import Setup
from companion.games.silver.state import Phase, Round, WinReason
from tests.games.silver.builders import rounds, setups


@st.composite
def games(draw):
    """Generate sessions in the middle of a game or at its end."""
    game = GameSession(SILVER, draw(setups()))
    for _ in range(draw(st.integers(0, 8))):
        if game.outcome is None:
            game.play(draw(rounds(len(game.setup.players))))
    return game


ANY_GAME = settings(max_examples=40, deadline=None)


@ANY_GAME
@given(data=st.data())
def test_totals_are_the_sums_of_the_rounds_with_resets(data):
    state = data.draw(games()).state
    options = state.setup.options
    for seat, total in enumerate(state.totals):
        added, reset = 0, False
        for result in state.results:
            added += result.scores[seat]
            exact = (
                state.setup.is_points_game and options.exact_reset and added == options.limit and not reset
            )
            assert exact == (seat in result.resets)
            if exact:
                added, reset = options.limit // 2, True
        assert added == total
        assert reset == (seat in state.reset_seats)


@ANY_GAME
@given(data=st.data())
def test_the_history_of_totals_matches_the_rounds(data):
    state = data.draw(games()).state
    lines = total_history(state)
    assert [line[0] for line in lines] == [0] * len(state.setup.players)
    assert [tuple(line[number] for line in lines) for number in range(1, len(state.results) + 1)] == [
        result.totals for result in state.results
    ]
    assert tuple(line[-1] for line in lines) == state.totals


@ANY_GAME
@given(data=st.data())
def test_the_game_ends_when_the_rules_say_and_a_lowest_total_wins(data):
    game = data.draw(games())
    state, setup = game.state, game.setup
    over = [
        max(after.totals) >= setup.options.limit if setup.is_points_game else len(after.results) == 4
        for after in game.states
    ]
    assert not any(over[:-1])
    assert over[-1] == (state.outcome is not None) == (state.phase is Phase.OVER) == bool(state.winners)
    if state.outcome is None:
        return
    assert all(ranks(state.totals)[seat] == 1 for seat in state.winners)
    assert (state.outcome.winner is None) == (state.outcome.reason == WinReason.SHARED.value)
    assert state.outcome.winner in (None, *state.winners)
    assert (ranks(state.totals).count(1) == 1) == (state.outcome.reason == WinReason.LOWEST_TOTAL.value)
    with pytest.raises(IllegalMove):
        game.play(Round(None, sums=(1,) * len(setup.players)))


@ANY_GAME
@given(data=st.data())
def test_whoever_holds_the_amulet_starts(data):
    states = data.draw(games()).states
    for before, after in pairwise(states):
        assert after.last_result.starter == before.starter
        assert after.starter == after.amulet_holder == after.last_result.amulet
        if after.amulet_works and not after.setup.options.failed_call_power:
            assert after.last_result.call_succeeded
            assert after.amulet_holder == after.last_result.caller


@ANY_GAME
@given(data=st.data())
def test_the_order_of_players_changes_no_total(data):
    game = data.draw(games())
    order = data.draw(st.permutations(range(len(game.setup.players))))
    where: dict[int | None, int] = {seat: place for place, seat in enumerate(order)}
    setup = Setup(
        tuple(game.setup.players[seat] for seat in order),
        game.setup.mode,
        where[game.setup.start],
        game.setup.options,
        where.get(game.setup.amulet),
        game.setup.amulet_works,
    )
    moves = [
        Round(
            where.get(move.caller),
            tuple(move.villages[seat] for seat in order),
            tuple(move.sums[seat] for seat in order),
            move.ended,
            where.get(move.kamikaze),
        )
        for move in game.moves
    ]
    turned = GameSession(SILVER, setup, moves).state
    assert turned.totals == tuple(game.state.totals[seat] for seat in order)
    assert turned.scores == tuple(game.state.scores[seat] for seat in order if game.state.scores)
    assert (turned.outcome is None) == (game.state.outcome is None)


@ANY_GAME
@given(data=st.data())
def test_a_game_survives_json_undo_and_redo(data):
    game = data.draw(games())
    setup = decode(Setup, json.loads(json.dumps(encode(game.setup))))
    moves = [decode_move(SILVER, json.loads(json.dumps(encode_move(SILVER, move)))) for move in game.moves]
    again = GameSession(SILVER, setup, moves)
    assert (again.setup, again.moves, again.state) == (game.setup, game.moves, game.state)
    assert json.loads(json.dumps(SILVER.public_state(again.state))) == SILVER.public_state(game.state)
    while again.can_undo:
        again.undo()
    assert again.state == SILVER.start(setup)
    while again.can_redo:
        again.redo()
    assert again.state == game.state


@ANY_GAME
@given(data=st.data())
def test_what_is_needed_decides_between_two(data):
    """Two players, any state, any next round that is the last: the needs tell who wins."""
    setup = data.draw(setups())
    setup = Setup(("Ada", "Bruno"), setup.mode, 0, setup.options)
    game = GameSession(SILVER, setup)
    while True:
        before = game.state
        outlooks = seat_outlooks(before)
        game.play(data.draw(rounds(2)))
        if game.outcome is not None or len(game.moves) == 12:
            break
    assert game.state.last_result is not None
    if game.outcome is None or game.state.last_result.resets:
        return
    for need in outlooks:
        rival = need.rivals[0]
        fewer = game.state.scores[rival] - game.state.scores[need.seat]
        assert need.gap == before.totals[need.seat] - before.totals[rival]
        if fewer >= need.points_needed:
            assert game.state.winners == (need.seat,)
        elif fewer < need.gap:
            assert game.state.winners == (rival,)
