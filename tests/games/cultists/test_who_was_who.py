"""Who was who, told after the game: the tokens that were dealt, and nothing the game has shown otherwise."""

import pytest

from companion.games.cultists.moves import (
    Assassinate,
    Correct,
    Declare,
    Kills,
    Next,
    Reached,
    Revealed,
    Roles,
    SeerGuess,
    Vote,
)
from companion.games.cultists.rules import GAME, revealed_roles, side_of
from companion.games.cultists.setup import ROLES, Side

FIVE = ("cultist", "seer", "investigator", "investigator", "investigator")


@pytest.fixture
def finished_session(playing):
    """Five with a Seer: the points are reached, and nobody has named the Seer rightly."""
    running = playing(5, "seer")
    running.play(Correct(points=10))
    running.play(SeerGuess(4, hit=False))
    return running


def test_it_is_told_only_after_the_game(playing, refused):
    assert refused(playing(5, "seer"), Roles(FIVE)) == ("roles_too_soon", {})


def test_a_table_that_still_names_the_seer_tells_nothing_yet(playing, refused):
    running = playing(5, "seer")
    running.play(Correct(points=10))
    assert refused(running, Roles(FIVE)) == ("roles_too_soon", {})


def test_it_is_shown_once_it_is_told_and_changes_nothing_else(finished_session):
    before = GAME.public_state(finished_session.state)
    after = GAME.public_state(finished_session.play(Roles(FIVE)))
    assert "roles" not in before
    assert after == {**before, "roles": list(FIVE)}


def test_every_seat_has_one_token(finished_session, refused):
    assert refused(finished_session, Roles(FIVE[:4])) == ("roles_number", {"seats": 5, "given": 4})


@pytest.mark.parametrize(
    "told",
    [
        ("cultist", "cultist", "seer", "investigator", "investigator"),
        ("cultist", "assassin", "investigator", "investigator", "investigator"),
        ("cultist", "nobody", "investigator", "investigator", "investigator"),
    ],
)
def test_only_the_tokens_that_were_dealt_are_told(finished_session, refused, told):
    assert refused(finished_session, Roles(told)) == ("roles_not_the_tokens", {})


def test_told_again_it_replaces_what_was_told_and_undo_brings_that_back(finished_session):
    finished_session.play(Roles(FIVE))
    other = ("seer", "cultist", *FIVE[2:])
    assert finished_session.play(Roles(other)).roles == other
    assert finished_session.undo().roles == FIVE
    assert finished_session.undo().roles is None


def test_nothing_but_the_roles_is_told_after_the_end(finished_session, refused):
    finished_session.play(Roles(FIVE))
    assert refused(finished_session, Next()) == ("over", {})


def test_whoever_the_cultists_named_wrongly_was_not_the_seer(finished_session, refused):
    told = ("cultist", "investigator", "investigator", "investigator", "seer")
    assert refused(finished_session, Roles(told)) == ("roles_seer_missed", {"seat": 4, "name": "Player 5"})


def test_whoever_the_cultists_named_rightly_was_the_seer(playing, refused):
    running = playing(5, "seer")
    running.play(Correct(points=10))
    running.play(SeerGuess(4, hit=True))
    assert tuple(revealed_roles(running.state)) == ((4, "seer"),)
    assert refused(running, Roles(FIVE)) == ("roles_seer", {"seat": 4, "name": "Player 5"})
    told = ("cultist", "investigator", "investigator", "investigator", "seer")
    assert running.play(Roles(told)).roles == told


def test_the_last_cultist_who_was_out_is_one(playing, refused):
    running = playing(5)
    running.play(Vote((2,) * 5))
    running.play(Revealed(2, True))
    told = ("investigator", "investigator", "cultist", "investigator", "investigator")
    other = ("cultist", *("investigator",) * 4)
    assert refused(running, Roles(other)) == ("roles_cultist", {"seat": 2, "name": "Player 3"})
    assert running.play(Roles(told)).roles == told


def test_whoever_declared_was_a_cultist(playing, go_to, refused):
    running = playing(6)
    go_to(running, 2, "clean_up")
    running.play(Declare(3, True))
    other = ("cultist", *("investigator",) * 5)
    assert refused(running, Roles(other)) == ("roles_cultist", {"seat": 3, "name": "Player 4"})


def test_the_assassin_who_struck_is_the_assassin(playing, go_to, refused):
    running = playing(7, "assassin")
    go_to(running, 1, "action")
    running.play(Assassinate(1, by=4))
    running.play(Correct(points=12))
    told = ("cultist", "cultist", "assassin", *("investigator",) * 4)
    assert refused(running, Roles(told)) == ("roles_assassin", {"seat": 4, "name": "Player 5"})
    told = ("cultist", "cultist", "investigator", "investigator", "assassin", "investigator", "investigator")
    assert running.play(Roles(told)).roles == told


@pytest.fixture
def finished_automa_session(playing):
    """Six and the Automa, whose token was the last Cultist's."""
    running = playing(6, "seer", automa=True)
    running.play(Vote((1,) * 6))
    running.play(Vote((6,) * 6))
    running.play(Revealed(6, True))
    running.play(Kills(Reached.NO))
    return running


def test_the_token_of_the_automa_comes_last(finished_automa_session, refused):
    finished_automa_session.play(SeerGuess(0, hit=False))
    plain = ("investigator",) * 3
    assert refused(finished_automa_session, Roles(("cultist", "cultist", "seer", *plain))) == (
        "roles_number",
        {"seats": 7, "given": 6},
    )
    assert refused(
        finished_automa_session, Roles(("investigator", "cultist", "cultist", "seer", *plain))
    ) == (
        "roles_cultist_automa",
        {},
    )
    told = ("investigator", "cultist", "seer", *plain, "cultist")
    assert finished_automa_session.play(Roles(told)).roles == told


@pytest.mark.parametrize(("hit", "code"), [(True, "roles_seer_automa"), (False, "roles_seer_missed_automa")])
def test_the_automa_may_have_been_named_as_the_seer(playing, refused, hit, code):
    running = playing(6, "seer", automa=True)
    running.play(Correct(points=12))
    running.play(SeerGuess(6, hit=hit))
    plain = ("investigator",) * 4
    wrong = ("cultist", "cultist", "seer", *plain) if hit else ("cultist", "cultist", *plain, "seer")
    assert refused(running, Roles(wrong)) == (code, {})


def test_every_role_but_the_cultist_sits_in_an_investigators_seat():
    sides = {role: side_of(role) for role in ROLES}
    assert [role for role, side in sides.items() if side is Side.CULTISTS] == ["cultist"]


def test_a_change_of_the_past_that_the_roles_deny_takes_them_out_and_says_why(finished_session):
    finished_session.play(Roles(FIVE))
    # The Cultists named another, and were right.
    revision = finished_session.preview_edit({1: (SeerGuess(2, hit=True),)})
    (lost,) = revision.dropped_moves
    assert (lost.move, lost.problem.key) == (Roles(FIVE), "cultists.problem.roles_seer")


def test_a_change_of_the_past_that_fits_the_roles_keeps_them(finished_session):
    finished_session.play(Roles(FIVE))
    revision = finished_session.preview_edit({1: (SeerGuess(2, hit=False),)})
    assert not revision.dropped_moves
    assert revision.state.roles == FIVE
