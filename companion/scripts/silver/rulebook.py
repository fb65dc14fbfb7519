"""The rules of Silver to look up: a game, a turn, the amulet, the scores, and every card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.silver.cards import BOX, BOX_CARDS, KAMIKAZE, VILLAGERS, When
from companion.games.silver.exchange import PENALTY_FROM, village_after
from companion.games.silver.moves import Ended, Round
from companion.games.silver.play import apply, start
from companion.games.silver.round_check import CALL_CARDS
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.scoring import added_up
from companion.games.silver.setup import FEWEST, MOST, ROUNDS, VILLAGE, Mode, Setup, removed_cards
from companion.games.silver.state import AmuletWhy, Reason, Result, Why
from companion.scripts.rulebooks import ACTION, CARD, END, EVENT, PROBLEM, Entry, about
from companion.scripts.sentences import Arg
from companion.scripts.silver.guide import LOOKED_AT

CHAPTERS: Final = ("setup", "turn", "exchange", "call", "amulet", "scoring", "points", "cards")

# Three players of whom examples tell; the catalogues name them.
_EXAMPLE: Final = ("1", "2", "3")
_ROUNDS: Final = Setup(_EXAMPLE)
_POINTS: Final = Setup(_EXAMPLE, Mode.POINTS)
_LIMIT: Final = _POINTS.options.limit


def _numbers(*names: str) -> Mapping[str, Arg]:
    """These of the numbers that sentences of this game share."""
    return {name: RULE_NUMBERS[name] for name in names}


def _problems(*names: str) -> tuple[str, ...]:
    return about(PROBLEM, *(f"silver.problem.{name}" for name in names))


def _won(*reasons: Reason) -> tuple[str, ...]:
    return about(END, *(reason.value for reason in reasons))


def _scored(*reasons: Why) -> tuple[str, ...]:
    return about(EVENT, *(f"why.{reason.value}" for reason in reasons))


def _taken(*reasons: AmuletWhy) -> tuple[str, ...]:
    return about(EVENT, *(f"amulet.{reason.value}" for reason in reasons))


def _played(setup: Setup, sums: tuple[int, ...], caller: int | None = None) -> Result:
    """A first round of these villages, as the rules score it."""
    ended = Ended.DECK if caller is None else None
    return apply(start(setup), Round(caller, sums=sums, ended=ended)).results[0]


def _told(result: Result) -> Mapping[str, Arg]:
    """The villages and scores of an example, by the letters of its three players."""
    sums = dict(zip("abc", result.sums, strict=True))
    scores = zip("abc", result.scores, strict=True)
    return {**sums, **{f"{letter}_score": score for letter, score in scores}}


def _totals(before: int, score: int, used: bool = False) -> int:
    """What a total becomes by a score, in the points variant."""
    after, _ = added_up(_POINTS, (before,), (score,), (0,) if used else ())
    return after[0]


def _exact() -> Mapping[str, Arg]:
    """Comes to the limit, is halved, comes to it again and stays."""
    before, score = 88, 12
    once = _totals(before, score)
    again = _LIMIT - once
    return {
        "before": before,
        "score": score,
        "limit": _LIMIT,
        "after": once,
        "again": again,
        "stays": _totals(once, again, used=True),
    }


def _over_the_limit() -> Mapping[str, Arg]:
    before, score = 95, 10
    return {"before": before, "score": score, "after": _totals(before, score), "limit": _LIMIT}


# The second and the third player have the lowest total, and the second had less in the last round.
TIED_TOTALS: Final = (104, 60, 60)
TIED_SCORES: Final = (20, 4, 9)


_CARDS: Final = tuple(
    Entry(
        villager.id,
        "cards",
        about(CARD, villager.id) + (about(EVENT, "ended.villagers") if villager.id == "villager" else ()),
        see={
            "villager": ("villagers_after_call", "round_end"),
            "squire": ("round_end",),
            "bodyguard": ("amulet",),
            "master": ("exchange", "several"),
            "witch": ("exchange", "several"),
            "doppelganger": ("several", "mismatch"),
        }.get(villager.id, () if villager.when is When.FACE_UP else ("abilities",)),
        numbers={"number": villager.number, "copies": villager.copies},
        # An opponent's card by one source, any card by another.
        unknown=villager.id == "revealer",
        icon="CARD",
    )
    for villager in VILLAGERS
)

ENTRIES: Final = (
    Entry("aim", "setup", see=("village_sum", "game_end"), icon="VILLAGE"),
    Entry(
        "deal",
        "setup",
        see=("spare_rows", "starts"),
        numbers={
            "cards": BOX_CARDS,
            "rows": MOST,
            "row": VILLAGE,
            "deck": BOX_CARDS - MOST * VILLAGE,
            "looked_at": LOOKED_AT,
        },
        icon="CARD",
    ),
    Entry(
        "spare_rows",
        "setup",
        _problems("too_many_cards"),
        see=("deal",),
        numbers={
            "most": MOST,
            "fewest": FEWEST,
            "fewest_cards": removed_cards(FEWEST),
            "middle": FEWEST + 1,
            "middle_cards": removed_cards(FEWEST + 1),
        },
        icon="TRASH",
    ),
    Entry(
        "box_counts",
        "setup",
        _problems("too_many_copies", "no_such_card", "too_many_zeros", "sums_too_high", "sum_impossible"),
        see=("village_sum",),
        numbers={
            "cards": BOX_CARDS,
            "first": min(BOX),
            "first_copies": BOX[min(BOX)],
            "second": min(BOX) + 1,
            "before_last": max(BOX) - 1,
            "copies": BOX[min(BOX) + 1],
            "last": max(BOX),
            "last_copies": BOX[max(BOX)],
        },
        icon="GRID_TABLE",
    ),
    Entry("etiquette", "setup", icon="HAND_STOP"),
    Entry("turn", "turn", see=("draw", "take_discard", "call", "squire"), icon="REPEAT"),
    Entry("draw", "turn", about(ACTION, "draw"), see=("exchange", "abilities"), icon="CARD"),
    Entry("take_discard", "turn", about(ACTION, "take_discard"), see=("exchange",), icon="CARD"),
    Entry(
        "abilities",
        "turn",
        see=("call",),
        numbers=_numbers("always", "first_free", "last_free", "last_up", "first_drawn"),
        icon="STAR",
    ),
    Entry(
        "round_end",
        "turn",
        about(EVENT, "ended.deck"),
        see=("after_call", "villager", "squire"),
        icon="HOURGLASS",
    ),
    Entry("exchange", "exchange", about(ACTION, "exchange"), see=("several",), icon="REDO"),
    Entry(
        "several",
        "exchange",
        see=("mismatch", "doppelganger"),
        example={
            "tried": PENALTY_FROM,
            "before": VILLAGE,
            "after": village_after(VILLAGE, PENALTY_FROM, matching=True),
        },
        icon="SHUFFLE",
    ),
    Entry(
        "mismatch",
        "exchange",
        see=("several",),
        numbers={"tried": PENALTY_FROM},
        example={
            "tried": PENALTY_FROM,
            "before": VILLAGE,
            "after": village_after(VILLAGE, PENALTY_FROM, matching=False),
        },
        icon="WARNING",
    ),
    Entry(
        "call",
        "call",
        about(ACTION, "call") + _problems("caller_cards", "caller_sum"),
        see=("after_call", "call_won", "call_lost"),
        numbers={"cards": CALL_CARDS},
        icon="CALLER",
    ),
    Entry("after_call", "call", _problems("two_callers"), see=("call", "round_end"), icon="CALLER"),
    Entry("villagers_after_call", "call", see=("villager", "after_call"), unknown=True, icon="PEOPLE"),
    Entry("amulet", "amulet", see=("amulet_winner", "amulet_failed"), icon="AMULET"),
    Entry(
        "amulet_winner",
        "amulet",
        _problems("no_such_holder") + _taken(*AmuletWhy),
        see=("amulet_tie", "amulet_failed", "starts"),
        icon="AMULET",
    ),
    Entry("amulet_tie", "amulet", see=("amulet_winner", "call_tied"), unknown=True, icon="AMULET"),
    Entry("amulet_failed", "amulet", see=("amulet", "call_lost"), unknown=True, icon="AMULET"),
    Entry("starts", "amulet", _problems("no_such_start"), see=("amulet_winner",), icon="SEAT"),
    Entry(
        "village_sum",
        "scoring",
        _problems(
            *("village_missing", "village_empty", "village_twice", "villages_number"),
            *("no_such_seat", "sum_negative", "sum_doubted"),
        )
        + _scored(Why.SUM),
        see=("call_won", "call_lost", "box_counts"),
        example=_told(_played(_ROUNDS, (10, 6, 6))),
        icon="VILLAGE",
    ),
    Entry(
        "call_won",
        "scoring",
        _scored(Why.CALLER_LOWEST),
        see=("call_tied", "call_lost"),
        numbers=_numbers("good_call"),
        example=_told(_played(_ROUNDS, (7, 9, 12), caller=0)),
        icon="TROPHY",
    ),
    Entry(
        "call_tied",
        "scoring",
        _scored(Why.CALLER_TIED),
        see=("call_won", "amulet_tie"),
        numbers=_numbers("good_call"),
        example=_told(_played(_ROUNDS, (8, 8, 20), caller=0)),
        icon="TROPHY",
    ),
    Entry(
        "call_lost",
        "scoring",
        _scored(Why.CALLER_BEATEN),
        see=("call_won", "amulet_failed"),
        numbers=_numbers("missed_call"),
        example=_told(_played(_ROUNDS, (9, 6, 12), caller=0)),
        icon="WARNING",
    ),
    Entry(
        "game_end",
        "scoring",
        _problems("fifth_round", "over") + _won(Reason.LOWEST_TOTAL),
        see=("tie_break", "points"),
        numbers={"rounds": ROUNDS},
        icon="TROPHY",
    ),
    Entry(
        "tie_break",
        "scoring",
        _won(Reason.TIE_AMULET, Reason.TIE_LEFT_OF_AMULET),
        see=("amulet_winner", "points_tie"),
        icon="TROPHY",
    ),
    Entry(
        "points",
        "points",
        _problems("limit_range"),
        see=("exact_limit", "kamikaze", "points_tie"),
        numbers=_numbers("limit"),
        example=_over_the_limit(),
        icon="STAR",
    ),
    Entry(
        "exact_limit",
        "points",
        about(EVENT, "why.reset"),
        see=("points",),
        numbers=_numbers("limit", "half"),
        example=_exact(),
        icon="STAR",
    ),
    Entry(
        "kamikaze",
        "points",
        _problems("no_kamikaze", "kamikaze_cards") + _scored(Why.KAMIKAZE, Why.KAMIKAZE_VICTIM),
        see=("kamikaze_caller", "points"),
        numbers=_numbers("kamikaze", "own", "others"),
        example=_told(_played(_POINTS, (sum(KAMIKAZE), 6, 9), caller=0)),
        icon="FLAME",
    ),
    Entry(
        "kamikaze_caller",
        "points",
        see=("kamikaze", "call_won"),
        numbers=_numbers("others"),
        unknown=True,
        icon="FLAME",
    ),
    Entry(
        "points_tie",
        "points",
        _won(Reason.TIE_LAST_ROUND, Reason.SHARED),
        see=("points", "tie_break"),
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
