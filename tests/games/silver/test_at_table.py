"""What a rule of Silver means at this table, just now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.silver.rules import apply, start
from companion.games.silver.setup import (
    BOX_CARDS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    VILLAGERS,
    Mode,
    Options,
    Setup,
    TiedCaller,
    removed_card_count,
)
from companion.games.silver.state import Round, RoundEnd, State
from companion.games.silver.what_if import rule_context
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.silver.rulebook import ENTRIES

NAMES = ("Ada", "Bruno", "Clara", "Dario")
THREE = Setup(NAMES[:3])
POINTS = replace(THREE, mode=Mode.POINTS)


def played(setup: Setup, *rounds: tuple[int | None, tuple[int, ...]]) -> State:
    state = start(setup)
    for caller, sums in rounds:
        state = apply(state, Round(caller, sums=sums, ended=RoundEnd.DECK if caller is None else None))
    return state


def told(entry: str, setup: Setup, state: State | None = None) -> tuple[str, dict[str, Any]] | None:
    sentence = rule_context(entry, setup, state)
    if sentence is None:
        return None
    return sentence.key.removeprefix("silver_rules.now."), dict(sentence.args)


def now(entry: str, state: State) -> tuple[str, dict[str, Any]] | None:
    return told(entry, state.setup, state)


def test_the_cards_that_are_out_are_counted_for_every_number_of_players() -> None:
    for players in range(MIN_PLAYERS, MAX_PLAYERS):
        setup, out = Setup(NAMES[:players]), removed_card_count(players)
        rows = MAX_PLAYERS - players
        assert told("spare_rows", setup) == ("deal.out", {"n": rows, "cards": out, "players": players})
        assert told("box_counts", setup) == ("box.some", {"cards": BOX_CARDS - out, "all": BOX_CARDS})
        assert told("after_call", setup) == ("after_call", {"n": players - 1})
        for villager in VILLAGERS:
            assert told(villager.id, setup) == ("copies.some", {"copies": villager.copies, "cards": out})
    four = Setup(NAMES)
    assert told("deal", four) == ("deal.all", {"players": 4})
    assert told("box_counts", four) == ("box.all", {"cards": BOX_CARDS})
    assert told("squire", four) == ("copies.all", {"copies": 4})


def test_the_round_is_told_and_which_is_the_last() -> None:
    state = start(THREE)
    assert now("aim", state) == ("round.of", {"round": 1, "rounds": 4})
    state = played(THREE, *[(0, (3, 9, 12))] * 3)
    assert now("game_end", state) == ("round.last", {"round": 4})
    state = apply(state, Round(0, sums=(3, 9, 12)))
    assert now("game_end", state) == ("over", {"names": ("Ada",), "n": 1})
    assert now("starts", state) is None
    assert now("village_sum", state) is None
    assert now("amulet", state) == ("amulet.over", {"name": "Ada"})


def test_whoever_starts_is_told_with_the_reason() -> None:
    state = start(replace(THREE, start=2))
    assert now("starts", state) == ("starts.chosen", {"name": "Clara", "round": 1})
    state = played(THREE, (1, (7, 3, 12)))
    assert now("starts", state) == ("starts.amulet", {"name": "Bruno", "round": 2})


def test_the_amulet_is_told_with_whether_it_works() -> None:
    assert now("amulet", start(THREE)) == ("amulet.nobody", {})
    won, lost = played(THREE, (0, (3, 9, 12))), played(THREE, (0, (9, 3, 12)))
    assert now("amulet", won) == ("amulet.works", {"name": "Ada"})
    assert now("amulet_winner", lost) == ("amulet.marks", {"name": "Bruno"})


def test_the_lowest_total_is_told() -> None:
    assert now("village_sum", start(THREE)) is None
    state = played(THREE, (None, (10, 6, 6)))
    assert now("village_sum", state) == ("leads", {"names": ("Bruno", "Clara"), "n": 2, "total": 6})


@pytest.mark.parametrize(
    ("entry", "sums", "score"),
    [("call_won", (7, 9, 12), 0), ("call_tied", (8, 8, 20), 0), ("call_lost", (9, 6, 12), 19)],
)
def test_the_last_call_is_told_by_the_entry_that_it_belongs_to(
    entry: str, sums: tuple[int, ...], score: int
) -> None:
    state = played(THREE, (0, sums))
    called = ("called", {"name": "Ada", "round": 1, "sum": sums[0], "score": score})
    assert now(entry, state) == called
    for other in {"call_won", "call_tied", "call_lost"} - {entry}:
        assert now(other, state) is None
    assert now(entry, played(THREE, (0, sums), (None, sums))) is None
    assert now(entry, start(THREE)) is None


def test_who_would_win_a_tie_is_decided_by_the_rules() -> None:
    assert now("tie_break", start(THREE)) is None
    assert now("tie_break", played(THREE, (None, (5, 6, 7)))) == ("tie.nobody", {"name": "Ada", "total": 5})
    # Nearest to the left of the start player, so Bruno has the amulet.
    tied = played(THREE, (None, (10, 6, 6)))
    assert now("tie_break", tied) == ("tie.decided", {"names": ("Bruno", "Clara"), "name": "Bruno"})
    tied = played(POINTS, (None, (10, 6, 6)))
    assert now("points_tie", tied) == ("tie.shared", {"names": ("Bruno", "Clara")})
    tied = played(POINTS, (None, (10, 4, 9)), (None, (10, 9, 4)))
    assert now("points_tie", tied) == ("tie.decided", {"names": ("Bruno", "Clara"), "name": "Clara"})
    assert now("tie_break", tied) is None


def test_the_distance_to_the_limit_is_told() -> None:
    state = played(POINTS, (None, (30, 12, 30)))
    assert now("points", state) == ("points.nearest", {"names": ("Ada", "Clara"), "n": 70, "limit": 100})
    assert now("points", start(THREE)) == ("points.off", {"rounds": 4})
    over = played(replace(POINTS, options=Options(limit=20)), (None, (30, 12, 30)))
    assert now("points", over) == ("over", {"names": ("Bruno",), "n": 1})


def test_who_has_used_up_the_halving_is_told() -> None:
    short = replace(POINTS, options=Options(limit=30))
    assert now("exact_limit", start(short)) == ("exact.unused", {"limit": 30, "half": 15})
    assert now("exact_limit", played(short, (None, (30, 12, 5)))) == (
        "exact.used",
        {"names": ("Ada",), "n": 1},
    )
    without = replace(POINTS, options=Options(exact_reset=False))
    assert now("exact_limit", start(without)) == ("exact.off", {})
    assert now("exact_limit", start(THREE)) == ("points.off", {"rounds": 4})


def test_what_the_table_agreed_on_is_told() -> None:
    def agreed(entry: str, **options: Any) -> str:
        sentence = told(entry, replace(POINTS, options=Options(**options)))
        return "" if sentence is None else sentence[0]

    assert agreed("amulet_tie") == "amulet_tie.caller"
    assert agreed("amulet_tie", tied_caller=TiedCaller.HOLDER) == "amulet_tie.holder"
    assert agreed("amulet_failed") == "amulet_failed.marks"
    assert agreed("amulet_failed", failed_call_power=True) == "amulet_failed.works"
    assert agreed("kamikaze") == "kamikaze.on"
    assert agreed("kamikaze", kamikaze=False) == "kamikaze.off"
    assert agreed("kamikaze_caller") == "kamikaze_caller.hit"
    assert agreed("kamikaze_caller", kamikaze_hits_caller=False) == "kamikaze_caller.spared"
    assert agreed("kamikaze_caller", kamikaze=False) == "kamikaze.off"
    assert told("kamikaze_caller", THREE) == ("points.off", {"rounds": 4})


def test_without_a_state_only_the_set_up_is_told() -> None:
    for entry in ("aim", "starts", "amulet", "village_sum", "call_won", "tie_break", "points", "exact_limit"):
        assert told(entry, POINTS) is None
    assert told("turn", THREE, start(THREE)) is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_that_is_told_has_its_words(code: str) -> None:
    tr = Translator(code)
    states = [
        *(start(Setup(NAMES[:players])) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        played(THREE, (0, (7, 9, 12))),
        played(THREE, (0, (9, 6, 12))),
        played(THREE, (None, (10, 6, 6))),
        played(THREE, *[(0, (3, 9, 12))] * 3),
        played(THREE, *[(0, (3, 9, 12))] * 4),
        played(POINTS, (None, (10, 6, 6))),
        played(replace(POINTS, options=Options(limit=30)), (None, (30, 12, 5))),
    ]
    for state in states:
        for entry in ENTRIES:
            sentence = rule_context(entry.id, state.setup, state)
            if sentence is not None:
                words = tr(sentence.key, **sentence.args)
                assert words.endswith("."), sentence.key
                assert "{" not in words
    assert not tr.missing
