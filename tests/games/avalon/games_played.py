"""Games of Avalon that go one way or another, and the words of sentences in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.core.game import filter_blocking
from companion.core.message import MessageArg
from companion.games.avalon.rules import apply, draw_card, draw_row, start
from companion.games.avalon.setup import (
    Lancelot,
    Options,
    PlotCards,
    Quest5Needs,
    Reveal,
    Setup,
    problems,
)
from companion.games.avalon.state import Assassinate, Lady, Move, Phase, Propose, Quest, State, Vote
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas")
TRANSLATORS = {code: Translator(code) for code in LANGUAGES}


def check_words(key: str, args: Mapping[str, MessageArg]) -> None:
    """Fails where a language lacks the sentence, or leaves a place of it empty."""
    _check_words(key, tuple(args.items()))


@cache
def _check_words(key: str, args: tuple[tuple[str, MessageArg], ...]) -> None:
    for code, tr in TRANSLATORS.items():
        words = tr(key, **dict(args))
        assert key not in tr.missing, (code, key)
        assert "{" not in words, (code, key, words)


def seated(players: int, *roles: str, **choices: Any) -> Setup:
    setup = Setup(NAMES[:players], roles=roles, **choices)
    assert not filter_blocking(problems(setup))
    return setup


def played(setup: Setup, *moves: Move) -> State:
    state = start(setup)
    for move in moves:
        state = apply(state, move)
    return state


def sent(*team: int, fails: int = 0, quest: int | None = None) -> tuple[Move, ...]:
    """A team goes on its quest."""
    return (Propose(team, quest), Vote(approved=True), Quest(fails))


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Tables of all sizes with whatever fits."""
    players = draw(st.integers(5, 10))
    roles = draw(st.sampled_from([("percival",), ("percival", "oberon"), ("percival", "morgana")]))
    lancelot = draw(st.none() | st.sampled_from(Lancelot))
    setup = Setup(
        NAMES[:players],
        leader=draw(st.integers(0, players - 1)),
        roles=roles if lancelot is None or players > 6 else ("percival",),
        lancelot=lancelot,
        lady=draw(st.booleans()),
        excalibur=draw(st.booleans()),
        targeting=draw(st.booleans()),
        options=Options(
            oberon_seen_by_merlin=draw(st.booleans()),
            evil_lancelot_seen_by_merlin=draw(st.booleans()),
            oberon_reads_good_to_lady=draw(st.booleans()),
            targeting_quest5_needs=draw(st.sampled_from(Quest5Needs)),
            reveal_before_shot=draw(st.sampled_from(Reveal)),
            plot_cards=draw(st.sampled_from(PlotCards)),
            percival_decoy=draw(st.booleans()),
            merlin=draw(st.sampled_from([True, True, False])),
        ),
    )
    assert not filter_blocking(problems(setup))
    return setup


def whole_game(setup: Setup, luck: Random) -> Iterator[State]:
    """Every state of a game, from the first to the one in which it is over."""
    state = start(setup)
    yield state
    while state.phase is not Phase.OVER:
        state = apply(state, _some_move(state, luck))
        yield state


def _some_move(state: State, luck: Random) -> Move:
    seats = range(len(state.setup.players))
    match state.phase:
        case Phase.PROPOSE:
            quest = luck.choice(state.open_quests)
            team = tuple(luck.sample(seats, state.numbers.team_size(quest)))
            others = [seat for seat in team if seat != state.leader]
            return Propose(team, quest, luck.choice(others) if state.setup.excalibur else None)
        case Phase.VOTE:
            return Vote(tuple(seat for seat in seats if luck.random() < 0.6))
        case Phase.QUEST:
            return Quest(luck.choice((0, 0, 1, 2)))
        case Phase.LADY:
            return Lady(luck.choice(state.lady_targets))
        case Phase.LOYALTY:
            return draw_card(state, luck.randrange)
        case Phase.LOYALTY_ROW:
            return draw_row(luck.randrange)
        case _:
            return Assassinate(luck.choice(seats), luck.random() < 0.5)
