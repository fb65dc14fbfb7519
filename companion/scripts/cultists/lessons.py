"""For those who learn Among Cultists: what happens now, who does what, the rule behind it, as catalogue keys.

What only a token or the table's own board tells is not taught: there the lesson points at it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.cultists.decks import Knife
from companion.games.cultists.events import MORALE_BOOST
from companion.games.cultists.rounds import POWER_OFF
from companion.games.cultists.rule_numbers import RULE_NUMBERS
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import Awaits, State
from companion.games.cultists.vote import knife_counts
from companion.games.game import Problem
from companion.scripts.cultists.hints import hints
from companion.scripts.lessons import Keys, Lesson


def lesson(state: State) -> Lesson:
    """What a learner should know at this moment; of several rules, the one that matters most."""
    return _told(state, _STEPS[state.awaits](state))


def lessons(state: State) -> tuple[Lesson, ...]:
    """The step, and a word for each of the roles in play, spoken to all alike."""
    return (lesson(state), *hints(state))


def vote_rule(setup: Setup) -> str:
    """How this table's votes are decided."""
    return f"cultists.learn.vote.rule_{setup.options.vote_rule.value}"


def rule_behind(problem: Problem) -> str | None:
    """The rule that explains why a move was refused; None where no rule of the game stands behind it."""
    name = _RULES.get(problem.code)
    return None if name is None else f"cultists.learn.why.{name}"


def _told(state: State, keys: Keys) -> Lesson:
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
    # The Automa has no name: what would name it has a sentence of its own.
    for name, seat in (("name", state.about), ("knife", state.knife)):
        if seat is not None and seat != state.setup.automa_seat:
            args[name] = state.setup.players[seat]
    return Lesson(*keys, args)


def _about_automa(state: State) -> bool:
    return state.about is not None and state.about == state.setup.automa_seat


def _movement(state: State) -> Keys:
    rule = "cultists.learn.movement.rule"
    if not state.power:
        rule = "cultists.learn.movement.rule_dark"
    elif state.entrances:
        rule = "cultists.learn.movement.rule_entrances"
    elif state.event is not None and state.event.event == MORALE_BOOST:
        rule = "cultists.learn.movement.rule_boost"
    who = "cultists.learn.movement.who_automa" if _about_automa(state) else "cultists.learn.movement.who"
    return ("cultists.learn.movement.now", who, rule)


def _event(_state: State) -> Keys:
    return ("cultists.learn.event.now", "cultists.learn.event.who", "cultists.learn.event.rule")


def _resolve(state: State) -> Keys:
    drawn = state.events[-1]
    rules = {
        POWER_OFF: "cultists.learn.resolve.rule_dark",
        "entrances": "cultists.learn.resolve.rule_entrances",
        "gate": _gate_rule(state),
        "see_token": "cultists.learn.resolve.rule_token",
    }
    rule = rules.get(drawn.effect) or "cultists.learn.event.rule"
    return ("cultists.learn.resolve.now", f"cultists.event.now.{drawn.effect}", rule)


def _action(state: State) -> Keys:
    rule = _gate_rule(state)
    if rule is None and not state.power:
        rule = "cultists.learn.action.rule_dark"
    elif rule is None:
        rule = "cultists.learn.action.rule_ghosts" if state.ghosts else "cultists.learn.action.rule"
    who = "cultists.learn.action.who_automa" if _about_automa(state) else "cultists.learn.action.who"
    return ("cultists.learn.action.now", who, rule)


def _gate_rule(state: State) -> str | None:
    """How long the Gate can be closed; None if it is not open, or stays so until the game is over."""
    if state.gate is None or not state.gate_open or state.gate.outlasts_game:
        return None
    return "cultists.learn.gate.rule_last" if state.closes_in == 1 else "cultists.learn.gate.rule"


def _clean_up(state: State) -> Keys:
    lone = state.numbers.cultists == 1
    who = "cultists.learn.clean_up.who_lone" if lone else "cultists.learn.clean_up.who"
    rule = "cultists.learn.clean_up.rule_lone" if lone else "cultists.learn.clean_up.rule"
    if lone and state.guess_saves_declarer:
        rule = "cultists.learn.clean_up.rule_lone_guess"
    if state.last_round:
        who = "cultists.learn.clean_up.who_last_lone" if lone else "cultists.learn.clean_up.who_last"
        rule = rule if lone else "cultists.learn.clean_up.rule_last"
    return ("cultists.learn.clean_up.now", who, rule)


