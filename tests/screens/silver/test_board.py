"""Whole games of Silver by taps alone, in a window: both ways to play, mistakes, undo, a new start."""

from __future__ import annotations

import pytest

from companion.games.silver.drafts import draft_from_move
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import CARD_COPIES, Mode, Setup
from companion.games.silver.state import Round, RoundEnd
from companion.screens.silver.board import BoardMode, BoardPage
from companion.screens.silver.reference import CardsPage
from companion.screens.silver.setup import SetupPage
from companion.scripts.silver.guide import list_deal_steps
from companion.widgets.buttons import LONG_PRESS_SECONDS
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario")
FOUR_ROUNDS = (
    (1, ((4, 5, 2, 3), (1, 0, 4), (9, 2), (8, 7, 2))),
    (0, ((1, 3, 2), (4, 5), (5, 7), (2, 3))),
    (2, ((2, 6), (11, 4), (5, 1), (7, 3))),
    (3, ((3, 4), (3, 0, 7, 2), (6, 8), (1, 4, 2))),
)


class Mayor:
    """Somebody who keeps the score, and how often they had to tap."""

    def __init__(self, walker):
        self.walker = walker
        self.taps = 0

    @property
    def page(self):
        return self.walker.page

    def tap(self, widget):
        self.taps += 1
        self.walker.tap(self.walker.reach(widget))

    def come_in(self, *names):
        """From home to the set-up."""
        walker = self.walker
        walker.open_game("silver")
        for name in names:
            walker.type_into(walker.page.field, name)
            walker.tap(walker.page.add_button)
        while len(walker.page.players) > len(names):
            walker.tap(walker.page.count.minus)
        walker.tap(walker.page.main)

    def sit_down(self, *names, **options):
        self.walker.app.start_session(SILVER, Setup(names, **options))
        self.walker.frames()

    def play(self, caller, villages):
        """A round as if it had been typed."""
        self.page.update_draft(draft_from_move(Round(caller, villages), len(villages)))
        self.page.score_round()
        self.walker.frames()

    def begin(self, mode=Mode.ROUNDS, start=0):
        walker = self.walker
        self.tap(self.page.first_player_chooser.chips[start])
        walker.tap_on(f"silver.mode.{mode.value}.name", rounds=4)
        walker.tap(walker.page.main)
        assert isinstance(self.page, BoardPage)

    def call(self, caller):
        """A seat, or what ended the round when nobody called."""
        question = self.page.question
        self.tap(question.end_chips[caller] if isinstance(caller, RoundEnd) else question.tiles[caller])

    def type(self, *cards):
        entry = self.page.entry
        keys = entry.digit_keys if self.page.draft.village.by_sum else entry.card_keys
        for card in cards:
            self.tap(next(key for key in keys.keys if key.number == card))

    def enter(self, caller, villages):
        """A whole round up to its scores."""
        self.call(caller)
        for cards in villages:
            self.type(*cards)
            self.tap(self.page.main)

    def go_on(self):
        self.tap(self.page.continue_button)

    def shows(self, stage):
        return self.page.mode is stage


@pytest.fixture
def mayor(walk):
    def start(**options):
        return Mayor(walk(**options))

    return start


@pytest.fixture
def board(mayor):
    keeper = mayor()
    keeper.sit_down(*NAMES)
    return keeper


def test_four_rounds_are_played_by_few_taps_to_the_winner(mayor):
    board = mayor()
    board.come_in(*NAMES)
    board.begin()
    page = board.page
    for number, (caller, villages) in enumerate(FOUR_ROUNDS, 1):
        assert board.shows(BoardMode.PLAYING)
        before = board.taps
        board.enter(caller, villages)
        # The caller, each card, and each village; after the last round nothing is dealt.
        assert board.taps - before == 1 + sum(map(len, villages)) + 4
        assert board.walker.says("silver.setup.deal") == (number < 4)
        if number < 4:
            assert board.shows(BoardMode.SCORED)
            board.go_on()
    assert board.shows(BoardMode.OVER)
    assert page.session.state.totals == (45, 36, 37, 32)
    assert board.walker.says("silver.summary.wins", names=("Dario",), n=1)
    assert board.walker.says("silver.over.lowest_total")
    shown = [[cell.cell.text for cell in row.cells] for row in page.rounds.lines]
    assert shown == [
        ["14", "0", "11", "17"],
        ["16", "9", "12", "5"],
        ["8", "15", "0", "10"],
        ["7", "12", "14", "0"],
    ]
    assert [cell.words.content for cell in page.rounds.totals.cells] == ["45", "36", "37", "32"]
    assert page.chart.legend == ("Ada", "Chloe", "Bruno", "Dario")


