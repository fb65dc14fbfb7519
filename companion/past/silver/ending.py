"""Short descriptions of the ending of a game of Silver."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.silver.state import State
from companion.games.text import EndingText
from companion.i18n.translator import Translator


def describe_ending(tr: Translator, state: State, players: Sequence[str]) -> EndingText:
    names = tuple(players[seat] for seat in state.winners)
    return EndingText(tr("silver.ending.points", names=names, n=min(state.totals)), "moon")


def describe_moments(
    tr: Translator, states: Sequence[State], players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    return tuple(
        tr("silver.moment.kamikaze", name=players[result.kamikaze], round=number)
        for number, result in enumerate(states[-1].results, 1)
        if result.kamikaze is not None
    )
