"""Rulebook of Silver: a game, a turn, the amulet, the scores, and every card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.message import MessageArg
from companion.games.silver.rules import MAX_CALL_CARDS, RULE_NUMBERS, add_up_totals, apply, start
from companion.games.silver.setup import (
    BOX_CARDS,
    CARD_COPIES,
    KAMIKAZE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PENALTY_MIN_CARDS,
    ROUNDS,
    VILLAGE_SIZE,
    VILLAGERS,
    Mode,
    PowerTiming,
    Setup,
    removed_card_count,
    village_size_after,
)
from companion.games.silver.state import AmuletReason, Round, RoundEnd, RoundResult, ScoreReason, WinReason
from companion.scripts.silver.guide import PEEKED_CARDS
from companion.scripts.teaching import ACTION, CARD, END, EVENT, PROBLEM, Rulebook, RuleEntry, make_links

CHAPTERS: Final = ("setup", "turn", "exchange", "call", "amulet", "scoring", "points", "cards")

# Three players of the examples, named in the catalogues.
_EXAMPLE_PLAYERS: Final = ("1", "2", "3")
_ROUNDS_SETUP: Final = Setup(_EXAMPLE_PLAYERS)
_POINTS_SETUP: Final = Setup(_EXAMPLE_PLAYERS, Mode.POINTS)
_LIMIT: Final = _POINTS_SETUP.options.limit


def _number_args(*names: str) -> Mapping[str, MessageArg]:
    """Return these shared numbers of the rules."""
    return {name: RULE_NUMBERS[name] for name in names}


def _problem_links(*names: str) -> tuple[str, ...]:
    return make_links(PROBLEM, *(f"silver.problem.{name}" for name in names))


def _end_links(*reasons: WinReason) -> tuple[str, ...]:
    return make_links(END, *(reason.value for reason in reasons))


def _score_reason_links(*reasons: ScoreReason) -> tuple[str, ...]:
    return make_links(EVENT, *(f"why.{reason.value}" for reason in reasons))


def _amulet_reason_links(*reasons: AmuletReason) -> tuple[str, ...]:
    return make_links(EVENT, *(f"amulet.{reason.value}" for reason in reasons))


def _play_round(setup: Setup, sums: tuple[int, ...], caller: int | None = None) -> RoundResult:
    """Return the scores of a first round with these villages."""
    ended = RoundEnd.DECK if caller is None else None
    return apply(start(setup), Round(caller, sums=sums, ended=ended)).results[0]


def _score_args(result: RoundResult) -> Mapping[str, MessageArg]:
    """Return the sums and scores of an example, by the letters of its three players."""
    sums = dict(zip("abc", result.sums, strict=True))
    scores = zip("abc", result.scores, strict=True)
    return {**sums, **{f"{letter}_score": score for letter, score in scores}}


def _add_to_total(before: int, score: int, is_reset_used: bool = False) -> int:
    """Return a total after adding a score, in the points variant."""
    after, _ = add_up_totals(_POINTS_SETUP, (before,), (score,), (0,) if is_reset_used else ())
    return after[0]


def _exact_limit_example() -> Mapping[str, MessageArg]:
    """A total reaches the limit exactly and is halved, then reaches it again and stays."""
    before, score = 88, 12
    first_total = _add_to_total(before, score)
    second_score = _LIMIT - first_total
    return {
        "before": before,
        "score": score,
        "limit": _LIMIT,
        "after": first_total,
        "again": second_score,
        "stays": _add_to_total(first_total, second_score, is_reset_used=True),
    }


def _over_limit_example() -> Mapping[str, MessageArg]:
    before, score = 95, 10
    return {"before": before, "score": score, "after": _add_to_total(before, score), "limit": _LIMIT}


# The second and the third player have the lowest total, and the second had fewer points in the last round.
TIED_TOTALS: Final = (104, 60, 60)
TIED_SCORES: Final = (20, 4, 9)


_CARDS: Final = tuple(
    RuleEntry(
        villager.id,
        "cards",
        make_links(CARD, villager.id)
        + (make_links(EVENT, "ended.villagers") if villager.id == "villager" else ()),
        see_also={
            "villager": ("villagers_after_call", "round_end"),
            "squire": ("round_end",),
            "bodyguard": ("amulet",),
            "master": ("exchange", "several"),
            "witch": ("exchange", "several"),
            "doppelganger": ("several", "mismatch"),
        }.get(villager.id, () if villager.timing is PowerTiming.FACE_UP else ("abilities",)),
        numbers={"number": villager.number, "copies": villager.copies},
        # An opponent's card by one source, any card by another.
        is_open_question=villager.id == "revealer",
        icon="CARD",
    )
    for villager in VILLAGERS
)

ENTRIES: Final = (
    RuleEntry("aim", "setup", see_also=("village_sum", "game_end"), icon="VILLAGE"),
    RuleEntry(
        "deal",
        "setup",
        see_also=("spare_rows", "starts"),
        numbers={
            "cards": BOX_CARDS,
            "rows": MAX_PLAYERS,
            "row": VILLAGE_SIZE,
            "deck": BOX_CARDS - MAX_PLAYERS * VILLAGE_SIZE,
            "looked_at": PEEKED_CARDS,
        },
        icon="CARD",
    ),
    RuleEntry(
        "spare_rows",
        "setup",
        _problem_links("too_many_cards"),
        see_also=("deal",),
        numbers={
            "most": MAX_PLAYERS,
            "fewest": MIN_PLAYERS,
            "fewest_cards": removed_card_count(MIN_PLAYERS),
            "middle": MIN_PLAYERS + 1,
            "middle_cards": removed_card_count(MIN_PLAYERS + 1),
        },
        icon="TRASH",
    ),
    RuleEntry(
        "box_counts",
        "setup",
        _problem_links(
            "too_many_copies", "no_such_card", "too_many_zeros", "sums_too_high", "sum_impossible"
        ),
        see_also=("village_sum",),
        numbers={
            "cards": BOX_CARDS,
            "first": min(CARD_COPIES),
            "first_copies": CARD_COPIES[min(CARD_COPIES)],
            "second": min(CARD_COPIES) + 1,
            "before_last": max(CARD_COPIES) - 1,
            "copies": CARD_COPIES[min(CARD_COPIES) + 1],
            "last": max(CARD_COPIES),
            "last_copies": CARD_COPIES[max(CARD_COPIES)],
        },
        icon="GRID_TABLE",
    ),
    RuleEntry("etiquette", "setup", icon="HAND_STOP"),
    RuleEntry("turn", "turn", see_also=("draw", "take_discard", "call", "squire"), icon="REPEAT"),
    RuleEntry("draw", "turn", make_links(ACTION, "draw"), see_also=("exchange", "abilities"), icon="CARD"),
    RuleEntry(
        "take_discard", "turn", make_links(ACTION, "take_discard"), see_also=("exchange",), icon="CARD"
    ),
    RuleEntry(
        "abilities",
        "turn",
        see_also=("call",),
        numbers=_number_args("always", "first_free", "last_free", "last_up", "first_drawn"),
        icon="STAR",
    ),
    RuleEntry(
        "round_end",
        "turn",
        make_links(EVENT, "ended.deck"),
        see_also=("after_call", "villager", "squire"),
        icon="HOURGLASS",
    ),
    RuleEntry("exchange", "exchange", make_links(ACTION, "exchange"), see_also=("several",), icon="REDO"),
    RuleEntry(
        "several",
        "exchange",
        see_also=("mismatch", "doppelganger"),
        example={
            "tried": PENALTY_MIN_CARDS,
            "before": VILLAGE_SIZE,
            "after": village_size_after(VILLAGE_SIZE, PENALTY_MIN_CARDS, matching=True),
        },
        icon="SHUFFLE",
    ),
    RuleEntry(
        "mismatch",
        "exchange",
        see_also=("several",),
        numbers={"tried": PENALTY_MIN_CARDS},
        example={
            "tried": PENALTY_MIN_CARDS,
            "before": VILLAGE_SIZE,
            "after": village_size_after(VILLAGE_SIZE, PENALTY_MIN_CARDS, matching=False),
        },
        icon="WARNING",
    ),
    RuleEntry(
        "call",
        "call",
        make_links(ACTION, "call") + _problem_links("caller_cards", "caller_sum"),
        see_also=("after_call", "call_won", "call_lost"),
        numbers={"cards": MAX_CALL_CARDS},
        icon="CALLER",
    ),
    RuleEntry(
        "after_call", "call", _problem_links("two_callers"), see_also=("call", "round_end"), icon="CALLER"
    ),
    RuleEntry(
        "villagers_after_call",
        "call",
        see_also=("villager", "after_call"),
        is_open_question=True,
        icon="PEOPLE",
    ),
    RuleEntry("amulet", "amulet", see_also=("amulet_winner", "amulet_failed"), icon="AMULET"),
    RuleEntry(
        "amulet_winner",
        "amulet",
        _problem_links("no_such_holder") + _amulet_reason_links(*AmuletReason),
        see_also=("amulet_tie", "amulet_failed", "starts"),
        icon="AMULET",
    ),
    RuleEntry(
        "amulet_tie", "amulet", see_also=("amulet_winner", "call_tied"), is_open_question=True, icon="AMULET"
    ),
    RuleEntry(
        "amulet_failed", "amulet", see_also=("amulet", "call_lost"), is_open_question=True, icon="AMULET"
    ),
    RuleEntry("starts", "amulet", _problem_links("no_such_start"), see_also=("amulet_winner",), icon="SEAT"),
    RuleEntry(
        "village_sum",
        "scoring",
        _problem_links(
            *("village_missing", "village_empty", "village_twice", "villages_number"),
            *("no_such_seat", "sum_negative", "sum_doubted"),
        )
        + _score_reason_links(ScoreReason.SUM),
        see_also=("call_won", "call_lost", "box_counts"),
        example=_score_args(_play_round(_ROUNDS_SETUP, (10, 6, 6))),
        icon="VILLAGE",
    ),
    RuleEntry(
        "call_won",
        "scoring",
        _score_reason_links(ScoreReason.CALLER_LOWEST),
        see_also=("call_tied", "call_lost"),
        numbers=_number_args("good_call"),
        example=_score_args(_play_round(_ROUNDS_SETUP, (7, 9, 12), caller=0)),
        icon="TROPHY",
    ),
    RuleEntry(
        "call_tied",
        "scoring",
        _score_reason_links(ScoreReason.CALLER_TIED),
        see_also=("call_won", "amulet_tie"),
        numbers=_number_args("good_call"),
        example=_score_args(_play_round(_ROUNDS_SETUP, (8, 8, 20), caller=0)),
        icon="TROPHY",
    ),
    RuleEntry(
        "call_lost",
        "scoring",
        _score_reason_links(ScoreReason.CALLER_BEATEN),
        see_also=("call_won", "amulet_failed"),
        numbers=_number_args("missed_call"),
        example=_score_args(_play_round(_ROUNDS_SETUP, (9, 6, 12), caller=0)),
        icon="WARNING",
    ),
    RuleEntry(
        "game_end",
        "scoring",
        _problem_links("fifth_round", "over") + _end_links(WinReason.LOWEST_TOTAL),
        see_also=("tie_break", "points"),
        numbers={"rounds": ROUNDS},
        icon="TROPHY",
    ),
    RuleEntry(
        "tie_break",
        "scoring",
        _end_links(WinReason.TIE_AMULET, WinReason.TIE_LEFT_OF_AMULET),
        see_also=("amulet_winner", "points_tie"),
        icon="TROPHY",
    ),
    RuleEntry(
        "points",
        "points",
        _problem_links("limit_range"),
        see_also=("exact_limit", "kamikaze", "points_tie"),
        numbers=_number_args("limit"),
        example=_over_limit_example(),
        icon="STAR",
    ),
    RuleEntry(
        "exact_limit",
        "points",
        make_links(EVENT, "why.reset"),
        see_also=("points",),
        numbers=_number_args("limit", "half"),
        example=_exact_limit_example(),
        icon="STAR",
    ),
    RuleEntry(
        "kamikaze",
        "points",
        _problem_links("no_kamikaze", "kamikaze_cards")
        + _score_reason_links(ScoreReason.KAMIKAZE, ScoreReason.KAMIKAZE_VICTIM),
        see_also=("kamikaze_caller", "points"),
        numbers=_number_args("kamikaze", "own", "others"),
        example=_score_args(_play_round(_POINTS_SETUP, (sum(KAMIKAZE), 6, 9), caller=0)),
        icon="FLAME",
    ),
    RuleEntry(
        "kamikaze_caller",
        "points",
        see_also=("kamikaze", "call_won"),
        numbers=_number_args("others"),
        is_open_question=True,
        icon="FLAME",
    ),
    RuleEntry(
        "points_tie",
        "points",
        _end_links(WinReason.TIE_LAST_ROUND, WinReason.SHARED),
        see_also=("points", "tie_break"),
        example={
            "a": TIED_TOTALS[0],
            "level": TIED_TOTALS[1],
            "b_score": TIED_SCORES[1],
            "c_score": TIED_SCORES[2],
        },
        icon="TROPHY",
    ),
    *_CARDS,
)

RULEBOOK = Rulebook(CHAPTERS, ENTRIES)