def test_the_points_variant_is_played_to_the_winner(mayor):
    keeper = mayor()
    keeper.sit_down("Ada", "Bruno", mode=Mode.POINTS)
    page = keeper.page
    keeper.play(0, ((1, 2), (12, 12, 11, 5)))
    keeper.go_on()
    keeper.enter(RoundEnd.DECK, ((9, 8), (12, 12, 13, 13)))
    # Kamikaze: nothing for Bruno, 50 for Ada.
    assert page.session.state.totals == (50, 40)
    assert keeper.walker.says("silver.why.kamikaze", own=0)
    keeper.go_on()
    keeper.play(1, ((11, 12, 13, 13, 1), (1, 0)))
    # Ada comes to exactly 100, and that is halved.
    assert page.session.state.totals == (50, 40)
    assert keeper.walker.says("silver.why.reset", limit=100, half=50)
    keeper.go_on()
    keeper.play(1, ((11, 12, 13, 13, 1), (1, 0)))
    assert page.session.outcome.reason == "lowest_total"
    assert keeper.walker.says("silver.summary.wins", names=("Bruno",), n=1)


def test_the_summary_shows_every_reason_and_the_rules_of_a_working_amulet(board):
    walker = board.walker
    board.play(0, ((5, 2), (4,), (3, 1), (9,)))
    assert walker.says("silver.why.caller_beaten", missed_call=10)
    assert walker.says("silver.result.takes", name="Bruno")
    assert walker.says("silver.amulet.tie_left_of_starter")
    assert walker.says("silver.amulet.marks")
    assert not walker.says("silver.amulet.guards")
    board.go_on()
    assert walker.says("silver.board.starts", name="Bruno")
    board.play(None, ((6,), (6,), (9,), (8, 9)))
    assert walker.says("silver.result.keeps", name="Bruno")
    assert walker.says("silver.amulet.tie_holder")
    board.go_on()
    board.play(1, ((5,), (4,), (6,), (9,)))
    assert walker.says("silver.amulet.works")
    assert walker.says("silver.amulet.guards")
    board.go_on()
    assert walker.says("silver.amulet.works")
    assert not walker.says("silver.amulet.guards")
    # What ended a round that nobody called is asked and told, too.
    board.enter(RoundEnd.VILLAGERS, ((7,), (6,), (6,), (8, 9)))
    assert walker.says("silver.ended.villagers")


@pytest.mark.parametrize("players", sample([2, 3, 4]))
def test_every_round_is_dealt_step_by_step(mayor, players):
    names = NAMES[:players]
    keeper = mayor()
    keeper.sit_down(*names)
    says, steps = keeper.walker.says, list_deal_steps(len(names))
    assert says(f"silver.say.deal.{len(names)}")
    for _ in range(2):
        keeper.play(0, ((1,), (2,), (3,), (4,))[: len(names)])
        assert all(says(step.key, **step.args) for step in steps)
        keeper.go_on()
        assert not any(says(step.key, **step.args) for step in steps)


def test_what_cannot_be_typed_is_refused_with_its_reason_and_changes_nothing(board):
    page, says = board.page, board.walker.says
    board.call(1)
    board.tap(page.main)
    assert says("silver.problem.village_missing", name="Ada")
    assert page.draft.seat == 0
    # Whoever has five cards cannot be named the caller afterwards.
    board.type(1, 2, 3, 4, 5)
    board.tap(page.tools.caller_chip)
    assert board.shows(BoardMode.PLAYING)
    board.call(0)
    assert says("silver.problem.caller_cards", name="Ada", entered=5, most=4)
    assert page.draft.caller == 1
    board.go_on()
    assert board.shows(BoardMode.TYPING)
    assert page.draft.village.cards == (1, 2, 3, 4, 5)
    board.tap(page.main)
    # Nor has the caller a fifth card.
    board.type(1, 2, 3, 4, 5)
    assert says("silver.problem.caller_cards", name="Bruno", entered=5, most=4)
    assert page.draft.village.cards == (1, 2, 3, 4)
    # Of the villagers there are two: the key of a third is used up.
    board.tap(page.main)
    board.type(0)
    board.tap(page.main)
    board.type(0)
    assert page.entry.card_keys.keys[0].is_spent
    before = page.draft
    board.type(0)
    assert says("silver.problem.too_many_copies", card=0, entered=3, most=CARD_COPIES[0])
    assert page.draft == before


