"""The page of actions with its obstacles, and the sheet of roles in play."""

from __future__ import annotations

from math import hypot

import pytest

from companion.core.session import GameSession
from companion.games.cultists.actions import ACTIONS, Requirement, unmet_requirements
from companion.games.cultists.moves import Dead, Event, Explored, Hazard, HazardCard, Next, Vote
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import RoundPhase
from companion.i18n.translator import Translator
from companion.screens.cultists.actions import ActionCard, ActionsPage, InPlaySheet, find_obstacles
from companion.scripts.cultists.lessons import automa_turn_keys
from companion.widgets.text import Text
from companion.widgets.theme import TOUCH_TARGET
from tests.cases import sample
from tests.games.cultists.builders import NAMES

pytestmark = pytest.mark.window

ENGLISH = Translator("en")
SIX = Setup(NAMES[:6], roles=("seer",))
ACTIONS_NOW = (Next(), Event("gate_opens"), Next())
BLOCKED = "cultists.problem.need_living"


@pytest.fixture
def opened(walk):
    def open_page(setup=SIX, moves=ACTIONS_NOW, **options):
        walker = walk(**options)
        walker.app.push(ActionsPage, GameSession(CULTISTS, setup, moves))
        walker.frames(6)
        return walker

    return open_page


def blocked(walker):
    """The actions whose card says that something is missing."""
    reasons = {walker.app.tr(f"cultists.problem.need_{need.value}") for need in Requirement}
    found = []
    for card in walker.all(ActionCard):
        words = [part.content for part in card.walk(restrict=True) if isinstance(part, Text)]
        if reasons & set(words):
            found += [name for name in ACTIONS if walker.app.tr(f"cultists.action.{name}.name") in words]
    return set(found)


def test_all_actions_are_listed_and_what_cannot_be_done_now_says_what_is_missing(opened):
    walker = opened()
    assert len(walker.all(ActionCard)) == len(ACTIONS) == 11
    words = walker.words()
    for name in ACTIONS:
        assert walker.app.tr(f"cultists.action.{name}.name") in words
        assert walker.app.tr(f"cultists.action.{name}.does") in words
    assert walker.app.tr("cultists.action.where.light_blue") in words
    assert walker.app.tr("cultists.action.by.ghosts") in words
    assert walker.app.tr("cultists.problem.action_phase") not in words
    assert not walker.app.tr.missing
    assert blocked(walker) == {"confront", "scare_fishman", "assassinate", "inspect", "restore_power"}
    walker = opened(
        moves=(*ACTIONS_NOW, Explored("red"), Hazard(HazardCard.FAILURE, "red"), Hazard(HazardCard.SABOTAGE))
    )
    assert blocked(walker) == {"assassinate", "restore_power"}


def test_outside_the_action_phase_the_page_says_so(opened):
    assert opened(moves=()).says("cultists.problem.action_phase")
    assert opened(moves=(*ACTIONS_NOW, Dead(1))).says("cultists.problem.awaits_vote")


def test_a_ghost_only_fills_and_inspects(opened):
    walker = opened(moves=(*ACTIONS_NOW, Explored("red"), Dead(1), Vote((None,) * 6)))
    walker.tap(walker.reach(walker.button("Bruno")))
    assert walker.says("cultists.action.about.ghost", name="Bruno")
    assert set(ACTIONS) - blocked(walker) == {"fill", "inspect"}
    walker.tap(walker.reach(walker.button("Ada")))
    assert walker.says("cultists.action.about.living", name="Ada")
    assert not walker.says(BLOCKED)
    walker.tap_on("cultists.action.anyone")
    assert walker.says("cultists.action.about.anyone")


def test_the_automa_has_rules_of_its_own(opened):
    setup = Setup(NAMES[:4], automa=True)
    walker = opened(setup, (*ACTIONS_NOW, Explored("red")))
    assert walker.says("cultists.action.by.everyone")
    walker.tap_on("cultists.board.automa")
    assert walker.says("cultists.action.about.automa")
    for phase in (RoundPhase.MOVEMENT, RoundPhase.ACTION):
        for key in automa_turn_keys(walker.page.session.state, phase):
            assert walker.says(key, row=1)
    assert not walker.all(ActionCard)


def test_what_is_not_in_play_says_only_that():
    first = GameSession(CULTISTS, Setup(NAMES[:6], roles=("seer",), first_game=True), ACTIONS_NOW).state
    told = find_obstacles(ENGLISH, first, ACTIONS["assassinate"], 0)
    assert told == (ENGLISH("cultists.problem.need_assassin"),)
    assert find_obstacles(ENGLISH, first, ACTIONS["secure_corridor"], 0) == (
        ENGLISH("cultists.problem.need_hazard_deck"),
    )


def test_each_obstacle_is_listed_once():
    state = GameSession(CULTISTS, SIX, ACTIONS_NOW).state
    for action in ACTIONS.values():
        for seat in (None, *range(6)):
            told = find_obstacles(ENGLISH, state, action, seat)
            assert len(told) == len(set(told))
            assert bool(told) == bool(unmet_requirements(state, action.id, seat))


@pytest.mark.parametrize(
    ("size", "language", "text_size"),
    sample([((360, 640), "it", 160), ((390, 844), "fa", 100), ((1280, 800), "el", 100)]),
)
def test_all_words_can_be_read(opened, size, language, text_size):
    walker = opened(size=size, language=language, narration=language, text_size=text_size)
    for card in walker.all(ActionCard):
        for text in (part for part in card.walk(restrict=True) if isinstance(part, Text)):
            assert text.rendered_size[0] <= text.width + 2, text.content
            assert text.rendered_size[1] <= text.height + 2, text.content
            assert not text.is_truncated, text.content


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
