"""Rules of Silver as a `Game`: rounds are validated against the box, scored and added up; low is good.

The outlook of a running game is read-only: ranks, gaps to the leader, and results of a possible call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from companion.core.game import Game, IllegalMove, Outcome, Problem, RuleNumbers, error, replace
from companion.core.serialization import encode
from companion.games.silver.setup import (
    BOX_CARDS,
    CARD_COPIES,
    KAMIKAZE,
    PENALTY_MIN_CARDS,
    ROUNDS,
    VILLAGE_SIZE,
    VILLAGERS,
    Options,
    PowerTiming,
    Setup,
    TiedCaller,
    can_form_villages,
    highest_sum,
    problems,
    read_setup,
    remaining_cards,
    removed_card_count,
)
from companion.games.silver.state import (
    MOVE_TYPES,
    AmuletReason,
    Move,
    Round,
    RoundResult,
    ScoreReason,
    State,
    WinReason,
    illegal_move,
)

MAX_CALL_CARDS: Final = 4
# A village grows with every failed exchange, but a sum of more cards is an input error: such villages are
# entered card by card.
MAX_PLAUSIBLE_CARDS: Final = 3 * VILLAGE_SIZE

Village = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A validated round: the sums of the villages, the caller, and the seat with a Kamikaze."""

    caller: int | None
    villages: tuple[Village | None, ...]
    sums: tuple[int, ...]
    kamikaze: int | None


def check_round(setup: Setup, move: Round) -> CheckedRound:
    """Validate a round for scoring. Raises `IllegalMove` if it is impossible."""
    caller = _check_caller_seat(setup, move)
    villages, given_sums = _by_seat(setup, move)
    for seat, village in enumerate(villages):
        _check_village(setup, seat, village, given_sums[seat])
    sums = tuple(
        sum(village) if village is not None else total or 0
        for village, total in zip(villages, given_sums, strict=True)
    )
    if caller is not None:
        _check_caller(setup, caller, villages[caller])
    cards = _cards(villages)
    for seat, village in enumerate(villages):
        problem = validate_sum(setup, seat, sums[seat], cards, is_caller=seat == caller)
        if village is None and problem is not None:
            raise IllegalMove(problem)
    kamikaze = _find_kamikaze(setup, move, villages, sums)
    # A Kamikaze recorded by its sum has known cards too.
    known_villages = tuple(KAMIKAZE if seat == kamikaze else village for seat, village in enumerate(villages))
    _check_box(setup, caller, known_villages, sums)
    return CheckedRound(caller, villages, sums, kamikaze)


def validate_sum(
    setup: Setup, seat: int, total: int, others: Iterable[int], *, is_caller: bool
) -> Problem | None:
    """Return the problem with this sum for a village beside these cards of the others, or None."""
    key = "silver.problem.caller_sum" if is_caller else "silver.problem.sum_doubted"
    cards = MAX_CALL_CARDS if is_caller else MAX_PLAUSIBLE_CARDS
    max_sum = highest_sum(remaining_cards(others), cards)
    if total <= max_sum:
        return None
    return error(key, name=setup.players[seat], sum=total, cards=cards, most=max_sum)


def _check_caller_seat(setup: Setup, move: Round) -> int | None:
    if isinstance(move.caller, tuple):
        raise illegal_move("silver.problem.two_callers")
    for seat in (move.caller, move.kamikaze):
        if seat is not None and not 0 <= seat < len(setup.players):
            raise illegal_move("silver.problem.no_such_seat", seat=seat, last=len(setup.players) - 1)
    return move.caller


def _by_seat(setup: Setup, move: Round) -> tuple[tuple[Village | None, ...], tuple[int | None, ...]]:
    """Return cards and sums by seat, exactly one of the two: a sum that matches the cards is dropped."""
    nothing = (None,) * len(setup.players)
    villages = nothing if move.villages is None else move.villages
    sums = nothing if move.sums is None else move.sums
    for entries in (villages, sums):
        if len(entries) != len(setup.players):
            raise illegal_move(
                "silver.problem.villages_number", entered=len(entries), seated=len(setup.players)
            )
    for name, village, total in zip(setup.players, villages, sums, strict=True):
        if village is None and total is None:
            raise illegal_move("silver.problem.village_missing", name=name)
        if village is not None and total is not None and total != sum(village):
            raise illegal_move("silver.problem.village_twice", name=name, cards=sum(village), sum=total)
    return villages, tuple(
        total if village is None else None for village, total in zip(villages, sums, strict=True)
    )


