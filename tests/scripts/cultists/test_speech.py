"""Spoken lines of a game: exactly the closed set that can be recorded."""

import random
import re
from itertools import product

import pytest

from companion.core.game import IllegalMove
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Colour,
    Confronted,
    Correct,
    Dead,
    Declare,
    Entrances,
    Event,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    HazardCard,
    Kills,
    Next,
    PowerRestored,
    Reached,
    Revealed,
    SeerGuess,
    ShelfCompleted,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.rules import apply, start
from companion.games.cultists.setup import Options, Setup, VoteRule
from companion.games.cultists.state import Phase, draw_token
from companion.i18n.translator import Translator
from companion.scripts.cultists.speech import (
    count_to_three_lines,
    list_lines,
    move_lines,
    opening_lines,
    status_lines,
    vote_call_lines,
)
from tests.cases import sample

ENGLISH = Translator("en")
STRICT = Options(vote_rule=VoteRule.BEAT_ABSTENTIONS, points_beat_kills=False)


def seat(players, *roles, **choices):
    return Setup(tuple("ABCDEFGH"[:players]), roles=roles, **choices)


TABLES = [
    seat(4, automa=True),
    seat(5, "seer", first_game=True),
    seat(6, "seer", "firestarter", "zombie"),
    seat(6, "seer", "firestarter", "assassin", "fish", automa=True),
    seat(7, "firestarter", "assassin", "chicken", options=STRICT),
    seat(8, "seer", "engineer", "firestarter", "assassin", options=STRICT),
]


# Whole games ------------------------------------------------------------------------------------------


def some_move(state, luck):
    """Anything that anybody could try to record now; the rules refuse what does not fit."""
    seats = range(state.setup.seats)
    somebody, other, room = luck.choice(seats), luck.choice(seats), luck.choice(list(Colour)).value
    targets = [None, *state.living]
    ballots = tuple(luck.choice(targets) for _ in state.setup.players)
    votes = [Vote(ballots), Vote((somebody,) * len(ballots)), Vote(ballots, called_by=other)]
    answers = {
        Phase.REVEALED: [Revealed(state.pending_reveal, luck.random() < 0.3)],
        Phase.KILLS: [Kills(reached) for reached in Reached],
        Phase.SEER_GUESS: [SeerGuess(somebody, luck.random() < 0.5)],
        Phase.VOTE: votes,
        Phase.EVENT: [Event(draw_token(state.bag, luck.randrange))] if state.bag else [],
    }
    usual = [Next()] * 12 + [
        *(Explored(room), Book(room), BookBack(room), ShelfCompleted("orange"), ShelfCompleted(room, 3)),
        *(Hazard(HazardCard.FAILURE, room), Hazard(HazardCard.SABOTAGE), Confronted(room), FishmanScared()),
        *(PowerRestored(), GateClosed(), Entrances(Colour.BLUE), Dead(somebody), *votes),
        *(Assassinate(somebody, other), Declare(somebody, luck.random() < 0.5)),
        *(
            Correct(knife=somebody),
            Correct(power=luck.random() < 0.5),
            Correct(closes_in=luck.randrange(1, 6)),
        ),
    ]
    return luck.choice(answers.get(state.phase) or usual)


def steps(setup, luck):
    """(before, after) for every move of one whole game."""
    state = start(setup)
    while state.phase is not Phase.OVER:
        try:
            after = apply(state, some_move(state, luck))
        except IllegalMove:
            continue
        yield state, after
        state = after


@pytest.mark.parametrize("games", sample([6, 40]))
@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: f"{len(setup.players)}{'+' * setup.automa}")
def test_a_whole_game_says_only_lines_of_the_set(setup, games):
    known = set(list_lines())
    for seed in range(games):
        heard = {*opening_lines(start(setup))}
        for before, after in steps(setup, random.Random(seed)):
            heard |= {*move_lines(before, after), *status_lines(after)}
        assert heard <= known
        assert any(line.startswith("cultists.say.wins.") for line in heard)


