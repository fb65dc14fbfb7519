"""Context for the rules of Avalon: what a rule means in the current game, in one sentence.

Characters are named without their seats: roles stay secret until the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.game import filter_blocking
from companion.core.message import Message, MessageArg
from companion.games.avalon.rules import DECK, LADY_AFTER_QUESTS, SWITCHES, start
from companion.games.avalon.setup import (
    ASSASSIN,
    MERLIN,
    MINION,
    MORDRED,
    MORGANA,
    NUMBERS,
    OBERON,
    PERCIVAL,
    SERVANT,
    Lancelot,
    Quest5Needs,
    Setup,
    Side,
    deck,
    knowledge,
    night_steps,
    plot_cards_per_round,
    problems,
)
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS, QUESTS_BEFORE_LAST, QUESTS_TO_WIN, Phase, State
from companion.scripts.avalon.lessons import list_helpers
from companion.scripts.teaching import RuleContext


def rule_context(entry: str, setup: Setup, state: State | None) -> Message | None:
    """Return the context of a rule; None if there is none or the set-up is invalid."""
    explain = _EXPLAINERS.get(entry)
    if explain is None:
        return None
    # A running game has a valid set-up; only one that is being edited may be invalid.
    return None if state is None and filter_blocking(problems(setup)) else explain(setup, state)


def _message(key: str, /, **args: MessageArg) -> Message:
    return Message(f"avalon_rules.now.{key}", args)


def _state_in_play(state: State | None) -> State | None:
    """Return the state while quests are still played, else None."""
    over = state is None or state.phase in (Phase.ASSASSINATE, Phase.OVER)
    return None if over else state


def _state_with_team(state: State | None) -> State | None:
    """Return the state while a team is proposed, voted on or on its quest, else None."""
    playing = _state_in_play(state)
    return None if playing is None or playing.phase is Phase.LADY else playing


# -- set-up -----------------------------------------------------------------------------------------------


def _players(setup: Setup, _state: State | None) -> Message:
    numbers = NUMBERS[len(setup.players)]
    return _message("players", players=numbers.players, good=numbers.good, evil=numbers.evil)


def _first_leader(setup: Setup, _state: State | None) -> Message:
    return _message("first_leader", name=setup.players[setup.leader])


def _deck(setup: Setup, _state: State | None) -> Message:
    cards, numbers = deck(setup), NUMBERS[len(setup.players)]
    return _message(
        "deck",
        players=len(cards),
        good=numbers.good,
        evil=numbers.evil,
        servants=cards.count(SERVANT),
        minions=cards.count(MINION),
    )


def _balance(setup: Setup, _state: State | None) -> Message:
    good, evil = (len(list_helpers(setup, side)) for side in Side)
    return _message("balance", good=good, evil=evil) if good or evil else _message("balance.none")


def _no_merlin(setup: Setup, _state: State | None) -> Message:
    return _message("no_merlin.with" if setup.options.merlin else "no_merlin.without")


# -- the night --------------------------------------------------------------------------------------------


def _night(setup: Setup, _state: State | None) -> Message:
    return _message("night", steps=len(night_steps(setup)))


def _who_knows(setup: Setup, _state: State | None) -> Message:
    known_count = len(knowledge(setup)[ASSASSIN])
    return _message("who_knows", n=known_count) if known_count else _message("who_knows.none")


def _percival_part(setup: Setup, _state: State | None) -> Message:
    if "PERCIVAL_OPEN" not in night_steps(setup):
        return _message("tells.out")
    return _message("tells.in" if PERCIVAL in setup.roles else "tells.decoy")


def _secrecy(_setup: Setup, state: State | None) -> Message | None:
    return _message("secrecy.over") if state is not None and state.phase is Phase.OVER else None


def _oberon_merlin(setup: Setup, _state: State | None) -> Message:
    sights = knowledge(setup)
    if OBERON not in sights or MERLIN not in sights:
        return _message("oberon_merlin.out")
    return _message("oberon_merlin.seen" if OBERON in sights[MERLIN] else "oberon_merlin.hidden")


def _lancelot_merlin(setup: Setup, _state: State | None) -> Message:
    sights = knowledge(setup)
    if setup.lancelot is None or MERLIN not in sights:
        return _message("lancelot_merlin.out")
    is_seen = "lancelot_evil" in sights[MERLIN]
    return _message("lancelot_merlin.seen" if is_seen else "lancelot_merlin.hidden")


# -- teams and quests -------------------------------------------------------------------------------------


def _round(setup: Setup, state: State | None) -> Message | None:
    playing = _state_in_play(state)
    if playing is None:
        return None
    return _message("round", round=playing.round, name=setup.players[playing.leader])


def _team(setup: Setup, state: State | None) -> Message:
    under_way = _state_with_team(state)
    if under_way is not None and under_way.quest is not None and under_way.team_size is not None:
        return _message("team.quest", quest=under_way.quest, size=under_way.team_size)
    return _message("team.sizes", sizes=NUMBERS[len(setup.players)].teams)


def _leader(setup: Setup, state: State | None) -> Message:
    playing = _state_in_play(state)
    if state is not None and playing is None:
        return _message("leader.over", name=setup.players[state.leader])
    leads = setup.leader if playing is None else playing.leader
    following = (leads + 1) % len(setup.players)
    return _message("leader", name=setup.players[leads], target=setup.players[following])


def _vote(setup: Setup, state: State | None) -> Message | None:
    playing = _state_in_play(state)
    if playing is None or playing.phase not in (Phase.PROPOSE, Phase.VOTE):
        return None
    return _message("vote", attempt=playing.attempt, attempts=MAX_ATTEMPTS)


def _majority(setup: Setup, _state: State | None) -> Message:
    numbers = NUMBERS[len(setup.players)]
    enough = numbers.players - numbers.approvals_needed + 1
    return _message("majority", needed=numbers.approvals_needed, players=numbers.players, against=enough)


def _tie(setup: Setup, _state: State | None) -> Message:
    numbers = NUMBERS[len(setup.players)]
    if numbers.players % 2:
        return _message("tie.never", players=numbers.players)
    return _message("tie", half=numbers.players // 2, needed=numbers.approvals_needed)


def _refusals(setup: Setup, state: State | None) -> Message | None:
    playing = _state_in_play(state)
    if playing is None or playing.phase not in (Phase.PROPOSE, Phase.VOTE):
        return None
    return _message("refusals", attempt=playing.attempt, n=MAX_ATTEMPTS - playing.attempt + 1)


def _cards(setup: Setup, state: State | None) -> Message | None:
    if state is not None and state.phase is Phase.QUEST:
        return _message("cards.quest", size=len(state.team))
    if setup.lancelot is Lancelot.V2:
        return _message("cards.v2")
    return _message("cards.v1") if setup.lancelot is Lancelot.V1 else None


def _shuffle(setup: Setup, state: State | None) -> Message | None:
    if state is None or state.phase is not Phase.QUEST:
        return None
    # The two piles need two people; the leader has the other one.
    busy = {*state.team, state.leader}
    outside = tuple(name for seat, name in enumerate(setup.players) if seat not in busy)
    return _message("shuffle", name=setup.players[state.leader], names=outside)


def _fails(setup: Setup, state: State | None) -> Message:
    under_way = _state_with_team(state)
    if under_way is not None and under_way.quest is not None and under_way.fails_needed is not None:
        return _message("fails", quest=under_way.quest, n=under_way.fails_needed)
    return _two_fails(setup, state)


def _two_fails(setup: Setup, _state: State | None) -> Message:
    numbers = NUMBERS[len(setup.players)]
    max_fails = max(numbers.fails)
    if max_fails == 1:
        return _message("two_fails.never", players=numbers.players)
    return _message(
        "two_fails", players=numbers.players, quest=numbers.fails.index(max_fails) + 1, fails=max_fails
    )


def _after_quest(_setup: Setup, state: State | None) -> Message | None:
    if state is None or not state.results:
        return None
    return _message("after_quest", good=state.successes, evil=state.failures)


# -- the Lady and other options ---------------------------------------------------------------------------


def _lady(setup: Setup, state: State | None) -> Message:
    if not setup.lady:
        return _message("lady.out")
    state = start(setup) if state is None else state
    name = setup.players[state.lady_holder if state.lady_holder is not None else setup.leader]
    if state.phase is Phase.LADY:
        return _message("lady.now", name=name)
    following = next((number for number in LADY_AFTER_QUESTS if number > len(state.results)), None)
    if following is None or _state_in_play(state) is None:
        return _message("lady.last", name=name)
    return _message("lady.next", name=name, played=following)


def _lady_targets(setup: Setup, state: State | None) -> Message:
    if not setup.lady:
        return _message("lady.out")
    state = start(setup) if state is None else state
    if state.phase is Phase.LADY and state.lady_holder is not None:
        names = tuple(setup.players[seat] for seat in state.lady_targets)
        return _message("lady_whom.now", name=setup.players[state.lady_holder], names=names)
    return _message("lady_whom.held", names=tuple(setup.players[seat] for seat in state.lady_holders))


def _lady_oberon(setup: Setup, _state: State | None) -> Message:
    if not setup.lady or OBERON not in setup.roles:
        return _message("lady_oberon.out")
    good = setup.options.oberon_reads_good_to_lady
    return _message("lady_oberon.good" if good else "lady_oberon.evil")


def _lady_lancelot(setup: Setup, state: State | None) -> Message:
    if not setup.lady or setup.lancelot not in (Lancelot.V1, Lancelot.V2):
        return _message("lady_lancelot.out")
    changed = state is not None and state.switch_count % 2 == 1
    return _message("lady_lancelot.changed" if changed else "lady_lancelot.own")


def _excalibur(setup: Setup, state: State | None) -> Message | None:
    if not setup.excalibur:
        return _message("excalibur.out")
    if state is not None and state.excalibur is not None:
        return _message("excalibur.held", bearer=setup.players[state.excalibur])
    under_way = start(setup) if state is None else _state_with_team(state)
    return None if under_way is None else _message("excalibur.to_give", name=setup.players[under_way.leader])


def _excalibur_used(setup: Setup, state: State | None) -> Message | None:
    if not setup.excalibur:
        return _message("excalibur.out")
    if state is None or state.excalibur is None or state.phase is not Phase.QUEST:
        return None
    names = tuple(setup.players[seat] for seat in state.team if seat != state.excalibur)
    return _message("excalibur_used", bearer=setup.players[state.excalibur], names=names)


def _targeting(setup: Setup, state: State | None) -> Message | None:
    if not setup.targeting:
        return _message("targeting.out")
    quests = (start(setup) if state is None else state).open_quests
    return _message("targeting", n=len(quests), quests=quests) if quests else None


def _last_quest(setup: Setup, state: State | None) -> Message | None:
    if not setup.targeting:
        return _message("targeting.out")
    state = start(setup) if state is None else state
    if _state_in_play(state) is None or any(result.quest == QUESTS for result in state.results):
        return None
    if state.is_last_quest_open:
        return _message("last_quest.open", quest=QUESTS)
    if setup.options.targeting_quest5_needs is Quest5Needs.TWO_SUCCESSES:
        return _message("last_quest.successes", quest=QUESTS, n=QUESTS_BEFORE_LAST - state.successes)
    return _message("last_quest.played", quest=QUESTS, n=QUESTS_BEFORE_LAST - len(state.results))


def _lancelot_v1(setup: Setup, state: State | None) -> Message:
    if setup.lancelot is not Lancelot.V1:
        return _message("lancelot_v1.out")
    drawn_cards = () if state is None else state.loyalty
    return _message(
        "lancelot_v1", cards=DECK[Lancelot.V1] - len(drawn_cards), switches=SWITCHES - sum(drawn_cards)
    )


def _lancelot_v2(setup: Setup, state: State | None) -> Message:
    if setup.lancelot is not Lancelot.V2:
        return _message("lancelot_v2.out")
    if state is None or not state.loyalty:
        return _message("lancelot_v2.to_lay", cards=QUESTS)
    rounds = tuple(place for place, switch in enumerate(state.loyalty, start=1) if switch)
    return _message("lancelot_v2", n=len(rounds), rounds=rounds) if rounds else _message("lancelot_v2.never")


def _lancelot_v3(setup: Setup, _state: State | None) -> Message:
    return _message("lancelot_v3" if setup.lancelot is Lancelot.V3 else "lancelot_v3.out")


def _switch(setup: Setup, state: State | None) -> Message:
    if setup.lancelot not in (Lancelot.V1, Lancelot.V2):
        return _message("switch.out")
    changed = state is not None and state.switch_count % 2 == 1
    return _message("switch.changed" if changed else "switch.own")


def _plot(setup: Setup, state: State | None) -> Message:
    cards = plot_cards_per_round(setup)
    if not cards:
        return _message("plot.out")
    if state is not None and state.plot_cards_due:
        return _message("plot.due", n=state.plot_cards_due, round=state.round)
    return _message("plot", n=cards)


def _false_card(setup: Setup, _state: State | None) -> Message:
    can = setup.lady or plot_cards_per_round(setup)
    return _message("false_card.possible" if can else "false_card.never")


# -- the end ----------------------------------------------------------------------------------------------


def _end(_setup: Setup, state: State | None) -> Message | None:
    playing = _state_in_play(state)
    if playing is None:
        return None
    return _message("end", good=QUESTS_TO_WIN - playing.successes, evil=QUESTS_TO_WIN - playing.failures)


def _three_fails(_setup: Setup, state: State | None) -> Message | None:
    return None if state is None else _message("three_fails", failed=state.failures, won=QUESTS_TO_WIN)


def _strike(setup: Setup, state: State | None) -> Message | None:
    if not setup.options.merlin:
        return _message("strike.never")
    if state is not None and state.phase is Phase.ASSASSINATE:
        return _message("strike.now")
    playing = _state_in_play(state)
    return None if playing is None else _message("strike.later", n=QUESTS_TO_WIN - playing.successes)


def _reveal(setup: Setup, _state: State | None) -> Message:
    if not setup.options.merlin:
        return _message("strike.never")
    return _message(f"reveal.{setup.options.reveal_before_shot.value}")


def _three_successes(setup: Setup, _state: State | None) -> Message:
    return _message("three_successes.not_here" if setup.options.merlin else "three_successes.here")


# -- characters -------------------------------------------------------------------------------------------


def _merlin(setup: Setup, _state: State | None) -> Message:
    sights = knowledge(setup)
    if MERLIN not in sights:
        return _message("role.out")
    return _message("merlin", n=len(sights[MERLIN]), evil=NUMBERS[len(setup.players)].evil)


def _percival(setup: Setup, _state: State | None) -> Message:
    sights = knowledge(setup)
    if PERCIVAL not in sights:
        return _message("role.out")
    seen_count = len(sights[PERCIVAL])
    return _message("percival", n=seen_count) if seen_count else _message("role.sees_nobody")


def _servant(setup: Setup, _state: State | None) -> Message:
    cards = deck(setup).count(SERVANT)
    return _message("servant", n=cards) if cards else _message("role.out")


def _oberon(setup: Setup, _state: State | None) -> Message:
    sights = knowledge(setup)
    if OBERON not in sights:
        return _message("role.out")
    is_seen = OBERON in sights.get(MERLIN, ())
    return _message("oberon.seen" if is_seen else "oberon.hidden")


def _evil_role(role: str) -> Callable[[Setup, State | None], Message]:
    def explain(setup: Setup, _state: State | None) -> Message:
        sights = knowledge(setup)
        if role not in sights:
            return _message("role.out")
        known_count = len(sights[role])
        return _message("role.knows_evil", n=known_count) if known_count else _message("role.sees_nobody")

    return explain


def _lancelot(setup: Setup, _state: State | None) -> Message:
    return _message("role.out" if setup.lancelot is None else f"lancelot.{setup.lancelot.value}")


_EXPLAINERS: Final[Mapping[str, Callable[[Setup, State | None], Message | None]]] = {
    "players": _players,
    "first_leader": _first_leader,
    "deck": _deck,
    "balance": _balance,
    "no_merlin": _no_merlin,
    "night": _night,
    "who_knows": _who_knows,
    "tells": _percival_part,
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
    "lady_whom": _lady_targets,
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
    "assassin": _evil_role(ASSASSIN),
    "morgana": _evil_role(MORGANA),
    "mordred": _evil_role(MORDRED),
    "oberon": _oberon,
    "minion": _evil_role(MINION),
    "lancelot": _lancelot,
}


RULE_CONTEXT = RuleContext(rule_context)
