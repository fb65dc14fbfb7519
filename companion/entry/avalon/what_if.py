"""What would happen if, at a table of Avalon: what can be asked now, and what the rules make of it.

Nobody is asked about by what they secretly are: a question names a seat only where everybody at the table
would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.entry.what_if import Asked, Asking, Dial, Question
from companion.games.avalon.lancelot import DECK, SWITCHES
from companion.games.avalon.moves import (
    Assassinate,
    Cheat,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Propose,
    Quest,
    Vote,
)
from companion.games.avalon.roles import Side
from companion.games.avalon.rounds import LADY_AFTER
from companion.games.avalon.setup import Lancelot
from companion.games.avalon.state import ATTEMPTS, QUESTS, TO_WIN, Awaits, State
from companion.scripts.sentences import Sentence

_VOTE: Final = "avalon_rules.if.group.vote"
_QUEST: Final = "avalon_rules.if.group.quest"
_LADY: Final = "avalon_rules.if.group.lady"
_LANCELOT: Final = "avalon_rules.if.group.lancelot"
_END: Final = "avalon_rules.if.group.end"


def questions(state: State) -> tuple[Asking[Move], ...]:
    """What a table may want to know now; nothing once the game is over."""
    return tuple(_ASKED[state.awaits](state))


def told(before: State, after: State) -> tuple[Sentence, ...]:
    """What came of it, and why."""
    return tuple(_told(before, after))


# -- what can be asked ------------------------------------------------------------------------------------


def _propose(state: State) -> Iterator[Asking[Move]]:
    yield Question(
        "refused",
        "avalon_rules.if.refused",
        (_any_team(state, state.open_quests[0]), Vote(approved=False)),
        about="end:five_rejections",
        group=_VOTE,
    )
    for success in (True, False):
        yield _next_quest(state, success)
    yield _needs(state)


def _vote(state: State) -> Iterator[Asking[Move]]:
    def approvals(count: int) -> Question[Move]:
        return Question(
            f"approvals_{count}",
            "avalon_rules.if.approvals",
            (Vote(approve=tuple(range(count))),),
            {"n": count},
            about="action:vote",
            group=_VOTE,
        )

    dial = Dial("avalon_rules.if.dial.approvals", 0, len(state.setup.players), state.numbers.approvals_needed)
    yield Asked("approvals", (dial,), approvals)
    for success in (True, False):
        yield _this_quest(state, success, (Vote(approved=True),))
    yield _needs(state)


def _play_quest(state: State) -> Iterator[Asking[Move]]:
    def fails(count: int) -> Question[Move]:
        return Question(
            f"fails_{count}",
            "avalon_rules.if.fails",
            (Quest(count),),
            {"n": count},
            about="action:quest",
            group=_QUEST,
        )

    yield Asked("fails", (Dial("avalon_rules.if.dial.fails", 0, len(state.team), 1),), fails)
    for success in (True, False):
        yield _this_quest(state, success, ())
    yield _needs(state)


def _lady(state: State) -> Iterator[Asking[Move]]:
    players = state.setup.players
    targets = state.lady_targets
    holder = players[state.lady] if state.lady is not None else ""

    def asks(place: int) -> Question[Move]:
        return Question(
            f"lady_{targets[place]}",
            "avalon_rules.if.lady",
            (Lady(targets[place]),),
            {"name": holder, "target": players[targets[place]]},
            about="action:lady",
            group=_LADY,
        )

    names = tuple(players[seat] for seat in targets)
    yield Asked("lady", (Dial("avalon_rules.if.dial.player", 0, len(names) - 1, 0, names),), asks)
    for side in Side:
        yield Question(
            f"false_card_{side.value}",
            f"avalon_rules.if.false_card.{side.value}",
            (Cheat(side),),
            about="end:loyalty_cheat",
            group=_LADY,
        )
    yield _needs(state)


def _loyalty(state: State) -> Iterator[Asking[Move]]:
    cards = (True, False) if sum(state.loyalty) < SWITCHES else (False,)
    for switch in cards:
        yield Question(
            "switch" if switch else "no_switch",
            "avalon_rules.if.switch" if switch else "avalon_rules.if.no_switch",
            (Loyalty(switch),),
            about="action:loyalty",
            group=_LANCELOT,
        )
    yield _needs(state)


def _loyalty_row(_state: State) -> Iterator[Asking[Move]]:
    def switch_in(number: int) -> Question[Move]:
        return Question(
            f"row_{number}",
            "avalon_rules.if.row",
            (LoyaltyRow(tuple(place == number for place in range(1, QUESTS + 1))),),
            {"round": number},
            about="action:loyalty_row",
            group=_LANCELOT,
        )

    yield Asked("row", (Dial("avalon_rules.if.dial.round", 1, QUESTS, 1),), switch_in)
    yield Question(
        "row_same",
        "avalon_rules.if.row_same",
        (LoyaltyRow((False,) * QUESTS),),
        about="action:loyalty_row",
        group=_LANCELOT,
    )


def _assassinate(state: State) -> Iterator[Asking[Move]]:
    # Whoever is pointed at here is nobody in particular: only whether it is Merlin is asked.
    for hit in (True, False):
        yield Question(
            "names_merlin" if hit else "names_another",
            "avalon_rules.if.names_merlin" if hit else "avalon_rules.if.names_another",
            (Assassinate(state.leader, hit),),
            about="action:assassinate",
            group=_END,
        )


_ASKED: Final[Mapping[Awaits, Callable[[State], Iterator[Asking[Move]]]]] = {
    Awaits.PROPOSE: _propose,
    Awaits.VOTE: _vote,
    Awaits.QUEST: _play_quest,
    Awaits.LADY: _lady,
    Awaits.LOYALTY: _loyalty,
    Awaits.LOYALTY_ROW: _loyalty_row,
    Awaits.ASSASSINATE: _assassinate,
    Awaits.OVER: lambda _state: iter(()),
}


def _any_team(state: State, quest: int) -> Propose:
    """A team that the rules allow: who is on it does not matter to any question."""
    size, players = state.numbers.team_size(quest), len(state.setup.players)
    team = tuple(sorted((state.leader + step) % players for step in range(size)))
    bearer = next(seat for seat in team if seat != state.leader) if state.setup.excalibur else None
    return Propose(team, quest if state.setup.targeting else None, bearer)


def _cards(state: State, quest: int, success: bool) -> Quest:
    return Quest(0 if success else state.numbers.fails_needed(quest))


def _next_quest(state: State, success: bool) -> Asking[Move]:
    """The quest of the next team; with Targeting any of them, and the rules say which are closed."""
    word = "succeeds" if success else "fails"
    if not state.setup.targeting:
        quest = state.open_quests[0]
        return _this_quest(state, success, (_any_team(state, quest), Vote(approved=True)))

    def chosen(quest: int) -> Question[Move]:
        return Question(
            f"quest_{quest}_{word}",
            f"avalon_rules.if.chosen_{word}",
            (_any_team(state, quest), Vote(approved=True), _cards(state, quest, success)),
            {"quest": quest},
            about="problem:avalon.problem.quest_missing",
            group=_QUEST,
        )

    dial = Dial("avalon_rules.if.dial.quest", 1, QUESTS, state.open_quests[0])
    return Asked(f"quest_{word}", (dial,), chosen)


def _this_quest(state: State, success: bool, first: tuple[Move, ...]) -> Question[Move]:
    quest = state.quest or state.open_quests[0]
    word = "succeeds" if success else "fails"
    return Question(
        f"quest_{word}",
        f"avalon_rules.if.quest_{word}",
        (*first, _cards(state, quest, success)),
        {"quest": quest},
        about="action:quest",
        group=_QUEST,
    )


def _needs(state: State) -> Question[Move]:
    good, evil = TO_WIN - state.successes, TO_WIN - state.failures
    merlin = state.setup.options.merlin
    return Question(
        "needs",
        "avalon_rules.if.needs",
        about="problem:app.problem.over",
        group=_END,
        said=(
            Sentence(
                "avalon_rules.if.needs_good" if merlin else "avalon_rules.if.needs_good_only", {"n": good}
            ),
            Sentence("avalon_rules.if.needs_evil", {"n": evil, "attempts": ATTEMPTS}),
        ),
    )


# -- what came of it --------------------------------------------------------------------------------------


def _told(before: State, after: State) -> Iterator[Sentence]:
    if len(after.results) > len(before.results):
        yield from _quest_told(after)
    elif after.attempt > before.attempt or _refused_for_good(after):
        yield from _refused_told(after)
    elif after.awaits is Awaits.QUEST and before.awaits is not Awaits.QUEST:
        yield from _approved_told(after)
    if len(after.ladies) > len(before.ladies):
        yield from _lady_told(before, after)
    if after.loyalty != before.loyalty:
        yield from _loyalty_told(before, after)
    if after.outcome is not None:
        yield from _over_told(after)
    elif (after.round, after.awaits) != (before.round, before.awaits):
        yield from _next_told(before, after)


def _refused_for_good(state: State) -> bool:
    return state.outcome is not None and state.outcome.reason == "five_rejections"


def _approved_told(after: State) -> Iterator[Sentence]:
    args = {"needed": after.numbers.approvals_needed, "players": len(after.setup.players)}
    yield Sentence("avalon_rules.if.told.approved", {"quest": after.quest or 0})
    yield Sentence("avalon_rules.if.told.enough", args)


def _refused_told(after: State) -> Iterator[Sentence]:
    args = {"needed": after.numbers.approvals_needed, "players": len(after.setup.players)}
    yield Sentence("avalon_rules.if.told.refused")
    tie = len(after.setup.players) % 2 == 0
    yield Sentence("avalon_rules.if.told.too_few_tie" if tie else "avalon_rules.if.told.too_few", args)
    if after.outcome is None:
        name = after.setup.players[after.leader]
        key = (
            "avalon_rules.if.told.last_proposal"
            if after.attempt == ATTEMPTS
            else "avalon_rules.if.told.proposal"
        )
        yield Sentence(key, {"name": name, "attempt": after.attempt, "attempts": ATTEMPTS})


def _quest_told(after: State) -> Iterator[Sentence]:
    last = after.results[-1]
    needed = {"n": after.numbers.fails_needed(last.quest)}
    yield Sentence(
        "avalon_rules.if.told.quest_won" if last.success else "avalon_rules.if.told.quest_lost",
        {"quest": last.quest},
    )
    yield Sentence(
        "avalon_rules.if.told.too_few_fails" if last.success else "avalon_rules.if.told.enough_fails", needed
    )
    yield Sentence("avalon_rules.if.told.score", {"good": after.successes, "evil": after.failures})


def _lady_told(before: State, after: State) -> Iterator[Sentence]:
    players = after.setup.players
    args = {"name": players[before.ladies[-1]], "target": players[after.ladies[-1]]}
    yield Sentence("avalon_rules.if.told.lady", args)
    yield Sentence("avalon_rules.if.told.lady_goes", {"target": args["target"]})
    left = len(players) - len(after.ladies)
    if any(number > len(after.results) for number in LADY_AFTER):
        yield Sentence("avalon_rules.if.told.lady_left", {"n": left})
    else:
        yield Sentence("avalon_rules.if.told.lady_done")


def _loyalty_told(before: State, after: State) -> Iterator[Sentence]:
    if after.setup.lancelot is Lancelot.V2:
        rounds = tuple(place for place, switch in enumerate(after.loyalty, start=1) if switch)
        if rounds:
            yield Sentence("avalon_rules.if.told.row", {"n": len(rounds), "rounds": rounds})
            yield Sentence("avalon_rules.if.told.row_why")
        else:
            yield Sentence("avalon_rules.if.told.row_same")
        return
    switched = after.swaps > before.swaps
    yield Sentence("avalon_rules.if.told.switched" if switched else "avalon_rules.if.told.stay")
    away = after.swaps % 2 == 1
    yield Sentence("avalon_rules.if.told.sides_changed" if away else "avalon_rules.if.told.sides_own")
    cards = DECK[Lancelot.V1] - len(after.loyalty)
    yield Sentence("avalon_rules.if.told.deck", {"cards": cards, "switches": SWITCHES - sum(after.loyalty)})


def _over_told(after: State) -> Iterator[Sentence]:
    if after.outcome is None:
        return
    winner, reason = after.outcome.winner, after.outcome.reason
    yield Sentence(f"avalon_rules.if.told.over.{winner}.{reason}", {"won": TO_WIN, "attempts": ATTEMPTS})


def _next_told(before: State, after: State) -> Iterator[Sentence]:
    players = after.setup.players
    match after.awaits:
        case Awaits.ASSASSINATE:
            yield Sentence("avalon_rules.if.told.strike", {"won": TO_WIN})
        case Awaits.LADY if after.lady is not None:
            yield Sentence("avalon_rules.if.told.lady_due", {"name": players[after.lady]})
        case Awaits.LOYALTY:
            yield Sentence("avalon_rules.if.told.card_due", {"round": after.round})
        case Awaits.PROPOSE:
            if after.round != before.round:
                yield Sentence(
                    "avalon_rules.if.told.leads", {"name": players[after.leader], "round": after.round}
                )
            if _row_switches(before, after):
                yield Sentence("avalon_rules.if.told.switched")
            if after.setup.targeting and after.attempt == 1:
                quests = after.open_quests
                yield Sentence("avalon_rules.if.told.open", {"n": len(quests), "quests": quests})


def _row_switches(before: State, after: State) -> bool:
    """Whether a new round begins with a Switch that all could see coming."""
    row = after.setup.lancelot is Lancelot.V2 and after.round != before.round
    return row and after.loyalty[after.round - 1]