def _check_village(setup: Setup, seat: int, village: Village | None, total: int | None) -> None:
    name = setup.players[seat]
    if total is not None and total < 0:
        raise illegal_move("silver.problem.sum_negative", name=name, sum=total, least=min(CARD_COPIES))
    if village is None:
        return
    if not village:
        raise illegal_move("silver.problem.village_empty", name=name)
    for card in village:
        if card not in CARD_COPIES:
            raise illegal_move(
                "silver.problem.no_such_card",
                name=name,
                card=card,
                first=min(CARD_COPIES),
                last=max(CARD_COPIES),
            )


def _check_caller(setup: Setup, caller: int, village: Village | None) -> None:
    if village is not None and len(village) > MAX_CALL_CARDS:
        name = setup.players[caller]
        raise illegal_move(
            "silver.problem.caller_cards", name=name, entered=len(village), most=MAX_CALL_CARDS
        )


def _find_kamikaze(
    setup: Setup, move: Round, villages: tuple[Village | None, ...], sums: tuple[int, ...]
) -> int | None:
    declared = move.kamikaze
    if declared is not None:
        if not setup.has_kamikaze:
            raise illegal_move("silver.problem.no_kamikaze")
        if sums[declared] != sum(KAMIKAZE) or not _can_be_kamikaze(villages[declared]):
            raise illegal_move(
                "silver.problem.kamikaze_cards", name=setup.players[declared], kamikaze=KAMIKAZE
            )
        return declared
    for seat, village in enumerate(villages):
        # No other four cards have the sum 50, and a caller has no more than four: the sum is enough.
        sure = village is not None or seat == move.caller
        if setup.has_kamikaze and sure and sums[seat] == sum(KAMIKAZE) and _can_be_kamikaze(village):
            return seat
    return None


def _can_be_kamikaze(village: Village | None) -> bool:
    return village is None or tuple(sorted(village)) == KAMIKAZE


def _check_box(
    setup: Setup, caller: int | None, villages: tuple[Village | None, ...], sums: tuple[int, ...]
) -> None:
    cards = _cards(villages)
    for card, number in sorted(Counter(cards).items()):
        if number > CARD_COPIES[card]:
            raise illegal_move(
                "silver.problem.too_many_copies", card=card, entered=number, most=CARD_COPIES[card]
            )
    by_sum = {seat: sums[seat] for seat, village in enumerate(villages) if village is None}
    cards_in_play = BOX_CARDS - removed_card_count(len(setup.players))
    if len(cards) + len(by_sum) > cards_in_play:
        raise illegal_move(
            "silver.problem.too_many_cards", entered=len(cards), most=cards_in_play - len(by_sum)
        )
    left = remaining_cards(cards)
    # Only Villagers make a village with sum 0, and every village has a card.
    empty = list(by_sum.values()).count(0)
    if empty > left[0]:
        raise illegal_move("silver.problem.too_many_zeros", entered=empty, most=left[0])
    max_sum, total_sum = highest_sum(left, cards_in_play - len(cards)), sum(by_sum.values())
    if total_sum > max_sum:
        raise illegal_move("silver.problem.sums_too_high", sum=total_sum, most=max_sum)
    _check_sums(setup, caller, left, by_sum)


def _check_sums(setup: Setup, caller: int | None, left: Counter[int], by_sum: dict[int, int]) -> None:
    """Check that the low sums and the call can be formed; few cards allow them.

    Other sums can be formed in many ways. Raises `IllegalMove` if they cannot.
    """
    targets: list[tuple[int, int]] = []
    # Start with the fewest possibilities to keep the search short: a high call, then the lowest sums.
    for seat, total in sorted(by_sum.items(), key=lambda item: (item[1] <= max(CARD_COPIES), item[1])):
        if seat == caller or total <= max(CARD_COPIES):
            targets.append((total, MAX_CALL_CARDS if seat == caller else MAX_PLAUSIBLE_CARDS))
            if not can_form_villages(left, targets):
                raise illegal_move("silver.problem.sum_impossible", name=setup.players[seat], sum=total)


