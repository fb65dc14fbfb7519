"""The roles in play and who knows what: one tap from the board, and nothing secret."""

from __future__ import annotations

from math import hypot

import pytest

from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.screens.cultists.actions import InPlaySheet
from companion.widgets.text import Text
from companion.widgets.theme import TOUCH_TARGET
from tests.cases import sample
from tests.games.cultists.builders import NAMES

pytestmark = pytest.mark.window

ROLES_IN_PLAY = Setup(NAMES[:6], roles=("seer", "firestarter", "zombie"))


@pytest.fixture
def board(walk):
    def open_board(**options):
        walker = walk(**options)
        walker.play_now(CULTISTS, ROLES_IN_PLAY)
        walker.frames(6)
        return walker

    return open_board


def test_one_tap_tells_which_roles_are_in_play_and_who_knows_what(board):
    walker = board()
    walker.tap(walker.page.in_play_button)
    assert isinstance(walker.app.navigator.sheet, InPlaySheet)
    tr = walker.app.tr
    for role in ("seer", "firestarter", "zombie"):
        assert walker.says(f"cultists.role.{role}.name")
    assert walker.says("cultists.role.seer.does")
    assert walker.says("cultists.role.see_token")
    assert not walker.says("cultists.role.engineer.name")
    what = tr("cultists.setup.knows.cultists", n=1)
    assert walker.says("app.named", name=tr("cultists.role.seer.name"), what=what)
    said = " ".join(text.content for text in walker.app.navigator.sheet.walk() if isinstance(text, Text))
    assert not any(name in said for name in NAMES[:6])
    # It stands under "more" as well.
    walker.press_back()
    walker.tap(walker.page.more)
    walker.tap_on("cultists.in_play.title")
    assert isinstance(walker.app.navigator.sheet, InPlaySheet)


@pytest.mark.parametrize(("width", "height"), sample([(360, 640), (390, 844), (844, 390), (1280, 800)]))
def test_its_key_hides_nothing_of_the_hours(board, width, height):
    walker = board(size=(width, height))
    key, face = walker.page.in_play_button, walker.page.clock.face
    assert min(key.size) >= TOUCH_TARGET
    x, y = key.center
    # A round key beside a round face.
    assert hypot(x - face.center_x, y - face.center_y) > min(face.size) / 2 + 24 - 12
