"""Lessons, hints for roles, and the Automa's turn."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import companion.games.cultists
from companion.core.game import IllegalMove, error
from companion.games.cultists.actions import OUTCOMES
from companion.games.cultists.components import RULE_NUMBERS
from companion.games.cultists.moves import (
    Correct,
    Dead,
    Declare,
    Event,
    Explored,
    GateClosed,
    Hazard,
    HazardCard,
    Kills,
    Next,
    PowerRestored,
    Reached,
    Revealed,
    SeerGuess,
    Vote,
)
from companion.games.cultists.rules import apply, start
from companion.games.cultists.setup import AutomaGoal, Options, Setup, VoteRule
from companion.games.cultists.state import Phase, RoundPhase
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.cultists.lessons import (
    automa_turn_keys,
    find_rule,
    list_lessons,
    main_lesson,
    role_hints,
)
from tests.games.cultists.builders import NAMES, state_after

ENGLISH = Translator("en")
RULES = ("actions.py", "rules.py", "state.py")
# How a record is written, what the app asks for itself, what the table decided.
NO_RULE = {
    *("no_such_seat", "no_such_event", "no_such_room", "no_such_shelf", "count_seat"),
    *("vote_form", "ballots_number", "count_total", "correct_nothing", "points_range", "closes_in_range"),
    *("shelves_none", "shelf_size", "shelf_overfull", "shelf_points_missing", "shelf_points_other"),
    *("too_many_books", "knife_no_abstention", "count_negative", "shelf_twice"),
    *(
        "roles_assassin",
        "roles_assassin_automa",
        "roles_cultist",
        "roles_cultist_automa",
        "roles_not_the_tokens",
        "roles_number",
        "roles_seer",
        "roles_seer_automa",
        "roles_seer_missed",
        "roles_seer_missed_automa",
        "roles_too_soon",
    ),
}


def seat(players=6, *roles, **choices):
    return Setup(NAMES[:players], roles=roles, **choices)


def actions(event="no_connection", **more):
    """From a Movement phase to the actions after this event."""
    return (Next(), Event(event, **more), Next())


FOUR = seat(4, automa=True)
STRICT = Options(vote_rule=VoteRule.BEAT_ABSTENTIONS, points_beat_kills=False)
GHOSTS = Options(voted_out_count_as_dead=True)
NEW_ROUND = (Next(), Next())
OUT = Vote((3,) * 5)
BOTH_OUT = (*actions(), Vote((3,) * 7), Vote((4,) * 7))

# The step, and the rule that matters most at it.
MOMENTS = {
    "movement": (state_after(seat()), "movement.rule"),
    "movement_automa": (state_after(FOUR, Correct(knife=4)), "movement.rule"),
    "movement_dark": (state_after(seat(), *actions("lightning"), *NEW_ROUND), "movement.rule_dark"),
    "movement_joined": (
        state_after(seat(), *actions("secret_entrances"), *NEW_ROUND),
        "movement.rule_entrances",
    ),
    "movement_boost": (state_after(seat(), *actions("morale_boost"), *NEW_ROUND), "movement.rule_boost"),
    "event": (state_after(seat(), Next()), "event.rule"),
    "unknown": (state_after(seat(), Next(), Event("evil_eyes")), "resolve.rule_token"),
    "joined": (state_after(seat(), Next(), Event("secret_entrances")), "resolve.rule_entrances"),
    "boost": (state_after(seat(), Next(), Event("morale_boost")), "event.rule"),
    "dark": (state_after(seat(), Next(), Event("lightning")), "resolve.rule_dark"),
    "light": (
        state_after(seat(), *actions("lightning"), *NEW_ROUND, Next(), Event("lightning")),
        "event.rule",
    ),
    "gate": (state_after(seat(), Next(), Event("gate_opens")), "gate.rule"),
    "gate_of_eight": (state_after(seat(8), Next(), Event("gate_opens")), "gate.rule"),
    "gate_too_late": (state_after(seat(), Correct(round=9), Next(), Event("gate_opens")), "event.rule"),
    # Somebody has turned the clock back to the round in which it opened.
    "gate_closed": (
        state_after(seat(), *actions("gate_opens"), GateClosed(), *NEW_ROUND, Next(), Correct(round=1)),
        "event.rule",
    ),
    "action": (state_after(seat(), *actions()), "action.rule"),
    "action_automa": (state_after(FOUR, Correct(knife=4), *actions()), "action.rule"),
    "action_dark": (state_after(seat(), *actions("lightning")), "action.rule_dark"),
    "action_gate": (state_after(seat(), *actions("gate_opens")), "gate.rule"),
    "action_last_gate": (state_after(seat(), *actions("gate_opens"), Correct(closes_in=1)), "gate.rule_last"),
    "action_late_gate": (state_after(seat(), Correct(round=9), *actions("gate_opens")), "action.rule"),
    "action_ghosts": (state_after(seat(7), *actions(), Dead(2), Vote((None,) * 7)), "action.rule_ghosts"),
    "clean_up": (state_after(seat(7), *actions(), Next()), "clean_up.rule"),
    "clean_up_lone": (state_after(seat(), *actions(), Next()), "clean_up.rule_lone"),
    "clean_up_guess": (
        state_after(seat(6, "seer", options=Options(guess_after_wrong_declaration=True)), *actions(), Next()),
        "clean_up.rule_lone_guess",
    ),
    "last": (state_after(seat(7), Correct(round=10), *actions(), Next()), "clean_up.rule_last"),
    "last_lone": (state_after(seat(), Correct(round=10), *actions(), Next()), "clean_up.rule_lone"),
    "vote": (state_after(seat(), *actions(), Dead(2)), "vote.rule_literal"),
    "vote_double": (state_after(seat(7, options=STRICT), *actions(), Dead(2)), "vote.rule_beat_abstentions"),
    "vote_automa": (state_after(FOUR, Correct(knife=4), *actions(), Dead(2)), "vote.rule_literal"),
    "vote_on_automa": (state_after(FOUR, *actions(), Dead(4)), "vote.rule_literal"),
    "vote_of_ghost": (state_after(seat(), *actions(), Dead(0)), "vote.rule_literal"),
    "revealed": (state_after(seat(5), *actions(), OUT), "revealed.rule"),
    "revealed_automa": (state_after(FOUR, *actions(), Vote((4,) * 4)), "revealed.rule_automa"),
    "revealed_partner": (
        state_after(seat(6, automa=True), *actions(), Vote((3,) * 6), Vote((6,) * 6)),
        "revealed.rule",
    ),
    "kills_points": (state_after(seat(8, options=STRICT), Correct(points=13)), "kills.rule_points"),
    "kills_last": (state_after(seat(7), *BOTH_OUT, Revealed(4, True)), "kills.rule_last_cultist"),
    "kills_ghosts": (
        state_after(seat(7, options=GHOSTS), *BOTH_OUT, Revealed(4, True)),
        "kills.rule_last_cultist",
    ),
    "kills_automa": (state_after(FOUR, *actions(), Vote((4,) * 4), Revealed(4, True)), "kills.rule_automa"),
    "seer": (state_after(seat(5, "seer"), Correct(points=10)), "seer.rule"),
}

ENDS = [
    state_after(seat(5), Correct(points=10)),
    state_after(seat(5), *actions(), OUT, Revealed(3, True)),
    *(
        state_after(seat(7), *BOTH_OUT, Revealed(4, True), Kills(Reached(how)))
        for how in ("this_round", "earlier")
    ),
    *(state_after(seat(5), *actions(), Next(), Declare(1, right)) for right in (False, True)),
    state_after(seat(7), Correct(round=10), *actions(), Next(), Next()),
    state_after(seat(8, options=STRICT), Correct(points=13), Kills(Reached.EARLIER)),
    state_after(FOUR, *actions(), Vote((4,) * 4), Revealed(4, True), Kills(Reached.EARLIER)),
    state_after(seat(5, "seer"), Correct(points=10), SeerGuess(1, True)),
]


def words_of(told):
    return [ENGLISH(key, **told.args) for key in (told.now_key, told.who_key, told.rule_key)]


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_lesson_has_three_complete_sentences(moment):
    state, rule = MOMENTS[moment]
    told = main_lesson(state)
    assert told.rule_key == f"cultists.learn.{rule}"
    for words in words_of(told):
        assert words[0].isupper()
        assert words.endswith(".")
        assert "{" not in words
    assert not ENGLISH.missing


def test_only_an_automa_that_may_be_the_one_cultist_shows_its_role():
    (alone, _), (partner, _) = MOMENTS["revealed_automa"], MOMENTS["revealed_partner"]
    assert words_of(main_lesson(alone))[1] == "Turn over the Automa’s role token."
    assert words_of(main_lesson(partner))[1] == (
        "If the Automa was the last living Cultist, its partner says so, and its role is shown."
    )


def test_every_ending_has_its_reason():
    reasons = [main_lesson(state).rule_key for state in ENDS]
    assert sorted(reasons) == sorted(f"cultists.reason.{outcome.reason}" for outcome in OUTCOMES)


def test_the_moments_show_every_step_and_every_sentence():
    states = [*(state for state, _ in MOMENTS.values()), *ENDS]
    told = [*map(main_lesson, states)]
    keys = {key for each in told for key in (each.now_key, each.who_key, each.rule_key)}
    catalogue = set(ENGLISH.entries(ENGLISH.language, "cultists"))
    lessons = {key for key in catalogue if re.match(r"cultists\.learn\.(?!why\.)", key)}
    assert {key for key in keys if key.startswith("cultists.learn.")} == lessons
    assert {key for key in catalogue if key.startswith("cultists.event.now.")} <= keys
    assert {state.phase for state in states} == set(Phase)


def test_the_people_of_the_step_are_named():
    assert "from Ada on" in words_of(main_lesson(MOMENTS["movement"][0]))[1]
    assert "Chloe was found dead" in words_of(main_lesson(MOMENTS["vote"][0]))[0]
    assert "Ada may change" in words_of(main_lesson(MOMENTS["vote"][0]))[1]
    assert "Dario is out." in words_of(main_lesson(MOMENTS["revealed"][0]))[0]


def test_the_numbers_are_those_of_the_table():
    assert "up to 3 doors" in words_of(main_lesson(MOMENTS["movement"][0]))[1]
    assert "up to 4 doors" in words_of(main_lesson(MOMENTS["movement_boost"][0]))[1]
    assert "4 Investigators" in words_of(main_lesson(MOMENTS["clean_up_lone"][0]))[2]
    assert "fewer than 12 points" in words_of(main_lesson(MOMENTS["last"][0]))[2]


def test_effects_that_are_only_on_tokens_are_not_taught():
    _, who, rule = words_of(main_lesson(MOMENTS["unknown"][0]))
    assert "token" in who
    assert "does not know" in rule


def raised_problems():
    """Every problem that the rules of play can raise, read from their source."""
    folder = Path(companion.games.cultists.__file__).parent
    for name in RULES:
        for node in ast.walk(ast.parse((folder / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and str(node.value).startswith(
                ("cultists.problem.", "app.problem.")
            ):
                yield node.value
    catalogue = set(ENGLISH.entries(ENGLISH.language, "cultists"))
    yield from (key for key in catalogue if re.match(r"cultists\.problem\.(awaits|need)_", key))


def test_every_refusal_of_a_move_has_its_rule_or_is_known_to_have_none():
    problems = {key for key in raised_problems() if not key.endswith("_")}
    assert len(problems) > 60
    without = {key.rpartition(".")[2] for key in problems if find_rule(error(key)) is None}
    assert without == NO_RULE


def test_every_rule_is_in_the_catalogue_and_stands_behind_some_refusal():
    rules = {find_rule(error(key)) for key in raised_problems()} - {None}
    catalogue = set(ENGLISH.entries(ENGLISH.language, "cultists"))
    assert rules == {key for key in catalogue if key.startswith("cultists.learn.why.")}
    for rule in filter(None, rules):
        assert re.fullmatch(r"[A-Z][^{}]+\.", ENGLISH(rule, **RULE_NUMBERS)), rule


@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        (MOMENTS["event"][0], Next(), "event"),
        (MOMENTS["vote"][0], Next(), "murder"),
        (MOMENTS["movement_dark"][0], PowerRestored(), "actions"),
        (MOMENTS["action"][0], PowerRestored(), "power"),
        (MOMENTS["action"][0], GateClosed(), "gate"),
        (MOMENTS["seer"][0], Next(), "seer"),
        (ENDS[0], Next(), "over"),
    ],
)
def test_a_refused_move_leads_to_its_rule(state, move, rule):
    with pytest.raises(IllegalMove) as refusal:
        apply(state, move)
    assert find_rule(refusal.value.problem) == f"cultists.learn.why.{rule}"


ACTIONS = (Next(), Event("no_connection"), Next())


def state_with_roles(*moves, roles=()):
    return state_after(Setup(NAMES[:6], roles=roles), *moves)


def hinted(state):
    return {hint.who_key.rpartition(".")[2] for hint in role_hints(state)}


def test_only_roles_in_play_have_hints():
    assert hinted(state_with_roles(*ACTIONS)) == {"investigator", "cultist"}
    assert hinted(state_with_roles(*ACTIONS, roles=("seer", "engineer"))) == {
        "investigator",
        "cultist",
        "seer",
    }
    assert hinted(state_with_roles(*ACTIONS, roles=("assassin",))) == {"investigator", "cultist", "assassin"}
    assert hinted(state_with_roles(*ACTIONS, Dead(2), roles=("seer",))) == {"investigator", "cultist", "seer"}
    assert hinted(state_with_roles(Next())) == set()


def test_hints_name_no_seat_and_follow_the_main_lesson():
    state = state_with_roles(*ACTIONS, roles=("seer",))
    assert all(not hint.args for hint in role_hints(state))
    assert list_lessons(state)[0] == main_lesson(state)


def test_every_hint_is_written_and_used():
    roles = ("seer", "assassin")
    states = (
        state_with_roles(roles=roles),
        state_with_roles(*ACTIONS, roles=roles),
        state_with_roles(*ACTIONS, Dead(2), roles=roles),
    )
    shown = {hint.who_key for state in states for hint in role_hints(state)}
    for code in LANGUAGES:
        tr = Translator(code)
        written = tr.entries(tr.language, "cultists")
        assert {key for key in written if key.startswith("cultists.hint.")} == shown


AUTOMA = 4


def state_with_automa(*moves, players=4, **choices):
    return state_after(Setup(NAMES[:players], automa=True, **choices), *moves)


def steps(state, phase):
    return [key.rpartition(".")[2] for key in automa_turn_keys(state, RoundPhase(phase))]


def test_automa_goes_to_its_room_and_plays_a_card_in_an_encounter():
    assert steps(state_with_automa(), "movement") == ["goal_unexplored_first", "path", "far", "meets"]


def test_automa_goes_to_unexplored_rooms_first_then_to_incomplete_ones():
    [goal] = [key for key in automa_turn_keys(state_with_automa(), RoundPhase.MOVEMENT) if "goal" in key]
    assert ENGLISH(goal, row=1) == (
        "Look at row 1 of its Route. It goes to the first room there, from the left, that is not explored "
        "yet. If all of them are, it goes to the first that is not complete."
    )


def test_automa_passes_by_completed_rooms_only_with_the_option():
    options = Options(automa_goal=AutomaGoal.NOT_COMPLETED)
    assert steps(state_with_automa(options=options), "movement")[0] == "goal_not_completed"


def test_automa_chooses_whom_it_meets_without_power():
    assert steps(state_with_automa(Next(), Event("lightning")), "movement")[-1] == "meets_dark"


def test_automa_acts_by_its_position():
    assert steps(state_with_automa(), "action") == ["fill", "secure_corridor", "nothing_else"]
    full = state_with_automa(Explored("red"), Hazard(HazardCard.FAILURE, "pink"))
    assert steps(full, "action") == ["confront", "fill", "inspect", "secure_corridor", "nothing_else"]


def test_automa_adds_nothing_to_the_hazard_deck_in_a_first_game():
    assert steps(state_with_automa(first_game=True), "action") == ["fill", "nothing_else"]


def test_automa_as_a_ghost_meets_nobody_and_only_fills_and_inspects():
    ghost = state_with_automa(Explored("red"), Hazard(HazardCard.FAILURE, "pink"), Dead(AUTOMA))
    assert steps(ghost, "movement") == ["goal_unexplored_first", "ghost"]
    assert steps(ghost, "action") == ["fill", "inspect", "nothing_else"]


@pytest.mark.parametrize("phase", ["event", "clean_up"])
def test_automa_has_no_turn_in_other_phases(phase):
    assert steps(state_with_automa(players=6), phase) == []


def test_game_without_automa_has_no_automa_steps():
    state = start(Setup(NAMES[:5]))
    assert automa_turn_keys(state, RoundPhase.MOVEMENT) == automa_turn_keys(state, RoundPhase.ACTION) == ()


def test_every_automa_step_has_a_sentence():
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