def test_each_line_is_said_in_some_game():
    heard = {*vote_call_lines(), *count_to_three_lines()}
    for setup in TABLES:
        first = start(setup)
        heard |= {*opening_lines(first), *status_lines(first)}
        for target in (first.target - 1, first.target, first.target + 1):
            for points in range(target):
                heard |= {*status_lines(apply(first, Correct(points=points, target=target)))}
    # As many games as it takes; that they say nothing else is proven above.
    for seed, setup in product(range(150), TABLES):
        if heard == set(list_lines()):
            break
        for before, after in steps(setup, random.Random(seed)):
            heard |= {*move_lines(before, after), *status_lines(after)}
    assert heard == set(list_lines())


def test_the_lines_can_be_read_aloud_as_they_stand():
    for line in list_lines():
        words = ENGLISH(line)
        assert re.fullmatch(r"[A-Z][A-Za-z ,:’.?-]+[.?]", words), line
        assert words.count(".") <= 3, line
    assert not ENGLISH.missing


def test_no_line_is_there_twice_and_there_are_not_too_many_to_record():
    assert len(set(list_lines())) == len(list_lines()) < 100


# One move after the other -----------------------------------------------------------------------------


@pytest.fixture
def table():
    """A game of which the words after the last of some moves are asked for."""

    class Running:
        def __init__(self, *table, **choices):
            self.state = start(seat(*table, **choices))

        def play(self, *moves):
            for move in moves:
                before, self.state = self.state, apply(self.state, move)
                lines = move_lines(before, self.state)
            return [ENGLISH(line) for line in lines]

        def to_actions(self, event="no_connection"):
            return self.play(Next(), Event(event), Next())

        def next_round(self, event="no_connection"):
            """From the Action phase to the next one."""
            self.play(Next(), Next())
            return self.to_actions(event)

    return Running


def test_new_game_speaks_round_and_phase():
    assert [ENGLISH(line) for line in opening_lines(start(seat(5)))] == [
        "Round one.",
        "Movement. The Knife begins.",
    ]


def test_each_phase_is_called(table):
    game = table(7)
    assert game.play(Next()) == ["Draw an event."]
    assert game.play(Event("evil_eyes")) == ["Evil eyes watch you. Read the token."]
    assert game.play(Next()) == ["Actions. The Knife begins."]
    assert game.play(Next()) == ["Clean-up."]
    assert game.play(Next()) == ["Round two.", "Movement. The Knife begins."]


def test_a_lone_cultist_is_asked_in_the_clean_up(table):
    game = table(5)
    game.to_actions()
    assert game.play(Next()) == ["Clean-up. Does the Cultist declare?"]


@pytest.mark.parametrize(
    "event", ["no_connection", "evil_eyes", "unlisted", "broken_glass", "handheld_camera"]
)
def test_events_that_nobody_knows_point_at_their_token(table, event):
    words = table(7).play(Next(), Event(event))
    assert len(words) == 1
    assert words[0].endswith("Read the token.")


def test_lightning_speaks_the_new_state_of_the_power(table):
    game = table(6)
    (words,) = game.play(Next(), Event("lightning"))
    assert "the power is off" in words
    assert game.play(Next(), PowerRestored()) == ["The power is on."]
    game.play(Next(), Next(), Next())
    (words,) = game.play(Event("lightning"))
    assert "the power is off" in words
    game.play(Next(), Next(), Next())
    assert game.play(Correct(power=True)) == ["The power is on."]


def test_the_gate_is_counted_down_and_may_expire(table):
    game = table(6)
    assert game.play(Next(), Event("gate_opens")) == [
        "The Gate opens in the green room.",
        "Three Action phases are left to close the Gate.",
    ]
    game.play(Next())
    assert game.play(Next(), Next())[1] == "Two Action phases are left to close the Gate."
    game.to_actions()
    assert game.play(Next(), Next()) == [
        "Round three.",
        "Only one Action phase is left to close the Gate.",
        "Movement. The Knife begins.",
    ]
    game.to_actions("lightning")
    assert game.play(Next())[:2] == ["The Gate stays open.", "The goal is one point farther."]
    assert "The Gate stays open." in [ENGLISH(line) for line in status_lines(game.state)]


