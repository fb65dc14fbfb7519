"""Lines that the voice speaks during a game, and lessons for learners."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import error
from companion.games.silver.rules import RULE_NUMBERS, apply, make_rematch, start
from companion.games.silver.setup import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    ROUNDS,
    VILLAGE_SIZE,
    Mode,
    Options,
    Setup,
    TiedCaller,
    removed_card_count,
)
from companion.games.silver.state import Round, RoundEnd
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.silver.guide import unused_row_count
from companion.scripts.silver.speech import (
    RoundStep,
    deal_line_key,
    find_rule,
    list_lessons,
    list_lines,
    main_lesson,
    move_lines,
    opening_lines,
    status_lines,
)
from tests.games.silver.builders import ENGLISH, NAMES, make_setup, play_moves

# For the three who play here.
DEAL = (
    "Shuffle all the cards and lay four rows of five, face down. "
    "One row goes out of the game unseen, then everybody takes one and looks at two of its cards."
)
SUMS = st.lists(st.sampled_from([5, 6, 30, 50]), min_size=3, max_size=3)


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


def test_a_new_game_opens_with_the_deal_the_round_and_the_starter():
    assert [ENGLISH(line) for line in opening_lines(start(make_setup()))] == [
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
    game = table(make_setup())
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
def test_a_round_announces_the_call_the_amulet_and_the_next_round(table, caller, sums, lines):
    assert table(make_setup()).play(caller, *sums) == [*lines, DEAL, "Round two."]


def test_the_reason_for_the_end_of_the_round_comes_first(table):
    game = table(make_setup())
    assert game.play(None, 4, 5, 9, ended=RoundEnd.DECK)[0] == "The deck has run out."
    assert game.play(0, 4, 5, 9, ended=RoundEnd.VILLAGERS)[:2] == [
        "Two Villagers lie face up. The round is over.",
        "The caller has the lowest village and scores nothing.",
    ]


def test_the_last_round_is_announced_and_the_end_names_the_tie_break(table):
    game = table(make_setup())
    game.play(None, 4, 9, 20)
    game.play(None, 9, 4, 20)
    assert game.play(None, 4, 9, 20)[-1] == "Round four, the last one."
    assert game.status() == ["Round four, the last one.", "The holder of the amulet begins."]
    assert game.play(None, 9, 4, 20) == [
        "Nobody called. Every village counts as it lies.",
        "A tie for the lowest total. The holder of the amulet wins.",
    ]
    assert game.status() == ["A tie for the lowest total. The holder of the amulet wins."]


def test_a_kamikaze_is_announced_instead_of_the_call(table):
    game = table(make_setup(mode="points"))
    assert game.play(1, 50, 5, 6, kamikaze=0) == [
        "Kamikaze. Nothing for that village, fifty points for everybody else.",
        "The Kamikaze village takes the amulet and starts.",
        "This time it only marks who starts.",
        DEAL,
        "The next round.",
    ]


def test_a_caller_spared_by_the_kamikaze_is_announced_too(table):
    game = table(make_setup(mode="points", kamikaze_hits_caller=False))
    assert game.play(1, 50, 5, 6, kamikaze=0)[:2] == [
        "Kamikaze. Nothing for that village, fifty points for everybody else but the caller.",
        "The caller has the lowest village and scores nothing.",
    ]


def test_resets_and_the_limit_are_announced(table):
    game = table(make_setup(mode="points"))
    game.play(None, 88, 70, 70)
    assert game.play(None, 12, 30, 20)[1] == "Some totals are exactly at the limit. They are cut in half."
    assert game.play(None, 1, 2, 10)[1] == "One total is exactly at the limit. It is cut in half."
    assert game.play(None, 60, 9, 9) == [
        "Nobody called. Every village counts as it lies.",
        "Somebody has reached the limit. The game is over.",
        "The lowest total wins.",
    ]


def test_undo_is_silent(table):
    game = table(make_setup())
    before = game.state
    game.play(None, 4, 5, 6)
    assert move_lines(game.state, before) == ()


@st.composite
def _games(draw):
    """The lines of a game: whole, with all options, callers and ties."""
    setup = make_setup(
        mode=draw(st.sampled_from(["rounds", "points"])),
        kamikaze_hits_caller=draw(st.booleans()),
        tied_caller=draw(st.sampled_from(TiedCaller)),
        limit=draw(st.sampled_from([60, 100])),
    )
    state = start(setup)
    spoken = [*opening_lines(state), *status_lines(state)]
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
        spoken += [*move_lines(before, state), *status_lines(state)]
    return spoken


@settings(max_examples=30, deadline=None)
@given(spoken=_games())
def test_any_game_speaks_only_lines_of_the_set(spoken):
    assert set(spoken) <= set(list_lines())


def test_each_line_is_spoken_in_some_game():
    spoken = {opening_lines(start(Setup(tuple("ABCD"[:players]))))[0] for players in (2, 4)}
    for mode, options, rounds in EVERYTHING:
        state = start(make_setup(3, mode, **options))
        spoken |= {*opening_lines(state), *status_lines(state)}
        for caller, sums, more in rounds:
            before, state = state, apply(state, Round(caller, sums=sums, **more))
            spoken |= {*move_lines(before, state), *status_lines(state)}
    assert spoken == set(list_lines())


# A caller, the sums, and what else the round is told with.
RoundInput = tuple[int | None, tuple[int, ...], dict[str, Any]]

EVERYTHING: list[tuple[str, dict[str, bool], list[RoundInput]]] = [
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


SETUP = make_setup()
GOOD_CALL, FAILED_CALL = Round(1, sums=(9, 3, 8)), Round(1, sums=(2, 9, 8))
POINTS = Setup(NAMES[:3], Mode.POINTS, options=Options(limit=60))


MOMENTS = {
    "first": (play_moves(SETUP), RoundStep.PLAY),
    "amulet": (play_moves(SETUP, GOOD_CALL), RoundStep.PLAY),
    "amulet_marks": (play_moves(SETUP, FAILED_CALL), RoundStep.PLAY),
    "any_call": (play_moves(Setup(NAMES[:3], options=Options(failed_call_power=True))), RoundStep.PLAY),
    "count": (play_moves(SETUP), RoundStep.COUNT),
    "deal": (play_moves(SETUP, GOOD_CALL), RoundStep.DEAL),
    "deal_marks": (play_moves(SETUP, FAILED_CALL), RoundStep.DEAL),
    "points": (play_moves(POINTS), RoundStep.COUNT),
    "points_plain": (
        play_moves(Setup(NAMES[:3], Mode.POINTS, options=Options(exact_reset=False))),
        RoundStep.DEAL,
    ),
    "over": (play_moves(SETUP, *(GOOD_CALL,) * ROUNDS), RoundStep.PLAY),
}


def keys_of(moment):
    return [(lesson.now_key, lesson.who_key, lesson.rule_key) for lesson in list_lessons(*MOMENTS[moment])]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_lesson_consists_of_three_whole_sentences(code):
    tr = Translator(code)
    for moment in MOMENTS.values():
        for lesson in list_lessons(*moment):
            for key in (lesson.now_key, lesson.who_key, lesson.rule_key):
                words = tr(key, **lesson.args)
                assert "{" not in words, key
                assert words.rstrip()[-1] in ".!?؟;", key
    assert not tr.missing


def test_the_moments_show_every_sentence_that_is_written():
    written = {key for key in Translator("en").entries(LANGUAGES["en"], "silver") if ".learn." in key}
    shown = {key for moment in MOMENTS for keys in keys_of(moment) for key in keys}
    assert written == {key for key in shown if key.startswith("silver.learn.")}


def test_while_a_round_is_played_all_of_a_turn_can_be_leafed_through():
    names = {now.split(".")[2] for now, _, _ in keys_of("first")}
    assert names == {"turn", "several", "call", "abilities", "ends", "amulet"}


def test_each_round_begins_with_another_lesson_and_a_working_amulet_comes_first():
    state, first = play_moves(SETUP), []
    for _ in range(ROUNDS):
        first.append(main_lesson(state).now_key)
        state = apply(state, FAILED_CALL)
    assert first[0] == "silver.learn.turn.now"
    assert len(set(first)) == ROUNDS
    assert main_lesson(play_moves(SETUP, GOOD_CALL)).who_key == "silver.learn.amulet.who_works"


def test_the_numbers_and_names_are_those_of_the_table():
    tr = Translator("en")

    def words(moment, place):
        lesson = list_lessons(*MOMENTS[moment])[place]
        return " ".join(tr(key, **lesson.args) for key in (lesson.now_key, lesson.who_key, lesson.rule_key))

    assert "4 cards or fewer" in words("first", 2)
    assert "Bruno may lay it" in words("amulet", 0)
    assert "limit of 60" in words("points", 1)
    assert "falls to 30" in words("points", 1)


def test_the_amulet_of_an_earlier_game_stays_with_its_holder():
    again = play_moves(Setup(NAMES[:3], start=0, amulet=2, amulet_works=True))
    assert Translator("en")(main_lesson(again).who_key, **main_lesson(again).args).startswith(
        "Chloe may lay it"
    )


def test_a_call_with_too_many_cards_is_explained_and_a_slip_of_the_finger_is_not():
    rule = find_rule(error("silver.problem.caller_cards"))
    assert rule is not None
    assert "4 cards or fewer" in Translator("en")(rule, **RULE_NUMBERS)
    assert find_rule(error("silver.problem.sum_impossible")) is None


def test_every_rule_behind_a_refusal_is_filled_by_the_numbers_of_the_rules():
    written = Translator("en").entries(LANGUAGES["en"], "silver")
    rules = [find_rule(error(key)) for key in written if key.startswith("silver.problem.")]
    assert len([rule for rule in rules if rule]) > 4
    for rule in filter(None, rules):
        assert "{" not in Translator("en")(rule, **RULE_NUMBERS), rule
