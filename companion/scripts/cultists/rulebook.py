"""The rules of Among Cultists to look things up in. What only tokens and board tell is marked as unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.cultists.actions import (
    ASSASSINATE,
    CAMERA,
    CHECK_STATUS,
    CLOSE_GATE,
    CONFRONT,
    FILL,
    INSPECT,
    MEETING,
    RESTORE_POWER,
    SCARE_FISHMAN,
    SECURE_CORRIDOR,
    START_VOTE,
)
from companion.games.cultists.building import KNOWN_SHELVES
from companion.games.cultists.decks import HAZARD_DECK, NUMBERS, ROUNDS
from companion.games.cultists.ends import (
    AUTOMA_KILLS,
    CULTISTS_ELIMINATED,
    DECLARED_RIGHTLY,
    DECLARED_WRONGLY,
    KILLS_BEAT_POINTS,
    KILLS_BEFORE,
    KILLS_TOO_LATE,
    POINTS_REACHED,
    SEER_NAMED,
    TIME_UP,
)
from companion.games.cultists.events import (
    BROKEN_GLASS,
    EVENTS,
    EVIL_EYES,
    GATE_OPENS,
    HANDHELD_CAMERA,
    LIGHTNING,
    MORALE_BOOST,
    NO_CONNECTION,
    SECRET_ENTRANCES,
    UNLISTED,
    bag,
)
from companion.games.cultists.roles import (
    ASSASSIN,
    BEAST,
    CHICKEN,
    CULTIST,
    DOLL,
    ENGINEER,
    FIRESTARTER,
    FISH,
    INVESTIGATOR,
    MOST_A_SIDE,
    ROLES,
    SEER,
    SUPERGHOST,
    TARGET,
    WITHOUT_SEER,
    ZOMBIE,
    balance,
)
from companion.games.cultists.rounds import GATE_CLOSERS, GATE_POINTS
from companion.games.cultists.rule_numbers import RULE_NUMBERS
from companion.games.cultists.setup import AUTOMA_MAY, AUTOMA_MUST, FEWEST, MOST, Setup, VoteRule
from companion.games.cultists.state import (
    CULTIST_TOKENS,
    FIRESTARTER_ROUNDS,
    MORALE_POINTS,
    MOVEMENT_POINTS,
    ROUTE_ROWS,
    Phase,
)
from companion.games.cultists.vote import KNIFE_VOTES, Ballots, Result, count, decide
from companion.games.seats import seats_without_names
from companion.scripts.rulebooks import ACTION, END, EVENT, PROBLEM, ROLE, Entry, about
from companion.scripts.sentences import Arg

CHAPTERS: Final = (
    *("aim", "decks", "round", "actions", "building"),
    *("events", "votes", "roles", "end", "automa"),
)

# Numbers, by the names that sentences call them --------------------------------------------------------

_LONE: Final = [seats for seats, numbers in NUMBERS.items() if numbers.cultists == 1]
_PAIR: Final = [seats for seats, numbers in NUMBERS.items() if numbers.cultists > 1]
_FEW, _MANY = NUMBERS[max(_LONE)], NUMBERS[min(_PAIR)]
_SIZES: Final[Mapping[str, Arg]] = {
    "lone_most": max(_LONE),
    "pair_from": min(_PAIR),
    "cultists": _MANY.cultists,
}
_SEATS: Final[Mapping[str, Arg]] = {f"seats_{seats}": seats for seats in NUMBERS}
_MEETING: Final[Mapping[str, Arg]] = {"pair": MEETING, "crowd": MEETING + 1}
_ORANGE: Final = KNOWN_SHELVES[0]


def _each(word: str) -> dict[str, Arg]:
    """A number of every table: `points_5`, `points_6`, …"""
    return {f"{word}_{seats}": getattr(numbers, word) for seats, numbers in NUMBERS.items()}


def _deck_numbers() -> dict[str, Arg]:
    few, many = _FEW, _MANY
    return {
        **_SIZES,
        "plain_alive": few.investigator_deck.alive,
        "plain_alive_more": many.investigator_deck.alive,
        "plain_success": few.investigator_deck.success,
        "alive": few.cultist_deck.alive,
        "alive_more": many.cultist_deck.alive,
        "dead": few.cultist_deck.dead,
        "success": few.cultist_deck.success,
        "failure": few.cultist_deck.failure,
        "sabotage": few.cultist_deck.sabotage,
    }


def _bag(seats: int, *, first_game: bool = False) -> int:
    return sum(bag(Setup(seats_without_names(seats), first_game=first_game)).values())


def _route_rounds() -> dict[str, Arg]:
    return {f"row_{row}": tuple(range(row, ROUNDS + 1, ROUTE_ROWS)) for row in range(1, ROUTE_ROWS + 1)}


def _loyalty(role: str) -> dict[str, Arg]:
    return {"points": ROLES[role].points}


def _leads() -> dict[str, Arg]:
    return {**_SEATS, **{f"lead_{seats}": abs(lead) for seats, lead in TARGET.items()}, "most": MOST_A_SIDE}


# Worked examples, reckoned by the rules -----------------------------------------------------------------

# Votes by whom they are for, then abstentions. Of the last the two readings of the rule make two things.
CLEAR: Final = decide({0: 3, 1: 1}, 2, VoteRule.LITERAL)
TIED: Final = decide({0: 2, 1: 2}, 2, VoteRule.LITERAL)
DISPUTED: Final = {rule: decide({0: 3, 1: 1}, 3, rule) for rule in VoteRule}
_SIX: Final = Setup(seats_without_names(6))
_SEVEN: Final = Setup(seats_without_names(7))
_FOUR: Final = Setup(seats_without_names(4), automa=True)
# The first seat holds the Knife. It points at one, and then at the other.
_CHANGING: Final[Ballots] = (1, 1, 2, 1, 2, None)
UNCHANGED: Final = count(_SIX, _CHANGING, 0)
CHANGED: Final = count(_SIX, _CHANGING, 0, change=2)
# Fewer hands for one than for the other, were it not for the Knife.
_DOUBLING: Final[Ballots] = (1, 1, 2, 2, 2, None, None)
DOUBLED: Final = count(_SEVEN, _DOUBLING, 0)
# The Automa, in the last seat, holds the Knife.
_STANDING_BY: Final[Ballots] = (1, 1, 2, None, None)
AUTOMA_WITH_KNIFE: Final = count(_FOUR, _STANDING_BY, 4)
# A set that an expert might build for five seats.
EXPERT: Final = (ENGINEER, FIRESTARTER, FISH, CHICKEN)


def _told(result: Result) -> dict[str, Arg]:
    """A vote as sentences call it: the most votes on one head, the next, all that were cast."""
    votes = [votes for _, votes in result.tally]
    return {
        "most": votes[0],
        "next": votes[1],
        "cast": result.cast,
        "abstained": result.abstentions,
    }


def _weighed() -> dict[str, Arg]:
    weight = balance(EXPERT)
    return {
        "engineer": ROLES[ENGINEER].points,
        "firestarter": ROLES[FIRESTARTER].points,
        "fish": ROLES[FISH].points,
        "chicken": ROLES[CHICKEN].points,
        "investigators": weight.investigators,
        "cultists": weight.cultists,
        "lead": abs(weight.total),
    }


# Entries ------------------------------------------------------------------------------------------------


def _refusals(*names: str) -> tuple[str, ...]:
    return about(PROBLEM, *(f"cultists.problem.{name}" for name in names))


def _role(role: str, icon: str) -> Entry:
    """A role of which only its token tells what it does."""
    return Entry(role, "roles", about(ROLE, role), ("loyalty",), _loyalty(role), unknown=True, icon=icon)


def _event(event: str, icon: str) -> Entry:
    """An event of which only its token tells what it does."""
    copies = {"copies": EVENTS[event].copies}
    return Entry(event, "events", about(EVENT, event), ("event_draw",), copies, unknown=True, icon=icon)


_AIM: Final = (
    Entry("sides", "aim", see=("winning", CULTIST, INVESTIGATOR), numbers=_SIZES, icon="PEOPLE"),
    Entry(
        "winning",
        "aim",
        see=("points_reached", "last_cultist", "declaration", "time_up", "seer_guess"),
        numbers={"rounds": ROUNDS, **_SEATS, **_each("points"), **_each("kills")},
        icon="TROPHY",
    ),
    Entry("golden_rules", "aim", see=("movement", "decks"), icon="STAR"),
    Entry(
        "first_game",
        "aim",
        _refusals("need_hazard_deck", "first_game_with_seer", "first_game_without_seer"),
        ("hazard_deck", SEER),
        {"tokens": CULTIST_TOKENS, "without_seer": WITHOUT_SEER},
        icon="INFO",
    ),
    Entry(
        "players",
        "aim",
        (
            *_refusals("no_numbers"),
            *about(
                PROBLEM,
                *("app.problem.seats_few", "app.problem.seats_many", "app.problem.no_such_seat"),
                *("app.problem.name_empty", "app.problem.name_long"),
                *("app.problem.name_taken", "app.problem.name_unclean"),
            ),
        ),
        ("automa",),
        {
            "fewest": FEWEST,
            "most": MOST,
            "must": AUTOMA_MUST,
            "may": AUTOMA_MAY,
            "must_seats": AUTOMA_MUST + 1,
            "may_seats": AUTOMA_MAY + 1,
        },
        icon="SEAT",
    ),
    Entry(
        "setting_right",
        "aim",
        _refusals("correct_nothing", "points_range", "target_range", "closes_in_range"),
        ("gate", "round"),
        {"rounds": ROUNDS, "gate_points": GATE_POINTS},
        icon="PENCIL",
    ),
)

_DECKS: Final = (
    Entry("decks", "decks", see=("pulse", "routes"), numbers=_deck_numbers(), icon="CARD"),
    Entry(
        "pulse",
        "decks",
        _refusals("awaits_kills", "kills_not_asked"),
        ("encounters", CHECK_STATUS, "winning"),
        icon="SKULL",
    ),
    Entry(
        "night",
        "decks",
        see=(CULTIST, SEER, "pulse"),
        numbers={"without_decks": next(seats for seats, n in NUMBERS.items() if n.pulse_pool is None)},
        icon="MOON",
    ),
)

_ROUND: Final = (
    Entry(
        "round",
        "round",
        _refusals("round_range"),
        ("movement", "event_draw", "actions", "declaration", "setting_right"),
        {"phases": len(Phase), "rounds": ROUNDS},
        icon="HOURGLASS",
    ),
    Entry("movement", "round", see=("encounters", "ghosts"), numbers={"steps": MOVEMENT_POINTS}, icon="DOOR"),
    Entry(
        "encounters",
        "round",
        see=("power", "pulse"),
        numbers=_MEETING,
        example=_MEETING,
        icon="TEAM",
    ),
    Entry(
        "event_draw",
        "round",
        _refusals(
            *("awaits_event", "event_phase", "event_drawn"),
            *("no_such_event", "event_not_in_game", "event_all_drawn"),
        ),
        (*(event for event in EVENTS if event != GATE_OPENS), "gate"),
        {
            **_SIZES,
            "tokens": _bag(max(_LONE)),
            "tokens_more": _bag(min(_PAIR)),
            "fewer": _bag(max(_LONE)) - _bag(max(_LONE), first_game=True),
        },
        icon="BELL",
    ),
    Entry("routes", "round", see=("actions", CAMERA), numbers=_route_rounds(), icon="MAP"),
    Entry(
        "knife",
        "round",
        _refusals("no_such_knife"),
        ("knife_changes", "knife_doubles", "fishman"),
        icon="KNIFE",
    ),
)

_ACTIONS: Final = (
    Entry("actions", "actions", _refusals("action_phase"), ("routes", "ghosts"), icon="HAND_STOP"),
    Entry(
        CHECK_STATUS,
        "actions",
        (*about(ACTION, CHECK_STATUS), *_refusals("found_by_self")),
        ("pulse", "vote", CAMERA),
        icon="EYE",
    ),
    Entry(SECURE_CORRIDOR, "actions", about(ACTION, SECURE_CORRIDOR), ("hazard_deck",), icon="LOCK"),
    Entry(
        FILL,
        "actions",
        about(ACTION, FILL),
        ("exploring", "routes"),
        {"explored_at": RULE_NUMBERS["explored_at"]},
        icon="PLUS",
    ),
    Entry(
        INSPECT,
        "actions",
        (*about(ACTION, INSPECT), *_refusals("need_explored_room")),
        ("exploring", "shelves"),
        icon="SEARCH",
    ),
    Entry(
        CAMERA,
        "actions",
        (*about(ACTION, CAMERA), *_refusals("need_power_on")),
        ("power", CHECK_STATUS, INSPECT),
        icon="CAMERA",
    ),
)

_BUILDING: Final = (
    Entry(
        "rooms",
        "building",
        _refusals("no_such_room"),
        (START_VOTE, CAMERA, "gate", "shelves"),
        {**_SEATS, **_each("rooms")},
        unknown=True,
        icon="HOUSE",
    ),
    Entry(
        "exploring",
        "building",
        _refusals("explored_before", "all_explored"),
        (FILL, INSPECT, "hazard_deck"),
        {"explored_at": RULE_NUMBERS["explored_at"]},
        icon="KEY_CARD",
    ),
    Entry(
        "shelves",
        "building",
        _refusals(
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
        unknown=True,
        icon="LIBRARY",
    ),
    Entry(
        "hazard_deck",
        "building",
        _refusals("hazard_room"),
        ("exploring", "cultist_tokens", "fishman", SECURE_CORRIDOR),
        {"success": HAZARD_DECK.success, "failure": HAZARD_DECK.failure},
        icon="WINDOW_BROKEN",
    ),
    Entry(
        "cultist_tokens",
        "building",
        (*about(ACTION, CONFRONT), *_refusals("need_cultist_token", "no_token_here")),
        ("hazard_deck", "fishman"),
        {"tokens": CULTIST_TOKENS},
        unknown=True,
        icon="CULTIST",
    ),
    Entry(
        "fishman",
        "building",
        (*about(ACTION, SCARE_FISHMAN), *_refusals("need_fishman", "need_knife", "scare_phase")),
        ("hazard_deck", "knife"),
        _SIZES,
        icon="FISHMAN",
    ),
    Entry(
        "power",
        "building",
        (*about(ACTION, RESTORE_POWER), *_refusals("need_power_off")),
        (LIGHTNING, "encounters", CAMERA),
        _MEETING,
        icon="LIGHTNING",
    ),
)

_EVENTS: Final = (
    Entry(
        LIGHTNING,
        "events",
        about(EVENT, LIGHTNING),
        ("power", "encounters"),
        {"copies": EVENTS[LIGHTNING].copies},
        icon="LIGHTNING_OFF",
    ),
    Entry(
        SECRET_ENTRANCES,
        "events",
        about(EVENT, SECRET_ENTRANCES),
        ("movement", "encounters"),
        {"copies": EVENTS[SECRET_ENTRANCES].copies},
        icon="DOOR",
    ),
    Entry(
        MORALE_BOOST,
        "events",
        about(EVENT, MORALE_BOOST),
        ("movement",),
        {"more": MORALE_POINTS, "steps": MOVEMENT_POINTS + MORALE_POINTS},
        icon="SUN",
    ),
    Entry(
        "gate",
        "events",
        (
            *about(EVENT, GATE_OPENS),
            *about(ACTION, CLOSE_GATE),
            *_refusals("need_gate_open", "gate_needs_two"),
        ),
        ("winning", "rooms"),
        {
            **_SIZES,
            "closers": GATE_CLOSERS,
            "gate_points": GATE_POINTS,
            "gate_rounds": _FEW.gate_rounds,
            "gate_rounds_fewer": _MANY.gate_rounds,
        },
        icon="GATE",
    ),
    _event(NO_CONNECTION, "BROKEN_LINK"),
    _event(EVIL_EYES, "EYE"),
    _event(BROKEN_GLASS, "WINDOW_BROKEN"),
    Entry(
        HANDHELD_CAMERA,
        "events",
        about(EVENT, HANDHELD_CAMERA),
        ("event_draw",),
        {"fewest": EVENTS[HANDHELD_CAMERA].fewest_seats},
        unknown=True,
        icon="CAMERA",
    ),
    _event(UNLISTED, "INFO"),
)

_VOTES: Final = (
    Entry(
        START_VOTE,
        "votes",
        (*about(ACTION, START_VOTE), *_refusals("need_vote_token")),
        ("vote", "ghosts"),
        icon="CALLER",
    ),
    Entry(
        "vote",
        "votes",
        _refusals("awaits_vote", "vote_is_compulsory"),
        ("vote_result", "vote_tie", START_VOTE),
        icon="POINTING_FINGER",
    ),
    Entry(
        "vote_result",
        "votes",
        see=("vote_tie", "vote_abstentions", "revealed"),
        example=_told(CLEAR),
        icon="CHECK",
    ),
    Entry("vote_tie", "votes", see=("vote_result", "knife"), example=_told(TIED), icon="FIST"),
    Entry(
        "vote_abstentions",
        "votes",
        see=("vote_result",),
        example=_told(DISPUTED[VoteRule.LITERAL]),
        icon="FIST",
    ),
    Entry(
        "knife_changes",
        "votes",
        _refusals("knife_no_abstention"),
        ("knife", "ghosts"),
        {"knife_changes": RULE_NUMBERS["knife_changes"]},
        example={**_told(CHANGED), "before": UNCHANGED.tally[0][1], "before_next": UNCHANGED.tally[1][1]},
        icon="KNIFE",
    ),
    Entry(
        "knife_doubles",
        "votes",
        _refusals("knife_doubles", "count_knife"),
        ("knife", "ghosts"),
        {"knife_doubles": RULE_NUMBERS["knife_doubles"], "knife_votes": KNIFE_VOTES},
        example={**_told(DOUBLED), "hands": _DOUBLING.count(1)},
        icon="KNIFE",
    ),
    Entry(
        "ghosts",
        "votes",
        _refusals("need_living", "is_ghost", "automa_is_ghost", "knife_of_ghost"),
        ("actions", "routes", "vote"),
        icon="GHOST",
    ),
    Entry(
        "recording",
        "votes",
        _refusals("vote_form", "ballots_number", "count_total", "count_negative", "count_seat"),
        ("vote", "knife_doubles"),
        {"knife_votes": KNIFE_VOTES},
        icon="PENCIL",
    ),
    Entry(
        "revealed",
        "votes",
        _refusals(
            *("awaits_revealed", "nothing_to_reveal", "cultists_left"),
            *("not_a_ghost", "automa_not_a_ghost", "roles_cultist", "roles_cultist_automa"),
        ),
        ("last_cultist", "pulse", "automa_cultist"),
        {"cultists": _MANY.cultists},
        icon="CULTIST",
    ),
)

_ROLES: Final = (
    Entry(CULTIST, "roles", about(ROLE, CULTIST), ("night", "decks", "winning"), _SIZES, icon="CULTIST"),
    Entry(INVESTIGATOR, "roles", about(ROLE, INVESTIGATOR), ("routes", "winning"), icon="PERSON"),
    Entry(
        SEER,
        "roles",
        about(ROLE, SEER),
        ("night", "seer_guess"),
        {"without_seer": WITHOUT_SEER},
        icon="SEER",
    ),
    Entry(
        ASSASSIN,
        "roles",
        (
            *about(ROLE, ASSASSIN),
            *about(ACTION, ASSASSINATE),
            *_refusals("need_assassin", "assassinate_self", "other_assassin"),
            *_refusals("roles_assassin", "roles_assassin_automa"),
        ),
        ("revealed", "ghosts"),
        icon="ASSASSIN",
    ),
    _role(ENGINEER, "ENGINEER"),
    Entry(
        FIRESTARTER,
        "roles",
        about(ROLE, FIRESTARTER),
        ("loyalty",),
        {**_loyalty(FIRESTARTER), "hours": FIRESTARTER_ROUNDS},
        unknown=True,
        icon="FLAME",
    ),
    _role(FISH, "FISHMAN"),
    _role(BEAST, "BEAST"),
    _role(CHICKEN, "CHICKEN"),
    _role(DOLL, "DOLL"),
    _role(ZOMBIE, "SKULL"),
    _role(SUPERGHOST, "GHOST"),
    Entry("recommended", "roles", see=("loyalty", "role_tokens", "first_game"), numbers=_SEATS, icon="STAR"),
    Entry(
        "loyalty",
        "roles",
        _refusals("balance_to_cultists", "balance_to_investigators", "loyalty_over", "loyalty_derived"),
        ("recommended", "role_tokens"),
        _leads(),
        example=_weighed(),
        icon="LOYALTY",
    ),
    Entry(
        "role_tokens",
        "roles",
        _refusals(
            *("unknown_role", "role_twice", "comes_by_itself", "too_many_roles", "seer_at_seven"),
            *("roles_too_soon", "roles_number", "roles_not_the_tokens"),
        ),
        ("recommended", "loyalty", "first_game"),
        {
            "cultists": ROLES[CULTIST].tokens,
            "plain": ROLES[INVESTIGATOR].tokens,
            "without_seer": WITHOUT_SEER,
        },
        icon="GROUP_SAVE",
    ),
)

_END: Final = (
    Entry(
        "points_reached",
        "end",
        about(END, POINTS_REACHED, KILLS_BEAT_POINTS),
        ("winning", "shelves", "seer_guess"),
        {"cultists": _MANY.cultists},
        icon="TROPHY",
    ),
    Entry(
        "last_cultist",
        "end",
        about(END, CULTISTS_ELIMINATED, KILLS_BEFORE, KILLS_TOO_LATE),
        ("revealed", "pulse", "seer_guess", "automa_cultist"),
        {"cultists": _MANY.cultists},
        icon="CULTIST",
    ),
    Entry(
        "declaration",
        "end",
        (*about(END, DECLARED_RIGHTLY, DECLARED_WRONGLY), *_refusals("declare_lone", "declare_phase")),
        ("pulse", "winning", "seer_guess"),
        _SIZES,
        icon="CROWN",
    ),
    Entry("time_up", "end", about(END, TIME_UP), ("round", "declaration"), {"rounds": ROUNDS}, icon="TIMER"),
    Entry(
        "seer_guess",
        "end",
        (
            *about(END, SEER_NAMED),
            *_refusals(
                *("awaits_seer_guess", "no_seer", "seer_guess_early"),
                *("not_the_seer", "automa_not_the_seer", "roles_seer", "roles_seer_automa"),
                *("roles_seer_missed", "roles_seer_missed_automa"),
            ),
        ),
        (SEER, "declaration"),
        icon="SEER",
    ),
    Entry("over", "end", about(PROBLEM, "app.problem.over"), ("setting_right",), icon="CHECK"),
)

_AUTOMA: Final = (
    Entry(
        "automa",
        "automa",
        _refusals(
            *("automa_needed", "automa_unfit", "automa_has_no_role"),
            *("no_such_neighbour", "need_player", "seer_with_automa"),
        ),
        ("automa_turn", "automa_votes", "automa_cultist"),
        {
            "must": AUTOMA_MUST,
            "may": AUTOMA_MAY,
            "must_seats": AUTOMA_MUST + 1,
            "may_seats": AUTOMA_MAY + 1,
        },
        icon="SETTINGS",
    ),
    Entry("automa_turn", "automa", see=("automa", "routes"), icon="MAP"),
    Entry(
        "automa_votes",
        "automa",
        _refusals("automa_abstains", "count_automa"),
        ("vote_result", "knife"),
        {"knife_votes": KNIFE_VOTES},
        example=_told(AUTOMA_WITH_KNIFE),
        icon="FIST",
    ),
    Entry(
        "automa_cultist",
        "automa",
        about(END, AUTOMA_KILLS),
        ("last_cultist", "pulse"),
        {"cultists": _MANY.cultists},
        icon="CULTIST",
    ),
)

ENTRIES: Final = (
    *_AIM,
    *_DECKS,
    *_ROUND,
    *_ACTIONS,
    *_BUILDING,
    *_EVENTS,
    *_VOTES,
    *_ROLES,
    *_END,
    *_AUTOMA,
)
