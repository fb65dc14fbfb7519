""" "What if" questions of Avalon: those possible now, and the results according to the rules.

Questions never depend on secret roles: they name a seat only if everybody would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.core.message import Message
from companion.core.questions import AnyQuestion, Dial, Question, QuestionFamily, WhatIf
from companion.games.avalon.rules import DECK, LADY_AFTER_QUESTS, SWITCHES
from companion.games.avalon.setup import Lancelot, Side
from companion.games.avalon.state import (
    MAX_ATTEMPTS,
    QUESTS,
    QUESTS_TO_WIN,
    Assassinate,
    Cheat,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Phase,
    Propose,
    Quest,
    State,
    Vote,
)

_VOTE: Final = "avalon_rules.if.group.vote"
_QUEST: Final = "avalon_rules.if.group.quest"
_LADY: Final = "avalon_rules.if.group.lady"
_LANCELOT: Final = "avalon_rules.if.group.lancelot"
_END: Final = "avalon_rules.if.group.end"


def questions(state: State) -> tuple[AnyQuestion[Move], ...]:
    """Return the questions for the current state; empty once the game is over."""
    return tuple(_QUESTIONS[state.phase](state))


def describe_result(before: State, after: State) -> tuple[Message, ...]:
    """Return messages on what changed between two states, and why."""
    return tuple(_describe_result(before, after))


# -- questions --------------------------------------------------------------------------------------------


def _propose(state: State) -> Iterator[AnyQuestion[Move]]:
    yield Question(
        "refused",
        "avalon_rules.if.refused",
        (_any_team(state, state.open_quests[0]), Vote(approved=False)),
        rule_link="end:five_rejections",
        group_key=_VOTE,
    )
    for success in (True, False):
        yield _next_quest(state, success)
    yield _needs_question(state)


def _vote(state: State) -> Iterator[AnyQuestion[Move]]:
    def approvals(count: int) -> Question[Move]:
        return Question(
            f"approvals_{count}",
            "avalon_rules.if.approvals",
            (Vote(approve=tuple(range(count))),),
            {"n": count},
            rule_link="action:vote",
            group_key=_VOTE,
        )

    dial = Dial("avalon_rules.if.dial.approvals", 0, len(state.setup.players), state.numbers.approvals_needed)
    yield QuestionFamily("approvals", (dial,), approvals)
    for success in (True, False):
        yield _this_quest(state, success, (Vote(approved=True),))
    yield _needs_question(state)


def _play_quest(state: State) -> Iterator[AnyQuestion[Move]]:
    def fails(count: int) -> Question[Move]:
        return Question(
            f"fails_{count}",
            "avalon_rules.if.fails",
            (Quest(count),),
            {"n": count},
            rule_link="action:quest",
            group_key=_QUEST,
        )

    yield QuestionFamily("fails", (Dial("avalon_rules.if.dial.fails", 0, len(state.team), 1),), fails)
    for success in (True, False):
        yield _this_quest(state, success, ())
    yield _needs_question(state)


def _lady(state: State) -> Iterator[AnyQuestion[Move]]:
    players = state.setup.players
    targets = state.lady_targets
    holder = players[state.lady_holder] if state.lady_holder is not None else ""

    def ask_target(place: int) -> Question[Move]:
        return Question(
            f"lady_{targets[place]}",
            "avalon_rules.if.lady",
            (Lady(targets[place]),),
            {"name": holder, "target": players[targets[place]]},
            rule_link="action:lady",
            group_key=_LADY,
        )

    names = tuple(players[seat] for seat in targets)
    yield QuestionFamily(
        "lady", (Dial("avalon_rules.if.dial.player", 0, len(names) - 1, 0, names),), ask_target
    )
    for side in Side:
        yield Question(
            f"false_card_{side.value}",
            f"avalon_rules.if.false_card.{side.value}",
            (Cheat(side),),
            rule_link="end:loyalty_cheat",
            group_key=_LADY,
        )
    yield _needs_question(state)


def _loyalty(state: State) -> Iterator[AnyQuestion[Move]]:
    cards = (True, False) if sum(state.loyalty) < SWITCHES else (False,)
    for switch in cards:
        yield Question(
            "switch" if switch else "no_switch",
            "avalon_rules.if.switch" if switch else "avalon_rules.if.no_switch",
            (Loyalty(switch),),
            rule_link="action:loyalty",
            group_key=_LANCELOT,
        )
    yield _needs_question(state)


def _loyalty_row(_state: State) -> Iterator[AnyQuestion[Move]]:
    def switch_in(number: int) -> Question[Move]:
        return Question(
            f"row_{number}",
            "avalon_rules.if.row",
            (LoyaltyRow(tuple(place == number for place in range(1, QUESTS + 1))),),
            {"round": number},
            rule_link="action:loyalty_row",
            group_key=_LANCELOT,
        )

    yield QuestionFamily("row", (Dial("avalon_rules.if.dial.round", 1, QUESTS, 1),), switch_in)
    yield Question(
        "row_same",
        "avalon_rules.if.row_same",
        (LoyaltyRow((False,) * QUESTS),),
        rule_link="action:loyalty_row",
        group_key=_LANCELOT,
    )


def _assassinate(state: State) -> Iterator[AnyQuestion[Move]]:
    # The target does not matter: the question is only whether it is Merlin.
    for hit in (True, False):
        yield Question(
            "names_merlin" if hit else "names_another",
            "avalon_rules.if.names_merlin" if hit else "avalon_rules.if.names_another",
            (Assassinate(state.leader, hit),),
            rule_link="action:assassinate",
            group_key=_END,
        )


_QUESTIONS: Final[Mapping[Phase, Callable[[State], Iterator[AnyQuestion[Move]]]]] = {
    Phase.PROPOSE: _propose,
    Phase.VOTE: _vote,
    Phase.QUEST: _play_quest,
    Phase.LADY: _lady,
    Phase.LOYALTY: _loyalty,
    Phase.LOYALTY_ROW: _loyalty_row,
    Phase.ASSASSINATE: _assassinate,
    Phase.OVER: lambda _state: iter(()),
}


def _any_team(state: State, quest: int) -> Propose:
    """Return a legal team; its members do not matter to any question."""
    size, players = state.numbers.team_size(quest), len(state.setup.players)
    team = tuple(sorted((state.leader + step) % players for step in range(size)))
    bearer = next(seat for seat in team if seat != state.leader) if state.setup.excalibur else None
    return Propose(team, quest if state.setup.targeting else None, bearer)


def _cards(state: State, quest: int, success: bool) -> Quest:
    return Quest(0 if success else state.numbers.fails_needed(quest))


def _next_quest(state: State, success: bool) -> AnyQuestion[Move]:
    """Return a question on the next quest.

    With Targeting it may be any quest, and the rules decide which are closed.
    """
    word = "succeeds" if success else "fails"
    if not state.setup.targeting:
        quest = state.open_quests[0]
        return _this_quest(state, success, (_any_team(state, quest), Vote(approved=True)))

    def ask_quest(quest: int) -> Question[Move]:
        return Question(
            f"quest_{quest}_{word}",
            f"avalon_rules.if.chosen_{word}",
            (_any_team(state, quest), Vote(approved=True), _cards(state, quest, success)),
            {"quest": quest},
            rule_link="problem:avalon.problem.quest_missing",
            group_key=_QUEST,
        )

    dial = Dial("avalon_rules.if.dial.quest", 1, QUESTS, state.open_quests[0])
    return QuestionFamily(f"quest_{word}", (dial,), ask_quest)


def _this_quest(state: State, success: bool, first: tuple[Move, ...]) -> Question[Move]:
    quest = state.quest or state.open_quests[0]
    word = "succeeds" if success else "fails"
    return Question(
        f"quest_{word}",
        f"avalon_rules.if.quest_{word}",
        (*first, _cards(state, quest, success)),
        {"quest": quest},
        rule_link="action:quest",
        group_key=_QUEST,
    )


def _needs_question(state: State) -> Question[Move]:
    good, evil = QUESTS_TO_WIN - state.successes, QUESTS_TO_WIN - state.failures
    merlin = state.setup.options.merlin
    return Question(
        "needs",
        "avalon_rules.if.needs",
        rule_link="problem:app.problem.over",
        group_key=_END,
        known_facts=(
            Message(
                "avalon_rules.if.needs_good" if merlin else "avalon_rules.if.needs_good_only", {"n": good}
            ),
            Message("avalon_rules.if.needs_evil", {"n": evil, "attempts": MAX_ATTEMPTS}),
        ),
    )


# -- results ----------------------------------------------------------------------------------------------


def _describe_result(before: State, after: State) -> Iterator[Message]:
    if len(after.results) > len(before.results):
        yield from _describe_quest(after)
    elif after.attempt > before.attempt or _is_fifth_rejection(after):
        yield from _describe_refusal(after)
    elif after.phase is Phase.QUEST and before.phase is not Phase.QUEST:
        yield from _describe_approval(after)
    if len(after.lady_holders) > len(before.lady_holders):
        yield from _describe_lady(before, after)
    if after.loyalty != before.loyalty:
        yield from _describe_loyalty(before, after)
    if after.outcome is not None:
        yield from _describe_end(after)
    elif (after.round, after.phase) != (before.round, before.phase):
        yield from _describe_next(before, after)


def _is_fifth_rejection(state: State) -> bool:
    return state.outcome is not None and state.outcome.reason == "five_rejections"


def _describe_approval(after: State) -> Iterator[Message]:
    args = {"needed": after.numbers.approvals_needed, "players": len(after.setup.players)}
    yield Message("avalon_rules.if.told.approved", {"quest": after.quest or 0})
    yield Message("avalon_rules.if.told.enough", args)


def _describe_refusal(after: State) -> Iterator[Message]:
    args = {"needed": after.numbers.approvals_needed, "players": len(after.setup.players)}
    yield Message("avalon_rules.if.told.refused")
    tie = len(after.setup.players) % 2 == 0
    yield Message("avalon_rules.if.told.too_few_tie" if tie else "avalon_rules.if.told.too_few", args)
    if after.outcome is None:
        name = after.setup.players[after.leader]
        key = (
            "avalon_rules.if.told.last_proposal"
            if after.attempt == MAX_ATTEMPTS
            else "avalon_rules.if.told.proposal"
        )
        yield Message(key, {"name": name, "attempt": after.attempt, "attempts": MAX_ATTEMPTS})


def _describe_quest(after: State) -> Iterator[Message]:
    last = after.results[-1]
    needed = {"n": after.numbers.fails_needed(last.quest)}
    yield Message(
        "avalon_rules.if.told.quest_won" if last.success else "avalon_rules.if.told.quest_lost",
        {"quest": last.quest},
    )
    yield Message(
        "avalon_rules.if.told.too_few_fails" if last.success else "avalon_rules.if.told.enough_fails", needed
    )
    yield Message("avalon_rules.if.told.score", {"good": after.successes, "evil": after.failures})


def _describe_lady(before: State, after: State) -> Iterator[Message]:
    players = after.setup.players
    args = {"name": players[before.lady_holders[-1]], "target": players[after.lady_holders[-1]]}
    yield Message("avalon_rules.if.told.lady", args)
    yield Message("avalon_rules.if.told.lady_goes", {"target": args["target"]})
    left = len(players) - len(after.lady_holders)
    if any(number > len(after.results) for number in LADY_AFTER_QUESTS):
        yield Message("avalon_rules.if.told.lady_left", {"n": left})
    else:
        yield Message("avalon_rules.if.told.lady_done")


def _describe_loyalty(before: State, after: State) -> Iterator[Message]:
    if after.setup.lancelot is Lancelot.V2:
        rounds = tuple(place for place, switch in enumerate(after.loyalty, start=1) if switch)
        if rounds:
            yield Message("avalon_rules.if.told.row", {"n": len(rounds), "rounds": rounds})
            yield Message("avalon_rules.if.told.row_why")
        else:
            yield Message("avalon_rules.if.told.row_same")
        return
    switched = after.switch_count > before.switch_count
    yield Message("avalon_rules.if.told.switched" if switched else "avalon_rules.if.told.stay")
    is_switched = after.switch_count % 2 == 1
    yield Message("avalon_rules.if.told.sides_changed" if is_switched else "avalon_rules.if.told.sides_own")
    cards = DECK[Lancelot.V1] - len(after.loyalty)
    yield Message("avalon_rules.if.told.deck", {"cards": cards, "switches": SWITCHES - sum(after.loyalty)})


def _describe_end(after: State) -> Iterator[Message]:
    if after.outcome is None:
        return
    winner, reason = after.outcome.winner, after.outcome.reason
    yield Message(
        f"avalon_rules.if.told.over.{winner}.{reason}", {"won": QUESTS_TO_WIN, "attempts": MAX_ATTEMPTS}
    )


def _describe_next(before: State, after: State) -> Iterator[Message]:
    players = after.setup.players
    match after.phase:
        case Phase.ASSASSINATE:
            yield Message("avalon_rules.if.told.strike", {"won": QUESTS_TO_WIN})
        case Phase.LADY if after.lady_holder is not None:
            yield Message("avalon_rules.if.told.lady_due", {"name": players[after.lady_holder]})
        case Phase.LOYALTY:
            yield Message("avalon_rules.if.told.card_due", {"round": after.round})
        case Phase.PROPOSE:
            if after.round != before.round:
                yield Message(
                    "avalon_rules.if.told.leads", {"name": players[after.leader], "round": after.round}
                )
            if _row_switches(before, after):
                yield Message("avalon_rules.if.told.switched")
            if after.setup.targeting and after.attempt == 1:
                quests = after.open_quests
                yield Message("avalon_rules.if.told.open", {"n": len(quests), "quests": quests})


def _row_switches(before: State, after: State) -> bool:
    """True if a new round starts with a switch that was visible in the row."""
    row = after.setup.lancelot is Lancelot.V2 and after.round != before.round
    return row and after.loyalty[after.round - 1]


WHAT_IF = WhatIf(questions, describe_result)
