"""Short descriptions of the ending of a mission of Codenames Duet."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.duet.state import State, compute_score
from companion.games.text import EndingText
from companion.i18n.translator import Translator


def describe_ending(tr: Translator, state: State, _players: Sequence[str]) -> EndingText:
    points = compute_score(state)
    if points is not None:
        return EndingText(tr("duet.ending.points", n=points.total), "teal")
    reason = "" if state.outcome is None else state.outcome.reason
    won = state.outcome is not None and state.outcome.winner is not None
    return EndingText(tr(f"duet.ending.{reason}"), "teal" if won else "brick")


def describe_moments(
    tr: Translator, states: Sequence[State], _players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    last = states[-1]
    if last.outcome is None:
        return ()
    if last.outcome.winner is not None and last.is_sudden_death:
        return (tr("duet.moment.sudden_death"),)
    return (tr("duet.over.assassin"),) if last.outcome.reason == "assassin" else ()