def _vote(state: State) -> Keys:
    now = "cultists.learn.vote.now_automa" if _about_automa(state) else "cultists.learn.vote.now"
    return (now, _voting(state), vote_rule(state.setup))


def _voting(state: State) -> str:
    """How everybody votes, and what the Knife does in it."""
    if not knife_counts(state.setup, state.knife not in state.ghosts):
        return "cultists.learn.vote.who"
    if state.knife == state.setup.automa_seat:
        return "cultists.learn.vote.who_automa"
    changes = state.numbers.knife is Knife.CHANGE
    return "cultists.learn.vote.who_change" if changes else "cultists.learn.vote.who_double"


def _revealed(state: State) -> Keys:
    rule = "cultists.learn.revealed.rule"
    if not _about_automa(state):
        return ("cultists.learn.revealed.now", "cultists.learn.revealed.who", rule)
    if state.automa_is_turned_over:
        who, rule = "cultists.question.revealed.turn_over", "cultists.learn.revealed.rule_automa"
    else:
        who = "cultists.question.revealed.partner"
    return ("cultists.learn.revealed.now_automa", who, rule)


def _kills(state: State) -> Keys:
    why = state.ending.value if state.ending is not None else ""
    ghosts = state.setup.options.voted_out_count_as_dead
    who = "cultists.learn.kills.who_ghosts" if ghosts else "cultists.learn.kills.who"
    return ("cultists.learn.kills.now", who, f"cultists.learn.kills.rule_{why}")


def _seer(_state: State) -> Keys:
    return ("cultists.learn.seer.now", "cultists.learn.seer.who", "cultists.learn.seer.rule")


def _over(state: State) -> Keys:
    reason = state.outcome.reason if state.outcome is not None else ""
    return ("app.learn.over", "cultists.learn.over.who", f"cultists.reason.{reason}")


_STEPS: Final[Mapping[Awaits, Callable[[State], Keys]]] = {
    Awaits.MOVEMENT: _movement,
    Awaits.EVENT: _event,
    Awaits.RESOLVE: _resolve,
    Awaits.ACTION: _action,
    Awaits.CLEAN_UP: _clean_up,
    Awaits.VOTE: _vote,
    Awaits.REVEALED: _revealed,
    Awaits.KILLS: _kills,
    Awaits.SEER_GUESS: _seer,
    Awaits.OVER: _over,
}

# The rule behind each refusal, by code. Left out are those that no rule stands behind: how a record is
# written, what the app asks for itself, what the table decided.
_RULES: Final[Mapping[str, str]] = {
    "over": "over",
    "awaits_event": "event",
    "event_phase": "event",
    "event_drawn": "event",
    "event_not_in_game": "bag",
    "event_all_drawn": "bag",
    "awaits_vote": "murder",
    "vote_is_compulsory": "murder",
    "awaits_revealed": "reveal",
    "nothing_to_reveal": "reveal",
    "not_a_ghost": "reveal",
    "automa_not_a_ghost": "reveal",
    "cultists_left": "reveal",
    "awaits_kills": "pulse",
    "kills_not_asked": "pulse",
    "awaits_seer_guess": "seer",
    "no_seer": "seer",
    "seer_guess_early": "seer",
    "not_the_seer": "seer",
    "automa_not_the_seer": "seer",
    "action_phase": "actions",
    "scare_phase": "fishman",
    "need_fishman": "fishman",
    "need_knife": "fishman",
    "need_living": "ghosts",
    "is_ghost": "dead",
    "automa_is_ghost": "dead",
    "found_by_self": "check",
    "need_player": "automa",
    "automa_abstains": "automa",
    "count_automa": "automa",
    "need_power_on": "power",
    "need_power_off": "power",
    "need_gate_open": "gate",
    "gate_needs_two": "gate",
    "target_range": "gate",
    "need_vote_token": "vote_token",
    "need_explored_room": "explored",
    "explored_before": "explored",
    "all_explored": "explored",
    "need_cultist_token": "cultist_token",
    "no_token_here": "cultist_token",
    "hazard_room": "cultist_token",
    "need_hazard_deck": "first_game",
    "need_assassin": "assassin",
    "assassinate_self": "assassin",
    "other_assassin": "assassin",
    "shelf_complete": "shelf",
    "shelf_points": "shelf",
    "shelf_empty": "sabotage",
    "knife_doubles": "knife_doubles",
    "count_knife": "knife_doubles",
    "knife_of_ghost": "knife_of_ghost",
    "declare_lone": "declare",
    "declare_phase": "declare",
    "round_range": "rounds",
}
