"""Who may do what, what it needs, and when people meet."""

import pytest

from companion.games.cultists.actions import (
    ACTIONS,
    ActionKind,
    Encounter,
    Requirement,
    classify_encounter,
    unmet_requirements,
)
from companion.games.cultists.moves import Dead, Event, Explored, Hazard, HazardCard, Vote
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
    assert classify_encounter(here, power) is expected
    assert expected.is_meeting == (here == 2 if power else here >= 2)


def test_ghosts_fill_and_inspect_rooms_and_nothing_else(playing):
    running = playing(5)
    running.play(Dead(4))
    able = [
        action for action in ACTIONS if Requirement.LIVING not in unmet_requirements(running.state, action, 4)
    ]
    assert able == ["fill", "inspect"]
    assert not [
        action for action in ACTIONS if Requirement.LIVING in unmet_requirements(running.state, action, 3)
    ]


def test_there_are_five_character_and_six_room_actions():
    kinds = [action.kind for action in ACTIONS.values()]
    assert (kinds.count(ActionKind.CHARACTER), kinds.count(ActionKind.ROOM)) == (5, 6)


def test_the_automa_does_four_things(playing):
    state = playing(4, automa=True).state
    able = [action for action in ACTIONS if Requirement.PLAYER not in unmet_requirements(state, action, 4)]
    assert able == ["secure_corridor", "confront", "fill", "inspect"]


def test_what_an_action_needs_follows_the_table(playing, go_to):
    running = playing(5)
    expected = {
        "confront": (Requirement.CULTIST_TOKEN,),
        "scare_fishman": (Requirement.FISHMAN,),
        "assassinate": (Requirement.ASSASSIN,),
        "inspect": (Requirement.EXPLORED_ROOM,),
        "restore_power": (Requirement.POWER_OFF,),
        "close_gate": (Requirement.GATE_OPEN,),
    }
    assert {
        action: missing for action in ACTIONS if (missing := unmet_requirements(running.state, action))
    } == expected
    running.play(Hazard(HazardCard.FAILURE, "pink"))
    running.play(Hazard(HazardCard.SABOTAGE))
    running.play(Explored("pink"))
    go_to(running, 1, "event")
    running.play(Event("gate_opens"))
    go_to(running, 2, "action", "lightning")
    running.play(Vote((None,) * 5, called_by=0))
    expected = {
        "assassinate": (Requirement.ASSASSIN,),
        "start_vote": (Requirement.VOTE_TOKEN,),
        "camera": (Requirement.POWER_ON,),
    }
    assert {
        action: missing for action in ACTIONS if (missing := unmet_requirements(running.state, action))
    } == expected
    assert unmet_requirements(running.state, "scare_fishman", running.state.knife) == ()
    assert unmet_requirements(running.state, "scare_fishman", 4) == (Requirement.KNIFE,)
    running.play(Dead(4))
    assert unmet_requirements(running.state, "scare_fishman", 4) == (Requirement.LIVING, Requirement.KNIFE)
    assert unmet_requirements(running.state, "fill", 4) == ()


def test_a_first_game_secures_no_corridor(playing):
    assert unmet_requirements(playing(7, first_game=True).state, "secure_corridor") == (
        Requirement.HAZARD_DECK,
    )


@pytest.mark.parametrize("need", Requirement)
def test_every_need_has_its_sentence(need):
    english = Translator("en")
    assert english(f"cultists.problem.need_{need.value}")
    assert not english.missing
