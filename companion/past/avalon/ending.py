"""How a game of Avalon went, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.avalon.roles import ROLES, Use
from companion.games.avalon.state import ATTEMPTS, TO_WIN, State
from companion.i18n.translator import Translator
from companion.past.endings import Ending, Was


def ending(tr: Translator, state: State, _players: Sequence[str]) -> Ending:
    reason = "" if state.outcome is None else state.outcome.reason
    side = "" if state.outcome is None else str(state.outcome.winner)
    if reason == "loyalty_cheat":
        # Either side may show a false card, and loses by it.
        return Ending(tr(f"avalon.ending.loyalty_cheat.{side}"), side)
    return Ending(tr(f"avalon.ending.{reason}", won=TO_WIN, attempts=ATTEMPTS), side)


def moments(
    tr: Translator, states: Sequence[State], players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    last = states[-1]
    reason = "" if last.outcome is None else last.outcome.reason
    if reason == "merlin_assassinated":
        if roles and last.named is not None:
            return (tr("avalon.over.merlin_assassinated", name=players[last.named]),)
        return (tr("avalon.moment.merlin_found"),)
    if reason == "five_rejections":
        return (tr("avalon.over.five_rejections", attempts=ATTEMPTS),)
    return ()


def was(tr: Translator, state: State) -> tuple[Was, ...]:
    return tuple(
        Was(tr(f"avalon.role.{role}.name"), ROLES[role].use is not Use.FILLS) for role in state.roles or ()
    )
