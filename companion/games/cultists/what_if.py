""" "What if" questions of Among Cultists: those possible now, and the results according to the rules.

Answers name only the holder of the Knife: roles are unknown, so questions about a vote or a death apply to
any player.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from companion.core.message import Message, MessageArg
from companion.core.what_if import AnyQuestion, Dial, Question, QuestionFamily, WhatIf
from companion.games.cultists import actions, moves
from companion.games.cultists.drafts import (
    automa_abstention_count,
    is_knife_doubling,
    possible_vote_totals,
    voters_in_order,
)
from companion.games.cultists.rule_context import last_cultist_message
from companion.games.cultists.setup import ROUNDS, Knife, VoteRule
from companion.games.cultists.state import EVENTS, Cause, Ending, GateStatus, Phase, RoundPhase, State
from companion.games.cultists.voting import KNIFE_VOTES, KnifeEffect, VoteReason, is_knife_active

_VOTE: Final = "cultists_rules.if.group.vote"
_ROUND: Final = "cultists_rules.if.group.round"
_BUILDING: Final = "cultists_rules.if.group.building"
_DEATH: Final = "cultists_rules.if.group.death"
_END: Final = "cultists_rules.if.group.end"
# Numbers to try for an unused shelf name.
_SHELVES: Final = range(1, 10)


def questions(state: State) -> tuple[AnyQuestion[moves.Move], ...]:
    """Return the questions for the current state, the most important first."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.KILLS:
            return tuple(_kills(state))
        case Phase.SEER_GUESS:
            return tuple(_guesses(state))
        case Phase.REVEALED:
            return tuple(_revealed(state))
        case Phase.VOTE:
            return (*_votes(state, None), *_needs_questions(state))
        case Phase.ACTION:
            called_by = next(iter(state.living_players), None) if state.can_start_vote else None
            votes = _votes(state, called_by) if called_by is not None else ()
            return (*_building(state), *votes, *_deaths(state), *_phase_ends(state), *_needs_questions(state))
        case Phase.CLEAN_UP:
            return (*_declarations(state), *_phase_ends(state), *_needs_questions(state))
        case Phase.MOVEMENT | Phase.EVENT:
            return (*_events(state), *_phase_ends(state), *_needs_questions(state))
        case Phase.RESOLVE:
            return (*_phase_ends(state), *_needs_questions(state))


def _ask(
    name: str,
    *played: moves.Move,
    link: str,
    group: str,
    numbers: tuple[int, ...] = (),
    facts: tuple[Message, ...] = (),
    **args: MessageArg,
) -> Question[moves.Move]:
    """Return a question; in a family, `numbers` are the values of its dials."""
    question_id = "-".join((name, *map(str, numbers)))
    return Question(question_id, f"cultists_rules.if.ask.{name}", played, args, link, group, facts)


# Votes --------------------------------------------------------------------------------------------------


