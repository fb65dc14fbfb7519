"""Summary of a mission in two lines."""

from __future__ import annotations

from companion.core.session import GameSession
from companion.games.duet.setup import AGENTS, BYSTANDER_CHECKS, Setup
from companion.games.duet.state import Move, State, compute_score
from companion.games.text import Summary
from companion.i18n.translator import Translator

DuetTable = GameSession[Setup, State, Move]


def summarize(tr: Translator, session: DuetTable) -> Summary:
    state = session.state
    if state.outcome is None:
        turn = "duet.sudden_death" if state.is_sudden_death else "duet.summary.turn"
        return Summary(
            _with_city(tr, session, tr(turn, turn=state.turn)),
            tr("duet.summary.bank", agents=state.agents, n=state.bank.tokens_left),
        )
    won = state.outcome.winner is not None
    points = compute_score(state)
    title = tr("duet.summary.won" if won else "duet.summary.lost")
    line = tr("duet.summary.points", n=points.total) if points else reason_text(tr, session)
    return Summary(_with_city(tr, session, title), line)


def _with_city(tr: Translator, session: DuetTable, text: str) -> str:
    """Prefix the text with the city if the mission belongs to a map."""
    mission = session.setup.mission
    if mission is None:
        return text
    # Imported lazily: home also shows missions without a map.
    from companion.entry.duet.cities import city_name

    return tr("duet.summary.in_city", city=city_name(tr, mission.city, mission.name), what=text)


def reason_text(tr: Translator, session: DuetTable) -> str:
    """Return why the mission ended as it did, in a sentence."""
    state = session.state
    if state.outcome is None:
        return ""
    return tr(
        f"duet.over.{state.outcome.reason}",
        agents=state.agents,
        all_agents=AGENTS,
        bystander_checks=BYSTANDER_CHECKS,
        n=state.bank.tokens_left,
    )
