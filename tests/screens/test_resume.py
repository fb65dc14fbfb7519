"""The app is ended while a table is being prepared, and started again: what was shown is one tap away, and
the night says nothing by itself."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import Any

import pytest

from companion.core.game import Outcome
from companion.core.random_selection import Finger, FingerSelection
from companion.core.session import GameSession
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup, list_presets
from companion.games.avalon.state import Propose, Quest
from companion.games.avalon.state import Vote as AvalonVote
from companion.games.cultists.drafts import RoleSetKind
from companion.games.cultists.moves import Event, Explored, Next
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import Assassin
from companion.games.registry import get_game
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.games.silver.state import Round
from companion.narrator.audio import AudioPlayer
from companion.narrator.player import NightMode
from companion.screens.board_page import BaseBoardPage
from companion.screens.first_player import FingerChooserPage, RandomDrawPage
from companion.screens.home import ContinueCard, HomePage
from companion.screens.learn.guide_page import GuidePage
from companion.screens.names import NameEntry
from companion.screens.night.deal import DealPage
from companion.screens.night.night_page import NightPage
from companion.screens.night.paused import DawnPage
from companion.screens.seats import GroupsSheet, SeatSheet, SeatsPage
from companion.screens.setup import BaseSetupPage
from companion.storage.games import start_session
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

    for act in ("play_speech", "play_effect", "set_background"):
        monkeypatch.setattr(AudioPlayer, act, listening(act, getattr(AudioPlayer, act)))
    return begun


def go_on(walker: Any) -> Any:
    """Home as it is found, one tap on its card, and the page that was left."""
    assert isinstance(walker.page, HomePage)
    walker.tap(walker.one(ContinueCard))
    return walker.page


# -- the seats --------------------------------------------------------------------------------------------


def test_seated_players_and_a_half_typed_name_are_restored(walk):
    walker = walk()
    walker.open_game("silver")
    for name in ("Ada", "Bruno"):
        walker.type_into(walker.page.field, name)
        walker.tap(walker.page.add_button)
    walker.type_into(walker.page.field, "Chl")
    again = walk()
    page = go_on(again)
    assert isinstance(page, SeatsPage)
    assert page.players == ("Ada", "Bruno", "3")
    assert page.field.text == "Chl"
    again.tap(page.add_button)
    assert again.page.players == ("Ada", "Bruno", "Chl")


def test_the_half_typed_name_of_a_seat_is_restored_until_its_sheet_is_closed(walk):
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


def test_the_half_typed_name_of_a_group_is_restored(walk):
    walker = walk()
    walker.open_game("silver")
    walker.page.set_players(("Ada", "Bruno"))
    walker.page.open_groups()
    walker.frames()
    walker.type_into(walker.one(GroupsSheet).field, "Thurs")
    again = walk()
    # The tile of the game leads there as well.
    again.open_game("silver")
    assert again.page.players == ("Ada", "Bruno")
    assert again.one(GroupsSheet).field.text == "Thurs"


def test_nothing_is_offered_after_navigating_home(walk):
    walker = walk()
    walker.open_game("silver")
    walker.type_into(walker.page.field, "Chl")
    walker.press_back()
    assert not walker.all(ContinueCard)
    assert not walk().all(ContinueCard)


# -- the set-up -------------------------------------------------------------------------------------------


def change_avalon(page):
    page.change_setup(roles=("morgana",), lady=True)


def change_cultists(page):
    page._choose_kind(RoleSetKind.CUSTOM)
    for role in ("engineer", "firestarter", "fish", "chicken"):
        page._toggle_role(role)


def change_silver(page):
    page.change_setup(options=replace(page.setup.options, limit=70), start=1)


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
def test_the_selection_of_a_set_up_is_restored_even_if_invalid(walk, game, seats, change):
    walker = walk()
    walker.app.open_setup(get_game(game), NAMES[:seats])
    change(walker.page)
    left, words = walker.page.selection, walker.words()
    again = walk()
    page = go_on(again)
    assert page.selection == left
    assert again.words() == words
    assert again.press_back()
    assert isinstance(again.page, SeatsPage)
    assert again.page.players == NAMES[:seats]
    again.tap(again.page.main)
    assert again.page.selection == left


def test_an_open_game_is_offered_again_after_a_set_up_is_left(walk):
    walker = walk()
    start_session(DUET, DuetSetup(("Ada", "Bob")), walker.app.store.games)
    walker.app.open_setup(get_game("silver"), NAMES[:3])
    walker.frames()
    again = walk()
    assert again.says("app.left.setup", n=3)
    go_on(again)
    again.walk_home()
    again.tap(again.one(ContinueCard))
    assert isinstance(again.page.session, GameSession)


@pytest.mark.thorough
def test_changed_settings_and_language_keep_the_resume_card(walk):
    walker = walk()
    walker.app.open_setup(get_game("silver"), NAMES[:3])
    again = walk()
    again.tap_on("app.settings.title")
    again.app.change_settings(language="it")
    again.frames()
    again.press_back()
    assert again.says("app.left.setup", n=3)


def draw_a_lot(walker):
    walker.page.first_player_chooser.open_random_draw()
    walker.page.choose_seat(3)
    return RandomDrawPage


def lay_fingers(walker):
    walker.page.first_player_chooser.open_finger_chooser()
    walker.page.set_fingers(FingerSelection(selected=Finger(7, 2, 0.25, 0.75)))
    return FingerChooserPage


@pytest.mark.parametrize("find", sample([draw_a_lot, lay_fingers]))
def test_a_random_first_player_is_not_drawn_again(walk, heard, find):
    walker = walk()
    walker.app.open_setup(get_game("avalon"), NAMES)
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
    assert isinstance(go_on(walk()), BaseSetupPage)


@pytest.mark.thorough
def test_the_guide_is_restored_with_one_tap(walk):
    walker = walk()
    walker.app.open_setup(get_game("cultists"), NAMES)
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
    walker.app.open_setup(get_game("avalon"), NAMES)
    walker.page.change_setup(roles=DEALT.roles, leader=DEALT.leader)
    walker.app.push(DealPage, DEALT, 1)
    walker.app.speech.start_night(DEALT)
    page = walker.page
    walker.hurry(lambda: page.player.cue_index == 5)
    assert isinstance(walker.page, NightPage)
    walker.close()
    return folder


@pytest.fixture
def after_cut_off(folder_of_cut_off_night, tmp_path, walk, heard):
    """Starts the app anew after a night that was cut off."""
    shutil.copytree(folder_of_cut_off_night, tmp_path / "data")
    return walk


def test_an_interrupted_night_waits_silently_and_resumes_with_closed_eyes(after_cut_off, heard):
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
    assert page.player.mode is NightMode.INTERRUPTED
    assert heard == []
    assert again.says("app.left.night_cut_off", step=6, steps=15)
    again.tap(page.interrupted.words)
    again.hurry(lambda: not isinstance(again.page, NightPage))
    lines = [name for act, name in heard if act == "play_speech"]
    keys = page.night.script.line_keys
    assert lines == [keys[0], *keys[4:]]
    assert isinstance(again.page, DawnPage)


def test_a_night_interrupted_twice_waits_in_the_same_step(after_cut_off):
    again = after_cut_off()
    page = go_on(again)
    again.tap(page.interrupted.resume_button)
    again.frames()
    assert (page.player.mode, page.player.cue_index) == (NightMode.PLAYING, 0)
    page = go_on(after_cut_off())
    assert (page.player.mode, page.player.cue_index) == (NightMode.INTERRUPTED, 5)


def test_an_interrupted_night_can_restart_from_its_deal(after_cut_off, heard):
    again = after_cut_off()
    again.tap_on("app.left.begin_anew")
    assert isinstance(again.page, DealPage)
    assert again.page.setup == DEALT
    assert heard == []
    again.press_back()
    assert again.page.setup == DEALT


def test_a_night_with_a_changed_script_restarts_with_a_message(after_cut_off, heard):
    again = after_cut_off(style="quick")
    page = go_on(again)
    assert isinstance(page, DealPage)
    assert again.says("app.left.other_night")
    assert heard == []


def test_a_night_without_a_spoken_line_resumes_at_its_deal(walk, heard):
    walker = walk()
    walker.app.push(DealPage, DEALT)
    walker.app.speech.start_night(DEALT)
    walker.frames()
    assert walker.page.player.mode is NightMode.COUNTING
    heard.clear()
    again = walk()
    page = go_on(again)
    assert isinstance(page, DealPage)
    assert page.setup == DEALT
    assert heard == []
    again.press_back()
    assert isinstance(again.page, HomePage)


def test_a_paused_or_stopped_night_is_restored(walk):
    walker = walk()
    walker.app.speech.open_night(DEALT, walker.app.speech.render_night_now(DEALT))
    page = walker.page
    walker.hurry(lambda: page.player.cue_index == 3)
    page.handle_back()
    page.handle_back()
    assert page.player.mode is NightMode.STOPPED
    again = walk()
    page = go_on(again)
    assert (page.player.mode, page.player.cue_index) == (NightMode.INTERRUPTED, 3)
    again.tap(page.interrupted.restart_button)
    assert isinstance(again.page, DealPage)


def test_the_dawn_page_is_restored_and_leads_to_the_board(walk):
    first = Setup(NAMES, roles=list_presets(5)[0].roles)
    walker = walk()
    walker.app.push(DawnPage, first)
    again = walk()
    page = go_on(again)
    assert isinstance(page, DawnPage)
    again.tap(page.main)
    assert again.page.session.setup == first
    # A first game goes on with its reasons.
    assert again.app.is_coached(again.page.session)
    again.walk_home()
    assert again.one(ContinueCard)
    assert not again.says("app.left.dawn", n=5)


def test_an_unreadable_set_up_leads_to_the_seats_with_a_message(walk):
    walker = walk()
    walker.app.push(DealPage, DEALT)
    whereabouts = walker.app.resume_state
    whereabouts.set_bookmark(replace(whereabouts.bookmark, setup={"players": "nobody"}))
    again = walk()
    page = go_on(again)
    assert isinstance(page, SeatsPage)
    assert page.players == NAMES
    assert again.says("app.problem.record_wrong_type", place="setup.players")


# -- at a table -------------------------------------------------------------------------------------------


def test_an_open_result_is_offered_until_it_is_left(walk):
    walker = walk()
    walker.play_now(AVALON, DEALT)
    walker.walk_home()
    walker.play_now(DUET, DuetSetup(("Ada", "Bob")))
    walker.page.play_move(Assassin())
    assert walk().says("app.left.result")
    again = walk()
    again.tap_on("app.settings.title")
    again.press_back()
    page = go_on(again)
    assert page.session.outcome == Outcome(None, "assassin")
    again.press_back()
    assert not again.says("app.left.result")
    assert go_on(walk()).session.setup == DEALT


def test_a_deleted_result_is_not_offered(walk):
    walker = walk()
    walker.play_now(DUET, DuetSetup(("Ada", "Bob")))
    walker.page.play_move(Assassin())
    walker.app.games.delete(walker.page.session.game_id)
    assert not walk().all(ContinueCard)


def amend_avalon(walker):
    """A vote is turned round in the past of a table, and a team that was forgotten before it begun."""
    walker.play_now(AVALON, DEALT, Propose((0, 1)), AvalonVote(approve=(0, 1, 2)), Quest(1))
    walker.board._open_history()
    walker.page.edit_entry()
    walker.app.navigator.sheet.tap_vote(1)
    return lambda found: found.app.stage.sheet.entry_edit


def amend_avalon_by_one_that_was_forgotten(walker):
    amend_avalon(walker)
    walker.app.navigator.sheet._insert()
    walker.app.navigator.sheet.tap_team(3)
    return lambda found: found.app.navigator.sheet.entry_edit


def edit_on_sheet(walker):
    edit = walker.app.navigator.sheet.entry_edit
    return edit.moves, edit.is_removed, edit.voter


def amend_cultists(walker):
    walker.play_now(CULTISTS, CultistsSetup(NAMES), Next(), Event("gate_opens"), Next(), Explored("red_1"))
    walker.board.open_history()
    walker.page.edit_entry(walker.page.rounds[0].notable_steps[-1])
    sheet = walker.app.navigator.sheet
    sheet.replace_move(0, Explored("blue_1"))
    sheet.toggle_removed()
    return edit_on_sheet


def amend_cultists_by_what_was_forgotten(walker):
    amend_cultists(walker)
    walker.press_back()
    walker.page.edit_entry(walker.page.rounds[0].phases[-1])
    walker.app.navigator.sheet.add_missing("dead")
    walker.app.navigator.sheet._choose_voter(2)
    return edit_on_sheet


def amend_silver(walker):
    walker.play_now(SILVER, SilverSetup(NAMES[:2]), Round(0, ((4,), (8, 3))), Round(1, ((7,), (2,))))
    walker.board.tap_cell(1, 1)
    walker.tap(walker.page.entry.card_keys.delete_key)
    walker.page._toggle_caller_choice()
    return lambda found: found.page.save_state()


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
def test_an_unsaved_edit_of_the_history_is_restored(walk, begin):
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
    assert isinstance(once_more.page, BaseBoardPage)
    assert once_more.app.navigator.sheet is None


def test_the_half_typed_name_of_a_player_is_restored_on_the_board(walk):
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
    again.tap(entry.done_button)
    assert again.page.session.setup.players == ("Ada", "Bobby")
    assert again.app.resume_state.pending_rename is None


def test_a_timer_continues_after_a_restart(walk):
    walker = walk()
    walker.play_now(AVALON, DEALT)
    walker.page.timer.press()
    again = walk()
    desk = go_on(again).timer
    assert desk.timer.mode.value == "running"
    assert 170 < desk.timer.seconds_left(desk._now()) <= 180
    desk.press()
    left = desk.timer.seconds_left(desk._now())
    desk = go_on(walk()).timer
    assert desk.timer.mode.value == "paused"
    assert desk.timer.seconds_left(desk._now()) == left
