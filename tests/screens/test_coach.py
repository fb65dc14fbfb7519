"""The coach comes for somebody new, is turned on and off at any board, and leaves when they have played."""

from __future__ import annotations

import pytest

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.state import Propose, Vote
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.definition import DEFINITION as DUET_MANIFEST
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import Assassin
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.games.silver.state import RoundEnd
from companion.settings import CoachMode
from companion.widgets.cards import ToggleSwitch
from tests.cases import sample

pytestmark = pytest.mark.window

SEVEN = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
TABLES = {
    "avalon": (AVALON, AvalonSetup(SEVEN, roles=("percival", "morgana"))),
    "cultists": (CULTISTS, CultistsSetup(SEVEN[:6], roles=("engineer",))),
    "silver": (SILVER, SilverSetup(SEVEN[:3])),
    "duet": (DUET, DuetSetup(SEVEN[:2])),
}


def turn_coach(walker):
    """By the switch in the sheet of the board."""
    walker.tap(walker.page.more)
    row = next(
        row
        for row in walker.app.navigator.sheet.content.children
        if any(getattr(part, "content", "") == walker.app.tr("app.more.coach") for part in row.walk())
    )
    walker.tap(walker.reach(next(part for part in row.walk() if isinstance(part, ToggleSwitch))))


def taught(walker):
    """Whether a lesson is seen on the board."""
    lesson = walker.page.lesson
    return lesson is not None and lesson.parent is not None


@pytest.mark.parametrize("game", sample(["cultists", "avalon", "silver", "duet"]))
def test_at_every_board_it_is_turned_on_and_off_and_the_table_remembers(walk, game):
    walker = walk()
    walker.play_now(*TABLES[game])
    assert not taught(walker)
    turn_coach(walker)
    assert taught(walker)
    number = walker.page.session.game_id
    walker.press_back()
    walker.app.open_session(walker.app.games.open_session(walker.app.games.load(number)))
    walker.frames()
    assert taught(walker)
    turn_coach(walker)
    assert not taught(walker)


def test_somebody_who_is_new_is_told_of_once_and_taught_until_they_have_finished_a_game(walk):
    walker = walk()
    walker.app.open_setup(DUET_MANIFEST, ("Ada", "Bob"))
    walker.frames()
    assert walker.says("app.new.title", game=walker.app.tr("app.game.duet"))
    walker.tap(walker.reach(walker.page.new_players_card.chips["Ada"]))
    walker.tap_on("duet.setup.start")
    assert walker.says("duet.learn.clue.now", givers=("Ada",))
    walker.board = walker.page
    walker.page.play_move(Assassin())
    walker.frames()
    walker.tap(walker.page.main)
    assert not walker.says("app.new.title", game=walker.app.tr("app.game.duet"))
    walker.tap_on("duet.setup.start")
    assert walker.page.lesson is None


def test_a_seat_without_a_name_is_asked_about_at_every_table(walk):
    walker = walk()
    walker.app.open_setup(DUET_MANIFEST, ("1", "2"))
    walker.frames()
    walker.tap_on("app.new.yes")
    walker.tap_on("duet.setup.start")
    assert walker.page.lesson is not None
    walker.app.open_setup(DUET_MANIFEST, ("1", "2"))
    walker.frames()
    assert not walker.page.new_players_card.guest_chip.is_selected
    walker.tap_on("duet.setup.start")
    assert walker.page.lesson is None


def test_the_setting_decides_for_tables_that_did_not_choose(walk):
    walker = walk(coach=CoachMode.ALWAYS)
    walker.play_now(*TABLES["duet"])
    assert walker.page.lesson is not None
    walker.app.change_settings(coach=CoachMode.NEVER)
    walker.app.start_session(DUET, DuetSetup(("Ada", "Bob")))
    walker.frames()
    assert walker.page.lesson is None


def test_a_tap_leafs_through_the_lessons_of_the_moment_and_they_come_round_again(walk):
    walker = walk(coach=CoachMode.ALWAYS)
    walker.play_now(*TABLES["silver"])
    card = walker.page.lesson
    assert walker.says("silver.learn.turn.now", round=1)
    walker.tap(walker.reach(card.next_button))
    assert walker.says("silver.learn.several.now")
    assert card.is_open
    for _ in range(5):
        walker.tap(walker.reach(card.next_button))
    assert walker.says("silver.learn.turn.now", round=1)


def test_the_lesson_of_silver_follows_the_round_and_leaves_the_keys_their_room(walk):
    walker = walk(coach=CoachMode.ALWAYS)
    walker.play_now(*TABLES["silver"])
    page = walker.page
    walker.tap(walker.reach(page.question.tiles[0]))
    assert walker.says("silver.learn.count.now")
    assert not page.lesson.is_open
    # The whole pad is seen at once, keys included.
    assert not page.scroll.do_scroll_y
    for key in (1, 2, 3, 4):
        walker.tap(next(each for each in page.entry.card_keys.keys if each.number == key))
    walker.tap(next(each for each in page.entry.card_keys.keys if each.number == 5))
    assert walker.says("silver.problem.caller_cards", most=4, entered=5, name="Ada")
    assert walker.says("silver.learn.call.who", call_cards=4)
    walker.tap(page.entry.card_keys.delete_key)
    page.answer(page.draft.with_caller(None, RoundEnd.DECK))
    walker.frames()
    assert walker.says("silver.learn.count.now")


def test_a_stop_that_comes_too_soon_gets_a_gentle_word(walk):
    walker = walk(coach=CoachMode.ALWAYS)
    walker.play_now(*TABLES["duet"])
    walker.tap(walker.page.stop_tile)
    assert walker.page.session.moves == ()
    assert walker.says("duet.problem.guess_first")
    assert walker.says("duet.learn.zero.rule")


def test_a_team_that_was_refused_before_gets_a_gentle_word(walk):
    walker = walk(coach=CoachMode.ALWAYS)
    walker.play_now(*TABLES["avalon"], Propose((0, 1)), Vote(approved=False))
    for seat in (0, 1):
        walker.tap(walker.reach(walker.page.ring.seats[seat]))
    assert walker.says("avalon.hint.same_team")


def test_where_the_coach_never_comes_nobody_is_asked_who_is_new_nor_taken_for_versed(walk):
    walker = walk(coach=CoachMode.NEVER)
    walker.app.open_setup(DUET_MANIFEST, ("Ada", "Bob"))
    walker.frames()
    assert not walker.says("app.new.title", game=walker.app.tr("app.game.duet"))
    walker.app.start_session(DUET, DuetSetup(("Ada", "Bob")))
    walker.app.change_settings(coach=CoachMode.NEW)
    walker.app.open_setup(DUET_MANIFEST, ("Ada", "Bob"))
    walker.frames()
    assert walker.says("app.new.title", game=walker.app.tr("app.game.duet"))
