"""What an entry of the rules means at this table, just now: only what everybody may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.entry.cultists.draft import knife_doubles, totals, voters
from companion.games.cultists.actions import MEETING
from companion.games.cultists.decks import ROUNDS, Knife, numbers
from companion.games.cultists.events import EVENTS, bag
from companion.games.cultists.pieces import GateStatus
from companion.games.cultists.play import start
from companion.games.cultists.roles import CULTIST, INVESTIGATOR, ROLES, SEER, TARGET, balance
from companion.games.cultists.setup import Setup, problems, tokens
from companion.games.cultists.state import Awaits, State
from companion.games.cultists.vote import KNIFE_VOTES, automa_abstentions, decide, knife_counts
from companion.games.game import blocking
from companion.scripts.sentences import Arg, Sentence

_OfTable = Callable[[Setup], Sentence | None]
_OfMoment = Callable[[State], Sentence | None]


def at_table(entry: str, setup: Setup, state: State | None) -> Sentence | None:
    """Of a table that has not begun only what its set-up tells, and nothing of one that cannot begin."""
    if state is None and blocking(problems(setup)):
        return None
    if state is not None and entry in _MOMENTS:
        return _MOMENTS[entry](state)
    if entry in _TABLES:
        return _TABLES[entry](setup)
    if entry in ROLES:
        return _role(setup, entry)
    if entry in EVENTS:
        return _event(setup, state, entry)
    return None


def _now(part: str, /, **args: Arg) -> Sentence:
    return Sentence(f"cultists_rules.now.{part}", args)


# The set-up -------------------------------------------------------------------------------------------


def _sides(setup: Setup) -> Sentence:
    table = numbers(setup)
    return _now("sides", n=table.cultists, investigators=table.investigators)


def _winning(setup: Setup) -> Sentence:
    table = numbers(setup)
    return _now("winning", points=table.points, kills=table.kills, rounds=ROUNDS)


def _first_game(setup: Setup) -> Sentence:
    return _now("first_game.yes") if setup.first_game else _now("first_game.no")


def _players(setup: Setup) -> Sentence:
    seats = len(setup.players)
    return _now("players.automa", n=seats) if setup.automa else _now("players.alone", n=seats)


def _decks(setup: Setup) -> Sentence:
    table = numbers(setup)
    return _now(
        "decks",
        cards=table.investigator_deck.total,
        plain=table.investigator_deck.alive,
        alive=table.cultist_deck.alive,
    )


def _pulse_of_table(setup: Setup) -> Sentence:
    return _now("pulse.needed", kills=numbers(setup).kills)


def _night(setup: Setup) -> Sentence:
    dead = numbers(setup).dead_at_start
    if dead[-1] == 0:
        return _now("night.nobody")
    if len(dead) == 1:
        return _now("night.exactly", n=dead[0])
    return _now("night.between", least=dead[0], most=dead[-1])


def _rooms(setup: Setup) -> Sentence:
    table = numbers(setup)
    return _now("rooms", rooms=table.rooms, hazards=table.hazard_rooms)


def _gate_of_table(setup: Setup) -> Sentence:
    return _now("gate.time", n=start(setup).gate_chances)


def _vote_rule(setup: Setup) -> Sentence:
    return _now(f"vote_rule.{setup.options.vote_rule.value}")


def _knife_in_votes(setup: Setup) -> Sentence:
    changes = numbers(setup).knife is Knife.CHANGE
    return _now("knife_in_votes.changes") if changes else _now("knife_in_votes.doubles")


def _role(setup: Setup, role: str) -> Sentence:
    if role == CULTIST:
        return _sides(setup)
    if role == INVESTIGATOR:
        return _now("role.plain", n=tokens(setup).count(INVESTIGATOR))
    return _now("role.in") if role in setup.roles else _now("role.out")


def _loyalty(setup: Setup) -> Sentence:
    weight, lead = balance(setup.roles), TARGET[setup.seats]
    return _now(
        f"loyalty.{'cultists' if lead < 0 else 'investigators'}",
        investigators=weight.investigators,
        cultists=weight.cultists,
        lead=abs(lead),
    )


def _role_tokens(setup: Setup) -> Sentence:
    used = tokens(setup)
    return _now(
        "role_tokens",
        cultists=used.count(CULTIST),
        plain=used.count(INVESTIGATOR),
        special=len(set(used) - {CULTIST, INVESTIGATOR}),
    )


def last_cultist(setup: Setup) -> Sentence:
    """What follows when no Cultist is left."""
    table = numbers(setup)
    if table.cultists == 1 and setup.automa:
        return _now("last_cultist.lone_automa", kills=table.kills)
    if table.cultists == 1:
        return _now("last_cultist.lone")
    return _now("last_cultist.pair", cultists=table.cultists, kills=table.kills)


def _declaration_of_table(setup: Setup) -> Sentence:
    table = numbers(setup)
    if table.cultists > 1:
        return _now("declaration.never", cultists=table.cultists)
    return _now("declaration.may", kills=table.kills)


def _seer_guess(setup: Setup) -> Sentence:
    return _now("seer_guess.yes") if SEER in setup.roles else _now("seer_guess.no")


def _automa(setup: Setup) -> Sentence:
    holder = setup.automa_holder
    return _now("automa.no") if holder is None else _now("automa.yes", name=setup.players[holder])


def _automa_cultist(setup: Setup) -> Sentence | None:
    if not setup.automa:
        return _now("automa.no")
    lone = numbers(setup).cultists == 1
    return _now("automa_cultist.lone") if lone else _now("automa_cultist.pair")


# The moment -------------------------------------------------------------------------------------------


def _points(state: State) -> Sentence:
    left = max(0, state.target - state.points)
    return _now("points", points=state.points, goal=state.target, n=left)


def _pulse(state: State) -> Sentence:
    return _now("pulse.known", kills=state.numbers.kills, n=len(state.counted_dead))


def _round(state: State) -> Sentence:
    if state.last_round:
        return _now("round.last", rounds=ROUNDS)
    return _now("round.of", round=state.round, rounds=ROUNDS, n=ROUNDS - state.round)


def _movement(state: State) -> Sentence:
    return _now("movement", n=state.movement_points)


def _power(state: State) -> Sentence:
    return _now("power.on" if state.power else "power.off", pair=MEETING)


def _bag_left(state: State) -> Sentence:
    return _now("bag", n=sum(state.bag.values()))


def _routes(state: State) -> Sentence:
    return _now("routes", round=state.round, row=state.route_row)


def _knife(state: State) -> Sentence:
    """Who holds it, and what it does in a vote now."""
    if state.knife == state.setup.automa_seat:
        return _now("knife.automa", votes=_fists(state))
    name = state.setup.players[state.knife]
    if not knife_counts(state.setup, state.knife not in state.ghosts):
        return _now("knife.ghost", name=name)
    if knife_doubles(state):
        return _now("knife.doubles", name=name, votes=KNIFE_VOTES)
    return _now("knife.changes", name=name)


def _actions(state: State) -> Sentence:
    return _now("actions.now") if state.awaits is Awaits.ACTION else _now("actions.later")


def _exploring(state: State) -> Sentence:
    return _now("exploring", n=len(state.explored), rooms=state.numbers.rooms)


def _shelves(state: State) -> Sentence:
    full = sum(shelf.complete for shelf in state.library)
    books = sum(shelf.stored for shelf in state.library if not shelf.complete)
    return _now("shelves", full=full, books=books, points=state.points)


def _hazard_deck(state: State) -> Sentence:
    return _now("hazard_deck.out") if state.setup.first_game else _now("hazard_deck.in")


def _cultist_tokens(state: State) -> Sentence:
    if state.setup.first_game:
        return _now("hazard_deck.out")
    return _now("cultist_tokens", left=state.tokens_left, lying=len(state.cultist_tokens))


def _fishman(state: State) -> Sentence:
    if state.setup.first_game:
        return _now("hazard_deck.out")
    return _now("fishman.inside") if state.fishman else _now("fishman.lake")


def _gate(state: State) -> Sentence:
    if state.gate is None:
        return _gate_of_table(state.setup)
    if state.gate.status is not GateStatus.OPEN:
        return _now(f"gate.{state.gate.status.value}", goal=state.target)
    if state.gate.outlasts_game:
        return _now("gate.outlasts")
    return _now("gate.open", n=state.closes_in or 0, last=state.gate.last_round)


def _start_vote(state: State) -> Sentence:
    return _now("start_vote.active") if state.vote_token else _now("start_vote.used")


def _vote(state: State) -> Sentence:
    """How many vote, and how many votes on one head are enough whatever the others do."""
    return _now("vote", n=len(voters(state)), enough=enough(state))


def enough(state: State) -> int:
    """The fewest votes on one head that win against any others, be they for somebody else or abstentions."""
    total, rule = totals(state)[-1], state.setup.options.vote_rule
    return next(
        votes
        for votes in range(1, total + 1)
        if decide({0: votes, 1: total - votes}, 0, rule).eliminated == 0
        and decide({0: votes}, total - votes, rule).eliminated == 0
    )


def _ghosts(state: State) -> Sentence:
    names = tuple(state.setup.players[seat] for seat in state.ghosts if seat != state.setup.automa_seat)
    automa = state.setup.automa_seat in state.ghosts
    if not names:
        return _now("ghosts.automa") if automa else _now("ghosts.nobody")
    return _now("ghosts.and_automa" if automa else "ghosts.people", names=names)


def _revealed(state: State) -> Sentence:
    return _now("revealed.may") if state.all_cultists_may_be_out else _now("revealed.not_yet")


def _declaration(state: State) -> Sentence:
    if state.may_declare:
        return _now("declaration.now", kills=state.numbers.kills)
    return _declaration_of_table(state.setup)


def _over(state: State) -> Sentence | None:
    if state.outcome is None:
        return None
    return Sentence(f"cultists.reason.{state.outcome.reason}", {"rounds": ROUNDS})


def _automa_turn(state: State) -> Sentence:
    if not state.setup.automa:
        return _now("automa.no")
    goal = state.setup.options.automa_goal.value
    return Sentence(f"cultists.automa.move.goal_{goal}", {"row": state.route_row})


def _automa_votes(state: State) -> Sentence:
    if not state.setup.automa:
        return _now("automa.no")
    return _now("automa_votes", n=_fists(state))


def _fists(state: State) -> int:
    """What the Automa's abstention counts now: as a Ghost it has no use of the Knife either."""
    return automa_abstentions(state.setup, state.knife, state.knife not in state.ghosts)


