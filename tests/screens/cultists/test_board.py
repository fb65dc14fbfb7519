"""The board by taps: phases, events, building, power, Gate."""

from __future__ import annotations

import pytest
from kivy.core.window import Window

from companion.games.cultists import state as cultists_state
from companion.games.cultists.moves import Correct, Dead, Event, Explored, Next, ShelfValue
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import GateStatus, Phase, RoundPhase
from companion.screens.cultists.actions import GateSheet
from companion.screens.cultists.board import BoardPage
from companion.screens.cultists.building import BuildingPage, EventSheet, list_missing_shelves, merge_shelves
from companion.screens.cultists.people import PeopleSheet
from companion.screens.cultists.status import StateTiles, TileLook
from companion.scripts.cultists.speech import move_lines, status_lines
from companion.scripts.script import NightStyle
from companion.widgets.icons import Icon
from companion.widgets.progress import HourSlot
from tests.cases import sample
from tools.tour.views import all_views

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana")
TO_ACTIONS = (Next(), Event(cultists_state.NO_CONNECTION), Next())


@pytest.fixture
def start(walk):
    def open_board(players, *moves, walker=None, **options):
        walker = walker or walk()
        walker.play_now(CULTISTS, Setup(NAMES[:players], **options), *moves)
        assert isinstance(walker.board, BoardPage)
        walker.frames()
        return walker

    return open_board


def state_of(walker):
    return walker.board.session.state


def draw(walker, event):
    """Draw the event with the main button, and choose it in the sheet."""
    walker.tap(walker.page.main)
    walker.tap(walker.reach(walker.one(EventSheet).visible_tiles[event]))


# -- the round ------------------------------------------------------------------------------------------


def test_the_main_button_leads_through_a_whole_round(start):
    walker = start(5, knife=2)
    tr = walker.app.tr
    assert walker.says("cultists.awaits.movement", name="Chloe", n=3)
    walker.tap_on("cultists.board.do.moved")
    assert state_of(walker).phase is Phase.EVENT
    draw(walker, cultists_state.MORALE_BOOST)
    assert walker.says("cultists.event.morale_boost.does")
    assert tr("cultists.board.event.morale") in walker.words()
    walker.tap_on("cultists.board.do.resolved")
    assert walker.says("cultists.awaits.action", name="Chloe")
    # A lone Cultist may declare in the clean-up only.
    assert not walker.says("cultists.question.declare.title")
    walker.tap_on("cultists.board.do.acted")
    assert walker.says("cultists.awaits.clean_up", name="Dario")
    assert walker.says("cultists.question.declare.title")
    walker.tap_on("cultists.board.do.round", hour="II")
    assert not walker.says("cultists.question.declare.title")
    assert (state_of(walker).round, state_of(walker).round_phase) == (2, RoundPhase.MOVEMENT)
    assert walker.says("cultists.awaits.movement", name="Dario", n=4)
    assert walker.says("cultists.board.round", round=2, rounds=10)
    assert walker.board.clock.face.hour_label.content == "II"


def test_the_automas_turn_can_be_looked_up(start):
    walker = start(4, automa=True)
    walker.tap_on("cultists.automa.turn")
    assert walker.says("cultists.automa.moves")
    assert walker.says("cultists.automa.move.goal_unexplored_first", row=1)
    walker.press_back()
    walker.tap(walker.board.main)
    draw(walker, cultists_state.NO_CONNECTION)
    walker.tap(walker.board.main)
    walker.tap_on("cultists.automa.turn")
    assert walker.says("cultists.automa.act.fill")
    assert not walker.says("cultists.automa.move.goal_unexplored_first", row=1)


def test_every_step_can_be_undone_and_redone(start):
    walker = start(5)
    walker.tap(walker.board.main)
    draw(walker, cultists_state.GATE_OPENS)
    assert state_of(walker).gate is not None
    walker.tap(walker.board.undo_button)
    assert state_of(walker).gate is None
    assert walker.says("cultists.board.gate.none")
    walker.tap(walker.board.redo_button)
    assert walker.says("cultists.board.gate.open")
    walker.tap(walker.board.undo_button)
    walker.tap(walker.board.undo_button)
    assert state_of(walker).round_phase is RoundPhase.MOVEMENT
    assert not walker.board.undo_button.enabled


def test_the_bag_offers_only_what_is_left_in_it_and_how_much(start):
    walker = start(
        5, Next(), Event(cultists_state.LIGHTNING), Next(), Next(), Next(), Next(), first_game=True
    )
    walker.tap(walker.board.main)
    sheet = walker.one(EventSheet)
    assert cultists_state.BROKEN_GLASS not in sheet.visible_tiles
    assert cultists_state.HANDHELD_CAMERA not in sheet.visible_tiles
    assert walker.says("cultists.board.draw.left", n=9)
    # Two of each are left of entrances and lost connections, and one lightning.
    assert walker.words().count(walker.app.tr("cultists.times", n=2)) == 2


