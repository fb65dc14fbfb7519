"""Found dead, voted out, assassinated: how the living become Ghosts and what follows."""

import pytest

from companion.games.cultists.moves import Assassinate, Book, Correct, Dead, Declare, Next, Revealed, Vote
from companion.games.cultists.state import Cause, Death, Phase


def test_a_murder_must_be_voted_on_before_the_phase_ends(playing, go_to, refused):
    running = playing(5)
    go_to(running, 1, "action")
    state = running.play(Dead(3, by=1))
    assert (state.phase, state.subject_seat, state.ghosts) == (Phase.VOTE, 3, (3,))
    assert state.deaths == (Death(3, Cause.FOUND_DEAD, 1),)
    assert refused(running, Next()) == ("awaits_vote", {})
    assert refused(running, Dead(4)) == ("awaits_vote", {})
    state = running.play(Vote((None,) * 5))
    assert (state.phase, state.vote.murder, state.vote_token) == (Phase.ACTION, 3, True)
    running.play(Next())


def test_the_dead_stay_dead(playing, refused):
    running = playing(4, automa=True)
    running.play(Dead(1))
    running.play(Vote((None,) * 4))
    assert refused(running, Dead(1)) == ("is_ghost", {"seat": 1, "name": "Player 2"})
    running.play(Dead(4))
    running.play(Vote((None,) * 4))
    assert refused(running, Dead(4)) == ("automa_is_ghost", {})
    assert running.state.living == running.state.living_players == (0, 2, 3)


@pytest.mark.parametrize(
    ("by", "code"), [(2, "found_by_self"), (4, "need_player"), (5, "no_such_seat"), (-1, "no_such_seat")]
)
def test_a_body_is_found_by_another_living_player(playing, refused, by, code):
    assert refused(playing(4, automa=True), Dead(2, by))[0] == code


def test_a_vote_may_be_started_once_a_round(playing, go_to, refused):
    running = playing(5)
    nobody = (None,) * 5
    assert refused(running, Vote(nobody, called_by=1)) == ("action_phase", {})
    state = go_to(running, 1, "action")
    assert state.can_start_vote
    state = running.play(Vote(nobody, called_by=1))
    assert (state.vote_token, state.can_start_vote, state.vote.called_by) == (False, False, 1)
    assert refused(running, Vote(nobody, called_by=2)) == ("need_vote_token", {})
    assert go_to(running, 2, "movement").vote_token
    go_to(running, 2, "action")
    assert running.play(Vote(nobody, called_by=2)).vote.round == 2


def test_a_vote_after_a_murder_does_not_use_the_token(playing, go_to, refused):
    running = playing(5)
    go_to(running, 1, "action")
    running.play(Dead(3))
    assert refused(running, Vote((None,) * 5, called_by=1)) == ("vote_is_compulsory", {})
    assert running.play(Vote((None,) * 5)).vote_token
    assert refused(running, Vote((None,) * 5, called_by=3)) == ("need_living", {})
    running.play(Vote((None,) * 5, called_by=1))
    running.play(Dead(2))
    assert running.play(Vote((None,) * 5)).phase is Phase.ACTION


def test_neither_the_automa_nor_a_stranger_starts_a_vote(playing, go_to, refused):
    running = playing(4, automa=True)
    go_to(running, 1, "action")
    assert refused(running, Vote((None,) * 4, called_by=4)) == ("need_player", {})
    assert refused(running, Vote((None,) * 4, called_by=5))[0] == "no_such_seat"


@pytest.mark.parametrize("phase", ["movement", "event", "action", "clean_up"])
def test_a_vote_whose_cause_is_not_told_may_be_recorded_in_any_phase(playing, go_to, phase):
    running = playing(5)
    go_to(running, 1, phase)
    state = running.play(Vote((1, 1, 1, None, None)))
    assert (state.vote.eliminated, state.ghosts, state.vote_token) == (1, (1,), True)
    assert state.deaths == (Death(1, Cause.VOTED_OUT, 1),)