def test_four_chances_are_spoken_if_the_opening_round_does_not_count(table):
    game = table(5, options=Options(gate_counts_opening_round=False))
    assert game.play(Next(), Event("gate_opens"))[1] == "Four Action phases are left to close the Gate."


def test_a_gate_that_is_closed_brings_the_goal_nearer(table):
    game = table(8)
    game.to_actions("gate_opens")
    assert game.play(GateClosed()) == ["The Gate is closed.", "The goal is one point nearer."]
    assert game.play(Next(), Next()) == ["Round two.", "Movement. The Knife begins."]


def test_a_gate_that_opens_too_late_promises_nothing(table):
    game = table(5)
    game.play(Correct(round=9), Next())
    assert game.play(Event("gate_opens")) == ["The Gate opens in the green room.", "The Gate is open."]


def test_corrected_gate_is_spoken_again(table):
    game = table(5)
    game.to_actions("gate_opens")
    assert game.play(Correct(closes_in=1)) == ["Only one Action phase is left to close the Gate."]
    assert game.play(Correct(knife=3)) == []


def test_a_body_calls_everyone_to_vote(table):
    game = table(5)
    game.to_actions()
    assert game.play(Dead(2)) == ["A murder is revealed. Talk about it, then everyone votes."]


def test_the_count_to_three_ends_with_open_eyes():
    words = [ENGLISH(line) for line in (*vote_call_lines(), *count_to_three_lines())]
    assert words == [
        "Everyone, eyes shut. Point at one character, or keep your fist closed.",
        *("One.", "Two.", "Three.", "Open your eyes."),
    ]


@pytest.mark.parametrize(
    ("ballots", "strict", "words"),
    [
        ((None,) * 7, False, "Everyone abstained. Nobody is out."),
        ((1, 1, 1, None, None, None, None), False, "Too many abstentions. Nobody is out."),
        ((2, 0, 0, 0, None, None, None), True, "Too many abstentions. Nobody is out."),
        ((1, 2, 1, 2, None, None, 2), False, "A tie. Nobody is out."),
        ((1, 1, 1, 1, None, None, 2), False, "A character is out, and plays on as a Ghost."),
    ],
)
def test_a_vote_says_how_it_ended_but_no_name(table, ballots, strict, words):
    game = table(7, options=Options(vote_rule=VoteRule.BEAT_ABSTENTIONS if strict else VoteRule.LITERAL))
    game.to_actions()
    assert game.play(Vote(ballots)) == [words]
    # The same vote once more is news again, unless its one candidate is out.
    if game.state.vote.eliminated is None:
        assert game.play(Vote(ballots)) == [words]


def test_eliminated_player_may_have_been_the_last_cultist(table):
    game = table(5)
    game.to_actions()
    out, ask = game.play(Vote((3, 3, 3, None, None)))
    assert (out, ask) == (
        "A character is out, and plays on as a Ghost.",
        "New Ghost, if you were the last living Cultist, show your role now.",
    )
    assert game.play(Revealed(3, False)) == ["The game goes on."]


def test_the_automa_cannot_answer_for_itself(table):
    lone = table(4, automa=True)
    lone.to_actions()
    assert lone.play(Vote((4,) * 4))[1:] == ["Turn over the Automa’s role token."]
    two = table(6, automa=True)
    two.to_actions()
    two.play(Vote((3,) * 6))
    assert two.play(Vote((6,) * 6))[1:] == [
        "If the Automa was the last living Cultist, its partner says so now."
    ]


def test_an_assassination_has_no_vote(table):
    game = table(8, "assassin")
    game.to_actions()
    assert game.play(Assassinate(2, 1)) == ["The Assassin has killed. There is no vote."]


def test_full_shelf_speaks_the_points(table):
    game = table(5)
    game.play(Book("orange"), Book("orange"))
    assert game.play(Book("orange")) == []
    assert game.play(Book("orange")) == ["A shelf is full.", "Four points."]
    assert game.play(Shelves((ShelfValue("pink", 3, 3),))) == []
    assert game.play(Correct(points=2)) == ["Two points."]


