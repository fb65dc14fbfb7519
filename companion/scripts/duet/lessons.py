"""For those who learn Duet: what happens now, who does what, and the rule behind it, as catalogue keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.duet.moves import Move, SideDone
from companion.games.duet.play import apply
from companion.games.duet.rule_numbers import RULE_NUMBERS
from companion.games.duet.setup import AGENTS, SCORED_TOKENS, Side
from companion.games.duet.state import State, What
from companion.games.game import IllegalMove, Problem
from companion.scripts.lessons import Keys, Lesson, turned


def lesson(state: State) -> Lesson:
    """What a learner should know at this moment; of several lessons, the one that matters most."""
    return lessons(state)[0]


def lessons(state: State) -> tuple[Lesson, ...]:
    """All that fit this moment: what is special about it, then what can be learnt in any turn, and each turn
    begins with another of these."""
    if state.outcome is not None:
        found: tuple[Keys, ...] = (_over(state),)
    elif state.awaits.what is What.SUDDEN_DEATH:
        found = (_told("sudden"),)
    else:
        found = (*_now(state), *turned(_any_time(state), state.turn - 1))
    args = _args(state)
    return tuple(Lesson(*keys, args) for keys in found)


def rule_behind(problem: Problem) -> str | None:
    """The rule that explains why a move was refused; None where no rule of the game stands behind it."""
    return _RULES.get(problem.code)


def _args(state: State) -> dict[str, int | str | tuple[int, ...] | tuple[str, ...]]:
    setup, awaits = state.setup, state.awaits
    args: dict[str, int | str | tuple[int, ...] | tuple[str, ...]] = {
        **RULE_NUMBERS,
        "all_agents": AGENTS,
    }
    if awaits.guesses:
        args["names"] = tuple(name for side in awaits.guesses for name in setup.members(side))
    if awaits.clues is not None:
        args["givers"] = setup.members(awaits.clues)
    return args


def _told(name: str) -> Keys:
    return (f"duet.learn.{name}.now", f"duet.learn.{name}.who", f"duet.learn.{name}.rule")


def _now(state: State) -> tuple[Keys, ...]:
    """What this turn has that others have not."""
    found: list[Keys] = []
    if state.last_guesses:
        found.append(("duet.say.last_guesses", "duet.learn.last.who", "duet.learn.last.rule"))
    elif state.fined:
        found.append(("duet.say.illegal", "duet.learn.illegal.who_now", "duet.learn.illegal.rule"))
    if state.right:
        found.append(_told("stop"))
    if state.bank.left == 1:
        # Where a bystander cannot be paid for, it is not sudden death that follows it.
        rule = "rule" if state.bank.bystanders else "rule_dear"
        found.append(("duet.learn.last.now", "duet.learn.last.who", f"duet.learn.last.{rule}"))
    if state.done is not None:
        found.append(("duet.learn.done.now_one", "duet.learn.done.who_one", "duet.learn.done.rule_one"))
    elif _may_be_covered(state):
        who = "who_counted" if state.setup.counts_keys else "who"
        found.append(("duet.learn.done.now", f"duet.learn.done.{who}", "duet.learn.done.rule"))
    return tuple(found)


def _may_be_covered(state: State) -> bool:
    """Whether a side can have reason to say that its key is covered: where agents are counted by keys, that
    is known better."""
    return any(_accepted(state, SideDone(side)) for side in Side)


def _accepted(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


def _any_time(state: State) -> tuple[Keys, ...]:
    setup = state.setup
    has_checks = setup.bystander_tokens < setup.tokens
    loose = ("duet.learn.loose.now", "duet.setup.loose_why", "duet.learn.loose.rule")
    return (
        *(_told("clue"), _told("guess"), _told("zero"), _told("bystander"), _told("talk")),
        *((_told("grid"),) if setup.has_grid else ()),
        *((_told("log"),) if state.clue is None else ()),
        *((_told("checks"),) if has_checks else ()),
        *(() if state.fined else (_told("illegal"),)),
        *((loose,) if setup.loose_turns and state.done is None else ()),
        _end(setup.tokens),
    )


def _end(tokens: int) -> Keys:
    scored = "rule_scored" if tokens == SCORED_TOKENS else "rule"
    return ("duet.learn.end.now", "duet.learn.end.who", f"duet.learn.end.{scored}")


def _over(state: State) -> Keys:
    reason = state.outcome.reason if state.outcome is not None else ""
    return ("duet.board.ended", f"duet.over.{reason}", _end(state.setup.tokens)[2])


# Left out are those that no rule stands behind: what the app counts for itself.
_RULES: Final[Mapping[str, str]] = {
    "guess_first": "duet.learn.zero.rule",
    "sudden_death": "duet.learn.sudden.rule",
    "fined_already": "duet.learn.illegal.rule",
    "key_covered": "duet.learn.done.rule_one",
    "done_too_soon": "duet.learn.done.who",
    "done_miscounted": "duet.learn.done.who_counted",
    "place_missing": "duet.learn.grid.who",
    "place_found": "duet.learn.grid.rule",
    "place_covered": "duet.learn.grid.rule",
    "place_known": "duet.learn.grid.rule",
    "clue_number": "duet.learn.zero.who",
    "clue_by_other_side": "duet.learn.talk.rule",
    "two_in_a_row": "duet.setup.loose_why",
    "turn_under_way": "duet.learn.loose.rule",
    "over": "duet.learn.end.who",
}
