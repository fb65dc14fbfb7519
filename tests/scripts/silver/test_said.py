"""What the voice says in a game of Silver: every line any game can need, and nothing else."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.silver.rules import apply, make_rematch, start
from companion.games.silver.setup import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    VILLAGE_SIZE,
    Mode,
    Options,
    Setup,
    TiedCaller,
    removed_card_count,
)
from companion.games.silver.state import Round, RoundEnd
from companion.i18n.translator import Translator
from companion.scripts.silver.guide import unused_row_count
from companion.scripts.silver.speech import (
    deal_line_key,
    list_lines,
    move_lines,
    opening_lines,
    status_lines,
)

ENGLISH = Translator("en")
# For the three who play here.
DEAL = (
    "Shuffle all the cards and lay four rows of five, face down. "
    "One row goes out of the game unseen, then everybody takes one and looks at two of its cards."
)
SUMS = st.lists(st.sampled_from([5, 6, 30, 50]), min_size=3, max_size=3)


def seat(mode="rounds", **options):
    return Setup(("Ada", "Bruno", "Chloe"), Mode(mode), options=Options(**options))


@pytest.fixture
def table():
    """A game of which the lines after each round are asked for, in English."""

    class Running:
        def __init__(self, setup):
            self.state = start(setup)

        def play(self, caller, *sums, **more):
            before, self.state = self.state, apply(self.state, Round(caller, sums=sums, **more))
            return [ENGLISH(line) for line in move_lines(before, self.state)]

        def status(self):
            return [ENGLISH(line) for line in status_lines(self.state)]

    return Running


def test_a_new_table_hears_the_deal_its_round_and_who_starts():
    assert [ENGLISH(line) for line in opening_lines(start(seat()))] == [
        DEAL,
        "Round one.",
        "The start player begins.",
    ]


# The rows that are laid, the cards of each, and two rows that go out.
NUMBERS = {
    "en": ("four rows", "five", "two rows"),
    "it": ("quattro file", "cinque", "due file"),
    "el": ("τέσσερις σειρές", "πέντε", "δύο σειρές"),
    "fa": ("چهار ردیف", "پنج", "دو ردیف"),
}


def test_the_numbers_spoken_are_those_of_the_set_up():
    assert (MAX_PLAYERS, VILLAGE_SIZE) == (4, 5)
    assert {
        players: removed_card_count(players) // VILLAGE_SIZE
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
    } == {
        2: 2,
        3: 1,
        4: 0,
    }


@pytest.mark.parametrize("language", NUMBERS)
@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
def test_the_deal_names_the_rows_of_the_table_and_those_that_go_out(language, players):
    words, of_four = (
        Translator(language)(deal_line_key(seated)).casefold() for seated in (players, MAX_PLAYERS)
    )
    rows, row, two_out = map(str.casefold, NUMBERS[language])
    assert rows in words
    assert row in words
    assert (two_out in words) == (unused_row_count(players) == 2)
    # Where one or two go out there is more to say.
    assert (len(words) > len(of_four)) == (unused_row_count(players) > 0)


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
def test_every_round_is_dealt_as_the_first_one(players):
    state = start(Setup(tuple("ABCD"[:players])))
    first = opening_lines(state)
    after = apply(state, Round(None, sums=(5, 6, 7, 8)[:players]))
    assert first[0] == deal_line_key(players)
    assert move_lines(state, after)[-2:] == (first[0], "silver.say.round.2")


def test_a_rematch_hears_that_the_holder_of_the_amulet_begins(table):
    game = table(seat())
    for _ in range(4):
        game.play(1, 9, 5, 12)
    assert ENGLISH(opening_lines(start(make_rematch(game.state)))[-1]) == "The holder of the amulet begins."


@pytest.mark.parametrize(
    ("caller", "sums", "lines"),
    [
        (
            1,
            (9, 5, 12),
            [
                "The caller has the lowest village and scores nothing.",
                "The caller takes the amulet and starts.",
                "It may guard a card this round.",
            ],
        ),
        (
            1,
            (5, 5, 12),
            [
                "The caller ties for the lowest village. That is enough, the caller scores nothing.",
                "In a tie, the caller takes the amulet and starts.",
                "It may guard a card this round.",
            ],
        ),
        (
            1,
            (4, 5, 12),
            [
                "The caller was not the lowest. That costs ten points more.",
                "The lowest village takes the amulet and starts.",
                "This time it only marks who starts.",
            ],
        ),
        (
            None,
            (4, 5, 4),
            [
                "Nobody called. Every village counts as it lies.",
                "In a tie, the one nearest to the left of the start player takes the amulet and starts.",
                "This time it only marks who starts.",
            ],
        ),
    ],
)
def test_a_round_tells_the_call_the_amulet_and_the_next_round(table, caller, sums, lines):
    assert table(seat()).play(caller, *sums) == [*lines, DEAL, "Round two."]


def test_what_ended_the_round_is_told_first(table):
    game = table(seat())
    assert game.play(None, 4, 5, 9, ended=RoundEnd.DECK)[0] == "The deck has run out."
    assert game.play(0, 4, 5, 9, ended=RoundEnd.VILLAGERS)[:2] == [
        "Two Villagers lie face up. The round is over.",
        "The caller has the lowest village and scores nothing.",
    ]


def test_the_last_round_is_announced_and_the_end_names_the_tie_break(table):
    game = table(seat())
    game.play(None, 4, 9, 20)
    game.play(None, 9, 4, 20)
    assert game.play(None, 4, 9, 20)[-1] == "Round four, the last one."
    assert game.status() == ["Round four, the last one.", "The holder of the amulet begins."]
    assert game.play(None, 9, 4, 20) == [
        "Nobody called. Every village counts as it lies.",
        "A tie for the lowest total. The holder of the amulet wins.",
    ]
    assert game.status() == ["A tie for the lowest total. The holder of the amulet wins."]


def test_a_kamikaze_is_told_in_place_of_the_call(table):
    game = table(seat("points"))
    assert game.play(1, 50, 5, 6, kamikaze=0) == [
        "Kamikaze. Nothing for that village, fifty points for everybody else.",
        "The Kamikaze village takes the amulet and starts.",
        "This time it only marks who starts.",
        DEAL,
        "The next round.",
    ]


def test_a_caller_whom_the_kamikaze_spares_is_told_of_too(table):
    game = table(seat("points", kamikaze_hits_caller=False))
    assert game.play(1, 50, 5, 6, kamikaze=0)[:2] == [
        "Kamikaze. Nothing for that village, fifty points for everybody else but the caller.",
        "The caller has the lowest village and scores nothing.",
    ]


def test_resets_and_the_limit_are_told(table):
    game = table(seat("points"))
    game.play(None, 88, 70, 70)
    assert game.play(None, 12, 30, 20)[1] == "Some totals are exactly at the limit. They are cut in half."
    assert game.play(None, 1, 2, 10)[1] == "One total is exactly at the limit. It is cut in half."
    assert game.play(None, 60, 9, 9) == [
        "Nobody called. Every village counts as it lies.",
        "Somebody has reached the limit. The game is over.",
        "The lowest total wins.",
    ]


def test_undo_says_nothing(table):
    game = table(seat())
    before = game.state
    game.play(None, 4, 5, 6)
    assert move_lines(game.state, before) == ()


@st.composite
def _games(draw):
    """The lines of a game: whole, with all options, callers and ties."""
    setup = seat(
        draw(st.sampled_from(["rounds", "points"])),
        kamikaze_hits_caller=draw(st.booleans()),
        tied_caller=draw(st.sampled_from(TiedCaller)),
        limit=draw(st.sampled_from([60, 100])),
    )
    state = start(setup)
    heard = [*opening_lines(state), *status_lines(state)]
    for _ in range(12):
        if state.outcome is not None:
            break
        sums = tuple(draw(SUMS))
        kamikaze = sums.index(50) if setup.has_kamikaze and 50 in sums and draw(st.booleans()) else None
        caller = draw(st.none() | st.integers(0, 2))
        move = Round(
            caller,
            sums=sums,
            ended=draw(st.none() | st.sampled_from(RoundEnd)),
            kamikaze=kamikaze,
        )
        # A caller of 50 beside a Kamikaze has no such cards left.
        if caller is not None and kamikaze not in (None, caller) and sums[caller] == 50:
            continue
        before, state = state, apply(state, move)
        heard += [*move_lines(before, state), *status_lines(state)]
    return heard


@settings(max_examples=30, deadline=None)
@given(heard=_games())
def test_any_game_says_only_lines_of_the_set(heard):
    assert set(heard) <= set(list_lines())


def test_each_line_is_said_in_some_game():
    heard = {opening_lines(start(Setup(tuple("ABCD"[:players]))))[0] for players in (2, 4)}
    for mode, options, rounds in EVERYTHING:
        state = start(seat(mode, **options))
        heard |= {*opening_lines(state), *status_lines(state)}
        for caller, sums, more in rounds:
            before, state = state, apply(state, Round(caller, sums=sums, **more))
            heard |= {*move_lines(before, state), *status_lines(state)}
    assert heard == set(list_lines())


# A caller, the sums, and what else the round is told with.
Told = tuple[int | None, tuple[int, ...], dict[str, Any]]

EVERYTHING: list[tuple[str, dict[str, bool], list[Told]]] = [
    # The tie for the game goes to the amulet, to its left, or is none.
    (
        "rounds",
        {},
        [
            (None, (4, 9, 20), {"ended": RoundEnd.DECK}),
            (None, (9, 4, 20), {"ended": RoundEnd.VILLAGERS}),
            (0, (4, 9, 4), {}),
            (None, (9, 5, 20), {}),
        ],
    ),
    ("rounds", {}, [(1, (9, 9, 8), {}), (1, (8, 8, 20), {}), (None, (9, 9, 30), {}), (None, (9, 1, 20), {})]),
    ("rounds", {}, [*[(None, (5, 5, 20), {})] * 3, (None, (9, 9, 1), {})]),
    ("rounds", {}, [(None, (4, 9, 20), {}), (None, (9, 4, 20), {})] * 2),
    ("points", {}, [(None, (88, 70, 70), {}), (None, (12, 30, 20), {}), (None, (1, 2, 10), {})]),
    ("points", {}, [(1, (50, 5, 6), {"kamikaze": 0}), (2, (60, 5, 4), {})]),
    ("points", {"kamikaze_hits_caller": False}, [(1, (50, 5, 6), {"kamikaze": 0}), (None, (9, 9, 60), {})]),
    ("points", {}, [(None, (90, 56, 51), {}), (None, (14, 4, 9), {})]),
    ("points", {}, [(None, (99, 6, 6), {}), (None, (14, 4, 4), {})]),
    ("points", {}, [(1, (8, 6, 7), {})]),
]


def test_the_lines_are_few_and_none_is_there_twice():
    assert len(set(list_lines())) == len(list_lines()) <= 40


def test_the_lines_can_be_read_aloud_as_they_stand():
    for line in list_lines():
        words = ENGLISH(line)
        assert re.fullmatch(r"[A-Z][A-Za-z ,’.]+\.", words), line
        assert words.count(".") <= 2, line
    assert not ENGLISH.missing
