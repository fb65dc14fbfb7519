"""The rules of Avalon to look things up in."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Final

from companion.games.avalon.lancelot import DECK, FIRST_FLIP, SWITCHES
from companion.games.avalon.moves import Lady, Propose, Quest, Vote
from companion.games.avalon.play import apply, start
from companion.games.avalon.roles import (
    FEWEST,
    LANCELOT_EVIL,
    LANCELOT_GOOD,
    MINION,
    MORGANA,
    MOST,
    NUMBERS,
    PERCIVAL,
    ROLES,
    SERVANT,
)
from companion.games.avalon.rounds import LADY_AFTER
from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.games.avalon.setup import LARGE_TABLE, Lancelot, Setup, deck
from companion.games.avalon.state import QUESTS, Awaits, State
from companion.games.seats import seats_without_names
from companion.scripts.rulebooks import ACTION, CARD, END, PROBLEM, ROLE, Entry, about
from companion.scripts.sentences import Arg

CHAPTERS: Final = ("setup", "night", "teams", "quests", "extras", "end", "characters")

# The quest that takes more Fails than the others, at the tables where there is one.
_HARD_QUEST: Final = next(
    quest for numbers in NUMBERS.values() for quest in range(1, QUESTS + 1) if numbers.fails_needed(quest) > 1
)

_NUMBERS: Final[Mapping[str, Arg]] = {
    **RULE_NUMBERS,
    "fewest": FEWEST,
    "most": MOST,
    "large": LARGE_TABLE,
    "servants": ROLES[SERVANT].cards,
    "minions": ROLES[MINION].cards,
    "ways": len(Lancelot),
    "hidden_same": DECK[Lancelot.V1] - SWITCHES,
    "open_same": DECK[Lancelot.V2] - SWITCHES,
    "hard_quest": _HARD_QUEST,
    "before_the_last": QUESTS - 1,
}


def _told(*names: str) -> dict[str, Arg]:
    return {name: _NUMBERS[name] for name in names}


def _problems(*codes: str) -> tuple[str, ...]:
    return about(PROBLEM, *(f"avalon.problem.{code}" for code in codes))


# -- worked examples, reckoned by the rules ---------------------------------------------------------------


def _sides(players: int) -> dict[str, Arg]:
    return {"players": players, "good": NUMBERS[players].good, "evil": NUMBERS[players].evil}


def _fillers(players: int) -> dict[str, Arg]:
    cards = deck(Setup(seats_without_names(players), roles=(PERCIVAL, MORGANA)))
    return {"players": players, "servants": cards.count(SERVANT), "minions": cards.count(MINION)}


def _majority(players: int) -> dict[str, Arg]:
    return {"players": players, "needed": NUMBERS[players].approvals_needed}


def _tie(players: int) -> dict[str, Arg]:
    return {**_majority(players), "half": players // 2}


def _hard_quest(players: int) -> dict[str, Arg]:
    numbers = NUMBERS[players]
    return {
        "players": players,
        "quest": _HARD_QUEST,
        "size": numbers.team_size(_HARD_QUEST),
        "fails": numbers.fails_needed(_HARD_QUEST),
    }


def _after(state: State, quest: int, success: bool) -> State:
    """The first team that comes to mind goes on this quest."""
    numbers = state.numbers
    state = apply(state, Propose(tuple(range(numbers.team_size(quest))), quest))
    state = apply(state, Vote(approved=True))
    return apply(state, Quest(0 if success else numbers.fails_needed(quest)))


def _lady(players: int) -> dict[str, Arg]:
    """How many the Lady may ask, each time, in a game that goes the whole way."""
    state = start(Setup(seats_without_names(players), lady=True))
    left: list[int] = []
    while len(left) < len(LADY_AFTER):
        state = _after(state, state.round, success=state.round % 2 == 1)
        if state.awaits is Awaits.LADY:
            left.append(len(state.lady_targets))
            state = apply(state, Lady(state.lady_targets[0]))
    first, second, last = left
    return {"players": players, "first": first, "second": second, "last": last}


def _targeting(won: int, lost: int, won_next: int) -> dict[str, Arg]:
    state = start(Setup(seats_without_names(FEWEST), targeting=True))
    state = _after(_after(state, won, success=True), lost, success=False)
    then = _after(state, won_next, success=True)
    return {
        "won": won,
        "lost": lost,
        "won_next": won_next,
        "open": state.open_quests,
        "open_then": then.open_quests,
    }


def _switches(cards: int, shown: int) -> dict[str, Arg]:
    """In how many of all hands of `shown` cards there is no Switch, one, or both."""
    none, one, both = (comb(SWITCHES, n) * comb(cards - SWITCHES, shown - n) for n in range(SWITCHES + 1))
    return {"all": comb(cards, shown), "none": none, "one": one, "both": both}


# -- the entries ------------------------------------------------------------------------------------------

_SETUP: Final = (
    Entry(
        "players",
        "setup",
        about(PROBLEM, "app.problem.seats_few", "app.problem.seats_many", "app.problem.no_such_seat"),
        see=("deck", "majority"),
        numbers=_told("fewest", "most"),
        example=_sides(7),
        icon="PEOPLE",
    ),
    Entry("first_leader", "setup", _problems("no_such_leader"), see=("leader", "lady_whom"), icon="CROWN"),
    Entry("table", "setup", see=("deck", "vote", "lady"), icon="GRID_TABLE"),
    Entry(
        "deck",
        "setup",
        _problems(
            *("too_many_good", "too_many_evil", "too_many_servants", "fills_by_itself"),
            *("unknown_role", "role_twice", "roles_number", "roles_not_the_deck"),
        ),
        see=("balance", "players", "no_merlin"),
        numbers=_told("servants", "minions"),
        example=_fillers(10),
        icon="SHUFFLE",
    ),
    Entry("balance", "setup", see=("deck", "lancelot"), icon="STAR"),
    Entry(
        "no_merlin",
        "setup",
        _problems(
            *("merlin_in_and_out", "no_merlin"),
            *("percival_without_merlin", "morgana_without_merlin", "mordred_without_merlin"),
        ),
        see=("three_successes", "merlin"),
        numbers=_told("won"),
        icon="MERLIN",
    ),
)

_NIGHT: Final = (
    Entry("night", "night", see=("who_knows", "tells", "lancelot"), icon="MOON"),
    Entry("who_knows", "night", see=("merlin", "percival", "oberon", "lancelot"), icon="EYE"),
    Entry("tells", "night", see=("night", "secrecy"), icon="FIST"),
    Entry("secrecy", "night", _problems("roles_too_soon"), see=("lady_says", "vote", "shuffle"), icon="LOCK"),
    Entry("oberon_merlin", "night", see=("oberon", "merlin"), icon="OBERON"),
    Entry("lancelot_merlin", "night", see=("lancelot", "merlin"), icon="LANCELOT"),
)

_TEAMS: Final = (
    Entry(
        "round",
        "teams",
        _problems("awaits_propose", "awaits_vote", "awaits_quest", "no_targeting"),
        see=("team", "vote", "cards", "after_quest"),
        icon="REPEAT",
    ),
    Entry(
        "team",
        "teams",
        (*_problems("team_size", "seat_twice"), *about(ACTION, "propose")),
        see=("leader", "majority"),
        example={"players": 7, "sizes": NUMBERS[7].teams},
        icon="TEAM",
    ),
    Entry(
        "leader",
        "teams",
        _problems("correct_when_proposing", "correct_nothing"),
        see=("first_leader", "refusals"),
        icon="CROWN",
    ),
    Entry(
        "vote",
        "teams",
        (*_problems("vote_form"), *about(ACTION, "vote")),
        see=("majority", "tie", "refusals"),
        icon="CHECK",
    ),
    Entry("majority", "teams", see=("tie", "vote"), example=_majority(7), icon="PEOPLE"),
    Entry("tie", "teams", see=("majority", "refusals"), example=_tie(6), icon="HAND_STOP"),
    Entry(
        "refusals",
        "teams",
        (*_problems("attempt_range"), *about(END, "five_rejections")),
        see=("vote", "end"),
        numbers=_told("attempts"),
        icon="CROSS",
    ),
)

_QUESTS: Final = (
    Entry(
        "cards",
        "quests",
        (*_problems("fails_range"), *about(ACTION, "quest"), *about(CARD, "success", "fail")),
        see=("fails", "shuffle", "secrecy"),
        icon="CARD",
    ),
    Entry("shuffle", "quests", see=("cards", "excalibur_used"), icon="SHUFFLE"),
    Entry(
        "fails",
        "quests",
        see=("two_fails", "cards"),
        numbers=_told("hard_quest", "fails_from", "fails"),
        icon="DAGGER",
    ),
    Entry(
        "two_fails",
        "quests",
        see=("fails", "targeting"),
        numbers=_told("hard_quest", "fails_from", "fails"),
        example=_hard_quest(7),
        icon="SHIELD",
    ),
    Entry(
        "after_quest", "quests", see=("end", "lady", "lancelot_v1"), numbers=_told("won"), icon="SHIELD_LINE"
    ),
)

_EXTRAS: Final = (
    Entry(
        "lady",
        "extras",
        (
            *_problems("no_lady", "awaits_lady", "lady_at_small_table"),
            *about(ACTION, "lady"),
            *about(CARD, "lady"),
        ),
        see=("lady_whom", "lady_says", "lady_oberon", "lady_lancelot"),
        numbers=_told("lady_quests", "large"),
        icon="LADY",
    ),
    Entry(
        "lady_whom",
        "extras",
        _problems("lady_self", "lady_held"),
        see=("lady",),
        example=_lady(7),
        icon="LADY",
    ),
    Entry("lady_says", "extras", see=("lady", "false_card", "secrecy"), icon="LOYALTY"),
    Entry("lady_oberon", "extras", see=("lady", "oberon"), icon="OBERON"),
    Entry("lady_lancelot", "extras", see=("lady", "switch"), unknown=True, icon="LANCELOT"),
    Entry(
        "excalibur",
        "extras",
        (
            *_problems("no_excalibur", "excalibur_missing", "excalibur_leader", "excalibur_off_team"),
            *about(CARD, "excalibur"),
        ),
        see=("excalibur_used", "team"),
        icon="SWORD",
    ),
    Entry(
        "excalibur_used",
        "extras",
        _problems("excalibur_self", "excalibur_on_outsider"),
        see=("excalibur", "cards", "plot_texts"),
        example={},
        icon="SWORD",
    ),
    Entry(
        "targeting",
        "extras",
        _problems("quest_missing", "no_such_quest", "quest_played"),
        see=("last_quest", "two_fails", "team"),
        example=_targeting(won=3, lost=1, won_next=2),
        icon="SHIELD_LINE",
    ),
    Entry(
        "last_quest",
        "extras",
        _problems("last_quest_successes", "last_quest_played"),
        see=("targeting",),
        numbers=_told("quests", "before_last", "before_the_last"),
        icon="LOCK",
    ),
    Entry(
        "lancelot_v1",
        "extras",
        (*_problems("awaits_loyalty", "no_loyalty_flips", "no_switch_left"), *about(ACTION, "loyalty")),
        see=("lancelot", "switch", "lancelot_merlin"),
        numbers=_told("hidden_same", "switches", "flips"),
        example=_switches(DECK[Lancelot.V1], QUESTS - FIRST_FLIP + 1),
        icon="LANCELOT",
    ),
    Entry(
        "lancelot_v2",
        "extras",
        (
            *_problems("awaits_loyalty_row", "no_loyalty_row", "row_length", "row_switches"),
            *about(ACTION, "loyalty_row"),
        ),
        see=("lancelot", "switch", "lancelot_merlin"),
        numbers=_told("open_deck", "open_same", "switches", "row", "hidden_deck"),
        example=_switches(DECK[Lancelot.V2], QUESTS),
        icon="LANCELOT",
    ),
    Entry(
        "lancelot_v3",
        "extras",
        _problems("lancelot_v3_at_small_table"),
        see=("lancelot", "who_knows"),
        icon="LANCELOT",
    ),
    Entry("switch", "extras", about(CARD, "switch", "no_change"), see=("lancelot", "cards"), icon="LOYALTY"),
    Entry(
        "plot",
        "extras",
        (
            *_problems("no_plot_cards", "plot_drawn", "plot_number"),
            *about(CARD, "plot"),
            *about(ACTION, "plot"),
        ),
        see=("plot_texts", "false_card"),
        numbers=_told("plot_least", "plot_usual", "plot_usual_from", "plot_most", "plot_most_from"),
        icon="PLOT",
    ),
    Entry("plot_texts", "extras", see=("plot", "false_card"), unknown=True, icon="PLOT"),
    Entry(
        "false_card",
        "extras",
        (*_problems("no_loyalty_shown"), *about(END, "loyalty_cheat")),
        see=("lady_says", "plot", "end"),
        icon="LOYALTY",
    ),
)

_END: Final = (
    Entry(
        "end",
        "end",
        about(PROBLEM, "app.problem.over"),
        see=("three_fails", "strike", "refusals", "false_card", "three_successes"),
        numbers=_told("won", "attempts"),
        icon="TROPHY",
    ),
    Entry(
        "three_fails",
        "end",
        about(END, "three_fails"),
        see=("fails", "end"),
        numbers=_told("won"),
        icon="SKULL",
    ),
    Entry(
        "strike",
        "end",
        (
            *_problems("awaits_assassinate", "roles_merlin_hit", "roles_merlin_missed"),
            *about(END, "merlin_assassinated", "assassin_missed"),
            *about(ACTION, "assassinate"),
        ),
        see=("reveal", "assassin", "merlin"),
        numbers=_told("won"),
        icon="DAGGER",
    ),
    Entry("reveal", "end", see=("strike",), icon="EYE"),
    Entry(
        "three_successes",
        "end",
        about(END, "three_successes"),
        see=("no_merlin", "strike"),
        numbers=_told("won"),
        icon="SUN",
    ),
)

_CHARACTERS: Final = (
    Entry("merlin", "characters", about(ROLE, "merlin"), see=("who_knows", "strike"), icon="MERLIN"),
    Entry(
        "percival",
        "characters",
        (*about(ROLE, "percival"), *_problems("percival_at_five")),
        see=("morgana", "merlin"),
        numbers=_told("fewest"),
        icon="PERCIVAL",
    ),
    Entry(
        "servant",
        "characters",
        about(ROLE, "servant"),
        see=("deck", "cards"),
        numbers=_told("servants"),
        icon="SERVANT",
    ),
    Entry(
        "assassin",
        "characters",
        about(ROLE, "assassin"),
        see=("strike",),
        numbers=_told("won"),
        icon="ASSASSIN",
    ),
    Entry(
        "morgana",
        "characters",
        (*about(ROLE, "morgana"), *_problems("morgana_without_percival")),
        see=("percival", "who_knows"),
        icon="MORGANA",
    ),
    Entry("mordred", "characters", about(ROLE, "mordred"), see=("merlin", "who_knows"), icon="MORDRED"),
    Entry("oberon", "characters", about(ROLE, "oberon"), see=("oberon_merlin", "lady_oberon"), icon="OBERON"),
    Entry(
        "minion",
        "characters",
        about(ROLE, "minion"),
        see=("deck", "who_knows"),
        numbers=_told("minions"),
        icon="MINION",
    ),
    Entry(
        "lancelot",
        "characters",
        (*about(ROLE, LANCELOT_GOOD, LANCELOT_EVIL), *_problems("one_lancelot", "which_lancelot")),
        see=("lancelot_v1", "lancelot_v2", "lancelot_v3", "switch"),
        numbers=_told("ways"),
        icon="LANCELOT",
    ),
)

ENTRIES: Final = (*_SETUP, *_NIGHT, *_TEAMS, *_QUESTS, *_EXTRAS, *_END, *_CHARACTERS)
