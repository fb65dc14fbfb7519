"""Home, seats and groups; history, settings and about."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.seats import seats_without_names
from companion.games.shelf import games
from companion.past.coming import Preview
from companion.past.people import COLOURS, MARKS
from companion.past.which import Which
from companion.screens.about import AboutPage
from companion.screens.hand_on import HandOnPage, open_handed
from companion.screens.history import HistoryPage
from companion.screens.history_row import GameRow
from companion.screens.looking_back import LookingBackPage
from companion.screens.names import NamesSheet, open_names
from companion.screens.people import PeoplePage
from companion.screens.person import open_person
from companion.screens.reading_sheet import ReadingSheet
from companion.screens.restore_sheet import open_restore
from companion.screens.seats import SeatsPage
from companion.screens.settings import SettingsPage
from companion.screens.your_data import YourDataPage
from companion.storage.games import Fate
from companion.tour.view import View
from companion.tour.walk import Tour
from companion.widgets.page import Page


def home(tour: Tour) -> None:
    tour.app.stage.page.enter()


def languages(tour: Tour) -> None:
    tour.app.stage.page.choose_language()


def visit(tour: Tour, page: Callable[..., Page]) -> None:
    tour.app.visit(page)


def seats(tour: Tour) -> None:
    """At the game that takes the most people."""
    tour.seat(max(games(), key=lambda game: game.most).id, 4)


def one_seat(tour: Tour) -> None:
    seats(tour)
    tour.app.stage.page.open_seat(1)


def unnamed_seats(tour: Tour) -> None:
    """As they are before anybody has typed a name."""
    tour.app.seated = ()
    game = games()[0]
    tour.app.visit(SeatsPage, game)
    tour.app.stage.page.seat(seats_without_names(game.usual))


def names(tour: Tour) -> None:
    """In the midst of a game."""
    table = tour.app.archive.latest()
    if table is not None:
        tour.app.open_table(table)
        open_names(tour.app, tour.app.stage.page.sitting)


def one_name(tour: Tour) -> None:
    names(tour)
    sheet = tour.app.stage.sheet
    if isinstance(sheet, NamesSheet):
        sheet.seats[0].on_release()


def groups(tour: Tour) -> None:
    seats(tour)
    tour.app.stage.page.open_groups()


def history_filter(tour: Tour) -> None:
    """Of one game, so that its ends are offered too."""
    tour.app.visit(HistoryPage, Which(game=games()[0].id, people=("Zoe",), starred=True))
    tour.app.stage.page.open_filter()


def history_game(tour: Tour) -> None:
    """What can be done with one, if one is in sight."""
    visit(tour, HistoryPage)
    tour.frames(2)
    for row in [part for part in tour.app.stage.page.walk() if isinstance(part, GameRow)][:1]:
        row.more.on_release()


def history_nothing(tour: Tour) -> None:
    tour.app.visit(HistoryPage, Which(game=games()[0].id, text="zzz", starred=True))


def restore(tour: Tour) -> None:
    """What a backup would add, before it is brought back."""
    visit(tour, YourDataPage)
    first, last = 1_760_000_000.0, 1_790_000_000.0
    foreseen = Preview(
        24, first, last,
        here=3, groups=2, players=9, settings=True, unreadable=1, goes_on=2, notes=5, people=4,
    )  # fmt: skip
    open_restore(tour.app, foreseen, 12, restore=lambda: None, leave=lambda: None)


def reading(tour: Tour) -> None:
    """A file of many games, while it is read."""
    visit(tour, YourDataPage)
    tr = tour.app.tr
    tour.app.stage.open_sheet(
        ReadingSheet(tour.app, tr("share.reading.title"), tr("share.reading.stop"), 0.42)
    )


def people(tour: Tour) -> None:
    """More than are found by looking, some of them with looks of their own."""
    known = tour.app.people
    tour.app.rosters.remember(tour.names)
    for at, player in enumerate(known.all()):
        known.show_as(player, *((MARKS[at], COLOURS[at + 2]) if at < 3 else (None, None)))
    visit(tour, PeoplePage)


def person(tour: Tour) -> None:
    """Who has played under another name."""
    people(tour)
    one, other = map(tour.app.people.find, (tour.names[0], tour.names[-1]))
    if one is not None and other is not None:
        tour.app.people.merge(one, other)
    open_person(tour.app, tour.names[0])


def merge(tour: Tour) -> None:
    """Who else it may be."""
    person(tour)
    tour.app.stage.page.open_merge()


def hand_on(tour: Tour) -> None:
    table = tour.app.archive.latest()
    if table is not None:
        tour.app.visit(HandOnPage, tour.app.sit_down(table))


def handed(tour: Tour) -> None:
    """A game that somebody hands on to here."""
    table = tour.app.archive.latest()
    if table is not None and table.number is not None:
        game = tour.app.archive.handed(table.number)
        open_handed(tour.app, game, Fate.BESIDE, take=lambda: None)


FIRST = (
    View("home", home),
    View("languages", languages),
    View("seats", seats),
    View("seat", one_seat),
    View("seats-unnamed", unnamed_seats),
    View("groups", groups),
    View("names", names),
    View("name", one_name),
)
LAST = (
    View("history", partial(visit, page=LookingBackPage)),
    View("history-filter", history_filter),
    View("history-game", history_game),
    View("history-nothing", history_nothing),
    View("settings", partial(visit, page=SettingsPage)),
    View("your-data", partial(visit, page=YourDataPage)),
    View("people", people),
    View("person", person),
    View("person-merge", merge),
    View("restore", restore),
    View("reading-games", reading),
    View("hand-on", hand_on),
    View("handed", handed),
    View("about", partial(visit, page=AboutPage)),
)
