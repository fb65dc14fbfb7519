"""The app is ended while a table is being prepared, and started again: what was shown is one tap away, and
the night says nothing by itself."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import Any

import pytest

from companion.entry.cultists.setup_draft import Kind
from companion.entry.fingers import Finger, Fingers
from companion.games.avalon.moves import Propose, Quest
from companion.games.avalon.moves import Vote as AvalonVote
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.roles import presets
from companion.games.avalon.setup import Setup
from companion.games.cultists.moves import Event, Explored, Next
from companion.games.cultists.play import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.moves import Assassin
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.game import Outcome
from companion.games.shelf import game_of
from companion.games.silver.moves import Round
from companion.games.silver.play import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.narrator.events import Mode
from companion.narrator.sound import Sound
from companion.screens.draw_lots import DrawLotsPage
from companion.screens.groups import GroupsSheet, SeatSheet
from companion.screens.guide.page import GuidePage
from companion.screens.home import ContinueCard, HomePage
from companion.screens.names import NameEntry
from companion.screens.night.after import DawnPage
from companion.screens.night.deal import DealPage
from companion.screens.night.page import NightPage
from companion.screens.seats import SeatsPage
from companion.screens.setup_page import SettingUp
from companion.screens.table_page import TablePage
from companion.screens.who_begins import WhoBeginsPage
from companion.storage.tables import new_table
from companion.table import Table
from tests.cases import sample
from tests.screens.conftest import Walker

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
DEALT = Setup(NAMES, leader=2, roles=("percival", "morgana"))


@pytest.fixture
def heard(monkeypatch):
    """All that sounds: lines, signs and the sound that covers the night."""
    begun: list[tuple[str, str]] = []

    def listening(act, made):
        def listen(self, path):
            if path is not None:
                begun.append((act, path.stem))
            made(self, path)

        return listen

    for act in ("speak", "sign", "bed"):
        monkeypatch.setattr(Sound, act, listening(act, getattr(Sound, act)))
    return begun


def go_on(walker: Any) -> Any:
    """Home as it is found, one tap on its card, and the page that was left."""
    assert isinstance(walker.page, HomePage)
    walker.tap(walker.one(ContinueCard))
    return walker.page


# -- the seats --------------------------------------------------------------------------------------------


def test_everybody_who_has_sat_down_and_half_a_name_are_there_again(walk):
    walker = walk()
    walker.open_game("silver")
    for name in ("Ada", "Bruno"):
        walker.type_into(walker.page.field, name)
        walker.tap(walker.page.plus)
    walker.type_into(walker.page.field, "Chl")
    again = walk()
    page = go_on(again)
    assert isinstance(page, SeatsPage)
    assert page.players == ("Ada", "Bruno", "3")
    assert page.field.text == "Chl"
    again.tap(page.plus)
    assert again.page.players == ("Ada", "Bruno", "Chl")


def test_a_name_half_typed_for_a_seat_is_open_again_until_it_is_put_away(walk):
    walker = walk()
    walker.open_game("silver")
    walker.page.open_seat(1)
    walker.frames()
    walker.type_into(walker.one(SeatSheet).field, "Bru")
    again = walk()
    go_on(again)
    assert again.one(SeatSheet).field.text == "Bru"
    again.press_back()
    once_more = walk()
    go_on(once_more)
    assert not once_more.all(SeatSheet)


def test_the_half_typed_name_of_a_group_is_open_again(walk):
    walker = walk()
    walker.open_game("silver")
    walker.page.seat(("Ada", "Bruno"))
    walker.page.open_groups()
    walker.frames()
    walker.type_into(walker.one(GroupsSheet).field, "Thurs")
    again = walk()
    # The tile of the game leads there as well.
    again.open_game("silver")
    assert again.page.players == ("Ada", "Bruno")
    assert again.one(GroupsSheet).field.text == "Thurs"


def test_whoever_walked_home_is_not_asked_to_go_on(walk):
    walker = walk()
    walker.open_game("silver")
    walker.type_into(walker.page.field, "Chl")
    walker.press_back()
    assert not walker.all(ContinueCard)
    assert not walk().all(ContinueCard)


# -- the set-up -------------------------------------------------------------------------------------------


def change_avalon(page):
    page._set(roles=("morgana",), lady=True)


def change_cultists(page):
    page._choose_kind(Kind.OWN)
    for role in ("engineer", "firestarter", "fish", "chicken"):
        page._toggle(role)


def change_silver(page):
    page._set(options=replace(page.setup.options, limit=70), start=1)


def change_duet(page):
    page._change_side(0)
    page._set_first(1)


@pytest.mark.parametrize(
    ("game", "seats", "change"),
    sample(
        [
            ("duet", 3, change_duet),
            ("avalon", 5, change_avalon),
            ("cultists", 5, change_cultists),
            ("silver", 3, change_silver),
        ]
    ),
)
def test_what_was_chosen_is_there_again_even_where_it_does_not_stand_yet(walk, game, seats, change):
    walker = walk()
    walker.app.set_up(game_of(game), NAMES[:seats])
    change(walker.page)
    left, words = walker.page.chosen, walker.words()
    again = walk()
    page = go_on(again)
    assert page.chosen == left
    assert again.words() == words
    assert again.press_back()
    assert isinstance(again.page, SeatsPage)
    assert again.page.players == NAMES[:seats]
    again.tap(again.page.main)
    assert again.page.chosen == left


def test_a_table_that_was_left_gives_way_to_the_one_being_prepared_and_comes_back(walk):
    walker = walk()
    new_table(DUET, DuetSetup(("Ada", "Bob")), walker.app.store.games)
    walker.app.set_up(game_of("silver"), NAMES[:3])
    walker.frames()
    again = walk()
    assert again.says("app.left.setup", n=3)
    go_on(again)
    again.walk_home()
    again.tap(again.one(ContinueCard))
    assert isinstance(again.page.table, Table)


@pytest.mark.thorough
def test_settings_and_another_language_leave_the_card_where_it_is(walk):
    walker = walk()
    walker.app.set_up(game_of("silver"), NAMES[:3])
    again = walk()
    again.tap_on("app.settings.title")
    again.app.change(language="it")
    again.frames()
    again.press_back()
    assert again.says("app.left.setup", n=3)


def draw_a_lot(walker):
    walker.page.starters.draw_lots()
    walker.page.choose(3)
    return DrawLotsPage


def lay_fingers(walker):
    walker.page.starters.lay_fingers()
    walker.page.take(Fingers(chosen=Finger(7, 2, 0.25, 0.75)))
    return WhoBeginsPage


@pytest.mark.parametrize("find", sample([draw_a_lot, lay_fingers]))
def test_who_begins_by_chance_is_not_found_out_twice(walk, heard, find):
    walker = walk()
    walker.app.set_up(game_of("avalon"), NAMES)
    kind = find(walker)
    walker.frames()
    words = walker.words()
    heard.clear()
    again = walk()
    assert isinstance(go_on(again), kind)
    assert again.words() == words
    assert heard == []
    # Whoever goes back without taking it does without.
    again.press_back()
    assert isinstance(go_on(walk()), SettingUp)


@pytest.mark.thorough
def test_the_guide_from_the_box_to_the_night_is_one_tap_away(walk):
    walker = walk()
    walker.app.set_up(game_of("cultists"), NAMES)
    walker.page._open_guide()
    walker.page.tick_next()
    done, setup = walker.page.done, walker.page.setup
    again = walk()
    assert again.says("app.left.guide", n=5)
    page = go_on(again)
    assert isinstance(page, GuidePage)
    assert (page.done, page.setup) == (done, setup)
    again.press_back()
    assert again.page.setup == setup


# -- the night --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder_of_cut_off_night(tmp_path_factory):
    """What a night leaves behind when the app is gone while step 6 is being said."""
    folder = tmp_path_factory.mktemp("cut_off")
    walker = Walker(folder)
    walker.app.set_up(game_of("avalon"), NAMES)
    walker.page._set(roles=DEALT.roles, leader=DEALT.leader)
    walker.app.visit(DealPage, DEALT, 1)
    walker.app.speaking.begin(DEALT)
    page = walker.page
    walker.hurry(lambda: page.player.cue == 5)
    assert isinstance(walker.page, NightPage)
    walker.close()
    return folder


@pytest.fixture
def after_cut_off(folder_of_cut_off_night, tmp_path, walk, heard):
    """Starts the app anew after a night that was cut off."""
    shutil.copytree(folder_of_cut_off_night, tmp_path / "data")
    return walk


def test_a_night_that_was_cut_off_waits_in_silence_and_goes_on_at_a_tap_with_shut_eyes(after_cut_off, heard):
    again = after_cut_off(bed="rain")
    again.let_pass(60)
    assert again.says("app.left.night", step=6, steps=15)
    assert again.page.body.height <= again.page.scroll.height
    page = go_on(again)
    assert isinstance(page, NightPage)
    again.let_pass(60)
    again.app.on_pause()
    again.app.on_resume()
    again.resize(844, 390)
    again.resize(390, 844)
    page = again.page
    assert page.player.mode is Mode.CUT_OFF
    assert heard == []
    assert again.says("app.left.night_cut_off", step=6, steps=15)
    again.tap(page.cut_off.words)
    again.hurry(lambda: not isinstance(again.page, NightPage))
    lines = [name for act, name in heard if act == "speak"]
    keys = page.night.script.lines
    assert lines == [keys[0], *keys[4:]]
    assert isinstance(again.page, DawnPage)


def test_a_night_that_is_killed_again_while_it_shuts_all_eyes_waits_in_the_same_step(after_cut_off):
    again = after_cut_off()
    page = go_on(again)
    again.tap(page.cut_off.go_on)
    again.frames()
    assert (page.player.mode, page.player.cue) == (Mode.PLAYING, 0)
    page = go_on(after_cut_off())
    assert (page.player.mode, page.player.cue) == (Mode.CUT_OFF, 5)


def test_a_night_that_was_cut_off_begins_anew_from_its_deal(after_cut_off, heard):
    again = after_cut_off()
    again.tap_on("app.left.begin_anew")
    assert isinstance(again.page, DealPage)
    assert again.page.setup == DEALT
    assert heard == []
    again.press_back()
    assert again.page.setup == DEALT


def test_a_night_that_would_be_told_otherwise_by_now_begins_anew_and_says_so(after_cut_off, heard):
    again = after_cut_off(style="quick")
    page = go_on(again)
    assert isinstance(page, DealPage)
    assert again.says("app.left.other_night")
    assert heard == []


def test_a_night_of_which_nothing_was_said_is_found_at_its_deal(walk, heard):
    walker = walk()
    walker.app.visit(DealPage, DEALT)
    walker.app.speaking.begin(DEALT)
    walker.frames()
    assert walker.page.player.mode is Mode.COUNTING
    heard.clear()
    again = walk()
    page = go_on(again)
    assert isinstance(page, DealPage)
    assert page.setup == DEALT
    assert heard == []
    again.press_back()
    assert isinstance(again.page, HomePage)


def test_a_night_that_was_paused_or_stopped_is_found_where_it_was(walk):
    walker = walk()
    walker.app.speaking.open(DEALT, walker.app.speaking.night_at_once(DEALT))
    page = walker.page
    walker.hurry(lambda: page.player.cue == 3)
    page.go_back()
    page.go_back()
    assert page.player.mode is Mode.STOPPED
    again = walk()
    page = go_on(again)
    assert (page.player.mode, page.player.cue) == (Mode.CUT_OFF, 3)
    again.tap(page.cut_off.begin_anew)
    assert isinstance(again.page, DealPage)


def test_dawn_is_there_again_and_leads_to_the_table(walk):
    first = Setup(NAMES, roles=presets(5)[0].roles)
    walker = walk()
    walker.app.visit(DawnPage, first)
    again = walk()
    page = go_on(again)
    assert isinstance(page, DawnPage)
    again.tap(page.main)
    assert again.page.table.setup == first
    # A first game goes on with its reasons.
    assert again.app.learns(again.page.table)
    again.walk_home()
    assert again.one(ContinueCard)
    assert not again.says("app.left.dawn", n=5)


def test_what_can_no_longer_be_read_leads_to_the_seats_and_is_told(walk):
    walker = walk()
    walker.app.visit(DealPage, DEALT)
    whereabouts = walker.app.whereabouts
    whereabouts.put(replace(whereabouts.mark, setup={"players": "nobody"}))
    again = walk()
    page = go_on(again)
    assert isinstance(page, SeatsPage)
    assert page.players == NAMES
    assert again.says("app.problem.record_wrong_type", place="setup.players")


# -- at a table -------------------------------------------------------------------------------------------


def test_the_result_that_was_being_read_is_offered_until_it_is_left(walk):
    walker = walk()
    walker.play_now(AVALON, DEALT)
    walker.walk_home()
    walker.play_now(DUET, DuetSetup(("Ada", "Bob")))
    walker.page.play(Assassin())
    assert walk().says("app.left.result")
    again = walk()
    again.tap_on("app.settings.title")
    again.press_back()
    page = go_on(again)
    assert page.table.outcome == Outcome(None, "assassin")
    again.press_back()
    assert not again.says("app.left.result")
    assert go_on(walk()).table.setup == DEALT


def test_a_result_that_is_gone_from_the_history_is_not_offered(walk):
    walker = walk()
    walker.play_now(DUET, DuetSetup(("Ada", "Bob")))
    walker.page.play(Assassin())
    walker.app.archive.delete(walker.page.table.number)
    assert not walk().all(ContinueCard)


def amend_avalon(walker):
    """A vote is turned round in the past of a table, and a team that was forgotten before it begun."""
    walker.play_now(AVALON, DEALT, Propose((0, 1)), AvalonVote(approve=(0, 1, 2)), Quest(1))
    walker.board._open_votes()
    walker.page.edit()
    walker.app.stage.sheet.tap_vote(1)
    return lambda found: found.app.stage.sheet.amendment


def amend_avalon_by_one_that_was_forgotten(walker):
    amend_avalon(walker)
    walker.app.stage.sheet._insert()
    walker.app.stage.sheet.tap_team(3)
    return lambda found: found.app.stage.sheet.amendment


def amend_cultists(walker):
    walker.play_now(CULTISTS, CultistsSetup(NAMES), Next(), Event("gate_opens"), Next(), Explored("red_1"))
    walker.board.open_history()
    walker.page.edit(walker.page.rounds[0].told[-1])
    sheet = walker.app.stage.sheet
    sheet.put(0, Explored("blue_1"))
    sheet._remove()
    return lambda found: (found.app.stage.sheet.moves, found.app.stage.sheet.removed)


def amend_cultists_by_what_was_forgotten(walker):
    amend_cultists(walker)
    walker.press_back()
    walker.page.edit(walker.page.rounds[0].parts[-1])
    walker.app.stage.sheet.add("dead")
    walker.app.stage.sheet._choose_voter(2)
    return lambda found: (found.app.stage.sheet.moves, found.app.stage.sheet._voter)


def amend_silver(walker):
    walker.play_now(SILVER, SilverSetup(NAMES[:2]), Round(0, ((4,), (8, 3))), Round(1, ((7,), (2,))))
    walker.board.tap_cell(1, 1)
    walker.tap(walker.page.entry.card_keys.delete)
    walker.page._ask()
    return lambda found: found.page.keep()


@pytest.mark.parametrize(
    "begin",
    # Those that are left out are on the way to these.
    sample(
        [
            amend_silver,
            amend_avalon_by_one_that_was_forgotten,
            amend_cultists_by_what_was_forgotten,
            amend_avalon,
            amend_cultists,
        ],
        keep=3,
    ),
)
def test_the_past_is_being_changed_again_as_far_as_that_had_come(walk, begin):
    walker = walk()
    made = begin(walker)
    walker.frames()
    left, words = made(walker), walker.words()
    again = walk()
    go_on(again)
    again.frames()
    assert again.words() == words
    assert made(again) == left
    # Put away, it is offered no more.
    again.press_back()
    again.walk_home()
    once_more = walk()
    go_on(once_more)
    assert isinstance(once_more.page, TablePage)
    assert once_more.app.stage.sheet is None


def test_a_name_half_typed_in_a_game_is_open_again_at_its_board(walk):
    walker = walk()
    walker.play_now(DUET, DuetSetup(("Ada", "Bob")))
    walker.tap(walker.page.more)
    walker.tap_on("app.names.title")
    walker.tap(walker.button("Bob"))
    walker.type_into(walker.one(NameEntry).field, "Bobb")
    again = walk()
    go_on(again)
    entry = again.one(NameEntry)
    assert entry.field.text == "Bobb"
    again.type_into(entry.field, "Bobby")
    again.tap(entry.done)
    assert again.page.table.setup.players == ("Ada", "Bobby")
    assert again.app.whereabouts.renaming is None


def test_a_timer_goes_on_where_the_app_was_ended(walk):
    walker = walk()
    walker.play_now(AVALON, DEALT)
    walker.page.timer.press()
    again = walk()
    desk = go_on(again).timer
    assert desk.timer.mode.value == "running"
    assert 170 < desk.timer.left(desk._now()) <= 180
    desk.press()
    left = desk.timer.left(desk._now())
    desk = go_on(walk()).timer
    assert desk.timer.mode.value == "paused"
    assert desk.timer.left(desk._now()) == left
