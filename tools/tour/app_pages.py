"""Pages of the app itself in the tour: home, seats and groups, history, settings and about."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.core.players import make_unnamed_seats
from companion.games.registry import list_games
from companion.screens.files.share import ShareGamePage, open_shared_game
from companion.screens.files.your_data import FilesPage, ProgressSheet, open_restore_sheet
from companion.screens.history.history_page import HistoryListPage
from companion.screens.home import build_history_links
from companion.screens.names import NamesSheet, open_names_sheet
from companion.screens.people_pages import PeoplePage, open_person
from companion.screens.rows import GameRow
from companion.screens.seats import SeatsPage
from companion.screens.settings_page import AboutPage, SettingsPage
from companion.statistics.person import PERSON_COLOURS, PERSON_ICONS
from companion.statistics.query import GameFilter
from companion.storage.backup import ImportPreview
from companion.storage.games import MatchKind
from companion.widgets.page import Page
from tools.tour.view import View
from tools.tour.walk import Tour


def home(tour: Tour) -> None:
    tour.app.navigator.page.enter()


def languages(tour: Tour) -> None:
    tour.app.navigator.page.open_language_sheet()


def open_page(tour: Tour, page: Callable[..., Page]) -> None:
    tour.app.push(page)


def seats(tour: Tour) -> None:
    """Open the seats of the game with the most players."""
    tour.open_seats(max(list_games(), key=lambda game: game.max_players).id, 4)


def one_seat(tour: Tour) -> None:
    seats(tour)
    tour.app.navigator.page.open_seat(1)


def unnamed_seats(tour: Tour) -> None:
    """Open the seats before any name was entered."""
    tour.app.setup_players = ()
    game = list_games()[0]
    tour.app.push(SeatsPage, game)
    tour.app.navigator.page.set_players(make_unnamed_seats(game.default_players))


def names(tour: Tour) -> None:
    """Open the names sheet during a game."""
    session = tour.app.games.open_latest()
    if session is not None:
        tour.app.open_session(session)
        open_names_sheet(tour.app, tour.app.navigator.page.controller)


def one_name(tour: Tour) -> None:
    names(tour)
    sheet = tour.app.navigator.sheet
    if isinstance(sheet, NamesSheet):
        sheet.seats[0].on_release()


def groups(tour: Tour) -> None:
    seats(tour)
    tour.app.navigator.page.open_groups()


def history_filter(tour: Tour) -> None:
    """Open the history filter for one game, so that its endings are offered too."""
    tour.app.push(HistoryListPage, GameFilter(game=list_games()[0].id, people=("Zoe",), starred=True))
    tour.app.navigator.page.open_filter()


def history_game(tour: Tour) -> None:
    """Open the actions of a stored game, if one is visible."""
    open_page(tour, HistoryListPage)
    tour.run_frames(2)
    for row in [part for part in tour.app.navigator.page.walk() if isinstance(part, GameRow)][:1]:
        row.more_button.on_release()


def history_nothing(tour: Tour) -> None:
    tour.app.push(HistoryListPage, GameFilter(game=list_games()[0].id, text="zzz", starred=True))


def restore(tour: Tour) -> None:
    """Show the preview of a backup before it is restored."""
    open_page(tour, FilesPage)
    first, last = 1_760_000_000.0, 1_790_000_000.0
    preview = ImportPreview(
        24,
        first,
        last,
        existing_games=3,
        groups=2,
        players=9,
        has_settings=True,
        unreadable=1,
        extended_games=2,
        notes=5,
        people=4,
    )
    open_restore_sheet(tour.app, preview, 12, on_restore=lambda: None, on_cancel=lambda: None)


def reading(tour: Tour) -> None:
    """Show the progress of reading a large file."""
    open_page(tour, FilesPage)
    tr = tour.app.tr
    tour.app.navigator.open_sheet(
        ProgressSheet(tour.app, tr("share.reading.title"), tr("share.reading.stop"), 0.42)
    )


def people(tour: Tour) -> None:
    """Open the people page with enough people for a search, some of them with avatars of their own."""
    repository = tour.app.people
    tour.app.rosters.remember(tour.names)
    for at, player in enumerate(repository.list_people()):
        repository.set_look(player, *((PERSON_ICONS[at], PERSON_COLOURS[at + 2]) if at < 3 else (None, None)))
    open_page(tour, PeoplePage)


def person(tour: Tour) -> None:
    """Open a person who has also played under another name."""
    people(tour)
    one, other = map(tour.app.people.find, (tour.names[0], tour.names[-1]))
    if one is not None and other is not None:
        tour.app.people.merge(one, other)
    open_person(tour.app, tour.names[0])


def merge(tour: Tour) -> None:
    """Open the list of people that may be the same person."""
    person(tour)
    tour.app.navigator.page.open_merge()


def share_game(tour: Tour) -> None:
    session = tour.app.games.open_latest()
    if session is not None:
        tour.app.push(ShareGamePage, tour.app.open_controller(session))


def shared_game(tour: Tour) -> None:
    """Show an incoming shared game before it is imported."""
    session = tour.app.games.open_latest()
    if session is not None and session.game_id is not None:
        game = tour.app.games.to_shared_game(session.game_id)
        open_shared_game(tour.app, game, MatchKind.DIVERGED, on_import=lambda: None)


FIRST_VIEWS = (
    View("home", home),
    View("languages", languages),
    View("seats", seats),
    View("seat", one_seat),
    View("seats-unnamed", unnamed_seats),
    View("groups", groups),
    View("names", names),
    View("name", one_name),
)
LAST_VIEWS = (
    View("history", partial(open_page, page=partial(HistoryListPage, build_links=build_history_links))),
    View("history-filter", history_filter),
    View("history-game", history_game),
    View("history-nothing", history_nothing),
    View("settings", partial(open_page, page=SettingsPage)),
    View("your-data", partial(open_page, page=FilesPage)),
    View("people", people),
    View("person", person),
    View("person-merge", merge),
    View("restore", restore),
    View("reading-games", reading),
    View("hand-on", share_game),
    View("handed", shared_game),
    View("about", partial(open_page, page=AboutPage)),
)
