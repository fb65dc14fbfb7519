"""Lessons for learners of Among Cultists as catalogue keys: what happens now, who does what, the rule behind
it; role hints addressed to everybody ("whoever is the Seer …"); and the Automa's turn.

Lessons know the set-up, never who has which token. What only a token or the board explains is not taught: the
lesson refers to it. In the Action phase the Automa follows the first sentence that fits its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.game import Problem
from companion.games.cultists.actions import CONFRONT, FILL, INSPECT, SECURE_CORRIDOR, unmet_requirements
from companion.games.cultists.components import RULE_NUMBERS
from companion.games.cultists.rules import POWER_OFF
from companion.games.cultists.setup import ASSASSIN, CULTIST, SEER, Knife, Setup
from companion.games.cultists.state import MORALE_BOOST, Phase, RoundPhase, State
from companion.games.cultists.voting import is_knife_active
from companion.scripts.teaching import Lesson, LessonKeys, rotate

_INVESTIGATOR: Final = "investigator"
_HINTED_ROLES: Final[Mapping[Phase, tuple[str, ...]]] = {
    Phase.MOVEMENT: (_INVESTIGATOR, CULTIST),
    Phase.ACTION: (_INVESTIGATOR, CULTIST, SEER, ASSASSIN),
    Phase.VOTE: (_INVESTIGATOR, CULTIST, SEER),
}


def role_hints(state: State) -> tuple[Lesson, ...]:
    """Return a hint for each role in play that has one in this phase; each round begins with another one."""
    in_play = {_INVESTIGATOR, CULTIST, *state.setup.roles}
    keys = tuple(
        f"cultists.hint.{state.phase.value}.{role}"
        for role in _HINTED_ROLES.get(state.phase, ())
        if role in in_play
    )
    return tuple(Lesson("app.hint.now", key, "app.hint.rule") for key in rotate(keys, state.round - 1))


def main_lesson(state: State) -> Lesson:
    """Return the lesson of this moment; of several rules, the most important one."""
    return _lesson_of_keys(state, _LESSONS_BY_PHASE[state.phase](state))


def list_lessons(state: State) -> tuple[Lesson, ...]:
    """Return the lesson of this phase, and the hints for all roles in play."""
    return (main_lesson(state), *role_hints(state))


def vote_rule_key(setup: Setup) -> str:
    """Return the key of this set-up's voting rule."""
    return f"cultists.learn.vote.rule_{setup.options.vote_rule.value}"


def find_rule(problem: Problem) -> str | None:
    """Return the rule that explains a rejected move; None if it is not a rule of the game."""
    name = _RULES_BY_PROBLEM.get(problem.code)
    return None if name is None else f"cultists.learn.why.{name}"


def _lesson_of_keys(state: State, keys: LessonKeys) -> Lesson:
    args: dict[str, int | str | tuple[int, ...] | tuple[str, ...]] = {
        **RULE_NUMBERS,
        "round": state.round,
        "steps": state.movement_points,
        "target": state.target,
        "kills": state.numbers.kills,
        "cultists": state.numbers.cultists,
        "row": state.route_row,
    }
    if state.closes_in is not None:
        args["n"] = state.closes_in
    # The Automa has no name: sentences that would name it have their own variants.
    for name, seat in (("name", state.subject_seat), ("knife", state.knife)):
        if seat is not None and seat != state.setup.automa_seat:
            args[name] = state.setup.players[seat]
    return Lesson(*keys, args)


def _lesson_keys(phase: str) -> LessonKeys:
    """Return the keys of a lesson that is always the same."""
    prefix = f"cultists.learn.{phase}"
    return f"{prefix}.now", f"{prefix}.who", f"{prefix}.rule"


def _is_about_automa(state: State) -> bool:
    return state.subject_seat is not None and state.subject_seat == state.setup.automa_seat


def _movement_lesson(state: State) -> LessonKeys:
    now, who_key, rule = _lesson_keys("movement")
    if not state.power:
        rule = "cultists.learn.movement.rule_dark"
    elif state.has_secret_entrances:
        rule = "cultists.learn.movement.rule_entrances"
    elif state.event is not None and state.event.event == MORALE_BOOST:
        rule = "cultists.learn.movement.rule_boost"
    if _is_about_automa(state):
        who_key = "cultists.learn.movement.who_automa"
    return now, who_key, rule