def test_villages_can_be_typed_by_their_sums_and_any_seat_first(board):
    page = board.page
    board.call(2)
    board.tap(page.tools.sum_chip)
    board.tap(page.rounds.lines[-1].cells[2])
    assert page.draft.seat == 2
    board.type(4)
    board.tap(page.main)
    assert page.draft.seat == 3
    for total in ((1, 2), (2, 3), (9,)):
        board.type(*total)
        board.tap(page.main)
    assert page.session.state.scores == (23, 9, 0, 12)
    board.go_on()
    board.call(RoundEnd.DECK)
    assert page.draft.village.by_sum
    # What the box cannot hold is refused when it is scored.
    for _ in NAMES:
        board.type(0)
        board.tap(page.main)
    assert len(page.session.moves) == 1
    assert board.shows(BoardMode.TYPING)
    assert board.walker.says("silver.problem.too_many_zeros", entered=4, most=2)


def test_a_sum_of_fifty_is_the_callers_kamikaze_and_can_be_marked_for_others(mayor):
    keeper = mayor()
    keeper.sit_down("Ada", "Bruno", mode=Mode.POINTS)
    page = keeper.page
    kamikaze = page.entry.digit_keys.kamikaze_chip
    keeper.call(0)
    keeper.tap(page.tools.sum_chip)
    keeper.type(5, 0)
    assert (kamikaze.opacity, kamikaze.is_selected, kamikaze.enabled) == (1, True, False)
    keeper.tap(page.main)
    keeper.type(7)
    keeper.tap(page.main)
    assert page.session.state.scores == (0, 50)
    keeper.go_on()
    keeper.call(0)
    keeper.type(7)
    keeper.tap(page.main)
    keeper.type(5, 0)
    assert (kamikaze.opacity, kamikaze.is_selected, kamikaze.enabled) == (1, False, True)
    keeper.tap(kamikaze)
    keeper.tap(page.main)
    assert page.session.state.scores == (50, 0)


def test_cards_are_deleted_another_seat_corrected_and_undo_brings_a_scored_round_back(board):
    page = board.page
    board.call(1)
    board.type(4, 5, 9)
    board.tap(page.entry.card_keys.delete_key)
    assert page.draft.village.cards == (4, 5)
    board.tap(page.main)
    board.type(1, 0, 4)
    board.tap(page.rounds.lines[0].cells[0])
    board.type(2, 3)
    assert [village.total for village in page.draft.villages] == [14, 5, None, None]
    board.tap(page.main)
    for cards in ((9, 2), (8, 7, 2)):
        board.type(*cards)
        board.tap(page.main)
    assert board.shows(BoardMode.SCORED)
    board.tap(page.undo_button)
    assert page.session.moves == ()
    assert board.shows(BoardMode.TYPING)
    assert page.draft.villages[0].cards == (4, 5, 2, 3)
    # Whoever redoes a round is told again what came of it and how to deal the next one.
    board.tap(page.redo_button)
    assert len(page.session.moves) == 1
    assert board.shows(BoardMode.SCORED)
    assert board.walker.says("silver.setup.deal")
    board.tap(page.undo_button)
    board.tap(page.entry.card_keys.delete_key)
    board.tap(page.main)
    assert page.session.state.scores == (11, 0, 11, 17)


def test_what_was_typed_outlives_undo_redo_and_a_change_of_language(board):
    page = board.page
    board.play(*FOUR_ROUNDS[0])
    board.go_on()
    board.call(0)
    board.type(7, 2)
    board.tap(page.undo_button)
    assert len(page.session.moves) == 0
    board.tap(page.redo_button)
    assert board.shows(BoardMode.TYPING)
    assert page.draft.village.cards == (7, 2)
    board.walker.app.change_settings(language="it")
    board.walker.frames(6)
    assert board.page is not page
    assert board.shows(BoardMode.TYPING)
    assert board.page.draft.village.cards == (7, 2)


def test_a_game_goes_on_wherever_the_app_was_closed_also_within_a_round(mayor):
    keeper = mayor()
    keeper.sit_down(*NAMES)
    keeper.play(*FOUR_ROUNDS[0])
    played = keeper.page.session.state
    keeper = mayor()
    keeper.walker.tap_on("app.go_on")
    assert keeper.page.session.state == played
    # What came of the round and how to deal the next one is told as it was.
    assert keeper.shows(BoardMode.SCORED)
    assert keeper.walker.says("silver.setup.deal")
    keeper.go_on()
    assert keeper.shows(BoardMode.PLAYING)
    keeper.call(3)
    keeper.type(7, 2)
    keeper.tap(keeper.page.main)
    keeper.type(5)
    again = mayor()
    again.walker.tap_on("app.go_on")
    page = again.page
    assert again.shows(BoardMode.TYPING)
    assert page.draft.caller == 3
    assert page.draft.seat == 1
    assert [village.cards for village in page.draft.villages] == [(7, 2), (5,), (), ()]
    again.tap(page.main)
    for cards in ((6,), (1,)):
        again.type(*cards)
        again.tap(page.main)
    assert page.session.state.scores == (9, 5, 6, 0)


