"""Which numbers of the rules the guide and the introduction of Silver say in words."""

from companion.games.silver.rules import GOOD_CALL_POINTS, MAX_CALL_CARDS, MISSED_CALL_POINTS
from companion.games.silver.setup import (
    BOX_CARDS,
    CARD_COPIES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PENALTY_MIN_CARDS,
    ROUNDS,
    VILLAGE_SIZE,
)
from companion.scripts.silver.guide import DECK_CARDS, PEEKED_CARDS, unused_row_count

_WAYS = len(("draw", "take", "or_call"))

TAUGHT = {
    "silver_guide.part.villages": (MAX_PLAYERS,),
    "silver_guide.step.shuffle": (BOX_CARDS,),
    "silver_guide.step.rows": (MAX_PLAYERS, VILLAGE_SIZE),
    "silver_guide.step.rows_spare": (MAX_PLAYERS, VILLAGE_SIZE),
    "silver_guide.step.put_away_one": (unused_row_count(3),),
    "silver_guide.step.put_away_two": (unused_row_count(MIN_PLAYERS),),
    "silver_guide.step.deck": (DECK_CARDS,),
    "silver_guide.step.peek": (PEEKED_CARDS,),
    "silver_guide.pack.card": (BOX_CARDS,),
    "silver_guide.intro.village.five": (VILLAGE_SIZE,),
    "silver_guide.intro.village.peek": (PEEKED_CARDS,),
    "silver_guide.intro.turn.three": (_WAYS,),
    "silver_guide.intro.several.wrong": (PENALTY_MIN_CARDS,),
    "silver_guide.intro.call.may": (MAX_CALL_CARDS,),
    "silver_guide.intro.call.last": (1,),
    "silver_guide.intro.call.ends": (CARD_COPIES[0], min(CARD_COPIES)),
    "silver_guide.intro.score.caller": (GOOD_CALL_POINTS,),
    "silver_guide.intro.score.missed": (MISSED_CALL_POINTS,),
    "silver_guide.intro.win.rounds": (ROUNDS,),
}
