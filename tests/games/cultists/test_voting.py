"""Counting of votes by the literal and by the stricter rule."""

import json
from itertools import product

import pytest

from companion.games.cultists.moves import Correct, Dead, Keep, Vote
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Options, Setup, VoteRule
from companion.games.cultists.voting import (
    KnifeEffect,
    VoteReason,
    count_votes,
    decide_vote,
    is_possible_count,
)
from companion.games.game_file import parse_record, replay

NAMES = ["Ada", "Bruno", "Chloe", "Dara", "Eleni", "Farid", "Gina", "Hugo"]
A, B = 1, 2
NOBODY = None

Ended = tuple[int | None, str]

# What the vectors of the rules say: seats, ballots, the Knife's new vote, and who is out by each rule.
# Seat 0 holds the Knife.
VECTORS: dict[str, tuple[int, list[int | None], dict[str, int | None], Ended, Ended]] = {
    "2 H, 2 S, 2 abstain": (6, [A, A, B, B, None, None], {}, (NOBODY, "tie"), (NOBODY, "tie")),
    "3 H, 1 S, 2 abstain": (6, [A, A, A, B, None, None], {}, (A, "majority"), (A, "majority")),
    "3 H, 3 abstain": (6, [A, A, A, None, None, None], {}, (NOBODY, "abstentions"), (NOBODY, "abstentions")),
    "3 A with the Knife, 2 B, 1 abstains, the Knife goes to B": (
        6,
        [A, A, A, B, B, None],
        {"knife_changes_to": B},
        (B, "majority"),
        (B, "majority"),
    ),
    "2 A, 2 B with the Knife, 1 abstains, the Knife abstains": (
        5,
        [B, A, A, B, None],
        {"knife_changes_to": None},
        (A, "majority"),
        (NOBODY, "abstentions_not_beaten"),
    ),
    "the Knife and 1 on A, 3 on B, 2 abstain": (
        7,
        [A, A, B, B, B, None, None],
        {},
        (NOBODY, "tie"),
        (NOBODY, "tie"),
    ),
    "the Knife abstains, 2 on A, 1 on B, 3 abstain": (
        7,
        [None, A, A, B, None, None, None],
        {},
        (NOBODY, "abstentions"),
        (NOBODY, "abstentions"),
    ),
    "everybody abstains": (
        8,
        [None] * 8,
        {},
        (NOBODY, "all_abstained"),
        (NOBODY, "all_abstained"),
    ),
}


@pytest.mark.parametrize("rule", ["literal", "beatAbstentions"])
@pytest.mark.parametrize("name", VECTORS)
def test_a_vote_alone_is_a_record_and_ends_as_the_rules_say(name, rule):
    players, ballots, change, literal, strict = VECTORS[name]
    record = {
        "format": 1,
        "game": "cultists",
        "setup": {"players": NAMES[:players], "options": {"voteRule": rule}},
        "moves": [{"move": "vote", "ballots": ballots, **change}],
    }
    *_, state = replay(parse_record(json.dumps(record)))
    vote = CULTISTS.public_state(state)["vote"]
    assert (vote["eliminated"], vote["why"]) == (literal if rule == "literal" else strict)
    assert state.ghosts == (() if vote["eliminated"] is None else (vote["eliminated"],))


def test_the_disputed_example_of_seven_votes_depends_on_the_rule():
    assert decide_vote({A: 3, B: 1}, 3, VoteRule.LITERAL).eliminated == A
    assert decide_vote({A: 3, B: 1}, 3, VoteRule.BEAT_ABSTENTIONS).eliminated is None


def test_the_result_carries_all_that_a_screen_explains(playing):
    running = playing(7)
    vote = running.play(Vote((A, B, B, A, None, None, A), called_by=None)).vote
    assert (vote.tally, vote.abstentions, vote.votes_cast) == (((A, 4), (B, 2)), 2, 6)
    assert (vote.leaders, vote.eliminated, vote.reason) == ((A,), A, VoteReason.MAJORITY)
    assert (vote.knife, vote.ballots) == (KnifeEffect.DOUBLED, (A, B, B, A, None, None, A))
    shown = CULTISTS.public_state(running.state)["vote"]
    assert shown["tally"] == {"1": 4, "2": 2}
    assert list(shown["tally"]) == ["1", "2"]


def test_a_knife_that_stays_and_one_that_goes_to_an_abstention_are_two_things(playing):
    ballots = (A, A, A, B, B)
    kept = playing(5).play(Vote(ballots)).vote
    gone = playing(5).play(Vote(ballots, knife_changes_to=None)).vote
    assert (kept.tally, kept.abstentions, kept.knife) == (((A, 3), (B, 2)), 0, None)
    assert (gone.tally, gone.abstentions, gone.knife) == (((A, 2), (B, 2)), 1, KnifeEffect.CHANGED)
    assert (gone.changed_from, gone.ballots) == (A, (None, A, A, B, B))


