"""What a rule of Silver means at this table, just now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.silver.cards import BOX_CARDS, VILLAGERS
from companion.games.silver.outlook import ranks, to_limit
from companion.games.silver.scoring import won_by
from companion.games.silver.setup import ROUNDS, VILLAGE, Setup, TiedCaller, removed_cards
from companion.games.silver.state import StarterWhy, State, Why
from companion.scripts.sentences import Arg, Sentence

_COPIES: Final = {villager.id: villager.copies for villager in VILLAGERS}
# The entries that tell of a call, by what became of it.
_CALLS: Final = {
    "call_won": Why.CALLER_LOWEST,
    "call_tied": Why.CALLER_TIED,
    "call_lost": Why.CALLER_BEATEN,
}


def at_table(entry: str, setup: Setup, state: State | None) -> Sentence | None:
    """None where it means nothing in particular here; without a state, what the set-up alone tells."""
    if entry in _COPIES:
        return _copies(_COPIES[entry], setup)
    if entry in _BY_SETUP:
        return _BY_SETUP[entry](setup)
    if state is None:
        return None
    if entry in _CALLS:
        return _last_call(state, _CALLS[entry])
    return _BY_STATE[entry](state) if entry in _BY_STATE else None


def _now(key: str, **args: Arg) -> Sentence:
    return Sentence(f"silver_rules.now.{key}", args)


def _named(state: State, seat: int) -> str:
    return state.setup.players[seat]


def _copies(copies: int, setup: Setup) -> Sentence:
    out = removed_cards(len(setup.players))
    if not out:
        return _now("copies.all", copies=copies)
    return _now("copies.some", copies=copies, cards=out)


def _spare_rows(setup: Setup) -> Sentence:
    players = len(setup.players)
    if out := removed_cards(players):
        return _now("deal.out", n=out // VILLAGE, cards=out, players=players)
    return _now("deal.all", players=players)


def _in_play(setup: Setup) -> Sentence:
    out = removed_cards(len(setup.players))
    if not out:
        return _now("box.all", cards=BOX_CARDS)
    return _now("box.some", cards=BOX_CARDS - out, all=BOX_CARDS)


def _turns_left(setup: Setup) -> Sentence:
    return _now("after_call", n=len(setup.players) - 1)


def _amulet_tie(setup: Setup) -> Sentence:
    caller = setup.options.tied_caller is TiedCaller.CALLER
    return _now("amulet_tie.caller" if caller else "amulet_tie.holder")


def _amulet_failed(setup: Setup) -> Sentence:
    return _now("amulet_failed.works" if setup.options.failed_call_power else "amulet_failed.marks")


def _kamikaze(setup: Setup) -> Sentence:
    if not setup.points:
        return _no_limit()
    return _now("kamikaze.on" if setup.kamikaze else "kamikaze.off")


def _kamikaze_caller(setup: Setup) -> Sentence:
    if not setup.kamikaze:
        return _kamikaze(setup)
    return _now("kamikaze_caller.hit" if setup.options.kamikaze_hits_caller else "kamikaze_caller.spared")


def _no_limit() -> Sentence:
    return _now("points.off", rounds=ROUNDS)


def _round(state: State) -> Sentence:
    if state.outcome is not None:
        names = tuple(_named(state, seat) for seat in state.winners)
        return _now("over", names=names, n=len(names))
    if state.setup.points:
        return _now("round.points", round=state.round, limit=state.setup.options.limit)
    if state.last_round:
        return _now("round.last", round=state.round)
    return _now("round.of", round=state.round, rounds=ROUNDS)


def _leads(state: State) -> Sentence | None:
    if not state.results or state.outcome is not None:
        return None
    names = tuple(
        name for name, rank in zip(state.setup.players, ranks(state.totals), strict=True) if rank == 1
    )
    return _now("leads", names=names, n=len(names), total=min(state.totals))


def _starts(state: State) -> Sentence | None:
    if state.outcome is not None:
        return None
    why = "amulet" if state.starter_why is StarterWhy.AMULET else "chosen"
    return _now(f"starts.{why}", name=_named(state, state.starter), round=state.round)


def _amulet(state: State) -> Sentence:
    if state.amulet is None:
        return _now("amulet.nobody")
    name = _named(state, state.amulet)
    if state.outcome is not None:
        return _now("amulet.over", name=name)
    return _now("amulet.works" if state.amulet_works else "amulet.marks", name=name)


def _last_call(state: State, why: Why) -> Sentence | None:
    last = state.last
    if last is None or last.caller is None or last.why[last.caller] is not why:
        return None
    return _now(
        "called",
        name=_named(state, last.caller),
        round=len(state.results),
        sum=last.sums[last.caller],
        score=last.scores[last.caller],
    )


def _tie(state: State) -> Sentence | None:
    """Who would win, did the game end as it stands."""
    last = state.last
    if last is None or state.outcome is not None:
        return None
    level = [seat for seat, rank in enumerate(ranks(state.totals)) if rank == 1]
    if len(level) == 1:
        return _now("tie.nobody", name=_named(state, level[0]), total=min(state.totals))
    winners, _ = won_by(state.setup, last.totals, last.scores, last.amulet)
    names = tuple(_named(state, seat) for seat in level)
    if len(winners) > 1:
        return _now("tie.shared", names=names)
    return _now("tie.decided", names=names, name=_named(state, winners[0]))


def _rounds_tie(state: State) -> Sentence | None:
    return None if state.setup.points else _tie(state)


def _points_tie(state: State) -> Sentence | None:
    return _tie(state) if state.setup.points else _no_limit()


def _limit(state: State) -> Sentence:
    if not state.setup.points:
        return _no_limit()
    if not (missing := to_limit(state)):
        return _round(state)
    names = tuple(
        name for name, points in zip(state.setup.players, missing, strict=True) if points == min(missing)
    )
    return _now("points.nearest", names=names, n=min(missing), limit=state.setup.options.limit)


def _exact(state: State) -> Sentence:
    options = state.setup.options
    if not state.setup.points:
        return _no_limit()
    if not options.exact_reset:
        return _now("exact.off")
    if state.resets:
        names = tuple(_named(state, seat) for seat in state.resets)
        return _now("exact.used", names=names, n=len(names))
    return _now("exact.unused", limit=options.limit, half=options.limit // 2)


_BY_SETUP: Final[Mapping[str, Callable[[Setup], Sentence]]] = {
    "deal": _spare_rows,
    "spare_rows": _spare_rows,
    "box_counts": _in_play,
    "after_call": _turns_left,
    "amulet_tie": _amulet_tie,
    "amulet_failed": _amulet_failed,
    "kamikaze": _kamikaze,
    "kamikaze_caller": _kamikaze_caller,
}
_BY_STATE: Final[Mapping[str, Callable[[State], Sentence | None]]] = {
    "aim": _round,
    "game_end": _round,
    "village_sum": _leads,
    "starts": _starts,
    "amulet": _amulet,
    "amulet_winner": _amulet,
    "tie_break": _rounds_tie,
    "points": _limit,
    "exact_limit": _exact,
    "points_tie": _points_tie,
}