def _cards(villages: Iterable[Village | None]) -> tuple[int, ...]:
    return tuple(card for village in villages if village is not None for card in village)


GOOD_CALL_POINTS: Final = 0
MISSED_CALL_POINTS: Final = 10
KAMIKAZE_OWN_POINTS: Final = 0
KAMIKAZE_OTHER_POINTS: Final = 50


def score_round(entry: CheckedRound, options: Options) -> tuple[tuple[int, ScoreReason], ...]:
    """Return each seat's score and its reason."""
    lowest = min(entry.sums)

    def score_seat(seat: int, total: int) -> tuple[int, ScoreReason]:
        is_caller = seat == entry.caller
        if seat == entry.kamikaze:
            return KAMIKAZE_OWN_POINTS, ScoreReason.KAMIKAZE
        if entry.kamikaze is not None and (not is_caller or options.kamikaze_hits_caller):
            return KAMIKAZE_OTHER_POINTS, ScoreReason.KAMIKAZE_VICTIM
        if not is_caller:
            return total, ScoreReason.SUM
        if total > lowest:
            return total + MISSED_CALL_POINTS, ScoreReason.CALLER_BEATEN
        is_tied = entry.sums.count(lowest) > 1
        return GOOD_CALL_POINTS, ScoreReason.CALLER_TIED if is_tied else ScoreReason.CALLER_LOWEST

    return tuple(score_seat(seat, total) for seat, total in enumerate(entry.sums))


def decide_amulet(
    entry: CheckedRound, scores: Sequence[int], options: Options, holder: int | None, starter: int
) -> tuple[int, AmuletReason]:
    """Return who takes the amulet and why: the lowest village, or after a Kamikaze the lowest score."""
    compared = entry.sums if entry.kamikaze is None else scores
    lowest = leading_seats(compared)
    if len(lowest) == 1:
        seat = lowest[0]
        if seat == entry.kamikaze:
            return seat, AmuletReason.KAMIKAZE
        return seat, AmuletReason.CALLER_LOWEST if seat == entry.caller else AmuletReason.LOWEST
    is_holder_lowest = holder is not None and holder in lowest
    if entry.caller in lowest and (
        holder == entry.caller or not is_holder_lowest or options.tied_caller is TiedCaller.CALLER
    ):
        return entry.caller, AmuletReason.CALLER_TIED
    if holder is not None and is_holder_lowest:
        return holder, AmuletReason.TIE_HOLDER
    return nearest_to_the_left(starter, lowest, len(scores)), AmuletReason.TIE_LEFT_OF_STARTER


def is_amulet_active(taker: int, caller: int | None, why: Sequence[ScoreReason], options: Options) -> bool:
    """True if the new holder of the amulet may use it: it was won by a successful call."""
    if caller is None:
        return False
    if not why[caller].call_succeeded:
        return options.failed_call_power
    return taker == caller


