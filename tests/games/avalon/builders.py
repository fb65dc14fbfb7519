"""Builders for tests of Avalon: set-ups, moves, played games, and checks of translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, reduce
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.core.game import filter_blocking
from companion.core.message import MessageArg
from companion.core.session import GameSession
from companion.games.avalon.drafts import make_draft
from companion.games.avalon.rules import GAME, apply, draw_card, draw_row, start
from companion.games.avalon.setup import (
    MAX_PLAYERS,
    MIN_PLAYERS,
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

# One more than may play.
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Karim")
LANGUAGE_CODES = tuple(LANGUAGES)
SIZES = range(MIN_PLAYERS, MAX_PLAYERS + 1)
WITH_PLOT_CARDS = Options(plot_cards=PlotCards.TWO_OR_THREE)
TRANSLATORS = {code: Translator(code) for code in LANGUAGES}
ENGLISH = TRANSLATORS["en"]


def assert_translated(key: str, args: Mapping[str, MessageArg]) -> None:
    """Assert that every language has the sentence, with all its arguments."""
    _assert_translated(key, tuple(args.items()))


@cache
def _assert_translated(key: str, args: tuple[tuple[str, MessageArg], ...]) -> None:
    for code, tr in TRANSLATORS.items():
        words = tr(key, **dict(args))
        assert key not in tr.missing, (code, key)
        assert "{" not in words, (code, key, words)


def make_setup(
    players: int = 7, *roles: str, lancelot: Lancelot | str | None = None, **choices: Any
) -> Setup:
    """Return a set-up with these optional characters, valid or not."""
    variant = None if lancelot is None else Lancelot(lancelot)
    return Setup(NAMES[:players], roles=roles, lancelot=variant, **choices)


def start_game(players: int = 7, *roles: str, **choices: Any) -> GameSession[Setup, State, Move]:
    return GameSession(GAME, make_setup(players, *roles, **choices))


def play_moves(setup: Setup, *moves: Move) -> State:
    return reduce(apply, moves, start(setup))


def state_after(*moves: Move, players: int = 7, **choices: Any) -> State:
    return play_moves(Setup(NAMES[:players], **choices), *moves)


def quest_moves(*team: int, fails: int = 0, quest: int | None = None) -> tuple[Move, ...]:
    """Return the moves of a team that is approved and goes on its quest."""
    return (Propose(team, quest), Vote(approved=True), Quest(fails))


def play_quest(
    session: GameSession[Setup, State, Move], fails: int = 0, quest: int | None = None, on: int | None = None
) -> State:
    """Play a quest with the leader and the next seats clockwise; the second holds Excalibur."""
    state = session.state
    size = state.numbers.team_size(quest or state.quest or 0)
    team = tuple((state.leader + step) % len(state.setup.players) for step in range(size))
    session.play(Propose(team, quest, team[1] if state.setup.excalibur else None))
    session.play(Vote(approved=True))
    return session.play(Quest(fails, on))


def reject_team(session: GameSession[Setup, State, Move]) -> State:
    session.play(Propose(tuple(range(session.state.team_size or 0))))
    return session.play(Vote(()))


def tap_seats(state: State, *seats: int) -> Any:
    """Return the draft of the current phase after taps on these seats."""
    draft = make_draft(state)
    assert draft is not None
    for seat in seats:
        draft = draft.tap(seat)
    return draft


def every_setup() -> Iterator[Setup]:
    """Yield set-ups of every size, with every expansion."""
    for players in SIZES:
        names = NAMES[:players]
        pairs = ((), ("percival", "morgana"), ("percival", "mordred", "oberon"))
        candidates = [
            *(Setup(names, roles=roles) for roles in pairs),
            *(Setup(names, lady=True, leader=leader) for leader in (0, 1, players - 1)),
            Setup(names, excalibur=True, targeting=True),
            Setup(names, roles=("percival",), options=Options(merlin=False)),
            Setup(names, options=Options(plot_cards=PlotCards.ONE_TO_THREE)),
            *(
                Setup(names, 1, ("percival",), variant, True, True, variant is Lancelot.V1, WITH_PLOT_CARDS)
                for variant in Lancelot
            ),
        ]
        yield from (setup for setup in candidates if not filter_blocking(problems(setup)))


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Generate valid set-ups of all sizes."""
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


def random_states(setup: Setup, random: Random) -> Iterator[State]:
    """Yield every state of a random game, from the first to the one in which it is over."""
    state = start(setup)
    yield state
    while state.phase is not Phase.OVER:
        state = apply(state, _random_move(state, random))
        yield state


def _random_move(state: State, random: Random) -> Move:
    seats = range(len(state.setup.players))
    match state.phase:
        case Phase.PROPOSE:
            quest = random.choice(state.open_quests)
            team = tuple(random.sample(seats, state.numbers.team_size(quest)))
            others = [seat for seat in team if seat != state.leader]
            return Propose(team, quest, random.choice(others) if state.setup.excalibur else None)
        case Phase.VOTE:
            return Vote(tuple(seat for seat in seats if random.random() < 0.6))
        case Phase.QUEST:
            return Quest(random.choice((0, 0, 1, 2)))
        case Phase.LADY:
            return Lady(random.choice(state.lady_targets))
        case Phase.LOYALTY:
            return draw_card(state, random.randrange)
        case Phase.LOYALTY_ROW:
            return draw_row(random.randrange)
        case _:
            return Assassinate(random.choice(seats), random.random() < 0.5)


# From two on: the word for one is an article as well.
_CARDINAL_WORDS = {
    "en": "two three four five six seven eight nine ten",
    "it": "due tre quattro cinque sei sette otto nove dieci",
    "el": "δύο τρεις τέσσερις πέντε έξι επτά οκτώ εννέα δέκα",
    "fa": "دو سه چهار پنج شش هفت هشت نُه ده",
}
_ORDINAL_WORDS = {
    "en": "third fourth fifth",
    "it": "terza quarta quinta",
    "el": "τρίτη τέταρτη πέμπτη",
    "fa": "سوم چهارم پنجم",
}
_OTHER_NUMBER_WORDS = {
    "en": {"fifteen": 15},
    "it": {"quindici": 15, "terzo": 3},
    "el": {"δεκαπέντε": 15, "τρία": 3, "τρίτο": 3},
    "fa": {"پانزده": 15},
}


def numbers_in_words(key: str, language: str) -> list[int]:
    """Return all numbers that a sentence has in words, in ascending order."""
    words = dict(_OTHER_NUMBER_WORDS[language])
    words |= {word: number for number, word in enumerate(_CARDINAL_WORDS[language].split(), 2)}
    words |= {word: number for number, word in enumerate(_ORDINAL_WORDS[language].split(), 3)}
    text = Translator(language)(key)
    for sign in ".,:;!?،؛؟«»’":
        text = text.replace(sign, " ")
    return sorted(words[word] for word in text.lower().split() if word in words)