def _resolve_lesson(state: State) -> LessonKeys:
    drawn_event = state.events[-1]
    rules = {
        POWER_OFF: "cultists.learn.resolve.rule_dark",
        "entrances": "cultists.learn.resolve.rule_entrances",
        "gate": _gate_rule(state),
        "see_token": "cultists.learn.resolve.rule_token",
    }
    rule = rules.get(drawn_event.effect) or "cultists.learn.event.rule"
    return ("cultists.learn.resolve.now", f"cultists.event.now.{drawn_event.effect}", rule)


def _action_lesson(state: State) -> LessonKeys:
    rule = _gate_rule(state)
    if rule is None and not state.power:
        rule = "cultists.learn.action.rule_dark"
    elif rule is None:
        rule = "cultists.learn.action.rule_ghosts" if state.ghosts else "cultists.learn.action.rule"
    who_key = "cultists.learn.action.who_automa" if _is_about_automa(state) else "cultists.learn.action.who"
    return ("cultists.learn.action.now", who_key, rule)


def _gate_rule(state: State) -> str | None:
    """Return how long the Gate can be closed; None if it is not open, or stays open until the end of the
    game."""
    if state.gate is None or not state.is_gate_open or state.gate.outlasts_game:
        return None
    return "cultists.learn.gate.rule_last" if state.closes_in == 1 else "cultists.learn.gate.rule"


def _clean_up_lesson(state: State) -> LessonKeys:
    has_lone_cultist = state.numbers.cultists == 1
    who_key = "cultists.learn.clean_up.who_lone" if has_lone_cultist else "cultists.learn.clean_up.who"
    rule = "cultists.learn.clean_up.rule_lone" if has_lone_cultist else "cultists.learn.clean_up.rule"
    if has_lone_cultist and state.can_guess_after_wrong_declaration:
        rule = "cultists.learn.clean_up.rule_lone_guess"
    if state.is_last_round:
        who_key = (
            "cultists.learn.clean_up.who_last_lone"
            if has_lone_cultist
            else "cultists.learn.clean_up.who_last"
        )
        rule = rule if has_lone_cultist else "cultists.learn.clean_up.rule_last"
    return ("cultists.learn.clean_up.now", who_key, rule)


def _vote_lesson(state: State) -> LessonKeys:
    now = "cultists.learn.vote.now_automa" if _is_about_automa(state) else "cultists.learn.vote.now"
    return (now, _voting_key(state), vote_rule_key(state.setup))


def _voting_key(state: State) -> str:
    """Return how everybody votes, and the effect of the Knife."""
    if not is_knife_active(state.setup, state.knife not in state.ghosts):
        return "cultists.learn.vote.who"
    if state.knife == state.setup.automa_seat:
        return "cultists.learn.vote.who_automa"
    changes = state.numbers.knife is Knife.CHANGE
    return "cultists.learn.vote.who_change" if changes else "cultists.learn.vote.who_double"


def _revealed_lesson(state: State) -> LessonKeys:
    rule = "cultists.learn.revealed.rule"
    if not _is_about_automa(state):
        return ("cultists.learn.revealed.now", "cultists.learn.revealed.who", rule)
    if state.automa_is_turned_over:
        who_key, rule = "cultists.question.revealed.turn_over", "cultists.learn.revealed.rule_automa"
    else:
        who_key = "cultists.question.revealed.partner"
    return ("cultists.learn.revealed.now_automa", who_key, rule)


def _kills_lesson(state: State) -> LessonKeys:
    reason = state.ending.value if state.ending is not None else ""
    ghosts = state.setup.options.voted_out_count_as_dead
    who_key = "cultists.learn.kills.who_ghosts" if ghosts else "cultists.learn.kills.who"
    return ("cultists.learn.kills.now", who_key, f"cultists.learn.kills.rule_{reason}")


