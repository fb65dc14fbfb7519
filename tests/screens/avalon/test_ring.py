"""What a seat of Avalon shows, and what each picture is called when it is read aloud."""

from __future__ import annotations

from companion.games.avalon.drafts import make_draft
from companion.games.avalon.state import Propose
from companion.screens.avalon.board import build_seat_looks
from tests.games.avalon.builders import ENGLISH, state_after


def looks(*moves, **options):
    draft = make_draft(state_after(*moves, **options))
    assert draft is not None
    return build_seat_looks(ENGLISH, draft)


def test_the_icons_of_a_seat_have_accessible_labels():
    seats = looks(Propose((0, 3), excalibur=3), excalibur=True, lady=True)
    assert [mark.icon.name for mark in seats[0].icons] == ["CROWN", "SHIELD"]
    assert [mark.icon.name for mark in seats[3].icons] == ["SHIELD", "SWORD"]
    assert [mark.icon.name for mark in seats[6].icons] == ["LADY"]
    on_team = ENGLISH("avalon.history.on_team")
    assert seats[3].accessible_labels == (
        "Dario",
        ENGLISH("avalon.history.yes"),
        on_team,
        ENGLISH("avalon.extra.excalibur.name"),
    )
    assert [seat.is_ringed for seat in seats] == [on_team in seat.accessible_labels for seat in seats]


def test_before_the_vote_a_seat_has_its_number_and_no_face():
    seats = looks()
    assert [seat.letter for seat in seats] == ["1", "2", "3", "4", "5", "6", "7"]
    assert all(seat.disc_icon is None for seat in seats)