def test_the_app_draws_for_a_table_without_a_bag_and_undo_puts_the_token_back(start):
    walker = start(5, Next())
    walker.board.pick_random = lambda count: count - 1
    walker.tap(walker.board.main)
    walker.tap_on("cultists.board.draw.for_us")
    drawn = state_of(walker).event
    assert drawn.event == cultists_state.BROKEN_GLASS
    assert walker.says("cultists.event.now.see_token")
    walker.tap_on("app.undo")
    assert state_of(walker).event is None


def test_secret_entrances_ask_for_nothing(start):
    walker = start(6, Next())
    draw(walker, cultists_state.SECRET_ENTRANCES)
    assert walker.app.navigator.sheet is None
    assert state_of(walker).has_secret_entrances
    assert walker.says("cultists.awaits.resolve.entrances")
    walker.tap_on("cultists.board.do.resolved")
    assert state_of(walker).round_phase is RoundPhase.ACTION


def test_a_tap_on_an_hour_tells_what_was_drawn_there(start):
    walker = start(6, Next(), Event(cultists_state.EVIL_EYES))
    walker.tap(walker.all(HourSlot)[0])
    tr = walker.app.tr
    told = tr(
        "cultists.board.event.at",
        hour="I",
        event=tr("cultists.event.evil_eyes.name"),
        words=tr("cultists.board.event.see_token"),
    )
    assert walker.app.toaster.text == told


# -- power and Gate -------------------------------------------------------------------------------------


def test_a_blackout_is_shown_and_the_power_comes_back_in_the_action_phase(start):
    walker = start(6, Next())
    draw(walker, cultists_state.LIGHTNING)
    assert walker.says("cultists.board.power.off")
    walker.tap(walker.reach(walker.board.tiles.power))
    walker.tap_on("cultists.happened.power_restored")
    assert walker.app.toaster.text == walker.app.tr("cultists.problem.action_phase")
    assert not state_of(walker).power
    walker.tap_on("cultists.board.do.resolved")
    walker.tap(walker.reach(walker.board.tiles.power))
    walker.tap_on("cultists.happened.power_restored")
    assert state_of(walker).power
    assert walker.says("cultists.board.power.on")


def test_two_living_characters_close_the_gate_and_the_finger_moves_nearer(start):
    walker = start(6, Next(), Event(cultists_state.GATE_OPENS), Next())
    assert walker.says("cultists.number.rounds", n=3)
    walker.tap(walker.reach(walker.board.tiles.gate))
    sheet = walker.one(GateSheet)
    walker.tap(sheet.chips[1])
    walker.tap(sheet.main)
    assert walker.app.toaster.text == walker.app.tr("cultists.board.gate.two")
    walker.tap(sheet.chips[4])
    walker.tap(sheet.main)
    state = state_of(walker)
    assert (state.gate.status, state.target) == (GateStatus.CLOSED, 11)
    assert walker.says("cultists.board.of_points", n=11)
    assert walker.says("cultists.board.gate.closed")
    # Who closed it need not be told.
    walker.tap(walker.board.undo_button)
    assert state_of(walker).gate.status is GateStatus.OPEN
    walker.tap(walker.reach(walker.board.tiles.gate))
    walker.tap_on("cultists.board.gate.close")
    assert (state_of(walker).gate.status, state_of(walker).target) == (GateStatus.CLOSED, 11)


def test_the_gate_warns_before_its_last_round_and_in_it(start):
    walker = start(7, Next(), Event(cultists_state.GATE_OPENS), Next())
    assert walker.says("cultists.number.rounds", n=2)
    walker.tap_on("cultists.board.do.acted")
    assert walker.says("cultists.board.gate.last_next")
    for move in (Next(), Next(), Event(cultists_state.EVIL_EYES), Next()):
        walker.board.play_move(move)
    walker.frames()
    assert walker.says("cultists.board.gate.last_now")
    walker.tap_on("cultists.board.do.acted")
    assert walker.says("cultists.board.gate.expired")
    assert walker.says("cultists.board.of_points", n=13)


# -- the building ------------------------------------------------------------------------------------------


def open_building(walker):
    walker.tap(walker.reach(walker.board.track))
    assert isinstance(walker.page, BuildingPage)
    return walker.page


