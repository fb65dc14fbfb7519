"""Short descriptions of the ending of a game of Among Cultists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.cultists.ends import (
    AUTOMA_KILLS,
    DECLARED_RIGHTLY,
    DECLARED_WRONGLY,
    KILLS_BEAT_POINTS,
    KILLS_BEFORE,
    KILLS_TOO_LATE,
    SEER_NAMED,
)
from companion.games.cultists.setup import INVESTIGATOR, ROUNDS, Side
from companion.games.cultists.state import State
from companion.games.text import EndingText, PlayerRole
from companion.i18n.translator import Translator

# Separate reasons in the rules, but one ending in a list of games.
_DEATH_REASONS: Final = (AUTOMA_KILLS, KILLS_BEAT_POINTS, KILLS_BEFORE)
_NOTABLE_REASONS: Final = (DECLARED_RIGHTLY, DECLARED_WRONGLY, KILLS_TOO_LATE, SEER_NAMED)
_TONES: Final = {Side.INVESTIGATORS.value: "sea", Side.CULTISTS.value: "evil"}


def describe_ending(tr: Translator, state: State, _players: Sequence[str]) -> EndingText:
    reason = "" if state.outcome is None else state.outcome.reason
    side = "" if state.outcome is None else str(state.outcome.winner)
    key = "cultists.ending.deaths" if reason in _DEATH_REASONS else f"cultists.ending.{reason}"
    return EndingText(tr(key), _TONES[side])


def describe_moments(
    tr: Translator, states: Sequence[State], _players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    outcome = states[-1].outcome
    if outcome is None or outcome.reason not in _NOTABLE_REASONS:
        return ()
    return (tr(f"cultists.reason.{outcome.reason}", rounds=ROUNDS),)


def describe_roles(tr: Translator, state: State) -> tuple[PlayerRole, ...]:
    people = (state.roles or ())[: len(state.setup.players)]
    return tuple(PlayerRole(tr(f"cultists.role.{role}.name"), role != INVESTIGATOR) for role in people)
