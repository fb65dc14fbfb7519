"""A table in use: what is being entered belongs to its table, and nothing that was tapped is lost."""

from __future__ import annotations

from typing import Any

import pytest

from companion.entry.avalon.draft import RolesDraft
from companion.entry.avalon.draft_record import DRAFTS as AVALON_DRAFTS
from companion.entry.cultists.draft_record import DRAFTS as CULTISTS_DRAFTS
from companion.entry.cultists.draft_record import Stage
from companion.entry.drafts import Drafts
from companion.entry.silver.draft import draft_of, new_draft
from companion.entry.silver.draft_record import DRAFTS as SILVER_DRAFTS
from companion.games.avalon.moves import Assassinate, Correct, Propose, Quest, Vote
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.cultists.moves import Dead
from companion.games.cultists.play import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.moves import Agent
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.game import Game, IllegalMove
from companion.games.silver.moves import Round
from companion.games.silver.play import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.scripts.avalon import said as avalon_said
from companion.sitting import Sitting, Talk
from companion.storage.database import Database
from companion.storage.store import open_store
from companion.storage.tables import new_table, open_table
from companion.table import Table

SEVEN = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
WON = (Propose((0, 1)), Vote(approved=True), Quest(0))
ROUNDS = (Round(0, None, (1, 2, 3, 4)), Round(1, None, (4, 3, 5, 6)))
# The rules of a game, its drafts and a set-up.
GAMES: dict[str, tuple[Game[Any, Any, Any], Drafts[Any] | None, Any]] = {
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

    def _sitting(self, table: Table[Any, Any, Any]) -> Sitting[Any, Any, Any, Any]:
        _, drafts, _ = GAMES[table.game.id]
        talk = (
            Talk(avalon_said.opening, avalon_said.said, avalon_said.status) if table.game is AVALON else None
        )
        return Sitting(table, self.spoken.extend, drafts=drafts, talk=talk)

    def start(self, game, *moves):
        rules, _, setup = GAMES[game]
        table, number = new_table(rules, setup, self.store.games)
        for move in moves:
            table.play(move)
        return self._sitting(table), number

    def open(self, game, number):
        return self._sitting(open_table(GAMES[game][0], self.store.games.load(number), self.store.games))


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.store.close()


def tap(sitting, *seats):
    for seat in seats:
        sitting.enter(sitting.draft.tap(seat))


def test_two_tables_of_one_game_keep_their_drafts_through_a_kill(house):
    (first, one), (second, other) = house.start("avalon"), house.start("avalon", *WON)
    tap(first, 3)
    tap(second, 5, 2)
    tap(first, 6)
    house.killed()
    assert house.open("avalon", one).draft.team == (3, 6)
    assert house.open("avalon", other).draft.team == (5, 2)


def test_a_new_table_begins_with_nothing_entered_even_if_it_looks_like_the_last(house):
    tap(house.start("avalon")[0], 4)
    assert house.start("avalon")[0].draft.team == ()


def test_a_move_leaves_nothing_entered_and_undo_brings_back_what_was(house):
    sitting, number = house.start("avalon")
    tap(sitting, 0, 3)
    sitting.play(sitting.draft.move)
    tap(sitting, 6)
    assert sitting.draft.against == {6}
    sitting.undo()
    assert sitting.draft.team == (0, 3)
    sitting.redo()
    assert sitting.draft.against == {6}
    house.killed()
    assert house.open("avalon", number).draft.against == {6}


def test_undo_after_a_kill_brings_a_move_back_as_it_was_entered(house):
    sitting, number = house.start("avalon")
    tap(sitting, 5, 3)
    sitting.play(sitting.draft.move)
    house.killed()
    sitting = house.open("avalon", number)
    assert sitting.draft.against == frozenset()
    sitting.undo()
    assert sitting.draft.team == (5, 3)


def test_what_was_entered_goes_with_the_moves_it_rests_on(house):
    sitting, number = house.start("avalon", Propose((0, 1)))
    tap(sitting, 4)
    sitting.undo()
    sitting.play(Propose((5, 6)))
    sitting.play(Vote(approved=True))
    assert sitting.draft.fails == 0
    house.killed()
    sitting = house.open("avalon", number)
    sitting.undo()
    assert sitting.draft.against == frozenset()


def test_a_move_noted_on_the_side_takes_nothing_from_the_team(house):
    sitting, number = house.start("avalon")
    tap(sitting, 2)
    sitting.play(Correct(leader=4), aside=True)
    assert sitting.draft.team == (2,)
    house.killed()
    sitting = house.open("avalon", number)
    assert sitting.draft.team == (2,)
    assert sitting.draft.state.leader == 4


def test_a_half_entered_move_outlives_a_change_of_the_past_and_then_the_app(house):
    sitting, number = house.start("avalon", *WON)
    tap(sitting, 5, 6)
    sitting.accept(sitting.table.revise({0: (Propose((2, 3)),)}))
    assert sitting.draft.team == (5, 6)
    house.killed()
    sitting = house.open("avalon", number)
    assert sitting.draft.team == (5, 6)
    assert sitting.draft.state is sitting.table.state


def test_a_changed_past_that_asks_for_something_else_begins_anew(house):
    sitting, _ = house.start("avalon", *WON[:2])
    sitting.enter(sitting.draft.count(1))
    sitting.accept(sitting.table.revise({1: (Vote(approved=False),)}))
    assert sitting.draft.team == ()


def test_a_round_taken_back_and_scored_again_leaves_the_next_one_as_it_lies(house):
    sitting, number = house.start("silver", *ROUNDS)
    typed = new_draft(4).called(2).typed(7).typed(5)
    sitting.enter(typed)
    sitting.undo()
    assert sitting.draft == draft_of(ROUNDS[1], 4)
    corrected = sitting.draft.at(3).deleted().typed(8)
    sitting.enter(corrected)
    sitting.redo()
    assert sitting.draft == typed
    sitting.undo()
    sitting.play(sitting.draft.move)
    assert sitting.draft == typed
    house.killed()
    assert house.open("silver", number).draft == typed


def test_a_round_half_typed_outlives_every_change_of_an_earlier_one(house):
    sitting, number = house.start("silver", *ROUNDS)
    typed = new_draft(4).called(2).typed(7).typed(5)
    sitting.enter(typed)
    for change in ((), (Round(3, None, (9, 9, 9, 9)),)):
        sitting.accept(sitting.table.revise({0: change}))
        assert sitting.draft == typed
        house.killed()
        sitting = house.open("silver", number)
        assert sitting.draft == typed
    sitting.play(draft_of(ROUNDS[0], 4).move)
    assert sitting.draft.empty


@pytest.mark.parametrize("counting", [False, True])
def test_a_vote_half_told_by_voters_or_by_numbers_outlives_the_app(house, counting):
    sitting, number = house.start("cultists", Dead(2))
    vote = sitting.draft.called(3)
    vote = vote.changed(vote.ballots.tap(1)).changed(vote.counts.set(1, 2))
    for told in (vote, type(vote)(vote.ballots, vote.counts, counting, Stage.TELL)):
        sitting.enter(told)
    house.killed()
    again = house.open("cultists", number).draft
    assert (again.counting, again.stage) == (counting, Stage.TELL)
    assert again.ballots.votes == vote.ballots.votes
    assert (again.counts.counts, again.draft.called_by) == (vote.counts.counts, 3)


def test_a_count_that_was_broken_off_is_not_gone_back_to(house):
    sitting, number = house.start("cultists", Dead(2))
    vote = sitting.draft
    sitting.enter(type(vote)(vote.ballots, vote.counts, False, Stage.COUNT))
    house.killed()
    assert house.open("cultists", number).draft.stage is Stage.CALL


def test_who_was_who_is_kept_after_the_game_as_it_is_told(house):
    three = (*WON, Propose((0, 1, 2)), *WON[1:], Propose((0, 1, 2)), *WON[1:])
    sitting, number = house.start("avalon", *three, Assassinate(0, True))
    sitting.enter(sitting.draft.give(0, "merlin"))
    house.killed()
    again = house.open("avalon", number).draft
    assert isinstance(again, RolesDraft)
    assert again.roles[0] == "merlin"
    assert again.missing == len(SEVEN) - 1


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
def test_a_damaged_draft_is_nothing_entered(house, game, entry):
    moves = (Dead(2),) if game == "cultists" else ()
    sitting, number = house.start(game, *moves)
    fresh = sitting.draft
    sitting.table.note(entry)
    house.killed()
    assert house.open(game, number).draft == fresh


def test_one_tap_is_one_durable_step_and_a_move_is_one(house, monkeypatch):
    steps: list[None] = []
    reads: list[Any] = []
    step, write, rows = Database.step, Database.write, Database.rows

    def counted_step(self):
        steps.append(None)
        return step(self)

    def counted_write(self, *args):
        steps.append(None)
        return write(self, *args)

    def counted_rows(self, *args):
        reads.append(args)
        return rows(self, *args)

    monkeypatch.setattr(Database, "step", counted_step)
    monkeypatch.setattr(Database, "write", counted_write)
    monkeypatch.setattr(Database, "rows", counted_rows)
    sitting, _ = house.start("avalon")
    steps.clear()
    reads.clear()
    tap(sitting, 0)
    assert len(steps) == 1
    tap(sitting, 1)
    sitting.play(sitting.draft.move)
    assert len(steps) == 3
    tap(sitting, 4)
    sitting.play(sitting.draft.move)
    sitting.undo()
    assert sitting.draft.against == {4}
    assert reads == []


def test_a_refused_move_changes_nothing_and_says_nothing(house):
    sitting, _ = house.start("avalon")
    tap(sitting, 3)
    with pytest.raises(IllegalMove):
        sitting.play(Vote(approved=True))
    assert sitting.draft.team == (3,)
    assert house.spoken == []


def test_a_move_is_spoken_once_and_the_welcome_only_at_a_new_table(house):
    sitting, number = house.start("avalon")
    sitting.welcome()
    sitting.welcome()
    assert house.spoken == list(avalon_said.opening(sitting.table.state))
    house.spoken.clear()
    before = sitting.table.state
    sitting.play(Propose((0, 1)))
    assert house.spoken == list(avalon_said.said(before, sitting.table.state))
    house.spoken.clear()
    house.killed()
    house.open("avalon", number).welcome()
    assert house.spoken == []
    assert house.open("avalon", number).say_status() == tuple(house.spoken) != ()


def test_a_game_played_move_by_move_has_no_drafts(house):
    sitting, _ = house.start("duet")
    sitting.play(Agent())
    with pytest.raises(LookupError):
        _ = sitting.draft
