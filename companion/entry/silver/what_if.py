"""What can be asked at a table of Silver: how a round would be scored, what it leads to, what a seat needs.

A question is about one player and one number for everybody else: what the lowest of the others has is what
decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.entry.silver.accounts import need_told
from companion.entry.what_if import Asked, Asking, Dial, Question
from companion.games.silver.cards import BOX, KAMIKAZE, highest, left_in_box
from companion.games.silver.moves import Ended, Move, Round
from companion.games.silver.outlook import needs, to_limit
from companion.games.silver.round_check import CALL_CARDS
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.setup import VILLAGE
from companion.games.silver.state import Result, State, Why
from companion.scripts.sentences import Arg, Sentence

_ROUND: Final = "silver_rules.if.group.round"
_GAME: Final = "silver_rules.if.group.game"
# Where the dials stand before anybody turns them: a village that one would call with, and one that is higher.
_OWN, _OTHERS = 7, 12
# What those score who neither called nor had a Kamikaze.
_PLAIN: Final = (Why.SUM, Why.KAMIKAZE_VICTIM)
_MOST_CALLED: Final = highest(left_in_box(()), CALL_CARDS)
_MOST: Final = VILLAGE * max(BOX)


def questions(state: State) -> tuple[Asking[Move], ...]:
    """What a table may want to know now; nothing once the game is over."""
    return tuple(_asked(state)) if state.outcome is None else ()


def told(before: State, after: State) -> tuple[Sentence, ...]:
    """How the round is scored, where the amulet goes, and whether that ends the game."""
    return tuple(_told(before, after))


def _asked(state: State) -> Iterator[Asking[Move]]:
    setup = state.setup
    who = Dial("silver_rules.if.dial.who", 0, len(setup.players) - 1, state.starter, setup.players)
    others = Dial("silver_rules.if.dial.others", 0, _MOST, _OTHERS)
    called = Dial("silver_rules.if.dial.own", 0, _MOST_CALLED, _OWN)
    own = Dial("silver_rules.if.dial.own", 0, _MOST, _OWN)

    def name(seat: int) -> str:
        return setup.players[seat]

    def call(seat: int, own: int, others: int) -> Question[Move]:
        round_ = Round(seat, sums=_sums(state, seat, own, others))
        args: dict[str, Arg] = {"name": name(seat), "own": own, "others": others}
        return Question("call", "silver_rules.if.call", (round_,), args, "action:call", _ROUND)

    def nobody(seat: int, own: int, others: int) -> Question[Move]:
        round_ = Round(None, sums=_sums(state, seat, own, others), ended=Ended.DECK)
        args: dict[str, Arg] = {"name": name(seat), "own": own, "others": others}
        return Question("nobody", "silver_rules.if.nobody", (round_,), args, "event:why.sum", _ROUND)

    def kamikaze(seat: int, others: int) -> Question[Move]:
        sums = _sums(state, seat, sum(KAMIKAZE), others)
        round_ = Round(None, sums=sums, ended=Ended.DECK, kamikaze=seat)
        args: dict[str, Arg] = {"name": name(seat), "others": others}
        return Question("kamikaze", "silver_rules.if.kamikaze", (round_,), args, "event:why.kamikaze", _ROUND)

    def need(seat: int) -> Question[Move]:
        lead = () if state.last_round else (Sentence("silver.outlook.title.points"),)
        said = (*lead, need_told(state, needs(state)[seat]))
        args: dict[str, Arg] = {"name": name(seat)}
        return Question("need", "silver_rules.if.need", (), args, "end:lowest_total", _GAME, said)

    yield Asked("call", (who, called, others), call)
    yield Asked("nobody", (who, own, others), nobody)
    if setup.kamikaze:
        yield Asked("kamikaze", (who, others), kamikaze)
    yield from _exact(state, others)
    yield Asked("need", (who,), need)


def _exact(state: State, others: Dial) -> Iterator[Asking[Move]]:
    """About those whom a village could bring exactly to the limit, and whose total may still be halved."""
    setup, missing = state.setup, to_limit(state)
    if not setup.points or not setup.options.exact_reset:
        return
    seats = [seat for seat, points in enumerate(missing) if points <= _MOST and seat not in state.resets]
    if not seats:
        return
    names = tuple(setup.players[seat] for seat in seats)
    who = Dial("silver_rules.if.dial.who", 0, len(seats) - 1, 0, names)

    def exact(place: int, others: int) -> Question[Move]:
        seat = seats[place]
        round_ = Round(None, sums=_sums(state, seat, missing[seat], others), ended=Ended.DECK)
        args: dict[str, Arg] = {"name": names[place], "limit": setup.options.limit}
        args |= {"own": missing[seat], "others": others}
        return Question("exact", "silver_rules.if.exact", (round_,), args, "event:why.reset", _GAME)

    yield Asked("exact", (who, others), exact)


def _sums(state: State, seat: int, own: int, others: int) -> tuple[int, ...]:
    return tuple(own if at == seat else others for at in range(len(state.setup.players)))


def _told(before: State, after: State) -> Iterator[Sentence]:
    result, players = after.results[-1], after.setup.players
    # What matters most comes first: who has won, then whoever decided the round.
    if after.outcome is not None:
        winners = tuple(players[seat] for seat in after.winners)
        yield Sentence("silver.summary.wins", {"names": winners, "n": len(winners)})
        yield Sentence(f"silver.over.{after.outcome.reason}")
    for seat in sorted(range(len(players)), key=lambda seat: result.why[seat] in _PLAIN):
        yield _scored(after, result, seat)
    limit = after.setup.options.limit
    for seat in result.resets:
        yield Sentence("silver_rules.if.reset", {"name": players[seat], "limit": limit, "half": limit // 2})
    if after.outcome is None:
        taken = "silver.result.keeps" if before.amulet == result.amulet else "silver.result.takes"
        yield Sentence(taken, {"name": players[result.amulet]})
        yield Sentence(f"silver.amulet.{result.amulet_why.value}")
        yield Sentence("silver_rules.if.goes_on", {"round": after.round})


def _scored(after: State, result: Result, seat: int) -> Sentence:
    args = {
        **RULE_NUMBERS,
        "name": after.setup.players[seat],
        "sum": result.sums[seat],
        "score": result.scores[seat],
        "total": result.totals[seat],
    }
    return Sentence(f"silver_rules.if.score.{result.why[seat].value}", args)
