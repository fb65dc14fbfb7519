"""Short descriptions of the ending of a game of Avalon."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.avalon.setup import ROLES, RoleUse
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS_TO_WIN, State
from companion.games.text import EndingText, PlayerRole
from companion.i18n.translator import Translator


def describe_ending(tr: Translator, state: State, _players: Sequence[str]) -> EndingText:
    reason = "" if state.outcome is None else state.outcome.reason
    side = "" if state.outcome is None else str(state.outcome.winner)
    if reason == "loyalty_cheat":
        # Either side may show a false card, and loses by it.
        return EndingText(tr(f"avalon.ending.loyalty_cheat.{side}"), side)
    return EndingText(tr(f"avalon.ending.{reason}", won=QUESTS_TO_WIN, attempts=MAX_ATTEMPTS), side)


def describe_moments(
    tr: Translator, states: Sequence[State], players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    last = states[-1]
    reason = "" if last.outcome is None else last.outcome.reason
    if reason == "merlin_assassinated":
        if roles and last.assassin_target is not None:
            return (tr("avalon.over.merlin_assassinated", name=players[last.assassin_target]),)
        return (tr("avalon.moment.merlin_found"),)
    if reason == "five_rejections":
        return (tr("avalon.over.five_rejections", attempts=MAX_ATTEMPTS),)
    return ()


def describe_roles(tr: Translator, state: State) -> tuple[PlayerRole, ...]:
    return tuple(
        PlayerRole(tr(f"avalon.role.{role}.name"), ROLES[role].use is not RoleUse.FILLER)
        for role in state.roles or ()
    )
