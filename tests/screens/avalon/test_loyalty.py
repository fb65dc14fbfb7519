"""Loyalty cards at the board: drawn in the table's place, and seen afterwards."""

from __future__ import annotations

import pytest

from companion.games.avalon.drafts import TeamDraft
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Setup
from companion.games.avalon.state import Loyalty, LoyaltyRow, Phase, Propose, Roles, Vote
from companion.screens.avalon.quests import LoyaltyTrack
from companion.widgets.cards import Card
from companion.widgets.text import Text
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo")


@pytest.fixture
def start(walk):
    """A board at its loyalty step."""

    def open_board(variant, **options):
        walker = walk(**options)
        walker.app.start_session(AVALON, Setup(NAMES, lancelot=variant))
        walker.frames()
        page = walker.page
        while page.session.state.phase not in (Phase.LOYALTY, Phase.LOYALTY_ROW):
            page.play_move(_move(page))
        walker.frames()
        return walker

    def _move(page):
        draft = page.draft
        for seat in range(draft.team_size if isinstance(draft, TeamDraft) else 0):
            draft = draft.tap(seat)
        return draft.move

    return open_board


def test_the_app_turns_over_a_card_for_a_table_without_cards(start):
    board = start(Lancelot.V1)
    before = board.page.session.moves
    asked: list[int] = []

    def first(cards):
        asked.append(cards)
        return 0

    board.page.pick_random = first
    board.tap_on("avalon.board.draw")
    assert asked == [5]
    assert board.page.session.moves[-1] == Loyalty(True)
    assert board.app.toaster.text == board.app.tr("avalon.board.drawn.switch")
    assert board.page.session.state.phase is Phase.PROPOSE
    # A drawn card can be taken back.
    board.tap_on("app.undo")
    assert board.page.session.moves == before
    assert board.says("avalon.board.draw")
    # One without a switch is told too.
    board.page.pick_random = lambda cards: cards - 1
    board.tap_on("avalon.board.draw")
    assert board.page.session.moves[-1] == Loyalty(False)
    assert board.app.toaster.text == board.app.tr("avalon.board.drawn.same")
    board.tap_on("app.undo")
    # Cards of the table are recorded as before.
    board.tap_on("avalon.board.switch")
    board.tap(board.page.main)
    assert board.page.session.moves == (*before, Loyalty(True))


def test_the_app_lays_out_the_row_of_five_which_can_be_seen_all_the_while(start):
    board = start(Lancelot.V2)
    track = board.one(LoyaltyTrack)
    assert track.height == 0
    picks = iter((6, 0, 4, 3, 0))
    board.page.pick_random = lambda cards: next(picks)
    board.tap_on("avalon.board.draw")
    assert board.page.session.moves == (LoyaltyRow((False, True, False, False, True)),)
    assert board.app.toaster.text == board.app.tr("avalon.board.drawn.row", rounds=(2, 5), n=2)
    assert track.height > 0
    assert board.says("avalon.board.loyalty_row")
    board.tap(board.page.undo_button)
    assert track.height == 0
    # A row without a switch says so.
    board.page.pick_random = lambda cards: cards - 1
    board.tap_on("avalon.board.draw")
    assert board.page.session.state.loyalty == (False,) * 5
    assert board.app.toaster.text == board.app.tr("avalon.board.drawn.no_switch")


def test_left_to_itself_the_app_draws_what_the_deck_can_hold(start):
    board = start(Lancelot.V2)
    rows = set()
    for _ in range(40):
        board.page.draw_loyalty_cards()
        rows.add(board.page.session.state.loyalty)
        board.page.session.undo()
        board.page.show()
    assert len(rows) > 5
    assert all(sum(row) <= 2 for row in rows)


def test_a_lancelot_who_switched_is_told_among_those_he_ended_with(start):
    board = start(Lancelot.V1)
    cards = (
        "merlin",
        "lancelot_good",
        "servant",
        "servant",
        "servant",
        "assassin",
        "lancelot_evil",
        "minion",
    )
    page = board.page
    page.play_move(Loyalty(True))
    for _ in range(5):
        page.play_move(Propose((0, 1, 2, 3)))
        page.play_move(Vote(approved=False))
    page.play_move(Roles(cards))
    board.frames()
    good, evil = (
        {part.content for part in card.walk() if isinstance(part, Text)}
        for card in board.all(Card)
        if any(isinstance(part, Text) and part.content in NAMES for part in card.walk())
    )
    assert {"Ada", "Greta"} <= good
    assert {"Bruno", "Farid", "Hugo"} <= evil


@pytest.mark.parametrize(
    ("variant", "language"),
    sample(
        [
            (variant, language)
            for language in ("el", "fa", "it", "en")
            for variant in (Lancelot.V2, Lancelot.V1)
        ]
    ),
)
def test_the_offer_can_be_read_and_reached_on_a_small_phone_with_large_letters(start, variant, language):
    board = start(variant, language=language, narration=language, text_size=160, size=(360, 640))
    offer = board.reach(board.button(board.app.tr("avalon.board.draw")))
    assert offer.label.rendered_lines <= 2
    before = len(board.page.session.moves)
    board.tap(offer)
    assert len(board.page.session.moves) == before + 1
