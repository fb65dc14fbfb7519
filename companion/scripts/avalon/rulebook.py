"""Rulebook of Avalon."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Final

from companion.core.message import MessageArg
from companion.core.players import make_unnamed_seats
from companion.games.avalon.components import RULE_NUMBERS
from companion.games.avalon.rules import DECK, FIRST_FLIP_ROUND, LADY_AFTER_QUESTS, SWITCHES, apply, start
from companion.games.avalon.setup import (
    LANCELOT_EVIL,
    LANCELOT_GOOD,
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
from companion.scripts.teaching import ACTION, CARD, END, PROBLEM, ROLE, Rulebook, RuleEntry, make_links

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


def _number_args(*names: str) -> dict[str, MessageArg]:
    return {name: _NUMBERS[name] for name in names}


def _problem_links(*codes: str) -> tuple[str, ...]:
    return make_links(PROBLEM, *(f"avalon.problem.{code}" for code in codes))


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
    RuleEntry(
        "players",
        "setup",
        make_links(PROBLEM, "app.problem.seats_few", "app.problem.seats_many", "app.problem.no_such_seat"),
        see_also=("deck", "majority"),
        numbers=_number_args("fewest", "most"),
        example=_sides_example(7),
        icon="PEOPLE",
    ),
    RuleEntry(
        "first_leader",
        "setup",
        _problem_links("no_such_leader"),
        see_also=("leader", "lady_whom"),
        icon="CROWN",
    ),
    RuleEntry("table", "setup", see_also=("deck", "vote", "lady"), icon="GRID_TABLE"),
    RuleEntry(
        "deck",
        "setup",
        _problem_links(
            *("too_many_good", "too_many_evil", "too_many_servants", "fills_by_itself"),
            *("unknown_role", "role_twice", "roles_number", "roles_not_the_deck"),
        ),
        see_also=("balance", "players", "no_merlin"),
        numbers=_number_args("servants", "minions"),
        example=_filler_cards_example(10),
        icon="SHUFFLE",
    ),
    RuleEntry("balance", "setup", see_also=("deck", "lancelot"), icon="STAR"),
    RuleEntry(
        "no_merlin",
        "setup",
        _problem_links(
            *("merlin_in_and_out", "no_merlin"),
            *("percival_without_merlin", "morgana_without_merlin", "mordred_without_merlin"),
        ),
        see_also=("three_successes", "merlin"),
        numbers=_number_args("won"),
        icon="MERLIN",
    ),
)

_NIGHT: Final = (
    RuleEntry("night", "night", see_also=("who_knows", "tells", "lancelot"), icon="MOON"),
    RuleEntry("who_knows", "night", see_also=("merlin", "percival", "oberon", "lancelot"), icon="EYE"),
    RuleEntry("tells", "night", see_also=("night", "secrecy"), icon="FIST"),
    RuleEntry(
        "secrecy",
        "night",
        _problem_links("roles_too_soon"),
        see_also=("lady_says", "vote", "shuffle"),
        icon="LOCK",
    ),
    RuleEntry("oberon_merlin", "night", see_also=("oberon", "merlin"), icon="OBERON"),
    RuleEntry("lancelot_merlin", "night", see_also=("lancelot", "merlin"), icon="LANCELOT"),
)

_TEAMS: Final = (
    RuleEntry(
        "round",
        "teams",
        _problem_links("awaits_propose", "awaits_vote", "awaits_quest", "no_targeting"),
        see_also=("team", "vote", "cards", "after_quest"),
        icon="REPEAT",
    ),
    RuleEntry(
        "team",
        "teams",
        (*_problem_links("team_size", "seat_twice"), *make_links(ACTION, "propose")),
        see_also=("leader", "majority"),
        example={"players": 7, "sizes": NUMBERS[7].teams},
        icon="TEAM",
    ),
    RuleEntry(
        "leader",
        "teams",
        _problem_links("correct_when_proposing", "correct_nothing"),
        see_also=("first_leader", "refusals"),
        icon="CROWN",
    ),
    RuleEntry(
        "vote",
        "teams",
        (*_problem_links("vote_form"), *make_links(ACTION, "vote")),
        see_also=("majority", "tie", "refusals"),
        icon="CHECK",
    ),
    RuleEntry("majority", "teams", see_also=("tie", "vote"), example=_majority_example(7), icon="PEOPLE"),
    RuleEntry("tie", "teams", see_also=("majority", "refusals"), example=_tie_example(6), icon="HAND_STOP"),
    RuleEntry(
        "refusals",
        "teams",
        (*_problem_links("attempt_range"), *make_links(END, "five_rejections")),
        see_also=("vote", "end"),
        numbers=_number_args("attempts"),
        icon="CROSS",
    ),
)

_QUESTS: Final = (
    RuleEntry(
        "cards",
        "quests",
        (*_problem_links("fails_range"), *make_links(ACTION, "quest"), *make_links(CARD, "success", "fail")),
        see_also=("fails", "shuffle", "secrecy"),
        icon="CARD",
    ),
    RuleEntry("shuffle", "quests", see_also=("cards", "excalibur_used"), icon="SHUFFLE"),
    RuleEntry(
        "fails",
        "quests",
        see_also=("two_fails", "cards"),
        numbers=_number_args("hard_quest", "fails_from", "fails"),
        icon="DAGGER",
    ),
    RuleEntry(
        "two_fails",
        "quests",
        see_also=("fails", "targeting"),
        numbers=_number_args("hard_quest", "fails_from", "fails"),
        example=_hard_quest_example(7),
        icon="SHIELD",
    ),
    RuleEntry(
        "after_quest",
        "quests",
        see_also=("end", "lady", "lancelot_v1"),
        numbers=_number_args("won"),
        icon="SHIELD_LINE",
    ),
)

_EXTRAS: Final = (
    RuleEntry(
        "lady",
        "extras",
        (
            *_problem_links("no_lady", "awaits_lady", "lady_at_small_table"),
            *make_links(ACTION, "lady"),
            *make_links(CARD, "lady"),
        ),
        see_also=("lady_whom", "lady_says", "lady_oberon", "lady_lancelot"),
        numbers=_number_args("lady_quests", "large"),
        icon="LADY",
    ),
    RuleEntry(
        "lady_whom",
        "extras",
        _problem_links("lady_self", "lady_held"),
        see_also=("lady",),
        example=_lady_example(7),
        icon="LADY",
    ),
    RuleEntry("lady_says", "extras", see_also=("lady", "false_card", "secrecy"), icon="LOYALTY"),
    RuleEntry("lady_oberon", "extras", see_also=("lady", "oberon"), icon="OBERON"),
    RuleEntry("lady_lancelot", "extras", see_also=("lady", "switch"), is_open_question=True, icon="LANCELOT"),
    RuleEntry(
        "excalibur",
        "extras",
        (
            *_problem_links("no_excalibur", "excalibur_missing", "excalibur_leader", "excalibur_off_team"),
            *make_links(CARD, "excalibur"),
        ),
        see_also=("excalibur_used", "team"),
        icon="SWORD",
    ),
    RuleEntry(
        "excalibur_used",
        "extras",
        _problem_links("excalibur_self", "excalibur_on_outsider"),
        see_also=("excalibur", "cards", "plot_texts"),
        example={},
        icon="SWORD",
    ),
    RuleEntry(
        "targeting",
        "extras",
        _problem_links("quest_missing", "no_such_quest", "quest_played"),
        see_also=("last_quest", "two_fails", "team"),
        example=_targeting_example(won_quest=3, failed_quest=1, next_won_quest=2),
        icon="SHIELD_LINE",
    ),
    RuleEntry(
        "last_quest",
        "extras",
        _problem_links("last_quest_successes", "last_quest_played"),
        see_also=("targeting",),
        numbers=_number_args("quests", "before_last", "before_the_last"),
        icon="LOCK",
    ),
    RuleEntry(
        "lancelot_v1",
        "extras",
        (
            *_problem_links("awaits_loyalty", "no_loyalty_flips", "no_switch_left"),
            *make_links(ACTION, "loyalty"),
        ),
        see_also=("lancelot", "switch", "lancelot_merlin"),
        numbers=_number_args("hidden_same", "switches", "flips"),
        example=_switches_example(DECK[Lancelot.V1], QUESTS - FIRST_FLIP_ROUND + 1),
        icon="LANCELOT",
    ),
    RuleEntry(
        "lancelot_v2",
        "extras",
        (
            *_problem_links("awaits_loyalty_row", "no_loyalty_row", "row_length", "row_switches"),
            *make_links(ACTION, "loyalty_row"),
        ),
        see_also=("lancelot", "switch", "lancelot_merlin"),
        numbers=_number_args("open_deck", "open_same", "switches", "row", "hidden_deck"),
        example=_switches_example(DECK[Lancelot.V2], QUESTS),
        icon="LANCELOT",
    ),
    RuleEntry(
        "lancelot_v3",
        "extras",
        _problem_links("lancelot_v3_at_small_table"),
        see_also=("lancelot", "who_knows"),
        icon="LANCELOT",
    ),
    RuleEntry(
        "switch",
        "extras",
        make_links(CARD, "switch", "no_change"),
        see_also=("lancelot", "cards"),
        icon="LOYALTY",
    ),
    RuleEntry(
        "plot",
        "extras",
        (
            *_problem_links("no_plot_cards", "plot_drawn", "plot_number"),
            *make_links(CARD, "plot"),
            *make_links(ACTION, "plot"),
        ),
        see_also=("plot_texts", "false_card"),
        numbers=_number_args("plot_least", "plot_usual", "plot_usual_from", "plot_most", "plot_most_from"),
        icon="PLOT",
    ),
    RuleEntry("plot_texts", "extras", see_also=("plot", "false_card"), is_open_question=True, icon="PLOT"),
    RuleEntry(
        "false_card",
        "extras",
        (*_problem_links("no_loyalty_shown"), *make_links(END, "loyalty_cheat")),
        see_also=("lady_says", "plot", "end"),
        icon="LOYALTY",
    ),
)

_END: Final = (
    RuleEntry(
        "end",
        "end",
        make_links(PROBLEM, "app.problem.over"),
        see_also=("three_fails", "strike", "refusals", "false_card", "three_successes"),
        numbers=_number_args("won", "attempts"),
        icon="TROPHY",
    ),
    RuleEntry(
        "three_fails",
        "end",
        make_links(END, "three_fails"),
        see_also=("fails", "end"),
        numbers=_number_args("won"),
        icon="SKULL",
    ),
    RuleEntry(
        "strike",
        "end",
        (
            *_problem_links("awaits_assassinate", "roles_merlin_hit", "roles_merlin_missed"),
            *make_links(END, "merlin_assassinated", "assassin_missed"),
            *make_links(ACTION, "assassinate"),
        ),
        see_also=("reveal", "assassin", "merlin"),
        numbers=_number_args("won"),
        icon="DAGGER",
    ),
    RuleEntry("reveal", "end", see_also=("strike",), icon="EYE"),
    RuleEntry(
        "three_successes",
        "end",
        make_links(END, "three_successes"),
        see_also=("no_merlin", "strike"),
        numbers=_number_args("won"),
        icon="SUN",
    ),
)

_CHARACTERS: Final = (
    RuleEntry(
        "merlin", "characters", make_links(ROLE, "merlin"), see_also=("who_knows", "strike"), icon="MERLIN"
    ),
    RuleEntry(
        "percival",
        "characters",
        (*make_links(ROLE, "percival"), *_problem_links("percival_at_five")),
        see_also=("morgana", "merlin"),
        numbers=_number_args("fewest"),
        icon="PERCIVAL",
    ),
    RuleEntry(
        "servant",
        "characters",
        make_links(ROLE, "servant"),
        see_also=("deck", "cards"),
        numbers=_number_args("servants"),
        icon="SERVANT",
    ),
    RuleEntry(
        "assassin",
        "characters",
        make_links(ROLE, "assassin"),
        see_also=("strike",),
        numbers=_number_args("won"),
        icon="ASSASSIN",
    ),
    RuleEntry(
        "morgana",
        "characters",
        (*make_links(ROLE, "morgana"), *_problem_links("morgana_without_percival")),
        see_also=("percival", "who_knows"),
        icon="MORGANA",
    ),
    RuleEntry(
        "mordred", "characters", make_links(ROLE, "mordred"), see_also=("merlin", "who_knows"), icon="MORDRED"
    ),
    RuleEntry(
        "oberon",
        "characters",
        make_links(ROLE, "oberon"),
        see_also=("oberon_merlin", "lady_oberon"),
        icon="OBERON",
    ),
    RuleEntry(
        "minion",
        "characters",
        make_links(ROLE, "minion"),
        see_also=("deck", "who_knows"),
        numbers=_number_args("minions"),
        icon="MINION",
    ),
    RuleEntry(
        "lancelot",
        "characters",
        (*make_links(ROLE, LANCELOT_GOOD, LANCELOT_EVIL), *_problem_links("one_lancelot", "which_lancelot")),
        see_also=("lancelot_v1", "lancelot_v2", "lancelot_v3", "switch"),
        numbers=_number_args("ways"),
        icon="LANCELOT",
    ),
)

ENTRIES: Final = (*_SETUP, *_NIGHT, *_TEAMS, *_QUESTS, *_EXTRAS, *_END, *_CHARACTERS)

RULEBOOK = Rulebook(CHAPTERS, ENTRIES)
