"""Rulebook of Among Cultists. What only tokens and board explain is marked as an open question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.message import MessageArg
from companion.core.players import make_unnamed_seats
from companion.games.cultists.actions import (
    ASSASSINATE,
    AUTOMA_KILLS,
    CAMERA,
    CHECK_STATUS,
    CLOSE_GATE,
    CONFRONT,
    CULTISTS_ELIMINATED,
    DECLARED_RIGHTLY,
    DECLARED_WRONGLY,
    FILL,
    INSPECT,
    KILLS_BEAT_POINTS,
    KILLS_BEFORE,
    KILLS_TOO_LATE,
    KNOWN_SHELVES,
    MEETING_SIZE,
    POINTS_REACHED,
    RESTORE_POWER,
    SCARE_FISHMAN,
    SECURE_CORRIDOR,
    SEER_NAMED,
    START_VOTE,
    TIME_UP,
)
from companion.games.cultists.components import RULE_NUMBERS
from companion.games.cultists.rules import GATE_CLOSERS, GATE_POINTS
from companion.games.cultists.setup import (
    ASSASSIN,
    AUTOMA_OPTIONAL_PLAYERS,
    AUTOMA_REQUIRED_PLAYERS,
    BEAST,
    CHICKEN,
    CULTIST,
    DOLL,
    ENGINEER,
    FIRESTARTER,
    FISH,
    HAZARD_DECK,
    INVESTIGATOR,
    MAX_LOYALTY_PER_SIDE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUMBERS,
    PLAYERS_WITHOUT_SEER,
    ROLES,
    ROUNDS,
    SEER,
    SUPERGHOST,
    TARGET_BALANCE,
    ZOMBIE,
    Setup,
    VoteRule,
    compute_balance,
)
from companion.games.cultists.state import (
    BROKEN_GLASS,
    CULTIST_TOKENS,
    EVENTS,
    EVIL_EYES,
    FIRESTARTER_ROUNDS,
    GATE_OPENS,
    HANDHELD_CAMERA,
    LIGHTNING,
    MORALE_BOOST,
    MORALE_POINTS,
    MOVEMENT_POINTS,
    NO_CONNECTION,
    ROUTE_ROWS,
    SECRET_ENTRANCES,
    UNLISTED,
    RoundPhase,
    full_bag,
)
from companion.games.cultists.voting import KNIFE_VOTES, Ballots, VoteResult, count_votes, decide_vote
from companion.scripts.teaching import ACTION, END, EVENT, PROBLEM, ROLE, Rulebook, RuleEntry, make_links

CHAPTERS: Final = (
    *("aim", "decks", "round", "actions", "building"),
    *("events", "votes", "roles", "end", "automa"),
)

# Numbers, by argument name -----------------------------------------------------------------------------

_LONE_CULTIST_SEATS: Final = [seats for seats, numbers in NUMBERS.items() if numbers.cultists == 1]
_TWO_CULTIST_SEATS: Final = [seats for seats, numbers in NUMBERS.items() if numbers.cultists > 1]
_SMALL_TABLE, _LARGE_TABLE = NUMBERS[max(_LONE_CULTIST_SEATS)], NUMBERS[min(_TWO_CULTIST_SEATS)]
_SIZES: Final[Mapping[str, MessageArg]] = {
    "lone_most": max(_LONE_CULTIST_SEATS),
    "pair_from": min(_TWO_CULTIST_SEATS),
    "cultists": _LARGE_TABLE.cultists,
}
_SEATS: Final[Mapping[str, MessageArg]] = {f"seats_{seats}": seats for seats in NUMBERS}
_MEETING: Final[Mapping[str, MessageArg]] = {"pair": MEETING_SIZE, "crowd": MEETING_SIZE + 1}
_ORANGE: Final = KNOWN_SHELVES[0]


def _numbers_per_table(word: str) -> dict[str, MessageArg]:
    """Return a number for every number of players: `points_5`, `points_6`, …"""
    return {f"{word}_{seats}": getattr(numbers, word) for seats, numbers in NUMBERS.items()}


def _deck_numbers() -> dict[str, MessageArg]:
    small_table, large_table = _SMALL_TABLE, _LARGE_TABLE
    return {
        **_SIZES,
        "plain_alive": small_table.investigator_deck.alive,
        "plain_alive_more": large_table.investigator_deck.alive,
        "plain_success": small_table.investigator_deck.success,
        "alive": small_table.cultist_deck.alive,
        "alive_more": large_table.cultist_deck.alive,
        "dead": small_table.cultist_deck.dead,
        "success": small_table.cultist_deck.success,
        "failure": small_table.cultist_deck.failure,
        "sabotage": small_table.cultist_deck.sabotage,
    }


def _bag(seats: int, *, first_game: bool = False) -> int:
    return sum(full_bag(Setup(make_unnamed_seats(seats), first_game=first_game)).values())


def _route_rounds() -> dict[str, MessageArg]:
    return {f"row_{row}": tuple(range(row, ROUNDS + 1, ROUTE_ROWS)) for row in range(1, ROUTE_ROWS + 1)}


def _loyalty_points(role: str) -> dict[str, MessageArg]:
    return {"points": ROLES[role].loyalty_points}


def _balance_leads() -> dict[str, MessageArg]:
    return {
        **_SEATS,
        **{f"lead_{seats}": abs(lead) for seats, lead in TARGET_BALANCE.items()},
        "most": MAX_LOYALTY_PER_SIDE,
    }


# Worked examples, computed by the rules -----------------------------------------------------------------

# Votes by player, then abstentions. The two readings of the rule differ for the last example.
CLEAR_VOTE: Final = decide_vote({0: 3, 1: 1}, 2, VoteRule.LITERAL)
TIED_VOTE: Final = decide_vote({0: 2, 1: 2}, 2, VoteRule.LITERAL)
DISPUTED_VOTES: Final = {rule: decide_vote({0: 3, 1: 1}, 3, rule) for rule in VoteRule}
_SIX: Final = Setup(make_unnamed_seats(6))
_SEVEN: Final = Setup(make_unnamed_seats(7))
_FOUR: Final = Setup(make_unnamed_seats(4), automa=True)
# The first seat holds the Knife. It points at one player, and then at the other.
_CHANGING: Final[Ballots] = (1, 1, 2, 1, 2, None)
UNCHANGED_VOTE: Final = count_votes(_SIX, _CHANGING, 0)
CHANGED_VOTE: Final = count_votes(_SIX, _CHANGING, 0, change=2)
# Without the Knife, one player would have fewer votes than the other.
_DOUBLING: Final[Ballots] = (1, 1, 2, 2, 2, None, None)
DOUBLED_VOTE: Final = count_votes(_SEVEN, _DOUBLING, 0)
# The Automa, in the last seat, holds the Knife.
_STANDING_BY: Final[Ballots] = (1, 1, 2, None, None)
AUTOMA_KNIFE_VOTE: Final = count_votes(_FOUR, _STANDING_BY, 4)
# A set that an expert might build for five players.
EXPERT_ROLES: Final = (ENGINEER, FIRESTARTER, FISH, CHICKEN)


def _vote_args(result: VoteResult) -> dict[str, MessageArg]:
    """Return the arguments of a vote: the highest count, the next one, and all votes cast."""
    votes = [votes for _, votes in result.tally]
    return {"most": votes[0], "next": votes[1], "cast": result.votes_cast, "abstained": result.abstentions}


def _balance_example() -> dict[str, MessageArg]:
    weight = compute_balance(EXPERT_ROLES)
    return {
        "engineer": ROLES[ENGINEER].loyalty_points,
        "firestarter": ROLES[FIRESTARTER].loyalty_points,
        "fish": ROLES[FISH].loyalty_points,
        "chicken": ROLES[CHICKEN].loyalty_points,
        "investigators": weight.investigators,
        "cultists": weight.cultists,
        "lead": abs(weight.total),
    }


# Entries ------------------------------------------------------------------------------------------------


def _problem_links(*names: str) -> tuple[str, ...]:
    return make_links(PROBLEM, *(f"cultists.problem.{name}" for name in names))


def _role_entry(role: str, icon: str) -> RuleEntry:
    """Return the entry of a role whose effect is only explained by its token."""
    return RuleEntry(
        role,
        "roles",
        make_links(ROLE, role),
        ("loyalty",),
        _loyalty_points(role),
        is_open_question=True,
        icon=icon,
    )


def _event_entry(event: str, icon: str) -> RuleEntry:
    """Return the entry of an event whose effect is only explained by its token."""
    copies = {"copies": EVENTS[event].copies}
    return RuleEntry(
        event, "events", make_links(EVENT, event), ("event_draw",), copies, is_open_question=True, icon=icon
    )


_AIM: Final = (
    RuleEntry("sides", "aim", see_also=("winning", CULTIST, INVESTIGATOR), numbers=_SIZES, icon="PEOPLE"),
    RuleEntry(
        "winning",
        "aim",
        see_also=("points_reached", "last_cultist", "declaration", "time_up", "seer_guess"),
        numbers={"rounds": ROUNDS, **_SEATS, **_numbers_per_table("points"), **_numbers_per_table("kills")},
        icon="TROPHY",
    ),
    RuleEntry("golden_rules", "aim", see_also=("movement", "decks"), icon="STAR"),
    RuleEntry(
        "first_game",
        "aim",
        _problem_links("need_hazard_deck", "first_game_with_seer", "first_game_without_seer"),
        ("hazard_deck", SEER),
        {"tokens": CULTIST_TOKENS, "without_seer": PLAYERS_WITHOUT_SEER},
        icon="INFO",
    ),
    RuleEntry(
        "players",
        "aim",
        (
            *_problem_links("no_numbers"),
            *make_links(
                PROBLEM,
                *("app.problem.seats_few", "app.problem.seats_many", "app.problem.no_such_seat"),
                *("app.problem.name_empty", "app.problem.name_long"),
                *("app.problem.name_taken", "app.problem.name_unclean"),
            ),
        ),
        ("automa",),
        {
            "fewest": MIN_PLAYERS,
            "most": MAX_PLAYERS,
            "must": AUTOMA_REQUIRED_PLAYERS,
            "may": AUTOMA_OPTIONAL_PLAYERS,
            "must_seats": AUTOMA_REQUIRED_PLAYERS + 1,
            "may_seats": AUTOMA_OPTIONAL_PLAYERS + 1,
        },
        icon="SEAT",
    ),
    RuleEntry(
        "setting_right",
        "aim",
        _problem_links("correct_nothing", "points_range", "target_range", "closes_in_range"),
        ("gate", "round"),
        {"rounds": ROUNDS, "gate_points": GATE_POINTS},
        icon="PENCIL",
    ),
)

_DECKS: Final = (
    RuleEntry("decks", "decks", see_also=("pulse", "routes"), numbers=_deck_numbers(), icon="CARD"),
    RuleEntry(
        "pulse",
        "decks",
        _problem_links("awaits_kills", "kills_not_asked"),
        ("encounters", CHECK_STATUS, "winning"),
        icon="SKULL",
    ),
    RuleEntry(
        "night",
        "decks",
        see_also=(CULTIST, SEER, "pulse"),
        numbers={"without_decks": next(seats for seats, n in NUMBERS.items() if n.pulse_pool is None)},
        icon="MOON",
    ),
)

_ROUND: Final = (
    RuleEntry(
        "round",
        "round",
        _problem_links("round_range"),
        ("movement", "event_draw", "actions", "declaration", "setting_right"),
        {"phases": len(RoundPhase), "rounds": ROUNDS},
        icon="HOURGLASS",
    ),
    RuleEntry(
        "movement",
        "round",
        see_also=("encounters", "ghosts"),
        numbers={"steps": MOVEMENT_POINTS},
        icon="DOOR",
    ),
    RuleEntry(
        "encounters", "round", see_also=("power", "pulse"), numbers=_MEETING, example=_MEETING, icon="TEAM"
    ),
    RuleEntry(
        "event_draw",
        "round",
        _problem_links(
            *("awaits_event", "event_phase", "event_drawn"),
            *("no_such_event", "event_not_in_game", "event_all_drawn"),
        ),
        (*(event for event in EVENTS if event != GATE_OPENS), "gate"),
        {
            **_SIZES,
            "tokens": _bag(max(_LONE_CULTIST_SEATS)),
            "tokens_more": _bag(min(_TWO_CULTIST_SEATS)),
            "fewer": _bag(max(_LONE_CULTIST_SEATS)) - _bag(max(_LONE_CULTIST_SEATS), first_game=True),
        },
        icon="BELL",
    ),
    RuleEntry("routes", "round", see_also=("actions", CAMERA), numbers=_route_rounds(), icon="MAP"),
    RuleEntry(
        "knife",
        "round",
        _problem_links("no_such_knife"),
        ("knife_changes", "knife_doubles", "fishman"),
        icon="KNIFE",
    ),
)

_ACTIONS: Final = (
    RuleEntry("actions", "actions", _problem_links("action_phase"), ("routes", "ghosts"), icon="HAND_STOP"),
    RuleEntry(
        CHECK_STATUS,
        "actions",
        (*make_links(ACTION, CHECK_STATUS), *_problem_links("found_by_self")),
        ("pulse", "vote", CAMERA),
        icon="EYE",
    ),
    RuleEntry(SECURE_CORRIDOR, "actions", make_links(ACTION, SECURE_CORRIDOR), ("hazard_deck",), icon="LOCK"),
    RuleEntry(
        FILL,
        "actions",
        make_links(ACTION, FILL),
        ("exploring", "routes"),
        {"explored_at": RULE_NUMBERS["explored_at"]},
        icon="PLUS",
    ),
    RuleEntry(
        INSPECT,
        "actions",
        (*make_links(ACTION, INSPECT), *_problem_links("need_explored_room")),
        ("exploring", "shelves"),
        icon="SEARCH",
    ),
    RuleEntry(
        CAMERA,
        "actions",
        (*make_links(ACTION, CAMERA), *_problem_links("need_power_on")),
        ("power", CHECK_STATUS, INSPECT),
        icon="CAMERA",
    ),
)

_BUILDING: Final = (
    RuleEntry(
        "rooms",
        "building",
        _problem_links("no_such_room"),
        (START_VOTE, CAMERA, "gate", "shelves"),
        {**_SEATS, **_numbers_per_table("rooms")},
        is_open_question=True,
        icon="HOUSE",
    ),
    RuleEntry(
        "exploring",
        "building",
        _problem_links("explored_before", "all_explored"),
        (FILL, INSPECT, "hazard_deck"),
        {"explored_at": RULE_NUMBERS["explored_at"]},
        icon="KEY_CARD",
    ),
    RuleEntry(
        "shelves",
        "building",
        _problem_links(
            *(
                "no_such_shelf",
                "shelf_twice",
                "shelves_none",
                "shelf_complete",
                "shelf_empty",
                "shelf_points",
            ),
            *("shelf_size", "shelf_overfull", "shelf_points_missing", "shelf_points_other", "too_many_books"),
        ),
        (INSPECT, "points_reached"),
        {
            "shelf_least": RULE_NUMBERS["shelf_least"],
            "shelf_most": RULE_NUMBERS["shelf_most"],
            "orange_books": _ORANGE.books or 0,
            "orange_points": _ORANGE.points or 0,
        },
        is_open_question=True,
        icon="LIBRARY",
    ),
    RuleEntry(
        "hazard_deck",
        "building",
        _problem_links("hazard_room"),
        ("exploring", "cultist_tokens", "fishman", SECURE_CORRIDOR),
        {"success": HAZARD_DECK.success, "failure": HAZARD_DECK.failure},
        icon="WINDOW_BROKEN",
    ),
    RuleEntry(
        "cultist_tokens",
        "building",
        (*make_links(ACTION, CONFRONT), *_problem_links("need_cultist_token", "no_token_here")),
        ("hazard_deck", "fishman"),
        {"tokens": CULTIST_TOKENS},
        is_open_question=True,
        icon="CULTIST",
    ),
    RuleEntry(
        "fishman",
        "building",
        (*make_links(ACTION, SCARE_FISHMAN), *_problem_links("need_fishman", "need_knife", "scare_phase")),
        ("hazard_deck", "knife"),
        _SIZES,
        icon="FISHMAN",
    ),
    RuleEntry(
        "power",
        "building",
        (*make_links(ACTION, RESTORE_POWER), *_problem_links("need_power_off")),
        (LIGHTNING, "encounters", CAMERA),
        _MEETING,
        icon="LIGHTNING",
    ),
)

_EVENTS: Final = (
    RuleEntry(
        LIGHTNING,
        "events",
        make_links(EVENT, LIGHTNING),
        ("power", "encounters"),
        {"copies": EVENTS[LIGHTNING].copies},
        icon="LIGHTNING_OFF",
    ),
    RuleEntry(
        SECRET_ENTRANCES,
        "events",
        make_links(EVENT, SECRET_ENTRANCES),
        ("movement", "encounters"),
        {"copies": EVENTS[SECRET_ENTRANCES].copies},
        icon="DOOR",
    ),
    RuleEntry(
        MORALE_BOOST,
        "events",
        make_links(EVENT, MORALE_BOOST),
        ("movement",),
        {"more": MORALE_POINTS, "steps": MOVEMENT_POINTS + MORALE_POINTS},
        icon="SUN",
    ),
    RuleEntry(
        "gate",
        "events",
        (
            *make_links(EVENT, GATE_OPENS),
            *make_links(ACTION, CLOSE_GATE),
            *_problem_links("need_gate_open", "gate_needs_two"),
        ),
        ("winning", "rooms"),
        {
            **_SIZES,
            "closers": GATE_CLOSERS,
            "gate_points": GATE_POINTS,
            "gate_rounds": _SMALL_TABLE.gate_rounds,
            "gate_rounds_fewer": _LARGE_TABLE.gate_rounds,
        },
        icon="GATE",
    ),
    _event_entry(NO_CONNECTION, "BROKEN_LINK"),
    _event_entry(EVIL_EYES, "EYE"),
    _event_entry(BROKEN_GLASS, "WINDOW_BROKEN"),
    RuleEntry(
        HANDHELD_CAMERA,
        "events",
        make_links(EVENT, HANDHELD_CAMERA),
        ("event_draw",),
        {"fewest": EVENTS[HANDHELD_CAMERA].min_seats},
        is_open_question=True,
        icon="CAMERA",
    ),
    _event_entry(UNLISTED, "INFO"),
)

_VOTES: Final = (
    RuleEntry(
        START_VOTE,
        "votes",
        (*make_links(ACTION, START_VOTE), *_problem_links("need_vote_token")),
        ("vote", "ghosts"),
        icon="CALLER",
    ),
    RuleEntry(
        "vote",
        "votes",
        _problem_links("awaits_vote", "vote_is_compulsory"),
        ("vote_result", "vote_tie", START_VOTE),
        icon="POINTING_FINGER",
    ),
    RuleEntry(
        "vote_result",
        "votes",
        see_also=("vote_tie", "vote_abstentions", "revealed"),
        example=_vote_args(CLEAR_VOTE),
        icon="CHECK",
    ),
    RuleEntry(
        "vote_tie", "votes", see_also=("vote_result", "knife"), example=_vote_args(TIED_VOTE), icon="FIST"
    ),
    RuleEntry(
        "vote_abstentions",
        "votes",
        see_also=("vote_result",),
        example=_vote_args(DISPUTED_VOTES[VoteRule.LITERAL]),
        icon="FIST",
    ),
    RuleEntry(
        "knife_changes",
        "votes",
        _problem_links("knife_no_abstention"),
        ("knife", "ghosts"),
        {"knife_changes": RULE_NUMBERS["knife_changes"]},
        example={
            **_vote_args(CHANGED_VOTE),
            "before": UNCHANGED_VOTE.tally[0][1],
            "before_next": UNCHANGED_VOTE.tally[1][1],
        },
        icon="KNIFE",
    ),
    RuleEntry(
        "knife_doubles",
        "votes",
        _problem_links("knife_doubles", "count_knife"),
        ("knife", "ghosts"),
        {"knife_doubles": RULE_NUMBERS["knife_doubles"], "knife_votes": KNIFE_VOTES},
        example={**_vote_args(DOUBLED_VOTE), "hands": _DOUBLING.count(1)},
        icon="KNIFE",
    ),
    RuleEntry(
        "ghosts",
        "votes",
        _problem_links("need_living", "is_ghost", "automa_is_ghost", "knife_of_ghost"),
        ("actions", "routes", "vote"),
        icon="GHOST",
    ),
    RuleEntry(
        "recording",
        "votes",
        _problem_links("vote_form", "ballots_number", "count_total", "count_negative", "count_seat"),
        ("vote", "knife_doubles"),
        {"knife_votes": KNIFE_VOTES},
        icon="PENCIL",
    ),
    RuleEntry(
        "revealed",
        "votes",
        _problem_links(
            *("awaits_revealed", "nothing_to_reveal", "cultists_left"),
            *("not_a_ghost", "automa_not_a_ghost", "roles_cultist", "roles_cultist_automa"),
        ),
        ("last_cultist", "pulse", "automa_cultist"),
        {"cultists": _LARGE_TABLE.cultists},
        icon="CULTIST",
    ),
)

_ROLES: Final = (
    RuleEntry(
        CULTIST, "roles", make_links(ROLE, CULTIST), ("night", "decks", "winning"), _SIZES, icon="CULTIST"
    ),
    RuleEntry(INVESTIGATOR, "roles", make_links(ROLE, INVESTIGATOR), ("routes", "winning"), icon="PERSON"),
    RuleEntry(
        SEER,
        "roles",
        make_links(ROLE, SEER),
        ("night", "seer_guess"),
        {"without_seer": PLAYERS_WITHOUT_SEER},
        icon="SEER",
    ),
    RuleEntry(
        ASSASSIN,
        "roles",
        (
            *make_links(ROLE, ASSASSIN),
            *make_links(ACTION, ASSASSINATE),
            *_problem_links("need_assassin", "assassinate_self", "other_assassin"),
            *_problem_links("roles_assassin", "roles_assassin_automa"),
        ),
        ("revealed", "ghosts"),
        icon="ASSASSIN",
    ),
    _role_entry(ENGINEER, "ENGINEER"),
    RuleEntry(
        FIRESTARTER,
        "roles",
        make_links(ROLE, FIRESTARTER),
        ("loyalty",),
        {**_loyalty_points(FIRESTARTER), "hours": FIRESTARTER_ROUNDS},
        is_open_question=True,
        icon="FLAME",
    ),
    _role_entry(FISH, "FISHMAN"),
    _role_entry(BEAST, "BEAST"),
    _role_entry(CHICKEN, "CHICKEN"),
    _role_entry(DOLL, "DOLL"),
    _role_entry(ZOMBIE, "SKULL"),
    _role_entry(SUPERGHOST, "GHOST"),
    RuleEntry(
        "recommended", "roles", see_also=("loyalty", "role_tokens", "first_game"), numbers=_SEATS, icon="STAR"
    ),
    RuleEntry(
        "loyalty",
        "roles",
        _problem_links("balance_to_cultists", "balance_to_investigators", "loyalty_over", "loyalty_derived"),
        ("recommended", "role_tokens"),
        _balance_leads(),
        example=_balance_example(),
        icon="LOYALTY",
    ),
    RuleEntry(
        "role_tokens",
        "roles",
        _problem_links(
            *("unknown_role", "role_twice", "comes_by_itself", "too_many_roles", "seer_at_seven"),
            *("roles_too_soon", "roles_number", "roles_not_the_tokens"),
        ),
        ("recommended", "loyalty", "first_game"),
        {
            "cultists": ROLES[CULTIST].tokens,
            "plain": ROLES[INVESTIGATOR].tokens,
            "without_seer": PLAYERS_WITHOUT_SEER,
        },
        icon="GROUP_SAVE",
    ),
)

_END: Final = (
    RuleEntry(
        "points_reached",
        "end",
        make_links(END, POINTS_REACHED, KILLS_BEAT_POINTS),
        ("winning", "shelves", "seer_guess"),
        {"cultists": _LARGE_TABLE.cultists},
        icon="TROPHY",
    ),
    RuleEntry(
        "last_cultist",
        "end",
        make_links(END, CULTISTS_ELIMINATED, KILLS_BEFORE, KILLS_TOO_LATE),
        ("revealed", "pulse", "seer_guess", "automa_cultist"),
        {"cultists": _LARGE_TABLE.cultists},
        icon="CULTIST",
    ),
    RuleEntry(
        "declaration",
        "end",
        (
            *make_links(END, DECLARED_RIGHTLY, DECLARED_WRONGLY),
            *_problem_links("declare_lone", "declare_phase"),
        ),
        ("pulse", "winning", "seer_guess"),
        _SIZES,
        icon="CROWN",
    ),
    RuleEntry(
        "time_up", "end", make_links(END, TIME_UP), ("round", "declaration"), {"rounds": ROUNDS}, icon="TIMER"
    ),
    RuleEntry(
        "seer_guess",
        "end",
        (
            *make_links(END, SEER_NAMED),
            *_problem_links(
                *("awaits_seer_guess", "no_seer", "seer_guess_early"),
                *("not_the_seer", "automa_not_the_seer", "roles_seer", "roles_seer_automa"),
                *("roles_seer_missed", "roles_seer_missed_automa"),
            ),
        ),
        (SEER, "declaration"),
        icon="SEER",
    ),
    RuleEntry("over", "end", make_links(PROBLEM, "app.problem.over"), ("setting_right",), icon="CHECK"),
)

_AUTOMA: Final = (
    RuleEntry(
        "automa",
        "automa",
        _problem_links(
            *("automa_needed", "automa_unfit", "automa_has_no_role"),
            *("no_such_neighbour", "need_player", "seer_with_automa"),
        ),
        ("automa_turn", "automa_votes", "automa_cultist"),
        {
            "must": AUTOMA_REQUIRED_PLAYERS,
            "may": AUTOMA_OPTIONAL_PLAYERS,
            "must_seats": AUTOMA_REQUIRED_PLAYERS + 1,
            "may_seats": AUTOMA_OPTIONAL_PLAYERS + 1,
        },
        icon="SETTINGS",
    ),
    RuleEntry("automa_turn", "automa", see_also=("automa", "routes"), icon="MAP"),
    RuleEntry(
        "automa_votes",
        "automa",
        _problem_links("automa_abstains", "count_automa"),
        ("vote_result", "knife"),
        {"knife_votes": KNIFE_VOTES},
        example=_vote_args(AUTOMA_KNIFE_VOTE),
        icon="FIST",
    ),
    RuleEntry(
        "automa_cultist",
        "automa",
        make_links(END, AUTOMA_KILLS),
        ("last_cultist", "pulse"),
        {"cultists": _LARGE_TABLE.cultists},
        icon="CULTIST",
    ),
)

ENTRIES: Final = (*_AIM, *_DECKS, *_ROUND, *_ACTIONS, *_BUILDING, *_EVENTS, *_VOTES, *_ROLES, *_END, *_AUTOMA)

RULEBOOK = Rulebook(CHAPTERS, ENTRIES)
