"""The characters in play and who knows what: one tap from the board, and nothing secret."""

from __future__ import annotations

from itertools import product
from math import hypot

import pytest

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Setup
from companion.games.avalon.state import Propose
from companion.screens.avalon.roles import InPlaySheet
from companion.widgets.text import Text
from companion.widgets.theme import TOUCH_TARGET
from tests.cases import sample
from tests.games.avalon.builders import NAMES

pytestmark = pytest.mark.window

SEVEN = Setup(NAMES[:7], roles=("percival", "morgana", "oberon"))


@pytest.fixture
def board(walk):
    def open_board(setup=SEVEN, *moves, **options):
        walker = walk(**options)
        walker.play_now(AVALON, setup, *moves)
        walker.frames(6)
        return walker

    return open_board


def test_one_tap_opens_the_sheet_of_characters_in_play(board):
    walker = board(SEVEN, Propose((0, 1)))
    before = walker.page.draft
    walker.tap(walker.page.in_play_button)
    assert isinstance(walker.app.navigator.sheet, InPlaySheet)
    tr = walker.app.tr
    for role in ("merlin", "percival", "assassin", "morgana", "oberon"):
        assert walker.says(f"avalon.role.{role}.name")
        assert walker.says(f"avalon.role.{role}.does")
    assert walker.says("avalon.role.servant.cards", n=2)
    assert not walker.says("avalon.role.mordred.name")
    names = tr.join_items(tr(f"avalon.role.{role}.name") for role in ("assassin", "morgana", "oberon"))
    what = tr("avalon.knows.evil", names=names, n=3)
    assert walker.says("app.named", name=tr("avalon.role.merlin.name"), what=what)
    # Nobody is named in it.
    said = " ".join(text.content for text in walker.app.navigator.sheet.walk() if isinstance(text, Text))
    assert not any(name in said for name in NAMES)
    # It stands under "more" as well, and takes nothing from what is being entered.
    walker.press_back()
    walker.tap(walker.page.more)
    walker.tap_on("avalon.in_play.title")
    assert isinstance(walker.app.navigator.sheet, InPlaySheet)
    walker.press_back()
    assert walker.page.draft is before


def test_the_sheet_explains_the_lancelot_variant(board):
    walker = board(Setup(NAMES[:7], lancelot=Lancelot.V2))
    walker.tap(walker.page.in_play_button)
    assert walker.says("avalon.lancelot.v2.name")


@pytest.mark.parametrize(
    ("players", "size"),
    sample(
        [
            *((10, size) for size in ((360, 640), (844, 390), (390, 844), (1280, 800))),
            *product(range(5, 10), ((360, 640), (844, 390), (390, 844), (1280, 800))),
        ],
        keep=2,
    ),
)
def test_the_button_overlaps_no_seat(board, size, players):
    walker = board(Setup(NAMES[:players]), size=size)
    key = walker.page.in_play_button
    assert min(key.size) >= TOUCH_TARGET
    for seat in walker.page.ring.seats:
        x, y = seat.place.x, seat.place.y
        away = hypot(max(key.x - x, 0, x - key.x - key.width), max(key.y - y, 0, y - key.y - key.height))
        assert away > 27
        name = seat.name_label
        left, right = name.center_x - name.rendered_size[0] / 2, name.center_x + name.rendered_size[0] / 2
        assert right <= key.x or left >= key.right or name.top <= key.y or name.y >= key.top
