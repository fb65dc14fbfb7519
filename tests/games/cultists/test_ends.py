"""Every way a game ends, with its reason."""

import pytest

from companion.core.game import Outcome
from companion.games.cultists.moves import (
    Assassinate,
    Correct,
    Dead,
    Declare,
    Kills,
    Next,
    Reached,
    Revealed,
    SeerGuess,
    Vote,
)
from companion.games.cultists.state import Ending, Phase


def investigators(reason):
    return Outcome("investigators", reason)


def cultists(reason):
    return Outcome("cultists", reason)


def out(running, seat):
    """Everybody votes for that seat."""
    return running.play(Vote((seat,) * len(running.setup.players)))


# Points -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "automa", "target"),
    [(4, True, 10), (5, False, 10), (6, False, 12), (6, True, 12), (7, False, 12), (8, False, 13)],
)
def test_the_investigators_win_with_their_points(playing, players, automa, target):
    running = playing(players, automa=automa)
    assert running.play(Correct(points=target - 1)).outcome is None
    assert running.play(Correct(points=target)).outcome == investigators("points_reached")


@pytest.mark.parametrize(
    ("reached", "outcome"),
    [
        (Reached.NO, investigators("points_reached")),
        (Reached.THIS_ROUND, cultists("kills_beat_points")),
        (Reached.EARLIER, cultists("kills_beat_points")),
    ],
)
def test_with_two_cultists_a_table_may_let_kills_beat_points(playing, refused, reached, outcome):
    running = playing(7, options={"points_beat_kills": False})
    state = running.play(Correct(points=12))
    assert (state.phase, state.ending) == (Phase.KILLS, Ending.POINTS)
    assert refused(running, Correct(points=3)) == ("awaits_kills", {})
    assert running.play(Kills(reached)).outcome == outcome


def test_with_one_cultist_points_always_win(playing):
    running = playing(6, options={"points_beat_kills": False})
    assert running.play(Correct(points=12)).outcome == investigators("points_reached")


def test_points_end_the_game_even_while_a_murder_waits_for_its_vote(playing):
    running = playing(5)
    running.play(Dead(1))
    assert running.play(Correct(points=10)).phase is Phase.OVER


# The lone Cultist -------------------------------------------------------------------------------------


def test_the_lone_cultist_voted_out_has_lost_whatever_the_count(playing):
    for players in (5, 6):
        running = playing(players)
        out(running, 2)
        state = running.play(Revealed(2, True))
        assert (state.outcome, state.exposed_cultist) == (investigators("cultists_eliminated"), 2)


@pytest.mark.parametrize(
    ("right", "outcome"), [(True, cultists("declared_rightly")), (False, investigators("declared_wrongly"))]
)
def test_the_lone_cultist_declares_in_a_clean_up(playing, go_to, refused, right, outcome):
    running = playing(4, automa=True)
    assert not running.state.can_declare
    assert refused(running, Declare(1, right)) == ("declare_phase", {})
    assert go_to(running, 3, "clean_up").can_declare
    assert refused(running, Declare(4, right)) == ("need_player", {})
    assert refused(running, Declare(5, right))[0] == "no_such_seat"
    state = running.play(Declare(1, right))
    assert (state.outcome, state.exposed_cultist) == (outcome, 1)


def test_a_ghost_does_not_declare_and_nor_does_one_of_two_cultists(playing, go_to, refused):
    running = playing(5)
    running.play(Dead(1))
    running.play(Vote((None,) * 5))
    go_to(running, 1, "clean_up")
    assert refused(running, Declare(1, True)) == ("is_ghost", {"seat": 1, "name": "Player 2"})
    running.play(Dead(2))
    assert not running.state.can_declare
    assert refused(running, Declare(3, True)) == ("awaits_vote", {})
    for players, automa in ((6, True), (7, False), (8, False)):
        running = playing(players, automa=automa)
        assert not go_to(running, 1, "clean_up").can_declare
        assert refused(running, Declare(1, True)) == ("declare_lone", {"cultists": 2})


# The Automa -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reached", "outcome"),
    [
        (Reached.NO, investigators("cultists_eliminated")),
        (Reached.THIS_ROUND, cultists("automa_kills")),
        (Reached.EARLIER, cultists("automa_kills")),
    ],
)
def test_the_kills_of_an_automa_that_was_the_cultist_beat_the_investigators(playing, reached, outcome):
    running = playing(4, automa=True)
    assert out(running, 4).phase is Phase.REVEALED
    state = running.play(Revealed(4, True))
    assert (state.phase, state.ending, state.exposed_cultist) == (Phase.KILLS, Ending.AUTOMA, 4)
    assert running.play(Kills(reached)).outcome == outcome


def test_the_game_goes_on_when_the_automa_was_no_cultist(playing):
    running = playing(4, automa=True)
    out(running, 4)
    state = running.play(Revealed(4, False))
    assert (state.phase, state.ghosts) == (Phase.MOVEMENT, (4,))


# Two Cultists -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reached", "outcome"),
    [
        (Reached.NO, investigators("cultists_eliminated")),
        (Reached.THIS_ROUND, investigators("kills_too_late")),
        (Reached.EARLIER, cultists("kills_before")),
    ],
)
@pytest.mark.parametrize(("players", "automa"), [(6, True), (7, False), (8, False)])
def test_kills_of_an_earlier_round_snatch_the_game_from_those_who_find_the_last_cultist(
    playing, players, automa, reached, outcome
):
    running = playing(players, automa=automa)
    out(running, 1)
    out(running, 2)
    state = running.play(Revealed(2, True))
    assert (state.phase, state.ending) == (Phase.KILLS, Ending.LAST_CULTIST)
    assert running.play(Kills(reached)).outcome == outcome