def test_the_last_book_of_a_shelf_brings_its_points(start):
    walker = start(5, *TO_ACTIONS, Explored("orange_1"))
    building = open_building(walker)
    orange = building.library.rows["orange"]
    for _ in range(4):
        walker.tap(walker.reach(orange.add_button))
    assert state_of(walker).points == 4
    assert walker.says("cultists.building.shelf.full", n=4)
    assert walker.says("cultists.building.complete", places=("Orange 1",))
    walker.tap(orange.remove_button)
    assert walker.app.toaster.text == walker.app.tr("cultists.problem.shelf_complete")
    walker.tap(building.undo_button)
    walker.tap(walker.reach(orange.remove_button))
    assert state_of(walker).points == 0
    walker.press_back()
    assert walker.board.track.number.content == "0"
    assert walker.says("cultists.board.of_points", n=10)


def test_a_shelf_is_read_from_the_board_once_and_known_in_the_next_game(start):
    walker = start(5)
    building = open_building(walker)
    walker.tap(walker.reach(building.library.rows["pink"].words))
    walker.tap_on("cultists.building.shelf.keep")
    assert state_of(walker).library[-1].books == 4
    # The next evening, another table.
    walker = start(6, walker=walker)
    building = open_building(walker)
    assert walker.words().count(walker.app.tr("cultists.building.shelf.worth", n=3)) == 1
    assert not walker.board.session.moves
    for _ in range(4):
        walker.tap(walker.reach(building.library.rows["pink"].add_button))
    assert state_of(walker).points == 3


def test_another_shelf_is_one_that_the_board_can_have_beside_those_shown(start):
    walker = start(5)
    shown = merge_shelves(state_of(walker), ())
    assert list(shown) == ["orange", "pink", "blue_1", "blue_2", "blue_3"]
    offered = list_missing_shelves(shown)
    assert {name.rstrip("_123") for name in offered} == {"light_blue", "red", "green"}
    assert "green_1" not in list_missing_shelves((*shown, "green"))
    assert "green_2" in list_missing_shelves((*shown, "green_1"))
    # A board that counts its pink shelves has no other pink one.
    assert "pink" not in merge_shelves(state_of(walker), (ShelfValue("pink_1", 3, 2),))


def test_reaching_the_points_in_the_building_leads_back_to_the_board(start):
    walker = start(5, Correct(points=6))
    building = open_building(walker)
    for _ in range(4):
        walker.tap(walker.reach(building.library.rows["orange"].add_button))
    walker.frames()
    assert walker.page is walker.board
    assert walker.says("cultists.outcome.investigators")
    assert walker.says("cultists.reason.points_reached")


def test_a_room_is_explored_and_its_hazards_bring_a_token_and_the_fishman(start):
    walker = start(6, *TO_ACTIONS)
    # On a phone the whole board is seen at once.
    assert walker.board.body.height <= walker.board.scroll.height + 1
    building = open_building(walker)
    walker.tap(walker.reach(building.dangers.hazard_button))
    walker.tap_on("cultists.hazard.sabotage")
    assert state_of(walker).is_fishman_inside
    assert walker.says("cultists.building.fishman_where.small")
    walker.tap_on("cultists.building.scared")
    assert not state_of(walker).is_fishman_inside
    walker.tap(walker.reach(building.rooms.explore_button))
    walker.tap_on("cultists.colour.red")
    walker.tap_on("cultists.hazard.failure")
    assert state_of(walker).explored == ("red",)
    assert state_of(walker).cultist_tokens == ("red",)
    walker.tap_on("cultists.building.confronted")
    assert state_of(walker).cultist_tokens == ()
    walker.tap(walker.reach(building.rooms.explore_button))
    walker.tap_on("cultists.colour.red")
    assert walker.app.toaster.text == walker.app.tr("cultists.problem.explored_before")


def test_first_game_has_no_hazard_button(start):
    walker = start(5, *TO_ACTIONS, first_game=True)
    walker.tap(walker.board.record_button)
    assert not walker.says("cultists.happened.hazard")
    walker.tap_on("cultists.happened.explored")
    walker.tap_on("cultists.colour.green")
    assert state_of(walker).explored == ("green",)
    assert walker.app.navigator.sheet is None


# -- people ---------------------------------------------------------------------------------------------