def test_the_knife_changes_votes_at_small_tables_only(playing, refused):
    ballots = (A, A, A, B, B)
    assert refused(playing(7), Vote((*ballots, B, B), knife_changes_to=B)) == ("knife_doubles", {})
    seven = (*ballots, B, B)
    assert playing(7).play(Vote(seven, knife_changes_to=None)).vote == playing(7).play(Vote(seven)).vote
    strict = playing(5, options={"knife_may_abstain": False})
    assert refused(strict, Vote(ballots, knife_changes_to=None)) == ("knife_no_abstention", {})
    assert strict.play(Vote(ballots, knife_changes_to=B)).vote.eliminated == B


def ghost_with_the_knife(running):
    running.play(Dead(0))
    return running


def test_a_ghost_does_not_use_the_knife_unless_the_table_wants_it(playing, refused):
    ballots = (A, A, A, B, B)
    running = ghost_with_the_knife(playing(5))
    name = {"seat": 0, "name": "Player 1"}
    assert refused(running, Vote(ballots, knife_changes_to=B)) == ("knife_of_ghost", name)
    running = ghost_with_the_knife(playing(5, options={"ghost_uses_knife": True}))
    assert running.play(Vote(ballots, knife_changes_to=B)).vote.eliminated == B

    seven = (A, A, B, B, None, None, None)
    plain = ghost_with_the_knife(playing(7)).play(Vote(seven)).vote
    assert (plain.tally, plain.knife) == (((A, 2), (B, 2)), None)
    double = ghost_with_the_knife(playing(7, options={"ghost_uses_knife": True})).play(Vote(seven)).vote
    assert (double.tally, double.knife) == (((A, 3), (B, 2)), KnifeEffect.DOUBLED)


def test_a_doubled_abstention_is_a_choice_of_the_table(playing):
    ballots = (None, A, A, A, B, None, None)
    assert playing(7).play(Vote(ballots)).vote.abstentions == 4
    once = playing(7, options={"knife_doubles_abstention": False}).play(Vote(ballots)).vote
    assert (once.abstentions, once.eliminated, once.knife) == (3, A, None)


@pytest.mark.parametrize(("players", "seats"), [(4, 5), (6, 7)])
def test_the_automa_abstains_by_itself_and_twice_with_the_knife(playing, players, seats):
    ballots = (A,) * players
    for given in (ballots, (*ballots, None)):
        running = playing(players, automa=True)
        vote = running.play(Vote(given)).vote
        assert (vote.abstentions, len(vote.ballots)) == (1, seats)
    running = playing(players, automa=True, options={"knife_doubles_abstention": False})
    running.play(Correct(knife=players))
    vote = running.play(Vote(ballots)).vote
    assert (vote.abstentions, vote.tally, vote.knife) == (2, ((A, players),), KnifeEffect.DOUBLED)


def test_the_automa_neither_votes_nor_changes_a_vote(playing, refused):
    running = playing(4, automa=True)
    assert refused(running, Vote((A, A, A, A, B))) == ("automa_abstains", {})
    running.play(Correct(knife=4))
    assert refused(running, Vote((A, A, A, B), knife_changes_to=B)) == ("automa_abstains", {})


def test_everyone_votes_and_ghosts_too_but_not_for_ghosts(playing, refused):
    running = playing(5)
    assert refused(running, Vote((A, A, A))) == ("ballots_number", {"seats": 5, "ballots": 3})
    assert refused(running, Vote((A, A, A, B, 5))) == ("no_such_seat", {"seat": 5, "last": 4})
    running.play(Dead(3))
    assert refused(running, Vote((3, 3, 3, A, A))) == ("is_ghost", {"seat": 3, "name": "Player 4"})
    assert refused(running, Vote((A, A, A, B, B), knife_changes_to=3))[0] == "is_ghost"
    assert running.play(Vote((A, A, B, A, B))).vote.eliminated == A


def test_a_table_may_only_count(playing):
    vote = playing(6).play(Vote(counts={"2": 3, "4": 1}, abstentions=2)).vote
    assert (vote.eliminated, vote.tally, vote.ballots) == (2, ((2, 3), (4, 1)), None)
    # With seven seats the Knife makes eight votes.
    assert playing(7).play(Vote(counts={"2": 4, "4": 4, "5": 0}, abstentions=0)).vote.reason is VoteReason.TIE
    running = playing(4, automa=True)
    running.play(Correct(knife=4))
    assert running.play(Vote(counts={"0": 4}, abstentions=2)).vote.eliminated == 0


