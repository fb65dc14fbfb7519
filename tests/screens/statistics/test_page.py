"""Statistics by taps: what is shown, what is behind it, whose page comes next, and a picture to share."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.core.serialization import encode, encode_move
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Assassin
from companion.screens.history.history_page import HistoryListPage
from companion.screens.statistics.statistic_cards import PeopleTable, RingCard
from companion.screens.statistics.statistics_page import (
    PersonStatisticsPage,
    StatisticsHomePage,
    StatisticsPage,
    StatisticsTile,
)
from companion.statistics.query import GameFilter
from companion.statistics.reports import PlayerTable, RatioSummary, SideComparison, iterate_statistics
from companion.widgets.cards import Chip
from companion.widgets.charts import IconRow, RatioBar
from tests.storage.exchange import import_record
from tools.random_games import random_game

pytestmark = pytest.mark.window

PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


@pytest.fixture(scope="module")
def fourteen_games():
    """What is taken in of each: its game, its set-up, its moves and how it ended."""
    dice, games = Random(5), []
    for _ in range(14):
        played = random_game(dice, "avalon", PEOPLE, left=0.0)
        state = played.game.start(played.setup)
        for move in played.moves:
            state = played.game.apply(state, move)
        moves = [encode_move(played.game, move) for move in played.moves]
        games.append(("avalon", encode(played.setup), moves, state.outcome))
    return games


@pytest.fixture
def numbers(walk, fourteen_games):
    """The page of Avalon, after fourteen games."""
    walker = walk()
    for game in fourteen_games:
        import_record(walker.app.store, *game)
    walker.app.push(StatisticsHomePage)
    walker.frames()
    walker.tap(walker.all(StatisticsTile)[0])
    walker.frames(10)
    return walker


def card(walker, kind):
    return next(card for card in walker.page.page.cards if isinstance(card, kind))


def test_all_cards_are_drawn_and_a_name_links_to_the_person(numbers):
    assert isinstance(numbers.page, StatisticsPage)
    numbers.page.cards.build_all()
    numbers.frames(4)
    assert len(numbers.page.cards.children) == len(numbers.page.page.cards) > 5
    sides = card(numbers, SideComparison)
    assert [side.wins.statistic.denominator for side in sides.sides] == [14, 14]
    shields = [shown._count for shown in numbers.all(IconRow)]
    assert shields == [side.wins.statistic.numerator for side in sides.sides if side.wins.statistic.numerator]
    row = card(numbers, PlayerTable).rows[0]
    table = numbers.all(PeopleTable)[0]
    numbers.tap(numbers.reach(table._rows.children[-1].children[-1]))
    numbers.frames(6)
    assert isinstance(numbers.page, PersonStatisticsPage)
    assert row.name in numbers.words()
    played = numbers.app.statistics.count_games(replace(GameFilter(), people=(row.person,)))
    assert numbers.says("app.files.restore_games", n=played)


def test_cards_are_built_lazily_without_moving_the_visible_ones(numbers):
    cards, scroll = numbers.page.cards, numbers.page.scroll
    at_first = len(cards.children)
    second = cards.children[-2]

    def top():
        return second.to_window(0, second.top)[1]

    scroll.scroll_y = 0.5
    scroll.update_from_scroll()
    before = top()
    numbers.frames(8)
    assert len(cards.children) > at_first
    assert top() == pytest.approx(before, abs=1)
    while scroll.content_below > 1:
        scroll.scroll_y = 0
        numbers.frames(8)
    everything = len(cards.children)
    assert everything > at_first + 2
    cards.build_all()
    assert len(cards.children) == everything


def test_a_rebuilt_page_is_complete_at_once_and_keeps_its_scroll_position(numbers):
    numbers.page.cards.build_all()
    numbers.frames(4)
    everything = len(numbers.page.cards.children)
    numbers.page.scroll.scroll_y = 0.25
    numbers.app.rebuild()
    numbers.frames(4)
    assert len(numbers.page.cards.children) == everything
    assert numbers.page.scroll.scroll_y == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize("page", [(StatisticsPage, "duet"), (PersonStatisticsPage, "ada")])
def test_a_game_that_changed_meanwhile_is_shown_with_its_new_figures(walk, page):
    walker = walk()
    session = walker.play_before(DUET, Setup(("Ada", "Cy")), [Assassin()])
    walker.app.push(*page)
    walker.frames(6)
    shown = walker.page.body.children[0].children[:]
    walker.app.push(HistoryListPage, GameFilter(people=("ada",)))
    walker.frames()
    session.rename(("Ada", "Eve"))
    walker.page.enter()
    assert not walker.app.statistics.stale_count
    walker.app.go_back()
    walker.frames(6)
    assert isinstance(walker.page, page[0])
    assert not set(shown) & set(walker.page.body.children[0].children)
    assert "Cy" not in walker.words()


def test_a_figure_links_to_exactly_its_games(numbers):
    figure, ring = card(numbers, RatioSummary).statistic, numbers.one(RingCard)
    numbers.tap(ring.children[0])
    assert isinstance(numbers.page, HistoryListPage)
    assert numbers.page.game_filter == figure.game_filter
    count = numbers.app.tr("app.history.count", n=figure.games)
    assert figure.games > 0
    assert numbers.says("history.told", title=numbers.app.tr("statistics.avalon.merlin"), line=count)
    # And back to the same place; a game that is gone by then is out of every number.
    numbers.app.go_back()
    numbers.frames()
    assert numbers.one(RingCard) is ring
    games = numbers.app.store.games
    numbers.tap(ring.children[0])
    games.delete(games.list_recent(1).games[0].id)
    numbers.app.go_back()
    numbers.frames()
    assert numbers.page.page.total.numerator == 13


def test_a_filter_chip_limits_the_games_and_all_time_removes_the_limit(numbers):
    chips = numbers.all(Chip)
    assert chips[0].is_selected
    numbers.tap(chips[1])
    numbers.frames(10)
    size = numbers.page.game_filter.players
    assert size is not None
    assert 0 < numbers.page.page.total.numerator < 14
    numbers.app.navigator.rebuild()
    numbers.frames(10)
    assert numbers.page.game_filter.players == size
    numbers.tap(numbers.all(Chip)[0])
    assert numbers.page.game_filter == GameFilter()


def test_statistics_are_shared_as_an_image(numbers, tmp_path):
    numbers.tap_on("statistics.share_numbers")
    numbers.frames(4)
    numbers.wait_for_file()
    written = [path for path in (tmp_path / "data" / "exports").iterdir() if path.suffix == ".png"]
    assert written[0].read_bytes().startswith(b"\x89PNG")


def test_many_games_are_drawn_as_bars_and_a_result_links_to_the_statistics(walk):
    walker = walk()
    for number in range(30):
        setup = encode(Setup((f"Ada {number}", "Bob")))
        state = DUET.apply(DUET.start(Setup(("Ada", "Bob"))), Assassin())
        import_record(walker.app.store, "duet", setup, [encode_move(DUET, Assassin())], state.outcome)
    walker.play_now(DUET, Setup(("Ada", "Bob")), Assassin())
    walker.page.open_more()
    walker.frames()
    walker.tap(walker.reach(walker.button(walker.app.tr("statistics.home.title"))))
    walker.frames(6)
    assert isinstance(walker.page, StatisticsPage)
    assert walker.page.page.total.numerator == 31
    assert not walker.all(IconRow)
    assert walker.all(RatioBar)
    assert any(figure.name == "mission" for figure in iterate_statistics(walker.page.page.cards))


def test_without_games_a_message_is_shown(walk):
    walker = walk()
    walker.app.push(StatisticsPage, "silver")
    walker.frames()
    assert walker.says("statistics.none")