def test_with_one_cultist_the_table_always_says_whether_that_was_the_one(playing, refused):
    running = playing(5)
    state = running.play(Vote((1,) * 5))
    assert (state.phase, state.subject_seat) == (Phase.REVEALED, 1)
    assert refused(running, Revealed(2, False)) == ("awaits_revealed", {})
    assert refused(running, Revealed(5, False))[0] == "no_such_seat"
    assert running.play(Revealed(1, False)).phase is Phase.MOVEMENT
    assert refused(running, Revealed(1, False)) == ("nothing_to_reveal", {})


@pytest.mark.parametrize("move", [Next(), Book("orange"), Dead(2), Vote((2,) * 5), Correct(points=3)])
def test_a_table_that_plays_on_has_said_that_it_was_not_the_last_cultist(playing, move):
    running, asked = playing(5), playing(5)
    running.play(Vote((1,) * 5))
    asked.play(Vote((1,) * 5))
    asked.play(Revealed(1, False))
    assert running.play(move) == asked.play(move)


def test_a_move_that_is_refused_answers_nothing(playing, refused):
    running = playing(5)
    running.play(Vote((1,) * 5))
    assert refused(running, Declare(2, True)) == ("declare_phase", {})
    assert running.state.phase is Phase.REVEALED
    running.play(Book("orange"))
    assert running.play(Revealed(1, True)).outcome is not None


def test_with_two_cultists_the_first_who_is_out_cannot_be_the_last(playing):
    running = playing(7)
    assert running.play(Vote((1,) * 7)).phase is Phase.MOVEMENT
    assert running.play(Vote((2,) * 7)).phase is Phase.REVEALED
    assert running.play(Revealed(2, False)).phase is Phase.MOVEMENT
    assert running.play(Vote((3,) * 7)).phase is Phase.REVEALED


def test_a_cultist_found_dead_counts_among_those_who_may_be_out(playing):
    running = playing(8)
    running.play(Dead(5))
    assert running.play(Vote((1,) * 8)).phase is Phase.REVEALED


# The Assassin -----------------------------------------------------------------------------------------


def test_the_assassin_kills_without_a_vote_and_is_known_from_then_on(playing, go_to, refused):
    running = playing(7, "assassin")
    go_to(running, 1, "action")
    state = running.play(Assassinate(target=2, by=5))
    assert (state.phase, state.assassin, state.ghosts) == (Phase.ACTION, 5, (2,))
    assert state.deaths == (Death(2, Cause.ASSASSINATED, 1),)
    assert refused(running, Assassinate(3, by=4)) == ("other_assassin", {})
    assert refused(running, Assassinate(2, by=5)) == ("is_ghost", {"seat": 2, "name": "Player 3"})
    assert running.play(Assassinate(3, by=5)).phase is Phase.REVEALED


def test_the_assassin_is_no_cultist(playing, go_to, refused):
    running = playing(7, "assassin")
    go_to(running, 1, "action")
    running.play(Assassinate(target=2, by=5))
    assert running.play(Vote((5,) * 7)).phase is Phase.ACTION
    running.undo()
    running.play(Assassinate(target=3, by=5))
    running.play(Revealed(3, False))
    assert running.play(Vote((5,) * 7)).phase is Phase.ACTION
    for _ in range(3):
        running.undo()
    running.play(Vote((5,) * 7))
    assert refused(running, Revealed(5, True)) == ("cultists_left", {})
    assert refused(running, Assassinate(target=3, by=5)) == ("need_living", {})


def test_assassinations_have_their_time_and_place(playing, go_to, refused):
    assert refused(playing(7, "assassin"), Assassinate(2, by=5)) == ("action_phase", {})
    running = playing(7)
    go_to(running, 1, "action")
    assert refused(running, Assassinate(2, by=5)) == ("need_assassin", {})
    running = playing(6, "assassin", automa=True)
    go_to(running, 1, "action")
    assert refused(running, Assassinate(2, by=2)) == ("assassinate_self", {})
    assert refused(running, Assassinate(2, by=6)) == ("need_player", {})
    running.play(Dead(0))
    assert refused(running, Assassinate(2, by=5)) == ("awaits_vote", {})
