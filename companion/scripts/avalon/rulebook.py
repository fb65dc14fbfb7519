"""Rulebook of Avalon."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import comb
from typing import Final

from companion.core.message import MessageArg
from companion.core.players import make_unnamed_seats
from companion.games.avalon.components import RULE_NUMBERS
from companion.games.avalon.rules import DECK, FIRST_FLIP_ROUND, LADY_AFTER_QUESTS, SWITCHES, apply, start
from companion.games.avalon.setup import (
    LARGE_TABLE_PLAYERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MINION,
    MORGANA,
    NUMBERS,
    PERCIVAL,
    ROLES,
    SERVANT,
    Lancelot,
    Setup,
    deck,
)
from companion.games.avalon.state import QUESTS, Lady, Phase, Propose, Quest, State, Vote
from companion.scripts.teaching import Rulebook, RuleEntry

CHAPTERS: Final = ("setup", "night", "teams", "quests", "extras", "end", "characters")

# The quest that takes more Fails than the others, for the numbers of players that have one.
_HARD_QUEST: Final = next(
    quest for numbers in NUMBERS.values() for quest in range(1, QUESTS + 1) if numbers.fails_needed(quest) > 1
)

_NUMBERS: Final[Mapping[str, MessageArg]] = {
    **RULE_NUMBERS,
    "fewest": MIN_PLAYERS,
    "most": MAX_PLAYERS,
    "large": LARGE_TABLE_PLAYERS,
    "servants": ROLES[SERVANT].card_count,
    "minions": ROLES[MINION].card_count,
    "ways": len(Lancelot),
    "hidden_same": DECK[Lancelot.V1] - SWITCHES,
    "open_same": DECK[Lancelot.V2] - SWITCHES,
    "hard_quest": _HARD_QUEST,
    "before_the_last": QUESTS - 1,
}


def _numbers(names: str) -> dict[str, MessageArg]:
    return {name: _NUMBERS[name] for name in names.split()}


def _rule(
    entry_id: str,
    chapter: str,
    icon: str,
    see_also: str = "",
    links: str = "",
    *,
    numbers: Mapping[str, MessageArg] | None = None,
    example: Mapping[str, MessageArg] | None = None,
    is_open_question: bool = False,
) -> RuleEntry:
    """Create an entry. Ids and links are separated by spaces; a problem without a dot is one of Avalon."""
    full_links = tuple(
        re.sub(r"^problem:(?=\w+$)", "problem:avalon.problem.", link) for link in links.split()
    )
    related, open_question = tuple(see_also.split()), is_open_question
    return RuleEntry(entry_id, chapter, full_links, related, numbers or {}, example, open_question, icon)


# -- worked examples, computed by the rules ---------------------------------------------------------------


def _sides_example(players: int) -> dict[str, MessageArg]:
    return {"players": players, "good": NUMBERS[players].good, "evil": NUMBERS[players].evil}


def _filler_cards_example(players: int) -> dict[str, MessageArg]:
    cards = deck(Setup(make_unnamed_seats(players), roles=(PERCIVAL, MORGANA)))
    return {"players": players, "servants": cards.count(SERVANT), "minions": cards.count(MINION)}


def _majority_example(players: int) -> dict[str, MessageArg]:
    return {"players": players, "needed": NUMBERS[players].approvals_needed}


def _tie_example(players: int) -> dict[str, MessageArg]:
    return {**_majority_example(players), "half": players // 2}


def _hard_quest_example(players: int) -> dict[str, MessageArg]:
    numbers = NUMBERS[players]
    return {
        "players": players,
        "quest": _HARD_QUEST,
        "size": numbers.team_size(_HARD_QUEST),
        "fails": numbers.fails_needed(_HARD_QUEST),
    }


def _play_quest(state: State, quest: int, success: bool) -> State:
    """Play this quest with any team."""
    numbers = state.numbers
    state = apply(state, Propose(tuple(range(numbers.team_size(quest))), quest))
    state = apply(state, Vote(approved=True))
    return apply(state, Quest(0 if success else numbers.fails_needed(quest)))


def _lady_example(players: int) -> dict[str, MessageArg]:
    """Return the number of players the Lady may be used on, each time, in a game of maximal length."""
    state = start(Setup(make_unnamed_seats(players), lady=True))
    target_counts: list[int] = []
    while len(target_counts) < len(LADY_AFTER_QUESTS):
        state = _play_quest(state, state.round, success=state.round % 2 == 1)
        if state.phase is Phase.LADY:
            target_counts.append(len(state.lady_targets))
            state = apply(state, Lady(state.lady_targets[0]))
    first, second, last = target_counts
    return {"players": players, "first": first, "second": second, "last": last}


def _targeting_example(won_quest: int, failed_quest: int, next_won_quest: int) -> dict[str, MessageArg]:
    state = start(Setup(make_unnamed_seats(MIN_PLAYERS), targeting=True))
    state = _play_quest(_play_quest(state, won_quest, success=True), failed_quest, success=False)
    next_state = _play_quest(state, next_won_quest, success=True)
    return {
        "won": won_quest,
        "lost": failed_quest,
        "won_next": next_won_quest,
        "open": state.open_quests,
        "open_then": next_state.open_quests,
    }


def _switches_example(card_count: int, shown_count: int) -> dict[str, MessageArg]:
    """Return the number of hands of `shown_count` cards with no Switch, one, or both."""
    none, one, both = (
        comb(SWITCHES, n) * comb(card_count - SWITCHES, shown_count - n) for n in range(SWITCHES + 1)
    )
    return {"all": comb(card_count, shown_count), "none": none, "one": one, "both": both}


# -- the entries ------------------------------------------------------------------------------------------

_SETUP: Final = (
    _rule(
        "players",
        "setup",
        "PEOPLE",
        "deck majority",
        "problem:app.problem.seats_few problem:app.problem.seats_many problem:app.problem.no_such_seat",
        numbers=_numbers("fewest most"),
        example=_sides_example(7),
    ),
    _rule("first_leader", "setup", "CROWN", "leader lady_whom", "problem:no_such_leader"),
    _rule("table", "setup", "GRID_TABLE", "deck vote lady"),
    _rule(
        "deck",
        "setup",
        "SHUFFLE",
        "balance players no_merlin",
        "problem:too_many_good problem:too_many_evil problem:too_many_servants "
        "problem:fills_by_itself problem:unknown_role problem:role_twice problem:roles_number "
        "problem:roles_not_the_deck",
        numbers=_numbers("servants minions"),
        example=_filler_cards_example(10),
    ),
    _rule("balance", "setup", "STAR", "deck lancelot"),
    _rule(
        "no_merlin",
        "setup",
        "MERLIN",
        "three_successes merlin",
        "problem:merlin_in_and_out problem:no_merlin problem:percival_without_merlin "
        "problem:morgana_without_merlin problem:mordred_without_merlin",
        numbers=_numbers("won"),
    ),
)

_NIGHT: Final = (
    _rule("night", "night", "MOON", "who_knows tells lancelot"),
    _rule("who_knows", "night", "EYE", "merlin percival oberon lancelot"),
    _rule("tells", "night", "FIST", "night secrecy"),
    _rule("secrecy", "night", "LOCK", "lady_says vote shuffle", "problem:roles_too_soon"),
    _rule("oberon_merlin", "night", "OBERON", "oberon merlin"),
    _rule("lancelot_merlin", "night", "LANCELOT", "lancelot merlin"),
)

_TEAMS: Final = (
    _rule(
        "round",
        "teams",
        "REPEAT",
        "team vote cards after_quest",
        "problem:awaits_propose problem:awaits_vote problem:awaits_quest problem:no_targeting",
    ),
    _rule(
        "team",
        "teams",
        "TEAM",
        "leader majority",
        "problem:team_size problem:seat_twice action:propose",
        example={"players": 7, "sizes": NUMBERS[7].teams},
    ),
    _rule(
        "leader",
        "teams",
        "CROWN",
        "first_leader refusals",
        "problem:correct_when_proposing problem:correct_nothing",
    ),
    _rule("vote", "teams", "CHECK", "majority tie refusals", "problem:vote_form action:vote"),
    _rule("majority", "teams", "PEOPLE", "tie vote", example=_majority_example(7)),
    _rule("tie", "teams", "HAND_STOP", "majority refusals", example=_tie_example(6)),
    _rule(
        "refusals",
        "teams",
        "CROSS",
        "vote end",
        "problem:attempt_range end:five_rejections",
        numbers=_numbers("attempts"),
    ),
)

_QUESTS: Final = (
    _rule(
        "cards",
        "quests",
        "CARD",
        "fails shuffle secrecy",
        "problem:fails_range action:quest card:success card:fail",
    ),
    _rule("shuffle", "quests", "SHUFFLE", "cards excalibur_used"),
    _rule("fails", "quests", "DAGGER", "two_fails cards", numbers=_numbers("hard_quest fails_from fails")),
    _rule(
        "two_fails",
        "quests",
        "SHIELD",
        "fails targeting",
        numbers=_numbers("hard_quest fails_from fails"),
        example=_hard_quest_example(7),
    ),
    _rule("after_quest", "quests", "SHIELD_LINE", "end lady lancelot_v1", numbers=_numbers("won")),
)

_EXTRAS: Final = (
    _rule(
        "lady",
        "extras",
        "LADY",
        "lady_whom lady_says lady_oberon lady_lancelot",
        "problem:no_lady problem:awaits_lady problem:lady_at_small_table action:lady card:lady",
        numbers=_numbers("lady_quests large"),
    ),
    _rule(
        "lady_whom", "extras", "LADY", "lady", "problem:lady_self problem:lady_held", example=_lady_example(7)
    ),
    _rule("lady_says", "extras", "LOYALTY", "lady false_card secrecy"),
    _rule("lady_oberon", "extras", "OBERON", "lady oberon"),
    _rule("lady_lancelot", "extras", "LANCELOT", "lady switch", is_open_question=True),
    _rule(
        "excalibur",
        "extras",
        "SWORD",
        "excalibur_used team",
        "problem:no_excalibur problem:excalibur_missing problem:excalibur_leader "
        "problem:excalibur_off_team card:excalibur",
    ),
    _rule(
        "excalibur_used",
        "extras",
        "SWORD",
        "excalibur cards plot_texts",
        "problem:excalibur_self problem:excalibur_on_outsider",
        example={},
    ),
    _rule(
        "targeting",
        "extras",
        "SHIELD_LINE",
        "last_quest two_fails team",
        "problem:quest_missing problem:no_such_quest problem:quest_played",
        example=_targeting_example(won_quest=3, failed_quest=1, next_won_quest=2),
    ),
    _rule(
        "last_quest",
        "extras",
        "LOCK",
        "targeting",
        "problem:last_quest_successes problem:last_quest_played",
        numbers=_numbers("quests before_last before_the_last"),
    ),
    _rule(
        "lancelot_v1",
        "extras",
        "LANCELOT",
        "lancelot switch lancelot_merlin",
        "problem:awaits_loyalty problem:no_loyalty_flips problem:no_switch_left action:loyalty",
        numbers=_numbers("hidden_same switches flips"),
        example=_switches_example(DECK[Lancelot.V1], QUESTS - FIRST_FLIP_ROUND + 1),
    ),
    _rule(
        "lancelot_v2",
        "extras",
        "LANCELOT",
        "lancelot switch lancelot_merlin",
        "problem:awaits_loyalty_row problem:no_loyalty_row problem:row_length "
        "problem:row_switches action:loyalty_row",
        numbers=_numbers("open_deck open_same switches row hidden_deck"),
        example=_switches_example(DECK[Lancelot.V2], QUESTS),
    ),
    _rule("lancelot_v3", "extras", "LANCELOT", "lancelot who_knows", "problem:lancelot_v3_at_small_table"),
    _rule("switch", "extras", "LOYALTY", "lancelot cards", "card:switch card:no_change"),
    _rule(
        "plot",
        "extras",
        "PLOT",
        "plot_texts false_card",
        "problem:no_plot_cards problem:plot_drawn problem:plot_number card:plot action:plot",
        numbers=_numbers("plot_least plot_usual plot_usual_from plot_most plot_most_from"),
    ),
    _rule("plot_texts", "extras", "PLOT", "plot false_card", is_open_question=True),
    _rule(
        "false_card", "extras", "LOYALTY", "lady_says plot end", "problem:no_loyalty_shown end:loyalty_cheat"
    ),
)

_END: Final = (
    _rule(
        "end",
        "end",
        "TROPHY",
        "three_fails strike refusals false_card three_successes",
        "problem:app.problem.over",
        numbers=_numbers("won attempts"),
    ),
    _rule("three_fails", "end", "SKULL", "fails end", "end:three_fails", numbers=_numbers("won")),
    _rule(
        "strike",
        "end",
        "DAGGER",
        "reveal assassin merlin",
        "problem:awaits_assassinate problem:roles_merlin_hit problem:roles_merlin_missed "
        "end:merlin_assassinated end:assassin_missed action:assassinate",
        numbers=_numbers("won"),
    ),
    _rule("reveal", "end", "EYE", "strike"),
    _rule(
        "three_successes", "end", "SUN", "no_merlin strike", "end:three_successes", numbers=_numbers("won")
    ),
)

_CHARACTERS: Final = (
    _rule("merlin", "characters", "MERLIN", "who_knows strike", "role:merlin"),
    _rule(
        "percival",
        "characters",
        "PERCIVAL",
        "morgana merlin",
        "role:percival problem:percival_at_five",
        numbers=_numbers("fewest"),
    ),
    _rule("servant", "characters", "SERVANT", "deck cards", "role:servant", numbers=_numbers("servants")),
    _rule("assassin", "characters", "ASSASSIN", "strike", "role:assassin", numbers=_numbers("won")),
    _rule(
        "morgana",
        "characters",
        "MORGANA",
        "percival who_knows",
        "role:morgana problem:morgana_without_percival",
    ),
    _rule("mordred", "characters", "MORDRED", "merlin who_knows", "role:mordred"),
    _rule("oberon", "characters", "OBERON", "oberon_merlin lady_oberon", "role:oberon"),
    _rule("minion", "characters", "MINION", "deck who_knows", "role:minion", numbers=_numbers("minions")),
    _rule(
        "lancelot",
        "characters",
        "LANCELOT",
        "lancelot_v1 lancelot_v2 lancelot_v3 switch",
        "role:lancelot_good role:lancelot_evil problem:one_lancelot problem:which_lancelot",
        numbers=_numbers("ways"),
    ),
)

ENTRIES: Final = (*_SETUP, *_NIGHT, *_TEAMS, *_QUESTS, *_EXTRAS, *_END, *_CHARACTERS)

RULEBOOK = Rulebook(CHAPTERS, ENTRIES)