def _outcome_lesson(state: State) -> LessonKeys:
    reason = state.outcome.reason if state.outcome is not None else ""
    return ("app.learn.over", "cultists.learn.over.who", f"cultists.reason.{reason}")


_LESSONS_BY_PHASE: Final[Mapping[Phase, Callable[[State], LessonKeys]]] = {
    Phase.MOVEMENT: _movement_lesson,
    Phase.EVENT: lambda _: _lesson_keys("event"),
    Phase.RESOLVE: _resolve_lesson,
    Phase.ACTION: _action_lesson,
    Phase.CLEAN_UP: _clean_up_lesson,
    Phase.VOTE: _vote_lesson,
    Phase.REVEALED: _revealed_lesson,
    Phase.KILLS: _kills_lesson,
    Phase.SEER_GUESS: lambda _: _lesson_keys("seer"),
    Phase.OVER: _outcome_lesson,
}

# The problems that each rule explains. Without problems that no rule explains: the format of a record, limits
# of the app itself, decisions of the players.
_PROBLEMS_BY_RULE: Final[Mapping[str, tuple[str, ...]]] = {
    "over": ("over",),
    "event": ("awaits_event", "event_phase", "event_drawn"),
    "bag": ("event_not_in_game", "event_all_drawn"),
    "murder": ("awaits_vote", "vote_is_compulsory"),
    "reveal": ("awaits_revealed", "nothing_to_reveal", "not_a_ghost", "automa_not_a_ghost", "cultists_left"),
    "pulse": ("awaits_kills", "kills_not_asked"),
    "seer": ("awaits_seer_guess", "no_seer", "seer_guess_early", "not_the_seer", "automa_not_the_seer"),
    "actions": ("action_phase",),
    "fishman": ("scare_phase", "need_fishman", "need_knife"),
    "ghosts": ("need_living",),
    "dead": ("is_ghost", "automa_is_ghost"),
    "check": ("found_by_self",),
    "automa": ("need_player", "automa_abstains", "count_automa"),
    "power": ("need_power_on", "need_power_off"),
    "gate": ("need_gate_open", "gate_needs_two", "target_range"),
    "vote_token": ("need_vote_token",),
    "explored": ("need_explored_room", "explored_before", "all_explored"),
    "cultist_token": ("need_cultist_token", "no_token_here", "hazard_room"),
    "first_game": ("need_hazard_deck",),
    "assassin": ("need_assassin", "assassinate_self", "other_assassin"),
    "shelf": ("shelf_complete", "shelf_points"),
    "sabotage": ("shelf_empty",),
    "knife_doubles": ("knife_doubles", "count_knife"),
    "knife_of_ghost": ("knife_of_ghost",),
    "declare": ("declare_lone", "declare_phase"),
    "rounds": ("round_range",),
}
_RULES_BY_PROBLEM: Final = {
    problem: rule for rule, problems in _PROBLEMS_BY_RULE.items() for problem in problems
}


# Phases in which the Automa has a turn.
AUTOMA_PHASES: Final = (RoundPhase.MOVEMENT, RoundPhase.ACTION)
# In the order in which they are tried.
_ACTION_ORDER: Final = (CONFRONT, FILL, INSPECT, SECURE_CORRIDOR)


def automa_turn_keys(state: State, phase: RoundPhase) -> tuple[str, ...]:
    """Return the steps of the Automa's turn in this phase; empty if it has none. `{row}` is
    `State.route_row`."""
    automa = state.setup.automa_seat
    if automa is None or phase not in AUTOMA_PHASES:
        return ()
    if phase is RoundPhase.MOVEMENT:
        return tuple(
            f"cultists.automa.move.{step}" for step in _movement_steps(state, ghost=automa in state.ghosts)
        )
    actions = (action for action in _ACTION_ORDER if not unmet_requirements(state, action, automa))
    return (*(f"cultists.automa.act.{action}" for action in actions), "cultists.automa.act.nothing_else")


def _movement_steps(state: State, *, ghost: bool) -> tuple[str, ...]:
    goal = f"goal_{state.setup.options.automa_goal.value}"
    if ghost:
        return (goal, "ghost")
    return (goal, "path", "far", "meets" if state.power else "meets_dark")