def test_a_rematch_starts_with_an_empty_draft(board):
    board.call(1)
    board.type(8, 3)
    setup = board.page.session.setup
    board.walker.press_back()
    board.walker.app.play_again(board.walker.app.games.open_latest())
    board.walker.frames(6)
    board.tap(board.page.first_player_chooser.chips[setup.start])
    board.walker.tap(board.page.main)
    assert board.page.session.setup == setup
    assert board.shows(BoardMode.PLAYING)
    assert board.page.draft.is_empty


def test_playing_again_carries_the_amulet_and_the_start_over(board):
    for number, (caller, villages) in enumerate(FOUR_ROUNDS, 1):
        board.play(caller, villages)
        if number < 4:
            board.go_on()
    board.go_on()
    assert isinstance(board.page, SetupPage)
    assert board.walker.says("silver.setup.carried_works", name="Dario")
    board.walker.tap(board.page.main)
    table = board.page.session
    assert (table.setup.start, table.setup.amulet, table.setup.amulet_works) == (3, 3, True)
    assert table.setup.players == NAMES
    assert board.walker.says("silver.amulet.works")
    assert board.walker.says("silver.amulet.guards")


def test_cards_are_looked_up_by_a_number_held_a_typed_card_and_under_more(board):
    board.call(1)
    board.walker.hold(board.page.entry.card_keys.keys[11], LONG_PRESS_SECONDS)
    assert isinstance(board.page, CardsPage)
    board.walker.press_back()
    assert board.page.draft.village.cards == ()
    board.type(7)
    board.tap(board.page.entry.village.card_strip.chips[0])
    assert isinstance(board.page, CardsPage)
    board.walker.press_back()
    board.tap(board.page.more)
    for key in ("app.more.status", "silver.call.title", "silver.board.all_cards", "app.more.turn"):
        assert board.walker.says(key)
    assert board.walker.says("app.more.home")
    board.walker.tap_on("silver.board.all_cards")
    assert isinstance(board.page, CardsPage)


def test_many_rounds_are_folded_and_unfold_at_a_tap(mayor):
    keeper = mayor()
    keeper.sit_down("Ada", "Bruno", mode=Mode.POINTS)
    for _ in range(9):
        keeper.page.session.play(Round(0, ((1,), (2,))))
    keeper.page.enter()
    keeper.walker.frames()
    keeper.go_on()
    table = keeper.page.rounds
    assert table.folded_count > 0
    assert [row.line.round for row in table.lines][-1] == 10
    keeper.walker.tap_on("silver.board.earlier", first=1, last=table.folded_count)
    assert len(table.lines) == 10


def test_a_game_in_persian_is_played_from_right_to_left(mayor):
    keeper = mayor(language="fa")
    keeper.sit_down("آرش", "بهار", "داریوش")
    page = keeper.page
    cells = page.rounds.lines[0].cells
    assert cells[0].x > cells[1].x > cells[2].x
    keys = page.entry.card_keys.keys
    keeper.call(0)
    assert keys[0].x > keys[1].x
    keeper.type(12, 0)
    assert page.entry.village.sum_text.content == "۱۲"
    keeper.tap(page.main)
    for cards in ((5,), (13, 8)):
        keeper.type(*cards)
        keeper.tap(page.main)
    assert [cell.cell.text for cell in page.rounds.lines[0].cells] == ["۲۲", "۵", "۲۱"]
    for _ in range(3):
        keeper.go_on()
        keeper.play(2, ((4,), (5,), (2, 1)))
    assert keeper.shows(BoardMode.OVER)
    assert page.session.outcome.winner == 1


def test_home_shows_the_summary(board):
    walker = board.walker
    walker.press_back()
    assert walker.says("silver.summary.round", round=1, rounds=4)
    walker.tap_on("app.go_on")
    board.play(*FOUR_ROUNDS[0])
    walker.press_back()
    assert walker.says("silver.summary.round", round=2, rounds=4)
    walker.tap_on("app.home.history", n=1)
    assert walker.says("silver.summary.leads", names=("Bruno",), n=1, total=0)


def test_a_damaged_draft_is_left_aside(walk):
    first = Mayor(walk())
    first.sit_down("Ada", "Bruno")
    first.call(0)
    table = first.page.session
    setup = table.setup
    table.save_draft({**table.draft, "seat": 7})
    again = Mayor(walk())
    again.walker.tap_on("app.go_on")
    assert again.page.session.setup == setup == Setup(("Ada", "Bruno"))
    assert again.shows(BoardMode.PLAYING)
