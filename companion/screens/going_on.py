"""Back to where one was when the app was ended, over the screens that led there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.entry.whereabouts import Bookmark, Place
from companion.games.game import ProblemError, warning
from companion.games.records import decode_setup
from companion.games.shelf import game_of
from companion.screens.guide.page import GuidePage
from companion.screens.night.after import DawnPage
from companion.screens.night.deal import DealPage
from companion.screens.seats import SeatsPage
from companion.screens.setup_page import SettingUp
from companion.screens.table_page import TablePage
from companion.scripts.nights import Seated
from companion.shell import AnyTable, Shell
from companion.widgets.page import Page


def go_on(shell: Shell, mark: Bookmark) -> None:
    """To the screen that was shown last; a night waits there, if it is still the same."""
    setup = _dealt(shell, mark)
    _walk(shell, mark, setup)
    page = shell.stage.page
    if mark.starter is not None and isinstance(page, SettingUp):
        page.starters.find_again(mark.starter)
    if setup is not None and mark.place is Place.NIGHT:
        shell.attempt(partial(_take_up, shell, setup, mark))


def begin_anew(shell: Shell, mark: Bookmark) -> None:
    """A night that was cut off, once more from its deal."""
    _walk(shell, mark, _dealt(shell, mark))


def sit_down_again(shell: Shell, table: AnyTable) -> None:
    """At a table that is kept. What lay open above its board when the app was ended lies there again."""
    left = shell.whereabouts.at_table
    if not shell.open_table(table):
        return
    board = shell.stage.page
    if left is not None and left.table == table.number and isinstance(board, TablePage):
        board.reopen(left.page, left.doing)


def _walk(shell: Shell, mark: Bookmark, setup: Seated | None) -> None:
    game = game_of(mark.game)
    shell.seated = mark.players
    routes: list[Callable[[], Page]] = []
    if setup is None or mark.chosen is not None:
        routes.append(partial(SeatsPage, shell, game))
    if mark.chosen is not None and mark.place is not Place.SEATS:
        routes.append(lambda: game.part("screens", "setup").SetUpPage(shell, mark.players))
    if setup is not None and mark.place is Place.GUIDE:
        routes.append(partial(GuidePage, shell, setup))
    elif setup is not None:
        routes.append(partial(DealPage, shell, setup, 1 if routes else 0))
        if mark.place is Place.DAWN:
            shell.follow_night(setup)
            routes.append(partial(DawnPage, shell, setup))
    shell.stage.home_then(*routes)


def _dealt(shell: Shell, mark: Bookmark) -> Seated | None:
    """What was dealt, if anything was and it can still be read."""
    if mark.setup is None:
        return None
    try:
        setup: Seated = decode_setup(game_of(mark.game).rules, mark.setup)
    except ProblemError as unreadable:
        shell.say(unreadable.problem)
        return None
    return setup


def _take_up(shell: Shell, setup: Seated, mark: Bookmark) -> None:
    if not shell.speaking.take_up(setup, mark.step, mark.lines):
        shell.say(warning("app.left.other_night"))
