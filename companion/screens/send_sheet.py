"""Where a file shall go: on a phone to another app or among the downloads; a desktop asks by itself. And as
what a game is sent: a picture, words, a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.games.game import ProblemError, error
from companion.past.evening_words import Shown, game_text
from companion.screens.evening_told import day_of
from companion.screens.result_picture import draw_result, is_pictured
from companion.screens.sheet_buttons import offer_on
from companion.shell import AnyTable, Parcel, Shell, StoredGame
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet


class SendSheet(Sheet):
    def __init__(self, shell: Shell, make: Callable[[], Parcel]) -> None:
        tr, stage, files = shell.tr, shell.stage, shell.files
        super().__init__(
            tr("app.files.send"),
            offer_on(stage, tr("app.files.share"), Icon.SHARE, partial(files.share, make)),
            offer_on(stage, tr("app.files.save"), Icon.ARROW_DOWN, partial(files.save, make)),
            on_close=stage.close_sheet,
        )


def send(shell: Shell, make: Callable[[], Parcel]) -> None:
    """Let somebody have this file; it is made when they have said where to."""
    if shell.shares:
        shell.stage.open_sheet(SendSheet(shell, make))
    else:
        shell.files.save(make)


def send_game(shell: Shell, stored: StoredGame) -> None:
    """A game as text or as a file; one that is over also as a picture, and for an app that lists plays."""
    tr, stage = shell.tr, shell.stage
    offer, over = partial(offer_on, stage), stored.ended is not None
    offers: list[Widget] = []
    table = _readable(shell, stored)
    if table is not None and is_pictured(table):
        draw = partial(draw_result, shell, table, lambda parcel: send(shell, lambda: parcel))
        offers.append(offer(tr("evenings.send.picture"), Icon.CAMERA, draw))
    if table is not None:
        offers.append(offer(tr("evenings.send.text"), Icon.MENU_LIST, partial(send_words, shell, stored.id)))
    record = partial(send, shell, partial(shell.archive.parcel, stored))
    offers.append(offer(tr("share.game.here"), Icon.SHARE, record))
    if over:
        play = partial(send, shell, partial(shell.files.play, stored.id))
        offers.append(offer(tr("share.all.bgstats"), Icon.HISTORY, play))
    stage.open_sheet(Sheet(tr("share.game.title"), *offers, on_close=stage.close_sheet))


def send_words(shell: Shell, number: int) -> None:
    """A game as text for a messenger, with what its picture tells: names, and who was who if it is told."""
    game = shell.evenings.game(number)
    if game is None:
        shell.say(error("app.problem.game_unreadable", id=number))
    else:
        shell.files.tell(game_text(shell.tr, game, day_of(game.started), Shown(roles=True)))


def _readable(shell: Shell, stored: StoredGame) -> AnyTable | None:
    """One that cannot be read any more can still be sent as a file."""
    try:
        return shell.archive.open(stored)
    except ProblemError:
        return None
