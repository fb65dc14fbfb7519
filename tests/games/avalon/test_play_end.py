"""Plot cards, cheating, and how games end."""

import pytest

from companion.core.game import Outcome
from companion.games.avalon.rules import seat_sides
from companion.games.avalon.setup import PlotCards, Side, deck
from companion.games.avalon.state import Assassinate, Cheat, Lady, Phase, Plot, Propose, Roles, Vote


def test_plot_cards_are_a_reminder_that_nothing_waits_for(playing, send, refused):
    running = playing(7, options={"plot_cards": PlotCards.TWO_OR_THREE})
    assert running.state.plot_cards_due == 2
    running.play(Propose((0, 1)))
    state = running.play(Plot(2))
    assert (state.plot_cards_due, state.phase, state.team) == (0, Phase.VOTE, (0, 1))
    assert refused(running, Plot(2)) == ("plot_drawn", {})
    running.undo()
    running.undo()
    state = send(running)
    assert (state.round, state.plot_cards_due) == (2, 2)
    assert refused(running, Plot(3)) == ("plot_number", {"n": 2, "cards": 3})


def test_plot_cards_are_drawn_while_there_are_quests_and_if_they_are_in_play(playing, send, refused):
    assert refused(playing(7), Plot(2)) == ("no_plot_cards", {})
    running = playing(7, options={"plot_cards": PlotCards.TWO_OR_THREE})
    for _ in range(3):
        send(running)
    assert running.state.plot_cards_due == 0
    assert refused(running, Plot(2))[0] == "awaits_assassinate"


@pytest.mark.parametrize(("side", "winner"), [(Side.GOOD, "evil"), (Side.EVIL, "good")])
def test_the_side_that_shows_a_wrong_loyalty_card_loses(playing, send, side, winner):
    running = playing(7, lady=True)
    send(running)
    send(running)
    assert running.play(Cheat(side)).outcome == Outcome(winner, "loyalty_cheat")


def test_nobody_cheats_where_no_loyalty_is_shown(playing, refused):
    assert refused(playing(7), Cheat(Side.EVIL)) == ("no_loyalty_shown", {})
    running = playing(7, options={"plot_cards": PlotCards.ONE_TO_THREE})
    assert running.play(Cheat(Side.EVIL)).outcome == Outcome("good", "loyalty_cheat")
    assert refused(running, Cheat(Side.GOOD)) == ("over", {})


@pytest.fixture
def at_the_end(playing, send):
    def reach(players, *roles, **extras):
        running = playing(players, *roles, **extras)
        for _ in range(3):
            send(running)
        return running

    return reach


@pytest.mark.parametrize(
    ("hit", "outcome"),
    [(True, Outcome("evil", "merlin_assassinated")), (False, Outcome("good", "assassin_missed"))],
)
def test_the_assassin_decides_a_game_that_good_was_winning(at_the_end, hit, outcome):
    state = at_the_end(5).play(Assassinate(2, hit))
    assert (state.outcome, state.assassin_target, state.phase) == (outcome, 2, Phase.OVER)


def test_the_assassin_names_somebody_at_the_table_and_only_at_the_end(at_the_end, playing, refused):
    assert refused(at_the_end(5), Assassinate(5, True)) == ("no_such_seat", {"seat": 5, "last": 4})
    assert refused(playing(5), Assassinate(2, True))[0] == "awaits_propose"


def test_without_merlin_three_successes_win(at_the_end, playing, refused):
    running = at_the_end(5, options={"merlin": False})
    assert (running.outcome, running.state.phase) == (Outcome("good", "three_successes"), Phase.OVER)
    assert refused(playing(5, options={"merlin": False}), Assassinate(1, True)) == ("no_merlin", {})


def test_roles_may_be_told_after_the_end(at_the_end, refused):
    running = at_the_end(5, "percival", "morgana")
    cards = ("morgana", "servant", "merlin", "assassin", "percival")
    assert refused(running, Roles(cards)) == ("roles_too_soon", {})
    running.play(Assassinate(2, True))
    assert seat_sides(running.state) is None
    state = running.play(Roles(cards))
    assert (state.roles, state.phase, state.outcome) == (cards, Phase.OVER, running.outcome)
    assert seat_sides(state) == (Side.EVIL, Side.GOOD, Side.GOOD, Side.EVIL, Side.GOOD)
    again = ("assassin", "servant", "merlin", "morgana", "percival")
    assert running.play(Roles(again)).roles == again


def test_roles_are_the_cards_that_were_shuffled(at_the_end, refused):
    running = at_the_end(5)
    running.play(Assassinate(0, True))
    assert refused(running, Roles(("merlin",) * 4)) == ("roles_number", {"players": 5, "cards": 4})
    wrong = ("merlin", "percival", "servant", "assassin", "minion")
    assert refused(running, Roles(wrong)) == ("roles_not_the_deck", {})
    assert running.play(Roles(deck(running.setup))).roles == deck(running.setup)


@pytest.mark.parametrize(
    ("named", "hit", "code"), [(1, True, "roles_merlin_hit"), (0, False, "roles_merlin_missed")]
)
def test_roles_do_not_contradict_the_assassin(at_the_end, refused, named, hit, code):
    running = at_the_end(5)
    running.play(Assassinate(named, hit))
    assert deck(running.setup)[0] == "merlin"
    assert refused(running, Roles(deck(running.setup)))[0] == code


def test_after_the_end_only_roles_are_taken(at_the_end, refused):
    running = at_the_end(5)
    running.play(Assassinate(0, False))
    for move in (Propose((0, 1)), Vote(approved=True), Assassinate(1, True), Plot(2), Lady(0)):
        assert refused(running, move) == ("over", {})
