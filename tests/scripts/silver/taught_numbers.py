"""Which numbers of the rules the guide and the introduction of Silver say in words."""

from companion.games.silver.cards import BOX, BOX_CARDS
from companion.games.silver.exchange import PENALTY_FROM
from companion.games.silver.round_check import CALL_CARDS
from companion.games.silver.scoring import GOOD_CALL, MISSED_CALL
from companion.games.silver.setup import FEWEST, MOST, ROUNDS, VILLAGE
from companion.scripts.silver.guide import DECK, LOOKED_AT, spare_rows

_WAYS = len(("draw", "take", "or_call"))

TAUGHT = {
    "silver_guide.part.villages": (MOST,),
    "silver_guide.step.shuffle": (BOX_CARDS,),
    "silver_guide.step.rows": (MOST, VILLAGE),
    "silver_guide.step.rows_spare": (MOST, VILLAGE),
    "silver_guide.step.put_away_one": (spare_rows(3),),
    "silver_guide.step.put_away_two": (spare_rows(FEWEST),),
    "silver_guide.step.deck": (DECK,),
    "silver_guide.step.peek": (LOOKED_AT,),
    "silver_guide.pack.card": (BOX_CARDS,),
    "silver_guide.intro.village.five": (VILLAGE,),
    "silver_guide.intro.village.peek": (LOOKED_AT,),
    "silver_guide.intro.turn.three": (_WAYS,),
    "silver_guide.intro.several.wrong": (PENALTY_FROM,),
    "silver_guide.intro.call.may": (CALL_CARDS,),
    "silver_guide.intro.call.last": (1,),
    "silver_guide.intro.call.ends": (BOX[0], min(BOX)),
    "silver_guide.intro.score.caller": (GOOD_CALL,),
    "silver_guide.intro.score.missed": (MISSED_CALL,),
    "silver_guide.intro.win.rounds": (ROUNDS,),
}
