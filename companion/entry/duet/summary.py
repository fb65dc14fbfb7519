"""A mission in two lines."""

from __future__ import annotations

from companion.entry.summary import Summary
from companion.games.duet.moves import Move
from companion.games.duet.setup import AGENTS, BYSTANDER_CHECKS, Setup
from companion.games.duet.state import State, score
from companion.i18n.translator import Translator
from companion.table import Table

DuetTable = Table[Setup, State, Move]


def summary(tr: Translator, table: DuetTable) -> Summary:
    state = table.state
    if state.outcome is None:
        turn = "duet.sudden_death" if state.sudden_death else "duet.summary.turn"
        return Summary(
            _in_city(tr, table, tr(turn, turn=state.turn)),
            tr("duet.summary.bank", agents=state.agents, n=state.bank.left),
        )
    won = state.outcome.winner is not None
    points = score(state)
    title = tr("duet.summary.won" if won else "duet.summary.lost")
    line = tr("duet.summary.points", n=points.total) if points else reason(tr, table)
    return Summary(_in_city(tr, table, title), line)


def _in_city(tr: Translator, table: DuetTable, what: str) -> str:
    """A mission of a map is known by its city."""
    mission = table.setup.mission
    if mission is None:
        return what
    # Home shows missions without a map too, and need not load what a map is.
    from companion.entry.duet.cities import city_name

    return tr("duet.summary.in_city", city=city_name(tr, mission.city, mission.name), what=what)


def reason(tr: Translator, table: DuetTable) -> str:
    """Why the mission ended as it did, in a sentence."""
    state = table.state
    if state.outcome is None:
        return ""
    return tr(
        f"duet.over.{state.outcome.reason}",
        agents=state.agents,
        all_agents=AGENTS,
        bystander_checks=BYSTANDER_CHECKS,
        n=state.bank.left,
    )
