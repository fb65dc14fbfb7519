"""The Automa's turn as the table follows it: every step the rules tell, and none that cannot be."""

import pytest

from companion.games.cultists.moves import Dead, Event, Explored, Hazard, HazardCard, Next
from companion.games.cultists.rules import start
from companion.games.cultists.setup import AutomaGoal, Options, Setup
from companion.games.cultists.state import RoundPhase
from companion.i18n.translator import Translator
from companion.scripts.cultists.lessons import automa_turn_keys
from tests.games.cultists.builders import NAMES, state_after

ENGLISH = Translator("en")
AUTOMA = 4


def state_with_automa(*moves, players=4, **choices):
    return state_after(Setup(NAMES[:players], automa=True, **choices), *moves)


def steps(state, phase):
    return [key.rpartition(".")[2] for key in automa_turn_keys(state, RoundPhase(phase))]


def test_it_goes_to_its_room_and_plays_a_card_when_it_meets_somebody():
    assert steps(state_with_automa(), "movement") == ["goal_unexplored_first", "path", "far", "meets"]


def test_it_goes_to_unexplored_rooms_first_and_then_to_those_that_are_not_complete():
    [goal] = [key for key in automa_turn_keys(state_with_automa(), RoundPhase.MOVEMENT) if "goal" in key]
    assert ENGLISH(goal, row=1) == (
        "Look at row 1 of its Route. It goes to the first room there, from the left, that is not explored "
        "yet. If all of them are, it goes to the first that is not complete."
    )


def test_a_table_may_have_it_pass_by_completed_rooms_only():
    options = Options(automa_goal=AutomaGoal.NOT_COMPLETED)
    assert steps(state_with_automa(options=options), "movement")[0] == "goal_not_completed"


def test_in_the_dark_it_chooses_whom_it_meets():
    assert steps(state_with_automa(Next(), Event("lightning")), "movement")[-1] == "meets_dark"


def test_it_acts_by_where_it_stands():
    assert steps(state_with_automa(), "action") == ["fill", "secure_corridor", "nothing_else"]
    full = state_with_automa(Explored("red"), Hazard(HazardCard.FAILURE, "pink"))
    assert steps(full, "action") == ["confront", "fill", "inspect", "secure_corridor", "nothing_else"]


def test_a_first_game_has_no_hazard_deck_to_add_to():
    assert steps(state_with_automa(first_game=True), "action") == ["fill", "nothing_else"]


def test_as_a_ghost_it_meets_nobody_and_only_fills_and_inspects():
    ghost = state_with_automa(Explored("red"), Hazard(HazardCard.FAILURE, "pink"), Dead(AUTOMA))
    assert steps(ghost, "movement") == ["goal_unexplored_first", "ghost"]
    assert steps(ghost, "action") == ["fill", "inspect", "nothing_else"]


@pytest.mark.parametrize("phase", ["event", "clean_up"])
def test_it_has_no_turn_in_the_other_phases(phase):
    assert steps(state_with_automa(players=6), phase) == []


def test_a_table_without_it_is_told_nothing():
    state = start(Setup(NAMES[:5]))
    assert automa_turn_keys(state, RoundPhase.MOVEMENT) == automa_turn_keys(state, RoundPhase.ACTION) == ()


def test_every_step_has_its_sentence():
    states = (
        state_with_automa(),
        state_with_automa(Next(), Event("lightning")),
        state_with_automa(Dead(AUTOMA)),
        state_with_automa(Explored("red"), Hazard(HazardCard.FAILURE, "pink")),
        state_with_automa(options=Options(automa_goal=AutomaGoal.NOT_COMPLETED)),
    )
    for state in states:
        for phase in RoundPhase:
            for key in automa_turn_keys(state, phase):
                assert ENGLISH(key, row=state.route_row)
    assert not ENGLISH.missing