def test_the_fishman_comes_and_goes(table):
    game = table(5)
    game.to_actions()
    assert game.play(Hazard(HazardCard.SABOTAGE)) == ["The Fishman is in the building."]
    assert game.play(Hazard(HazardCard.SABOTAGE)) == []
    assert game.play(FishmanScared()) == ["The Fishman is back in the lake."]


# The ends ---------------------------------------------------------------------------------------------


def test_the_goal_is_reached_and_the_seer_not_found(table):
    game = table(5, "seer")
    game.play(Correct(points=8))
    assert game.play(ShelfCompleted("orange")) == [
        "A shelf is full.",
        "The goal is reached.",
        "The Cultists have one guess. Who is the Seer?",
    ]
    assert game.play(SeerGuess(2, False)) == ["That was not the Seer.", "The Investigators win."]


def test_the_seer_beats_the_goal(table):
    game = table(5, "seer")
    game.play(Correct(points=10))
    assert game.play(SeerGuess(2, True)) == ["The Seer is found.", "The Cultists win."]


def test_time_runs_out(table):
    game = table(7)
    game.play(Correct(round=10))
    assert ENGLISH(status_lines(game.state)[0]) == "Round ten, the last one."
    game.to_actions()
    assert game.play(Next(), Next()) == [
        "Ten rounds are over, and the goal is not reached.",
        "The Cultists win.",
    ]
    assert move_lines(game.state, game.state) == ()


@pytest.mark.parametrize(
    ("right", "words"),
    [
        (True, ["Enough Investigators are dead.", "The Cultists win."]),
        (
            False,
            [
                "The Cultist has declared, but not enough Investigators are dead.",
                "The Investigators win.",
            ],
        ),
    ],
)
def test_a_declaration_ends_the_game(table, right, words):
    game = table(5)
    game.to_actions()
    assert game.play(Next(), Declare(1, right)) == words


@pytest.mark.parametrize(
    ("reached", "words"),
    [
        (Reached.NO, ["No Cultist is left.", "The Investigators win."]),
        (
            Reached.THIS_ROUND,
            ["No Cultist is left, and their last kill came too late.", "The Investigators win."],
        ),
        (Reached.EARLIER, ["Enough Investigators were dead already.", "The Cultists win."]),
    ],
)
def test_with_two_cultists_the_pulse_decks_decide(table, reached, words):
    game = table(7)
    game.to_actions()
    game.play(Vote((3,) * 7), Vote((4,) * 7))
    assert game.play(Revealed(4, True)) == ["No Cultist is left.", "Check all pulse decks."]
    assert game.play(Kills(reached)) == words


def test_the_automa_was_the_cultist(table):
    game = table(4, automa=True)
    game.to_actions()
    game.play(Vote((4,) * 4))
    assert game.play(Revealed(4, True)) == ["The Automa was the Cultist.", "Check all pulse decks."]
    assert game.play(Kills(Reached.EARLIER)) == ["Enough Investigators are dead.", "The Cultists win."]


def test_points_and_kills_are_spoken_if_kills_beat_points(table):
    game = table(8, options=Options(points_beat_kills=False))
    assert game.play(Correct(points=13)) == ["The goal is reached.", "Check all pulse decks."]
    lines = [ENGLISH(line) for line in status_lines(game.state)]
    assert lines == ["The goal is reached.", "Check all pulse decks."]
    assert game.play(Kills(Reached.EARLIER)) == [
        "Enough Investigators were dead already.",
        "The Cultists win.",
    ]


# Status -----------------------------------------------------------------------------------------------


def test_status_speaks_round_phase_points_power_gate_and_ghosts(table):
    game = table(6)
    game.to_actions("gate_opens")
    game.play(Dead(2))
    words = [ENGLISH(line) for line in status_lines(game.state)]
    assert words[1] == "A murder is revealed. Talk about it, then everyone votes."
    game.play(Vote((None,) * 6), ShelfCompleted("orange"), Next(), Next())
    game.play(Next(), Event("lightning"))
    words = [ENGLISH(line) for line in status_lines(game.state)]
    assert words == [
        "Round two.",
        ENGLISH("cultists.say.lightning.power_off"),
        "Four points.",
        "The goal is twelve.",
        "The power is off.",
        "Two Action phases are left to close the Gate.",
        "One Ghost.",
    ]