@pytest.mark.parametrize(
    ("players", "move", "problem"),
    [
        (6, Vote(), ("vote_form", {})),
        (6, Vote(counts={"1": 6}), ("vote_form", {})),
        (6, Vote(abstentions=6), ("vote_form", {})),
        (6, Vote((A,) * 6, abstentions=0), ("vote_form", {})),
        (6, Vote((A,) * 6, counts={}), ("vote_form", {})),
        (6, Vote(counts={"1": 6}, abstentions=0, knife_changes_to=B), ("vote_form", {})),
        (6, Vote(counts={"1": 6}, abstentions=0, knife_changes_to=None), ("vote_form", {})),
        (6, Vote(counts={"6": 6}, abstentions=0), ("count_seat", {"seat": "6", "last": 5})),
        (6, Vote(counts={"one": 6}, abstentions=0), ("count_seat", {"seat": "one", "last": 5})),
        (6, Vote(counts={"1": 6}, abstentions=1), ("count_total", {"total": 7, "expected": 6})),
        (6, Vote(counts={"1": 7}, abstentions=-1), ("count_negative", {})),
        (6, Vote(counts={"1": -1, "2": 7}, abstentions=0), ("count_negative", {})),
        (6, Vote(counts={}, abstentions=-1), ("count_negative", {})),
        (7, Vote(counts={"1": 7}, abstentions=0), ("count_total", {"total": 7, "expected": 8})),
        (7, Vote(counts=dict.fromkeys("0123456", 1), abstentions=1), ("count_knife", {"name": "Player 1"})),
    ],
)
def test_a_vote_that_cannot_have_been_is_refused(playing, refused, players, move, problem):
    assert refused(playing(players), move) == problem


def test_where_an_abstention_counts_once_a_count_may_be_with_and_without_the_knife(playing, refused):
    for votes in (7, 8):
        running = playing(7, options={"knife_doubles_abstention": False})
        assert running.play(Vote(counts={"1": votes - 3}, abstentions=3)).vote.eliminated == 1
    running = playing(7, options={"knife_doubles_abstention": False})
    assert refused(running, Vote(counts={"1": 6}, abstentions=3))[0] == "count_total"


@pytest.mark.parametrize(
    ("players", "knife", "votes", "abstentions", "problem"),
    [
        (4, 0, 5, 0, ("count_automa", {"n": 1})),
        (4, 0, 4, 1, None),
        (4, 4, 5, 1, ("count_automa", {"n": 2})),
        (4, 4, 4, 2, None),
        (6, 6, 8, 0, ("count_automa", {"n": 2})),
        (6, 6, 7, 1, ("count_automa", {"n": 2})),
        (6, 6, 6, 2, None),
        (6, 0, 7, 1, None),
        (6, 0, 8, 0, ("count_automa", {"n": 1})),
    ],
)
def test_no_count_is_without_the_abstention_of_the_automa(
    playing, refused, players, knife, votes, abstentions, problem
):
    running = playing(players, automa=True)
    running.play(Correct(knife=knife))
    move = Vote(counts={"1": votes}, abstentions=abstentions)
    if problem is None:
        assert running.play(move).vote.eliminated == 1
    else:
        assert refused(running, move) == problem


@pytest.mark.parametrize(("votes", "abstentions"), [(7, 0), (0, 8)])
def test_where_an_abstention_counts_once_the_sum_tells_what_the_knife_did(
    playing, refused, votes, abstentions
):
    running = playing(7, options={"knife_doubles_abstention": False})
    move = Vote(counts={"1": votes}, abstentions=abstentions)
    assert refused(running, move) == ("count_knife", {"name": "Player 1"})


@pytest.mark.parametrize("living", [True, False])
@pytest.mark.parametrize("doubles", [True, False])
@pytest.mark.parametrize(("players", "automa"), [(4, True), (5, False), (6, True), (7, False)])
def test_a_count_is_allowed_if_and_only_if_some_ballots_come_to_it(players, automa, doubles, living):
    setup = Setup(
        tuple("ABCDEFG"[:players]), automa=automa, options=Options(knife_doubles_abstention=doubles)
    )
    for knife in (0, setup.seats - 1):
        counted = set()
        for cast in product((None, A, B), repeat=players):
            result = count_votes(setup, [*cast, *([None] * automa)], knife, knife_living=living)
            tally = dict(result.tally)
            counted.add((tally.get(A, 0), tally.get(B, 0), result.abstentions))
        for votes_a, votes_b, abstentions in product(range(-1, players + 3), repeat=3):
            possible = is_possible_count(setup, {A: votes_a, B: votes_b}, abstentions, knife, living)
            assert possible == ((votes_a, votes_b, abstentions) in counted)


def test_keeping_the_vote_is_what_happens_when_nothing_is_said():
    assert Vote((A,)).knife_changes_to is Keep.KEEP
