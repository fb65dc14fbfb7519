"""Every vote of a game, looked at and changed by taps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import Assassinate, Lady, Move, Propose, Quest, Vote
from companion.screens.avalon.edit import EditSheet
from companion.screens.avalon.history import HistoryPage
from companion.storage.games import start_session
from companion.widgets.icons import Icon
from companion.widgets.text import IconLabel, Text
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
SEVEN = Setup(NAMES)
PLAYED = (
    *(Propose((0, 1)), Vote(approve=(0, 1, 5))),
    *(Propose((1, 3)), Vote(approve=(0, 1, 2, 3, 5)), Quest(0)),
    *(Propose((1, 2, 4)), Vote(approve=(1, 2, 6))),
    *(Propose((0, 3, 5)), Vote(approve=(0, 1, 3, 5)), Quest(1)),
    *(Propose((0, 4, 6)), Vote(approve=(0, 4, 6))),
)
# Quest after quest with four refusals before each, as long as a game can get.
TEN = Setup(tuple(f"Player {number}" for number in range(1, 11)))


def long_game():
    moves = []
    for size, fails in ((3, 0), (4, 1), (4, 0), (5, 2), (5, 0)):
        for _ in range(4):
            moves += [Propose(tuple(range(size))), Vote(approve=(0, 1))]
        moves += [Propose(tuple(range(size))), Vote(approve=tuple(range(9))), Quest(fails)]
    return moves


@pytest.fixture
def opened(walk):
    """The page of a table with these moves, its table stored like any other."""

    def open_page(setup=SEVEN, moves=PLAYED, **options):
        walker = walk(**options)
        walker.look_back(HistoryPage, AVALON, setup, moves)
        return walker

    return open_page


def stored(walker):
    return walker.stored_moves(AVALON)


def sheet_of(walker):
    walker.frames(4)
    assert isinstance(walker.app.navigator.sheet, EditSheet)
    return walker.app.navigator.sheet


def edit(walker, number):
    """Tap the head of a column, and the button that changes it."""
    column = walker.page.grid.columns[number]
    walker.tap_at(*column.to_window(column.center_x, column.top - dp(14)))
    walker.tap_on("avalon.history.change")
    return sheet_of(walker)


# -- looking ----------------------------------------------------------------------------------------------


def test_a_tapped_column_is_described_also_on_a_rebuilt_page(opened):
    walker = opened()
    walker.tap(walker.page.grid.columns[3])
    assert walker.says("avalon.history.entry", quest=2, attempt=2)
    assert walker.says("avalon.history.took", name="Dario", names=("Ada", "Farid"))
    assert walker.says("avalon.history.approved", yes=4, no=3)
    assert walker.says("avalon.history.lost", n=1)
    assert [column.is_selected for column in walker.page.grid.columns] == [
        False,
        False,
        False,
        True,
        False,
    ]
    walker.tap(walker.page.grid.columns[0])
    assert walker.says("avalon.history.refused", yes=3, no=4)
    assert not walker.says("avalon.history.lost", n=1)
    walker.app.rebuild()
    assert [column.is_selected for column in walker.page.grid.columns] == [
        True,
        False,
        False,
        False,
        False,
    ]
    walker.frames()
    walker.tap(walker.page.main)
    assert not isinstance(walker.page, HistoryPage)


def test_a_long_game_opens_at_the_latest_proposal_and_a_tap_scrolls_to_the_details(opened):
    walker = opened(TEN, long_game())
    page = walker.page
    last = page.grid.columns[-1]
    assert last.is_selected
    left, _ = last.to_window(*last.pos)
    assert page.grid.scroll.x <= left + 1
    assert left + last.width <= page.grid.scroll.right + 1
    walker.tap_at(*page.grid.columns[-2].to_window(*page.grid.columns[-2].center))
    walker.frames(6)
    words = next(text for text in walker.all(Text) if text.content == walker.app.tr("avalon.history.change"))
    assert page.scroll.y <= words.to_window(*words.pos)[1]
    # A column that was scrolled to can be tapped.
    page.grid.scroll.scroll_x = 0.4
    walker.frames()
    seen = next(
        column for column in page.grid.columns if column.to_window(column.x, 0)[0] > page.grid.scroll.x + 20
    )
    walker.tap(walker.reach(seen))
    assert seen.is_selected
    assert walker.says("avalon.history.entry", quest=seen.entry.quest, attempt=seen.entry.attempt)


@pytest.mark.parametrize("language", sample(["fa", "en"]))
def test_proposals_scroll_in_reading_direction_and_the_names_stay(opened, language):
    walker = opened(TEN, long_game(), language=language)
    grid = walker.page.grid

    def place(widget):
        return widget.to_window(*widget.pos)[0]

    assert len(grid.columns) == 25
    assert (place(grid.columns[0]) < place(grid.columns[1])) == (language == "en")
    assert all((place(name) < grid.scroll.x) == (language == "en") for name in grid.names)
    names, columns = [place(name) for name in grid.names], place(grid.columns[-1])
    toward_start = 150 if language == "en" else -150
    walker.drag(grid.scroll, (grid.scroll.center_x + toward_start, grid.scroll.center_y))
    walker.frames(60)
    assert [place(name) for name in grid.names] == names
    assert (place(grid.columns[-1]) - columns) * toward_start > 0


def test_the_legend_only_has_marks_that_occur(opened):
    walker = opened()
    assert walker.says("avalon.history.yes")
    assert not walker.says("avalon.history.unknown")
    assert not walker.says("avalon.history.looked_at")
    walker = opened(replace(SEVEN, lady=True), (Propose((0, 1)), Vote(approved=False)))
    assert walker.says("avalon.history.unknown")
    assert walker.says("avalon.history.looked_at")


def test_an_empty_history_shows_a_message(opened):
    walker = opened(moves=())
    assert walker.says("avalon.history.none")
    assert walker.page.grid.columns == []


def test_every_state_of_a_game_has_a_history(opened):
    """Before the vote, on the quest, at the Lady, at the end."""
    setup = replace(SEVEN, lady=True)
    game: list[Move] = [
        *(Propose((0, 1)), Vote(approved=True), Quest(0)),
        *(Propose((0, 1, 2)), Vote(approve=(0, 1, 2, 3)), Quest(0), Lady(1)),
        *(Propose((0, 1, 2)), Vote(approved=True), Quest(0), Assassinate(3, False)),
    ]
    walker = opened(setup, ())
    for count in range(1, len(game) + 1):
        session, _ = start_session(AVALON, setup, walker.app.store.games)
        for move in game[:count]:
            session.play(move)
        controller = walker.app.open_controller(session)
        walker.app.navigator.replace(lambda controller=controller: HistoryPage(walker.app, controller))
        walker.frames(3)
        assert walker.page.entries[-1].steps[-1].move_index == count - 1
        words = walker.words()
        assert not any("{" in word for word in words)
    assert walker.says("avalon.history.missed", name="Dario")


# -- changing ---------------------------------------------------------------------------------------------


def test_a_vote_is_edited_and_the_edit_can_be_undone(opened):
    walker = opened()
    sheet = edit(walker, 3)
    assert not sheet.main.enabled
    walker.tap(sheet.seats.votes[6])
    assert walker.says("app.edit.all_fits")
    walker.tap(walker.reach(sheet.main))
    assert walker.app.navigator.sheet is None
    changed = Vote(approve=(0, 1, 3, 5, 6))
    assert walker.page.session.moves == (*PLAYED[:8], changed, *PLAYED[9:])
    assert stored(walker) == walker.page.session.moves
    assert walker.says("avalon.history.approved", yes=5, no=2)
    walker.tap_on("app.undo")
    assert walker.page.session.moves == PLAYED
    assert stored(walker) == PLAYED
    assert walker.says("avalon.history.approved", yes=4, no=3)
    walker.tap(walker.page.redo_button)
    assert walker.says("avalon.history.approved", yes=5, no=2)


def test_the_preview_lists_dropped_moves(opened):
    walker = opened()
    sheet = edit(walker, 1)
    for seat in (0, 5):
        walker.tap(sheet.seats.votes[seat])
    assert walker.page.session.moves == PLAYED
    # The quest is gone, and teams of three do not fit the first one.
    assert walker.says("app.edit.drops", n=4)
    entry = walker.app.tr("avalon.history.entry", quest=2, attempt=1)
    assert entry in walker.words()
    assert walker.says("avalon.problem.team_size", quest=1, needed=2, chosen=3)
    assert walker.says("app.edit.keep_and_drop", n=4)
    walker.press_back()
    assert walker.app.navigator.sheet is None
    assert walker.page.session.moves == PLAYED
    assert stored(walker) == PLAYED
    sheet = edit(walker, 1)
    for seat in (0, 5):
        walker.tap(sheet.seats.votes[seat])
    walker.tap(walker.reach(sheet.main))
    assert walker.page.session.moves == (*PLAYED[:3], Vote(approve=(1, 2, 3)))
    assert stored(walker) == walker.page.session.moves
    assert len(walker.page.grid.columns) == 2


def weighed(sheet):
    """The log as the change would leave it."""
    revision = sheet.preview.edit
    assert revision is not None
    return revision.moves


def test_team_quest_and_result_are_edited_and_an_entry_is_removed(opened):
    walker = opened()
    sheet = edit(walker, 3)
    walker.tap(sheet.seats.team[5])
    assert not sheet.main.enabled
    walker.tap(sheet.seats.team[2])
    walker.tap(walker.reach(sheet.main))
    assert walker.page.session.moves[7] == Propose((0, 2, 3))
    walker.tap_on("app.undo")
    sheet = edit(walker, 3)
    walker.tap(walker.reach(walker.button(walker.app.tr.format_number(0))))
    assert weighed(sheet)[9] == Quest(0)
    walker.tap(walker.reach(sheet.main))
    assert walker.page.entries[3].result.success
    walker.tap_on("app.undo")
    sheet = edit(walker, 4)
    walker.tap(walker.reach(walker.button(walker.app.tr("avalon.board.refused"))))
    assert weighed(sheet)[-1] == Vote(approved=False)
    walker.tap(walker.reach(sheet.seats.votes[1]))
    assert weighed(sheet)[-1] == Vote(approve=(0, 1, 4, 6))
    walker.press_back()
    sheet = edit(walker, 2)
    walker.tap(walker.reach(sheet.remove_button))
    walker.tap(walker.reach(sheet.main))
    assert walker.page.session.moves == (*PLAYED[:5], *PLAYED[7:])
    assert len(walker.page.grid.columns) == 4


def test_a_vote_edited_to_approved_gets_its_missing_quest(opened):
    walker = opened(moves=PLAYED[:-2])
    sheet = edit(walker, 2)
    assert not walker.says("avalon.edit.fails")
    walker.tap(sheet.seats.votes[0])
    assert walker.says("avalon.edit.fails")
    walker.tap(walker.reach(walker.button(walker.app.tr.format_number(2))))
    walker.tap(walker.reach(sheet.main))
    assert walker.page.session.moves[6:8] == (Vote(approve=(0, 1, 2, 6)), Quest(2))
    # The next team was one of three as well, so all that followed is now about the third quest.
    assert [entry.quest for entry in walker.page.entries] == [1, 1, 2, 3]


def test_a_missing_proposal_is_inserted_before_another(opened):
    walker = opened()
    walker.tap(walker.reach(edit(walker, 3).insert_button))
    sheet = walker.app.navigator.sheet
    assert walker.says("avalon.edit.new")
    assert not sheet.main.enabled
    for seat in (0, 1, 6):
        walker.tap(walker.reach(sheet.seats.team[seat]))
    assert walker.says("app.edit.all_fits")
    walker.tap(sheet.main)
    assert walker.page.session.moves == (*PLAYED[:7], Propose((0, 1, 6)), Vote(approved=False), *PLAYED[7:])
    assert stored(walker) == walker.page.session.moves
    assert len(walker.page.grid.columns) == 6
    assert walker.page.selected_index == 3
    assert walker.says("avalon.history.only_refused")
    walker.tap_on("app.undo")
    assert stored(walker) == PLAYED


def test_inserting_an_approved_proposal_previews_the_dropped_moves(opened):
    walker = opened()
    walker.tap(walker.reach(edit(walker, 1).insert_button))
    sheet = walker.app.navigator.sheet
    for seat in (0, 1):
        walker.tap(walker.reach(sheet.seats.team[seat]))
    walker.tap_on("avalon.board.approved")
    assert walker.says("avalon.edit.fails")
    assert sheet.preview.edit.dropped_moves
    assert walker.says("avalon.problem.team_size", quest=2, needed=3, chosen=2)
    assert walker.page.session.moves == PLAYED


@pytest.mark.parametrize(("width", "height"), sample([(844, 390), (390, 844)]))
def test_the_commit_button_is_always_visible(opened, width, height):
    walker = opened(TEN, [Propose((0, 1, 2)), Vote(approve=tuple(range(9))), Quest(0)], size=(width, height))
    sheet = edit(walker, 0)
    for seat in (0, 9):
        walker.tap(walker.reach(sheet.seats.votes[seat]))
        _, y = sheet.main.to_window(sheet.main.x, sheet.main.y)
        assert 0 <= y < y + sheet.main.height <= height
    walker.tap(sheet.main)
    assert walker.page.session.moves[1] == Vote(approve=(1, 2, 3, 4, 5, 6, 7, 8, 9))


def test_the_target_of_the_lady_is_edited(opened):
    walker = opened(replace(SEVEN, lady=True), (*PLAYED[:10], Lady(2), *PLAYED[10:]))
    sheet = edit(walker, 3)
    assert walker.says("avalon.edit.lady", name="Greta")
    walker.tap(walker.reach(walker.button("Farid")))
    walker.tap(walker.reach(sheet.main))
    assert walker.page.session.moves[10] == Lady(5)
    assert walker.says("avalon.history.lady", name="Greta", target="Farid")


def test_an_illegal_edit_shows_the_reason_and_cannot_be_committed(opened):
    """With the third quest lost the game is over, and nobody looks at anybody any more."""
    setup = replace(SEVEN, lady=True)
    lost = [
        *(Propose((0, 1)), Vote(approved=True), Quest(1)),
        *(Propose((0, 1, 2)), Vote(approved=True), Quest(1), Lady(0)),
        *(Propose((0, 1, 2)), Vote(approved=True), Quest(0), Lady(1)),
        Propose((0, 1, 2, 3)),
    ]
    walker = opened(setup, lost)
    sheet = edit(walker, 2)
    walker.tap(walker.reach(walker.button("Farid")))
    walker.tap(walker.reach(walker.button(walker.app.tr.format_number(1))))
    assert walker.says("app.problem.over")
    assert not sheet.main.enabled
    walker.tap(walker.reach(sheet.main))
    assert walker.page.session.moves == tuple(lost)


def test_a_tap_beside_the_sheet_changes_nothing(opened):
    walker = opened(size=(844, 390))
    sheet = edit(walker, 3)
    walker.tap(walker.reach(sheet.seats.votes[0]))
    assert sheet.preview.edit is not None
    walker.tap_at(4, 380)
    assert walker.app.navigator.sheet is None
    assert walker.page.session.moves == PLAYED


# -- sealing ----------------------------------------------------------------------------------------------


def test_a_hidden_history_is_shown_when_revealed_or_when_the_game_ends(opened):
    walker = opened()
    walker.tap(walker.reach(walker.page.hide_button))
    assert walker.says("avalon.history.sealed")
    assert Icon.LOCK.value in [glyph.content for glyph in walker.all(IconLabel)]
    assert not set(NAMES) & set(walker.words())
    walker.tap_on("app.history.unseal")
    assert set(NAMES) <= set(walker.words())
    walker.tap(walker.reach(walker.page.hide_button))
    # The seal holds for the next game, and ends with it.
    walker.look_back(HistoryPage, AVALON, SEVEN, PLAYED[:3])
    assert walker.page.is_hidden
    walker = opened(moves=[Propose((0, 1)), Vote(approved=False)] * 5)
    assert not walker.page.is_hidden
    assert set(NAMES) <= set(walker.words())
    assert walker.page.hide_button.parent is None


# -- how it fits ------------------------------------------------------------------------------------------

SIZES = {"phone": (390, 844), "small": (360, 640), "tablet": (1280, 800), "landscape": (844, 390)}


LOOKS = [
    *(("small", "fa", 160), ("small", "el", 160)),
    *(("phone", "en", 100), ("tablet", "fa", 100), ("landscape", "it", 85)),
]


@pytest.mark.parametrize(("size", "language", "text_size"), sample(LOOKS))
def test_every_touch_target_is_large_enough_and_every_name_fits(opened, size, language, text_size):
    walker = opened(
        replace(TEN, lady=True, excalibur=True),
        [Propose((0, 1, 2), excalibur=1), Vote(approve=tuple(range(9))), Quest(0, excalibur_on=2)],
        size=SIZES[size], language=language, text_size=text_size,
    )  # fmt: skip
    edit(walker, 0)
    for widget in walker.seen():
        if isinstance(widget, ButtonBehavior):
            assert min(widget.size) >= dp(48) - 0.5, widget
        if isinstance(widget, Text):
            assert widget.rendered_size[0] <= widget.width + 2, widget.content
