"""Who may do what, what it needs, and when people meet."""

import pytest

from companion.games.cultists.actions import ACTIONS, Encounter, Kind, Need, encounter, unmet
from companion.games.cultists.moves import Card, Dead, Event, Explored, Hazard, Vote
from companion.i18n.translator import Translator


@pytest.mark.parametrize(
    ("here", "power", "expected"),
    [
        (0, True, Encounter.ALONE),
        (1, True, Encounter.ALONE),
        (2, True, Encounter.TWO),
        (3, True, Encounter.CROWD),
        (8, True, Encounter.CROWD),
        (1, False, Encounter.ALONE),
        (2, False, Encounter.DARK),
        (3, False, Encounter.DARK),
    ],
)
def test_two_meet_in_the_light_and_more_in_the_dark(here, power, expected):
    assert encounter(here, power) is expected
    assert expected.happens == (here == 2 if power else here >= 2)


def test_ghosts_fill_and_inspect_rooms_and_nothing_else(playing):
    running = playing(5)
    running.play(Dead(4))
    able = [action for action in ACTIONS if Need.LIVING not in unmet(running.state, action, 4)]
    assert able == ["fill", "inspect"]
    assert not [action for action in ACTIONS if Need.LIVING in unmet(running.state, action, 3)]


def test_there_are_five_character_and_six_room_actions():
    kinds = [action.kind for action in ACTIONS.values()]
    assert (kinds.count(Kind.CHARACTER), kinds.count(Kind.ROOM)) == (5, 6)


def test_the_automa_does_four_things(playing):
    state = playing(4, automa=True).state
    able = [action for action in ACTIONS if Need.PLAYER not in unmet(state, action, 4)]
    assert able == ["secure_corridor", "confront", "fill", "inspect"]


def test_what_an_action_needs_follows_the_table(playing, go_to):
    running = playing(5)
    expected = {
        "confront": (Need.CULTIST_TOKEN,),
        "scare_fishman": (Need.FISHMAN,),
        "assassinate": (Need.ASSASSIN,),
        "inspect": (Need.EXPLORED_ROOM,),
        "restore_power": (Need.POWER_OFF,),
        "close_gate": (Need.GATE_OPEN,),
    }
    assert {action: missing for action in ACTIONS if (missing := unmet(running.state, action))} == expected
    running.play(Hazard(Card.FAILURE, "pink"))
    running.play(Hazard(Card.SABOTAGE))
    running.play(Explored("pink"))
    go_to(running, 1, "event")
    running.play(Event("gate_opens"))
    go_to(running, 2, "action", "lightning")
    running.play(Vote((None,) * 5, called_by=0))
    expected = {
        "assassinate": (Need.ASSASSIN,),
        "start_vote": (Need.VOTE_TOKEN,),
        "camera": (Need.POWER_ON,),
    }
    assert {action: missing for action in ACTIONS if (missing := unmet(running.state, action))} == expected
    assert unmet(running.state, "scare_fishman", running.state.knife) == ()
    assert unmet(running.state, "scare_fishman", 4) == (Need.KNIFE,)
    running.play(Dead(4))
    assert unmet(running.state, "scare_fishman", 4) == (Need.LIVING, Need.KNIFE)
    assert unmet(running.state, "fill", 4) == ()


def test_a_first_game_secures_no_corridor(playing):
    assert unmet(playing(7, first_game=True).state, "secure_corridor") == (Need.HAZARD_DECK,)


@pytest.mark.parametrize("need", Need)
def test_every_need_has_its_sentence(need):
    english = Translator("en")
    assert english(f"cultists.problem.need_{need.value}")
    assert not english.missing
