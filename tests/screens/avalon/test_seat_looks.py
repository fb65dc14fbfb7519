"""What a seat of Avalon shows, and what each picture is called when it is read aloud."""

from __future__ import annotations

from companion.entry.avalon.draft import draft_of
from companion.games.avalon.moves import Propose
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.i18n.translator import Translator
from companion.screens.avalon.seat_looks import seat_look
from companion.table import Table

ENGLISH = Translator("en")
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


def looks(*moves, **options):
    draft = draft_of(Table(AVALON, Setup(NAMES, **options), moves).state)
    assert draft is not None
    return [seat_look(ENGLISH, draft, seat) for seat in range(len(NAMES))]


def test_crown_shield_sword_and_lady_have_names():
    seats = looks(Propose((0, 3), excalibur=3), excalibur=True, lady=True)
    assert [mark.picture.name for mark in seats[0].marks] == ["CROWN", "SHIELD"]
    assert [mark.picture.name for mark in seats[3].marks] == ["SHIELD", "SWORD"]
    assert [mark.picture.name for mark in seats[6].marks] == ["LADY"]
    on_team = ENGLISH("avalon.history.on_team")
    assert seats[3].spoken == (
        "Dario",
        ENGLISH("avalon.history.yes"),
        on_team,
        ENGLISH("avalon.extra.excalibur.name"),
    )
    assert [seat.ringed for seat in seats] == [on_team in seat.spoken for seat in seats]


def test_before_the_vote_a_seat_has_its_number_and_no_face():
    seats = looks()
    assert [seat.letter for seat in seats] == ["1", "2", "3", "4", "5", "6", "7"]
    assert all(seat.face is None for seat in seats)
