"""The rules of Codenames Duet to look things up in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.duet.moves import Agent, Bystander, Move, Stop
from companion.games.duet.play import apply, start
from companion.games.duet.rule_numbers import RULE_NUMBERS
from companion.games.duet.setup import AGENTS, Setup
from companion.games.duet.state import State, score
from companion.scripts.rulebooks import ACTION, END, PROBLEM, Entry, about
from companion.scripts.sentences import Arg

CHAPTERS: Final = ("key", "clues", "guesses", "tokens", "end", "missions")

_TABLE: Final = ("1", "2")


def _played(setup: Setup, moves: Sequence[Move]) -> State:
    state = start(setup)
    for move in moves:
        state = apply(state, move)
    return state


def _numbers(*names: str) -> dict[str, Arg]:
    return {name: RULE_NUMBERS[name] for name in names}


def _problems(*names: str) -> tuple[str, ...]:
    return about(PROBLEM, *(f"duet.problem.{name}" for name in names))


def _score_example() -> dict[str, Arg]:
    """Turns that end by a stop after two agents each, until the last one finds the rest."""
    stops, a_turn = 6, 2
    turn: list[Move] = [*([Agent()] * a_turn), Stop()]
    last: list[Move] = [Agent()] * (AGENTS - stops * a_turn)
    state = _played(Setup(_TABLE), [*(turn * stops), *last])
    points = score(state)
    if points is None:
        raise LookupError("the example is no mission that was won")
    return {
        "tokens": state.setup.tokens,
        "stops": stops,
        "left": state.bank.left,
        "for_left": points.for_tokens_left,
        "for_checks": points.for_checks,
        "total": points.total,
    }


def _dear_example() -> dict[str, Arg]:
    """A bystander a turn, until one costs two check marks."""
    setup = Setup(_TABLE, tokens=9, mistakes=5)
    hits = setup.bystander_tokens + 1
    before, after = (_played(setup, [Bystander()] * met) for met in (hits - 1, hits))
    return {
        "tokens": setup.tokens,
        "mistakes": setup.bystander_tokens,
        "hits": hits,
        "cost": before.bank.left - after.bank.left,
        "left": after.bank.left,
    }


ENTRIES: Final = (
    Entry("goal", "key", see=("win", "clue"), numbers=_numbers("agents", "words"), icon="KEY_CARD"),
    Entry(
        "key_card",
        "key",
        see=("two_keys", "goal"),
        numbers=_numbers("key_agents", "key_assassins", "key_neutral", "shared"),
        icon="KEY_CARD",
    ),
    Entry("two_keys", "key", see=("key_card", "both_sides"), icon="EYE"),
    Entry(
        "sides", "key", about=_problems("sides_length", "side_empty"), see=("turns", "goal"), icon="PEOPLE"
    ),
    Entry("clue", "clues", see=("legal_clue", "clue_number", "zero_clue", "guess"), icon="CLUE"),
    Entry("legal_clue", "clues", see=("how_strict", "illegal_clue"), icon="CHECK"),
    Entry("how_strict", "clues", see=("legal_clue",), unknown=True, icon="INFO"),
    Entry("zero_clue", "clues", see=("clue", "clue_number", "guess"), icon="RING"),
    Entry(
        "clue_number",
        "clues",
        about=_problems("clue_number"),
        see=("zero_clue", "guess"),
        numbers=_numbers("key_agents"),
        unknown=True,
        icon="INFO",
    ),
    Entry(
        "clue_log",
        "clues",
        about=(
            *_problems("clue_given", "clue_empty", "clue_word", "no_such_seat"),
            *about(ACTION, "clue"),
        ),
        see=("clue", "guess"),
        icon="PENCIL",
    ),
    Entry("table_talk", "clues", see=("sudden_death", "side_done"), icon="PEOPLE"),
    Entry(
        "illegal_clue",
        "clues",
        about=(*_problems("fined_already"), *about(ACTION, "illegal_clue")),
        see=("legal_clue", "which_token", "last_token"),
        icon="WARNING",
    ),
    Entry(
        "which_token",
        "clues",
        about=_problems("no_such_token"),
        see=("illegal_clue", "mission"),
        unknown=True,
        icon="INFO",
    ),
    Entry(
        "turns",
        "clues",
        about=_problems("turns_alternate", "turn_under_way", "clue_by_other_side"),
        see=("loose_turns", "side_done"),
        icon="REPEAT",
    ),
    Entry(
        "loose_turns",
        "clues",
        about=(*_problems("two_in_a_row"), *about(ACTION, "next_clue")),
        see=("turns",),
        numbers=_numbers("in_a_row"),
        icon="SHUFFLE",
    ),
    Entry(
        "guess", "guesses", about=about(ACTION, "agent"), see=("stop", "bystander", "assassin"), icon="HAT"
    ),
    Entry(
        "bystander",
        "guesses",
        about=about(ACTION, "bystander"),
        see=("both_sides", "grid", "dear_bystander", "sudden_death"),
        icon="BYSTANDER",
    ),
    Entry("both_sides", "guesses", see=("bystander", "grid", "two_keys"), icon="BYSTANDER"),
    Entry(
        "grid",
        "guesses",
        about=(
            *_problems("no_grid", "place_missing", "no_such_place"),
            *_problems("place_found", "place_covered", "place_known"),
            *about(ACTION, "word"),
        ),
        see=("bystander", "both_sides", "two_keys"),
        icon="GRID_TABLE",
    ),
    Entry(
        "assassin",
        "guesses",
        about=(*about(ACTION, "assassin"), *about(END, "assassin")),
        see=("two_keys", "win"),
        numbers=_numbers("key_assassins"),
        icon="SKULL",
    ),
    Entry(
        "stop",
        "guesses",
        about=(*_problems("guess_first"), *about(ACTION, "stop")),
        see=("guess", "check_tokens"),
        icon="HAND_STOP",
    ),
    Entry(
        "side_done",
        "guesses",
        about=(
            *_problems("key_covered", "done_already", "done_too_soon", "done_miscounted", "both_done"),
            *about(ACTION, "side_done"),
        ),
        see=("turns", "sudden_death"),
        numbers=_numbers("key_agents"),
        icon="CHECK_TOKEN",
    ),
    Entry(
        "tokens",
        "tokens",
        about=_problems("tokens_range"),
        see=("check_tokens", "sudden_death", "mission", "dear_bystander"),
        numbers=_numbers("tokens", "box_tokens"),
        icon="HOURGLASS",
    ),
    Entry("check_tokens", "tokens", see=("score", "stop"), icon="CHECK_TOKEN"),
    Entry("last_token", "tokens", see=("illegal_clue", "sudden_death"), icon="WARNING"),
    Entry(
        "win",
        "end",
        about=(*_problems("over"), *about(END, "all_agents")),
        see=("score", "assassin", "sudden_death", "dear_bystander"),
        numbers=_numbers("agents"),
        icon="TROPHY",
    ),
    Entry(
        "sudden_death",
        "end",
        about=(*_problems("sudden_death"), *about(END, "bystander_in_sudden_death")),
        see=("tokens", "score", "table_talk"),
        icon="SKULL",
    ),
    Entry(
        "score",
        "end",
        see=("winning_token", "check_tokens"),
        numbers=_numbers("tokens", "token_points", "lost_points", "good", "excellent", "map"),
        example=_score_example(),
        icon="STAR",
    ),
    Entry("winning_token", "end", see=("score",), unknown=True, icon="CHECK_TOKEN"),
    Entry(
        "mission",
        "missions",
        about=_problems("mistakes_range"),
        see=("dear_bystander", "mission_map"),
        icon="MAP",
    ),
    Entry(
        "dear_bystander",
        "missions",
        about=about(END, "not_enough_tokens"),
        see=("bystander", "mission"),
        numbers=_numbers("bystander_checks"),
        example=_dear_example(),
        icon="BYSTANDER",
    ),
    Entry(
        "mission_map",
        "missions",
        about=_problems("mission_unclean"),
        see=("mission", "score"),
        unknown=True,
        icon="MAP",
    ),
)
