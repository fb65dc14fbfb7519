"""Context for the rules of Silver: what a rule means in the current game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.message import Message, MessageArg
from companion.games.silver.outlook import points_to_limit, ranks
from companion.games.silver.scoring import find_winners
from companion.games.silver.setup import (
    BOX_CARDS,
    ROUNDS,
    VILLAGE_SIZE,
    VILLAGERS,
    Setup,
    TiedCaller,
    removed_card_count,
)
from companion.games.silver.state import ScoreReason, StarterReason, State
from companion.scripts.teaching import RuleContext

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


def _player_name(state: State, seat: int) -> str:
    return state.setup.players[seat]


def _copies_message(copies: int, setup: Setup) -> Message:
    out = removed_card_count(len(setup.players))
    if not out:
        return _message("copies.all", copies=copies)
    return _message("copies.some", copies=copies, cards=out)


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


def _turns_left(setup: Setup) -> Message:
    return _message("after_call", n=len(setup.players) - 1)


def _amulet_tie(setup: Setup) -> Message:
    caller = setup.options.tied_caller is TiedCaller.CALLER
    return _message("amulet_tie.caller" if caller else "amulet_tie.holder")


def _amulet_failed(setup: Setup) -> Message:
    return _message("amulet_failed.works" if setup.options.failed_call_power else "amulet_failed.marks")


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
        names = tuple(_player_name(state, seat) for seat in state.winners)
        return _message("over", names=names, n=len(names))
    if state.setup.is_points_game:
        return _message("round.points", round=state.round, limit=state.setup.options.limit)
    if state.is_last_round:
        return _message("round.last", round=state.round)
    return _message("round.of", round=state.round, rounds=ROUNDS)


def _leads(state: State) -> Message | None:
    if not state.results or state.outcome is not None:
        return None
    names = tuple(
        name for name, rank in zip(state.setup.players, ranks(state.totals), strict=True) if rank == 1
    )
    return _message("leads", names=names, n=len(names), total=min(state.totals))


def _starts(state: State) -> Message | None:
    if state.outcome is not None:
        return None
    why = "amulet" if state.starter_reason is StarterReason.AMULET else "chosen"
    return _message(f"starts.{why}", name=_player_name(state, state.starter), round=state.round)


def _amulet(state: State) -> Message:
    if state.amulet_holder is None:
        return _message("amulet.nobody")
    name = _player_name(state, state.amulet_holder)
    if state.outcome is not None:
        return _message("amulet.over", name=name)
    return _message("amulet.works" if state.amulet_works else "amulet.marks", name=name)


def _last_call(state: State, why: ScoreReason) -> Message | None:
    last = state.last_result
    if last is None or last.caller is None or last.why[last.caller] is not why:
        return None
    return _message(
        "called",
        name=_player_name(state, last.caller),
        round=len(state.results),
        sum=last.sums[last.caller],
        score=last.scores[last.caller],
    )


def _tie(state: State) -> Message | None:
    """Return who would win if the game ended now."""
    last = state.last_result
    if last is None or state.outcome is not None:
        return None
    level = [seat for seat, rank in enumerate(ranks(state.totals)) if rank == 1]
    if len(level) == 1:
        return _message("tie.nobody", name=_player_name(state, level[0]), total=min(state.totals))
    winners, _ = find_winners(state.setup, last.totals, last.scores, last.amulet)
    names = tuple(_player_name(state, seat) for seat in level)
    if len(winners) > 1:
        return _message("tie.shared", names=names)
    return _message("tie.decided", names=names, name=_player_name(state, winners[0]))


def _rounds_tie(state: State) -> Message | None:
    return None if state.setup.is_points_game else _tie(state)


def _points_tie(state: State) -> Message | None:
    return _tie(state) if state.setup.is_points_game else _no_limit()


def _limit(state: State) -> Message:
    if not state.setup.is_points_game:
        return _no_limit()
    if not (missing := points_to_limit(state)):
        return _round(state)
    names = tuple(
        name for name, points in zip(state.setup.players, missing, strict=True) if points == min(missing)
    )
    return _message("points.nearest", names=names, n=min(missing), limit=state.setup.options.limit)


def _exact(state: State) -> Message:
    options = state.setup.options
    if not state.setup.is_points_game:
        return _no_limit()
    if not options.exact_reset:
        return _message("exact.off")
    if state.reset_seats:
        names = tuple(_player_name(state, seat) for seat in state.reset_seats)
        return _message("exact.used", names=names, n=len(names))
    return _message("exact.unused", limit=options.limit, half=options.limit // 2)


_BY_SETUP: Final[Mapping[str, Callable[[Setup], Message]]] = {
    "deal": _spare_rows,
    "spare_rows": _spare_rows,
    "box_counts": _in_play,
    "after_call": _turns_left,
    "amulet_tie": _amulet_tie,
    "amulet_failed": _amulet_failed,
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
    "tie_break": _rounds_tie,
    "points": _limit,
    "exact_limit": _exact,
    "points_tie": _points_tie,
}


RULE_CONTEXT = RuleContext(rule_context)
