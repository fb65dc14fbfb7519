"""Rulebook of Codenames Duet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.core.message import MessageArg
from companion.games.duet.rules import RULE_NUMBERS, apply, start
from companion.games.duet.setup import AGENTS, Setup
from companion.games.duet.state import Agent, Bystander, Move, State, Stop, compute_score
from companion.scripts.teaching import ACTION, END, PROBLEM, Rulebook, RuleEntry, make_links

CHAPTERS: Final = ("key", "clues", "guesses", "tokens", "end", "missions")

_EXAMPLE_PLAYERS: Final = ("1", "2")


def _play_moves(setup: Setup, moves: Sequence[Move]) -> State:
    state = start(setup)
    for move in moves:
        state = apply(state, move)
    return state


def _number_args(*names: str) -> dict[str, MessageArg]:
    return {name: RULE_NUMBERS[name] for name in names}


def _problem_links(*names: str) -> tuple[str, ...]:
    return make_links(PROBLEM, *(f"duet.problem.{name}" for name in names))


def _score_example() -> dict[str, MessageArg]:
    """Turns that end with a stop after two agents each, until the last turn finds the rest."""
    stops, a_turn = 6, 2
    turn: list[Move] = [*([Agent()] * a_turn), Stop()]
    last: list[Move] = [Agent()] * (AGENTS - stops * a_turn)
    state = _play_moves(Setup(_EXAMPLE_PLAYERS), [*(turn * stops), *last])
    points = compute_score(state)
    if points is None:
        raise LookupError("the example is no mission that was won")
    return {
        "tokens": state.setup.tokens,
        "stops": stops,
        "left": state.bank.tokens_left,
        "for_left": points.for_tokens_left,
        "for_checks": points.for_checks,
        "total": points.total,
    }


def _costly_bystander_example() -> dict[str, MessageArg]:
    """One bystander per turn, until one costs two check marks."""
    setup = Setup(_EXAMPLE_PLAYERS, tokens=9, mistakes=5)
    hits = setup.bystander_tokens + 1
    before, after = (
        _play_moves(setup, [Bystander()] * bystander_count) for bystander_count in (hits - 1, hits)
    )
    return {
        "tokens": setup.tokens,
        "mistakes": setup.bystander_tokens,
        "hits": hits,
        "cost": before.bank.tokens_left - after.bank.tokens_left,
        "left": after.bank.tokens_left,
    }


ENTRIES: Final = (
    RuleEntry(
        "goal", "key", see_also=("win", "clue"), numbers=_number_args("agents", "words"), icon="KEY_CARD"
    ),
    RuleEntry(
        "key_card",
        "key",
        see_also=("two_keys", "goal"),
        numbers=_number_args("key_agents", "key_assassins", "key_neutral", "shared"),
        icon="KEY_CARD",
    ),
    RuleEntry("two_keys", "key", see_also=("key_card", "both_sides"), icon="EYE"),
    RuleEntry(
        "sides",
        "key",
        links=_problem_links("sides_length", "side_empty"),
        see_also=("turns", "goal"),
        icon="PEOPLE",
    ),
    RuleEntry("clue", "clues", see_also=("legal_clue", "clue_number", "zero_clue", "guess"), icon="CLUE"),
    RuleEntry("legal_clue", "clues", see_also=("how_strict", "illegal_clue"), icon="CHECK"),
    RuleEntry("how_strict", "clues", see_also=("legal_clue",), is_open_question=True, icon="INFO"),
    RuleEntry("zero_clue", "clues", see_also=("clue", "clue_number", "guess"), icon="RING"),
    RuleEntry(
        "clue_number",
        "clues",
        links=_problem_links("clue_number"),
        see_also=("zero_clue", "guess"),
        numbers=_number_args("key_agents"),
        is_open_question=True,
        icon="INFO",
    ),
    RuleEntry(
        "clue_log",
        "clues",
        links=(
            *_problem_links("clue_given", "clue_empty", "clue_word", "no_such_seat"),
            *make_links(ACTION, "clue"),
        ),
        see_also=("clue", "guess"),
        icon="PENCIL",
    ),
    RuleEntry("table_talk", "clues", see_also=("sudden_death", "side_done"), icon="PEOPLE"),
    RuleEntry(
        "illegal_clue",
        "clues",
        links=(*_problem_links("fined_already"), *make_links(ACTION, "illegal_clue")),
        see_also=("legal_clue", "which_token", "last_token"),
        icon="WARNING",
    ),
    RuleEntry(
        "which_token",
        "clues",
        links=_problem_links("no_such_token"),
        see_also=("illegal_clue", "mission"),
        is_open_question=True,
        icon="INFO",
    ),
    RuleEntry(
        "turns",
        "clues",
        links=_problem_links("turns_alternate", "turn_under_way", "clue_by_other_side"),
        see_also=("loose_turns", "side_done"),
        icon="REPEAT",
    ),
    RuleEntry(
        "loose_turns",
        "clues",
        links=(*_problem_links("two_in_a_row"), *make_links(ACTION, "next_clue")),
        see_also=("turns",),
        numbers=_number_args("in_a_row"),
        icon="SHUFFLE",
    ),
    RuleEntry(
        "guess",
        "guesses",
        links=make_links(ACTION, "agent"),
        see_also=("stop", "bystander", "assassin"),
        icon="HAT",
    ),
    RuleEntry(
        "bystander",
        "guesses",
        links=make_links(ACTION, "bystander"),
        see_also=("both_sides", "grid", "dear_bystander", "sudden_death"),
        icon="BYSTANDER",
    ),
    RuleEntry("both_sides", "guesses", see_also=("bystander", "grid", "two_keys"), icon="BYSTANDER"),
    RuleEntry(
        "grid",
        "guesses",
        links=(
            *_problem_links("no_grid", "place_missing", "no_such_place"),
            *_problem_links("place_found", "place_covered", "place_known"),
            *make_links(ACTION, "word"),
        ),
        see_also=("bystander", "both_sides", "two_keys"),
        icon="GRID_TABLE",
    ),
    RuleEntry(
        "assassin",
        "guesses",
        links=(*make_links(ACTION, "assassin"), *make_links(END, "assassin")),
        see_also=("two_keys", "win"),
        numbers=_number_args("key_assassins"),
        icon="SKULL",
    ),
    RuleEntry(
        "stop",
        "guesses",
        links=(*_problem_links("guess_first"), *make_links(ACTION, "stop")),
        see_also=("guess", "check_tokens"),
        icon="HAND_STOP",
    ),
    RuleEntry(
        "side_done",
        "guesses",
        links=(
            *_problem_links("key_covered", "done_already", "done_too_soon", "done_miscounted", "both_done"),
            *make_links(ACTION, "side_done"),
        ),
        see_also=("turns", "sudden_death"),
        numbers=_number_args("key_agents"),
        icon="CHECK_TOKEN",
    ),
    RuleEntry(
        "tokens",
        "tokens",
        links=_problem_links("tokens_range"),
        see_also=("check_tokens", "sudden_death", "mission", "dear_bystander"),
        numbers=_number_args("tokens", "box_tokens"),
        icon="HOURGLASS",
    ),
    RuleEntry("check_tokens", "tokens", see_also=("score", "stop"), icon="CHECK_TOKEN"),
    RuleEntry("last_token", "tokens", see_also=("illegal_clue", "sudden_death"), icon="WARNING"),
    RuleEntry(
        "win",
        "end",
        links=(*_problem_links("over"), *make_links(END, "all_agents")),
        see_also=("score", "assassin", "sudden_death", "dear_bystander"),
        numbers=_number_args("agents"),
        icon="TROPHY",
    ),
    RuleEntry(
        "sudden_death",
        "end",
        links=(*_problem_links("sudden_death"), *make_links(END, "bystander_in_sudden_death")),
        see_also=("tokens", "score", "table_talk"),
        icon="SKULL",
    ),
    RuleEntry(
        "score",
        "end",
        see_also=("winning_token", "check_tokens"),
        numbers=_number_args("tokens", "token_points", "lost_points", "good", "excellent", "map"),
        example=_score_example(),
        icon="STAR",
    ),
    RuleEntry("winning_token", "end", see_also=("score",), is_open_question=True, icon="CHECK_TOKEN"),
    RuleEntry(
        "mission",
        "missions",
        links=_problem_links("mistakes_range"),
        see_also=("dear_bystander", "mission_map"),
        icon="MAP",
    ),
    RuleEntry(
        "dear_bystander",
        "missions",
        links=make_links(END, "not_enough_tokens"),
        see_also=("bystander", "mission"),
        numbers=_number_args("bystander_checks"),
        example=_costly_bystander_example(),
        icon="BYSTANDER",
    ),
    RuleEntry(
        "mission_map",
        "missions",
        links=_problem_links("mission_unclean"),
        see_also=("mission", "score"),
        is_open_question=True,
        icon="MAP",
    ),
)

RULEBOOK = Rulebook(CHAPTERS, ENTRIES)
