"""Lessons for learners of Avalon as catalogue keys: what happens now, who does what, the rule behind it; and
role hints addressed to everybody ("whoever is Percival …").

They know the set-up, never who has which card: all tables with the same characters hear the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from companion.core.game import Problem
from companion.games.avalon.components import RULE_NUMBERS
from companion.games.avalon.setup import (
    ASSASSIN,
    LANCELOT_GOOD,
    MERLIN,
    MORDRED,
    MORGANA,
    OBERON,
    PERCIVAL,
    ROLES,
    SERVANT,
    Lancelot,
    Quest5Needs,
    Reveal,
    Setup,
    Side,
    deck,
    idle_roles,
)
from companion.games.avalon.state import MAX_ATTEMPTS, Move, Phase, Propose, Quest, State
from companion.scripts.teaching import Lesson, LessonKeys, rotate


def role_hints(state: State) -> tuple[Lesson, ...]:
    """Return a hint for each role in play that has one in this phase; each round begins with another one."""
    keys = rotate(tuple(_hint_keys(state)), state.round + state.attempt)
    return tuple(Lesson("app.hint.now", key, "app.hint.rule") for key in keys)


def was_refused_before(moves: Sequence[Move], team: Sequence[int]) -> bool:
    """True if this team was proposed before since the last quest, and therefore rejected."""
    for move in reversed(moves):
        if isinstance(move, Quest):
            return False
        if isinstance(move, Propose) and sorted(move.team) == sorted(team):
            return True
    return False


def _hint_keys(state: State) -> Iterator[str]:
    roles, phase = frozenset(deck(state.setup)), state.phase
    if phase is Phase.PROPOSE:
        yield from _proposal_hint_keys(state, roles)
    elif phase is Phase.VOTE:
        if MERLIN in roles:
            yield "avalon.hint.vote.merlin"
        if SERVANT in roles:
            yield "avalon.hint.vote.servant"
        yield "avalon.hint.vote.evil"
    elif phase is Phase.QUEST:
        yield "avalon.hint.quest.evil"
    elif phase is Phase.ASSASSINATE:
        for role in (ASSASSIN, MERLIN):
            if role in roles:
                yield f"avalon.hint.assassinate.{role}"


def _proposal_hint_keys(state: State, roles: frozenset[str]) -> Iterator[str]:
    if MERLIN in roles:
        yield "avalon.hint.propose.merlin"
    # Without Merlin, Percival sees nobody, and Morgana cannot be mistaken for him.
    if {MERLIN, PERCIVAL} <= roles:
        has_morgana = MORGANA in roles
        yield "avalon.hint.propose.percival_morgana" if has_morgana else "avalon.hint.propose.percival"
        if has_morgana:
            yield "avalon.hint.propose.morgana"
    if {MERLIN, MORDRED} <= roles:
        yield "avalon.hint.propose.mordred"
    if OBERON in roles:
        yield "avalon.hint.propose.oberon"
    if state.setup.lancelot in (Lancelot.V1, Lancelot.V2):
        yield "avalon.hint.propose.lancelot"


def list_helpers(setup: Setup, side: Side) -> tuple[str, ...]:
    """Return the chosen characters that help this side, the Lancelots as the good one. A character whose
    counterpart is missing helps nobody."""
    active_roles = set(setup.roles) - idle_roles(setup)
    result = [role.id for role in ROLES.values() if role.id in active_roles and role.helped_side is side]
    if setup.lancelot is not None and setup.lancelot.helped_side is side:
        result.append(LANCELOT_GOOD)
    return tuple(result)


def count_special_roles(setup: Setup) -> int:
    """Return the number of special characters; the Lancelots count as one."""
    return len(set(setup.roles)) + (setup.lancelot is not None)


def main_lesson(state: State) -> Lesson:
    """Return the lesson of this moment; of several rules, the most important one."""
    now_key, who_key, rule_key = _LESSONS_BY_PHASE[state.phase](state)
    return Lesson(now_key, who_key, rule_key, _lesson_args(state))


def list_lessons(state: State) -> tuple[Lesson, ...]:
    """Return the lesson of this phase, and the hints for all roles in play."""
    return (main_lesson(state), *role_hints(state))


def excalibur_lesson(state: State) -> Lesson:
    """Return the lesson for an approved team before Excalibur is given to a player."""
    keys = ("avalon.learn.excalibur.now", "avalon.learn.excalibur.who", "avalon.learn.propose.rule_excalibur")
    return Lesson(*keys, _lesson_args(state))


def setup_advice(setup: Setup) -> str | None:
    """Return advice for learners before their first night; None if the set is simple enough."""
    return "avalon.setup.one_at_a_time" if count_special_roles(setup) > 1 else None


def find_rule(problem: Problem) -> str | None:
    """Return the rule that explains a rejected move; None if it is not a rule of the game."""
    return _RULES_BY_PROBLEM.get(problem.key)


def _lesson_args(state: State) -> dict[str, int | str | tuple[int, ...] | tuple[str, ...]]:
    players = state.setup.players
    actor = state.leader if state.phase is not Phase.LADY or state.lady_holder is None else state.lady_holder
    args: dict[str, int | str | tuple[int, ...] | tuple[str, ...]] = {
        **RULE_NUMBERS,
        "name": players[actor],
        "round": state.round,
        "players": len(players),
        "needed": state.numbers.approvals_needed,
    }
    if state.quest is not None and state.team_size is not None:
        args |= {"quest": state.quest, "size": state.team_size}
    if state.excalibur is not None:
        args["bearer"] = players[state.excalibur]
    if state.plot_cards_due:
        args["n"] = state.plot_cards_due
    return args


def _proposal_lesson(state: State) -> LessonKeys:
    # The first leader of a round draws before anything else; later leaders have other things to learn.
    if state.plot_cards_due and state.attempt == 1:
        return _plot_lesson(state)
    sword = state.setup.excalibur
    if state.quest is None:
        who_key = "avalon.learn.target.who_excalibur" if sword else "avalon.learn.target.who"
        return ("avalon.learn.target.now", who_key, _proposal_rule(state, _open_quests_rule(state)))
    who_key = "avalon.learn.propose.who_excalibur" if sword else "avalon.learn.propose.who"
    rule_key = "avalon.learn.propose.rule_excalibur" if sword else "avalon.learn.propose.rule"
    if state.fails_needed is not None and state.fails_needed > 1:
        rule_key = "avalon.learn.propose.rule_two_fails"
    return ("avalon.learn.propose.now", who_key, _proposal_rule(state, rule_key))


def _plot_lesson(state: State) -> LessonKeys:
    rule = "avalon.learn.plot.rule_kinds" if state.round == 1 else "avalon.learn.plot.rule_loyalty"
    return ("avalon.learn.plot.now", "avalon.learn.plot.who", rule)


def _proposal_rule(state: State, default: str) -> str:
    return "avalon.learn.propose.rule_fifth" if state.attempt == MAX_ATTEMPTS else default


def _open_quests_rule(state: State) -> str:
    if state.is_last_quest_open:
        return "avalon.learn.target.rule"
    by_success = state.setup.options.targeting_quest5_needs is Quest5Needs.TWO_SUCCESSES
    return "avalon.learn.target.rule_successes" if by_success else "avalon.learn.target.rule_played"


def _vote_lesson(state: State) -> LessonKeys:
    rule = "avalon.learn.vote.rule" if len(state.setup.players) % 2 else "avalon.learn.vote.rule_tie"
    if state.attempt == MAX_ATTEMPTS:
        rule = "avalon.learn.vote.rule_fifth"
    return ("avalon.learn.vote.now", "avalon.learn.vote.who", rule)


def _quest_lesson(state: State) -> LessonKeys:
    who_key = "avalon.learn.quest.who" if state.excalibur is None else "avalon.learn.quest.who_excalibur"
    fails = "one" if state.fails_needed == 1 else "two"
    lancelot = state.setup.lancelot
    switching = f"_{lancelot.value}" if lancelot in (Lancelot.V1, Lancelot.V2) else ""
    return ("avalon.learn.quest.now", who_key, f"avalon.learn.quest.rule_{fails}{switching}")


def _lady_lesson(state: State) -> LessonKeys:
    switching = state.setup.lancelot in (Lancelot.V1, Lancelot.V2)
    rule = "avalon.learn.lady.rule_lancelot" if switching else "avalon.learn.lady.rule"
    if OBERON in state.setup.roles and state.setup.options.oberon_reads_good_to_lady:
        rule = "avalon.learn.lady.rule_lancelot_oberon" if switching else "avalon.learn.lady.rule_oberon"
    return ("avalon.learn.lady.now", "avalon.learn.lady.who", rule)


def _loyalty_lesson(_state: State) -> LessonKeys:
    return ("avalon.learn.loyalty.now", "avalon.learn.loyalty.who", "avalon.learn.loyalty.rule")


def _loyalty_row_lesson(_state: State) -> LessonKeys:
    return ("avalon.learn.row.now", "avalon.learn.row.who", "avalon.learn.row.rule")


def _assassination_lesson(state: State) -> LessonKeys:
    reveal: Reveal = state.setup.options.reveal_before_shot
    return (
        "avalon.learn.assassin.now",
        f"avalon.learn.assassin.who_{reveal.value}",
        "avalon.learn.assassin.rule",
    )


def _outcome_lesson(state: State) -> LessonKeys:
    reason = state.outcome.reason if state.outcome is not None else ""
    return ("app.learn.over", "avalon.learn.over.who", f"avalon.learn.over.rule_{reason}")


_LESSONS_BY_PHASE: Final[Mapping[Phase, Callable[[State], LessonKeys]]] = {
    Phase.PROPOSE: _proposal_lesson,
    Phase.VOTE: _vote_lesson,
    Phase.QUEST: _quest_lesson,
    Phase.LADY: _lady_lesson,
    Phase.LOYALTY: _loyalty_lesson,
    Phase.LOYALTY_ROW: _loyalty_row_lesson,
    Phase.ASSASSINATE: _assassination_lesson,
    Phase.OVER: _outcome_lesson,
}

# Without problems that no rule explains: the format of a record, limits of the app itself.
_PROBLEMS_BY_RULE: Final[Mapping[str, str]] = {
    "avalon.rule.round": "awaits_propose awaits_vote awaits_quest",
    "avalon.rule.lady": "awaits_lady no_lady lady_self lady_held",
    "avalon.rule.loyalty": "awaits_loyalty no_loyalty_flips no_switch_left",
    "avalon.rule.loyalty_row": "awaits_loyalty_row no_loyalty_row row_length row_switches",
    "avalon.rule.assassin": "awaits_assassinate no_merlin roles_merlin_hit roles_merlin_missed",
    "avalon.rule.once": "seat_twice",
    "avalon.rule.team": "team_size",
    "avalon.rule.order": "no_targeting",
    "avalon.rule.targeting": "quest_missing no_such_quest quest_played",
    "avalon.rule.last_quest_successes": "last_quest_successes",
    "avalon.rule.last_quest_played": "last_quest_played",
    "avalon.rule.excalibur_handed": "no_excalibur excalibur_missing excalibur_leader excalibur_off_team",
    "avalon.rule.excalibur_used": "excalibur_self excalibur_on_outsider",
    "avalon.rule.quest_cards": "fails_range",
    "avalon.rule.plot": "no_plot_cards plot_drawn plot_number",
    "avalon.rule.false_card": "no_loyalty_shown",
    "avalon.rule.proposals": "attempt_range",
    "avalon.rule.secret": "roles_too_soon",
}
_RULES_BY_PROBLEM: Final[Mapping[str, str]] = {
    "app.problem.over": "avalon.rule.end",
    **{f"avalon.problem.{code}": rule for rule, codes in _PROBLEMS_BY_RULE.items() for code in codes.split()},
}
