"""What can be looked up beside the score pad: the villagers, the call helper, what beats the leader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kivy.metrics import dp

from companion.core.session import GameSession
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import VILLAGERS, Mode, Options, Setup
from companion.games.silver.state import Round
from companion.i18n.languages import LANGUAGES
from companion.screens.home import HomePage
from companion.screens.silver.reference import (
    CardsPage,
    NumberTile,
    OutlookPanel,
    open_call_sheet,
    open_cards_page,
)
from companion.screens.silver.rounds import TotalsChart
from companion.widgets.page import Page
from companion.widgets.text import Text
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario")
POINTS = Setup(NAMES, mode=Mode.POINTS)
# After three rounds: 48, 24, 23, 32.
THREE = (Round(1, sums=(14, 5, 11, 17)), Round(0, sums=(16, 9, 12, 5)), Round(2, sums=(8, 15, 6, 10)))


def table_after(*moves, setup=None):
    return GameSession(SILVER, setup or Setup(NAMES), moves)


def plain(*sums):
    """A round that nobody called."""
    return Round(None, sums=sums)


def cut_off(widget):
    """The words of a widget that do not fit where they stand."""
    texts = [part for part in widget.walk(restrict=True) if isinstance(part, Text) and part.content]
    return [
        text.content
        for text in texts
        if text.rendered_size[0] > text.width + 2
        # A lone number is centred in its box, and only the air above and below it may be more than that.
        or (text.autosize != "none" and text.rendered_size[1] > text.height + 2)
        or text.is_truncated
    ]


# Every view is measured by tests/screens/test_fit.py as well; the first of these is the hardest.
SMALL_AND_LARGE = sample(
    [
        ((360, 640), "fa", 160),
        ((360, 640), "en", 160),
        *(((390, 844), language, 100) for language in LANGUAGES),
    ]
)


# -- the villagers -----------------------------------------------------------------------------------------


def seen_whole(page, number):
    """Whether a villager can be read without scrolling."""
    card = page.cards[number]
    _, low = card.to_window(card.x, card.y)
    _, top = card.to_window(card.x, card.y + card.height)
    return page.scroll.y - 1 <= low < top <= page.scroll.y + page.scroll.height + 1


def test_all_fourteen_villagers_are_listed_and_a_tap_on_a_number_leads_to_its_villager(walk):
    walker = walk()
    open_cards_page(walker.app)
    walker.frames(6)
    assert [tile.content for tile in walker.all(NumberTile)] == [str(number) for number in range(14)]
    words = walker.words()
    for villager in VILLAGERS:
        for part in ("name", "when", "text"):
            assert walker.app.tr(f"silver.card.{villager.id}.{part}", number=villager.number) in words
    numbers = {"always": (0, 1), "first_free": 2, "last_free": 12, "first_drawn": 5}
    assert walker.app.tr("silver.reference.note", **numbers) in words
    assert walker.app.tr("silver.amulet.guards") in words
    assert words.count(walker.app.tr("silver.reference.copies", n=4)) == 12
    assert words.count(walker.app.tr("silver.reference.copies", n=2)) == 2
    assert seen_whole(walker.page, 0)
    assert not seen_whole(walker.page, 12)
    walker.tap(walker.page.keys[12])
    assert seen_whole(walker.page, 12)
    assert walker.page.cards[12].is_selected
    walker.tap(walker.page.keys[0])
    assert seen_whole(walker.page, 0)
    assert not walker.page.cards[12].is_selected
    assert isinstance(walker.page, CardsPage)
    walker.press_back()
    assert isinstance(walker.page, HomePage)


@pytest.mark.parametrize(
    ("size", "number"),
    sample([((390, 844), 13), ((1280, 800), 7), ((1280, 800), 13), ((390, 844), 0)]),
)
def test_the_page_of_villagers_opens_at_the_given_number(walk, number, size):
    walker = walk(size=size)
    open_cards_page(walker.app, number)
    walker.frames(6)
    assert seen_whole(walker.page, number)
    assert [card.villager.number for card in walker.page.cards.values() if card.is_selected] == [number]


def test_scrolling_by_hand_stops_the_automatic_scroll(walk):
    walker = walk()
    open_cards_page(walker.app, 13)
    walker.frames(6)
    page = walker.page
    assert seen_whole(page, 13)
    walker.tap(page.cards[13])
    page.scroll.scroll_y = 1
    walker.resize(390, 800)
    assert seen_whole(page, 0)


@pytest.mark.parametrize(("size", "language", "text_size"), SMALL_AND_LARGE)
def test_every_word_about_the_villagers_can_be_read(walk, size, language, text_size):
    walker = walk(size=size, language=language, narration=language, text_size=text_size)
    open_cards_page(walker.app)
    walker.frames(6)
    assert len(walker.page.cards) == 14
    assert cut_off(walker.page.body) == []


# -- the call helper ---------------------------------------------------------------------------------------


@pytest.fixture
def ask(walk):
    """Opens the call helper over a table; the walker then has the sheet."""

    def opened(table, **options):
        walker = walk(**options)
        open_call_sheet(walker.app, table)
        walker.frames(6)
        walker.sheet = walker.app.navigator.sheet
        return walker

    return opened


def scores(sheet):
    return {name: row.score.content for name, row in sheet.outcomes.items()}


def expected(sheet):
    return [name for name, row in sheet.outcomes.items() if row.is_expected]


def test_the_helper_follows_the_number_of_cards_the_sum_and_the_guess(ask):
    walker = ask(table_after())
    sheet = walker.sheet
    assert walker.says("silver.call.may", most=4)
    assert walker.says("silver.call.if.beaten")
    walker.tap(sheet.card_stepper.plus)
    assert walker.says("silver.call.may_not", most=4)
    assert not walker.says("silver.call.if.beaten")
    walker.tap(sheet.card_stepper.minus)
    assert walker.says("silver.call.may", most=4)
    assert walker.says("silver.call.if.beaten")

    # Without a guess nothing is foretold.
    assert expected(sheet) == []
    walker.tap(walker.reach(sheet.guess_stepper.more))
    assert sheet.guess_stepper.value == 4
    assert expected(sheet) == ["beaten"]
    walker.tap(sheet.guess_stepper.stepper.plus)
    assert expected(sheet) == ["tied"]
    walker.tap(sheet.guess_stepper.stepper.plus)
    assert expected(sheet) == ["lowest"]
    for _ in range(2):
        walker.tap(sheet.guess_stepper.less)
    assert walker.says("silver.call.unknown")
    assert expected(sheet) == []

    assert scores(sheet) == {"lowest": "0", "tied": "0", "beaten": "15", "plain": "5"}
    walker.tap(walker.reach(sheet.sum_stepper.more))
    walker.tap(sheet.sum_stepper.stepper.plus)
    assert scores(sheet) == {"lowest": "0", "tied": "0", "beaten": "21", "plain": "11"}
    # No sum is higher than the cards can come to.
    while sheet.sum_stepper.more.enabled and sheet.sum_stepper.value < 50:
        walker.tap(walker.reach(sheet.sum_stepper.more))
    assert sheet.sum_stepper.value == 50
    for _ in range(3):
        walker.tap(walker.reach(sheet.card_stepper.minus))
    assert sheet.card_stepper.value == 1
    assert sheet.sum_stepper.value == 13
    assert scores(sheet)["plain"] == "13"


def test_the_call_sheet_shows_the_total_and_closes_by_a_tap_outside(ask):
    session = table_after(*THREE)
    walker = ask(session)
    assert walker.sheet.seat == 2
    assert walker.says("silver.call.total", total=23 + 15)
    walker.tap(walker.button("Ada"))
    assert walker.says("silver.call.total", total=48 + 15)
    walker.tap_at(walker.app.navigator.width / 2, walker.app.navigator.height - dp(4))
    assert walker.app.navigator.sheet is None
    assert session.moves == THREE


def test_a_call_that_ends_the_game_or_halves_a_total_says_so(ask):
    walker = ask(table_after(plain(85, 20, 20, 40), setup=POINTS))
    walker.tap(walker.button("Ada"))
    assert walker.says("silver.call.reset", limit=100, total=50)
    assert walker.says("silver.call.total", total=90)
    walker.tap(walker.reach(walker.sheet.sum_stepper.stepper.plus))
    assert walker.says("silver.call.ends", total=101)
    assert not walker.says("silver.call.reset", limit=100, total=50)
    # A reset that was used up, or that this table leaves out, ends the game.
    rounds = (plain(50, 9, 9, 9), plain(50, 9, 9, 9), plain(35, 9, 9, 9))
    for setup, moves in (
        (POINTS, rounds),
        (replace(POINTS, options=Options(exact_reset=False)), (plain(85, 20, 20, 40),)),
    ):
        walker.press_back()
        open_call_sheet(walker.app, table_after(*moves, setup=setup))
        walker.frames(6)
        walker.tap(walker.button("Ada"))
        assert walker.says("silver.call.ends", total=100)


@pytest.mark.parametrize(("size", "language", "text_size"), SMALL_AND_LARGE)
def test_every_word_of_the_helper_can_be_read(ask, size, language, text_size):
    walker = ask(
        table_after(plain(85, 20, 20, 40), setup=POINTS),
        size=size, language=language, narration=language, text_size=text_size,
    )  # fmt: skip
    walker.tap(walker.reach(walker.sheet.guess_stepper.more))
    assert cut_off(walker.sheet.content) == []


# -- what beats the leader ---------------------------------------------------------------------------------


@pytest.fixture
def panel(walk):
    def opened(table, **options):
        walker = walk(**options)
        page = Page()
        walker.panel = OutlookPanel(walker.app.tr)
        walker.panel.show(table)
        page.body.add_widget(walker.panel)
        walker.app.navigator.push(lambda: page)
        walker.frames(6)
        return walker

    return opened


def numbers(walker):
    return [row.number.content for row in walker.panel.rows]


def show(walker, table):
    walker.panel.show(table)
    walker.frames()


def test_before_the_last_round_and_after_the_end_there_is_no_outlook(panel):
    walker = panel(table_after(*THREE[:2]))
    assert walker.panel.rows == []
    assert walker.panel.height == 0
    for table in (
        table_after(setup=POINTS),
        table_after(*THREE, plain(9, 9, 9, 9)),
        table_after(plain(50, 9, 9, 9), plain(51, 9, 9, 9), setup=POINTS),
    ):
        show(walker, table)
        assert walker.panel.rows == []


def test_in_the_last_round_the_outlook_shows_what_each_seat_needs(panel):
    session = table_after(*THREE)
    walker = panel(session)
    assert walker.says("silver.outlook.title.rounds")
    assert numbers(walker) == ["26", "2", "0", "10"]
    assert walker.says("silver.outlook.behind.amulet", names=("Chloe",), n=26, level=25)
    assert walker.says("silver.outlook.just.amulet", names=("Bruno",))
    assert walker.says("silver.outlook.number.spare")
    # The panel follows its table.
    session.undo()
    show(walker, session)
    assert walker.panel.height == 0
    session.redo()
    show(walker, session)
    assert numbers(walker) == ["26", "2", "0", "10"]
    # Level players and a clear leader have sentences of their own.
    show(walker, table_after(plain(10, 10, 20, 30), plain(5, 5, 5, 5), plain(5, 5, 5, 5)))
    assert walker.says("silver.outlook.even.amulet", names=("Bruno",))
    assert walker.says("silver.outlook.even.amulet", names=("Ada",))
    assert walker.says("silver.outlook.behind.amulet", names=("Ada", "Bruno"), n=11, level=10)
    show(walker, table_after(plain(5, 10, 20, 30), plain(5, 5, 5, 5), plain(5, 5, 5, 5)))
    assert walker.says("silver.outlook.ahead.amulet", names=("Bruno",), n=4, level=5)


def test_with_points_any_round_may_be_the_last_and_the_limit_comes_nearer(panel):
    walker = panel(table_after(plain(40, 22, 22, 39), setup=POINTS))
    assert walker.says("silver.outlook.title.points")
    assert numbers(walker) == ["60", "78", "78", "61"]
    assert walker.says("silver.outlook.behind.wins", names=("Bruno", "Chloe"), n=18)
    assert walker.says("silver.outlook.even.shared", names=("Chloe",))
    show(walker, table_after(plain(40, 22, 23, 30), setup=POINTS))
    assert walker.says("silver.outlook.just.loses", names=("Chloe",))
    show(walker, table_after(plain(40, 12, 23, 30), setup=POINTS))
    assert walker.says("silver.outlook.ahead.loses", names=("Chloe",), n=10)


@pytest.mark.parametrize(("size", "language", "text_size"), SMALL_AND_LARGE)
def test_every_word_of_the_outlook_can_be_read(panel, size, language, text_size):
    options = {"size": size, "language": language, "narration": language, "text_size": text_size}
    walker = panel(table_after(*THREE), **options)
    for table in (table_after(*THREE), table_after(plain(40, 22, 22, 39), setup=POINTS)):
        walker.panel.show(table)
        walker.frames(6)
        assert len(walker.panel.rows) == 4
        assert cut_off(walker.panel) == []


# -- the chart ---------------------------------------------------------------------------------------------


def test_the_chart_shows_what_the_table_says_and_the_limit_of_the_points_variant(walk):
    walker = walk()
    session = table_after(*THREE)
    chart = TotalsChart(walker.app.tr)
    chart.show_state(session.state)
    drawn = {line.name: line.values for line in chart.plot.series}
    for seat, name in enumerate(NAMES):
        assert drawn[name] == (0, *(result.totals[seat] for result in session.state.results))
    assert chart.legend == ("Ada", "Dario", "Bruno", "Chloe")
    assert chart.plot.goal is None
    chart.show_state(table_after(plain(40, 22, 22, 39), setup=POINTS).state)
    assert 100 in chart.plot.ticks
    assert chart.plot.goal == 100