def test_the_ring_shows_ghosts_and_a_seat_tells_of_its_person(start):
    walker = start(6, Dead(3), knife=1)
    assert walker.says("cultists.board.knife", name="Bruno")
    assert walker.says("cultists.board.ghosts", n=1)
    walker.tap(walker.reach(walker.board.tiles.ghosts))
    ring = walker.one(PeopleSheet).ring
    assert [seat.look.disc_icon is not None for seat in ring.seats] == [
        False,
        False,
        False,
        True,
        False,
        False,
    ]
    walker.tap(ring.seats[3])
    assert walker.says("cultists.board.person.found_dead", round=1)
    walker.press_back()
    walker.tap(walker.reach(walker.board.tiles.knife))
    walker.tap(walker.one(PeopleSheet).ring.seats[4])
    walker.tap_on("cultists.board.person.knife")
    assert state_of(walker).knife == 4
    assert walker.says("cultists.board.knife", name="Elena")


def test_a_murder_makes_the_vote_the_next_thing_to_do(start):
    walker = start(6, *TO_ACTIONS, Dead(2, by=0))
    assert walker.says("cultists.awaits.vote", name="Chloe")
    assert walker.says("cultists.board.do.vote")
    assert not walker.board.play_move(Next())
    assert walker.app.toaster.text == walker.app.tr("cultists.problem.awaits_vote")


def test_the_automa_is_named_where_a_player_would_be(start):
    walker = start(4, automa=True, knife=3)
    for move in (*TO_ACTIONS, Next(), Next()):
        walker.board.play_move(move)
    walker.frames()
    assert walker.says("cultists.awaits.movement", name=walker.app.tr("cultists.board.automa"), n=3)


# -- more -----------------------------------------------------------------------------------------------


def test_correction_is_one_move_and_updates_the_board(start):
    walker = start(6)
    walker.tap(walker.board.more)
    walker.tap_on("cultists.more.correct")
    sheet = walker.app.navigator.sheet
    for stepper in (sheet.points, sheet.points, sheet.round):
        walker.tap(walker.reach(stepper.plus))
    walker.tap(walker.reach(sheet.target.minus))
    walker.tap_on("cultists.more.set")
    assert walker.board.session.moves == (Correct(points=2, round=2, target=11),)
    assert walker.says("cultists.board.of_points", n=11)
    # The screen stays awake, and can be turned.
    assert not Window.allow_screensaver
    walker.tap(walker.board.more)
    walker.tap_on("app.more.turn")
    assert Window.rotation == 90
    Window.rotation = 0


def test_the_firestarter_is_reminded_where_the_clock_does(start):
    walker = start(6, roles=("firestarter",))
    assert not walker.says("cultists.board.firestarter")
    walker.board.play_move(Correct(round=5))
    walker.frames()
    assert walker.says("cultists.board.firestarter")


def test_board_speaks_moves_and_status(start):
    walker = start(6)
    spoken = []
    walker.app.speech.speak = lambda lines: spoken.append(tuple(lines))
    before = state_of(walker)
    walker.tap(walker.board.main)
    assert spoken == [move_lines(before, state_of(walker))]
    walker.tap_at(*walker.board.clock.face.to_window(*walker.board.clock.face.center))
    assert spoken[-1] == status_lines(state_of(walker))


def test_learners_see_the_lesson_in_place_of_the_line_and_why_a_move_is_refused(walk, start):
    walker = start(6, Next(), walker=walk(style=NightStyle.LEARN))
    assert walker.board.lesson is not None
    assert walker.board.lesson.parent is not None
    assert walker.board.now_line.parent is None
    assert not walker.board.play_move(Next())
    assert walker.app.toaster.text == walker.app.tr("cultists.problem.awaits_event")


@pytest.mark.parametrize(("wider", "lines"), sample([(1.6, 2), (1.05, 1)]))
def test_words_in_a_tile_shrink_then_break_and_never_cost_a_column(start, wider, lines):
    walker = start(6)
    shown = walker.board.tiles
    line, words = shown.ghosts.line, "All of"
    while line.natural_width() <= line.width * wider:
        words = line.content = f"{words} i"
    tiles = StateTiles(walker.app.tr, on_power=print, on_gate=print, on_people=print)
    tiles.show(state_of(walker))
    tiles.ghosts.show(TileLook(Icon.GHOST, "ink_2", "Ghosts", words))
    tiles.width = shown.width
    walker.frames(2)
    assert tiles.cols == 2
    assert round(tiles.ghosts.line.height / tiles.power.line.height) == lines


def test_a_table_that_learns_has_its_tiles_two_by_two_too(tour):
    tour.open_view(next(view.open for view in all_views() if view.name == "cultists-learn"))
    assert tour.app.navigator.page.tiles.cols == 2


def test_side_by_side_where_there_is_room(start, walk):
    walker = start(6, walker=walk(size=(1000, 640)))
    walker.frames(6)
    board = walker.board
    assert board.clock.right <= board.phases.x
    assert board.body.height <= board.scroll.height + 1
