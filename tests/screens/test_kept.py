"""What is kept of a move that is being entered belongs to one moment of one table."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.games.avalon.moves import Propose, Vote
from companion.games.avalon.play import AVALON
from companion.games.avalon.setup import Setup
from companion.screens.kept import Kept, forget
from companion.table import Table

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
TEAM = Propose((0, 1))


@dataclass(frozen=True, slots=True)
class Tapped:
    moment: str
    seats: tuple[int, ...] = ()


def kept_at(memory, *moves, players=NAMES):
    return Kept(memory, Table(AVALON, Setup(players), moves), Tapped, "tapped")


def test_what_was_kept_is_found_again_at_the_same_moment(memory):
    first = kept_at(memory, TEAM)
    first.keep(Tapped(first.moment, (2, 4)))
    assert kept_at(memory, TEAM).recall() == Tapped(first.moment, (2, 4))


@pytest.mark.parametrize(
    "other",
    [
        {"moves": ()},
        {"moves": (Propose((0, 2)),)},
        {"moves": (TEAM, Vote(approved=True))},
        {"moves": (TEAM,), "players": NAMES[::-1]},
    ],
)
def test_another_moment_or_table_knows_nothing_of_it(memory, other):
    first = kept_at(memory, TEAM)
    first.keep(Tapped(first.moment, (2,)))
    assert kept_at(memory, *other["moves"], players=other.get("players", NAMES)).recall() is None


def test_the_moment_follows_the_table(memory):
    table = Table(AVALON, Setup(NAMES))
    kept = Kept(memory, table, Tapped, "tapped")
    before = kept.moment
    table.play(TEAM)
    assert kept.moment != before
    table.undo()
    assert kept.moment == before


def test_what_is_forgotten_or_damaged_is_not_found(memory):
    kept = kept_at(memory, TEAM)
    kept.keep(Tapped(kept.moment))
    forget(memory, "tapped")
    assert kept.recall() is None
    memory.store.settings.save("last.tapped", {"moment": kept.moment, "seats": "all"})
    assert kept.recall() is None