def add_up_totals(
    setup: Setup, totals: Sequence[int], scores: Sequence[int], used_resets: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the totals after a round, and the seats that reached exactly the limit and were halved."""
    after = [total + score for total, score in zip(totals, scores, strict=True)]
    resets: tuple[int, ...] = ()
    if setup.is_points_game and setup.options.exact_reset:
        limit = setup.options.limit
        resets = tuple(seat for seat, total in enumerate(after) if total == limit and seat not in used_resets)
        for seat in resets:
            after[seat] = limit // 2
    return tuple(after), resets


def find_winners(
    setup: Setup, totals: Sequence[int], scores: Sequence[int], holder: int
) -> tuple[tuple[int, ...], WinReason]:
    """Return the winners of a finished game; several only if the rules do not break the tie."""
    lowest = leading_seats(totals)
    if len(lowest) == 1:
        return lowest, WinReason.LOWEST_TOTAL
    if setup.is_points_game:
        best = min(scores[seat] for seat in lowest)
        lowest = tuple(seat for seat in lowest if scores[seat] == best)
        return lowest, WinReason.TIE_LAST_ROUND if len(lowest) == 1 else WinReason.SHARED
    if holder in lowest:
        return (holder,), WinReason.TIE_AMULET
    return (nearest_to_the_left(holder, lowest, len(totals)),), WinReason.TIE_LEFT_OF_AMULET


def nearest_to_the_left(of: int, seats: Sequence[int], players: int) -> int:
    """Return the first of `seats` clockwise from the left neighbour of `of`; `of` itself comes last."""
    return min(seats, key=lambda seat: (seat - of - 1) % players)


def start(setup: Setup) -> State:
    return State(setup)


def apply(state: State, move: Move) -> State:
    if state.outcome is not None:
        if state.setup.is_points_game:
            raise illegal_move("silver.problem.over")
        raise illegal_move("silver.problem.fifth_round", rounds=ROUNDS)
    state = replace(state, results=(*state.results, _make_result(state, move)))
    return _end_game(state) if _is_over(state) else state


def make_rematch(state: State) -> Setup:
    """Return the set-up of the next game of the same players: the amulet's holder keeps it and starts."""
    return replace(
        state.setup, start=state.starter, amulet=state.amulet_holder, amulet_works=state.amulet_works
    )


def public_state(state: State) -> dict[str, Any]:
    return {
        "awaits": state.phase.value,
        "round": state.round,
        "starter": state.starter,
        "scores": list(state.scores),
        "totals": list(state.totals),
        "amulet": state.amulet_holder,
        "amulet_works": state.amulet_works,
        "resets": list(state.reset_seats),
        "rounds": encode(state.results),
        "winners": list(state.winners),
        "outcome": None
        if state.outcome is None
        else {"winner": state.outcome.winner, "reason": state.outcome.reason},
    }


def _make_result(state: State, move: Move) -> RoundResult:
    setup, options = state.setup, state.setup.options
    entry = check_round(setup, move)
    points = score_round(entry, options)
    scores, why = tuple(score for score, _ in points), tuple(reason for _, reason in points)
    totals, resets = add_up_totals(setup, state.totals, scores, state.reset_seats)
    taker, amulet_reason = decide_amulet(entry, scores, options, state.amulet_holder, state.starter)
    return RoundResult(
        starter=state.starter,
        caller=entry.caller,
        ended=move.ended,
        villages=entry.villages,
        sums=entry.sums,
        kamikaze=entry.kamikaze,
        scores=scores,
        why=why,
        totals=totals,
        resets=resets,
        amulet=taker,
        amulet_why=amulet_reason,
        amulet_works=is_amulet_active(taker, entry.caller, why, options),
    )


def _is_over(state: State) -> bool:
    if state.setup.is_points_game:
        return max(state.totals) >= state.setup.options.limit
    return len(state.results) == ROUNDS


def _end_game(state: State) -> State:
    last = state.results[-1]
    winners, reason = find_winners(state.setup, last.totals, last.scores, last.amulet)
    winner = winners[0] if len(winners) == 1 else None
    return replace(state, winners=winners, outcome=Outcome(winner, reason.value))


GAME: Game[Setup, State, Move] = Game(
    id="silver",
    setup_type=Setup,
    move_types=MOVE_TYPES,
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public_state=public_state,
    read_setup=read_setup,
)


_NUMBERS_BY_TIMING: Final = {
    timing: tuple(villager.number for villager in VILLAGERS if villager.timing is timing)
    for timing in PowerTiming
}
_DISCARD_POWERS: Final = _NUMBERS_BY_TIMING[PowerTiming.DISCARDED]
_FACE_UP_POWERS: Final = _NUMBERS_BY_TIMING[PowerTiming.FACE_UP]

RULE_NUMBERS: Final[RuleNumbers] = {
    "rounds": ROUNDS,
    "limit": Options().limit,
    "half": Options().limit // 2,
    "good_call": GOOD_CALL_POINTS,
    "missed_call": MISSED_CALL_POINTS,
    "kamikaze": KAMIKAZE,
    "own": KAMIKAZE_OWN_POINTS,
    "others": KAMIKAZE_OTHER_POINTS,
    "always": _NUMBERS_BY_TIMING[PowerTiming.ALWAYS],
    "first_free": min(_FACE_UP_POWERS + _DISCARD_POWERS),
    "last_free": max(_FACE_UP_POWERS + _DISCARD_POWERS),
    "last_up": max(_FACE_UP_POWERS),
    "first_drawn": min(_DISCARD_POWERS),
    "joker": _NUMBERS_BY_TIMING[PowerTiming.EXCHANGING][0],
    "call_cards": MAX_CALL_CARDS,
    "tried": PENALTY_MIN_CARDS,
}


class TieMeaning(Enum):
    """What equal totals at the end would mean for a seat."""

    WINS = "wins"
    LOSES = "loses"
    SHARED = "shared"
    AMULET = "amulet"  # decided by who holds the amulet then, or sits nearest to its holder's left


@dataclass(frozen=True, slots=True)
class SeatOutlook:
    """How a seat compares with its best rival if the current round were the last.

    `gap` is its distance behind them, below 0 if ahead. Scoring `points_needed` points less than each of
    the `rivals` puts the seat ahead whatever the tie-break; below 0 it is what the seat can spare.
    """

    seat: int
    rivals: tuple[int, ...]
    gap: int
    tie_meaning: TieMeaning

    @property
    def points_needed(self) -> int:
        return self.gap if self.tie_meaning is TieMeaning.WINS else self.gap + 1


@dataclass(frozen=True, slots=True)
class CallOutlook:
    """Results of calling: `lowest` if no village is lower, `beaten` if one is, `plain` if another seat calls.

    `expected` is the result if the guess at the lowest other village is right; None without one. A
    `kamikaze` scores the same whatever the others have.
    """

    lowest: int
    beaten: int
    plain: int
    expected: ScoreReason | None
    kamikaze: bool = False


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the rank of each seat, 1 for the lowest total; equal totals share a rank."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)


def leading_seats(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the lowest total."""
    return tuple(seat for seat, total in enumerate(totals) if total == min(totals))


def total_history(state: State) -> tuple[tuple[int, ...], ...]:
    """Return for each seat its totals before the first round and after each one, resets included."""
    before = (0,) * len(state.setup.players)
    return tuple(zip(before, *(result.totals for result in state.results), strict=True))


def seat_outlooks(state: State) -> tuple[SeatOutlook, ...]:
    """Return what each seat needs to beat the leader, or the leader to stay ahead; empty after the end.

    Ignores a reset that the round might bring in the points variant.
    """
    if state.outcome is not None:
        return ()
    return tuple(_seat_outlook(state, seat) for seat in range(len(state.totals)))


def points_to_limit(state: State) -> tuple[int, ...]:
    """Return how many points bring each seat exactly to the limit.

    Empty if there is no limit or the game is over.
    """
    if not state.setup.is_points_game or state.outcome is not None:
        return ()
    return tuple(state.setup.options.limit - total for total in state.totals)


def can_call(cards: int) -> bool:
    """True if a village with this many cards may be called."""
    return 1 <= cards <= MAX_CALL_CARDS


def call_outlook(own_sum: int, lowest_other: int | None = None, *, kamikaze: bool = False) -> CallOutlook:
    """Return the possible results of calling with `own_sum`, given a guess at the lowest of the others.

    Pass `kamikaze` if that option is on; no other four cards have its sum.
    """
    if kamikaze and own_sum == sum(KAMIKAZE):
        return CallOutlook(lowest=0, beaten=0, plain=0, expected=None, kamikaze=True)
    return CallOutlook(
        lowest=0,
        beaten=own_sum + MISSED_CALL_POINTS,
        plain=own_sum,
        expected=_expected_reason(own_sum, lowest_other),
    )


def _expected_reason(own_sum: int, lowest_other: int | None) -> ScoreReason | None:
    if lowest_other is None:
        return None
    if own_sum == lowest_other:
        return ScoreReason.CALLER_TIED
    return ScoreReason.CALLER_LOWEST if own_sum < lowest_other else ScoreReason.CALLER_BEATEN


def _seat_outlook(state: State, seat: int) -> SeatOutlook:
    others = {other: total for other, total in enumerate(state.totals) if other != seat}
    best = min(others.values())
    gap = state.totals[seat] - best
    rivals = tuple(other for other, total in others.items() if total == best)
    if not state.setup.is_points_game:
        return SeatOutlook(seat, rivals, gap, TieMeaning.AMULET)
    # Equal totals after unequal ones: the seat that was behind had the better last round.
    level = TieMeaning.SHARED if gap == 0 else TieMeaning.WINS if gap > 0 else TieMeaning.LOSES
    return SeatOutlook(seat, rivals, gap, level)
