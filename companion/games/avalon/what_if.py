""" "What if" questions of Avalon: those possible now, and the results according to the rules.

Questions never depend on secret roles: they name a seat only if everybody would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.core.message import Message, MessageArg
from companion.core.what_if import AnyQuestion, Dial, Question, QuestionFamily, WhatIf
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


def questions(state: State) -> tuple[AnyQuestion[Move], ...]:
    """Return the questions for the current state; empty once the game is over."""
    return tuple(_QUESTIONS[state.phase](state))


def describe_result(before: State, after: State) -> tuple[Message, ...]:
    """Return messages on what changed between two states, and why."""
    return tuple(_describe_result(before, after))


def _ask(
    question_id: str, key: str, moves: tuple[Move, ...], rule_link: str, group: str, **args: MessageArg
) -> Question[Move]:
    group_key = f"avalon_rules.if.group.{group}"
    return Question(question_id, f"avalon_rules.if.{key}", moves, args, rule_link, group_key)


# -- questions --------------------------------------------------------------------------------------------


def _propose(state: State) -> Iterator[AnyQuestion[Move]]:
    moves = (_any_team(state, state.open_quests[0]), Vote(approved=False))
    yield _ask("refused", "refused", moves, "end:five_rejections", "vote")
    for success in (True, False):
        yield _next_quest(state, success)
    yield _needs_question(state)


def _vote(state: State) -> Iterator[AnyQuestion[Move]]:
    def approvals(count: int) -> Question[Move]:
        vote = Vote(approve=tuple(range(count)))
        return _ask(f"approvals_{count}", "approvals", (vote,), "action:vote", "vote", n=count)

    dial = Dial("avalon_rules.if.dial.approvals", 0, len(state.setup.players), state.numbers.approvals_needed)
    yield QuestionFamily("approvals", (dial,), approvals)
    for success in (True, False):
        yield _this_quest(state, success, (Vote(approved=True),))
    yield _needs_question(state)


def _play_quest(state: State) -> Iterator[AnyQuestion[Move]]:
    def fails(count: int) -> Question[Move]:
        return _ask(f"fails_{count}", "fails", (Quest(count),), "action:quest", "quest", n=count)

    yield QuestionFamily("fails", (Dial("avalon_rules.if.dial.fails", 0, len(state.team), 1),), fails)
    for success in (True, False):
        yield _this_quest(state, success, ())
    yield _needs_question(state)


def _lady(state: State) -> Iterator[AnyQuestion[Move]]:
    players = state.setup.players
    targets = state.lady_targets
    holder = players[state.lady_holder] if state.lady_holder is not None else ""

    def ask_target(place: int) -> Question[Move]:
        seat = targets[place]
        args = {"name": holder, "target": players[seat]}
        return _ask(f"lady_{seat}", "lady", (Lady(seat),), "action:lady", "lady", **args)

    names = tuple(players[seat] for seat in targets)
    dial = Dial("avalon_rules.if.dial.player", 0, len(names) - 1, 0, names)
    yield QuestionFamily("lady", (dial,), ask_target)
    for side in Side:
        question_id, key = f"false_card_{side.value}", f"false_card.{side.value}"
        yield _ask(question_id, key, (Cheat(side),), "end:loyalty_cheat", "lady")
    yield _needs_question(state)


def _loyalty(state: State) -> Iterator[AnyQuestion[Move]]:
    for switch in (True, False) if sum(state.loyalty) < SWITCHES else (False,):
        key = "switch" if switch else "no_switch"
        yield _ask(key, key, (Loyalty(switch),), "action:loyalty", "lancelot")
    yield _needs_question(state)


def _loyalty_row(_state: State) -> Iterator[AnyQuestion[Move]]:
    def switch_in(number: int) -> Question[Move]:
        row = LoyaltyRow(tuple(place == number for place in range(1, QUESTS + 1)))
        return _ask(f"row_{number}", "row", (row,), "action:loyalty_row", "lancelot", round=number)

    yield QuestionFamily("row", (Dial("avalon_rules.if.dial.round", 1, QUESTS, 1),), switch_in)
    no_switch = LoyaltyRow((False,) * QUESTS)
    yield _ask("row_same", "row_same", (no_switch,), "action:loyalty_row", "lancelot")


def _assassinate(state: State) -> Iterator[AnyQuestion[Move]]:
    # The target does not matter: the question is only whether it is Merlin.
    for hit, key in ((True, "names_merlin"), (False, "names_another")):
        yield _ask(key, key, (Assassinate(state.leader, hit),), "action:assassinate", "end")


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
        return _this_quest(state, success, (_any_team(state, state.open_quests[0]), Vote(approved=True)))

    def ask_quest(quest: int) -> Question[Move]:
        moves = (_any_team(state, quest), Vote(approved=True), _cards(state, quest, success))
        link = "problem:avalon.problem.quest_missing"
        return _ask(f"quest_{quest}_{word}", f"chosen_{word}", moves, link, "quest", quest=quest)

    dial = Dial("avalon_rules.if.dial.quest", 1, QUESTS, state.open_quests[0])
    return QuestionFamily(f"quest_{word}", (dial,), ask_quest)


def _this_quest(state: State, success: bool, first: tuple[Move, ...]) -> Question[Move]:
    quest = state.quest or state.open_quests[0]
    key = "quest_succeeds" if success else "quest_fails"
    moves = (*first, _cards(state, quest, success))
    return _ask(key, key, moves, "action:quest", "quest", quest=quest)


def _needs_question(state: State) -> Question[Move]:
    good, evil = QUESTS_TO_WIN - state.successes, QUESTS_TO_WIN - state.failures
    key = "avalon_rules.if.needs_good" if state.setup.options.merlin else "avalon_rules.if.needs_good_only"
    facts = (
        Message.of(key, n=good),
        Message.of("avalon_rules.if.needs_evil", n=evil, attempts=MAX_ATTEMPTS),
    )
    return replace(_ask("needs", "needs", (), "problem:app.problem.over", "end"), known_facts=facts)


# -- results ----------------------------------------------------------------------------------------------


def _result(key: str, **args: MessageArg) -> Message:
    return Message(f"avalon_rules.if.told.{key}", args)


def _describe_result(before: State, after: State) -> Iterator[Message]:
    if len(after.results) > len(before.results):
        yield from _describe_quest(after)
    elif after.attempt > before.attempt or _is_fifth_rejection(after):
        yield from _describe_refusal(after)
    elif after.phase is Phase.QUEST and before.phase is not Phase.QUEST:
        yield _result("approved", quest=after.quest or 0)
        yield _result("enough", **_majority_args(after))
    if len(after.lady_holders) > len(before.lady_holders):
        yield from _describe_lady(before, after)
    if after.loyalty != before.loyalty:
        yield from _describe_loyalty(before, after)
    if after.outcome is not None:
        key = f"over.{after.outcome.winner}.{after.outcome.reason}"
        yield _result(key, won=QUESTS_TO_WIN, attempts=MAX_ATTEMPTS)
    elif (after.round, after.phase) != (before.round, before.phase):
        yield from _describe_next(before, after)


def _is_fifth_rejection(state: State) -> bool:
    return state.outcome is not None and state.outcome.reason == "five_rejections"


def _majority_args(state: State) -> dict[str, MessageArg]:
    return {"needed": state.numbers.approvals_needed, "players": len(state.setup.players)}


def _describe_refusal(after: State) -> Iterator[Message]:
    yield _result("refused")
    can_tie = len(after.setup.players) % 2 == 0
    yield _result("too_few_tie" if can_tie else "too_few", **_majority_args(after))
    if after.outcome is None:
        key = "last_proposal" if after.attempt == MAX_ATTEMPTS else "proposal"
        leader = after.setup.players[after.leader]
        yield _result(key, name=leader, attempt=after.attempt, attempts=MAX_ATTEMPTS)


def _describe_quest(after: State) -> Iterator[Message]:
    last = after.results[-1]
    yield _result("quest_won" if last.success else "quest_lost", quest=last.quest)
    key = "too_few_fails" if last.success else "enough_fails"
    yield _result(key, n=after.numbers.fails_needed(last.quest))
    yield _result("score", good=after.successes, evil=after.failures)


def _describe_lady(before: State, after: State) -> Iterator[Message]:
    players = after.setup.players
    target = players[after.lady_holders[-1]]
    yield _result("lady", name=players[before.lady_holders[-1]], target=target)
    yield _result("lady_goes", target=target)
    if any(number > len(after.results) for number in LADY_AFTER_QUESTS):
        yield _result("lady_left", n=len(players) - len(after.lady_holders))
    else:
        yield _result("lady_done")


def _describe_loyalty(before: State, after: State) -> Iterator[Message]:
    if after.setup.lancelot is Lancelot.V2:
        rounds = tuple(place for place, switch in enumerate(after.loyalty, start=1) if switch)
        if rounds:
            yield _result("row", n=len(rounds), rounds=rounds)
            yield _result("row_why")
        else:
            yield _result("row_same")
        return
    yield _result("switched" if after.switch_count > before.switch_count else "stay")
    yield _result("sides_changed" if after.switch_count % 2 == 1 else "sides_own")
    cards = DECK[Lancelot.V1] - len(after.loyalty)
    yield _result("deck", cards=cards, switches=SWITCHES - sum(after.loyalty))


def _describe_next(before: State, after: State) -> Iterator[Message]:
    players = after.setup.players
    match after.phase:
        case Phase.ASSASSINATE:
            yield _result("strike", won=QUESTS_TO_WIN)
        case Phase.LADY if after.lady_holder is not None:
            yield _result("lady_due", name=players[after.lady_holder])
        case Phase.LOYALTY:
            yield _result("card_due", round=after.round)
        case Phase.PROPOSE:
            if after.round != before.round:
                yield _result("leads", name=players[after.leader], round=after.round)
            if _row_switches(before, after):
                yield _result("switched")
            if after.setup.targeting and after.attempt == 1:
                quests = after.open_quests
                yield _result("open", n=len(quests), quests=quests)


def _row_switches(before: State, after: State) -> bool:
    """True if a new round starts with a switch that was visible in the row."""
    row = after.setup.lancelot is Lancelot.V2 and after.round != before.round
    return row and after.loyalty[after.round - 1]


WHAT_IF = WhatIf(questions, describe_result)
