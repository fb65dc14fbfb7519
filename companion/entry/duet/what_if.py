"""What can be asked during a mission of Duet: the next word, several of them, the turn, a fine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.entry.duet.supposed import supposed
from companion.entry.what_if import Asked, Asking, Dial, Question
from companion.games.duet.moves import (
    Agent,
    Assassin,
    Bystander,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    Stop,
)
from companion.games.duet.play import apply
from companion.games.duet.rule_numbers import RULE_NUMBERS
from companion.games.duet.setup import AGENTS, KEY_AGENTS, Side
from companion.games.duet.state import TEAM, State, found_at_most, score
from companion.scripts.sentences import Sentence

_WORD: Final = "duet_rules.if.group.word"
_TURN: Final = "duet_rules.if.group.turn"
_MISSION: Final = "duet_rules.if.group.mission"
# What the next word may be, by the names that these moves have in a record.
_WORDS: Final[Mapping[str, type[Agent | Bystander | Assassin]]] = {
    "agent": Agent,
    "bystander": Bystander,
    "assassin": Assassin,
}


def questions(state: State) -> tuple[Asking[Move], ...]:
    """What a table may want to know now; nothing once the mission is over."""
    return tuple(_asked(state)) if state.outcome is None else ()


def told(before: State, after: State) -> tuple[Sentence, ...]:
    """What it costs, who goes on, and how it ends."""
    return tuple(_over(after) if after.outcome is not None else _goes_on(before, after))


def _asked(state: State) -> Iterator[Asking[Move]]:
    setup = state.setup
    for name, kind in _WORDS.items():
        guess = supposed(state, kind)
        yield Question(name, f"duet_rules.if.{name}", (guess,), about=f"action:{name}", group=_WORD)
    if not state.sudden_death:
        yield Question("stop", "duet_rules.if.stop", (Stop(),), about="action:stop", group=_TURN)
        yield Question(
            "illegal", "duet_rules.if.illegal", (IllegalClue(),), about="action:illegal_clue", group=_TURN
        )
    if state.agents >= KEY_AGENTS and state.done is None:
        for side in Side:
            yield Question(
                f"done_{side.value}",
                "duet_rules.if.done",
                (SideDone(side),),
                {"names": setup.members(side), "words": KEY_AGENTS},
                "action:side_done",
                _TURN,
            )
    if setup.loose_turns and not state.sudden_death:
        other = state.giver.other
        yield Question(
            "next_clue",
            "duet_rules.if.next_clue",
            (NextClue(other),),
            {"names": setup.members(other)},
            "action:next_clue",
            _TURN,
        )
    most = found_at_most(state)
    if most > 0:
        yield Asked("found", (Dial("duet_rules.if.dial.agents", 1, most, min(2, most)),), _found(state))
    if not state.sudden_death:
        most = len(_in_a_row(state, Bystander, None))
        yield Asked("met", (Dial("duet_rules.if.dial.bystanders", 1, most, min(2, most)),), _met(state))
    yield Question("need", "duet_rules.if.need", group=_MISSION, about="end:all_agents", said=_needed(state))


def _found(state: State) -> Callable[[int], Question[Move]]:
    """So many agents one after the other, and then a stop unless there is nothing left to stop."""

    def found(agents: int) -> Question[Move]:
        moves, after = _in_a_row(state, Agent, agents), state
        for move in moves:
            after = apply(after, move)
        ends = after.sudden_death or after.outcome is not None
        moves = moves if ends else (*moves, Stop())
        key = "duet_rules.if.found" if ends else "duet_rules.if.found_stop"
        return Question("found", key, moves, {"n": agents}, "end:all_agents", _MISSION)

    return found


def _met(state: State) -> Callable[[int], Question[Move]]:
    """A bystander at once in each of the next turns."""

    def met(bystanders: int) -> Question[Move]:
        moves = _in_a_row(state, Bystander, bystanders)
        return Question("met", "duet_rules.if.met", moves, {"n": bystanders}, "action:bystander", _MISSION)

    return met


def _in_a_row(state: State, kind: type[Agent | Bystander], most: int | None) -> tuple[Move, ...]:
    """The same guess again and again, so many times or until the mission is over."""
    moves: list[Move] = []
    while state.outcome is None and len(moves) != most:
        moves.append(supposed(state, kind))
        state = apply(state, moves[-1])
    return tuple(moves)


def _needed(state: State) -> tuple[Sentence, ...]:
    missing = Sentence("duet_rules.if.missing", {"n": AGENTS - state.agents})
    if state.sudden_death:
        return (missing, Sentence("duet.learn.sudden.rule"))
    return (missing, Sentence("duet_rules.if.turns_left", {"n": state.bank.left}))


def _goes_on(before: State, after: State) -> Iterator[Sentence]:
    setup = after.setup
    if after.agents != before.agents:
        yield Sentence("duet_rules.if.agents", {"n": after.agents, "all_agents": AGENTS})
    cost = before.bank.left - after.bank.left
    if cost:
        yield Sentence("duet_rules.if.cost", {"n": cost, "left": after.bank.left})
    if after.earned > before.earned:
        yield Sentence("duet_rules.if.earned")
    if after.done is not before.done:
        yield Sentence("duet.learn.done.rule")
    if after.last_guesses:
        yield Sentence("duet.board.last_guesses")
    guessing = tuple(name for side in after.awaits.guesses for name in setup.members(side))
    if after.sudden_death:
        yield Sentence("duet.board.sudden_words", {"names": guessing})
    elif after.turn != before.turn or after.giver is not before.giver:
        yield Sentence("duet_rules.if.clue_from", {"names": setup.members(after.giver)})
    else:
        yield Sentence("duet_rules.if.same_turn", {"names": guessing})


def _over(after: State) -> Iterator[Sentence]:
    outcome = after.outcome
    if outcome is None:
        return
    yield Sentence("duet.summary.won" if outcome.winner == TEAM else "duet.summary.lost")
    yield Sentence(f"duet.over.{outcome.reason}", {**RULE_NUMBERS, "all_agents": AGENTS})
    points = score(after)
    if points is not None:
        yield Sentence("duet_rules.if.points", {"n": points.total})
        yield Sentence(f"duet.rank.{points.rank}")
