"""Names change at any time, in a running game and after it; the log and what is half entered stay."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import BadSetup
from companion.core.players import make_unnamed_seats, number_unnamed_seats
from companion.core.session import GameSession, Journal
from companion.core.session_controller import SessionController
from companion.games.avalon.drafts import DRAFT_CODEC
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import Propose, Quest, Vote
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import Agent, Bystander, IllegalClue, Stop
from companion.storage.games import open_session, start_session
from companion.storage.store import open_store

FIVE = make_unnamed_seats(5)
NAMED = ("Ada", "Bruno", "3", "Dario", "5")
LOG = (Propose((0, 1)), Vote(approved=True), Quest(0), Propose((1, 2, 3)), Vote(approved=False))

names = st.lists(
    st.sampled_from(["Ada", "Bruno", "نیلوفر", "Χλόη", "1"]), min_size=2, max_size=2
).map(number_unnamed_seats).filter(lambda pair: pair[0] != pair[1])  # fmt: skip
hands = st.lists(
    st.sampled_from([Agent(), Bystander(), Stop(), IllegalClue(), "undo", "redo", "edit", "rename"]),
    max_size=25,
)


def handle(session: GameSession[Any, Any, Any], hand: Any) -> None:
    """Do it if the table can."""
    if hand == "undo":
        session.undo()
    elif hand == "redo":
        session.redo()
    elif hand == "edit":
        if session.moves:
            session.commit_edit(session.preview_edit({0: ()}))
    elif hand != "rename" and session.outcome is None:
        try:
            session.play(hand)
        except Exception:
            return


@given(hands, st.lists(names, min_size=1))
def test_names_are_all_that_renaming_changes_whatever_was_played_undone_and_edited(played, given_names):
    session, same = (GameSession(DUET, DuetSetup(("1", "2"))) for _ in range(2))
    called: tuple[str, ...] = ("1", "2")
    turn = 0
    for hand in (*played, "rename"):
        if hand == "rename":
            called = given_names[turn % len(given_names)]
            turn += 1
            session.rename(called)
        handle(session, hand)
        handle(same, hand)
        assert (session.moves, session.undone_moves) == (same.moves, same.undone_moves)
        assert (session.can_undo, session.can_redo, session.outcome) == (
            same.can_undo,
            same.can_redo,
            same.outcome,
        )
        assert session.setup.players == called
        assert all(state.setup.players == called for state in session.states)
        assert [replace(state, setup=same.setup) for state in session.states] == list(same.states)


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (("Ada", "ada", "3", "4", "5"), "name_taken"),
        (("Ada ", "2", "3", "4", "5"), "name_unclean"),
        (("", "2", "3", "4", "5"), "name_empty"),
    ],
)
def test_names_that_cannot_sit_together_change_nothing(players, code):
    session = GameSession(AVALON, Setup(FIVE), LOG)
    with pytest.raises(BadSetup) as refused:
        session.rename(players)
    assert refused.value.problem.code == code
    assert session.setup.players == session.state.setup.players == FIVE


def test_nobody_comes_or_goes_by_renaming():
    with pytest.raises(ValueError, match="number of seats"):
        GameSession(AVALON, Setup(FIVE)).rename(("Ada", "Bruno"))


def test_what_cannot_be_kept_is_not_shown():
    class Full(Journal):
        def rename(self, setup: Any) -> None:
            raise OSError("disk full")

    session = GameSession(AVALON, Setup(FIVE), LOG, journal=Full())
    with pytest.raises(OSError, match="disk full"):
        session.rename(NAMED)
    assert session.setup.players == session.state.setup.players == FIVE


def test_names_are_found_again_after_a_kill_and_old_records_stay_readable(tmp_path):
    store = open_store(tmp_path, lambda: 1.0)
    session, number = start_session(AVALON, Setup(FIVE), store.games)
    for move in LOG:
        session.play(move)
    session.undo()
    session.rename(NAMED)
    store.close()
    store = open_store(tmp_path, lambda: 2.0)
    stored = store.games.load(number)
    assert stored.setup["players"] == list(NAMED)
    assert stored.updated == 1.0
    again = open_session(AVALON, stored, store.games)
    assert again.setup.players == NAMED
    assert (again.moves, again.undone_moves) == (session.moves, session.undone_moves)
    assert json.dumps(stored.setup)
    store.close()


def test_a_team_that_is_half_entered_stays_and_knows_the_new_names():
    controller = SessionController(
        GameSession(AVALON, Setup(FIVE), LOG), lambda _: None, draft_codec=DRAFT_CODEC
    )
    draft: Any = controller.draft
    controller.save_draft(draft.tap(2))
    controller.rename(NAMED)
    draft = controller.draft
    assert draft.team == (2,)
    assert draft.state.setup.players == NAMED
    assert controller.session.moves == LOG
