"""What is counted of a game of Avalon.

`approves`: votes for a team, of votes that were told by name. `leads`: teams that went, of those proposed.
`chosen`: teams that somebody else proposed with this one in it, of all that somebody else proposed.
`picks`: the same from the leader's side, `part` being the seat that was picked. `quest`: lost, by its
number. `merlin`: found, of all that were shot at. `refused`: teams, of all that were voted on. `with`: won
by Good, by a special character in play; `cards`: by the whole set of them with the number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.avalon.lancelot import allegiances
from companion.games.avalon.moves import Move, Propose, Vote
from companion.games.avalon.roles import ROLES, Side, Use
from companion.games.avalon.setup import Setup, deck
from companion.games.avalon.state import State
from companion.past.facts import Fact, Facts, Place


def facts(states: Sequence[State], moves: Sequence[Move]) -> Facts:
    last = states[-1]
    return Facts(
        tuple(_places(last)),
        (*_of_seats(states, moves), *_of_table(last), *_refused(states, moves)),
        last.setup.leader,
    )


def special(setup: Setup) -> tuple[str, ...]:
    """The characters in play that not every table has, in the order of the rules."""
    return tuple(card for card in dict.fromkeys(deck(setup)) if ROLES[card].use is not Use.FILLS)


def card_set(setup: Setup) -> str:
    """The set of special characters with the number of players, as one word: `7 merlin percival assassin`."""
    return " ".join((str(len(setup.players)), *special(setup)))


def _places(state: State) -> Iterator[Place]:
    sides = allegiances(state)
    for seat in range(len(state.setup.players)):
        if state.roles is None or sides is None:
            yield Place()
            continue
        side = sides[seat].value
        won = None if state.outcome is None else state.outcome.winner == side
        yield Place(side, state.roles[seat], won)


def _of_seats(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Fact]:
    yes, told, led, went, chosen, others = (Counter[int]() for _ in range(6))
    picked = Counter[tuple[int, int]]()
    seats = range(len(states[0].setup.players))
    for before, move in zip(states, moves, strict=False):
        if isinstance(move, Propose):
            led[before.leader] += 1
            others.update(seat for seat in seats if seat != before.leader)
            for seat in set(move.team) - {before.leader}:
                chosen[seat] += 1
                picked[before.leader, seat] += 1
        elif isinstance(move, Vote):
            went[before.leader] += _approved(before, move)
            if move.approve is not None:
                told.update(seats)
                yes.update(set(move.approve))
    for name, times, of in (("approves", yes, told), ("leads", went, led), ("chosen", chosen, others)):
        yield from (Fact(name, times[seat], of[seat], seat=seat) for seat in seats if of[seat])
    for (leader, seat), often in sorted(picked.items()):
        yield Fact("picks", often, led[leader], str(seat), leader)


def _refused(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Fact]:
    voted = [
        _approved(before, move) for before, move in zip(states, moves, strict=False) if isinstance(move, Vote)
    ]
    if voted:
        yield Fact("refused", voted.count(False), len(voted))


def _approved(before: State, move: Vote) -> bool:
    return bool(move.approved) if move.approve is None else before.approved_by(len(move.approve))


def _of_table(state: State) -> Iterator[Fact]:
    for result in state.results:
        yield Fact("quest", not result.success, part=str(result.quest))
    if state.outcome is None:
        return
    if state.named is not None:
        yield Fact("merlin", state.outcome.reason == "merlin_assassinated")
    good = state.outcome.winner == Side.GOOD.value
    for role in special(state.setup):
        yield Fact("with", good, part=role)
    yield Fact("cards", good, part=card_set(state.setup))
