"""What-if questions of Silver, and context for its rules: what a rule means in the current game.

A question has one player's sum and one sum for the others, because only the lowest of theirs matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from companion.core.message import Message, MessageArg
from companion.core.what_if import AnyQuestion, Dial, Question, QuestionFamily, WhatIf
from companion.games.silver.rules import (
    MAX_CALL_CARDS,
    RULE_NUMBERS,
    find_winners,
    leading_seats,
    points_to_limit,
    seat_outlooks,
)
from companion.games.silver.setup import (
    BOX_CARDS,
    CARD_COPIES,
    KAMIKAZE,
    ROUNDS,
    VILLAGE_SIZE,
    VILLAGERS,
    Setup,
    highest_sum,
    remaining_cards,
    removed_card_count,
)
from companion.games.silver.state import Move, Round, RoundEnd, RoundResult, ScoreReason, StarterReason, State
from companion.games.silver.text import outlook_message
from companion.scripts.teaching import RuleContext

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

    def call(seat: int, own_sum: int, others: int) -> Question[Move]:
        return _ask(
            "call", state, seat, own_sum, others, "action:call", _ROUND, caller=seat, args={"own": own_sum}
        )

    def no_call(seat: int, own_sum: int, others: int) -> Question[Move]:
        return _ask("nobody", state, seat, own_sum, others, "event:why.sum", _ROUND, args={"own": own_sum})

    def kamikaze(seat: int, others: int) -> Question[Move]:
        own_sum = sum(KAMIKAZE)
        return _ask("kamikaze", state, seat, own_sum, others, "event:why.kamikaze", _ROUND, kamikaze=seat)

    def need(seat: int) -> Question[Move]:
        lead = () if state.is_last_round else (Message("silver.outlook.title.points"),)
        messages = (*lead, outlook_message(state, seat_outlooks(state)[seat]))
        args = {"name": setup.players[seat]}
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
        seat, own_sum = seats[place], missing[seats[place]]
        args: dict[str, MessageArg] = {"limit": setup.options.limit, "own": own_sum}
        return _ask("exact", state, seat, own_sum, others, "event:why.reset", _GAME, args=args)

    yield QuestionFamily("exact", (player_dial, others), exact)


def _ask(
    question_id: str,
    state: State,
    seat: int,
    own_sum: int,
    others: int,
    rule_link: str,
    group_key: str,
    *,
    caller: int | None = None,
    kamikaze: int | None = None,
    args: Mapping[str, MessageArg] | None = None,
) -> Question[Move]:
    """Ask about a round in which this seat has one sum, and all others another."""
    players = state.setup.players
    sums = tuple(own_sum if index == seat else others for index in range(len(players)))
    ended = RoundEnd.DECK if caller is None else None
    round_ = Round(caller, sums=sums, ended=ended, kamikaze=kamikaze)
    all_args = {"name": players[seat], "others": others, **(args or {})}
    key = f"silver_rules.if.{question_id}"
    return Question(question_id, key, (round_,), all_args, rule_link, group_key)


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


_COPIES: Final = {villager.id: villager.copies for villager in VILLAGERS}
# Rule entries about a call, by its result.
_CALLS: Final = {
    "call_won": ScoreReason.CALLER_LOWEST,
    "call_tied": ScoreReason.CALLER_TIED,
    "call_lost": ScoreReason.CALLER_BEATEN,
}


def rule_context(entry: str, setup: Setup, state: State | None) -> Message | None:
    """Return the context of a rule, None if there is none; without a state, from the set-up alone."""
    if entry in _COPIES:
        return _copies_message(_COPIES[entry], setup)
    if entry in _BY_SETUP:
        return _BY_SETUP[entry](setup)
    if state is None:
        return None
    if entry in _CALLS:
        return _last_call(state, _CALLS[entry])
    return _BY_STATE[entry](state) if entry in _BY_STATE else None


def _message(key: str, **args: MessageArg) -> Message:
    return Message(f"silver_rules.now.{key}", args)


def _names(state: State, seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(state.setup.players[seat] for seat in seats)


def _copies_message(copies: int, setup: Setup) -> Message:
    out = removed_card_count(len(setup.players))
    return _message("copies.some", copies=copies, cards=out) if out else _message("copies.all", copies=copies)


def _spare_rows(setup: Setup) -> Message:
    players = len(setup.players)
    if out := removed_card_count(players):
        return _message("deal.out", n=out // VILLAGE_SIZE, cards=out, players=players)
    return _message("deal.all", players=players)


def _in_play(setup: Setup) -> Message:
    out = removed_card_count(len(setup.players))
    if not out:
        return _message("box.all", cards=BOX_CARDS)
    return _message("box.some", cards=BOX_CARDS - out, all=BOX_CARDS)


def _kamikaze(setup: Setup) -> Message:
    if not setup.is_points_game:
        return _no_limit()
    return _message("kamikaze.on" if setup.has_kamikaze else "kamikaze.off")


def _kamikaze_caller(setup: Setup) -> Message:
    if not setup.has_kamikaze:
        return _kamikaze(setup)
    return _message("kamikaze_caller.hit" if setup.options.kamikaze_hits_caller else "kamikaze_caller.spared")


def _no_limit() -> Message:
    return _message("points.off", rounds=ROUNDS)


def _round(state: State) -> Message:
    if state.outcome is not None:
        names = _names(state, state.winners)
        return _message("over", names=names, n=len(names))
    if state.setup.is_points_game:
        return _message("round.points", round=state.round, limit=state.setup.options.limit)
    if state.is_last_round:
        return _message("round.last", round=state.round)
    return _message("round.of", round=state.round, rounds=ROUNDS)


def _leads(state: State) -> Message | None:
    if not state.results or state.outcome is not None:
        return None
    names = _names(state, leading_seats(state.totals))
    return _message("leads", names=names, n=len(names), total=min(state.totals))


def _starts(state: State) -> Message | None:
    if state.outcome is not None:
        return None
    why = "amulet" if state.starter_reason is StarterReason.AMULET else "chosen"
    return _message(f"starts.{why}", name=state.setup.players[state.starter], round=state.round)


def _amulet(state: State) -> Message:
    if state.amulet_holder is None:
        return _message("amulet.nobody")
    name = state.setup.players[state.amulet_holder]
    if state.outcome is not None:
        return _message("amulet.over", name=name)
    return _message("amulet.works" if state.amulet_works else "amulet.marks", name=name)


def _last_call(state: State, why: ScoreReason) -> Message | None:
    last = state.last_result
    if last is None or last.caller is None or last.why[last.caller] is not why:
        return None
    return _message(
        "called",
        name=state.setup.players[last.caller],
        round=len(state.results),
        sum=last.sums[last.caller],
        score=last.scores[last.caller],
    )


def _tie(state: State) -> Message | None:
    """Return who would win if the game ended now."""
    last = state.last_result
    if last is None or state.outcome is not None:
        return None
    level = leading_seats(state.totals)
    if len(level) == 1:
        return _message("tie.nobody", name=state.setup.players[level[0]], total=min(state.totals))
    winners, _ = find_winners(state.setup, last.totals, last.scores, last.amulet)
    names = _names(state, level)
    if len(winners) > 1:
        return _message("tie.shared", names=names)
    return _message("tie.decided", names=names, name=state.setup.players[winners[0]])


def _limit(state: State) -> Message:
    if not state.setup.is_points_game:
        return _no_limit()
    if not (missing := points_to_limit(state)):
        return _round(state)
    names = _names(state, leading_seats(missing))
    return _message("points.nearest", names=names, n=min(missing), limit=state.setup.options.limit)


def _exact(state: State) -> Message:
    options = state.setup.options
    if not state.setup.is_points_game:
        return _no_limit()
    if not options.exact_reset:
        return _message("exact.off")
    if state.reset_seats:
        names = _names(state, state.reset_seats)
        return _message("exact.used", names=names, n=len(names))
    return _message("exact.unused", limit=options.limit, half=options.limit // 2)


_BY_SETUP: Final[Mapping[str, Callable[[Setup], Message]]] = {
    "deal": _spare_rows,
    "spare_rows": _spare_rows,
    "box_counts": _in_play,
    "after_call": lambda setup: _message("after_call", n=len(setup.players) - 1),
    "amulet_tie": lambda setup: _message(f"amulet_tie.{setup.options.tied_caller.value}"),
    "amulet_failed": lambda setup: _message(
        "amulet_failed.works" if setup.options.failed_call_power else "amulet_failed.marks"
    ),
    "kamikaze": _kamikaze,
    "kamikaze_caller": _kamikaze_caller,
}
_BY_STATE: Final[Mapping[str, Callable[[State], Message | None]]] = {
    "aim": _round,
    "game_end": _round,
    "village_sum": _leads,
    "starts": _starts,
    "amulet": _amulet,
    "amulet_winner": _amulet,
    "tie_break": lambda state: None if state.setup.is_points_game else _tie(state),
    "points": _limit,
    "exact_limit": _exact,
    "points_tie": lambda state: _tie(state) if state.setup.is_points_game else _no_limit(),
}


RULE_CONTEXT = RuleContext(rule_context)
