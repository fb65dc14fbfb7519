"""What an entry of Avalon's rules means at this table, just now: reckoned by the rules, told in a sentence.

Characters are spoken of by name only, never by seat: who is who is nobody's to tell before the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.avalon.knowledge import knowledge, steps
from companion.games.avalon.lancelot import DECK, SWITCHES
from companion.games.avalon.play import start
from companion.games.avalon.roles import (
    ASSASSIN,
    MERLIN,
    MINION,
    MORDRED,
    MORGANA,
    NUMBERS,
    OBERON,
    PERCIVAL,
    SERVANT,
    Side,
)
from companion.games.avalon.rounds import LADY_AFTER
from companion.games.avalon.setup import (
    Lancelot,
    Quest5Needs,
    Setup,
    deck,
    plot_cards_a_round,
    problems,
)
from companion.games.avalon.state import ATTEMPTS, BEFORE_LAST_QUEST, QUESTS, TO_WIN, Awaits, State
from companion.games.game import blocking
from companion.scripts.avalon.balance import helpers
from companion.scripts.sentences import Arg, Sentence


def at_table(entry: str, setup: Setup, state: State | None) -> Sentence | None:
    """None where there is nothing to add: no such table can sit down, or the rule is the same for all."""
    tell = _TOLD.get(entry)
    if tell is None:
        return None
    # Whoever plays has sat down: only a set-up under way may be one that cannot.
    return None if state is None and blocking(problems(setup)) else tell(setup, state)


def _now(key: str, /, **args: Arg) -> Sentence:
    return Sentence(f"avalon_rules.now.{key}", args)


def _playing(state: State | None) -> State | None:
    """The state while teams are still sent on quests."""
    over = state is None or state.awaits in (Awaits.ASSASSINATE, Awaits.OVER)
    return None if over else state


def _on_its_way(state: State | None) -> State | None:
    """The state while a team is chosen, voted on or out: its quest, if there is one, is the one at hand."""
    playing = _playing(state)
    return None if playing is None or playing.awaits is Awaits.LADY else playing


# -- getting ready ----------------------------------------------------------------------------------------


def _players(setup: Setup, _state: State | None) -> Sentence:
    numbers = NUMBERS[len(setup.players)]
    return _now("players", players=numbers.players, good=numbers.good, evil=numbers.evil)


def _first_leader(setup: Setup, _state: State | None) -> Sentence:
    return _now("first_leader", name=setup.players[setup.leader])


def _deck(setup: Setup, _state: State | None) -> Sentence:
    cards, numbers = deck(setup), NUMBERS[len(setup.players)]
    return _now(
        "deck",
        players=len(cards),
        good=numbers.good,
        evil=numbers.evil,
        servants=cards.count(SERVANT),
        minions=cards.count(MINION),
    )


def _balance(setup: Setup, _state: State | None) -> Sentence:
    good, evil = (len(helpers(setup, side)) for side in Side)
    return _now("balance", good=good, evil=evil) if good or evil else _now("balance.none")


def _no_merlin(setup: Setup, _state: State | None) -> Sentence:
    return _now("no_merlin.with" if setup.options.merlin else "no_merlin.without")


# -- the night --------------------------------------------------------------------------------------------


def _night(setup: Setup, _state: State | None) -> Sentence:
    return _now("night", steps=len(steps(setup)))


def _who_knows(setup: Setup, _state: State | None) -> Sentence:
    known = len(knowledge(setup)[ASSASSIN])
    return _now("who_knows", n=known) if known else _now("who_knows.none")


def _tells(setup: Setup, _state: State | None) -> Sentence:
    if "PERCIVAL_OPEN" not in steps(setup):
        return _now("tells.out")
    return _now("tells.in" if PERCIVAL in setup.roles else "tells.decoy")


def _secrecy(_setup: Setup, state: State | None) -> Sentence | None:
    return _now("secrecy.over") if state is not None and state.awaits is Awaits.OVER else None


def _oberon_merlin(setup: Setup, _state: State | None) -> Sentence:
    sights = knowledge(setup)
    if OBERON not in sights or MERLIN not in sights:
        return _now("oberon_merlin.out")
    return _now("oberon_merlin.seen" if OBERON in sights[MERLIN] else "oberon_merlin.hidden")


def _lancelot_merlin(setup: Setup, _state: State | None) -> Sentence:
    sights = knowledge(setup)
    if setup.lancelot is None or MERLIN not in sights:
        return _now("lancelot_merlin.out")
    seen = "lancelot_evil" in sights[MERLIN]
    return _now("lancelot_merlin.seen" if seen else "lancelot_merlin.hidden")


# -- teams and quests -------------------------------------------------------------------------------------


def _round(setup: Setup, state: State | None) -> Sentence | None:
    playing = _playing(state)
    if playing is None:
        return None
    return _now("round", round=playing.round, name=setup.players[playing.leader])


def _team(setup: Setup, state: State | None) -> Sentence:
    under_way = _on_its_way(state)
    if under_way is not None and under_way.quest is not None and under_way.team_size is not None:
        return _now("team.quest", quest=under_way.quest, size=under_way.team_size)
    return _now("team.sizes", sizes=NUMBERS[len(setup.players)].teams)


def _leader(setup: Setup, state: State | None) -> Sentence:
    playing = _playing(state)
    if state is not None and playing is None:
        return _now("leader.over", name=setup.players[state.leader])
    leads = setup.leader if playing is None else playing.leader
    following = (leads + 1) % len(setup.players)
    return _now("leader", name=setup.players[leads], target=setup.players[following])


def _vote(setup: Setup, state: State | None) -> Sentence | None:
    playing = _playing(state)
    if playing is None or playing.awaits not in (Awaits.PROPOSE, Awaits.VOTE):
        return None
    return _now("vote", attempt=playing.attempt, attempts=ATTEMPTS)


def _majority(setup: Setup, _state: State | None) -> Sentence:
    numbers = NUMBERS[len(setup.players)]
    enough = numbers.players - numbers.approvals_needed + 1
    return _now("majority", needed=numbers.approvals_needed, players=numbers.players, against=enough)


def _tie(setup: Setup, _state: State | None) -> Sentence:
    numbers = NUMBERS[len(setup.players)]
    if numbers.players % 2:
        return _now("tie.never", players=numbers.players)
    return _now("tie", half=numbers.players // 2, needed=numbers.approvals_needed)


def _refusals(setup: Setup, state: State | None) -> Sentence | None:
    playing = _playing(state)
    if playing is None or playing.awaits not in (Awaits.PROPOSE, Awaits.VOTE):
        return None
    return _now("refusals", attempt=playing.attempt, n=ATTEMPTS - playing.attempt + 1)


def _cards(setup: Setup, state: State | None) -> Sentence | None:
    if state is not None and state.awaits is Awaits.QUEST:
        return _now("cards.quest", size=len(state.team))
    if setup.lancelot is Lancelot.V2:
        return _now("cards.v2")
    return _now("cards.v1") if setup.lancelot is Lancelot.V1 else None


def _shuffle(setup: Setup, state: State | None) -> Sentence | None:
    if state is None or state.awaits is not Awaits.QUEST:
        return None
    # Two people for the two piles, and the leader has the other one.
    busy = {*state.team, state.leader}
    outside = tuple(name for seat, name in enumerate(setup.players) if seat not in busy)
    return _now("shuffle", name=setup.players[state.leader], names=outside)


def _fails(setup: Setup, state: State | None) -> Sentence:
    under_way = _on_its_way(state)
    if under_way is not None and under_way.quest is not None and under_way.fails_needed is not None:
        return _now("fails", quest=under_way.quest, n=under_way.fails_needed)
    return _two_fails(setup, state)


def _two_fails(setup: Setup, _state: State | None) -> Sentence:
    numbers = NUMBERS[len(setup.players)]
    most = max(numbers.fails)
    if most == 1:
        return _now("two_fails.never", players=numbers.players)
    return _now("two_fails", players=numbers.players, quest=numbers.fails.index(most) + 1, fails=most)


def _after_quest(_setup: Setup, state: State | None) -> Sentence | None:
    if state is None or not state.results:
        return None
    return _now("after_quest", good=state.successes, evil=state.failures)


# -- the Lady and the other extras ------------------------------------------------------------------------


def _lady(setup: Setup, state: State | None) -> Sentence:
    if not setup.lady:
        return _now("lady.out")
    state = start(setup) if state is None else state
    name = setup.players[state.lady if state.lady is not None else setup.leader]
    if state.awaits is Awaits.LADY:
        return _now("lady.now", name=name)
    following = next((number for number in LADY_AFTER if number > len(state.results)), None)
    if following is None or _playing(state) is None:
        return _now("lady.last", name=name)
    return _now("lady.next", name=name, played=following)


def _lady_whom(setup: Setup, state: State | None) -> Sentence:
    if not setup.lady:
        return _now("lady.out")
    state = start(setup) if state is None else state
    if state.awaits is Awaits.LADY and state.lady is not None:
        names = tuple(setup.players[seat] for seat in state.lady_targets)
        return _now("lady_whom.now", name=setup.players[state.lady], names=names)
    return _now("lady_whom.held", names=tuple(setup.players[seat] for seat in state.ladies))


def _lady_oberon(setup: Setup, _state: State | None) -> Sentence:
    if not setup.lady or OBERON not in setup.roles:
        return _now("lady_oberon.out")
    good = setup.options.oberon_reads_good_to_lady
    return _now("lady_oberon.good" if good else "lady_oberon.evil")


def _lady_lancelot(setup: Setup, state: State | None) -> Sentence:
    if not setup.lady or setup.lancelot not in (Lancelot.V1, Lancelot.V2):
        return _now("lady_lancelot.out")
    changed = state is not None and state.swaps % 2 == 1
    return _now("lady_lancelot.changed" if changed else "lady_lancelot.own")


def _excalibur(setup: Setup, state: State | None) -> Sentence | None:
    if not setup.excalibur:
        return _now("excalibur.out")
    if state is not None and state.excalibur is not None:
        return _now("excalibur.held", bearer=setup.players[state.excalibur])
    under_way = start(setup) if state is None else _on_its_way(state)
    return None if under_way is None else _now("excalibur.to_give", name=setup.players[under_way.leader])


def _excalibur_used(setup: Setup, state: State | None) -> Sentence | None:
    if not setup.excalibur:
        return _now("excalibur.out")
    if state is None or state.excalibur is None or state.awaits is not Awaits.QUEST:
        return None
    names = tuple(setup.players[seat] for seat in state.team if seat != state.excalibur)
    return _now("excalibur_used", bearer=setup.players[state.excalibur], names=names)


def _targeting(setup: Setup, state: State | None) -> Sentence | None:
    if not setup.targeting:
        return _now("targeting.out")
    quests = (start(setup) if state is None else state).open_quests
    return _now("targeting", n=len(quests), quests=quests) if quests else None


def _last_quest(setup: Setup, state: State | None) -> Sentence | None:
    if not setup.targeting:
        return _now("targeting.out")
    state = start(setup) if state is None else state
    if _playing(state) is None or any(result.quest == QUESTS for result in state.results):
        return None
    if state.last_quest_open:
        return _now("last_quest.open", quest=QUESTS)
    if setup.options.targeting_quest5_needs is Quest5Needs.TWO_SUCCESSES:
        return _now("last_quest.successes", quest=QUESTS, n=BEFORE_LAST_QUEST - state.successes)
    return _now("last_quest.played", quest=QUESTS, n=BEFORE_LAST_QUEST - len(state.results))


def _lancelot_v1(setup: Setup, state: State | None) -> Sentence:
    if setup.lancelot is not Lancelot.V1:
        return _now("lancelot_v1.out")
    shown = () if state is None else state.loyalty
    return _now("lancelot_v1", cards=DECK[Lancelot.V1] - len(shown), switches=SWITCHES - sum(shown))


def _lancelot_v2(setup: Setup, state: State | None) -> Sentence:
    if setup.lancelot is not Lancelot.V2:
        return _now("lancelot_v2.out")
    if state is None or not state.loyalty:
        return _now("lancelot_v2.to_lay", cards=QUESTS)
    rounds = tuple(place for place, switch in enumerate(state.loyalty, start=1) if switch)
    return _now("lancelot_v2", n=len(rounds), rounds=rounds) if rounds else _now("lancelot_v2.never")


def _lancelot_v3(setup: Setup, _state: State | None) -> Sentence:
    return _now("lancelot_v3" if setup.lancelot is Lancelot.V3 else "lancelot_v3.out")


def _switch(setup: Setup, state: State | None) -> Sentence:
    if setup.lancelot not in (Lancelot.V1, Lancelot.V2):
        return _now("switch.out")
    changed = state is not None and state.swaps % 2 == 1
    return _now("switch.changed" if changed else "switch.own")


def _plot(setup: Setup, state: State | None) -> Sentence:
    cards = plot_cards_a_round(setup)
    if not cards:
        return _now("plot.out")
    if state is not None and state.plot_due:
        return _now("plot.due", n=state.plot_due, round=state.round)
    return _now("plot", n=cards)


def _false_card(setup: Setup, _state: State | None) -> Sentence:
    can = setup.lady or plot_cards_a_round(setup)
    return _now("false_card.possible" if can else "false_card.never")


# -- the end ----------------------------------------------------------------------------------------------


def _end(_setup: Setup, state: State | None) -> Sentence | None:
    playing = _playing(state)
    if playing is None:
        return None
    return _now("end", good=TO_WIN - playing.successes, evil=TO_WIN - playing.failures)


def _three_fails(_setup: Setup, state: State | None) -> Sentence | None:
    return None if state is None else _now("three_fails", failed=state.failures, won=TO_WIN)


def _strike(setup: Setup, state: State | None) -> Sentence | None:
    if not setup.options.merlin:
        return _now("strike.never")
    if state is not None and state.awaits is Awaits.ASSASSINATE:
        return _now("strike.now")
    playing = _playing(state)
    return None if playing is None else _now("strike.later", n=TO_WIN - playing.successes)


def _reveal(setup: Setup, _state: State | None) -> Sentence:
    if not setup.options.merlin:
        return _now("strike.never")
    return _now(f"reveal.{setup.options.reveal_before_shot.value}")


def _three_successes(setup: Setup, _state: State | None) -> Sentence:
    return _now("three_successes.not_here" if setup.options.merlin else "three_successes.here")


# -- characters -------------------------------------------------------------------------------------------


def _merlin(setup: Setup, _state: State | None) -> Sentence:
    sights = knowledge(setup)
    if MERLIN not in sights:
        return _now("role.out")
    return _now("merlin", n=len(sights[MERLIN]), evil=NUMBERS[len(setup.players)].evil)


def _percival(setup: Setup, _state: State | None) -> Sentence:
    sights = knowledge(setup)
    if PERCIVAL not in sights:
        return _now("role.out")
    seen = len(sights[PERCIVAL])
    return _now("percival", n=seen) if seen else _now("role.sees_nobody")


def _servant(setup: Setup, _state: State | None) -> Sentence:
    cards = deck(setup).count(SERVANT)
    return _now("servant", n=cards) if cards else _now("role.out")


def _oberon(setup: Setup, _state: State | None) -> Sentence:
    sights = knowledge(setup)
    if OBERON not in sights:
        return _now("role.out")
    seen = OBERON in sights.get(MERLIN, ())
    return _now("oberon.seen" if seen else "oberon.hidden")


def _of_evil(role: str) -> Callable[[Setup, State | None], Sentence]:
    def tell(setup: Setup, _state: State | None) -> Sentence:
        sights = knowledge(setup)
        if role not in sights:
            return _now("role.out")
        known = len(sights[role])
        return _now("role.knows_evil", n=known) if known else _now("role.sees_nobody")

    return tell


def _lancelot(setup: Setup, _state: State | None) -> Sentence:
    return _now("role.out" if setup.lancelot is None else f"lancelot.{setup.lancelot.value}")


_TOLD: Final[Mapping[str, Callable[[Setup, State | None], Sentence | None]]] = {
    "players": _players,
    "first_leader": _first_leader,
    "deck": _deck,
    "balance": _balance,
    "no_merlin": _no_merlin,
    "night": _night,
    "who_knows": _who_knows,
    "tells": _tells,
    "secrecy": _secrecy,
    "oberon_merlin": _oberon_merlin,
    "lancelot_merlin": _lancelot_merlin,
    "round": _round,
    "team": _team,
    "leader": _leader,
    "vote": _vote,
    "majority": _majority,
    "tie": _tie,
    "refusals": _refusals,
    "cards": _cards,
    "shuffle": _shuffle,
    "fails": _fails,
    "two_fails": _two_fails,
    "after_quest": _after_quest,
    "lady": _lady,
    "lady_whom": _lady_whom,
    "lady_oberon": _lady_oberon,
    "lady_lancelot": _lady_lancelot,
    "excalibur": _excalibur,
    "excalibur_used": _excalibur_used,
    "targeting": _targeting,
    "last_quest": _last_quest,
    "lancelot_v1": _lancelot_v1,
    "lancelot_v2": _lancelot_v2,
    "lancelot_v3": _lancelot_v3,
    "switch": _switch,
    "plot": _plot,
    "false_card": _false_card,
    "end": _end,
    "three_fails": _three_fails,
    "strike": _strike,
    "reveal": _reveal,
    "three_successes": _three_successes,
    "merlin": _merlin,
    "percival": _percival,
    "servant": _servant,
    "assassin": _of_evil(ASSASSIN),
    "morgana": _of_evil(MORGANA),
    "mordred": _of_evil(MORDRED),
    "oberon": _oberon,
    "minion": _of_evil(MINION),
    "lancelot": _lancelot,
}
