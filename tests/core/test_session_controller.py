"""`SessionController`: drafts across undo, edits, renaming and reopening, and announcements."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.drafts import DraftCodec
from companion.core.game import BadSetup, Game, IllegalMove
from companion.core.players import make_unnamed_seats, number_unnamed_seats
from companion.core.session import GameSession, Journal
from companion.core.session_controller import GameSpeech, SessionController
from companion.games.avalon.drafts import DRAFT_CODEC, RolesDraft
from companion.games.avalon.drafts import DRAFT_CODEC as AVALON_DRAFTS
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.state import Assassinate, Correct, Propose, Quest, Vote
from companion.games.cultists.drafts import DRAFT_CODEC as CULTISTS_DRAFTS
from companion.games.cultists.drafts import VoteStage
from companion.games.cultists.moves import Dead
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import Agent, Bystander, IllegalClue, Stop
from companion.games.silver.drafts import DRAFT_CODEC as SILVER_DRAFTS
from companion.games.silver.drafts import draft_from_move, new_draft
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.games.silver.state import Round
from companion.scripts.avalon import speech as avalon_said
from companion.storage.database import Database
from companion.storage.games import open_session, start_session
from companion.storage.store import open_store

SEVEN = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
WON = (Propose((0, 1)), Vote(approved=True), Quest(0))
ROUNDS = (Round(0, None, (1, 2, 3, 4)), Round(1, None, (4, 3, 5, 6)))
# The rules of a game, its drafts and a set-up.
GAMES: dict[str, tuple[Game[Any, Any, Any], DraftCodec[Any] | None, Any]] = {
    "avalon": (AVALON, AVALON_DRAFTS, AvalonSetup(SEVEN)),
    "cultists": (CULTISTS, CULTISTS_DRAFTS, CultistsSetup(SEVEN[:5])),
    "silver": (SILVER, SILVER_DRAFTS, SilverSetup(SEVEN[:4])),
    "duet": (DUET, None, DuetSetup(SEVEN[:2])),
}


class House:
    """A store on disk that can be left at any moment, as by a kill, and opened again."""

    def __init__(self, folder):
        self._folder = folder
        self.store = open_store(folder, lambda: 1.0)
        self.spoken: list[str] = []

    def killed(self):
        self.store.close()
        self.store = open_store(self._folder, lambda: 2.0)

    def _sitting(self, session: GameSession[Any, Any, Any]) -> SessionController[Any, Any, Any, Any]:
        _, drafts, _ = GAMES[session.game.id]
        talk = (
            GameSpeech(avalon_said.opening_lines, avalon_said.move_lines, avalon_said.status_lines)
            if session.game is AVALON
            else None
        )
        return SessionController(session, self.spoken.extend, draft_codec=drafts, speech=talk)

    def start(self, game, *moves):
        rules, _, setup = GAMES[game]
        session, number = start_session(rules, setup, self.store.games)
        for move in moves:
            session.play(move)
        return self._sitting(session), number

    def open(self, game, number):
        return self._sitting(open_session(GAMES[game][0], self.store.games.load(number), self.store.games))


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.store.close()


def tap(controller, *seats):
    for seat in seats:
        controller.save_draft(controller.draft.tap(seat))


def test_two_sessions_of_one_game_restore_their_own_drafts(house):
    (first, one), (second, other) = house.start("avalon"), house.start("avalon", *WON)
    tap(first, 3)
    tap(second, 5, 2)
    tap(first, 6)
    house.killed()
    assert house.open("avalon", one).draft.team == (3, 6)
    assert house.open("avalon", other).draft.team == (5, 2)


def test_a_new_session_starts_with_an_empty_draft(house):
    tap(house.start("avalon")[0], 4)
    assert house.start("avalon")[0].draft.team == ()


def test_a_move_clears_the_draft_and_undo_restores_it(house):
    controller, number = house.start("avalon")
    tap(controller, 0, 3)
    controller.play(controller.draft.move)
    tap(controller, 6)
    assert controller.draft.refusing == {6}
    controller.undo()
    assert controller.draft.team == (0, 3)
    controller.redo()
    assert controller.draft.refusing == {6}
    house.killed()
    assert house.open("avalon", number).draft.refusing == {6}


def test_undo_in_a_reopened_session_restores_the_draft_of_the_move(house):
    controller, number = house.start("avalon")
    tap(controller, 5, 3)
    controller.play(controller.draft.move)
    house.killed()
    controller = house.open("avalon", number)
    assert controller.draft.refusing == frozenset()
    controller.undo()
    assert controller.draft.team == (5, 3)


def test_a_draft_is_discarded_with_the_moves_before_it(house):
    controller, number = house.start("avalon", Propose((0, 1)))
    tap(controller, 4)
    controller.undo()
    controller.play(Propose((5, 6)))
    controller.play(Vote(approved=True))
    assert controller.draft.fails == 0
    house.killed()
    controller = house.open("avalon", number)
    controller.undo()
    assert controller.draft.refusing == frozenset()


def test_a_move_with_keep_draft_leaves_the_team_draft_unchanged(house):
    controller, number = house.start("avalon")
    tap(controller, 2)
    controller.play(Correct(leader=4), keep_draft=True)
    assert controller.draft.team == (2,)
    house.killed()
    controller = house.open("avalon", number)
    assert controller.draft.team == (2,)
    assert controller.draft.state.leader == 4


def test_a_draft_survives_an_edit_of_the_past_and_reopening(house):
    controller, number = house.start("avalon", *WON)
    tap(controller, 5, 6)
    controller.commit_edit(controller.session.preview_edit({0: (Propose((2, 3)),)}))
    assert controller.draft.team == (5, 6)
    house.killed()
    controller = house.open("avalon", number)
    assert controller.draft.team == (5, 6)
    assert controller.draft.state is controller.session.state


def test_a_draft_is_discarded_if_an_edit_changes_the_phase(house):
    controller, _ = house.start("avalon", *WON[:2])
    controller.save_draft(controller.draft.choose(1))
    controller.commit_edit(controller.session.preview_edit({1: (Vote(approved=False),)}))
    assert controller.draft.team == ()


def test_the_next_draft_survives_correcting_the_round_before(house):
    controller, number = house.start("silver", *ROUNDS)
    typed = new_draft(4).with_caller(2).type_number(7).type_number(5)
    controller.save_draft(typed)
    controller.undo()
    assert controller.draft == draft_from_move(ROUNDS[1], 4)
    corrected = controller.draft.with_seat(3).delete_last().type_number(8)
    controller.save_draft(corrected)
    controller.redo()
    assert controller.draft == typed
    controller.undo()
    controller.play(controller.draft.move)
    assert controller.draft == typed
    house.killed()
    assert house.open("silver", number).draft == typed


def test_a_round_draft_survives_edits_of_earlier_rounds(house):
    controller, number = house.start("silver", *ROUNDS)
    typed = new_draft(4).with_caller(2).type_number(7).type_number(5)
    controller.save_draft(typed)
    for change in ((), (Round(3, None, (9, 9, 9, 9)),)):
        controller.commit_edit(controller.session.preview_edit({0: change}))
        assert controller.draft == typed
        house.killed()
        controller = house.open("silver", number)
        assert controller.draft == typed
    controller.play(draft_from_move(ROUNDS[0], 4).move)
    assert controller.draft.is_empty


@pytest.mark.parametrize("counting", [False, True])
def test_vote_drafts_by_voter_and_by_number_are_restored(house, counting):
    controller, number = house.start("cultists", Dead(2))
    vote = controller.draft.with_caller(3)
    vote = vote.with_draft(vote.ballots.tap(1)).with_draft(vote.counts.set_votes(1, 2))
    for told in (vote, type(vote)(vote.ballots, vote.counts, counting, VoteStage.TELL)):
        controller.save_draft(told)
    house.killed()
    again = house.open("cultists", number).draft
    assert (again.is_counting, again.stage) == (counting, VoteStage.TELL)
    assert again.ballots.votes == vote.ballots.votes
    assert (again.counts.counts, again.draft.called_by) == (vote.counts.counts, 3)


def test_an_interrupted_countdown_starts_again(house):
    controller, number = house.start("cultists", Dead(2))
    vote = controller.draft
    controller.save_draft(type(vote)(vote.ballots, vote.counts, False, VoteStage.COUNT))
    house.killed()
    assert house.open("cultists", number).draft.stage is VoteStage.CALL


def test_the_draft_of_roles_after_the_game_is_restored(house):
    three = (*WON, Propose((0, 1, 2)), *WON[1:], Propose((0, 1, 2)), *WON[1:])
    controller, number = house.start("avalon", *three, Assassinate(0, True))
    controller.save_draft(controller.draft.assign(0, "merlin"))
    house.killed()
    again = house.open("avalon", number).draft
    assert isinstance(again, RolesDraft)
    assert again.roles[0] == "merlin"
    assert again.missing_count == len(SEVEN) - 1


@pytest.mark.parametrize(
    ("game", "entry"),
    [
        ("avalon", {"seats": "all"}),
        ("avalon", {"seats": [99], "hats": 3}),
        ("silver", {"villages": [{"cards": [1]}]}),
        ("silver", {"villages": [{}, {}, {}, {}], "caller": 7}),
        ("cultists", {"votes": [9, 9, 9, 9, 9], "voter": None, "called_by": None}),
        ("cultists", {"votes": [None] * 5, "voter": 0, "called_by": None, "counts": [1], "fists": 0}),
        ("cultists", {"votes": [None] * 5, "voter": 0, "called_by": None, "counts": [99] * 5, "fists": 0}),
    ],
)
def test_a_damaged_draft_is_replaced_by_an_empty_one(house, game, entry):
    moves = (Dead(2),) if game == "cultists" else ()
    controller, number = house.start(game, *moves)
    fresh = controller.draft
    controller.session.save_draft(entry)
    house.killed()
    assert house.open(game, number).draft == fresh


def test_a_tap_and_a_move_are_one_durable_step_each(house, monkeypatch):
    steps: list[None] = []
    reads: list[Any] = []
    step, write, rows = Database.transaction, Database.write, Database.rows

    def counted_step(self):
        steps.append(None)
        return step(self)

    def counted_write(self, *args):
        steps.append(None)
        return write(self, *args)

    def counted_rows(self, *args):
        reads.append(args)
        return rows(self, *args)

    monkeypatch.setattr(Database, "transaction", counted_step)
    monkeypatch.setattr(Database, "write", counted_write)
    monkeypatch.setattr(Database, "rows", counted_rows)
    controller, _ = house.start("avalon")
    steps.clear()
    reads.clear()
    tap(controller, 0)
    assert len(steps) == 1
    tap(controller, 1)
    controller.play(controller.draft.move)
    assert len(steps) == 3
    tap(controller, 4)
    controller.play(controller.draft.move)
    controller.undo()
    assert controller.draft.refusing == {4}
    assert reads == []


def test_an_illegal_move_changes_nothing_and_is_not_announced(house):
    controller, _ = house.start("avalon")
    tap(controller, 3)
    with pytest.raises(IllegalMove):
        controller.play(Vote(approved=True))
    assert controller.draft.team == (3,)
    assert house.spoken == []


def test_a_move_is_announced_once_and_the_opening_only_in_a_new_session(house):
    controller, number = house.start("avalon")
    controller.speak_opening()
    controller.speak_opening()
    assert house.spoken == list(avalon_said.opening_lines(controller.session.state))
    house.spoken.clear()
    before = controller.session.state
    controller.play(Propose((0, 1)))
    assert house.spoken == list(avalon_said.move_lines(before, controller.session.state))
    house.spoken.clear()
    house.killed()
    house.open("avalon", number).speak_opening()
    assert house.spoken == []
    assert house.open("avalon", number).speak_status() == tuple(house.spoken) != ()


def test_a_game_played_move_by_move_has_no_drafts(house):
    controller, _ = house.start("duet")
    controller.play(Agent())
    with pytest.raises(LookupError):
        _ = controller.draft


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
def test_renaming_changes_only_names_also_in_undone_and_edited_moves(played, given_names):
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
def test_invalid_names_change_nothing(players, code):
    session = GameSession(AVALON, Setup(FIVE), LOG)
    with pytest.raises(BadSetup) as refused:
        session.rename(players)
    assert refused.value.problem.code == code
    assert session.setup.players == session.state.setup.players == FIVE


def test_renaming_cannot_change_the_number_of_players():
    with pytest.raises(ValueError, match="number of seats"):
        GameSession(AVALON, Setup(FIVE)).rename(("Ada", "Bruno"))


def test_a_renaming_that_cannot_be_saved_is_not_shown():
    class Full(Journal):
        def rename(self, setup: Any) -> None:
            raise OSError("disk full")

    session = GameSession(AVALON, Setup(FIVE), LOG, journal=Full())
    with pytest.raises(OSError, match="disk full"):
        session.rename(NAMED)
    assert session.setup.players == session.state.setup.players == FIVE


def test_new_names_are_restored_and_old_records_stay_readable(tmp_path):
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


def test_a_team_draft_survives_renaming_and_has_the_new_names():
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
