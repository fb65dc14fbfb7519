"""Names change at any time, in a running game and after it; the log and what is half entered stay."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.entry.avalon.draft_record import DRAFTS
from companion.games.avalon.moves import Propose, Quest, Vote
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.games.duet.moves import Agent, Bystander, IllegalClue, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.game import BadSetup
from companion.games.seats import numbered, seats_without_names
from companion.sitting import Sitting
from companion.storage.store import open_store
from companion.storage.tables import new_table, open_table
from companion.table import NoJournal, Table

FIVE = seats_without_names(5)
NAMED = ("Ada", "Bruno", "3", "Dario", "5")
LOG = (Propose((0, 1)), Vote(approved=True), Quest(0), Propose((1, 2, 3)), Vote(approved=False))

names = st.lists(
    st.sampled_from(["Ada", "Bruno", "نیلوفر", "Χλόη", "1"]), min_size=2, max_size=2
).map(numbered).filter(lambda pair: pair[0] != pair[1])  # fmt: skip
hands = st.lists(
    st.sampled_from([Agent(), Bystander(), Stop(), IllegalClue(), "undo", "redo", "edit", "rename"]),
    max_size=25,
)


def handle(table: Table[Any, Any, Any], hand: Any) -> None:
    """Do it if the table can."""
    if hand == "undo":
        table.undo()
    elif hand == "redo":
        table.redo()
    elif hand == "edit":
        if table.moves:
            table.accept(table.revise({0: ()}))
    elif hand != "rename" and table.outcome is None:
        try:
            table.play(hand)
        except Exception:
            return


@given(hands, st.lists(names, min_size=1))
def test_names_are_all_that_renaming_changes_whatever_was_played_undone_and_edited(played, given_names):
    table, same = (Table(DUET, DuetSetup(("1", "2"))) for _ in range(2))
    called: tuple[str, ...] = ("1", "2")
    turn = 0
    for hand in (*played, "rename"):
        if hand == "rename":
            called = given_names[turn % len(given_names)]
            turn += 1
            table.rename(called)
        handle(table, hand)
        handle(same, hand)
        assert (table.moves, table.undone) == (same.moves, same.undone)
        assert (table.can_undo, table.can_redo, table.outcome) == (same.can_undo, same.can_redo, same.outcome)
        assert table.setup.players == called
        assert all(state.setup.players == called for state in table.states)
        assert [replace(state, setup=same.setup) for state in table.states] == list(same.states)


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (("Ada", "ada", "3", "4", "5"), "name_taken"),
        (("Ada ", "2", "3", "4", "5"), "name_unclean"),
        (("", "2", "3", "4", "5"), "name_empty"),
    ],
)
def test_names_that_cannot_sit_together_change_nothing(players, code):
    table = Table(AVALON, Setup(FIVE), LOG)
    with pytest.raises(BadSetup) as refused:
        table.rename(players)
    assert refused.value.problem.code == code
    assert table.setup.players == table.state.setup.players == FIVE


def test_nobody_comes_or_goes_by_renaming():
    with pytest.raises(ValueError, match="number of seats"):
        Table(AVALON, Setup(FIVE)).rename(("Ada", "Bruno"))


def test_what_cannot_be_kept_is_not_shown():
    class Full(NoJournal):
        def rename(self, setup: Any) -> None:
            raise OSError("disk full")

    table = Table(AVALON, Setup(FIVE), LOG, journal=Full())
    with pytest.raises(OSError, match="disk full"):
        table.rename(NAMED)
    assert table.setup.players == table.state.setup.players == FIVE


def test_names_are_found_again_after_a_kill_and_old_records_stay_readable(tmp_path):
    store = open_store(tmp_path, lambda: 1.0)
    table, number = new_table(AVALON, Setup(FIVE), store.games)
    for move in LOG:
        table.play(move)
    table.undo()
    table.rename(NAMED)
    store.close()
    store = open_store(tmp_path, lambda: 2.0)
    stored = store.games.load(number)
    assert stored.setup["players"] == list(NAMED)
    assert stored.updated == 1.0
    again = open_table(AVALON, stored, store.games)
    assert again.setup.players == NAMED
    assert (again.moves, again.undone) == (table.moves, table.undone)
    assert json.dumps(stored.setup)
    store.close()


def test_a_team_that_is_half_entered_stays_and_knows_the_new_names():
    sitting = Sitting(Table(AVALON, Setup(FIVE), LOG), lambda _: None, drafts=DRAFTS)
    draft: Any = sitting.draft
    sitting.enter(draft.tap(2))
    sitting.rename(NAMED)
    draft = sitting.draft
    assert draft.team == (2,)
    assert draft.state.setup.players == NAMED
    assert sitting.table.moves == LOG
