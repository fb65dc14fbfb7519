""" "What if" questions of Silver: scores of a round, its consequences, and what a seat needs.

A question has one player's sum and one sum for the others, because only the lowest of theirs matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.core.message import Message, MessageArg
from companion.core.questions import AnyQuestion, Dial, Question, QuestionFamily, WhatIf
from companion.entry.silver.accounts import outlook_message
from companion.games.silver.outlook import points_to_limit, seat_outlooks
from companion.games.silver.round_check import MAX_CALL_CARDS
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.setup import CARD_COPIES, KAMIKAZE, VILLAGE_SIZE, highest_sum, remaining_cards
from companion.games.silver.state import Move, Round, RoundEnd, RoundResult, ScoreReason, State

_ROUND: Final = "silver_rules.if.group.round"
_GAME: Final = "silver_rules.if.group.game"
# Initial values of the dials: a village to call with, and a higher one.
_DEFAULT_OWN_SUM, _DEFAULT_OTHER_SUM = 7, 12
# Reasons of seats that neither called nor had a Kamikaze.
_PLAIN_REASONS: Final = (ScoreReason.SUM, ScoreReason.KAMIKAZE_VICTIM)
_MAX_CALL_SUM: Final = highest_sum(remaining_cards(()), MAX_CALL_CARDS)
_MAX_SUM: Final = VILLAGE_SIZE * max(CARD_COPIES)


def questions(state: State) -> tuple[AnyQuestion[Move], ...]:
    """Return the questions for the current state; empty once the game is over."""
    return tuple(_make_questions(state)) if state.outcome is None else ()


def describe_result(before: State, after: State) -> tuple[Message, ...]:
    """Return messages on the scores, the amulet, and the end of the game."""
    return tuple(_describe_result(before, after))


def _make_questions(state: State) -> Iterator[AnyQuestion[Move]]:
    setup = state.setup
    player_dial = Dial("silver_rules.if.dial.who", 0, len(setup.players) - 1, state.starter, setup.players)
    others_dial = Dial("silver_rules.if.dial.others", 0, _MAX_SUM, _DEFAULT_OTHER_SUM)
    call_dial = Dial("silver_rules.if.dial.own", 0, _MAX_CALL_SUM, _DEFAULT_OWN_SUM)
    own_dial = Dial("silver_rules.if.dial.own", 0, _MAX_SUM, _DEFAULT_OWN_SUM)

    def name(seat: int) -> str:
        return setup.players[seat]

    def call(seat: int, own_sum: int, others: int) -> Question[Move]:
        round_ = Round(seat, sums=_sums(state, seat, own_sum, others))
        args: dict[str, MessageArg] = {"name": name(seat), "own": own_sum, "others": others}
        return Question("call", "silver_rules.if.call", (round_,), args, "action:call", _ROUND)

    def no_call(seat: int, own_sum: int, others: int) -> Question[Move]:
        round_ = Round(None, sums=_sums(state, seat, own_sum, others), ended=RoundEnd.DECK)
        args: dict[str, MessageArg] = {"name": name(seat), "own": own_sum, "others": others}
        return Question("nobody", "silver_rules.if.nobody", (round_,), args, "event:why.sum", _ROUND)

    def kamikaze(seat: int, others: int) -> Question[Move]:
        sums = _sums(state, seat, sum(KAMIKAZE), others)
        round_ = Round(None, sums=sums, ended=RoundEnd.DECK, kamikaze=seat)
        args: dict[str, MessageArg] = {"name": name(seat), "others": others}
        return Question("kamikaze", "silver_rules.if.kamikaze", (round_,), args, "event:why.kamikaze", _ROUND)

    def need(seat: int) -> Question[Move]:
        lead = () if state.is_last_round else (Message("silver.outlook.title.points"),)
        messages = (*lead, outlook_message(state, seat_outlooks(state)[seat]))
        args: dict[str, MessageArg] = {"name": name(seat)}
        return Question("need", "silver_rules.if.need", (), args, "end:lowest_total", _GAME, messages)

    yield QuestionFamily("call", (player_dial, call_dial, others_dial), call)
    yield QuestionFamily("nobody", (player_dial, own_dial, others_dial), no_call)
    if setup.has_kamikaze:
        yield QuestionFamily("kamikaze", (player_dial, others_dial), kamikaze)
    yield from _exact_questions(state, others_dial)
    yield QuestionFamily("need", (player_dial,), need)


def _exact_questions(state: State, others: Dial) -> Iterator[AnyQuestion[Move]]:
    """Yield questions on seats that could reach exactly the limit and have not used up their reset."""
    setup, missing = state.setup, points_to_limit(state)
    if not setup.is_points_game or not setup.options.exact_reset:
        return
    seats = [
        seat for seat, points in enumerate(missing) if points <= _MAX_SUM and seat not in state.reset_seats
    ]
    if not seats:
        return
    names = tuple(setup.players[seat] for seat in seats)
    player_dial = Dial("silver_rules.if.dial.who", 0, len(seats) - 1, 0, names)

    def exact(place: int, others: int) -> Question[Move]:
        seat = seats[place]
        round_ = Round(None, sums=_sums(state, seat, missing[seat], others), ended=RoundEnd.DECK)
        args: dict[str, MessageArg] = {"name": names[place], "limit": setup.options.limit}
        args |= {"own": missing[seat], "others": others}
        return Question("exact", "silver_rules.if.exact", (round_,), args, "event:why.reset", _GAME)

    yield QuestionFamily("exact", (player_dial, others), exact)


def _sums(state: State, seat: int, own_sum: int, others: int) -> tuple[int, ...]:
    return tuple(own_sum if index == seat else others for index in range(len(state.setup.players)))


def _describe_result(before: State, after: State) -> Iterator[Message]:
    result, players = after.results[-1], after.setup.players
    # The most important first: the winner, then the seat that decided the round.
    if after.outcome is not None:
        winners = tuple(players[seat] for seat in after.winners)
        yield Message("silver.summary.wins", {"names": winners, "n": len(winners)})
        yield Message(f"silver.over.{after.outcome.reason}")
    for seat in sorted(range(len(players)), key=lambda seat: result.why[seat] in _PLAIN_REASONS):
        yield _score_message(after, result, seat)
    limit = after.setup.options.limit
    for seat in result.resets:
        yield Message("silver_rules.if.reset", {"name": players[seat], "limit": limit, "half": limit // 2})
    if after.outcome is None:
        key = "silver.result.keeps" if before.amulet_holder == result.amulet else "silver.result.takes"
        yield Message(key, {"name": players[result.amulet]})
        yield Message(f"silver.amulet.{result.amulet_why.value}")
        yield Message("silver_rules.if.goes_on", {"round": after.round})


def _score_message(after: State, result: RoundResult, seat: int) -> Message:
    args = {
        **RULE_NUMBERS,
        "name": after.setup.players[seat],
        "sum": result.sums[seat],
        "score": result.scores[seat],
        "total": result.totals[seat],
    }
    return Message(f"silver_rules.if.score.{result.why[seat].value}", args)


WHAT_IF = WhatIf(questions, describe_result)