def _event(setup: Setup, state: State | None, event: str) -> Sentence:
    full = bag(setup)
    if event not in full:
        return _now("event.not_in_game")
    left = full[event] if state is None else state.bag.get(event, 0)
    if state is not None and state.event is not None and state.event.event == event:
        return _now("event.in_force", n=left)
    return _now("event.left", n=left, tokens=sum((full if state is None else state.bag).values()))


_TABLES: Final[Mapping[str, _OfTable]] = {
    "sides": _sides,
    "winning": _winning,
    "points_reached": _winning,
    "first_game": _first_game,
    "players": _players,
    "decks": _decks,
    "pulse": _pulse_of_table,
    "night": _night,
    "rooms": _rooms,
    "gate": _gate_of_table,
    "vote_result": _vote_rule,
    "vote_tie": _vote_rule,
    "vote_abstentions": _vote_rule,
    "knife": _knife_in_votes,
    "knife_changes": _knife_in_votes,
    "knife_doubles": _knife_in_votes,
    "loyalty": _loyalty,
    "recommended": _role_tokens,
    "role_tokens": _role_tokens,
    "last_cultist": last_cultist,
    "declaration": _declaration_of_table,
    "seer_guess": _seer_guess,
    "automa": _automa,
    "automa_cultist": _automa_cultist,
}

_MOMENTS: Final[Mapping[str, _OfMoment]] = {
    "winning": _points,
    "points_reached": _points,
    "pulse": _pulse,
    "round": _round,
    "time_up": _round,
    "movement": _movement,
    "encounters": _power,
    "power": _power,
    "camera": _power,
    "event_draw": _bag_left,
    "routes": _routes,
    "knife": _knife,
    "knife_changes": _knife,
    "knife_doubles": _knife,
    "actions": _actions,
    "fill": _exploring,
    "inspect": _exploring,
    "exploring": _exploring,
    "shelves": _shelves,
    "hazard_deck": _hazard_deck,
    "secure_corridor": _hazard_deck,
    "cultist_tokens": _cultist_tokens,
    "fishman": _fishman,
    "gate": _gate,
    "start_vote": _start_vote,
    "vote": _vote,
    "ghosts": _ghosts,
    "revealed": _revealed,
    "declaration": _declaration,
    "over": _over,
    "automa_turn": _automa_turn,
    "automa_votes": _automa_votes,
}