def test_the_last_cultist_may_be_assassinated(playing, go_to):
    running = playing(7, "assassin")
    out(running, 1)
    go_to(running, 2, "action")
    running.play(Assassinate(2, by=3))
    running.play(Revealed(2, True))
    assert running.play(Kills(Reached.NO)).outcome == investigators("cultists_eliminated")


def test_a_table_may_say_that_a_ghost_was_the_last_cultist(playing, refused):
    running = playing(7)
    out(running, 1)
    running.play(Dead(2))
    name = {"seat": 3, "name": "Player 4"}
    assert refused(running, Revealed(3, True)) == ("not_a_ghost", name)
    assert running.play(Revealed(2, True)).phase is Phase.KILLS
    running = playing(6, automa=True)
    out(running, 1)
    assert refused(running, Revealed(1, True)) == ("cultists_left", {})
    assert refused(running, Revealed(6, True)) == ("automa_not_a_ghost", {})


# The Seer ---------------------------------------------------------------------------------------------


def seer_asked(running, go_to, way):
    if way == "points":
        return running.play(Correct(points=running.state.target))
    if way == "vote":
        out(running, 2)
        return running.play(Revealed(2, True))
    go_to(running, 1, "clean_up")
    return running.play(Declare(2, False))


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("points", "points_reached"),
        ("vote", "cultists_eliminated"),
        ("declaration", "declared_wrongly"),
    ],
)
def test_naming_the_seer_beats_every_other_result(playing, go_to, refused, way, reason):
    running = playing(5, "seer", options={"guess_after_wrong_declaration": True})
    state = seer_asked(running, go_to, way)
    assert (state.phase, state.pending_outcome, state.outcome) == (
        Phase.SEER_GUESS,
        investigators(reason),
        None,
    )
    assert refused(running, Next()) == ("awaits_seer_guess", {})
    state = running.play(SeerGuess(4, hit=True))
    assert (state.outcome, state.seer_guess_target) == (cultists("seer_named"), 4)
    assert refused(running, SeerGuess(3, hit=True)) == ("over", {})
    running.undo()
    state = running.play(SeerGuess(4, hit=False))
    assert (state.outcome, state.pending_outcome) == (investigators(reason), None)


def test_a_wrong_declaration_ends_the_game_at_once_seer_or_not(playing, go_to, refused):
    for roles in ((), ("seer",)):
        running = playing(6, *roles)
        go_to(running, 2, "clean_up")
        state = running.play(Declare(2, False))
        assert (state.outcome, state.pending_outcome) == (investigators("declared_wrongly"), None)
        assert refused(running, SeerGuess(1, hit=True)) == ("over", {})


def test_a_cultist_who_was_shown_is_not_the_seer(playing, go_to, refused):
    running = playing(5, "seer")
    seer_asked(running, go_to, "vote")
    assert refused(running, SeerGuess(2, True)) == ("not_the_seer", {"seat": 2, "name": "Player 3"})
    assert refused(running, SeerGuess(5, True))[0] == "no_such_seat"
    running = playing(6, "seer", automa=True)
    out(running, 1)
    out(running, 6)
    running.play(Revealed(6, True))
    running.play(Kills(Reached.NO))
    assert refused(running, SeerGuess(6, True)) == ("automa_not_the_seer", {})


def test_the_seer_is_named_once_the_investigators_have_won_and_if_there_is_one(playing, go_to, refused):
    assert refused(playing(5, "seer"), SeerGuess(1, True)) == ("seer_guess_early", {})
    assert refused(playing(5), SeerGuess(1, True)) == ("no_seer", {})
    running = playing(8, "seer", options={"points_beat_kills": False})
    running.play(Correct(points=13))
    running.play(Kills(Reached.NO))
    assert running.state.phase is Phase.SEER_GUESS
    running = playing(5, "seer")
    go_to(running, 10, "clean_up")
    assert running.play(Next()).outcome == cultists("time_up")


# Counting the dead ------------------------------------------------------------------------------------


def test_only_a_dead_card_counts_unless_the_table_wants_it_otherwise(playing, go_to):
    """A vote and an assassination put no card into anybody's pulse deck."""
    for options, counted in (({}, (3,)), ({"voted_out_count_as_dead": True}, (3, 1, 5))):
        running = playing(8, "assassin", options=options)
        running.play(Dead(3))
        out(running, 1)
        running.play(Revealed(1, False))
        go_to(running, 1, "action")
        running.play(Assassinate(5, by=2))
        assert running.state.counted_dead == counted


def test_those_voted_out_count_as_dead_if_the_table_wants_it(playing):
    for counted in (True, False):
        running = playing(8, options={"voted_out_count_as_dead": counted})
        running.play(Dead(3))
        out(running, 1)
        running.play(Revealed(1, False))
        assert running.state.counted_dead == ((3, 1) if counted else (3,))
        out(running, 2)
        assert running.play(Revealed(2, True)).counted_dead == ((3, 1) if counted else (3,))


def test_after_the_end_nothing_more_happens(playing, refused):
    running = playing(5)
    running.play(Correct(points=10))
    for move in (Next(), Dead(1), Vote((None,) * 5), Correct(points=1), Kills(Reached.NO)):
        assert refused(running, move) == ("over", {})


def test_pulse_decks_are_checked_when_asked_for(playing, refused):
    assert refused(playing(7), Kills(Reached.EARLIER)) == ("kills_not_asked", {})
