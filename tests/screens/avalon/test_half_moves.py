"""Half a move at Avalon's board: nothing that was tapped is lost, and what is not a tap is answered."""

from __future__ import annotations

import pytest

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Options, PlotCards, Setup
from companion.games.avalon.state import Correct, Plot, Propose, Quest, Vote
from companion.widgets.cards import ToggleSwitch

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


@pytest.fixture
def start(walk):
    def open_board(*moves, settings=None, **options):
        walker = walk(**(settings or {}))
        walker.app.start_session(AVALON, Setup(NAMES, **options))
        walker.frames()
        for move in moves:
            walker.page.play_move(move)
        walker.frames()
        return walker

    return open_board


def tap_seats(walker, *seats):
    for seat in seats:
        walker.tap(walker.page.ring.seats[seat])


def test_a_team_and_a_vote_half_told_outlive_the_app(start, walk):
    board = start(Propose((0, 1)), Vote(approved=True), Quest(0))
    tap_seats(board, 4, 1)
    board = walk()
    board.tap_on("app.go_on")
    assert board.page.draft.team == (4, 1)
    tap_seats(board, 6)
    board.tap(board.page.main)
    tap_seats(board, 0, 5)
    board = walk()
    board.tap_on("app.go_on")
    assert board.page.draft.refusing == {0, 5}
    board.tap(board.page.main)
    assert board.page.session.moves[-1] == Vote(approve=(1, 2, 3, 4, 6))


def test_undo_brings_the_team_back_for_one_seat_to_be_changed(start):
    board = start(excalibur=True)
    tap_seats(board, 0, 3, 3)
    board.tap(board.page.main)
    tap_seats(board, 5)
    board.tap(board.page.undo_button)
    assert board.page.draft.team == (0, 3)
    assert board.page.draft.excalibur == 3
    assert board.page.main.enabled


def test_plot_cards_are_asked_for_on_the_board_and_take_nothing_from_the_team(start):
    board = start(options=Options(plot_cards=PlotCards.TWO_OR_THREE), excalibur=True)
    tap_seats(board, 2)
    board.tap_on("avalon.board.plot", n=2)
    assert board.page.session.moves == (Plot(2),)
    assert board.page.draft.team == (2,)
    assert not board.says("avalon.board.plot", n=2)
    tap_seats(board, 3, 3)
    board.page.play_move(Correct(leader=3))
    assert board.page.draft.team == (2, 3)
    assert board.page.draft.excalibur is None


def test_the_title_names_a_quest_only_when_one_is_chosen(start):
    board = start(Propose((0, 1), 1), Vote(approved=True), Quest(0), targeting=True)
    assert board.says("avalon.board.round", round=2)
    board.tap(board.page.quest_row.quests[3])
    assert board.says("avalon.board.quest", quest=4)


def test_a_tap_that_means_nothing_says_what_to_tap(start):
    board = start(Propose((0, 1)), Vote(approved=True))
    tap_seats(board, 4)
    assert board.app.toaster.text == board.app.tr("avalon.board.hint.quest")
    board.app.toaster.dismiss()
    board.tap(board.page.quest_row.quests[2])
    assert board.app.toaster.text == board.app.tr("avalon.board.hint.quest")


def test_where_the_game_stands_is_written_too_with_who_leads(start):
    board = start(settings={"speak_in_game": False})
    board.tap(board.page.ring.center_box)
    assert board.app.tr("avalon.board.leads", name="Ada") in board.app.toaster.text
    assert board.app.tr("avalon.say.score.0.0") in board.app.toaster.text


def test_the_voice_can_be_silenced_at_the_table(start):
    board = start()
    board.tap(board.page.more)
    # The first on the sheet; the other one is the coach's.
    board.tap(max(board.all(ToggleSwitch), key=lambda switch: switch.to_window(*switch.pos)[1]))
    assert not board.app.settings.speak_in_game
    assert not board.app.speech.audio.is_speaking


def test_the_lead_can_be_given_to_anybody(start):
    board = start()
    board.tap(board.page.more)
    board.tap_on("avalon.more.leaders")
    board.tap(board.button("Farid"))
    assert board.page.session.moves == (Correct(leader=5),)


def test_a_new_table_begins_with_nothing_tapped(start):
    board = start()
    tap_seats(board, 2)
    assert board.page.draft.team == (2,)
    board.app.play_again(board.page.session)
    board.frames()
    board.tap(board.page.main)
    board.app.start_session(AVALON, Setup(NAMES))
    board.frames()
    assert board.page.draft.team == ()


def test_a_half_tapped_team_stays_at_its_table_while_somebody_taps_at_another(start, walk):
    board = start()
    first = board.page.session
    tap_seats(board, 2)
    board.app.start_session(AVALON, Setup(NAMES[::-1]))
    board.frames()
    tap_seats(board, 5, 0)
    board.app.open_session(first)
    board.frames()
    assert board.page.draft.team == (2,)
    board = walk()
    for stored, team in zip(board.app.games.list_recent(2).games, ((5, 0), (2,)), strict=True):
        board.app.open_session(board.app.games.open_session(stored))
        board.frames()
        assert board.page.draft.team == team


def test_a_tap_that_cannot_be_kept_says_so_and_changes_nothing(start):
    board = start()
    tap_seats(board, 2)
    connection = board.app.store.database.connection
    connection.execute("PRAGMA query_only=ON")
    tap_seats(board, 4)
    assert board.page.draft.team == (2,)
    assert board.app.toaster.text == board.app.tr("app.problem.storage_failed", reason="SQLITE_READONLY")
    connection.execute("PRAGMA query_only=OFF")
    tap_seats(board, 4)
    assert board.page.draft.team == (2, 4)
