"""For those who learn Avalon: what happens now, who does what, and the rule behind it, as catalogue keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.avalon.roles import OBERON
from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.games.avalon.setup import Lancelot, Quest5Needs, Reveal, Setup
from companion.games.avalon.state import ATTEMPTS, Awaits, State
from companion.games.game import Problem
from companion.scripts.avalon.balance import added
from companion.scripts.avalon.hints import hints
from companion.scripts.lessons import Keys, Lesson


def lesson(state: State) -> Lesson:
    """What a learner should know at this moment; of several rules, the one that matters most."""
    now, who, rule = _STEPS[state.awaits](state)
    return Lesson(now, who, rule, _args(state))


def lessons(state: State) -> tuple[Lesson, ...]:
    """The step, and a word for each of the roles in play, spoken to all alike."""
    return (lesson(state), *hints(state))


def handing_over(state: State) -> Lesson:
    """The team stands, and Excalibur has no holder yet."""
    keys = ("avalon.learn.excalibur.now", "avalon.learn.excalibur.who", "avalon.learn.propose.rule_excalibur")
    return Lesson(*keys, _args(state))


def advice(setup: Setup) -> str | None:
    """What a table that learns should think of before its first night; None if its set is simple enough."""
    return "avalon.setup.one_at_a_time" if added(setup) > 1 else None


def rule_behind(problem: Problem) -> str | None:
    """The rule that explains why a move was refused; None where no rule of the game stands behind it."""
    return _RULES.get(problem.key)


def _args(state: State) -> dict[str, int | str | tuple[int, ...] | tuple[str, ...]]:
    players = state.setup.players
    actor = state.leader if state.awaits is not Awaits.LADY or state.lady is None else state.lady
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
    if state.plot_due:
        args["n"] = state.plot_due
    return args


def _propose(state: State) -> Keys:
    # The first leader of a round draws before anything else; whoever follows has other things to learn.
    if state.plot_due and state.attempt == 1:
        return _plot(state)
    sword = state.setup.excalibur
    if state.quest is None:
        who = "avalon.learn.target.who_excalibur" if sword else "avalon.learn.target.who"
        return ("avalon.learn.target.now", who, _proposal_rule(state, _open_quests(state)))
    who = "avalon.learn.propose.who_excalibur" if sword else "avalon.learn.propose.who"
    usual = "avalon.learn.propose.rule_excalibur" if sword else "avalon.learn.propose.rule"
    if state.fails_needed is not None and state.fails_needed > 1:
        usual = "avalon.learn.propose.rule_two_fails"
    return ("avalon.learn.propose.now", who, _proposal_rule(state, usual))


def _plot(state: State) -> Keys:
    rule = "avalon.learn.plot.rule_kinds" if state.round == 1 else "avalon.learn.plot.rule_loyalty"
    return ("avalon.learn.plot.now", "avalon.learn.plot.who", rule)


def _proposal_rule(state: State, usual: str) -> str:
    return "avalon.learn.propose.rule_fifth" if state.attempt == ATTEMPTS else usual


def _open_quests(state: State) -> str:
    if state.last_quest_open:
        return "avalon.learn.target.rule"
    by_success = state.setup.options.targeting_quest5_needs is Quest5Needs.TWO_SUCCESSES
    return "avalon.learn.target.rule_successes" if by_success else "avalon.learn.target.rule_played"


def _vote(state: State) -> Keys:
    rule = "avalon.learn.vote.rule" if len(state.setup.players) % 2 else "avalon.learn.vote.rule_tie"
    if state.attempt == ATTEMPTS:
        rule = "avalon.learn.vote.rule_fifth"
    return ("avalon.learn.vote.now", "avalon.learn.vote.who", rule)


def _quest(state: State) -> Keys:
    who = "avalon.learn.quest.who" if state.excalibur is None else "avalon.learn.quest.who_excalibur"
    fails = "one" if state.fails_needed == 1 else "two"
    lancelot = state.setup.lancelot
    switching = f"_{lancelot.value}" if lancelot in (Lancelot.V1, Lancelot.V2) else ""
    return ("avalon.learn.quest.now", who, f"avalon.learn.quest.rule_{fails}{switching}")


def _lady(state: State) -> Keys:
    switching = state.setup.lancelot in (Lancelot.V1, Lancelot.V2)
    rule = "avalon.learn.lady.rule_lancelot" if switching else "avalon.learn.lady.rule"
    if OBERON in state.setup.roles and state.setup.options.oberon_reads_good_to_lady:
        rule = "avalon.learn.lady.rule_lancelot_oberon" if switching else "avalon.learn.lady.rule_oberon"
    return ("avalon.learn.lady.now", "avalon.learn.lady.who", rule)


def _loyalty(_state: State) -> Keys:
    return ("avalon.learn.loyalty.now", "avalon.learn.loyalty.who", "avalon.learn.loyalty.rule")


def _loyalty_row(_state: State) -> Keys:
    return ("avalon.learn.row.now", "avalon.learn.row.who", "avalon.learn.row.rule")


def _assassinate(state: State) -> Keys:
    reveal: Reveal = state.setup.options.reveal_before_shot
    return (
        "avalon.learn.assassin.now",
        f"avalon.learn.assassin.who_{reveal.value}",
        "avalon.learn.assassin.rule",
    )


def _over(state: State) -> Keys:
    reason = state.outcome.reason if state.outcome is not None else ""
    return ("app.learn.over", "avalon.learn.over.who", f"avalon.learn.over.rule_{reason}")


_STEPS: Final[Mapping[Awaits, Callable[[State], Keys]]] = {
    Awaits.PROPOSE: _propose,
    Awaits.VOTE: _vote,
    Awaits.QUEST: _quest,
    Awaits.LADY: _lady,
    Awaits.LOYALTY: _loyalty,
    Awaits.LOYALTY_ROW: _loyalty_row,
    Awaits.ASSASSINATE: _assassinate,
    Awaits.OVER: _over,
}

# Left out are those that no rule stands behind: how a record is written, what the app asks for itself.
_RULES: Final[Mapping[str, str]] = {
    "app.problem.over": "avalon.rule.end",
    "avalon.problem.awaits_propose": "avalon.rule.round",
    "avalon.problem.awaits_vote": "avalon.rule.round",
    "avalon.problem.awaits_quest": "avalon.rule.round",
    "avalon.problem.awaits_lady": "avalon.rule.lady",
    "avalon.problem.awaits_loyalty": "avalon.rule.loyalty",
    "avalon.problem.awaits_loyalty_row": "avalon.rule.loyalty_row",
    "avalon.problem.awaits_assassinate": "avalon.rule.assassin",
    "avalon.problem.seat_twice": "avalon.rule.once",
    "avalon.problem.team_size": "avalon.rule.team",
    "avalon.problem.no_targeting": "avalon.rule.order",
    "avalon.problem.quest_missing": "avalon.rule.targeting",
    "avalon.problem.no_such_quest": "avalon.rule.targeting",
    "avalon.problem.quest_played": "avalon.rule.targeting",
    "avalon.problem.last_quest_successes": "avalon.rule.last_quest_successes",
    "avalon.problem.last_quest_played": "avalon.rule.last_quest_played",
    "avalon.problem.no_excalibur": "avalon.rule.excalibur_handed",
    "avalon.problem.excalibur_missing": "avalon.rule.excalibur_handed",
    "avalon.problem.excalibur_leader": "avalon.rule.excalibur_handed",
    "avalon.problem.excalibur_off_team": "avalon.rule.excalibur_handed",
    "avalon.problem.excalibur_self": "avalon.rule.excalibur_used",
    "avalon.problem.excalibur_on_outsider": "avalon.rule.excalibur_used",
    "avalon.problem.fails_range": "avalon.rule.quest_cards",
    "avalon.problem.no_lady": "avalon.rule.lady",
    "avalon.problem.lady_self": "avalon.rule.lady",
    "avalon.problem.lady_held": "avalon.rule.lady",
    "avalon.problem.no_loyalty_flips": "avalon.rule.loyalty",
    "avalon.problem.no_switch_left": "avalon.rule.loyalty",
    "avalon.problem.no_loyalty_row": "avalon.rule.loyalty_row",
    "avalon.problem.row_length": "avalon.rule.loyalty_row",
    "avalon.problem.row_switches": "avalon.rule.loyalty_row",
    "avalon.problem.no_plot_cards": "avalon.rule.plot",
    "avalon.problem.plot_drawn": "avalon.rule.plot",
    "avalon.problem.plot_number": "avalon.rule.plot",
    "avalon.problem.no_merlin": "avalon.rule.assassin",
    "avalon.problem.no_loyalty_shown": "avalon.rule.false_card",
    "avalon.problem.attempt_range": "avalon.rule.proposals",
    "avalon.problem.roles_too_soon": "avalon.rule.secret",
    "avalon.problem.roles_merlin_hit": "avalon.rule.assassin",
    "avalon.problem.roles_merlin_missed": "avalon.rule.assassin",
}