def _votes(state: State, called_by: int | None) -> Iterator[AnyQuestion[moves.Move]]:
    if len(state.living) < 2:
        return
    total, fists = possible_vote_totals(state)[-1], automa_abstention_count(state)
    yield QuestionFamily(
        "vote",
        (
            Dial("cultists_rules.if.dial.first", 0, total - fists, total // 2 + 1),
            Dial("cultists_rules.if.dial.second", 0, total - fists, 1),
        ),
        partial(_counted_vote, state, called_by),
    )
    if state.knife == state.setup.automa_seat:
        return
    people = len(state.setup.players)
    hands = (
        Dial("cultists_rules.if.dial.with_knife", 1, people, people // 2),
        Dial("cultists_rules.if.dial.second", 0, people, people // 2 - 1),
    )
    if state.numbers.knife is Knife.CHANGE and is_knife_active(state.setup, state.knife not in state.ghosts):
        yield QuestionFamily("knife_changes", hands, partial(_knife_changed_vote, state, called_by))
    elif is_knife_doubling(state):
        yield QuestionFamily("knife_doubles", hands, partial(_knife_doubled_vote, state, called_by))


def _counted_vote(state: State, called_by: int | None, first: int, second: int) -> Question[moves.Move]:
    """Return a question on a vote by counts; all others abstain, and the rules reject impossible counts."""
    one, other = (str(seat) for seat in state.living[:2])
    abstained = max(0, possible_vote_totals(state)[-1] - first - second)
    return _ask(
        "vote",
        moves.Vote(counts={one: first, other: second}, abstentions=abstained, called_by=called_by),
        link="problem:cultists.problem.awaits_vote" if called_by is None else "action:start_vote",
        group=_VOTE,
        numbers=(first, second),
        first=first,
        second=second,
        abstained=abstained,
    )


def _knife_changed_vote(state: State, called_by: int | None, first: int, second: int) -> Question[moves.Move]:
    vote = moves.Vote(_hands(state, first, second), knife_changes_to=state.living[1], called_by=called_by)
    link, numbers = "problem:cultists.problem.knife_no_abstention", (first, second)
    return _ask("knife_changes", vote, link=link, group=_VOTE, numbers=numbers, first=first, second=second)


def _knife_doubled_vote(state: State, called_by: int | None, first: int, second: int) -> Question[moves.Move]:
    vote = moves.Vote(_hands(state, first, second), called_by=called_by)
    link, numbers = "problem:cultists.problem.knife_doubles", (first, second)
    return _ask("knife_doubles", vote, link=link, group=_VOTE, numbers=numbers, first=first, second=second)


def _hands(state: State, first: int, second: int) -> tuple[int | None, ...]:
    """Return ballots with `first` votes for one character and `second` for another.

    The Knife's holder votes first. If there are more votes than players, so are the ballots, and the rules
    reject them.
    """
    pointed = [state.living[0]] * first + [state.living[1]] * second
    order = voters_in_order(state)
    ballots: list[int | None] = [None] * len(order)
    for seat, target in zip(order, pointed, strict=False):
        ballots[seat] = target
    return (*ballots, *pointed[len(order) :])


# Events, building, deaths ---------------------------------------------------------------------------------


def _events(state: State) -> Iterator[Question[moves.Move]]:
    """Yield questions on events with a known effect that can still be drawn in this round."""
    before = (moves.Next(),) if state.phase is Phase.MOVEMENT else ()
    for event in state.bag:
        if EVENTS[event].has_known_effect:
            key = f"cultists_rules.if.ask.event.{event}"
            yield Question(
                f"event-{event}",
                key,
                (*before, moves.Event(event)),
                rule_link=f"event:{event}",
                group_key=_ROUND,
            )


def _building(state: State) -> Iterator[AnyQuestion[moves.Move]]:
    if state.gate is not None and state.is_gate_open:
        yield _ask("gate_closed", moves.GateClosed(), link="action:close_gate", group=_BUILDING)
        if state.round >= state.gate.until:
            yield _ask("gate_too_late", moves.Next(), link="event:gate_opens", group=_BUILDING)
    if not state.power:
        yield _ask("power", moves.PowerRestored(), link="action:restore_power", group=_BUILDING)
    min_points, max_points = actions.SHELF_POINTS[0], actions.SHELF_POINTS[-1]
    dial = Dial("cultists_rules.if.dial.points", min_points, max_points, min_points)
    yield QuestionFamily("shelf", (dial,), partial(_bookshelf_question, _free_bookshelf_name(state)))


def _bookshelf_question(shelf: str, points: int) -> Question[moves.Move]:
    link, move = "problem:cultists.problem.shelf_points", moves.ShelfCompleted(shelf, points)
    return _ask("shelf", move, link=link, group=_BUILDING, numbers=(points,), points=points)


def _free_bookshelf_name(state: State) -> str:
    """Return an unused valid shelf name, which stands for any shelf that is not full."""
    used_names = [shelf.shelf for shelf in state.library]
    names = (
        *(colour.value for colour in moves.Colour),
        *(f"{c.value}_{n}" for n in _SHELVES for c in moves.Colour),
    )
    return next(
        name for name in names if name not in used_names and actions.is_valid_bookshelf_name(name, used_names)
    )


def _deaths(state: State) -> Iterator[Question[moves.Move]]:
    player = next(iter(state.living_players), None)
    if player is None:
        return
    yield _ask("murder", moves.Dead(player), link="action:check_status", group=_DEATH)
    killer = player if state.assassin is None else state.assassin
    victim = next((seat for seat in state.living if seat != killer), None)
    if victim is not None and not actions.unmet_requirements(state, actions.ASSASSINATE, killer):
        yield _ask("assassinate", moves.Assassinate(victim, killer), link="action:assassinate", group=_DEATH)


# Rounds and ends ------------------------------------------------------------------------------------------


def _phase_ends(state: State) -> Iterator[Question[moves.Move]]:
    match state.phase:
        case Phase.ACTION | Phase.CLEAN_UP:
            phase_ends = (
                (moves.Next(),) if state.round_phase is RoundPhase.CLEAN_UP else (moves.Next(), moves.Next())
            )
            if state.is_last_round:
                key, about = "cultists_rules.if.ask.last_round", f"end:{actions.TIME_UP}"
            else:
                key, about = "cultists_rules.if.ask.round", "problem:cultists.problem.round_range"
            yield Question("round", key, phase_ends, {"round": state.round}, about, _ROUND)
        case Phase.MOVEMENT:
            yield _ask("phase", moves.Next(), link="problem:cultists.problem.event_phase", group=_ROUND)
        case Phase.RESOLVE:
            yield _ask("phase", moves.Next(), link="problem:cultists.problem.action_phase", group=_ROUND)


def _declarations(state: State) -> Iterator[Question[moves.Move]]:
    """Yield questions on a declaration; the declaring seat does not matter to the result."""
    player = next(iter(state.living_players), None)
    if not state.can_declare or player is None:
        return
    for name, right, reason in (
        ("right", True, actions.DECLARED_RIGHTLY),
        ("wrong", False, actions.DECLARED_WRONGLY),
    ):
        yield _ask(f"declared_{name}", moves.Declare(player, right), link=f"end:{reason}", group=_END)


# Reasons of the endings if enough Investigators are dead.
_BY_KILLS: Final = {
    Ending.POINTS: actions.KILLS_BEAT_POINTS,
    Ending.LAST_CULTIST: actions.KILLS_BEFORE,
    Ending.AUTOMA: actions.AUTOMA_KILLS,
}


def _kills(state: State) -> Iterator[Question[moves.Move]]:
    """Yield questions on the pulse decks.

    The round matters only if the last of two Cultists is eliminated.
    """
    if state.ending is None:
        return
    since, link = state.ending is Ending.LAST_CULTIST, f"end:{_BY_KILLS[state.ending]}"
    for reached in moves.Reached if since else (moves.Reached.NO, moves.Reached.EARLIER):
        name = reached.value if since or reached is moves.Reached.NO else "enough"
        yield _ask(f"kills_{name}", moves.Kills(reached), link=link, group=_END, kills=state.numbers.kills)


def _guesses(state: State) -> Iterator[Question[moves.Move]]:
    link, revealed = f"end:{actions.SEER_NAMED}", (state.exposed_cultist, state.assassin)
    target = next((seat for seat in range(state.setup.seats) if seat not in revealed), None)
    if target is not None:
        for name, hit in (("hit", True), ("miss", False)):
            yield _ask(f"seer_{name}", moves.SeerGuess(target, hit), link=link, group=_END)


def _revealed(state: State) -> Iterator[Question[moves.Move]]:
    link, seat = "problem:cultists.problem.awaits_revealed", state.pending_reveal
    if seat is not None:
        for name, last in (("last", True), ("not_last", False)):
            yield _ask(f"revealed_{name}", moves.Revealed(seat, last), link=link, group=_DEATH)


def _needs_questions(state: State) -> Iterator[Question[moves.Move]]:
    """Yield questions on what each side still needs, whose answers are known without a move."""
    left = state.target - state.points
    facts = (
        Message.of("cultists_rules.if.needs.points", points=state.points, goal=state.target, n=left),
        Message.of("cultists_rules.if.needs.rounds", n=ROUNDS - state.round + 1),
        last_cultist_message(state.setup),
    )
    yield _ask("needs_points", link=f"end:{actions.POINTS_REACHED}", group=_END, facts=facts)
    known_dead = _known_dead_message(state)
    yield _ask("needs_dead", link="problem:cultists.problem.awaits_kills", group=_END, facts=(known_dead,))


def _known_dead_message(state: State) -> Message:
    return Message.of("cultists_rules.if.dead_known", kills=state.numbers.kills, n=len(state.counted_dead))


# Answers --------------------------------------------------------------------------------------------------


def describe_result(before: State, after: State) -> tuple[Message, ...]:
    """Return messages on what changed between two states, and why."""
    messages = (
        *_describe_vote(before, after),
        *_describe_deaths(before, after),
        *_describe_building(before, after),
        *_describe_end(before, after),
    )
    if after.outcome is None and after.pending_outcome is None and after.ending is None:
        messages = (*messages, *_describe_round(before, after))
    return messages or (Message("cultists_rules.if.goes_on"),)


def _describe_vote(before: State, after: State) -> Iterator[Message]:
    result = after.vote
    if result is None or result is before.vote:
        return
    if result.eliminated is None:
        yield Message(f"cultists.vote.why.{result.reason.value}")
    elif after.setup.options.vote_rule is VoteRule.LITERAL:
        yield Message("cultists_rules.if.vote.out")
    else:
        yield Message("cultists_rules.if.vote.out_strict")
    if result.reason is not VoteReason.ALL_ABSTAINED:
        yield Message.of(
            "cultists_rules.if.vote.counts",
            most=result.tally[0][1],
            cast=result.votes_cast,
            abstained=result.abstentions,
        )
    if result.knife is KnifeEffect.CHANGED:
        yield Message("cultists_rules.if.vote.changed")
    elif result.knife is KnifeEffect.DOUBLED:
        yield Message.of("cultists_rules.if.vote.doubled", votes=KNIFE_VOTES)
    if after.pending_reveal is not None:
        yield Message("cultists.ballot.follows.reveal")
    if before.vote_token and not after.vote_token:
        yield Message("cultists.ballot.follows.token")


def _describe_deaths(before: State, after: State) -> Iterator[Message]:
    if after.pending_murder is not None and before.pending_murder is None:
        yield Message("cultists_rules.if.murder")
        yield _known_dead_message(after)
    if len(after.deaths) > len(before.deaths) and after.deaths[-1].cause is Cause.ASSASSINATED:
        yield Message("cultists_rules.if.assassinated")
        if after.pending_reveal is not None:
            yield Message("cultists.ballot.follows.reveal")


def _describe_building(before: State, after: State) -> Iterator[Message]:
    if after.gate != before.gate and after.gate is not None:
        match after.gate.status:
            case GateStatus.OPEN if after.gate.outlasts_game:
                yield Message("cultists_rules.if.gate.outlasts")
            case GateStatus.OPEN:
                yield Message.of("cultists_rules.if.gate.opened", round=after.gate.last_round)
            case GateStatus.CLOSED:
                yield Message.of("cultists_rules.if.gate.closed", goal=after.target)
            case GateStatus.EXPIRED:
                yield Message.of("cultists_rules.if.gate.expired", goal=after.target)
    if after.power != before.power:
        yield Message(f"cultists.event.now.power_{'on' if after.power else 'off'}")
    elif len(after.events) > len(before.events) and after.events[-1].effect in ("entrances", "morale"):
        yield Message(f"cultists.event.now.{after.events[-1].effect}")
    if after.points != before.points:
        left = max(0, after.target - after.points)
        yield Message.of("cultists_rules.if.points", points=after.points, goal=after.target, n=left)


def _describe_end(before: State, after: State) -> Iterator[Message]:
    if after.outcome is not None:
        yield Message(f"cultists.outcome.{after.outcome.winner}")
        if before.pending_outcome == after.outcome:
            yield Message("cultists_rules.if.missed")
        yield Message.of(f"cultists.reason.{after.outcome.reason}", rounds=ROUNDS)
    elif after.pending_outcome is not None:
        yield Message("cultists_rules.if.verdict")
        yield Message.of(f"cultists.reason.{after.pending_outcome.reason}", rounds=ROUNDS)
    elif after.ending is not None:
        yield Message.of("cultists_rules.if.kills_asked", kills=after.numbers.kills)
        yield Message(f"cultists.learn.kills.rule_{after.ending.value}")


def _describe_round(before: State, after: State) -> Iterator[Message]:
    if after.round != before.round:
        yield Message.of("cultists_rules.if.next_round", round=after.round, n=ROUNDS - after.round + 1)
        if after.knife == after.setup.automa_seat:
            yield Message("cultists_rules.if.knife_automa")
        else:
            yield Message.of("cultists_rules.if.knife", name=after.setup.players[after.knife])
        if after.vote_token and not before.vote_token:
            yield Message("cultists_rules.if.token_active")
    elif after.round_phase is not before.round_phase and len(after.events) == len(before.events):
        yield Message(f"cultists_rules.if.phase.{after.round_phase.value}")


WHAT_IF = WhatIf(questions, describe_result)
